//! `online.html`: what a controller would have identified while it moved.

use super::numbers::{percent, short};
use super::{Chart, Line, ReportError, Section, charts_page};
use crate::online::{Moment, Replay};

/// Places across a chart of a parameter.
const PLACES: usize = 400;

/// The page of a replay, one file without network.
///
/// # Errors
/// [`ReportError::Template`].
pub fn online_page(found: &Replay, title: &str) -> Result<String, ReportError> {
    let rate = match [found.rate, found.fastest].map(short) {
        [slowest, fastest] if slowest == fastest => fastest,
        [slowest, fastest] => format!("{slowest} to {fastest}"),
    };
    let under = format!(
        "{}: {} samples at {rate} Hz, windows of {}, filters of {} s",
        found.recording,
        found.samples,
        found.window,
        short(found.time_constant),
    );
    let sections = [
        mended(found),
        Some(gate(found)),
        Some(torques(found)),
        Some(parameters(found)),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    charts_page(["Identified as if live", title, &under], &sections)
}

/// Rows that could not be used as they are.
fn mended(found: &Replay) -> Option<Section> {
    let lines = found.repairs.iter().map(|repair| {
        let [from, to] = repair.time.map(short);
        format!("{from} s to {to} s: {repair}; {}.", repair.done)
    });
    let mut text: Vec<String> = lines.take(12).collect();
    if found.repairs.len() > text.len() {
        let more = found.repairs.len() - text.len();
        text.push(format!("And {more} more, all of which are in online.json."));
    }
    (!text.is_empty()).then(|| Section {
        title: "Rows that could not be used as they are".to_owned(),
        text,
        charts: Vec::new(),
    })
}

/// Some number of every moment, thinned.
fn over(found: &Replay, value: impl Fn(&Moment) -> f64) -> Vec<f64> {
    let every = found.moments.len().div_ceil(PLACES).max(1);
    found.moments.iter().step_by(every).map(value).collect()
}

fn chart(found: &Replay, title: String, up: &str, lines: Vec<Line>) -> Chart {
    Chart {
        title,
        scales: ["s".to_owned(), up.to_owned()],
        across: over(found, |moment| moment.time),
        lines,
        marks: found
            .opened
            .map(|time| (time, "gate opens".to_owned()))
            .into_iter()
            .collect(),
        span: None,
    }
}

fn gate(found: &Replay) -> Section {
    let r2 = Line::new(
        "R² of predictions",
        over(found, |m| m.r2.unwrap_or(f64::NAN)),
    );
    let acts = Line::new(
        "identified parameters act",
        over(found, |m| f64::from(u8::from(m.identified))),
    );
    let mut chart = chart(
        found,
        "R² over the window, and which parameters act".to_owned(),
        "R²",
        vec![r2, acts],
    );
    chart.span = Some([-0.5, 1.05]);
    let [opens, closes] = found.gate;
    let first = match found.opened {
        Some(time) => format!(
            "The gate opened first after {} s; from then on identified parameters acted at {} % of the samples.",
            short(time - found.moments.first().map_or(time, |m| m.time)),
            percent(found.open)
        ),
        None => format!(
            "The gate stayed closed: predictions never reached an R² of {opens} over a full window, and nominal parameters acted throughout."
        ),
    };
    let mut text = vec![
        format!("It opens where R² over the window reaches {opens}, and closes below {closes}."),
        first,
    ];
    text.extend(found.changed.iter().take(12).map(|time| {
        format!(
            "{} s: torques are no longer those that were predicted, and stay so, as with a load that was taken or a brake that drags; \
             recursive least squares without a memory begins anew.",
            short(*time)
        )
    }));
    text.extend(found.noticed.iter().take(12).map(|n| {
        format!(
            "{} s: {} ({} samples); the gate closed.",
            short(n.time),
            n.what,
            n.samples
        )
    }));
    Section {
        title: "Gate".to_owned(),
        text,
        charts: vec![chart],
    }
}

fn torques(found: &Replay) -> Section {
    let charts = found.joints.iter().enumerate().map(|(i, joint)| {
        let line = |name: &str, which: usize| Line::new(name, over(found, |m| m.torque[which][i]));
        let left = |error: f64| percent(error / joint.torque.max(1e-300));
        let title = match found.opened {
            Some(_) => format!(
                "{}: torque, and its prediction by the parameters that acted; since the gate opened first, {} % of the torque are left by the \
                 parameters at first, {} % by those that acted, {} % by recursive least squares",
                joint.name,
                left(joint.nominal),
                left(joint.acting),
                left(joint.recursive)
            ),
            None => format!("{}: torque, and its prediction by nominal parameters", joint.name),
        };
        chart(found, title, "N·m or N", vec![line("predicted", 1), line("measured", 0)])
    });
    Section {
        title: "Torques, predicted before they were learned from".to_owned(),
        text: found.slow().into_iter().collect(),
        charts: charts.collect(),
    }
}

fn parameters(found: &Replay) -> Section {
    let charts = found.base.iter().enumerate().map(|(k, base)| {
        let recursive = Line {
            name: "recursive least squares, ± two deviations".to_owned(),
            values: over(found, |m| m.recursive[k]),
            either_side: over(found, |m| 2.0 * m.std[k]),
        };
        let window = Line::new("window", over(found, |m| m.window[k]));
        let nominal = Line::new("at first", over(found, |_| base.nominal));
        let title = format!(
            "{}: {} ± {} {}, from {} ± {}",
            base.name,
            short(base.value),
            short(base.std),
            base.unit,
            short(base.nominal),
            short(base.prior)
        );
        chart(found, title, &base.unit, vec![recursive, window, nominal])
    });
    Section {
        title: "Base parameters".to_owned(),
        text: vec![
            "Standard deviations are those of the noise that was assumed; they know nothing of errors of the model.".to_owned(),
        ],
        charts: charts.collect(),
    }
}

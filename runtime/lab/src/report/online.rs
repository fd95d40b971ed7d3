//! `online.html`: what a controller would have identified while it moved.

use super::numbers::{percent, short};
use super::{Chart, Line, ReportError, Section, charts_page};
use crate::digits::clock;
use crate::online::{Moment, Replay};
use crate::recording::{Action, Repair};

/// Places across a chart of a parameter.
const PLACES: usize = 400;
/// Lines of a list.
const LISTED: usize = 12;

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
        let [from, to] = repair.time.map(clock);
        format!("{from} s to {to} s: {repair}; {}.", repair.done)
    });
    let text = listed(lines.collect());
    (!text.is_empty()).then(|| Section {
        title: "Rows that could not be used as they are".to_owned(),
        text,
        charts: Vec::new(),
    })
}

/// The first lines of a list, and how many more there are.
fn listed(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(LISTED);
    if more > 0 {
        lines.truncate(LISTED);
        lines.push(format!("And {more} more, all of which are in online.json."));
    }
    lines
}

/// Some number of every moment that is drawn; none where the recording is split.
fn over(found: &Replay, value: impl Fn(&Moment) -> f64) -> Vec<f64> {
    let value = |moment: Option<&Moment>| moment.map_or(f64::NAN, &value);
    drawn(found).into_iter().map(value).collect()
}

/// Moments, thinned, with none between those on either side of a hole that splits the recording, or where its clock begins again.
fn drawn(found: &Replay) -> Vec<Option<&Moment>> {
    let every = found.moments.len().div_ceil(PLACES).max(1);
    let is_hole = |repair: &&Repair| {
        let [from, to] = repair.time;
        repair.done == Action::Split && from < to
    };
    let holes = found.repairs.iter().filter(is_hole);
    let middles = holes.map(|repair| f64::midpoint(repair.time[0], repair.time[1]));
    let middles: Vec<f64> = middles.collect();
    let mut drawn: Vec<Option<&Moment>> = Vec::new();
    for moment in found.moments.iter().step_by(every) {
        let is_apart = |before: &Moment| {
            let span = before.time..moment.time;
            moment.time < before.time || middles.iter().any(|middle| span.contains(middle))
        };
        if drawn.last().copied().flatten().is_some_and(is_apart) {
            drawn.push(None);
        }
        drawn.push(Some(moment));
    }
    drawn
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
    let opened = found.opened.map(|time| {
        format!(
            "The gate opened first at {time:.3} s; from then on identified parameters acted at {} % of the samples.",
            percent(found.open)
        )
    });
    let mut text = vec![format!(
        "It opens where R² over the window reaches {opens}, and closes below {closes}."
    )];
    text.extend(opened.or_else(|| found.closed()));
    text.extend(listed(found.told()));
    Section {
        title: "Gate".to_owned(),
        text,
        charts: vec![chart],
    }
}

fn torques(found: &Replay) -> Section {
    let charts = found.joints.iter().enumerate().map(|(i, joint)| {
        let line = |name: &str, which: usize| Line::new(name, over(found, |m| m.torque[which][i]));
        let measured = Line {
            is_followed: true,
            ..line("measured", 0)
        };
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
        chart(found, title, "N·m or N", vec![line("predicted", 1), measured])
    });
    let faults = found.faults().into_iter();
    Section {
        title: "Torques, predicted before they were learned from".to_owned(),
        text: faults.chain(found.slow()).collect(),
        charts: charts.collect(),
    }
}

fn parameters(found: &Replay) -> Section {
    let charts = found.base.iter().enumerate().map(|(k, base)| {
        let recursive = Line {
            name: "recursive least squares, ± two deviations".to_owned(),
            values: over(found, |m| m.recursive[k]),
            either_side: over(found, |m| 2.0 * m.std[k]),
            is_followed: false,
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

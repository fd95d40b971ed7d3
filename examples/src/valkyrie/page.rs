//! Pages of the studies: what is seen as data grow, and before and after the gate.

use armwright_lab::report::{Chart, Line, ReportError, Section, charts_page};

use super::arm::{Instant, Kind, Study};
use super::offline::{Growing, Grown};

const KIND: &str = "After Kolathaya, Morris, Sinnet and Ames";

/// The page of a machine that was identified offline.
///
/// # Errors
/// [`ReportError`].
pub fn growing_page(found: &Growing) -> Result<String, ReportError> {
    let over = |value: &dyn Fn(&Grown) -> f64| found.grown.iter().map(value).collect();
    let across: Vec<f64> = over(&|grown| grown.seconds);
    let chart = |title: &str, up: &str, lines: Vec<Line>| Chart {
        title: title.to_owned(),
        scales: ["s".to_owned(), up.to_owned()],
        across: across.clone(),
        lines,
        ..Chart::default()
    };
    let joints = found.joints.iter().enumerate();
    let of_joint =
        |(i, name): (usize, &&str)| Line::new(*name, over(&|grown| grown.unseen[i].max(0.0)));
    let mut r2 = chart(
        "R² of the torques of another motion, by joint, over the length of the recording",
        "R²",
        joints.clone().map(of_joint).collect(),
    );
    r2.span = Some([0.0, 1.02]);
    let both = vec![
        Line::new(
            "another motion",
            over(&|g| g.unseen.last().copied().unwrap_or(f64::NAN).max(0.0)),
        ),
        Line::new("the recording itself", over(&|g| g.seen)),
    ];
    let mut all = chart("R² of all torques together", "R²", both);
    all.span = Some([0.0, 1.02]);
    let error = Line::new("base parameters", over(&|g| g.error.min(1.0)));
    let error = chart(
        "Error of the base parameters, as a share of their size (1 where it is more)",
        "share",
        vec![error],
    );
    let (time, torques) = &found.last;
    let torques = joints
        .zip(torques)
        .map(|((_, name), [measured, predicted])| Chart {
            title: format!("{name}: torque of the other motion, predicted from all data"),
            scales: ["s".to_owned(), "N·m".to_owned()],
            across: time.clone(),
            lines: vec![
                Line::new("predicted", predicted.clone()),
                Line::new("measured", measured.clone()),
            ],
            ..Chart::default()
        });
    let sections = [
        Section {
            title: "As data grow".to_owned(),
            text: vec![
                "Identified from the beginning of one recording, tried on another motion. With little data the recording itself is \
                 explained and the other motion is not."
                    .to_owned(),
            ],
            charts: vec![all, r2, error],
        },
        Section {
            title: "The other motion".to_owned(),
            text: Vec::new(),
            charts: torques.collect(),
        },
    ];
    charts_page([KIND, found.title, "Offline identification"], &sections)
}

fn called(kind: Kind) -> &'static str {
    match kind {
        Kind::Guess => "the guess throughout",
        Kind::Gate => "identified parameters from the gate on",
        Kind::Adaptive => "Slotine and Li",
        Kind::Truth => "the true parameters",
    }
}

/// The page of the arm under several controllers.
///
/// # Errors
/// [`ReportError`].
pub fn arm_page(studies: &[Study], title: &str) -> Result<String, ReportError> {
    let opened = studies
        .iter()
        .find(|s| s.kind == Kind::Gate)
        .and_then(Study::opened);
    let marks = || {
        opened
            .map(|time| (time, "gate opens".to_owned()))
            .into_iter()
    };
    let line = |study: &Study, value: &dyn Fn(&Instant) -> f64| {
        Line::new(
            called(study.kind),
            study.instants.iter().map(value).collect(),
        )
    };
    let chart = |title: String, up: &str, lines: Vec<Line>| Chart {
        title,
        scales: ["s".to_owned(), up.to_owned()],
        across: studies
            .first()
            .map_or_else(Vec::new, |s| s.instants.iter().map(|i| i.time).collect()),
        lines,
        marks: marks().collect(),
        span: None,
    };
    let errors = (0..4).map(|i| {
        let lines = studies
            .iter()
            .map(|study| line(study, &|instant| instant.error[i]));
        chart(format!("Error of joint q{}", i + 1), "rad", lines.collect())
    });
    let gate = studies.iter().filter(|study| study.kind == Kind::Gate);
    let r2 = gate.map(|study| {
        let mut r2 = line(study, &|instant| instant.r2.unwrap_or(f64::NAN));
        r2.name = "R² of predictions over 50 samples".to_owned();
        let mut acts = line(study, &|instant| f64::from(u8::from(instant.identified)));
        acts.name = "identified parameters act".to_owned();
        let mut chart = chart("The gate".to_owned(), "R²", vec![r2, acts]);
        chart.span = Some([-0.5, 1.05]);
        chart
    });
    let apart = studies
        .iter()
        .map(|study| line(study, &|instant| instant.apart));
    let apart = chart(
        "Torques that the parameters that act are wrong by, along the motion".to_owned(),
        "N·m",
        apart.collect(),
    );
    let text = studies.iter().map(|study| {
        let at = opened.unwrap_or(0.0);
        let [(_, before), (_, after)] = [study.errors(0.0, at), study.errors(at + 2.0, f64::INFINITY)];
        format!("Largest error with {}: {before:.3} rad before the gate opens, {after:.4} rad from two seconds after it.", called(study.kind))
    });
    let sections = [
        Section {
            title: "Errors of tracking".to_owned(),
            text: text.collect(),
            charts: errors.collect(),
        },
        Section {
            title: "What is learned".to_owned(),
            text: vec![
                "The loop runs at 1 kHz; 10 samples a second are learned from, in windows of 50."
                    .to_owned(),
            ],
            charts: r2.chain([apart]).collect(),
        },
    ];
    charts_page(
        [
            KIND,
            title,
            "Identified while it is controlled, from 0.4 of every true parameter",
        ],
        &sections,
    )
}

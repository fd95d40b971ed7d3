//! Recordings together of a robot whose base moves, each with noise and zeros of its own.

use armwright_robots::solo12::ROBOT;
use armwright_runtime::Robot;

use crate::experiment::quadruped::held;
use crate::options::{Cutoff, ProcessingOptions};
use crate::parameters::nominal_base;
use crate::recording::Recording;
use crate::together::{Offsets, TogetherOptions, identify_together};

/// What holds it is measured with a zero that is another in each recording, and with more noise in the second.
fn recording(name: &str, seed: u64, zero: f64, noise: f64) -> Recording {
    let (mut recording, mut random) = held(seed, [6.0, 6.0], 100.0);
    (recording.name, recording.source) = (name.to_owned(), name.to_owned());
    let contacts = recording.contacts.as_mut().expect("what holds it");
    for column in &mut contacts.wrenches {
        column
            .iter_mut()
            .for_each(|x| *x += zero + noise * random.normal());
    }
    recording
}

#[test]
fn a_base_that_moves_is_identified_from_several_recordings() {
    let model = ROBOT.model();
    let recordings = vec![
        recording("one", 3, 0.2, 0.01),
        recording("two", 4, -0.3, 0.5),
    ];
    let options = TogetherOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(10.0)),
            trim: Some(30),
            ..ProcessingOptions::default()
        },
        offsets: Offsets::Each,
        weights: Vec::new(),
    };
    let found = identify_together(&ROBOT, recordings, &options).expect("parameters");
    assert_eq!(found.parameters.len(), model.base.len());
    let off = found.parameters.iter().enumerate().map(|(k, p)| {
        let truth = nominal_base(model, k).expect("a nominal value");
        (p.value.expect("a value") - truth) / p.std.expect("a deviation")
    });
    let squares: f64 = off.map(|z| z * z).sum();
    let rms = (squares / model.base.len() as f64).sqrt();
    assert!((0.6..1.6).contains(&rms), "{rms}");
    // Rows of the base have names of their own, the second recording's are noisier, and each has its zero.
    let row = |recording: &str| {
        let mut rows = found.weighed.iter();
        let row = rows.find(|row| row.recording == recording && row.row == "fx_base");
        row.expect("a row")
    };
    let (one, two) = (row("one"), row("two"));
    assert!(two.residual > 2.0 * one.residual, "{one:?} {two:?}");
    for (row, zero) in [(one, 0.2), (two, -0.3)] {
        let (offset, std) = (row.offset.expect("one"), row.offset_std.expect("one"));
        assert!((offset - zero).abs() < 4.0 * std && std < 0.15, "{row:?}");
    }
}

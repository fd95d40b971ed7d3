//! What is said of zeros of sensors and of terms that models lack, word by word.

use nalgebra::DVector;

use super::{Doubts, Unexplained, Zero, of_zeros};
use crate::lack::{Lack, Term};

fn lack(joint: &str, share: f64) -> Lack {
    Lack {
        joint: Some(joint.to_owned()),
        row: joint.to_owned(),
        term: Term::Quadratic,
        coefficients: vec![0.4],
        share,
        before: 1.2,
        after: 0.75,
        unit: "N·m",
        alternatives: Vec::new(),
        in_model: false,
        on_motor: false,
        slides: false,
    }
}

/// With the figures of the recording that shows most of it.
#[test]
fn a_term_that_several_recordings_have_is_said_once() {
    let one = |recording: &str, lacks: Vec<Lack>| Unexplained {
        recording: recording.to_owned(),
        lacks,
        correlated: Vec::new(),
    };
    let mut doubts = Doubts {
        zeros: None,
        unexplained: vec![
            one("a", vec![lack("1", 0.3), lack("2", 0.5)]),
            one("b", vec![lack("1", 0.6)]),
            one("c", vec![lack("1", 0.4)]),
        ],
        lacking: DVector::zeros(1),
    };
    let expected = format!(
        "the model lacks what recordings have: {}, in 3 recordings (these figures of b); {}, in a. It matters; put these \
         terms into the robot file, or look at `identify` of each recording",
        lack("1", 0.6),
        lack("2", 0.5)
    );
    assert_eq!(doubts.of_lacks("It matters"), Some(expected));
    doubts.unexplained.clear();
    assert_eq!(doubts.of_lacks("It matters"), None);
}

/// Offsets that all recordings share do not take out what one of them has by itself.
#[test]
fn zeros_are_taken_out_by_offsets_of_those_that_have_them() {
    let zero = |row: &str, recording: Option<&str>, [value, std]: [f64; 2], unit| Zero {
        row: row.to_owned(),
        recording: recording.map(str::to_owned),
        value,
        std,
        unit,
        chance: 0.0,
    };
    let shared = zero("1", None, [0.5, 0.02], "N·m");
    let own = zero("2", Some("b"), [-1.25, 0.25], "");
    let constant = "that nothing in the model explains, far more than noise makes:";
    let said_shared = "0.500 ± 0.0200 N·m in `1` of all recordings";
    let said_own = "−1.25 ± 0.250 in `2` of b alone";
    assert_eq!(
        of_zeros(std::slice::from_ref(&shared), "It matters", false),
        format!(
            "a constant was recorded {constant} {said_shared}. Most likely it is the zero of a sensor. It matters; of torques, in \
             place of a balance, offsets that all recordings share (`common`) take it out, or subtract it from the recordings"
        )
    );
    assert_eq!(
        of_zeros(&[shared, own], "It matters", true),
        format!(
            "constants were recorded {constant} {said_shared}, {said_own}. Most likely they are zeros of sensors. It matters; \
             offsets of each recording (`each`) take them out, or subtract them from the recordings"
        )
    );
}

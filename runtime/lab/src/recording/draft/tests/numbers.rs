use super::{MODEL, TURNING};
use crate::recording::draft::evidence::{counts, positions};
use armwright_runtime::{Joint, JointKind, Model, Side};

#[test]
fn counts_are_whole_numbers_and_large() {
    let of = |columns: &[&[f64]]| {
        let columns: Vec<Vec<f64>> = columns.iter().map(|column| column.to_vec()).collect();
        counts(&columns)
    };
    assert!(of(&[&[1.0, 2.0], &[3.0, 10_001.0]]));
    assert!(of(&[&[1.0, f64::NAN], &[-10_001.0, f64::INFINITY]]));
    assert!(!of(&[&[1.0, 10_000.0]]));
    assert!(!of(&[&[0.5, 1.0], &[20_000.0, 20_001.0]]));
    assert!(!of(&[]));
}

/// Columns from 0 to some numbers, by way of what is no number, far from where encoders were set to zero.
fn shown(
    widths: [f64; 2],
    sides: &[Side],
    given: Option<&'static str>,
    model: &Model,
) -> Option<(Side, &'static str)> {
    let given = given.map(|unit| [unit; 2]);
    let given = given.as_ref().map(<[&'static str; 2]>::as_slice);
    let (side, units) = of_each(widths, sides, given, model)?;
    assert_eq!(units[0], units[1]);
    Some((side, units[0]))
}

fn of_each(
    widths: [f64; 2],
    sides: &[Side],
    given: Option<&[&'static str]>,
    model: &Model,
) -> Option<(Side, Vec<&'static str>)> {
    let column = |width: f64| {
        vec![
            100.0,
            f64::NAN,
            100.0 + 0.5 * width,
            100.0 + width,
            f64::INFINITY,
        ]
    };
    let shown = positions(&widths.map(column), sides, given, model);
    shown.all.into_iter().next()
}

const SLIDING: Model = Model {
    joints: &[
        MODEL.joints[1],
        Joint {
            position: Some([0.5, 0.75]),
            ..MODEL.joints[1]
        },
    ],
    ..MODEL
};
const FREE: Model = Model {
    joints: &[
        Joint {
            position: None,
            kind: JointKind::Continuous,
            ..MODEL.joints[0]
        },
        MODEL.joints[0],
    ],
    ..MODEL
};
const FAR: Model = Model {
    joints: &[
        MODEL.joints[1],
        Joint {
            position: None,
            ..MODEL.joints[1]
        },
    ],
    ..MODEL
};

#[test]
fn units_keep_every_joint_within_its_range() {
    let of =
        |widths, model: &Model| shown(widths, &[Side::Joint], None, model).map(|(_, unit)| unit);
    // Ranges of 5, with a tenth more.
    assert_eq!(of([5.49, 1.0], &TURNING), Some("rad"));
    assert_eq!(of([5.51, 1.0], &TURNING), Some("deg"));
    assert_eq!(of([1.0, 5.51], &TURNING), Some("deg"));
    assert_eq!(of([1.0, 316.0], &TURNING), None);
    // One joint at least moves.
    assert_eq!(of([0.021, 0.0], &TURNING), Some("rad"));
    assert_eq!(of([0.0, 0.021], &TURNING), Some("rad"));
    assert_eq!(of([0.019, 0.019], &TURNING), None);
    // Two turns where there are no limits.
    assert_eq!(of([12.5, 1.0], &FREE), Some("rad"));
    assert_eq!(of([12.6, 1.0], &FREE), Some("deg"));
    assert_eq!(of([1.0, 5.51], &FREE), Some("deg"));
    // What slides goes by metres: a range of 5 and one of 0.25, and one without limits.
    assert_eq!(of([5.0, 0.27], &SLIDING), Some("m"));
    assert_eq!(of([25.0, 0.28], &SLIDING), Some("mm"));
    assert_eq!(of([1.0, 2.99], &FAR), Some("m"));
    assert_eq!(of([30.0, 3.01], &FAR), Some("mm"));
}

/// The first joint turns by 5 and the second slides by as much.
#[test]
fn joints_of_both_kinds_have_a_unit_each() {
    const BOTH: Model = Model {
        joints: &[TURNING.joints[0], SLIDING.joints[0]],
        ..MODEL
    };
    let of = |widths, given: Option<&[&'static str]>| {
        of_each(widths, &[Side::Joint], given, &BOTH).map(|(_, units)| units)
    };
    assert_eq!(of([5.0, 5.0], None), Some(vec!["rad", "m"]));
    assert_eq!(of([6.0, 5.0], None), Some(vec!["deg", "m"]));
    assert_eq!(of([5.0, 6.0], None), Some(vec!["rad", "mm"]));
    assert_eq!(of([6.0, 6.0], None), Some(vec!["deg", "mm"]));
    let given: &[&'static str] = &["deg", "mm"];
    assert_eq!(of([5.0, 5.0], Some(given)), Some(given.to_vec()));
    assert_eq!(of([5.0, 6.0], Some(&["rad", "m"])), None);
    // Motors that turn by 10 and 40 rad turn the one by 5 and slide the other by 5: they have no unit of length.
    let degrees = [10.0, 40.0].map(f64::to_degrees);
    let of_motors = |given: Option<&[&'static str]>| of_each(degrees, &[Side::Motor], given, &BOTH);
    let expected = Some((Side::Motor, vec!["deg"; 2]));
    assert_eq!(of_motors(None), expected);
    assert_eq!(of_motors(Some(&["deg", "deg"])), expected);
    // What is given is tried as it is, where it can be: turns of a motor, and of no slide.
    let turns = [5.0, 5.0].map(|width| width / std::f64::consts::TAU);
    let of = |side, given| of_each(turns, &[side], Some(given), &BOTH);
    let both: &[&'static str] = &["rev", "rev"];
    assert_eq!(of(Side::Motor, both), Some((Side::Motor, both.to_vec())));
    assert_eq!(of(Side::Joint, both), None);
    let mixed: &[&'static str] = &["rev", "m"];
    assert_eq!(of(Side::Joint, mixed), Some((Side::Joint, mixed.to_vec())));
    assert_eq!(of(Side::Joint, &["m", "m"]), None);
}

#[test]
fn sides_are_tried_in_their_order_and_units_in_theirs() {
    let both = [Side::Motor, Side::Joint];
    let turned = [Side::Joint, Side::Motor];
    // Motors that turn by 10 and 15 turn joints by 5 and -3 + 3.
    assert_eq!(
        shown([10.0, 15.0], &both, None, &TURNING),
        Some((Side::Motor, "rad"))
    );
    assert_eq!(
        shown([10.0, 15.0], &turned, None, &TURNING),
        Some((Side::Joint, "deg"))
    );
    assert_eq!(
        shown([10.0, 15.0], &[Side::Joint], Some("rad"), &TURNING),
        None
    );
    assert_eq!(
        shown([10.0, 15.0], &turned, Some("rad"), &TURNING),
        Some((Side::Motor, "rad"))
    );
    assert_eq!(shown([1.0, 1.0], &both, Some("deg"), &TURNING), None);
    assert_eq!(
        shown([9.0, 9.0], &both, Some("deg"), &TURNING),
        Some((Side::Motor, "deg"))
    );
    // In degrees no more than joints can, of the motors: 270 and -162 + 54.
    assert_eq!(
        shown([540.0, 270.0], &turned, None, &TURNING),
        Some((Side::Motor, "deg"))
    );
}

/// Behind the first stand others in which what they change moves by a twentieth of its range.
#[test]
fn units_and_sides_that_fit_as_well_are_told() {
    let all = |widths: [f64; 2], sides: &[Side], model: &Model| {
        let column = |width: f64| vec![0.0, width];
        positions(&widths.map(column), sides, None, model).all
    };
    let both = [Side::Joint, Side::Motor];
    let turning = |side, unit| (side, vec![unit; 2]);
    assert_eq!(
        all([10.0, 15.0], &both, &TURNING),
        [turning(Side::Joint, "deg"), turning(Side::Motor, "rad")]
    );
    // Turns of motors, which logs of drives have.
    assert_eq!(
        all([1.0, 1.5], &both, &TURNING),
        [
            turning(Side::Joint, "rad"),
            turning(Side::Motor, "rad"),
            turning(Side::Motor, "rev")
        ]
    );
    // By as little as this hardly a joint moves: nothing shows that it is turns of motors.
    let little = [0.1, 0.15];
    assert_eq!(
        all(little, &[Side::Motor, Side::Joint], &TURNING),
        [turning(Side::Motor, "rad"), turning(Side::Motor, "rev")]
    );
    assert_eq!(
        all(little, &both, &TURNING),
        [turning(Side::Joint, "rad"), turning(Side::Motor, "rev")]
    );
    assert_eq!(
        all([5.0, 5.0], &[Side::Joint], &TURNING),
        [turning(Side::Joint, "rad")]
    );
    // What slides moves as far with either unit of what turns.
    const BOTH: Model = Model {
        joints: &[TURNING.joints[0], SLIDING.joints[0]],
        ..MODEL
    };
    assert_eq!(
        all([5.0, 5.0], &[Side::Joint], &BOTH),
        [(Side::Joint, vec!["rad", "m"])]
    );
}

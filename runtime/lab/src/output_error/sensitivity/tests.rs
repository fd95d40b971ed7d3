//! How much follows from a change, and how errors grow.

use armwright_robots::double_pendulum;
use armwright_runtime::Robot;
use nalgebra::DMatrix;

use super::{Curve, Experiment, Growth, Sensitivity, factor, growth, sensitivity, warnings};
use crate::output_error::by_hand::Described;
use crate::output_error::free;
use crate::parameters::nominal;
use crate::simulation::{FrictionLaw, Hold, Machine, Settings, Start, Steps, simulate};

#[test]
fn growth_is_told_by_the_factors_on_the_way() {
    let times = [2.0, 2.5, 3.0, 3.5];
    let found = growth(vec![1.0, 10.0, 40.0, 20.0], &times, 1.5);
    let wanted = Growth {
        largest: 40.0,
        end: 20.0,
        exponent: 20f64.ln() / 1.5,
        tenfold: Some(1.0),
        measured: None,
        is_nearly_chaotic: false,
        factors: vec![1.0, 10.0, 40.0, 20.0],
    };
    assert_eq!(found, wanted);
    assert!(!growth(vec![1.0, 100.0], &times, 0.5).is_nearly_chaotic);
    assert!(growth(vec![1.0, 100.1], &times, 0.5).is_nearly_chaotic);
    let none = growth(Vec::new(), &[], 0.0);
    assert_eq!(
        (none.largest, none.end, none.exponent, none.tenfold),
        (0.0, 1.0, 0.0, None)
    );
    // The longer axis of an ellipse.
    let transition = DMatrix::from_row_slice(2, 2, &[3.0, 0.0, 0.0, -5.0]);
    assert_eq!(factor(&transition), 5.0);
    assert_eq!(
        factor(&DMatrix::from_element(2, 2, f64::NAN)),
        f64::INFINITY
    );
}

#[test]
fn warnings_say_how_long_a_motion_can_be_relied_on() {
    let found = |factors: Vec<f64>, stop: Option<&str>| Sensitivity {
        recording: "run".to_owned(),
        units: Vec::new(),
        curves: Vec::new(),
        growth: growth(factors, &[2.0, 2.25, 3.26], 1.26),
        seconds: 1.26,
        stop: stop.map(str::to_owned),
        warnings: Vec::new(),
        times: Vec::new(),
    };
    assert_eq!(warnings(&found(vec![1.0, 20.0, 99.0], None)), [""; 0]);
    assert_eq!(
        warnings(&found(vec![1.0], Some("at 1 s"))),
        ["the motion ends early: at 1 s"]
    );
    assert_eq!(
        warnings(&found(vec![1.0, 20.0, 1234.5], None)),
        [
            "the motion depends strongly on its beginning: an error of the state becomes 1234 times as large within 1.3 s. A \
             simulation that long says little of other motion, and a search over it may end far from the best: intervals of 0.25 s keep the factor below 10"
        ]
    );
    // So does one that is simulated from beside.
    let mut measured = found(vec![1.0, 20.0, 1234.5], None);
    measured.growth.measured = Some(1200.0);
    let said = warnings(&measured);
    assert!(
        said[0].contains(
            " within 1.3 s, also in a simulation that begins a little beside. A simulation that long "
        ),
        "{said:?}"
    );
    // 0.25 s are six samples at 24 Hz, which an interval has at least, and less at 20 Hz.
    for (rate, begin) in [
        (24.0, "intervals of 0.25 s "),
        (20.0, "it becomes ten times "),
    ] {
        let mut thin = found(vec![1.0, 20.0, 1234.5], None);
        thin.times = vec![2.0, 2.0 + 1.0 / rate];
        thin.growth.tenfold = Some(0.25 + 1e-9);
        let said = warnings(&thin);
        let begin = format!(" may end far from the best: {begin}");
        assert!(said[0].contains(&begin), "{said:?}");
    }
    // Of a factor from a million on its size is enough.
    for (factor, text) in [(999_999.0, "999999"), (1e6, "1e6"), (2.6e7, "3e7")] {
        let mut large = found(vec![1.0, 20.0, factor], None);
        large.growth.tenfold = None;
        let said = warnings(&large);
        let size = format!(" becomes {text} times as large within 1.3 s. ");
        assert!(said[0].contains(&size), "{said:?}");
        let end = "may end far from the best: shorter intervals help";
        assert!(said[0].ends_with(end), "{said:?}");
    }
}

/// Curves are what differences of simulated motions are, each for the change that it names.
#[test]
fn curves_are_differences_of_motions() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let names = ["mx_lower", "fv_shoulder"].map(str::to_owned);
    let all = free(&machine, &names).expect("names");
    let column = |w: f64| (0..13).map(|k| (w * f64::from(k)).sin()).collect();
    let experiment = Experiment {
        name: "run".to_owned(),
        rate: 50.0,
        start: 3.0,
        position: vec![column(0.1), column(0.2)],
        input: vec![column(0.3), column(0.4)],
        bridged: Vec::new(),
        clock: None,
    };
    let start = Start {
        position: vec![0.3, 0.1],
        velocity: vec![0.5, 0.0],
    };
    let settings = Settings::default();
    let of = |machine: &Machine<'_>| {
        sensitivity(machine, &experiment, &all, &start, Hold::Last, &settings).expect("curves")
    };
    let found = of(&machine);
    let names: Vec<&str> = found
        .curves
        .iter()
        .map(|curve| curve.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "mx_lower",
            "fv_shoulder",
            "q_shoulder",
            "q_elbow",
            "qd_shoulder",
            "qd_elbow"
        ]
    );
    let changes: Vec<f64> = found.curves.iter().map(|curve| curve.change).collect();
    let size = 0.01 * all[0].of(&machine).abs();
    assert!((changes[0] - size).abs() < 1e-15);
    // A parameter that is 0 is changed by 1.
    assert_eq!(changes[1..], [1.0, 0.01, 0.01, 0.01, 0.01]);
    // Upwards, too, where it is negative.
    let mut reversed = machine.clone();
    all[0].set(&mut reversed, -0.75);
    let change = of(&reversed).curves[0].change;
    assert!((change - 0.0075).abs() < 1e-15, "{change}");
    assert_eq!(
        (found.recording.as_str(), &found.units[..]),
        ("run", &["rad", "rad"][..])
    );
    assert!((found.seconds - 0.24).abs() < 1e-12 && found.stop.is_none());
    assert_eq!(
        (
            found.times.len(),
            found.times[0],
            found.growth.factors.len()
        ),
        (13, 3.0, 13)
    );
    assert!((found.growth.factors[0] - 1.0).abs() < 1e-12);
    let grid = crate::simulation::Grid {
        start: 0.0,
        rate: 50.0,
        samples: 13,
    };
    let input = super::input(&experiment, Hold::Last);
    for (k, curve) in found.curves.iter().enumerate() {
        let h = 1e-4;
        let side = |by: f64| {
            let (mut machine, mut start) = (machine.clone(), start.clone());
            let by = by * curve.change;
            match k {
                0 | 1 => {
                    let value = all[k].of(&machine) + by;
                    all[k].set(&mut machine, value);
                }
                2 | 3 => start.position[k - 2] += by,
                _ => start.velocity[k - 4] += by,
            }
            simulate(&machine, &input, &start, &grid, &settings)
                .expect("a motion")
                .q
        };
        let (ahead, behind) = (side(h), side(-h));
        for joint in 0..2 {
            let (mut largest, mut squares) = (0.0f64, 0.0);
            for sample in 0..13 {
                let at = 2 * sample + joint;
                let wanted = (ahead[at] - behind[at]) / (2.0 * h);
                let value = curve.values[joint][sample];
                assert!(
                    (value - wanted).abs() < 2e-5 * (1.0 + wanted.abs()),
                    "{k} {value} {wanted}"
                );
                largest = largest.max(value.abs());
                squares += value * value;
            }
            let Curve {
                largest: most,
                typical,
                ..
            } = curve;
            assert_eq!(most[joint], largest);
            assert!((typical[joint] - (squares / 13.0f64).sqrt()).abs() < 1e-12);
        }
    }
    // Numbers of a joint that is locked are left out.
    machine.lock(0);
    let locked = of(&machine);
    let names: Vec<&str> = locked
        .curves
        .iter()
        .map(|curve| curve.name.as_str())
        .collect();
    assert_eq!(names, ["mx_lower", "fv_shoulder", "q_elbow", "qd_elbow"]);
}

/// Four steps a sample, of which 25 are allowed.
#[test]
fn a_motion_that_cannot_go_on_ends_early() {
    let robot = &Described::sliding();
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let experiment = Experiment {
        name: "run".to_owned(),
        rate: 50.0,
        start: 3.0,
        position: vec![vec![0.0; 13]; 2],
        input: vec![vec![0.5; 13]; 2],
        bridged: Vec::new(),
        clock: None,
    };
    let start = Start {
        position: vec![0.3, 0.1],
        velocity: vec![0.5, 0.0],
    };
    let settings = Settings {
        steps: Steps::Fixed(0.005),
        most: 25,
        ..Settings::default()
    };
    let found = sensitivity(&machine, &experiment, &[], &start, Hold::Last, &settings);
    let found = found.expect("curves");
    let stop = found.stop.as_deref().expect("an end");
    let begin = "at 3.125000 s 25 steps do not reach the end: ";
    assert!(stop.starts_with(begin), "{stop}");
    assert_eq!(found.warnings, [format!("the motion ends early: {stop}")]);
    assert_eq!(found.units, ["rad", "m"]);
    // Of the steps of six, and the one that they begin at.
    assert_eq!((found.times.len(), found.growth.factors.len()), (7, 7));
    assert!((found.seconds - 0.12).abs() < 1e-12, "{}", found.seconds);
    let counts = found
        .curves
        .iter()
        .flat_map(|curve| &curve.values)
        .map(Vec::len);
    assert!(counts.eq([7; 8]));
    // Of a single sample the mean is that sample: the position that was changed.
    let settings = Settings {
        most: 3,
        ..settings
    };
    let found = sensitivity(&machine, &experiment, &[], &start, Hold::Last, &settings);
    let found = found.expect("curves");
    assert_eq!(found.times, [3.0]);
    let curve = &found.curves[0];
    assert!((curve.largest[0] - 0.01).abs() < 1e-15, "{curve:?}");
    assert!((curve.typical[0] - 0.01).abs() < 1e-15, "{curve:?}");
}

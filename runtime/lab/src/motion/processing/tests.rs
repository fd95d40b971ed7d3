use super::{Processing, ProcessingError, edge, factors, joined};
use crate::motion::Run;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::Recording;
use crate::regression::by_hand::{self, MODEL, PARAMETERS};
use armwright_runtime::{Model, Parameter, ParameterKind, Side, Site};

const RUBBED: [Parameter; 2] = [
    Parameter {
        kind: ParameterKind::Coulomb(Site::Joint(0)),
        ..PARAMETERS[4]
    },
    PARAMETERS[5],
];
/// Coulomb friction at the first joint alone.
const JOINT_RUBS: Model = Model {
    parameters: &RUBBED,
    ..MODEL
};

fn run() -> Run {
    Run {
        cutoff: 12.0,
        band: 1.0,
        reason: "because".to_owned(),
        rate: 100.0,
        samples: 600.0,
        speeds: (vec![2.0, 3.0], vec![5.0, 7.0]),
        jumps_anywhere: false,
    }
}

fn resolved(options: &ProcessingOptions, recording: &Recording, run: &Run) -> Processing {
    Processing::resolve(options, recording, run, &MODEL).expect("options")
}

#[test]
fn what_is_left_open_follows_from_the_recordings() {
    let recording = by_hand::recording(700);
    let found = resolved(&ProcessingOptions::default(), &recording, &run());
    let expected = Processing {
        rate: 100.0,
        cutoff: 12.0,
        order: 4,
        decimate: vec![8],
        // log(1e-6) over that of the slowest pole, by SciPy: 51.5.
        trim: 52,
        velocity_threshold: vec![0.0, 0.0],
        motor_velocity_threshold: vec![0.0, 0.07],
        equations: EquationSide::Joint,
        chosen: vec![
            "because".to_owned(),
            "decimation by 8: from 100.0 to 12.5 Hz, about the cut-off".to_owned(),
            "velocity thresholds: 1 % of the highest speed, where Coulomb friction acts".to_owned(),
        ],
    };
    assert_eq!(found, expected);
    // Asked for as automatic it is the same; and rows are torques where these were measured.
    let mut at_motors = recording;
    at_motors.torque_side = Side::Motor;
    let auto = ProcessingOptions {
        cutoff: Some(Cutoff::Auto),
        ..ProcessingOptions::default()
    };
    let expected = Processing {
        equations: EquationSide::Motor,
        ..expected
    };
    assert_eq!(resolved(&auto, &at_motors, &run()), expected);
    // What is given may be as slow as it likes.
    let half = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(0.5)),
        ..ProcessingOptions::default()
    };
    assert_eq!(resolved(&half, &at_motors, &run()).cutoff, 0.5);
    // The slowest clock of the run has no room for more than a fifth of its rate.
    let mut slow = at_motors;
    slow.rate = 40.0;
    assert_eq!(resolved(&auto, &slow, &run()).cutoff, 8.0);
}

#[test]
fn what_is_given_is_followed() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(9.0)),
        order: Some(3),
        decimate: Some(List(vec![2, 5])),
        trim: Some(0),
        velocity_threshold: Some(List(vec![0.25])),
        motor_velocity_threshold: Some(List(vec![0.5, 0.75])),
        equations: Some(EquationSide::Motor),
        without_torque: None,
    };
    let recording = by_hand::recording(200);
    let found = resolved(&options, &recording, &run());
    let expected = Processing {
        rate: 100.0,
        cutoff: 9.0,
        order: 3,
        decimate: vec![2, 5],
        trim: 1,
        velocity_threshold: vec![0.0; 2],
        motor_velocity_threshold: vec![0.0, 0.75],
        equations: EquationSide::Motor,
        chosen: Vec::new(),
    };
    assert_eq!(found, expected);
    assert_eq!(found.decimation(), 10);
    assert_eq!(joined(&found.decimate), "2, 5");
    let filter = found.position_filter(100.0).expect("a filter");
    assert!((filter.gain_at(9.0, 100.0) - 0.5f64.sqrt()).abs() < 1e-12);
    assert_eq!(filter.edge(), 12);
    // Another recording has its own ends, and its own factors at another rate.
    let another = ProcessingOptions {
        trim: None,
        velocity_threshold: Some(List(vec![0.0; 2])),
        motor_velocity_threshold: Some(List(vec![0.0, 0.75])),
        ..options
    };
    assert_eq!(found.for_another(100.09), another);
    let faster = ProcessingOptions {
        decimate: None,
        ..another
    };
    assert_eq!(found.for_another(100.11), faster);
    assert_eq!(found.for_another(99.89), faster);
    // And a cut-off that its rate has room for.
    let cutoffs = [60.0, 20.0].map(|rate| found.for_another(rate).cutoff);
    assert_eq!(cutoffs, [9.0, 4.0].map(|hertz| Some(Cutoff::Hertz(hertz))));
    let whole = Processing {
        decimate: Vec::new(),
        ..found
    };
    assert_eq!(whole.decimation(), 1);
}

#[test]
fn decimation_goes_to_about_the_cut_off_and_leaves_samples() {
    let decimate = |rate: f64, cutoff: f64, samples: f64| {
        let mut recording = by_hand::recording(20);
        recording.rate = rate;
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(cutoff)),
            ..ProcessingOptions::default()
        };
        let run = Run { samples, ..run() };
        let found = resolved(&options, &recording, &run);
        (found.decimate, found.chosen[0].clone())
    };
    let factors = |rate, cutoff, samples| decimate(rate, cutoff, samples).0;
    // Sixty samples are left.
    assert_eq!(factors(100.0, 12.0, 240.0), [4]);
    assert_eq!(factors(100.0, 12.0, 239.0), [3]);
    let (none, said) = decimate(100.0, 12.0, 50.0);
    assert_eq!(none, [1]);
    let expected = "decimation by 1: from 100.0 to 100.0 Hz, about the cut-off";
    assert_eq!(said, expected);
    let (two, said) = decimate(100.0, 2.0, 1e6);
    assert_eq!(two, [10, 5]);
    let expected = "decimation by 10, 5: from 100.0 to 2.0 Hz, about the cut-off";
    assert_eq!(said, expected);
    // Between 100 Hz and 100.05 Hz the ratio passes 8; such rates are one, and 101 Hz is another.
    assert_eq!(factors(100.0, 12.5025, 600.0), [7]);
    assert_eq!(factors(100.05, 12.5025, 600.0), [7]);
    assert_eq!(factors(101.0, 12.5025, 600.0), [8]);
}

#[test]
fn factors_multiply_to_about_the_ratio() {
    assert_eq!(factors(0.7), [1]);
    assert_eq!(factors(5.9), [5]);
    assert_eq!(factors(12.9), [12]);
    assert_eq!(factors(13.0), [10]);
    assert_eq!(factors(50.0), [10, 5]);
    assert_eq!(factors(130.0), [10, 10]);
    assert_eq!(factors(1000.0), [10, 10, 10]);
}

#[test]
fn ends_are_cut_until_the_filter_has_forgotten_its_start() {
    // By SciPy: 36.2 samples of order 4 at a fifth of the rate, 62.2 of order 2 at a twentieth.
    assert_eq!(edge(4, 20.0, 100.0, 1000), 37);
    assert_eq!(edge(2, 5.0, 100.0, 1000), 63);
    assert_eq!(edge(2, 5.0, 100.0, 629), 62);
    // A filter that cannot be is refused elsewhere.
    assert_eq!(
        [edge(13, 5.0, 100.0, 1000), edge(13, 5.0, 100.0, 199)],
        [20, 19]
    );
}

#[test]
fn thresholds_are_a_share_of_speeds_where_friction_jumps() {
    let recording = by_hand::recording(20);
    let found = |model: &Model, joint: Option<f64>, motor: Option<f64>| {
        let list = |x: f64| List(vec![x]);
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            decimate: Some(List(vec![1])),
            velocity_threshold: joint.map(list),
            motor_velocity_threshold: motor.map(list),
            ..ProcessingOptions::default()
        };
        let found = Processing::resolve(&options, &recording, &run(), model).expect("options");
        let lists = [found.velocity_threshold, found.motor_velocity_threshold];
        (lists, found.chosen)
    };
    let said = |whose: &str| {
        vec![format!(
            "velocity thresholds{whose}: 1 % of the highest speed, where Coulomb friction acts"
        )]
    };
    let lists = |joint: [f64; 2], motor: [f64; 2]| [joint.to_vec(), motor.to_vec()];
    let joints = lists([0.02, 0.0], [0.0; 2]);
    assert_eq!(found(&JOINT_RUBS, None, None), (joints, said("")));
    // What is given holds where friction jumps, too: nowhere else would it drop anything.
    let joints = lists([0.02, 0.0], [0.0; 2]);
    assert_eq!(
        found(&JOINT_RUBS, None, Some(0.3)),
        (joints, said(" of joints"))
    );
    let given = lists([0.4, 0.0], [0.0; 2]);
    assert_eq!(found(&JOINT_RUBS, Some(0.4), None), (given, Vec::new()));
    let motors = lists([0.0; 2], [0.0, 0.07]);
    assert_eq!(found(&MODEL, Some(0.4), None), (motors, said(" of motors")));
    let given = lists([0.0; 2], [0.0, 0.3]);
    assert_eq!(found(&MODEL, None, Some(0.3)), (given, Vec::new()));
    // A joint that moves as the second coordinate does has the speed of that.
    let other = Model {
        motions: &[&[(1, 2.0)], &[(0, 1.0)]],
        ..JOINT_RUBS
    };
    assert_eq!(found(&other, None, None).0, lists([0.0, 0.03], [0.0; 2]));
}

/// Laws that jump are tried at every joint and motor: a threshold that is given is one of each.
#[test]
fn thresholds_are_those_of_all_where_laws_that_jump_are_tried_anywhere() {
    let anywhere = Run {
        jumps_anywhere: true,
        ..run()
    };
    let found = |given: Option<f64>| {
        let options = ProcessingOptions {
            velocity_threshold: given.map(|x| List(vec![x])),
            ..ProcessingOptions::default()
        };
        let found = resolved(&options, &by_hand::recording(700), &anywhere);
        [found.velocity_threshold, found.motor_velocity_threshold]
    };
    assert_eq!(found(None), [vec![0.02, 0.03], vec![0.05, 0.07]]);
    assert_eq!(found(Some(0.4)), [vec![0.4, 0.4], vec![0.05, 0.07]]);
}

#[test]
fn options_that_cannot_be_followed_are_told() {
    let recording = by_hand::recording(20);
    let refused = |change: &dyn Fn(&mut ProcessingOptions)| {
        let mut options = ProcessingOptions::default();
        change(&mut options);
        Processing::resolve(&options, &recording, &run(), &MODEL).err()
    };
    for value in [0.0, -3.0, 50.0] {
        let expected = ProcessingError::Value {
            key: "cutoff",
            value,
            remedy: "choose a frequency above 0 and below half of the sampling rate",
        };
        let found = refused(&|options| options.cutoff = Some(Cutoff::Hertz(value)));
        assert_eq!(found, Some(expected));
    }
    assert_eq!(
        refused(&|options| options.cutoff = Some(Cutoff::Hertz(49.9))),
        None
    );
    let none = refused(&|options| options.cutoff = Some(Cutoff::Hertz(f64::NAN)));
    assert_eq!(
        none.map(|error| error.to_string()),
        Some(
            "`cutoff` cannot be NaN: choose a frequency above 0 and below half of the sampling rate"
                .to_owned()
        )
    );
    let list = |values: &[f64]| Some(List(values.to_vec()));
    let none = refused(&|options| options.velocity_threshold = list(&[0.1, f64::NAN]));
    assert_eq!(
        none.map(|error| error.to_string()),
        Some("`velocity_threshold` cannot be NaN: a speed is 0 or more".to_owned())
    );
    let negative = refused(&|options| options.velocity_threshold = list(&[0.1, -0.5]));
    assert_eq!(
        negative.map(|error| error.to_string()),
        Some("`velocity_threshold` cannot be -0.5: a speed is 0 or more".to_owned())
    );
    let endless = refused(&|options| options.motor_velocity_threshold = list(&[f64::INFINITY]));
    assert_eq!(
        endless.map(|error| error.to_string()),
        Some("`motor_velocity_threshold` cannot be inf: a speed is 0 or more".to_owned())
    );
    let many = refused(&|options| options.motor_velocity_threshold = list(&[0.1, 0.0, 0.3]));
    assert_eq!(
        many.map(|error| error.to_string()),
        Some(
            "`motor_velocity_threshold` has 3 numbers: give one for all, or 2 (one for each)"
                .to_owned()
        )
    );
    assert_eq!(
        refused(&|options| options.velocity_threshold = list(&[0.0])),
        None
    );
}

//! Intervals of a search, and what it gives in place of least squares.

mod warnings;

use nalgebra::DMatrix;

use super::{OutputError, Settled, experiments, nominal, options, settle};
use crate::estimate::{Estimator, Method, estimate};
use crate::experiment::{Sensors, designed, simulate};
use crate::identify::conditioned;
use crate::options::ProcessingOptions;
use crate::output_error::{Ending, Experiment};
use crate::parameters::nominal as nominal_values;
use crate::random::Random;
use crate::recording::{BaseMotion, Recording};
use crate::regression::Equations;
use crate::regression::by_hand::{self, BASE, MODEL};
use crate::simulation::Hold;
use crate::statistics::{Deviations, Estimated};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Model, Robot, Side};

fn experiment(rate: f64) -> Experiment {
    Experiment {
        name: "swing".to_owned(),
        rate,
        start: 0.0,
        position: Vec::new(),
        input: Vec::new(),
        bridged: Vec::new(),
        clock: None,
    }
}

#[test]
fn intervals_have_samples_enough_of_the_slowest_recording() {
    let of = |interval, rates: &[f64]| {
        let estimator = Estimator {
            interval,
            ..Method::OutputError.into()
        };
        let all: Vec<Experiment> = rates.iter().map(|rate| experiment(*rate)).collect();
        let found = options(&estimator, &all);
        assert_eq!((found.iterations, found.weightings), (40, 1));
        assert!(matches!(found.hold, Hold::Linear));
        found.intervals
    };
    // A fifth of half a second, or eight samples.
    assert_eq!(of(None, &[1000.0, 500.0]), [0.1, 0.5]);
    assert_eq!(of(None, &[1000.0, 40.0]), [0.2, 0.5]);
    assert_eq!(of(None, &[1000.0, 10.0]), [0.8]);
    assert_eq!(of(Some(2.0), &[100.0]), [0.4, 2.0]);
    assert_eq!(of(Some(0.15), &[40.0]), [0.15]);
}

fn settled(ending: Ending, from_nominal: bool, asked: Option<f64>) -> Settled {
    Settled {
        found: OutputError {
            interval: 0.4,
            intervals: 25,
            ending,
            iterations: 7,
            followed: Vec::new(),
            from_nominal,
            least_squares: Vec::new(),
            warnings: Vec::new(),
        },
        covariance: DMatrix::zeros(3, 3),
        determined: vec![true, false, true],
        asked,
    }
}

#[test]
fn a_search_says_how_it_went() {
    let said = |settled: Settled| settled.settings().map(|s| (s.name, s.value, s.rule));
    let found = said(settled(Ending::Converged, false, None));
    assert_eq!(
        found,
        [
            (
                "interval",
                0.4,
                "s, each from a state of its own".to_owned()
            ),
            ("intervals", 25.0, "that were simulated".to_owned()),
            (
                "iterations",
                7.0,
                "from least squares until nothing changed".to_owned()
            ),
        ]
    );
    let [interval, _, rounds] = said(settled(Ending::Converged, true, Some(0.4)));
    assert_eq!(interval.2, "s, each from a state of its own, as was asked");
    assert_eq!(rounds.2, "from nominal values until nothing changed");
    let [.., rounds] = said(settled(Ending::Iterations, false, None));
    assert_eq!(
        rounds.2,
        "after which the search had not ended: what it found is the best so far"
    );
    let p = Estimated {
        std: Some(0.1),
        ..Estimated::default()
    };
    let mut table = vec![p.clone(), p.clone(), p];
    settled(Ending::Stuck, false, None).hide(&mut table);
    let kept: Vec<Option<f64>> = table.iter().map(|p| p.std).collect();
    assert_eq!(kept, [Some(0.1), None, Some(0.1)]);
}

#[test]
fn nominal_values_are_a_beginning_where_all_are_known() {
    assert_eq!(nominal(&MODEL), None);
    let known = Model {
        base: &BASE[..5],
        ..MODEL
    };
    assert_eq!(nominal(&known), Some(vec![1.5, 1.2, 3.0, 0.2, 0.7]));
}

/// Two seconds of the pendulum.
fn swing() -> Recording {
    let model = ROBOT.model();
    let mut random = Random::new(4);
    let motion = designed(model, 2.0, 2.0, &mut random);
    let theta = nominal_values(model);
    let simulated = simulate(
        &ROBOT,
        &theta,
        &motion,
        50.0,
        &Sensors::default(),
        &mut random,
    );
    let simulated = simulated.expect("a motion");
    simulated.recording().expect("a recording")
}

/// A search tells which of its forty iterations it is at, as a share of them, each from 0 on.
#[test]
fn a_search_tells_how_far_it_is() {
    let (model, recording) = (ROBOT.model(), swing());
    let estimator = Estimator {
        interval: Some(0.48),
        ..Method::OutputError.into()
    };
    let runs = experiments(std::slice::from_ref(&recording), &estimator).expect("positions");
    let motions = conditioned(&ROBOT, vec![recording], &ProcessingOptions::default());
    let motions = motions.expect("a motion");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("equations");
    let mut found = estimate(&observation, model, &Method::Wls.into()).expect("an estimate");
    let least_squares = found.beta.clone();
    let mut heard: Vec<(&str, f64)> = Vec::new();
    let settled = settle(
        &equations,
        &runs,
        (&estimator, false),
        &mut found,
        &mut |what, share| heard.push((what, share)),
    );
    let settled = settled.expect("a fit").expect("output error");
    // Of 2 s as many as are nearest to what was asked for, of the same length.
    let own = &settled.found;
    assert_eq!((own.intervals, own.interval), (4, 0.5));
    assert_eq!(settled.asked, Some(0.48));
    // Of short intervals and of long ones, and once more with weights of the joints.
    let begins = heard.iter().filter(|(_, share)| *share == 0.0).count();
    assert_eq!(begins, 4, "{heard:?}");
    let mut last = -1.0;
    for (what, share) in heard {
        let iteration = 40.0 * share;
        assert_eq!(what, "simulating");
        assert!(iteration == 0.0 || (iteration - last - 1.0).abs() < 1e-9);
        last = iteration;
    }
    assert!(last < 40.0);
    assert_eq!(settled.found.least_squares, least_squares);
    assert_ne!(found.beta, least_squares);
    // What is determined has a variance, and nothing else.
    assert!(settled.determined.contains(&true));
    let c = &settled.covariance;
    for (k, is) in settled.determined.iter().enumerate() {
        assert_eq!(c[(k, k)] > 0.0, *is, "{k}");
        // What two have in common is the same either way.
        for i in 0..k {
            let size = (c[(i, i)] * c[(k, k)]).sqrt();
            assert!(
                (c[(i, k)] - c[(k, i)]).abs() <= 1e-6 * size,
                "{i}, {k}: {c}"
            );
        }
    }
    let none = settle(
        &equations,
        &None,
        (&estimator, false),
        &mut found,
        &mut |_, _| {},
    );
    assert!(none.is_ok_and(|settled| settled.is_none()));
    let refused = settle(
        &equations,
        &runs,
        (&estimator, true),
        &mut found,
        &mut |_, _| {},
    );
    assert!(refused.is_err());
}

/// What has no inertia cannot be simulated.
#[test]
fn a_search_that_had_to_begin_with_nominal_values_says_so() {
    let (model, recording) = (ROBOT.model(), swing());
    let estimator: Estimator = Method::OutputError.into();
    let runs = experiments(std::slice::from_ref(&recording), &estimator).expect("positions");
    let motions = conditioned(&ROBOT, vec![recording], &ProcessingOptions::default());
    let motions = motions.expect("a motion");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("equations");
    let before = estimate(&observation, model, &Method::Wls.into()).expect("an estimate");
    let known = nominal(model).expect("nominal values");
    let nothing = vec![0.0; known.len()];
    for (beta, from_nominal) in [(known, false), (nothing, true)] {
        let mut found = before.clone();
        found.beta.clone_from(&beta);
        let how = (&estimator, false);
        let settled = settle(&equations, &runs, how, &mut found, &mut |_, _| {});
        let own = settled.expect("a fit").expect("output error").found;
        assert_eq!((own.from_nominal, own.least_squares), (from_nominal, beta));
    }
}

/// What least squares would be off by is nothing that a simulated motion is off by.
#[test]
fn deviations_are_those_of_the_motion_alone() {
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let motions = [by_hand::motion(90)];
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let deviations = Deviations::of(&equations, &motions, &found, &mut |_| {});
    let mut deviations = deviations.expect("deviations");
    let b = MODEL.base.len();
    (deviations.bias, deviations.shift) = (vec![0.25; b], vec![0.5; b]);
    let own = Settled {
        covariance: DMatrix::from_fn(b, b, |i, k| 1.0 / (1 + i + k) as f64),
        determined: vec![true; b],
        ..settled(Ending::Converged, false, None)
    };
    own.replace(&mut deviations);
    assert_eq!(deviations.covariance, own.covariance);
    assert_eq!(
        (deviations.bias, deviations.shift),
        (vec![0.0; b], vec![0.0; b])
    );
}

#[test]
fn lengths_are_not_fitted_to_simulated_motions() {
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&[by_hand::motion(60)], &mut |_| {})
        .expect("an observation");
    let before = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let refused = |experiments: Option<Vec<Experiment>>| {
        let mut found = before.clone();
        let asked = Method::OutputError.into();
        let how = (&asked, true);
        let settled = settle(&equations, &experiments, how, &mut found, &mut |_, _| {});
        assert_eq!(
            (&found.beta, &found.settings),
            (&before.beta, &before.settings)
        );
        settled
            .map(|found| found.is_some())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        refused(Some(vec![experiment(100.0)])),
        Err(format!(
            "{} has no answer: lengths are fitted by least squares, of measured motions alone",
            Method::OutputError.title()
        ))
    );
    assert_eq!(refused(None), Ok(false));
}

/// What joint torques do is simulated, and nothing is known of other rows.
#[test]
fn what_measures_other_rows_is_not_simulated() {
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&[by_hand::motion(60)], &mut |_| {})
        .expect("an observation");
    let mut found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let before = found.beta.clone();
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    assert!(!equations.measured().is_empty());
    let (asked, runs) = (Method::OutputError.into(), Some(vec![experiment(100.0)]));
    let how = (&asked, false);
    let refused = settle(&equations, &runs, how, &mut found, &mut |_, _| {});
    let said = refused.err().map(|error| error.to_string());
    let expected = "output error has no answer: it simulates what joint torques do, and these recordings have other rows";
    assert_eq!((said.as_deref(), found.beta), (Some(expected), before));
}

/// Each recording is simulated, and each has to have the torques that move it.
#[test]
fn what_is_simulated_are_all_recordings() {
    let named = |name: &str, samples: u32| {
        let mut recording = by_hand::recording_from(0.0, samples);
        recording.name = name.to_owned();
        recording
    };
    let mut all = [named("one", 30), named("two", 20)];
    let asked: Estimator = Method::OutputError.into();
    let found = experiments(&all, &asked).expect("torques");
    let found = found.expect("a method that simulates");
    let told = found.iter().map(|one| (one.name.as_str(), one.samples()));
    assert_eq!(told.collect::<Vec<_>>(), [("one", 30), ("two", 20)]);
    let none = experiments(&all, &Method::Wls.into());
    assert!(none.is_ok_and(|found| found.is_none()));
    let refused = |all: &[Recording], asked: &Estimator| {
        let refused = experiments(all, asked).err();
        refused.map(|error| error.to_string()).unwrap_or_default()
    };
    // A base of any of them that moves, and settings of another estimator, are told as those of this one.
    for which in [0, 1] {
        let mut carried = all.clone();
        carried[which].base = Some(BaseMotion::default());
        assert_eq!(
            refused(&carried, &asked),
            "output error has no answer: the base moves, and what moves it is not known to a simulation"
        );
    }
    let damped = Estimator {
        damping: Some(1.0),
        ..asked.clone()
    };
    assert_eq!(
        refused(&all, &damped),
        "damping means nothing to output error: it belongs to the method ridge"
    );
    all[1].torque = None;
    assert!(experiments(&all, &asked).is_err());
}

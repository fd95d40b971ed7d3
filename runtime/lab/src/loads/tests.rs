//! A load of the pendulum from short recordings, and what tells none.

use nalgebra::{DMatrix, DVector};

use super::solved::Task;
use super::{
    Arm, FoundLoad, LoadOptions, identify_load, impossible, physical_of_load, standard_of_load,
};
use crate::estimate::Method;
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::identify::{BaseEstimate, IdentifyOptions, identify};
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::parameters::{base_matrix, bodies, nominal, standard};
use crate::recording::{Cause, Recording, Remark};
use crate::regression::by_hand::{ByHand, MODEL};
use crate::regression::{Balance, Equations};
use crate::together::{Offsets, TogetherError, both};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Model, ParameterKind, Robot, Side};

mod doubts;

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.13, -0.02, 0.05, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];

fn recorded(loaded: bool, noise: f64, seed: u64) -> Vec<Recording> {
    let load = if loaded { standard(LOAD) } else { [0.0; 10] };
    carrying(load, noise, seed)
}

/// The same with a load of these standard parameters.
fn carrying(load: [f64; 10], noise: f64, seed: u64) -> Vec<Recording> {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let path = designed(model, 5.0, 5.0, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: noise,
    };
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial { body: 1, component } = parameter.kind {
            *value += load[component.at()];
        }
    }
    let made = simulate(&ROBOT, &theta, &path, 200.0, &sensors, &mut random);
    vec![made.and_then(|made| made.recording()).expect("a recording")]
}

fn options(balance: Option<Balance>) -> LoadOptions {
    LoadOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(25.0)),
            decimate: Some(List(vec![4])),
            trim: Some(25),
            ..ProcessingOptions::default()
        },
        balance,
        ..LoadOptions::default()
    }
}

fn truth() -> Vec<f64> {
    let all = base_matrix(ROBOT.model()) * DVector::from_vec(nominal(ROBOT.model()));
    all.as_slice().to_vec()
}

fn check(found: &FoundLoad) {
    assert_eq!(
        (found.robot.as_str(), found.body.as_str()),
        ("double_pendulum", "lower")
    );
    let names = |of: &[crate::compare::LoadValue]| of.iter().map(|v| v.name).collect::<Vec<_>>();
    assert_eq!(
        names(&found.standard),
        [
            "m", "mx", "my", "mz", "Lxx", "Lxy", "Lxz", "Lyy", "Lyz", "Lzz"
        ]
    );
    assert_eq!(
        names(&found.physical),
        [
            "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz"
        ]
    );
    let mut certainty: f64 = 0.0;
    let mut told = 0;
    for (value, truth) in found.standard.iter().zip(standard(LOAD)) {
        if let (Some(x), Some(std)) = (value.value, value.std) {
            assert!((x - truth).abs() < 5.0 * std, "{value:?} {truth}");
            certainty = certainty.max(x.abs() / std);
            told += 1;
        }
    }
    // Mass, two moments and the inertia about the axes.
    assert_eq!(told, 4);
    assert!(
        (found.certainty / certainty - 1.0).abs() < 1e-9,
        "{}",
        found.certainty
    );
    assert_eq!(found.arm.len(), ROBOT.model().base.len());
    for (p, truth) in found.arm.iter().zip(truth()) {
        let (value, std) = p.value.zip(p.std).expect("a value");
        assert!((value - truth).abs() < 5.0 * std + 1e-9, "{p:?} {truth}");
    }
}

#[test]
fn a_load_is_told_beside_an_arm_that_is_recorded_or_known() {
    let of = |arm: Arm, balance: Option<Balance>| {
        identify_load(
            &ROBOT,
            arm,
            recorded(true, 0.02, 2),
            "lower",
            &options(balance),
        )
        .expect("a load")
    };
    let empty = || Arm::Recordings(recorded(false, 0.02, 1));
    let found = of(empty(), None);
    check(&found);
    // Two rows of each recording.
    assert_eq!(found.weighed.len(), 4);
    let mut known = BaseEstimate::exact(truth());
    let std = |k: usize| 1e-3 * (k + 1) as f64;
    (0..known.beta.len()).for_each(|k| known.covariance[k][k] = std(k) * std(k));
    let found = of(Arm::Known(known), None);
    check(&found);
    assert_eq!(found.weighed.len(), 2);
    for balance in [Balance::Energy, Balance::Momentum] {
        check(&of(empty(), Some(balance)));
    }
}

/// Three times as long as a decimated sample of 0.02 s they are a third as many.
#[test]
fn intervals_of_balances_are_as_long_as_is_asked() {
    for balance in [Balance::Energy, Balance::Momentum] {
        let samples = |interval: Option<f64>| -> usize {
            let options = LoadOptions {
                interval,
                ..options(Some(balance))
            };
            let empty = Arm::Recordings(recorded(false, 0.02, 1));
            let loaded = recorded(true, 0.02, 2);
            let found = identify_load(&ROBOT, empty, loaded, "lower", &options).expect("a load");
            found.weighed.iter().map(|row| row.samples).sum()
        };
        let (short, long) = (samples(None), samples(Some(0.06)));
        let times = short as f64 / long as f64;
        assert!((times - 3.0).abs() < 0.15, "{balance:?}: {short} {long}");
    }
}

/// Six base parameters and the ten of the load, of which 4.75 s have 15 intervals of two joints in each of two recordings; a period of
/// 25 Hz lasts 0.04 s.
#[test]
fn balances_that_are_hardly_more_than_unknowns_are_told() {
    let told = |interval: Option<f64>| {
        let options = LoadOptions {
            interval,
            ..options(Some(Balance::Momentum))
        };
        let empty = Arm::Recordings(recorded(false, 0.02, 1));
        let found = identify_load(&ROBOT, empty, recorded(true, 0.02, 2), "lower", &options);
        found.map_or_else(|error| error.to_string(), |found| found.warnings.join("; "))
    };
    let why = " balances over intervals for 16 unknowns hardly tell noise: shorten the intervals from 0.300 s, at least to half a \
               period of the cut-off, 0.020 s, of which there are about ";
    let said = told(Some(0.3));
    assert!(said.contains(why), "{said}");
    let said = told(None);
    assert!(!said.contains("balances over intervals"), "{said}");
}

#[test]
fn what_tells_no_load_is_said() {
    let refused = |arm: Arm, loaded: Vec<Recording>, options: &LoadOptions| {
        identify_load(&ROBOT, arm, loaded, "lower", options).expect_err("a refusal")
    };
    let empty = || Arm::Recordings(recorded(false, 0.05, 1));
    let said = refused(empty(), recorded(false, 0.05, 3), &options(None)).to_string();
    let begin = "the load does not tell itself (none of its parameters is 3 deviations from zero: there is none, or it is too small for \
                 this noise); take a heavier load, ";
    assert!(said.starts_with(begin), "{said}");
    // What was noticed of a recording may be why.
    let mut noticed = recorded(false, 0.05, 3);
    noticed[0].remarks.push(spare());
    let said = refused(empty(), noticed, &options(None)).to_string();
    let why = format!(
        "3 deviations from zero: simulation, with the load: {}",
        spare()
    );
    assert!(said.contains(&why), "{said}");
    let mut unknown = BaseEstimate::exact(truth());
    unknown.determined.fill(false);
    let said = refused(Arm::Known(unknown), recorded(true, 0.05, 2), &options(None)).to_string();
    assert!(
        said.contains(
            "what body lower carries changes nothing that base parameters do not explain"
        ),
        "{said}"
    );
    let offsets = LoadOptions {
        offsets: Offsets::Common,
        ..options(Some(Balance::Momentum))
    };
    let TogetherError::Robot { robot, why } = refused(empty(), recorded(true, 0.05, 2), &offsets)
    else {
        panic!("a refusal of offsets")
    };
    assert_eq!(
        (robot.as_str(), why),
        (
            "double_pendulum",
            "is balanced over intervals, in which offsets of torques are not sought: take torques, or leave offsets out"
        )
    );
}

#[test]
fn a_load_that_was_taken_off_is_told() {
    let of = |empty: bool, loaded: bool, seeds: [u64; 2]| {
        let arm = Arm::Recordings(recorded(empty, 0.02, seeds[0]));
        let with = recorded(loaded, 0.02, seeds[1]);
        identify_load(&ROBOT, arm, with, "lower", &options(None)).expect("a load")
    };
    let (gone, put_on) = (of(true, false, [2, 1]), of(false, true, [1, 2]));
    assert_eq!((gone.removed, put_on.removed), (true, false));
    for (k, (gone, put_on)) in gone.physical.iter().zip(&put_on.physical).enumerate() {
        assert_eq!(gone.value.is_some(), put_on.value.is_some(), "{gone:?}");
        let sign = if (1..4).contains(&k) { 1.0 } else { -1.0 };
        if let (Some(gone), Some(put_on), Some(std)) = (gone.value, put_on.value, gone.std) {
            assert!((gone - sign * put_on).abs() < std, "{k}: {gone}, {put_on}");
        }
    }
    assert!(gone.physical[0].value.is_some());
}

/// A wheel of 0.1 kg·m² whose mass noise puts 1.5 deviations below zero: estimates are as linear in a mass as torques are.
#[test]
fn a_mass_that_may_be_none_was_not_taken_off() {
    let of = |mass: f64| {
        let mut wheel = [0.0; 10];
        (wheel[0], wheel[7]) = (mass, 0.1);
        let empty = Arm::Recordings(recorded(false, 0.02, 1));
        let with = carrying(wheel, 0.02, 2);
        let found = identify_load(&ROBOT, empty, with, "lower", &options(None)).expect("a load");
        let own = &found.standard[0];
        let (mass, std) = own.value.zip(own.std).expect("a mass");
        (mass, std, found.removed)
    };
    let (chance, std, _) = of(0.0);
    let (mass, _, removed) = of(-chance - 1.5 * std);
    assert!((mass / std + 1.5).abs() < 0.01, "{mass} {std}");
    assert!(!removed);
}

/// Friction does not turn its sign, nor grow by a thousand, with a load.
#[test]
fn torques_of_another_sign_or_unit_are_no_load() {
    for factor in [-1.0, 1e3] {
        let mut loaded = recorded(true, 0.02, 2);
        let torques = loaded[0].torque.iter_mut().flatten().flatten();
        torques.for_each(|torque| *torque *= factor);
        let empty = Arm::Recordings(recorded(false, 0.02, 1));
        let found = identify_load(&ROBOT, empty, loaded, "lower", &options(None));
        let all = |found: FoundLoad| [found.refuted, found.warnings].concat().join("; ");
        let said = found.map_or_else(|error| error.to_string(), all);
        assert!(
            said.contains("look at `identify` of each recording"),
            "{said}"
        );
    }
}

#[test]
fn a_load_has_mass_and_inertia_of_one_sign() {
    let of = |mass: f64, inertia: f64, std: f64| {
        let mut found = DVector::zeros(10);
        (found[0], found[9]) = (mass, inertia);
        let covariance = DMatrix::identity(10, 10) * std * std;
        let values = standard_of_load(&found, &covariance, &[true; 10]);
        let physical = physical_of_load(&found, &covariance, &[true; 10]);
        impossible(&values, &physical)
    };
    assert_eq!(of(2.0, 0.5, 0.01), None);
    assert_eq!(of(-2.0, -0.5, 0.01), None);
    // Not by three deviations.
    assert_eq!(of(2.0, -0.5, 0.2), None);
    for sign in [1.0, -1.0] {
        let said = of(2.0 * sign, -0.5 * sign, 0.01).expect("a warning");
        assert!(
            said.starts_with("no load has these parameters, neither put on nor taken off: m ")
                && said.contains(", Jzz "),
            "{said}"
        );
    }
}

/// Zeros of sensors that are taken to be the same and are not pull the mass: noise alone does not say by how much.
#[test]
fn deviations_hold_a_load_where_recordings_contradict_one_another() {
    let with = |mut recordings: Vec<Recording>, zeros: [f64; 2]| {
        for (column, zero) in recordings[0].torque.iter_mut().flatten().zip(zeros) {
            column.iter_mut().for_each(|torque| *torque += zero);
        }
        recordings
    };
    let mass = |zeros: [f64; 2], offsets: Offsets| {
        let empty = Arm::Recordings(with(recorded(false, 0.02, 1), [0.3, -0.2]));
        let loaded = with(recorded(true, 0.02, 2), zeros);
        let options = LoadOptions {
            offsets,
            ..options(None)
        };
        let found = identify_load(&ROBOT, empty, loaded, "lower", &options).expect("a load");
        let (mass, std) = found.standard[0]
            .value
            .zip(found.standard[0].std)
            .expect("a mass");
        ((mass - LOAD[0]).abs(), std, found.warnings)
    };
    let (off, fine, warnings) = mass([0.3, -0.2], Offsets::Common);
    assert!(off < 5.0 * fine && warnings.is_empty(), "{off} {fine}");
    let (off, std, warnings) = mass([-0.7, 0.3], Offsets::Common);
    assert!(off > 20.0 * fine && off < 5.0 * std, "{off} {std} {fine}");
    assert!(
        warnings[0].contains("offsets of each recording"),
        "{warnings:?}"
    );
    let (off, std, warnings) = mass([-0.7, 0.3], Offsets::Each);
    assert!(off < 5.0 * std && warnings.is_empty(), "{off} {std}");
}

/// The load is on another body than was said, and none on that one explains what it does: neither the load nor zeros of sensors are
/// to be blamed.
#[test]
fn a_load_on_another_body_contradicts_an_arm_that_is_known() {
    let asked = IdentifyOptions {
        processing: options(None).processing,
        ..Method::Wls.into()
    };
    let arm = identify(&ROBOT, recorded(false, 0.02, 1).remove(0), &asked).expect("an arm");
    let arm = arm.estimation.base_estimate(ROBOT.model());
    let of = |body: &str| {
        let (arm, loaded) = (Arm::Known(arm.clone()), recorded(true, 0.02, 2));
        identify_load(&ROBOT, arm, loaded, body, &options(None))
    };
    let found = of("lower").expect("a load");
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    let said =
        of("upper").map_or_else(|error| error.to_string(), |found| found.warnings.join("; "));
    let what = "the recording does not fit the arm that is known: they are ";
    assert!(said.contains(what), "{said}");
    for changed in ["mx_lower", "mz_lower", "Lyy_lower"] {
        assert!(said.contains(changed), "{said}");
    }
    assert!(!said.contains("recorded that nothing"), "{said}");
}

/// Of the arm with the load base parameters are those of the arm and what the load adds to them.
#[test]
fn a_loaded_arm_is_an_arm() {
    let model = ROBOT.model();
    let motions = both(
        &ROBOT,
        recorded(false, 1e-4, 1),
        recorded(true, 1e-4, 2),
        &options(None).processing,
    );
    let motions = motions.expect("motions");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let task = Task {
        motions: &motions,
        place: 1,
        offsets: Offsets::None,
        arm: None,
    };
    let solved = task.solved(&equations).expect("a solution");
    let (parts, places) = (base_matrix(model), bodies(model)[1].1);
    let load = standard(LOAD);
    for (k, own) in truth().into_iter().enumerate() {
        let added: f64 = (0..10)
            .map(|c| places[c].map_or(0.0, |place| parts[(k, place)] * load[c]))
            .sum();
        let near = |found: f64, expected: f64| {
            assert!(
                (found - expected).abs() < 0.01 * expected.abs().max(0.1),
                "{k}: {found} for {expected}"
            );
        };
        near(solved.base(0)[k], own);
        near(solved.base(1)[k], own + added);
    }
    assert_eq!(solved.base(1).len(), truth().len());
}

#[test]
fn a_load_of_a_base_that_moves_is_refused() {
    let robot = ByHand(Box::leak(Box::new(Model {
        bodies: &["base", "a", "b"],
        ..MODEL
    })));
    let arm = Arm::Recordings(Vec::new());
    let refused = identify_load(&robot, arm, Vec::new(), "a", &LoadOptions::default());
    assert_eq!(
        refused.expect_err("a refusal").to_string(),
        "by_hand has a base that moves, whose wrench no drive gives"
    );
}

/// Each moment of inertia counts, about the origin where the one about the centre is not told.
#[test]
fn inertias_about_the_origin_tell_that_a_load_cannot_be() {
    for (at, name) in [(4, "Lxx"), (7, "Lyy"), (9, "Lzz")] {
        let mut found =
            DVector::from_row_slice(&[2.0, 0.4, 0.3, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        found[at] = -0.5;
        let mut determined = [false; 10];
        (determined[0], determined[at]) = (true, true);
        let covariance = DMatrix::identity(10, 10) * 1e-4;
        let values = standard_of_load(&found, &covariance, &determined);
        let physical = physical_of_load(&found, &covariance, &determined);
        assert_eq!(
            impossible(&values, &physical),
            Some(format!(
                "no load has these parameters, neither put on nor taken off: m 2.000 kg, {name} -0.500 kg·m²; look at signs \
                 and units of torques by `identify` of each recording"
            ))
        );
    }
}

fn spare() -> Remark {
    Remark::NothingUsed {
        file: "spare.csv".to_owned(),
    }
}

/// A recording without the load is there twice, and one of its files was read for nothing.
#[test]
fn a_load_has_what_was_noticed_and_done() {
    let mut empty = recorded(false, 0.02, 1);
    empty[0].remarks.push(spare());
    empty.push(empty[0].clone());
    let loaded = recorded(true, 0.02, 2);
    let found = identify_load(
        &ROBOT,
        Arm::Recordings(empty),
        loaded,
        "lower",
        &options(None),
    );
    let found = found.expect("a load");
    assert_eq!(found.remarks, [format!("simulation: {}", spare())]);
    let why: Vec<&Cause> = found.repairs.iter().map(|repair| &repair.why).collect();
    assert_eq!(why, [&Cause::SameAs("simulation".to_owned())]);
}

//! What friction grows by, and which of the laws that are tried is that of the file.

use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder, tx40};
use armwright_runtime::{Robot, Side};

use super::super::FrictionOptions;
use super::super::fitting::{Fitted, Fitting};
use super::super::knots::Knots;
use super::super::law::{Extra, Law, Shape};
use super::super::place::Place;
use super::super::problem::Problem;
use super::super::tests::made::motion;
use super::{Study, has_load};
use crate::options::EquationSide;
use crate::regression::{Equations, Series};

/// Friction does not grow by itself, nor by rotors: of base parameters those of drives are no load.
#[test]
fn the_load_is_of_bodies_alone() {
    let robot = &tx40::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let friction = |_: usize, v: f64| 0.5 * v.signum() + 0.2 * v;
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [4.0, 1e-3],
        1,
        &friction,
    )];
    let study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    let base = robot.model().base;
    let load = |beta: &[f64]| -> Vec<f64> {
        base.iter()
            .zip(beta)
            .map(|(base, x)| {
                if base.name.starts_with(['m', 'L']) {
                    *x
                } else {
                    0.0
                }
            })
            .collect()
    };
    for drive in ["fc_1", "Ia_3"] {
        assert!(base.iter().any(|base| base.name == drive));
    }
    assert_eq!(study.load, load(&study.beta));
    let further = vec![3.0; base.len() + 2];
    assert_eq!(study.of_bodies(&further), load(&further));
}

/// Among the laws that are tried there are some of the same shape with less and with more added to it.
#[test]
fn the_law_of_the_file_is_found_among_others_by_all_that_it_has() {
    let robot = &puma_shoulder::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [3.0, 0.01],
        1,
        &|_, _| 0.0,
    )];
    let mut study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    // Few knots are enough, and quick.
    study.knots = vec![Knots {
        at: vec![
            0.0,
            0.3,
            1.0,
            study.knots[0].at.last().copied().expect("knots"),
        ],
    }];
    study.observe(&mut |_| {}).expect("friction");
    let speeds = study.speeds[0].clone().expect("speeds");
    let laws = study.flexible();
    let refined = study.refined(&laws, 1, &mut |_| {}).expect("a fit");
    let of_file = Law::of(Shape::CoulombViscous).with(Extra::Directional);
    assert_eq!(study.places[0].law, of_file);
    let told = |study: &Study<'_>, shape: Option<Shape>| {
        let options = FrictionOptions {
            shape,
            ..FrictionOptions::default()
        };
        study.told(0, speeds, &laws, &refined, &options)
    };
    for law in [
        of_file.clone(),
        of_file.with(Extra::Load).with(Extra::Offset),
    ] {
        study.places[0].law = law.clone();
        let told = told(&study, None);
        let laws: Vec<&Law> = told.tried.iter().map(|known| &known.fitted.law).collect();
        assert_eq!(*laws[told.file], law);
        assert_eq!(laws.iter().filter(|known| ***known == law).count(), 1);
        // What was simulated is proposed, in place of more than that.
        let proposed = told.proposed.map(|proposed| laws[proposed]);
        assert_eq!(proposed, Some(&of_file));
    }
    // One that is asked for has what the file's has added, and is it where it has its shape.
    study.places[0].law = of_file.clone();
    for (shape, count) in [
        (Shape::CoulombViscous, 1),
        (Shape::Viscous, 2),
        (Shape::Stribeck, 2),
    ] {
        let told = told(&study, Some(shape));
        assert_eq!((told.tried.len(), told.file), (count, count - 1));
        let asked = Law {
            shape,
            extras: vec![Extra::Directional],
        };
        assert_eq!(told.tried[0].fitted.law, asked);
        assert_eq!(told.tried[told.file].fitted.law, of_file);
        let stands = told.tried[0].refused.is_none();
        assert_eq!(told.proposed, stands.then_some(0));
    }
    // What differs between directions beside viscous friction is not added to a law without.
    study.places[0].law = of_file.with(Extra::Offset);
    for shape in [
        Shape::None,
        Shape::Coulomb,
        Shape::Power,
        Shape::CoulombPower,
    ] {
        let told = told(&study, Some(shape));
        let asked = Law::of(shape).with(Extra::Offset);
        assert_eq!(told.tried[0].fitted.law, asked);
        assert_eq!(told.tried[told.file].fitted.law, study.places[0].law);
    }
}

/// The first motor turns the first joint alone, 60 times as fast; the torque of that joint has those of the other motors as well,
/// which are of the same order.
#[test]
fn what_laws_leave_of_a_motor_is_its_own_torque_on_either_side() {
    let robot = &abb_wrist::ROBOT;
    let left = [EquationSide::Joint, EquationSide::Motor].map(|side| {
        let equations = Equations::of(robot, side.into()).expect("equations");
        let motions = [motion(robot, side, [4.0, 0.01], 1, &|_, _| 0.0)];
        let mut study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
        for knots in &mut study.knots {
            let top = knots.at.last().copied().expect("knots");
            knots.at = vec![0.0, 0.3 * top, top];
        }
        study.observe(&mut |_| {}).expect("friction");
        let of = |place: &Place| place.on_motor && place.index == 0;
        let place = study.places.iter().position(of).expect("a motor");
        let speeds = study.speeds[place].clone().expect("speeds");
        let laws = study.flexible();
        let refined = study.refined(&laws, 1, &mut |_| {}).expect("a fit");
        let options = FrictionOptions {
            shape: Some(Shape::CoulombViscous),
            ..FrictionOptions::default()
        };
        let told = study.told(place, speeds, &laws, &refined, &options);
        let left = told.held_out(0);
        // What a law that is asked for has added is what the file adds at this place.
        let last = study.places.len() - 1;
        assert_ne!(last, 0);
        study.places[0].law = Law::of(Shape::CoulombViscous);
        study.places[last].law = Law::of(Shape::Viscous).with(Extra::Offset);
        let told = study.told(last, speeds, &laws, &refined, &options);
        let asked = Law::of(Shape::CoulombViscous).with(Extra::Offset);
        assert_eq!(told.tried[0].fitted.law, asked);
        left
    });
    let [joint, motor] = left;
    assert!(
        (joint / motor).ln().abs() < 3f64.ln(),
        "{joint} for {motor}"
    );
}

/// Without a place at the first motor the first of the others is shown by the second row: of that is its variance, but how many
/// samples count as one is said place by place.
#[test]
fn noise_is_that_of_the_place_and_variance_that_of_its_row() {
    let (robot, side) = (&abb_wrist::ROBOT, EquationSide::Motor);
    let equations = Equations::of(robot, side.into()).expect("equations");
    let motions = [motion(robot, side, [4.0, 0.01], 1, &|_, _| 0.0)];
    let mut study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    study.places.remove(0);
    study.knots.remove(0);
    study.noise.remove(0);
    assert!(study.places[0].on_motor && study.places[0].index == 1);
    for knots in &mut study.knots {
        let top = knots.at.last().copied().expect("knots");
        knots.at = vec![0.0, 0.3 * top, top];
    }
    study.observe(&mut |_| {}).expect("friction");
    let speeds = study.speeds[0].clone().expect("speeds");
    let laws = study.flexible();
    let mut refined = study.refined(&laws, 1, &mut |_| {}).expect("a fit");
    let options = FrictionOptions {
        shape: Some(Shape::CoulombViscous),
        ..FrictionOptions::default()
    };
    let [twice, four_times] = [2.0, 4.0].map(|ratio| {
        refined.ratio = vec![ratio, 8.0];
        let told = study.told(0, speeds, &laws, &refined, &options);
        assert_eq!(told.variance, refined.estimate.variance[1]);
        told.effective
    });
    assert!(twice == 2.0 * four_times && four_times > 4.0, "{twice}");
    // Knots are the place's own as well.
    let variance = refined.estimate.variance.iter();
    let weights: Vec<f64> = variance.map(|v| v.recip()).collect();
    let problem = Problem::of(
        &equations,
        &study.observed,
        &study.places,
        &study.knots,
        &laws,
        0,
        &weights,
    );
    assert_ne!(study.knots[0], study.knots[1]);
    let law = Law::of(Shape::CoulombViscous);
    let fitting = Fitting {
        knots: &study.knots[0],
        law: &law,
        speeds,
    };
    let told = study.told(0, speeds, &laws, &refined, &options);
    let expected = fitting.fit(&problem.all.triangle, None);
    assert_eq!(told.tried[0].fitted, expected);
}

/// Whatever else grows with something else, and whichever of the places has it.
#[test]
fn one_law_that_grows_with_load_is_enough() {
    let of = |extras: &[Extra]| {
        let plain = Law::of(Shape::Coulomb);
        let law = extras.iter().fold(plain, |law, extra| law.with(*extra));
        Fitted::new(law, Vec::new())
    };
    let (plain, apart) = (of(&[]), of(&[Extra::Offset, Extra::Directional]));
    let (load, both) = (of(&[Extra::Load]), of(&[Extra::Offset, Extra::Load]));
    for (laws, expected) in [
        (vec![], false),
        (vec![plain.clone(), apart.clone()], false),
        (vec![load.clone()], true),
        (vec![both], true),
        (vec![apart, plain, load], true),
    ] {
        assert_eq!(has_load(&laws), expected, "{laws:?}");
    }
}

/// Viscous friction leaves what Coulomb friction the joints have: how many samples count as one is said of that, and not of what
/// laws leave that follow any curve.
#[test]
fn samples_count_by_what_the_laws_found_leave() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let friction = |_: usize, v: f64| 0.5 * v.signum() + 0.2 * v;
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [4.0, 0.01],
        1,
        &friction,
    )];
    let study = || Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    let options = FrictionOptions {
        shape: Some(Shape::Viscous),
        ..FrictionOptions::default()
    };
    let found = study().proposed(&options, &mut |_, _| {}).expect("laws");
    let mut other = study();
    let flexible = other.flexible();
    let viscous: Vec<Fitted> = other
        .places
        .iter()
        .map(|_| Fitted::new(Law::of(Shape::Viscous), Vec::new()))
        .collect();
    let [of_any, own] =
        [flexible, viscous].map(|laws| other.refined(&laws, 1, &mut |_| {}).expect("a fit").ratio);
    assert_ne!(of_any, own);
    assert_eq!(found.joints.len(), 2);
    for (joint, ratio) in found.joints.iter().zip(own) {
        assert_eq!(joint.law, "viscous");
        let expected = joint.samples as f64 / ratio;
        assert!(
            (joint.effective_samples / expected - 1.0).abs() < 1e-9,
            "{} {expected}",
            joint.effective_samples
        );
    }
}

/// Motions that laws were fitted to do not test them. Of one that has 3 N·m of Coulomb friction more these are what is left, of
/// those the noise would be, which is far less.
#[test]
fn laws_are_validated_on_motions_that_were_held_out_alone() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let of = |seed: u64, friction: &dyn Fn(usize, f64) -> f64| {
        [motion(
            robot,
            EquationSide::Joint,
            [4.0, 0.01],
            seed,
            friction,
        )]
    };
    let motions = of(1, &|_: usize, v: f64| 0.2 * v);
    let unseen = of(2, &|_: usize, v: f64| 0.2 * v + 3.0 * v.signum());
    let options = FrictionOptions {
        shape: Some(Shape::Viscous),
        ..FrictionOptions::default()
    };
    let [none, tested] = [&unseen[..0], &unseen[..]].map(|held_out| {
        let study = Study::of(&equations, &motions, held_out, &mut |_, _| {}).expect("a study");
        let found = study.proposed(&options, &mut |_, _| {}).expect("laws");
        assert_eq!(found.recordings, ["run 1"]);
        found.validation
    });
    assert!(none.is_empty(), "{none:?}");
    let names: Vec<&str> = tested.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["shoulder", "elbow"]);
    for row in &tested {
        assert!((2.0..4.0).contains(&row.proposed), "{row:?}");
    }
}

/// Its speed is a tenth of the highest, or the lowest that is seen; where nothing is told the law of the file stands.
#[test]
fn a_law_that_follows_any_curve_begins_at_a_tenth_of_the_highest_speed() {
    let robot = &puma_shoulder::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [3.0, 0.01],
        1,
        &|_, _| 0.0,
    )];
    let mut study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    let of_file = study.places[0].law.clone();
    let any = Law::of(Shape::Stribeck).with(Extra::Offset);
    for (speeds, law, theta) in [
        (Ok([0.01, 2.0]), any.clone(), vec![0.2]),
        (Ok([0.5, 2.0]), any, vec![0.5]),
        (Err("it hardly moves".to_owned()), of_file, Vec::new()),
    ] {
        study.speeds = vec![speeds];
        assert_eq!(study.flexible(), [Fitted::new(law, theta)]);
    }
}

/// Of the second joint four samples count as one, of the first each: what was held for twenty scatters twice as much there.
#[test]
fn what_is_said_of_a_joint_is_its_own() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let motions =
        [1, 2].map(|seed| motion(robot, EquationSide::Joint, [2.0, 0.01], seed, &|_, _| 0.0));
    let mut study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    let laws = study.flexible();
    let mut refined = study.refined(&laws, 1, &mut |_| {}).expect("a fit");
    refined.ratio = vec![1.0, 4.0];
    let curve = || {
        let mut series = Series::new("a", 1, 50.0);
        for k in 0..20 {
            let torque = if k % 2 == 0 { 0.1 } else { -0.1 };
            let time = f64::from(k) / 50.0;
            series.push(time, &[torque], &[0.0], std::iter::once(true));
            series.describe(&[0.0], &[1.0], &[0.0]);
        }
        vec![series]
    };
    for settled in [false, true] {
        refined.settled = settled;
        let curves = vec![curve(), curve()];
        let found = study.summary(vec![None, None], &refined, Vec::new(), curves);
        assert_eq!(
            (found.robot.as_str(), found.settled),
            ("double_pendulum", settled)
        );
        assert_eq!(found.recordings, ["run 1", "run 2"]);
        let [one, other] = [0, 1].map(|k| &found.joints[k].map);
        assert_eq!((one.len(), other.len()), (1, 1));
        assert!((other[0].std / one[0].std - 2.0).abs() < 1e-12, "{other:?}");
    }
}

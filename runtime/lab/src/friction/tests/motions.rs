//! What short motions say: velocities of joints and motors, and blocks of time.

use super::super::knots::Knots;
use super::super::law::Shape;
use super::super::observed::{BLOCKS, Observed, fastest, noise, velocity};
use super::super::place::place;
use super::super::study::Study;
use super::super::{FrictionError, FrictionOptions, friction};
use super::made::{RATE, motion, processing, recording};
use crate::dataset::Dataset;
use crate::motion::Motion;
use crate::options::{EquationSide, List, ProcessingOptions};
use crate::part::Part;
use crate::recording::{Arrays, Recording};
use crate::regression::{Equations, Sample};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Robot, Side, Torque};

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn motors_have_velocities_of_their_own() {
    let robot = &abb_wrist::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let motions =
        [5, 6].map(|seed| motion(robot, EquationSide::Joint, [2.0, 0.0], seed, &|_, _| 0.0));
    let places = [
        place(robot.model(), 1, false),
        place(robot.model(), 2, true),
    ];
    let of = |motion: &Motion, k: usize| {
        let qd = motion.states(k..k + 1).qd;
        [qd[1], -8.0 * qd[0] + 12.0 * qd[1] + 45.0 * qd[2]]
    };
    let mut top = [0.0f64; 2];
    for motion in &motions {
        for k in motion.interior().step_by(4) {
            let expected = of(motion, k);
            for (place, expected) in places.iter().zip(expected) {
                let found = velocity(&equations, motion, place, k);
                assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0));
            }
            top = [0, 1].map(|k| top[k].max(expected[k].abs()));
        }
    }
    let found = fastest(&equations, &motions, &places);
    assert!(
        (0..2).all(|k| (found[k] / top[k] - 1.0).abs() < 1e-12),
        "{found:?} {top:?}"
    );
}

/// At -0.5, 0.3 and -0.4 rad/s all along the motors turn by 30, 10 and -10.4.
#[test]
fn the_highest_speed_of_what_only_moves_backwards_is_no_velocity() {
    let model = abb_wrist::ROBOT.model();
    let equations = Equations::of(&abb_wrist::ROBOT, Side::Joint).expect("equations");
    let column = |start: f64, slope: f64| -> Vec<f64> {
        let at = |k: u32| start + slope * f64::from(k) / RATE;
        (0..400).map(at).collect()
    };
    let position = vec![column(0.5, -0.5), column(-0.3, 0.3), column(0.4, -0.4)];
    let torque = vec![column(1.0, 0.5), column(2.0, -0.5), column(3.0, 0.25)];
    let arrays = Arrays::new(RATE, position, torque);
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let motion = Motion::of(recording, &processing(EquationSide::Joint), model);
    let motions = [motion.expect("a motion")];
    let places = [(0, false), (1, false), (0, true), (2, true)];
    let places = places.map(|(k, on_motor)| place(model, k, on_motor));
    let found = fastest(&equations, &motions, &places);
    for (found, expected) in found.iter().zip([0.5, 0.3, 30.0, 10.4]) {
        assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
    }
}

/// Positions with white errors: those of a motor that one joint moves are so many times the joint's.
#[test]
fn errors_of_positions_are_in_velocities() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let mut random = crate::random::Random::new(3);
    let mut column = |size: f64| -> Vec<f64> {
        let at = |k: usize| (0.03 * k as f64).sin() + size * random.normal();
        (0..600).map(at).collect()
    };
    let mut of = |size: f64| {
        let position: Vec<Vec<f64>> = (0..3).map(|_| column(size)).collect();
        let arrays = Arrays::new(RATE, position.clone(), position);
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        Motion::of(recording, &processing(EquationSide::Joint), model).expect("a motion")
    };
    let (noisy, clean) = (of(1e-3), of(0.0));
    let places = [place(model, 0, false), place(model, 0, true)];
    let found = noise(&equations, &[noisy.clone(), clean], &places).expect("deviations");
    assert!((found[1] / found[0] - 60.0).abs() < 1e-9, "{found:?}");
    // White noise of 1e-3 at 200 Hz below 25 Hz: 2 pi √(2 · 25³ / 200 / 3) 1e-3 = 0.045 by an ideal filter.
    assert!((0.03..0.06).contains(&found[0]), "{found:?}");
    assert_eq!(noise(&equations, &[], &places).expect("none"), [0.0; 2]);
    // Half of the difference of both signs is that of one.
    let further = noisy.further_errors(&mut crate::random::Random::new(1));
    let further = further.expect("a filter");
    let [plus, minus] = [1.0, -1.0].map(|sign| noisy.disturbed(&further, sign));
    let inside = noisy.interior().step_by(4);
    let squares = inside
        .map(|k| ((plus.states(k..k + 1).qd[0] - minus.states(k..k + 1).qd[0]) / 2.0).powi(2));
    let squares: Vec<f64> = squares.collect();
    let size = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
    assert!((found[0] / size - 1.0).abs() < 1e-9, "{found:?} {size}");
}

#[test]
fn pieces_of_a_recording_are_cut_into_blocks_as_one() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = [0, 1].map(|k| place(robot.model(), k, false));
    let knots = [3.0, 5.0].map(Knots::up_to);
    let mut motions = [7, 8].map(|seed| {
        motion(
            robot,
            EquationSide::Joint,
            [2.0 + seed as f64 / 4.0, 0.0],
            seed,
            &|_, _| 0.0,
        )
    });
    let load = vec![0.0; robot.model().base.len()];
    let observed = |motions: &[Motion]| {
        let mut shares = Vec::new();
        let mut share = |done| shares.push(done);
        let found = Observed::of(&equations, motions, &places, &knots, &load, &mut share);
        assert!(
            shares.windows(2).all(|two| two[0] <= two[1])
                && shares
                    .last()
                    .is_some_and(|last| *last > 0.9 && *last <= 1.0)
        );
        found.expect("factors")
    };
    // Every fourth sample, but for those at the ends of which decimation does not see enough.
    let counts = motions
        .each_ref()
        .map(|motion| motion.interior().len().div_ceil(4));
    assert!(counts[0] > 80 && counts[1] > counts[0]);
    let indices = motions.each_ref().map(|motion| {
        let mut all = Vec::new();
        let mut take = |sample: &Sample<'_>| all.push(sample.index);
        let base = equations.base_columns();
        let passed = equations.pass(motion, &base, &mut take, &mut |_| {});
        passed.expect("equations");
        assert!(all.len() + 5 > motion.interior().len().div_ceil(4));
        all
    });
    let blocks = |found: &Observed, row: usize| {
        found
            .blocks
            .iter()
            .map(|block| block[row].rows())
            .collect::<Vec<_>>()
    };
    let cut = |before: usize, which: usize, all: usize| {
        let mut blocks = vec![0; BLOCKS];
        indices[which]
            .iter()
            .for_each(|k| blocks[(before + k) * 10 / all] += 1);
        blocks
    };
    let sum = |[one, other]: [Vec<usize>; 2]| -> Vec<usize> {
        one.iter().zip(&other).map(|(a, b)| a + b).collect()
    };
    let apart = observed(&motions);
    assert_eq!(blocks(&apart, 0), sum([0, 1].map(|k| cut(0, k, counts[k]))));
    motions[1].source = motions[0].source.clone();
    let pieces = observed(&motions);
    let all = counts[0] + counts[1];
    let whole = sum([cut(0, 0, all), cut(counts[0], 1, all)]);
    assert_eq!(
        [blocks(&pieces, 0), blocks(&pieces, 1)],
        [whole.clone(), whole]
    );
    // All base parameters are in the first row, friction in its own.
    let b = load.len();
    let columns = knots.each_ref().map(Knots::columns);
    assert_eq!(
        pieces.starts,
        [b, b + columns[0], b + columns[0] + columns[1]]
    );
    assert_eq!(
        pieces.layout[0][b..],
        (b..b + columns[0]).collect::<Vec<usize>>()
    );
    assert!(
        pieces.layout[1]
            .ends_with(&(b + columns[0]..b + columns[0] + columns[1]).collect::<Vec<usize>>())
    );
    assert!(
        pieces.layout[1]
            .iter()
            .all(|k| *k < b || *k >= b + columns[0])
    );
    for (joint, found) in pieces.velocities.iter().enumerate() {
        let each = motions.iter().zip(&indices).flat_map(|(motion, indices)| {
            let at = |k: &usize| motion.interior().start + 4 * k;
            indices
                .iter()
                .map(at)
                .map(|k| motion.states(k..k + 1).qd[joint])
                .collect::<Vec<f64>>()
        });
        assert_eq!(*found, each.collect::<Vec<f64>>());
    }
}

/// Where nothing is decimated blocks are as long.
#[test]
fn samples_that_are_not_decimated_are_cut_into_ten_blocks() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = [0, 1].map(|k| place(robot.model(), k, false));
    let knots = [3.0, 5.0].map(Knots::up_to);
    let mut one = motion(robot, EquationSide::Joint, [1.0, 0.0], 7, &|_, _| 0.0);
    one.processing.decimate = vec![1];
    let count = one.interior().len();
    let load = vec![0.0; robot.model().base.len()];
    let found = Observed::of(&equations, &[one], &places, &knots, &load, &mut |_| {});
    let found = found.expect("factors");
    let mut expected = vec![0; BLOCKS];
    (0..count).for_each(|k| expected[k * 10 / count] += 1);
    for row in [0, 1] {
        let rows = found.blocks.iter().map(|block| block[row].rows());
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
}

/// The first motor counts from 30 rad/s on, the others at any speed; friction of a motor is in its own row alone.
#[test]
fn velocities_of_a_place_are_those_of_rows_that_count() {
    let robot = &abb_wrist::ROBOT;
    let equations = Equations::of(robot, Side::Motor).expect("equations");
    let places = [0, 1, 2].map(|k| place(robot.model(), k, true));
    let knots = [100.0; 3].map(Knots::up_to);
    let mut one = motion(robot, EquationSide::Motor, [2.0, 0.0], 7, &|_, _| 0.0);
    one.processing.motor_velocity_threshold = vec![30.0, 0.0, 0.0];
    let load = vec![0.0; robot.model().base.len()];
    let found = Observed::of(&equations, &[one], &places, &knots, &load, &mut |_| {});
    let found = found.expect("factors");
    let rows = [0, 1, 2].map(|row| found.blocks.iter().map(|b| b[row].rows()).sum::<usize>());
    assert!(0 < rows[0] && rows[0] < rows[1], "{rows:?}");
    assert_eq!([0, 1, 2].map(|k| found.velocities[k].len()), rows);
    let is_fast = |v: &f64| v.abs() >= 30.0;
    assert!(found.velocities[0].iter().all(is_fast));
    assert!(!found.velocities[1].iter().all(is_fast));
}

#[test]
fn what_can_be_said_of_no_friction_has_its_reason() {
    assert_eq!(
        FrictionError::NoPlace("wrist".to_owned()).to_string(),
        "no torque that friction of wrist enters was recorded"
    );
    assert_eq!(
        FrictionError::Overflow.to_string(),
        "torques are so large that their squares are no numbers: is their unit right?"
    );
}

/// As many as there are parameters are not.
#[test]
fn fewer_equations_than_parameters_are_refused() {
    let robot = &double_pendulum::ROBOT;
    let mut processing = processing(EquationSide::Joint);
    processing.velocity_threshold = None;
    processing.decimate = Some(crate::options::List(vec![25]));
    let refused = |samples: u32| {
        let column = |f: f64| {
            let column = (0..samples).map(|k| (f * f64::from(k)).sin());
            column.collect::<Vec<f64>>()
        };
        let arrays = Arrays::new(
            RATE,
            vec![column(0.02), column(0.03)],
            vec![column(0.05), column(0.04)],
        );
        let recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
        let motions = [Motion::of(recording, &processing, robot.model()).expect("a motion")];
        let equations = Equations::of(robot, Side::Joint).expect("equations");
        let observation = equations.observe(&motions, &mut |_| {});
        let rows = observation.expect("equations").equations();
        let study = Study::of(&equations, &motions, &[], &mut |_, _| {});
        (rows, study.err())
    };
    let b = robot.model().base.len();
    let (rows, error) = refused(180);
    let Some(FrictionError::TooFewRows { rows, parameters }) = error else {
        panic!("{rows} {error:?}")
    };
    assert_eq!((rows, parameters, b), (2 * 2, b, 6));
    let (rows, error) = refused(205);
    assert!(rows == b && error.is_none(), "{rows} {error:?}");
}

/// Recordings that are held out are processed as those that laws are fitted to, and judge them.
#[test]
fn a_shape_that_is_asked_for_is_given_to_every_joint_and_judged() {
    let robot = &double_pendulum::ROBOT;
    let curve = |joint: usize, v: f64| [0.5, 0.9][joint] * v.signum() + [0.3, 0.2][joint] * v;
    let options = FrictionOptions {
        processing: processing(EquationSide::Joint),
        shape: Some(Shape::CoulombViscous),
    };
    let of = |seed, noise| vec![recording(robot, [6.0, noise], seed, &curve)];
    let dataset = Dataset {
        training: of(1, 0.01),
        validation: of(2, 0.05),
    };
    let mut shares = Vec::new();
    let mut progress = |what: &str, share: f64| shares.push((what.to_owned(), share));
    let found = friction(robot, dataset, &options, &mut progress).expect("laws");
    assert_eq!(
        (found.robot.as_str(), &found.recordings[..]),
        ("double_pendulum", &["run 1".to_owned()][..])
    );
    assert!(found.settled && found.validation.len() == 2);
    let seen = motion(robot, EquationSide::Joint, [6.0, 0.01], 1, &curve);
    let samples = seen.interior().len().div_ceil(4);
    for (joint, place) in found.joints.iter().enumerate() {
        assert_eq!(place.law, "coulomb+viscous");
        assert_eq!(place.name, ["shoulder", "elbow"][joint]);
        assert_eq!(place.tried.len(), 2);
        assert!(place.series.len() == 1 && place.series[0].name == "run 1");
        let truth = [[0.5, 0.3], [0.9, 0.2]][joint];
        for (p, truth) in place.parameters.iter().zip(truth) {
            assert!(
                (p.value - truth).abs() < 5.0 * p.std && p.std < 0.1,
                "{p:?} {truth}"
            );
        }
        let [low, high] = place.speeds.expect("speeds");
        assert!(low < 0.3 * high && high > 1.0, "{low} {high}");
        let [file, own] = place.held_out.expect("residuals");
        assert!(own < 0.5 * file, "{own} {file}");
        let unseen = &found.validation[joint];
        assert_eq!(unseen.name, place.name);
        assert!(
            unseen.proposed < 0.5 * unseen.file && unseen.file < unseen.torque,
            "{unseen:?}"
        );
        // What was held out is five times as noisy as what was fitted.
        assert!(unseen.proposed > 2.0 * own, "{unseen:?} {own}");
        assert!(
            place.samples <= samples && place.samples > samples / 2,
            "{}",
            place.samples
        );
        assert!(place.effective_samples <= place.samples as f64 && place.effective_samples > 10.0);
    }
    let what: Vec<&str> = shares.iter().map(|(what, _)| what.as_str()).collect();
    assert!(what.starts_with(&["forming equations"]) && what.ends_with(&["fitting laws"]));
    assert!(shares.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
    // Equations are formed twice, and that is half of it each time.
    let forming = shares
        .iter()
        .filter(|(what, _)| what == "forming equations");
    let forming: Vec<f64> = forming.map(|(_, share)| *share).collect();
    assert!(
        forming[0] <= 0.5 && forming.windows(2).all(|two| two[0] <= two[1]),
        "{forming:?}"
    );
    assert!(
        forming.last().is_some_and(|last| *last > 0.9),
        "{forming:?}"
    );
    let mut rows = of(1, 0.01);
    rows[0].measured = Some(rows[0].torque.clone().expect("torques"));
    let refused = friction(robot, rows, &options, &mut |_, _| {}).expect_err("a refusal");
    assert_eq!(
        refused.to_string(),
        "laws of friction are fitted to torques of joints or motors, and what is measured of double_pendulum are other rows: \
         give a recording of torques, and the robot file `measure: [torque]`"
    );
}

/// The file of a double pendulum has no friction, and a law that jumps is tried all the same: near standstill samples are dropped, of
/// their own accord and as is asked.
#[test]
fn samples_whose_sign_is_uncertain_are_dropped_whatever_the_file_has() {
    let robot = &double_pendulum::ROBOT;
    let curve = |_: usize, v: f64| 0.5 * v.signum();
    let seen = |threshold: Option<f64>| {
        let options = FrictionOptions {
            processing: ProcessingOptions {
                velocity_threshold: threshold.map(|x| List(vec![x])),
                ..processing(EquationSide::Joint)
            },
            shape: Some(Shape::Coulomb),
        };
        let all = vec![recording(robot, [4.0, 0.01], 1, &curve)];
        let found = friction(robot, all, &options, &mut |_, _| {}).expect("laws");
        let samples: Vec<usize> = found.joints.iter().map(|place| place.samples).collect();
        samples
    };
    let [all, chosen, fast] = [Some(0.0), None, Some(0.5)].map(seen);
    for joint in 0..2 {
        assert!(chosen[joint] <= all[joint], "{chosen:?} {all:?}");
        assert!(fast[joint] < chosen[joint], "{fast:?} {chosen:?}");
    }
}

/// Friction that drives is none: what is asked for is refused, and equations have the law of the file, which is none at all.
#[test]
fn a_law_that_is_refused_is_not_what_equations_have() {
    let robot = &double_pendulum::ROBOT;
    let drives = |_: usize, v: f64| -0.5 * v.signum();
    let options = FrictionOptions {
        processing: processing(EquationSide::Joint),
        shape: Some(Shape::Coulomb),
    };
    let of = |seed| vec![recording(robot, [4.0, 0.01], seed, &drives)];
    let dataset = Dataset {
        training: of(1),
        validation: of(2),
    };
    let found = friction(robot, dataset, &options, &mut |_, _| {}).expect("laws");
    assert_eq!((found.joints.len(), found.validation.len()), (2, 2));
    for (place, unseen) in found.joints.iter().zip(&found.validation) {
        assert_eq!(
            place.reason.as_deref(),
            Some(
                "the law that was asked for (coulomb) is refused: a size that cannot be negative is"
            )
        );
        let share = unseen.proposed / unseen.file;
        assert!((share - 1.0).abs() < 1e-6, "{unseen:?}");
    }
}

/// What is held out has to say something, as what laws are fitted to has.
#[test]
fn a_recording_that_is_held_out_without_any_motion_is_refused() {
    let robot = &double_pendulum::ROBOT;
    let of = |seed| recording(robot, [2.0, 0.01], seed, &|_, _| 0.0);
    let mut still = of(2);
    still
        .position
        .iter_mut()
        .for_each(|column| column.fill(0.3));
    let dataset = Dataset {
        training: vec![of(1)],
        validation: vec![still],
    };
    let options = FrictionOptions {
        processing: processing(EquationSide::Joint),
        shape: Some(Shape::Viscous),
    };
    let refused = friction(robot, dataset, &options, &mut |_, _| {});
    let said = refused.expect_err("no motion").to_string();
    assert!(said.starts_with("run 2: no joint moves, "), "{said}");
}

/// Of a pendulum without the torque of its shoulder that of the elbow is the first row.
#[test]
fn velocities_of_a_part_are_those_of_its_own_rows() {
    let robot = &double_pendulum::ROBOT;
    let part = Part::without(robot, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let equations = Equations::of(&part, Side::Joint).expect("equations");
    let places = [place(part.model(), 1, false)];
    let knots = [Knots::up_to(5.0)];
    let one = motion(robot, EquationSide::Joint, [1.0, 0.0], 7, &|_, _| 0.0);
    let load = vec![0.0; part.model().base.len()];
    let found = Observed::of(&equations, &[one], &places, &knots, &load, &mut |_| {});
    let found = found.expect("factors");
    let rows: usize = found.blocks.iter().map(|block| block[0].rows()).sum();
    assert!(rows > 0);
    assert_eq!(found.velocities[0].len(), rows);
}

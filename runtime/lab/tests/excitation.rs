//! Advice on motions is worth following: what it promises comes true.

mod designed;

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Fourier, Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::Judgement;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_runtime::Robot;

/// 20 s of a motion; joints that do not move are held at `place`.
fn recorded(seed: u64, moving: [bool; 2], place: f64) -> Recording {
    let mut random = Random::new(seed);
    let mut motion: Fourier = designed(ROBOT.model(), 10.0, 20.0, &mut random);
    for (i, moves) in moving.into_iter().enumerate() {
        if !moves {
            motion.harmonics[i].clear();
            motion.centre[i] = place;
        }
    }
    let theta = nominal(ROBOT.model());
    // An encoder's steps would pass for motion of a joint that is held.
    let sensors = Sensors {
        encoder: None,
        ..Sensors::default()
    };
    simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random)
        .and_then(|simulated| simulated.recording())
        .expect("a recording")
}

fn identified(training: Vec<Recording>) -> Identification {
    let dataset = Dataset {
        training,
        validation: Vec::new(),
    };
    identify(&ROBOT, dataset, &Method::Wls.into()).expect("identifies")
}

#[test]
fn a_joint_that_was_held_is_advised_to_move() {
    let first = recorded(1, [true, false], 0.3);
    let found = identified(vec![first.clone()]);
    assert!(found.excitation.rank < found.excitation.structural_rank);
    let lost: Vec<&str> = found
        .estimation
        .parameters()
        .filter(|p| p.std.is_none())
        .map(|p| p.name.as_str())
        .collect();
    assert!(!lost.is_empty());
    let advised = |name: &str| {
        let gains = found.excitation.advice.iter().flat_map(|a| {
            let gains = a.gains.iter();
            gains.map(|gain| (a.joints.clone(), gain.clone()))
        });
        gains.into_iter().find(|(_, gain)| gain.name == name)
    };
    for name in &lost {
        let (joints, gain) = advised(name).unwrap_or_else(|| panic!("no advice on {name}"));
        assert!(
            joints.iter().any(|joint| joint == "q2"),
            "{name}: {joints:?}"
        );
        assert!(gain.std.is_none() && gain.then.is_finite());
    }
    let judgement = Judgement::of(ROBOT.model(), &found);
    let said = judgement.warnings().join("\n");
    assert!(said.contains("would show"), "{said}");

    // Following it: joint 2 alone and with joint 1, as the advice has it.
    let more = [
        recorded(2, [false, true], -1.2),
        recorded(3, [false, true], 1.2),
        recorded(4, [true, true], 0.0),
    ];
    let followed = identified(std::iter::once(first).chain(more).collect());
    assert_eq!(
        followed.excitation.rank,
        followed.excitation.structural_rank
    );
    for name in lost {
        let (_, gain) = advised(name).expect("advice");
        let std = followed.estimation.parameters().find(|p| p.name == name);
        let std = std.and_then(|p| p.std).expect("determined now");
        assert!(
            std < 4.0 * gain.then,
            "{name}: {std}, promised {}",
            gain.then
        );
    }
}

#[test]
fn a_motion_that_shows_all_needs_no_advice_on_rank() {
    let found = identified(vec![recorded(4, [true, true], 0.0)]);
    assert_eq!(found.excitation.rank, found.excitation.structural_rank);
    let gains = found
        .excitation
        .advice
        .iter()
        .flat_map(|advice| &advice.gains);
    for gain in gains {
        assert!(
            gain.std.is_some_and(|std| std > 2.0 * gain.then),
            "{gain:?}"
        );
    }
    for joint in &found.fits.joints {
        let whiteness = joint.whiteness.as_ref().expect("enough residuals");
        assert!(whiteness.white, "{}: {whiteness:?}", joint.name);
    }
}

/// Noise of torques is a share of their RMS value, whatever that is.
#[test]
fn noise_of_torques_is_a_share_of_their_size() {
    let sensors = Sensors {
        torque_noise: 0.02,
        ..Sensors::default()
    };
    for size in [0.1, 1.0, 30.0] {
        let mut column = vec![size; 20_000];
        sensors.read_torque(&mut column, &mut Random::new(3));
        let squares = column.iter().map(|tau| (tau - size).powi(2)).sum::<f64>();
        let noise = (squares / column.len() as f64).sqrt() / size;
        assert!((noise / 0.02 - 1.0).abs() < 0.03, "{size}: {noise}");
    }
}

/// Motions to simulate.
mod trajectory {
    use armwright_lab::experiment::{Fourier, MotionError, Quintic, Trajectory, small_motion};
    use armwright_lab::random::Random;
    use armwright_runtime::{Joint, Model, Robot};

    use super::ROBOT;

    /// A joint that is slow or weak swings less than it is asked to, and one that is neither all of it.
    #[test]
    fn small_motions_keep_within_every_limit_and_reach_one() {
        for limits in [
            [f64::INFINITY; 2],
            [0.2, f64::INFINITY],
            [f64::INFINITY, 0.8],
        ] {
            let joints = ROBOT.model().joints.iter().map(|joint| Joint {
                velocity: Some(limits[0]),
                acceleration: Some(limits[1]),
                ..*joint
            });
            let joints: &'static [Joint] = joints.collect::<Vec<_>>().leak();
            let model = Model {
                joints,
                ..*ROBOT.model()
            };
            let motion = small_motion(&model, &[0.3, -0.2], 0.15, 2.5, &mut Random::new(1));
            for joint in 0..2 {
                let mut largest = [0.0f64; 3];
                for k in 0..2000 {
                    let mut state = motion.at(joint, 2.5 * f64::from(k) / 2000.0);
                    state[0] -= motion.centre[joint];
                    largest = std::array::from_fn(|i| largest[i].max(state[i].abs()));
                }
                let [swing, speed, acceleration] = largest;
                let shares = [
                    swing / 0.15,
                    speed / (0.9 * limits[0]),
                    acceleration / (0.9 * limits[1]),
                ];
                let most = shares.into_iter().fold(0.0, f64::max);
                assert!((most - 1.0).abs() < 1e-3, "{limits:?}: {shares:?}");
            }
        }
    }

    fn derivatives_agree(motion: &dyn Trajectory, time: f64) {
        let h = 1e-4;
        let (before, here, after) = (
            motion.at(0, time - h),
            motion.at(0, time),
            motion.at(0, time + h),
        );
        for i in 0..2 {
            let slope = (after[i] - before[i]) / (2.0 * h);
            assert!((slope - here[i + 1]).abs() < 1e-5, "order {i} at {time}");
        }
    }

    #[test]
    fn velocities_and_accelerations_are_derivatives() {
        let fourier = Fourier {
            fundamental: 0.7,
            centre: vec![0.2],
            harmonics: vec![vec![[0.3, -0.1], [0.05, 0.2]]],
            duration: 10.0,
        };
        let quintic =
            Quintic::through(vec![1.0, 2.3, 4.0], vec![vec![0.0], vec![2.0], vec![-1.0]]).unwrap();
        for time in [0.3, 1.0, 2.5] {
            derivatives_agree(&fourier, time);
            derivatives_agree(&quintic, time);
        }
    }

    #[test]
    fn quintic_rests_at_its_points() {
        let motion = Quintic::through(vec![0.0, 1.3], vec![vec![5.0], vec![1.0]]).unwrap();
        assert_eq!(motion.at(0, 0.0), [5.0, 0.0, 0.0]);
        let [q, qd, qdd] = motion.at(0, 1.3);
        assert!((q - 1.0).abs() < 1e-12 && qd.abs() < 1e-12 && qdd.abs() < 1e-12);
        let unordered = Quintic::through(vec![0.0, 0.0], vec![vec![5.0], vec![1.0]]);
        assert_eq!(unordered, Err(MotionError::Order(2)));
    }
}

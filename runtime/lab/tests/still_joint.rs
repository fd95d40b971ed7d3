//! Noise is not excitation: a joint that stands still reveals nothing, however noisy its position is.

use armwright_lab::diagnose::Sensed;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Fourier, Random, Sensors, Trajectory, best_designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::parameters::nominal;
use armwright_lab::statistics::Quality;
use armwright_runtime::Robot;

/// A motion with some joints held.
struct Held<'a>(&'a dyn Trajectory, &'a [usize]);

impl Trajectory for Held<'_> {
    fn duration(&self) -> f64 {
        self.0.duration()
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        match self.1.contains(&joint) {
            true => [0.4, 0.0, 0.0],
            false => self.0.at(joint, time),
        }
    }
}

/// A motion, and the random numbers that go on behind those that it was drawn from.
fn motion(robot: &dyn Robot) -> (Fourier, Random) {
    let mut random = Random::new(5);
    let motion = best_designed(robot, 10.0, &mut random).expect("a motion");
    (motion, random)
}

fn identified(
    robot: &dyn Robot,
    (motion, random): &(Fourier, Random),
    held: &[usize],
    noise: f64,
) -> Identification {
    let mut random = random.clone();
    let sensors = Sensors {
        encoder: None,
        position_noise: noise,
        torque_noise: 0.01,
    };
    let theta = nominal(robot.model());
    let held = Held(motion, held);
    let simulated = simulate(robot, &theta, &held, 200.0, &sensors, &mut random);
    let recording = simulated.and_then(|s| s.recording()).expect("a recording");
    identify(robot, recording, &Method::Wls.into()).expect("identifies")
}

#[test]
fn a_still_joint_is_not_excited_by_its_noise() {
    for (robot, joints) in [
        (&armwright_robots::puma560::ROBOT as &dyn Robot, &[0][..]),
        (&armwright_robots::kr300::ROBOT, &[0, 2]),
    ] {
        let motion = motion(robot);
        for &joint in joints {
            let name = robot.model().joints[joint].name;
            let without = identified(robot, &motion, &[joint], 0.0).excitation.rank;
            assert!(without < robot.model().base.len());
            for noise in [1e-5, 1e-3] {
                let found = identified(robot, &motion, &[joint], noise);
                let rank = found.excitation.rank;
                assert!(
                    rank <= without,
                    "{name}, noise {noise}: {rank} of {without}"
                );
                let verdict = Judgement::of(robot.model(), &found);
                assert_eq!(verdict.grade, Grade::Poor, "{name}, noise {noise}");
                let still = |s: &armwright_lab::diagnose::SensorFault| {
                    s.sensed == Sensed::StillPosition && s.joint == name
                };
                assert!(
                    found.sensors.iter().any(still),
                    "{name}: {:?}",
                    found.sensors
                );
                let mut lost = found.estimation.parameters();
                assert!(lost.any(|p| p.quality == Quality::Undetermined), "{name}");
            }
        }
    }
}

#[test]
fn a_moving_joint_is_excited_in_spite_of_noise() {
    let robot = &armwright_robots::puma560::ROBOT;
    let all = robot.model().base.len();
    let motion = motion(robot);
    for noise in [0.0, 1e-5, 1e-4] {
        let found = identified(robot, &motion, &[], noise);
        assert_eq!(found.excitation.rank, all, "noise {noise}");
        assert!(found.sensors.is_empty(), "{:?}", found.sensors);
    }
}

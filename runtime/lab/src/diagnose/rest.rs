//! Samples in which joints rest: a torque may well have one value there.

use super::turned::measured;
use crate::recording::Recording;
use crate::thresholds::{FROZEN, MOVING, RESTING, SLOW};
use armwright_runtime::Model;

/// Samples that tell noise from a turning point, at least.
const TELLING: usize = 16;

/// The samples in which all joints rest that belong to a torque of those that were measured.
pub(crate) fn at_rest(recording: &Recording, model: &Model, torque: usize) -> Vec<bool> {
    let (_, drive) = measured(recording.torque_side, model);
    let belongs = |joint: usize| match &drive {
        None => joint == torque,
        Some(drive) => drive.ratio(torque, joint) != 0.0 || drive.motor_share(torque, joint) != 0.0,
    };
    all_rest(recording, &belongs)
}

/// The samples in which all joints rest that are wanted.
pub(super) fn all_rest(recording: &Recording, wanted: &dyn Fn(usize) -> bool) -> Vec<bool> {
    let mut all = vec![true; recording.samples()];
    let joints = recording.position.iter().enumerate();
    for (_, position) in joints.filter(|(joint, _)| wanted(*joint)) {
        let own = resting(position, recording.rate);
        all.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
    }
    all
}

/// The samples in which a position rests: over some time it moves by a small share of how far it ever does in that time, or by little
/// that is noise. One that never moves rests all the time.
fn resting(position: &[f64], rate: f64) -> Vec<bool> {
    let steps = position.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let finest = steps
        .filter(|step| *step > 0.0)
        .fold(f64::INFINITY, f64::min);
    let mut rests = vec![Spread::of(position).is_noise(finest); position.len()];
    let mut mark = |length: usize, share: f64, is_rest: &dyn Fn(&Spread) -> bool| {
        let all: Vec<Spread> = position.windows(length).map(Spread::of).collect();
        let most = all.iter().map(|own| own.squares).fold(0.0, f64::max);
        let is_little = |own: &Spread| own.squares <= share * share * most;
        for (first, own) in all.iter().enumerate() {
            if is_little(own) && is_rest(own) {
                rests[first..first + length].fill(true);
            }
        }
    };
    let short = (FROZEN * rate).ceil().max(2.0) as usize;
    mark(short, SLOW, &|_| true);
    mark(short.max(TELLING), RESTING, &|own| own.is_noise(finest));
    rests
}

/// How far some samples are from their mean, and from each other.
struct Spread {
    samples: f64,
    /// The sum of the squares of distances from their mean.
    squares: f64,
    /// And of those from one to the next.
    steps: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Self {
        let samples = values.len() as f64;
        let mean = values.iter().sum::<f64>() / samples;
        let pairs = values.windows(2);
        Self {
            samples,
            squares: values.iter().map(|x| (x - mean).powi(2)).sum(),
            steps: pairs.map(|pair| (pair[1] - pair[0]).powi(2)).sum(),
        }
    }

    /// Whether neighbours have little in common, or there are two steps of an encoder alone.
    fn is_noise(&self, finest: f64) -> bool {
        let of_two = self.samples * (0.5 * finest).powi(2);
        0.5 * self.steps > (1.0 - MOVING) * self.squares || self.squares <= 1.001 * of_two
    }
}

#[cfg(test)]
mod tests {
    use super::{at_rest, resting};
    use crate::random::Random;
    use crate::recording::{Arrays, Recording};
    use armwright_robots::{abb_wrist, double_pendulum};
    use armwright_runtime::{Robot, Side};

    /// Moves of half a turn of a cosine at 500 Hz, with rests between.
    fn moves(k: usize) -> f64 {
        match k % 1028 {
            up @ 0..314 => 1.0 - (0.01 * up as f64).cos(),
            314..514 => 2.0,
            down @ 514..828 => 1.0 + (0.01 * (down - 514) as f64).cos(),
            _ => 0.0,
        }
    }

    /// It rests whatever its encoder makes of it, and does not while it moves.
    #[test]
    fn a_joint_rests_where_it_moves_by_noise_alone() {
        let mut random = Random::new(3);
        let mut noise = || 1e-4 * random.normal();
        let exact: Vec<f64> = (0..4112).map(moves).collect();
        let noisy: Vec<f64> = exact.iter().map(|x| x + noise()).collect();
        let coarse: Vec<f64> = noisy.iter().map(|x| (1e3 * x).round() / 1e3).collect();
        let settles: Vec<f64> = (0..4112)
            .map(|k| moves(k) + 1e-3 * (-0.02 * (k % 514) as f64).exp())
            .collect();
        for (name, column) in [
            ("exact", &exact),
            ("noisy", &noisy),
            ("coarse", &coarse),
            ("settles", &settles),
        ] {
            let rests = resting(column, 500.0);
            for (k, rests) in rests.iter().enumerate() {
                match k % 514 {
                    330..500 => assert!(rests, "{name} {k}"),
                    30..284 => assert!(!rests, "{name} {k}"),
                    _ => {}
                }
            }
        }
        for still in [vec![0.3; 200], noisy[330..500].to_vec()] {
            assert!(resting(&still, 500.0).iter().all(|rests| *rests));
        }
        assert!(resting(&[], 500.0).is_empty());
    }

    /// A turning point is none, but for an instant.
    #[test]
    fn a_joint_that_turns_does_not_rest() {
        for (step, rate) in [(0.004, 500.0), (0.001, 500.0), (0.1, 20.0), (0.02, 5.0)] {
            let swing: Vec<f64> = (0..20_000).map(|k| (step * f64::from(k)).sin()).collect();
            let rests = resting(&swing, rate).iter().filter(|rests| **rests).count();
            assert!(rests < 400, "{step}: {rests}");
        }
    }

    /// Torques of joints have one each, and the second motor of the wrist has more than one.
    #[test]
    fn a_torque_rests_with_the_joints_that_belong_to_it() {
        let rested = |robot: &dyn Robot, side: Side, still: usize| -> Vec<bool> {
            let n = robot.model().joints.len();
            let swing = |k: usize| match k == still {
                true => vec![0.3; 500],
                false => (0..500).map(|t| (0.01 * f64::from(t)).sin()).collect(),
            };
            let columns: Vec<Vec<f64>> = (0..n).map(swing).collect();
            let arrays = Arrays::new(100.0, columns.clone(), columns);
            let recording = Recording::from_arrays(robot.model(), arrays);
            let mut recording = recording.expect("a recording");
            recording.torque_side = side;
            let rests = |torque: usize| at_rest(&recording, robot.model(), torque)[250];
            (0..n).map(rests).collect()
        };
        let (pendulum, wrist) = (&double_pendulum::ROBOT, &abb_wrist::ROBOT);
        assert_eq!(rested(pendulum, Side::Joint, 1), [false, true]);
        assert_eq!(rested(wrist, Side::Joint, 1), [false, true, false]);
        assert!(!rested(wrist, Side::Motor, 1)[1]);
    }
}

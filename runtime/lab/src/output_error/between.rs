//! What is not known of torques between their samples.
//!
//! Half a sample more says whether the motion shows when torques acted: it shows that of torques that a controller holds, and noise of
//! torques, which is in both alike, moves nothing. Where noise of positions hides what half a sample more leaves of a joint, what it and
//! half a sample less leave of all together says when torques acted. Every second sample says how far parameters are off: an error of what
//! acts between samples grows with the step, and moves a fit once more by about as much.

use nalgebra::DVector;

use super::evaluate::Task;
use super::result::Unsampled;
use super::search::{Effort, Found, cost, freedom, search};
use crate::simulation::Sampled;
use crate::thresholds::{CERTAIN, SIGN_CERTAIN};

/// How many times as much half a sample more leaves of a joint (RMS) that shows when its torques acted.
const SHOWN: f64 = 1.5;
/// How far from their samples torques are seen to act that do as they are simulated, in halves of a sample, at most.
const AT: f64 = 0.1;
/// How far those are seen to that decay between samples: an inertia makes up for the rest.
const APART: f64 = 0.25;

/// What torques do that are not known between samples.
pub(super) struct Between {
    /// What is said of it.
    pub said: Unsampled,
    /// How far that moved the parameters.
    pub moved: DVector<f64>,
}

/// How far parameters are off for what acted between samples of torques, where the motion does not show when they acted and this moves some
/// parameter beyond its deviation (`std`); none where voltages drive. Residuals follow each other, so that deviations are wider than those of
/// white noise (`inflation`), and a search has so many iterations at most.
pub(super) fn between(
    task: &Task<'_>,
    found: &Found,
    std: &[Option<f64>],
    inflation: f64,
    iterations: usize,
) -> Option<Between> {
    if !task.machine.drives().is_empty() {
        return None;
    }
    let late = refit(task, found, iterations, later)?;
    let leaves = |own: &Found, i: usize| own.blocks.iter().map(|b| b.squares[i]).sum::<f64>();
    let shows = |i: usize| leaves(&late, i) > SHOWN * SHOWN * leaves(found, i);
    if (0..task.machine.joints()).any(shows) {
        return None;
    }
    farthest(&moved(&late, found), std)?;
    let squares = |of: &Found| 2.0 * cost(&of.blocks);
    let variance = inflation.powi(2) * squares(found) / freedom(task, &found.blocks);
    let is_seen = |early: Found| acts_as_simulated([&early, found, &late].map(squares), variance);
    if refit(task, found, iterations, earlier).is_some_and(is_seen) {
        return None;
    }
    let coarse = refit(task, found, iterations, halved)?;
    let moved = moved(&coarse, found);
    let most = farthest(&moved, std)?;
    let rates = task.inputs.iter().map(|input| input.rate);
    let said = Unsampled {
        name: task.free[most].name.clone(),
        moved: moved[most],
        rate: rates.fold(f64::INFINITY, f64::min),
    };
    Some(Between { said, moved })
}

/// Whether squares that are left half a sample earlier, as simulated, and half a sample later are least where torques act as they are
/// simulated, and so narrowly that torques that decay between samples are out of the question. Residuals have that variance.
fn acts_as_simulated([early, own, late]: [f64; 3], variance: f64) -> bool {
    let curved = 0.5 * (early + late) - own;
    let off = (0.25 * (early - late) / curved).abs();
    let deviation = (variance / curved).sqrt();
    curved > 0.0 && off < AT && deviation < SIGN_CERTAIN * (APART - off)
}

/// How far another search moved the parameters.
fn moved(other: &Found, found: &Found) -> DVector<f64> {
    let pairs = other.point.parameters.iter().zip(&found.point.parameters);
    DVector::from_vec(pairs.map(|(other, own)| other - own).collect())
}

/// The parameter that moved farthest beside its deviation, of those that moved beyond chance.
fn farthest(moved: &DVector<f64>, std: &[Option<f64>]) -> Option<usize> {
    let each = moved.iter().zip(std).enumerate();
    let each = each.filter_map(|(k, (moved, std))| Some((k, moved.abs() / (*std)?)));
    let certain = each.filter(|(_, times)| *times > CERTAIN);
    let most = certain.max_by(|a, b| a.1.total_cmp(&b.1));
    most.map(|(k, _)| k)
}

/// What is found from there with other torques.
fn refit(
    task: &Task<'_>,
    found: &Found,
    iterations: usize,
    other: impl Fn(&Sampled) -> Sampled,
) -> Option<Found> {
    let inputs: Vec<Sampled> = task.inputs.iter().map(other).collect();
    let trial = Task {
        inputs: &inputs,
        ..task.clone()
    };
    let effort = Effort::near(iterations, true);
    search(&trial, found.point.clone(), effort, &mut |_, _| {}).ok()
}

/// Every second sample.
fn halved(input: &Sampled) -> Sampled {
    Sampled {
        rate: 0.5 * input.rate,
        ..changed(input, |column| column.iter().copied().step_by(2).collect())
    }
}

/// Half a sample later: each sample and the one before, on average. That is also the mean of what every second sample makes, those of odd
/// numbers and the others, and noise of torques is in both alike.
fn later(input: &Sampled) -> Sampled {
    changed(input, |column| {
        means(column, column.iter().take(1).chain(column))
    })
}

/// Half a sample earlier: each sample and the next, on average.
fn earlier(input: &Sampled) -> Sampled {
    changed(input, |column| {
        means(column, column.iter().skip(1).chain(column.last()))
    })
}

/// An input with other columns.
fn changed(input: &Sampled, other: impl Fn(&[f64]) -> Vec<f64>) -> Sampled {
    Sampled {
        columns: input.columns.iter().map(|column| other(column)).collect(),
        ..*input
    }
}

/// Samples and their neighbours, on average.
fn means<'a>(column: &[f64], neighbours: impl Iterator<Item = &'a f64>) -> Vec<f64> {
    let pairs = column.iter().zip(neighbours);
    pairs.map(|(own, other)| 0.5 * (own + other)).collect()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use armwright_robots::puma_shoulder;
    use armwright_runtime::Robot;
    use nalgebra::DVector;

    use super::super::experiment::Experiment;
    use super::super::fit::fit;
    use super::super::free::{Free, free};
    use super::super::options::FitOptions;
    use super::super::result::Fit;
    use super::{acts_as_simulated, earlier, farthest, halved, later};
    use crate::parameters::nominal;
    use crate::random::Random;
    use crate::simulation::{Electric, FrictionLaw, Grid, Hold, Machine, Sampled, Start, simulate};

    /// Of the joint of Brewer and Gibson, and what a search begins with.
    const TRUTH: [f64; 4] = [0.057_345_4, -0.002_838_1, 0.120_915, 0.180_672];
    const BEGUN: [f64; 4] = [0.0612, -0.00282, 0.12, 0.22];

    fn sampled(rate: f64, column: Vec<f64>) -> Sampled {
        Sampled {
            start: 0.0,
            rate,
            columns: vec![column],
            hold: Hold::Last,
        }
    }

    /// The joint with these parameters, and what is sought of it.
    fn machine(values: [f64; 4]) -> (Machine<'static>, Vec<Free>) {
        let robot = &puma_shoulder::ROBOT;
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let laws = [FrictionLaw::ViscousPositive, FrictionLaw::ViscousNegative];
        let mut machine = machine.with_friction(&laws);
        let names = ["mx_2", "Lzz_2", "fvp_2", "fvn_2", "my_2"].map(str::to_owned);
        let mut all = free(&machine, &names).expect("names");
        for (free, value) in all.iter().zip(values.into_iter().chain([0.0])) {
            free.set(&mut machine, value);
        }
        all.truncate(4);
        (machine, all)
    }

    /// What moves under voltages (torques, without an electromotive force), recorded 60 times a second with noise of positions and
    /// torques, as its torques tell it.
    fn fitted(driven: &Sampled, back_emf: f64, begin: f64, noise: [f64; 2]) -> Fit {
        let (truth, all) = machine(TRUTH);
        let drive = Electric {
            back_emf,
            ..Electric::default()
        };
        let truth = truth.with_drives(&[drive]).expect("a drive");
        let grid = Grid {
            start: 0.0,
            rate: 60.0,
            samples: (driven.columns[0].len() as f64 * 60.0 / driven.rate) as usize,
        };
        let options = FitOptions {
            intervals: vec![0.5, 2.0],
            ..FitOptions::default()
        };
        let start = Start::at_rest(&[begin]);
        let motion = simulate(&truth, driven, &start, &grid, &options.settings).expect("a motion");
        let mut random = Random::new(3);
        let mut noisy = |column: &[f64], noise: f64| -> Vec<f64> {
            let each = column.iter().map(|x| x + noise * random.normal());
            each.collect()
        };
        let run = Experiment {
            name: "a".to_owned(),
            rate: 60.0,
            start: 0.0,
            position: vec![noisy(&motion.q, noise[0])],
            input: vec![noisy(&motion.torque, noise[1])],
            bridged: Vec::new(),
            clock: None,
        };
        let (begun, _) = machine(BEGUN);
        fit(&begun, &[run], &all, &options, &mut |_, _| {}).expect("a fit")
    }

    /// The torque of a voltage that switches decays within two samples of 60 Hz: an inertia that makes up for it leaves noise alone, and is
    /// many deviations off. What every second sample moves covers that.
    #[test]
    fn torques_that_decay_between_samples_are_told_and_widen_deviations() {
        let is_up = |k: u32| k < 49 || (196..339).contains(&k) || k >= 485;
        let volts = (0..512).map(|k| if is_up(k) { 1.2 } else { -1.2 });
        let driven = sampled(30.0, volts.collect());
        let found = fitted(&driven, 1.5, FRAC_PI_2, [5e-3, 0.0]);
        assert!(found.joints[0].rmse < 5.3e-3, "{}", found.joints[0].rmse);
        let own = &found.parameters[1];
        let off = (own.value - TRUTH[1]).abs();
        let [std, white] = [own.std, own.std_white].map(|std| std.expect("told"));
        assert!(off > 10.0 * white && off < 2.5 * std, "{own:?}");
        let said = found.unsampled.expect("torques that are not known");
        assert_eq!((said.name.as_str(), said.rate), ("Lzz_2", 60.0));
        assert!(said.moved.abs() > 0.5 * off, "{said:?} {off}");
    }

    /// Torques of seven samples a period, held: half a sample later nothing follows. Where noise of positions leaves as much as that does, all
    /// that is left is least where they act. Of a noise of a third of them nothing moves.
    #[test]
    fn torques_that_are_held_and_noise_of_torques_are_no_such() {
        let torque = |k: u32| 0.5 * (0.9 * f64::from(k)).sin() + 0.4 * (0.13 * f64::from(k)).sin();
        for (samples, noise) in [(600, [5e-4, 0.0]), (2400, [2e-3, 0.0]), (600, [5e-3, 0.2])] {
            let driven = sampled(60.0, (0..samples).map(torque).collect());
            let found = fitted(&driven, 0.0, -FRAC_PI_2, noise);
            assert_eq!(found.unsampled, None, "{noise:?}");
        }
    }

    #[test]
    fn other_torques_are_every_second_sample_and_means_of_neighbours() {
        let own = sampled(8.0, vec![1.0, 3.0, -1.0, 5.0, 7.0]);
        assert_eq!(halved(&own), sampled(4.0, vec![1.0, -1.0, 7.0]));
        assert_eq!(later(&own), sampled(8.0, vec![1.0, 2.0, 1.0, 2.0, 6.0]));
        assert_eq!(earlier(&own), sampled(8.0, vec![2.0, 1.0, 2.0, 6.0, 7.0]));
    }

    /// Sums of squares, half a sample earlier, as simulated and later, with the noise of positions: of torques that a controller holds, and
    /// of those that decay between samples.
    #[test]
    fn a_narrow_least_where_torques_act_as_simulated_shows_that_they_do() {
        let held = [
            ([5.687e-3, 3.037e-3, 5.596e-3], 5e-4),
            ([0.136_41, 0.110_35, 0.139_12], 5e-3),
            ([0.073_61, 0.057_45, 0.071_31], 1e-2),
        ];
        for (squares, noise) in held {
            assert!(acts_as_simulated(squares, noise * noise), "{squares:?}");
        }
        let decays = [
            [0.010_798, 0.009_464, 0.013_273],
            [0.019_090, 0.018_534, 0.020_308],
            [0.047_225, 0.046_573, 0.046_714],
        ];
        for squares in decays {
            assert!(!acts_as_simulated(squares, 2.5e-5), "{squares:?}");
        }
    }

    /// A parabola of 1 about its least: 0.08 half samples off it is told from a quarter by two deviations of 0.08, not of 0.09; at 0.11 by
    /// none, nor is one that is not curved, or the other way.
    #[test]
    fn a_least_is_where_it_is_and_as_narrow_as_noise_lets_it_be() {
        let about = |least: f64| [-1.0, 0.0, 1.0].map(|x: f64| (x - least).powi(2));
        let seen = |least: f64, deviation: f64| acts_as_simulated(about(least), deviation.powi(2));
        assert!(seen(0.08, 0.08) && seen(-0.08, 0.08));
        assert!(!seen(0.08, 0.09) && !seen(-0.08, 0.09));
        assert!(!seen(0.11, 1e-3) && !seen(-0.11, 1e-3));
        assert!(!acts_as_simulated([1.0; 3], 1e-6));
        assert!(!acts_as_simulated([1.0, 2.0, 1.0], 1e-6));
    }

    #[test]
    fn what_moved_farthest_is_beyond_three_deviations_of_its_own() {
        let std = [Some(1.0), Some(0.1), None];
        let of = |moved: [f64; 3]| farthest(&DVector::from_row_slice(&moved), &std);
        assert_eq!(of([2.9, -0.29, 100.0]), None);
        assert_eq!(of([4.0, -0.31, 0.0]), Some(0));
        assert_eq!(of([4.0, -0.5, 0.0]), Some(1));
    }
}

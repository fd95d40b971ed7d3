//! Faults that are tried beside others, each with the numbers that leave least.

use super::super::fit::Unexplained;
use super::change::{Around, BaseChange, Kind};
use super::joints::Joints;
use super::probe::{Left, Probe};
use crate::cores;
use crate::distribution::gamma_tail;
use crate::regression::RegressionError;
use crate::thresholds::LACK_BY_CHANCE;

/// Steps of Gauss and Newton.
const ROUNDS: usize = 5;
/// What a step has to gain for another one, in the mean logarithm of what is left.
const SETTLED: f64 = 1e-4;
/// What a fault that is told by no number counts as numbers.
const DISCRETE: usize = 3;
/// Of faults of which only the best is gone on with, those that are tried at all instants.
const FOREMOST: usize = 3;

/// Faults and their numbers.
pub(super) type Kinds = Vec<(Kind, Vec<f64>)>;

/// Faults that were tried: their numbers, and what is left.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) kinds: Kinds,
    pub(super) left: Left,
}

/// What faults are tried in.
pub(super) struct Tries<'a> {
    pub(super) probe: &'a Probe<'a>,
    /// A part of its instants.
    few: &'a Probe<'a>,
    pub(super) around: Around<'a>,
    pub(super) counts: Vec<f64>,
}

impl<'a> Tries<'a> {
    pub(super) fn of(probe: &'a Probe<'a>, few: &'a Probe<'a>) -> Self {
        let (imu, model) = (probe.imu(), probe.equations().robot().model());
        let bodies = probe.contacts().iter();
        let around = Around {
            at: imu.at,
            rpy: imu.rpy,
            delay: imu.delay,
            bodies: bodies.map(|contact| model.bodies[contact.body]).collect(),
            components: probe.components(),
            frames: probe.frames(),
            joints: Joints::of(probe.equations()),
        };
        Self {
            counts: probe.counts(),
            around,
            probe,
            few,
        }
    }

    /// Faults beside those that were found, of each row of starts the one that leaves least, with the numbers that do.
    pub(super) fn run(
        &self,
        found: &Tried,
        mut starts: Vec<Vec<Kind>>,
    ) -> Result<Vec<Tried>, RegressionError> {
        let new = |kind: &Kind| !found.kinds.iter().any(|(known, _)| known.is_like(*kind));
        starts.iter_mut().for_each(|kinds| kinds.retain(new));
        starts.retain(|kinds| !kinds.is_empty());
        let with = |kind: Kind| {
            let mut kinds = found.kinds.clone();
            kinds.push((kind, vec![0.0; kind.size()]));
            kinds
        };
        let first: Vec<Vec<Kind>> = self.foremost(starts, &with)?;
        let all: Vec<Kind> = first.iter().flatten().copied().collect();
        let tried = cores::map(all.len(), &|k| {
            let kinds = with(all[k]);
            let left = self.left(&kinds)?;
            Ok(Tried { kinds, left })
        });
        let mut tried = tried.into_iter();
        let score = |tried: &Tried| tried.left.rows.score();
        let best = first.iter().map(|kinds| {
            let own: Result<Vec<Tried>, RegressionError> =
                tried.by_ref().take(kinds.len()).collect();
            let own = own?.into_iter();
            Ok(own.min_by(|a, b| score(a).total_cmp(&score(b))))
        });
        let best: Result<Vec<Option<Tried>>, RegressionError> = best.collect();
        let best: Vec<Tried> = best?.into_iter().flatten().collect();
        let refined = cores::map(best.len(), &|k| {
            self.refined(best[k].clone(), &found.left, best.len())
        });
        refined.into_iter().collect()
    }

    /// Of each row of starts those that leave least at few instants, which is soon seen.
    fn foremost(
        &self,
        starts: Vec<Vec<Kind>>,
        with: &(impl Fn(Kind) -> Kinds + Sync),
    ) -> Result<Vec<Vec<Kind>>, RegressionError> {
        let is_many = |kinds: &&Vec<Kind>| kinds.len() > FOREMOST;
        let many: Vec<Kind> = starts.iter().filter(is_many).flatten().copied().collect();
        let scores = cores::map(many.len(), &|k| {
            let left = self.few.left(&self.change(&with(many[k])), &[])?;
            Ok(left.rows.score())
        });
        let mut scores = scores.into_iter();
        let foremost = starts.into_iter().map(|kinds| {
            if !is_many(&&kinds) {
                return Ok(kinds);
            }
            let own: Result<Vec<f64>, RegressionError> =
                scores.by_ref().take(kinds.len()).collect();
            let mut own: Vec<(f64, Kind)> = own?.into_iter().zip(kinds).collect();
            own.sort_by(|a, b| a.0.total_cmp(&b.0));
            Ok(own
                .into_iter()
                .take(FOREMOST)
                .map(|(_, kind)| kind)
                .collect())
        });
        foremost.collect()
    }

    /// What is left once faults are undone.
    pub(super) fn left(&self, kinds: &[(Kind, Vec<f64>)]) -> Result<Left, RegressionError> {
        self.probe.left(&self.change(kinds), &[])
    }

    pub(super) fn change(&self, kinds: &[(Kind, Vec<f64>)]) -> BaseChange {
        let mut change = self.around.none();
        let each = kinds.iter();
        each.for_each(|(kind, by)| kind.apply(by, &self.around.joints, &mut change));
        change
    }

    /// Faults with the numbers that leave least; of one by which a step would gain no more than chance does, none.
    fn refined(
        &self,
        mut best: Tried,
        found: &Left,
        count: usize,
    ) -> Result<Tried, RegressionError> {
        let sizes = best.kinds.iter().map(|(kind, _)| kind.size()).enumerate();
        let places = sizes.flat_map(|(k, size)| (0..size).map(move |i| (k, i)));
        let places: Vec<(usize, usize)> = places.collect();
        let last = best.kinds.last().map_or(0, |(kind, _)| kind.size());
        let rounds = if last == 0 { 0 } else { ROUNDS };
        for round in 0..rounds {
            let beside = self
                .probe
                .left(&self.change(&best.kinds), &self.slopes(&best, &places)?)?;
            if round == 0 && !self.is_sure(found, &beside, last, count) {
                break;
            }
            let steps = beside
                .beta
                .rows(beside.beta.len() - places.len(), places.len());
            let mut kinds = best.kinds.clone();
            let each = places.iter().zip(steps.iter());
            each.for_each(|(&(k, i), step)| kinds[k].1[i] += step);
            let left = self.left(&kinds)?;
            let gain = best.left.rows.score() - left.rows.score();
            if gain.is_nan() || gain <= 0.0 {
                break;
            }
            best = Tried { kinds, left };
            if gain < SETTLED {
                break;
            }
        }
        Ok(best)
    }

    /// By how much more is predicted than was measured, for each of the numbers a slope (`instants × rows`).
    fn slopes(
        &self,
        at: &Tried,
        places: &[(usize, usize)],
    ) -> Result<Vec<Vec<f64>>, RegressionError> {
        let b = self.probe.equations().robot().model().base.len();
        let beta = at.left.beta.rows(0, b).into_owned();
        let surplus = |kinds: &[(Kind, Vec<f64>)]| self.probe.surplus(&self.change(kinds), &beta);
        let here = surplus(&at.kinds)?;
        let slope = |&(k, i): &(usize, usize)| {
            let step = at.kinds[k].0.step(self.probe.rate());
            let mut kinds = at.kinds.clone();
            kinds[k].1[i] += step;
            let there = surplus(&kinds)?;
            let pairs = there.iter().zip(&here);
            Ok(pairs.map(|(a, b)| (a - b) / step).collect())
        };
        places.iter().map(slope).collect()
    }

    /// Whether faults touch each row: what is measured of it, or what its parameters make of the motion.
    pub(super) fn touched(&self, tried: &Tried) -> Result<Vec<bool>, RegressionError> {
        let b = self.probe.equations().robot().model().base.len();
        let beta = tried.left.beta.rows(0, b).into_owned();
        let before = self.probe.surplus(&self.around.none(), &beta)?;
        let after = self.probe.surplus(&self.change(&tried.kinds), &beta)?;
        let rows = tried.left.rows.0.len();
        let mut touched = vec![false; rows];
        for (k, (before, after)) in before.iter().zip(&after).enumerate() {
            touched[k % rows] |= before != after;
        }
        Ok(touched)
    }

    /// What is left of each row as far as it follows itself from each instant to the one after it: the rest is noise, which no fault is.
    pub(super) fn systematic(
        &self,
        pairs: &Probe<'_>,
        tried: &Tried,
    ) -> Result<Unexplained, RegressionError> {
        let b = self.probe.equations().robot().model().base.len();
        let beta = tried.left.beta.rows(0, b).into_owned();
        let surplus = pairs.surplus(&self.change(&tried.kinds), &beta)?;
        let rows = tried.left.rows.0.len();
        let follows = |row: usize| {
            let (mut products, mut squares) = (0.0, 0.0);
            for pair in surplus.chunks_exact(2 * rows) {
                let (now, later) = (pair[row], pair[rows + row]);
                products += 2.0 * now * later;
                squares += now * now + later * later;
            }
            match squares > 0.0 {
                true => f64::max(products / squares, 0.0),
                false => 1.0,
            }
        };
        let left = tried.left.rows.0.iter().enumerate();
        let left = left.map(|(row, left)| left.map(|left| left * follows(row)));
        Ok(Unexplained(left.collect()))
    }

    /// Whether less is left by more than chance does, by so many numbers, of so many that were tried.
    pub(super) fn is_sure(
        &self,
        before: &Left,
        after: &Left,
        numbers: usize,
        count: usize,
    ) -> bool {
        let lifts = after.rows.lifts(&before.rows);
        let gain: f64 = lifts.iter().zip(&self.counts).map(|(x, n)| x * n).sum();
        let numbers = numbers.max(DISCRETE) as f64;
        gain > 0.0 && gamma_tail(gain, numbers) * count as f64 <= LACK_BY_CHANCE
    }
}

#[cfg(test)]
mod tests {
    use armwright_robots::solo12::ROBOT;
    use armwright_runtime::Robot;
    use nalgebra::DVector;

    use super::super::Sensor;
    use super::super::probe::Detail;
    use super::super::tests::motion;
    use super::{Kind, Left, Probe, Tried, Tries, Unexplained};
    use crate::regression::Equations;

    #[test]
    fn what_is_touched_is_the_body_of_the_contact() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|recording| {
            let contacts = recording.contacts.as_mut().expect("what holds it");
            contacts.places[0].body = 4;
        });
        let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
        let probe = probe.expect("a probe");
        let tries = Tries::of(&probe, &probe);
        assert_eq!(tries.around.bodies, [ROBOT.model().bodies[4]]);
    }

    #[test]
    fn a_sensor_that_shows_no_moment_has_three_numbers() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        for (moment, components) in [(0.0, 3), (-0.5, 6)] {
            let motions = motion(|recording| {
                let contacts = recording.contacts.as_mut().expect("what holds it");
                let moments = contacts.wrenches[3..].iter_mut();
                moments.for_each(|column| column.fill(0.0));
                contacts.wrenches[5][200] = moment;
            });
            let probe = Probe::of(&equations, &motions, Detail::Few).expect("equations");
            let probe = probe.expect("a probe");
            assert_eq!(Tries::of(&probe, &probe).around.components, [components]);
        }
    }

    /// Few instants tell which fault is tried, all of them whether it is one.
    #[test]
    fn gains_count_at_all_instants() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|_| {});
        let [all, few] = [Detail::All, Detail::Few].map(|detail| {
            let probe = Probe::of(&equations, &motions, detail).expect("equations");
            probe.expect("a probe")
        });
        assert_ne!(all.counts(), few.counts());
        assert_eq!(Tries::of(&all, &few).counts, all.counts());
    }

    /// Of 100 faults that were tried one of three numbers gains 20 by chance, but not 60, as one of 100 numbers would.
    #[test]
    fn a_fault_that_gains_no_more_than_chance_has_no_numbers() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|recording| {
            let base = recording.base.as_mut().expect("a base");
            base.columns[3].iter_mut().for_each(|x| *x += 0.5);
        });
        let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
        let probe = probe.expect("a probe");
        let mut tries = Tries::of(&probe, &probe);
        let found = tries.left(&[]).expect("shares");
        let start = Tried {
            kinds: vec![(Kind::Bias(Sensor::Accelerometer), vec![0.0; 3])],
            left: found.clone(),
        };
        let places: [(usize, usize); 3] = [(0, 0), (0, 1), (0, 2)];
        let slopes = tries.slopes(&start, &places).expect("slopes");
        let beside = probe.left(&tries.around.none(), &slopes).expect("shares");
        let lifts: f64 = beside.rows.lifts(&found.rows).iter().sum();
        assert!(lifts > 0.0, "{lifts}");
        let mut numbers = |gain: f64| {
            tries.counts = vec![gain / lifts; found.rows.0.len()];
            let refined = tries.refined(start.clone(), &found, 100);
            refined.expect("shares").kinds[0].1.clone()
        };
        assert_eq!(numbers(20.0), [0.0; 3]);
        assert_ne!(numbers(60.0), [0.0; 3]);
        // Fewer numbers count as three, of which chance gains 16.27 once in a thousand times; of six it gains 22.46.
        let left = |share: f64| Left {
            rows: Unexplained(vec![Some(share)]),
            beta: DVector::zeros(0),
        };
        let mut sure = |gain: f64, numbers: usize| {
            tries.counts = vec![gain / 2f64.ln()];
            tries.is_sure(&left(0.5), &left(0.25), numbers, 1)
        };
        for few in 0..4 {
            assert!(!sure(16.0, few) && sure(16.5, few), "{few}");
        }
        assert!(!sure(22.0, 6) && sure(23.0, 6));
    }

    /// A wrench that has the other sign: of a row that is gone on with, wherever it stands in it, and not a second time.
    #[test]
    fn of_a_row_the_fault_that_leaves_least_is_gone_on_with() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|recording| {
            let contacts = recording.contacts.as_mut().expect("what holds it");
            let wrenches = contacts.wrenches.iter_mut().flatten();
            wrenches.for_each(|x| *x = -*x);
        });
        let probe = Probe::of(&equations, &motions, Detail::Few).expect("equations");
        let probe = probe.expect("a probe");
        let tries = Tries::of(&probe, &probe);
        let run = |known: &[Kind], starts: Vec<Vec<Kind>>| -> Vec<Vec<Kind>> {
            let found = Tried {
                kinds: known.iter().map(|kind| (*kind, Vec::new())).collect(),
                left: tries.left(&[]).expect("shares"),
            };
            let tried = tries.run(&found, starts).expect("shares").into_iter();
            let kinds = |tried: Tried| tried.kinds.into_iter().map(|(kind, _)| kind).collect();
            tried.map(kinds).collect()
        };
        let sign = Kind::WrenchSign(0);
        let axes = Kind::Axes(Sensor::Gyroscope, [1, -2, 3]);
        let starts = vec![vec![sign, axes], vec![axes, sign]];
        assert_eq!(run(&[], starts), [[sign], [sign]]);
        assert!(run(&[sign], vec![vec![sign]]).is_empty());
    }
}

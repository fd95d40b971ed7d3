//! One fault after the other, the one that leaves least first.

use super::super::base_fault::Sensor;
use super::super::change::Fault;
use super::super::fit::{NOTHING, Unexplained};
use super::change::{Around, BaseChange, Kind, all_axes};
use super::joints::{Joints, OfJoints};
use super::probe::{Left, Probe};
use crate::cores;
use crate::distribution::gamma_tail;
use crate::regression::RegressionError;
use crate::thresholds::{
    AS_WELL, BIAS, EXPLAINED_AWAY, LACK_BY_CHANCE, LACKING, LACKING_MOSTLY, LACKING_OF_TORQUE,
    LIFT, SUSPICIOUS,
};

/// Faults that are named together at most.
const FAULTS: usize = 3;
/// Steps of Gauss and Newton.
const ROUNDS: usize = 5;
/// What a step has to gain for another one, in the mean logarithm of what is left.
const SETTLED: f64 = 1e-4;
/// What a fault that is told by no number counts as numbers.
const DISCRETE: usize = 3;
/// Delays from which the one that leaves least is looked for, s: the base moves slowly enough for those between.
const DELAYS: [f64; 5] = [0.0, -0.03, 0.03, -0.1, 0.1];
/// How near a quarter of a turn an IMU is that is turned by it, degrees.
const QUARTER: f64 = 3.0;

/// Faults with what is left once they are undone.
pub(super) struct Found {
    pub(super) faults: Vec<Fault>,
    pub(super) left: Unexplained,
}

/// Faults that were tried: their numbers, and what is left.
#[derive(Clone)]
struct Tried {
    kinds: Vec<(Kind, Vec<f64>)>,
    left: Left,
}

/// What faults are looked for in.
pub(super) struct Search<'a> {
    probe: &'a Probe<'a>,
    around: Around<'a>,
    counts: Vec<f64>,
    pub(super) before: Left,
}

impl<'a> Search<'a> {
    pub(super) fn of(probe: &'a Probe<'a>) -> Result<Self, RegressionError> {
        let (imu, model) = (probe.imu(), probe.equations().robot().model());
        let bodies = probe.contacts().iter();
        let around = Around {
            at: imu.at,
            rpy: imu.rpy,
            delay: imu.delay,
            bodies: bodies.map(|contact| model.bodies[contact.body]).collect(),
            joints: Joints::of(probe.equations()),
        };
        Ok(Self {
            before: probe.left(&around.none(), &[])?,
            counts: probe.counts(),
            around,
            probe,
        })
    }

    /// The faults that explain most; several that do so alike where one is enough.
    pub(super) fn run(&self, progress: &mut dyn FnMut(f64)) -> Result<Vec<Found>, RegressionError> {
        let mut found = Tried {
            kinds: Vec::new(),
            left: self.before.clone(),
        };
        let mut alike = Vec::new();
        for round in 0..FAULTS {
            let mut tried = self.tried(&found, self.of_base(&found))?;
            // Joints are suspected where nothing else explains all.
            let is_all = |other: &Tried| {
                other.left.rows.worst() <= SUSPICIOUS && self.explains(&found, other, tried.len())
            };
            if found.left.rows.worst() > SUSPICIOUS && !tried.iter().any(is_all) {
                tried.extend(self.tried(&found, self.of_joints(&found))?);
            }
            progress((round + 1) as f64 / FAULTS as f64);
            let count = tried.len();
            let mine = |tried: &Tried| self.is_of_its_kind(tried);
            let scores = tried.iter().filter(|tried| mine(tried));
            let scores = scores.map(|tried| tried.left.rows.score());
            let least = scores.fold(f64::INFINITY, f64::min);
            let mut sure: Vec<Tried> = tried
                .into_iter()
                .filter(|tried| mine(tried) && self.explains(&found, tried, count))
                .collect();
            sure.sort_by(|a, b| self.cost(a).total_cmp(&self.cost(b)));
            let Some(best) = sure.first().cloned() else {
                break;
            };
            let kind = |tried: &Tried| tried.kinds[round].0;
            let score = best.left.rows.score();
            // What explains less than another that does not convince is a part of that.
            if score > least + AS_WELL {
                break;
            }
            let as_well = sure.into_iter().filter(|other| {
                other.left.rows.score() - score < AS_WELL && !kind(other).is_like(kind(&best))
            });
            alike = match round {
                0 => as_well.collect(),
                _ => Vec::new(),
            };
            found = best;
        }
        if found.kinds.is_empty() {
            return Ok(Vec::new());
        }
        let all = std::iter::once(found).chain(alike).take(FAULTS);
        Ok(all.map(|tried| self.found(tried)).collect())
    }

    /// Faults of the IMU and of contacts that are tried: of one row the best start is gone on with.
    fn of_base(&self, found: &Tried) -> Vec<Vec<Kind>> {
        let degree = 1f64.to_radians();
        let mut starts: Vec<Vec<Kind>> = vec![
            vec![Kind::Place],
            vec![Kind::Turn],
            vec![Kind::Bias(Sensor::Gyroscope)],
            vec![Kind::Bias(Sensor::Accelerometer)],
            [1.0, degree, degree.recip()]
                .map(|times| Kind::Factor(Sensor::Gyroscope, times))
                .to_vec(),
            vec![Kind::Factor(Sensor::Accelerometer, 1.0)],
            DELAYS.map(Kind::Lag).to_vec(),
        ];
        let contacts = 0..self.around.bodies.len();
        starts.extend(contacts.clone().map(|k| vec![Kind::WrenchBias(k)]));
        if found.left.rows.worst() > SUSPICIOUS {
            starts.extend(contacts.map(|k| vec![Kind::WrenchSign(k)]));
            let sensors = [Sensor::Imu, Sensor::Accelerometer, Sensor::Gyroscope];
            starts.extend(sensors.map(|sensor| {
                let axes = all_axes().into_iter();
                axes.map(|axes| Kind::Axes(sensor, axes)).collect()
            }));
        }
        starts
    }

    /// Those of joints.
    fn of_joints(&self, found: &Tried) -> Vec<Vec<Kind>> {
        let starts = self.around.joints.starts(&found.left.rows.0).into_iter();
        let kinds = |kinds: Vec<OfJoints>| kinds.into_iter().map(Kind::Joints).collect();
        starts.map(kinds).collect()
    }

    /// Faults beside those that were found, of each row of starts the one that leaves least, with the numbers that do.
    fn tried(
        &self,
        found: &Tried,
        mut starts: Vec<Vec<Kind>>,
    ) -> Result<Vec<Tried>, RegressionError> {
        let new = |kind: &Kind| !found.kinds.iter().any(|(known, _)| known.is_like(*kind));
        starts.iter_mut().for_each(|kinds| kinds.retain(new));
        starts.retain(|kinds| !kinds.is_empty());
        let all: Vec<Kind> = starts.iter().flatten().copied().collect();
        let with = |kind: Kind| {
            let mut kinds = found.kinds.clone();
            kinds.push((kind, vec![0.0; kind.size()]));
            kinds
        };
        let first = |k: usize| match starts.iter().any(|kinds| *kinds == [all[k]]) {
            true => Ok(f64::NAN),
            false => {
                let left = self.probe.left(&self.change(&with(all[k])), &[]);
                left.map(|left| left.rows.score())
            }
        };
        let scores = cores::map(all.len(), &first).into_iter();
        let scores = scores.collect::<Result<Vec<f64>, RegressionError>>()?;
        let mut at = 0;
        let best = starts.iter().map(|kinds| {
            let own = &scores[at..at + kinds.len()];
            at += kinds.len();
            let order = kinds.iter().zip(own).min_by(|a, b| a.1.total_cmp(b.1));
            order.map_or(kinds[0], |(kind, _)| *kind)
        });
        let best: Vec<Kind> = best.collect();
        let refined = cores::map(best.len(), &|k| {
            self.refined(with(best[k]), &found.left, best.len())
        });
        refined.into_iter().collect()
    }

    fn change(&self, kinds: &[(Kind, Vec<f64>)]) -> BaseChange {
        let mut change = self.around.none();
        let each = kinds.iter();
        each.for_each(|(kind, by)| kind.apply(by, &self.around.joints, &mut change));
        change
    }

    /// Faults with the numbers that leave least; of one by which a step would gain no more than chance does, none.
    fn refined(
        &self,
        kinds: Vec<(Kind, Vec<f64>)>,
        found: &Left,
        count: usize,
    ) -> Result<Tried, RegressionError> {
        let left = self.probe.left(&self.change(&kinds), &[])?;
        let mut best = Tried { kinds, left };
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
            let left = self.probe.left(&self.change(&kinds), &[])?;
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

    /// Whether less is left by more than chance does, by so many numbers, of so many that were tried.
    fn is_sure(&self, before: &Left, after: &Left, numbers: usize, count: usize) -> bool {
        let lifts = after.rows.lifts(&before.rows);
        let gain: f64 = lifts.iter().zip(&self.counts).map(|(x, n)| x * n).sum();
        let numbers = numbers.max(DISCRETE) as f64;
        gain > 0.0 && gamma_tail(gain, numbers) * count as f64 <= LACK_BY_CHANCE
    }

    /// Minus twice the logarithm of the likelihood, but for a constant, and what the numbers gain by chance.
    fn cost(&self, tried: &Tried) -> f64 {
        let rows = tried.left.rows.0.iter().zip(&self.counts);
        let all: f64 = rows
            .map(|(left, count)| count * left.unwrap_or(1.0).max(NOTHING).ln())
            .sum();
        let numbers = tried.kinds.iter().map(|(kind, _)| kind.size().max(1));
        all + 2.0 * numbers.sum::<usize>() as f64
    }

    /// Whether numbers of the last fault are none that another kind has.
    fn is_of_its_kind(&self, tried: &Tried) -> bool {
        match tried.kinds.last() {
            Some((Kind::Turn, by)) => !is_quarter(by),
            Some((Kind::Joints(of), by)) => self.around.joints.is_other(*of, by),
            _ => true,
        }
    }

    /// Whether a further fault explains more than chance does, and much of what was left of some row.
    fn explains(&self, before: &Tried, tried: &Tried, count: usize) -> bool {
        let Some((kind, _)) = tried.kinds.last() else {
            return false;
        };
        let sure = self.is_sure(&before.left, &tried.left, kind.size(), count);
        let (before, after) = (&before.left.rows, &tried.left.rows);
        let lifts = after.lifts(before);
        // Where nothing is gained the model may lack something.
        let gained = lifts.iter().zip(&after.0);
        let gained = gained.filter(|(lift, _)| **lift >= LIFT / 2.0);
        let gained = gained.filter_map(|(_, left)| *left);
        let left = gained.reduce(f64::max).unwrap_or(f64::INFINITY);
        let spoiled = lifts
            .iter()
            .zip(&after.0)
            .any(|(lift, left)| *lift < -LIFT / 2.0 && left.is_some_and(|left| left > SUSPICIOUS));
        let away = lifts.iter().sum::<f64>() >= LIFT && left <= EXPLAINED_AWAY && !spoiled;
        match *kind {
            _ if kind.size() == 0 => return away,
            Kind::Joints(OfJoints::Gain(_)) => return sure && away,
            // What a model lacks is partly a constant, or an angle.
            Kind::Joints(_) => {
                return sure && away && before.worst() >= BIAS[0] && left <= BIAS[1];
            }
            _ => {}
        }
        // Of what joints measured wrongly any number explains a little.
        let least = match before.worst() > BIAS[0] {
            true => LACKING_MOSTLY[0],
            false => LACKING,
        };
        let much = |(before, after): (&Option<f64>, &Option<f64>)| match (before, after) {
            (Some(before), Some(after)) => {
                let explained = before - after;
                explained >= least * before && explained >= LACKING_OF_TORQUE * LACKING_OF_TORQUE
            }
            _ => false,
        };
        sure && before.0.iter().zip(&after.0).any(much)
    }

    fn found(&self, tried: Tried) -> Found {
        let change = self.change(&tried.kinds);
        let faults = tried.kinds.iter();
        let faults = faults.map(|(kind, by)| kind.fault(by, &change, &self.around));
        Found {
            faults: faults.collect(),
            left: tried.left.rows,
        }
    }
}

/// Whether a rotation is about an axis of the IMU by quarters of a turn, and not none.
fn is_quarter(by: &[f64]) -> bool {
    let each = by.iter().map(|x| x.to_degrees().abs());
    let whole = each.clone().all(|x| {
        let rest = x.rem_euclid(90.0);
        rest.min(90.0 - rest) < QUARTER
    });
    whole && each.fold(0.0, f64::max) > 45.0
}

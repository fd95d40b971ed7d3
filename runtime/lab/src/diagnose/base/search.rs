//! One fault after the other, the one that leaves least first.

use super::super::base_fault::{Frame, Sensor};
use super::super::change::Fault;
use super::super::fit::{NOTHING, Unexplained};
use super::change::{Kind, all_axes};
use super::joints::OfJoints;
use super::probe::{Left, Probe};
use super::tries::{Tried, Tries};
use crate::regression::RegressionError;
use crate::thresholds::{
    AS_WELL, BIAS, EXPLAINED_AWAY, LACKING_MOSTLY, LACKING_OF_TORQUE, LIFT, SUSPICIOUS,
};

/// Faults that are named together at most.
const FAULTS: usize = 3;
/// Delays from which the one that leaves least is looked for, s: the base moves slowly enough for those between.
const DELAYS: [f64; 5] = [0.0, -0.03, 0.03, -0.1, 0.1];
/// How near a quarter of a turn an IMU is that is turned by it, degrees.
const QUARTER: f64 = 3.0;

/// Faults with what is left once they are undone.
pub(super) struct Found {
    pub(super) faults: Vec<Fault>,
    pub(super) left: Unexplained,
}

/// What faults are looked for in.
pub(super) struct Search<'a> {
    tries: Tries<'a>,
    /// Instants two by two, which tell noise; none where there are too few.
    pairs: Option<&'a Probe<'a>>,
    pub(super) before: Left,
}

impl<'a> Search<'a> {
    /// In all instants; which of several is tried is told by few, and what is noise by pairs.
    pub(super) fn of(
        all: &'a Probe<'a>,
        few: &'a Probe<'a>,
        pairs: Option<&'a Probe<'a>>,
    ) -> Result<Self, RegressionError> {
        let tries = Tries::of(all, few);
        Ok(Self {
            before: tries.left(&[])?,
            tries,
            pairs,
        })
    }

    /// The faults that explain most, of those that explain the whole; several that do so alike where one is enough.
    pub(super) fn run(&self, progress: &mut dyn FnMut(f64)) -> Result<Vec<Found>, RegressionError> {
        let mut found = Tried {
            kinds: Vec::new(),
            left: self.before.clone(),
        };
        let (mut named, mut alike) = (None, Vec::new());
        for round in 0..FAULTS {
            let mut tried = self.tries.run(&found, self.of_base(&found))?;
            // Joints are suspected where nothing else explains all.
            let mut is_all = false;
            for other in &tried {
                is_all |= other.left.rows.worst() <= SUSPICIOUS
                    && self.explains(&found, other, tried.len())?;
            }
            if found.left.rows.worst() > SUSPICIOUS && !is_all {
                tried.extend(self.tries.run(&found, self.of_joints(&found))?);
            }
            progress((round + 1) as f64 / FAULTS as f64);
            let count = tried.len();
            let mine = |tried: &Tried| self.is_of_its_kind(tried);
            let scores = tried.iter().filter(|tried| mine(tried));
            let scores = scores.map(|tried| tried.left.rows.score());
            let least = scores.fold(f64::INFINITY, f64::min);
            let mut sure: Vec<Tried> = Vec::new();
            for tried in tried {
                if mine(&tried) && self.explains(&found, &tried, count)? {
                    sure.push(tried);
                }
            }
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
            let others: Vec<Tried> = match round {
                0 => as_well.collect(),
                _ => Vec::new(),
            };
            found = best;
            if self.is_whole(&found)? {
                named = Some(found.clone());
                alike = Vec::new();
                for other in others {
                    if self.is_whole(&other)? {
                        alike.push(other);
                    }
                }
            }
        }
        let all = named.into_iter().chain(alike).take(FAULTS);
        Ok(all.map(|tried| self.found(tried)).collect())
    }

    /// Whether faults leave no row unexplained but for noise, or of each row that they touch hardly anything: what mends one row and leaves
    /// others as they are is none of what is wrong.
    fn is_whole(&self, tried: &Tried) -> Result<bool, RegressionError> {
        let left = &tried.left.rows;
        if left.worst() <= EXPLAINED_AWAY || self.systematic(tried)?.worst() <= EXPLAINED_AWAY {
            return Ok(true);
        }
        let touched = self.tries.touched(tried)?;
        let mut rows = left.0.iter().zip(touched);
        Ok(rows.all(|(left, is_touched)| !is_touched || left.is_none_or(|x| x <= SUSPICIOUS)))
    }

    /// What is left of each row but for noise, as far as that is told.
    fn systematic(&self, tried: &Tried) -> Result<Unexplained, RegressionError> {
        match self.pairs {
            Some(pairs) => self.tries.systematic(pairs, tried),
            None => Ok(tried.left.rows.clone()),
        }
    }

    /// Other axes that contacts may have: all of them, and each by itself.
    fn axes_of_contacts(&self) -> Vec<Vec<Kind>> {
        let (probe, frames) = (self.tries.probe, &self.tries.around.frames);
        // Those of the base are its own, where that is touched.
        let is_other = |k: usize, axes: Frame| match axes {
            Frame::World => frames[k] != Frame::World && probe.is_oriented(),
            _ if probe.contacts()[k].body == 0 => frames[k] == Frame::World && axes == Frame::Base,
            _ => frames[k] != axes,
        };
        let all = 0..frames.len();
        let together = (frames.len() > 1).then_some((None, all.clone()));
        let each = all.map(|k| (Some(k), k..k + 1));
        let kinds = together.into_iter().chain(each).map(|(which, own)| {
            let axes = [Frame::Body, Frame::Base, Frame::World].into_iter();
            let others = axes.filter(|axes| own.clone().any(|k| is_other(k, *axes)));
            others.map(|axes| Kind::WrenchAxes(which, axes)).collect()
        });
        kinds
            .filter(|kinds: &Vec<Kind>| !kinds.is_empty())
            .collect()
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
        let contacts = 0..self.tries.around.bodies.len();
        let components = &self.tries.around.components;
        let biases = contacts.clone().zip(components);
        starts.extend(biases.map(|(k, count)| vec![Kind::WrenchBias(k, *count)]));
        if self.tries.probe.is_oriented() {
            let sensors = [Sensor::Imu, Sensor::Accelerometer, Sensor::Gyroscope];
            starts.push(sensors.map(Kind::OfWorld).to_vec());
        }
        if found.left.rows.worst() > SUSPICIOUS {
            starts.extend((contacts.len() > 1).then(|| vec![Kind::WrenchSigns]));
            starts.extend(contacts.map(|k| vec![Kind::WrenchSign(k)]));
            starts.extend(self.axes_of_contacts());
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
        let starts = self
            .tries
            .around
            .joints
            .starts(&found.left.rows.0)
            .into_iter();
        let kinds = |kinds: Vec<OfJoints>| kinds.into_iter().map(Kind::Joints).collect();
        starts.map(kinds).collect()
    }

    /// Minus twice the logarithm of the likelihood, but for a constant, and what the numbers gain by chance.
    fn cost(&self, tried: &Tried) -> f64 {
        let rows = tried.left.rows.0.iter().zip(&self.tries.counts);
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
            Some((Kind::Joints(of), by)) => self.tries.around.joints.is_other(*of, by),
            _ => true,
        }
    }

    /// Whether a further fault explains more than chance does, and much of what was left of some row.
    fn explains(
        &self,
        before: &Tried,
        tried: &Tried,
        count: usize,
    ) -> Result<bool, RegressionError> {
        let Some((kind, _)) = tried.kinds.last() else {
            return Ok(false);
        };
        let sure = self
            .tries
            .is_sure(&before.left, &tried.left, kind.size(), count);
        let (before, after) = (&before.left.rows, &tried.left.rows);
        let lifts = after.lifts(before);
        // Where nothing is gained the model may lack something.
        let most = |left: &Unexplained| {
            let gained = lifts.iter().zip(&left.0);
            let gained = gained.filter(|(lift, _)| **lift >= LIFT / 2.0);
            let gained = gained.filter_map(|(_, left)| *left);
            gained.reduce(f64::max).unwrap_or(f64::INFINITY)
        };
        let left = most(after);
        let spoiled = lifts
            .iter()
            .zip(&after.0)
            .any(|(lift, left)| *lift < -LIFT / 2.0 && left.is_some_and(|left| left > SUSPICIOUS));
        let gains = lifts.iter().sum::<f64>() >= LIFT && !spoiled;
        let away = || -> Result<bool, RegressionError> {
            let is_little = gains && left <= EXPLAINED_AWAY;
            Ok(is_little || gains && most(&self.systematic(tried)?) <= EXPLAINED_AWAY)
        };
        match *kind {
            _ if kind.size() == 0 => return away(),
            Kind::Joints(OfJoints::Gain(_)) => return Ok(sure && away()?),
            // What a model lacks is partly a constant, or an angle.
            Kind::Joints(_) => {
                return Ok(sure && before.worst() >= BIAS[0] && left <= BIAS[1] && away()?);
            }
            _ => {}
        }
        // Of what is wrong elsewhere, and of noise, any number explains a little.
        let least = LACKING_MOSTLY[0];
        let much = |(before, after): (&Option<f64>, &Option<f64>)| match (before, after) {
            (Some(before), Some(after)) => {
                let explained = before - after;
                explained >= least * before && explained >= LACKING_OF_TORQUE * LACKING_OF_TORQUE
            }
            _ => false,
        };
        Ok(sure && before.0.iter().zip(&after.0).any(much))
    }

    fn found(&self, tried: Tried) -> Found {
        let change = self.tries.change(&tried.kinds);
        let faults = tried.kinds.iter();
        let faults = faults.map(|(kind, by)| kind.fault(by, &change, &self.tries.around));
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

#[cfg(test)]
mod tests {
    use armwright_robots::solo12::ROBOT;
    use armwright_runtime::Robot;
    use nalgebra::DVector;

    use super::super::probe::Detail;
    use super::super::tests::motion;
    use super::{
        Kind, Left, OfJoints, Probe, Search, Sensor, Tried, Tries, Unexplained, is_quarter,
    };
    use crate::regression::Equations;

    /// What is explained away may be chance, where hardly an equation counts; of what no number tells that is no question. Constants of
    /// joints have to explain nearly all of much.
    #[test]
    fn what_explains_more_than_chance_and_enough_is_taken() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|_| {});
        let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
        let probe = probe.expect("a probe");
        let rows = equations.rows();
        let left = |left: f64| Left {
            rows: Unexplained(vec![Some(left); rows]),
            beta: DVector::zeros(ROBOT.model().base.len()),
        };
        let pairs = Probe::of(&equations, &motions, Detail::Pairs).expect("equations");
        let mut search = Search {
            tries: Tries::of(&probe, &probe),
            pairs: pairs.as_ref(),
            before: left(0.5),
        };
        let gain = Kind::Joints(OfJoints::Gain(0));
        let constant = Kind::Joints(OfJoints::Constant(0));
        let kinds = [Kind::WrenchSign(0), gain, constant, Kind::Place];
        let explained = |search: &Search<'_>, [before, after]: [f64; 2]| {
            let tried = |kinds, of| Tried {
                kinds,
                left: left(of),
            };
            kinds.map(|kind| {
                let own = vec![(kind, vec![0.1; kind.size()])];
                let explains = search.explains(&tried(Vec::new(), before), &tried(own, after), 100);
                explains.expect("shares")
            })
        };
        search.tries.counts = vec![200.0; rows];
        assert_eq!(explained(&search, [0.5, 0.01]), [true; 4]);
        assert_eq!(explained(&search, [0.5, 0.05]), [true; 4]);
        // More is left than of constants and angles may be, and less is wrong than they make.
        let but_constants = [true, true, false, true];
        assert_eq!(explained(&search, [0.5, 0.1]), but_constants);
        assert_eq!(explained(&search, [0.05, 0.01]), but_constants);
        // It is not all but explained, though half of it and more.
        assert_eq!(
            explained(&search, [0.99, 0.45]),
            [false, false, false, true]
        );
        assert_eq!(explained(&search, [0.99, 0.55]), [false; 4]);
        // So it is where little is left, if that is more than four millionths.
        assert_eq!(explained(&search, [0.05, 0.026]), [false; 4]);
        assert_eq!(explained(&search, [0.05, 0.024]), but_constants);
        assert_eq!(explained(&search, [5e-6, 1e-7]), but_constants);
        assert_eq!(explained(&search, [3e-6, 1e-7]), [true, true, false, false]);
        search.tries.counts = vec![0.0; rows];
        assert_eq!(explained(&search, [0.5, 0.01]), [true, false, false, false]);
        // Axes and signs are tried where much is left alone: of three sensors, and of each contact.
        let starts = |share: f64| {
            let kinds = Vec::new();
            let left = left(share);
            search.of_base(&Tried { kinds, left }).len()
        };
        let contacts = search.tries.around.bodies.len();
        assert_eq!(contacts, 1);
        assert_eq!((starts(0.009), starts(0.011)), (7 + 1, 7 + 2 + 3));
        // Of no fault nothing is explained.
        let none = Tried {
            kinds: Vec::new(),
            left: left(0.01),
        };
        assert!(!search.explains(&none, &none, 100).expect("shares"));
        // Factors of the gyroscope are looked for from those of units, too.
        let kinds = search.of_base(&none).concat();
        assert!(kinds.contains(&Kind::WrenchBias(0, 6)), "{kinds:?}");
        let factors = kinds.iter().filter_map(|kind| match kind {
            Kind::Factor(Sensor::Gyroscope, times) => Some(*times),
            _ => None,
        });
        let factors: Vec<f64> = factors.collect();
        let degree = std::f64::consts::PI / 180.0;
        assert_eq!(factors.len(), 3);
        for (found, expected) in factors.iter().zip([1.0, degree, 1.0 / degree]) {
            assert!((found / expected - 1.0).abs() < 1e-12, "{factors:?}");
        }
        // One row may become worse, but not twice as bad unless it is explained anyway.
        let spoils = |before: f64, after: f64| {
            let tried = |all: f64, one: f64| {
                let mut left = left(all);
                left.rows.0[0] = Some(one);
                let kinds = vec![(Kind::WrenchSign(0), Vec::new())];
                Tried { kinds, left }
            };
            let explains = search.explains(&tried(0.5, before), &tried(0.01, after), 100);
            !explains.expect("shares")
        };
        assert!(!spoils(0.02, 0.035) && spoils(0.02, 0.06) && !spoils(0.003, 0.0099));
        // Each number costs two, and a fault without any as much as one.
        search.tries.counts = vec![100.0; rows];
        let kinds = vec![
            (Kind::Place, vec![0.1; 3]),
            (Kind::WrenchSign(0), Vec::new()),
        ];
        let left = left(0.5);
        let cost = search.cost(&Tried { kinds, left });
        let expected = 100.0 * rows as f64 * 0.5f64.ln() + 2.0 * 4.0;
        assert!((cost - expected).abs() < 1e-9, "{cost} for {expected}");
    }

    /// A constant of the first torque touches that row alone, behind the six of the base; the sign of what acts on the base touches these.
    /// By no parameters all that was measured is left, which follows itself, and by those that were found noise.
    #[test]
    fn what_leaves_rows_that_it_touches_is_not_what_is_wrong() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let motions = motion(|_| {});
        let probe = Probe::of(&equations, &motions, Detail::Few).expect("equations");
        let probe = probe.expect("a probe");
        let pairs = Probe::of(&equations, &motions, Detail::Pairs).expect("equations");
        let search = Search::of(&probe, &probe, pairs.as_ref()).expect("shares");
        let none = DVector::zeros(ROBOT.model().base.len());
        let of = |beta: &DVector<f64>, kind: Kind, left: [f64; 2]| {
            let mut rows = search.before.rows.clone();
            rows.0.fill(Some(0.05));
            (rows.0[0], rows.0[6]) = (Some(left[0]), Some(left[1]));
            let beta = beta.clone();
            let tried = Tried {
                kinds: vec![(kind, vec![0.5; kind.size()])],
                left: Left { rows, beta },
            };
            search.is_whole(&tried).expect("rows")
        };
        let is_whole = |kind: Kind, left: [f64; 2]| of(&none, kind, left);
        let constant = Kind::Joints(OfJoints::Constant(0));
        for kind in [constant, Kind::WrenchSign(0)] {
            assert!(is_whole(kind, [0.39, 0.39]));
            assert!(!is_whole(kind, [0.6, 0.02]));
        }
        let found = &search.before.beta;
        assert!(of(found, constant, [0.6, 0.02]));
        assert!(!of(found, Kind::WrenchSign(0), [0.6, 0.02]));
        assert!(is_whole(constant, [39.0, 0.009]));
        assert!(!is_whole(Kind::WrenchSign(0), [39.0, 0.009]));
    }

    #[test]
    fn quarters_of_a_turn_go_either_way_and_no_further_than_they_are() {
        let of = |degrees: [f64; 3]| is_quarter(&degrees.map(f64::to_radians));
        for quarter in [90.0, -90.0, 180.0, -180.0, -270.0] {
            assert!(
                of([quarter, 0.0, 0.0]) && of([0.1, 0.0, quarter]) && of([0.0, quarter, -90.0])
            );
        }
        for [a, b, c] in [
            [0.0; 3],
            [0.2, -0.2, 0.0],
            [-45.0, 0.0, 0.0],
            [90.0, 30.0, 0.0],
            [-80.0, 0.0, 0.0],
        ] {
            assert!(!of([a, b, c]), "{a} {b} {c}");
        }
    }
}

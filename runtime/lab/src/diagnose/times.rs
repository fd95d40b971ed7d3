//! Times: the factor that leaves least, those with which gravity vanishes, and what explains no more than rest.

use super::change::{Change, Fault};
use super::clock::is_usual;
use super::fit::Unexplained;
use super::search::HARMLESS;
use super::trial::{By, Judge, Left, Tried};
use super::units::is_usual_time;
use crate::regression::RegressionError;
use crate::thresholds::{AS_WELL, LIFT};

/// Steps of √3 that factors are looked for up and down.
const NEAR: i32 = 2;
/// A share of its speed at which a robot almost rests, so that velocities have their sign and no size.
const SLOW: f64 = 1e-12;

impl Judge<'_> {
    /// The factor of times that leaves least, where a small one leaves less than none, and it is none of the usual ones. Where
    /// nothing but inertia shows of a robot, or inertia and gravity share no parameter, any explains as much and none is found.
    pub(super) fn times(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let joints = self.probe.equations().joints();
        let change = |factor: f64| Change {
            speed: factor.recip(),
            ..Change::none(joints)
        };
        // It changes what inertia is to gravity: by less than what is called known well it does no harm.
        if !self.leans(before, [HARMLESS, HARMLESS.recip()].map(change))? {
            return Ok(Vec::new());
        }
        let factor = self.factor(before.possible.score(), NEAR, &change, By::Possible)?;
        if factor.ln().abs() <= HARMLESS.ln() || is_usual_time(factor) {
            return Ok(Vec::new());
        }
        Ok(vec![Tried {
            fault: Fault::Time { factor },
            left: self.left(&change(factor))?,
            outside: self.outside,
        }])
    }

    /// Where accelerations are noise, leaves out faults that explain hardly more than a robot that almost rests: whatever makes
    /// accelerations small, or takes them out, leaves less than they do. Nominal values may still say more, but not of time, which
    /// rest is an extreme of.
    pub(super) fn more_than_rest(&self, tried: Vec<Tried>) -> Result<Vec<Tried>, RegressionError> {
        if !self.probe.is_noisy {
            return Ok(tried);
        }
        let slow = Change {
            speed: SLOW,
            ..Change::none(self.probe.equations().joints())
        };
        let rest = self.left(&slow)?;
        let is_less = |left: &Unexplained, rest: &Unexplained| {
            left.lifts(rest).iter().sum::<f64>() >= LIFT / 2.0
        };
        let explains_more = |tried: &Tried| {
            let mut nominal = tried.left.nominal.iter().zip(&rest.nominal);
            let is_time = matches!(tried.fault, Fault::Time { .. });
            is_less(&tried.left.possible, &rest.possible)
                || !is_time && nominal.any(|(left, rest)| is_less(left, rest))
        };
        Ok(tried.into_iter().filter(explains_more).collect())
    }

    /// Leaves out times that turn a usual rate into one of no robot's controller where gravity that is absent explains as much:
    /// at such speeds nothing is left of gravity.
    pub(super) fn without_vanished_gravity(&self, mut tried: Vec<Tried>) -> Vec<Tried> {
        let rate = self.probe.rate();
        let is_absent = |tried: &&Tried| tried.fault == Fault::Gravity { factor: 0.0 };
        let absent = tried.iter().find(is_absent).map(|tried| tried.left.clone());
        let Some(absent) = absent.filter(|_| is_usual(rate)) else {
            return tried;
        };
        let as_well =
            |absent: &Unexplained, time: &Unexplained| absent.score() < time.score() + AS_WELL;
        let is_vanished = |left: &Left| {
            let mut nominal = absent.nominal.iter().zip(&left.nominal);
            as_well(&absent.possible, &left.possible)
                && nominal.all(|(absent, time)| as_well(absent, time))
        };
        tried.retain(|tried| match tried.fault {
            Fault::Time { factor } => is_usual(rate / factor) || !is_vanished(&tried.left),
            _ => true,
        });
        tried
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Model, Side};

    use super::{Fault, Judge, is_usual};
    use crate::diagnose::change::Change;
    use crate::diagnose::probe::Probe;
    use crate::options::EquationSide;
    use crate::regression::Equations;
    use crate::regression::by_hand::{self, B, BASE, ByHand, MODEL, RATE};

    /// Asks of a robot by hand whose second body has its weight and its inertia by one parameter, the mass, unless a constant makes up
    /// for the weight, and that has no nominal values; torques are those of columns that are changed.
    fn asked<T>(
        with_constant: bool,
        of: &dyn Fn([[f64; B]; 2]) -> [[f64; B]; 2],
        ask: impl Fn(&Judge<'_>) -> T,
    ) -> T {
        let base = if with_constant { B } else { B - 1 };
        let mut parameters = MODEL.parameters.to_vec();
        parameters.iter_mut().for_each(|p| p.nominal = None);
        let robot = ByHand(Box::leak(Box::new(Model {
            parameters: parameters.leak(),
            base: BASE[..base].to_vec().leak(),
            ..MODEL
        })));
        let beta = [1.5, 1.2, 3.0, 0.2, 0.7];
        let processing = by_hand::processing(EquationSide::Joint);
        let motions = [by_hand::moved(
            "swing",
            (0.0, 300),
            processing,
            &mut |_, rows| of(rows).map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum()),
        )];
        let equations = Equations::of(&robot, Side::Joint).expect("equations");
        let probe = Probe::of(&equations, &motions).expect("equations");
        let probe = probe.expect("a probe");
        ask(&Judge::of(&probe).expect("a judge"))
    }

    #[test]
    fn a_rate_that_is_no_usual_factor_off_is_found() {
        let found = |with_constant: bool, times: f64| {
            let slower = |mut rows: [[f64; B]; 2]| {
                rows[0][0] /= times * times;
                rows[0][4] /= times;
                rows[1][2] = (rows[1][2] + 3.0) / (times * times) - 3.0;
                rows
            };
            asked(with_constant, &slower, |judge| {
                let before = judge.left(&Change::none(2)).expect("shares");
                let tried = judge.times(&before).expect("equations");
                let factor = |fault: &Fault| match fault {
                    Fault::Time { factor } => *factor,
                    other => panic!("{other:?}"),
                };
                let factors = tried.iter().map(|tried| factor(&tried.fault));
                factors.collect::<Vec<f64>>()
            })
        };
        for times in [1.25, 0.8, 1.1] {
            let found = found(false, times);
            assert_eq!(found.len(), 1, "{times}");
            assert!(
                (found[0] / times - 1.0).abs() < 2e-3,
                "{found:?} of {times}"
            );
        }
        // None, one that is tried by itself, and one that a parameter makes up for.
        for (with_constant, times) in [(false, 1.0), (false, 2.0), (true, 1.25)] {
            assert!(found(with_constant, times).is_empty(), "{times}");
        }
    }

    /// Times that were taken for a thousand times longer leave nothing of gravity: samples would come at 100 kHz.
    #[test]
    fn torques_without_gravity_are_not_those_of_another_time() {
        let weightless = |mut rows: [[f64; B]; 2]| {
            rows[0][1] = 0.0;
            rows[1][2] += 3.0;
            rows
        };
        let named = asked(false, &weightless, |judge| {
            let before = judge.left(&Change::none(2)).expect("shares");
            let wanted =
                |fault: &Fault| matches!(fault, Fault::Time { .. } | Fault::Gravity { .. });
            let tried = judge.others(wanted, &mut |_| {}).expect("shares");
            let tried = judge.without_vanished_gravity(tried);
            judge.named(&before, &tried)
        });
        assert_eq!(named[0].fault, Fault::Gravity { factor: 0.0 });
        for cause in &named[1..] {
            let Fault::Time { factor } = cause.fault else {
                panic!("{cause:?}")
            };
            assert!(is_usual(RATE / factor), "{cause:?}");
        }
    }
}

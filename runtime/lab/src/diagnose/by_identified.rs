//! What is wrong with a recording that base parameters of others do not predict, by these parameters.
//!
//! Parameters that are free explain a part of any fault, and a fault that they explain wholly is not seen by what a recording says by
//! itself: a factor of all torques, the direction of a joint together with its torque. Those of other recordings explain none. A fault
//! without which they predict what any parameters of its own explain of a recording is one of it, and not of the robot: no load, nor
//! what else changes a robot, is undone by a sign or one number.

use nalgebra::DVector;

use super::cause::{Cause, Evidence};
use super::change::{Change, Fault};
use super::fit::Unexplained;
use super::probe::Probe;
use super::quantity::Quantity;
use super::trial::{By, Judge, Tried};
use super::units::Unit;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError};
use crate::thresholds::GROWTH;

/// The faults without which base parameters (`b`) of other motions predict some as well as parameters of their own do, the likeliest first;
/// none of a base that moves.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub(crate) fn causes_by_identified(
    equations: &Equations<'_>,
    motions: &[Motion],
    beta: &[f64],
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<Cause>, RegressionError> {
    if equations.robot().model().base_moves() {
        return Ok(Vec::new());
    }
    let Some(probe) = Probe::of(equations, motions)? else {
        return Ok(Vec::new());
    };
    let none = Change::none(equations.joints());
    let free = Judge::of(&probe)?.unexplained(&none, By::Any)?;
    let probe = probe.holding(beta);
    let judge = Judge::holding(&probe, DVector::from_column_slice(beta))?;
    let before = judge.left(&none)?;
    let mut tried = vec![judge.lag(&before)?];
    tried.extend(judge.gains(&before)?);
    tried.extend(judge.biases(&before)?);
    tried.extend(judge.ratios(&before)?);
    tried.extend(judge.offsets(&before, true)?);
    tried.extend(judge.others(|_| true, progress)?);
    tried.retain(|tried| {
        let joints = equations.joints();
        is_as_good(&tried.left.possible, &free) && !is_gain_of_robot(tried, joints)
    });
    let tried = judge.more_than_rest(tried)?;
    let mut causes = judge.named(&before, &tried);
    let held = |cause: &mut Cause| cause.evidence = Evidence::Identified;
    causes.iter_mut().for_each(held);
    Ok(causes)
}

/// Whether no row's residual is larger than what free parameters leave, beyond what it grows from seen to unseen data.
fn is_as_good(left: &Unexplained, free: &Unexplained) -> bool {
    let most = 2.0 * GROWTH.ln();
    left.lifts(free).iter().all(|lift| *lift >= -most)
}

/// Whether it is a factor of all torques that is no unit: other constants of the drives, which a robot may have.
fn is_gain_of_robot(tried: &Tried, joints: usize) -> bool {
    match &tried.fault {
        Fault::Factor {
            quantity: Quantity::Torque,
            of,
            factor,
        } => (of.is_empty() || of.len() == joints) && Unit::of(Quantity::Torque, *factor).is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Equations, Evidence, Fault, Quantity, causes_by_identified};
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::by_hand::{self, ROBOT};
    use armwright_runtime::Side;

    const BETA: [f64; 6] = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];

    /// Of a motion whose torques, with noise, are those of some parameters and then something else.
    fn found(beta: [f64; 6], wrong: &dyn Fn([f64; 2]) -> [f64; 2]) -> Vec<Cause> {
        let mut random = Random::new(5);
        let processing = by_hand::processing(EquationSide::Joint);
        let motion = by_hand::moved("swing", (0.0, 240), processing, &mut |_, rows| {
            let torques = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
            wrong(torques).map(|torque| torque * (1.0 + 1e-3 * random.normal()))
        });
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let causes = causes_by_identified(&equations, &[motion], &BETA, &mut |_| {});
        causes.expect("an answer")
    }

    /// Thousandths of all torques are what parameters a thousand times as large make, as is any factor: of these, units are faults.
    #[test]
    fn a_unit_of_all_torques_is_seen_by_parameters_of_others() {
        let scaled = |by: f64| found(BETA, &|torques| torques.map(|torque| by * torque));
        let thousand = scaled(1e3);
        let [cause] = &thousand[..] else {
            panic!("{thousand:?}")
        };
        let Fault::Factor {
            quantity,
            of,
            factor,
        } = &cause.fault
        else {
            panic!("{cause:?}")
        };
        assert_eq!((*quantity, of.len(), *factor), (Quantity::Torque, 0, 1e-3));
        assert_eq!(cause.evidence, Evidence::Identified);
        assert!(
            cause
                .to_string()
                .contains("by the parameters that were identified")
        );
        for gain in [1.0, 1.6] {
            assert!(scaled(gain).is_empty(), "{gain}");
        }
    }

    /// A factor of one torque and a sign are undone; what another robot has is not.
    #[test]
    fn a_fault_of_one_torque_is_seen_by_parameters_of_others() {
        let factor = found(BETA, &|[first, second]| [first, 1.7 * second]);
        let of_second = |cause: &Cause| match &cause.fault {
            Fault::Factor { of, factor, .. } => of.len() == 1 && (factor * 1.7 - 1.0).abs() < 0.02,
            _ => false,
        };
        assert!(factor.first().is_some_and(of_second), "{factor:?}");
        let sign = found(BETA, &|[first, second]| [first, -second]);
        let is_sign = |cause: &Cause| matches!(cause.fault, Fault::Sign { .. });
        assert!(sign.first().is_some_and(is_sign), "{sign:?}");
        let loaded = found([1.5, 1.2, 4.5, 0.2, 0.7, -0.5], &|torques| torques);
        assert!(loaded.is_empty(), "{loaded:?}");
    }
}

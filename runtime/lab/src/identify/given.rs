//! Base parameters that were not estimated but given, and what the recordings say of them.

use serde::Serialize;

use super::IdentificationError;
use crate::estimate::{Estimate, Estimator, estimate};
use crate::lack::Lack;
use crate::regression::{Observation, RegressionError};
use crate::statistics::{Deviations, table};
use crate::thresholds::CONTRADICTED;
use armwright_runtime::Model;

/// A base parameter whose value was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The value that was given.
    pub value: f64,
    /// What the recordings say of it where it is estimated as the others are; none if they do not tell.
    pub estimated: Option<f64>,
    /// The standard deviation of that.
    pub std: Option<f64>,
}

impl Given {
    /// Whether the recordings contradict the value.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        let both = self.estimated.zip(self.std);
        both.is_some_and(|(found, std)| (found - self.value).abs() > CONTRADICTED * std)
    }
}

/// What was given, and what the model lacks beside an estimate of everything.
type Beside = (Vec<Given>, Vec<Lack>);

/// What was given, beside an estimate of everything by the same `estimator`, with the `deviations` that such an estimate has, and what
/// the model lacks beside that; nothing where nothing was given.
pub(super) fn given(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    held: &Estimate,
    deviations: impl FnOnce(&Estimator, &Estimate) -> Result<(Deviations, Vec<Lack>), RegressionError>,
) -> Result<Option<Beside>, IdentificationError> {
    if estimator.known.is_empty() {
        return Ok(None);
    }
    let estimator = Estimator {
        known: Vec::new(),
        ..estimator.clone()
    };
    let free = estimate(observation, model, &estimator)?;
    let (deviations, lacks) = deviations(&estimator, &free)?;
    let mut table = table(model, observation.factors(), &free, &deviations.covariance);
    deviations.complete(&mut table);
    let given = table.into_iter().enumerate().filter(|(k, _)| held.held[*k]);
    let given = given.map(|(k, free)| Given {
        name: free.name,
        unit: free.unit,
        value: held.beta[k],
        estimated: free.std.map(|_| free.value),
        std: free.std,
    });
    Ok(Some((given.collect(), lacks)))
}

#[cfg(test)]
mod tests {
    use super::{Given, given};
    use crate::estimate::{Estimator, Method, estimate};
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::Equations;
    use crate::regression::by_hand::{MODEL, ROBOT, conditioned, processing, recording};
    use crate::statistics::Deviations;
    use armwright_runtime::Side;

    #[test]
    fn a_value_is_contradicted_by_more_than_three_deviations() {
        let of = |value, estimated, std| {
            let given = Given {
                name: "m_b".to_owned(),
                unit: "kg".to_owned(),
                value,
                estimated,
                std,
            };
            given.is_contradicted()
        };
        assert!(of(1.751, Some(1.0), Some(0.25)) && of(0.249, Some(1.0), Some(0.25)));
        assert!(!of(1.75, Some(1.0), Some(0.25)) && !of(0.25, Some(1.0), Some(0.25)));
        assert!(!of(2.0, None, Some(0.3)) && !of(2.0, Some(1.0), None));
    }

    /// Of a joint that stands recordings do not tell the viscous friction, whatever is given.
    #[test]
    fn what_recordings_do_not_tell_has_no_estimate_beside_it() {
        let mut still = recording(200);
        let velocity = still.velocity.as_mut().expect("velocities");
        velocity[0].fill(0.0);
        let motions = [conditioned(still, processing(EquationSide::Joint))];
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observation = equations.observe(&motions, &mut |_| {});
        let observation = observation.expect("an observation");
        let estimator = Estimator {
            known: vec![("fv_j1".to_owned(), 0.5), ("m_b".to_owned(), 2.0)],
            ..Method::Wls.into()
        };
        let held = estimate(&observation, &MODEL, &estimator).expect("an estimate");
        let found = given(&observation, &MODEL, &estimator, &held, |_, free| {
            let deviations = Deviations::of(&equations, &motions, free, &mut |_| {})?;
            Ok((deviations, Vec::new()))
        });
        let (found, _) = found.expect("an estimate").expect("what was given");
        let [mass, friction] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((mass.name.as_str(), mass.value), ("m_b", 2.0));
        assert!(mass.estimated.is_some() && mass.std.is_some(), "{mass:?}");
        let expected = Given {
            name: "fv_j1".to_owned(),
            unit: "N·m·s".to_owned(),
            value: 0.5,
            estimated: None,
            std: None,
        };
        assert_eq!(friction, &expected);
    }
    /// Of a slide whose accelerations are errors alone recordings tell its weight with the offset, and no mass.
    #[test]
    fn what_errors_alone_tell_is_no_estimate() {
        let mut random = Random::new(7);
        let mut shaken = recording(500);
        let accelerations = shaken.acceleration.as_mut().expect("accelerations");
        for x in &mut accelerations[1] {
            *x = 0.1 * random.normal();
        }
        let motions = [conditioned(shaken, processing(EquationSide::Joint))];
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observation = equations.observe(&motions, &mut |_| {});
        let observation = observation.expect("an observation");
        let estimator = Estimator {
            known: vec![("m_b".to_owned(), 2.0), ("fv_j1".to_owned(), 0.5)],
            ..Method::Wls.into()
        };
        let held = estimate(&observation, &MODEL, &estimator).expect("an estimate");
        let found = given(&observation, &MODEL, &estimator, &held, |_, free| {
            assert!(free.spectrum.determined().iter().all(|is| *is));
            let deviations = Deviations::of(&equations, &motions, free, &mut |_| {})?;
            Ok((deviations, Vec::new()))
        });
        let (found, _) = found.expect("an estimate").expect("what was given");
        let told = found
            .iter()
            .map(|given| (given.name.as_str(), given.estimated.is_some()));
        assert_eq!(told.collect::<Vec<_>>(), [("m_b", false), ("fv_j1", true)]);
    }
}

//! Parts of a robot in an identification: which torques recordings lack, and what an estimation is an estimation of.

use super::estimation::{Covariance, Estimation};
use super::{BaseEstimate, IdentificationError};
use crate::dataset::Dataset;
use crate::options::ProcessingOptions;
use crate::part::{LeftOut, Part, PartError, remaining};
use crate::recording::Recording;
use crate::statistics::Estimated;
use armwright_runtime::{Model, Robot, Side, Torque};

/// The part of the robot that recordings identify: without the torques that any of them lacks. None where all
/// have every torque.
///
/// # Errors
/// [`PartError`].
pub fn part_of<'r>(
    robot: &'r dyn Robot,
    dataset: &Dataset,
    options: &ProcessingOptions,
) -> Result<Option<Part<'r>>, PartError> {
    let recordings = || dataset.training.iter().chain(&dataset.validation);
    let left_out: Vec<Torque> = recordings().flat_map(|r| r.left_out.clone()).collect();
    let side = recordings().next().map_or(robot.model().side, |first| {
        let wanted = options.equations.or(first.options.equations);
        wanted.map_or(first.torque_side, Side::from)
    });
    let part = || Part::without(robot, side, &left_out);
    (!left_out.is_empty()).then(part).transpose()
}

/// Refuses recordings that lack a torque of the equations.
pub(super) fn complete(
    robot: &dyn Robot,
    side: Side,
    recordings: &[(String, Vec<Torque>)],
) -> Result<(), IdentificationError> {
    let model = robot.model();
    let rows = |left_out: &[Torque]| remaining(model, side, left_out);
    let wanted = rows(robot.left_out())?;
    for (recording, left_out) in recordings {
        let there = rows(left_out)?;
        if !wanted.iter().all(|row| there.contains(row)) {
            let names = left_out
                .iter()
                .map(|torque| LeftOut::of(model, *torque).torque);
            return Err(IdentificationError::LeftOut {
                recording: recording.clone(),
                torques: names.collect::<Vec<_>>().join(", "),
            });
        }
    }
    Ok(())
}

/// The torques that each recording lacks.
pub(super) fn lacking(recordings: &[Recording]) -> Vec<(String, Vec<Torque>)> {
    let lacking = recordings.iter().filter(|r| !r.left_out.is_empty());
    let lacking = lacking.map(|r| (r.source.clone(), r.left_out.clone()));
    lacking.collect()
}

impl Estimation {
    /// The part of a whole robot that this is an estimation of; none of the whole.
    ///
    /// # Errors
    /// [`PartError`] if the robot has no such part.
    pub fn part<'r>(&self, robot: &'r dyn Robot) -> Result<Option<Part<'r>>, PartError> {
        if self.left_out.is_empty() {
            return Ok(None);
        }
        let torques = self
            .left_out
            .iter()
            .map(|torque| torque.find(robot.model()));
        let torques = torques.collect::<Result<Vec<_>, _>>()?;
        Part::without(robot, self.side(), &torques).map(Some)
    }

    /// The side of the transmission on which the equations of a part were written.
    #[must_use]
    pub fn side(&self) -> Side {
        let equations = self.processing.as_ref().map(|p| p.equations);
        let of_torque = self.left_out.first().map(|torque| torque.side);
        equations.or(of_torque).map_or(Side::Joint, Side::from)
    }

    /// What this estimation says of a part of what it is an estimation of: the part's base parameters, with
    /// their covariance.
    ///
    /// # Errors
    /// [`PartError`] if the whole robot has no such part as this is an estimation of.
    pub fn within(&self, whole: &dyn Robot, part: &Part<'_>) -> Result<Self, PartError> {
        let own = self.part(whole)?;
        let model = own.as_ref().map_or(whole.model(), |own| own.model());
        let estimate = self.base_estimate(model);
        // Of a combination in echelon form counts what stands at the base parameters that are estimated.
        let place = |k: usize| {
            let name = whole.model().base[k].name;
            model.base.iter().position(|base| base.name == name)
        };
        let here = |combination: &[(usize, f64)]| -> Vec<(usize, f64)> {
            let entries = combination.iter();
            entries
                .filter_map(|(k, c)| Some((place(*k)?, *c)))
                .collect()
        };
        let combinations: Vec<Vec<(usize, f64)>> = part.combinations().map(here).collect();
        let named = combinations.iter().zip(part.model().base);
        let base = named.map(|(combination, base)| {
            let (value, std) = estimate.combined(combination);
            let freedom = combination.iter().map(|(k, _)| estimate.freedom[*k]);
            Estimated {
                name: base.name.to_owned(),
                expression: base.expression.to_owned(),
                unit: base.unit.to_owned(),
                value,
                std,
                freedom: Some(freedom.fold(f64::INFINITY, f64::min)),
                ..Estimated::default()
            }
        });
        let left_out = part.left_out().iter();
        Ok(Self {
            base: base.collect(),
            drive: Vec::new(),
            standard: Vec::new(),
            lengths: Vec::new(),
            covariance: covariance(part.model(), &estimate, &combinations),
            left_out: left_out
                .map(|torque| LeftOut::of(whole.model(), *torque))
                .collect(),
            ..self.clone()
        })
    }
}

/// The covariance of combinations; without parameters where it is not known.
fn covariance(
    model: &Model,
    estimate: &BaseEstimate,
    combinations: &[Vec<(usize, f64)>],
) -> Covariance {
    if estimate.independent {
        return Covariance::default();
    }
    let entry = |one: &[(usize, f64)], other: &[(usize, f64)]| -> f64 {
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        pairs
            .map(|((i, a), (j, b))| a * b * estimate.covariance[*i][*j])
            .sum()
    };
    let row = |one: &Vec<_>| combinations.iter().map(|other| entry(one, other)).collect();
    Covariance {
        parameters: model.base.iter().map(|base| base.name.to_owned()).collect(),
        values: combinations.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests;

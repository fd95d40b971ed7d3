//! An experiment with everything that follows from it: what a report shows.

use crate::identify::Identification;
use crate::interpret::{InterpretOptions, Interpretation, Recovered, interpret};
use crate::judge::{Judgement, Note};
use crate::methods::Methods;
use crate::provenance::Provenance;
use crate::two_step::TwoStep;
use armwright_runtime::{Model, Robot};

/// An identification, what it means, and what it is worth.
#[derive(Clone)]
pub struct Study<'a> {
    /// The robot.
    pub model: &'a Model,
    /// What was identified.
    pub identification: Identification,
    /// Physical parameters that were recovered from it.
    pub physical: Vec<Recovered>,
    /// What the base parameters mean, physical parameters aside.
    pub interpretation: Option<Interpretation>,
    /// Element by element, where it was asked for.
    pub two_step: Option<TwoStep>,
    /// Every estimator beside each other, where it was asked for.
    pub methods: Option<Methods>,
    /// What a reader should know beside the figures.
    pub notes: Vec<Note>,
    /// What the identification is worth.
    pub judgement: Judgement,
    /// Where it comes from, where a front end says so.
    pub provenance: Option<Provenance>,
}

impl<'a> Study<'a> {
    /// Interprets an identification with the known values of the robot file, and judges it. `notes`
    /// are those of the recordings ([`notes`](crate::judge::notes)); masses of the robot file that are not those known are added.
    #[must_use]
    pub fn of(
        robot: &'a dyn Robot,
        identification: Identification,
        two_step: Option<TwoStep>,
        mut notes: Vec<Note>,
    ) -> Self {
        let model = robot.model();
        let estimate = identification.estimation.base_estimate(model);
        // Without some torques no physical parameters are recovered, which would start from them: such a part has no plan.
        let masses = identification.other_masses.clone();
        notes.extend((!masses.is_empty()).then_some(Note::OtherMasses(masses)));
        let mut interpretation = None;
        match interpret(robot, &estimate, &[], InterpretOptions::default()) {
            Ok(found) => {
                let failure = found.failure.clone().filter(|_| model.recovery.is_some());
                notes.extend(failure.map(Note::NotRecovered));
                interpretation = Some(found);
            }
            Err(error) => notes.push(Note::NotRecovered(error.to_string())),
        }
        let physical = interpretation
            .as_mut()
            .map(|found| std::mem::take(&mut found.physical));
        let mut study = Self::judged(model, identification, notes);
        study.physical = physical.unwrap_or_default();
        study.interpretation = interpretation;
        study.two_step = two_step;
        study
    }

    /// An identification that is judged and not interpreted.
    #[must_use]
    pub fn judged(model: &'a Model, identification: Identification, notes: Vec<Note>) -> Self {
        Self {
            judgement: Judgement::of(model, &identification),
            model,
            identification,
            physical: Vec::new(),
            interpretation: None,
            two_step: None,
            methods: None,
            notes,
            provenance: None,
        }
    }
}

#[cfg(test)]
mod tests;

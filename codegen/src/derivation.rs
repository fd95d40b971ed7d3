//! What all stages together know of a robot: documents and code are made from this alone.

use std::sync::OnceLock;

use crate::algebra::{Indexed, ParameterIndex};
use crate::dynamics::{self, ClosedForm, Functions, NoClosedForm, Sparsity};
use crate::identifiability::{
    self, BaseParameter, BaseParameters, Combination, ElementInBase, Reason, SingleTorque,
    Unproved, Visibility,
};
use crate::mechanism::Mechanism;
use crate::recovery::{self, ByLengths, QuantityKind, Recovery};

/// A robot once all stages have been through with it; nothing later derives anything.
#[derive(Debug)]
pub struct Derivation {
    /// Frames, axes, transmission and parameters: exact and checked.
    pub mechanism: Mechanism,
    /// The energy and dissipation functions of each standard parameter, where they can be written
    /// out.
    pub functions: Option<Indexed<ParameterIndex, Functions>>,
    /// Base parameters and classes of what is measured, proved.
    pub base: BaseParameters,
    /// Those of the joint torques, where what is measured has others.
    pub torque_base: Option<BaseParameters>,
    /// Single torques that reveal other combinations than these, if that is known.
    pub single: Option<Vec<SingleTorque>>,
    /// Which elements of the regressors vanish always.
    pub sparsity: Sparsity,
    /// The closed form, if the base is at rest and each of its parts within the budget.
    pub closed_form: Result<ClosedForm, NoClosedForm>,
    /// Its elements in base parameters, if it is small enough to be identified element by element.
    pub elements: Option<Vec<ElementInBase>>,
    /// The plan that solves for physical parameters, if the file says what is known.
    pub recovery: Option<Recovery>,
    /// What only documents ask for.
    pub(crate) asked: Asked,
}

/// What is derived when it is asked for, once.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    what_fits: OnceLock<ClosedForm>,
    dependence: OnceLock<Result<Option<Vec<Option<Combination>>>, Unproved>>,
    reasons: OnceLock<Indexed<ParameterIndex, Reason>>,
    visibilities: OnceLock<Vec<Visibility>>,
    recovery: OnceLock<Result<Recovery, Unproved>>,
    by_lengths: OnceLock<Result<Option<ByLengths>, Unproved>>,
    at_values: OnceLock<Result<Option<BaseParameters>, Unproved>>,
}

impl Derivation {
    /// The base parameters of all torques.
    #[must_use]
    pub fn of_torque(&self) -> &BaseParameters {
        self.torque_base.as_ref().unwrap_or(&self.base)
    }

    /// The closed form as far as there is room for it: whole, or without what is left out.
    pub fn printed_form(&self) -> &ClosedForm {
        let derive = || dynamics::what_fits(&self.mechanism, self.functions.as_ref());
        let what_fits = || self.asked.what_fits.get_or_init(derive);
        self.closed_form.as_ref().unwrap_or_else(|_| what_fits())
    }

    /// What each coefficient of the printed form is in terms of those before it; `None` if that has quotients of symbols
    /// that are too long.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn dependence(&self) -> Result<Option<&[Option<Combination>]>, Unproved> {
        let derive = || identifiability::dependence(self.printed_form());
        let found = self.asked.dependence.get_or_init(derive);
        let found = found.as_ref().map_err(|unproved| *unproved)?;
        Ok(found.as_deref())
    }

    /// How many coefficients of the printed form are independent, if that is known.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn independent(&self) -> Result<Option<usize>, Unproved> {
        let count = |relations: &[Option<Combination>]| {
            let independent = relations.iter().filter(|relation| relation.is_none());
            independent.count()
        };
        Ok(self.dependence()?.map(count))
    }

    /// The base parameters with the file's values of lengths that stay symbols, if there are fewer of
    /// them than with almost all others.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn at_values(&self) -> Result<Option<&BaseParameters>, Unproved> {
        let derive = || identifiability::base_at_values(&self.mechanism, &self.base);
        let found = self.asked.at_values.get_or_init(derive);
        found
            .as_ref()
            .map(Option::as_ref)
            .map_err(|unproved| *unproved)
    }

    /// Why each standard parameter has its class.
    pub fn reasons(&self) -> &Indexed<ParameterIndex, Reason> {
        let derive = || identifiability::reasons(&self.mechanism, &self.base, self.of_torque());
        self.asked.reasons.get_or_init(derive)
    }

    /// Which base parameters depend on each physical parameter and symbolic constant.
    pub fn visibilities(&self) -> &[Visibility] {
        let derive = || identifiability::visibilities(&self.mechanism, &self.base);
        self.asked.visibilities.get_or_init(derive)
    }

    /// The plan for what the robot file says is known, which may be nothing.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn plan(&self) -> Result<&Recovery, Unproved> {
        let derive = || recovery::recovery(&self.mechanism, &self.base);
        match &self.recovery {
            Some(recovery) => Ok(recovery),
            None => self
                .asked
                .recovery
                .get_or_init(derive)
                .as_ref()
                .map_err(|unproved| *unproved),
        }
    }

    /// The base parameters as functions of lengths that the file may have wrong, if there are such
    /// lengths.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn by_lengths(&self) -> Result<Option<&ByLengths>, Unproved> {
        let fitted = self.recovery.iter().flat_map(|Recovery { system, plan }| {
            let kinds = plan.fitted.iter().map(|&q| system.quantities[q].kind);
            kinds.filter_map(|kind| match kind {
                QuantityKind::Length(length) => Some(length),
                _ => None,
            })
        });
        let derive = || ByLengths::of(&self.mechanism, &self.base, &fitted.collect::<Vec<_>>());
        let found = self.asked.by_lengths.get_or_init(derive);
        found
            .as_ref()
            .map(Option::as_ref)
            .map_err(|unproved| *unproved)
    }

    /// A base parameter as numbers: parameter and coefficient, symbols at their values, the
    /// representative first.
    #[must_use]
    pub fn terms(&self, base: &BaseParameter) -> Vec<(ParameterIndex, f64)> {
        let value = |ratio| self.mechanism.ratio_at_values(ratio).to_f64();
        let others = base.others.iter().map(|(&k, ratio)| (k, value(ratio)));
        std::iter::once((base.representative, 1.0))
            .chain(others)
            .collect()
    }
}

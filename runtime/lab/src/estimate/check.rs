//! Which settings belong to which estimator, and what they may be.

use super::measures::{
    Damped, DampingRule, Parametrisation, PriorMetric, PriorScale, RidgeWeights,
};
use super::recursive::Form;
use super::{EstimateError, Estimator, Method};
use crate::regression::Intervals;

impl Estimator {
    /// Whether every setting is of this estimator and in its range.
    pub(crate) fn check(&self) -> Result<(), EstimateError> {
        let owners = [
            ("damping", self.damping.is_some(), Method::Ridge),
            ("damp", self.damped != Damped::default(), Method::Ridge),
            (
                "ridge-weights",
                self.ridge_weights != RidgeWeights::default(),
                Method::Ridge,
            ),
            (
                "damping-rule",
                self.damping_rule != DampingRule::default(),
                Method::Ridge,
            ),
            (
                "keep-singular-above",
                self.keep_above.is_some(),
                Method::Tsvd,
            ),
            ("prior-weight", self.prior_weight.is_some(), Method::Prior),
            (
                "prior-scale",
                self.prior_scale != PriorScale::default(),
                Method::Prior,
            ),
            (
                "prior-metric",
                self.prior_metric != PriorMetric::default(),
                Method::Consistent,
            ),
            ("bodies", !self.bodies.is_empty(), Method::Consistent),
            (
                "parametrisation",
                self.parametrisation != Parametrisation::default(),
                Method::Consistent,
            ),
            ("parameters", self.nominal.is_some(), Method::Prior),
            (
                "recursion",
                self.recursion != Form::default(),
                Method::Recursive,
            ),
            ("forgetting", self.forgetting.is_some(), Method::Recursive),
            ("memory", self.memory.is_some(), Method::Recursive),
            (
                "essential-ratio",
                self.essential_ratio.is_some(),
                Method::Essential,
            ),
            (
                "essential-level",
                self.essential_level.is_some(),
                Method::Essential,
            ),
        ];
        for (name, given, owner) in owners {
            // A physically consistent fit is drawn to nominal values, too.
            let shared = owner == Method::Prior && self.method == Method::Consistent;
            let shared = shared && name != "prior-scale"
                || owner == Method::Recursive && self.method.balance().is_some();
            if given && owner != self.method && !shared {
                let owner = match (owner, name) {
                    (Method::Prior, "prior-weight" | "parameters") => "prior or consistent",
                    (Method::Recursive, _) => "recursive, energy or momentum",
                    _ => owner.word(),
                };
                return Err(EstimateError::NotIts {
                    name,
                    method: self.method.title(),
                    owner,
                });
            }
        }
        let balances = [
            ("interval", self.interval.is_some()),
            ("intervals", self.intervals != Intervals::default()),
        ];
        if let Some((name, _)) = balances.iter().find(|(_, given)| *given)
            && self.method.balance().is_none()
            && !(self.method == Method::OutputError && *name == "interval")
        {
            return Err(EstimateError::NotIts {
                name,
                method: self.method.title(),
                owner: match *name {
                    "interval" => "energy, momentum or output-error",
                    _ => "energy or momentum",
                },
            });
        }
        self.check_reference()?;
        let known = self.known.iter().map(|(name, _)| name);
        if let Some(name) = known.chain(&self.left_out).next()
            && matches!(
                self.method,
                Method::Ridge
                    | Method::Tsvd
                    | Method::Prior
                    | Method::Essential
                    | Method::Consistent
                    | Method::Recursive
                    | Method::OutputError
                    | Method::Tls
            )
        {
            let title = self.method.title();
            return Err(EstimateError::Known {
                name: name.clone(),
                why: format!(
                    "{title} holds parameters in its own way; take least squares, {} or {}",
                    Method::Wls.word(),
                    Method::Ols.word()
                ),
            });
        }
        if let Some((name, _)) = self.known.first().filter(|_| self.remembers()) {
            return Err(EstimateError::Known {
                name: name.clone(),
                why: "a history estimates all parameters; leave the recursion, its forgetting and its memory out"
                    .to_owned(),
            });
        }
        let without_window = match (self.recursion, self.forgetting) {
            (Form::SquareRoot, None) => None,
            (Form::SquareRoot, Some(_)) => {
                Some("a window forgets what is older than it, so leave the forgetting factor out")
            }
            _ => Some("this form has no window; the one that has is square-root"),
        };
        let by_corner = self.damping_rule == DampingRule::LCurve;
        let settings = [
            (
                "interval",
                self.interval,
                [0.0, f64::INFINITY],
                "give a time above 0, s, such as 0.05",
            ),
            (
                "forgetting",
                self.forgetting,
                [0.0, 1.0],
                "give a number above 0 and below 1, such as 0.999",
            ),
            (
                "memory",
                self.memory,
                if without_window.is_some() {
                    [0.0, 0.0]
                } else {
                    [0.0, f64::INFINITY]
                },
                without_window.unwrap_or("give a time above 0, s"),
            ),
            (
                "damping",
                self.damping,
                [0.0, if by_corner { 0.0 } else { f64::INFINITY }],
                if by_corner {
                    "the corner of the L-curve chooses it, so leave the one or the other out"
                } else {
                    "give a finite number above 0, small beside the eigenvalues of KᵀK"
                },
            ),
            (
                "keep-singular-above",
                self.keep_above,
                [0.0, 1.0],
                "give a share above 0 and below 1, such as 0.01",
            ),
            (
                "prior-weight",
                self.prior_weight,
                [0.0, 1.0],
                "give a number above 0 (recordings alone) and below 1 (nominal values alone)",
            ),
            (
                "essential-ratio",
                self.essential_ratio,
                [1.0, f64::INFINITY],
                "give a number above 1, such as 10 or 30",
            ),
            (
                "essential-level",
                self.essential_level,
                [0.0, 1.0],
                "give a probability above 0 and below 1, such as 0.01",
            ),
        ];
        for (name, value, [above, below], remedy) in settings {
            if let Some(value) = value.filter(|value| !(*value > above && *value < below)) {
                return Err(EstimateError::Setting {
                    name,
                    value,
                    remedy,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! What judgements rest on: an identification, and what unseen data say of each joint.

use serde::Serialize;

use super::transfer::{Transfer, transfer};
use crate::identify::Identification;
use crate::statistics::Fit;
use crate::thresholds::{BIASED, CERTAIN, POOR};
use armwright_runtime::{Model, Term};

/// The facts of an identification.
pub(super) struct Facts<'a> {
    pub(super) found: &'a Identification,
    /// The lowest R² of a joint.
    pub(super) worst: f64,
    /// The lowest R² of a joint on unseen data, of those whose torque varied enough to test it.
    pub(super) worst_unseen: f64,
    /// Whether the motion left directions of the parameters unexcited.
    pub(super) lost: bool,
    /// Base parameters that errors of the positions bias by more than their deviations.
    pub(super) biased: Vec<String>,
    /// Base parameters that no robot has.
    pub(super) impossible: Vec<String>,
    /// What unseen data say of each joint; none without validation.
    pub(super) transfer: Option<Vec<JointTransfer<'a>>>,
}

/// What unseen data say of a joint.
pub(super) struct JointTransfer<'a> {
    pub(super) seen: &'a Fit,
    pub(super) unseen: &'a Fit,
    pub(super) outcome: Transfer,
}

/// What unseen data say of a joint, for programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Transferred {
    /// The joint.
    pub name: String,
    /// RMS residual on unseen data over that on the data of the estimate.
    pub ratio: f64,
    /// What follows.
    pub outcome: Transfer,
}

impl<'a> Facts<'a> {
    pub(super) fn of(model: &'a Model, found: &'a Identification) -> Self {
        let seen = &found.fits.joints;
        let transfer = found.validation.as_ref().map(|validation| {
            let pairs = seen.iter().zip(&validation.fits.joints);
            let judged = pairs.map(|(seen, unseen)| JointTransfer {
                seen,
                unseen,
                outcome: transfer(seen, unseen),
            });
            judged.collect::<Vec<_>>()
        });
        let tested = transfer.iter().flatten();
        let tested = tested.filter(|joint| joint.outcome != Transfer::Untested);
        Self {
            found,
            worst: seen.iter().map(|fit| fit.r2).fold(1.0, f64::min),
            worst_unseen: tested.map(|joint| joint.unseen.r2).fold(1.0, f64::min),
            lost: found.excitation.rank < found.excitation.structural_rank,
            biased: found
                .estimation
                .parameters()
                .filter(|p| p.bias_in_deviations() > BIASED)
                .map(|p| p.name.clone())
                .collect(),
            impossible: impossible(model, found),
            transfer,
        }
    }

    /// Joints of which unseen data say so.
    pub(super) fn joints(&self, outcome: Transfer) -> Vec<String> {
        let all = self.transfer.iter().flatten();
        let judged = all.filter(|joint| joint.outcome == outcome);
        judged.map(|joint| joint.seen.name.clone()).collect()
    }

    pub(super) fn any(&self, outcome: Transfer) -> bool {
        let mut all = self.transfer.iter().flatten();
        all.any(|joint| joint.outcome == outcome)
    }

    pub(super) fn fails(&self) -> bool {
        self.any(Transfer::Fails)
    }

    /// Whether some joint's torque is neither explained nor small beside the residual.
    pub(super) fn unexplained(&self) -> bool {
        let bad = |fit: &Fit| fit.r2 < POOR && fit.nrmse > (1.0 - POOR).sqrt();
        self.found.fits.joints.iter().any(bad)
    }

    pub(super) fn transferred(&self) -> Vec<Transferred> {
        let all = self.transfer.iter().flatten();
        all.map(|joint| Transferred {
            name: joint.seen.name.clone(),
            ratio: joint.unseen.rmse / joint.seen.rmse,
            outcome: joint.outcome,
        })
        .collect()
    }
}

/// Base parameters that are negative by more than chance explains, though they are sums, with positive
/// factors, of what cannot be: masses, moments of inertia, friction.
fn impossible(model: &Model, found: &Identification) -> Vec<String> {
    let positive = |term: &Term| {
        term.coefficient > 0.0 && model.parameters[term.parameter].kind.is_never_negative()
    };
    let sums = model
        .base
        .iter()
        .filter(|base| base.terms.iter().all(positive));
    let values = sums.filter_map(|base| found.estimation.parameter(base.name));
    let negative = values.filter(|p| p.std.is_some_and(|std| p.value < -CERTAIN * std));
    negative.map(|p| p.name.clone()).collect()
}

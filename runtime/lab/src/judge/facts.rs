//! What judgements rest on: an identification, and what unseen data say of each joint.

use serde::Serialize;

use super::change::Change;
use super::disturbance::{Disturbance, disturbance};
use super::phrases::called;
use super::unseen::{JointTransfer, judged, of_worst, untested};
use super::unseen_fault::{UnseenFault, site_of_friction};
use crate::diagnose::{SensorFault, densities};
use crate::distribution::deviation_about;
use crate::estimate::Realised;
use crate::identify::{Estimation, Given, Identification, Robust};
use crate::lack::Lack;
use crate::parameters::{has_inertia, never_negative};
use crate::statistics::{Fit, Quality, Transfer};
use crate::thresholds::{
    BIASED, CERTAIN, DENSEST, LACKING_MOSTLY, POOR, SAMPLING_RATES, SOUND, WIDENED,
};
use armwright_runtime::Model;

/// The facts of an identification.
pub(super) struct Facts<'a> {
    pub(super) found: &'a Identification,
    /// The robot.
    pub(super) model: &'a Model,
    /// Whether the base moves.
    pub(super) moves: bool,
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
    /// Bodies of more mass than any matter of their size has.
    pub(super) dense: Vec<String>,
    /// What unseen data say of each joint; none without validation.
    pub(super) transfer: Option<Vec<JointTransfer<'a>>>,
    /// Validation recordings of which no sample counts.
    pub(super) untested: Vec<String>,
    /// What parts of the recordings say of the others; none where another motion was held out.
    pub(super) parts: Option<Vec<JointTransfer<'a>>>,
    /// What explains that a validation recording is not predicted, where the model holds on all else.
    pub(super) change: Option<Change>,
    /// What is wrong with a validation recording that is not predicted, where the model holds on all else.
    pub(super) unseen_fault: Option<UnseenFault>,
    /// Where a recording is far from the model, if that is one stretch of it, and the model suffers from it.
    pub(super) disturbance: Option<Disturbance>,
    /// Joints whose torque the equations do not have.
    pub(super) unpredicted: Vec<String>,
    /// Whether most parameters come from nominal values or the estimator, not from the recordings.
    pub(super) assumed: bool,
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
        let validation = found.validation.as_ref();
        let transfer = validation.map(|v| of_worst(found, v));
        let parts = found.cross_validation.as_ref();
        let parts = parts.map(|parts| judged(&found.fits, &parts.fits, false));
        let (mut all, mut assumed) = (0, 0);
        for p in found.estimation.parameters() {
            all += 1;
            assumed += usize::from(p.quality == Quality::Assumed);
        }
        let tested = transfer.iter().flatten();
        let tested = tested.filter(|joint| joint.outcome != Transfer::Untested);
        let worst = seen.iter().map(|fit| fit.r2).fold(1.0, f64::min);
        let mut facts = Self {
            change: None,
            unseen_fault: None,
            moves: model.base_moves(),
            found,
            model,
            worst,
            worst_unseen: tested.map(|joint| joint.unseen.r2).fold(1.0, f64::min),
            lost: found.excitation.rank < found.excitation.structural_rank,
            biased: found
                .estimation
                .parameters()
                .filter(|p| p.bias_in_deviations() > BIASED)
                .map(|p| p.name.clone())
                .collect(),
            impossible: impossible(model, found, &found.estimation),
            dense: too_dense(model, found),
            transfer,
            untested: validation.map_or_else(Vec::new, untested),
            parts,
            disturbance: (worst < SOUND)
                .then(|| disturbance(&found.series))
                .flatten(),
            unpredicted: unpredicted(model, found),
            assumed: 2 * assumed > all,
        };
        let falls = facts.fails() || facts.any(Transfer::Weakens) || !facts.untested.is_empty();
        if falls && facts.holds_elsewhere() {
            // What a motion does not show, others do not predict.
            let own = found.validation.as_ref().and_then(|v| v.own.as_ref());
            let own = own.filter(|_| !facts.lost);
            let impossible = own.map_or_else(Vec::new, |own| impossible(model, found, own));
            facts.unseen_fault = UnseenFault::of(model, found, &impossible);
            // What no robot has is no load, nor another gain; friction that falls with speed may be beside one.
            let rubs = |name: &String| site_of_friction(model, name).is_some();
            let is_of_robot = facts.unseen_fault.is_none() && impossible.iter().all(rubs);
            let change = own.filter(|_| is_of_robot);
            facts.change = change.and_then(|_| Change::of(model, found));
        }
        facts
    }

    /// Whether the model explains what it was made of, and parts of it from the others.
    fn holds_elsewhere(&self) -> bool {
        let faulty = self.cannot_be() || self.faulty();
        let explained = !self.found.fits.joints.iter().any(Self::is_unexplained);
        // Where little is explained, parts may be predicted no worse than that.
        let mut parts = self.parts.iter().flatten();
        let predicted = !parts.any(|part| Self::is_unexplained(part.unseen));
        self.parts.is_some() && !self.inconsistent() && explained && predicted && !faulty
    }

    /// Whether no robot can have the parameters.
    pub(super) fn cannot_be(&self) -> bool {
        !self.impossible.is_empty() || !self.dense.is_empty()
    }

    /// Whether a robust estimator weighs down more than slips.
    pub(super) fn has_many_outliers(&self) -> bool {
        let robust = self.found.robust.as_ref();
        robust.is_some_and(Robust::has_many)
    }

    /// Whether the recordings contradict a value that was given.
    pub(super) fn contradicts(&self) -> bool {
        self.found.given.iter().any(Given::is_contradicted)
    }

    /// What is known of bodies and holds them, where it contradicts the recordings.
    pub(super) fn contradicted_bodies(&self) -> &'a [String] {
        match &self.found.estimation.realised {
            Some(found) if found.is_contradicted() => &found.limited,
            _ => &[],
        }
    }

    /// Whether deviations are wider for what a value that was given leaves.
    pub(super) fn given_leave(&self) -> bool {
        let mut parameters = self.found.estimation.parameters();
        self.contradicts() && parameters.any(|p| p.lacking.is_some())
    }

    /// Whether a value that was given, and no other term, is all that the model seems to lack.
    pub(super) fn merely_contradicts(&self) -> bool {
        self.contradicts() && self.lacks().all(|lack| lack.in_model)
    }

    /// Whether something is wrong with the recordings.
    pub(super) fn faulty(&self) -> bool {
        !self.found.causes.is_empty() || self.senseless() || self.odd_rate().is_some()
    }

    /// Whether a velocity or an acceleration does not belong to the positions.
    pub(super) fn strays(&self) -> bool {
        self.found.sensors.iter().any(SensorFault::is_of_motion)
    }

    /// Whether a sensor is dead or saturated, or measured something else.
    pub(super) fn senseless(&self) -> bool {
        self.found.sensors.iter().any(SensorFault::is_wrong)
    }

    /// The sampling rate, Hz, where it is that of no robot's controller and not all is explained and predicted: time is
    /// in another unit.
    pub(super) fn odd_rate(&self) -> Option<f64> {
        let [low, high] = SAMPLING_RATES;
        let rate = self.found.processing.rate;
        let predicted = !self.fails() && !self.any(Transfer::Weakens) && !self.inconsistent();
        let well = self.worst > SOUND && self.worst_unseen > SOUND && predicted;
        (!(low..=high).contains(&rate) && !well).then_some(rate)
    }

    /// Whether correlation in time of what torques leave is that of noise. Parameters that balances tell less well than torques would leave
    /// of these what follows itself without anything being wrong: then it counts only if deviations, which rest on what is left of the
    /// balances, are wider for it.
    pub(super) fn follows_itself(&self) -> bool {
        let of_torque = self.found.estimation.method.balance().is_none();
        let mut ratios = self.found.correlation_factor.iter();
        of_torque || ratios.any(|ratio| *ratio > WIDENED * WIDENED)
    }

    /// What the model lacks that matters.
    pub(super) fn lacks(&self) -> impl Iterator<Item = &'a Lack> {
        let fits = self.found.fits.joints.iter().chain(&self.found.motors);
        let matters = move |lack: &&'a Lack| lack.matters(fits.clone());
        self.found.lacks.iter().filter(matters)
    }

    /// Rows of the equations of whose residual terms that the model lacks explain nearly all, or most and such terms move
    /// parameters by more than noise does.
    pub(super) fn lacking(&self) -> Vec<&'a str> {
        let moved = self.found.estimation.parameters().any(|p| {
            // As wide as a deviation is that was widened for a shift of one deviation.
            let moved = p.lacking.zip(p.std);
            moved.is_some_and(|(by, std)| std < deviation_about(by, by.abs()))
        });
        let [most, nearly_all] = LACKING_MOSTLY;
        let least = if moved { most } else { nearly_all };
        let explained = |row: &str| {
            let own = self.found.lacks.iter().filter(|lack| lack.row == row);
            own.map(|lack| lack.share).sum::<f64>()
        };
        let rows = self.lacks().map(|lack| lack.row.as_str());
        rows.filter(|row| explained(row) >= least).collect()
    }

    /// Joints of which unseen data say so.
    pub(super) fn joints(&self, outcome: Transfer) -> Vec<String> {
        let all = self.transfer.iter().flatten();
        let judged = all.filter(|joint| joint.outcome == outcome);
        judged.map(|joint| called(joint.seen)).collect()
    }

    pub(super) fn any(&self, outcome: Transfer) -> bool {
        let mut all = self.transfer.iter().flatten();
        all.any(|joint| joint.outcome == outcome)
    }

    pub(super) fn fails(&self) -> bool {
        self.any(Transfer::Fails)
    }

    /// Whether parts of the recordings are not predicted by the others.
    pub(super) fn inconsistent(&self) -> bool {
        let mut all = self.parts.iter().flatten();
        all.any(|joint| joint.outcome == Transfer::Fails)
    }

    /// Whether a torque is neither explained nor small beside the residual; one of 0 has nothing to explain.
    pub(super) fn is_unexplained(fit: &Fit) -> bool {
        fit.nrmse.is_finite() && fit.r2 < POOR && fit.nrmse > (1.0 - POOR).sqrt()
    }

    /// Whether some joint's torque is neither explained nor small beside the residual.
    pub(super) fn unexplained(&self) -> bool {
        let unseen = self.transfer.iter().flatten();
        let unseen = unseen.filter(|joint| joint.outcome != Transfer::Untested);
        let seen = self.found.fits.joints.iter();
        seen.chain(unseen.map(|joint| joint.unseen))
            .any(Self::is_unexplained)
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

/// Joints whose torque was left out, or is made of such.
fn unpredicted(model: &Model, found: &Identification) -> Vec<String> {
    let of_joints = || found.fits.joints.iter().filter(|fit| !fit.is_motor);
    let fitted = |name: &str| of_joints().any(|fit| fit.name == name);
    let joints = model.joints.iter().map(|joint| joint.name);
    joints
        .filter(|name| !fitted(name))
        .map(str::to_owned)
        .collect()
}

/// Base parameters that are negative by more than chance explains, though they are sums, with positive
/// factors, of what cannot be: masses, moments of inertia, friction other than what held friction leaves. Where accelerations are
/// noise, what multiplies them may be anything.
fn impossible(model: &Model, found: &Identification, estimation: &Estimation) -> Vec<String> {
    let remainders = &found.estimation.remainders;
    let is_told = |k: &usize| !found.noisy || !has_inertia(model, *k);
    let sums = (0..model.base.len()).filter(|&k| never_negative(model, k));
    let sums = sums.filter(is_told);
    let values = sums.filter_map(|k| estimation.parameter(model.base[k].name));
    let values = values.filter(|p| !remainders.contains(&p.name));
    let negative = values.filter(|p| p.std.is_some_and(|std| p.value < -CERTAIN * std));
    negative.map(|p| p.name.clone()).collect()
}

/// Bodies that are denser than any matter, unless what is known of bodies makes them so against the recordings, or noise of accelerations
/// makes them light to turn.
fn too_dense(model: &Model, found: &Identification) -> Vec<String> {
    let realised = found.estimation.realised.as_ref();
    if found.noisy || realised.is_some_and(Realised::is_contradicted) {
        return Vec::new();
    }
    let parameter = |k: usize| found.estimation.parameter(model.base[k].name);
    let dense = densities(model, parameter).into_iter();
    let dense = dense.filter(|(_, density)| *density > DENSEST);
    dense.map(|(name, _)| format!("body {name}")).collect()
}

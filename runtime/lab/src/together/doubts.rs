//! What recordings have that the unknowns do not explain: zeros of sensors, terms that the model lacks, residuals that follow themselves.

use nalgebra::DVector;
use serde::Serialize;

use super::alone::Own;
use super::fit::Fit as Solution;
use super::zeros::{Zero, Zeros};
use super::{Factors, Plan, Scatter};
use crate::diagnose::Fault;
use crate::digits::short;
use crate::lack::Lack;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError};
use armwright_runtime::Side;

/// What one recording has that neither its noise nor the model explains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unexplained {
    /// The recording.
    pub recording: String,
    /// What is most likely wrong with it: one of these faults, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Terms that the model lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
    /// Rows whose residuals are correlated in time though no term was found that would explain it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub correlated: Vec<String>,
    /// Those of these of which more is left than was recorded, by values of this recording alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worse: Vec<String>,
}

/// Doubts about a fit, with how far what raises them moved the unknowns.
pub(crate) struct Doubts {
    zeros: Option<Zeros>,
    /// Recordings of which something is unexplained.
    pub(crate) unexplained: Vec<Unexplained>,
    lacking: DVector<f64>,
}

impl Doubts {
    /// Looks for constants first, in all recordings together; then in each recording by itself, without these constants, for what
    /// [`identify`](crate::identify::identify) looks for as well. `motions` are those of the factors.
    pub(crate) fn of(
        factors: &Factors<'_>,
        motions: &[Motion],
        plan: &Plan,
        fit: &Solution,
    ) -> Result<Self, RegressionError> {
        let zeros = Zeros::of(factors, plan, fit)?;
        let mut found = Self {
            zeros,
            unexplained: Vec::new(),
            lacking: DVector::zeros(plan.unknowns()),
        };
        let information = &fit.spectrum.inverse * fit.spectrum.inverse.transpose();
        let recordings = motions.chunk_by(|a, b| a.source == b.source);
        for (recording, pieces) in recordings.enumerate() {
            let x = fit.with_offsets_of(recording, factors, plan);
            let Some(signals) = found.signals(plan, &x, recording) else {
                continue;
            };
            let corrected = corrected(factors.equations, pieces, &signals);
            let pieces = corrected.as_deref().unwrap_or(pieces);
            let Some(own) = Own::of(factors.equations, pieces)? else {
                continue;
            };
            let right = moved(factors, plan, fit, recording, &own.shift);
            found.lacking += &information * right;
            let is_explained = own.lacks.is_empty() && own.correlated.is_empty();
            if !is_explained || !own.faults.is_empty() {
                found.unexplained.push(Unexplained {
                    recording: factors.recordings[recording].clone(),
                    faults: own.faults,
                    lacks: own.lacks,
                    correlated: own.correlated,
                    worse: own.worse,
                });
            }
        }
        Ok(found)
    }

    /// Gains and constants of a recording's rows by values of the unknowns; none where a gain is none.
    fn signals(&self, plan: &Plan, x: &DVector<f64>, recording: usize) -> Option<Signals> {
        let zeros = self.zeros.as_ref();
        let gains = zeros.map_or_else(|| plan.gains_of(x), |zeros| zeros.gains.clone());
        let of = |(row, gain): (usize, f64)| {
            let constant = match zeros {
                Some(zeros) => zeros.constants[recording][row],
                None => plan.offset(recording, row).map_or(0.0, |k| x[k]),
            };
            (gain != 0.0 && gain.is_finite()).then_some((gain, constant))
        };
        gains.into_iter().enumerate().map(of).collect()
    }

    /// Constants that were found.
    pub(crate) fn zeros(&self) -> Vec<Zero> {
        self.zeros
            .iter()
            .flat_map(|found| found.all.clone())
            .collect()
    }

    /// Says in which unit constants are, where it is not that of the rows.
    pub(crate) fn in_unit(&mut self, unit: &'static str) {
        let zeros = self.zeros.iter_mut().flat_map(|found| &mut found.all);
        zeros.for_each(|zero| zero.unit = unit);
    }

    /// Makes deviations of the fit as wide as what was found moved it.
    pub(crate) fn widen(&self, scatter: &mut Scatter) {
        let zeros = self.zeros.iter().map(|zeros| &zeros.shift);
        for shift in zeros.chain([&self.lacking]) {
            scatter.covariance += shift * shift.transpose();
        }
    }

    /// What is to be said of it all, a sentence each; `apart` is what is said of recordings that contradict one another, and `widened`
    /// whether deviations allow for what was found ([`Doubts::widen`]).
    pub(crate) fn warnings(&self, apart: Option<String>, widened: bool) -> Vec<String> {
        let effect = match widened {
            true => "Deviations are widened for it",
            false => "Deviations do not allow for it, and are too small",
        };
        let mut all = Vec::new();
        let mut explained = false;
        if let Some(zeros) = &self.zeros {
            all.push(of_zeros(&zeros.all, effect, widened));
            explained = !zeros.still_apart;
        }
        all.extend(apart.filter(|_| !explained));
        all.extend(self.of_lacks(effect));
        let correlated = self.unexplained.iter();
        // A fault explains what follows itself.
        let correlated =
            correlated.filter(|one| one.faults.is_empty() && !one.correlated.is_empty());
        all.extend(correlated.map(|one| {
            format!(
                "residuals of {} in {} are correlated in time: something systematic is not in the model. Deviations are \
                 widened for noise that is correlated so; look at `identify` of that recording",
                one.correlated.join(", "),
                one.recording
            )
        }));
        all
    }

    /// The terms that the model lacks, each by the recording that shows most of it.
    fn of_lacks(&self, effect: &str) -> Option<String> {
        let mut terms: Vec<(&Lack, &str, usize)> = Vec::new();
        for one in &self.unexplained {
            for lack in &one.lacks {
                let same = |known: &&mut (&Lack, &str, usize)| known.0.is_like(lack);
                match terms.iter_mut().find(same) {
                    None => terms.push((lack, &one.recording, 1)),
                    Some(known) => {
                        known.2 += 1;
                        if lack.share > known.0.share {
                            (known.0, known.1) = (lack, &one.recording);
                        }
                    }
                }
            }
        }
        if terms.is_empty() {
            return None;
        }
        let said = terms.iter().map(|(lack, recording, count)| match count {
            1 => format!("{lack}, in {recording}"),
            _ => format!("{lack}, in {count} recordings (these figures of {recording})"),
        });
        let said: Vec<String> = said.collect();
        Some(format!(
            "the model lacks what recordings have: {}. {effect}; put these terms into the robot file, or look at `identify` \
             of each recording",
            said.join("; ")
        ))
    }
}

/// What is to be said of constants; `sought` is whether offsets can be unknowns of what was fitted.
fn of_zeros(zeros: &[Zero], effect: &str, sought: bool) -> String {
    let each = zeros.iter().map(|zero| {
        let place = match &zero.recording {
            None => "all recordings".to_owned(),
            Some(recording) => format!("{recording} alone"),
        };
        let unit = match zero.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let (value, std) = (short(zero.value), short(zero.std));
        format!("{value} ± {std}{unit} in `{}` of {place}", zero.row)
    });
    let each: Vec<String> = each.collect();
    let remedy = match zeros.iter().any(|zero| zero.recording.is_some()) {
        true => "offsets of each recording (`each`)",
        false => "offsets that all recordings share (`common`)",
    };
    let instead = match sought {
        true => "",
        false => "of torques, in place of a balance, ",
    };
    let [what, zero, them] = match each.len() {
        1 => [
            "a constant was recorded",
            "it is the zero of a sensor",
            "it",
        ],
        _ => [
            "constants were recorded",
            "they are zeros of sensors",
            "them",
        ],
    };
    format!(
        "{what} that nothing in the model explains, far more than noise makes: {}. Most likely {zero}. {effect}; {instead}{remedy} take {them} \
         out, or subtract {them} from the recordings",
        each.join(", ")
    )
}

/// The gain and the constant of each row of a recording.
type Signals = Vec<(f64, f64)>;

/// Motions with torques in place of signals: without constants, divided by gains. None where that is what they have.
fn corrected(
    equations: &Equations<'_>,
    pieces: &[Motion],
    signals: &Signals,
) -> Option<Vec<Motion>> {
    if signals.iter().all(|signal| *signal == (1.0, 0.0)) {
        return None;
    }
    // Torques of motions are those of joints, whatever the side of the equations.
    let of_torques = equations.measured().is_empty() && equations.side() == Side::Motor;
    let rows = of_torques.then(|| equations.drive().torque_rows(equations.side()));
    let back = rows.as_ref().and_then(|rows| rows.clone().try_inverse());
    let change = |values: &mut [f64]| {
        let mut own = DVector::from_row_slice(values);
        if let Some(rows) = &rows {
            own = rows * own;
        }
        for (value, (gain, constant)) in own.iter_mut().zip(signals) {
            *value = (*value - constant) / gain;
        }
        if let Some(back) = &back {
            own = back * own;
        }
        values.copy_from_slice(own.as_slice());
    };
    Some(
        pieces
            .iter()
            .map(|motion| motion.with_signals(&change))
            .collect(),
    )
}

/// The weighted right-hand side of the unknowns that base parameters of one recording make, in the units of its signals.
fn moved(
    factors: &Factors<'_>,
    plan: &Plan,
    fit: &Solution,
    recording: usize,
    shift: &DVector<f64>,
) -> DVector<f64> {
    let gains = plan.gains_of(&fit.x);
    let mut right = DVector::zeros(plan.unknowns());
    for (r, row) in factors.each().filter(|(r, _)| *r == recording) {
        let triangle = factors.triangles[r][row].0.columns(0, plan.width());
        let moved = triangle.columns(0, plan.base) * shift * gains[row];
        let slopes = triangle * plan.slopes(&fit.x, r, row);
        right += slopes.tr_mul(&moved) * fit.weight(r, row);
    }
    right
}

#[cfg(test)]
mod tests;

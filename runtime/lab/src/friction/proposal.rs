//! What is said of the friction of each joint.

use serde::Serialize;

use super::law::{Extra, Shape};
use super::map::MapPoint;
use super::place::Place;
use super::refine::Refined;
use super::select::{Candidate, alternatives};
use super::words::{lines, unit};
use crate::regression::Series;

/// What recordings say of the friction of a robot.
#[derive(Debug, Clone, Serialize)]
pub struct Friction {
    /// The robot.
    pub robot: String,
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Each joint, or motor, whose friction the torques have.
    pub joints: Vec<PlaceFriction>,
    /// Whether the fit of all laws together settled.
    pub settled: bool,
    /// What recordings that were held out leave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub validation: Vec<Validated>,
}

/// What a row of recordings that were held out leaves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validated {
    /// The joint or motor.
    pub name: String,
    /// Root mean square residual with the friction of the robot file, N·m or N.
    pub file: f64,
    /// The same with the laws proposed.
    pub proposed: f64,
    /// Root mean square torque.
    pub torque: f64,
}

/// What is said of the friction of one joint or motor.
#[derive(Debug, Clone, Serialize)]
pub struct PlaceFriction {
    /// Its name.
    pub name: String,
    /// Whether it is a motor.
    pub on_motor: bool,
    /// The law that it has; that of the robot file where none can be told.
    pub law: String,
    /// Its function of velocity; none where no law can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The law as a formula.
    pub formula: String,
    /// Its parameters; none where no law can be told.
    pub parameters: Vec<LawParameter>,
    /// The temperature about which viscous friction changes, in the unit of the recordings; none where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_temperature: Option<f64>,
    /// Why no law is proposed; none where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Other laws that the recordings do not tell from this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The law of the robot file.
    pub law_of_file: String,
    /// The lowest and the highest speed that is seen, rad/s or m/s.
    pub speeds: Option<[f64; 2]>,
    /// Samples in which it moves.
    pub samples: usize,
    /// As how many independent ones they count.
    pub effective_samples: f64,
    /// Root mean square residual of blocks that were left out, with the law of the robot file and with that proposed,
    /// N·m or N.
    pub held_out: Option<[f64; 2]>,
    /// The unit of both.
    pub unit: &'static str,
    /// What to write into the robot file; nothing where it has the law, or no place for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Its static map: friction at velocities that were held; empty where none was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<MapPoint>,
    /// All laws that were tried, the one with the least information criterion first.
    pub tried: Vec<Tried>,
    /// Friction along each recording, measured (less all that is not friction) and by the law.
    #[serde(skip)]
    pub series: Vec<Series>,
}

/// A parameter of a law.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LawParameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation.
    pub std: f64,
    /// Its unit.
    pub unit: &'static str,
}

/// A law that was tried.
#[derive(Debug, Clone, Serialize)]
pub struct Tried {
    /// The law.
    pub law: String,
    /// How many parameters it has.
    pub parameters: usize,
    /// Root mean square residual of blocks that were left out, N·m or N.
    pub held_out: f64,
    /// Bayesian information criterion above that of the law proposed.
    pub delta_bic: f64,
    /// Akaike's, likewise.
    pub delta_aic: f64,
    /// Why it cannot be proposed, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'static str>,
}

/// What was told of a place.
pub(super) struct Told {
    pub(super) tried: Vec<Candidate>,
    /// Whether the first of them was asked for, in place of a choice.
    pub(super) asked: bool,
    pub(super) proposed: Option<usize>,
    /// The law of the robot file.
    pub(super) file: usize,
    /// The variance of its row, as a torque of the place.
    pub(super) variance: f64,
    pub(super) effective: f64,
}

impl Told {
    pub(super) fn held_out(&self, candidate: usize) -> f64 {
        (self.tried[candidate].loss() * self.variance).sqrt()
    }
}

impl PlaceFriction {
    pub(super) fn of(
        place: &Place,
        index: usize,
        samples: usize,
        speeds: &Result<[f64; 2], String>,
        told: Option<Told>,
        refined: &Refined,
    ) -> Self {
        let mut found = Self {
            name: place.name.clone(),
            on_motor: place.on_motor,
            law: place.title_of_file(),
            shape: None,
            formula: place.formula_of_file(),
            parameters: Vec::new(),
            reference_temperature: None,
            reason: speeds.as_ref().err().cloned(),
            alternatives: Vec::new(),
            law_of_file: place.title_of_file(),
            speeds: speeds.as_ref().ok().copied(),
            samples,
            effective_samples: 0.0,
            held_out: None,
            unit: if place.slides { "N" } else { "N·m" },
            lines: Vec::new(),
            map: Vec::new(),
            tried: Vec::new(),
            series: Vec::new(),
        };
        let Some(told) = told else {
            return found;
        };
        found.effective_samples = told.effective;
        let reference = told.proposed.unwrap_or(told.file);
        let mut order: Vec<usize> = (0..told.tried.len()).collect();
        order.sort_by(|a, b| told.tried[*a].bic.total_cmp(&told.tried[*b].bic));
        let tried = order.into_iter().map(|k| {
            let candidate = &told.tried[k];
            Tried {
                law: candidate.fitted.law.title(),
                parameters: candidate.fitted.law.parameters(),
                held_out: told.held_out(k),
                delta_bic: candidate.bic - told.tried[reference].bic,
                delta_aic: candidate.aic - told.tried[reference].aic,
                refused: candidate.refused,
            }
        });
        found.tried = tried.collect();
        let Some(proposed) = told.proposed else {
            let judged = if told.asked { 0 } else { told.file };
            let Candidate {
                fitted, refused, ..
            } = &told.tried[judged];
            let (law, refused) = (
                fitted.law.title(),
                refused.unwrap_or("no residual is finite"),
            );
            found.reason = Some(match told.asked {
                true => format!("the law that was asked for ({law}) is refused: {refused}"),
                false => format!(
                    "no law is clearly better than that of the robot file ({law}), which is refused: {refused}"
                ),
            });
            return found;
        };
        let (law, linear, theta) = &refined.laws[index];
        found.held_out = Some([told.held_out(told.file), told.held_out(proposed)]);
        found.law = law.title();
        found.shape = Some(law.shape);
        found.formula = law.formula();
        let others = alternatives(&told.tried, proposed);
        found.alternatives = others
            .into_iter()
            .map(|k| told.tried[k].fitted.law.title())
            .collect();
        let start = refined.starts[index];
        let std = |k: usize| refined.covariance[(start + k, start + k)].max(0.0).sqrt();
        let values = linear.iter().chain(theta).enumerate();
        found.parameters = law
            .names()
            .into_iter()
            .zip(values)
            .map(|(name, (k, value))| LawParameter {
                name,
                value: *value,
                std: if k < linear.len() {
                    std(k)
                } else {
                    value * std(k)
                },
                unit: unit(name, place.slides),
            })
            .collect();
        let by_temperature = law.extras.contains(&Extra::Temperature);
        let warmth = place.warmth.filter(|_| by_temperature);
        if let Some(warmth) = warmth {
            let reference = format!("{:.1}", warmth.reference);
            found.formula = found.formula.replace("reference_temperature", &reference);
            found.reference_temperature = Some(warmth.reference);
        }
        if !place.has(law) {
            found.lines = lines(place, law, theta);
        }
        found
    }
}

#[cfg(test)]
mod tests;

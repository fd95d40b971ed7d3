//! The search itself: of whole recordings, and of shorter intervals where these alone are followed.

use super::super::error::CommandError;
use super::super::progress::Progress;
use crate::digits::power;
use crate::judge::{Grade, MotionJudgement, MotionRemedy};
use crate::output_error::{
    Experiment, Fit, FitError, FitOptions, Free, SHORT, Sensitivity, Unseen, fit, sensitivities,
};
use crate::simulation::Machine;

/// How many times as long the last intervals are as the first, the most that is tried first.
const LONGER: [f64; 3] = [4.0, 2.0, 1.0];

/// What is sought, and by what.
pub(super) struct Search<'a> {
    pub(super) machine: &'a Machine<'a>,
    pub(super) experiments: &'a [Experiment],
    pub(super) unseen: &'a [Experiment],
    pub(super) free: &'a [Free],
    /// A file with voltages of the motors, of a fit by torques.
    pub(super) voltages: Option<&'a str>,
}

/// What was found, and what it is worth.
pub(super) struct Searched {
    pub(super) found: Fit,
    pub(super) sensitivities: Vec<Sensitivity>,
    pub(super) validation: Vec<Unseen>,
    pub(super) judgement: MotionJudgement,
}

/// A machine with what was found.
pub(super) fn fitted<'a>(machine: &Machine<'a>, free: &[Free], found: &Fit) -> Machine<'a> {
    let mut fitted = machine.clone();
    for (free, parameter) in free.iter().zip(&found.parameters) {
        free.set(&mut fitted, parameter.value);
    }
    fitted
}

impl Search<'_> {
    /// With the intervals that are asked for. Where none are, and the fit of whole recordings goes astray because errors grow too much in
    /// them, with such in which they do not, and what to say of that.
    pub(super) fn best(
        &self,
        options: &FitOptions,
        progress: &mut Progress,
    ) -> Result<(Searched, Option<String>), CommandError> {
        let whole = self.by(options, progress);
        if !options.intervals.is_empty() {
            return Ok((whole?, None));
        }
        let (short, why) = match &whole {
            Ok(searched) => match shorter(searched) {
                Some(found) => found,
                None => return Ok((whole?, None)),
            },
            Err(CommandError::Fit(FitError::Start { .. })) => {
                (SHORT, "whole recordings cannot be simulated".to_owned())
            }
            Err(_) => return Ok((whole?, None)),
        };
        for longer in LONGER {
            let mut intervals = vec![short, longer * short];
            intervals.dedup();
            let with = FitOptions {
                intervals: intervals.clone(),
                ..options.clone()
            };
            // What these do not mend was wrong with whole recordings.
            let Ok(searched) = self.by(&with, progress) else {
                continue;
            };
            if searched.judgement.grade != Grade::Poor && shorter(&searched).is_none() {
                let each: Vec<String> = intervals.iter().map(|s| format!("{s:.2}")).collect();
                let said = format!(
                    "{why}: fitted in intervals of {:.2} s, each from a state of its own (as --interval {} does)",
                    searched.found.longest,
                    each.join(",")
                );
                return Ok((searched, Some(said)));
            }
        }
        Ok((whole?, None))
    }

    fn by(&self, options: &FitOptions, progress: &mut Progress) -> Result<Searched, CommandError> {
        let mut show = |iteration: usize, cost: f64| {
            progress.begin(&format!("iteration {iteration}, cost {cost:.4e}"));
        };
        let found = fit(
            self.machine,
            self.experiments,
            self.free,
            options,
            &mut show,
        )?;
        let fitted = fitted(self.machine, self.free, &found);
        progress.begin("sensitivities");
        let sensitivities = sensitivities(
            &fitted,
            self.experiments,
            self.free,
            &found.beginnings,
            options.hold,
            &options.settings,
        )?;
        progress.begin("validation");
        let validation = validation(&fitted, self.unseen, self.free, options, &mut |_, _| {})?;
        let judgement = MotionJudgement::of(&found, &validation, &sensitivities, self.voltages);
        Ok(Searched {
            found,
            sensitivities,
            validation,
            judgement,
        })
    }
}

/// How long intervals are to be in which errors grow little, and why; none where the fit does not go astray, or errors do not grow.
fn shorter(searched: &Searched) -> Option<(f64, String)> {
    let judgement = &searched.judgement;
    let grown = searched.sensitivities.iter().map(|own| &own.growth);
    let grown = grown.filter(|growth| growth.is_nearly_chaotic);
    let largest = grown.map(|growth| growth.largest).reduce(f64::max)?;
    let short = judgement.remedies.iter().find_map(|remedy| match remedy {
        MotionRemedy::Shorten(seconds) => Some(*seconds),
        _ => None,
    });
    let why = format!(
        "errors of the state at a beginning become {} times as large in whole recordings",
        match largest < 1e6 {
            true => format!("{largest:.0}"),
            false => power(largest, 0),
        }
    );
    short.map(|short| (short, why))
}

/// How the fitted machine moves through recordings that were held out: only the states at their beginnings are fitted.
pub(super) fn validation(
    machine: &Machine<'_>,
    unseen: &[Experiment],
    free: &[Free],
    options: &FitOptions,
    show: &mut dyn FnMut(usize, f64),
) -> Result<Vec<Unseen>, CommandError> {
    let options = &FitOptions {
        lacks: false,
        windings: Vec::new(),
        ..options.clone()
    };
    let held: Vec<Free> = free
        .iter()
        .take(1)
        .map(|free| {
            let value = free.of(machine);
            let wide = 1e-9 * value.abs().max(1e-9);
            Free {
                bounds: [value - wide, value + wide],
                ..free.clone()
            }
        })
        .collect();
    let mut all = Vec::new();
    for experiment in unseen {
        let one = std::slice::from_ref(experiment);
        all.push(match fit(machine, one, &held, options, show) {
            Ok(found) => Unseen {
                recording: experiment.name.clone(),
                joints: found.joints,
                stop: None,
            },
            Err(FitError::Start { stop, .. }) => Unseen {
                recording: experiment.name.clone(),
                joints: Vec::new(),
                stop: Some(stop.to_string()),
            },
            Err(error) => return Err(error.into()),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests;

//! The way from motions to a law for each place.

use super::FrictionOptions;
use super::agreement::Agreement;
use super::error::FrictionError;
use super::fitting::Fitted;
use super::knots::Knots;
use super::law::{Extra, Law, Shape};
use super::map::{curves, held, row};
use super::observed::{Observed, fastest, noise};
use super::place::{Place, places};
use super::problem::Problem;
use super::proposal::{Friction, PlaceFriction, Told, Validated};
use super::refine::{Refined, Setting};
use super::seen::speeds;
use super::select::{Choice, against, is_law};
use super::warmth::warmth;
use crate::estimate::weighted_least_squares;
use crate::identify::Progress;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError, Series};
use crate::statistics::is_of_body;

/// Rounds over all places: what one has changes what is left for the others.
const ROUNDS: usize = 3;
/// Rounds in which friction by load and the load that base parameters make settle.
const LOADS: usize = 3;

/// Whether a law has friction by load.
fn has_load(laws: &[Fitted]) -> bool {
    let mut extras = laws.iter().flat_map(|fitted| &fitted.law.extras);
    extras.any(|extra| *extra == Extra::Load)
}

/// Motions with what is seen of friction.
pub(super) struct Study<'a> {
    equations: &'a Equations<'a>,
    motions: &'a [Motion],
    held_out: &'a [Motion],
    /// Base parameters with the friction of the robot file (`b`).
    beta: Vec<f64>,
    places: Vec<Place>,
    knots: Vec<Knots>,
    load: Vec<f64>,
    observed: Observed,
    /// Deviations of velocities.
    noise: Vec<f64>,
    /// The lowest and the highest speed of each place, or why nothing can be told.
    speeds: Vec<Result<[f64; 2], String>>,
}

impl<'a> Study<'a> {
    pub(super) fn of(
        equations: &'a Equations<'a>,
        motions: &'a [Motion],
        held_out: &'a [Motion],
        progress: &mut Progress<'_>,
    ) -> Result<Self, FrictionError> {
        let model = equations.robot().model();
        let mut show = |share| progress("forming equations", 0.5 * share);
        let observation = equations.observe(motions, &mut show)?;
        if observation.equations() < model.base.len() {
            let (rows, parameters) = (observation.equations(), model.base.len());
            return Err(FrictionError::TooFewRows { rows, parameters });
        }
        let mut places = places(equations);
        if places.is_empty() {
            return Err(FrictionError::NoPlace(model.name.to_owned()));
        }
        for place in &mut places {
            place.warmth = warmth(place.index, motions, held_out);
        }
        let tops = fastest(equations, motions, &places);
        let knots: Vec<Knots> = tops.into_iter().map(Knots::up_to).collect();
        let mut found = Self {
            beta: weighted_least_squares(&observation).beta,
            load: vec![0.0; model.base.len()],
            speeds: Vec::new(),
            observed: Observed::default(),
            noise: noise(equations, motions, &places)?,
            equations,
            motions,
            held_out,
            places,
            knots,
        };
        found.load = found.of_bodies(&found.beta);
        found.observe(&mut |share| progress("forming equations", 0.5 + 0.5 * share))?;
        Ok(found)
    }

    /// Base parameters of bodies, of which the load is made.
    fn of_bodies(&self, beta: &[f64]) -> Vec<f64> {
        let model = self.equations.robot().model();
        let all = beta.iter().take(model.base.len()).enumerate();
        all.map(|(j, x)| if is_of_body(model, j) { *x } else { 0.0 })
            .collect()
    }

    fn observe(&mut self, progress: &mut dyn FnMut(f64)) -> Result<(), RegressionError> {
        self.observed = Observed::of(
            self.equations,
            self.motions,
            &self.places,
            &self.knots,
            &self.load,
            progress,
        )?;
        let velocities = self.observed.velocities.iter().zip(&self.noise);
        self.speeds = velocities.map(|(v, noise)| speeds(v, *noise)).collect();
        Ok(())
    }

    /// Fits laws, with the load that the base parameters found make.
    fn refined(
        &mut self,
        laws: &[Fitted],
        rounds: usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Refined, RegressionError> {
        let refined = self.setting().refined(laws, rounds, progress)?;
        self.load = self.of_bodies(&refined.estimate.beta);
        Ok(refined)
    }

    fn setting(&self) -> Setting<'_> {
        Setting {
            equations: self.equations,
            motions: self.motions,
            places: &self.places,
            load: &self.load,
        }
    }

    /// The same until friction by load has the load that its own base parameters make.
    fn loaded(
        &mut self,
        laws: &[Fitted],
        rounds: usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Refined, RegressionError> {
        for _ in 0..if has_load(laws) { LOADS } else { 0 } {
            self.refined(laws, 1, progress)?;
        }
        self.refined(laws, rounds, progress)
    }

    /// A law for each place that follows nearly any curve, to know the noise by.
    fn flexible(&self) -> Vec<Fitted> {
        let each = self.speeds.iter().zip(&self.places);
        each.map(|(speeds, place)| match speeds {
            Ok([low, high]) => {
                let law = Law::of(Shape::Stribeck).with(Extra::Offset);
                Fitted::new(law, vec![(0.1 * high).max(*low)])
            }
            Err(_) => Fitted::new(place.law.clone(), Vec::new()),
        })
        .collect()
    }

    pub(super) fn proposed(
        mut self,
        options: &FrictionOptions,
        progress: &mut Progress<'_>,
    ) -> Result<Friction, FrictionError> {
        let mut show = |share: f64| progress("fitting laws", share);
        let mut laws = self.flexible();
        let mut refined = self.refined(&laws, 1, &mut show)?;
        if refined.estimate.variance.iter().any(|v| !v.is_finite()) {
            return Err(FrictionError::Overflow);
        }
        self.observe(&mut show)?;
        let mut told: Vec<Option<Told>> = self.places.iter().map(|_| None).collect();
        for _ in 0..ROUNDS {
            let before: Vec<Law> = laws.iter().map(|fitted| fitted.law.clone()).collect();
            for (place, told) in told.iter_mut().enumerate() {
                let Ok(speeds) = self.speeds[place] else {
                    continue;
                };
                let found = self.told(place, speeds, &laws, &refined, options);
                let law = found.proposed.unwrap_or(found.file);
                laws[place] = found.tried[law].fitted.clone();
                *told = Some(found);
            }
            let pairs = laws.iter().zip(&before);
            if pairs.into_iter().all(|(now, before)| now.law == *before) {
                break;
            }
            refined = self.loaded(&laws, 1, &mut show)?;
            if has_load(&laws) {
                self.observe(&mut show)?;
            }
        }
        if options.shape.is_none() {
            let (observed, places) = (&self.observed, &self.places);
            let agreement = Agreement {
                observed,
                knots: &self.knots,
                weights: &refined.weights(),
            };
            agreement.agree(self.equations, places, &mut laws, &mut told);
        }
        let refined = self.loaded(&laws, usize::MAX, &mut show)?;
        let validation = self
            .setting()
            .validated(&self.beta, &refined, self.held_out)?;
        let curves = curves(&self.setting(), &refined)?;
        Ok(self.summary(told, &refined, validation, curves))
    }

    /// A shape that is asked for, with what the law of the file has added where that can be added to it.
    fn asked(&self, place: usize, shape: Shape) -> Law {
        let add = |law: Law, extra: &Extra| Some(law.with(*extra)).filter(is_law).unwrap_or(law);
        let extras = self.places[place].law.extras.iter();
        extras.fold(Law::of(shape), add)
    }

    /// What is told of a place, with the laws of the others.
    fn told(
        &self,
        place: usize,
        speeds: [f64; 2],
        laws: &[Fitted],
        refined: &Refined,
        options: &FrictionOptions,
    ) -> Told {
        let problem = Problem::of(
            self.equations,
            &self.observed,
            &self.places,
            &self.knots,
            laws,
            place,
            &refined.weights(),
        );
        let (own, ratio) = row(self.equations, &self.places[place]);
        let choice = Choice {
            problem: &problem,
            knots: &self.knots[place],
            speeds,
            warmth: self.places[place].warmth,
            ratio: refined.ratio[place],
        };
        let (mut tried, mut proposed) = match options.shape {
            None => choice.run(),
            Some(shape) => (vec![choice.candidate(&self.asked(place, shape))], Some(0)),
        };
        let of_file = &self.places[place].law;
        let file = match tried.iter().position(|known| known.fitted.law == *of_file) {
            Some(known) => known,
            None => {
                tried.push(choice.candidate(of_file));
                tried.len() - 1
            }
        };
        proposed = match (options.shape, proposed) {
            (Some(_), _) => Some(0).filter(|_| tried[0].refused.is_none()),
            (None, Some(proposed)) => against(&tried, proposed, file),
            (None, None) => None,
        };
        Told {
            tried,
            asked: options.shape.is_some(),
            proposed,
            file,
            effective: choice.effective(),
            variance: refined.estimate.variance[own] / (ratio * ratio),
        }
    }

    fn summary(
        &self,
        told: Vec<Option<Told>>,
        refined: &Refined,
        validation: Vec<Validated>,
        curves: Vec<Vec<Series>>,
    ) -> Friction {
        let joints = told.into_iter().zip(curves).enumerate();
        let joints = joints.map(|(place, (told, curve))| {
            let (samples, speeds) = (&self.observed.velocities[place], &self.speeds[place]);
            let of = &self.places[place];
            PlaceFriction {
                map: held(&curve, refined.ratio[place]),
                series: curve,
                ..PlaceFriction::of(of, place, samples.len(), speeds, told, refined)
            }
        });
        Friction {
            robot: self.equations.robot().model().name.to_owned(),
            recordings: self.motions.iter().map(|m| m.name.clone()).collect(),
            joints: joints.collect(),
            settled: refined.settled,
            validation,
        }
    }
}

#[cfg(test)]
mod tests;

//! An identification from beginning to end: from recordings to base parameters. (One function has all stages in their order: the
//! file is longer than others for that.)

mod advice;
mod base_estimate;
mod by_motion;
mod conditioning;
mod cross_validation;
mod error;
mod essential;
mod estimation;
mod excitation;
mod fingerprint;
mod given;
mod identification;
mod integrated;
mod lacking;
mod lengths;
mod parts;
mod periods;
mod prediction;
mod recursive;
mod repetition;
mod robust;
mod simulated;
mod stored;
mod validation;

pub use advice::{Advice, Gain};
pub use base_estimate::{BaseEstimate, LengthEstimate};
pub use by_motion::OutputError;
pub use cross_validation::CrossValidation;
use cross_validation::cross_validate;
pub use error::IdentificationError;
pub use essential::{Elimination, Essential};
pub use estimation::{Covariance, Estimation, FittedLength, StandardValue};
pub use excitation::MotionExcitation;
use excitation::excitation;
pub use fingerprint::fingerprint;
pub use given::Given;
pub use identification::{Identification, IdentifyOptions};
pub use lengths::AtLengths;
pub use parts::part_of;
pub use prediction::{Prediction, joint_side, predict, predict_pieces, predict_with_progress};
use prediction::{fits, motor_fits, predictions};
pub use recursive::{History, Step};
pub use robust::{Downweighted, Moment, Robust};
pub use simulated::{Compared, Followed, Simulated};
pub use stored::EstimationError;
use validation::{Questioning, falls, validate};
pub use validation::{UnseenFit, Validation};

use crate::dataset::Dataset;
use crate::diagnose::{
    SampleHold, SensorFault, Sizes, are_noise, causes, confirmed, encoder_resets, holds,
    is_believed, of_clock, of_sample_hold, sensors, without_causes_of_dead,
    without_factors_of_dead,
};
use crate::estimate::{Departure, EstimateError, Realised, estimate};
use crate::motion::{Motion, Run, remainders};
use crate::options::{Cutoff, ProcessingOptions};
use crate::part::LeftOut;
use crate::recording::{Recording, Repair};
use crate::regression::{Equations, RegressionError, Series, add_contacts};
use crate::scrutiny::{Asked, Questions};
use crate::statistics::{Autoregression, Estimated, correlations, table};
use crate::thresholds::SOUND;
use armwright_runtime::Robot;
pub(crate) use conditioning::{common_processing, conditioned, informative, motions};
pub(crate) use integrated::noise_of_intervals;

/// Is told a step of the work and the share of it that is done.
pub type Progress<'a> = dyn FnMut(&'static str, f64) + 'a;

/// Identifies the base parameters of a robot.
///
/// Positions are filtered without phase shift and differentiated; the observation matrix is formed
/// at the raw rate, decimated together with the torque, freed of samples whose friction has an
/// uncertain sign, and folded into one triangular factor a row; base parameters follow by the
/// estimator; a second run through the data gives residuals, and with them the statistics.
///
/// ```
/// use armwright_lab::estimate::Method;
/// use armwright_lab::experiment::{self, Random, Sensors};
/// use armwright_lab::identify::identify;
/// use armwright_lab::parameters::nominal;
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let mut random = Random::new(1);
/// let motion = experiment::designed(robot.model(), 10.0, 20.0, &mut random);
/// let theta = nominal(robot.model());
/// let sensors = Sensors::default();
/// let simulated = experiment::simulate(robot, &theta, &motion, 500.0, &sensors, &mut random)?;
///
/// let found = identify(robot, simulated.recording()?, &Method::Wls.into())?;
/// for p in found.estimation.parameters() {
///     println!("{} = {} ± {:?}", p.expression, p.value, p.std);
/// }
/// assert!(found.fits.overall.r2 > 0.99);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`IdentificationError`].
pub fn identify(
    robot: &dyn Robot,
    dataset: impl Into<Dataset>,
    options: &IdentifyOptions,
) -> Result<Identification, IdentificationError> {
    identify_with_progress(robot, dataset.into(), options, &mut |_, _| {})
}

/// The same, with somebody who is told how far it is.
///
/// Recordings that lack a torque identify a part of the robot ([`part_of`]). Those that hold what else a robot file
/// says is measured ([`Model::measured`](armwright_runtime::Model::measured)) are fitted in these rows; faults of recordings and
/// terms that the model lacks are then not looked for, but of a base that moves they are.
///
/// # Errors
/// [`IdentificationError`].
pub fn identify_with_progress(
    robot: &dyn Robot,
    dataset: Dataset,
    options: &IdentifyOptions,
    progress: &mut Progress<'_>,
) -> Result<Identification, IdentificationError> {
    let model = robot.model();
    informative(&dataset.training, robot)?;
    informative(&dataset.validation, robot)?;
    let lacking = [&dataset.training, &dataset.validation].map(|some| parts::lacking(some));
    let all = dataset.training.iter().chain(&dataset.validation);
    let mut repairs: Vec<Repair> = all.flat_map(|r| r.repairs.iter().cloned()).collect();
    let mut unmeasured = sensors(&dataset.validation, model);
    let unmeasured_holds = holds(&dataset.validation, model);
    let mut sensors = sensors(&dataset.training, model);
    let holds = holds(&dataset.training, model);
    let held = SampleHold::of(&dataset.training, model);
    let fingerprint = fingerprint(robot).map_err(RegressionError::from)?;
    let run = Run::of(&dataset.training, model);
    let chosen = &options.processing;
    let described = dataset.training.first().and_then(|r| r.options.cutoff);
    let asked_cutoff = match chosen.cutoff.or(described) {
        Some(Cutoff::Hertz(cutoff)) => Some(cutoff),
        _ => None,
    };
    let experiments = by_motion::experiments(&dataset.training, &options.estimator)?;
    let (mut motions, short) = motions(dataset.training, &|_| chosen.clone(), &run, model)?;
    repairs.extend(short);
    // What was not seen is processed as what was.
    let as_seen = |recording: &Recording| {
        let like = motions
            .first()
            .map(|m| m.processing.for_another(recording.rate));
        chosen.clone().or(like.unwrap_or_default())
    };
    // What that filter takes from a faster motion, its torques still have: where it is not predicted, it is asked as it was recorded.
    let filter = motions.first().map_or(0.0, |m| m.processing.cutoff);
    // So it is where a joint stands still: its torque is not told by speeds that count of one that moves.
    let is_fast = || Run::of(&dataset.validation, model).band > filter;
    let is_moving = unmeasured.iter().all(SensorFault::is_wrong);
    let faster = match dataset.validation.as_slice() {
        [_, ..] if !is_moving || is_fast() => dataset.validation.clone(),
        _ => Vec::new(),
    };
    let (mut held_out, short) = conditioning::motions(dataset.validation, &as_seen, &run, model)?;
    repairs.extend(short);
    let processing = common_processing(&motions, &held_out)?;
    // What the filter takes of a motion, its torques still have.
    let band_cut = asked_cutoff.and_then(|cutoff| (cutoff < run.band).then_some(run.band));
    for motions in [&mut motions, &mut held_out] {
        add_contacts(robot, motions).map_err(RegressionError::from)?;
    }

    let side = processing.equations.into();
    parts::complete(robot, side, &lacking.concat())?;
    let of_rows = motions.iter().any(Motion::of_rows);
    let fitted = match of_rows {
        true => None,
        false => lengths::fit(robot, &motions, side, &mut |share| {
            progress("fitting lengths", share)
        })?,
    };
    if let (Some(_), Some((name, _))) = (&fitted, options.estimator.known.first()) {
        let why = format!(
            "lengths of {} are fitted together with all parameters",
            model.name
        );
        let name = name.clone();
        return Err(EstimateError::Known { name, why }.into());
    }
    let at = fitted
        .as_ref()
        .map(|fitted| AtLengths::new(robot, fitted.lengths.clone()));
    let robot = at.as_ref().map_or(robot, |at| at as &dyn Robot);
    let equations = Equations::given(robot, side, of_rows)?;
    let (asked, lengths) = (&options.estimator, fitted.is_some());
    let robust = robust::settle(&equations, &mut motions, asked, lengths, progress)?;
    // From here on nothing changes motions, and each is gone through once.
    let equations = equations.keeping(&motions);
    let simulated = simulated::settle(&equations, &motions, asked, run.cutoff, lengths, progress)?;
    let taken = simulated.as_ref().map_or(&motions[..], |s| s.motions());
    let integrated = integrated::settle(&equations, &motions, asked, lengths, progress)?;
    let of_torque = integrated.is_none();
    // What is estimated from; torques are what is predicted.
    let source = integrated.as_ref().unwrap_or(&equations);
    let observation = match periods::observe(source, taken, &options.estimator, progress)? {
        Some(observation) => observation,
        None => source.observe(taken, &mut |share| progress("forming equations", share))?,
    };
    let (rows, parameters) = (observation.equations(), model.base.len());
    if rows < parameters {
        return Err(IdentificationError::too_few(rows, parameters, of_torque));
    }
    let essential =
        essential::choose(&equations, &motions, &observation, asked, lengths, progress)?;
    let mut estimator = asked.linear();
    estimator.remainders = remainders(&motions, model);
    if let Some(essential) = &essential {
        estimator.left_out = essential.left_out();
    }
    let estimator = &estimator;
    let mut estimate = estimate(&observation, model, estimator)?;
    let how = (asked, lengths);
    let by_motion = by_motion::settle(&equations, &experiments, how, &mut estimate, progress)?;
    if let Some(essential) = &essential {
        estimate.settings.extend(essential.settings(asked));
    }
    estimate
        .settings
        .extend(integrated::settings(source, &motions));
    let history = recursive::history(source, &motions, &options.estimator, &mut estimate)?;
    let simulation = simulated
        .iter()
        .flat_map(|s| s.settings(asked.reference_cutoff));
    estimate.settings.extend(simulation);

    let series = predictions(&equations, &motions, &estimate.beta, progress)?;
    let joint_series: Vec<Series> = series.iter().map(|s| joint_side(&equations, s)).collect();
    sensors.extend(confirmed(&holds, &joint_series, model));
    let fits = fits(&equations, &series, &joint_series);
    // Faults and terms that are missing are known of torques alone, and from motions that do not contradict themselves.
    let strays = sensors.iter().any(SensorFault::hides_motion);
    let silent = of_rows && !model.base_moves();
    let causes = match silent || strays || band_cut.is_some() {
        true => Vec::new(),
        false => {
            let resets = encoder_resets(&equations, &motions, &repairs)?;
            let mut report = |share| progress("looking for faults", share);
            let causes = match resets.is_empty() {
                true => causes(&equations, &motions, &mut report)?,
                false => resets,
            };
            let causes = of_sample_hold(causes, held, &equations, &motions)?;
            let causes = without_factors_of_dead(causes, &sensors);
            let names: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
            match of_rows {
                true => causes,
                false => without_causes_of_dead(causes, &mut sensors, &joint_series, &names),
            }
        }
    };
    let mut causes = of_clock(causes, processing.rate, &fits.joints);
    // What is left by bodies that are held against the recordings says nothing of these, nor of the model.
    let realised = estimate.realised.as_ref();
    let contradicted = realised.is_some_and(Realised::is_contradicted);
    let faulty = !causes.is_empty() || sensors.iter().any(SensorFault::is_wrong);
    let wrong = contradicted || faulty;
    let quiet = simulated.as_ref().map_or(&motions[..], |s| s.quiet());
    let mut deviations_of = |estimator: &_, estimate: &_| -> Result<_, RegressionError> {
        let fit = (&observation, estimator, estimate);
        let wrong = wrong || silent || !of_torque;
        let (mut deviations, lacks) = lacking::deviations(source, quiet, fit, wrong, progress)?;
        if let Some(simulated) = &simulated {
            simulated.scatter(&equations, estimate, &mut deviations)?;
        }
        Ok((deviations, lacks))
    };
    let (mut deviations, mut lacks) = deviations_of(estimator, &estimate)?;
    let given = given::given(&observation, model, estimator, &estimate, deviations_of)?;
    // What a value that was given leaves is not what the model lacks.
    let given = given.map(|(given, others)| {
        lacks = others;
        given
    });
    by_motion.iter().for_each(|by| by.replace(&mut deviations));
    let noise = deviations.noise.rows.iter();
    let ratio: Vec<f64> = noise.map(Autoregression::long_run_ratio).collect();
    // Lengths that were fitted make base parameters less certain.
    let fitted = fitted.filter(|_| !estimate.biased);
    let fitted = match (fitted, &at) {
        (Some(fitted), Some(at)) => {
            let known = (&deviations.covariance, &deviations.noise);
            let all = fitted.covariance(at, &equations, &motions, known)?;
            Some((all, fitted))
        }
        _ => None,
    };
    let covariance = match &fitted {
        Some((all, _)) => all.view((0, 0), (parameters, parameters)).into_owned(),
        None => deviations.covariance.clone(),
    };
    let mut table = table(model, observation.factors(), &estimate, &covariance);
    deviations.complete(&mut table);
    by_motion.iter().for_each(|by| by.hide(&mut table));
    let left_out = |p: &&mut Estimated| estimator.left_out.contains(&p.name);
    table
        .iter_mut()
        .filter(left_out)
        .for_each(Estimated::leave_out);
    let compared = simulated.as_ref();
    let compared = compared.map(|s| s.compare(&equations, &estimate, &deviations, &table));
    let compared = compared.transpose()?;
    let mut excitation = excitation(source, &motions, &observation, &estimate, &ratio, &table)?;
    excitation.rank = excitation.rank.saturating_sub(deviations.only_noise);
    // Parameters that are held small, and do not make the torques, do not say how large these should be.
    let makes_torques = !estimate.biased || fits.overall.r2 > SOUND;
    // Nor does a motion whose time is in another unit.
    let is_timed = is_believed(processing.rate, &fits.joints);
    let noisy = are_noise(&equations, &motions)?;
    if !wrong && !of_rows && of_torque && band_cut.is_none() && makes_torques && is_timed {
        let sizes = Sizes {
            equations: &equations,
            motions: taken,
            observation: &observation,
            beta: &estimate.beta,
            covariance: &covariance,
            table: &table,
            series: &joint_series,
            noisy,
        };
        if let Some(cause) = sizes.cause()? {
            causes.push(cause);
            lacks.clear();
        }
    }
    let mut validation = validate(&equations, &held_out, &estimate.beta, progress)?;
    let (mut tested, settled) = (false, estimator.settled(&estimate));
    if let Some(validation) = &mut validation {
        unmeasured.extend(confirmed(&unmeasured_holds, &validation.series, model));
        validation.repeats = held_out.iter().all(|m| repetition::repeats(m, &motions));
        let other = |m: &Motion| motions.iter().all(|seen| seen.source != m.source);
        let is_other = held_out.iter().all(other);
        // Pieces of what was identified from are judged together.
        if !is_other {
            validation.each.clear();
        }
        let is_odd = |own: &UnseenFit| own.is_untested() || falls(&fits, &own.fits);
        let falls = falls(&fits, &validation.fits) || validation.each.iter().any(is_odd);
        // Either the model is wrong, or what it was validated with is of another robot, or was recorded otherwise.
        if falls && is_other {
            let automatic = ProcessingOptions {
                cutoff: Some(Cutoff::Auto),
                equations: Some(processing.equations),
                ..chosen.clone()
            };
            // Each as its own clock and band have it; one that cannot be filtered so is asked as it is.
            let sources = faster.chunk_by(|a, b| a.source == b.source);
            let by_itself = |pieces: &[Recording]| conditioned(robot, pieces.to_vec(), &automatic);
            let apart = sources.flat_map(|pieces| by_itself(pieces).unwrap_or_default());
            let apart: Vec<Motion> = apart.collect();
            let questioning = Questioning {
                source,
                equations: &equations,
                estimator,
                beta: &estimate.beta,
                seen: &fits,
                sensors: &unmeasured,
                silent,
                apart: &apart,
            };
            questioning.ask(validation, &held_out, progress)?;
        }
        let is_told = validation.speaks() || validation.is_untested();
        tested = !validation.repeats && !is_told;
        // What is predicted well enough in spite of a sensor is told as well.
        if is_other && validation.differing.is_empty() {
            unmeasured.retain(SensorFault::is_wrong);
            validation.sensors = unmeasured;
        }
    }
    let cross_validation = match tested || by_motion.is_some() {
        true => None,
        false => {
            let steps = source.in_steps()?;
            let source = steps.as_ref().unwrap_or(source);
            cross_validate([source, &equations], taken, &motions, &settled, progress)?
        }
    };
    let departure = Departure::of(model, &observation, &estimate).filter(|_| of_torque);
    let held = motions.iter().flat_map(|motion| motion.held.names(model));
    let friction_held = held.collect();
    let told = deviations.told.as_ref().filter(|_| fitted.is_none());
    let correlations = correlations(model, &estimate, told.unwrap_or(&covariance));
    let asked = Asked {
        equations: &equations,
        motions: taken,
        observation: &observation,
        estimator,
        estimate: &estimate,
        covariance: &covariance,
        noise: &deviations.noise,
    };
    let mut report = |share| progress("leaving out stretches", share);
    let answers = match options.questions == Questions::default() {
        true => None,
        false => Some(asked.answer(&options.questions, &mut report)?),
    };
    let method = options.estimator.method;
    let mut estimation = Estimation::of(model, method, estimate, table, &covariance);
    estimation.scattered(&deviations.standard);
    estimation.fingerprint = fingerprint;
    let measured = equations.measured().iter();
    estimation.measured_rows = measured.map(|row| row.name.to_owned()).collect();
    let left_out = robot.left_out().iter();
    estimation.remainders.clone_from(&estimator.remainders);
    estimation.left_out = left_out.map(|torque| LeftOut::of(model, *torque)).collect();
    if let Some((all, fitted)) = fitted {
        fitted.add_to(&mut estimation, model, &all);
    }
    Ok(Identification {
        recordings: motions.iter().map(|motion| motion.name.clone()).collect(),
        samples: motions.iter().map(|motion| motion.interior().len()).sum(),
        rows,
        correlations,
        fits,
        motors: motor_fits(&equations, &series),
        given: given.unwrap_or_default(),
        robust,
        history,
        answers,
        essential,
        simulated: compared,
        output_error: by_motion.map(|by| by.found),
        departure,
        excitation,
        correlation_factor: ratio,
        spectra: motions
            .into_iter()
            .next()
            .map_or_else(Vec::new, |motion| motion.spectra),
        processing,
        band_cut,
        repairs,
        validation,
        cross_validation,
        causes,
        lacks,
        sensors,
        noisy,
        friction_held,
        other_masses: options.estimator.bodies.other_masses(model),
        series: joint_series,
        estimation,
    })
}

#[cfg(test)]
mod tests;

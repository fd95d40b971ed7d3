//! Every estimator on the same recordings, beside each other.

use std::time::Instant;

use serde::Serialize;

use crate::dataset::Dataset;
use crate::estimate::{Departure, Estimator, Method};
use crate::identify::{
    Identification, IdentificationError, IdentifyOptions, Progress, identify_with_progress,
};
use crate::judge::{Grade, Judgement};
use crate::numeric::median;
use crate::scrutiny::Questions;
use crate::statistics::Estimated;
use armwright_runtime::Robot;

/// Every estimator on the same recordings, the reference among them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Methods {
    /// The estimator that others are compared with.
    pub reference: Method,
    /// What residuals on unseen data are of.
    pub unseen: Unseen,
    /// An estimator each, in the order of [`Method::all`]; those that are not quick ([`Method::is_quick`]) only as the reference.
    pub rows: Vec<MethodRow>,
}

/// Data that took no part in an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unseen {
    /// Recordings to validate with.
    HeldOut,
    /// Parts of the recordings, each predicted from the others.
    CrossValidation,
    /// There is none: recordings are too short to leave out a part.
    Nothing,
}

/// One estimator by its defaults.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodRow {
    /// Which one.
    pub method: Method,
    /// What it is called in a sentence.
    pub title: &'static str,
    /// What it found; none where it refused.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub figures: Option<MethodFigures>,
    /// Why it refused, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// How long an identification took, s.
    pub seconds: f64,
}

/// What an estimator found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MethodFigures {
    /// How many base parameters it estimated: not those that were given or that the motion did not excite.
    pub estimated: usize,
    /// Condition number of its observation matrix, columns scaled to unit norm.
    pub condition: f64,
    /// Relative residual of the recordings that it was estimated from.
    pub residual: f64,
    /// Relative residual of unseen data ([`Methods::unseen`]); none where there is none.
    pub unseen: Option<f64>,
    /// Where it is furthest from the reference; none of the reference itself.
    pub furthest: Option<Furthest>,
    /// Median of the deviations of what it estimated, in percent of the value.
    pub percent: Option<f64>,
    /// How far it is from nominal values; none where there are none.
    pub departure: Option<Departure>,
    /// Whether it is drawn away from what the recordings alone say.
    pub biased: bool,
    /// What it is worth.
    pub grade: Grade,
}

/// The base parameter in which an estimate is furthest from the reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Furthest {
    /// Its name.
    pub name: String,
    /// By how many deviations of the reference, with its sign.
    pub deviations: f64,
}

/// Identifies with every estimator that is quick ([`Method::is_quick`]) by its defaults, and with the one of `options` by its settings: that is the reference,
/// and its identification is given back. Parameters that are known (`Estimator::known`) are known to all.
///
/// ```
/// use armwright_lab::estimate::Method;
/// use armwright_lab::experiment::{self, Random, Sensors};
/// use armwright_lab::methods::compare_methods;
/// use armwright_lab::parameters::nominal;
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let mut random = Random::new(1);
/// let motion = experiment::designed(robot.model(), 10.0, 20.0, &mut random);
/// let theta = nominal(robot.model());
/// let sensors = Sensors { torque_noise: 0.05, ..Sensors::default() };
/// let simulated = experiment::simulate(robot, &theta, &motion, 200.0, &sensors, &mut random)?;
///
/// let recording = simulated.recording()?;
/// let (found, methods) = compare_methods(robot, recording, &Method::Wls.into(), &mut |_, _| {})?;
/// assert_eq!(found.estimation.method, Method::Wls);
/// for row in &methods.rows {
///     match (&row.figures, &row.refusal) {
///         (Some(figures), _) => println!("{}: {:.2} %", row.title, 100.0 * figures.residual),
///         (None, refusal) => println!("{}: {}", row.title, refusal.as_deref().unwrap_or_default()),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`IdentificationError`] if the reference has no answer; others say so in their row.
pub fn compare_methods(
    robot: &dyn Robot,
    dataset: impl Into<Dataset>,
    options: &IdentifyOptions,
    progress: &mut Progress<'_>,
) -> Result<(Identification, Methods), IdentificationError> {
    let dataset = dataset.into();
    let mut run = |estimator: &Estimator, questions: &Questions| {
        let options = IdentifyOptions {
            estimator: estimator.clone(),
            questions: questions.clone(),
            ..options.clone()
        };
        let (begin, title) = (Instant::now(), estimator.method.title());
        let mut show = |_: &'static str, share| progress(title, share);
        let found = identify_with_progress(robot, dataset.clone(), &options, &mut show);
        (found, begin.elapsed().as_secs_f64())
    };
    let (reference, seconds) = run(&options.estimator, &options.questions);
    let reference = reference?;
    let row = |method: Method| {
        let estimator = Estimator {
            known: options.estimator.known.clone(),
            ..method.into()
        };
        let (found, seconds) = match method == options.estimator.method {
            true => (Ok(reference.clone()), seconds),
            false => run(&estimator, &Questions::default()),
        };
        let figures = |found: &Identification| MethodFigures::of(robot, found, &reference);
        MethodRow {
            method,
            title: method.title(),
            figures: found.as_ref().ok().map(figures),
            refusal: found.err().map(|error| error.to_string()),
            seconds,
        }
    };
    let methods = Methods {
        reference: options.estimator.method,
        unseen: match (&reference.validation, &reference.cross_validation) {
            (Some(_), _) => Unseen::HeldOut,
            (None, Some(_)) => Unseen::CrossValidation,
            (None, None) => Unseen::Nothing,
        },
        rows: Method::all()
            .filter(|method| method.is_quick() || *method == options.estimator.method)
            .map(row)
            .collect(),
    };
    Ok((reference, methods))
}

impl MethodFigures {
    fn of(robot: &dyn Robot, found: &Identification, reference: &Identification) -> Self {
        let estimation = &found.estimation;
        let validation = found.validation.as_ref().map(|v| &v.fits);
        let parts = found.cross_validation.as_ref().map(|v| &v.fits);
        let percents = estimation.parameters().filter_map(|p| p.percent);
        let furthest = match estimation.method == reference.estimation.method {
            true => None,
            false => furthest(found, reference),
        };
        Self {
            estimated: estimation.parameters().filter(|p| p.std.is_some()).count(),
            condition: found.excitation.condition,
            residual: found.fits.overall.nrmse,
            unseen: validation.or(parts).map(|fits| fits.overall.nrmse),
            furthest,
            percent: median(percents.filter(|percent| percent.is_finite())),
            departure: found.departure,
            biased: estimation.biased,
            grade: Judgement::of(robot.model(), found).grade,
        }
    }
}

/// The base parameter that is furthest from a reference, in its deviations.
fn furthest(found: &Identification, reference: &Identification) -> Option<Furthest> {
    let apart = |p: &Estimated| {
        let value = found.estimation.parameter(&p.name)?.value;
        let deviations = (value - p.value) / p.std.filter(|std| *std > 0.0)?;
        Some(Furthest {
            name: p.name.clone(),
            deviations,
        })
    };
    let all = reference.estimation.parameters().filter_map(apart);
    all.max_by(|a, b| a.deviations.abs().total_cmp(&b.deviations.abs()))
}

#[cfg(test)]
mod tests {
    use super::{Furthest, Identification, MethodFigures, furthest, median};
    use crate::estimate::{Departure, Method};
    use crate::identify::CrossValidation;
    use crate::judge::Judgement;
    use crate::regression::by_hand::ROBOT;
    use crate::report::tests::identification;
    use armwright_runtime::Robot;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median([5.0, 1.0, 2.5].into_iter()), Some(2.5));
        assert_eq!(median([8.0, 1.0, 2.0, 5.0].into_iter()), Some(3.5));
        assert_eq!(median([3.0].into_iter()), Some(3.0));
        assert_eq!(median(std::iter::empty()), None);
    }

    #[test]
    fn what_is_furthest_is_so_in_deviations_of_the_reference() {
        let mut reference = identification();
        for parameter in reference.estimation.parameters_mut() {
            parameter.std = Some(0.5);
        }
        let mut found = reference.clone();
        assert_eq!(
            furthest(&found, &reference).map(|f| f.deviations),
            Some(0.0)
        );
        let change = |found: &mut Identification, name: &str, by: f64| {
            let mut all = found.estimation.parameters_mut();
            all.find(|p| p.name == name).expect("a parameter").value += by;
        };
        change(&mut found, "m_b", 1.0);
        change(&mut found, "fv_j1", -1.5);
        let expected = |name: &str, deviations: f64| Some((name.to_owned(), deviations));
        let told = |found: &Identification, reference: &Identification| {
            let told: Option<Furthest> = furthest(found, reference);
            told.map(|told| (told.name, (told.deviations * 1e6).round() / 1e6))
        };
        assert_eq!(told(&found, &reference), expected("fv_j1", -3.0));
        // What is not known of the reference, or exactly, is not compared.
        for (name, std) in [("fv_j1", None), ("fv_j1", Some(0.0))] {
            let all = reference.estimation.parameters_mut();
            for parameter in all.filter(|p| p.name == name) {
                parameter.std = std;
            }
            assert_eq!(told(&found, &reference), expected("m_b", 2.0));
        }
    }

    #[test]
    fn figures_are_those_of_the_identification() {
        let mut found = identification();
        found.departure = Some(Departure {
            size: 0.5,
            torque: 0.25,
        });
        for (k, parameter) in found.estimation.parameters_mut().enumerate() {
            parameter.percent = [
                Some(4.0),
                Some(f64::INFINITY),
                Some(2.0),
                None,
                Some(9.0),
                Some(7.0),
            ][k];
            parameter.std = (k != 2).then_some(0.125);
        }
        found.estimation.biased = true;
        let validation = found.validation.as_ref().map(|v| v.fits.overall.nrmse);
        let expected = MethodFigures {
            estimated: 5,
            condition: found.excitation.condition,
            residual: found.fits.overall.nrmse,
            unseen: validation,
            furthest: None,
            percent: Some(5.5),
            departure: found.departure,
            biased: true,
            grade: Judgement::of(ROBOT.model(), &found).grade,
        };
        assert!(validation.is_some() && validation != Some(expected.residual));
        assert_eq!(MethodFigures::of(&ROBOT, &found, &found), expected);
        // Another method is compared, and parts stand for data that was not held out.
        let mut reference = found.clone();
        reference.estimation.method = Method::Wls;
        for p in reference.estimation.parameters_mut() {
            (p.value, p.std) = (p.value - 1.0, Some(0.5));
            if p.name == "m_b" {
                p.value += 3.0;
            }
        }
        // 2 less in deviations of 0.5; others are 1 more.
        let apart = MethodFigures::of(&ROBOT, &found, &reference).furthest;
        let apart = apart.map(|p| (p.name, (p.deviations * 1e6).round() / 1e6));
        assert_eq!(apart, Some(("m_b".to_owned(), -4.0)));
        let mut fits = found.fits.clone();
        fits.overall.nrmse = 0.375;
        found.cross_validation = Some(CrossValidation {
            parts: 5,
            period: None,
            fits,
        });
        let unseen = |found: &Identification| MethodFigures::of(&ROBOT, found, &reference).unseen;
        assert_eq!(unseen(&found), validation);
        found.validation = None;
        assert_eq!(unseen(&found), Some(0.375));
        found.cross_validation = None;
        assert_eq!(unseen(&found), None);
    }
}

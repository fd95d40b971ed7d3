//! `demo`: a simulated experiment from beginning to end, compared with the truth.

use serde::Serialize;

use super::arguments::Demo;
use super::error::CommandError;
use super::folder::{default_folder, make_folder};
use super::progress::Progress;
use super::settings::Format;
use super::terminal::{paint, say};
use super::texts::{self, FLAGS};
use crate::dataset::Dataset;
use crate::excite::{
    Basis, Criterion, Effort, Ends, Equations, ExciteError, Limits, Motion, Moving, Plan, design,
};
use crate::experiment::{Trajectory, best_designed, invented, simulate};
use crate::identify::{Estimation, Identification, identify_with_progress};
use crate::judge::{Note, notes};
use crate::parameters::{nominal, without_nominal};
use crate::provenance::Provenance;
use crate::random::Random;
use crate::report::{Document, write};
use crate::study::Study;
use crate::transmission::unfollowed;
use armwright_runtime::{Model, Parameter, ParameterKind, Robot};

/// How a motion is searched: its period (s), the starts, and what is added to the seed.
struct Search {
    period: f64,
    starts: usize,
    seed: u64,
}

/// The motion to identify from.
const FIRST: Search = Search {
    period: 10.0,
    starts: 16,
    seed: 0,
};
/// The one to validate with, which moves all joints as well, and is another for its period alone.
const OTHER: Search = Search {
    period: 8.0,
    starts: 4,
    seed: 1,
};
/// Harmonics of a motion that is searched, and samples at which it is judged.
const HARMONICS: usize = 5;
const SAMPLES: usize = 100;

pub(super) fn run(robot: &dyn Robot, arguments: &Demo) -> Result<(), CommandError> {
    let model = robot.model();
    let (theta, is_invented) = truth(model);
    arguments.experiment.check()?;
    if let Some(why) = unfollowed(model) {
        return Err(CommandError::Unfollowed(why));
    }
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model));
    make_folder(&folder)?;
    let mut progress = Progress::new("searching a motion");
    let exciting = |search| {
        exciting(
            robot,
            arguments.experiment.seconds(),
            arguments.seed,
            search,
        )
    };
    let motions = [exciting(&FIRST)?, exciting(&OTHER)?];
    let mut experiment =
        |seed: u64| experiment(robot, &theta, arguments, seed, &motions, &mut progress);
    let (found, mut notes) = experiment(arguments.seed)?;
    let missing: Vec<String> = without_nominal(model).map(str::to_owned).collect();
    if is_invented {
        notes.push(Note::Invented);
    } else if !missing.is_empty() {
        notes.push(Note::TakenAsZero(missing));
    }
    let mut coverage = Coverage::default();
    coverage.count(&found.estimation);
    for seed in 1..arguments.seeds {
        let seed = arguments.seed.wrapping_add(seed);
        let (another, _) = experiment(seed)?;
        coverage.count(&another.estimation);
    }
    progress.begin("interpreting");
    let mut study = Study::of(robot, found, None, notes);
    study.provenance = Some(Provenance::of([], std::env::args().collect()));
    for parameter in &mut study.physical {
        // The robot was simulated with the values of its file, where it has any.
        parameter.truth = parameter.nominal;
    }
    progress.begin("writing the report");
    let files = write(&study, &folder, &FLAGS)?;
    drop(progress);
    let seeds = arguments.seeds.max(1);
    match arguments.format {
        Format::Text => {
            say(&texts::study(
                &study,
                &coverage.sentence(seeds),
                "",
                &files,
            )?);
        }
        Format::Json => {
            let demonstration = Demonstration {
                document: Document::of(&study, &FLAGS),
                seeds,
                coverage,
            };
            say(&(serde_json::to_string_pretty(&demonstration)? + "\n"));
        }
    }
    Ok(())
}

/// The first experiment, and how often deviations cover the truth over all of them.
#[derive(Serialize)]
struct Demonstration<'a> {
    #[serde(flatten)]
    document: Document<'a>,
    seeds: u64,
    coverage: Coverage,
}

/// What is simulated: nominal values; where no body has any, bodies are invented, and all else that the file lacks, and that is so.
fn truth(model: &Model) -> (Vec<f64>, bool) {
    let of_body = |parameter: &Parameter| matches!(parameter.kind, ParameterKind::Inertial { .. });
    let is_given = |parameter: &Parameter| parameter.nominal.is_some_and(|x| x != 0.0);
    if model.parameters.iter().any(|p| of_body(p) && is_given(p)) {
        return (nominal(model), false);
    }
    let of = |(parameter, invented): (&Parameter, f64)| {
        let given = parameter.nominal.filter(|_| !of_body(parameter));
        given.unwrap_or(invented)
    };
    let parameters = model.parameters.iter().zip(invented(model));
    (parameters.map(of).collect(), true)
}

/// A motion that shows the parameters: the best of a few starts of a search, the same on every machine; where none is found (of a base that
/// moves, for one, or within limits that leave none), the best of random ones.
fn exciting(
    robot: &dyn Robot,
    duration: f64,
    seed: u64,
    search: &Search,
) -> Result<Box<dyn Trajectory>, CommandError> {
    let seed = seed.wrapping_add(search.seed);
    let plan = plan(robot.model(), search.period);
    let effort = effort(seed, search.starts);
    match design(robot, &plan, &effort, &|| false, &|_| {}) {
        Ok(found) => Ok(Box::new(Motion {
            duration,
            ..found.motion
        })),
        Err(ExciteError::Evaluation(error)) => Err(ExciteError::from(error).into()),
        Err(_) => Ok(Box::new(best_designed(
            robot,
            duration,
            &mut Random::new(seed),
        )?)),
    }
}

/// What is searched: a period in which all joints move within the limits of the robot file.
fn plan(model: &Model, period: f64) -> Plan {
    Plan {
        basis: Basis::Fourier {
            period,
            harmonics: HARMONICS,
        },
        limits: Limits::of(model),
        ends: Ends::default(),
        moving: Moving::All,
        equations: Equations::default(),
        criterion: Criterion::LogDeterminant,
        samples: SAMPLES,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    }
}

/// So many starts, however long they take: the same motion on every machine.
fn effort(seed: u64, starts: usize) -> Effort {
    Effort {
        starts,
        budget: None,
        threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        seed,
    }
}

/// One simulated experiment: a motion to identify from, another to validate with.
fn experiment(
    robot: &dyn Robot,
    theta: &[f64],
    arguments: &Demo,
    seed: u64,
    [searched, another]: &[Box<dyn Trajectory>; 2],
    progress: &mut Progress,
) -> Result<(Identification, Vec<Note>), CommandError> {
    let mut random = Random::new(seed);
    let settings = &arguments.experiment;
    progress.begin(&format!("simulating, seed {seed}"));
    let mut recorded = |name: &str, motion: &dyn Trajectory| -> Result<_, CommandError> {
        let sensors = settings.sensors();
        let simulated = simulate(robot, theta, motion, settings.rate, &sensors, &mut random)?;
        let mut recording = simulated.recording()?;
        name.clone_into(&mut recording.name);
        Ok(recording)
    };
    let dataset = Dataset {
        training: vec![recorded("simulated motion", &**searched)?],
        validation: vec![recorded("another simulated motion", &**another)?],
    };
    let notes = notes(&dataset, robot.model());
    let mut show = |step: &'static str, share| progress.show(step, share);
    let options = arguments.method.into();
    let mut found = identify_with_progress(robot, dataset, &options, &mut show)?;
    let mut truth = vec![0.0; robot.model().base.len()];
    robot.base_parameters(theta, &mut truth)?;
    for (base, truth) in robot.model().base.iter().zip(truth) {
        let parameters = found.estimation.parameters_mut();
        for parameter in parameters.filter(|p| p.name == base.name) {
            parameter.truth = Some(truth);
        }
    }
    Ok((found, notes))
}

/// How often the truth lies within so many standard deviations.
#[derive(Default, Serialize)]
struct Coverage {
    #[serde(rename = "estimates")]
    all: u32,
    within_two: u32,
    within_three: u32,
}

impl Coverage {
    fn count(&mut self, found: &Estimation) {
        for parameter in found.parameters() {
            let (Some(std), Some(truth)) = (parameter.std, parameter.truth) else {
                continue;
            };
            let off = (parameter.value - truth).abs();
            self.all += 1;
            self.within_two += u32::from(off <= 2.0 * std);
            self.within_three += u32::from(off <= 3.0 * std);
        }
    }

    fn sentence(&self, seeds: u64) -> String {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(self.all.max(1));
        let text = format!(
            "Truth within two standard deviations: {:.1} % of {} estimates; within three: {:.1} % \
             ({seeds} seed{})\n",
            percent(self.within_two),
            self.all,
            percent(self.within_three),
            if seeds == 1 { "" } else { "s" }
        );
        let style = match self.within_three == self.all {
            true => "good",
            false => "care",
        };
        paint(style, &text)
    }
}

#[cfg(test)]
pub(super) mod tests;

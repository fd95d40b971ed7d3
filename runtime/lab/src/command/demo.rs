//! `demo`: a simulated experiment from beginning to end, compared with the truth.

use serde::Serialize;

use super::arguments::{Demo, Format};
use super::error::CommandError;
use super::identify::{default_folder, make_folder};
use super::progress::Progress;
use super::recover;
use super::simulate::nominal;
use super::terminal::{Style, report, say};
use crate::experiment::{Random, best_designed, simulate};
use crate::identification::{Identification, Material, identify};
use crate::parameters::without_nominal;
use crate::processing::Choices;
use crate::recovery::complete;
use crate::report::{Judged, write};
use armwright_runtime::Robot;

pub(super) fn run(robot: &'static dyn Robot, arguments: &Demo) -> Result<(), CommandError> {
    let model = robot.model();
    let theta = nominal(model)?;
    arguments.experiment.check()?;
    let style = Style::of_stdout();
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model));
    make_folder(&folder)?;
    let mut progress = Progress::new("simulating");
    let mut found = experiment(robot, &theta, arguments, arguments.seed, &mut progress)?;
    let missing = without_nominal(model);
    if !missing.is_empty() {
        found.warnings.push(format!(
            "no nominal values in the robot file, taken as 0: {}",
            missing.join(", ")
        ));
    }
    let mut coverage = Coverage::default();
    coverage.count(&found);
    for seed in 1..arguments.seeds {
        let seed = arguments.seed.wrapping_add(seed);
        let another = experiment(robot, &theta, arguments, seed, &mut progress)?;
        coverage.count(&another);
    }
    progress.begin("interpreting");
    complete(robot, &mut found);
    for parameter in &mut found.physical {
        // The robot was simulated with the values of its file.
        parameter.truth = parameter.nominal;
    }
    progress.begin("writing the report");
    let files = write(model, &found, &folder)?;
    drop(progress);
    match arguments.format {
        Format::Text => {
            say(&report(&found, style));
            say(&coverage.sentence(arguments.seeds.max(1), style));
            if let Some(interpretation) = &found.interpretation {
                say(&recover::ending(&found.physical, interpretation, style));
            }
            say(&style.dim(&format!("{}\n", files.join("\n"))));
        }
        Format::Json => {
            let demonstration = Demonstration {
                judged: Judged::of(&found),
                seeds: arguments.seeds.max(1),
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
    judged: Judged<'a>,
    seeds: u64,
    coverage: Coverage,
}

/// One simulated experiment: a designed motion to identify from, another one to validate with.
fn experiment(
    robot: &'static dyn Robot,
    theta: &[f64],
    arguments: &Demo,
    seed: u64,
    progress: &mut Progress,
) -> Result<Identification, CommandError> {
    let mut random = Random::new(seed);
    let settings = &arguments.experiment;
    progress.begin(&format!("simulating, seed {seed}"));
    let mut recorded = |name: &str| -> Result<_, CommandError> {
        let motion = best_designed(robot, settings.duration, &mut random)?;
        let sensors = settings.sensors();
        let simulated = simulate(robot, theta, &motion, settings.rate, &sensors, &mut random)?;
        let mut recording = simulated.recording()?;
        name.clone_into(&mut recording.name);
        Ok(recording)
    };
    let material = Material {
        training: vec![recorded("simulated motion")?],
        validation: vec![recorded("another simulated motion")?],
    };
    let mut show = |step: &'static str, share| progress.show(step, share);
    let mut found = identify(
        robot,
        material,
        &Choices::default(),
        arguments.method,
        &mut show,
    )?;
    let mut truth = vec![0.0; robot.model().base.len()];
    robot.base_parameters(theta, &mut truth)?;
    for (base, truth) in robot.model().base.iter().zip(truth) {
        for parameter in found.parameters_mut().filter(|p| p.name == base.name) {
            parameter.truth = Some(truth);
        }
    }
    Ok(found)
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
    fn count(&mut self, found: &Identification) {
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

    fn sentence(&self, seeds: u64, style: Style) -> String {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(self.all.max(1));
        let text = format!(
            "Truth within two standard deviations: {:.1} % of {} estimates; within three: {:.1} % \
             ({seeds} seed{})\n",
            percent(self.within_two),
            self.all,
            percent(self.within_three),
            if seeds == 1 { "" } else { "s" }
        );
        if self.within_three == self.all {
            style.good(&text)
        } else {
            style.care(&text)
        }
    }
}

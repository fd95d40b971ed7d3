//! `drives`, `load` and `together`: recordings that differ in what they were made with.

use std::path::PathBuf;

use clap::Args;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::data::recordings;
use super::error::CommandError;
use super::progress::Progress;
use super::settings::{Format, ProcessingArguments};
use super::terminal::say;
use super::texts;
use crate::dataset::without_copies;
use crate::drives::{DriveGains, DriveOptions, JointPlay, KnownLoad, drive_gains, plays};
use crate::identify::Estimation;
use crate::loads::{Arm, LoadOptions, identify_load};
use crate::recording::{Repair, noticed};
use crate::regression::Balance;
use crate::together::{Offsets, TogetherError, TogetherOptions, identify_together};
use armwright_runtime::{Inertial, Robot};

#[derive(Debug, Args)]
#[command(mut_arg("without_torque", |option| option.hide(true)))]
pub(super) struct Drives {
    /// Recordings without the load
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    recording: Vec<PathBuf>,
    /// Recordings with it; without them only compliance and backlash are told, from second positions
    #[arg(long, value_name = "FILE", requires_all = ["body", "load"], num_args = 1..)]
    loaded: Vec<PathBuf>,
    /// The body that carries it
    #[arg(long, value_name = "BODY", requires = "loaded")]
    body: Option<String>,
    /// The load: mass, centre, and inertia about that, in the body's frame; what is left out is 0
    #[arg(
        long,
        value_name = "NAME=VALUE,..",
        value_delimiter = ',',
        requires = "loaded"
    )]
    load: Vec<String>,
    /// Which offsets of recorded torques are unknown
    #[arg(long, value_enum, default_value = "none")]
    offsets: Offsets,
    #[command(flatten)]
    processing: ProcessingArguments,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Args)]
#[command(mut_arg("without_torque", |option| option.hide(true)))]
pub(super) struct Load {
    /// Recordings without the load
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        required_unless_present = "arm",
        conflicts_with = "arm"
    )]
    recording: Vec<PathBuf>,
    /// A result for the arm without the load in place of recordings: identification.json
    #[arg(long, value_name = "FILE")]
    arm: Option<PathBuf>,
    /// Recordings with it
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    loaded: Vec<PathBuf>,
    /// The body that carries it
    #[arg(long, value_name = "BODY")]
    body: String,
    /// Which offsets of recorded torques, or of a sensor's channels, are unknown
    #[arg(long, value_enum, default_value = "none")]
    offsets: Offsets,
    /// What is balanced over intervals in place of torques
    #[arg(long, value_enum)]
    balance: Option<Balance>,
    /// How long the intervals of a balance are, s (default: a decimated sample of torque)
    #[arg(long, value_name = "S", requires = "balance")]
    interval: Option<f64>,
    #[command(flatten)]
    processing: ProcessingArguments,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Args)]
#[command(mut_arg("without_torque", |option| option.hide(true)))]
pub(super) struct Together {
    /// Recordings
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    recording: Vec<PathBuf>,
    /// Which offsets of recorded torques, or of a sensor's channels, are unknown
    #[arg(long, value_enum, default_value = "none")]
    offsets: Offsets,
    /// How much more each recording counts than its noise says (default: 1 each)
    #[arg(long, value_name = "W,W", value_delimiter = ',')]
    weights: Vec<f64>,
    #[command(flatten)]
    processing: ProcessingArguments,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What is told of drives.
#[derive(Serialize)]
struct DrivesFound {
    robot: &'static str,
    #[serde(flatten)]
    gains: Option<DriveGains>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    play: Vec<JointPlay>,
    /// What was done to recordings that tell of play alone; gains have their own.
    #[serde(rename = "repairs", skip_serializing_if = "Vec::is_empty")]
    repairs_of_play: Vec<Repair>,
    /// What was noticed of them.
    #[serde(rename = "remarks", skip_serializing_if = "Vec::is_empty")]
    remarks_of_play: Vec<String>,
}

pub(super) fn drives(robot: &dyn Robot, arguments: &Drives) -> Result<(), CommandError> {
    let physical = load_of(&arguments.load)?;
    let (model, without) = (robot.model(), &arguments.processing.without_torque);
    let mut progress = Progress::new("reading");
    let empty = recordings(&arguments.recording, without, model, &mut progress)?;
    let remarks = noticed(empty.iter());
    let empty = without_copies(empty);
    let loaded = recordings(&arguments.loaded, without, model, &mut progress)?;
    let options = DriveOptions {
        processing: arguments.processing.options(),
        offsets: arguments.offsets,
    };
    progress.begin("fitting");
    let mut found = DrivesFound {
        robot: model.name,
        gains: None,
        play: plays(robot, &empty),
        repairs_of_play: Vec::new(),
        remarks_of_play: Vec::new(),
    };
    let known = arguments.body.clone();
    match known.map(|body| KnownLoad { body, physical }) {
        Some(known) => found.gains = Some(drive_gains(robot, empty, loaded, &known, &options)?),
        None if found.play.is_empty() => return Err(CommandError::NothingOfDrives),
        None => {
            found.repairs_of_play = empty.into_iter().flat_map(|r| r.repairs).collect();
            found.remarks_of_play = remarks.iter().map(ToString::to_string).collect();
        }
    }
    drop(progress);
    show("drives", &found, arguments.format)
}

pub(super) fn load(robot: &dyn Robot, arguments: &Load) -> Result<(), CommandError> {
    let (model, without) = (robot.model(), &arguments.processing.without_torque);
    let mut progress = Progress::new("reading");
    let arm = match &arguments.arm {
        Some(path) => {
            let found = Estimation::read(path, robot)?;
            if !found.left_out.is_empty() {
                let why = "it was identified without a torque of some joints or motors".to_owned();
                return Err(TogetherError::Arm(why).into());
            }
            Arm::Known(found.base_estimate(model))
        }
        None => {
            let paths = &arguments.recording;
            Arm::Recordings(recordings(paths, without, model, &mut progress)?)
        }
    };
    let loaded = recordings(&arguments.loaded, without, model, &mut progress)?;
    let options = LoadOptions {
        processing: arguments.processing.options(),
        offsets: arguments.offsets,
        balance: arguments.balance,
        interval: arguments.interval,
    };
    progress.begin("fitting");
    let found = identify_load(robot, arm, loaded, &arguments.body, &options)?;
    drop(progress);
    show("load", &found, arguments.format)
}

pub(super) fn together(robot: &dyn Robot, arguments: &Together) -> Result<(), CommandError> {
    let (model, without) = (robot.model(), &arguments.processing.without_torque);
    let mut progress = Progress::new("reading");
    let recordings = recordings(&arguments.recording, without, model, &mut progress)?;
    let options = TogetherOptions {
        processing: arguments.processing.options(),
        offsets: arguments.offsets,
        weights: arguments.weights.clone(),
    };
    progress.begin("fitting");
    let found = identify_together(robot, recordings, &options)?;
    drop(progress);
    show("together", &found, arguments.format)
}

fn show<T: Serialize>(text: &str, found: &T, format: Format) -> Result<(), CommandError> {
    match format {
        Format::Json => say(&(serde_json::to_string_pretty(found)? + "\n")),
        Format::Text => say(&texts::fill(text, context! { found => Serde(found) })?),
    }
    Ok(())
}

/// `m=2.5,tx=0.13`.
fn load_of(given: &[String]) -> Result<[f64; 10], CommandError> {
    let mut load = [None; 10];
    for text in given {
        let value = text.split_once('=').and_then(|(name, value)| {
            let mut all = Inertial::ALL.into_iter();
            let component = all.find(|component| component.physical() == name.trim())?;
            let value = value.trim().parse().ok();
            Some((component.at(), value.filter(|x: &f64| x.is_finite())?))
        });
        match value {
            Some((place, value)) if load[place].is_none() => load[place] = Some(value),
            _ => return Err(CommandError::LoadValue(text.clone())),
        }
    }
    Ok(load.map(|value| value.unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::load_of;

    fn of(text: &[&str]) -> Option<[f64; 10]> {
        let given: Vec<String> = text.iter().map(|&text| text.to_owned()).collect();
        load_of(&given).ok()
    }

    #[test]
    fn a_load_is_read_by_the_names_of_its_parameters() {
        let expected = [2.5, 0.1, 0.0, -0.3, 0.01, 0.0, 0.0, 0.02, 0.0, 0.03];
        let names = [
            "m=2.5",
            "tx = 0.1",
            " tz=-0.3",
            "Jxx=0.01",
            "Jyy=0.02 ",
            "Jzz=3e-2",
        ];
        assert_eq!(of(&names), Some(expected));
        assert_eq!(of(&[]), Some([0.0; 10]));
        assert_eq!([of(&["m=NaN"]), of(&["tx=0.1", "m=inf"])], [None, None]);
    }

    #[test]
    fn each_of_ten_numbers_has_its_place() {
        let names = [
            "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
        ];
        for (place, name) in names.into_iter().enumerate() {
            let mut expected = [0.0; 10];
            expected[place] = 1.5;
            assert_eq!(of(&[&format!("{name}=1.5")]), Some(expected), "{name}");
        }
    }

    /// Nothing is told of drives without a load and without second positions.
    #[test]
    fn recordings_that_tell_nothing_of_drives_are_refused() {
        let folder = Folder::new();
        let mut rows = "t,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n".to_owned();
        for k in 0..60 {
            let t = 0.02 * f64::from(k);
            rows += &format!("{t},{},{},{},1\n", t.sin(), t.cos(), 2.0 * t);
        }
        folder.write("a.csv", &rows);
        let robot = &armwright_robots::double_pendulum::ROBOT;
        assert_eq!(
            folder.answer(robot, "drives --recording @/a.csv"),
            Err("gains of drives need recordings with a known load (--loaded, --body and --load); compliance and backlash need \
                 a `second_position` in the description of a recording with torques"
                .to_owned())
        );
        assert_eq!(
            folder.answer(robot, "drives --recording @/a.csv --loaded @/a.csv --body lower --load mass=2"),
            Err("--load `mass=2` is no value of a load: write NAME=VALUE with m (kg), tx, ty, tz (m), Jxx, Jxy, Jxz, Jyy, Jyz \
                 or Jzz (kg·m², about the centre of mass), each once, for example m=2.5,tx=0.13"
                .to_owned())
        );
        folder.write(
            "part.json",
            r#"{"robot": "double_pendulum", "base": [], "drive": [], "left_out": [{"torque": "elbow", "side": "joint"}]}"#,
        );
        let refused = folder.answer(
            robot,
            "load --arm @/part.json --loaded @/a.csv --body lower",
        );
        assert!(refused.is_err(), "{refused:?}");
    }

    #[test]
    fn what_is_no_load_is_refused() {
        for text in ["m", "m=", "mass=2", "m=two", "=2"] {
            assert_eq!(of(&[text]), None, "{text}");
        }
        assert_eq!(of(&["m=2", "m=2"]), None);
    }
}

//! `online`: what a controller would have identified of a recorded motion.

use std::path::{Path, PathBuf};

use clap::Args;
use minijinja::context;
use minijinja::value::Serde;

use super::error::CommandError;
use super::folder::{default_folder, ends_in, make_folder, reading};
use super::machine::read_base;
use super::progress::Progress;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::online::{ReplayOptions, Window, replay};
use crate::output::write_whole;
use crate::parameters;
use crate::recording::Recording;
use crate::report::online_page;
use armwright_runtime::Robot;

#[derive(Debug, Args)]
pub(super) struct OnlineArguments {
    /// A recording: its description (YAML) or a CSV with conventional names
    #[arg(long, value_name = "FILE")]
    recording: PathBuf,
    /// What to begin with: identification.json, or a YAML of parameters (default: the robot file's nominal values)
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// Samples a second to learn from, Hz (default: 100, or all of a recording that has fewer)
    #[arg(long, value_name = "HZ")]
    rate: Option<f64>,
    /// Time constant of each of the three stages of the filters, s (default: two samples, at most 0.02 s or two rows of the recording)
    #[arg(long, value_name = "S")]
    time_constant: Option<f64>,
    /// Samples of the window, which the gate judges
    #[arg(long, value_enum, default_value = "50")]
    window: WindowLength,
    /// Samples that recursive least squares remembers (default: all)
    #[arg(long, value_name = "SAMPLES")]
    memory: Option<f64>,
    /// R² at which identified parameters begin to act, and below which they end
    #[arg(long, value_name = "OPENS,CLOSES", value_delimiter = ',', num_args = 1..=2, default_value = "0.95,0.9")]
    gate: Vec<f64>,
    /// The noise that filters leave in a torque, as a share of its root mean square
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    noise: f64,
    /// Deviations of what it begins with, as multiples of the larger of the parameter and of what would make all torques by itself
    #[arg(long, value_name = "MULTIPLE", default_value_t = 1.0)]
    doubt: f64,
    /// The folder for online.html, online.csv, online.json (default: armwright-out/<robot>)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Windows that there is a program for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum WindowLength {
    /// As the paper has it
    #[value(name = "50")]
    Fifty,
    /// For robots with many parameters
    #[value(name = "200")]
    TwoHundred,
}

pub(super) fn run(robot: &dyn Robot, arguments: &OnlineArguments) -> Result<(), CommandError> {
    let model = robot.model();
    if arguments.gate.len() > 2 {
        return Err(CommandError::Gate(arguments.gate.len()));
    }
    let mut progress = Progress::new(&reading(&arguments.recording));
    let pieces = Recording::read_all(&arguments.recording, model)?;
    let path = arguments.parameters.as_deref();
    let is_json = |path: &&Path| ends_in(path, &["json"]);
    let nominal = if let Some(path) = path.filter(is_json) {
        read_base(path, robot)?
    } else {
        // Where the file has no nominal values a controller begins with nothing.
        let theta = match path {
            Some(path) => parameters::read(path, model)?,
            None => parameters::nominal(model),
        };
        let mut beta = vec![0.0; model.base.len()];
        robot.base_parameters(&theta, &mut beta)?;
        beta
    };
    let opens = arguments.gate.first().copied().unwrap_or(0.95);
    let usual = ReplayOptions::new(nominal);
    let recorded = pieces.iter().map(|piece| piece.rate);
    let options = ReplayOptions {
        time_constant: arguments.time_constant,
        rate: arguments
            .rate
            .unwrap_or_else(|| recorded.fold(usual.rate, f64::min)),
        window: match arguments.window {
            WindowLength::Fifty => Window::Fifty,
            WindowLength::TwoHundred => Window::TwoHundred,
        },
        memory: arguments.memory,
        gate: [opens, arguments.gate.get(1).copied().unwrap_or(opens)],
        noise: arguments.noise,
        doubt: arguments.doubt,
        ..usual
    };
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| default_folder(model));
    progress.show("replaying", 0.0);
    let found = replay(robot, &pieces, &options)?;
    drop(progress);
    make_folder(&folder)?;
    let json = serde_json::to_string_pretty(&found)? + "\n";
    let texts_of = [
        ("online.html", online_page(&found, model.title)?),
        ("online.csv", found.csv()),
        ("online.json", json.clone()),
    ];
    for (name, text) in &texts_of {
        write_whole(&folder.join(name), text)?;
    }
    let files = texts_of.map(|(name, _)| folder.join(name).display().to_string());
    match arguments.format {
        Format::Json => say(&json),
        Format::Text => say(&texts::fill(
            "online",
            context! {
                found => Serde(&found),
                closed => found.closed(),
                slow => found.slow(),
                told => found.told(),
                faults => found.faults(),
                files,
            },
        )?),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::super::tests::runs::{BETA, table, value};
    use crate::regression::by_hand::ROBOT;

    /// Of 600 rows one jumps, one has no number, and 120 are missing: all of it is told as of an identification.
    #[test]
    fn what_was_mended_is_told_before_anything_is_learned_from() {
        let folder = Folder::new();
        let text = table(BETA, (0, 600), true);
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cells: Vec<&str> = rows[101].split(',').collect();
        cells[1] = "9";
        rows[101] = cells.join(",");
        let last = rows[151].rfind(',').expect("columns");
        rows[151].replace_range(last + 1.., "nan");
        rows.drain(301..421);
        folder.write("a.csv", &(rows.join("\n") + "\n"));
        let asked = |command: &str| {
            let line = format!("{command} --recording @/a.csv --out @/out");
            folder.answer(&ROBOT, &line).expect("an answer")
        };
        let said = asked("online --rate 50");
        for what in [
            "spike of position",
            "no finite number in 1 row",
            "120 rows are missing",
        ] {
            assert!(said.contains(what), "{what}: {said}");
            assert!(asked("identify").contains(what), "{what}");
            assert!(folder.read("out/online.json").contains(what), "{what}");
            assert!(folder.read("out/online.html").contains(what), "{what}");
        }
        // What comes after the hole is learned from as well.
        let table = folder.read("out/online.csv");
        let times = table
            .lines()
            .skip(1)
            .filter_map(|row| row.split(',').next());
        let times: Vec<f64> = times.map(|t| t.parse().expect("a time")).collect();
        assert!(times.iter().any(|t| *t < 2.9), "{times:?}");
        assert!(times.iter().any(|t| *t > 5.5), "{times:?}");
    }

    /// 62.5 samples a second were recorded, and nobody asked for more.
    #[test]
    fn a_slow_recording_is_learned_from_at_its_own_rate() {
        let folder = Folder::new();
        let text = table(BETA, (0, 600), true);
        let (header, rows) = text.split_once('\n').expect("rows");
        let slower = |row: &str| {
            let (time, rest) = row.split_once(',').expect("columns");
            let time: f64 = time.parse().expect("a time");
            format!("{},{rest}\n", 1.6 * time)
        };
        let rows: String = rows.lines().map(slower).collect();
        folder.write("a.csv", &format!("{header}\n{rows}"));
        let line = "online --recording @/a.csv --out @/out --format json";
        let found = value(&folder.answer(&ROBOT, line).expect("an answer"));
        let rate = found["rate"].as_f64().expect("a rate");
        assert!((rate - 62.5).abs() < 1e-6, "{rate}");
    }

    /// The second joint's torque stands at one value.
    #[test]
    fn a_dead_sensor_is_told_as_of_an_identification() {
        let folder = Folder::new();
        let text = table(BETA, (0, 600), true);
        let (header, rows) = text.split_once('\n').expect("rows");
        let dead = |row: &str| {
            let (rest, _) = row.rsplit_once(',').expect("columns");
            format!("{rest},0.5\n")
        };
        let rows: String = rows.lines().map(dead).collect();
        folder.write("a.csv", &format!("{header}\n{rows}"));
        let line = "online --rate 50 --recording @/a.csv --out @/out";
        let said = folder.answer(&ROBOT, line).expect("an answer");
        let told = "The torque of j2 never changes";
        assert!(said.contains(told), "{said}");
        assert!(folder.read("out/online.html").contains(told));
        assert!(folder.read("out/online.json").contains("dead_torque"));
    }
}

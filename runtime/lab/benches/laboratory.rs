//! Time and memory of an identification from a long recording, with the share of each stage.
//!
//! `cargo bench -p armwright-lab --bench laboratory`; `-- --brief` takes a tenth of the samples, `-- --samples N` others, and names
//! of robots take these. Recordings are simulated at 1 kHz, which is not counted. Times are of the processor, of all threads, but for
//! the last lines, which compare what one core and all take by the clock.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use armwright_lab::cores;
use armwright_lab::estimate::{Method, estimate};
use armwright_lab::experiment::{Random, Sensors, best_designed, invented, simulate};
use armwright_lab::identify::identify_with_progress;
use armwright_lab::motion::Motion;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::regression::{Equations, Factor};
use armwright_lab::statistics::Deviations;
use armwright_runtime::Robot;

const SAMPLES: u32 = 1_000_000;
const BRIEF: u32 = 100_000;
const RATE: f64 = 1000.0;
/// Six joints each.
const ROBOTS: [&str; 2] = ["tx40", "ur5"];
/// Asks a process of its own for its memory.
const MEMORY: &str = "--memory";
/// Noise of the encoders, rad.
const NOISE: f64 = 1e-5;

/// What the processor and the clock took, s.
#[derive(Clone, Copy)]
struct Taken {
    processor: f64,
    clock: f64,
}

/// A step of an identification as its progress names it, and what the processor took until it told of it, s.
type Step = (&'static str, f64);

fn timed<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let (start, before) = (Instant::now(), processor());
    let result = work();
    let clock = start.elapsed().as_secs_f64();
    let processor = processor()
        .zip(before)
        .map_or(clock, |(after, before)| after - before);
    (result, Taken { processor, clock })
}

/// Seconds that this process's threads have run, where the system tells it.
fn processor() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = status.rsplit_once(')')?;
    // Hundredths of a second, of the program and of the system for it.
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks
        .map(|ticks| ticks.parse::<f64>().ok())
        .sum::<Option<f64>>()
        .map(|ticks| ticks / 100.0)
}

/// A number of kilobytes of this process, in MiB, where the system tells it.
fn memory(key: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let line = lines.find(|line| line.starts_with(key));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    kilobytes.map_or(f64::NAN, |kilobytes: f64| kilobytes / 1024.0)
}

/// What a program needs at most that reads a recording and identifies a robot, as another process tells it.
fn memory_of(robot: &dyn Robot, path: &Path) -> String {
    let program = std::env::current_exe().expect("this program");
    let mut program = Command::new(program);
    let told = program
        .arg(MEMORY)
        .arg(robot.model().name)
        .arg(path)
        .output();
    let told = told.expect("another process").stdout;
    String::from_utf8(told).expect("text").trim().to_owned()
}

/// Reads and identifies, and tells what memory that took.
fn identified(robot: &dyn Robot, path: &Path) {
    let recording = Recording::read(path, robot.model()).expect("a recording");
    let asked = Method::Wls.into();
    identify_with_progress(robot, recording.into(), &asked, &mut |_, _| {}).expect("identified");
    println!("{:.0} MiB", memory("VmHWM:"));
}

fn print(stage: &str, taken: Taken, rest: &str) {
    println!("  {stage:44} {:7.2} s {rest}", taken.processor);
}

/// Writes what a robot would have recorded, and says what that took.
fn written(robot: &dyn Robot, samples: u32, folder: &Path) -> (usize, Taken) {
    let mut random = Random::new(1);
    let motion = best_designed(robot, f64::from(samples) / RATE, &mut random).expect("a motion");
    let mut theta = nominal(robot.model());
    if theta.iter().all(|value| *value == 0.0) {
        theta = invented(robot.model());
    }
    let sensors = Sensors {
        position_noise: NOISE,
        ..Sensors::default()
    };
    let simulated = simulate(robot, &theta, &motion, RATE, &sensors, &mut random);
    let simulated = simulated.expect("a recording");
    let (_, taken) = timed(|| simulated.write(folder).expect("written"));
    let bytes = std::fs::metadata(folder.join("recording.csv"))
        .expect("a file")
        .len();
    (bytes as usize, taken)
}

fn measure(robot: &dyn Robot, samples: u32) {
    let model = robot.model();
    let (joints, base) = (model.joints.len(), model.base.len());
    println!(
        "{}: {samples} samples, {joints} joints, {base} base parameters",
        model.name
    );
    let folder = tempfile::tempdir().expect("a folder");
    let (bytes, writing) = written(robot, samples, folder.path());
    let speed = |taken: Taken| format!("{:6.0} MB/s", bytes as f64 / 1e6 / taken.processor);
    print("writing the recording", writing, &speed(writing));
    let path = folder.path().join("recording.yaml");
    let read = || Recording::read(&path, model).expect("a recording");
    let (recording, reading) = timed(read);
    print("reading it", reading, &speed(reading));

    let (motion, conditioning) =
        timed(|| Motion::of(recording, &ProcessingOptions::default(), model).expect("conditioned"));
    let decimate = format!("decimation by {:?}", motion.processing.decimate);
    print(
        "conditioning: cut-off, spectra, filter",
        conditioning,
        &decimate,
    );
    let equations = Equations::of(robot, motion.processing.equations.into()).expect("equations");
    let motions = [motion];
    let pass = |fold: bool| {
        let mut factors = vec![Factor::new(base); equations.rows()];
        let columns = equations.base_columns();
        let (passed, taken) = timed(|| {
            equations.pass(
                &motions[0],
                &columns,
                &mut |sample| {
                    for (row, factor) in factors.iter_mut().enumerate().filter(|_| fold) {
                        factor.push(sample.row(row), sample.torque[row]);
                    }
                },
                &mut |_| {},
            )
        });
        passed.expect("a pass");
        taken
    };
    let (plain, folded) = (pass(false), pass(true));
    print("pass: regressor and decimation", plain, "");
    let folding = Taken {
        processor: folded.processor - plain.processor,
        clock: folded.clock - plain.clock,
    };
    print("folding", folding, "");
    let observation = equations.observe(&motions, &mut |_| {}).expect("observed");
    let found = estimate(&observation, model, &Method::Wls.into()).expect("an estimate");
    let kept = Equations::of(robot, equations_side(&motions[0])).expect("equations");
    let kept = kept.keeping(&motions);
    kept.observe(&motions, &mut |_| {}).expect("observed");
    let (_, prediction) = timed(|| {
        kept.predict(&motions[0], &found.beta, &mut |_| {})
            .expect("predicted")
    });
    print("prediction", prediction, "");
    let (_, statistics) =
        timed(|| Deviations::of(&kept, &motions, &found, &mut |_| {}).expect("deviations"));
    print("deviations", statistics, "");
    drop(kept);
    drop(motions);

    let whole = |limit: usize| -> (Vec<Step>, Taken) {
        let recording = read();
        cores::limit(limit);
        let mut steps: Vec<Step> = Vec::new();
        let mut last = processor();
        let mut progress = |step: &'static str, _: f64| {
            let now = processor();
            let since = now.zip(last).map_or(0.0, |(now, last)| now - last);
            last = now;
            match steps.iter_mut().find(|(name, _)| *name == step) {
                Some((_, taken)) => *taken += since,
                None => steps.push((step, since)),
            }
        };
        let asked = Method::Wls.into();
        let (_, taken) = timed(|| {
            identify_with_progress(robot, recording.into(), &asked, &mut progress)
                .expect("identified")
        });
        cores::limit(0);
        (steps, taken)
    };
    let (steps, one) = whole(1);
    let known = [conditioning, plain, folding, prediction, statistics];
    let known: f64 = known.iter().map(|taken| taken.processor).sum();
    let rest = Taken {
        processor: one.processor - known,
        clock: one.clock,
    };
    print("the rest: faults, terms that lack, validation", rest, "");
    print("identify: all but reading", one, "");
    for (step, processor) in steps {
        println!("    until {step:38} {processor:7.2} s");
    }
    let (_, all) = whole(0);
    println!(
        "  by the clock: {:.2} s on one core, {:.2} s on {}, {:.2} times faster",
        one.clock,
        all.clock,
        cores::count(),
        one.clock / all.clock
    );
    println!(
        "  memory: {} at most of a program that reads and identifies",
        memory_of(robot, &path)
    );
}

fn equations_side(motion: &Motion) -> armwright_runtime::Side {
    motion.processing.equations.into()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = arguments.iter().find_map(|argument| argument.parse().ok());
    let brief = arguments.iter().any(|argument| argument == "--brief");
    let samples = number.unwrap_or(if brief { BRIEF } else { SAMPLES });
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    if let [first, name, path] = &arguments[..]
        && first == MEMORY
    {
        let mut robots = armwright_robots::ALL.iter();
        let robot = robots.find(|robot| robot.model().name == name);
        return identified(*robot.expect("a robot"), Path::new(path));
    }
    let any = armwright_robots::ALL
        .iter()
        .any(|robot| named(robot.model().name));
    for robot in armwright_robots::ALL {
        let name = robot.model().name;
        if named(name) || !any && ROBOTS.contains(&name) {
            measure(*robot, samples);
        }
    }
}

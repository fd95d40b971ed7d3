//! Time and memory of an identification from a long recording, with the share of each step.
//!
//! `cargo bench -p armwright-tests --bench laboratory`, or with another number of samples
//! `-- 100000`. The recordings are simulated, at 1 kHz; simulating them is not counted.

use std::time::Instant;

use armwright_lab::estimate::{Method, estimate};
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::joint_side;
use armwright_lab::motion::Motion;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::regression::Equations;
use armwright_lab::statistics::{Deviations, Fits, correlations, table};
use armwright_runtime::Robot;

const SAMPLES: u32 = 1_000_000;
const RATE: f64 = 1000.0;
/// Six joints each: without friction, and behind motors with friction.
const ROBOTS: [&str; 2] = ["puma560", "kr300"];

/// Seconds of each step, in order.
#[derive(Default)]
struct Clock {
    steps: Vec<(&'static str, f64)>,
}

impl Clock {
    fn time<T>(&mut self, step: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.steps.push((step, start.elapsed().as_secs_f64()));
        result
    }

    fn print(&self) {
        let total: f64 = self.steps.iter().map(|(_, seconds)| seconds).sum();
        for (step, seconds) in &self.steps {
            println!(
                "  {step:38} {seconds:8.3} s {:6.1} %",
                100.0 * seconds / total
            );
        }
        println!("  {:38} {total:8.3} s", "all");
    }
}

fn recorded(robot: &dyn Robot, samples: u32) -> Recording {
    let mut random = Random::new(1);
    let duration = f64::from(samples) / RATE;
    let motion = best_designed(robot, duration, &mut random).expect("a motion");
    // What the robot file says nothing of rubs a little.
    let theta: Vec<f64> = robot
        .model()
        .parameters
        .iter()
        .zip(nominal(robot.model()))
        .map(|(parameter, value)| parameter.nominal.map_or(0.1, |_| value))
        .collect();
    let sensors = Sensors::default();
    simulate(robot, &theta, &motion, RATE, &sensors, &mut random)
        .and_then(|simulated| simulated.recording())
        .expect("a recording")
}

fn identify(robot: &dyn Robot, recording: Recording) -> Clock {
    let model = robot.model();
    let mut clock = Clock::default();
    let motion = clock.time("conditioning: spectra, filter", || {
        Motion::of(recording, &ProcessingOptions::default(), model).expect("conditioned")
    });
    let side = motion.processing.equations.into();
    let equations = Equations::of(robot, side).expect("equations");
    let motions = [motion];
    let observation = clock.time("observation matrix: rows, decimation, QR", || {
        equations.observe(&motions, &mut |_| {}).expect("observed")
    });
    let found = clock.time("weighted least squares", || {
        estimate(&observation, model, &Method::Wls.into()).expect("an estimate")
    });
    let series = clock.time("prediction", || {
        let series = equations.predict(&motions[0], &found.beta, &mut |_| {});
        series.expect("predicted")
    });
    let joints = clock.time("statistics", || {
        let joints = [joint_side(&equations, &series)];
        let deviations = Deviations::of(&equations, &motions, &found, &mut |_| {});
        let covariance = deviations.expect("deviations").covariance;
        let table = table(model, observation.factors(), &found, &covariance);
        assert_eq!(table.len(), model.base.len());
        let _ = correlations(model, &found, &covariance);
        Fits::of(model, &joints).joints
    });
    assert!(joints.iter().all(|fit| fit.r2 > 0.9), "{joints:?}");
    clock
}

/// The process's largest memory so far, where the system tells it.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn main() {
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let samples = asked.unwrap_or(SAMPLES);
    for robot in armwright_robots::ALL {
        let model = robot.model();
        if ROBOTS.contains(&model.name) {
            println!(
                "{}: {samples} samples, {} joints, {} base parameters",
                model.name,
                model.joints.len(),
                model.base.len()
            );
            identify(*robot, recorded(*robot, samples)).print();
        }
    }
    if let Some(peak) = peak_memory() {
        println!("peak memory, simulation included: {peak:.0} MiB");
    }
}

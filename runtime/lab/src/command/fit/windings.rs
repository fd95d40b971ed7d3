//! Windings of motors that nobody gave: from voltages beside torques that were recorded, or asked for.

use nalgebra::{DMatrix, DVector};

use super::super::error::CommandError;
use crate::output_error::Experiment;
use crate::recording::Recording;
use crate::simulation::{Electric, ElectricPart, Machine};
use crate::transmission::{Drive, is_undriven};
use armwright_runtime::{Model, Side};

/// Samples, and seconds, over which voltages and torques are averaged, at least.
const SAMPLES: usize = 20;
const SECONDS: f64 = 0.02;
/// A share of voltages or torques from which on a winding does not explain them.
const APART: f64 = 0.1;
/// Deviations within which an inductance or a back electromotive force is none.
const NONE: f64 = 2.0;

/// Averages over short times of what a winding joins: `V = R/kt τ + L/kt dτ/dt + ke ω`, exactly so whatever happens between.
#[derive(Debug, Clone, Default, PartialEq)]
struct Averages {
    /// Voltages, V.
    voltage: Vec<f64>,
    /// Torques of the motor, their change, and its velocity.
    terms: Vec<[f64; 3]>,
}

/// `R/kt`, `L/kt`, `ke`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Winding {
    value: [f64; 3],
    std: [f64; 3],
    /// The share of voltages that it does not explain.
    left: f64,
}

/// The machine with windings that `--set` left out, as far as recordings tell them, and what to know about them.
///
/// # Errors
/// [`CommandError::Windings`] of motors that nothing tells.
pub(super) fn with_windings<'a>(
    machine: Machine<'a>,
    set: &[String],
    recordings: &[Recording],
    experiments: &[Experiment],
) -> Result<(Machine<'a>, Vec<String>), CommandError> {
    let model = machine.robot().model();
    let given = |part: ElectricPart, motor: &str| {
        let name = format!("{}_{motor}", part.symbol());
        let names = set.iter().filter_map(|text| text.split_once('='));
        names.map(|(own, _)| own.trim()).any(|own| own == name)
    };
    let mut drives = machine.drives().to_vec();
    let (mut notes, mut unknown) = (Vec::new(), Vec::new());
    for (k, drive) in drives.iter_mut().enumerate() {
        let name = machine.drive_name(k);
        if is_undriven(model, Side::Motor, k) {
            continue;
        }
        let constant = model.motors.get(k).and_then(|m| m.torque_constant);
        let is_given = |part| {
            given(part, name) || (part == ElectricPart::TorqueConstant && constant.is_some())
        };
        if ElectricPart::ALL.into_iter().any(|part| given(part, name)) {
            let missing = ElectricPart::ALL
                .into_iter()
                .filter(|part| !is_given(*part));
            let taken: Vec<String> = missing.map(|part| numbered(part, name, drive)).collect();
            if !taken.is_empty() {
                notes.push(format!(
                    "--set leaves out some numbers of the winding of {name}, so that this is taken: {}",
                    taken.join(", ")
                ));
            }
            continue;
        }
        let found = winding(&averages(model, recordings, experiments, k));
        let Some(found) = found.filter(|found| found.left < 1.0) else {
            unknown.push(name);
            continue;
        };
        let kt = constant.unwrap_or(1.0);
        let [resistance, inductance, back_emf] = found.value;
        *drive = Electric {
            resistance: resistance * kt,
            inductance: inductance * kt,
            back_emf,
            torque_constant: kt,
            ..*drive
        };
        notes.push(said(name, &found));
    }
    match unknown.is_empty() {
        true => Ok((machine.with_drives(&drives)?, notes)),
        false => Err(CommandError::Windings(
            unknown.into_iter().map(str::to_owned).collect(),
        )),
    }
}

/// Motors whose windings make other torques of the voltages than those that were recorded.
pub(super) fn contradictions(
    machine: &Machine<'_>,
    recordings: &[Recording],
    experiments: &[Experiment],
) -> Vec<String> {
    let model = machine.robot().model();
    let motors = machine.drives().iter().enumerate();
    let of = |(k, drive): (usize, &Electric)| {
        let all = averages(model, recordings, experiments, k);
        let [difference, size] = apart(drive, &all)?;
        let name = machine.drive_name(k);
        let numbers = ElectricPart::ALL.map(|part| numbered(part, name, drive));
        let wanted = winding(&all).filter(|found| found.left < APART);
        let wanted = wanted.map_or_else(String::new, |found| format!(". {}", said(name, &found)));
        (difference > APART * size).then(|| {
            format!(
                "the winding of {name} ({}) makes torques that are {difference:.4} (RMS) apart from those of the recordings, \
                 {:.0} % of their size ({size:.4}): one of the two is wrong, and masses and friction that were found with it are \
                 wrong by as much{wanted}",
                numbers.join(", "),
                100.0 * difference / size
            )
        })
    };
    motors.filter_map(of).collect()
}

fn numbered(part: ElectricPart, motor: &str, drive: &Electric) -> String {
    let number = drive.part(part);
    let text = format!("{}_{motor} = {number:.6} {}", part.symbol(), part.unit());
    match number == number.trunc() {
        true => format!("{}_{motor} = {number} {}", part.symbol(), part.unit()),
        false => text,
    }
}

/// The winding of a motor as voltages and torques of recordings tell it.
fn said(motor: &str, found: &Winding) -> String {
    let units = ["V/(N·m)", "V·s/(N·m)", "V·s/rad"];
    let symbols = ["R/kt", "L/kt", "ke"];
    let numbers: Vec<String> = (0..3)
        .map(|i| match found.value[i] == 0.0 {
            true => format!("{} = 0", symbols[i]),
            false => format!(
                "{} = {:.4e} ± {:.1e} {}",
                symbols[i], found.value[i], found.std[i], units[i]
            ),
        })
        .collect();
    let left = match found.left > APART {
        true => ": much, so that friction and masses found with it are doubtful",
        false => "",
    };
    format!(
        "the winding of {motor} by voltages and torques of the recordings, the torques taken as true: {}; {:.1} % of the voltage is \
         not explained by it{left}. --set R_{motor}=..,L_{motor}=..,kt_{motor}=..,ke_{motor}=.. takes other numbers",
        numbers.join(", "),
        100.0 * found.left
    )
}

/// Averages of a motor over all recordings with torques.
fn averages(
    model: &Model,
    recordings: &[Recording],
    experiments: &[Experiment],
    motor: usize,
) -> Averages {
    let mut all = Averages::default();
    let Some(drive) = Drive::of(model) else {
        return all;
    };
    let joints = 0..model.joints.len();
    for (recording, experiment) in recordings.iter().zip(experiments) {
        let torques = recording.torque.as_ref();
        let Some(torques) = torques.filter(|_| recording.left_out.is_empty()) else {
            continue;
        };
        let mixed = |columns: &[Vec<f64>], share: &dyn Fn(usize) -> f64, k: usize| -> f64 {
            joints.clone().map(|j| share(j) * columns[j][k]).sum()
        };
        let torque = |k| mixed(torques, &|j| drive.motor_share(motor, j), k);
        let angle = |k| mixed(&recording.position, &|j| drive.ratio(motor, j), k);
        let long = (SECONDS * recording.rate).ceil().max(SAMPLES as f64) as usize;
        let ends = (0..recording.samples()).step_by(long);
        for (from, to) in ends.clone().zip(ends.skip(1)) {
            if recording
                .bridged
                .get(from..=to)
                .is_some_and(|b| b.contains(&true))
            {
                continue;
            }
            let count = long as f64;
            let seconds = count / recording.rate;
            let voltage: f64 = experiment.input[motor][from..to].iter().sum();
            let between: f64 = (from..to).map(|k| 0.5 * (torque(k) + torque(k + 1))).sum();
            all.voltage.push(voltage / count);
            all.terms.push([
                between / count,
                (torque(to) - torque(from)) / seconds,
                (angle(to) - angle(from)) / seconds,
            ]);
        }
    }
    all
}

/// Least squares; none where torques do not tell a resistance. An inductance or a back electromotive force that is not told from 0 is 0.
fn winding(all: &Averages) -> Option<Winding> {
    let mut kept = vec![0, 1, 2];
    let size = all.voltage.iter().map(|v| v * v).sum::<f64>();
    loop {
        let rows = all.voltage.len();
        let freedom = rows
            .checked_sub(kept.len())
            .filter(|freedom| *freedom > 0)?;
        let of = |i: usize| all.terms.iter().map(move |row| row[i]);
        let scale: Vec<f64> = kept
            .iter()
            .map(|i| of(*i).map(|x| x * x).sum::<f64>().sqrt())
            .collect();
        // A motor that does not turn, or torques that stay, tell nothing of these.
        if let Some(idle) = scale.iter().position(|scale| *scale == 0.0) {
            if kept[idle] == 0 {
                return None;
            }
            kept.remove(idle);
            continue;
        }
        let matrix = DMatrix::from_fn(rows, kept.len(), |k, i| all.terms[k][kept[i]] / scale[i]);
        let right = DVector::from_column_slice(&all.voltage);
        let inverse = (matrix.transpose() * &matrix).try_inverse()?;
        let found = &inverse * (matrix.transpose() * &right);
        let rest = (&right - &matrix * &found).norm_squared();
        let (mut value, mut std) = ([0.0; 3], [0.0; 3]);
        for (i, place) in kept.iter().enumerate() {
            value[*place] = found[i] / scale[i];
            std[*place] = (inverse[(i, i)] * rest / freedom as f64).sqrt() / scale[i];
        }
        if value[0] <= NONE * std[0] {
            return None;
        }
        if kept.contains(&2) && value[2] <= NONE * std[2] {
            kept.retain(|place| *place != 2);
            continue;
        }
        // Samples of a torque that follows at once are half a sample late or early, which looks like an inductance: its term stays, so that
        // the others are right.
        if value[1] <= NONE * std[1] {
            (value[1], std[1]) = (0.0, 0.0);
        }
        return Some(Winding {
            value,
            std,
            left: (rest / size).sqrt(),
        });
    }
}

/// By how much torques of a winding are apart from those that were recorded, and how large these are, RMS.
fn apart(drive: &Electric, all: &Averages) -> Option<[f64; 2]> {
    let kt = drive.torque_constant;
    let pairs = all.voltage.iter().zip(&all.terms);
    let squares = pairs.map(|(voltage, [torque, change, velocity])| {
        let winding = kt * (voltage - drive.back_emf * drive.gear * velocity);
        let made =
            drive.gear * (winding - drive.inductance * change / drive.gear) / drive.resistance;
        [(made - torque).powi(2), torque.powi(2)]
    });
    let sums = squares.fold([0.0; 2], |sum, [a, b]| [sum[0] + a, sum[1] + b]);
    let count = all.voltage.len() as f64;
    (sums[1] > 0.0).then(|| sums.map(|sum| (sum / count).sqrt()))
}

#[cfg(test)]
mod tests;

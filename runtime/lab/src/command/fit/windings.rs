//! Windings of motors that nobody gave: from voltages beside torques that were recorded, or asked for.

use super::super::error::CommandError;
use crate::digits::{exact, short};
use crate::output_error::{Experiment, NoWinding, VoltageBalance, Winding, WindingCovariance};
use crate::recording::Recording;
use crate::simulation::{Electric, ElectricPart, Hold, Machine};
use crate::transmission::is_undriven;
use armwright_runtime::Side;

/// A share of voltages or torques from which on a winding does not explain them.
const APART: f64 = 0.1;

/// Why windings are not known.
const UNRECORDED: &str =
    "no torques or currents were recorded that would tell them from the voltages";
const UNTOLD: &str =
    "the torques that were recorded do not follow the voltages, so that they do not tell them";

/// A machine with its windings, how well those are known that were estimated, and what to know about them.
type Wound<'a> = (Machine<'a>, Vec<WindingCovariance>, Vec<String>);

/// The machine with windings that `--set` left out, as far as recordings tell them.
///
/// # Errors
/// [`CommandError::Windings`] of motors that nothing tells, [`CommandError::OppositeVoltage`].
pub(super) fn with_windings<'a>(
    machine: Machine<'a>,
    set: &[String],
    recordings: &[Recording],
    experiments: &[Experiment],
    hold: Hold,
) -> Result<Wound<'a>, CommandError> {
    let model = machine.robot().model();
    let given = |part: ElectricPart, motor: &str| {
        let name = format!("{}_{motor}", part.symbol());
        let names = set.iter().filter_map(|text| text.split_once('='));
        names.map(|(own, _)| own.trim()).any(|own| own == name)
    };
    let mut drives = machine.drives().to_vec();
    let (mut notes, mut unknown) = (Vec::new(), Vec::new());
    let mut estimated = Vec::new();
    let mut why = UNRECORDED;
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
        let found = match VoltageBalance::of(model, recordings, experiments, hold, k).winding() {
            Ok(found) => found,
            Err(NoWinding::Opposite([value, std])) => {
                return Err(CommandError::OppositeVoltage {
                    motor: name.to_owned(),
                    resistance: exact(value),
                    std: short(std),
                });
            }
            Err(none) => {
                if none == NoWinding::Untold {
                    why = UNTOLD;
                }
                unknown.push(name.to_owned());
                continue;
            }
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
        estimated.push(found.of_motor(k, kt));
        notes.push(said(name, &found));
    }
    match unknown.is_empty() {
        true => Ok((machine.with_drives(&drives)?, estimated, notes)),
        false => Err(CommandError::Windings {
            motors: unknown,
            why,
        }),
    }
}

/// Motors whose windings make other torques of the voltages than those that were recorded.
pub(super) fn contradictions(
    machine: &Machine<'_>,
    recordings: &[Recording],
    experiments: &[Experiment],
    hold: Hold,
) -> Vec<String> {
    let model = machine.robot().model();
    let motors = machine.drives().iter().enumerate();
    let of = |(k, drive): (usize, &Electric)| {
        let all = VoltageBalance::of(model, recordings, experiments, hold, k);
        let [difference, size] = all.difference(drive)?;
        let name = machine.drive_name(k);
        let numbers = ElectricPart::ALL.map(|part| numbered(part, name, drive));
        let wanted = all.winding().ok().filter(|found| found.left < APART);
        let wanted = wanted.map_or_else(String::new, |found| format!("; {}", said(name, &found)));
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
                "{} = {} ± {} {}",
                symbols[i],
                exact(found.value[i]),
                short(found.std[i]),
                units[i]
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

#[cfg(test)]
mod tests;

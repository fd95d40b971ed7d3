//! A robot with numbers as the command line gives them: parameters, friction, windings, joints that are locked.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::clock::steady_rate;
use super::error::CommandError;
use super::folder::ends_in;
use crate::identify::Estimation;
use crate::output_error::Free;
use crate::parameters;
use crate::recording::{CsvFile, RecordingError};
use crate::simulation::{Electric, FrictionLaw, Hold, Machine, standard};
use crate::suggestion::suggestion;
use crate::transmission::is_undriven;
use armwright_runtime::{Model, Robot, Side};

mod set;

/// What is simulated.
#[derive(Debug, Args)]
pub(super) struct MachineArguments {
    /// Parameters to simulate with: a YAML map of names, 0 for those that it lacks, or an identification.json (nominal values if left out)
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    /// Terms of friction at every joint in place of those of the robot file but for offsets, zero unless --set gives them values
    #[arg(long, value_enum, value_name = "TERM,..", value_delimiter = ',')]
    pub(super) friction: Vec<Term>,
    /// Values of parameters (by the name of a base parameter of all that it combines), of friction, and with --voltage of windings (R_m1, L_m1, kt_m1, ke_m1)
    #[arg(long, value_name = "NAME=VALUE,..", value_delimiter = ',')]
    pub(super) set: Vec<String>,
    /// Joints that are locked
    #[arg(long, value_name = "JOINT,..", value_delimiter = ',')]
    pub(super) locked: Vec<String>,
    /// The only joint that moves, all others locked
    #[arg(long, value_name = "JOINT", conflicts_with = "locked")]
    pub(super) only_joint: Option<String>,
    /// By how much friction at rest is larger than in motion
    #[arg(long, value_name = "RATIO", default_value_t = 1.0)]
    pub(super) static_ratio: f64,
    /// What drives the robot between samples
    #[arg(long, value_enum, default_value = "last")]
    pub(super) hold: Hold,
}

/// A term of friction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Term {
    /// The sign of the velocity
    Coulomb,
    /// The same in positive direction alone
    CoulombPositive,
    /// The same in negative direction alone
    CoulombNegative,
    /// The velocity
    Viscous,
    /// The same in positive direction alone
    ViscousPositive,
    /// The same in negative direction alone
    ViscousNegative,
    /// The velocity times its magnitude
    Quadratic,
    /// What friction has more of near standstill, fs, below the speed vs
    Stribeck,
    /// Coulomb friction ft that sets in smoothly below the speed vt, and does not stick
    Tanh,
    /// The share fl of the torque that is passed on
    Load,
    /// No friction
    None,
}

impl Term {
    fn laws(self) -> &'static [FrictionLaw] {
        match self {
            Self::Coulomb => &[FrictionLaw::Coulomb],
            Self::CoulombPositive => &[FrictionLaw::CoulombPositive],
            Self::CoulombNegative => &[FrictionLaw::CoulombNegative],
            Self::Viscous => &[FrictionLaw::Viscous],
            Self::ViscousPositive => &[FrictionLaw::ViscousPositive],
            Self::ViscousNegative => &[FrictionLaw::ViscousNegative],
            Self::Quadratic => &[FrictionLaw::Quadratic],
            Self::Stribeck => &[FrictionLaw::Stribeck, FrictionLaw::StribeckSpeed],
            Self::Tanh => &[FrictionLaw::Tanh, FrictionLaw::TanhSpeed],
            Self::Load => &[FrictionLaw::Load],
            Self::None => &[],
        }
    }
}

/// Base parameters (`b`) of a result that says all of a robot: one that does not would be simulated with 0 for the rest,
/// and one with lengths of its own with those of the robot file.
pub(super) fn read_base(path: &Path, robot: &dyn Robot) -> Result<Vec<f64>, CommandError> {
    let found = Estimation::read(path, robot)?;
    check_whole(&found)?;
    Ok(found.base_estimate(robot.model()).beta)
}

/// Refuses a result that does not say all of the robot as its file has it.
fn check_whole(found: &Estimation) -> Result<(), CommandError> {
    let torques = found.left_out.iter().map(|torque| torque.torque.clone());
    let torques: Vec<String> = torques.collect();
    if !torques.is_empty() {
        return Err(CommandError::ResultOfPart(torques.join(", ")));
    }
    if !found.remainders.is_empty() {
        return Err(CommandError::ResultBesideFriction(
            found.remainders.join(", "),
        ));
    }
    if !found.lengths.is_empty() {
        let lengths = found.lengths.iter();
        let lengths = lengths.map(|length| format!("{} = {} m", length.name, length.value));
        return Err(CommandError::ResultOfLengths(
            lengths.collect::<Vec<_>>().join(", "),
        ));
    }
    Ok(())
}

/// Standard parameters (`p`) of a file: of a YAML map of names, or the smallest that have the base parameters of a result.
pub(super) fn read_standard(path: &Path, robot: &dyn Robot) -> Result<Vec<f64>, CommandError> {
    let model = robot.model();
    match ends_in(path, &["json", "csv"]) {
        true => Ok(standard(model, &read_base(path, robot)?)?),
        false => Ok(parameters::read(path, model)?),
    }
}

impl MachineArguments {
    /// Standard parameters (`p`): nominal values, those of a file, or the smallest that have the base parameters of a result.
    pub(super) fn standard(&self, robot: &dyn Robot) -> Result<Vec<f64>, CommandError> {
        let model = robot.model();
        match &self.parameters {
            Some(path) => read_standard(path, robot),
            // Without any value there is no inertia, which would be said of a moment and a joint.
            None if self.set.is_empty() => nominal(model),
            None => Ok(parameters::nominal(model)),
        }
    }

    /// The robot with these numbers, driven by voltages or torques.
    pub(super) fn machine<'a>(
        &self,
        robot: &'a dyn Robot,
        by_voltage: bool,
    ) -> Result<Machine<'a>, CommandError> {
        let model = robot.model();
        let mut machine = Machine::of(robot, &self.standard(robot)?)?;
        if self.friction.len() > 1 && self.friction.contains(&Term::None) {
            return Err(CommandError::NoFriction);
        }
        if !self.friction.is_empty() {
            let laws: Vec<FrictionLaw> = self
                .friction
                .iter()
                .flat_map(|t| t.laws())
                .copied()
                .collect();
            machine = machine.with_friction(&laws);
        }
        if by_voltage {
            let constant = |k: usize| model.motors.get(k).and_then(|motor| motor.torque_constant);
            let drive = |k: usize| Electric {
                torque_constant: constant(k).unwrap_or(1.0),
                ..Electric::default()
            };
            let drives: Vec<Electric> = (0..model.joints.len()).map(drive).collect();
            machine = machine.with_drives(&drives)?;
        }
        self.set_values(&mut machine)?;
        // Windings are checked again: --set may have changed them.
        if by_voltage {
            let drives = machine.drives().to_vec();
            machine = machine.with_drives(&drives)?;
        }
        machine = machine.with_static_ratio(self.static_ratio)?;
        if let Some(joint) = &self.only_joint {
            return Ok(machine.moving_only(joint)?);
        }
        for name in &self.locked {
            let joint = machine.joint(name)?;
            machine.lock(joint);
        }
        Ok(machine)
    }
}

/// `NAME=VALUE` each; `example` is such a name.
pub(super) fn pairs(
    option: &'static str,
    example: &'static str,
    texts: &[String],
) -> Result<Vec<(String, f64)>, CommandError> {
    let pair = |text: &String| {
        let (name, value) = text.split_once('=')?;
        let value: f64 = value.trim().parse().ok()?;
        value.is_finite().then(|| (name.trim().to_owned(), value))
    };
    let parsed = texts.iter().map(|text| {
        pair(text).ok_or_else(|| CommandError::Pair {
            option,
            text: text.clone(),
            example,
        })
    });
    parsed.collect()
}

/// Applies `NAME=LOW:HIGH` to parameters that are free; an end that is left out is what physics allows.
pub(super) fn bound(free: &mut [Free], texts: &[String]) -> Result<(), CommandError> {
    for text in texts {
        let refused = || CommandError::Bound(text.clone());
        let (name, range) = text.split_once('=').ok_or_else(refused)?;
        let (low, high) = range.split_once(':').ok_or_else(refused)?;
        let end = |text: &str, otherwise: f64| match text.trim() {
            "" => Ok(otherwise),
            text => text.parse().map_err(|_| refused()),
        };
        let own = free.iter_mut().find(|free| free.name == name.trim());
        let own = own.ok_or_else(refused)?;
        own.bounds = [end(low, own.limits[0])?, end(high, own.limits[1])?];
    }
    Ok(())
}

/// Times and a column a joint (or motor) of a file: `t` and `<symbol>_<name>`.
pub(super) fn read_input(
    path: &Path,
    symbol: &str,
    names: &[&str],
) -> Result<(Vec<f64>, Vec<Vec<f64>>), CommandError> {
    let table = CsvFile::open(path)?;
    let mut places = Vec::new();
    let wanted = names.iter().map(|name| format!("{symbol}_{name}"));
    for column in std::iter::once("t".to_owned()).chain(wanted) {
        let place = table.position(&column)?;
        places.push(place.ok_or_else(|| RecordingError::NoColumn {
            files: path.display().to_string(),
            suggestion: suggestion(&column, table.header()),
            column,
            quantity: "what drives a robot".to_owned(),
        })?);
    }
    let mut columns = table.columns(&places)?.into_iter();
    let times = columns.next().unwrap_or_default();
    let rate = steady_rate(&times);
    match rate.is_some() && columns.len() == names.len() {
        true => Ok((times, columns.collect())),
        false => Err(CommandError::File {
            path: path.to_owned(),
            what: "time has to rise at a constant rate, by at least two rows".to_owned(),
        }),
    }
}

/// What drives a robot, as [`read_input`]: nothing does where there is no motor, and no column is asked for that.
pub(super) fn read_drives(
    path: &Path,
    model: &Model,
    by_voltage: bool,
) -> Result<(Vec<f64>, Vec<Vec<f64>>), CommandError> {
    let (symbol, side) = match by_voltage {
        true => ("v", Side::Motor),
        false => ("tau", Side::Joint),
    };
    let table = CsvFile::open(path)?;
    let (mut read, mut idle) = (Vec::new(), Vec::new());
    let names = drive_names(model, by_voltage);
    for (k, name) in names.iter().enumerate() {
        let is_idle = is_undriven(model, side, k);
        idle.push(is_idle);
        if !is_idle || table.position(&format!("{symbol}_{name}"))?.is_some() {
            read.push(*name);
        }
    }
    let (times, columns) = read_input(path, symbol, &read)?;
    let mut columns = read.into_iter().zip(columns).peekable();
    let mut all = Vec::new();
    for (name, idle) in names.into_iter().zip(idle) {
        let column = columns.next_if(|(read, _)| *read == name);
        let column = column.map_or_else(|| vec![0.0; times.len()], |(_, column)| column);
        if idle && column.iter().any(|x| *x != 0.0) {
            return Err(CommandError::File {
                path: path.to_owned(),
                what: format!(
                    "`{symbol}_{name}` is not 0, but {name} has no motor (`passive`): leave the column out"
                ),
            });
        }
        all.push(column);
    }
    Ok((times, all))
}

/// Names of what drives a robot: its motors, or its joints where it has none.
pub(super) fn drive_names(model: &Model, by_voltage: bool) -> Vec<&'static str> {
    let joints = || model.joints.iter().map(|joint| joint.name).collect();
    match by_voltage && !model.motors.is_empty() {
        true => model.motors.iter().map(|motor| motor.name).collect(),
        false => joints(),
    }
}

/// Nominal values, provided that at least one body has a mass.
pub(super) fn nominal(model: &Model) -> Result<Vec<f64>, CommandError> {
    let theta = parameters::nominal(model);
    if theta.iter().all(|value| *value == 0.0) {
        return Err(CommandError::NoNominal {
            robot: model.name.to_owned(),
            wanted: "a simulation",
            otherwise: ", or give --parameters FILE",
        });
    }
    Ok(theta)
}

#[cfg(test)]
mod tests;

//! Gains of drives from recordings without and with a load whose ten parameters are known.

use nalgebra::DVector;
use serde::Serialize;

use crate::identify::IdentificationError;
use crate::numeric::Decomposition;
use crate::options::ProcessingOptions;
use crate::parameters::standard;
use crate::recording::{Recording, Repair};
use crate::regression::{Equations, Factor};
use crate::rows::measures_rows;
use crate::thresholds::KNOWN;
use crate::together::{
    Carried, Doubts, Factors, Fit, Offsets, Parameter, Plan, Scatter, TogetherError, Unexplained,
    Weighed, Zero, both, carrier, impossible, names, of_torques, parameters, scatter, weighed,
};
use armwright_runtime::Robot;

/// A load that is known: from a data sheet, a balance, a CAD model.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownLoad {
    /// The body that carries it.
    pub body: String,
    /// Mass, centre and inertia about that, in the frame of the body: `m`, `tx`, `ty`, `tz`, `Jxx`, `Jxy`, `Jxz`, `Jyy`,
    /// `Jyz`, `Jzz`; kg, m, kg·m².
    pub physical: [f64; 10],
}

/// What may be chosen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DriveOptions {
    /// How recordings are processed.
    pub processing: ProcessingOptions,
    /// Which offsets of what is recorded are unknown.
    pub offsets: Offsets,
}

/// The gain of one drive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DriveGain {
    /// The joint, or the motor, at whose torque it acts.
    pub drive: String,
    /// Torque for each unit of what was recorded: N·m/A of currents that were read with a constant of 1, else what
    /// the constant (or the torque) that it was read with is to be multiplied by. None where the load does not tell it.
    pub factor: Option<f64>,
    /// Its standard deviation.
    pub std: Option<f64>,
    /// The standard deviation as a share of the factor, also of one that is not told.
    pub relative: Option<f64>,
}

/// Gains of all drives, with what was identified along with them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DriveGains {
    /// The robot's name.
    pub robot: String,
    /// The body that carried the load.
    pub body: String,
    /// One a row of the equations.
    pub drives: Vec<DriveGain>,
    /// Base parameters in true units, with deviations, where determined.
    pub parameters: Vec<Parameter>,
    /// Recordings, a row each.
    pub weighed: Vec<Weighed>,
    /// What was done to the recordings; of those whose samples are those of one before, that they do not count again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
    /// What was noticed while recordings were read: what was taken for granted, and what looks wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Constants that were recorded and are none of the unknowns: zeros of sensors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zeros: Vec<Zero>,
    /// What else single recordings have that is neither in the model nor noise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unexplained: Vec<Unexplained>,
    /// Why nothing of this is to be relied on: recordings with a fault, an arm that cannot be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
    /// What raises doubts about all this.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Gains of drives, from recordings without a load (`empty`) and with a `load` on a body (`loaded`).
///
/// What is recorded is `s = κ τ`, with the torque `τ = Y β`, or `Y (β + P φ)` with the load `φ`, which alone has a known
/// scale. Written as `Y β - s g = -Y P φ` with `g = 1/κ`, equations are linear in base parameters and gains, with the
/// recorded signals as columns (Gautier and Briot 2014): that is where the iteration starts. But columns with noise
/// make gains too small, so what is answered makes the weighed squares of `s - κ Y (β + P φ)` least, in which noise is where it
/// comes from; deviations are those of that, to first order. The load is taken to be known exactly: a
/// mass that is wrong by 1 % makes all factors wrong by as much.
///
/// # Errors
/// [`TogetherError`]: [`TogetherError::NotTold`] if the load tells the gain of no drive to better than 20 %,
/// [`TogetherError::Robot`] where something else than the torques of all drives is measured.
pub fn drive_gains(
    robot: &dyn Robot,
    empty: Vec<Recording>,
    loaded: Vec<Recording>,
    load: &KnownLoad,
    options: &DriveOptions,
) -> Result<DriveGains, TogetherError> {
    let model = robot.model();
    of_torques(robot)?;
    of_drives(robot, [&empty, &loaded])?;
    let body = carrier(model, &load.body)?;
    let phi = checked(load)?;
    let motions = both(robot, empty, loaded, &options.processing)?;
    let side = motions.side().ok_or(IdentificationError::NoRecording)?;
    let equations = Equations::of(robot, side)?;
    let factors = Factors::of(&equations, &motions.all, Some(body))?;
    let plan = Plan {
        base: model.base.len(),
        rows: equations.rows(),
        load: Carried::Known(phi),
        loaded: motions.loaded(),
        gains: true,
        offsets: options.offsets,
    };
    factors.enough(&plan)?;
    let start = start(&factors, &plan, &phi);
    let fit = Fit::of(&factors, &plan, start, None);
    let unsettled = || TogetherError::NotTold {
        what: "gains",
        why: "no gains explain recordings without and with it alike".to_owned(),
    };
    let fit = fit.ok_or_else(unsettled)?;
    let mut scatter = scatter(&factors, &plan, &fit)?;
    let mut doubts = Doubts::of(&factors, &motions.all, &plan, &fit)?;
    doubts.in_unit("as read");
    doubts.widen(&mut scatter);
    let mut refuted = doubts.refutations();
    refuted.extend(impossible(&equations, &motions.all, &fit, &scatter)?);
    let drives = gains(&equations, &plan, &fit, &scatter);
    let mut weighed = weighed(&equations, &factors, &plan, &fit, &scatter);
    weighed.iter_mut().for_each(|row| row.unit = "as read");
    if drives.iter().all(|drive| drive.factor.is_none()) {
        let each = drives.iter().map(|drive| match drive.relative {
            Some(relative) => format!("{} to {:.0} %", drive.drive, 100.0 * relative),
            None => format!("{} not at all", drive.drive),
        });
        let why = each.collect::<Vec<_>>().join(", ");
        let why = refuted
            .into_iter()
            .chain(doubts.warnings(None, true))
            .chain(motions.remarks)
            .fold(why, |why, said| format!("{why}; {said}"));
        return Err(TogetherError::NotTold { what: "gains", why });
    }
    Ok(DriveGains {
        robot: model.name.to_owned(),
        body: load.body.clone(),
        drives,
        parameters: parameters(model, &fit, &scatter),
        weighed,
        repairs: motions.repairs,
        remarks: motions.remarks,
        zeros: doubts.zeros(),
        refuted,
        warnings: doubts.warnings(scatter.warning(&factors, &plan, &fit), true),
        unexplained: doubts.unexplained,
    })
}

/// Refuses rows that are not the torques of all drives.
fn of_drives(robot: &dyn Robot, recordings: [&[Recording]; 2]) -> Result<(), TogetherError> {
    let mut recordings = recordings.into_iter().flatten();
    let of_rows = recordings.any(|recording| recording.measured.is_some());
    match of_rows || measures_rows(robot) {
        true => Err(TogetherError::Robot {
            robot: robot.model().name.to_owned(),
            why: "is identified by what its file says is measured, and gains are those of the torques of all drives: record \
                  these, and use a file with `measure: [torque]`",
        }),
        false => Ok(()),
    }
}

/// Standard parameters of a load.
fn checked(load: &KnownLoad) -> Result<[f64; 10], TogetherError> {
    let refused = |why: String| TogetherError::Load {
        body: load.body.clone(),
        why,
    };
    if !load.physical.iter().all(|x| x.is_finite()) {
        return Err(refused("has values that are no finite numbers".to_owned()));
    }
    match load.physical[0] {
        mass if mass > 0.0 => Ok(standard(load.physical)),
        mass => Err(refused(format!("has a mass of {mass} kg, which is none"))),
    }
}

/// Linear least squares with signals as columns, each row by its own size.
fn start(factors: &Factors<'_>, plan: &Plan, phi: &[f64; 10]) -> DVector<f64> {
    let (b, width, p) = (plan.base, plan.width(), plan.unknowns());
    let phi = DVector::from_row_slice(phi);
    let mut stack = Factor::new(p);
    for (r, i) in factors.each() {
        let share = factors.power(r, i).max(f64::MIN_POSITIVE).sqrt().recip();
        let triangle = &factors.triangles[r][i].0;
        let load = triangle.columns(b, 10) * &phi * if plan.loaded[r] { -share } else { 0.0 };
        for (row, right) in triangle.row_iter().zip(load.iter()) {
            let own = (0..b).map(|k| (k, share * row[k]));
            let gain = plan
                .of_gains()
                .nth(i)
                .map(|place| (place, -share * row[width]));
            let offset = plan
                .offset(r, i)
                .map(|place| (place, share * row[width - 1]));
            stack.push(own.chain(gain).chain(offset), *right);
        }
    }
    let (triangle, right, _) = stack.parts();
    let mut x = Decomposition::of(&triangle).inverse * DVector::from_vec(right);
    for (row, place) in plan.of_gains().enumerate() {
        let kappa = x[place].recip();
        x[place] = if kappa.is_finite() { kappa } else { 1.0 };
        let recordings = 0..factors.recordings.len();
        let mut offsets: Vec<usize> = recordings.filter_map(|r| plan.offset(r, row)).collect();
        offsets.dedup();
        offsets.into_iter().for_each(|offset| x[offset] *= x[place]);
    }
    x
}

fn gains(equations: &Equations<'_>, plan: &Plan, fit: &Fit, scatter: &Scatter) -> Vec<DriveGain> {
    let determined = fit.determined();
    let each = plan.of_gains().zip(names(equations));
    let each = each.map(|(place, (drive, _))| {
        let (kappa, std) = (fit.x[place], scatter.std(place));
        let relative = Some(std / kappa.abs()).filter(|x| determined[place] && x.is_finite());
        let factor = relative.filter(|relative| *relative <= KNOWN);
        DriveGain {
            drive,
            factor: factor.map(|_| kappa.recip()),
            std: factor.map(|relative| relative / kappa.abs()),
            relative,
        }
    });
    each.collect()
}

#[cfg(test)]
mod tests;

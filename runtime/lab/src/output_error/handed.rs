//! What deviations of windings that were estimated do to those of what is fitted with them.

use nalgebra::DMatrix;

use super::deviations::Deviations;
use super::evaluate::Task;
use super::free::Free;
use super::linear::information;
use super::result::Handed;
use super::search::Found;
use super::winding::WindingCovariance;
use crate::simulation::{Direction, ElectricPart};

/// Numbers of a winding, in the order of its covariance.
const PARTS: [ElectricPart; 3] = [
    ElectricPart::Resistance,
    ElectricPart::Inductance,
    ElectricPart::BackEmf,
];

/// Adds to deviations what those of windings make of them, and tells whose become widest; nothing where no winding was estimated.
pub(super) fn hand_on(
    task: &Task<'_>,
    found: &Found,
    deviations: &mut Deviations,
    windings: &[WindingCovariance],
) -> Option<Handed> {
    let more = handed(task, found, &deviations.inverse, windings)?;
    let before = deviations.std.clone();
    deviations.add(&more);
    let pairs = before.iter().zip(&deviations.std).enumerate();
    let times = pairs.filter_map(|(k, (before, after))| Some((k, (*after)? / (*before)?)));
    let finite = times.filter(|(_, times)| times.is_finite());
    let (k, times) = finite.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let motors = windings
        .iter()
        .map(|own| task.machine.drive_name(own.motor));
    Some(Handed {
        motors: motors.map(str::to_owned).collect(),
        name: task.free[k].name.clone(),
        times,
    })
}

/// The covariance of the parameters that follows from that of windings, as far as these are not sought themselves. `inverse` is that of
/// the information of the parameters.
fn handed(
    task: &Task<'_>,
    found: &Found,
    inverse: &DMatrix<f64>,
    windings: &[WindingCovariance],
) -> Option<DMatrix<f64>> {
    let is_sought = |own: &Direction| task.free.iter().any(|free| free.direction == *own);
    let numbers = windings.iter().flat_map(|own| {
        let known = (0..PARTS.len()).filter(move |part| own.covariance[*part][*part] > 0.0);
        known.map(move |part| (own, part, direction(own.motor, part)))
    });
    let numbers: Vec<_> = numbers.filter(|(.., own)| !is_sought(own)).collect();
    if numbers.is_empty() {
        return None;
    }
    let (p, c) = (task.free.len(), numbers.len());
    let tried = numbers.iter().map(|(.., direction)| number(*direction));
    let all: Vec<Free> = task.free.iter().cloned().chain(tried).collect();
    let trial = Task {
        free: &all,
        ..task.clone()
    };
    let mut point = found.point.clone();
    let values = all.iter().skip(p).map(|free| free.of(task.machine));
    point.parameters.extend(values);
    let blocks = trial.evaluate(&point, true).ok()?;
    let with = information(&blocks, p + c)
        .view((0, p), (p, c))
        .into_owned();
    // Parameters move with a number of a winding by this, its sign changed.
    let moves = inverse * with;
    let spread = DMatrix::from_fn(c, c, |i, k| {
        let ((own, row, _), (other, column, _)) = (&numbers[i], &numbers[k]);
        match own.motor == other.motor {
            true => own.covariance[*row][*column],
            false => 0.0,
        }
    });
    Some(&moves * spread * moves.transpose())
}

fn direction(motor: usize, part: usize) -> Direction {
    Direction::Electric {
        motor,
        part: PARTS[part],
    }
}

/// A number of a winding beside the parameters that are sought.
fn number(direction: Direction) -> Free {
    let all = [f64::NEG_INFINITY, f64::INFINITY];
    Free {
        name: String::new(),
        unit: "",
        direction,
        offset: 0.0,
        limits: all,
        bounds: all,
        is_even: false,
    }
}

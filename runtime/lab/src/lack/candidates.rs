//! The terms that are tried, each at its place.

use super::term::Term;
use crate::regression::Equations;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, ParameterKind, Side, Site};

/// Speeds of friction near standstill, as shares of the highest speed.
const STANDSTILL: [f64; 5] = [0.02, 0.04, 0.08, 0.16, 0.32];

/// Where a term acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// On a joint's own torque.
    Joint(usize),
    /// On a motor's torque.
    Motor(usize),
    /// On all.
    All,
}

impl Place {
    /// The number of its joint or motor; none of all.
    pub(super) fn number(self) -> Option<usize> {
        match self {
            Self::Joint(k) | Self::Motor(k) => Some(k),
            Self::All => None,
        }
    }
}

/// A term at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) term: Term,
    pub(super) place: Place,
    /// Its first column.
    pub(super) column: usize,
}

impl Candidate {
    /// Its columns.
    pub(super) fn columns(&self) -> std::ops::Range<usize> {
        self.column..self.column + self.term.width()
    }
}

/// All terms of all places. `fastest` has the highest speeds of joints, then of motors.
pub(super) fn candidates(equations: &Equations<'_>, fastest: &[f64]) -> Vec<Candidate> {
    let (model, side) = (equations.robot().model(), equations.side());
    let n = model.joints.len();
    let on_motors = |k: usize| {
        let kinds = model.parameters.iter().map(|parameter| parameter.kind);
        let rubs = kinds.filter(|kind| !matches!(kind, ParameterKind::Offset(_)));
        let mut friction = rubs.filter_map(ParameterKind::friction);
        match friction.clone().next() {
            None => side == Side::Motor,
            Some(_) => friction.any(|site| site == Site::Motor(k)),
        }
    };
    let driven = equations.driven();
    let of_rows = !equations.measured().is_empty();
    let mut all = Vec::new();
    for k in (0..n).filter(|k| !of_rows || driven.contains(&Some(*k))) {
        let (drive, top) = match on_motors(k) {
            true => (Place::Motor(k), fastest[n + k]),
            false => (Place::Joint(k), fastest[k]),
        };
        let row = match side {
            Side::Motor => Place::Motor(k),
            Side::Joint => Place::Joint(k),
        };
        let friction = [
            Term::Coulomb,
            Term::Viscous,
            Term::Offset,
            Term::Quadratic,
            Term::Directional,
            Term::Load,
            Term::Warming,
            Term::Drift,
        ];
        // What stands still has no friction near standstill.
        let shares = STANDSTILL.into_iter().filter(|_| top > 0.0);
        let standstill = shares.map(|share| Term::Stribeck { speed: share * top });
        all.extend(
            friction
                .into_iter()
                .chain(standstill)
                .map(|term| (term, drive)),
        );
        all.push((Term::Delay, row));
        all.push((Term::Spring, Place::Joint(k)));
        if model.joints[k].kind != JointKind::Prismatic {
            let periodic = [1, 2].map(|times| (Term::Periodic { times }, Place::Joint(k)));
            all.extend(periodic);
        }
        // It takes the joint's whole torque to give.
        if equations.rows_of_joint(k).is_some() {
            all.push((Term::Compliance, Place::Joint(k)));
        }
    }
    all.push((Term::Delay, Place::All));
    let mut column = 0;
    let each = all.into_iter().map(|(term, place)| {
        let candidate = Candidate {
            term,
            place,
            column,
        };
        column += term.width();
        candidate
    });
    each.collect()
}

/// Whether a term never enters a row of the equations: that of the torque of a joint, or motor, or another.
pub(super) fn is_zero(
    candidate: &Candidate,
    drive: &Drive,
    side: Side,
    row: Option<usize>,
) -> bool {
    // What a joint gives by moves all that hangs on it.
    if candidate.place == Place::All || candidate.term == Term::Compliance {
        return false;
    }
    let Some(row) = row else {
        return true;
    };
    match (candidate.place, side) {
        (Place::All, _) => false,
        (Place::Joint(k), Side::Joint) | (Place::Motor(k), Side::Motor) => k != row,
        (Place::Motor(k), Side::Joint) => drive.ratio(k, row) == 0.0,
        (Place::Joint(k), Side::Motor) => drive.torque_rows(Side::Motor)[(row, k)] == 0.0,
    }
}

#[cfg(test)]
mod tests;

//! The equations of a robot on one side of its transmission.

use super::balance::Balance;
use super::columns::{BaseColumns, Columns, Rows};
use super::error::RegressionError;
use super::integral::Integral;
use super::keep::Keep;
use super::signs::Signs;
use crate::motion::States;
use crate::part::{PartError, remaining};
use crate::rows::{Row, measures_rows, pattern};
use crate::transmission::Drive;
use armwright_runtime::{Robot, Side};

/// How the equations of one robot are formed on one side of its transmission.
pub struct Equations<'a> {
    pub(super) robot: &'a dyn Robot,
    pub(super) drive: Drive,
    pub(super) side: Side,
    pub(super) signs: Signs,
    kind: Rows,
    integral: Option<Integral>,
    /// What passes through motions are kept of.
    pub(super) keep: Option<Keep<'a>>,
    measured: Vec<Row>,
    /// For each row the joint or motor whose torque it is, or its place among what is measured.
    places: Vec<usize>,
    /// For each row the joints that its torque is made of, and how much of each; nothing of other rows.
    shares: Vec<Vec<(usize, f64)>>,
}

impl<'a> Equations<'a> {
    /// The equations of a robot on one side.
    ///
    /// # Errors
    /// [`RegressionError::Part`].
    pub fn of(robot: &'a dyn Robot, side: Side) -> Result<Self, RegressionError> {
        let model = robot.model();
        if model.base_moves() {
            let robot = model.name.to_owned();
            return Err(RegressionError::BaseMoves { robot });
        }
        let drive = Drive::of(model);
        let drive = drive.ok_or_else(|| PartError::Transmission(model.name.to_owned()))?;
        let places = remaining(model, side, robot.left_out())?;
        let rows = drive.torque_rows(side);
        let shares = places.iter().map(|&place| {
            let shares = rows
                .row(place)
                .iter()
                .copied()
                .enumerate()
                .collect::<Vec<_>>();
            let shares = shares.into_iter();
            shares.filter(|(_, share)| *share != 0.0).collect()
        });
        Ok(Self {
            robot,
            shares: shares.collect(),
            drive,
            side,
            signs: Signs::of_torques(model, side, &places),
            kind: Rows::Torques,
            integral: None,
            keep: None,
            measured: Vec::new(),
            places,
        })
    }

    /// The equations of joint torques on one side, integrated: balances over intervals, which need no accelerations. Those of
    /// energy have a single row.
    ///
    /// # Errors
    /// [`RegressionError::NoBalance`] of what has no such equations; [`RegressionError::Part`].
    pub fn integrated(
        robot: &'a dyn Robot,
        side: Side,
        integral: Integral,
    ) -> Result<Self, RegressionError> {
        let model = robot.model();
        let refused = |why| RegressionError::NoBalance {
            robot: model.name.to_owned(),
            balance: integral.balance.word(),
            why,
        };
        if model.base_moves() {
            return Err(refused(
                "its base moves, and forces on the base work and push as well; take another method",
            ));
        }
        if measures_rows(robot) {
            return Err(refused(
                "its base parameters are those of what its file says is measured in place of torques; take another \
                 method, or give the file `measure: [torque]`",
            ));
        }
        let is_energy = integral.balance == Balance::Energy;
        if is_energy && !robot.left_out().is_empty() {
            return Err(refused(
                "power is that of all torques, and some are left out; take `momentum`, which balances each by itself",
            ));
        }
        let mut all = Self::of(robot, side)?;
        if is_energy {
            all.places = vec![0];
            all.shares = vec![Vec::new()];
        }
        all.integral = Some(integral);
        Ok(all)
    }

    /// The same equations, of which samples count where the signs of further velocities are certain as well: for each row the places of
    /// these, a coordinate's its number, a motor's `n` more.
    pub(crate) fn with_signs(self, further: Vec<Vec<usize>>) -> Self {
        Self {
            signs: self.signs.beside(further),
            ..self
        }
    }

    /// Over what the rows are integrated, if they are.
    pub(crate) fn integral(&self) -> Option<&Integral> {
        self.integral.as_ref()
    }

    /// Those of the steps that intervals which overlap are made of; none of other equations.
    ///
    /// # Errors
    /// As [`Equations::integrated`].
    pub(crate) fn in_steps(&self) -> Result<Option<Self>, RegressionError> {
        let steps = self.integral().and_then(Integral::in_steps);
        let steps = steps.map(|steps| Self::integrated(self.robot, self.side, steps));
        steps.transpose()
    }

    /// The equations of what the robot file says is measured ([`Row::measured`]): a row each, in place of torques.
    ///
    /// # Errors
    /// [`RegressionError::Part`].
    pub fn of_measured(robot: &'a dyn Robot) -> Result<Self, RegressionError> {
        let model = robot.model();
        let drive = Drive::of(model);
        let drive = drive.ok_or_else(|| PartError::Transmission(model.name.to_owned()))?;
        let places: Vec<usize> = (0..Rows::Measured.count(model)).collect();
        let pattern = pattern(model);
        let enters = |row: usize, k: usize| !pattern.is_zero(row, k);
        Ok(Self {
            robot,
            shares: vec![Vec::new(); places.len()],
            drive,
            side: Side::Joint,
            signs: Signs::of(model, &enters, &places),
            kind: Rows::Measured,
            integral: None,
            keep: None,
            measured: Row::measured(model),
            places,
        })
    }

    /// Those that recordings of motions give: of what is measured where they hold that (`of_rows`) or torques do not
    /// identify the robot, else of torques on a side.
    ///
    /// # Errors
    /// [`RegressionError::Part`].
    pub fn given(robot: &'a dyn Robot, side: Side, of_rows: bool) -> Result<Self, RegressionError> {
        match of_rows || measures_rows(robot) {
            true => Self::of_measured(robot),
            false => Self::of(robot, side),
        }
    }

    /// What the rows are, where they are not the torques of joints or motors alone.
    #[must_use]
    pub fn measured(&self) -> &[Row] {
        &self.measured
    }

    /// The base regressor: a column a base parameter.
    #[must_use]
    pub fn base_columns(&self) -> BaseColumns<'a> {
        BaseColumns::of(self.robot, self.kind)
    }

    /// Refuses a robot whose base parameters joint torques do not identify.
    pub(super) fn identifiable(&self) -> Result<(), RegressionError> {
        let model = self.robot.model();
        let of_rows = self.kind == Rows::Measured;
        if of_rows || model.base_of_torque || !self.robot.left_out().is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = model.measured.iter().map(|row| row.name).collect();
        Err(RegressionError::Measured {
            robot: model.name.to_owned(),
            measured: names.join(", "),
        })
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &'a dyn Robot {
        self.robot
    }

    /// The side of the transmission on which rows are torques.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// The robot's transmission.
    pub(crate) fn drive(&self) -> &Drive {
        &self.drive
    }

    /// How many rows a sample has: a torque each, of those that are not left out, or what else is measured.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// For each row the joint, or motor, whose torque it is, by its index in the model; its place among what else
    /// is measured.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// For each row the joint, or motor, whose torque it is; none of other rows.
    pub(crate) fn driven(&self) -> Vec<Option<usize>> {
        if self.kind == Rows::Torques {
            return self.places.iter().copied().map(Some).collect();
        }
        let joints = self.robot.model().joints;
        let of_row = |row: &Row| {
            let name = row.name.strip_prefix("tau_").unwrap_or(row.name);
            let mut joints = joints.iter();
            joints.position(|joint| joint.name == row.name || joint.name == name)
        };
        self.measured.iter().map(of_row).collect()
    }

    /// The velocities whose signs enter the rows.
    pub(crate) fn signs(&self) -> &Signs {
        &self.signs
    }

    /// What a row is called: the joint or motor whose torque it is, or what else is measured.
    #[must_use]
    pub fn row_name(&self, row: usize) -> &'static str {
        let (model, place) = (self.robot.model(), self.places[row]);
        match (self.measured.get(row), self.side) {
            (Some(measured), _) => measured.name,
            (None, Side::Joint) => model.joints[place].name,
            (None, Side::Motor) => model.motors[place].name,
        }
    }

    /// How many joints the robot has.
    pub(crate) fn joints(&self) -> usize {
        self.robot.model().joints.len()
    }

    /// The rows of the equations that enter the torque of a joint, with their shares of it; none if one of them
    /// is left out, or rows are no torques.
    #[must_use]
    pub fn rows_of_joint(&self, joint: usize) -> Option<Vec<(usize, f64)>> {
        if self.kind == Rows::Measured {
            return None;
        }
        let places: Vec<(usize, f64)> = match self.side {
            Side::Joint => vec![(joint, 1.0)],
            Side::Motor => (0..self.joints())
                .map(|motor| (motor, self.drive.ratio(motor, joint)))
                .filter(|(_, share)| *share != 0.0)
                .collect(),
        };
        let row = |place: usize| self.places.iter().position(|known| *known == place);
        let rows = places
            .into_iter()
            .map(|(place, share)| Some((row(place)?, share)));
        rows.collect()
    }

    /// Columns at some states (`states × rows × count`, row-major), rows on the equations' side.
    ///
    /// # Errors
    /// [`RegressionError::Evaluation`].
    pub fn at(&self, columns: &dyn Columns, states: &States) -> Result<Vec<f64>, RegressionError> {
        let width = columns.count();
        let size = states.count(self.joints()) * self.kind.count(self.robot.model()) * width;
        let mut joint = vec![0.0; size];
        columns.evaluate(states, &mut joint)?;
        Ok(self.of_joints(joint, width))
    }

    /// How many rows columns have before they are those of the equations.
    pub(super) fn joint_rows(&self) -> usize {
        self.kind.count(self.robot.model())
    }

    /// The rows of columns that a row of the equations is made of, and how much of each.
    pub(super) fn shares(&self, row: usize) -> &[(usize, f64)] {
        &self.shares[row]
    }

    /// Whether the rows of columns are those of the equations.
    pub(super) fn are_joints(&self) -> bool {
        let all = self.kind == Rows::Measured || self.rows() == self.joints();
        self.side == Side::Joint && all
    }

    /// The rows of the equations from those of joints (`states × n × width`).
    pub(super) fn of_joints(&self, joint: Vec<f64>, width: usize) -> Vec<f64> {
        if self.are_joints() {
            return joint;
        }
        let mut rows = vec![0.0; joint.len() / self.joints().max(1) * self.rows()];
        for (rows, joint) in rows
            .chunks_exact_mut((self.rows() * width).max(1))
            .zip(joint.chunks_exact((self.joints() * width).max(1)))
        {
            for (row, shares) in rows.chunks_exact_mut(width.max(1)).zip(&self.shares) {
                for (i, share) in shares {
                    let joint = &joint[i * width..(i + 1) * width];
                    row.iter_mut().zip(joint).for_each(|(y, x)| *y += share * x);
                }
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests;

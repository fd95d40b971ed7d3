//! The numbers that a robot file says are measured, in the order in which it lists them.

use nalgebra::DMatrix;

use super::file::{Measured, OneOrMore};
use super::mechanism::{Mechanism, Movement, OracleError};

/// A measured quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measurement {
    /// All rows of torque.
    Torques,
    /// The torque of one coordinate.
    Coordinate(usize),
    /// The torque of one motor.
    Motor(usize),
    /// Force and moment at a link.
    Wrench(usize),
    /// Force and moment on a base that is moved.
    OnBase,
    /// The power of all coordinates.
    Power,
}

impl Mechanism {
    pub(super) fn measurements(
        &self,
        quantities: Vec<Measured>,
        motors: &[String],
    ) -> Result<Vec<Measurement>, OracleError> {
        let mut list = Vec::new();
        for quantity in quantities {
            match quantity {
                Measured::Alone(word) if word == "torque" => list.push(Measurement::Torques),
                Measured::Alone(word) if word == "energy" => list.push(Measurement::Power),
                Measured::Alone(word) => return Err(OracleError::Measure(word)),
                Measured::At(places) => {
                    for (word, names) in places {
                        for name in OneOrMore::list(names) {
                            let place = self.place(&word, &name, motors);
                            list.push(place.ok_or(OracleError::Measure(name))?);
                        }
                    }
                }
            }
        }
        if list.is_empty() {
            list.push(Measurement::Torques);
        }
        Ok(list)
    }

    fn place(&self, word: &str, name: &str, motors: &[String]) -> Option<Measurement> {
        let position = |names: &[String]| names.iter().position(|known| known == name);
        match word {
            "torque" => position(&self.coordinates)
                .map(Measurement::Coordinate)
                .or_else(|| position(motors).map(Measurement::Motor)),
            "wrench" if name == "base" && self.base.is_some() => Some(Measurement::OnBase),
            "wrench" => {
                let moves = |link: &super::mechanism::Link| link.movement != Movement::Fixed;
                let found = self.links.iter().position(|l| moves(l) && l.name == name);
                found.map(Measurement::Wrench)
            }
            _ => None,
        }
    }

    /// The measured numbers as a matrix (`rows × p`) times the standard parameters.
    #[must_use]
    pub fn measured_regressor(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> DMatrix<f64> {
        let all = self.regressor(q, qd, qdd);
        let torques = all.rows(self.base_rows(), self.dof());
        // tau = Gᵀ tau_motor.
        let transposed = self.transmission.transpose().lu();
        let parts = self.measured.iter().map(|measurement| match *measurement {
            Measurement::Torques => all.clone(),
            Measurement::Coordinate(k) => torques.rows(k, 1).into_owned(),
            Measurement::Motor(k) => {
                let of_motors = transposed.solve(&torques.into_owned()).unwrap_or_else(|| {
                    DMatrix::from_element(torques.nrows(), torques.ncols(), f64::NAN)
                });
                of_motors.rows(k, 1).into_owned()
            }
            Measurement::OnBase => all.rows(0, self.base_rows()).into_owned(),
            Measurement::Wrench(link) => self.sensor_regressor(link, q, qd, qdd),
            Measurement::Power => DMatrix::from_row_slice(1, qd.len(), qd) * torques,
        });
        let parts: Vec<DMatrix<f64>> = parts.collect();
        let rows = parts.iter().map(DMatrix::nrows).sum();
        let mut matrix = DMatrix::zeros(rows, self.parameters.len());
        let mut row = 0;
        for part in parts {
            matrix.rows_mut(row, part.nrows()).copy_from(&part);
            row += part.nrows();
        }
        matrix
    }
}

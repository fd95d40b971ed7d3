//! Motors that voltages drive.

use super::error::SimulationError;

/// A motor with a winding: `V = R i + L di/dt + k_e ω`, torque `k_t i`, `ω` the velocity behind the gear.
///
/// With `R = 1` and `k_t = 1` and no inductance, torque is `V - k_e ω`: the desensitised model of Brewer and Gibson (1985,
/// equation 5.2), whose input is the voltage and whose friction has `β k` more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Electric {
    /// Resistance, Ω.
    pub resistance: f64,
    /// Inductance, H; without it current follows at once.
    pub inductance: f64,
    /// Torque for each ampere, N·m/A.
    pub torque_constant: f64,
    /// Back electromotive force, V·s/rad; of a direct-current motor the torque constant.
    pub back_emf: f64,
    /// Turns of the motor for one of what the robot file calls motor (or joint, where it has none).
    pub gear: f64,
}

impl Default for Electric {
    /// A voltage that is a torque: no back electromotive force.
    fn default() -> Self {
        Self {
            resistance: 1.0,
            inductance: 0.0,
            torque_constant: 1.0,
            back_emf: 0.0,
            gear: 1.0,
        }
    }
}

/// A number of a motor with a winding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElectricPart {
    /// [`Electric::resistance`], called `R`.
    Resistance,
    /// [`Electric::inductance`], called `L`.
    Inductance,
    /// [`Electric::torque_constant`], called `kt`.
    TorqueConstant,
    /// [`Electric::back_emf`], called `ke`.
    BackEmf,
}

impl ElectricPart {
    /// Every one.
    pub const ALL: [Self; 4] = [
        Self::Resistance,
        Self::Inductance,
        Self::TorqueConstant,
        Self::BackEmf,
    ];

    /// What it is called, before the motor's name: `kt_m1`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Resistance => "R",
            Self::Inductance => "L",
            Self::TorqueConstant => "kt",
            Self::BackEmf => "ke",
        }
    }

    /// Its unit.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Resistance => "Ω",
            Self::Inductance => "H",
            Self::TorqueConstant => "N·m/A",
            Self::BackEmf => "V·s/rad",
        }
    }
}

impl Electric {
    /// One of its numbers.
    #[must_use]
    pub fn part(&self, part: ElectricPart) -> f64 {
        match part {
            ElectricPart::Resistance => self.resistance,
            ElectricPart::Inductance => self.inductance,
            ElectricPart::TorqueConstant => self.torque_constant,
            ElectricPart::BackEmf => self.back_emf,
        }
    }

    pub(super) fn part_mut(&mut self, part: ElectricPart) -> &mut f64 {
        match part {
            ElectricPart::Resistance => &mut self.resistance,
            ElectricPart::Inductance => &mut self.inductance,
            ElectricPart::TorqueConstant => &mut self.torque_constant,
            ElectricPart::BackEmf => &mut self.back_emf,
        }
    }

    /// The voltage that is left for the winding at a velocity of the side that the robot file knows.
    pub(super) fn remaining(&self, voltage: f64, velocity: f64) -> f64 {
        voltage - self.back_emf * self.gear * velocity
    }

    pub(super) fn check(&self, name: &str) -> Result<(), SimulationError> {
        let refused = |what: &str, value, wanted| {
            let what = format!("{what} of {name}");
            Err(SimulationError::Value {
                what,
                value,
                wanted,
            })
        };
        match self {
            Self { resistance, .. } if !(*resistance > 0.0 && resistance.is_finite()) => {
                refused("the resistance", *resistance, "above 0")
            }
            Self { inductance, .. } if !(*inductance >= 0.0 && inductance.is_finite()) => {
                refused("the inductance", *inductance, "0 or above")
            }
            Self { gear, .. } if !(gear.is_finite() && *gear != 0.0) => {
                refused("the gear", *gear, "a number other than 0")
            }
            Self {
                torque_constant, ..
            } if !torque_constant.is_finite() => {
                refused("the torque constant", *torque_constant, "a number")
            }
            Self { back_emf, .. } if !back_emf.is_finite() => {
                refused("the back EMF", *back_emf, "a number")
            }
            _ => Ok(()),
        }
    }
}

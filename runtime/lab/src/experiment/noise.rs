//! Sensors: encoder steps, and noise on torque and position.

use super::Random;

/// The faults of simulated sensors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sensors {
    /// Encoder steps a turn (or a metre), on the measured side; none for perfect resolution.
    pub encoder: Option<f64>,
    /// Standard deviation of position noise before quantisation, rad or m on the measured side.
    pub position_noise: f64,
    /// Standard deviation of torque noise, as a share of each row's root mean square torque.
    pub torque_noise: f64,
}

impl Default for Sensors {
    /// Encoders of 17 bits and torque noise of 2 %.
    fn default() -> Self {
        Self {
            encoder: Some(131_072.0),
            position_noise: 0.0,
            torque_noise: 0.02,
        }
    }
}

impl Sensors {
    /// What the encoder of a column of positions says; a revolute axis has 2 pi a turn.
    pub fn read_position(&self, revolute: bool, column: &mut [f64], random: &mut Random) {
        let turn = if revolute {
            2.0 * std::f64::consts::PI
        } else {
            1.0
        };
        for q in column {
            *q += self.position_noise * random.normal();
            if let Some(steps) = self.encoder {
                let step = turn / steps;
                *q = (*q / step).round() * step;
            }
        }
    }

    /// What the torque sensor says.
    pub fn read_torque(&self, column: &mut [f64], random: &mut Random) {
        let count = column.len().max(1) as f64;
        let level = (column.iter().map(|t| t * t).sum::<f64>() / count).sqrt();
        for tau in column {
            *tau += self.torque_noise * level * random.normal();
        }
    }
}

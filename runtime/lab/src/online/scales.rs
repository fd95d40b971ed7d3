//! What noise and prior are measured by where nothing is known of them.

/// Root mean squares over a motion.
pub(super) struct Scales {
    /// Of torques (`n`).
    pub(super) torques: Vec<f64>,
    /// Of what each base parameter would have to be to make all torques by itself (`b`); 1 of one that makes none.
    pub(super) parameters: Vec<f64>,
}

/// Sums of squares of torques (`n`) and of rows (`n × b`) over samples.
pub(super) struct Squares {
    samples: f64,
    torques: Vec<f64>,
    rows: Vec<f64>,
}

impl Squares {
    pub(super) fn new(joints: usize, base: usize) -> Self {
        Self {
            samples: 0.0,
            torques: vec![0.0; joints],
            rows: vec![0.0; joints * base],
        }
    }

    pub(super) fn add<'r>(&mut self, rows: impl IntoIterator<Item = &'r f64>, torques: &[f64]) {
        self.samples += 1.0;
        let add = |(sum, x): (&mut f64, &f64)| *sum += x * x;
        self.torques.iter_mut().zip(torques).for_each(add);
        self.rows.iter_mut().zip(rows).for_each(add);
    }

    pub(super) fn scales(&self) -> Scales {
        let mean = |sum: &f64| (sum / self.samples.max(1.0)).sqrt().max(1e-9);
        let torques: Vec<f64> = self.torques.iter().map(mean).collect();
        let base = self.rows.len() / torques.len().max(1);
        let whole = self.samples * torques.len() as f64;
        let parameter = |k: usize| {
            let column = self.rows.iter().skip(k).step_by(base).zip(&torques);
            let sum: f64 = column.map(|(sum, torque)| sum / (torque * torque)).sum();
            match sum > 0.0 {
                true => (whole / sum).sqrt(),
                false => 1.0,
            }
        };
        Scales {
            parameters: (0..base).map(parameter).collect(),
            torques,
        }
    }
}

#[cfg(test)]
mod tests;

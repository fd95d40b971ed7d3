//! A motion of a robot with its torques from the oracle, written as a recording in whatever form.

use std::path::Path;

use armwright_tests::oracle::Mechanism;
use nalgebra::{DMatrix, DVector};
use serde_json::Value;

use crate::program::{Folder, csv};

/// Samples a second, Hz, and how many.
pub(crate) const RATE: f64 = 200.0;
pub(crate) const SAMPLES: usize = 1600;
/// Processing that leaves nothing to choice: every form is processed alike.
const OPTIONS: &str = "--method ols --equations joint --cutoff 30 --decimate 5 --trim 100 \
                       --velocity-threshold 0 --motor-velocity-threshold 0.5";

/// A column a joint.
pub(crate) type Columns = Vec<Vec<f64>>;

/// What a robot did, on the joint side and in SI units.
pub(crate) struct Motion {
    pub(crate) robot: &'static str,
    pub(crate) oracle: Mechanism,
    pub(crate) theta: Vec<f64>,
    /// `q_motor = G q_joint`.
    pub(crate) transmission: DMatrix<f64>,
    /// Torque for each ampere of the motors.
    pub(crate) constants: Vec<f64>,
    pub(crate) q: Columns,
    pub(crate) qd: Columns,
    pub(crate) qdd: Columns,
    pub(crate) tau: Columns,
}

impl Motion {
    /// Two sliding joints whose file has torque constants.
    pub(crate) fn of_gantry() -> Self {
        let transmission = [20.0, 0.0, -8.0, 10.0];
        Self::new("gantry", "by_hand/gantry.yaml", &transmission, &[0.5, 0.25])
    }

    /// Three turning joints.
    pub(crate) fn of_wrist() -> Self {
        let transmission = [-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0];
        let file = "../robots/abb_wrist.yaml";
        Self::new("abb_wrist", file, &transmission, &[0.3, 0.4, 0.7])
    }

    /// Sines of incommensurable frequencies, torques of the nominal parameters, and something besides
    /// that no parameter explains.
    fn new(robot: &'static str, file: &str, transmission: &[f64], constants: &[f64]) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let oracle = Mechanism::read(&file).expect("the oracle reads it");
        let n = oracle.dof();
        let nominal = oracle.parameters().iter();
        let wave = |i: usize, derivative: i32| -> Vec<f64> {
            let at = |k: usize| (0..3).map(|part| harmonic(i, part, k, derivative)).sum();
            (0..SAMPLES).map(at).collect()
        };
        let columns = |derivative| (0..n).map(|i| wave(i, derivative)).collect();
        let mut made = Self {
            robot,
            theta: nominal.map(|p| p.nominal.unwrap_or(0.0)).collect(),
            transmission: DMatrix::from_row_slice(n, n, transmission),
            constants: constants.to_vec(),
            q: columns(0),
            qd: columns(1),
            qdd: columns(2),
            tau: vec![vec![0.0; SAMPLES]; n],
            oracle,
        };
        let theta = made.theta.clone();
        made.drive(&theta, 0..SAMPLES, 0.3);
        made
    }

    /// Sets the torques of some samples to those of parameters, and of this size of something besides.
    pub(crate) fn drive(&mut self, theta: &[f64], samples: std::ops::Range<usize>, besides: f64) {
        for k in samples {
            let at = |columns: &Columns| -> Vec<f64> { columns.iter().map(|c| c[k]).collect() };
            let [q, qd, qdd] = [&self.q, &self.qd, &self.qdd].map(at);
            let torque = self.oracle.torque(theta, &q, &qd, &qdd);
            for (i, torque) in torque.into_iter().enumerate() {
                self.tau[i][k] = torque + besides * (real(k * k) + real(i)).sin();
            }
        }
    }

    /// The same without anything besides.
    pub(crate) fn exact(mut self) -> Self {
        let theta = self.theta.clone();
        self.drive(&theta, 0..SAMPLES, 0.0);
        self
    }

    /// Base parameters of the truth, those of bodies first, as `info` says what they are made of.
    pub(crate) fn truth(&self, folder: &Folder) -> Vec<f64> {
        let info = folder.json(&format!("{} info", self.robot));
        let value = |name: &Value| {
            let mut named = self.oracle.parameters().iter().zip(&self.theta);
            *named
                .find(|(p, _)| *name == *p.name)
                .expect("a parameter")
                .1
        };
        let sum = |base: &Value| -> f64 {
            let terms = base["terms"].as_array().expect("terms").iter();
            let factor = |term: &Value| term["coefficient"].as_f64().expect("a factor");
            terms
                .map(|term| factor(term) * value(&term["parameter"]))
                .sum()
        };
        let is_drive = |base: &&Value| {
            let name = base["name"].as_str().expect("a name");
            ["Ia_", "fc_", "fv_", "fo_"]
                .iter()
                .any(|symbol| name.starts_with(symbol))
        };
        let base = info["base"].as_array().expect("a list");
        let (drives, bodies): (Vec<_>, Vec<_>) = base.iter().partition(is_drive);
        bodies.into_iter().chain(drives).map(sum).collect()
    }

    /// A quantity's columns as they would be measured there: positions and their derivatives by `G`,
    /// torques by its inverse transposed.
    pub(crate) fn measured(&self, quantity: &str, way: Way) -> Columns {
        let columns = match quantity {
            "position" => &self.q,
            "velocity" => &self.qd,
            "acceleration" => &self.qdd,
            _ => &self.tau,
        };
        let n = columns.len();
        let inverse = self
            .transmission
            .clone()
            .try_inverse()
            .expect("a transmission");
        let matrix = match (way.side, quantity) {
            ("joint", _) => DMatrix::identity(n, n),
            (_, "torque" | "current") => inverse.transpose(),
            _ => self.transmission.clone(),
        };
        let mut turned = vec![Vec::new(); n];
        for k in 0..SAMPLES {
            let joint = DVector::from_iterator(n, columns.iter().map(|c| c[k]));
            for (i, x) in (&matrix * joint).iter().enumerate() {
                let ampere = if quantity == "current" {
                    self.constants[i]
                } else {
                    1.0
                };
                turned[i].push(x / ampere / way.factor);
            }
        }
        turned
    }

    /// Writes a recording of these quantities, `run.csv` and `run.yaml`.
    pub(crate) fn write(&self, folder: &Folder, parts: &[Part<'_>], time: Time) {
        let mut text = format!("recording:\n  file: run.csv\n  time: {}\n", time.text);
        let stamps = time.factor.map(|factor| {
            let stamps = (0..SAMPLES).map(|k| (real(k) / RATE + 3.0) / factor);
            ("clock".to_owned(), stamps.collect())
        });
        let mut columns: Vec<(String, Vec<f64>)> = stamps.into_iter().collect();
        for Part {
            quantity,
            way,
            more,
            ..
        } in parts
        {
            let names: Vec<String> = (0..self.q.len())
                .map(|i| format!("{quantity}_{i}"))
                .collect();
            let (list, unit, side) = (names.join(", "), way.unit, way.side);
            text += &format!(
                "  {quantity}: {{columns: [{list}], unit: '{unit}', side: {side}{more}}}\n"
            );
            columns.extend(names.into_iter().zip(self.measured(quantity, *way)));
        }
        for (column, numbers) in &mut columns {
            if parts
                .iter()
                .any(|part| part.nonsense && column.starts_with(part.quantity))
            {
                let slow = |k: usize| 0.5 * (0.4 * real(k) / RATE).sin();
                *numbers = (0..SAMPLES).map(slow).collect();
            }
        }
        folder.write("run.csv", &csv(&columns));
        folder.write("run.yaml", &text);
    }

    /// Identifies from a recording of these quantities: values and deviations of all base parameters.
    pub(crate) fn identified(
        &self,
        folder: &Folder,
        parts: &[Part<'_>],
        time: Time,
    ) -> Vec<[f64; 2]> {
        self.write(folder, parts, time);
        figures(&self.identification(folder, "--recording run.yaml"))
    }

    /// What `identify` finds.
    pub(crate) fn identification(&self, folder: &Folder, arguments: &str) -> Value {
        self.processed(folder, arguments, OPTIONS)
    }

    /// The same with other processing.
    pub(crate) fn processed(&self, folder: &Folder, arguments: &str, processing: &str) -> Value {
        let line = format!("{} identify {arguments} {processing} --out out", self.robot);
        folder.json(&line)
    }
}

/// Values and deviations of all base parameters, those of bodies first.
pub(crate) fn figures(found: &Value) -> Vec<[f64; 2]> {
    let lists = ["base", "drive"].map(|list| found[list].as_array().expect("a list").clone());
    let figure = |p: &Value, key: &str| p[key].as_f64().unwrap_or_else(|| panic!("{key} of {p}"));
    let both = lists.concat();
    both.iter()
        .map(|p| ["value", "std"].map(|key| figure(p, key)))
        .collect()
}

/// One of the sines of a joint, or a derivative of it, at a sample.
fn harmonic(joint: usize, part: usize, sample: usize, derivative: i32) -> f64 {
    let (multiple, size) = [(1.0, 0.5), (2.3, 0.25), (4.1, 0.1)][part];
    let w = multiple * (1.3 + 0.37 * real(joint));
    let quarter = std::f64::consts::FRAC_PI_2 * f64::from(derivative);
    size * w.powi(derivative) * (w * real(sample) / RATE + multiple + quarter).sin()
}

/// A side, a unit and what it is in SI units.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) side: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) factor: f64,
}

pub(crate) const fn way(side: &'static str, unit: &'static str, factor: f64) -> Way {
    Way { side, unit, factor }
}

/// A quantity as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) quantity: &'a str,
    pub(crate) way: Way,
    /// Further keys of the description.
    pub(crate) more: &'a str,
    /// Whether the numbers are nonsense, on which nothing may depend.
    pub(crate) nonsense: bool,
}

pub(crate) fn part(quantity: &str, way: Way) -> Part<'_> {
    Part {
        quantity,
        way,
        more: "",
        nonsense: false,
    }
}

/// Positions, velocities, accelerations and torques in plain units at the joints.
pub(crate) fn plain(robot: &str) -> [Part<'static>; 4] {
    let units = match robot {
        "gantry" => ["m", "m/s", "m/s²", "N"],
        _ => ["rad", "rad/s", "rad/s²", "N·m"],
    };
    let quantities = ["position", "velocity", "acceleration", "torque"];
    std::array::from_fn(|k| part(quantities[k], way("joint", units[k], 1.0)))
}

/// How time is written.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) text: &'static str,
    /// The unit of the stamps in seconds; none for a rate.
    pub(crate) factor: Option<f64>,
}

pub(crate) const SECONDS: Time = Time {
    text: "{column: clock, unit: s}",
    factor: Some(1.0),
};

pub(crate) fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("few"))
}

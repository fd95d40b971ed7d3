//! What torque determines of physical parameters and lengths, by numbers alone: the oracle's torque, its
//! derivatives by differences, and a singular value decomposition.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use crate::oracle::{Mechanism, OracleError, ParameterKind};
use crate::random::Random;

/// Singular values below this share of the largest are zero, and those above [`FULL`] are not; between them no
/// one can say.
const EMPTY: f64 = 1e-10;
/// See [`EMPTY`].
const FULL: f64 = 1e-6;

/// Symbols of a body's physical parameters: mass, centre of mass, inertia about it.
const PHYSICAL: [&str; 10] = [
    "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
];

/// Standard parameters of ten physical ones: `h = m t`, `L = J + m (|t|² 1 - t tᵀ)`.
#[must_use]
pub fn standard([m, x, y, z, xx, xy, xz, yy, yz, zz]: [f64; 10]) -> [f64; 10] {
    [
        m,
        m * x,
        m * y,
        m * z,
        xx + m * (y * y + z * z),
        xy - m * x * y,
        xz - m * x * z,
        yy + m * (x * x + z * z),
        yz - m * y * z,
        zz + m * (x * x + y * y),
    ]
}

/// A robot file with many of its lengths made symbols.
///
/// # Panics
/// If it is no robot file that was made up.
#[must_use]
pub fn symbolic(text: &str, random: &mut Random) -> String {
    let forms = ["l_a", "l_b", "-l_a", "2*l_b", "0.2 - l_b", "l_a + l_b"];
    let mut length = |number: &str| match random.between(0.0, 1.0) {
        share if share < 0.2 => "0".to_owned(),
        share if share < 0.7 => forms[random.below(forms.len())].to_owned(),
        _ => number.to_owned(),
    };
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        for (key, end) in [("xyz: [", ']'), (", a: ", ','), (", d: ", ',')] {
            if let Some(start) = line.find(key).map(|at| at + key.len()) {
                let end = start + line[start..].find(end).expect("its end");
                let parts: Vec<String> = line[start..end].split(", ").map(&mut length).collect();
                line.replace_range(start..end, &parts.join(", "));
            }
        }
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

/// A robot's text with other values of its constants, which stand in lines like
/// `  l_a: {value: 0.4, unit: m, symbolic: true}`.
///
/// # Panics
/// If a constant has no such line.
#[must_use]
pub fn with_lengths(text: &str, lengths: &BTreeMap<String, f64>) -> String {
    let mut text = text.to_owned();
    for (name, value) in lengths {
        let key = format!("\n  {name}: {{value: ");
        let start = text.find(&key).expect("the constant's line") + key.len();
        let end = start + text[start..].find(',').expect("a value and more");
        text.replace_range(start..end, &format!("({value:e})"));
    }
    text
}

/// A robot with physical parameters and lengths, and the states in which its torque is looked at.
#[derive(Debug, Clone)]
pub struct Seen {
    text: String,
    /// Values of the constants.
    pub lengths: BTreeMap<String, f64>,
    /// Values of all other quantities, in the order of the standard parameters.
    pub values: Vec<(String, f64)>,
    states: Vec<[Vec<f64>; 3]>,
}

impl Seen {
    /// A robot with these lengths, random parameters and random states.
    ///
    /// # Errors
    /// [`OracleError`] says what the oracle cannot read.
    pub fn new(
        text: &str,
        lengths: BTreeMap<String, f64>,
        random: &mut Random,
    ) -> Result<Self, OracleError> {
        let robot = Mechanism::parse(&with_lengths(text, &lengths))?;
        let value = |name: &str, kind: ParameterKind, random: &mut Random| match kind {
            ParameterKind::Inertial { component, .. } => {
                let owner = name.split_once('_').map_or("", |(_, owner)| owner);
                let value = match component {
                    0 => random.between(0.5, 5.0),
                    1..=3 => random.between(-0.4, 0.4),
                    4 | 7 | 9 => random.between(0.1, 1.0),
                    _ => random.between(-0.1, 0.1),
                };
                (format!("{}_{owner}", PHYSICAL[component]), value)
            }
            ParameterKind::Drive(..) | ParameterKind::Spring(..) | ParameterKind::Torque(_) => {
                (name.to_owned(), random.between(0.1, 1.0))
            }
        };
        let parameters = robot.parameters().iter();
        let values: Vec<_> = parameters.map(|p| value(&p.name, p.kind, random)).collect();
        let wanted = 3 * (values.len() + lengths.len()) / robot.dof().max(1) + 5;
        let state = |_| [2.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
        let states = (0..wanted).map(state).collect();
        Ok(Self {
            text: text.to_owned(),
            lengths,
            values,
            states,
        })
    }

    /// Standard parameters.
    #[must_use]
    pub fn theta(&self) -> DVector<f64> {
        self.standard(
            &self
                .values
                .iter()
                .map(|(_, value)| *value)
                .collect::<Vec<_>>(),
        )
    }

    /// Standard parameters of physical ones: tens of bodies come first.
    fn standard(&self, values: &[f64]) -> DVector<f64> {
        let masses = self
            .values
            .iter()
            .filter(|(name, _)| name.starts_with("m_"));
        let (bodies, drives) = values.split_at(10 * masses.count());
        let ten = |body: &[f64]| standard(std::array::from_fn(|k| body[k]));
        let bodies = bodies.chunks(10).flat_map(ten);
        DVector::from_vec(bodies.chain(drives.iter().copied()).collect())
    }

    /// The regressor of the standard parameters with some lengths, all states below each other.
    ///
    /// # Panics
    /// If the robot's text cannot be read with these.
    #[must_use]
    pub fn regressor(&self, lengths: &BTreeMap<String, f64>) -> DMatrix<f64> {
        let text = with_lengths(&self.text, lengths);
        let robot = Mechanism::parse(&text).expect("it was read before");
        let states = self.states.iter();
        let blocks: Vec<_> = states
            .map(|[q, qd, qdd]| robot.regressor(q, qd, qdd))
            .collect();
        let rows: usize = blocks.iter().map(DMatrix::nrows).sum();
        let mut all = DMatrix::zeros(rows, self.values.len());
        let mut at = 0;
        for block in blocks {
            all.rows_mut(at, block.nrows()).copy_from(&block);
            at += block.nrows();
        }
        all
    }

    /// The torque in all states.
    #[must_use]
    pub fn torque(&self) -> DVector<f64> {
        self.regressor(&self.lengths) * self.theta()
    }

    /// Derivatives of the torque by every quantity, with their names. Torque is of second degree in each of them,
    /// so that differences are derivatives.
    #[must_use]
    pub fn jacobian(&self) -> (Vec<String>, DMatrix<f64>) {
        let regressor = self.regressor(&self.lengths);
        let mut names: Vec<String> = self.values.iter().map(|(name, _)| name.clone()).collect();
        let mut columns = Vec::new();
        for place in 0..self.values.len() {
            let at = |by: f64| {
                let mut values: Vec<f64> = self.values.iter().map(|(_, value)| *value).collect();
                values[place] += by;
                self.standard(&values)
            };
            columns.push(&regressor * ((at(0.25) - at(-0.25)) * 2.0));
        }
        let theta = self.theta();
        for (name, value) in &self.lengths {
            let at = |by: f64| {
                let mut lengths = self.lengths.clone();
                lengths.insert(name.clone(), value + by);
                self.regressor(&lengths) * &theta
            };
            columns.push((at(0.25) - at(-0.25)) * 2.0);
            names.push(name.clone());
        }
        (names, DMatrix::from_columns(&columns))
    }
}

/// What a Jacobian says of some of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Determined {
    /// Its rank there.
    pub rank: usize,
    /// Columns that are not zero.
    pub visible: Vec<usize>,
    /// Columns whose unit vector lies in the row space.
    pub determined: Vec<usize>,
}

/// What the columns `among` determine; `None` where numbers do not tell zero from small.
#[must_use]
pub fn determined(jacobian: &DMatrix<f64>, among: &[usize]) -> Option<Determined> {
    let norm = |&column: &usize| jacobian.column(column).norm();
    let largest = among.iter().map(norm).fold(0.0, f64::max).max(1.0);
    let (visible, rest): (Vec<usize>, Vec<usize>) = among
        .iter()
        .partition(|&column| norm(column) > FULL * largest);
    if rest.iter().any(|column| norm(column) > EMPTY * largest) {
        return None;
    }
    let columns: Vec<DVector<f64>> = visible
        .iter()
        .map(|column| jacobian.column(*column) / norm(column))
        .collect();
    if columns.is_empty() {
        return Some(Determined {
            rank: 0,
            visible,
            determined: Vec::new(),
        });
    }
    let scaled = DMatrix::from_columns(&columns);
    // The eigenvectors of a Gram matrix would do, but not with half the digits.
    let triangle = scaled.qr().r();
    let svd = triangle.svd(false, true);
    let (sigma, v) = (&svd.singular_values, svd.v_t?);
    let first = sigma.max();
    if sigma
        .iter()
        .any(|s| *s > EMPTY * first && *s < FULL * first)
    {
        return None;
    }
    let empty: Vec<usize> = (0..sigma.len())
        .filter(|&k| sigma[k] <= EMPTY * first)
        .collect();
    let mut found = Vec::new();
    for (place, &column) in visible.iter().enumerate() {
        let part = empty
            .iter()
            .map(|&k| v[(k, place)].powi(2))
            .sum::<f64>()
            .sqrt();
        if part > 1e-7 && part < 1e-4 {
            return None;
        }
        if part <= 1e-7 {
            found.push(column);
        }
    }
    Some(Determined {
        rank: sigma.len() - empty.len(),
        visible,
        determined: found,
    })
}

/// A combination of columns that is nearest to a vector, of independent ones alone (Gram and Schmidt, largest first);
/// `None` where numbers do not tell which these are.
#[must_use]
pub fn combination(matrix: &DMatrix<f64>, wanted: &DVector<f64>) -> Option<DVector<f64>> {
    let largest = matrix.column_iter().map(|c| c.norm()).fold(0.0, f64::max);
    let unit = |column: usize| {
        let norm = matrix.column(column).norm();
        let scale = if norm > EMPTY * largest {
            norm.recip()
        } else {
            0.0
        };
        matrix.column(column) * scale
    };
    let mut left: Vec<DVector<f64>> = (0..matrix.ncols()).map(unit).collect();
    let mut chosen = Vec::new();
    while let Some((column, norm)) = (0..left.len())
        .map(|k| (k, left[k].norm()))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|(_, norm)| *norm > EMPTY)
    {
        if norm < FULL {
            return None;
        }
        let direction = &left[column] / norm;
        chosen.push(column);
        for _ in 0..2 {
            for other in &mut left {
                *other -= &direction * direction.dot(other);
            }
        }
        left[column].fill(0.0);
    }
    let columns: Vec<DVector<f64>> = chosen
        .iter()
        .map(|&k| matrix.column(k).into_owned())
        .collect();
    let mut combination = DVector::zeros(matrix.ncols());
    if !columns.is_empty() {
        let qr = DMatrix::from_columns(&columns).qr();
        let shares = qr
            .r()
            .solve_upper_triangular(&(qr.q().transpose() * wanted))?;
        for (column, share) in chosen.into_iter().zip(shares.iter()) {
            combination[column] = *share;
        }
    }
    Some(combination)
}

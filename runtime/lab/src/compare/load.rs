//! A load on a body: ten parameters more.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::change::Changes;
use crate::numeric::Decomposition;
use crate::parameters::{base_matrix, bodies, physical};
use crate::thresholds::CERTAIN;
use armwright_runtime::{Inertial, Model};

/// A load that was put on a body between the results, or taken off it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Load {
    /// The body that carries it.
    pub body: String,
    #[serde(skip)]
    pub(super) place: usize,
    /// Whether it was taken off: the first result has it.
    pub removed: bool,
    /// Its mass, its centre and its inertia about that, in the frame of the body.
    pub values: Vec<LoadValue>,
    /// Its mass, first moments and inertia about the origin of the body's frame, of which more may be told.
    pub standard: Vec<LoadValue>,
    /// The share of the change of bodies that it explains, in squares of deviations.
    pub explained: f64,
    /// The probability of what it leaves of that.
    pub p_value: f64,
    /// Whether drives changed as well (their friction, say), which no load does.
    pub with_drives: bool,
}

/// A physical parameter of a load.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoadValue {
    /// `m`, `tx`, `Jxx`.
    pub name: &'static str,
    /// Its value; none if the changes do not tell it.
    pub value: Option<f64>,
    /// Its standard deviation, wider for what the load leaves unexplained.
    pub std: Option<f64>,
    /// Its unit.
    pub unit: &'static str,
}

impl Load {
    /// Its mass and the deviation of that, where they are told.
    fn mass(&self) -> Option<(f64, f64)> {
        let mass = self.standard.first()?;
        mass.value.zip(mass.std)
    }

    /// Whether anything of it is told.
    pub(super) fn is_told(&self) -> bool {
        self.standard.iter().any(|value| value.value.is_some())
    }

    /// Whether something of it is told, and its mass from zero, where that is told at all.
    pub(super) fn is_certain(&self) -> bool {
        self.is_told() && self.mass().is_none_or(|(mass, std)| mass > CERTAIN * std)
    }
}

/// `a load of 3.04 ± 0.03 kg on body 6`.
impl std::fmt::Display for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = if self.removed { "taken off" } else { "on" };
        match self.mass() {
            Some((mass, std)) => write!(
                f,
                "a load of {mass:.3} ± {std:.3} kg {what} body {}",
                self.body
            )?,
            None => write!(
                f,
                "a load on body {}, whose mass these joints do not tell,",
                self.body
            )?,
        }
        if self.with_drives {
            f.write_str(" with a change of drives (their friction, say)")?;
        }
        Ok(())
    }
}

/// The load on a body that explains most; none if no base parameter would change with one.
pub(super) fn of(
    model: &Model,
    changes: &Changes<'_>,
    body: usize,
    with_drives: bool,
) -> Option<Load> {
    let some = changes.of_bodies();
    let (name, places) = bodies(model)[body];
    let parts = base_matrix(model);
    let part = |row: usize, component: usize| match (changes.place(some[row]), places[component]) {
        (Some(base), Some(parameter)) => parts[(base, parameter)],
        _ => 0.0,
    };
    let whitening = changes.whitening(&some, 1.0);
    let change = DVector::from_fn(some.len(), |k, _| {
        changes.second[some[k]] - changes.first[some[k]]
    });
    let change = &whitening * change;
    let columns = &whitening * DMatrix::from_fn(some.len(), 10, part);
    let decomposition = Decomposition::of(&columns);
    if decomposition.rank == 0 || columns.amax() <= 0.0 {
        return None;
    }
    let found = &decomposition.inverse * &change;
    let left = (&change - &columns * &found).norm_squared();
    let spare = some.len().saturating_sub(decomposition.rank).max(1) as f64;
    let covariance = &decomposition.inverse * decomposition.inverse.transpose();
    let covariance = covariance * (left / spare).max(1.0);
    let determined = decomposition.determined();
    let removed = determined[0] && found[0] < 0.0;
    let found = if removed { -found } else { found };
    Some(Load {
        body: name.to_owned(),
        place: body,
        removed,
        values: values(&found, &covariance, &determined),
        standard: standard(&found, &covariance, &determined),
        explained: (1.0 - left / change.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0),
        p_value: changes.tail(left, &some, decomposition.rank),
        with_drives,
    })
}

/// Units of mass, first moments or centres, and inertias.
fn unit(component: Inertial, moment: &'static str) -> &'static str {
    match component {
        Inertial::Mass => "kg",
        Inertial::Moment(_) => moment,
        Inertial::Inertia(..) => "kg·m²",
    }
}

/// Standard parameters of a load.
pub(crate) fn standard(
    found: &DVector<f64>,
    covariance: &DMatrix<f64>,
    determined: &[bool],
) -> Vec<LoadValue> {
    let value = |component: Inertial| {
        let k = component.at();
        LoadValue {
            name: component.standard(),
            value: determined[k].then_some(found[k]),
            std: determined[k].then(|| covariance[(k, k)].max(0.0).sqrt()),
            unit: unit(component, "kg·m"),
        }
    };
    Inertial::ALL.map(value).to_vec()
}

/// Physical parameters of a load with standard parameters `found`; of one that was taken off, whose mass is negative as its
/// inertia is, about the same centre.
pub(crate) fn values(
    found: &DVector<f64>,
    covariance: &DMatrix<f64>,
    determined: &[bool],
) -> Vec<LoadValue> {
    let sign = 1.0_f64.copysign(found[0]);
    let at = |found: &DVector<f64>| {
        let load = physical(std::array::from_fn(|k| sign * found[k]))?;
        let centre = |k: &usize| (1..4).contains(k);
        Some(std::array::from_fn::<f64, 10, _>(|k| {
            if centre(&k) { load[k] } else { sign * load[k] }
        }))
    };
    let nominal = at(found);
    let derivative = |k: usize| -> Option<[f64; 10]> {
        // They are quotients by the mass: a step that is small beside it.
        let step = 1e-6 * found[k].abs().max(1e-3 * found[0].abs());
        let moved = |by: f64| {
            let mut found = found.clone();
            found[k] += by;
            at(&found)
        };
        let (ahead, behind) = moved(step).zip(moved(-step))?;
        Some(std::array::from_fn(|i| {
            (ahead[i] - behind[i]) / (2.0 * step)
        }))
    };
    let jacobian: Option<Vec<[f64; 10]>> = (0..10).map(derivative).collect();
    Inertial::ALL
        .into_iter()
        .map(|component| {
            let i = component.at();
            let row = jacobian
                .as_ref()
                .map(|columns| DVector::from_fn(10, |k, _| columns[k][i]));
            let told = row.filter(|row| (0..10).all(|k| determined[k] || row[k] == 0.0));
            LoadValue {
                name: component.physical(),
                value: told.as_ref().and_then(|_| nominal.map(|p| p[i])),
                unit: unit(component, "m"),
                std: told.map(|row| (row.transpose() * covariance * &row)[0].max(0.0).sqrt()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_of_quotients_are_those_of_their_parts() {
        let mut found = DVector::zeros(10);
        let mut covariance = DMatrix::zeros(10, 10);
        let given = [
            (Inertial::ALL[0], 2.0, 0.01),
            (Inertial::ALL[1], 0.4, 0.002),
            (Inertial::ALL[2], 0.6, 0.003),
            (Inertial::ALL[4], 0.5, 0.004),
        ];
        for (component, value, std) in given {
            found[component.at()] = value;
            covariance[(component.at(), component.at())] = std * std;
        }
        let told = values(&found, &covariance, &[true; 10]);
        // mx/m, and Lxx - my²/m.
        let centre = (0.002_f64 / 2.0).hypot(0.4 * 0.01 / 4.0);
        let inertia = 0.004_f64
            .hypot(2.0 * 0.6 * 0.003 / 2.0)
            .hypot(0.36 * 0.01 / 4.0);
        for (k, value, std) in [(0, 2.0, 0.01), (1, 0.2, centre), (4, 0.32, inertia)] {
            let [is, off] = [told[k].value, told[k].std].map(|x| x.expect("a value"));
            assert!((is - value).abs() < 1e-12, "{:?}", told[k]);
            assert!((off - std).abs() < 1e-6 * std, "{off} for {std}");
        }
        // Taken off, it is the same body less.
        let gone = values(&-found, &covariance, &[true; 10]);
        for (k, (gone, put_on)) in gone.iter().zip(&told).enumerate() {
            let sign = if (1..4).contains(&k) { 1.0 } else { -1.0 };
            let of = |value: &LoadValue| value.value.zip(value.std).expect("a value");
            let ((is, off), (value, std)) = (of(gone), of(put_on));
            assert!((is - sign * value).abs() < 1e-12, "{gone:?}");
            assert!((off - std).abs() <= 1e-6 * std, "{gone:?}");
        }
    }

    /// A centre is told where the mass and its own moment are; an inertia about it needs the moments of its axes too.
    #[test]
    fn what_rests_on_told_parameters_alone_is_told() {
        let mut found = DVector::from_element(10, 0.5);
        found[Inertial::ALL[0].at()] = 2.0;
        let covariance = DMatrix::identity(10, 10) * 1e-4;
        let names = |known: &[usize]| -> Vec<&'static str> {
            let mut determined = [false; 10];
            for k in known {
                determined[Inertial::ALL[*k].at()] = true;
            }
            let told = values(&found, &covariance, &determined);
            assert!(told.iter().all(|v| v.value.is_some() == v.std.is_some()));
            let told = told.into_iter().filter(|v| v.value.is_some());
            told.map(|v| v.name).collect()
        };
        assert_eq!(names(&[0]), ["m"]);
        assert_eq!(names(&[0, 2]), ["m", "ty"]);
        assert_eq!(names(&[0, 2, 3]), ["m", "ty", "tz"]);
        // Jxx = Lxx - (my² + mz²) / m, and Jxy = Lxy + mx my / m.
        assert_eq!(names(&[0, 2, 3, 4]), ["m", "ty", "tz", "Jxx"]);
        assert_eq!(names(&[0, 1, 2, 5]), ["m", "tx", "ty", "Jxy"]);
        assert_eq!(names(&[0, 3, 4]), ["m", "tz"]);
        assert!(names(&[1, 2, 3, 4]).is_empty(), "all rest on the mass");
    }
}

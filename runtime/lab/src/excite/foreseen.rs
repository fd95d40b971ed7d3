//! A parameter before a motion is run: how well it will be known.

use serde::Serialize;

/// A parameter, and how well it will be known.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Foreseen {
    /// Its name.
    pub name: String,
    /// A base parameter as a combination.
    pub expression: String,
    /// Its unit.
    pub unit: String,
    /// Its expected standard deviation; none if the motion does not determine it.
    pub std: Option<f64>,
    /// Its nominal value.
    pub nominal: Option<f64>,
    /// The deviation as a share of that.
    pub relative: Option<f64>,
}

pub(super) fn foreseen(
    name: &str,
    expression: &str,
    unit: &str,
    std: Option<f64>,
    nominal: Option<f64>,
) -> Foreseen {
    let relative = std
        .zip(nominal.filter(|x| *x != 0.0))
        .map(|(std, x)| (std / x).abs());
    Foreseen {
        name: name.to_owned(),
        expression: expression.to_owned(),
        unit: unit.to_owned(),
        std,
        nominal,
        relative,
    }
}

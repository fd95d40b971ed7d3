//! Published results of the TX40, in its own parameters and in ours.

use std::collections::HashMap;
use std::path::Path;

use armwright_runtime::Model;
use nalgebra::DMatrix;

use crate::oracle::{ExpressionError, evaluate};

/// A published table that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A line has not the five fields: combination, value, deviation, weighted value, deviation.
    #[error("line {0} of the published table has not five fields")]
    Line(usize),
    /// A combination uses a parameter that the robot does not have.
    #[error(transparent)]
    Combination(#[from] ExpressionError),
}

/// One published base parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// The combination, in the source's names: `Izz2 + 1.0*Ia2 + 0.050625*m3`.
    pub combination: String,
    /// The value by weighted least squares.
    pub value: f64,
    /// Its relative standard deviation, %.
    pub percent: f64,
}

impl Published {
    /// Reads the published table.
    ///
    /// # Errors
    /// [`PublishedError`] if the file is no such table.
    pub fn read(path: &Path) -> Result<Vec<Self>, PublishedError> {
        let text = std::fs::read_to_string(path)?;
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(at, line)| {
                let fields: Vec<&str> = line.split(',').map(str::trim).collect();
                let [combination, _, _, value, percent] = fields[..] else {
                    return Err(PublishedError::Line(at + 1));
                };
                let number = |text: &str| text.parse().map_err(|_| PublishedError::Line(at + 1));
                let (value, percent) = (number(value)?, number(percent)?);
                Ok(Self {
                    combination: combination.to_owned(),
                    value,
                    percent,
                })
            })
            .collect()
    }
}

/// The published combinations as a matrix (`rows × p`) times our standard parameters.
///
/// # Errors
/// [`PublishedError::Combination`] if a combination uses an unknown parameter.
pub fn published_matrix(
    published: &[Published],
    model: &Model,
) -> Result<DMatrix<f64>, PublishedError> {
    let mut matrix = DMatrix::zeros(published.len(), model.parameters.len());
    for (column, parameter) in model.parameters.iter().enumerate() {
        let values = of_unit(parameter.name);
        for (row, combination) in published.iter().enumerate() {
            matrix[(row, column)] = evaluate(&combination.combination, &values)?;
        }
    }
    Ok(matrix)
}

/// The source's parameters where one of ours is 1 and all others are 0.
///
/// The source has the coupled drive's parameters on the joint side, `Iam6 = 32² Ia_m6` and so on,
/// and counts what the sixth motor adds to joints 5 and 6 alone as theirs (`Ia5`, `fv6`, ...).
fn of_unit(ours: &str) -> HashMap<String, f64> {
    const RATIO: f64 = 32.0;
    let inertial = [
        "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz", "mx", "my", "mz", "m",
    ];
    let drive = ["Ia", "fv", "fs", "off"];
    let symbols = inertial.iter().chain(&drive);
    let all = symbols.flat_map(|symbol| (1..=6).map(move |joint| format!("{symbol}{joint}")));
    let coupled = ["Iam6", "fvm6", "fsm6"].map(str::to_owned);
    let mut values: HashMap<String, f64> = all.chain(coupled).map(|name| (name, 0.0)).collect();
    let mut set = |names: &[&str], value: f64| {
        for name in names {
            values.insert((*name).to_owned(), value);
        }
    };
    match ours {
        "Ia_m6" => set(&["Iam6", "Ia5", "Ia6"], RATIO * RATIO),
        "fv_m6" => set(&["fvm6", "fv5", "fv6"], RATIO * RATIO),
        "fc_m6" => set(&["fsm6"], RATIO),
        _ => {
            let (symbol, joint) = ours.split_once('_').unwrap_or((ours, ""));
            let symbol = match symbol {
                "fc" => "fs".to_owned(),
                "fo" => "off".to_owned(),
                _ => symbol.replace('L', "I"),
            };
            set(&[&format!("{symbol}{joint}")], 1.0);
        }
    }
    values
}

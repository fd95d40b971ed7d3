//! Reference values of the wrist and the direct drive arm, derived by computer algebra elsewhere.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

/// A file of reference values that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GoldError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It does not hold what is expected of it.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The wrist's reference values: several parameter sets, one state each.
#[derive(Debug, Deserialize)]
pub struct WristGold {
    /// Conventions and names.
    pub meta: WristMeta,
    /// The parameter sets.
    pub cases: Vec<WristCase>,
}

/// What the numbers of the wrist's reference values are called.
#[derive(Debug, Deserialize)]
pub struct WristMeta {
    /// Names of the 17 independent combinations.
    pub base17_names: Vec<String>,
    /// Each as a combination of standard parameters and the length `bl1`.
    pub base17_expr: Vec<String>,
    /// Names of the 30 standard parameters, bodies `A`, `B`, `C`.
    pub std_names: Vec<String>,
}

/// One parameter set of the wrist and one state.
#[derive(Debug, Deserialize)]
pub struct WristCase {
    /// Physical parameters and lengths by name (`am`, `at1`, `aJ11`, `bl1`).
    pub phys: BTreeMap<String, f64>,
    /// Joint positions, rad.
    pub q: [f64; 3],
    /// Joint rates, rad/s.
    pub qd: [f64; 3],
    /// Joint accelerations, rad/s².
    pub qdd: [f64; 3],
    /// The 30 standard parameters.
    pub std: Vec<f64>,
    /// The 17 independent combinations.
    pub base17: Vec<f64>,
    /// The inertia matrix.
    #[serde(rename = "M")]
    pub inertia: [[f64; 3]; 3],
    /// `S[i][j][k]` for `j ≤ k`: the whole coefficient of `qd_j qd_k` in torque `i`.
    #[serde(rename = "S")]
    pub coriolis: [[[f64; 3]; 3]; 3],
    /// Under gravity of 9.81 m/s² along -z.
    pub gravity_9p81: GravityCase,
    /// Under some other gravity.
    pub gravity_general: GravityCase,
    /// Coefficients of the closed form by element (`g1`, `J12`, `S113`) and monomial
    /// (`s1*c2*s3`, `c3**2`); those of gravity lack the factor 9.81.
    pub coef: BTreeMap<String, BTreeMap<String, f64>>,
}

/// What depends on gravity.
#[derive(Debug, Deserialize)]
pub struct GravityCase {
    /// Free-fall acceleration in the base frame, m/s².
    pub g_accel_in_n: [f64; 3],
    /// The torque regressor, 3 × 30.
    #[serde(rename = "Y")]
    pub regressor: Vec<Vec<f64>>,
    /// Joint torques, N·m.
    pub tau: [f64; 3],
    /// Gravity torques, N·m.
    pub g: [f64; 3],
}

/// The direct drive arm's reference values.
#[derive(Debug, Deserialize)]
pub struct ArmGold {
    /// States with their regressor and, for Table 1, torque, inertia and gravity.
    pub cases: Vec<ArmCase>,
    /// Table 1 by name (`m1`, `mx1`, `Ixx1`).
    pub table1: BTreeMap<String, f64>,
    /// Names of the 15 independent combinations.
    pub base_names: Vec<String>,
    /// Each as coefficients of the standard parameters.
    pub base_rows: Vec<BTreeMap<String, f64>>,
    /// Values of the combinations for Table 1.
    pub base_values_table1: BTreeMap<String, f64>,
}

/// A state of the direct drive arm.
#[derive(Debug, Deserialize)]
pub struct ArmCase {
    /// Joint positions, rad.
    pub q: [f64; 3],
    /// Joint rates, rad/s.
    pub qd: [f64; 3],
    /// Joint accelerations, rad/s².
    pub qdd: [f64; 3],
    /// The torque regressor, 3 × 30.
    #[serde(rename = "Y")]
    pub regressor: Vec<Vec<f64>>,
    /// Joint torques for Table 1, N·m.
    pub tau_table1: [f64; 3],
}

impl WristGold {
    /// Reads `abb_wrist.json`.
    ///
    /// # Errors
    /// [`GoldError`] if it cannot be read.
    pub fn read(path: &Path) -> Result<Self, GoldError> {
        Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
    }
}

impl WristCase {
    /// Coriolis and centrifugal torques at the case's state: `S_ijk qd_j qd_k`, N·m.
    #[must_use]
    pub fn coriolis_torque(&self) -> [f64; 3] {
        self.coriolis.map(|s| {
            let products = (0..3).flat_map(|j| (j..3).map(move |k| (j, k)));
            products
                .map(|(j, k)| s[j][k] * self.qd[j] * self.qd[k])
                .sum()
        })
    }
}

impl ArmGold {
    /// Reads `mit_ddarm.json`.
    ///
    /// # Errors
    /// [`GoldError`] if it cannot be read.
    pub fn read(path: &Path) -> Result<Self, GoldError> {
        Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
    }
}

//! Every robot of `robots/` and `tests/driven` whose base stands, twice: as generated code and as the oracle sees its file.

use std::path::Path;

use armwright_runtime::{EvaluationError, Robot};
use nalgebra::DMatrix;

use crate::driven::DRIVEN;
use crate::oracle::Mechanism;
use crate::{Random, robot_files};

/// A robot as generated code, and the oracle for the same file.
pub struct Pair {
    /// The generated code.
    pub robot: &'static dyn Robot,
    /// The oracle.
    pub oracle: Mechanism,
}

/// A state of motion and a set of parameters.
#[derive(Clone)]
pub struct State {
    /// Parameters of bodies that could exist (`p`).
    pub theta: Vec<f64>,
    /// Joint positions (`n`).
    pub q: Vec<f64>,
    /// Joint rates (`n`).
    pub qd: Vec<f64>,
    /// Joint accelerations (`n`).
    pub qdd: Vec<f64>,
}

/// The robots of `robots/` whose base stands.
pub fn standing() -> impl Iterator<Item = &'static dyn Robot> {
    let all = armwright_robots::ALL.iter().copied();
    all.filter(|robot| !robot.model().base_moves())
}

/// All robots whose base stands: the oracle asks others for how it moves
/// ([`floating`](crate::floating::floating)).
///
/// # Panics
/// If a file of `robots/` cannot be read or has no module, or a module has no file.
#[must_use]
pub fn zoo() -> Vec<Pair> {
    let files = robot_files().expect("robots/ can be listed");
    let all = files.iter().map(|file| {
        let oracle = read(file);
        let named = |robot: &&&'static dyn Robot| robot.model().name == oracle.name();
        let robot = armwright_robots::ALL.iter().find(named);
        let robot = *robot.unwrap_or_else(|| panic!("{} is in no module", oracle.name()));
        Pair { robot, oracle }
    });
    let mut pairs: Vec<Pair> = all.collect();
    assert_eq!(
        pairs.len(),
        armwright_robots::ALL.len(),
        "as many modules as robot files"
    );
    pairs.retain(|pair| !pair.robot.model().base_moves());
    let driven = DRIVEN.iter().map(|(robot, file)| {
        let oracle = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        Pair {
            robot: *robot,
            oracle,
        }
    });
    pairs.extend(driven);
    pairs
}

fn read(file: &Path) -> Mechanism {
    Mechanism::read(file)
        .unwrap_or_else(|error| panic!("the oracle reads {}: {error}", file.display()))
}

impl Pair {
    /// The robot's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.robot.model().name
    }

    /// Random states, the same in every run.
    #[must_use]
    pub fn states(&self, count: usize, seed: u64) -> Vec<State> {
        let mut random = Random::new(seed);
        let n = self.oracle.dof();
        let mut state = || State {
            theta: random.physical_theta(&self.oracle),
            q: random.vector(n, 3.0),
            qd: random.vector(n, 3.0),
            qdd: random.vector(n, 8.0),
        };
        (0..count).map(|_| state()).collect()
    }

    /// Numbers of joints, standard parameters and base parameters.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize, usize) {
        let model = self.robot.model();
        let (joints, base) = (model.joints.len(), model.base.len());
        (joints, model.parameters.len(), base)
    }

    /// What one of the robot's functions writes into `length` numbers.
    ///
    /// # Panics
    /// If the function refuses the sizes of its own model.
    pub fn filled(
        &self,
        length: usize,
        function: impl FnOnce(&dyn Robot, &mut [f64]) -> Result<(), EvaluationError>,
    ) -> Vec<f64> {
        let mut out = vec![f64::NAN; length];
        function(self.robot, &mut out).unwrap_or_else(|error| panic!("{}: {error}", self.name()));
        out
    }

    /// The base parameters as a matrix (`b × p`) times the standard parameters.
    #[must_use]
    pub fn base_matrix(&self) -> DMatrix<f64> {
        let model = self.robot.model();
        let mut matrix = DMatrix::zeros(model.base.len(), model.parameters.len());
        for (row, base) in model.base.iter().enumerate() {
            for term in base.terms {
                matrix[(row, term.parameter)] += term.coefficient;
            }
        }
        matrix
    }

    /// `X` (`rows × b`) with `combinations = X base_matrix`, for combinations of the standard
    /// parameters (`rows × p`) that base parameters can express: the coefficients of the
    /// representatives, each of which is in its own base parameter only.
    #[must_use]
    pub fn in_base_parameters(&self, combinations: &DMatrix<f64>) -> DMatrix<f64> {
        let base = self.robot.model().base;
        DMatrix::from_fn(combinations.nrows(), base.len(), |row, column| {
            combinations[(row, base[column].representative)]
        })
    }
}

/// A row-major matrix as slices of generated code hold it.
#[must_use]
pub fn row_major(matrix: &DMatrix<f64>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

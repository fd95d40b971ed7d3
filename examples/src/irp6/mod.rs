//! The exciting trajectories of Kozłowski and Dutkiewicz (1996) on the IRp-6: differential against integral equations.
//!
//! What the paper does not print is declared here: the numbers of motions that it only names, masses and friction. So
//! condition numbers have its order, not its digits.

armwright_runtime::include_robot!(irp6_load);

mod better;
mod condition;
mod error;
mod motion;

pub use better::better;
pub use condition::{Experiment, Model, condition, experiments};
pub use error::{Errors, declared, errors};
pub use motion::{Joint, LENGTH, Named, Printed};

//! An independent oracle: numeric Newton–Euler in world coordinates, straight from the robot file.
//!
//! It shares no code with the generator and no formulation either: floats instead of exact
//! numbers, the world frame instead of body frames, masses and inertias about centres of mass
//! instead of standard parameters, and its own reader of the robot file.

mod drives;
mod energy;
mod expression;
mod file;
mod forward;
mod joint;
mod measured;
mod mechanism;
mod motion;
mod newton_euler;
mod parameter;
mod pose;
mod reading;
mod regressor;
mod sensor;
mod springs;
mod torques;

pub use expression::{ExpressionError, evaluate};
pub use mechanism::{Mechanism, OracleError};
pub use motion::{BaseMotion, BodyMotion};
pub use parameter::{DriveTerm, Parameter, ParameterKind, Site, SpringTerm};
pub use pose::Pose;

//! The equations of motion of a mechanism: closed form and factored form.

mod chain;
mod closed_form;
mod closed_form_graph;
mod drives;
mod energy;
mod expansion;
mod forecast;
mod gravity;
mod measured;
mod motion;
mod reach;
mod recursion;
mod regressor;
mod wrench;

pub use chain::ancestors;
pub use closed_form::{
    ClosedForm, Coefficient, DEFAULT_BUDGET, Element, OverBudget, Part, Term, closed_form,
    parameter_symbol,
};
pub use closed_form_graph::{closed_form_torques, torque_polynomials};
pub use drives::{site, torque_form, velocity_form};
pub use energy::{Functions, functions};
pub use expansion::TooLarge;
pub use measured::measured_regressor;
pub use reach::{Axis, Field, Reach, joint_axis, reaches};
pub use recursion::{coriolis_torques, gravity_torques, inertia_matrix, inverse_dynamics};
pub use regressor::{energy_regressor, torque_regressor};
pub use wrench::{WrenchFunctions, wrench_regressor};

//! The equations of motion of a mechanism: closed form and factored form.

mod closed_form;
mod closed_form_graph;
mod composite;
mod drives;
mod energy;
mod expansion;
mod forecast;
mod formula;
mod lagrange;
mod link;
mod measured;
mod motion;
mod recursion;
mod regressor;
mod screws;
mod shared;
mod sparsity;
mod springs;
mod statics;
mod wrench;

pub use closed_form::{ClosedForm, Coefficient, NoClosedForm, OverBudget, closed_form, what_fits};
pub use closed_form_graph::{closed_form_torques, element_bases};
pub use composite::inertia_matrix;
pub use drives::{Form, torque_form, velocity_form};
pub use energy::{Functions, WrenchFunctions, functions};
pub use expansion::DEFAULT_BUDGET;
pub use lagrange::{Element, Part, Term, potential, term_counts, torque_polynomials};
pub use measured::{measured_regressor, measured_regressor_for};
pub use recursion::{coriolis_torques, gravity_torques, inverse_dynamics};
pub use regressor::{Wanted, energy_regressor, torque_regressor, torque_regressor_for};
pub use screws::ancestors;
pub use sparsity::{Pattern, Sparsity, sparsity};
pub use statics::{spring_squares, statics};
pub use wrench::wrench_regressor;

//! The equations for people: text, Markdown, LaTeX, HTML.

mod base;
mod breaking;
mod drives;
mod elements;
mod energy;
mod grouping;
#[cfg(feature = "cli")]
mod html;
mod introduction;
mod latex;
mod listing;
mod markdown;
mod markup;
mod names;
mod notation;
mod page;
mod quotient;
mod recovery;
mod recovery_formula;
mod recursion;
mod springs;
mod text;
mod torques;
mod why;

#[cfg(feature = "cli")]
pub(crate) use breaking::fill;
pub use elements::{coefficient_in_physical, coefficient_values, combination, terms};
pub use listing::{Chapter, Format, equations};
pub use notation::{Notation, Style};
pub use recovery::{Suggested, recovery_text};
pub use recovery_formula::Formulas;
#[cfg(feature = "cli")]
pub(crate) use text::columns;
#[cfg(feature = "cli")]
pub(crate) use torques::function;
#[cfg(feature = "cli")]
pub(crate) use why::by_reason;
pub use why::{PhysicalReason, why, why_physical};

pub use crate::recovery::{in_physical, physical_symbol};

use crate::derivation::Derivation;

/// The equations of the base model in LaTeX, as (left-hand side, right-hand side).
#[must_use]
pub fn base_model(derivation: &Derivation) -> Vec<(String, String)> {
    let mechanism = &derivation.mechanism;
    let mut equations = vec![(
        "\\tau".to_owned(),
        "M(q)\\,\\ddot q + S(q)\\,[\\dot q\\,\\dot q] + g(q) + \\tau_f = Y_b(q, \\dot q, \\ddot q)\\,\\beta"
            .to_owned(),
    )];
    if mechanism.transmission.is_some() {
        equations.push(("q_m".to_owned(), "G\\,q".to_owned()));
        equations.push(("\\tau".to_owned(), "G^{\\mathsf T}\\,\\tau_m".to_owned()));
    }
    equations
}

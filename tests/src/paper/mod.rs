//! Two papers' printed formulas against the generator's derivation, term by term and exactly.
//!
//! `tests/papers/` holds what is printed. [`errata`] derives what is true of the ABB wrist from
//! `robots/abb_wrist.yaml`, compares the two in exact algebra and lists every difference;
//! [`memo_errata`] does so for the direct drive arm; [`errata_page`] writes the lists as
//! `docs/errata.md`.

mod beta;
mod claims;
mod definitions;
mod derived;
mod drives;
mod elements;
mod erratum;
mod formula;
mod linear;
mod memo;
mod page;
mod printed;
mod solutions;

pub use derived::Wrist;
pub use erratum::{Errata, Erratum};
pub use formula::{FormulaError, Quotient, quotient};
pub use linear::in_terms_of;
pub use memo::{Memo, in_parameters, memo_errata};
pub use page::errata_page;
pub use printed::{PaperError, Printed};

/// Compares everything that the paper prints with what follows from the wrist's robot file.
///
/// # Errors
/// [`PaperError`] if the transcription does not read as formulas.
pub fn errata(printed: &Printed, wrist: &Wrist) -> Result<Errata, PaperError> {
    let mut errata = Errata::default();
    claims::sensors(printed, wrist, &mut errata);
    beta::compare(printed, wrist, &mut errata)?;
    let coefficients = elements::compare(printed, wrist, &mut errata)?;
    definitions::compare(printed, wrist, &coefficients, &mut errata)?;
    solutions::compare(printed, wrist, &coefficients, &mut errata)?;
    drives::compare(printed, wrist, &mut errata);
    claims::element(printed, wrist, &coefficients, &mut errata)?;
    Ok(errata)
}

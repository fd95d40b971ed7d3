//! The equations of a robot as a listing, whole or one chapter of it.

use super::notation::{Notation, Style};
use super::page::{Page, words};
use super::{
    base, drives, elements, energy, introduction, latex, markdown, recovery, recursion, text,
};
use crate::derivation::Derivation;
use crate::dynamics::Part;
use crate::identifiability::Unproved;

/// A form of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Plain text, 100 columns.
    Text,
    /// Markdown with formulas between dollar signs.
    Markdown,
    /// A LaTeX document.
    Latex,
    /// One HTML file, formulas as MathML, nothing from the network.
    #[cfg(feature = "cli")]
    Html,
}

/// A chapter of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Chapter {
    /// `g_i`.
    Gravity,
    /// `M_ij`.
    Inertia,
    /// `S_ijk`.
    Coriolis,
    /// Kinetic and potential energy.
    Energy,
    /// Transmission, rotors and friction.
    Drives,
    /// Base parameters, and what was dropped.
    Base,
    /// The way back to physical parameters.
    Recovery,
}

/// The chapters on the closed form.
const PARTS: [(Chapter, Part, &str); 3] = [
    (Chapter::Gravity, Part::Gravity, "Gravity"),
    (Chapter::Inertia, Part::Inertia, "Inertia"),
    (
        Chapter::Coriolis,
        Part::Coriolis,
        "Coriolis and centrifugal terms",
    ),
];

/// The equations of a robot, or one chapter of them.
///
/// # Errors
/// [`Unproved`] if a dependence among coefficients could not be proved.
pub fn equations(
    derivation: &Derivation,
    format: Format,
    only: Option<Chapter>,
) -> Result<String, Unproved> {
    let style = if format == Format::Text {
        Style::Text
    } else {
        Style::Latex
    };
    let notation = Notation::new(&derivation.mechanism, style);
    let page = page(&notation, derivation, only)?;
    Ok(render(&page, format))
}

fn render(page: &Page, format: Format) -> String {
    match format {
        Format::Text => text::render(page),
        Format::Markdown => markdown::render(page),
        Format::Latex => latex::render(page),
        #[cfg(feature = "cli")]
        Format::Html => super::html::render(page),
    }
}

fn page(
    notation: &Notation<'_>,
    derivation: &Derivation,
    only: Option<Chapter>,
) -> Result<Page, Unproved> {
    let mechanism = &derivation.mechanism;
    let title = if mechanism.title.is_empty() {
        &mechanism.name
    } else {
        &mechanism.title
    };
    let mut page = Page {
        title: title.clone(),
        blocks: Vec::new(),
    };
    let wanted = |chapter| only.is_none() || only == Some(chapter);
    if only.is_none() {
        introduction::chapter(&mut page, notation);
    }
    if only.is_none()
        && let Ok(form) = &derivation.closed_form
    {
        page.paragraph([words(format!(
            "The closed form has {} coefficients, {} of them independent.",
            form.coefficients.len(),
            derivation.independent()?
        ))]);
    }
    for (chapter, part, title) in PARTS {
        if !wanted(chapter) {
            continue;
        }
        page.heading(title);
        match &derivation.closed_form {
            Ok(form) => {
                page.paragraph(notation.prose(conventions(part)));
                elements::elements(&mut page, notation, form, part);
                let dependence = derivation.dependence()?;
                elements::coefficients(&mut page, notation, form, dependence, part);
            }
            Err(_) => recursion::over_budget(&mut page, notation, derivation, part),
        }
    }
    if only.is_none() && derivation.closed_form.is_err() {
        recursion::chapter(&mut page, notation);
    }
    if only == Some(Chapter::Drives) || (only.is_none() && drives::has_drives(mechanism)) {
        drives::chapter(&mut page, notation);
    }
    if wanted(Chapter::Energy) {
        energy::chapter(&mut page, notation, derivation);
    }
    if wanted(Chapter::Base) {
        base::chapter(&mut page, notation, derivation);
    }
    if only == Some(Chapter::Recovery) || (only.is_none() && !mechanism.recovery.known.is_empty()) {
        page.heading("Recovery");
        recovery::sections(&mut page, *notation, derivation, derivation.plan()?);
    }
    Ok(page)
}

/// Which elements of a part are listed, and what they stand for.
fn conventions(part: Part) -> &'static str {
    match part {
        Part::Gravity => "",
        Part::Inertia => "$M_ji = M_ij|M_{ji} = M_{ij}$; elements below the diagonal are left out.",
        Part::Coriolis => {
            "$S_ijk|S_{ijk}$ is listed for $j <= k|j \\le k$ and is the whole coefficient of \
             $qd_j*qd_k|\\dot q_j\\,\\dot q_k$ in torque i."
        }
    }
}

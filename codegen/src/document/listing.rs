//! The equations of a robot as a listing, whole or one chapter of it.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::latex::LATEX;
use super::markdown::MARKDOWN;
use super::notation::Style;
use super::page::Page;
use super::text::TEXT;
use super::{base, drives, elements, energy, introduction, recovery, recursion};
use crate::algebra::{Atom, Poly};
use crate::derivation::Derivation;
use crate::dynamics::{Part, potential, spring_squares};
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

/// The chapters on the closed form: title, which elements are listed, and what they stand for.
const PARTS: [(Chapter, Part, &str, &str); 3] = [
    (Chapter::Gravity, Part::Gravity, "Gravity", ""),
    (
        Chapter::Inertia,
        Part::Inertia,
        "Inertia",
        "$M_ji = M_ij|M_{ji} = M_{ij}$; elements below the diagonal are left out.",
    ),
    (
        Chapter::Coriolis,
        Part::Coriolis,
        "Coriolis and centrifugal terms",
        "$S_ijk|S_{ijk}$ is listed for $j <= k|j \\le k$ and is the whole coefficient of \
         $qd_j*qd_k|\\dot q_j\\,\\dot q_k$ in torque i.",
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
    let style = match format {
        Format::Text => Style::Text,
        _ => Style::Latex,
    };
    let page = page(derivation, style, only)?;
    let markup = match format {
        Format::Text => TEXT,
        Format::Markdown => MARKDOWN,
        Format::Latex => LATEX,
        #[cfg(feature = "cli")]
        Format::Html => super::html::HTML,
    };
    Ok(markup.render(&page))
}

fn page(
    derivation: &Derivation,
    style: Style,
    only: Option<Chapter>,
) -> Result<Page<'_>, Unproved> {
    let mechanism = &derivation.mechanism;
    let title = match mechanism.title.as_str() {
        "" => &mechanism.name,
        title => title,
    };
    let mut page = Page::new(derivation, style, title.to_owned());
    // A chapter that was not asked for is there where it has something to say.
    let wanted = |chapter, says| only == Some(chapter) || (only.is_none() && says);
    match only {
        None => introduction::chapter(&mut page),
        // A chapter by itself says of what its sines are where that is not what one takes them for.
        Some(chapter) => {
            let atoms = LazyCell::new(|| atoms(derivation, chapter));
            introduction::parts(&mut page, &|k| {
                atoms.contains(&Atom::Sine(k)) || atoms.contains(&Atom::Cosine(k))
            });
        }
    }
    if let (None, Ok(form)) = (only, &derivation.closed_form) {
        let independent = derivation.independent()?;
        let of_them = independent.map(|count| format!(", {count} of them independent"));
        page.plain(format!(
            "The closed form has {} coefficients{}.",
            form.coefficients.len(),
            of_them.unwrap_or_default()
        ));
    }
    for (chapter, part, title, conventions) in PARTS {
        if !wanted(chapter, true) {
            continue;
        }
        page.heading(title);
        let form = derivation.printed_form();
        let has_some = form.has_some(part);
        if let (Err(reason), Some(left_out)) = (&derivation.closed_form, form.left_out.get(&part)) {
            recursion::left_out(&mut page, reason.of(part), left_out.as_deref(), !has_some);
        }
        if has_some {
            page.prose(conventions);
            elements::elements(&mut page, form, part);
            elements::coefficients(&mut page, form, derivation.dependence()?, part);
        }
    }
    if only.is_none() && derivation.closed_form.is_err() {
        recursion::chapter(&mut page);
    }
    if wanted(Chapter::Drives, drives::has_drives(mechanism)) {
        drives::chapter(&mut page);
    }
    if wanted(Chapter::Energy, true) {
        energy::chapter(&mut page);
    }
    if wanted(Chapter::Base, true) {
        base::chapter(&mut page);
    }
    if wanted(Chapter::Recovery, !mechanism.recovery.known.is_empty()) {
        page.heading("Recovery");
        recovery::sections(&mut page, derivation.plan()?);
    }
    Ok(page)
}

/// What functions of the configuration in a chapter are made of.
fn atoms(derivation: &Derivation, chapter: Chapter) -> BTreeSet<Atom> {
    let mechanism = &derivation.mechanism;
    let own = |(of, part, ..): (Chapter, Part, &str, &str)| (of == chapter).then_some(part);
    if let Some(part) = PARTS.into_iter().find_map(own) {
        let elements = derivation.printed_form().elements.iter();
        let terms = elements
            .filter(|element| element.part == part)
            .flat_map(|element| &element.terms);
        let factors = terms.flat_map(|term| term.monomial.factors());
        return factors.map(|(atom, _)| *atom).collect();
    }
    match (chapter, &derivation.functions) {
        (Chapter::Energy, Some(functions)) => potential(mechanism, functions).atoms(),
        // Lengths of springs between bodies.
        (Chapter::Drives, _) if mechanism.has_coil_springs() => {
            let squares = spring_squares(mechanism);
            squares.iter().flatten().flat_map(Poly::atoms).collect()
        }
        _ => BTreeSet::new(),
    }
}

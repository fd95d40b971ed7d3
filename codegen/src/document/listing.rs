//! The equations of a robot as a listing, whole or one chapter of it.

use super::notation::{Notation, Style};
use super::page::{Equation, Page, math, words};
use super::{
    base, drives, elements, energy, introduction, latex, markdown, recovery, recursion, text,
};
use crate::derivation::Derivation;
use crate::dynamics::{Element, Part};
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

/// One element of the closed form with its coefficients, as plain text; `None` if there is no such
/// element, or no closed form. `M_1_12` is the same as `M_1,12`.
///
/// # Errors
/// [`Unproved`].
pub fn element<'d>(
    derivation: &'d Derivation,
    name: &str,
) -> Result<Option<(&'d Element, String)>, Unproved> {
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let Ok(form) = &derivation.closed_form else {
        return Ok(None);
    };
    let separated = name.split_once('_').map(|(letter, rest)| {
        let indices = rest.replace('_', ",");
        format!("{letter}_{indices}")
    });
    let wanted = separated.as_deref().unwrap_or(name);
    let Some(element) = form
        .elements
        .iter()
        .find(|element| element.name() == wanted)
    else {
        return Ok(None);
    };
    let dependence = elements::dependence(form)?;
    let mut page = Page {
        title: element.name(),
        blocks: Vec::new(),
    };
    page.equations(vec![elements::equation(&notation, form, element)]);
    let coefficient = |term: &crate::dynamics::Term| {
        let k = term.coefficient;
        let mut rights = elements::values(&notation, form, element.part, k);
        if dependence[k].is_some() {
            rights.push(elements::combination(&notation, form, &dependence, k));
        }
        Equation {
            left: notation.coefficient(&form.coefficients[k].name),
            rights,
        }
    };
    page.equations(element.terms.iter().map(coefficient).collect());
    Ok(Some((element, text::render(&page))))
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
    let parts = [
        (Chapter::Gravity, Part::Gravity),
        (Chapter::Inertia, Part::Inertia),
        (Chapter::Coriolis, Part::Coriolis),
    ];
    let parts = parts.into_iter().filter(|(chapter, _)| wanted(*chapter));
    let parts: Vec<Part> = parts.map(|(_, part)| part).collect();
    let dependence = match &derivation.closed_form {
        Ok(form) if !parts.is_empty() => elements::dependence(form)?,
        _ => Vec::new(),
    };
    if only.is_none()
        && let Ok(form) = &derivation.closed_form
    {
        let independent = dependence
            .iter()
            .filter(|relation| relation.is_none())
            .count();
        page.paragraph([words(format!(
            "The closed form has {} coefficients, {independent} of them independent.",
            form.coefficients.len(),
        ))]);
    }
    for part in parts {
        page.heading(part_title(part));
        match &derivation.closed_form {
            Ok(form) => {
                conventions(&mut page, notation, part);
                elements::elements(&mut page, notation, form, part);
                elements::coefficients(&mut page, notation, form, &dependence, part);
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
        base::chapter(&mut page, notation, derivation)?;
    }
    if only == Some(Chapter::Recovery) || (only.is_none() && !mechanism.recovery.known.is_empty()) {
        recovery::chapter(&mut page, notation, derivation)?;
    }
    Ok(page)
}

fn part_title(part: Part) -> &'static str {
    match part {
        Part::Gravity => "Gravity",
        Part::Inertia => "Inertia",
        Part::Coriolis => "Coriolis and centrifugal terms",
    }
}

/// Which elements of a part are listed, and what they stand for.
fn conventions(page: &mut Page, notation: &Notation<'_>, part: Part) {
    let same = |text: &str, latex: &str| math(notation.either(text, latex));
    match part {
        Part::Gravity => {}
        Part::Inertia => page.paragraph([
            same("M_ji = M_ij", "M_{ji} = M_{ij}"),
            words("; elements below the diagonal are left out."),
        ]),
        Part::Coriolis => page.paragraph([
            same("S_ijk", "S_{ijk}"),
            words(" is listed for "),
            same("j <= k", "j \\le k"),
            words(" and is the whole coefficient of "),
            same("qd_j*qd_k", "\\dot q_j\\,\\dot q_k"),
            words(" in torque i."),
        ]),
    }
}

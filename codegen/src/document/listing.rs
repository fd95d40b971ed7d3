//! The equations of a robot as a listing, whole or one chapter of it.

use super::notation::{Notation, Style};
use super::page::{Equation, Inline, Page, code, math, words};
use super::{base, drives, elements, energy, latex, markdown, recursion, text};
use crate::dynamics::Part;
use crate::identifiability::Unproved;
use crate::mechanism::JointKind;
use crate::pipeline::Derivation;

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
    let style = if format == Format::Text { Style::Text } else { Style::Latex };
    let notation = Notation::new(&derivation.mechanism, style);
    let page = page(&notation, derivation, only)?;
    Ok(render(&page, format))
}

/// One element of the closed form with its coefficients, as plain text; `None` if there is no such
/// element, or no closed form. `M_1_12` is the same as `M_1,12`.
///
/// # Errors
/// [`Unproved`].
pub fn element(derivation: &Derivation, name: &str) -> Result<Option<String>, Unproved> {
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let Ok(form) = &derivation.closed_form else { return Ok(None) };
    let separated = name.split_once('_').map(|(letter, rest)| {
        let indices = rest.replace('_', ",");
        format!("{letter}_{indices}")
    });
    let wanted = separated.as_deref().unwrap_or(name);
    let Some(element) = form.elements.iter().find(|element| element.name() == wanted) else {
        return Ok(None);
    };
    let dependence = elements::dependence(&derivation.mechanism, form)?;
    let mut page = Page { title: name.to_owned(), blocks: Vec::new() };
    page.equations(vec![elements::equation(&notation, form, element)]);
    let coefficient = |term: &crate::dynamics::Term| {
        let k = term.coefficient;
        let mut rights = elements::values(&notation, form, element.part, k);
        if dependence[k].is_some() {
            rights.push(elements::combination(&notation, form, &dependence, k));
        }
        Equation { left: notation.coefficient(&form.coefficients[k].name), rights }
    };
    page.equations(element.terms.iter().map(coefficient).collect());
    Ok(Some(text::render(&page)))
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
    let title = if mechanism.title.is_empty() { &mechanism.name } else { &mechanism.title };
    let mut page = Page { title: title.clone(), blocks: Vec::new() };
    let wanted = |chapter| only.is_none() || only == Some(chapter);
    if only.is_none() {
        introduction(&mut page, notation);
    }
    let parts = [
        (Chapter::Gravity, Part::Gravity),
        (Chapter::Inertia, Part::Inertia),
        (Chapter::Coriolis, Part::Coriolis),
    ];
    let parts = parts.into_iter().filter(|(chapter, _)| wanted(*chapter));
    let parts: Vec<Part> = parts.map(|(_, part)| part).collect();
    let dependence = match &derivation.closed_form {
        Ok(form) if !parts.is_empty() => elements::dependence(mechanism, form)?,
        _ => Vec::new(),
    };
    if only.is_none() && let Ok(form) = &derivation.closed_form {
        let independent = dependence.iter().filter(|relation| relation.is_none()).count();
        page.paragraph([words(format!(
            "The closed form has {} coefficients, {independent} of them independent.",
            form.coefficients.len(),
        ))]);
    }
    for part in parts {
        part_heading(&mut page, notation, part);
        match &derivation.closed_form {
            Ok(form) => {
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
    if only == Some(Chapter::Recovery) {
        page.heading("Recovery");
        page.paragraph([words(
            "Not derived yet: the plan that solves base parameters for physical ones. The chapter \
             on base parameters says which combinations are identified.",
        )]);
    }
    Ok(page)
}

fn part_heading(page: &mut Page, notation: &Notation<'_>, part: Part) {
    let same = |text: &str, latex: &str| math(notation.either(text, latex));
    match part {
        Part::Gravity => page.heading("Gravity"),
        Part::Inertia => {
            page.heading("Inertia");
            let symmetric = same("M_ji = M_ij", "M_{ji} = M_{ij}");
            page.paragraph([symmetric, words("; elements below the diagonal are left out.")]);
        }
        Part::Coriolis => {
            page.heading("Coriolis and centrifugal terms");
            page.paragraph([
                same("S_ijk", "S_{ijk}"),
                words(" is listed for "),
                same("j <= k", "j \\le k"),
                words(" and is the whole coefficient of "),
                same("qd_j*qd_k", "\\dot q_j\\,\\dot q_k"),
                words(" in torque i."),
            ]);
        }
    }
}

/// What the letters mean, and the equation of motion.
fn introduction(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let e = |text: &str, latex: &str| math(notation.either(text, latex));
    let gravity: Vec<String> = mechanism.gravity.iter().map(|g| notation.number(g)).collect();
    let mut about: Vec<Inline> = vec![words("Robot "), code(&mechanism.name)];
    if !mechanism.source.is_empty() {
        about.push(words(format!(" (source: {})", mechanism.source)));
    }
    about.push(words(format!(". Gravity [{}] m/s² in the base frame.", gravity.join(", "))));
    page.paragraph(about);
    let sums = notation.either(
        "M_ij*qdd_j + S_ijk*qd_j*qd_k + g_i + f_i",
        "\\sum_j M_{ij}\\,\\ddot q_j + \\sum_{j \\le k} S_{ijk}\\,\\dot q_j\\,\\dot q_k + g_i + f_i",
    );
    page.equations(vec![Equation::new(notation.either("tau_i", "\\tau_i"), sums)]);
    page.paragraph([
        words("summed over j and k with "),
        e("j <= k", "j \\le k"),
        words("; "),
        e("f_i", "f_i"),
        words(" is friction. Positions "),
        e("q_i", "q_i"),
        words(" count the joints below, "),
        e("s1 = sin(q1)", "s_1 = \\sin q_1"),
        words(", "),
        e("c1 = cos(q1)", "c_1 = \\cos q_1"),
        words(". Parameters: "),
        e("m", "m"),
        words(" mass, "),
        e("mx, my, mz", "h_x,\\; h_y,\\; h_z"),
        words(" first moments and "),
        e("Lxx .. Lzz", "L_{xx} \\ldots L_{zz}"),
        words(" inertia about the body's origin; "),
        e("tx, ty, tz", "t_x,\\; t_y,\\; t_z"),
        words(" centre of mass and "),
        e("Jxx .. Jzz", "J_{xx} \\ldots J_{zz}"),
        words(" inertia about it, all in the body's frame."),
    ]);
    let row = |(i, body): (usize, &crate::mechanism::Body)| {
        let (kind, unit) = match body.joint.kind {
            JointKind::Revolute => ("revolute", "rad"),
            JointKind::Continuous => ("continuous", "rad"),
            JointKind::Prismatic => ("prismatic", "m"),
        };
        let parent = body.parent.map_or("base", |parent| mechanism.bodies[parent].name.as_str());
        vec![
            math(notation.coordinate(i, 0)),
            code(&body.joint.name),
            words(kind),
            words(unit),
            code(&body.name),
            code(parent),
        ]
    };
    let rows = mechanism.bodies.iter().enumerate().map(row).collect();
    page.table(&["", "joint", "type", "unit", "moves body", "carried by"], rows);
    let symbol = |symbol: &crate::mechanism::Symbol| {
        let value = notation.number(&symbol.value);
        vec![math(notation.name(&symbol.name)), words(value), words(&symbol.unit)]
    };
    let rows = mechanism.symbols.iter().map(symbol).collect();
    page.table(&["symbol", "value", "unit"], rows);
}

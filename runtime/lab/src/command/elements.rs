//! The table of a two-step identification: each element and what it is made of.

use super::terminal::{Style, short};
use super::wrap::wrapped;
use crate::thresholds::PERSISTENT;
use crate::two_step::{ElementExcitation, ElementFit, FittedTerm, TwoStep};

/// Each element with Φ's singular values, then its coefficients from two steps and from one.
pub(super) fn text(found: &TwoStep, style: Style) -> String {
    let title = "Two steps";
    let head = format!(
        "\n{title:10} {:>13} {:>12} {:>13} {:>12} {:>8}  coefficient of\n",
        "value", "deviation", "one step", "deviation", "apart"
    );
    let mut text = style.bold(&head);
    for element in &found.elements {
        text.push_str(&heading(element, style));
        for term in &element.terms {
            text.push_str(&line(term));
        }
    }
    let rule = format!(
        "{} configurations. An element is fitted where the smallest singular value of its basis \
         over the configurations is at least {:.0} % of the largest; below that its coefficients \
         are not told apart. Apart: between the two estimates, in their joint deviations.",
        found.configurations.len(),
        100.0 * PERSISTENT
    );
    text.push_str(&style.dim(&wrapped("", &rule)));
    text
}

fn heading(element: &ElementFit, style: Style) -> String {
    let values: Vec<String> = element
        .singular_values
        .iter()
        .map(|value| format!("{value:.2}"))
        .collect();
    let line = format!(
        "{}: {} configurations, singular values {} ({:.0} %){}",
        element.name,
        element.configurations,
        values.join(", "),
        100.0 * element.ratio,
        match element.excitation {
            ElementExcitation::Persistent => "",
            ElementExcitation::Weak => ": weakly excited",
            ElementExcitation::Deficient => ": too few or too similar configurations",
        }
    );
    let line = wrapped("", &line);
    match element.excitation {
        ElementExcitation::Persistent => line,
        ElementExcitation::Weak => style.care(&line),
        ElementExcitation::Deficient => style.bad(&line),
    }
}

fn line(term: &FittedTerm) -> String {
    let optional = |x: Option<f64>| x.map_or("-".to_owned(), short);
    let joint = term
        .std
        .zip(term.one_step_std)
        .map(|(a, b)| a.hypot(b))
        .filter(|joint| *joint > 0.0);
    let apart = term
        .one_step
        .zip(joint)
        .map_or("-".to_owned(), |(one, joint)| {
            format!("{:+.2} s", (term.value - one) / joint)
        });
    format!(
        "  {:8} {:>13} {:>12} {:>13} {:>12} {apart:>8}  {}\n",
        term.name,
        short(term.value),
        optional(term.std),
        optional(term.one_step),
        optional(term.one_step_std),
        term.monomial
    )
}

//! The closed form with the numbers of an identification, in LaTeX.

use crate::identify::BaseEstimate;
use armwright_runtime::{Element, ElementTerm, Model};

/// Each element of gravity, inertia and velocity terms: `g_{1} = 1.23\,s_{1}\,s_{2} - 0.451\,c_{1}`.
pub(super) fn with_numbers(model: &Model, estimate: &BaseEstimate) -> Vec<String> {
    let element = |element: &Element| {
        let terms = element.terms.iter().enumerate();
        let terms = terms.map(|(k, term)| written(term, estimate, k == 0));
        format!("{} = {}", element.latex, terms.collect::<String>())
    };
    model.elements.iter().map(element).collect()
}

/// A term with its sign.
fn written(term: &ElementTerm, estimate: &BaseEstimate, is_first: bool) -> String {
    let (value, std) = estimate.combined(term.combination);
    let sign = match (std.is_some() && value < 0.0, is_first) {
        (true, true) => "-",
        (true, false) => " - ",
        (false, true) => "",
        (false, false) => " + ",
    };
    let coefficient = match std {
        Some(std) => rounded(value.abs(), std),
        None => term.latex.to_owned(),
    };
    match term.monomial_latex {
        "1" => format!("{sign}{coefficient}"),
        monomial => format!("{sign}{coefficient}\\,{monomial}"),
    }
}

/// A number to two digits of its deviation; of one that holds exactly six digits.
fn rounded(value: f64, std: f64) -> String {
    let last = match std {
        std if std > 0.0 => std.log10().floor() - 1.0,
        _ => value.max(f64::MIN_POSITIVE).log10().floor() - 5.0,
    };
    let decimals = (-last).clamp(0.0, 9.0);
    format!("{value:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::{rounded, with_numbers, written};
    use crate::identify::BaseEstimate;
    use armwright_runtime::{Element, ElementPart, ElementTerm, Model};

    #[test]
    fn coefficients_are_combinations_of_base_parameters() {
        let term = ElementTerm {
            name: "PG_1",
            latex: "PG",
            monomial: "c1",
            monomial_latex: "c_{1}",
            expression: "",
            combination: &[(0, 9.81), (2, -2.0)],
        };
        let mut estimate = BaseEstimate::exact(vec![1.0, 5.0, 6.0]);
        estimate.covariance[0][0] = 1e-4;
        assert_eq!(written(&term, &estimate, true), r"-2.190\,c_{1}");
        estimate.beta[2] = 1.0;
        assert_eq!(written(&term, &estimate, false), r" + 7.810\,c_{1}");
        estimate.determined[2] = false;
        assert_eq!(written(&term, &estimate, false), r" + PG\,c_{1}");
        // What is not determined stands by its letters, whatever sign its number would have.
        estimate.beta[2] = 6.0;
        assert_eq!(written(&term, &estimate, false), r" + PG\,c_{1}");
        assert_eq!(written(&term, &estimate, true), r"PG\,c_{1}");
    }

    const ELEMENT: Element = Element {
        name: "",
        latex: "",
        part: ElementPart::Gravity,
        indices: &[],
        coordinates: &[],
        terms: &[],
    };

    #[test]
    fn elements_are_sums_of_their_terms() {
        static ELEMENTS: [Element; 2] = [
            Element {
                name: "g_1",
                latex: "g_{1}",
                terms: &[
                    ElementTerm {
                        name: "PG_1",
                        latex: "P_1",
                        monomial: "s1",
                        monomial_latex: "s_{1}",
                        expression: "",
                        combination: &[(0, 2.0)],
                    },
                    ElementTerm {
                        name: "PG_2",
                        latex: "P_2",
                        monomial: "1",
                        monomial_latex: "1",
                        expression: "",
                        combination: &[(1, -1.0)],
                    },
                ],
                ..ELEMENT
            },
            Element {
                name: "M_12",
                latex: "M_{12}",
                terms: &[ElementTerm {
                    name: "PJ_1",
                    latex: "P_3",
                    monomial: "1",
                    monomial_latex: "1",
                    expression: "",
                    combination: &[(1, 0.5)],
                }],
                ..ELEMENT
            },
        ];
        let mut estimate = BaseEstimate::exact(vec![1.25, 3.5]);
        estimate.covariance[0][0] = 4e-4;
        static MODEL: Model = Model {
            elements: &ELEMENTS,
            ..crate::regression::by_hand::MODEL
        };
        // 2 × 0.02 = 0.04: to the third decimal.
        assert_eq!(
            with_numbers(&MODEL, &estimate),
            [r"g_{1} = 2.500\,s_{1} - 3.50000", r"M_{12} = 1.75000",]
        );
    }

    #[test]
    fn numbers_end_with_their_deviations() {
        assert_eq!(rounded(12.345_678, 0.0123), "12.346");
        assert_eq!(rounded(12.345_678, 3.0), "12.3");
        assert_eq!(rounded(1234.5, 130.0), "1234");
        assert_eq!(rounded(2.0 / 3.0, 0.0), "0.666667");
        assert_eq!(rounded(250.0, 0.0), "250.000");
        assert_eq!(rounded(1.0, 1e-20), "1.000000000");
    }
}

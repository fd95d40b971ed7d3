//! What is known of the standard parameters, as linear statements, and the reduction of those that
//! hold exactly to independent ones.

use super::ConsistencyError;
use crate::pseudo_inertia::{Frame, Place};

/// `Σ coefficient · parameter = value`, to within `allowance`; or no less than that.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Statement {
    /// What it says something of, for messages.
    pub(super) name: String,
    /// Whether that is a base parameter, which was identified, and nothing that is known.
    pub(super) is_base: bool,
    /// Standard parameters and coefficients.
    pub(super) terms: Vec<(usize, f64)>,
    /// The value.
    pub(super) value: f64,
    /// How far the value may be off; 0 for one that holds exactly.
    pub(super) allowance: f64,
    /// Whether the sum may be larger than the value.
    pub(super) at_least: bool,
}

/// A statement in variables, free ones gone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Equation {
    /// The statement's name.
    pub(super) name: String,
    /// Whether it is of a base parameter.
    pub(super) is_base: bool,
    /// Coefficients of the variables.
    pub(super) coefficients: Vec<f64>,
    /// The right-hand side.
    pub(super) right: f64,
    /// How far it may be off.
    pub(super) allowance: f64,
}

impl Equation {
    /// The norm of the coefficients.
    pub(super) fn norm(&self) -> f64 {
        self.coefficients.iter().map(|a| a * a).sum::<f64>().sqrt()
    }
}

/// A share of a row's norm below which nothing of it is left.
const DEPENDENT: f64 = 1e-10;
/// A share of a row's value by which dependent statements may differ.
const AGREEING: f64 = 1e-7;

/// Statements as equations of variables: those of free parameters used up, dependent exact ones
/// dropped.
///
/// # Errors
/// [`ConsistencyError::Contradiction`] if exact statements exclude each other.
pub(super) fn equations(
    frame: &Frame,
    variables: usize,
    statements: &[Statement],
) -> Result<Vec<Equation>, ConsistencyError> {
    let mut free: Vec<usize> = Vec::new();
    for &(parameter, _) in statements.iter().flat_map(|s| &s.terms) {
        if frame.place(parameter) == Place::Free && !free.contains(&parameter) {
            free.push(parameter);
        }
    }
    let mut rows = Vec::with_capacity(statements.len());
    // The last variables are those of sums that may be larger.
    let mut excess = variables - statements.iter().filter(|s| s.at_least).count();
    for statement in statements {
        let mut row = Equation {
            name: statement.name.clone(),
            is_base: statement.is_base,
            coefficients: vec![0.0; variables + free.len()],
            right: statement.value,
            allowance: statement.allowance,
        };
        for &(parameter, coefficient) in &statement.terms {
            for (variable, share) in frame.variables(parameter) {
                row.coefficients[variable] += coefficient * share;
            }
            if let Some(place) = free.iter().position(|p| *p == parameter) {
                row.coefficients[variables + place] += coefficient;
            }
        }
        if statement.at_least {
            // What the sum exceeds the value by is one more scalar.
            let norm = row.norm();
            row.coefficients[excess] = -norm;
            excess += 1;
        }
        rows.push(row);
    }
    for place in variables..variables + free.len() {
        eliminate(&mut rows, place);
    }
    for row in &mut rows {
        row.coefficients.truncate(variables);
    }
    // Exact statements first, so that those with an allowance never stand for them.
    rows.sort_by_key(|row| row.allowance > 0.0);
    independent(rows)
}

/// Uses up the row with the largest coefficient of a free variable: a free number satisfies it
/// whatever the others are.
fn eliminate(rows: &mut Vec<Equation>, place: usize) {
    let size = |row: &Equation| row.coefficients[place].abs();
    let pivot = (0..rows.len()).max_by(|&a, &b| size(&rows[a]).total_cmp(&size(&rows[b])));
    let Some(pivot) = pivot.filter(|&k| size(&rows[k]) > 0.0) else {
        return;
    };
    let used = rows.remove(pivot);
    for row in rows {
        let share = row.coefficients[place] / used.coefficients[place];
        if share != 0.0 {
            for (x, u) in row.coefficients.iter_mut().zip(&used.coefficients) {
                *x -= share * u;
            }
            row.right -= share * used.right;
            row.allowance += share.abs() * used.allowance;
        }
    }
}

/// Drops exact rows that follow from others (modified Gram–Schmidt, twice).
fn independent(rows: Vec<Equation>) -> Result<Vec<Equation>, ConsistencyError> {
    let mut kept = Vec::new();
    let mut basis: Vec<(Vec<f64>, f64)> = Vec::new();
    for row in rows {
        if row.allowance > 0.0 {
            kept.push(row);
            continue;
        }
        let norm = row.norm();
        if norm == 0.0 {
            check(&row, 0.0)?;
            continue;
        }
        let mut rest = row.coefficients.clone();
        let mut right = row.right;
        for _ in 0..2 {
            for (unit, value) in &basis {
                let share: f64 = unit.iter().zip(&rest).map(|(u, x)| u * x).sum();
                for (x, u) in rest.iter_mut().zip(unit) {
                    *x -= share * u;
                }
                right -= share * value;
            }
        }
        let left = rest.iter().map(|x| x * x).sum::<f64>().sqrt();
        if left <= DEPENDENT * norm {
            check(&row, row.right - right)?;
            continue;
        }
        basis.push((rest.iter().map(|x| x / left).collect(), right / left));
        kept.push(row);
    }
    Ok(kept)
}

/// Whether a dependent row says what the others imply.
fn check(row: &Equation, implied: f64) -> Result<(), ConsistencyError> {
    let size = row.norm().max(implied.abs()).max(row.right.abs());
    if (row.right - implied).abs() <= AGREEING * size {
        return Ok(());
    }
    Err(ConsistencyError::Contradiction {
        name: row.name.clone(),
        value: row.right,
        implied,
    })
}

#[cfg(test)]
mod tests {
    use super::{Equation, eliminate, independent};
    use crate::consistency::ConsistencyError;

    fn row(name: &str, coefficients: &[f64], right: f64, allowance: f64) -> Equation {
        Equation {
            name: name.to_owned(),
            is_base: true,
            coefficients: coefficients.to_vec(),
            right,
            allowance,
        }
    }

    #[test]
    fn the_row_with_most_of_a_free_variable_is_used_up() {
        let rows = || {
            vec![
                row("a", &[1.0, 0.0, 2.0], 3.0, 0.125),
                row("b", &[0.0, 1.0, -4.0], 5.0, 0.25),
                row("c", &[1.0, 1.0, 0.0], 7.0, 0.5),
            ]
        };
        let mut left = rows();
        eliminate(&mut left, 2);
        let expected = [
            row("a", &[1.0, 0.5, 0.0], 5.5, 0.25),
            row("c", &[1.0, 1.0, 0.0], 7.0, 0.5),
        ];
        assert_eq!(left, expected);
        // What no row has uses up none.
        let mut none = expected.to_vec();
        eliminate(&mut none, 2);
        assert_eq!(none, expected);
    }

    fn kept(rows: &[Equation]) -> Result<Vec<String>, ConsistencyError> {
        let kept = independent(rows.to_vec())?;
        Ok(kept.into_iter().map(|row| row.name).collect())
    }

    #[test]
    fn exact_rows_that_follow_from_others_are_dropped() {
        let rows = [
            row("a", &[1.0, 2.0, 0.0], 5.0, 0.0),
            row("b", &[0.0, 1.0, 1.0], 3.0, 0.0),
            row("a + 2 b", &[1.0, 4.0, 2.0], 11.0, 0.0),
            row("nothing", &[0.0; 3], 0.0, 0.0),
            row("allowed", &[2.0, 4.0, 0.0], 90.0, 0.1),
            row("c", &[1.0, 0.0, 0.0], 2.0, 0.0),
        ];
        let expected = ["a", "b", "allowed", "c"].map(str::to_owned);
        assert_eq!(kept(&rows), Ok(expected.to_vec()));
        let contradiction = |name: &str, value: f64, implied: f64| {
            let name = name.to_owned();
            Err(ConsistencyError::Contradiction {
                name,
                value,
                implied,
            })
        };
        let nothing = [row("nothing", &[0.0; 3], 2.0, 0.0)];
        assert_eq!(kept(&nothing), contradiction("nothing", 2.0, 0.0));
    }

    /// Rows of norm 10 that say 20: a share of 1e-7 of that, and a share of 1e-10 of the norm.
    #[test]
    fn rows_agree_and_depend_within_shares_of_their_sizes() {
        let with = |coefficients: [f64; 2], right: f64| {
            kept(&[
                row("a", &[3.0, 4.0], 10.0, 0.0),
                row("b", &coefficients, right, 0.0),
            ])
        };
        let one = Ok(vec!["a".to_owned()]);
        assert_eq!(with([6.0, 8.0], 20.0 + 1e-6), one);
        match with([6.0, 8.0], 20.0 + 4e-6) {
            Err(ConsistencyError::Contradiction {
                name,
                value,
                implied,
            }) => {
                assert_eq!((name.as_str(), value), ("b", 20.0 + 4e-6));
                assert!((implied - 20.0).abs() < 1e-12);
            }
            other => panic!("{other:?}"),
        }
        // At right angles to (3, 4) lies 0.6 of what the second number is off by.
        assert_eq!(with([6.0, 8.0 + 1e-9], 20.0), one);
        assert_eq!(with([6.0, 8.0 + 1e-8], 20.0).map(|kept| kept.len()), Ok(2));
        assert_eq!(with([-6.0, -8.0], -20.0), one);
    }

    /// Rows of norm 10 that say 0, as those of a centre that lies at 0: a share of 1e-7 of the norm is rounding.
    #[test]
    fn rows_that_say_nothing_agree_within_a_share_of_their_norms() {
        let with = |right: f64| {
            let rows = [
                row("a", &[3.0, 4.0], 0.0, 0.0),
                row("b", &[6.0, 8.0], right, 0.0),
            ];
            kept(&rows).map(|kept| kept.len()).ok()
        };
        assert_eq!([0.0, 0.5e-6, -0.5e-6].map(with), [Some(1); 3]);
        assert_eq!([2e-6, -2e-6].map(with), [None; 2]);
    }
}

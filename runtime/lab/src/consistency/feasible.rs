//! One feasible to the solver: how small a linear function, or a ratio, of the parameters can be.

use super::statement::Equation;
use crate::cone::block::PAIRS;
use crate::cone::interior_point::{Ending, Solution, minimise};
use crate::cone::program::{Constraint, Program};

/// How many times the expected sizes all bodies and drives together may have: what is larger than
/// that counts as without limit.
pub(super) const LIMIT: f64 = 1e4;
/// A share that the limit may carry of an optimum that exists without it.
const LIMIT_SHARE: f64 = 0.02;

/// The smallest value that a feasible found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LowerBound {
    /// At least this; the second number says by how much the value attained lies higher.
    Value(f64, f64),
    /// It falls without limit.
    Unlimited,
    /// Nothing satisfies the equations.
    Impossible,
    /// The solver could not tell.
    Undecided,
}

/// The set of parameters that equations and consistency leave.
#[derive(Debug, Clone)]
pub(super) struct FeasibleSet {
    pub(super) blocks: usize,
    pub(super) scalars: usize,
    pub(super) equations: Vec<Equation>,
}

impl FeasibleSet {
    /// Variables of parameters, before those that allowances need.
    pub(super) fn variables(&self) -> usize {
        PAIRS.len() * self.blocks + self.scalars
    }

    /// The smallest value of a linear function of the variables.
    pub(super) fn lower_bound(&self, cost: Vec<(usize, f64)>) -> LowerBound {
        read(&minimise(&self.program(cost)))
    }

    /// The smallest value of `numerator / element`, where the element is one of the diagonal of a
    /// block (the mass).
    ///
    /// Charnes and Cooper (1962): divide all variables and 1 by the element, whose own value
    /// becomes 1; the right-hand sides become multiples of a new variable.
    pub(super) fn lower_bound_of_ratio(
        &self,
        numerator: Vec<(usize, f64)>,
        element: usize,
    ) -> LowerBound {
        let mut program = self.program(numerator);
        let reciprocal = program.variables();
        program.scalars += 1;
        for row in &mut program.rows {
            row.terms.push((reciprocal, -row.right));
            row.right = 0.0;
        }
        program.rows.push(Constraint {
            terms: vec![(element, 1.0)],
            right: 1.0,
        });
        read(&minimise(&program))
    }

    /// The program: an equation with an allowance `a` becomes `row + a s = right + a`,
    /// `s + s' = 2` with nonnegative `s` and `s'`.
    pub(super) fn program(&self, cost: Vec<(usize, f64)>) -> Program {
        let mut program = Program {
            blocks: self.blocks,
            scalars: self.scalars,
            rows: Vec::new(),
            cost,
            limit: LIMIT,
        };
        for equation in &self.equations {
            let mut row = sparse(equation);
            if equation.allowance > 0.0 {
                let slack = program.variables();
                program.scalars += 2;
                row.terms.push((slack, equation.allowance));
                row.right += equation.allowance;
                program.rows.push(Constraint {
                    terms: vec![(slack, 1.0), (slack + 1, 1.0)],
                    right: 2.0,
                });
            }
            program.rows.push(row);
        }
        program
    }

    /// How far the equations must be off for anything to satisfy them, each in units of its own
    /// (`unit`, 0 for an equation that must hold), and which of them resist (multipliers, each
    /// times its unit).
    ///
    /// None if the equations that must hold exclude each other.
    pub(super) fn distance(&self, unit: &[f64]) -> Option<Distance> {
        let mut program = self.program(Vec::new());
        program.rows.clear();
        program.scalars = self.scalars + 1;
        let share = self.variables();
        program.cost = vec![(share, 1.0)];
        let mut places = Vec::new();
        for (equation, unit) in self.equations.iter().zip(unit) {
            let mut row = sparse(equation);
            places.push(program.rows.len());
            if *unit > 0.0 {
                let slack = program.variables();
                program.scalars += 2;
                row.terms.push((slack, *unit));
                row.terms.push((share, -unit));
                program.rows.push(row);
                program.rows.push(Constraint {
                    terms: vec![(slack, 1.0), (slack + 1, 1.0), (share, -2.0)],
                    right: 0.0,
                });
            } else {
                program.rows.push(row);
            }
        }
        let solution = minimise(&program);
        if solution.ending == Ending::Infeasible || !solution.proved.is_finite() {
            return None;
        }
        let multiplier = |(place, unit): (&usize, &f64)| solution.multipliers[*place] * unit;
        Some(Distance {
            proved: solution.proved.max(0.0),
            attained: solution.value.max(0.0),
            multipliers: places.iter().zip(unit).map(multiplier).collect(),
            point: solution.variables[..self.variables()].to_vec(),
        })
    }
}

/// How far from consistent some equations are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Distance {
    /// At least so many units, proved.
    pub(super) proved: f64,
    /// At most so many, at the point found.
    pub(super) attained: f64,
    /// How much each equation contributes: positive where a larger value would help.
    pub(super) multipliers: Vec<f64>,
    /// The nearest point, variables of parameters.
    pub(super) point: Vec<f64>,
}

fn sparse(equation: &Equation) -> Constraint {
    let terms = equation.coefficients.iter().enumerate();
    Constraint {
        terms: terms
            .filter(|(_, a)| **a != 0.0)
            .map(|(k, a)| (k, *a))
            .collect(),
        right: equation.right,
    }
}

pub(super) fn read(solution: &Solution) -> LowerBound {
    if solution.ending == Ending::Infeasible {
        return LowerBound::Impossible;
    }
    let (value, proved) = (solution.value, solution.proved);
    if !(value.is_finite() && proved.is_finite()) {
        return LowerBound::Undecided;
    }
    if solution.limit_share <= LIMIT_SHARE * proved.abs().max(1.0) {
        // What the limit carries is taken off: the bound holds for what is larger, too.
        let bound = proved - solution.limit_share;
        return LowerBound::Value(bound, (value - bound).max(0.0));
    }
    // A point was reached that is far out: the limit is all that stops it.
    let reached = value - proved <= 0.1 * value.abs();
    if solution.ending == Ending::Converged || reached {
        LowerBound::Unlimited
    } else {
        LowerBound::Undecided
    }
}

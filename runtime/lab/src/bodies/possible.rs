//! Whether any body can be as is known of it.

use super::{Condition, Conditions};
use crate::cone::block::{PAIRS, weight};
use crate::cone::interior_point::{Ending, minimise};
use crate::cone::program::{Constraint, Program};
use crate::pseudo_inertia::elements;
use armwright_runtime::Inertial;

/// How many times the sizes that are known a body may have.
const LIMIT: f64 = 1e4;

/// Refuses conditions that no body satisfies, which the dual of a conic program proves.
pub(super) fn check(conditions: &Conditions) -> Result<(), String> {
    let [length, mass] = conditions.sizes;
    let blocks = 1 + conditions.cones.len();
    let more = conditions.linear.iter().filter(|c| !c.is_exact).count();
    let mut program = Program {
        blocks,
        scalars: more,
        rows: Vec::new(),
        cost: Vec::new(),
        limit: LIMIT,
    };
    let width = PAIRS.len();
    let row = |coefficients: &[f64; 10]| body_row(coefficients, length, mass);
    let mut scalar = width * blocks;
    for condition in &conditions.linear {
        let mut terms = row(&condition.coefficients);
        if !condition.is_exact {
            let size = terms.iter().map(|(_, x)| x.abs()).fold(0.0, f64::max);
            terms.push((scalar, -size));
            scalar += 1;
        }
        program.rows.push(Constraint {
            terms,
            right: condition.least,
        });
    }
    for (k, cone) in conditions.cones.iter().enumerate() {
        let sums = cone.each_ref().map(row);
        program
            .rows
            .extend(cone_rows(width * (1 + k), &sums, (9, mass)));
    }
    let has_mass = |c: &Condition| c.name == "mass" && c.least > 0.0;
    if !conditions.linear.iter().any(has_mass) {
        // Anything is true of a body without mass.
        program.rows.push(Constraint {
            terms: vec![(9, 1.0)],
            right: 1.0,
        });
    }
    match minimise(&program).ending {
        Ending::Infeasible => Err(
            "no body has all that is said of it: mass, regions and symmetry exclude each other"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

/// A sum of the ten parameters in the variables of the first block, whose units are these.
fn body_row(coefficients: &[f64; 10], length: f64, mass: f64) -> Vec<(usize, f64)> {
    let mut row = vec![0.0; PAIRS.len()];
    for component in Inertial::ALL {
        for (pair, sign) in elements(component) {
            let size = |i: usize| if i < 3 { length } else { 1.0 };
            let place = PAIRS.iter().position(|p| *p == pair).unwrap_or(0);
            row[place] += coefficients[component.at()] * sign * mass * size(pair.0) * size(pair.1)
                / weight(pair);
        }
    }
    let terms = row.into_iter().enumerate();
    terms.filter(|(_, x)| *x != 0.0).collect()
}

/// The equations that make a block `[[m 1, w], [wᵀ, m]]` of three sums `w` and a mass, which is positive semidefinite
/// exactly where `|w| ≤ m`; `at` is its first variable, the mass a variable and its unit.
pub(crate) fn cone_rows(
    at: usize,
    sums: &[Vec<(usize, f64)>; 3],
    (mass, unit): (usize, f64),
) -> Vec<Constraint> {
    let each = PAIRS.iter().enumerate().map(|(k, &(i, j))| {
        let element = (at + k, 1.0 / weight((i, j)));
        let mut terms = vec![element];
        if i == j {
            terms.push((mass, -1.0));
        } else if j == 3 {
            terms.extend(sums[i].iter().map(|(variable, x)| (*variable, -x / unit)));
        }
        Constraint { terms, right: 0.0 }
    });
    each.collect()
}

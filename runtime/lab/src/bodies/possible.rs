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

#[cfg(test)]
mod tests {
    use nalgebra::Matrix4;

    use super::{body_row, check, cone_rows};
    use crate::bodies::{Body, Region};
    use crate::cone::block::vector;
    use crate::cone::program::Constraint;

    /// Standard parameters and their pseudo-inertia in units of 4 kg and half a metre.
    #[test]
    fn a_sum_of_parameters_is_one_of_variables() {
        let [m, x, y, z] = [3.0, 0.3, -0.15, 0.6];
        let [xx, xy, xz, yy, yz, zz] = [0.18, 0.02, -0.07, 0.21, 0.03, 0.08];
        let half = (xx + yy + zz) / 2.0;
        #[rustfmt::skip]
        let matrix = Matrix4::new(
            half - xx, -xy, -xz, x / 0.5 * 0.25,
            -xy, half - yy, -yz, y / 0.5 * 0.25,
            -xz, -yz, half - zz, z / 0.5 * 0.25,
            x / 0.5 * 0.25, y / 0.5 * 0.25, z / 0.5 * 0.25, m * 0.25,
        ) / 0.25 / 4.0;
        let variables = vector(&matrix);
        let theta = [m, x, y, z, xx, xy, xz, yy, yz, zz];
        let coefficients = [0.7, -1.1, 0.4, 2.3, 0.9, -0.6, 1.7, -0.2, 0.5, 1.3];
        let expected: f64 = coefficients.iter().zip(theta).map(|(c, x)| c * x).sum();
        let row = body_row(&coefficients, 0.5, 4.0);
        let found: f64 = row.iter().map(|(k, x)| x * variables[*k]).sum();
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        let mass = body_row(
            &[2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            0.5,
            4.0,
        );
        assert_eq!(mass, [(9, 8.0)]);
    }

    /// A block at 30 whose diagonal is a mass of unit 4, the last column three sums.
    #[test]
    fn a_cone_is_a_block_of_its_sums() {
        let sums = [vec![(1, 2.0)], vec![(5, -3.0), (6, 1.0)], vec![]];
        let root = std::f64::consts::SQRT_2.recip();
        let row = |terms: &[(usize, f64)]| Constraint {
            terms: terms.to_vec(),
            right: 0.0,
        };
        assert_eq!(
            cone_rows(30, &sums, (9, 4.0)),
            [
                row(&[(30, 1.0), (9, -1.0)]),
                row(&[(31, root)]),
                row(&[(32, root)]),
                row(&[(33, root), (1, -0.5)]),
                row(&[(34, 1.0), (9, -1.0)]),
                row(&[(35, root)]),
                row(&[(36, root), (5, 0.75), (6, -0.25)]),
                row(&[(37, 1.0), (9, -1.0)]),
                row(&[(38, root)]),
                row(&[(39, 1.0), (9, -1.0)]),
            ]
        );
    }

    /// A centre in one region of a body whose mass is all in another.
    #[test]
    fn what_excludes_each_other_is_refused() {
        let of = |centre: Region, mass: [Option<f64>; 2]| {
            let body = Body {
                mass,
                centre: vec![centre],
                inside: vec![Region::Box([[Some(-0.5), Some(0.5)]; 3])],
                ..Body::default()
            };
            check(&body.conditions().expect("conditions"))
        };
        let along_x =
            |from: f64, to: f64| Region::Box([[Some(from), Some(to)], [None; 2], [None; 2]]);
        let ball = |x: f64, y: f64, radius: f64| Region::Ellipsoid {
            centre: [x, y, 0.0],
            radii: [radius; 3],
            rpy: [0.0; 3],
        };
        let refused = Err(
            "no body has all that is said of it: mass, regions and symmetry exclude each other"
                .to_owned(),
        );
        for mass in [
            [None, None],
            [Some(1.0), Some(3.0)],
            [None, Some(2.0)],
            [Some(2.0), Some(2.0)],
        ] {
            assert_eq!(of(along_x(0.6, 0.8), mass), refused, "{mass:?}");
            assert_eq!(of(along_x(0.4, 0.8), mass), Ok(()), "{mass:?}");
            assert_eq!(of(ball(1.0, 0.0, 0.4), mass), refused, "{mass:?}");
            assert_eq!(of(ball(1.0, 0.0, 0.6), mass), Ok(()), "{mass:?}");
            // Across a corner: the nearest point is 0.5 · √2 away.
            assert_eq!(of(ball(-1.0, 1.0, 0.69), mass), refused, "{mass:?}");
            assert_eq!(of(ball(-1.0, 1.0, 0.72), mass), Ok(()), "{mass:?}");
        }
        // From 0 kg on it may be a body without mass, of which anything is true.
        for mass in [[Some(0.0), Some(2.0)], [Some(0.0), None]] {
            assert_eq!(of(along_x(0.6, 0.8), mass), refused, "{mass:?}");
            assert_eq!(of(along_x(0.4, 0.8), mass), Ok(()), "{mass:?}");
        }
    }

    /// A centre in three balls about the corners of a triangle that are 1 from its middle: two have a point in common from a radius
    /// of `√3/2` on, all three from 1 on.
    #[test]
    fn regions_of_a_centre_exclude_each_other_together() {
        let of = |radius: f64, count: usize| {
            let ball = |corner: usize| {
                let angle = std::f64::consts::TAU * corner as f64 / 3.0;
                Region::Ellipsoid {
                    centre: [angle.cos(), angle.sin(), 0.5],
                    radii: [radius; 3],
                    rpy: [0.0; 3],
                }
            };
            let body = Body {
                mass: [Some(2.0); 2],
                centre: (0..count).map(ball).collect(),
                ..Body::default()
            };
            check(&body.conditions().expect("conditions")).is_ok()
        };
        for (radius, possible) in [
            (0.82, [true, false, false]),
            (0.91, [true, true, false]),
            (1.05, [true, true, true]),
        ] {
            assert_eq!(
                [1, 2, 3].map(|count| of(radius, count)),
                possible,
                "{radius}"
            );
        }
    }

    /// Several limits of one body, none of which is reached where another is: a centre below two planes, all coefficients of
    /// whose conditions are negative, and above a third.
    #[test]
    fn limits_need_not_be_reached() {
        let below = |end: f64| Region::Box([[None, Some(end)], [None; 2], [None; 2]]);
        let above = |end: f64| Region::Box([[Some(end), None], [None; 2], [None; 2]]);
        for mass in [[None, None], [Some(1.0), Some(3.0)], [None, Some(2.0)]] {
            let of = |centre: Vec<Region>| {
                let body = Body {
                    mass,
                    centre,
                    ..Body::default()
                };
                check(&body.conditions().expect("conditions"))
            };
            let allowed = of(vec![below(-0.2), below(-0.3), above(-0.9), above(-0.7)]);
            assert_eq!(allowed, Ok(()), "{mass:?}");
            let between = of(vec![below(-0.2), below(-0.3), above(-0.9), above(-0.25)]);
            assert!(between.is_err(), "{mass:?}");
        }
    }
}

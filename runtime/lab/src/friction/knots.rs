//! Any function of velocity as straight lines between knots: one pass serves all laws.
//!
//! A row of the equations is decimated, which is linear: what it has of a function `f` of velocity is
//! `Σ f(v_k) h_k`, with the decimated hats `h_k`. Laws are tried on triangular factors of hats, without
//! another pass for each of their parameters. What a line between knots leaves out is mended by exact columns at
//! the end (`refine`).

use nalgebra::DMatrix;

use super::columns::Terms;
use super::law::{Extra, Law, Local};

/// The lowest knot above 0, as a share of the highest speed, and the ratio of each to the one below.
const LOWEST: f64 = 0.005;
const RATIO: f64 = 1.15;

/// Speeds of one place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Knots {
    /// From 0 to the highest speed.
    pub(super) at: Vec<f64>,
}

impl Knots {
    /// Up to a speed.
    pub(super) fn up_to(top: f64) -> Self {
        let top = if top > 0.0 { top } else { 1.0 };
        let count = (-LOWEST.ln() / RATIO.ln()).ceil();
        let step = (-LOWEST.ln() / count).exp();
        let above = (0..=count as i32).rev().map(|k| top * step.powi(-k));
        Self {
            at: std::iter::once(0.0).chain(above).collect(),
        }
    }

    /// The knot below a speed and how far it is to the next; beyond the last the line goes on.
    fn place(&self, speed: f64) -> (usize, f64) {
        let above = self.at.partition_point(|knot| *knot <= speed);
        let below = above.clamp(1, self.at.len() - 1) - 1;
        let (low, high) = (self.at[below], self.at[below + 1]);
        (below, (speed - low) / (high - low))
    }

    /// How many columns there are: hats of both directions, negative first, then what is no function of velocity alone
    /// ([`Extra::BESIDE`]).
    pub(super) fn columns(&self) -> usize {
        2 * self.at.len() + Extra::BESIDE.len()
    }

    /// What a law with some nonlinear parameters has of each column (`columns × linear`).
    pub(super) fn matrix(&self, law: &Law, theta: &[f64]) -> DMatrix<f64> {
        let count = self.at.len();
        let mut matrix = DMatrix::zeros(self.columns(), law.linear());
        for (direction, sign) in [-1.0, 1.0].into_iter().enumerate() {
            for (k, speed) in self.at.iter().enumerate() {
                let values = law.of_velocity(theta, *speed, sign);
                let row = direction * count + k;
                for (to, value) in matrix.row_mut(row).iter_mut().zip(values) {
                    *to = value;
                }
            }
        }
        for (beside, place) in law.places_beside().into_iter().enumerate() {
            if let Some(place) = place {
                matrix[(2 * count + beside, place)] = 1.0;
            }
        }
        matrix
    }
}

/// Hats at the knots of each place.
#[derive(Clone, Copy)]
pub(super) struct Hats<'a> {
    pub(super) knots: &'a [Knots],
}

impl Terms for Hats<'_> {
    fn width(&self, place: usize) -> usize {
        self.knots[place].columns()
    }

    fn fill(&self, place: usize, local: &Local, out: &mut [f64]) {
        let knots = &self.knots[place];
        let (speed, sign) = local.speed();
        let count = knots.at.len();
        let (below, share) = knots.place(speed);
        // At rest it is half of either direction.
        for (direction, weight) in [(0, 0.5 - 0.5 * sign), (1, 0.5 + 0.5 * sign)] {
            out[direction * count + below] = weight * (1.0 - share);
            out[direction * count + below + 1] = weight * share;
        }
        out[2 * count..].copy_from_slice(&local.beside());
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Terms;
    use super::super::law::{Extra, Law, Local, Shape};
    use super::{Hats, Knots};

    /// What is straight between knots is exact, beyond the last as well; what bends is nearly.
    #[test]
    fn hats_make_up_a_law() {
        let knots = [Knots::up_to(2.0)];
        let hats = Hats { knots: &knots };
        let exact = Law::of(Shape::CoulombViscous).with(Extra::Directional);
        let exact = exact.with(Extra::Load).with(Extra::Offset);
        let exact = exact.with(Extra::Temperature);
        let bent = Law::of(Shape::Stribeck);
        for velocity in [-2.3, -0.71, -0.003, 0.0004, 0.1, 1.99, 2.0] {
            let local = Local {
                velocity,
                load: 3.0,
                warmth: -4.0,
            };
            let mut row = vec![0.0; hats.width(0)];
            hats.fill(0, &local, &mut row);
            for (law, theta, most) in [(&exact, &[][..], 1e-12), (&bent, &[0.2][..], 2e-3)] {
                let made = knots[0]
                    .matrix(law, theta)
                    .tr_mul(&nalgebra::DVector::from(row.clone()));
                let pairs = made.iter().zip(law.values(theta, &local));
                let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off <= most, "{law:?} at {velocity}: {off}");
            }
        }
    }

    #[test]
    fn knots_rise_in_proportion_from_half_a_percent_of_the_highest_speed() {
        let knots = Knots::up_to(4.0).at;
        assert_eq!(knots[0], 0.0);
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        assert!(near(knots[1], 0.02) && near(knots[knots.len() - 1], 4.0));
        // ln 200 / ln 1.15 = 37.9.
        assert_eq!(knots.len(), 40);
        let ratio = 200f64.powf(1.0 / 38.0);
        assert!(
            knots[1..]
                .windows(2)
                .all(|two| near(two[1] / two[0], ratio))
        );
        // Of what never moves any will do.
        assert_eq!(Knots::up_to(0.0), Knots::up_to(1.0));
        let knots = Knots {
            at: vec![0.0, 1.0, 3.0],
        };
        let places = [0.0, 0.25, 1.0, 2.5, 3.0, 5.0].map(|speed| knots.place(speed));
        assert_eq!(
            places,
            [(0, 0.0), (0, 0.25), (1, 0.0), (1, 0.75), (1, 1.0), (1, 2.0)]
        );
    }

    #[test]
    fn hats_stand_by_their_direction_and_at_rest_half_by_either() {
        let knots = [Knots {
            at: vec![0.0, 1.0, 3.0],
        }];
        let hats = Hats { knots: &knots };
        assert_eq!(hats.width(0), 8);
        let at = |velocity: f64| {
            let mut row = vec![0.0; 8];
            let local = Local {
                velocity,
                load: -3.0,
                warmth: 5.0,
            };
            hats.fill(0, &local, &mut row);
            row
        };
        assert_eq!(at(-1.5), [0.0, 0.75, 0.25, 0.0, 0.0, 0.0, -3.0, -7.5]);
        assert_eq!(at(2.0), [0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 3.0, 10.0]);
        assert_eq!(at(0.0), [0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
        let law = Law::of(Shape::CoulombViscous).with(Extra::Offset);
        let law = law.with(Extra::Load).with(Extra::Temperature);
        let rows = [
            [-1.0, 0.0, 1.0, 0.0, 0.0],
            [-1.0, -1.0, 1.0, 0.0, 0.0],
            [-1.0, -3.0, 1.0, 0.0, 0.0],
            [1.0, 0.0, 1.0, 0.0, 0.0],
            [1.0, 1.0, 1.0, 0.0, 0.0],
            [1.0, 3.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 1.0],
        ];
        let matrix = knots[0].matrix(&law, &[]);
        assert_eq!(matrix, nalgebra::DMatrix::from_fn(8, 5, |i, j| rows[i][j]));
    }
}

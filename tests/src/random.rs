//! Seeded random states and parameters, the same on every machine.

use std::sync::OnceLock;

use nalgebra::{Matrix3, Vector3};

use crate::oracle::{BaseMotion, DriveTerm, Mechanism, ParameterKind};

/// What all random tests of a run have in common: 0, or the whole number `ARMWRIGHT_SEED`, for a look at other
/// numbers than those of every day.
///
/// # Panics
/// If the variable is no whole number.
#[must_use]
pub fn run_seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| match std::env::var("ARMWRIGHT_SEED") {
        Ok(text) => text.parse().expect("ARMWRIGHT_SEED is a whole number"),
        Err(_) => 0,
    })
}

/// A small deterministic generator (SplitMix64: Steele, Lea and Flood 2014, figure 15).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for the same seed, and others in a run with another
    /// [`run_seed`].
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed ^ run_seed().rotate_left(32))
    }

    /// A number between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let unit = (z >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// A whole number below `end`, which is above 0.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "no number is below 0");
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let real = end as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and truncation is what is wanted"
        )]
        let whole = self.between(0.0, real) as usize;
        whole.min(end - 1)
    }

    /// `n` numbers between `-range` and `range`.
    pub fn vector(&mut self, n: usize, range: f64) -> Vec<f64> {
        (0..n).map(|_| self.between(-range, range)).collect()
    }

    /// A robot whose base, if it is moved, is so at random, under a gravity from any side.
    #[must_use]
    pub fn moved(&mut self, robot: &Mechanism) -> Mechanism {
        let robot = robot.clone();
        if robot.base_rows() == 0 {
            return robot;
        }
        let mut vector = |range: f64| Vector3::from_fn(|_, _| self.between(-range, range));
        let motion = BaseMotion {
            velocity: vector(2.0),
            spin: vector(2.0),
            acceleration: vector(5.0),
            spin_rate: vector(5.0),
        };
        robot.with_base(motion).with_gravity(vector(9.81).into())
    }

    /// Parameters of bodies that could exist, with positive inertias and frictions: each body is a
    /// positive mass with a positive definite pseudo-inertia.
    pub fn physical_theta(&mut self, robot: &Mechanism) -> Vec<f64> {
        let mut theta = Vec::with_capacity(robot.parameters().len());
        for parameter in robot.parameters() {
            match parameter.kind {
                ParameterKind::Inertial { component: 0, .. } => {
                    theta.extend(self.body());
                }
                ParameterKind::Inertial { .. } => {}
                ParameterKind::Drive(DriveTerm::Offset, _) => theta.push(self.between(-1.0, 1.0)),
                ParameterKind::Drive(..) | ParameterKind::Spring(..) | ParameterKind::Torque(_) => {
                    theta.push(self.between(0.001, 1.0));
                }
            }
        }
        theta
    }

    /// Ten standard parameters of a body that could exist.
    fn body(&mut self) -> [f64; 10] {
        let mass = self.between(0.5, 20.0);
        let centre = Vector3::from_fn(|_, _| self.between(-0.3, 0.3));
        // Second moments Σ = A Aᵀ of the mass distribution about its centre are positive definite,
        // and the inertia tensor is tr(Σ) 1 - Σ.
        let a = Matrix3::from_fn(|_, _| self.between(-0.3, 0.3));
        let sigma = a * a.transpose() + Matrix3::identity() * 1e-3;
        let about_centre = (Matrix3::identity() * sigma.trace() - sigma) * mass;
        let l = about_centre
            + (Matrix3::identity() * centre.norm_squared() - centre * centre.transpose()) * mass;
        let h = centre * mass;
        [
            mass,
            h.x,
            h.y,
            h.z,
            l[(0, 0)],
            l[(0, 1)],
            l[(0, 2)],
            l[(1, 1)],
            l[(1, 2)],
            l[(2, 2)],
        ]
    }
}

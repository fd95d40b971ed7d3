//! The laws of physics and of identification, for the generated code of every robot.

use armwright_runtime::{Class, ParameterKind};
use armwright_tests::{Pair, State, assert_agree, revealed, zoo};
use nalgebra::{DMatrix, DVector};

const STATES: usize = 20;

/// Parameters without friction, and without torques that have no potential.
fn frictionless(pair: &Pair, theta: &[f64]) -> Vec<f64> {
    only(pair, theta, |kind| {
        kind.friction().is_none() && !matches!(kind, ParameterKind::Torque(..))
    })
}

fn springless(pair: &Pair, theta: &[f64]) -> Vec<f64> {
    only(pair, theta, |kind| {
        matches!(
            kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
        )
    })
}

fn only(pair: &Pair, theta: &[f64], stays: fn(ParameterKind) -> bool) -> Vec<f64> {
    let parameters = pair.robot.model().parameters.iter().zip(theta);
    parameters
        .map(|(p, value)| if stays(p.kind) { *value } else { 0.0 })
        .collect()
}

/// `a + h b`.
fn step(a: &[f64], b: &[f64], h: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + h * b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The derivative at 0 by central differences of fourth order.
fn derivative(function: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-3;
    (8.0 * (function(h) - function(-h)) - (function(2.0 * h) - function(-2.0 * h))) / (12.0 * h)
}

fn energy(pair: &Pair, theta: &[f64], q: &[f64], qd: &[f64]) -> f64 {
    dot(
        &pair.filled(theta.len(), |robot, out| robot.energy_regressor(q, qd, out)),
        theta,
    )
}

fn inertia(pair: &Pair, theta: &[f64], q: &[f64]) -> DMatrix<f64> {
    let n = q.len();
    DMatrix::from_row_slice(
        n,
        n,
        &pair.filled(n * n, |robot, out| robot.inertia_matrix(theta, q, out)),
    )
}

fn torque(pair: &Pair, theta: &[f64], s: &State) -> Vec<f64> {
    pair.filled(s.q.len(), |robot, out| {
        robot.inverse_dynamics(theta, &s.q, &s.qd, &s.qdd, out)
    })
}

#[test]
fn regressor_times_parameters_is_torque() {
    for pair in zoo() {
        let (n, p) = (pair.oracle.dof(), pair.oracle.parameters().len());
        for s in pair.states(STATES, 11) {
            let regressor = pair.filled(n * p, |robot, out| {
                robot.torque_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let product =
                DMatrix::from_row_slice(n, p, &regressor) * DVector::from_column_slice(&s.theta);
            assert_agree(
                pair.name(),
                product.as_slice(),
                &torque(&pair, &s.theta, &s),
                1e-12,
            );
        }
    }
}

#[test]
fn inertia_is_symmetric_and_positive() {
    for pair in zoo() {
        for s in pair.states(STATES, 12) {
            let inertia = inertia(&pair, &s.theta, &s.q);
            let transposed = inertia.transpose();
            assert_agree(
                pair.name(),
                inertia.as_slice(),
                transposed.as_slice(),
                1e-12,
            );
            assert!(
                inertia.cholesky().is_some(),
                "{}: inertia is not positive",
                pair.name()
            );
        }
    }
}

#[test]
fn coriolis_does_no_work_beyond_the_change_of_inertia() {
    // qdᵀ (Ṁ - 2 C) qd = 0, with c = C qd.
    for pair in zoo() {
        for s in pair.states(STATES, 13) {
            let rates = DVector::from_column_slice(&s.qd);
            let twice_kinetic =
                |h: f64| (inertia(&pair, &s.theta, &step(&s.q, &s.qd, h)) * &rates).dot(&rates);
            let coriolis = pair.filled(s.q.len(), |robot, out| {
                robot.coriolis_torques(&s.theta, &s.q, &s.qd, out)
            });
            let work = 2.0 * dot(&coriolis, &s.qd);
            assert_agree(pair.name(), &[derivative(twice_kinetic)], &[work], 1e-7);
        }
    }
}

/// `Y theta` of Slotine and Li's regressor.
fn followed(pair: &Pair, theta: &[f64], s: &State, [qd_r, qdd_r]: [&[f64]; 2]) -> Vec<f64> {
    let (n, p) = (s.q.len(), theta.len());
    let rows = pair.filled(n * p, |robot, out| {
        robot.slotine_li_regressor(&s.q, &s.qd, qd_r, qdd_r, out)
    });
    let torques = DMatrix::from_row_slice(n, p, &rows) * DVector::from_column_slice(theta);
    torques.as_slice().to_vec()
}

#[test]
fn a_motion_that_follows_itself_needs_its_own_torque_to_the_bit() {
    for pair in zoo() {
        let (n, p, b) = pair.sizes();
        for s in pair.states(STATES, 21) {
            let own = pair.filled(n * p, |robot, out| {
                robot.torque_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let followed = pair.filled(n * p, |robot, out| {
                robot.slotine_li_regressor(&s.q, &s.qd, &s.qd, &s.qdd, out)
            });
            assert_eq!(own, followed, "{}", pair.name());
            let own = pair.filled(n * b, |robot, out| {
                robot.base_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let followed = pair.filled(n * b, |robot, out| {
                robot.slotine_li_base_regressor(&s.q, &s.qd, &s.qd, &s.qdd, out)
            });
            assert_eq!(own, followed, "{}", pair.name());
        }
    }
}

/// `C(q, qd)` column by column from the regressor: `dM/dt - 2 C` is skew-symmetric, and columns are those of
/// Christoffel's symbols, which do not change if `qd` and what is followed change places.
#[test]
fn the_velocity_matrix_of_slotine_and_li_is_christoffels() {
    for pair in zoo() {
        let n = pair.sizes().0;
        let rest = vec![0.0; n];
        for s in pair.states(STATES / 4, 22) {
            let theta = springless(&pair, &s.theta);
            let weight = followed(&pair, &theta, &s, [&rest, &rest]);
            let column = |qd_r: &[f64]| {
                let all = followed(&pair, &theta, &s, [qd_r, &rest]);
                step(&all, &weight, -1.0)
            };
            let unit = |k: usize| {
                let mut unit = rest.clone();
                unit[k] = 1.0;
                unit
            };
            let columns: Vec<f64> = (0..n).flat_map(|k| column(&unit(k))).collect();
            let c = DMatrix::from_column_slice(n, n, &columns);
            let along = |i: usize, j: usize| {
                derivative(|h| inertia(&pair, &theta, &step(&s.q, &s.qd, h))[(i, j)])
            };
            let rate = DMatrix::from_fn(n, n, along);
            let both = &c + c.transpose();
            assert_agree(pair.name(), both.as_slice(), rate.as_slice(), 1e-7);
            let mut changed = s.clone();
            std::mem::swap(&mut changed.qd, &mut changed.qdd);
            let back = followed(&pair, &theta, &changed, [&s.qd, &rest]);
            let back = step(&back, &weight, -1.0);
            assert_agree(pair.name(), &column(&s.qdd), &back, 1e-10);
        }
    }
}

#[test]
fn what_is_followed_needs_inertia_and_friction_of_the_motion() {
    for pair in zoo() {
        let (n, _, b) = pair.sizes();
        let rest = vec![0.0; n];
        for s in pair.states(STATES, 23) {
            // At no velocity to follow: M qdd_r + g + all that is no body's at the velocity of the motion.
            let all = followed(&pair, &s.theta, &s, [&rest, &s.qdd]);
            let coriolis = pair.filled(n, |robot, out| {
                robot.coriolis_torques(&s.theta, &s.q, &s.qd, out)
            });
            let expected = step(&torque(&pair, &s.theta, &s), &coriolis, -1.0);
            assert_agree(pair.name(), &all, &expected, 1e-10);
            if !pair.robot.model().base_of_torque {
                continue;
            }
            let qd_r: Vec<f64> = s.qd.iter().rev().map(|x| 0.7 * x - 0.2).collect();
            let rows = pair.filled(n * b, |robot, out| {
                robot.slotine_li_base_regressor(&s.q, &s.qd, &qd_r, &s.qdd, out)
            });
            let beta = pair.filled(b, |robot, out| robot.base_parameters(&s.theta, out));
            let product = DMatrix::from_row_slice(n, b, &rows) * DVector::from_column_slice(&beta);
            let whole = followed(&pair, &s.theta, &s, [&qd_r, &s.qdd]);
            assert_agree(pair.name(), product.as_slice(), &whole, 1e-10);
        }
    }
}

#[test]
fn power_of_the_torque_is_the_rate_of_energy() {
    for pair in zoo() {
        for s in pair.states(STATES, 14) {
            let theta = frictionless(&pair, &s.theta);
            let rate = derivative(|h| {
                let q = step(&step(&s.q, &s.qd, h), &s.qdd, h * h / 2.0);
                energy(&pair, &theta, &q, &step(&s.qd, &s.qdd, h))
            });
            let power = dot(&torque(&pair, &theta, &s), &s.qd);
            assert_agree(pair.name(), &[rate], &[power], 1e-7);
        }
    }
}

#[test]
fn gravity_is_the_gradient_of_potential_energy() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        let rest = vec![0.0; n];
        for s in pair.states(STATES, 15) {
            let gradient = |theta: &[f64]| -> Vec<f64> {
                let along = |i: usize| {
                    derivative(|h| {
                        let mut q = s.q.clone();
                        q[i] += h;
                        energy(&pair, theta, &q, &rest)
                    })
                };
                (0..n).map(along).collect()
            };
            let gravity = pair.filled(n, |robot, out| robot.gravity_torques(&s.theta, &s.q, out));
            let weight = springless(&pair, &s.theta);
            assert_agree(pair.name(), &gradient(&weight), &gravity, 1e-9);
            // With springs, it is all that is held at rest.
            let theta = frictionless(&pair, &s.theta);
            let held = pair.filled(n, |robot, out| {
                robot.inverse_dynamics(&theta, &s.q, &rest, &rest, out)
            });
            assert_agree(pair.name(), &gradient(&theta), &held, 1e-9);
        }
    }
}

#[test]
fn base_columns_times_base_parameters_are_everything() {
    for pair in zoo() {
        let model = pair.robot.model();
        let (n, p, b) = (model.joints.len(), model.parameters.len(), model.base.len());
        let grouping = pair.base_matrix();
        // At rest as well, where friction by direction has its share of constant torques.
        let still = |s: &State| State {
            qd: vec![0.0; n],
            ..s.clone()
        };
        let moving = pair.states(STATES, 16);
        let states = moving.iter().cloned().chain(moving[..5].iter().map(still));
        for s in states {
            let full = pair.filled(n * p, |robot, out| {
                robot.torque_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let full = DMatrix::from_row_slice(n, p, &full);
            let base = pair.filled(n * b, |robot, out| {
                robot.base_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let base = DMatrix::from_row_slice(n, b, &base);
            let product = &base * &grouping;
            assert_agree(pair.name(), product.as_slice(), full.as_slice(), 1e-12);

            let beta = pair.filled(b, |robot, out| robot.base_parameters(&s.theta, out));
            let expected = &grouping * DVector::from_column_slice(&s.theta);
            assert_agree(pair.name(), &beta, expected.as_slice(), 1e-12);

            for (column, parameter) in model.base.iter().enumerate() {
                let own: Vec<f64> = base.column(column).iter().copied().collect();
                let of_full: Vec<f64> = full
                    .column(parameter.representative)
                    .iter()
                    .copied()
                    .collect();
                assert_agree(parameter.name, &own, &of_full, 1e-12);
            }
        }
    }
}

#[test]
fn base_parameters_are_as_many_as_the_motion_reveals() {
    for pair in zoo() {
        let rank = revealed(&pair.oracle, 17);
        assert_eq!(pair.robot.model().base.len(), rank, "{}", pair.name());
    }
}

#[test]
fn classes_say_what_the_base_parameters_say() {
    for pair in zoo() {
        let model = pair.robot.model();
        for (index, parameter) in model.parameters.iter().enumerate() {
            let groups: Vec<_> = model
                .base
                .iter()
                .filter(|base| base.terms.iter().any(|term| term.parameter == index))
                .collect();
            let expected = match groups.as_slice() {
                [] => Class::Invisible,
                [alone] if alone.terms.len() == 1 => Class::Identifiable,
                _ => Class::Combined,
            };
            assert_eq!(
                parameter.class,
                expected,
                "{} of {}",
                parameter.name,
                pair.name()
            );
        }
    }
}

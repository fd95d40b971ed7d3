//! Balances column by column: along any motion `qdᵀ Y` is the rate of the energy and what is done besides, and `Y` that of the
//! momentum.

use super::{Balance, BaseBalance};
use crate::motion::States;
use crate::regression::by_hand;
use armwright_robots::{abb_wrist, double_pendulum, mit_ddarm};
use armwright_runtime::{EvaluationError, Inputs, Model, ParameterKind, Quantity, Robot};

/// Positions `a sin(w t) + c`, a joint each, with their derivatives.
fn states(n: usize, times: &[f64]) -> States {
    let mut states = States::default();
    for t in times {
        for j in 0..n {
            let (a, w, c) = (
                0.4 + 0.1 * j as f64,
                1.3 + 0.4 * j as f64,
                0.3 - 0.2 * j as f64,
            );
            let (s, cosine) = (w * t + 0.5).sin_cos();
            states.q.push(a * s + c);
            states.qd.push(a * w * cosine);
            states.qdd.push(-a * w * w * s);
        }
    }
    states
}

/// Rates and levels of each state.
fn balanced(robot: &dyn Robot, balance: Balance, states: &States) -> [Vec<Vec<f64>>; 2] {
    let (n, b) = (robot.model().joints.len(), robot.model().base.len());
    let rows = balance.rows(n);
    let mut all = [(); 2].map(|()| vec![0.0; states.count(n) * rows * b]);
    let [rates, levels] = &mut all;
    let mut of = BaseBalance::of(robot);
    let made = match balance {
        Balance::Energy => of.energy(states, rates, levels),
        Balance::Momentum => of.momentum(states, rates, levels),
    };
    made.expect("a balance");
    all.map(|all| all.chunks(rows * b).map(<[f64]>::to_vec).collect())
}

#[test]
fn torques_are_what_changes_energy_and_momentum() {
    let robots: [&dyn Robot; 3] = [
        &double_pendulum::ROBOT,
        &abb_wrist::ROBOT,
        &mit_ddarm::ROBOT,
    ];
    let h = 1e-5;
    for robot in robots {
        let (n, b) = (robot.model().joints.len(), robot.model().base.len());
        for time in [0.2, 0.9] {
            let around = states(n, &[time - h, time, time + h]);
            let [q, qd, qdd] = around.each(n).nth(1).expect("a state");
            let mut y = vec![0.0; n * b];
            robot
                .base_regressor(q, qd, qdd, &mut y)
                .expect("a regressor");
            for balance in [Balance::Energy, Balance::Momentum] {
                let [rates, levels] = balanced(robot, balance, &around);
                let rows = balance.rows(n);
                for row in 0..rows {
                    for k in 0..b {
                        let at = row * b + k;
                        let own: f64 = match balance {
                            Balance::Energy => (0..n).map(|i| qd[i] * y[i * b + k]).sum(),
                            Balance::Momentum => y[at],
                        };
                        let rate = (levels[2][at] - levels[0][at]) / (2.0 * h) + rates[1][at];
                        let name = robot.model().base[k].name;
                        assert!(
                            (rate - own).abs() < 1e-6 * own.abs().max(1.0),
                            "{balance:?} of {name}, row {row}: {rate} for {own}"
                        );
                    }
                }
            }
        }
    }
}

/// Whichever joints move, or none: momentum is lost by what moves them, and by gravity alone where nothing does.
#[test]
fn torques_change_momentum_while_some_joints_stand() {
    let robots: [&dyn Robot; 2] = [&abb_wrist::ROBOT, &mit_ddarm::ROBOT];
    let h = 1e-5;
    for robot in robots {
        let b = robot.model().base.len();
        for speeds in [[0.0, 0.7, -0.4], [0.6, 0.0, 0.0], [0.0; 3]] {
            // Straight on, so that nothing accelerates.
            let mut around = States::default();
            for t in [-h, 0.0, h] {
                for (q, v) in [0.4, -0.8, 1.1].into_iter().zip(speeds) {
                    around.q.push(q + v * t);
                    around.qd.push(v);
                    around.qdd.push(0.0);
                }
            }
            let [q, qd, qdd] = around.each(3).nth(1).expect("a state");
            let mut y = vec![0.0; 3 * b];
            robot
                .base_regressor(q, qd, qdd, &mut y)
                .expect("a regressor");
            let [rates, levels] = balanced(robot, Balance::Momentum, &around);
            for (at, own) in y.iter().enumerate() {
                let rate = (levels[2][at] - levels[0][at]) / (2.0 * h) + rates[1][at];
                assert!(
                    (rate - own).abs() < 1e-6 * own.abs().max(1.0),
                    "{} {speeds:?}, {at}: {rate} for {own}",
                    robot.model().name
                );
            }
        }
    }
}

/// Friction of a motor turns `|G qd|` into heat for each unit of Coulomb friction, `(G qd)²` for viscous friction.
#[test]
fn friction_takes_power_and_stores_nothing() {
    const G: [[f64; 3]; 3] = [[-60.0, 0.0, 0.0], [10.0, 50.0, 0.0], [-8.0, 12.0, 45.0]];
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let around = states(3, &[0.4]);
    let [_, qd, _] = around.each(3).next().expect("a state");
    let [rates, levels] = balanced(robot, Balance::Energy, &around);
    let mut seen = 0;
    for (k, base) in model.base.iter().enumerate() {
        let motor = base.name.strip_suffix(|c: char| c.is_ascii_digit());
        let place = base.name.chars().last().and_then(|c| c.to_digit(10));
        let kind = model.parameters[base.representative].kind;
        let is_friction = matches!(kind, ParameterKind::Coulomb(_) | ParameterKind::Viscous(_));
        if let (true, Some(_), Some(place)) = (is_friction, motor, place) {
            let row = G[place as usize - 1];
            let speed: f64 = row.iter().zip(qd).map(|(g, v)| g * v).sum();
            let expected = match kind {
                ParameterKind::Coulomb(_) => speed.abs(),
                _ => speed * speed,
            };
            let off = (rates[0][k] / expected - 1.0).abs();
            assert!(off < 1e-12, "{}: {} for {expected}", base.name, rates[0][k]);
            assert_eq!(levels[0][k], 0.0);
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
}

#[test]
fn balances_have_their_words_and_rows() {
    assert_eq!(
        (Balance::Energy.word(), Balance::Momentum.word()),
        ("energy", "momentum")
    );
    assert_eq!((Balance::Energy.rows(6), Balance::Momentum.rows(6)), (1, 6));
}

/// A wheel with one base parameter, its inertia or its viscous friction.
struct Wheel(Model);

impl Robot for Wheel {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let place = self.0.base[0].representative;
        let has_inertia = self.0.parameters[place].name == "Lzz_a";
        match (quantity, has_inertia) {
            (Quantity::BaseRegressor, true) => out[0] = inputs.qdd[0],
            (Quantity::BaseRegressor, false) => out[0] = inputs.qd[0],
            (Quantity::EnergyRegressor, _) => {
                out.fill(0.0);
                let energy = 0.5 * inputs.qd[0] * inputs.qd[0];
                out[place] = if has_inertia { energy } else { 0.0 };
            }
            _ => return Err(EvaluationError::NotGenerated(quantity)),
        }
        Ok(())
    }
}

/// An inertia holds `qd² / 2` and the momentum `qd`; viscous friction takes the power `qd²`, and the torque `qd`.
#[test]
fn every_state_of_a_robot_with_one_base_parameter_is_balanced() {
    let around = states(1, &[0.1, 0.3, 0.5, 0.7]);
    let wheel = |base: usize| {
        Wheel(Model {
            joints: &by_hand::MODEL.joints[..1],
            base: &by_hand::BASE[base..=base],
            ..by_hand::MODEL
        })
    };
    let (inertia, friction) = (wheel(0), wheel(4));
    for (balance, level, rate) in [
        (Balance::Energy, [0.5, 2.0], [1.0, 2.0]),
        (Balance::Momentum, [1.0, 1.0], [1.0, 1.0]),
    ] {
        let of = |[times, power]: [f64; 2]| -> Vec<f64> {
            let speeds = around.qd.iter();
            speeds.map(|qd| times * qd.powf(power)).collect()
        };
        for (robot, rates, levels) in [
            (&inertia, vec![0.0; 4], of(level)),
            (&friction, of(rate), vec![0.0; 4]),
        ] {
            let found = balanced(robot, balance, &around).map(|all| all.concat());
            for (found, expected) in found.iter().flatten().zip(rates.iter().chain(&levels)) {
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{balance:?}: {found} for {expected}"
                );
            }
            assert_eq!(found.map(|all| all.len()), [4, 4]);
        }
    }
}

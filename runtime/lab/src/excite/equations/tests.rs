//! Rows of equations by hand: weights, work between samples, and the way back.

use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{EvaluationError, Inputs, Quantity, Robot};
use nalgebra::DMatrix;

use super::{Equations, Kind, Rows, simpson};

fn rows(kind: Kind) -> Rows {
    let equations = Equations {
        kind,
        ..Equations::default()
    };
    let mut rows = Rows::of(&double_pendulum::ROBOT, &equations).expect("rows");
    rows.columns = vec![0, 2];
    rows.width = 4;
    rows
}

fn assert_near(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
}

#[test]
fn samples_lie_evenly_and_work_has_states_between() {
    let measured = rows(Kind::Measured);
    assert_near(&measured.times(4.0, 5, true), &[0.0, 0.8, 1.6, 2.4, 3.2]);
    assert_near(&measured.times(4.0, 5, false), &[0.0, 1.0, 2.0, 3.0, 4.0]);
    for is_periodic in [true, false] {
        for kind in [Kind::Energy, Kind::EnergyFromStart] {
            let times = rows(kind).times(6.0, 4, is_periodic);
            let wanted: Vec<f64> = (0..13).map(|k| 0.5 * f64::from(k)).collect();
            assert_near(&times, &wanted);
        }
    }
    assert_near(&measured.times(4.0, 1, false), &[0.0, 4.0]);
}

/// Of two samples of two rows: what a state computes stands row by row.
#[test]
fn rows_are_multiplied_by_their_weights() {
    let mut measured = rows(Kind::Measured);
    measured.weights = vec![2.0, 3.0];
    let states = DMatrix::from_column_slice(4, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let found = measured.observation(states.clone(), 9.0);
    assert_eq!(found.shape(), (2, 4));
    assert_eq!(
        found.as_slice(),
        [2.0, 4.0, 9.0, 12.0, 10.0, 12.0, 21.0, 24.0]
    );
    let back = measured.back(DMatrix::from_column_slice(2, 4, states.as_slice()), 2, 9.0);
    assert_eq!((back.shape(), back.as_slice()), ((4, 2), found.as_slice()));
}

/// Simpson's rule is exact for cubics: over each 3 s the change of `5 t²` and of `2 - t`, and the integrals of `t³ - 2 t` and of
/// `6 t²`.
#[test]
fn a_row_of_work_is_the_change_of_energy_and_the_integral_of_power() {
    let states = DMatrix::from_fn(4, 9, |row, k| {
        let t = 0.75 * k as f64;
        [5.0 * t * t, 2.0 - t, t.powi(3) - 2.0 * t, 6.0 * t * t][row]
    });
    let integral = |t: f64| [t.powi(4) / 4.0 - t * t + 5.0 * t * t, 2.0 * t.powi(3) - t];
    let [zero, three, six] = [0.0, 3.0, 6.0].map(integral);
    for (kind, from) in [(Kind::Energy, three), (Kind::EnergyFromStart, zero)] {
        let mut work = rows(kind);
        work.weights = vec![0.5];
        let found = work.observation(states.clone(), 6.0);
        let wanted = [
            0.5 * (three[0] - zero[0]),
            0.5 * (three[1] - zero[1]),
            0.5 * (six[0] - from[0]),
            0.5 * (six[1] - from[1]),
        ];
        assert_near(found.as_slice(), &wanted);
        // The way back is the transpose: `<A s, r> = <s, Aᵀ r>`.
        let s = DMatrix::from_fn(4, 13, |i, k| (1.3 * i as f64 + 0.7 * k as f64).sin());
        let r = DMatrix::from_fn(2, 3, |i, k| (0.4 + 2.1 * i as f64 - 0.9 * k as f64).cos());
        let there = work.observation(s.clone(), 6.0).dot(&r);
        let back = s.dot(&work.back(r, 13, 6.0));
        assert!((there - back).abs() < 1e-12, "{kind:?}: {there} {back}");
    }
    let all: Vec<(usize, f64)> = simpson(4, 6.0, 9).collect();
    let wanted = [1.0, 4.0, 2.0, 4.0, 1.0].map(|weight| weight * 0.25);
    assert_eq!(
        all.iter().map(|(k, _)| *k).collect::<Vec<_>>(),
        [4, 5, 6, 7, 8]
    );
    assert_near(&all.iter().map(|(_, w)| *w).collect::<Vec<_>>(), &wanted);
}

#[test]
fn columns_are_those_that_are_asked_for_and_not_known() -> Result<(), EvaluationError> {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let of = |columns: &[usize], without_friction: bool, kind: Kind| {
        let equations = Equations {
            kind,
            columns: columns.to_vec(),
            without_friction,
            weights: Vec::new(),
        };
        Rows::of(robot, &equations)
    };
    let b = model.base.len();
    let is_friction = |k: &usize| model.base[*k].name.starts_with('f');
    let all = of(&[], false, Kind::Measured)?;
    assert_eq!(all.columns, (0..b).collect::<Vec<_>>());
    assert_eq!(
        (all.rows, all.width, &all.weights[..]),
        (3, 3 * b, &[1.0; 3][..])
    );
    let bodies = of(&[], true, Kind::Energy)?;
    let wanted: Vec<usize> = (0..b).filter(|k| !is_friction(k)).collect();
    assert!(
        wanted.len() + 6 == b && bodies.columns == wanted,
        "{:?}",
        bodies.columns
    );
    assert_eq!((bodies.rows, bodies.width), (1, 2 * wanted.len()));
    let last = (0..b).rfind(is_friction).expect("friction");
    let some = of(&[last, 3, 1], true, Kind::Measured)?;
    assert_eq!(some.columns, [1, 3]);
    assert_eq!(
        of(&[last, 3, 1], false, Kind::Measured)?.columns,
        [1, 3, last]
    );
    Ok(())
}

/// Energy of bodies and rotors stands in the first half, power of friction in the second.
#[test]
fn energy_and_power_are_of_one_parameter_each() -> Result<(), EvaluationError> {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let (n, b) = (3, model.base.len());
    let equations = Equations {
        kind: Kind::Energy,
        ..Equations::default()
    };
    let rows = Rows::of(robot, &equations)?;
    let (q, qd) = ([0.3, -0.7, 1.1], [0.9, -1.4, 0.6]);
    let mut table = rows.program.table();
    let state = [q, qd, [0.0; 3]].concat();
    for (to, x) in table.values.iter_mut().zip(state) {
        to.fill(x);
    }
    rows.program.forwards(&mut table, false);
    let inputs = Inputs {
        q: &q,
        qd: &qd,
        qdd: &[0.0; 3],
        ..Inputs::default()
    };
    let (mut energy, mut y) = (vec![0.0; model.parameters.len()], vec![0.0; n * b]);
    robot.evaluate(Quantity::EnergyRegressor, &inputs, &mut energy)?;
    robot.evaluate(Quantity::BaseRegressor, &inputs, &mut y)?;
    for k in 0..b {
        let value = |element: usize| match rows.program.outputs[element] {
            armwright_runtime::Source::Constant(x) => x,
            armwright_runtime::Source::Written(place) => table.values[place as usize][0],
        };
        let power: f64 = (0..n).map(|i| qd[i] * y[i * b + k]).sum();
        let wanted = match model.base[k].name.starts_with('f') {
            true => [0.0, power],
            false => [energy[model.base[k].representative], 0.0],
        };
        for (found, wanted) in [value(k), value(b + k)].into_iter().zip(wanted) {
            assert!(
                (found - wanted).abs() < 1e-11 * (1.0 + wanted.abs()),
                "{k}: {found} {wanted}"
            );
        }
    }
    Ok(())
}

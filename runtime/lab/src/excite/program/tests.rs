//! Every operation and its derivative against closed forms, in eight samples at once.

use armwright_runtime::{Radical, Scalar, Source, Traced, Transcendental};

use super::{LANES, Lanes, Program, SMOOTH};

/// States of two joints, each sample another: `q`, `qd`, `qdd`.
fn state() -> [Lanes; 6] {
    std::array::from_fn(|k| {
        std::array::from_fn(|lane| {
            0.4 + 0.13 * k as f64 + 0.06 * lane as f64 * (1.0 + 0.5 * k as f64)
        })
    })
}

fn program() -> Program {
    Program::of(2, |[q, qd, qdd]| {
        let (s, c) = q[0].sin_cos();
        Ok(vec![
            q[0] + qdd[1],
            q[1] - qd[1] * Traced::constant(2.5),
            q[1] / qdd[0],
            -qd[0].sqrt(),
            (qd[1] * Traced::constant(0.5)).exp(),
            qdd[1].tanh(),
            s * qdd[0],
            c,
            Traced::constant(7.0),
            (qd[0] - Traced::constant(0.75)).sign(),
            qd[1] * qd[1],
        ])
    })
    .expect("a program")
}

#[test]
fn operations_have_the_values_of_their_names() {
    let program = program();
    let mut table = program.table();
    for smooth in [true, false] {
        table.values[..6].copy_from_slice(&state());
        program.forwards(&mut table, smooth);
        for lane in 0..LANES {
            let [q0, q1, v0, v1, a0, a1] = state().map(|lanes| lanes[lane]);
            let off = v0 - 0.75;
            let sign = if smooth {
                off / (off * off + SMOOTH * SMOOTH).sqrt()
            } else {
                f64::from(off > 0.0) - f64::from(off < 0.0)
            };
            let wanted = [
                q0 + a1,
                q1 - 2.5 * v1,
                q1 / a0,
                -v0.sqrt(),
                (0.5 * v1).exp(),
                a1.tanh(),
                q0.sin() * a0,
                q0.cos(),
                7.0,
                sign,
                v1 * v1,
            ];
            for (k, wanted) in wanted.into_iter().enumerate() {
                let found = match program.outputs[k] {
                    Source::Constant(value) => value,
                    Source::Written(place) => table.values[place as usize][lane],
                };
                assert!(
                    (found - wanted).abs() < 1e-14,
                    "{k} {lane}: {found} {wanted}"
                );
            }
        }
    }
    // At rest a sign is none.
    let mut still = state();
    still[2] = [0.75; LANES];
    table.values[..6].copy_from_slice(&still);
    program.forwards(&mut table, false);
    let Source::Written(place) = program.outputs[9] else {
        panic!("a sign is written")
    };
    assert_eq!(table.values[place as usize], [0.0; LANES]);
}

#[test]
fn a_weighted_sum_of_results_has_the_derivatives_of_calculus() {
    let program = program();
    let mut table = program.table();
    let weight = |k: usize| -> Lanes {
        std::array::from_fn(|lane| 0.3 + 0.7 * k as f64 - 0.2 * lane as f64)
    };
    // Twice: nothing of a pass is left for the next.
    for _ in 0..2 {
        table.values[..6].copy_from_slice(&state());
        program.forwards(&mut table, true);
        let found = program.backwards(&mut table, weight).to_vec();
        assert_eq!(found.len(), 6);
        for lane in 0..LANES {
            let [q0, q1, v0, v1, a0, a1] = state().map(|lanes| lanes[lane]);
            let w = |k: usize| weight(k)[lane];
            let off = v0 - 0.75;
            let sign = SMOOTH.powi(2) / (off * off + SMOOTH.powi(2)).powf(1.5);
            let wanted = [
                w(0) + w(6) * a0 * q0.cos() - w(7) * q0.sin(),
                w(1) + w(2) / a0,
                -0.5 * w(3) / v0.sqrt() + w(9) * sign,
                -2.5 * w(1) + 0.5 * w(4) * (0.5 * v1).exp() + 2.0 * w(10) * v1,
                -w(2) * q1 / (a0 * a0) + w(6) * q0.sin(),
                w(0) + w(5) * (1.0 - a1.tanh().powi(2)),
            ];
            for (input, wanted) in wanted.into_iter().enumerate() {
                let found = found[input][lane];
                assert!(
                    (found - wanted).abs() < 1e-11 * (1.0 + wanted.abs()),
                    "{input} {lane}: {found} {wanted}"
                );
            }
        }
    }
}

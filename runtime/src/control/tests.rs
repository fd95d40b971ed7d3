//! Controllers on an arm whose equations are known.

use super::*;
use crate::Scalar;
use crate::online::{Bounds, MomentumRows, Motion};

/// `(b₀ + b₁ cos q) qdd_r - b₁ sin q qd qd_r / 2 + b₂ cos q + b₃ qd`: at `qd_r = qd` an arm of one joint.
fn passive(q: f64, qd: f64, qd_r: f64, qdd_r: f64) -> [[f64; 4]; 1] {
    let (sine, cosine) = q.sin_cos();
    [[qdd_r, cosine * qdd_r - 0.5 * sine * qd * qd_r, cosine, qd]]
}

fn arm<S: Scalar>(q: &[S; 1], qd: &[S; 1], qdd: &[S; 1], out: &mut [[S; 4]; 1]) {
    let (sine, cosine) = q[0].sin_cos();
    let half = S::constant(0.5);
    out[0] = [
        qdd[0],
        cosine * qdd[0] - half * sine * qd[0] * qd[0],
        cosine,
        qd[0],
    ];
}

const ARM: [f64; 4] = [2.0, 0.7, 5.0, 0.3];

/// The acceleration that a torque causes.
fn acceleration(q: f64, qd: f64, tau: f64) -> f64 {
    let (sine, cosine) = q.sin_cos();
    let bias = -0.5 * ARM[1] * sine * qd * qd + ARM[2] * cosine + ARM[3] * qd;
    (tau - bias) / (ARM[0] + ARM[1] * cosine)
}

fn aim(t: f64) -> Motion<f64, 1> {
    let (sine, cosine) = (2.0 * t).sin_cos();
    let (other, slow) = (0.7 * t).sin_cos();
    Motion {
        q: [sine + other],
        qd: [2.0 * cosine + 0.7 * slow],
        qdd: [-4.0 * sine - 0.49 * other],
    }
}

/// Moves the arm for a step of 0.1 ms under a torque.
fn advance(q: &mut f64, qd: &mut f64, tau: f64) {
    const STEP: f64 = 1e-4;
    let half = *qd + 0.5 * STEP * acceleration(*q, *qd, tau);
    *q += STEP * half;
    *qd += STEP * acceleration(*q - 0.5 * STEP * half, half, tau);
}

#[test]
fn a_right_model_ends_an_error_as_it_is_told_to() {
    let feedback = Feedback::critical([10.0]);
    let (mut q, mut qd) = (0.1, aim(0.0).qd[0]);
    for k in 0..10_000 {
        let t = 1e-4 * f64::from(k);
        let error = aim(t).q[0] - q;
        let told = -0.1 * (1.0 + 10.0 * t) * (-10.0 * t).exp();
        assert!((error - told).abs() < 1e-4, "{t}: {error} {told}");
        let command = feedback.command(&aim(t), &[q], &[qd]);
        let mut rows = [[0.0; 4]];
        arm(&[q], &[qd], &command, &mut rows);
        advance(&mut q, &mut qd, torques(&rows, &ARM)[0]);
    }
}

/// The largest error over the last second, and the largest growth of Lyapunov's function in a step.
fn adapted(beta: [f64; 4], seconds: u32) -> (f64, f64) {
    let rate = [2.0; 4];
    let mut controller = Adaptive {
        slope: [5.0],
        damping: [4.0],
        rate,
        bounds: Bounds::none(),
        beta,
    };
    let (mut q, mut qd) = (0.3, 0.0);
    let (mut worst, mut growth, mut last) = (0.0_f64, f64::NEG_INFINITY, f64::INFINITY);
    let steps = seconds * 10_000;
    for k in 0..steps {
        let aim = aim(1e-4 * f64::from(k));
        let sliding = controller.sliding(&aim, &[q], &[qd]);
        let [s] = sliding.error;
        let errors = controller.beta.iter().zip(ARM).zip(rate);
        let energy = 0.5 * (ARM[0] + ARM[1] * q.cos()) * s * s
            + errors
                .map(|((b, truth), rate)| 0.5 * (b - truth).powi(2) / rate)
                .sum::<f64>();
        growth = growth.max(energy - last);
        last = energy;
        if k + 10_000 >= steps {
            worst = worst.max((aim.q[0] - q).abs());
        }
        let rows = passive(q, qd, sliding.velocity[0], sliding.acceleration[0]);
        let [tau] = controller.update(&rows, &sliding.error, 1e-4);
        advance(&mut q, &mut qd, tau);
    }
    (worst, growth)
}

#[test]
fn adaptation_tracks_what_it_did_not_know() {
    let (worst, growth) = adapted([0.5, 0.0, 0.0, 0.0], 60);
    assert!(worst < 0.005, "{worst}");
    // It never grows, but for steps that are not infinitely short.
    assert!(growth < 1e-5, "{growth:e}");
}

#[test]
fn bounds_hold_while_it_adapts() {
    let mut controller = Adaptive {
        slope: [5.0],
        damping: [4.0],
        rate: [1e6; 4],
        bounds: Bounds {
            lower: [0.1; 4],
            upper: [9.0; 4],
        },
        beta: [1.0; 4],
    };
    for _ in 0..100 {
        controller.update(&[[1.0, -1.0, 2.0, 0.0]], &[3.0], 0.1);
        assert_eq!(controller.beta, [0.1, 9.0, 0.1, 1.0]);
    }
}

/// Two joints that differ in all that they have, and two parameters that differ in their rates.
#[test]
fn every_joint_has_gains_of_its_own() {
    let aim = Motion {
        q: [1.0, 2.0],
        qd: [0.5, -0.5],
        qdd: [0.25, 1.0],
    };
    let (q, qd) = ([0.5, 1.0], [1.0, 0.0]);
    let feedback = Feedback::critical([2.0, 4.0]);
    assert_eq!(
        (feedback.stiffness, feedback.damping),
        ([4.0, 16.0], [4.0, 8.0])
    );
    // 0.25 + 4 · 0.5 - 4 · 0.5 and 1 + 16 · 1 - 8 · 0.5.
    assert_eq!(feedback.command(&aim, &q, &qd), [0.25, 13.0]);
    let mut controller = Adaptive {
        slope: [5.0, 3.0],
        damping: [4.0, 2.0],
        rate: [0.5, 0.25],
        bounds: Bounds::none(),
        beta: [1.0, 2.0],
    };
    let sliding = controller.sliding(&aim, &q, &qd);
    // 0.5 + 5 · 0.5 and -0.5 + 3 · 1; 0.25 - 5 · 0.5 and 1 - 3 · 0.5.
    let expected = Sliding {
        velocity: [3.0, 2.5],
        acceleration: [-2.25, -0.5],
        error: [-2.0, -2.5],
    };
    assert_eq!(sliding, expected);
    // 1 + 4 and 3 - 2, and what brings them back: 4 · 2 and 2 · 2.5.
    let tau = controller.update(&[[1.0, 2.0], [3.0, -1.0]], &sliding.error, 0.5);
    assert_eq!(tau, [13.0, 6.0]);
    // 1 + 0.25 (2 + 7.5) and 2 + 0.125 (4 - 2.5).
    assert_eq!(controller.beta, [3.375, 2.1875]);
}

#[test]
fn a_push_is_seen_without_accelerations() {
    let mut observer = MomentumObserver::new([100.0]);
    let (mut q, mut qd) = (0.2, 0.0);
    for k in 0..10_000 {
        let t = 1e-4 * f64::from(k);
        let push = if t < 0.5 { 0.0 } else { 3.0 };
        let tau = 6.0 * (5.0 * t).cos();
        let rows = MomentumRows::new(arm, arm, &[q], &[qd]);
        let (momentum, rest) = (torques(&rows.momentum, &ARM), torques(&rows.rest, &ARM));
        let [seen] = observer.update(&momentum, &[tau], &rest, 1e-4);
        let told = if t < 0.5 {
            0.0
        } else {
            3.0 * (1.0 - (-100.0 * (t - 0.5)).exp())
        };
        assert!((seen - told).abs() < 0.05, "{t}: {seen} {told}");
        advance(&mut q, &mut qd, tau + push);
    }
}

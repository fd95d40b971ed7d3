//! Motions of the IRp-6: those that are printed, those that are named, and better ones.

use armwright_lab::experiment::Trajectory;

/// Length of the printed trajectories, s: 200 points at 32 ms.
pub const LENGTH: f64 = 6.4;

/// What a joint does in a motion that is named but not printed: its numbers are ours.
#[derive(Debug, Clone, Copy)]
pub enum Joint {
    /// It stands still.
    Held(f64),
    /// `centre + amplitude cos(periods 2π t / T)`.
    Cosine(f64, f64, f64),
    /// From one place to another by a polynomial of fifth order.
    Spline(f64, f64),
}

/// A motion of five joints.
#[derive(Debug, Clone, Copy)]
pub struct Named(pub [Joint; 5]);

impl Trajectory for Named {
    fn duration(&self) -> f64 {
        LENGTH
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        match self.0[joint] {
            Joint::Held(q) => [q, 0.0, 0.0],
            Joint::Cosine(centre, amplitude, periods) => {
                let omega = periods * std::f64::consts::TAU / LENGTH;
                let (sine, cosine) = (omega * time).sin_cos();
                let swing = amplitude * cosine;
                [
                    centre + swing,
                    -amplitude * omega * sine,
                    -omega * omega * swing,
                ]
            }
            Joint::Spline(from, to) => {
                let (s, way) = (time / LENGTH, to - from);
                let place = s * s * s * (10.0 + s * (-15.0 + 6.0 * s));
                let speed = s * s * (30.0 + s * (-60.0 + 30.0 * s)) / LENGTH;
                let bend = s * (60.0 + s * (-180.0 + 120.0 * s)) / (LENGTH * LENGTH);
                [from + way * place, way * speed, way * bend]
            }
        }
    }
}

/// The motion for identifying a load, printed in section 4, in rad; `α` goes from 0 to `2π`.
#[derive(Debug, Clone, Copy)]
pub struct Printed;

/// A term `amplitude cos(phase π + frequency α)`, or a sine of it.
struct Term(f64, f64, f64, bool);

const PRINTED: [(f64, &[Term]); 5] = [
    (
        12.0,
        &[Term(-0.7, 0.4, 1.7, false), Term(0.8, 0.1, 0.8, true)],
    ),
    (
        4.0,
        &[Term(1.8, 0.4, 1.7, false), Term(1.3, 0.1, 0.3, false)],
    ),
    (
        8.0,
        &[
            Term(1.0, 0.45, 1.4, false),
            Term(0.4, 0.4, 0.4, true),
            Term(0.7, 0.8, 0.6, true),
        ],
    ),
    (
        -13.0,
        &[Term(-1.2, 0.45, 1.7, true), Term(1.8, 0.15, 0.7, false)],
    ),
    (
        -9.0,
        &[Term(2.6, 0.15, 2.0, false), Term(-1.1, 0.45, 0.2, true)],
    ),
];

impl Trajectory for Printed {
    fn duration(&self) -> f64 {
        LENGTH
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let rate = std::f64::consts::TAU / LENGTH;
        let (centre, terms) = &PRINTED[joint];
        let mut state = [*centre, 0.0, 0.0];
        for Term(amplitude, phase, frequency, is_sine) in *terms {
            let omega = frequency * rate;
            let quarter = if *is_sine { 0.5 } else { 0.0 };
            let angle = (phase - quarter) * std::f64::consts::PI + omega * time;
            let (sine, cosine) = angle.sin_cos();
            state[0] += amplitude * cosine;
            state[1] -= amplitude * omega * sine;
            state[2] -= amplitude * omega * omega * cosine;
        }
        state
    }
}

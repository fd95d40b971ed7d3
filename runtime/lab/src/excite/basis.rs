//! Functions of time of which a joint's motion is a weighted sum, with exact derivatives.

use std::f64::consts::{PI, TAU};

/// Position, velocity, acceleration and jerk.
pub const ORDERS: usize = 4;

/// How far beside a corner both sides of it are looked at, as a share of the duration: more than rounding of times, and less
/// than anything changes in.
const BESIDE: f64 = 1e-12;

/// Functions of time; the motion of each joint is their sum with coefficients of its own, so that whatever is linear in
/// the motion is linear in the coefficients.
#[derive(Debug, Clone, PartialEq)]
pub enum Basis {
    /// A constant, then sine and cosine of each harmonic: periodic (Swevers et al. 1997).
    Fourier {
        /// Length of a period, s.
        period: f64,
        /// How many harmonics.
        harmonics: usize,
    },
    /// Places at given times, reached at rest by polynomials of fifth order.
    Quintic {
        /// Increasing times, s, the first is 0.
        times: Vec<f64>,
    },
    /// B-splines on even knots between 0 and the duration, clamped at both ends.
    Spline {
        /// 3 (cubic: accelerations have corners) or 5 (quintic: they have none, and neither has jerk).
        degree: usize,
        /// Pieces between knots.
        pieces: usize,
        /// s.
        duration: f64,
    },
    /// Places at given times, with constant speed between and soft changes of speed around them: for friction and
    /// gravity. A time with the same place as the one before is a posture that is held.
    Segments {
        /// Increasing times, s, the first is 0.
        times: Vec<f64>,
        /// How long a change of speed takes, s; at most the shortest piece.
        blend: f64,
    },
}

impl Basis {
    /// How many functions there are, coefficients of a joint.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Fourier { harmonics, .. } => 1 + 2 * harmonics,
            Self::Quintic { times } | Self::Segments { times, .. } => times.len(),
            Self::Spline { degree, pieces, .. } => degree + pieces,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How long a motion is, s: of a Fourier series one period.
    #[must_use]
    pub fn duration(&self) -> f64 {
        match self {
            Self::Fourier { period, .. } => *period,
            Self::Quintic { times } | Self::Segments { times, .. } => {
                times.last().copied().unwrap_or(0.0)
            }
            Self::Spline { duration, .. } => *duration,
        }
    }

    /// Whether the motion goes on as it began.
    #[must_use]
    pub fn is_periodic(&self) -> bool {
        matches!(self, Self::Fourier { .. })
    }

    /// What kind it is, in a word that a file has.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Fourier { .. } => "fourier",
            Self::Quintic { .. } => "quintic",
            Self::Spline { degree: 5, .. } => "quintic-spline",
            Self::Spline { .. } => "cubic-spline",
            Self::Segments { .. } => "segments",
        }
    }

    /// The coefficients that hold a joint at 1.
    #[must_use]
    pub fn constant(&self) -> Vec<f64> {
        match self {
            Self::Fourier { .. } => (0..self.len())
                .map(|k| f64::from(u8::from(k == 0)))
                .collect(),
            _ => vec![1.0; self.len()],
        }
    }

    /// Times on both sides of where an order has a corner or a step; none of functions that have neither.
    pub(super) fn sides(&self) -> Vec<f64> {
        let duration = self.duration();
        let corners: Vec<f64> = match self {
            Self::Fourier { .. } | Self::Spline { degree: 5, .. } => Vec::new(),
            Self::Quintic { times } => times.clone(),
            Self::Spline { pieces, .. } => (1..*pieces)
                .map(|k| duration * k as f64 / *pieces as f64)
                .collect(),
            Self::Segments { times, blend } => {
                let (half, last) = (blend / 2.0, times.len().saturating_sub(1));
                let middle = |(k, time): (usize, &f64)| match k {
                    0 => time + half,
                    k if k == last => time - half,
                    _ => *time,
                };
                let changes = times.iter().enumerate().map(middle);
                changes.flat_map(|t| [t - half, t + half]).collect()
            }
        };
        let beside = BESIDE * duration;
        let both = corners.iter().flat_map(|t| [t - beside, t + beside]);
        both.map(|t| t.clamp(0.0, duration)).collect()
    }

    /// The `k` for which an order that turns between corners bends there by at most `k²` times its largest value, over the square
    /// of the duration.
    pub(super) fn turns(&self) -> f64 {
        let duration = self.duration();
        match self {
            // Bernstein's inequality: half as many harmonics as functions, each of 2π.
            Self::Fourier { .. } => PI * self.len() as f64,
            // A piece is a multiple of one step; its acceleration bends most, by 36 over the square of the piece.
            Self::Quintic { times } => {
                let pieces = times.windows(2).map(|pair| pair[1] - pair[0]);
                6.0 * duration / pieces.fold(f64::INFINITY, f64::min)
            }
            // Of splines on even knots Euler's bend most (Tikhomirov): cubic ones by 12 over the square of a piece, others less.
            Self::Spline { .. } => 12.0f64.sqrt() * self.len() as f64,
            // Acceleration of a change of speed, `6 s (1 - s)`: 8 over the square of its length.
            Self::Segments { blend, .. } => 8.0f64.sqrt() * duration / blend,
        }
    }

    /// The functions at a time, and their first, second and third derivatives (`out` of [`Basis::len`] each).
    pub fn at(&self, time: f64, out: &mut [Vec<f64>; ORDERS]) {
        for row in out.iter_mut() {
            row.clear();
            row.resize(self.len(), 0.0);
        }
        match self {
            Self::Fourier { period, harmonics } => {
                out[0][0] = 1.0;
                for k in 1..=*harmonics {
                    let omega = TAU * k as f64 / period;
                    let (s, c) = libm::sincos(omega * time);
                    for (order, (sine, cosine)) in
                        [(s, c), (c, -s), (-s, -c), (-c, s)].into_iter().enumerate()
                    {
                        let scale = libm::pow(omega, order as f64);
                        out[order][2 * k - 1] = scale * sine;
                        out[order][2 * k] = scale * cosine;
                    }
                }
            }
            Self::Quintic { times } => {
                let (piece, span, s) = piece(times, time);
                let rise = smooth_step(s);
                for (order, rise) in rise.into_iter().enumerate() {
                    let rise = rise / libm::pow(span, order as f64);
                    out[order][piece] = f64::from(u8::from(order == 0)) - rise;
                    out[order][piece + 1] = rise;
                }
            }
            Self::Spline {
                degree,
                pieces,
                duration,
            } => spline(*degree, *pieces, *duration, time, out),
            Self::Segments { times, blend } => segments(times, *blend, time, out),
        }
    }
}

/// The piece between two times, its length, and where in it a time is, from 0 to 1.
fn piece(times: &[f64], time: f64) -> (usize, f64, f64) {
    let last = times.len().saturating_sub(1).max(1);
    let after = times.partition_point(|start| *start <= time).clamp(1, last);
    let span = times[after] - times[after - 1];
    (
        after - 1,
        span,
        ((time - times[after - 1]) / span).clamp(0.0, 1.0),
    )
}

/// `10 s³ - 15 s⁴ + 6 s⁵` and its derivatives: from 0 to 1, at rest at both.
fn smooth_step(s: f64) -> [f64; ORDERS] {
    [
        s * s * s * (10.0 + s * (6.0 * s - 15.0)),
        30.0 * s * s * (1.0 - s) * (1.0 - s),
        60.0 * s * (1.0 - s) * (1.0 - 2.0 * s),
        60.0 * (1.0 + s * (6.0 * s - 6.0)),
    ]
}

/// B-splines and their derivatives by de Boor's recursion: the derivative of a spline of degree p is one of degree p - 1
/// whose coefficients are differences.
fn spline(degree: usize, pieces: usize, duration: f64, time: f64, out: &mut [Vec<f64>; ORDERS]) {
    let step = duration / pieces as f64;
    let knot = |k: usize| step * k.saturating_sub(degree).min(pieces) as f64;
    let t = time.clamp(0.0, duration);
    let span = ((t / step) as usize).min(pieces - 1) + degree;
    // The splines of each degree that are not zero here: those of degree d are span - d to span.
    let mut by_degree = vec![vec![1.0]];
    for d in 1..=degree {
        let lower = &by_degree[d - 1];
        let values = (0..=d).map(|i| {
            let k = span + i - d;
            let part = |first: f64, length: f64, value: Option<&f64>| match value {
                Some(value) if length > 0.0 => first / length * value,
                _ => 0.0,
            };
            let left = i.checked_sub(1).and_then(|i| lower.get(i));
            part(t - knot(k), knot(k + d) - knot(k), left)
                + part(
                    knot(k + d + 1) - t,
                    knot(k + d + 1) - knot(k + 1),
                    lower.get(i),
                )
        });
        let values = values.collect();
        by_degree.push(values);
    }
    for (order, row) in out.iter_mut().enumerate() {
        if order > degree {
            continue;
        }
        // Weights of the splines of lower degree in the derivative of each of the highest.
        for i in 0..=degree {
            let mut weights = vec![0.0; degree + 1];
            weights[i] = 1.0;
            for lowered in 0..order {
                let d = degree - lowered;
                let next: Vec<f64> = (1..weights.len())
                    .map(|j| {
                        let k = span - degree + lowered + j;
                        let length = knot(k + d) - knot(k);
                        d as f64 * (weights[j] - weights[j - 1]) / length
                    })
                    .collect();
                weights = next;
            }
            let values = &by_degree[degree - order];
            row[span - degree + i] = weights.iter().zip(values).map(|(w, v)| w * v).sum();
        }
    }
}

/// Constant speeds whose steps are spread over `blend`: the broken line, and around each of its corners the change of
/// speed times the integral of a smooth step.
fn segments(times: &[f64], blend: f64, time: f64, out: &mut [Vec<f64>; ORDERS]) {
    let last = times.len() - 1;
    // The motion begins and ends at rest: time stands still for half a blend at both ends, so that the first and the
    // last corner are whole.
    let (begin, end) = (times[0] + blend / 2.0, times[last] - blend / 2.0);
    let at = |k: usize| match k {
        0 => begin,
        k if k == last => end,
        k => times[k],
    };
    out[0][0] = 1.0;
    for piece in 0..last {
        let span = at(piece + 1) - at(piece);
        // A ramp of slope 1 between two soft corners.
        for (corner, sign) in [(piece, 1.0), (piece + 1, -1.0)] {
            let ramp = soft_ramp(time - at(corner), blend);
            for order in 0..ORDERS {
                out[order][piece + 1] += sign * ramp[order] / span;
                out[order][piece] -= sign * ramp[order] / span;
            }
        }
    }
}

/// `max(0, t)` with a corner of some width: the integral of the step `3 s² - 2 s³` around 0, and its derivatives.
fn soft_ramp(t: f64, width: f64) -> [f64; ORDERS] {
    let s = t / width + 0.5;
    if s <= 0.0 {
        [0.0; ORDERS]
    } else if s >= 1.0 {
        [t, 1.0, 0.0, 0.0]
    } else {
        [
            width * s * s * s * (1.0 - s / 2.0),
            s * s * (3.0 - 2.0 * s),
            6.0 * s * (1.0 - s) / width,
            6.0 * (1.0 - 2.0 * s) / (width * width),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::{Basis, ORDERS};

    fn all() -> Vec<Basis> {
        let times = vec![0.0, 1.0, 2.5, 3.0, 5.0];
        vec![
            Basis::Fourier {
                period: 5.0,
                harmonics: 3,
            },
            Basis::Quintic {
                times: times.clone(),
            },
            Basis::Spline {
                degree: 3,
                pieces: 6,
                duration: 5.0,
            },
            Basis::Spline {
                degree: 5,
                pieces: 6,
                duration: 5.0,
            },
            Basis::Segments { times, blend: 0.4 },
        ]
    }

    fn at(basis: &Basis, time: f64) -> [Vec<f64>; ORDERS] {
        let mut out = Default::default();
        basis.at(time, &mut out);
        out
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        let h = 1e-5;
        for basis in all() {
            for time in [0.13, 0.97, 1.93, 2.71, 4.03, 4.87] {
                let [before, here, after] = [time - h, time, time + h].map(|t| at(&basis, t));
                for order in 1..ORDERS {
                    for k in 0..basis.len() {
                        let slope = (after[order - 1][k] - before[order - 1][k]) / (2.0 * h);
                        let found = here[order][k];
                        assert!(
                            (found - slope).abs() < 1e-5 * (1.0 + slope.abs()),
                            "{basis:?} {time} order {order} function {k}: {found} {slope}"
                        );
                    }
                }
            }
        }
    }

    /// Wherever an order of a function turns between corners it bends by no more than is said, but for what a grid makes of it.
    #[test]
    fn functions_bend_by_no_more_than_is_said() {
        let h = 2.5e-3;
        for basis in all() {
            let all: Vec<_> = (0..=2000).map(|k| at(&basis, h * f64::from(k))).collect();
            let corners = basis.sides();
            let most = (basis.turns() / basis.duration()).powi(2);
            let mut turns = 0;
            for order in 0..ORDERS {
                for function in 0..basis.len() {
                    let column: Vec<f64> = all.iter().map(|at| at[order][function]).collect();
                    let largest = column.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
                    for (k, around) in column.windows(3).enumerate() {
                        let time = h * (k + 1) as f64;
                        let is_near = |corner: &f64| (corner - time).abs() < 2.5 * h;
                        let [to, from] = [around[1] - around[0], around[1] - around[2]];
                        if to * from < 0.0 || corners.iter().any(is_near) {
                            continue;
                        }
                        turns += 1;
                        let bend = (to + from).abs() / (h * h);
                        assert!(
                            bend <= 1.01 * most * largest + 1e-5,
                            "{basis:?} order {order} function {function} at {time}: {bend} of {largest}"
                        );
                    }
                }
            }
            assert!(turns > 0);
        }
    }

    /// Jerk steps at places that are passed at rest, and acceleration of a cubic spline has a corner at each knot.
    #[test]
    fn both_sides_of_corners_are_looked_at() {
        let all = all();
        let sides = |k: usize| all[k].sides();
        assert!(sides(0).is_empty() && sides(3).is_empty());
        let near = |found: Vec<f64>, wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-10, "{found} {wanted}");
            }
        };
        let places = [0.0, 1.0, 2.5, 3.0, 5.0];
        let twice: Vec<f64> = places.iter().flat_map(|t| [*t, *t]).collect();
        near(sides(1), &twice);
        let knots: Vec<f64> = (2..12).map(|k| f64::from(k / 2) * 5.0 / 6.0).collect();
        near(sides(2), &knots);
        let changes = [0.0, 0.4, 0.8, 1.2, 2.3, 2.7, 2.8, 3.2, 4.6, 5.0];
        let twice: Vec<f64> = changes.iter().flat_map(|t| [*t, *t]).collect();
        near(sides(4), &twice);
        // 60 over the cube of the piece before is the jerk that the last but one place is reached with, upwards.
        let [before, after] = [sides(1)[6], sides(1)[7]].map(|t| at(&all[1], t)[3][3]);
        assert!((before - 480.0).abs() < 1e-6 && (after + 7.5).abs() < 1e-6);
    }

    #[test]
    fn what_is_held_stays() {
        for basis in all() {
            let held = basis.constant();
            for time in [0.0, 0.4, 2.5, 5.0] {
                for (order, row) in at(&basis, time).iter().enumerate() {
                    let sum: f64 = row.iter().zip(&held).map(|(a, b)| a * b).sum();
                    let wanted = f64::from(u8::from(order == 0));
                    assert!((sum - wanted).abs() < 1e-12, "{basis:?} {time}: {sum}");
                }
            }
        }
    }

    #[test]
    fn places_are_reached_at_rest() {
        let times = vec![0.0, 1.0, 2.5];
        let basis = Basis::Quintic { times };
        let [q, qd, qdd, _] = at(&basis, 1.0);
        assert_eq!((q[1], qd, qdd), (1.0, vec![0.0; 3], vec![0.0; 3]));
        let segments = &all()[4];
        for time in [0.0, 5.0] {
            assert!(at(segments, time)[1].iter().all(|v| v.abs() < 1e-12));
        }
    }

    /// Of a spline the polynomials of its first and last piece are not gone on with.
    #[test]
    fn before_and_after_a_spline_is_what_is_at_its_ends() {
        for spline in &all()[2..4] {
            assert_eq!(at(spline, -1.0), at(spline, 0.0));
            assert_eq!(at(spline, 6.0), at(spline, 5.0));
        }
        let none = Basis::Quintic { times: Vec::new() };
        assert!(none.is_empty() && none.duration() == 0.0);
    }

    /// Where time runs back derivatives of odd order have the opposite sign: at ends, where speed begins to change, on the way of
    /// that, and where it is constant.
    #[test]
    fn segments_backwards_are_segments() {
        let basis = |times: [f64; 4]| Basis::Segments {
            times: times.to_vec(),
            blend: 0.25,
        };
        let (there, back) = (basis([0.0, 1.0, 2.5, 4.0]), basis([0.0, 1.5, 3.0, 4.0]));
        for time in [
            0.0, 0.1, 0.25, 0.875, 1.0, 1.0625, 1.125, 2.0, 3.75, 3.9, 4.0,
        ] {
            let (found, mirrored) = (at(&there, time), at(&back, 4.0 - time));
            for (order, sign) in [1.0, -1.0, 1.0, -1.0].into_iter().enumerate() {
                for k in 0..4 {
                    let (found, wanted) = (found[order][k], sign * mirrored[order][3 - k]);
                    assert!(
                        (found - wanted).abs() < 1e-9,
                        "{time} order {order} function {k}: {found} {wanted}"
                    );
                }
            }
        }
    }
}

//! A recording goes sample by sample through what a control loop has.

use armwright_runtime::online::{
    Acting, Bounds, Forgetting, Learner, Limits, RecursiveLeastSquares, Settings,
};
use armwright_runtime::{Model, Robot};

use super::certain::CertainRows;
use super::filters::{Filtered, Pace, SETTLED, each_filtered, every};
use super::held::held;
use super::lasting::Lasting;
use super::noticed::{notice, told};
use super::options::{ReplayError, ReplayOptions, Window, checked};
use super::result::{JointError, Moment, Noticed, Replay, Tracked, When};
use super::scales::{Scales, Squares};
use super::watched::{Watched, exceeded};
use crate::diagnose::sensors;
use crate::recording::Recording;

/// The stack of the thread that replays: windows live on it, as in a controller.
const STACK: usize = 256 << 20;
/// States that are kept.
const MOMENTS: usize = 1500;
/// Time constant of filters at most, where nobody says another, s: what moves an arm passes.
const SLOWEST: f64 = 0.02;

/// Replays a recording as if it were live, its pieces one after the other.
///
/// # Errors
/// [`ReplayError`].
pub fn replay(
    robot: &dyn Robot,
    pieces: &[Recording],
    options: &ReplayOptions,
) -> Result<Replay, ReplayError> {
    let model = robot.model();
    if pieces.is_empty() {
        return Err(ReplayError::NoRecording);
    }
    for piece in pieces {
        checked(robot, piece, options)?;
    }
    let (joints, base) = (model.joints.len(), model.base.len());
    let run = move || match (joints, base, options.window) {
        (0..=8, 0..=64, Window::Fifty) => sized::<8, 64, 50>(robot, pieces, options),
        (0..=8, 0..=64, Window::TwoHundred) => sized::<8, 64, 200>(robot, pieces, options),
        (0..=16, 0..=160, Window::Fifty) => sized::<16, 160, 50>(robot, pieces, options),
        (0..=16, 0..=160, Window::TwoHundred) => sized::<16, 160, 200>(robot, pieces, options),
        _ => Err(ReplayError::TooLarge {
            robot: model.name.to_owned(),
            joints,
            base,
        }),
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, run)?;
        match thread.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Two steps of learning, as long as these leave the motion as it is: learning seldom makes no motion slower.
fn settled(rate: f64, recorded: f64) -> f64 {
    (2.0 / rate).min(SLOWEST).max(2.0 / recorded)
}

/// A replay with room for `N` joints and `B` parameters: what is left over is zero and tells nothing.
fn sized<const N: usize, const B: usize, const W: usize>(
    robot: &dyn Robot,
    pieces: &[Recording],
    options: &ReplayOptions,
) -> Result<Replay, ReplayError> {
    let model = robot.model();
    let name = match pieces {
        [] => String::new(),
        [only] => only.name.clone(),
        [first, ..] => first.source.clone(),
    };
    let (n, b) = (model.joints.len(), model.base.len());
    let taken = |piece: &Recording| piece.rate / every(piece.rate, options.rate) as f64;
    let lowest = |of: &dyn Fn(&Recording) -> f64| {
        let rates = pieces.iter().map(of);
        rates.reduce(f64::min).unwrap_or(options.rate)
    };
    let [rate, recorded] = [lowest(&taken), lowest(&|piece| piece.rate)];
    let fastest = pieces.iter().map(taken).fold(rate, f64::max);
    let time = options
        .time_constant
        .unwrap_or_else(|| settled(rate, recorded));
    let pace = Pace {
        rate: options.rate,
        time,
    };
    // Velocities and accelerations that were measured are not used.
    let mut sensors = sensors(pieces, model);
    sensors.retain(|sensor| sensor.is_wrong() && !sensor.is_of_motion());
    let exceeded = exceeded(pieces, model);
    let watch = |piece| Watched::of(piece, model, &sensors, &exceeded, SETTLED * time);
    let watched: Vec<Watched<'_>> = pieces.iter().map(watch).collect();
    let mut signs = CertainRows::of::<N>(robot, &watched, pace.fast());
    let (mut squares, mut samples) = (Squares::new(n, b), 0);
    each_filtered::<N, B>(robot, &watched, pace, &mut signs, |filtered| {
        if filtered.wrong.is_none() {
            let rows = filtered.rows.iter().flat_map(|row| &row[..b]);
            squares.add(rows, filtered.torque);
        }
        samples += 1;
        Ok(())
    })?;
    if samples == 0 {
        let seconds = |piece: &Recording| piece.samples() as f64 / piece.rate;
        let longest = pieces.iter().map(seconds).fold(0.0, f64::max);
        return Err(match longest > SETTLED * time {
            true if watched.iter().all(Watched::is_silent) => ReplayError::dead(name, n, &sensors),
            true => ReplayError::Still(name),
            false => ReplayError::TooShort {
                recording: name,
                seconds: pieces.iter().map(seconds).sum(),
                time,
            },
        });
    }
    let settings = settings::<N, B>(model, options, &squares.scales(), rate);
    let Settings {
        nominal,
        deviations,
        noise,
        ..
    } = settings;
    let forgetting = Forgetting {
        factor: options.memory.map_or(1.0, |memory| 1.0 - memory.recip()),
        information: None,
    };
    let mut learner = Box::new(Learner::<f64, N, B, W>::new(settings));
    let mut recursive = Box::new(RecursiveLeastSquares::<f64, N, B>::new(
        nominal,
        &deviations,
        noise,
        forgetting,
    ));
    let mut lasting = Lasting::<N>::new(&noise, n);
    let mut changed: Vec<When> = Vec::new();
    let (mut moments, mut noticed): (Vec<Moment>, Vec<(usize, Noticed)>) = Default::default();
    let (mut errors, mut since, mut opened) = (vec![[0.0; 5]; n], 0_usize, None);
    let mut learned = vec![0_usize; n];
    let (mut acted, thin) = (0_usize, (samples / MOMENTS).max(1));
    let (mut k, mut before) = (0, None::<f64>);
    each_filtered::<N, B>(robot, &watched, pace, &mut signs, |filtered| {
        let Filtered {
            piece,
            time: now,
            rate,
            position,
            velocity,
            rows,
            torque: tau,
            certain,
            wrong,
        } = filtered;
        let when = || When {
            recording: (pieces.len() > 1).then(|| pieces[piece].name.clone()),
            piece,
            time: now,
        };
        let estimate = recursive.estimate();
        let by = |beta: &[f64; B], i: usize| -> f64 {
            rows[i].iter().zip(beta).map(|(x, b)| x * b).sum()
        };
        let acting = *learner.parameters();
        let predicted: Vec<[f64; 3]> = (0..n)
            .map(|i| [by(&nominal, i), by(&acting, i), by(&estimate, i)])
            .collect();
        if opened.is_some() {
            since += 1;
            let sums = errors.iter_mut().zip(&predicted).enumerate();
            for (i, (sums, predicted)) in sums.filter(|_| wrong.is_none()) {
                // Nothing is where a row says nothing.
                sums[0] += f64::from(u8::from(certain[i]));
                sums[1] += tau[i] * tau[i];
                for (sum, x) in sums[2..].iter_mut().zip(predicted) {
                    *sum += (tau[i] - x) * (tau[i] - x);
                }
            }
        }
        if before.is_some_and(|before| (now - before).abs() * rate > 1.5) {
            learner.skip();
        }
        before = Some(now);
        if let Some(event) = wrong {
            learner.refuse(event, 1);
        }
        let step = learner.step(position, tau, velocity, rows);
        let identified = step.acting == Acting::Identified;
        if identified {
            opened = opened.or(Some(now));
            acted += 1;
        }
        match step.event {
            None => {
                let errors: Vec<f64> = (0..n).map(|i| tau[i] - predicted[i][2]).collect();
                if lasting.observe(&recursive, rows, &errors) {
                    changed.push(when());
                    // What fades by itself follows by itself.
                    if options.memory.is_none() {
                        *recursive =
                            RecursiveLeastSquares::new(estimate, &deviations, noise, forgetting);
                    }
                }
                recursive.update(rows, tau);
            }
            Some(event) => notice(&mut noticed, k, when(), told(model, event)),
        }
        let counts = learned.iter_mut().zip(certain);
        let counts = counts.filter(|_| step.event.is_none());
        counts.for_each(|(count, certain)| *count += usize::from(*certain));
        if k.is_multiple_of(thin) || k + 1 == samples {
            let estimate = recursive.estimate();
            let shown = |i: usize, torque: f64| if certain[i] { torque } else { f64::NAN };
            moments.push(Moment {
                time: now,
                identified,
                r2: step.r2,
                window: learner.identified()[..b].to_vec(),
                recursive: estimate[..b].to_vec(),
                std: stds(&recursive, b),
                torque: [
                    (0..n).map(|i| shown(i, tau[i])).collect(),
                    (0..n).map(|i| shown(i, predicted[i][1])).collect(),
                ],
            });
        }
        k += 1;
        Ok(())
    })?;
    let estimate = recursive.estimate();
    sensors.extend(held::<N, B>(robot, &watched, pace, &mut signs, &estimate)?);
    let last = moments.last().cloned().unwrap_or_default();
    let base = model.base.iter().enumerate().map(|(k, base)| Tracked {
        name: base.name.to_owned(),
        unit: base.unit.to_owned(),
        nominal: nominal[k],
        prior: deviations[k],
        value: last.recursive[k],
        std: last.std[k],
    });
    let refused: usize = noticed.iter().map(|(_, noticed)| noticed.samples).sum();
    let samples = samples - refused;
    let share = |count: &usize| *count as f64 / samples.max(1) as f64;
    let shares = learned.iter().map(share);
    let all = model.joints.iter().zip(&errors).zip(shares);
    let joints = all.map(|((joint, [count, sums @ ..]), learned)| {
        let [torque, nominal, acting, recursive] = sums.map(|sum| (sum / count.max(1.0)).sqrt());
        JointError {
            name: joint.name.to_owned(),
            learned,
            torque,
            nominal,
            acting,
            recursive,
        }
    });
    Ok(Replay {
        robot: model.name.to_owned(),
        recording: name,
        repairs: pieces
            .iter()
            .flat_map(|piece| piece.repairs.clone())
            .collect(),
        sensors,
        exceeded,
        samples,
        rate,
        fastest,
        window: W,
        time_constant: time,
        noise: options.noise,
        gate: options.gate,
        opened,
        open: acted as f64 / (since + 1) as f64,
        joints: joints.collect(),
        base: base.collect(),
        changed,
        noticed: noticed.into_iter().map(|(_, noticed)| noticed).collect(),
        moments,
    })
}

/// What the loop begins with.
fn settings<const N: usize, const B: usize>(
    model: &Model,
    options: &ReplayOptions,
    scales: &Scales,
    rate: f64,
) -> Settings<f64, N, B> {
    let at = |values: &[f64], k: usize, otherwise: f64| values.get(k).copied().unwrap_or(otherwise);
    let nominal: [f64; B] = std::array::from_fn(|k| at(&options.nominal, k, 0.0));
    let deviation = |k: usize| options.doubt * at(&scales.parameters, k, 1.0).max(nominal[k].abs());
    let joint = |i: usize| model.joints.get(i);
    let b = model.base.len() as f64;
    Settings {
        nominal,
        deviations: std::array::from_fn(|k| {
            if k < model.base.len() {
                deviation(k)
            } else {
                1.0
            }
        }),
        noise: std::array::from_fn(|i| {
            scales.torques.get(i).map_or(1.0, |rms| options.noise * rms)
        }),
        bounds: Bounds::none(),
        limits: Limits {
            // Half as much again as the joint can move from one sample to the next.
            step: std::array::from_fn(|i| {
                let speed = joint(i).and_then(|joint| joint.velocity);
                speed.map_or(f64::INFINITY, |speed| 1.5 * speed / rate)
            }),
            // Drives at their limits and positions that froze are told of samples as they were measured.
            torque: [f64::INFINITY; N],
            moving: [f64::INFINITY; N],
            patience: 0,
        },
        gate: options.gate,
        every: 1,
        // Of all that there is room for.
        excitation: options.excitation * b / B as f64,
    }
}

/// Standard deviations of what recursive least squares knows: rows of the inverse of its factor.
fn stds<const N: usize, const B: usize>(
    recursive: &RecursiveLeastSquares<f64, N, B>,
    b: usize,
) -> Vec<f64> {
    let deviation = |k: usize| {
        let mut unit = [0.0; B];
        unit[k] = 1.0;
        recursive.factor().solve_transposed(&mut unit);
        unit.iter().map(|x| x * x).sum::<f64>().sqrt()
    };
    (0..b).map(deviation).collect()
}

#[cfg(test)]
mod tests;

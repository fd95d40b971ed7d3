//! A recording goes sample by sample through what a control loop has.

use armwright_runtime::online::{
    Acting, Bounds, Event, Forgetting, Learner, Limits, MotionFilter, RecursiveLeastSquares,
    Settings,
};
use armwright_runtime::{Model, Robot};

use super::options::{ReplayError, ReplayOptions, Window, checked};
use super::result::{JointError, Moment, Noticed, Replay, Tracked};
use super::scales::Scales;
use crate::recording::Recording;

/// The stack of the thread that replays: windows live on it, as in a controller.
const STACK: usize = 256 << 20;
/// Time constants after which filters have settled.
const SETTLED: f64 = 12.0;
/// States that are kept.
const MOMENTS: usize = 1500;

/// Replays a recording as if it were live.
///
/// # Errors
/// [`ReplayError`].
pub fn replay(
    robot: &dyn Robot,
    recording: &Recording,
    options: &ReplayOptions,
) -> Result<Replay, ReplayError> {
    let model = robot.model();
    checked(robot, recording, options)?;
    let (joints, base) = (model.joints.len(), model.base.len());
    let run = move || match (joints, base, options.window) {
        (0..=8, 0..=64, Window::Fifty) => sized::<8, 64, 50>(robot, recording, options),
        (0..=8, 0..=64, Window::TwoHundred) => sized::<8, 64, 200>(robot, recording, options),
        (0..=16, 0..=160, Window::Fifty) => sized::<16, 160, 50>(robot, recording, options),
        (0..=16, 0..=160, Window::TwoHundred) => sized::<16, 160, 200>(robot, recording, options),
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

/// Filtered positions, velocities, accelerations and torques, and the times and unfiltered positions that they were taken at.
type Filtered = (Vec<[Vec<f64>; 4]>, Vec<(f64, Vec<f64>)>);

/// What the filters give at the samples to be learned from.
fn filtered<const N: usize>(recording: &Recording, every: usize, time: f64) -> Filtered {
    let n = recording.position.len();
    let empty = Vec::new();
    let torque = recording.torque.as_ref().unwrap_or(&empty);
    let pick = |columns: &[Vec<f64>], k: usize| -> [f64; N] {
        std::array::from_fn(|i| columns.get(i).map_or(0.0, |column| column[k]))
    };
    let mut filter = MotionFilter::<f64, N>::new(time, recording.rate.recip());
    let settled = (SETTLED * time * recording.rate) as usize;
    let (mut states, mut raw) = (Vec::new(), Vec::new());
    for k in 0..recording.samples() {
        let q = pick(&recording.position, k);
        let motion = filter.update(&q);
        let tau = filter.torque(&pick(torque, k));
        if k >= settled && (k - settled).is_multiple_of(every) {
            states.push([motion.q, motion.qd, motion.qdd, tau].map(|x| x[..n].to_vec()));
            raw.push((recording.start + k as f64 / recording.rate, q[..n].to_vec()));
        }
    }
    (states, raw)
}

/// A replay with room for `N` joints and `B` parameters: what is left over is zero and tells nothing.
fn sized<const N: usize, const B: usize, const W: usize>(
    robot: &dyn Robot,
    recording: &Recording,
    options: &ReplayOptions,
) -> Result<Replay, ReplayError> {
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let every = ((recording.rate / options.rate).round() as usize).max(1);
    let rate = recording.rate / every as f64;
    let time = options.time_constant.unwrap_or(2.0 / rate);
    let (states, raw) = filtered::<N>(recording, every, time);
    if states.is_empty() {
        return Err(ReplayError::TooShort {
            recording: recording.name.clone(),
            seconds: recording.samples() as f64 / recording.rate,
            time,
        });
    }
    let scales = Scales::of(robot, &states, model)?;
    let settings = settings::<N, B>(model, options, &scales, rate);
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
    let wide = |values: &[f64]| -> [f64; N] {
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    let (mut flat, mut rows) = (vec![0.0; n * b], [[0.0; B]; N]);
    let (mut moments, mut noticed): (Vec<Moment>, Vec<(usize, Noticed)>) = Default::default();
    let (mut errors, mut since, mut opened) = (vec![[0.0; 4]; n], 0_usize, None);
    let (mut acted, thin) = (0_usize, (states.len() / MOMENTS).max(1));
    for (k, ([q, qd, qdd, tau], (now, measured))) in states.iter().zip(&raw).enumerate() {
        robot.base_regressor(q, qd, qdd, &mut flat)?;
        for (row, values) in rows.iter_mut().zip(flat.chunks_exact(b.max(1))) {
            row[..b].copy_from_slice(values);
        }
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
            for ((sums, predicted), &tau) in errors.iter_mut().zip(&predicted).zip(tau) {
                sums[0] += tau * tau;
                for (sum, x) in sums[1..].iter_mut().zip(predicted) {
                    *sum += (tau - x) * (tau - x);
                }
            }
        }
        let step = learner.step(&wide(measured), &wide(tau), &wide(qd), &rows);
        let identified = step.acting == Acting::Identified;
        if identified {
            opened = opened.or(Some(*now));
            acted += 1;
        }
        match step.event {
            None => recursive.update(&rows, &wide(tau)),
            Some(event) => notice(&mut noticed, k, *now, told(model, event)),
        }
        if k.is_multiple_of(thin) || k + 1 == states.len() {
            let estimate = recursive.estimate();
            moments.push(Moment {
                time: *now,
                identified,
                r2: step.r2,
                window: learner.identified()[..b].to_vec(),
                recursive: estimate[..b].to_vec(),
                std: stds(&recursive, b),
                torque: [tau.clone(), predicted.iter().map(|p| p[1]).collect()],
            });
        }
    }
    let last = moments.last().cloned().unwrap_or_default();
    let base = model.base.iter().enumerate().map(|(k, base)| Tracked {
        name: base.name.to_owned(),
        unit: base.unit.to_owned(),
        nominal: nominal[k],
        prior: deviations[k],
        value: last.recursive[k],
        std: last.std[k],
    });
    let root = |sum: f64| (sum / since.max(1) as f64).sqrt();
    let joints = model.joints.iter().zip(&errors).map(|(joint, sums)| {
        let [torque, nominal, acting, recursive] = sums.map(root);
        JointError {
            name: joint.name.to_owned(),
            torque,
            nominal,
            acting,
            recursive,
        }
    });
    Ok(Replay {
        robot: model.name.to_owned(),
        recording: recording.name.clone(),
        samples: states.len(),
        rate,
        window: W,
        time_constant: time,
        gate: options.gate,
        opened,
        open: acted as f64 / (since + 1) as f64,
        joints: joints.collect(),
        base: base.collect(),
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
            torque: std::array::from_fn(|i| {
                joint(i)
                    .and_then(|joint| joint.effort)
                    .unwrap_or(f64::INFINITY)
            }),
            moving: std::array::from_fn(|i| {
                let speed = joint(i).and_then(|joint| joint.velocity);
                speed.map_or(f64::INFINITY, |speed| 0.05 * speed)
            }),
            patience: 5,
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

/// What an event was, with its joint.
fn told(model: &Model, event: Event) -> String {
    let name = |index: usize| model.joints.get(index).map_or("?", |joint| joint.name);
    match event {
        Event::NotFinite { index } => format!("a number of {} that is none", name(index)),
        Event::Jump { index } => format!("{} jumped further than it can move", name(index)),
        Event::Frozen { index } => format!(
            "the position of {} did not change while it moved",
            name(index)
        ),
        Event::Saturated { index } => format!("the torque of {} was at its limit", name(index)),
    }
}

/// Adds an event, or counts it to the last one.
fn notice(noticed: &mut Vec<(usize, Noticed)>, k: usize, time: f64, what: String) {
    match noticed.last_mut() {
        Some((last, before)) if before.what == what && *last + 1 == k => {
            *last = k;
            before.samples += 1;
        }
        _ => noticed.push((
            k,
            Noticed {
                time,
                samples: 1,
                what,
            },
        )),
    }
}

#[cfg(test)]
mod tests;

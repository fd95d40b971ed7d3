//! Recordings of robots whose base moves, with an IMU and with what acts on them from outside: motions in any axes, wrenches
//! that keep Newton's and Euler's laws by the oracle's own kinematics.

use armwright_lab::random::Random as Noise;
use armwright_runtime::Robot;
use armwright_tests::Random;
use armwright_tests::floating::{floating, jumping::JUMPING};
use armwright_tests::oracle::{BaseMotion, Mechanism};
use nalgebra::{DMatrix, DVector, UnitQuaternion, Vector3};
use serde_json::Value;
use std::path::Path;

use crate::program::{Folder, csv};

const RATE: f64 = 250.0;
const SAMPLES: u32 = 3000;
/// Harmonics, rad/s: far below the cut-off.
const HARMONICS: [f64; 4] = [0.9, 1.7, 2.9, 4.1];

/// Where a robot is touched: the joint that moves the body, the body, the point, the axes, and how many columns.
pub(crate) struct Touch {
    pub(crate) joint: usize,
    pub(crate) body: &'static str,
    pub(crate) at: [f64; 3],
    pub(crate) axes: &'static str,
    pub(crate) columns: usize,
}

/// Sums of sines.
struct Waves(Vec<[f64; 2]>);

impl Waves {
    fn new(random: &mut Random, size: f64) -> Self {
        let wave = |_| [random.between(-size, size), random.between(0.0, 6.0)];
        Self(HARMONICS.iter().map(wave).collect())
    }

    /// The value and two derivatives.
    fn at(&self, time: f64) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for ([size, phase], w) in self.0.iter().zip(HARMONICS) {
            let (sine, cosine) = (w * time + phase).sin_cos();
            sum[0] += size * sine;
            sum[1] += size * w * cosine;
            sum[2] -= size * w * w * sine;
        }
        sum
    }
}

/// How the IMU is mounted: the point, and what turns its axes into those of the base.
pub(crate) struct Imu {
    pub(crate) at: Vector3<f64>,
    pub(crate) turn: UnitQuaternion<f64>,
    pub(crate) gravity: bool,
}

pub(crate) struct Experiment {
    pub(crate) robot: &'static dyn Robot,
    theta: Vec<f64>,
    touches: Vec<Touch>,
    imu: Imu,
    pub(crate) columns: Vec<(String, Vec<f64>)>,
}

/// Angular velocity in the base's axes of roll, pitch and yaw and their rates.
fn spin([roll, pitch, yaw]: [[f64; 3]; 3]) -> Vector3<f64> {
    let (sr, cr) = roll[0].sin_cos();
    let (sp, cp) = pitch[0].sin_cos();
    Vector3::new(
        roll[1] - yaw[1] * sp,
        pitch[1] * cr + yaw[1] * cp * sr,
        -pitch[1] * sr + yaw[1] * cp * cr,
    )
}

/// What a velocity of the base and of each coordinate gives the touched point and body, in the axes of the body: six rows,
/// linear before angular.
fn jacobian(oracle: &Mechanism, touch: &Touch, q: &[f64]) -> DMatrix<f64> {
    let n = oracle.dof();
    DMatrix::from_columns(
        &(0..6 + n)
            .map(|column| {
                let unit =
                    |from: usize| Vector3::from_fn(|i, _| f64::from(u8::from(column == from + i)));
                let base = BaseMotion {
                    velocity: unit(0),
                    spin: unit(3),
                    ..BaseMotion::default()
                };
                let qd: Vec<f64> = (0..n)
                    .map(|k| f64::from(u8::from(column == 6 + k)))
                    .collect();
                let moved = oracle.clone().with_base(base);
                let motion = moved.body_motion(touch.joint, q, &qd).expect("a body");
                let at = motion.velocity + motion.spin.cross(&Vector3::from(touch.at));
                DVector::from_iterator(6, at.iter().chain(motion.spin.iter()).copied())
            })
            .collect::<Vec<_>>(),
    )
}

impl Experiment {
    pub(crate) fn of(name: &str, touches: Vec<Touch>, imu: Imu, seed: u64, noise: f64) -> Self {
        let jumping = JUMPING.iter().map(|(r, file)| (*r, (*file).to_owned()));
        let mut all = floating().into_iter().chain(jumping);
        let (robot, file) = all.find(|(r, _)| r.model().name == name).expect("a robot");
        let oracle = Mechanism::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        let oracle = oracle.expect("the oracle reads it");
        let theta = Random::new(81).physical_theta(&oracle);
        let mut random = Random::new(seed);
        let n = oracle.dof();
        let angles: [Waves; 3] = std::array::from_fn(|_| Waves::new(&mut random, 0.25));
        let place: [Waves; 3] = std::array::from_fn(|_| Waves::new(&mut random, 0.3));
        let joints: Vec<Waves> = (0..n).map(|_| Waves::new(&mut random, 0.4)).collect();
        let forces: Vec<Waves> = (0..12 * touches.len())
            .map(|_| Waves::new(&mut random, 10.0))
            .collect();
        let (mut names, mut values): (Vec<String>, Vec<Vec<f64>>) =
            (vec!["t".to_owned()], Vec::new());
        names.extend(oracle.joints().iter().map(|joint| format!("q_{joint}")));
        names.extend(
            ["qw", "qx", "qy", "qz", "wx", "wy", "wz", "ax", "ay", "az"]
                .map(|x| format!("base_{x}")),
        );
        names.extend(oracle.joints().iter().map(|joint| format!("tau_{joint}")));
        for (k, touch) in touches.iter().enumerate() {
            names.extend((0..touch.columns).map(|i| format!("touch{k}_{i}")));
        }
        for k in 0..SAMPLES {
            let time = f64::from(k) / RATE;
            let state = |time: f64| angles.each_ref().map(|wave| wave.at(time));
            let [roll, pitch, yaw] = state(time);
            let turn = UnitQuaternion::from_euler_angles(roll[0], pitch[0], yaw[0]);
            let spins = |step: f64| spin(state(time + step)) - spin(state(time - step));
            // Differences of sixth order.
            let h = 1e-3;
            let rate = (45.0 * spins(h) - 9.0 * spins(2.0 * h) + spins(3.0 * h)) / (60.0 * h);
            let base = BaseMotion {
                velocity: Vector3::zeros(),
                spin: spin(state(time)),
                acceleration: turn.inverse() * Vector3::from_fn(|i, _| place[i].at(time)[2]),
                spin_rate: rate,
            };
            let gravity = turn.inverse() * oracle.gravity();
            let here = oracle.clone().with_base(base).with_gravity(gravity.into());
            let motion: Vec<[f64; 3]> = joints.iter().map(|wave| wave.at(time)).collect();
            let [q, qd, qdd] = [0, 1, 2].map(|d| motion.iter().map(|x| x[d]).collect::<Vec<f64>>());
            let needed = DVector::from_vec(here.torque(&theta, &q, &qd, &qdd));

            // Any wrenches, changed by as little as balances the base.
            let each: Vec<DMatrix<f64>> = touches
                .iter()
                .map(|touch| {
                    jacobian(&oracle, touch, &q)
                        .rows(0, touch.columns)
                        .into_owned()
                })
                .collect();
            let height = each.iter().map(DMatrix::nrows).sum();
            let mut all = DMatrix::zeros(height, 6 + n);
            let mut row = 0;
            for one in &each {
                all.rows_mut(row, one.nrows()).copy_from(one);
                row += one.nrows();
            }
            let mut wrench = DVector::from_fn(height, |i, _| forces[i].at(time)[0]);
            if height > 0 {
                let of_base = all.columns(0, 6).transpose();
                let lacking = needed.rows(0, 6) - &of_base * &wrench;
                wrench += of_base.pseudo_inverse(1e-9).expect("a bound") * lacking;
            }
            let from_outside = all.transpose() * &wrench;
            let torque = needed.rows(6, n) - from_outside.rows(6, n);

            let felt = match imu.gravity {
                true => base.acceleration - gravity,
                false => base.acceleration,
            };
            let lever = rate.cross(&imu.at) + base.spin.cross(&base.spin.cross(&imu.at));
            let accelerometer = imu.turn.inverse() * (felt + lever);
            let gyroscope = imu.turn.inverse() * base.spin;
            let q0 = turn.into_inner();
            let mut line = vec![time];
            line.extend(&q);
            line.extend([q0.w, q0.i, q0.j, q0.k]);
            line.extend(gyroscope.iter().chain(accelerometer.iter()));
            line.extend(torque.iter());
            let mut from = 0;
            for (touch, one) in touches.iter().zip(&each) {
                // The axes of the body in those of the base: what moves the base's origin moves it.
                let whole = jacobian(&oracle, touch, &q);
                let body = whole.fixed_view::<3, 3>(3, 3).transpose();
                for part in 0..touch.columns / 3 {
                    let own = Vector3::from_fn(|i, _| wrench[from + 3 * part + i]);
                    let vector = match touch.axes {
                        "body" => own,
                        "base" => body * own,
                        _ => turn * (body * own),
                    };
                    line.extend(vector.iter());
                }
                from += one.nrows();
            }
            values.resize(line.len(), Vec::new());
            values
                .iter_mut()
                .zip(line)
                .for_each(|(column, x)| column.push(x));
        }
        let mut random = Noise::new(seed);
        // What is measured of forces and torques.
        for column in values.iter_mut().skip(11 + n) {
            let square: f64 = column.iter().map(|x| x * x).sum();
            let size = (square / f64::from(SAMPLES)).sqrt();
            column
                .iter_mut()
                .for_each(|x| *x += noise * size * random.normal());
        }
        Self {
            robot,
            theta,
            touches,
            imu,
            columns: names.into_iter().zip(values).collect(),
        }
    }

    /// Writes the recording and its description.
    pub(crate) fn write(&self, folder: &Folder, name: &str) {
        let model = self.robot.model();
        let listed = |prefix: &str| -> String {
            let names = model
                .joints
                .iter()
                .map(|joint| format!("{prefix}_{}", joint.name));
            names.collect::<Vec<_>>().join(", ")
        };
        let (roll, pitch, yaw) = self.imu.turn.euler_angles();
        let [x, y, z] = [0, 1, 2].map(|i| self.imu.at[i]);
        let mut text = format!(
            "recording:\n  file: {name}.csv\n  time: {{column: t}}\n  position: {{columns: [{}], side: joint}}\n  \
             {}base:\n    gravity: {}\n    at: [{x:?}, {y:?}, {z:?}]\n    rpy: [{roll:?}, {pitch:?}, {yaw:?}]\n",
            listed("q"),
            match model.measured {
                [] => format!("torque: {{columns: [{}], side: joint}}\n  ", listed("tau")),
                _ => String::new(),
            },
            if self.imu.gravity {
                "included"
            } else {
                "removed"
            },
        );
        if !self.touches.is_empty() {
            text += "  contacts:\n";
        }
        for (k, touch) in self.touches.iter().enumerate() {
            let columns: Vec<String> = (0..touch.columns)
                .map(|i| format!("touch{k}_{i}"))
                .collect();
            text += &format!(
                "    - {{body: {}, at: {:?}, axes: {}, columns: [{}]}}\n",
                touch.body,
                touch.at,
                touch.axes,
                columns.join(", ")
            );
        }
        folder.write(&format!("{name}.csv"), &csv(&self.columns));
        folder.write(&format!("{name}.yaml"), &text);
    }

    /// Value and deviation of each base parameter beside the truth.
    pub(crate) fn beside(&self, found: &Value) -> Vec<(&'static str, [f64; 3])> {
        let base = self.robot.model().base;
        let mut beta = vec![0.0; base.len()];
        let done = self.robot.base_parameters(&self.theta, &mut beta);
        done.expect("its own sizes");
        let lists = ["base", "drive"].map(|list| found[list].as_array().expect("a list").clone());
        let all = lists.concat();
        let figures = base.iter().zip(beta).map(|(base, truth)| {
            let own = all
                .iter()
                .find(|p| p["name"] == base.name)
                .expect("a parameter");
            let figure = |key: &str| own[key].as_f64().expect("a figure");
            (base.name, [figure("value"), figure("std"), truth])
        });
        figures.collect()
    }
}

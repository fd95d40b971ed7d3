//! Values of one state and of many, on every set of instructions that there is: the same numbers, at the right places.

use std::ops::Range;

use armwright_runtime::{
    BaseMotion, Columns, EvaluationError, Inputs, Isa, PACKET, Packet, Quantity, Robot, ShapeError,
};
use armwright_tests::driven::DRIVEN;
use armwright_tests::floating::floating;
use armwright_tests::sensed::SENSED;
use armwright_tests::{Random, assert_agree, row_major, run_seed, zoo};

/// No multiple of what is computed at a time.
const STATES: usize = 13;

/// Every robot that was generated, of which some move their base, some have torques with roots in them.
fn robots() -> Vec<&'static dyn Robot> {
    let floating = floating().into_iter().map(|(robot, _)| robot);
    let own = SENSED.iter().chain(DRIVEN).map(|(robot, _)| *robot);
    let all = armwright_robots::ALL.iter().copied();
    all.chain(own).chain(floating).collect()
}

/// Numbers of many states, a column each.
struct Motion {
    theta: Vec<f64>,
    q: Vec<Vec<f64>>,
    qd: Vec<Vec<f64>>,
    qdd: Vec<Vec<f64>>,
    base: Vec<Vec<f64>>,
}

/// One state of them.
struct State([Vec<f64>; 4]);

impl Motion {
    fn of(robot: &dyn Robot, states: usize, random: &mut Random) -> Self {
        let model = robot.model();
        let n = model.joints.len();
        let base = match model.base_moves() {
            true => BaseMotion::INPUTS,
            false => 0,
        };
        let mut columns =
            |n: usize| -> Vec<Vec<f64>> { (0..n).map(|_| random.vector(states, 3.0)).collect() };
        let [q, qd, qdd, base] = [n, n, n, base].map(&mut columns);
        let theta = random.vector(model.parameters.len(), 1.0);
        Self {
            theta,
            q,
            qd,
            qdd,
            base,
        }
    }

    fn state(&self, at: usize) -> State {
        let one = |columns: &Vec<Vec<f64>>| columns.iter().map(|column| column[at]).collect();
        State([&self.q, &self.qd, &self.qdd, &self.base].map(one))
    }

    /// What a function takes of some states.
    fn with<R>(&self, states: Range<usize>, then: impl FnOnce(&Columns<'_>) -> R) -> R {
        let slices: Vec<Vec<&[f64]>> = [&self.q, &self.qd, &self.qdd, &self.base]
            .into_iter()
            .map(|columns| columns.iter().map(|c| &c[states.clone()]).collect())
            .collect();
        then(&Columns {
            theta: &self.theta,
            q: &slices[0],
            qd: &slices[1],
            qdd: &slices[2],
            base: &slices[3],
        })
    }
}

impl State {
    fn inputs<'a>(&'a self, theta: &'a [f64]) -> Inputs<'a> {
        let Self([q, qd, qdd, base]) = self;
        Inputs {
            theta,
            q,
            qd,
            qdd,
            base,
            ..Inputs::default()
        }
    }
}

/// The quantities that a robot has packed.
fn packed(robot: &dyn Robot) -> impl Iterator<Item = (Quantity, usize)> {
    let all = Quantity::ALL.iter();
    all.filter_map(|quantity| Some((*quantity, robot.packing(*quantity)?.values())))
}

#[test]
fn every_regressor_and_every_torque_is_packed() {
    for robot in robots() {
        let of = packed(robot).map(|(quantity, _)| quantity);
        // The closed form beyond its budget of terms is the factored one.
        let of: Vec<Quantity> = of.filter(|q| *q != Quantity::ClosedFormTorque).collect();
        let wanted = [
            Quantity::TorqueRegressor,
            Quantity::BaseRegressor,
            Quantity::MeasuredRegressor,
            Quantity::MeasuredBaseRegressor,
            Quantity::EnergyRegressor,
            Quantity::InverseDynamics,
            Quantity::InertiaMatrix,
            Quantity::CoriolisTorques,
            Quantity::GravityTorques,
        ];
        assert_eq!(of, wanted, "{}", robot.model().name);
    }
}

/// Every element is there once at the most, and none outside of the matrix.
#[test]
fn places_are_those_of_a_matrix() {
    for robot in robots() {
        for (quantity, values) in packed(robot) {
            let packing = robot.packing(quantity).expect("it is packed");
            let what = format!("{quantity:?} of {}", robot.model().name);
            let length = quantity.length(robot.model());
            assert_eq!(packing.rows * packing.columns, length, "{what}");
            let mut places: Vec<u32> = (0..values)
                .flat_map(|k| packing.of_value(k))
                .copied()
                .collect();
            assert_eq!(places, packing.places, "{what}");
            places.sort_unstable();
            places.dedup();
            assert_eq!(
                places.len(),
                packing.places.len(),
                "{what}: an element twice"
            );
            assert!(
                places.iter().all(|place| (*place as usize) < length),
                "{what}"
            );
        }
    }
}

/// The whole matrix is its values at their places and zero elsewhere; many states have the values of each, also where
/// they end within a packet, to the bit: sums and products are the same ones.
#[test]
fn many_states_have_the_values_of_each() {
    let mut random = Random::new(run_seed());
    for robot in robots() {
        let motion = Motion::of(robot, STATES, &mut random);
        for (quantity, values) in packed(robot) {
            let packing = robot.packing(quantity).expect("it is packed");
            let of_each: Vec<Vec<f64>> = (0..STATES)
                .map(|at| {
                    let state = motion.state(at);
                    let mut found = vec![f64::NAN; values];
                    let inputs = state.inputs(&motion.theta);
                    let done = robot.evaluate_packed(quantity, &inputs, &mut found);
                    assert_eq!(done, Ok(()));
                    let mut whole = vec![f64::NAN; quantity.length(robot.model())];
                    assert_eq!(robot.evaluate(quantity, &inputs, &mut whole), Ok(()));
                    for (place, element) in whole.iter().enumerate() {
                        let mut all = 0..values;
                        let has = |k: &usize| packing.of_value(*k).contains(&(place as u32));
                        let value = all.find(has).map_or(0.0, |k| found[k]);
                        assert_eq!(value.to_bits(), element.to_bits(), "{quantity:?} {place}");
                    }
                    found
                })
                .collect();
            for isa in Isa::all() {
                let packets = STATES.div_ceil(PACKET);
                let mut out = vec![Packet([f64::NAN; PACKET]); packets * values];
                let done = motion.with(0..STATES, |columns| {
                    robot.evaluate_batch(isa, quantity, columns, &mut out)
                });
                assert_eq!(done, Ok(()));
                for at in 0..packets * PACKET {
                    // Behind the last state it is there again.
                    let expected = &of_each[at.min(STATES - 1)];
                    for (k, expected) in expected.iter().enumerate() {
                        let found = out[at / PACKET * values + k].0[at % PACKET];
                        assert_eq!(
                            found.to_bits(),
                            expected.to_bits(),
                            "{quantity:?} of {}, {}, value {k} of state {at}: {found} {expected}",
                            robot.model().name,
                            isa.name()
                        );
                    }
                }
            }
        }
    }
}

/// The regressor of many states beside the oracle, which shares nothing with it.
#[test]
fn many_states_have_the_regressor_of_the_oracle() {
    for pair in zoo() {
        let robot = pair.robot;
        let states: Vec<_> = pair.states(24, 11).into_iter().collect();
        let column = |numbers: &dyn Fn(usize) -> Vec<f64>| -> Vec<Vec<f64>> {
            let rows: Vec<Vec<f64>> = (0..states.len()).map(numbers).collect();
            let n = rows.first().map_or(0, Vec::len);
            (0..n)
                .map(|k| rows.iter().map(|row| row[k]).collect())
                .collect()
        };
        let motion = Motion {
            theta: states[0].theta.clone(),
            q: column(&|at| states[at].q.clone()),
            qd: column(&|at| states[at].qd.clone()),
            qdd: column(&|at| states[at].qdd.clone()),
            base: Vec::new(),
        };
        let packing = robot.packing(Quantity::TorqueRegressor).expect("packed");
        for isa in Isa::all() {
            let mut out = vec![Packet::default(); 3 * packing.values()];
            let done = motion.with(0..24, |columns| {
                robot.evaluate_batch(isa, Quantity::TorqueRegressor, columns, &mut out)
            });
            assert_eq!(done, Ok(()));
            for (at, state) in states.iter().enumerate() {
                let packets = &out[at / PACKET * packing.values()..][..packing.values()];
                let values: Vec<f64> = packets.iter().map(|p| p.0[at % PACKET]).collect();
                let mut found = vec![f64::NAN; packing.rows * packing.columns];
                packing.spread(&values, &mut found);
                let expected = row_major(&pair.oracle.regressor(&state.q, &state.qd, &state.qdd));
                let what = format!("{}, {}", pair.name(), isa.name());
                assert_agree(&what, &found, &expected, 1e-12);
            }
        }
    }
}

/// What has the wrong size is refused, and nothing written.
#[test]
fn columns_and_room_have_to_fit() {
    let robot: &dyn Robot = &armwright_robots::ur5::ROBOT;
    let quantity = Quantity::BaseRegressor;
    let values = robot.packing(quantity).expect("packed").values();
    let motion = Motion::of(robot, 8, &mut Random::new(3));
    let untouched = Packet([7.0; PACKET]);
    for isa in Isa::all() {
        let mut out = vec![untouched; values + 1];
        let refused = motion.with(0..8, |columns| {
            robot.evaluate_batch(isa, quantity, columns, &mut out)
        });
        let wrong = |expected, actual| Err(EvaluationError::Shape(ShapeError { expected, actual }));
        assert_eq!(refused, wrong(values, values + 1));
        let refused = motion.with(0..8, |columns| {
            let fewer = Columns {
                qd: &columns.qd[1..],
                ..*columns
            };
            robot.evaluate_batch(isa, quantity, &fewer, &mut out[..values])
        });
        assert_eq!(refused, wrong(6, 5));
        let refused = motion.with(0..0, |columns| {
            robot.evaluate_batch(isa, quantity, columns, &mut out)
        });
        assert_eq!(refused, wrong(0, values + 1));
        assert_eq!(
            motion.with(0..0, |columns| {
                robot.evaluate_batch(isa, quantity, columns, &mut [])
            }),
            Ok(())
        );
        assert!(out.iter().all(|packet| *packet == untouched));
    }
    let state = motion.state(0);
    let inputs = state.inputs(&motion.theta);
    let mut out = vec![7.0; values + 1];
    assert_eq!(
        robot.evaluate_packed(quantity, &inputs, &mut out),
        Err(EvaluationError::Shape(ShapeError {
            expected: values,
            actual: values + 1
        }))
    );
    assert_eq!(
        robot.evaluate_batch(
            Isa::BASELINE,
            Quantity::ElementBases,
            &Columns::default(),
            &mut []
        ),
        Err(EvaluationError::NotGenerated(Quantity::ElementBases))
    );
    assert!(out.iter().all(|number| *number == 7.0));
}

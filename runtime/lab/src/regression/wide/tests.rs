//! Rows at the raw rate, run by run, into room that was used before.

use armwright_runtime::{EvaluationError, Measured, Model, Pattern, Side, Sparsity};

use super::Wide;
use crate::motion::{Cleaned, Motion, States};
use crate::options::EquationSide;
use crate::regression::by_hand::{
    ByHand, MODEL, ROBOT, conditioned, near, of_motors, processing, recording, rows_at,
};
use crate::regression::{Columns, Equations, RegressionError};

const STRIDE: usize = 90;

/// The columns of some samples, each with what follows it left out.
fn filled(wide: &Wide<'_>, samples: std::ops::Range<usize>) -> Vec<Vec<f64>> {
    let mut out = vec![77.0; STRIDE * wide.width()];
    let count = samples.len();
    wide.fill(samples, STRIDE, &mut out).expect("rows");
    let columns = out.chunks_exact(STRIDE);
    columns.map(|column| column[..count].to_vec()).collect()
}

fn joints(motion: &Motion, sample: usize) -> [f64; 2] {
    [0, 1].map(|joint| motion.torque_of(joint)[sample])
}

/// More samples than are computed at once, on both sides.
#[test]
fn rows_have_elements_torques_and_speeds_whatever_was_there_before() {
    for (side, equations_side) in [
        (Side::Joint, EquationSide::Joint),
        (Side::Motor, EquationSide::Motor),
    ] {
        let motion = conditioned(recording(120), processing(equations_side));
        let equations = Equations::of(&ROBOT, side).expect("equations");
        let columns = equations.base_columns();
        let wide = Wide::of(&equations, &motion, &columns);
        let (elements, all) = (wide.different(), filled(&wide, 11..91));
        assert_eq!((all.len(), wide.shares()), (elements + 4, 0));
        let places = wide.layout.rows.iter().enumerate();
        let places = places.flat_map(|(row, mine)| {
            wide.layout.columns[mine.clone()]
                .iter()
                .map(move |k| (row, *k))
        });
        let places: Vec<(usize, usize)> = places.collect();
        assert_eq!(places.len(), elements);
        for (k, sample) in (11..91).enumerate() {
            let rows = rows_at(&motion, sample);
            for (column, (row, at)) in all.iter().zip(&places) {
                let of_joints = [rows[0][*at], rows[1][*at]];
                let expected = match side {
                    Side::Joint => of_joints,
                    Side::Motor => of_motors(of_joints),
                };
                near(column[k], expected[*row]);
            }
            let torque = match side {
                Side::Joint => joints(&motion, sample),
                Side::Motor => of_motors(joints(&motion, sample)),
            };
            near(all[elements][k], torque[0]);
            near(all[elements + 1][k], torque[1]);
            let speeds = motion.states(sample..sample + 1).qd;
            assert_eq!([all[elements + 2][k], all[elements + 3][k]], speeds[..]);
        }
    }
}

#[test]
fn what_an_estimate_adds_and_what_was_measured_stand_last() {
    let mut recording = recording(60);
    recording.bridged = (0..60).map(|k| k == 12 || k == 13).collect();
    let mut motion = conditioned(recording, processing(EquationSide::Joint));
    let inside = motion.interior().len();
    motion.clean(Cleaned {
        rows: 2,
        all: (0..2 * inside).map(|k| k as f64).collect(),
    });
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let columns = equations.base_columns();
    let wide = Wide::of(&equations, &motion, &columns);
    let elements = wide.different();
    assert_eq!((wide.width(), wide.shares()), (elements + 7, 1));
    let all = filled(&wide, 10..15);
    // The interior begins at sample 3.
    assert_eq!(all[elements + 4], [14.0, 16.0, 0.0, 0.0, 22.0]);
    assert_eq!(all[elements + 5], [15.0, 17.0, 0.0, 0.0, 23.0]);
    assert_eq!(all[elements + 6], [1.0, 1.0, 0.0, 0.0, 1.0]);
    let torque = |k: usize| motion.torque_of(1)[k];
    assert_eq!(
        all[elements + 1],
        [torque(10), torque(11), 0.0, 0.0, torque(14)]
    );
    assert!(all[0][1] != 0.0 && all[0][2] == 0.0 && all[0][4] != 0.0);
}

/// Two unknowns in two rows, three of whose four elements are one number.
struct Alike;

impl Columns for Alike {
    fn count(&self) -> usize {
        2
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let each = states.each(2).zip(out.chunks_exact_mut(4));
        each.for_each(|([q, qd, _], out)| out.copy_from_slice(&[q[0], qd[1], q[0], q[0]]));
        Ok(())
    }

    fn alike(&self) -> Vec<usize> {
        vec![0, 1, 0, 0]
    }
}

#[test]
fn elements_that_are_the_same_are_computed_once() {
    let motion = conditioned(recording(60), processing(EquationSide::Joint));
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let wide = Wide::of(&equations, &motion, &Alike);
    assert_eq!((wide.different(), wide.width()), (2, 6));
    let mut spread = vec![9.0];
    wide.spread(&[3.0, 5.0], &mut spread);
    assert_eq!(spread, [3.0, 5.0, 3.0, 3.0]);
    let state = motion.states(20..21);
    let all = filled(&wide, 20..21);
    assert_eq!([all[0][0], all[1][0]], [state.q[0], state.qd[1]]);
    // On the motors' side they are made of these, by shares 0.5 and -0.3, and 0.2.
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let wide = Wide::of(&equations, &motion, &Alike);
    let all = filled(&wide, 20..21);
    let [q, qd] = [state.q[0], state.qd[1]];
    for (column, expected) in all
        .iter()
        .zip([0.2 * q, 0.5 * qd - 0.3 * q, 0.2 * q, 0.2 * q])
    {
        near(column[0], expected);
    }
    let mut none = vec![1.0];
    wide.spread(&[1.0; 4], &mut none);
    assert!(none.is_empty());
}

/// One sample that is no number.
struct Broken(usize);

impl Columns for Broken {
    fn count(&self) -> usize {
        1
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        for (k, out) in out.chunks_exact_mut(2).enumerate() {
            let at = states.first + k;
            out.copy_from_slice(&[1.0, if at == self.0 { f64::NAN } else { 2.0 }]);
        }
        Ok(())
    }
}

/// The first, one of the second block, and the last of those that are asked for; one beside them does no harm.
#[test]
fn the_first_sample_that_is_no_number_is_named() {
    let mut motion = conditioned(recording(120), processing(EquationSide::Joint));
    motion.name = "swing, later".to_owned();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    for (sample, time) in [
        (10, Some(0.1)),
        (83, Some(0.83)),
        (94, Some(0.94)),
        (9, None),
        (95, None),
    ] {
        let columns = Broken(sample);
        let wide = Wide::of(&equations, &motion, &columns);
        let mut out = vec![0.0; STRIDE * wide.width()];
        let expected = time.map_or(Ok(()), |time| {
            Err(RegressionError::NotFinite {
                recording: "swing, later".to_owned(),
                time,
            })
        });
        assert_eq!(
            wide.fill(10..95, STRIDE, &mut out),
            expected,
            "sample {sample}"
        );
    }
}

/// What is measured in place of torques, sample by sample; of motions that have none of it 0.
#[test]
fn rows_have_what_was_measured_in_place_of_torques() {
    const MEASURED: [Measured; 2] = [
        Measured {
            name: "fx_tool",
            unit: "N",
        },
        Measured {
            name: "tau_j2",
            unit: "N",
        },
    ];
    let robot = ByHand(Box::leak(Box::new(Model {
        measured: &MEASURED,
        sparsity: Sparsity {
            measured: Pattern(&["+++0000", "000++0+"]),
            ..MODEL.sparsity
        },
        ..MODEL
    })));
    let equations = Equations::of_measured(&robot).expect("equations");
    let columns = equations.base_columns();
    let column = |from: f64| -> Vec<f64> { (0..120).map(|k| from + f64::from(k)).collect() };
    for is_measured in [true, false] {
        let mut recording = recording(120);
        recording.measured = is_measured.then(|| vec![column(0.5), column(-300.0)]);
        let motion = conditioned(recording, processing(EquationSide::Joint));
        let wide = Wide::of(&equations, &motion, &columns);
        let (elements, all) = (wide.different(), filled(&wide, 11..91));
        for (row, from) in [0.5, -300.0].into_iter().enumerate() {
            let expected = match is_measured {
                true => column(from)[11..91].to_vec(),
                false => vec![0.0; 80],
            };
            assert_eq!(all[elements + row], expected);
        }
    }
}

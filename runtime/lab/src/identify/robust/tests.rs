//! When weights settle, and when they leave nothing.

use armwright_runtime::Side;
use nalgebra::DVector;

use super::{Downweighted, Robust, SETTLED, adjust, determined, moved, settle};
use crate::estimate::{Estimator, Loss, Method, estimate};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, MODEL, ROBOT, conditioned, drawn, moved as made, observed, processing, recording, rows_at,
    stacked,
};

#[test]
fn outliers_are_many_beyond_a_tenth_of_a_row() {
    let row = |below_half| Downweighted {
        row: "j1".to_owned(),
        scale: 1.0,
        samples: 50,
        below_half,
        spikes: 40,
        first: Vec::new(),
    };
    let of = |rows: [usize; 2]| Robust {
        rounds: 1,
        rows: rows.map(row).to_vec(),
    };
    assert!(!of([5, 0]).has_many() && of([0, 6]).has_many() && of([6, 5]).has_many());
}

/// Five samples inside of two rows each are too few for six parameters, six are not.
#[test]
fn what_residuals_give_no_scale_is_not_weighed() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let said = |method: Method, samples: u32, lengths: bool| {
        let mut motions = [conditioned(
            recording(samples),
            processing(EquationSide::Joint),
        )];
        let asked = Estimator::from(method);
        let found = settle(&equations, &mut motions, &asked, lengths, &mut |_, _| {});
        found
            .map(|found| found.is_some())
            .map_err(|error| error.to_string())
    };
    for method in [Method::Huber, Method::Tukey] {
        let title = method.title();
        assert_eq!(
            said(method, 90, true),
            Err(format!(
                "{title} has no answer: lengths are fitted by least squares, in which every sample counts"
            ))
        );
        let few = "equations for 6 parameters leave residuals no scale";
        assert_eq!(
            said(method, 11, false),
            Err(format!("{title} has no answer: 10 {few}"))
        );
        let enough = said(method, 12, false).err().unwrap_or_default();
        assert!(!enough.contains(few), "{enough}");
    }
    // Of others nothing is weighed, lengths or not.
    for lengths in [false, true] {
        assert_eq!(said(Method::Wls, 11, lengths), Ok(false));
    }
}

/// `|W^½ K (β - β')|`, in deviations.
#[test]
fn a_step_is_as_long_as_what_it_changes() {
    let parts = drawn(2, 15, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.3);
    let observation = observed(&parts);
    let next = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let before = [1.1, -2.0, 2.9, 0.5, 0.8, -1.0];
    let (matrix, _) = stacked(&parts, [next.weights[0], next.weights[1]]);
    let step = DVector::from_vec(next.beta.clone()) - DVector::from_row_slice(&before);
    let expected = (matrix * step).norm();
    assert!((moved(&observation, &next, &before) / expected - 1.0).abs() < 1e-9);
}

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// A motion whose first joint accelerates now and then. Where it does its torque has little noise; of the other samples each second
/// one is hit, by what has the steepest slope back.
fn seldom_accelerated() -> Motion {
    let mut recording = recording(240);
    let acceleration = recording.acceleration.as_mut().expect("given");
    for (k, x) in acceleration[0].iter_mut().enumerate() {
        *x = if k % 30 < 3 { 2.0 } else { 0.0 };
    }
    let states = conditioned(recording.clone(), processing(EquationSide::Joint));
    let mut random = Random::new(41);
    let mut torques = vec![vec![0.0; 240]; 2];
    for k in states.interior() {
        let rows = rows_at(&states, k);
        for row in 0..2 {
            let exact: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
            let is_hit = row == 0 && rows[0][0].abs() < 0.05 && random.uniform() < 0.5;
            let noise = if is_hit {
                9.7_f64.copysign(random.normal())
            } else {
                random.normal()
            };
            torques[row][k] = exact + 0.1 * noise;
        }
    }
    recording.torque = Some(torques);
    conditioned(recording, processing(EquationSide::Joint))
}

/// The inertia is told by samples that count more than the mean: steps that the mean slope would have go beyond the answer, by more
/// than they came from. They are halved, and end at `Σ x w(r) r = 0`.
#[test]
fn what_turns_about_the_answer_comes_to_it() {
    let mut motions = [seldom_accelerated()];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator = Method::Tukey.into();
    let settled = settle(&equations, &mut motions, &estimator, false, &mut |_, _| {});
    let settled = settled.expect("an answer").expect("a robust estimator");
    let pseudo = equations.observe(&motions, &mut |_| {}).expect("equations");
    let found = estimate(&pseudo, &MODEL, &Method::Wls.into()).expect("an estimate");
    let (mut sum, mut size) = (0.0, 0.0);
    for k in motions[0].interior() {
        let row = rows_at(&motions[0], k)[0];
        let predicted: f64 = row.iter().zip(&found.beta).map(|(y, b)| y * b).sum();
        let r = motions[0].torque_of(0)[k] - predicted;
        let share = row[0] * Loss::Tukey.weight(r, settled.rows[0].scale) * r;
        (sum, size) = (sum + share, size + share.abs());
    }
    assert!(sum.abs() < 1e-4 * size, "{sum} of {size}");
    assert!((found.beta[0] - BETA[0]).abs() < 0.1, "{:?}", found.beta);
    assert!((80..110).contains(&settled.rows[0].below_half));
}

/// The first joint accelerates in ten samples, to and fro. Some of its samples are hit, told by the turn and the acceleration, and
/// some base parameters are left out.
fn told(hit: &dyn Fn(usize, f64) -> bool, left_out: &[&str]) -> Result<(), String> {
    let mut recording = recording(240);
    let acceleration = recording.acceleration.as_mut().expect("given");
    for (at, x) in acceleration[0].iter_mut().enumerate() {
        let turn = at / 20;
        *x = match (at % 20, turn) {
            (10, 1..11) if turn % 2 == 0 => 2.0,
            (10, 1..11) => -2.0,
            _ => 0.0,
        };
    }
    let states = conditioned(recording.clone(), processing(EquationSide::Joint));
    let mut torques = vec![vec![0.0; 240]; 2];
    for at in states.interior() {
        for (row, columns) in rows_at(&states, at).iter().enumerate() {
            let exact: f64 = columns.iter().zip(BETA).map(|(y, b)| y * b).sum();
            let is_hit = row == 0 && hit(at / 20, columns[0]);
            torques[row][at] = exact + if is_hit { 50.0 } else { 0.0 };
        }
    }
    recording.torque = Some(torques);
    let motions = [conditioned(recording, processing(EquationSide::Joint))];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("equations");
    let wls = Estimator {
        left_out: left_out.iter().map(ToString::to_string).collect(),
        ..Method::Wls.into()
    };
    let mut found = estimate(&observation, &MODEL, &wls).expect("an estimate");
    found.beta = BETA.to_vec();
    let rows = ["j1", "j2"].map(|row| Downweighted {
        row: row.to_owned(),
        scale: 0.1,
        samples: 234,
        below_half: 0,
        spikes: 0,
        first: Vec::new(),
    });
    let estimator = Method::Tukey.into();
    determined(&equations, &motions, &found, Loss::Tukey, &rows, &estimator)
        .map_err(|error| error.to_string())
}

/// Of ten samples that tell an inertia four may be left, that is known `√(10/4)` times as badly; one is too few (`√10`).
#[test]
fn what_samples_tell_that_are_weighed_down_is_refused() {
    let of_ten = |most: usize| {
        told(
            &|turn, acceleration| acceleration.abs() > 1e-3 && turn <= most,
            &[],
        )
    };
    assert_eq!(of_ten(0), Ok(()));
    assert_eq!(of_ten(6), Ok(()));
    let refused = |found: Result<(), String>, name: &str| {
        let why = found.expect_err("a refusal");
        assert!(
            why.ends_with(&format!(
                "what tells {name} are mostly samples that it weighs down"
            )),
            "{why}"
        );
    };
    refused(of_ten(9), "Lzz_a");
    refused(of_ten(10), "Lzz_a");
    // Where nothing of a joint's torque counts, what it alone tells has to be left out.
    let of_other = |left_out: &[&str]| told(&|_, _| true, left_out);
    refused(of_other(&["Lzz_a", "mx_a"]), "fv_j1");
    refused(of_other(&["Lzz_a", "fv_j1"]), "mx_a");
    assert_eq!(of_other(&["Lzz_a", "mx_a", "fv_j1"]), Ok(()));
}

/// 240 samples, decimated by so many, whose torques are off by what is told of each sample and row.
fn off_by(decimate: usize, off: &mut dyn FnMut(usize, usize) -> f64) -> Motion {
    let mut processing = processing(EquationSide::Joint);
    processing.decimate = vec![decimate];
    made("run", (0.0, 240), processing, &mut |at, rows| {
        [0, 1].map(|row| {
            let exact: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
            exact + off(at, row)
        })
    })
}

/// Of what is uniform nothing is beyond 2.01 scales: a round in which all weights are 1, and one of pseudo-values, move nothing.
#[test]
fn rounds_of_weights_and_of_pseudo_values_are_counted() {
    let mut random = Random::new(3);
    let mut motions = [off_by(1, &mut |_, _| 0.1 * (random.uniform() - 0.5))];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let huber = Method::Huber.into();
    let settled = settle(&equations, &mut motions, &huber, false, &mut |_, _| {});
    let settled = settled.expect("an answer").expect("a robust estimator");
    assert_eq!(settled.rounds, 2);
    assert!(settled.rows.iter().all(|row| row.below_half == 0));
}

/// Each fifth sample has twelve times the noise of the others.
#[test]
fn another_round_moves_nothing_that_is_settled() {
    let mut random = Random::new(5);
    let mut motions = [off_by(1, &mut |at, _| {
        let size = if at.is_multiple_of(5) { 1.2 } else { 0.1 };
        size * random.normal()
    })];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let huber = Estimator::from(Method::Huber);
    let settled = settle(&equations, &mut motions, &huber, false, &mut |_, _| {});
    assert!(settled.is_ok_and(|found| found.is_some()));
    let wls = Method::Wls.into();
    let pseudo = equations.observe(&motions, &mut |_| {}).expect("equations");
    let before = estimate(&pseudo, &MODEL, &wls).expect("an estimate").beta;
    let count = pseudo.equations();
    adjust(
        &equations,
        &mut motions,
        &before,
        Loss::Huber,
        count,
        &huber,
    )
    .expect("pseudo-values");
    let again = equations.observe(&motions, &mut |_| {}).expect("equations");
    let next = estimate(&again, &MODEL, &wls).expect("an estimate");
    let step = moved(&again, &next, &before);
    assert!(step <= SETTLED, "{step}");
}

/// Beside spikes of twenty thousand times the noise, which spoil the first estimate, those of ten times show once these are gone.
#[test]
fn spikes_are_those_that_an_estimate_without_them_shows() {
    let mut random = Random::new(7);
    let mut motions = [off_by(4, &mut |at, row| {
        let spike = match (at, row) {
            (60, 0) | (90, 1) => 2000.0,
            (150, 0) | (120, 1) => 1.0,
            (200, 1) => -1.0,
            _ => 0.0,
        };
        spike + 0.1 * (random.uniform() - 0.5)
    })];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let huber = Method::Huber.into();
    let settled = settle(&equations, &mut motions, &huber, false, &mut |_, _| {});
    let settled = settled.expect("an answer").expect("a robust estimator");
    let spikes: Vec<usize> = settled.rows.iter().map(|row| row.spikes).collect();
    assert_eq!(spikes, [2, 3]);
}

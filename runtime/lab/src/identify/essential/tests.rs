//! Eliminations against least squares without what left.

use nalgebra::{DMatrix, DVector};

use super::{Essential, Path, choose};
use crate::distribution::{MANY, widened_tail};
use crate::estimate::{Estimator, Method, estimate};
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{MODEL, ROBOT, conditioned, motion, moved, processing, recording};
use crate::statistics::Deviations;
use armwright_runtime::Side;

const FREEDOM: [f64; 4] = [20.0, MANY, 8.0, 50.0];
const OUTSIDE: f64 = 3.0;

/// Four parameters, of which the second and the fourth are hardly there.
fn system() -> (DMatrix<f64>, DVector<f64>) {
    let triangle = DMatrix::from_row_slice(
        4,
        4,
        &[
            9.0, 2.0, -1.0, 0.5, 0.0, 7.0, 1.5, -2.0, 0.0, 0.0, 8.0, 1.0, 0.0, 0.0, 0.0, 5.0,
        ],
    );
    let truth = DVector::from_row_slice(&[4.0, 0.05, -2.0, 0.02]);
    let noise = DVector::from_row_slice(&[0.3, -0.4, 0.2, 0.5]);
    let right = &triangle * truth + noise;
    (triangle, right)
}

/// Least squares without some columns: parameters, their variances, and the sum of squares that is left.
fn without(out: &[usize]) -> (Vec<Option<(f64, f64)>>, f64) {
    let (triangle, right) = system();
    let kept: Vec<usize> = (0..4).filter(|k| !out.contains(k)).collect();
    let columns = triangle.select_columns(&kept);
    let inverse = (columns.transpose() * &columns)
        .try_inverse()
        .expect("regular");
    let beta = &inverse * (columns.transpose() * &right);
    let left = (columns * &beta - right).norm_squared() + OUTSIDE * OUTSIDE;
    let place = |k: usize| kept.iter().position(|at| *at == k);
    let each = (0..4).map(|k| place(k).map(|at| (beta[at], inverse[(at, at)])));
    (each.collect(), left)
}

fn followed(ratio: f64, level: f64) -> Essential {
    let (triangle, right) = system();
    let covariance = (triangle.transpose() * &triangle)
        .try_inverse()
        .expect("regular");
    let beta = triangle.clone().try_inverse().expect("regular") * &right;
    let path = Path {
        model: &MODEL,
        triangle,
        right,
        outside: OUTSIDE,
        beta,
        covariance: &covariance,
        freedom: &FREEDOM,
    };
    path.follow(ratio, level)
}

#[test]
fn the_least_certain_leaves_first_and_is_told_with_what_it_costs() {
    let found = followed(2.0, 1e-9);
    assert_eq!((found.ratio, found.level), (2.0, 1e-9));
    let mut out: Vec<usize> = Vec::new();
    let full = without(&[]).1;
    for step in found.steps.iter().chain(&found.next) {
        let (all, before) = without(&out);
        let percents: Vec<(usize, f64)> = all
            .iter()
            .enumerate()
            .filter_map(|(k, known)| known.map(|(b, v)| (k, 100.0 * v.sqrt() / b.abs())))
            .collect();
        let worst = percents
            .iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .expect("one");
        let best = percents
            .iter()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .expect("one");
        assert_eq!(step.name, MODEL.base[worst.0].name);
        out.push(worst.0);
        let after = without(&out).1;
        let close = |found: f64, expected: f64| {
            assert!(
                (found / expected - 1.0).abs() < 1e-8,
                "{found} for {expected}"
            );
        };
        close(step.percent, worst.1);
        close(step.smallest, best.1);
        assert_eq!(step.left, 4 - out.len());
        close(step.residual, (after / full).sqrt());
        // With unit noise the sum of squares rises by as much as the statistic says.
        close(step.f, (after - full) / out.len() as f64);
        let shared = out.len() as f64 / out.iter().map(|k| 1.0 / FREEDOM[*k]).sum::<f64>();
        close(
            step.p_value,
            widened_tail(after - full, out.len(), shared.min(MANY)),
        );
        close(
            step.p_alone,
            widened_tail(after - before, 1, FREEDOM[worst.0]),
        );
    }
    assert_eq!(found.left_out(), ["mx_a", "fc_m2"]);
    // The next is less sure than twice the smallest, and residuals need it.
    let next = found.next.expect("one that stays");
    assert!(
        next.percent > 2.0 * next.smallest && next.p_value < 1e-9,
        "{next:?}"
    );
}

#[test]
fn ratio_and_level_keep_what_is_told() {
    assert!(followed(1e9, 1e-9).steps.is_empty());
    let strict = followed(2.0, 0.999);
    assert!(strict.steps.is_empty() && strict.next.is_some_and(|next| next.p_value < 0.999));
    // All but one leave where nothing holds them.
    let all = followed(0.0, -1.0);
    assert_eq!((all.steps.len(), all.next), (3, None));
}

#[test]
fn settings_say_who_chose_them() {
    let found = followed(2.0, 0.05);
    let said = |estimator: &Estimator| found.settings(estimator).map(|s| (s.name, s.value, s.rule));
    assert_eq!(
        said(&Method::Essential.into()),
        [
            (
                "essential-ratio",
                2.0,
                "that of Khalil and Dombre".to_owned()
            ),
            (
                "essential-level",
                0.05,
                "one wrong alarm in a hundred".to_owned()
            )
        ]
    );
    let asked = Estimator {
        essential_ratio: Some(2.0),
        essential_level: Some(0.05),
        ..Method::Essential.into()
    };
    let rules = |estimator: &Estimator| found.settings(estimator).map(|s| s.rule);
    assert_eq!(rules(&asked), ["as asked", "as asked"]);
    // Where one of the two was asked for, the other has its own rule.
    let ratio_alone = Estimator {
        essential_level: None,
        ..asked.clone()
    };
    assert_eq!(
        rules(&ratio_alone),
        ["as asked", "one wrong alarm in a hundred"]
    );
    let level_alone = Estimator {
        essential_ratio: None,
        ..asked
    };
    assert_eq!(
        rules(&level_alone),
        ["that of Khalil and Dombre", "as asked"]
    );
}

/// What the documentation says. Of what lies between ten and thirty times the smallest deviation, a ratio of 10 lets go
/// and one of 30 does not.
#[test]
fn ratio_and_level_are_ten_and_a_hundredth_where_nobody_says() {
    let mut random = Random::new(3);
    // The second and the fifth are not there: noise makes up all of them. The surest is known to about 7 %.
    let beta = [0.7, 0.0, 1.3, 0.4, 0.0, 2.0];
    let motion = moved(
        "swing",
        (0.0, 200),
        processing(EquationSide::Joint),
        &mut |_, rows| {
            [0, 1].map(|row| {
                let torque: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                torque + 2.0 * random.normal()
            })
        },
    );
    let motions = [motion];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("rows");
    let chosen = |estimator: &Estimator| {
        choose(
            &equations,
            &motions,
            &observation,
            estimator,
            false,
            &mut |_, _| {},
        )
        .expect("a choice")
    };
    let open: Estimator = Method::Essential.into();
    let found = chosen(&open).expect("a path");
    assert_eq!((found.ratio, found.level), (10.0, 0.01));
    let step = &found.steps[0];
    assert!(step.percent > 10.0 * step.smallest && step.percent < 30.0 * step.smallest);
    let asked = Estimator {
        essential_ratio: Some(30.0),
        essential_level: Some(0.25),
        ..open
    };
    let wider = chosen(&asked).expect("a path");
    assert_eq!((wider.ratio, wider.level), (30.0, 0.25));
    assert_eq!((wider.steps.len(), wider.next.as_ref()), (0, Some(step)));
    assert!(chosen(&Method::Wls.into()).is_none());
}

/// Columns at right angles with unit noise: beside four parameters that are nearly 0 one of 3.2 deviations is no more than
/// chance explains, but alone it is more.
#[test]
fn many_that_are_nothing_do_not_hide_one_that_is_something() {
    let beta = DVector::from_row_slice(&[0.1, 0.11, 3.2, 0.12, 100.0, 0.13]);
    let covariance = DMatrix::identity(6, 6);
    let freedom = [MANY; 6];
    let path = Path {
        model: &MODEL,
        triangle: DMatrix::identity(6, 6),
        right: beta.clone(),
        outside: OUTSIDE,
        beta,
        covariance: &covariance,
        freedom: &freedom,
    };
    let found = path.follow(10.0, 0.01);
    assert_eq!(found.left_out(), ["Lzz_a", "mx_a", "fc_m2", "fo_j2"]);
    let next = found.next.expect("one that stays");
    assert_eq!((next.name.as_str(), next.left), ("m_b", 1));
    // Two-sided normal tails of 3.2: 0.001374; squares of 10.29 of five parameters: 0.0674.
    assert!((next.p_alone - 0.001_374).abs() < 1e-5, "{next:?}");
    assert!(next.p_value > 0.05, "{next:?}");
    assert!((next.f - 10.2934 / 5.0).abs() < 1e-9, "{next:?}");
    assert!((next.percent - 31.25).abs() < 1e-9 && (next.smallest - 1.0).abs() < 1e-9);
}

/// Rounding may leave a variance of nothing below 0.
#[test]
fn what_is_known_exactly_is_the_surest() {
    let beta = DVector::from_row_slice(&[50.0, 2.0, 4.0, -4.0, 4.0, 4.0]);
    let mut covariance = DMatrix::identity(6, 6);
    covariance[(0, 0)] = -1e-12;
    let freedom = [MANY; 6];
    let path = Path {
        model: &MODEL,
        triangle: DMatrix::identity(6, 6),
        right: beta.clone(),
        outside: OUTSIDE,
        beta,
        covariance: &covariance,
        freedom: &freedom,
    };
    let (worst, found) = path.step(&[]).expect("a step");
    assert_eq!((worst, found.left, found.smallest), (1, 5, 0.0));
    assert!((found.percent - 50.0).abs() < 1e-9, "{found:?}");
}

/// Without acceleration a mass is not told from an offset, and of a joint that stands no viscous friction is seen.
#[test]
fn a_motion_that_leaves_combinations_open_is_refused_with_their_number() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut recording = recording(26);
    recording.velocity.as_mut().expect("velocities")[0] = vec![0.0; 26];
    recording.acceleration.as_mut().expect("accelerations")[1] = vec![0.0; 26];
    let motions = [conditioned(recording, processing(EquationSide::Joint))];
    let observation = equations.observe(&motions, &mut |_| {}).expect("rows");
    let found = choose(
        &equations,
        &motions,
        &observation,
        &Method::Essential.into(),
        false,
        &mut |_, _| {},
    );
    assert_eq!(
        found.expect_err("a refusal").to_string(),
        "least squares of essential parameters has no answer: the motion leaves 2 of 6 combinations of base parameters open, and \
         which of these are 0 is nothing that recordings say; record a motion that excites them, or take tsvd"
    );
}

/// Of a slide whose accelerations are errors alone nothing tells its mass, though no column is zero.
#[test]
fn what_errors_alone_excite_is_open_as_well() {
    let mut random = Random::new(7);
    let mut shaken = recording(500);
    let accelerations = shaken.acceleration.as_mut().expect("accelerations");
    for x in &mut accelerations[1] {
        *x = 0.1 * random.normal();
    }
    let motions = [conditioned(shaken, processing(EquationSide::Joint))];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("rows");
    let full = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let deviations = Deviations::of(&equations, &motions, &full, &mut |_| {});
    let open = deviations.expect("deviations").only_noise;
    assert!(full.spectrum.rank == 6 && open > 0, "{open}");
    let found = choose(
        &equations,
        &motions,
        &observation,
        &Method::Essential.into(),
        false,
        &mut |_, _| {},
    );
    let said = found.expect_err("a refusal").to_string();
    assert!(
        said.contains(&format!("the motion leaves {open} of 6 combinations")),
        "{said}"
    );
}

/// Settings of another estimator are told as those of this one.
#[test]
fn what_means_nothing_to_a_choice_is_told() {
    let motions = [motion(60)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("rows");
    let damped = Estimator {
        damping: Some(1.0),
        ..Method::Essential.into()
    };
    let found = choose(
        &equations,
        &motions,
        &observation,
        &damped,
        false,
        &mut |_, _| {},
    );
    assert_eq!(
        found.expect_err("a refusal").to_string(),
        "damping means nothing to least squares of essential parameters: it belongs to the method ridge"
    );
}

#[test]
fn nothing_is_chosen_beside_lengths_that_are_fitted() {
    let motions = [motion(60)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("rows");
    let chosen = |method: Method| {
        let asked = method.into();
        let found = choose(
            &equations,
            &motions,
            &observation,
            &asked,
            true,
            &mut |_, _| {},
        );
        found.map_err(|error| error.to_string())
    };
    assert_eq!(
        chosen(Method::Essential),
        Err(format!(
            "{} has no answer: lengths are fitted together with all base parameters",
            Method::Essential.title()
        ))
    );
    assert_eq!(chosen(Method::Wls), Ok(None));
}

/// Without the last parameter the first is the sum of both. Noise that is not white scatters the last twice as far: the variance of
/// the sum is 1 + 4.
#[test]
fn deviations_without_what_left_are_those_of_the_noise_as_it_is() {
    let triangle = DMatrix::from_row_slice(3, 3, &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let beta = DVector::from_row_slice(&[2.0, 3.0, 1.0]);
    let covariance = DMatrix::from_diagonal(&DVector::from_row_slice(&[1.0, 1.0, 4.0]));
    let path = Path {
        model: &MODEL,
        right: &triangle * &beta,
        triangle,
        outside: OUTSIDE,
        beta,
        covariance: &covariance,
        freedom: &FREEDOM,
    };
    let (worst, step) = path.step(&[2]).expect("two that are left");
    assert_eq!((worst, step.left), (0, 1));
    let close = |found: f64, expected: f64| {
        assert!(
            (found / expected - 1.0).abs() < 1e-12,
            "{found} for {expected}"
        );
    };
    close(step.percent, 100.0 * 5f64.sqrt() / 3.0);
    close(step.smallest, 100.0 / 3.0);
    // 1 of a variance of 4, and 2 of one of 1.
    close(step.f, (0.25 + 4.0) / 2.0);
    // What they made is left: 3, and 1 of the last row.
    close(step.residual, (10.0 + OUTSIDE * OUTSIDE).sqrt() / OUTSIDE);
}

//! Results that are written down, side by side.

mod further;

use nalgebra::{DMatrix, DVector};

use super::change::Changes;
use super::load::{Load, LoadValue};
use super::{CompareError, Comparison, Finding, Gain, compare, conclude, gain, load};
use crate::distribution::chi_square_tail;
use crate::estimate::Method;
use crate::identify::{Covariance, Estimation};
use crate::parameters::{base_matrix, bodies};
use crate::statistics::{Estimated, Quality, is_of_body};
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::{Model, Robot};

fn model() -> &'static Model {
    ROBOT.model()
}

/// Base parameters with deviations, and correlations of neighbours.
fn estimation(value: &dyn Fn(usize) -> f64, std: &dyn Fn(usize) -> f64) -> Estimation {
    let b = model().base.len();
    let all = (0..b).map(|k| Estimated {
        name: model().base[k].name.to_owned(),
        expression: model().base[k].expression.to_owned(),
        unit: model().base[k].unit.to_owned(),
        value: value(k),
        std: Some(std(k)),
        freedom: None,
        bias: None,
        lacking: None,
        percent: None,
        alone: None,
        effect: 1.0,
        quality: Quality::default(),
        correlated: None,
        from_data: 1.0,
        truth: None,
    });
    let correlation = |i: usize, j: usize| match i.abs_diff(j) {
        0 => 1.0,
        1 => 0.3,
        _ => 0.0,
    };
    let row = |i: usize| {
        (0..b)
            .map(|j| correlation(i, j) * std(i) * std(j))
            .collect()
    };
    Estimation {
        robot: "abb_wrist".to_owned(),
        base: all.collect(),
        covariance: Covariance {
            parameters: model()
                .base
                .iter()
                .map(|base| base.name.to_owned())
                .collect(),
            values: (0..b).map(row).collect(),
        },
        ..Estimation::default()
    }
}

fn first() -> Estimation {
    estimation(&|k| 1.0 + 0.2 * k as f64, &|k| 0.01 + 0.001 * k as f64)
}

fn second(change: &dyn Fn(usize) -> f64) -> Estimation {
    estimation(&|k| 1.0 + 0.2 * k as f64 + change(k), &|k| {
        0.02 - 0.0005 * k as f64
    })
}

/// The covariance of the differences, where the first is scaled.
fn covariance(factor: f64) -> DMatrix<f64> {
    let [a, b] = [first(), second(&|_| 0.0)].map(|one| {
        let rows = &one.covariance.values;
        DMatrix::from_fn(rows.len(), rows.len(), |i, j| rows[i][j])
    });
    a * factor * factor + b
}

#[test]
fn differences_have_the_variances_of_both() {
    let change = |k: usize| if k == 2 { -0.5 } else { 0.001 * k as f64 };
    let found = compare(model(), &first(), &second(&change), 0.01).expect("comparable");
    let b = model().base.len();
    assert_eq!(
        (found.robot.as_str(), found.level, found.independent),
        ("abb_wrist", 0.01, false)
    );
    assert_eq!((found.parameters.len(), found.left_out.len()), (b, 0));
    for (k, row) in found.parameters.iter().enumerate() {
        let base = &model().base[k];
        assert_eq!(
            (
                row.name.as_str(),
                row.expression.as_str(),
                row.unit.as_str()
            ),
            (base.name, base.expression, base.unit)
        );
        let std = (0.01 + 0.001 * k as f64).hypot(0.02 - 0.0005 * k as f64);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{row:?}");
        near(row.first, 1.0 + 0.2 * k as f64);
        near(row.second, 1.0 + 0.2 * k as f64 + change(k));
        near(row.difference, change(k));
        near(row.std, std);
        // As rare as they are of a normal distribution, of which they are.
        assert!(
            (row.deviations - change(k) / std).abs() < 1e-3 * (change(k) / std).abs() + 1e-6,
            "{row:?}"
        );
        assert_eq!(row.differs, k == 2);
    }
    let difference = DVector::from_fn(b, |k, _| change(k));
    let inverse = covariance(1.0).try_inverse().expect("an inverse");
    let statistic = difference.dot(&(inverse * &difference));
    assert!((found.p_value - chi_square_tail(statistic, b)).abs() < 1e-9);
    for level in [0.0, 1.0, -0.1, f64::NAN] {
        let refused = compare(model(), &first(), &first(), level).expect_err("no probability");
        assert!(matches!(refused, CompareError::Level(_)), "{refused}");
    }
    // A level that is larger flags more.
    let slight = second(&|k| if k == 2 { 0.07 } else { 0.0 });
    let flags = |level: f64| {
        compare(model(), &first(), &slight, level)
            .expect("comparable")
            .parameters[2]
            .differs
    };
    // 0.07 / 0.0224 = 3.1 deviations: of so many once in 500.
    assert_eq!([0.001, 0.1].map(flags), [false, true]);
}

#[test]
fn what_one_of_them_leaves_open_is_left_out() {
    let change = |k: usize| 0.003 * k as f64;
    let (mut one, mut other) = (first(), second(&change));
    one.base[1].std = None;
    other.base[4].std = None;
    one.base[6].quality = Quality::Given;
    let found = compare(model(), &one, &other, 0.01).expect("comparable");
    let name = |k: usize| model().base[k].name.to_owned();
    assert_eq!(found.left_out, [name(1), name(4)]);
    let kept: Vec<usize> = (0..model().base.len())
        .filter(|k| ![1, 4].contains(k))
        .collect();
    assert_eq!(found.parameters.len(), kept.len());
    let (all, size) = (covariance(1.0), kept.len());
    let some = DMatrix::from_fn(size, size, |i, j| all[(kept[i], kept[j])]);
    let difference = DVector::from_fn(size, |k, _| change(kept[k]));
    let inverse = some.try_inverse().expect("an inverse");
    let statistic = difference.dot(&(inverse * &difference));
    assert!((found.p_value - chi_square_tail(statistic, size)).abs() < 1e-5);
    // Whichever of the two it was given to.
    let found = compare(model(), &other, &one, 0.01).expect("comparable");
    assert_eq!(found.left_out, [name(1), name(4)]);
    // What is given to both says nothing; given to one it is compared with what the other found.
    (one.base[6].std, other.base[6].std) = (None, None);
    other.base[6].quality = Quality::Given;
    let found = compare(model(), &one, &other, 0.01).expect("comparable");
    assert_eq!(found.left_out, [name(1), name(4), name(6)]);
    let none = |one: &Estimation| {
        let mut one = one.clone();
        one.base.iter_mut().for_each(|p| p.std = None);
        one
    };
    let error = compare(model(), &first(), &none(&first()), 0.01).expect_err("nothing");
    assert_eq!(error, CompareError::NothingShared);
    assert_eq!(
        error.to_string(),
        "no base parameter is determined by both results"
    );
    // Without covariances deviations are taken to be independent.
    let mut bare = first();
    bare.covariance = Covariance::default();
    assert!(
        compare(model(), &second(&|_| 0.0), &bare, 0.01)
            .expect("comparable")
            .independent
    );
    let mut exact = first();
    exact
        .covariance
        .values
        .iter_mut()
        .flatten()
        .for_each(|x| *x = 0.0);
    let error = compare(model(), &exact, &exact, 0.01).expect_err("exact");
    assert_eq!(
        error.to_string(),
        "neither result has deviations, so that nothing says which differences are large"
    );
    assert!(compare(model(), &exact, &first(), 0.01).is_ok());
}

#[test]
fn a_biased_result_is_refused_by_its_name() {
    let mut drawn = first();
    (drawn.biased, drawn.method) = (true, Method::Ridge);
    let refused = |first: &Estimation, second: &Estimation| {
        compare(model(), first, second, 0.01).expect_err("a refusal")
    };
    let method = Method::Ridge.title().to_owned();
    let expected = |which| CompareError::Biased {
        which,
        method: method.clone(),
    };
    assert_eq!(refused(&drawn, &first()), expected("first"));
    assert_eq!(refused(&first(), &drawn), expected("second"));
    assert_eq!(
        refused(&first(), &drawn).to_string(),
        format!(
            "the second result is a biased estimate ({method}): its deviations do not say how far it is from the truth, so that \
             no difference means anything; identify by least squares (ols, wls)"
        )
    );
}

/// The factor that leaves least, in a covariance that it takes up itself.
#[test]
fn a_gain_is_that_of_least_squares() {
    let change =
        |k: usize| 0.08 * (1.0 + 0.2 * k as f64) + if k.is_multiple_of(2) { 0.03 } else { -0.03 };
    let (one, other) = (first(), second(&change));
    let changes = Changes::of(model(), &one, &other).expect("changes");
    let found = gain::of(&changes);
    let b = model().base.len();
    let beta = DVector::from_fn(b, |k, _| 1.0 + 0.2 * k as f64);
    let moved = DVector::from_fn(b, |k, _| beta[k] + change(k));
    let mut factor = 1.0;
    let (mut left, mut information) = (0.0, 0.0);
    for _ in 0..5 {
        let inverse = covariance(factor).try_inverse().expect("an inverse");
        information = beta.dot(&(&inverse * &beta));
        factor = beta.dot(&(&inverse * &moved)) / information;
        let rest = &moved - &beta * factor;
        left = rest.dot(&(&inverse * &rest));
    }
    let inverse = covariance(1.0).try_inverse().expect("an inverse");
    let all = (&moved - &beta).dot(&(inverse * (&moved - &beta)));
    let near = |found: f64, expected: f64| {
        assert!(
            (found - expected).abs() < 1e-6 * expected.abs(),
            "{found} for {expected}"
        )
    };
    near(found.factor, factor);
    let wider = (left / (b - 1) as f64).max(1.0);
    assert!(wider > 1.0);
    near(found.std, (wider / information).sqrt());
    near(found.explained, 1.0 - left / all);
    assert!((found.p_value - chi_square_tail(left, b - 1)).abs() < 1e-9);
    let said = Gain {
        factor: 1.05,
        std: 0.01,
        ..found
    };
    assert_eq!(
        said.to_string(),
        "a common gain of all drives, 1.0500 ± 0.0100,"
    );
}

/// Where what a gain leaves is large, and differently certain in both results, each of five rounds moves it.
#[test]
fn a_gain_takes_itself_up_in_its_covariance_five_times() {
    let b = model().base.len();
    let beta = DVector::from_fn(b, |k, _| 1.0 + 0.2 * k as f64);
    let change = |k: usize| 1.0 + 0.2 * k as f64 + 0.5 * (k as f64 - 10.0);
    let moved = DVector::from_fn(b, |k, _| beta[k] + change(k));
    let factors: Vec<f64> = (0..6)
        .scan(1.0, |factor, _| {
            let inverse = covariance(*factor).try_inverse().expect("an inverse");
            *factor = beta.dot(&(&inverse * &moved)) / beta.dot(&(&inverse * &beta));
            Some(*factor)
        })
        .collect();
    for k in [3, 5] {
        assert!((factors[k] - factors[4]).abs() > 1e-7, "{factors:?}");
    }
    let changes = Changes::of(model(), &first(), &second(&change)).map(|all| gain::of(&all).factor);
    let found = changes.expect("changes");
    assert!((found - factors[4]).abs() < 1e-9, "{found} {factors:?}");
}

/// Of a first result that is nothing at all no factor makes the second.
#[test]
fn nothing_has_no_gain() {
    let std = |k: usize| 0.01 + 0.001 * k as f64;
    let none = estimation(&|_| 0.0, &std);
    let other = second(&|_| 0.0);
    let changes = Changes::of(model(), &none, &other).expect("changes");
    let found = gain::of(&changes);
    assert_eq!((found.factor, found.std, found.explained), (1.0, 0.0, 0.0));
    assert!(found.p_value < 1e-6, "{found:?}");
    // Where nothing changed, a gain of one leaves nothing.
    let one = first();
    let changes = Changes::of(model(), &one, &one).expect("changes");
    let found = gain::of(&changes);
    assert!(found.factor == 1.0 && found.std > 0.0, "{found:?}");
    assert_eq!(found.explained, 1.0);
    assert!((found.p_value - 1.0).abs() < 1e-12, "{found:?}");
}

/// Ten parameters of a load on the last body by weighted least squares.
#[test]
fn a_load_is_that_of_least_squares() {
    let (parts, places) = (base_matrix(model()), bodies(model())[2].1);
    let phi = [2.5, 0.1, -0.2, 0.3, 0.05, 0.01, -0.02, 0.06, 0.03, 0.04];
    let inertial: Vec<usize> = (0..model().base.len())
        .filter(|k| {
            !["m1", "m2", "m3"]
                .iter()
                .any(|end| model().base[*k].name.ends_with(end))
        })
        .collect();
    let columns = DMatrix::from_fn(inertial.len(), 10, |row, k| {
        places[k].map_or(0.0, |place| parts[(inertial[row], place)])
    });
    let noise = |k: usize| if k.is_multiple_of(2) { 0.02 } else { -0.02 };
    for sign in [1.0, -1.0] {
        let made = &columns * DVector::from_row_slice(&phi) * sign;
        let change = |k: usize| {
            inertial
                .iter()
                .position(|j| *j == k)
                .map_or(0.5, |row| made[row])
                + noise(k)
        };
        let (one, other) = (first(), second(&change));
        let changes = Changes::of(model(), &one, &other).expect("changes");
        let found = load::of(model(), &changes, 2, true).expect("a load");
        assert_eq!((found.body.as_str(), found.place), ("c", 2));
        let all = covariance(1.0);
        let some = DMatrix::from_fn(inertial.len(), inertial.len(), |i, j| {
            all[(inertial[i], inertial[j])]
        });
        let inverse = some.try_inverse().expect("an inverse");
        let difference = DVector::from_fn(inertial.len(), |row, _| change(inertial[row]));
        // What is told by itself: the columns of those parameters beside all others.
        let whitened = nalgebra::Cholesky::new(inverse.clone())
            .expect("positive")
            .l()
            .transpose();
        let (matrix, right) = (&whitened * &columns, &whitened * &difference);
        let svd = matrix.clone().svd(true, true);
        let least = 1e-9 * svd.singular_values.amax();
        let rank = svd.rank(least);
        let solved = svd.solve(&right, least).expect("a solution");
        let left = (&right - &matrix * &solved).norm_squared();
        assert!((found.explained - (1.0 - left / right.norm_squared())).abs() < 1e-9);
        let tail = chi_square_tail(left, inertial.len() - rank);
        assert!(
            (found.p_value - tail).abs() < 1e-4,
            "{} for {tail}",
            found.p_value
        );
        let pseudo = svd.pseudo_inverse(least).expect("an inverse");
        let wider = (left / (inertial.len() - rank) as f64).max(1.0);
        let covariance = &pseudo * pseudo.transpose() * wider;
        let is_told = found.standard[0].value.is_some();
        let flip = if is_told && solved[0] < 0.0 {
            -1.0
        } else {
            1.0
        };
        assert_eq!(found.removed, flip < 0.0);
        let mut told = 0;
        for (k, value) in found.standard.iter().enumerate() {
            if let (Some(x), Some(std)) = (value.value, value.std) {
                assert!(
                    (x - flip * solved[k]).abs() < 1e-6,
                    "{value:?} for {}",
                    solved[k]
                );
                assert!(
                    (std / covariance[(k, k)].sqrt() - 1.0).abs() < 1e-6,
                    "{value:?}"
                );
                told += 1;
            }
        }
        assert!(told > 3, "{found:?}");
    }
    // A load on a body that no torque shows is none.
    let changes = Changes::of(model(), &first(), &second(&|_| 0.0)).map(|changes| changes.len());
    assert_eq!(changes, Ok(model().base.len()));
}

fn told(body: &str, mass: Option<(f64, f64)>, explained: f64, p_value: f64) -> Load {
    let value = LoadValue {
        name: "m",
        value: mass.map(|mass| mass.0),
        std: mass.map(|mass| mass.1),
        unit: "kg",
    };
    let moment = LoadValue {
        name: "mx",
        value: Some(0.5),
        std: Some(0.1),
        unit: "kg·m",
    };
    Load {
        body: body.to_owned(),
        place: 0,
        removed: false,
        values: Vec::new(),
        standard: vec![value, moment],
        explained,
        p_value,
        with_drives: false,
    }
}

#[test]
fn loads_are_said_with_their_mass_and_certain_beyond_three_deviations() {
    let on = told("c", Some((3.0444, 0.0321)), 1.0, 0.5);
    assert_eq!(on.to_string(), "a load of 3.044 ± 0.032 kg on body c");
    let off = Load {
        removed: true,
        ..on
    };
    assert_eq!(
        off.to_string(),
        "a load of 3.044 ± 0.032 kg taken off body c"
    );
    let blind = told("b", None, 1.0, 0.5);
    assert_eq!(
        blind.to_string(),
        "a load on body b, whose mass these joints do not tell,"
    );
    let beside = Load {
        with_drives: true,
        ..blind.clone()
    };
    assert_eq!(
        beside.to_string(),
        "a load on body b, whose mass these joints do not tell, with a change of drives (their friction, say)"
    );
    let certain = |mass: f64| told("c", Some((mass, 1.0)), 1.0, 0.5).is_certain();
    assert!(certain(3.01) && !certain(3.0) && !certain(-9.0) && blind.is_certain());
}

#[test]
fn what_the_changes_come_from_is_concluded() {
    let gain = |explained, p_value| Gain {
        factor: 1.05,
        std: 0.01,
        explained,
        p_value,
    };
    let of =
        |p_value, loads: &[Load], gain: Gain| conclude(0.01, [p_value, 0.0, 1.0], loads, &gain);
    let load = |explained, p_value| told("c", Some((3.0, 0.1)), explained, p_value);
    let said = |finding, sentence: &str| (finding, sentence.to_owned());
    let on = || Finding::Load("c".to_owned());
    let none = gain(0.0, 0.0);
    assert_eq!(
        of(0.01, &[load(1.0, 0.5)], none.clone()),
        said(
            Finding::Nothing,
            "nothing differs by more than the deviations explain"
        )
    );
    assert_eq!(
        of(0.009, &[load(1.0, 0.5)], gain(0.5, 0.01)),
        said(
            Finding::Gain,
            "a common gain of all drives, 1.0500 ± 0.0100, explains all of it"
        )
    );
    let whole = said(
        on(),
        "a load of 3.000 ± 0.100 kg on body c explains all of it",
    );
    assert_eq!(of(0.0, &[load(0.2, 0.01)], gain(1.0, 0.009)), whole);
    // Others that explain it as well, are certain, and are on other bodies.
    let others = [
        told("a", Some((0.2, 0.1)), 1.0, 0.9),
        load(1.0, 0.5),
        told("b", None, 1.0, 0.02),
        told("d", Some((3.0, 0.1)), 1.0, 0.009),
        told("e", Some((3.0, 0.1)), 1.0, 0.01),
    ];
    assert_eq!(
        of(0.0, &others, none.clone()),
        said(
            on(),
            "a load of 3.000 ± 0.100 kg on body c explains all of it; on body b, e it would explain as much"
        )
    );
    // Most of it, and no less than a gain does.
    assert_eq!(
        of(0.0, &[load(0.9, 0.0)], gain(0.9, 0.0)),
        said(
            on(),
            "a load of 3.000 ± 0.100 kg on body c explains 90 % of it; what is left is more than chance, and its deviations are \
             wider for that"
        )
    );
    let by_gain = |percent: u32| {
        let sentence = format!(
            "a common gain of all drives, 1.0500 ± 0.0100, explains {percent} % of it; what is left is more than chance"
        );
        (Finding::Gain, sentence)
    };
    assert_eq!(of(0.0, &[load(0.93, 0.0)], gain(0.94, 0.0)), by_gain(94));
    assert_eq!(of(0.0, &[], gain(0.9, 0.0)), by_gain(90));
    let differs = || {
        said(
            Finding::Unexplained,
            "the robot differs; neither a load on one body nor another gain of all drives explains it",
        )
    };
    assert_eq!(of(0.0, &[load(0.89, 0.0)], gain(0.89, 0.0)), differs());
    // Drives differ too, and of loads that these joints do not tell there is none.
    assert_eq!(conclude(0.01, [0.0; 3], &[], &none), differs());
    assert_eq!(
        conclude(0.01, [0.0; 3], &[load(0.89, 0.0)], &none),
        differs()
    );
}

/// A load changes bodies: it is named where these differ, with what differs of drives besides.
#[test]
fn a_change_of_friction_alone_is_no_load() {
    let friction = (0..model().base.len()).find(|k| !is_of_body(model(), *k));
    let friction = friction.expect("friction");
    let (parts, places) = (base_matrix(model()), bodies(model())[2].1);
    let mass = places[0].expect("a mass");
    let of = |kg: f64, rubs: f64| {
        let change = |k: usize| kg * parts[(k, mass)] + if k == friction { rubs } else { 0.0 };
        compare(model(), &first(), &second(&change), 0.01).expect("comparable")
    };
    let alone = of(0.0, 0.5);
    let blind = |load: &Load| load.standard[0].value.is_none() && load.p_value > 0.99;
    assert!(alone.loads.iter().any(blind), "{:?}", alone.loads);
    assert_eq!(
        (alone.finding, alone.conclusion.as_str()),
        (
            Finding::Drives,
            "drives differ (their friction, say) and bodies do not: no load explains any of it"
        )
    );
    for (rubs, with_drives) in [(0.0, false), (0.5, true)] {
        let both = of(20.0, rubs);
        assert!(
            matches!(both.finding, Finding::Load(_)),
            "{}",
            both.conclusion
        );
        assert!(
            both.loads
                .iter()
                .all(|load| load.with_drives == with_drives)
        );
        assert_eq!(
            both.conclusion.contains("with a change of drives"),
            with_drives
        );
    }
    // At its level, of bodies and of drives by themselves.
    let none = Gain {
        factor: 1.0,
        std: 0.1,
        explained: 0.0,
        p_value: 0.0,
    };
    let found = |bodies: f64, drives: f64| {
        conclude(
            0.01,
            [0.0, bodies, drives],
            &[told("b", None, 1.0, 1.0)],
            &none,
        )
        .0
    };
    assert_eq!(found(0.01, 0.009), Finding::Drives);
    assert_eq!(found(0.01, 0.01), Finding::Unexplained);
    assert_eq!(found(0.009, 0.009), Finding::Load("b".to_owned()));
}

/// Nothing is told of it: no mass, no moment, no inertia.
#[test]
fn what_nothing_is_told_of_is_no_load() {
    let mut nothing = told("b", None, 1.0, 1.0);
    nothing
        .standard
        .iter_mut()
        .for_each(|value| value.value = None);
    let none = Gain {
        factor: 1.0,
        std: 0.1,
        explained: 0.0,
        p_value: 0.0,
    };
    let said = |drives: f64| conclude(0.01, [0.0, 0.005, drives], &[nothing.clone()], &none);
    let (finding, sentence) = said(0.0);
    assert_eq!(finding, Finding::Unexplained);
    assert_eq!(
        sentence,
        "drives differ (their friction, say), and bodies by more than chance, of which these joints tell too little to speak of \
         a load"
    );
    let (finding, sentence) = said(0.5);
    assert_eq!(finding, Finding::Unexplained);
    assert!(sentence.starts_with("the robot differs; "), "{sentence}");
}

/// Loads that explain all of it stand from the last body on, others by how likely what they leave is.
#[test]
fn of_bodies_that_explain_as_much_the_last_is_named() {
    let (parts, places) = (base_matrix(model()), bodies(model())[2].1);
    let phi = [2.5, 0.1, -0.2, 0.3, 0.05, 0.01, -0.02, 0.06, 0.03, 0.04];
    let change = |k: usize| -> f64 {
        let each = places.iter().zip(phi);
        each.map(|(place, x)| place.map_or(0.0, |place| parts[(k, place)] * x))
            .sum()
    };
    let found: Comparison = compare(model(), &first(), &second(&change), 0.01).expect("comparable");
    assert_eq!(
        found.finding,
        Finding::Load("c".to_owned()),
        "{}",
        found.conclusion
    );
    assert_eq!(found.loads[0].body, "c");
    let explains: Vec<usize> = found
        .loads
        .iter()
        .filter(|l| l.p_value >= 0.01)
        .map(|l| l.place)
        .collect();
    assert!(
        explains.windows(2).all(|two| two[0] > two[1]),
        "{explains:?}"
    );
    let rest: Vec<f64> = found.loads[explains.len()..]
        .iter()
        .map(|l| l.p_value)
        .collect();
    assert!(
        rest.iter().all(|p| *p < 0.01) && rest.windows(2).all(|two| two[0] >= two[1]),
        "{rest:?}"
    );
}

/// Bodies that explain what differs come first, the last of them foremost, then the others, the better the sooner; the one that carries
/// the load explains it.
#[test]
fn bodies_that_explain_a_load_come_before_those_that_do_not() {
    let parts = base_matrix(model());
    let phi = [2.5, 0.1, -0.2, 0.3, 0.05, 0.01, -0.02, 0.06, 0.03, 0.04];
    let mut others = 0;
    for (body, (_, places)) in bodies(model()).iter().enumerate() {
        let change = |k: usize| -> f64 {
            let each = places.iter().zip(phi);
            each.map(|(place, x)| place.map_or(0.0, |place| parts[(k, place)] * x))
                .sum()
        };
        let found = compare(model(), &first(), &second(&change), 0.01).expect("comparable");
        let (explain, rest): (Vec<&Load>, Vec<&Load>) =
            found.loads.iter().partition(|load| load.p_value >= 0.01);
        assert!(explain.iter().any(|load| load.place == body), "{body}");
        let expected: Vec<&Load> = explain.iter().chain(&rest).copied().collect();
        assert_eq!(found.loads.iter().collect::<Vec<_>>(), expected, "{body}");
        assert!(explain.windows(2).all(|two| two[0].place > two[1].place));
        assert!(rest.windows(2).all(|two| two[0].p_value >= two[1].p_value));
        others += rest.len();
    }
    assert!(others > 0);
}

//! Variances from few samples, fitted lengths, results without covariances, and loads that nothing shows.

use nalgebra::DVector;

use super::super::change::Changes;
use super::super::{CompareError, Finding, compare, gain, load};
use super::{covariance, first, model, second};
use crate::distribution::{MANY, chi_square_tail, normal_threshold, surprise};
use crate::identify::{Covariance, Estimation, FittedLength};
use crate::parameters::{base_matrix, bodies};
use crate::regression::by_hand::MODEL;
use crate::statistics::{Estimated, is_of_body};
use armwright_runtime::Model;

/// The fewer degrees of freedom of both, whichever result has them.
#[test]
fn a_difference_is_as_rare_as_the_less_certain_variance_says() {
    let change = |k: usize| if k < 3 { 0.07 } else { 0.0 };
    let (mut one, mut other) = (first(), second(&change));
    (one.base[0].freedom, other.base[0].freedom) = (Some(4.0), Some(9.0));
    (one.base[1].freedom, other.base[1].freedom) = (Some(9.0), Some(4.0));
    let found = compare(model(), &one, &other, 0.01).expect("comparable");
    for (k, freedom) in [(0, 4.0), (1, 4.0), (2, MANY)] {
        let std = (0.01 + 0.001 * k as f64).hypot(0.02 - 0.0005 * k as f64);
        let expected = surprise(0.07 / std, freedom);
        let deviations = found.parameters[k].deviations;
        assert!(
            (deviations - expected).abs() < 1e-9,
            "{k}: {deviations} for {expected}"
        );
        assert!(k == 2 || deviations < 0.9 * 0.07 / std);
    }
    let less = compare(model(), &second(&change), &first(), 0.01).expect("comparable");
    let back = less.parameters[2].deviations;
    assert!((back + found.parameters[2].deviations).abs() < 1e-9 && back < 0.0);
}

/// A result with fitted lengths besides, each with its variance.
fn with(mut result: Estimation, lengths: &[(&str, f64, f64)]) -> Estimation {
    let length = |name: &str, value: f64| FittedLength {
        name: name.to_owned(),
        value,
        std: 0.0,
        nominal: None,
    };
    let b = model().base.len();
    for (k, (name, value, variance)) in lengths.iter().enumerate() {
        result.lengths.push(length(name, *value));
        result.covariance.parameters.push((*name).to_owned());
        result
            .covariance
            .values
            .iter_mut()
            .for_each(|row| row.push(0.0));
        let mut row = vec![0.0; b + k + 1];
        row[b + k] = *variance;
        result.covariance.values.push(row);
    }
    result
}

/// Lengths that both fitted are compared behind the base parameters, each with its own of the other result.
#[test]
fn lengths_that_both_fitted_are_compared() {
    let b = model().base.len();
    let one = with(
        first(),
        &[
            ("own", 9.0, 1.0),
            ("l_b1", 0.5, 0.000_4),
            ("l_c", 0.25, 0.000_9),
        ],
    );
    let other = with(
        second(&|_| 0.0),
        &[("l_c", 0.75, 0.000_7), ("l_b1", 0.4, 0.001_2)],
    );
    let found = compare(model(), &one, &other, 0.01).expect("comparable");
    let lengths: Vec<_> = found.parameters[b..]
        .iter()
        .map(|row| {
            (
                row.name.as_str(),
                row.expression.as_str(),
                row.unit.as_str(),
                row.first,
                row.second,
            )
        })
        .collect();
    assert_eq!(
        lengths,
        [
            ("l_b1", "l_b1", "m", 0.5, 0.4),
            ("l_c", "l_c", "m", 0.25, 0.75)
        ]
    );
    for (row, (difference, std)) in found.parameters[b..]
        .iter()
        .zip([(-0.1, 0.04), (0.5, 0.04)])
    {
        assert!(
            (row.difference - difference).abs() < 1e-12 && (row.std - std).abs() < 1e-12,
            "{row:?}"
        );
        assert!((row.deviations - difference / std).abs() < 1e-2, "{row:?}");
    }
    assert!(!found.parameters[b].differs && found.parameters[b + 1].differs);
    // Lengths are of bodies, and no torques.
    let changes = Changes::of(model(), &one, &other).expect("changes");
    assert_eq!(
        changes.of_bodies()[changes.of_bodies().len() - 2..],
        [b, b + 1]
    );
    assert_eq!(
        [changes.place(b - 1), changes.place(b)],
        [Some(b - 1), None]
    );
}

/// Torques that are all a fifth larger are explained by a gain whatever lengths are, which it leaves as they are. It is as certain as
/// both results are.
#[test]
fn a_gain_makes_torques_larger_and_no_length() {
    let length = [("l_b1", 0.5, 0.000_4)];
    let larger = second(&|k| 0.2 * (1.0 + 0.2 * k as f64));
    let (one, other) = (with(first(), &length), with(larger.clone(), &length));
    let changes = Changes::of(model(), &one, &other).expect("changes");
    let found = gain::of(&changes);
    assert!((found.factor - 1.2).abs() < 1e-9, "{found:?}");
    assert!(found.explained > 1.0 - 1e-9 && found.p_value > 1.0 - 1e-9);
    let beta = DVector::from_fn(model().base.len(), |k, _| 1.0 + 0.2 * k as f64);
    let inverse = covariance(1.2).try_inverse().expect("an inverse");
    let std = beta.dot(&(inverse * &beta)).sqrt().recip();
    assert!((found.std / std - 1.0).abs() < 1e-6, "{found:?} for {std}");
    let both = compare(model(), &one, &other, 0.01).expect("comparable");
    assert_eq!(both.finding, Finding::Gain, "{}", both.conclusion);
    // What is left of a length is no torque's: twenty deviations of it stay.
    let longer = with(larger, &[("l_b1", 1.5, 0.002_1)]);
    let changes = Changes::of(model(), &one, &longer).expect("changes");
    let found = gain::of(&changes);
    assert!((found.factor - 1.2).abs() < 1e-9, "{found:?}");
    assert!(found.p_value < 1e-6, "{found:?}");
}

/// Three deviations are once in 370 of one value and no surprise of so many, four are once in 16 000: a difference is one beyond what
/// has a probability of 1 - 0.99^(1/b), whatever its sign.
#[test]
fn so_many_differences_are_flagged_as_seldom_as_one_would_be() {
    let std = |k: usize| (0.01 + 0.001 * k as f64).hypot(0.02 - 0.0005 * k as f64);
    let threshold = normal_threshold(0.01, model().base.len());
    assert!((3.0..4.0).contains(&threshold), "{threshold}");
    let change = |k: usize| match k {
        2 => (threshold - 1e-3) * std(k),
        3 => -(threshold - 1e-3) * std(k),
        5 => -(threshold + 1e-3) * std(k),
        6 => (threshold + 1e-3) * std(k),
        _ => 0.0,
    };
    let found = compare(model(), &first(), &second(&change), 0.01).expect("comparable");
    let differ: Vec<usize> = (0..found.parameters.len())
        .filter(|k| found.parameters[*k].differs)
        .collect();
    assert_eq!(differ, [5, 6]);
}

/// Of one body that grew by as much as another shrank a load explains a half, and a gain nothing.
#[test]
fn what_neither_a_load_nor_a_gain_explains_is_said_so() {
    let same = compare(&THREE, &result(1.0), &result(1.0), 0.01).expect("comparable");
    assert_eq!(same.finding, Finding::Nothing, "{}", same.conclusion);
    let mut other = result(1.0);
    other.base[0].value += 2.0;
    other.base[2].value -= 2.0;
    let found = compare(&THREE, &result(1.0), &other, 0.01).expect("comparable");
    assert_eq!(found.finding, Finding::Unexplained, "{}", found.conclusion);
    let mut loads = found.loads.iter();
    assert!(loads.all(|load| (load.explained - 0.5).abs() < 1e-9));
}

/// Changes of one deviation each across the parameters: a gain leaves what there was to explain, for one degree of freedom less.
#[test]
fn a_gain_that_explains_nothing_costs_a_degree_of_freedom() {
    let mut other = result(1.0);
    for (k, p) in other.base.iter_mut().enumerate() {
        let sign = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        p.value += sign * 0.02f64.sqrt();
    }
    let found = compare(&THREE, &result(1.0), &other, 0.01).expect("comparable");
    assert!(found.gain.explained < 1e-9, "{:?}", found.gain);
    for (p_value, freedom) in [(found.p_value, 6), (found.gain.p_value, 5)] {
        let tail = chi_square_tail(6.0, freedom);
        assert!((p_value - tail).abs() < 1e-4, "{p_value} for {tail}");
    }
}

/// A load on the first body that is hardly seen is explained best there, and by loads farther out as well.
#[test]
fn loads_that_explain_it_stand_from_the_last_body_on() {
    let (parts, places) = (base_matrix(model()), bodies(model())[1].1);
    let change = |k: usize| -> f64 {
        let mass = [0.02, 0.01, 0.01];
        let each = places.iter().zip(mass);
        each.map(|(place, x)| place.map_or(0.0, |place| parts[(k, place)] * x))
            .sum()
    };
    let found = compare(model(), &first(), &second(&change), 0.01).expect("comparable");
    let told: Vec<(usize, f64)> = found.loads.iter().map(|l| (l.place, l.p_value)).collect();
    assert!(
        told.len() > 1 && told.iter().all(|(_, p)| *p >= 0.01),
        "{told:?}"
    );
    assert!(told.windows(2).all(|two| two[0].0 > two[1].0), "{told:?}");
    assert!(told.windows(2).any(|two| two[0].1 < two[1].1), "{told:?}");
}

#[test]
fn without_one_covariance_deviations_are_independent() {
    let mut bare = first();
    bare.covariance = Covariance::default();
    let found = compare(model(), &bare, &second(&|_| 0.0), 0.01).expect("comparable");
    assert!(found.independent);
}

/// A robot whose last body is in no base parameter.
static THREE: Model = Model {
    bodies: &["a", "b", "c"],
    ..MODEL
};

/// All its base parameters are the same.
fn result(value: f64) -> Estimation {
    let base = THREE.base.iter().map(|base| Estimated {
        name: base.name.to_owned(),
        value,
        std: Some(0.1),
        ..Estimated::default()
    });
    Estimation {
        base: base.collect(),
        ..Estimation::default()
    }
}

/// A body none of whose parameters is in a base parameter carries nothing that shows.
#[test]
fn a_load_that_nothing_shows_is_none() {
    let (one, other) = (result(1.0), result(2.0));
    let changes = Changes::of(&THREE, &one, &other).expect("changes");
    assert_eq!(load::of(&THREE, &changes, 2, false), None);
    let mass = load::of(&THREE, &changes, 1, false).expect("a load");
    let told: Vec<_> = mass
        .standard
        .iter()
        .map(|value| (value.name, value.unit, value.value.is_some()))
        .collect();
    let names = [
        "m", "mx", "my", "mz", "Lxx", "Lxy", "Lxz", "Lyy", "Lyz", "Lzz",
    ];
    let units = ["kg", "kg·m", "kg·m", "kg·m"];
    for (k, (name, unit, is_told)) in told.into_iter().enumerate() {
        let expected = units.get(k).copied().unwrap_or("kg·m²");
        assert_eq!((name, unit, is_told), (names[k], expected, k == 0));
    }
    let names = [
        "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
    ];
    for (k, value) in mass.values.iter().enumerate() {
        let expected = ["kg", "m", "m", "m"].get(k).copied().unwrap_or("kg·m²");
        assert_eq!((value.name, value.unit), (names[k], expected));
    }
    assert!((mass.standard[0].value.expect("a mass") - 1.0).abs() < 1e-12);
}

/// A change of one kilogram has √50 deviations of √2 · 0.1, and the load leaves two more such changes: its own deviation is √50
/// times as wide.
#[test]
fn a_load_is_said_by_its_mass_and_taken_off_only_where_that_is_less() {
    let of = |first: f64, second: f64| {
        let (one, other) = (result(first), result(second));
        let changes = Changes::of(&THREE, &one, &other).expect("changes");
        load::of(&THREE, &changes, 1, false).expect("a load")
    };
    let on = of(1.0, 2.0);
    assert_eq!(on.to_string(), "a load of 1.000 ± 1.000 kg on body b");
    assert!(!on.is_certain());
    assert_eq!(on.values[0].value, on.standard[0].value);
    let off = of(2.0, 1.0);
    assert!(off.removed);
    assert_eq!(off.values[0].value, off.standard[0].value);
    assert_eq!(
        off.to_string(),
        "a load of 1.000 ± 1.000 kg taken off body b"
    );
    // Where nothing changed nothing was taken off.
    let none = of(1.0, 1.0);
    assert_eq!((none.removed, none.standard[0].value), (false, Some(0.0)));
    // What is left by chance, however little, makes it no more certain than the results are.
    let std = none.standard[0].std.expect("a deviation");
    assert!((std - 0.02f64.sqrt()).abs() < 1e-12, "{std}");
    // Nothing is left of nothing.
    assert_eq!((none.explained, none.p_value), (1.0, 1.0));
}

/// Changes of 100 and of 30 in base parameters of one body each, by deviations of √0.02: what either load leaves has a probability of 0,
/// so that the one that explains more stands first.
#[test]
fn of_loads_that_leave_too_much_the_one_that_explains_most_comes_first() {
    for (of_a, of_b, expected) in [(100.0, 30.0, ["a", "b"]), (30.0, 100.0, ["b", "a"])] {
        let mut other = result(1.0);
        other.base[0].value += of_a;
        other.base[2].value += of_b;
        let found = compare(&THREE, &result(1.0), &other, 0.01).expect("comparable");
        assert!(found.loads.iter().all(|load| load.p_value == 0.0));
        let bodies: Vec<&str> = found.loads.iter().map(|load| load.body.as_str()).collect();
        assert_eq!(bodies, expected);
    }
}

/// Drives change at the level of the comparison, whatever that is.
#[test]
fn drives_change_at_the_level_that_is_asked_for() {
    let friction = (0..model().base.len()).find(|k| !is_of_body(model(), *k));
    let friction = friction.expect("friction");
    let (one, other) = (first(), second(&|k| if k == friction { 0.1 } else { 0.0 }));
    let changes = Changes::of(model(), &one, &other).expect("changes");
    let p_value = changes.p_value(&changes.bodies_and_drives().1);
    assert!(p_value > 0.0 && p_value < 0.4, "{p_value}");
    for (level, with_drives) in [(2.0 * p_value, true), (0.5 * p_value, false)] {
        let loads = compare(model(), &one, &other, level).map(|found| found.loads);
        let loads = loads.expect("comparable");
        assert!(!loads.is_empty());
        let said = loads.iter().all(|load| load.with_drives == with_drives);
        assert!(said, "{level}: {loads:?}");
    }
}

/// One value that both hold exactly is enough: nothing says how large a difference of it is.
#[test]
fn a_value_that_both_hold_exactly_is_not_compared() {
    let held = |mut result: Estimation, at: usize| {
        let rows = &mut result.covariance.values;
        rows[at].fill(0.0);
        rows.iter_mut().for_each(|row| row[at] = 0.0);
        result
    };
    let of = |one: usize, other: usize| {
        let (one, other) = (held(first(), one), held(second(&|_| 0.0), other));
        compare(model(), &one, &other, 0.01).err()
    };
    assert_eq!(of(3, 3), Some(CompareError::Exact));
    assert_eq!(of(3, 4), None);
    // Of lengths as well.
    let length = |value: f64, variance: f64| [("l_b1", value, variance)];
    let one = with(first(), &length(0.5, 0.0));
    let of = |variance: f64| {
        let other = with(second(&|_| 0.0), &length(0.4, variance));
        compare(model(), &one, &other, 0.01).err()
    };
    assert_eq!(of(0.0), Some(CompareError::Exact));
    assert_eq!(of(0.01), None);
}

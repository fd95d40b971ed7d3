//! Suspects of a double pendulum of which something was changed.

use super::{SuspectSet, Suspects, find, subsets};
use crate::identify::BaseEstimate;
use crate::interpret::differences::Differences;
use crate::parameters::{nominal, nominal_base, physical, standard};
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

#[test]
fn subsets_come_in_order() {
    let none: [Vec<usize>; 1] = [vec![]];
    assert_eq!(subsets(&[7, 3], 0), none);
    assert_eq!(subsets(&[7, 3, 5], 1), [[7], [3], [5]]);
    assert_eq!(subsets(&[7, 3, 5], 2), [[7, 3], [7, 5], [3, 5]]);
    assert_eq!(
        subsets(&[7, 3, 5, 1], 3),
        [[7, 3, 5], [7, 3, 1], [7, 5, 1], [3, 5, 1]]
    );
    assert!(subsets(&[7, 3], 3).is_empty());
}

#[test]
fn suspects_are_said_as_alternatives() {
    let set = |names: &[&str]| SuspectSet {
        parameters: names.iter().map(|name| (*name).to_owned()).collect(),
        values: Vec::new(),
        nominal: Vec::new(),
        p_value: 0.5,
    };
    let said = |explained: bool, sets: &[&[&str]]| {
        let sets = sets.iter().map(|names| set(names)).collect();
        Suspects { explained, sets }.to_string()
    };
    assert_eq!(said(true, &[&["a"]]), "a explains it");
    assert_eq!(said(true, &[&["a", "b"]]), "a and b explain it");
    assert_eq!(
        said(true, &[&["a", "b"], &["c"], &["d", "e"]]),
        "either a and b or c or d and e"
    );
    assert_eq!(
        said(false, &[&["a", "b", "c"], &["d"]]),
        "no 3 physical parameters explain it; a and b and c come closest"
    );
    assert_eq!(said(true, &[]), "no nominal values to suspect");
    assert_eq!(said(false, &[]), "no nominal values to suspect");
}

/// What is identified of a pendulum whose bodies differ, each base parameter to a thousandth.
fn found(changes: &[(usize, usize, f64)], more: [f64; 6]) -> Suspects {
    find(&differing(changes, more), 0.01)
}

fn differing(changes: &[(usize, usize, f64)], more: [f64; 6]) -> Differences<'static> {
    let model = ROBOT.model();
    let mut theta = nominal(model);
    for (body, component, by) in changes {
        let own = &mut theta[10 * body..10 * body + 10];
        let ten: [f64; 10] = own.try_into().expect("ten");
        let mut changed = physical(ten).expect("a body");
        changed[*component] += by;
        own.copy_from_slice(&standard(changed));
    }
    let mut beta = vec![0.0; 6];
    ROBOT.base_parameters(&theta, &mut beta).expect("its sizes");
    let nominals: Vec<f64> = (0..6).filter_map(|k| nominal_base(model, k)).collect();
    let mut estimate = BaseEstimate::exact(beta);
    for k in 0..6 {
        let std = 1e-3 * nominals[k].abs();
        estimate.covariance[k][k] = std * std;
        estimate.beta[k] += more[k] * std;
    }
    let places: Vec<usize> = (0..6).collect();
    Differences::of(&ROBOT, &estimate, &places, &nominals)
}

#[track_caller]
fn names(suspects: &Suspects, expected: &[(&str, f64, f64)]) {
    let wanted: Vec<&str> = expected.iter().map(|(name, ..)| *name).collect();
    let set = suspects.sets.iter().find(|set| set.parameters == wanted);
    let set = set.unwrap_or_else(|| panic!("{wanted:?} among {suspects:?}"));
    for (k, (_, value, nominal)) in expected.iter().enumerate() {
        assert!(
            (set.values[k] - value).abs() < 1e-4 * value.abs(),
            "{set:?}"
        );
        assert!((set.nominal[k] - nominal).abs() < 1e-12, "{set:?}");
    }
    assert!(set.p_value > 0.9, "{set:?}");
}

#[test]
fn the_smallest_sets_that_explain_are_found() {
    let one = found(&[(1, 1, 0.02)], [0.0; 6]);
    assert!(one.explained && one.sets.iter().all(|set| set.parameters.len() == 1));
    names(&one, &[("tx_lower", 0.16, 0.14)]);
    let two = found(&[(1, 3, 0.004), (0, 3, -0.005)], [0.0; 6]);
    assert!(two.explained && two.sets.iter().all(|set| set.parameters.len() == 2));
    names(
        &two,
        &[("tz_upper", -0.025, -0.02), ("tz_lower", 0.019, 0.015)],
    );
    assert!(two.sets.len() <= 8);
    let mut pairs = two.sets.windows(2);
    assert!(pairs.all(|pair| pair[0].p_value >= pair[1].p_value));
    // Each base parameter off by itself: three are not enough of six.
    let many = found(&[], [900.0, -700.0, 800.0, -600.0, 750.0, 650.0]);
    assert!(!many.explained && many.sets.len() == 1, "{many:?}");
    assert_eq!(many.sets[0].parameters.len(), 3);
    assert!(many.sets[0].p_value < 0.01);
}

/// Of six differences a set of two parameters leaves four degrees of freedom, one of a single parameter five.
#[test]
fn each_parameter_of_a_set_takes_a_degree_of_freedom() {
    let noise = [1.0, -0.6, 0.8, 0.7, -0.9, 0.5];
    for (changes, size) in [
        (&[(1, 1, 0.02)][..], 1),
        (&[(1, 3, 0.004), (0, 3, -0.005)], 2),
    ] {
        let differences = differing(changes, noise);
        let found = find(&differences, 0.01);
        assert!(found.explained);
        for set in &found.sets {
            assert_eq!(set.parameters.len(), size);
            let place = |name: &String| {
                let mut all = differences.candidates.iter();
                all.position(|candidate| candidate.name == *name)
                    .expect("a candidate")
            };
            let places: Vec<usize> = set.parameters.iter().map(place).collect();
            let (by, left) = differences.fit(&places);
            assert!(
                (set.p_value - differences.tail(left, 6 - size)).abs() < 1e-12,
                "{set:?}"
            );
            assert!(set.p_value < 0.999, "{set:?}");
            for ((value, nominal), by) in set.values.iter().zip(&set.nominal).zip(by) {
                assert!((value - nominal - by).abs() < 1e-12);
            }
        }
    }
}

/// What chance explains at no level is explained by none; three parameters of those that come closest leave three degrees of freedom.
#[test]
fn those_that_come_closest_take_degrees_of_freedom_too() {
    let differences = differing(&[], [3.0, -1.8, 2.4, 2.1, -2.7, 1.5]);
    let found = find(&differences, 1.1);
    assert!(!found.explained);
    let [set] = &found.sets[..] else {
        panic!("{found:?}");
    };
    let place = |name: &String| {
        let mut all = differences.candidates.iter();
        all.position(|candidate| candidate.name == *name)
            .expect("a candidate")
    };
    let places: Vec<usize> = set.parameters.iter().map(place).collect();
    assert_eq!(places.len(), 3);
    let left = differences.fit(&places).1;
    assert!(
        (set.p_value - differences.tail(left, 3)).abs() < 1e-12,
        "{set:?}"
    );
}

/// Differences within their deviations, of a robot with many parameters: each alone explains them, and those are named that leave
/// least.
#[test]
fn no_more_than_eight_sets_are_named() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let all = (0..model.base.len()).map(|k| nominal_base(model, k));
    let nominals: Vec<f64> = all.map(|x| x.unwrap_or(0.0)).collect();
    let places: Vec<usize> = (0..nominals.len()).collect();
    let mut estimate = BaseEstimate::exact(nominals.clone());
    for (k, beta) in estimate.beta.iter_mut().enumerate() {
        let std = 0.1 * beta.abs().max(1e-3);
        estimate.covariance[k][k] = std * std;
        *beta += [0.3, -0.7, 1.1][k % 3] * std;
    }
    let differences = Differences::of(robot, &estimate, &places, &nominals);
    let found = find(&differences, 0.01);
    assert!(found.explained);
    let mut likely: Vec<f64> = (0..differences.candidates.len())
        .filter(|k| differences.derivatives(&[*k], &[0.0]).amax() > 0.0)
        .map(|k| differences.tail(differences.fit(&[k]).1, places.len() - 1))
        .collect();
    likely.sort_by(|a, b| b.total_cmp(a));
    assert!(likely.len() > 8 && likely[8] > 0.01, "{likely:?}");
    let named: Vec<f64> = found.sets.iter().map(|set| set.p_value).collect();
    assert_eq!(named, likely[..8]);
}

/// Of two base parameters alone most physical ones say nothing.
#[test]
fn what_changes_nothing_is_no_suspect() {
    let model = ROBOT.model();
    let nominals: Vec<f64> = (0..6).filter_map(|k| nominal_base(model, k)).collect();
    let mut estimate = BaseEstimate::exact(nominals.clone());
    for (k, beta) in estimate.beta.iter_mut().enumerate() {
        let std = 1e-3 * nominals[k].abs();
        estimate.covariance[k][k] = std * std;
        *beta += 0.5 * std;
    }
    for first in 0..5 {
        let differences = Differences::of(&ROBOT, &estimate, &[first, first + 1], &nominals);
        let found = find(&differences, 0.01);
        assert!(found.explained && !found.sets.is_empty(), "{found:?}");
        for name in found.sets.iter().flat_map(|set| &set.parameters) {
            let mut all = differences.candidates.iter();
            let place = all.position(|candidate| candidate.name == *name);
            let place = place.expect("a candidate");
            let shown = differences.derivatives(&[place], &[0.0]).amax();
            assert!(shown > 0.0, "{name}: {found:?}");
        }
    }
}

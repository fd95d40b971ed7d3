//! Which physical parameters explain a difference between identification and nominal values: the
//! smallest sets whose change makes the rest agree.

use nalgebra::DMatrix;
use serde::Serialize;

use super::differences::{Differences, least_squares};

/// Sets of more parameters are not looked for: with enough freedom anything is explained.
const LARGEST: usize = 3;
/// How many sets of each size are tried with the true, nonlinear equations.
const TRIED: usize = 60;
/// How many sets are named.
const NAMED: usize = 8;
/// Parameters that single out the sets of three.
const SHORT_LIST: usize = 24;

/// The smallest sets of physical parameters that explain differences.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Suspects {
    /// Whether the sets explain all of the differences.
    pub explained: bool,
    /// The sets, the likeliest first; each alone would do.
    pub sets: Vec<SuspectSet>,
}

/// Physical parameters whose change explains differences.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuspectSet {
    /// Their names.
    pub parameters: Vec<String>,
    /// The values that they would have.
    pub values: Vec<f64>,
    /// Their nominal values.
    pub nominal: Vec<f64>,
    /// The probability of the differences that remain.
    pub p_value: f64,
}

impl std::fmt::Display for Suspects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sets: Vec<String> = self
            .sets
            .iter()
            .map(|set| set.parameters.join(" and "))
            .collect();
        match (self.explained, sets.as_slice()) {
            (true, [one]) => write!(f, "{one} explains it"),
            (true, [first, others @ ..]) => {
                write!(f, "either {first} or {}", others.join(" or "))
            }
            (_, []) => write!(f, "no nominal values to suspect"),
            (false, [first, ..]) => write!(
                f,
                "no {LARGEST} physical parameters explain it; {first} come closest"
            ),
        }
    }
}

/// The smallest sets that leave differences which chance explains.
pub(super) fn find(differences: &Differences<'_>, level: f64) -> Suspects {
    let all = differences.candidates.len();
    let columns = differences.derivatives(&(0..all).collect::<Vec<_>>(), &vec![0.0; all]);
    let visible: Vec<usize> = (0..all)
        .filter(|k| columns.column(*k).norm_squared() > 0.0)
        .collect();
    // What a set explains to first order, for choosing which to try.
    let linear = |set: &[usize]| -> f64 {
        let chosen: Vec<_> = set
            .iter()
            .map(|k| columns.column(*k).into_owned())
            .collect();
        let jacobian = DMatrix::from_columns(&chosen);
        match least_squares(&jacobian, &differences.whitened) {
            Some(x) => (&differences.whitened - jacobian * x).norm_squared(),
            None => f64::INFINITY,
        }
    };
    let mut closest: Option<(Vec<usize>, Vec<f64>, f64)> = None;
    let mut singles: Vec<(usize, f64)> = visible.iter().map(|k| (*k, linear(&[*k]))).collect();
    singles.sort_by(|a, b| a.1.total_cmp(&b.1));
    for size in 1..=LARGEST {
        let from: Vec<usize> = match size {
            LARGEST => singles.iter().take(SHORT_LIST).map(|(k, _)| *k).collect(),
            _ => visible.clone(),
        };
        let mut tried: Vec<(Vec<usize>, f64)> = subsets(&from, size)
            .into_iter()
            .map(|set| {
                let left = linear(&set);
                (set, left)
            })
            .collect();
        tried.sort_by(|a, b| a.1.total_cmp(&b.1));
        let freedom = differences.count().saturating_sub(size);
        let mut sets = Vec::new();
        for (set, _) in tried.into_iter().take(TRIED) {
            let (by, left) = differences.fit(&set);
            let p_value = differences.tail(left, freedom);
            if p_value >= level {
                sets.push(named(differences, &set, &by, p_value));
            }
            if closest.as_ref().is_none_or(|(_, _, best)| left < *best) {
                closest = Some((set, by, left));
            }
        }
        if !sets.is_empty() {
            sets.sort_by(|a, b| b.p_value.total_cmp(&a.p_value));
            sets.truncate(NAMED);
            return Suspects {
                explained: true,
                sets,
            };
        }
    }
    let freedom = differences.count().saturating_sub(LARGEST);
    let sets = closest
        .map(|(set, by, left)| named(differences, &set, &by, differences.tail(left, freedom)));
    Suspects {
        explained: false,
        sets: sets.into_iter().collect(),
    }
}

fn named(differences: &Differences<'_>, set: &[usize], by: &[f64], p_value: f64) -> SuspectSet {
    let of = |k: &usize| &differences.candidates[*k];
    let nominal: Vec<f64> = set.iter().map(|k| of(k).nominal).collect();
    SuspectSet {
        parameters: set.iter().map(|k| of(k).name.clone()).collect(),
        values: nominal.iter().zip(by).map(|(x, by)| x + by).collect(),
        nominal,
        p_value,
    }
}

/// All subsets of a size, in order.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        for mut rest in subsets(&of[at + 1..], size - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}

#[cfg(test)]
mod tests {
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
}

//! What changed between two recordings of a simulated arm: a load of known mass, centre and inertia, another
//! gain of the drives, or nothing.
//!
//! `ARMWRIGHT_LOADS=100` compares so many pairs of recordings of each robot and prints how often each value of
//! the load was within three deviations.

use armwright_lab::compare::{Comparison, Finding, Load, LoadValue, compare};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Covariance, Estimation, FittedLength, identify};
use armwright_lab::parameters::{base_matrix, nominal, standard};
use armwright_lab::recording::Recording;
use armwright_lab::statistics::Quality;
use armwright_robots::{abb_wrist, puma560};
use armwright_runtime::{Inertial, ParameterKind, Robot};
use nalgebra::DVector;

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.03, -0.02, 0.15, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];

/// Nominal parameters with a load of some mass on a body.
fn loaded(robot: &dyn Robot, body: usize, share: f64) -> Vec<f64> {
    let model = robot.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial {
            body: own,
            component,
        } = parameter.kind
            && own == body
        {
            *value += share * standard(LOAD)[component.at()];
        }
    }
    theta
}

fn identified(robot: &dyn Robot, theta: &[f64], gain: f64, random: &mut Random) -> Estimation {
    let model = robot.model();
    let motion = designed(model, 8.0, 8.0, random);
    let sensors = Sensors::default();
    let mut made = simulate(robot, theta, &motion, 200.0, &sensors, random).expect("a motion");
    made.torque
        .iter_mut()
        .flatten()
        .for_each(|tau| *tau *= gain);
    let recording: Recording = made.recording().expect("a recording");
    identify(robot, recording, &Method::Wls.into())
        .expect("identifies")
        .estimation
}

fn compared(robot: &dyn Robot, first: &[f64], second: &[f64], gain: f64, seed: u64) -> Comparison {
    let mut random = Random::new(seed);
    let first = identified(robot, first, 1.0, &mut random);
    let second = identified(robot, second, gain, &mut random);
    compare(robot.model(), &first, &second, 0.01).expect("comparable")
}

/// How far what is told of the load on a body is off, in deviations: physical parameters, the mass first, and
/// then standard ones.
fn off(found: &Comparison, body: &str, was_put_on: bool) -> Vec<Option<f64>> {
    let load = found
        .loads
        .iter()
        .find(|load| load.body == body)
        .expect("a load");
    let of = |values: &[LoadValue], truth: [f64; 10]| -> Vec<Option<f64>> {
        let off = Inertial::ALL.iter().zip(values).map(|(c, value)| {
            let (value, std) = value.value.zip(value.std)?;
            Some((value - truth[c.at()]).abs() / std)
        });
        off.collect()
    };
    let is_told = load.values[0].value.is_some();
    // Of a load whose mass is not told, nobody knows whether it was put on or taken off.
    let sign = if is_told || was_put_on { 1.0 } else { -1.0 };
    let moments = standard(LOAD).map(|x| sign * x);
    [of(&load.values, LOAD), of(&load.standard, moments)].concat()
}

fn runs() -> u64 {
    let asked = std::env::var("ARMWRIGHT_LOADS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(4)
}

#[test]
fn a_load_is_found_with_its_mass_and_centre() {
    let robots: [(&dyn Robot, usize, &str); 2] =
        [(&puma560::ROBOT, 5, "6"), (&abb_wrist::ROBOT, 2, "c")];
    for (robot, body, name) in robots {
        let (mut masses, mut all, mut within, mut named) = (0, 0, 0, 0);
        for seed in 0..runs() {
            let (empty, full) = (nominal(robot.model()), loaded(robot, body, 1.0));
            // Put on, or taken off.
            let (first, second) = if seed % 2 == 0 {
                (&empty, &full)
            } else {
                (&full, &empty)
            };
            let found = compared(robot, first, second, 1.0, seed);
            let load = found
                .loads
                .iter()
                .find(|load| load.body == name)
                .expect("a load");
            let is_told = load.values[0].value.is_some();
            assert_eq!(
                load.removed,
                is_told && seed % 2 == 1,
                "{}",
                found.conclusion
            );
            named += u64::from(found.finding == Finding::Load(name.to_owned()));
            let off = off(&found, name, seed % 2 == 0);
            let told: Vec<f64> = off.iter().flatten().copied().collect();
            masses += u64::from(off[0].is_none_or(|off| off < 3.0));
            all += told.len();
            within += told.iter().filter(|off| **off < 3.0).count();
        }
        println!(
            "{name}: mass {masses} of {0}, values {within} of {all}, named {named} of {0}",
            runs()
        );
        assert!(100 * masses >= 99 * runs(), "{masses} of {} masses", runs());
        assert!(100 * within >= 97 * all, "{within} of {all} values");
        assert!(100 * named >= 95 * runs(), "{named} of {} named", runs());
    }
}

#[test]
fn nothing_is_found_where_nothing_changed() {
    let theta = nominal(puma560::ROBOT.model());
    let alarms = (0..runs()).filter(|seed| {
        let found = compared(&puma560::ROBOT, &theta, &theta, 1.0, 1000 + seed);
        found.finding != Finding::Nothing
    });
    let alarms = alarms.count() as u64;
    println!("{alarms} alarms of {}", runs());
    assert!(50 * alarms <= runs(), "{alarms} of {}", runs());
}

#[test]
fn a_gain_of_all_drives_is_no_load() {
    let theta = nominal(puma560::ROBOT.model());
    let found = compared(&puma560::ROBOT, &theta, &theta, 1.07, 5);
    assert_eq!(found.finding, Finding::Gain, "{}", found.conclusion);
    assert!(
        (found.gain.factor - 1.07).abs() < 3.0 * found.gain.std,
        "{:?}",
        found.gain
    );
}

#[test]
fn what_is_drawn_to_a_prior_is_not_compared() {
    let theta = nominal(puma560::ROBOT.model());
    let mut first = identified(&puma560::ROBOT, &theta, 1.0, &mut Random::new(1));
    let second = first.clone();
    first.biased = true;
    assert!(compare(puma560::ROBOT.model(), &first, &second, 0.01).is_err());
}

/// The second of two results, moved away from the first in every base parameter, up and down in turn, by so many of
/// its deviations.
fn scattered(first: &Estimation, deviations: f64) -> Estimation {
    let mut second = first.clone();
    let all = second.base.iter_mut().chain(&mut second.drive);
    for (k, p) in all.enumerate() {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        p.value += sign * deviations * p.std.unwrap_or(0.0);
    }
    second
}

/// A difference has the variances of both results, and what neither load nor gain explains widens their deviations in
/// proportion.
#[test]
fn deviations_are_those_of_both_results_and_grow_with_what_is_left() {
    let model = puma560::ROBOT.model();
    let theta = nominal(model);
    let mut random = Random::new(6);
    let [first, second] = [1, 2].map(|_| identified(&puma560::ROBOT, &theta, 1.0, &mut random));
    let found = compare(model, &first, &second, 0.01).expect("comparable");
    let variance = |of: &Estimation, name: &str| {
        let Covariance { parameters, values } = &of.covariance;
        let k = parameters
            .iter()
            .position(|p| p == name)
            .expect("its place");
        values[k][k]
    };
    for change in &found.parameters {
        let both = variance(&first, &change.name) + variance(&second, &change.name);
        assert!((change.std.powi(2) / both - 1.0).abs() < 1e-9, "{change:?}");
    }
    let far = [20.0, 40.0].map(|far| {
        let second = scattered(&first, far);
        compare(model, &first, &second, 0.01).expect("comparable")
    });
    let gain = far.each_ref().map(|found| found.gain.std);
    assert!((1.8..2.2).contains(&(gain[1] / gain[0])), "{gain:?}");
    let [one, other] = far.each_ref().map(|found| {
        let mut loads = found.loads.iter();
        let load = loads.find(|load| load.body == "6").expect("a load");
        load.standard
            .iter()
            .map(|value| value.std)
            .collect::<Vec<_>>()
    });
    let ratios = one
        .iter()
        .zip(&other)
        .filter_map(|(a, b)| Some(b.as_ref()? / a.as_ref()?));
    let ratios: Vec<f64> = ratios.collect();
    assert!(
        ratios.len() > 3 && ratios.iter().all(|r| (r - 2.0).abs() < 1e-6),
        "{ratios:?}"
    );
}

/// An estimation with a length that was fitted beside base parameters, independently of them.
fn with_length(mut estimation: Estimation, value: f64) -> Estimation {
    let std = 1e-4;
    let name = "l_fitted".to_owned();
    let Covariance { parameters, values } = &mut estimation.covariance;
    parameters.push(name.clone());
    values.iter_mut().for_each(|row| row.push(0.0));
    let mut own = vec![0.0; parameters.len()];
    own[parameters.len() - 1] = std * std;
    values.push(own);
    estimation.lengths.push(FittedLength {
        name,
        value,
        std,
        nominal: None,
    });
    estimation
}

/// With drives of another gain all torques are measured larger, and with them base parameters; lengths stay as long
/// as they are.
#[test]
fn a_gain_of_drives_leaves_lengths_as_they_are() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(8));
    let mut second = first.clone();
    let all = second.base.iter_mut().chain(&mut second.drive);
    all.for_each(|p| p.value *= 1.05);
    let [first, second] = [first, second].map(|estimation| with_length(estimation, 0.4));
    let found = compare(model, &first, &second, 0.01).expect("comparable");
    assert_eq!(found.finding, Finding::Gain, "{}", found.conclusion);
    assert!((found.gain.factor - 1.05).abs() < 1e-6, "{:?}", found.gain);
    assert!(found.gain.explained > 1.0 - 1e-6, "{:?}", found.gain);
}

/// What a difference of so many deviations means depends on the fewer degrees of freedom, whichever result has them.
#[test]
fn a_variance_from_few_samples_makes_a_difference_less_surprising() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(9));
    let with_freedom = |estimation: &Estimation, freedom: f64| {
        let mut estimation = estimation.clone();
        let all = estimation.base.iter_mut().chain(&mut estimation.drive);
        all.for_each(|p| p.freedom = Some(freedom));
        estimation
    };
    let second = scattered(&first, 5.0);
    let surprises = |freedoms: [f64; 2]| -> Vec<f64> {
        let [a, b] = [
            with_freedom(&first, freedoms[0]),
            with_freedom(&second, freedoms[1]),
        ];
        let found = compare(model, &a, &b, 0.01).expect("comparable");
        let all = found.parameters.iter();
        all.map(|change| change.deviations.abs()).collect()
    };
    let few = surprises([4.0, 4.0]);
    assert_eq!(surprises([4.0, 1e5]), few);
    assert_eq!(surprises([1e5, 4.0]), few);
    let many = surprises([1e5, 1e5]);
    assert!(many.iter().zip(&few).all(|(many, few)| *many > 1.2 * few));
}

/// What is left by chance, however little, makes a load no more certain than the results are.
#[test]
fn a_load_is_never_more_certain_than_the_results_and_has_their_units() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(10));
    let [one, other] = [1e-3, 1e-4].map(|near| {
        let found = compare(model, &first, &scattered(&first, near), 0.01).expect("comparable");
        let mut loads = found.loads.into_iter();
        loads.find(|load| load.body == "6").expect("a load")
    });
    let told = one.standard.iter().zip(&other.standard);
    let told: Vec<[f64; 2]> = told.filter_map(|(a, b)| Some([a.std?, b.std?])).collect();
    assert!(told.len() > 3 && told.iter().all(|[a, b]| (a / b - 1.0).abs() < 1e-9));
    let units = |values: &[LoadValue]| values.iter().map(|v| v.unit).collect::<Vec<_>>();
    let with = |moment| [vec!["kg"], vec![moment; 3], vec!["kg·m²"; 6]].concat();
    assert_eq!(units(&one.standard), with("kg·m"));
    assert_eq!(units(&one.values), with("m"));
    // A centre is a quotient by the mass: who does not know that does not know the centre.
    let centres = |load: &Load| load.values[1..4].iter().any(|value| value.value.is_some());
    let found = compare(model, &first, &scattered(&first, 1.0), 0.01).expect("comparable");
    let blind = found
        .loads
        .iter()
        .filter(|load| load.values[0].value.is_none());
    let blind: Vec<&Load> = blind.collect();
    assert!(!blind.is_empty() && !blind.into_iter().any(centres));
}

/// A gain that explains nothing leaves what there was to explain, for one degree of freedom less.
#[test]
fn a_gain_that_explains_nothing_costs_a_degree_of_freedom() {
    let model = puma560::ROBOT.model();
    let mut first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(11));
    let size = first.covariance.parameters.len();
    let variance = 1e-4;
    let row = |i: usize| {
        (0..size)
            .map(|j| if i == j { variance } else { 0.0 })
            .collect()
    };
    first.covariance.values = (0..size).map(row).collect();
    let mut second = first.clone();
    let value = |k: usize, of: &Estimation| {
        let name = &first.covariance.parameters[k];
        of.parameter(name).expect("a parameter").value
    };
    // Across the parameters, and of the size that chance has.
    let beta: Vec<f64> = (0..size).map(|k| value(k, &first)).collect();
    let mut change: Vec<f64> = (0..size)
        .map(|k| if k % 3 == 0 { 1.0 } else { -1.0 })
        .collect();
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() };
    let along = dot(&change, &beta) / dot(&beta, &beta);
    change
        .iter_mut()
        .zip(&beta)
        .for_each(|(x, b)| *x -= along * b);
    let scale = (2.0 * variance * size as f64 / dot(&change, &change)).sqrt();
    let names = first.covariance.parameters.clone();
    for p in second.base.iter_mut().chain(&mut second.drive) {
        let k = names
            .iter()
            .position(|name| *name == p.name)
            .expect("its place");
        p.value += scale * change[k];
    }
    let found = compare(model, &first, &second, 0.01).expect("comparable");
    assert!(found.gain.explained < 0.02, "{:?}", found.gain);
    let (all, gain) = (found.p_value, found.gain.p_value);
    assert!((0.2..0.8).contains(&all), "{all}");
    // About p = 1/2 a degree of freedom of k moves the tail by 1 / √(4 π k).
    let step = (4.0 * std::f64::consts::PI * size as f64).sqrt().recip();
    assert!((0.5..1.5).contains(&((all - gain) / step)), "{all} {gain}");
}

/// Among many differences some are large: each counts at a level that is shared among all.
#[test]
fn differences_are_judged_as_many() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(12));
    let differing = |far: f64| {
        let second = scattered(&first, far * 2f64.sqrt());
        let found = compare(model, &first, &second, 0.01).expect("comparable");
        let differing = found.parameters.iter().filter(|change| change.differs);
        (differing.count(), found.parameters.len(), found.independent)
    };
    // Of one alone 2.6 deviations would be enough, of some thirty it is 3.6.
    let (none, all, independent) = differing(3.0);
    assert!(all > 20 && none == 0 && !independent, "{none} of {all}");
    let (most, all, _) = differing(8.0);
    assert!(2 * most > all, "{most} of {all}");
    // Where one covariance is not known, that of the difference is not.
    let mut bare = first.clone();
    bare.covariance = Covariance::default();
    for [a, b] in [[&first, &bare], [&bare, &first]] {
        assert!(compare(model, a, b, 0.01).expect("comparable").independent);
    }
}

/// Where a load explains most of what another gain of the drives explains nearly all of, it is the gain.
#[test]
fn what_explains_more_is_named() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(3));
    let mut second = scattered(&first, 3.0);
    let pairs = second.base.iter_mut().chain(&mut second.drive);
    for (p, before) in pairs.zip(first.base.iter().chain(&first.drive)) {
        p.value += 0.2 * before.value;
    }
    let found = compare(model, &first, &second, 0.01).expect("comparable");
    // Neither explains all, and a load explains nine tenths.
    let most = found
        .loads
        .iter()
        .map(|load| load.explained)
        .fold(0.0, f64::max);
    assert!(found.gain.p_value < 0.01 && most > 0.9 && most < found.gain.explained);
    assert_eq!(found.finding, Finding::Gain, "{}", found.conclusion);
}

/// A mass at the wrist could be on every body that ends there, but is named only on those where it is told from none.
#[test]
fn a_load_that_is_not_certain_on_a_body_is_not_named_there() {
    let model = puma560::ROBOT.model();
    let first = identified(&puma560::ROBOT, &nominal(model), 1.0, &mut Random::new(3));
    let of_mass = |p: &armwright_runtime::Parameter| match p.kind {
        ParameterKind::Inertial {
            body: 5,
            component: Inertial::Mass,
        } => 0.02,
        _ => 0.0,
    };
    let mass: Vec<f64> = model.parameters.iter().map(of_mass).collect();
    let change = base_matrix(model) * DVector::from_vec(mass);
    let mut second = first.clone();
    for p in second.base.iter_mut().chain(&mut second.drive) {
        let mut names = model.base.iter().map(|base| base.name);
        p.value += change[names.position(|name| name == p.name).expect("its place")];
    }
    let found = compare(model, &first, &second, 0.01).expect("comparable");
    let explains = found.loads.iter().filter(|load| load.p_value >= 0.01);
    let (certain, doubtful): (Vec<_>, Vec<_>) = explains.partition(|load| {
        let mass = &load.standard[0];
        mass.value
            .zip(mass.std)
            .is_none_or(|(mass, std)| mass > 3.0 * std)
    });
    assert!(
        !certain.is_empty() && !doubtful.is_empty(),
        "{:?}",
        found.loads
    );
    for load in doubtful {
        let others = found
            .conclusion
            .split_once("; on body ")
            .map_or("", |(_, others)| others);
        assert!(!others.contains(&load.body), "{}", found.conclusion);
    }
}

/// A value that one of the results was given is compared with what the other found; that both were given says nothing.
#[test]
fn what_only_one_result_was_given_is_compared() {
    let model = abb_wrist::ROBOT.model();
    let first = identified(&abb_wrist::ROBOT, &nominal(model), 1.0, &mut Random::new(4));
    let second = scattered(&first, 1.0);
    let given = |estimation: &Estimation| {
        let mut given = estimation.clone();
        given.base[0].quality = Quality::Given;
        given
    };
    let name = first.base[0].name.clone();
    let compared = |a: &Estimation, b: &Estimation| {
        let found = compare(model, a, b, 0.01).expect("comparable");
        let has = found.parameters.iter().any(|change| change.name == name);
        assert_ne!(has, found.left_out.contains(&name));
        has
    };
    assert!(compared(&first, &second));
    assert!(compared(&given(&first), &second));
    assert!(compared(&first, &given(&second)));
    assert!(!compared(&given(&first), &given(&second)));
}

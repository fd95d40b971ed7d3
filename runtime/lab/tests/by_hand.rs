//! Two results side by side whose every figure is known by hand: values and deviations are written down, nothing is
//! simulated.

use crate::specimen::ROBOT;
use armwright_lab::compare::{CompareError, Finding, compare};
use armwright_lab::estimate::Method;
use armwright_lab::identify::{BaseEstimate, Covariance, Estimation, FittedLength};
use armwright_lab::parameters::{physical, standard};
use armwright_lab::statistics::{Estimated, Quality};
use armwright_runtime::Robot;

/// Base parameters of the specimen, bodies and then drives.
const NAMES: [&str; 13] = [
    "Lzz_a", "mx_a", "my_a", "Lzz_b", "mx_b", "my_b", "Ia_m2", "fc_m1", "fv_m1", "fc_m2", "fv_m2",
    "fo_q1", "fo_q2",
];

/// All 1, each of its own deviation, but for some.
fn estimation(std: f64, others: &[(&str, f64)]) -> Estimation {
    let value = |name: &str| {
        let other = others.iter().find(|(own, _)| *own == name);
        other.map_or(1.0, |(_, value)| *value)
    };
    let p = |name: &&str| Estimated {
        name: (*name).to_owned(),
        value: value(name),
        std: Some(std),
        quality: Quality::Good,
        ..Estimated::default()
    };
    let row = |i: usize| {
        let element = |j: usize| if i == j { std * std } else { 0.0 };
        (0..13).map(element).collect()
    };
    Estimation {
        robot: "pendulum".to_owned(),
        base: NAMES[..6].iter().map(p).collect(),
        drive: NAMES[6..].iter().map(p).collect(),
        covariance: Covariance {
            parameters: NAMES.map(str::to_owned).to_vec(),
            values: (0..13).map(row).collect(),
        },
        ..Estimation::default()
    }
}

fn near(found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(
        off <= 1e-9 * expected.abs().max(1e-6),
        "{found} for {expected}"
    );
}

#[test]
fn a_difference_is_second_less_first_with_both_variances() {
    let (first, second) = (
        estimation(0.3, &[]),
        estimation(0.4, &[("mx_b", 0.25), ("fv_m1", 2.0)]),
    );
    let found = compare(ROBOT.model(), &first, &second, 0.01).expect("comparable");
    assert_eq!((found.robot.as_str(), found.level), ("pendulum", 0.01));
    assert_eq!(found.parameters.len(), 13);
    for (change, name) in found.parameters.iter().zip(NAMES) {
        assert_eq!(change.name, name);
        let second = match name {
            "mx_b" => 0.25,
            "fv_m1" => 2.0,
            _ => 1.0,
        };
        assert_eq!((change.first, change.second), (1.0, second));
        near(change.difference, second - 1.0);
        near(change.std, 0.5);
        near(change.deviations, (second - 1.0) / 0.5);
        assert!(!change.differs);
    }
    let units = found
        .parameters
        .iter()
        .map(|change| change.expression.as_str());
    assert_eq!(
        units.take(2).collect::<Vec<_>>(),
        ["Lzz_a + 0.25*m_b + 2500*Ia_m1", "mx_a + 0.5*m_b"]
    );
    assert_eq!(found.finding, Finding::Nothing);
    assert_eq!(
        found.conclusion,
        "nothing differs by more than the deviations explain"
    );
    assert!(!found.independent && found.left_out.is_empty());
}

/// Of 13 comparisons at a level of 1 % in all, 3.3624 deviations are as rare as 1 - 0.99^(1/13).
#[test]
fn a_difference_is_one_beyond_its_share_of_the_level() {
    for (deviations, differs) in [(3.362, false), (3.363, true)] {
        for sign in [1.0, -1.0] {
            let second = estimation(0.4, &[("my_a", 1.0 + sign * 0.5 * deviations)]);
            let found = compare(ROBOT.model(), &estimation(0.3, &[]), &second, 0.01);
            let found = found.expect("comparable");
            let differing = found.parameters.iter().filter(|change| change.differs);
            let names: Vec<&str> = differing.map(|change| change.name.as_str()).collect();
            let expected: &[&str] = if differs { &["my_a"] } else { &[] };
            assert_eq!(names, expected, "{deviations}");
            near(found.parameters[2].deviations, sign * deviations);
        }
    }
}

/// The tail of chi-square of an even number of degrees of freedom: a sum of a Poisson distribution.
fn tail_of_even(x: f64, freedom: u32) -> f64 {
    let mut term = (-x / 2.0).exp();
    let mut sum = 0.0;
    for k in 0..freedom / 2 {
        sum += term;
        term *= x / 2.0 / f64::from(k + 1);
    }
    sum
}

#[test]
fn probabilities_are_tails_of_chi_square() {
    // One is left out, of which nothing is known in one of both: twelve are compared.
    let first = estimation(0.3, &[]);
    let mut second = estimation(0.4, &[("mx_b", 2.0), ("fo_q2", 0.0)]);
    let lost = second.parameters_mut().find(|p| p.name == "fc_m2");
    lost.expect("a parameter").std = None;
    let found = compare(ROBOT.model(), &first, &second, 0.01).expect("comparable");
    assert_eq!(found.left_out, ["fc_m2"]);
    assert_eq!(found.parameters.len(), 12);
    let p_value = tail_of_even(2.0 / 0.25, 12);
    assert!(
        (found.p_value - p_value).abs() < 1e-5,
        "{} for {p_value}",
        found.p_value
    );
    // A gain: all that is 1 becomes g, by least squares, and takes one degree of freedom.
    let g: f64 = (10.0 + 2.0) / 12.0;
    near(found.gain.factor, g);
    // 2 of squares, less nothing: the mean is what it was.
    near(found.gain.explained, 0.0);
    let left = (1.0f64 + 1.0) / 0.25;
    let size: f64 = 12.0 / (0.09 + 0.16);
    near(
        found.gain.std,
        size.sqrt().recip() * (left / 11.0).max(1.0).sqrt(),
    );
}

/// Differences of `g - 1` all over: a gain, whose deviation is that of a mean.
#[test]
fn a_common_gain_is_a_mean_of_quotients() {
    let all: Vec<(&str, f64)> = NAMES.iter().map(|name| (*name, 1.5)).collect();
    let (first, second) = (estimation(0.03, &[]), estimation(0.04, &all));
    let found = compare(ROBOT.model(), &first, &second, 0.01).expect("comparable");
    near(found.gain.factor, 1.5);
    near(found.gain.explained, 1.0);
    near(found.gain.p_value, 1.0);
    // The first result's deviation counts as often as its values do.
    let std = f64::hypot(1.5 * 0.03, 0.04) / 13f64.sqrt();
    near(found.gain.std, std);
    assert_eq!(found.finding, Finding::Gain);
    assert_eq!(
        found.conclusion,
        format!("a common gain of all drives, 1.5000 ± {std:.4}, explains all of it")
    );
}

/// A load of 2 kg on body b, at (0.2, -0.1): it adds m/4 to Lzz_a, m/2 to mx_a, and its own to the others.
#[test]
fn a_load_is_solved_for_and_named() {
    let put_on = [
        ("Lzz_a", 1.5),
        ("mx_a", 2.0),
        ("Lzz_b", 1.3),
        ("mx_b", 1.4),
        ("my_b", 0.8),
    ];
    let (empty, full) = (estimation(0.06, &[]), estimation(0.08, &put_on));
    let off = 0.1;
    // Of two equations, m/4 and m/2.
    let mass_std = off / (0.0625f64 + 0.25).sqrt();
    for (first, second, removed) in [(&empty, &full, false), (&full, &empty, true)] {
        let found = compare(ROBOT.model(), first, second, 0.01).expect("comparable");
        assert_eq!(found.finding, Finding::Load("b".to_owned()));
        let what = if removed { "taken off" } else { "on" };
        assert_eq!(
            found.conclusion,
            format!("a load of 2.000 ± {mass_std:.3} kg {what} body b explains all of it")
        );
        let load = &found.loads[0];
        assert_eq!((load.body.as_str(), load.removed), ("b", removed));
        near(load.explained, 1.0);
        near(load.p_value, 1.0);
        let told: Vec<_> = load
            .standard
            .iter()
            .filter_map(|v| Some((v.name, v.value?, v.std?)))
            .collect();
        let expected = [
            ("m", 2.0, mass_std),
            ("mx", 0.4, off),
            ("my", -0.2, off),
            ("Lzz", 0.3, off),
        ];
        assert_eq!(told.len(), 4, "{told:?}");
        for ((name, value, std), (own, expected, expected_std)) in told.into_iter().zip(expected) {
            assert_eq!(name, own);
            near(value, expected);
            near(std, expected_std);
        }
        let physical: Vec<_> = load
            .values
            .iter()
            .filter_map(|v| Some((v.name, v.value?, v.std?)))
            .collect();
        // tx = mx/m, ty = my/m, Jzz = Lzz - (mx² + my²)/m.
        let centre = |moment: f64| f64::hypot(off / 2.0, moment / 4.0 * mass_std);
        let inertia = [off, 0.4 * off, 0.2 * off, 0.05 * mass_std];
        let inertia = inertia.iter().map(|x| x * x).sum::<f64>().sqrt();
        let expected = [
            ("m", 2.0, mass_std),
            ("tx", 0.2, centre(0.4)),
            ("ty", -0.1, centre(0.2)),
            ("Jzz", 0.2, inertia),
        ];
        assert_eq!(physical.len(), 4, "{physical:?}");
        for ((name, value, std), (own, expected, expected_std)) in
            physical.into_iter().zip(expected)
        {
            assert_eq!(name, own);
            near(value, expected);
            assert!(
                (std / expected_std - 1.0).abs() < 1e-5,
                "{std} for {expected_std}"
            );
        }
        // On body a it would be all but b's own: 1.25 of 1.54 of the squares, and six values less three.
        let other = &found.loads[1];
        assert_eq!(other.body, "a");
        near(other.explained, 1.25 / 1.54);
        assert!(other.p_value < 1e-4);
    }
}

#[test]
fn what_neither_explains_is_said_so() {
    let second = estimation(0.04, &[("fo_q1", 3.0), ("my_b", 3.0)]);
    let found = compare(ROBOT.model(), &estimation(0.03, &[]), &second, 0.01);
    let found = found.expect("comparable");
    assert_eq!(found.finding, Finding::Unexplained);
    assert_eq!(
        found.conclusion,
        "the robot differs; neither a load on one body nor another gain of all drives explains it"
    );
}

/// From nine tenths on a load or a gain is named that leaves more than chance does.
#[test]
fn what_explains_most_is_named_with_its_share() {
    // A gain of 1.5, and one value beside it that is off by as much or by twice that.
    for (beside, named) in [(0.5, true), (1.0, false)] {
        let mut all: Vec<(&str, f64)> = NAMES.iter().map(|name| (*name, 1.5)).collect();
        all[12].1 = 1.5 + beside;
        let found = compare(
            ROBOT.model(),
            &estimation(0.003, &[]),
            &estimation(0.004, &all),
            0.01,
        );
        let found = found.expect("comparable");
        let mean = (12.0 * 0.5 + 0.5 + beside) / 13.0;
        near(found.gain.factor, 1.0 + mean);
        let squares = 12.0 * 0.25 + (0.5 + beside).powi(2);
        let factor = 1.0 + mean;
        let left: f64 = 12.0 * (1.5 - factor).powi(2) + (1.5 + beside - factor).powi(2);
        // What is left is weighed by the variance at that gain, the whole by that without.
        let [at, without] = [factor, 1.0].map(|f| f64::hypot(0.003 * f, 0.004).powi(2));
        let explained = 1.0 - left / at / (squares / without);
        near(found.gain.explained, explained);
        assert_eq!(explained >= 0.9, named, "{explained}");
        let spread = (left / at / 12.0).sqrt();
        near(found.gain.std, at.sqrt() / 13f64.sqrt() * spread);
        if named {
            assert_eq!(found.finding, Finding::Gain);
            let share = 100.0 * explained;
            assert!(
                found.conclusion.ends_with(&format!(
                    ", explains {share:.0} % of it; what is left is more than chance"
                )),
                "{}",
                found.conclusion
            );
        } else {
            assert_ne!(found.finding, Finding::Gain);
        }
    }
    // 2 kg on b, and a little elsewhere.
    let put_on = [("Lzz_a", 1.5), ("mx_a", 2.0), ("my_a", 1.2), ("mx_b", 1.4)];
    let found = compare(
        ROBOT.model(),
        &estimation(0.003, &[]),
        &estimation(0.004, &put_on),
        0.01,
    );
    let found = found.expect("comparable");
    assert_eq!(found.finding, Finding::Load("b".to_owned()));
    // my_a is not b's: 0.04 of 1.45 in all; three values are left to two more equations.
    let load = found
        .loads
        .iter()
        .find(|load| load.body == "b")
        .expect("a load");
    near(load.explained, 1.0 - 0.04 / 1.45);
    let wider = (0.04f64 / 2.5e-5 / 2.0).sqrt();
    let std = 0.005 / (0.0625f64 + 0.25).sqrt() * wider;
    near(load.standard[0].std.expect("a deviation"), std);
    assert_eq!(
        found.conclusion,
        format!(
            "a load of 2.000 ± {std:.3} kg on body b explains 97 % of it; what is left is more than chance, and its \
             deviations are wider for that"
        )
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let model = ROBOT.model();
    let good = estimation(0.1, &[]);
    let mut biased = good.clone();
    (biased.biased, biased.method) = (true, Method::Ridge);
    for (first, second, which) in [(&biased, &good, "first"), (&good, &biased, "second")] {
        let method = Method::Ridge.title().to_owned();
        assert_eq!(
            compare(model, first, second, 0.01),
            Err(CompareError::Biased { which, method })
        );
    }
    let mut exact = good.clone();
    exact.covariance = Covariance::default();
    exact.parameters_mut().for_each(|p| p.std = Some(0.0));
    assert_eq!(
        compare(model, &exact, &exact, 0.01),
        Err(CompareError::Exact)
    );
    assert!(compare(model, &exact, &good, 0.01).is_ok());
    let mut open = good.clone();
    open.parameters_mut().for_each(|p| p.std = None);
    assert_eq!(
        compare(model, &good, &open, 0.01),
        Err(CompareError::NothingShared)
    );
}

#[test]
fn an_estimate_as_numbers_is_in_the_models_order() {
    let mut found = estimation(0.1, &[("mx_b", 5.0), ("fo_q2", -2.0)]);
    found.base.reverse();
    found.covariance.values[4][12] = 0.003;
    found.covariance.values[12][4] = 0.003;
    found.drive.retain(|p| p.name != "fc_m1");
    found.drive[1].freedom = Some(7.0);
    let freedom_of = found.drive[1].name.clone();
    let numbers = found.base_estimate(ROBOT.model());
    assert_eq!(numbers.beta[4], 5.0);
    assert_eq!(numbers.beta[12], -2.0);
    assert_eq!(numbers.covariance[4][12], 0.003);
    near(numbers.covariance[4][4], 0.01);
    // What is not there is 0, and not determined.
    assert_eq!(numbers.beta[7], 0.0);
    let expected: Vec<bool> = (0..13).map(|k| k != 7).collect();
    assert_eq!(numbers.determined, expected);
    for (k, name) in NAMES.iter().enumerate() {
        let own = numbers.freedom[k] == 7.0;
        assert_eq!(own, *name == freedom_of, "{name}");
    }
    assert!(!numbers.independent && !numbers.biased);
    let deviations = numbers.deviations();
    assert_eq!(deviations[7], None);
    near(deviations[4].expect("a deviation"), 0.1);
    // 2 a - 3 b: variances 4 · 0.01 + 9 · 0.01 - 12 · 0.003.
    let (value, std) = numbers.combined(&[(4, 2.0), (12, -3.0)]);
    near(value, 16.0);
    near(std.expect("a deviation"), (0.13f64 - 0.036).sqrt());
    assert_eq!(numbers.combined(&[(4, 2.0), (7, 1.0)]), (10.0, None));
    // As many deviations as they are, but where the fewest degrees of freedom say less.
    let place = NAMES.iter().position(|name| *name == freedom_of);
    let place = place.expect("its place");
    near(numbers.surprise(-4.0, [0, 1]), 4.0);
    assert!(numbers.surprise(4.0, [0, place]) < 3.5);
    near(
        numbers.surprise(4.0, [place, 0]),
        numbers.surprise(4.0, [place]),
    );
    // Without a covariance deviations are independent, and that is said.
    found.covariance = Covariance::default();
    let alone = found.base_estimate(ROBOT.model());
    assert!(alone.independent);
    assert_eq!(alone.covariance[4][12], 0.0);
    near(alone.covariance[4][4], 0.01);
}

#[test]
fn lengths_have_their_covariance_with_the_others() {
    let mut found = estimation(0.1, &[]);
    found.lengths = vec![FittedLength {
        name: "l_1".to_owned(),
        value: 0.4,
        std: 0.02,
        nominal: Some(0.41),
    }];
    found.covariance.parameters.push("l_1".to_owned());
    for (k, row) in found.covariance.values.iter_mut().enumerate() {
        row.push(if k == 3 { 0.001 } else { 0.0 });
    }
    let mut own = vec![0.0; 14];
    (own[3], own[13]) = (0.001, 0.0004);
    found.covariance.values.push(own);
    let numbers = found.base_estimate(ROBOT.model());
    let length = &numbers.lengths[0];
    assert_eq!((length.name.as_str(), length.value), ("l_1", 0.4));
    assert_eq!(length.covariance[3], 0.001);
    assert_eq!(length.covariance[4], 0.0);
    assert_eq!(length.among, [0.0004]);
}

#[test]
fn values_that_hold_exactly_have_no_deviation() {
    let exact = BaseEstimate::exact(vec![1.0, -2.0]);
    assert_eq!(exact.deviations(), [Some(0.0), Some(0.0)]);
    assert_eq!(exact.combined(&[(0, 1.0), (1, 2.0)]), (-3.0, Some(0.0)));
    assert!(!exact.biased && !exact.independent);
}

/// A point mass of 2 kg at (1, 2, 3): `L = m (|t|² 1 - t tᵀ)`.
#[test]
fn standard_parameters_are_those_about_the_origin() {
    let point = [2.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let about = [2.0, 2.0, 4.0, 6.0, 26.0, -4.0, -6.0, 20.0, -12.0, 10.0];
    assert_eq!(standard(point), about);
    assert_eq!(physical(about), Some(point));
    let body = [2.0, 1.0, 2.0, 3.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let back = physical(standard(body)).expect("a body");
    for (back, body) in back.iter().zip(body) {
        assert!((back - body).abs() < 1e-13, "{back} for {body}");
    }
    for mass in [0.0, -1.0, f64::NAN] {
        let mut nothing = about;
        nothing[0] = mass;
        assert_eq!(physical(nothing), None, "{mass}");
    }
}

/// States lie one after the other: `n` numbers each, of a base that moves as many as it has inputs.
#[test]
fn states_are_cut_where_they_begin() {
    use armwright_lab::motion::States;
    use armwright_runtime::BaseMotion;
    let column = |from: u32| (0..6).map(|k| f64::from(from + k)).collect::<Vec<f64>>();
    let mut states = States {
        q: column(0),
        qd: column(10),
        qdd: column(20),
        ..States::default()
    };
    assert_eq!(states.count(2), 3);
    let each: Vec<[&[f64]; 3]> = states.each(2).collect();
    assert_eq!(each.len(), 3);
    assert_eq!(each[1], [&[2.0, 3.0][..], &[12.0, 13.0], &[22.0, 23.0]]);
    assert!(states.base_at(0).is_empty());
    let inputs = BaseMotion::INPUTS;
    states.base = (0..3 * inputs).map(|k| k as f64).collect();
    assert_eq!(states.count(2), 3);
    assert_eq!(states.base_at(2), &states.base[2 * inputs..]);
    assert_eq!(states.base_at(1)[0], inputs as f64);
    assert!(states.base_at(3).is_empty());
}

#[test]
fn a_replay_as_a_table_has_three_columns_a_parameter() {
    use armwright_lab::online::{Moment, Replay, Tracked};
    let base = |name: &str| Tracked {
        name: name.to_owned(),
        unit: "kg".to_owned(),
        nominal: 0.0,
        prior: 1.0,
        value: 0.0,
        std: 1.0,
    };
    let moment = |time: f64, identified: bool, r2: Option<f64>| Moment {
        time,
        identified,
        r2,
        window: vec![1.5, 2.5],
        recursive: vec![-1.0, -2.0],
        std: vec![0.25, 0.125],
        torque: [Vec::new(), Vec::new()],
    };
    let found = Replay {
        robot: "r".to_owned(),
        recording: "a".to_owned(),
        repairs: Vec::new(),
        sensors: Vec::new(),
        exceeded: Vec::new(),
        samples: 2,
        rate: 100.0,
        fastest: 100.0,
        window: 50,
        time_constant: 0.02,
        gate: [0.95, 0.9],
        opened: None,
        open: 0.0,
        joints: Vec::new(),
        base: vec![base("x"), base("y")],
        changed: Vec::new(),
        noticed: Vec::new(),
        moments: vec![moment(0.5, false, None), moment(1.0, true, Some(0.75))],
    };
    assert_eq!(
        found.csv(),
        "t,identified,r2,x_window,x,x_std,y_window,y,y_std\n0.5,0,,1.5,-1,0.25,2.5,-2,0.125\n\
         1,1,0.75,1.5,-1,0.25,2.5,-2,0.125\n"
    );
}

//! Bounds of one body against those that a pencil finds, and values that no body can have.

use armwright_lab::consistency::{
    Consistency, ConsistencyError, End, Evidence, Interval, Known, Measure, consistency,
};
use armwright_lab::parameters::standard;
use armwright_runtime::{
    BaseParameter, Class, Inertial, Joint, JointKind, Model, Parameter, ParameterKind, Side, Site,
    Sparsity, Term,
};

const SYMBOLS: [&str; 10] = [
    "m_a", "mx_a", "my_a", "mz_a", "Lxx_a", "Lxy_a", "Lxz_a", "Lyy_a", "Lyz_a", "Lzz_a",
];

/// A robot of one body whose base parameters are some of its standard parameters.
fn body(identified: &[usize]) -> &'static Model {
    let parameters = Inertial::ALL
        .into_iter()
        .zip(SYMBOLS)
        .map(|(component, name)| Parameter {
            name,
            unit: "kg",
            kind: ParameterKind::Inertial { body: 0, component },
            class: Class::Combined,
            nominal: None,
        });
    let base = identified.iter().map(|&parameter| BaseParameter {
        name: SYMBOLS[parameter],
        expression: SYMBOLS[parameter],
        latex: "",
        unit: "kg",
        representative: parameter,
        terms: vec![Term {
            parameter,
            coefficient: 1.0,
        }]
        .leak(),
    });
    Box::leak(Box::new(Model {
        name: "body",
        title: "A body",
        source: "",
        gravity: [0.0; 3],
        joints: &[Joint {
            name: "q1",
            kind: JointKind::Revolute,
            position: None,
            velocity: None,
            acceleration: None,
            effort: None,
        }],
        bodies: &["a"],
        motions: &[],
        followers: &[],
        frames: &[],
        motors: &[],
        transmission: &[],
        side: Side::Joint,
        measured: &[],
        base_of_torque: true,
        single: None,
        parameters: parameters.collect::<Vec<_>>().leak(),
        base: base.collect::<Vec<_>>().leak(),
        sparsity: Sparsity::default(),
        costs: &[],
        closed_form_terms: None,
        elements: &[],
        recovery: None,
        equations: &[],
    }))
}

/// 3 kg, centre at (0.1, -0.05, 0.2).
const TRUTH: [f64; 10] = [3.0, 0.1, -0.05, 0.2, 0.05, 0.004, -0.006, 0.06, 0.002, 0.04];

fn ask(identified: &[usize], known: &[(&str, f64)]) -> Consistency {
    let values = standard(TRUTH);
    let beta: Vec<f64> = identified.iter().map(|k| values[*k]).collect();
    ask_of(identified, &beta, &vec![Some(0.0); beta.len()], 0.0, known).expect("consistent")
}

fn ask_of(
    identified: &[usize],
    beta: &[f64],
    deviation: &[Option<f64>],
    allowance: f64,
    known: &[(&str, f64)],
) -> Result<Consistency, ConsistencyError> {
    let known: Vec<Known> = known
        .iter()
        .map(|(name, value)| Known {
            name: (*name).to_owned(),
            value: *value,
        })
        .collect();
    let evidence = Evidence {
        beta,
        deviation,
        allowance,
        known: &known,
    };
    consistency(body(identified), &evidence)
}

fn named<'a>(found: &'a Consistency, name: &str) -> &'a Interval {
    let mut all = found.parameters.iter();
    all.find(|p| p.name == name)
        .expect("every parameter has an interval")
}

#[track_caller]
fn check(found: &Consistency, name: &str, low: Option<f64>, high: Option<f64>) {
    let interval = named(found, name);
    let close = |found: Option<f64>, expected: Option<f64>| match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-4 * (0.01 + expected.abs()),
        (None, None) => true,
        _ => false,
    };
    assert!(
        close(interval.low, low) && close(interval.high, high),
        "{interval:?} for {low:?} to {high:?}"
    );
}

/// `Σ` of the pseudo-inertia about the origin, and the first moment.
fn truth_moments() -> ([[f64; 3]; 3], [f64; 3]) {
    let [_, mx, my, mz, xx, xy, xz, yy, yz, zz] = standard(TRUTH);
    let half = (xx + yy + zz) / 2.0;
    (
        [
            [half - xx, -xy, -xz],
            [-xy, half - yy, -yz],
            [-xz, -yz, half - zz],
        ],
        [mx, my, mz],
    )
}

#[test]
fn mass_is_at_least_what_the_first_moment_asks_of_the_inertia() {
    // m ≥ hᵀ Σ⁻¹ h, by the Schur complement.
    let (sigma, h) = truth_moments();
    let sigma = nalgebra::Matrix3::from_fn(|i, j| sigma[i][j]);
    let h = nalgebra::Vector3::from(h);
    let least = h.dot(&(sigma.try_inverse().expect("a solid body") * h));
    let found = ask(&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[]);
    check(&found, "m_a", Some(least), None);
    assert_eq!(named(&found, "m_a").high_end, End::Unlimited);
    // The centre lies between the origin (a heavy body) and h/m of the lightest one.
    check(&found, "tx_a", Some(0.0), Some(h.x / least));
    check(&found, "ty_a", Some(h.y / least), Some(0.0));
}

#[test]
fn centre_lies_within_the_radius_of_gyration() {
    // With mass and inertia known, |t_x| ≤ √(Σxx/m), met where the body is a sheet across x.
    let (sigma, _) = truth_moments();
    let found = ask(&[0, 4, 5, 6, 7, 8, 9], &[]);
    for (k, name) in ["tx_a", "ty_a", "tz_a"].iter().enumerate() {
        let reach = (sigma[k][k] / TRUTH[0]).sqrt();
        check(&found, name, Some(-reach), Some(reach));
    }
    // The largest inertia about the centre is that of a centre at the origin.
    check(&found, "Jxx_a", Some(0.0), Some(standard(TRUTH)[4]));
}

#[test]
fn triangle_inequality_bounds_the_third_inertia() {
    let found = ask(
        &[4, 7],
        &[("m_a", 3.0), ("tx_a", 0.0), ("ty_a", 0.0), ("tz_a", 0.0)],
    );
    let [.., xx, _, _, yy, _, _] = standard(TRUTH);
    check(&found, "Jzz_a", Some((xx - yy).abs()), Some(xx + yy));
    assert_eq!(named(&found, "Jzz_a").low_end, End::Sharp);
    // A flat body has Σxx = Lyy and Σyy = Lxx, and Σxy² ≤ Σxx Σyy.
    let product = (xx * yy).sqrt();
    check(&found, "Jxy_a", Some(-product), Some(product));
}

#[test]
fn inertias_follow_where_the_centre_is_known() {
    let centre = [("tx_a", 0.1), ("ty_a", -0.05), ("tz_a", 0.2)];
    let found = ask(&[0, 4, 5, 6, 7, 8, 9], &centre);
    for (k, name) in ["Jxx_a", "Jxy_a", "Jxz_a", "Jyy_a", "Jyz_a", "Jzz_a"]
        .iter()
        .enumerate()
    {
        check(&found, name, Some(TRUTH[4 + k]), Some(TRUTH[4 + k]));
    }
}

#[test]
fn a_product_of_inertia_and_one_coordinate_give_the_other() {
    // Jxy = Lxy + m tx ty is linear in m ty where tx is known.
    let known = [("tx_a", 0.1), ("Jxy_a", TRUTH[5])];
    let found = ask(&[0, 4, 5, 6, 7, 8, 9], &known);
    check(&found, "ty_a", Some(TRUTH[2]), Some(TRUTH[2]));
    assert_eq!(named(&found, "ty_a").low_end, End::Sharp);
    check(&found, "Jxy_a", Some(TRUTH[5]), Some(TRUTH[5]));
    assert!(found.unused.is_empty());
}

#[test]
fn an_inertia_about_an_unknown_centre_is_at_most_that_about_the_origin() {
    let all = [0, 4, 5, 6, 7, 8, 9];
    let zz = standard(TRUTH)[9];
    let found = ask(&all, &[("Jzz_a", 0.9 * zz)]);
    check(&found, "Jzz_a", Some(0.9 * zz), Some(0.9 * zz));
    // Not all that is known could be used, so no other end is said to be sharp.
    assert_eq!(found.unused.len(), 1);
    assert_eq!(named(&found, "tx_a").high_end, End::Outer);
    assert_eq!(named(&found, "Jxx_a").high_end, End::Outer);
    let values = all.map(|k| standard(TRUTH)[k]);
    let exact = vec![Some(0.0); all.len()];
    let known = [("Jzz_a", 1.1 * zz)];
    match ask_of(&all, &values, &exact, 0.0, &known) {
        Ok(found) => assert!(!found.consistent, "{found:?}"),
        Err(error) => assert!(matches!(error, ConsistencyError::Impossible(_)), "{error}"),
    }
    // With a coordinate known, the inertia leaves less: ty² and tx² together are the rest.
    let known = [("tx_a", 0.1), ("Jzz_a", zz - 0.5 * 3.0 * 0.01)];
    match ask_of(&all, &values, &exact, 0.0, &known) {
        Ok(found) => assert!(!found.consistent, "{found:?}"),
        Err(error) => assert!(matches!(error, ConsistencyError::Impossible(_)), "{error}"),
    }
}

#[test]
fn nothing_known_is_nothing_bounded() {
    let found = ask(&[9], &[]);
    check(&found, "m_a", Some(0.0), None);
    check(&found, "tx_a", None, None);
    check(
        &found,
        "Jxy_a",
        Some(-standard(TRUTH)[9] / 2.0),
        Some(standard(TRUTH)[9] / 2.0),
    );
    check(&found, "Jxx_a", Some(0.0), None);
}

#[test]
fn values_that_no_body_can_have_are_measured() {
    // Lxx + Lyy ≥ Lzz is missed by 1; three values, each allowed t deviations: t (1 + 2 + 2) = 1.
    let beta = [1.0, 1.0, 3.0];
    let deviation = [Some(0.1), Some(0.2), Some(0.2)];
    let found = ask_of(&[4, 7, 9], &beta, &deviation, 1.0, &[]).expect("an answer");
    assert!(!found.consistent);
    assert_eq!(found.measure, Measure::Deviations);
    assert!((found.distance - 2.0).abs() < 1e-4, "{}", found.distance);
    assert_eq!(found.resisting.len(), 3, "{:?}", found.resisting);
    // At the distance itself one body alone is left; bounds leave more, up to Lzz = Lxx + Lyy = 2 + 0.3 t.
    assert!(found.allowance > 1.05 * found.distance, "{found:?}");
    let largest = named(&found, "Jzz_a").high.expect("bounded");
    let expected = 2.0 + 0.3 * found.allowance;
    assert!((largest - expected).abs() < 1e-4, "{largest}");
    // Three deviations are enough.
    let found = ask_of(&[4, 7, 9], &beta, &deviation, 3.0, &[]).expect("an answer");
    assert!(found.consistent);
    // Without deviations the distance is a share of the expected sizes.
    let exact = [Some(0.0); 3];
    let found = ask_of(&[4, 7, 9], &beta, &exact, 0.0, &[]).expect("an answer");
    assert!(!found.consistent && found.measure == Measure::Share && found.distance > 0.0);
    // An allowance counts deviations: it does not let exact values be off by shares.
    let found = ask_of(&[4, 7, 9], &beta, &exact, 2.0, &[]).expect("an answer");
    assert!(!found.consistent && found.allowance < 1.0, "{found:?}");
    // Nor where no number of deviations is enough.
    let mixed = [Some(0.1), Some(0.0), Some(0.0), Some(0.0)];
    let beta_of_four = [2.0, 1.0, 1.0, 3.0];
    let error = ask_of(&[0, 4, 7, 9], &beta_of_four, &mixed, 2.0, &[]).unwrap_err();
    assert!(matches!(error, ConsistencyError::Conflict(_)), "{error}");
    assert!(error.to_string().contains("Lzz_a"), "{error}");
    // What the motion did not determine says nothing.
    let open = [Some(0.0), Some(0.0), None];
    let found = ask_of(&[4, 7, 9], &beta, &open, 0.0, &[]).expect("an answer");
    assert!(found.consistent);
}

#[test]
fn what_an_unbounded_parameter_joins_may_be_off_by_both_deviations() {
    // m + offset = 0 and offset = 1.15, each to 0.1: without the offset m = -1.15 to 0.2.
    let mass = body(&[0]).parameters[0];
    let offset = Parameter {
        name: "fo_q1",
        kind: ParameterKind::Offset(Site::Joint(0)),
        ..mass
    };
    let mut parameters = body(&[0]).parameters.to_vec();
    parameters.push(offset);
    let base = |name: &'static str, among: &[usize]| {
        let term = |&parameter: &usize| Term {
            parameter,
            coefficient: 1.0,
        };
        BaseParameter {
            name,
            representative: among[0],
            terms: among.iter().map(term).collect::<Vec<_>>().leak(),
            ..body(&[0]).base[0]
        }
    };
    let model = Model {
        parameters: parameters.leak(),
        base: vec![base("both", &[0, 10]), base("fo_q1", &[10])].leak(),
        ..*body(&[0])
    };
    let evidence = Evidence {
        beta: &[0.0, 1.15],
        deviation: &[Some(0.1), Some(0.1)],
        allowance: 3.0,
        known: &[],
    };
    let found = consistency(&model, &evidence).expect("an answer");
    assert!(!found.consistent && found.measure == Measure::Deviations);
    assert!((found.distance - 5.75).abs() < 1e-3, "{}", found.distance);
}

#[test]
fn contradictions_and_impossible_values_are_explained() {
    let error = ask_of(&[0], &[2.0], &[Some(0.0)], 0.0, &[("m_a", 3.0)]).unwrap_err();
    assert!(error.to_string().contains("m_a is 2"), "{error}");
    let error = ask_of(&[9], &[2.0], &[Some(0.1)], 0.0, &[("m_a", -3.0)]).unwrap_err();
    assert!(matches!(error, ConsistencyError::Impossible(_)), "{error}");
    let error = ask_of(&[9], &[2.0], &[Some(0.1)], 0.0, &[("m_b", 3.0)]).unwrap_err();
    assert!(error.to_string().contains("did you mean m_a"), "{error}");
    let error = ask_of(&[9], &[f64::NAN], &[Some(0.1)], 0.0, &[]).unwrap_err();
    assert_eq!(error, ConsistencyError::NotFinite("Lzz_a".to_owned()));
    assert!(ask_of(&[9], &[], &[Some(0.1)], 0.0, &[]).is_err());
}

//! Parameters that are known and not estimated: held in estimates and predictions, and in no rank and no deviation.

use armwright_lab::compare::{Finding, compare};
use armwright_lab::estimate::{EstimateError, Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Estimation, Identification, IdentificationError, identify};
use armwright_lab::judge::{Finding as Said, Judgement};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::statistics::Quality;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

/// A first moment of the first body, kg·m: 3.2 kg times -0.02 m.
const TRUTH: f64 = -0.064;
const NAME: &str = "mz_upper";

fn recording(seed: u64) -> Recording {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let motion = designed(model, 5.0, 10.0, &mut random);
    let sensors = Sensors {
        torque_noise: 0.05,
        ..Sensors::default()
    };
    let simulated = simulate(
        &ROBOT,
        &nominal(model),
        &motion,
        500.0,
        &sensors,
        &mut random,
    );
    simulated
        .and_then(|simulated| simulated.recording())
        .expect("a recording")
}

fn found(method: Method, known: &[(&str, f64)]) -> Result<Identification, IdentificationError> {
    let known = known
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value));
    let estimator = Estimator {
        method,
        known: known.collect(),
        ..Estimator::default()
    };
    identify(&ROBOT, recording(3), &estimator.into())
}

fn with(method: Method, value: f64) -> Identification {
    found(method, &[(NAME, value)]).expect("parameters")
}

fn beta(found: &Identification) -> Vec<f64> {
    found.estimation.base_estimate(ROBOT.model()).beta
}

fn place() -> usize {
    let base = ROBOT.model().base.iter();
    base.map(|base| base.name)
        .position(|name| name == NAME)
        .expect("a base parameter")
}

/// Least squares of the others is a straight line in the value, through the estimate of all where it is that.
#[test]
fn others_are_what_least_squares_makes_of_the_rest() {
    let free = found(Method::Ols, &[]).expect("parameters");
    let (all, k) = (beta(&free), place());
    let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9);
    let [same, less, more] = [0.0, -0.1, 0.1].map(|by| beta(&with(Method::Ols, all[k] + by)));
    assert!(near(&same, &all), "{same:?}, not {all:?}");
    let middle: Vec<f64> = less.iter().zip(&more).map(|(a, b)| (a + b) / 2.0).collect();
    assert!(near(&middle, &all), "{middle:?}, not {all:?}");
    assert!(!near(&less, &more));
}

/// Weights are those of the residuals that are left, so that weighted least squares hardly changes either.
#[test]
fn weights_know_what_was_given() {
    let free = found(Method::Wls, &[]).expect("parameters");
    let moment = free
        .estimation
        .parameter("mx_lower")
        .expect("a base parameter");
    let held = found(Method::Wls, &[("mx_lower", moment.value)]).expect("parameters");
    for (free, held) in free
        .estimation
        .parameters()
        .zip(held.estimation.parameters())
    {
        let std = free.std.expect("a deviation");
        let off = (free.value - held.value) / std;
        assert!(off.abs() < 0.02, "{}: {off} deviations", free.name);
    }
}

#[test]
fn what_is_known_is_held_and_claims_no_deviation() {
    let model = ROBOT.model();
    let [free, held] = [
        found(Method::Wls, &[]).expect("parameters"),
        with(Method::Wls, TRUTH),
    ];
    let (b, k) = (model.base.len(), place());
    let given = held.estimation.parameter(NAME).expect("a base parameter");
    assert_eq!(
        (given.value, given.std, given.quality),
        (TRUTH, None, Quality::Given)
    );
    let (rank, condition) = (held.excitation.rank, held.excitation.condition);
    assert_eq!((rank, held.excitation.structural_rank), (b - 1, b - 1));
    assert_eq!(held.excitation.singular_values.len(), b - 1);
    assert!(condition.is_finite() && condition <= free.excitation.condition);
    let covariance = held.estimation.base_estimate(model).covariance;
    assert!((0..b).all(|j| covariance[k][j] == 0.0 && covariance[j][k] == 0.0));
    assert!(covariance.iter().flatten().all(|x| x.is_finite()));
    // Others are what they are without it, and known at least as well.
    let mut narrower = 0;
    for (free, held) in free
        .estimation
        .parameters()
        .zip(held.estimation.parameters())
    {
        let (Some(before), Some(std)) = (free.std, held.std) else {
            assert_eq!(held.name, NAME);
            continue;
        };
        assert!(
            (free.value - held.value).abs() < 3.0 * before,
            "{}",
            held.name
        );
        assert!(std < 1.1 * before, "{}: {std} from {before}", held.name);
        narrower += u32::from(std < 0.9 * before);
    }
    assert!(narrower > 0);
    let said = &held.given[0];
    assert!(!said.is_contradicted(), "{said:?}");
    let estimated = said.estimated.expect("an estimate");
    assert!((estimated - beta(&free)[k]).abs() < 1e-9);
}

#[test]
fn a_wrong_value_leaves_a_residual_and_is_contradicted() {
    let [right, wrong] = [TRUTH, 0.2].map(|value| with(Method::Wls, value));
    let residual = |found: &Identification| found.fits.overall.rmse;
    assert!(
        residual(&wrong) > 1.2 * residual(&right),
        "{} from {}",
        residual(&wrong),
        residual(&right)
    );
    assert!(wrong.given[0].is_contradicted());
    let found = Judgement::of(ROBOT.model(), &wrong).findings;
    let said = found
        .iter()
        .find(|finding| matches!(finding, Said::Given(_)));
    let said = said.expect("what was given").to_string();
    assert!(said.contains("mz_upper = 0.2 kg·m"), "{said}");
    assert!(
        said.ends_with("The recordings contradict mz_upper."),
        "{said}"
    );
}

/// An estimation comes back from its file as it was, and two that were given the same agree in the rest.
#[test]
fn what_was_given_is_read_again_and_not_compared() {
    let held = with(Method::Wls, TRUTH).estimation;
    let text = serde_json::to_string(&held).expect("JSON");
    let read: Estimation = serde_json::from_str(&text).expect("an estimation");
    let model = ROBOT.model();
    let [read, held_still] = [&read, &held].map(|estimation| estimation.base_estimate(model));
    let k = place();
    assert_eq!(
        (read.beta[k], read.covariance[k][k], read.determined[k]),
        (TRUTH, 0.0, true)
    );
    assert_eq!(read.determined, held_still.determined);
    let again = identify(
        &ROBOT,
        recording(4),
        &Estimator {
            known: vec![(NAME.to_owned(), TRUTH)],
            ..Estimator::default()
        }
        .into(),
    );
    let again = again.expect("parameters").estimation;
    let compared = compare(model, &held, &again, 0.01).expect("a comparison");
    assert_eq!(
        compared.finding,
        Finding::Nothing,
        "{}",
        compared.conclusion
    );
}

#[test]
fn what_cannot_be_held_is_refused() {
    type Case = (&'static [(&'static str, f64)], Method, &'static str);
    let cases: [Case; 8] = [
        (&[("mx_lowr", 0.2)], Method::Wls, "did you mean mx_lower"),
        (&[("m_upper", 3.2)], Method::Wls, "no recording reveals it"),
        (
            &[("m_lower", 1.8)],
            Method::Wls,
            "reveal it only in mx_upper + m_lower*l_1",
        ),
        (&[("mx_lower", f64::NAN)], Method::Wls, "a finite number"),
        (
            &[("Lyy_lower", -0.1)],
            Method::Wls,
            "no robot has a negative one",
        ),
        (
            &[("mx_lower", 0.2), ("mx_lower", 0.3)],
            Method::Wls,
            "given twice",
        ),
        (
            &[("mx_lower", 0.2)],
            Method::Ridge,
            "least squares, wls or ols",
        ),
        (
            &[("mx_lower", 0.2)],
            Method::Prior,
            "least squares, wls or ols",
        ),
    ];
    for (known, method, why) in cases {
        let refused = found(method, known).err();
        let Some(IdentificationError::Estimate(EstimateError::Known { name, .. })) = &refused
        else {
            panic!("{known:?}: {refused:?}");
        };
        assert_eq!(name, known[0].0);
        let said = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains(why), "{said}");
    }
}

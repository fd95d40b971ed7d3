//! Generated recovery: physical parameters come back, with the uncertainty that they have.

use armwright_codegen::algebra::{Atom, ParameterIndex, Symbol};
use armwright_codegen::{Derivation, derive};
use armwright_runtime::recovery::{deviations, propagate};
use armwright_runtime::{Physical, PhysicalKind, RecoveryError, Robot, include_robot};
use armwright_tests::{Random, WristGold, assert_agree, gold, robot_files};
use nalgebra::{DMatrix, DVector};

include_robot!(mass_from_inertia);
include_robot!(length_by_root);
include_robot!(newton_block);
include_robot!(spare_equation);
include_robot!(fitted_length);
include_robot!(large_block);

/// Standard parameters of ten physical ones: `h = m t`, `L = J + m (|t|² 1 - t tᵀ)`.
fn standard([m, x, y, z, xx, xy, xz, yy, yz, zz]: [f64; 10]) -> [f64; 10] {
    [
        m,
        m * x,
        m * y,
        m * z,
        xx + m * (y * y + z * z),
        xy - m * x * y,
        xz - m * x * z,
        yy + m * (x * x + z * z),
        yz - m * y * z,
        zz + m * (x * x + y * y),
    ]
}

/// A robot's physical parameters: ten of each body, its drives', its lengths.
#[derive(Clone)]
struct Truth {
    bodies: Vec<[f64; 10]>,
    drives: Vec<f64>,
    length: f64,
}

impl Truth {
    /// The nominal values of a robot, changed a little; lengths are those of its module.
    fn near_nominal(robot: &dyn Robot, random: &mut Random, change: f64) -> Self {
        let model = robot.model();
        let recovery = model.recovery.expect("a plan");
        let mut changed = |value: f64| value * (1.0 + random.between(-change, change));
        let mut bodies = Vec::new();
        for body in 0..model.bodies.len() {
            let of = |component: usize| model.parameters[10 * body + component].nominal;
            let theta: [f64; 10] = std::array::from_fn(|i| of(i).expect("a nominal value"));
            bodies.push(physical(theta).map(&mut changed));
        }
        let drives = model.parameters[10 * model.bodies.len()..].iter();
        let drives = drives
            .map(|p| changed(p.nominal.expect("a nominal value")))
            .collect();
        let all = recovery.known.iter().chain(recovery.recovered);
        let length = all
            .filter(|p| matches!(p.kind, PhysicalKind::Length | PhysicalKind::FittedLength))
            .find_map(|p| p.nominal);
        Self {
            bodies,
            drives,
            length: length.unwrap_or(0.0),
        }
    }

    fn theta(&self) -> Vec<f64> {
        let bodies = self.bodies.iter().flat_map(|&body| standard(body));
        bodies.chain(self.drives.iter().copied()).collect()
    }

    fn of(&self, quantity: &Physical) -> f64 {
        match quantity.kind {
            PhysicalKind::Body { body, component } => self.bodies[body][component.at()],
            PhysicalKind::Drive(k) => self.drives[k - 10 * self.bodies.len()],
            PhysicalKind::Length | PhysicalKind::FittedLength => self.length,
        }
    }
}

fn physical([m, hx, hy, hz, xx, xy, xz, yy, yz, zz]: [f64; 10]) -> [f64; 10] {
    let [x, y, z] = [hx / m, hy / m, hz / m];
    [
        m,
        x,
        y,
        z,
        xx - m * (y * y + z * z),
        xy + m * x * y,
        xz + m * x * z,
        yy - m * (x * x + z * z),
        yz + m * y * z,
        zz - m * (x * x + y * y),
    ]
}

/// What a robot's plan gives, and the residuals of its spare equations.
fn recover(
    robot: &dyn Robot,
    beta: &[f64],
    known: &[f64],
    tolerance: f64,
) -> Result<(Vec<f64>, Vec<f64>), RecoveryError> {
    let plan = robot.model().recovery.expect("a plan");
    let mut out = vec![f64::NAN; plan.recovered.len()];
    let mut residuals = vec![f64::NAN; plan.spare.len()];
    let tolerance = vec![tolerance; plan.steps.len()];
    robot.recover(beta, known, &tolerance, &mut out, &mut residuals)?;
    Ok((out, residuals))
}

fn inputs(robot: &dyn Robot, truth: &Truth) -> (Vec<f64>, Vec<f64>) {
    let model = robot.model();
    let mut beta = vec![f64::NAN; model.base.len()];
    robot
        .base_parameters(&truth.theta(), &mut beta)
        .expect("the sizes of the model");
    let known = model.recovery.expect("a plan").known;
    (
        beta,
        known.iter().map(|quantity| truth.of(quantity)).collect(),
    )
}

/// The robots with a plan: of `robots/`, and those of this test.
fn robots() -> Vec<&'static dyn Robot> {
    let ours: [&dyn Robot; 6] = [
        &mass_from_inertia::ROBOT,
        &length_by_root::ROBOT,
        &newton_block::ROBOT,
        &spare_equation::ROBOT,
        &fitted_length::ROBOT,
        &large_block::ROBOT,
    ];
    let zoo = armwright_robots::ALL.iter().copied();
    zoo.filter(|robot| robot.model().recovery.is_some())
        .chain(ours)
        .collect()
}

#[test]
fn what_went_in_comes_out() {
    assert!(
        robots()
            .iter()
            .any(|robot| robot.model().name == "abb_wrist")
    );
    for robot in robots() {
        let mut random = Random::new(11);
        let name = robot.model().name;
        let plan = robot.model().recovery.expect("a plan");
        for _ in 0..20 {
            let truth = Truth::near_nominal(robot, &mut random, 0.1);
            let (beta, known) = inputs(robot, &truth);
            let (found, residuals) = recover(robot, &beta, &known, 0.0)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let expected: Vec<f64> = plan.recovered.iter().map(|q| truth.of(q)).collect();
            assert_agree(name, &found, &expected, 1e-9);
            assert!(
                residuals.iter().all(|r| r.abs() < 1e-12),
                "{name}: {residuals:?}"
            );
        }
    }
}

#[test]
fn a_length_other_than_the_files_comes_out() {
    for robot in [&length_by_root::ROBOT as &dyn Robot, &newton_block::ROBOT] {
        let plan = robot.model().recovery.expect("a plan");
        let mut random = Random::new(12);
        for _ in 0..20 {
            let mut truth = Truth::near_nominal(robot, &mut random, 0.05);
            let (_, known) = inputs(robot, &truth);
            // The lower link rolls about the length: its body with its centre moved along that, on a
            // link of the file's length, moves in the same way.
            let by = random.between(-0.04, 0.04);
            let file = truth.length;
            let mut twin = truth.clone();
            twin.bodies[1][1] += by;
            truth.length = file + by;
            let (beta, _) = inputs(robot, &twin);
            let (found, _) = recover(robot, &beta, &known, 0.0).expect("recovered");
            let expected: Vec<f64> = plan.recovered.iter().map(|q| truth.of(q)).collect();
            assert_agree(robot.model().name, &found, &expected, 1e-9);
        }
    }
}

#[test]
fn derivatives_are_those_of_differences() {
    for robot in robots() {
        let plan = robot.model().recovery.expect("a plan");
        let truth = Truth::near_nominal(robot, &mut Random::new(5), 0.1);
        let (beta, known) = inputs(robot, &truth);
        let (found, _) = recover(robot, &beta, &known, 0.0).expect("recovered");
        let (b, k, n) = (beta.len(), known.len(), beta.len() + known.len());
        let [mut jacobian, mut of_residuals] =
            [plan.recovered.len(), plan.spare.len()].map(|rows| vec![f64::NAN; rows * n]);
        robot
            .recovery_jacobian(&beta, &known, &found, &mut jacobian)
            .expect("sizes fit");
        robot
            .residual_jacobian(&beta, &known, &found, &mut of_residuals)
            .expect("sizes fit");
        for input in 0..n {
            let value = if input < b {
                beta[input]
            } else {
                known[input - b]
            };
            let step = 1e-6 * value.abs().max(1e-3);
            let at = |change: f64| {
                let (mut beta, mut known) = (beta.clone(), known.clone());
                if input < b {
                    beta[input] += change;
                } else {
                    known[input - b] += change;
                }
                recover(robot, &beta, &known, 0.0).expect("recovered nearby")
            };
            let ((up, up_left), (down, down_left)) = (at(step), at(-step));
            let pairs = up.iter().zip(&down).chain(up_left.iter().zip(&down_left));
            let rows = jacobian.chunks(n).chain(of_residuals.chunks(n));
            for ((up, down), row) in pairs.zip(rows) {
                let difference = (up - down) / (2.0 * step);
                let scale = row[input].abs().max(1.0);
                assert!(
                    (difference - row[input]).abs() < 1e-5 * scale,
                    "{}: input {input}: {difference} for {}",
                    robot.model().name,
                    row[input]
                );
            }
        }
        assert_eq!(k, plan.known.len());
    }
}

/// The base parameters of a case of the reference values, with the case's own length, in the order
/// of the derivation.
fn base_of_case(derivation: &Derivation, case: &armwright_tests::WristCase) -> Vec<f64> {
    let length = |atom| match atom {
        Atom::Symbol(Symbol::Constant(i)) => {
            let name = derivation.mechanism.constants[i]
                .name
                .replace("l_b1", "bl1");
            case.phys[&name.replace("l_a1", "al1")]
        }
        _ => f64::NAN,
    };
    let theta = |k: ParameterIndex| case.std.get(k.at()).copied().unwrap_or(0.0);
    let value = |base: &armwright_codegen::identifiability::BaseParameter| {
        let others = base.others.iter().map(|(&k, ratio)| {
            theta(k) * ratio.numerator.evaluate(&length) / ratio.denominator.evaluate(&length)
        });
        theta(base.representative) + others.sum::<f64>()
    };
    derivation.base.base.iter().map(value).collect()
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn the_reference_parameters_come_back() {
    let path = gold("abb_wrist.json");
    let gold = WristGold::read(&path).expect("the wrist's reference values read");
    let files = robot_files().expect("robots/ can be listed");
    let file = files
        .iter()
        .find(|f| f.ends_with("abb_wrist.yaml"))
        .expect("the wrist");
    let text = std::fs::read_to_string(file).expect("the file reads");
    let (derivation, _) = derive("abb_wrist.yaml", &text).expect("a good robot file");
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let plan = robot.model().recovery.expect("a plan");
    for case in &gold.cases {
        let value = |quantity: &Physical| match quantity.kind {
            PhysicalKind::Length | PhysicalKind::FittedLength => case.phys["bl1"],
            PhysicalKind::Drive(_) => 0.0,
            PhysicalKind::Body { .. } => {
                // `Jxx_a` is `aJ11` there, `tx_a` is `at1`.
                let (symbol, body) = quantity.name.split_once('_').expect("symbol and body");
                let symbol = symbol.replace('x', "1").replace('y', "2").replace('z', "3");
                case.phys[&format!("{body}{symbol}")]
            }
        };
        let beta = base_of_case(&derivation, case);
        let known: Vec<f64> = plan.known.iter().map(value).collect();
        let (found, _) = recover(robot, &beta, &known, 0.0).expect("recovered");
        for (quantity, found) in plan.recovered.iter().zip(found) {
            let expected = value(quantity);
            assert!(
                (found - expected).abs() <= 1e-9 * expected.abs(),
                "{}: {found} for {expected}",
                quantity.name
            );
        }
    }
}

/// The value below which chi-square with `freedom` stays with the probability of a normal quantile
/// `z` (Wilson and Hilferty).
fn chi_square(freedom: f64, z: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + z * spread.sqrt()).powi(3)
}

/// A standard normal number (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.between(0.0, 1.0)).ln()).sqrt();
    radius * random.between(0.0, std::f64::consts::TAU).cos()
}

#[test]
fn errors_are_as_large_as_predicted() {
    const RUNS: usize = 1000;
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let plan = robot.model().recovery.expect("a plan");
    let mut random = Random::new(1);
    let truth = Truth::near_nominal(robot, &mut random, 0.0);
    let (beta, known) = inputs(robot, &truth);
    let exact: Vec<f64> = plan.recovered.iter().map(|q| truth.of(q)).collect();
    let (r, n) = (plan.recovered.len(), beta.len() + known.len());

    // Correlated noise of about a thousandth: x = point + C z, covariance C Cᵀ.
    let point: Vec<f64> = beta.iter().chain(&known).copied().collect();
    let factor = DMatrix::from_fn(n, n, |i, j| {
        let scale = 1e-3 * point[i].abs().max(1e-3);
        let mix = if i == j {
            1.0
        } else {
            random.between(-0.1, 0.1)
        };
        if j <= i { scale * mix } else { 0.0 }
    });
    let covariance = &factor * factor.transpose();
    let mut jacobian = vec![f64::NAN; r * n];
    robot
        .recovery_jacobian(&beta, &known, &exact, &mut jacobian)
        .expect("sizes fit");
    let mut predicted = vec![f64::NAN; r * r];
    propagate(&jacobian, covariance.as_slice(), &mut predicted).expect("sizes fit");
    let predicted = DMatrix::from_row_slice(r, r, &predicted);
    // Parameters of very different size: whiten them before the factor is taken.
    let sigma: Vec<f64> = (0..r).map(|i| predicted[(i, i)].sqrt()).collect();
    let correlation = DMatrix::from_fn(r, r, |i, j| predicted[(i, j)] / (sigma[i] * sigma[j]));
    let whiten = correlation.cholesky().expect("positive definite").l();

    let (mut joint, mut single) = (0.0, vec![0.0; r]);
    for _ in 0..RUNS {
        let noise = DVector::from_fn(n, |_, _| normal(&mut random));
        let seen = DVector::from_column_slice(&point) + &factor * noise;
        let (beta, known) = seen.as_slice().split_at(beta.len());
        let (found, _) = recover(robot, beta, known, 0.0).expect("recovered");
        let error = DVector::from_fn(r, |i, _| (found[i] - exact[i]) / sigma[i]);
        for (sum, e) in single.iter_mut().zip(error.iter()) {
            *sum += e * e;
        }
        let white = whiten
            .solve_lower_triangular(&error)
            .expect("positive definite");
        joint += white.norm_squared();
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let (runs, all) = (RUNS as f64, (RUNS * r) as f64);
    let within = |value: f64, freedom: f64, z: f64, what: &str| {
        let (low, high) = (chi_square(freedom, -z), chi_square(freedom, z));
        assert!(
            low < value && value < high,
            "{what}: {value} is not in {low} to {high}"
        );
    };
    // 99 % for all parameters together.
    within(joint, all, 2.5758, "all parameters");
    // 99 % for each of 24: the two-sided quantile of 0.01/24.
    for (sum, quantity) in single.into_iter().zip(plan.recovered) {
        within(sum, runs, 3.5285, quantity.name);
    }
}

#[test]
fn a_divisor_within_its_uncertainty_is_refused() {
    let robot = &mass_from_inertia::ROBOT;
    let plan = robot.model().recovery.expect("a plan");
    let truth = Truth::near_nominal(robot, &mut Random::new(3), 0.0);
    let (beta, known) = inputs(robot, &truth);
    let (found, _) = recover(robot, &beta, &known, 0.0).expect("recovered");
    let (d, n) = (plan.steps.len(), beta.len() + known.len());
    let mut jacobian = vec![f64::NAN; d * n];
    robot
        .divisor_jacobian(&beta, &known, &found, &mut jacobian)
        .expect("sizes fit");
    // m_lower is divided by Lyy_lower - Jyy_lower: 0.0458 kg·m², of which each is uncertain.
    let step = plan
        .steps
        .iter()
        .position(|step| step.divisor == "Lyy_lower - Jyy_lower");
    let step = step.expect("the step");
    let deviation = |of_inertia: f64| {
        let mut covariance = vec![0.0; n * n];
        let at = robot
            .model()
            .base
            .iter()
            .position(|b| b.name == "Lyy_lower")
            .expect("a base");
        covariance[at * n + at] = of_inertia * of_inertia;
        let mut sigma = vec![f64::NAN; d];
        deviations(&jacobian, &covariance, &mut sigma).expect("sizes fit");
        sigma
    };
    assert!((deviation(0.01)[step] - 0.01).abs() < 1e-15);
    let attempt = |sigma: Vec<f64>| {
        let tolerance: Vec<f64> = sigma.iter().map(|s| 3.0 * s).collect();
        let (mut out, mut left) = (vec![0.0; plan.recovered.len()], vec![0.0; plan.spare.len()]);
        robot.recover(&beta, &known, &tolerance, &mut out, &mut left)
    };
    assert_eq!(attempt(deviation(0.01)), Ok(()));
    let refused = attempt(deviation(0.02)).expect_err("zero within three deviations");
    match refused {
        RecoveryError::ZeroDivisor { step: failed, .. } => assert_eq!(failed, &plan.steps[step]),
        other => panic!("{other}"),
    }
    assert!(refused.to_string().contains("m_lower = "), "{refused}");
}

#[test]
fn what_contradicts_physics_is_refused() {
    let refusal = |robot: &dyn Robot, change: &dyn Fn(&mut [f64], &mut [f64])| {
        let truth = Truth::near_nominal(robot, &mut Random::new(3), 0.0);
        let (mut beta, mut known) = inputs(robot, &truth);
        change(&mut beta, &mut known);
        recover(robot, &beta, &known, 0.0).expect_err("a contradiction")
    };
    // More inertia about the centre than about the joint: the mass would be negative.
    let mass = refusal(&mass_from_inertia::ROBOT, &|_, known| known[0] = 1.0);
    assert!(
        matches!(mass, RecoveryError::NotPositive { value, .. } if value < 0.0),
        "{mass}"
    );
    // An inertia about the first joint that no length explains.
    let root = refusal(&length_by_root::ROBOT, &|_, known| known[1] = 10.0);
    assert!(matches!(root, RecoveryError::NoRealRoot { .. }), "{root}");
    let block = refusal(&newton_block::ROBOT, &|_, known| known[0] = 100.0);
    assert!(
        matches!(
            block,
            RecoveryError::NotConverged { .. }
                | RecoveryError::ZeroDivisor { .. }
                | RecoveryError::NotPositive { .. }
        ),
        "{block}"
    );
}

#[test]
fn a_robot_without_a_plan_says_so() {
    let robot = &armwright_robots::ur5::ROBOT;
    assert!(robot.model().recovery.is_none());
    let answer = robot.recover(&[], &[], &[], &mut [], &mut []);
    assert_eq!(answer, Err(RecoveryError::NoPlan));
    assert!(
        answer
            .expect_err("no plan")
            .to_string()
            .contains("--suggest")
    );
}

#[test]
fn single_precision_recovers_as_well() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let truth = Truth::near_nominal(robot, &mut Random::new(1), 0.0);
    let (beta, known) = inputs(robot, &truth);
    #[expect(clippy::cast_possible_truncation, reason = "that is what is tested")]
    let single = |values: &[f64]| values.iter().map(|&v| v as f32).collect::<Vec<f32>>();
    let (beta32, known32) = (single(&beta), single(&known));
    let beta32 = beta32.as_slice().try_into().expect("the module's sizes");
    let known32 = known32.as_slice().try_into().expect("the module's sizes");
    let (mut out, mut left) = ([0.0f32; 24], []);
    armwright_robots::abb_wrist::recover(beta32, known32, &[0.0; 24], &mut out, &mut left)
        .expect("recovered");
    let (exact, _) = recover(robot, &beta, &known, 0.0).expect("recovered");
    for (value, exact) in out.iter().zip(exact) {
        assert!(
            (f64::from(*value) - exact).abs() < 1e-4 * exact.abs().max(0.1),
            "{value} {exact}"
        );
    }
}

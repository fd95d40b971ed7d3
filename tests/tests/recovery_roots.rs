//! Plans with several solutions: all of them are found, and the one that is taken is true or says why it was taken.

use armwright_lab::identify::BaseEstimate;
use armwright_lab::interpret::{
    Alternative, InterpretOptions, Interpretation, KnownValue, Rule, interpret,
};
use armwright_lab::parameters::{physical, standard};
use armwright_runtime::{Physical, PhysicalKind, RecoveryError, Robot, include_robot};
use armwright_tests::Random;

include_robot!(length_by_root);
include_robot!(several_roots);
include_robot!(spare_root);
include_robot!(newton_block);
include_robot!(large_block);
include_robot!(eliminated_length);

/// The length of the file of the robots that have one.
const FILE: f64 = 0.4;

/// Ten physical parameters of each body, and the true length.
#[derive(Clone)]
struct Truth {
    bodies: Vec<[f64; 10]>,
    length: f64,
}

impl Truth {
    fn near_nominal(robot: &dyn Robot, random: &mut Random, change: f64) -> Self {
        let model = robot.model();
        let mut changed = |value: f64| value * (1.0 + random.between(-change, change));
        let nominal = |k: usize| model.parameters[k].nominal.expect("a nominal value");
        let bodies = (0..model.bodies.len()).map(|body| {
            let theta = std::array::from_fn(|i| nominal(10 * body + i));
            physical(theta).expect("a body").map(&mut changed)
        });
        Self {
            bodies: bodies.collect(),
            length: FILE,
        }
    }

    fn set(&mut self, quantity: &Physical, value: f64) {
        match quantity.kind {
            PhysicalKind::Body { body, component } => self.bodies[body][component.at()] = value,
            _ => self.length = value,
        }
    }

    fn of(&self, quantity: &Physical) -> f64 {
        match quantity.kind {
            PhysicalKind::Body { body, component } => self.bodies[body][component.at()],
            _ => self.length,
        }
    }

    /// The base parameters that identification with the file's length gives: those of a robot of that
    /// length whose lower body, which rolls about it, is moved along it.
    fn base(&self, robot: &dyn Robot) -> Vec<f64> {
        let mut twin = self.bodies.clone();
        if let [_, lower] = &mut twin[..] {
            lower[1] += self.length - FILE;
        }
        let theta: Vec<f64> = twin.into_iter().flat_map(standard).collect();
        let mut beta = vec![f64::NAN; robot.model().base.len()];
        robot.base_parameters(&theta, &mut beta).expect("its sizes");
        beta
    }

    fn known(&self, robot: &dyn Robot) -> Vec<KnownValue> {
        let plan = robot.model().recovery.expect("a plan");
        let value = |quantity: &Physical| KnownValue {
            name: quantity.name.to_owned(),
            value: self.of(quantity),
            std: 0.0,
        };
        plan.known.iter().map(value).collect()
    }

    fn interpreted(&self, robot: &dyn Robot) -> Interpretation {
        let options = InterpretOptions {
            bounded_bodies: 0,
            ..InterpretOptions::default()
        };
        let estimate = BaseEstimate::exact(self.base(robot));
        interpret(robot, &estimate, &self.known(robot), options).expect("an interpretation")
    }

    /// Whether values of what is recovered are the true ones.
    fn has(&self, robot: &dyn Robot, values: &[f64]) -> bool {
        let plan = robot.model().recovery.expect("a plan");
        let mut pairs = plan.recovered.iter().zip(values);
        values.len() == plan.recovered.len()
            && pairs.all(|(quantity, value)| (value - self.of(quantity)).abs() < 1e-6)
    }

    fn is_taken(&self, robot: &dyn Robot, found: &Interpretation) -> bool {
        let values: Vec<f64> = found.physical.iter().map(|p| p.value).collect();
        self.has(robot, &values)
    }

    fn is_same(&self, robot: &dyn Robot, other: &Self) -> bool {
        let plan = robot.model().recovery.expect("a plan");
        let values: Vec<f64> = plan.recovered.iter().map(|q| other.of(q)).collect();
        self.has(robot, &values)
    }
}

fn several() -> [&'static dyn Robot; 6] {
    [
        &length_by_root::ROBOT,
        &several_roots::ROBOT,
        &spare_root::ROBOT,
        &newton_block::ROBOT,
        &large_block::ROBOT,
        &eliminated_length::ROBOT,
    ]
}

/// What the plan by itself gives.
fn plain(robot: &dyn Robot, truth: &Truth) -> Result<Vec<f64>, RecoveryError> {
    let plan = robot.model().recovery.expect("a plan");
    let known: Vec<f64> = truth.known(robot).iter().map(|known| known.value).collect();
    let (mut out, mut left) = (vec![0.0; plan.recovered.len()], vec![0.0; plan.spare.len()]);
    let tolerance = vec![0.0; plan.steps.len()];
    let beta = truth.base(robot);
    robot.recover(&beta, &known, &tolerance, &mut out, &mut left)?;
    Ok(out)
}

/// Values of all quantities if one solution of several is true.
fn with(truth: &Truth, robot: &dyn Robot, found: &Interpretation, other: &Alternative) -> Truth {
    let plan = robot.model().recovery.expect("a plan");
    let mut all = truth.clone();
    for (quantity, taken) in plan.recovered.iter().zip(&found.physical) {
        let value = other.values.get(quantity.name).copied();
        all.set(quantity, value.unwrap_or(taken.value));
    }
    all
}

#[test]
fn every_solution_has_the_same_base_parameters_and_the_true_one_is_listed() {
    let mut by_rule = [0; 3];
    for robot in several() {
        let (name, plan) = (robot.model().name, robot.model().recovery.expect("a plan"));
        for seed in 0..30 {
            let truth = Truth::near_nominal(robot, &mut Random::new(seed), 0.3);
            let (beta, found) = (truth.base(robot), truth.interpreted(robot));
            let listed = found.solutions.iter().flat_map(|s| &s.others);
            let mut is_listed = truth.is_taken(robot, &found);
            for other in listed {
                let robot_of_it = with(&truth, robot, &found, other);
                is_listed |= truth.is_same(robot, &robot_of_it);
                by_rule[other.excluded_by as usize] += 1;
                // Of what a plan leaves open, base parameters are not those of another solution.
                if other.excluded_by != Rule::SpareEquations && plan.undetermined.is_empty() {
                    for (value, expected) in robot_of_it.base(robot).iter().zip(&beta) {
                        assert!((value - expected).abs() < 1e-8, "{name} {seed}: {other:?}");
                    }
                }
            }
            assert!(is_listed, "{name} {seed}: {found:?}");
        }
    }
    assert!(by_rule.iter().all(|count| *count > 0), "{by_rule:?}");
}

#[test]
fn what_tells_solutions_apart_is_used() {
    // A spare equation, and bodies that can exist; the plan alone knows neither.
    let robots: [(&dyn Robot, Rule); 2] = [
        (&spare_root::ROBOT, Rule::SpareEquations),
        (&several_roots::ROBOT, Rule::Consistency),
    ];
    for (robot, rule) in robots {
        for seed in 0..60 {
            let truth = Truth::near_nominal(robot, &mut Random::new(seed), 0.1);
            let found = truth.interpreted(robot);
            assert!(truth.is_taken(robot, &found), "{seed}: {found:?}");
            let solutions = found.solutions.expect("several");
            assert_eq!(solutions.chosen_by, rule, "{seed}: {solutions:?}");
        }
    }
    let mut random = Random::new(1);
    let robot = &spare_root::ROBOT;
    let truths: Vec<Truth> = (0..300)
        .map(|_| Truth::near_nominal(robot, &mut random, 0.5))
        .collect();
    let wrong = truths.iter().filter(|truth| match plain(robot, truth) {
        Ok(values) => !truth.has(robot, &values),
        Err(_) => true,
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(!wrong.is_empty(), "the plan alone is never wrong");
    for truth in wrong {
        let found = truth.interpreted(robot);
        assert!(truth.is_taken(robot, &found), "{found:?}");
    }
}

#[test]
fn where_only_nominal_values_tell_it_is_said() {
    let robot = &large_block::ROBOT;
    let guesses = (0..30).filter_map(|seed| {
        let found = Truth::near_nominal(robot, &mut Random::new(seed), 0.3).interpreted(robot);
        let by_nearness = found
            .solutions
            .as_ref()
            .filter(|s| s.chosen_by == Rule::Nearness);
        by_nearness.is_some().then_some(found)
    });
    let guesses: Vec<Interpretation> = guesses.collect();
    assert!(!guesses.is_empty());
    for found in guesses {
        let notes: Vec<String> = found.caveats.iter().map(ToString::to_string).collect();
        let note = notes
            .iter()
            .find(|note| note.contains("nearest to the nominal values"));
        let note = note.expect("a note");
        let others = &found.solutions.as_ref().expect("several").others;
        assert!(
            note.contains(&format!("{} solutions", others.len() + 1)),
            "{note}"
        );
        // A sentence names a few values, the JSON answer has all.
        assert!(note.contains("and 10 more"), "{note}");
        let value = serde_json::to_value(&found).expect("JSON");
        assert_eq!(value["solutions"]["chosen_by"], "nearness");
        assert!(value["solutions"]["others"][0]["values"]["m_b2"].is_f64());
    }
}

#[test]
fn deviations_are_those_of_the_solution_that_is_taken() {
    // Base parameters moved a little move it as its Jacobian says, wherever the plan alone would go.
    let robot = &spare_root::ROBOT;
    let mut random = Random::new(1);
    let plan = robot.model().recovery.expect("a plan");
    let truths = (0..300).map(|_| Truth::near_nominal(robot, &mut random, 0.5));
    let truth = truths.into_iter().find(|truth| match plain(robot, truth) {
        Ok(values) => !truth.has(robot, &values),
        Err(_) => false,
    });
    let truth = truth.expect("one that the plan alone gets wrong");
    let values: Vec<f64> = plan.recovered.iter().map(|q| truth.of(q)).collect();
    let (beta, known) = (truth.base(robot), truth.known(robot));
    let known: Vec<f64> = known.iter().map(|known| known.value).collect();
    let columns = beta.len() + known.len();
    let mut jacobian = vec![f64::NAN; values.len() * columns];
    robot
        .recovery_jacobian(&beta, &known, &values, &mut jacobian)
        .expect("sizes fit");
    for input in 0..beta.len() {
        let step = 1e-7 * beta[input].abs().max(1e-3);
        let at = |by: f64| {
            let mut beta = beta.clone();
            beta[input] += by;
            let (mut out, mut left) = (vec![0.0; values.len()], vec![0.0; plan.spare.len()]);
            let tolerance = vec![0.0; plan.steps.len()];
            robot
                .recover_near(&beta, &known, &tolerance, &values, &mut out, &mut left)
                .expect("a solution nearby");
            out
        };
        for (row, (up, down)) in at(step).iter().zip(at(-step)).enumerate() {
            let (difference, derivative) =
                ((up - down) / (2.0 * step), jacobian[row * columns + input]);
            let scale = derivative.abs().max(1.0);
            assert!(
                (difference - derivative).abs() < 1e-4 * scale,
                "{difference} {derivative}"
            );
        }
    }
}

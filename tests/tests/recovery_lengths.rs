//! What recovery says of robots whose lengths are not known, against an independent rank of the oracle's torque.

use std::collections::BTreeMap;

use armwright_codegen::algebra::{Atom, BaseIndex, Monomial, Poly, Rational, Symbol};
use armwright_codegen::recovery::{Analysis, Plan, QuantityKind, StepKind, System};
use armwright_codegen::{Derivation, derive};
use armwright_tests::determined::{Determined, Seen, combination, determined, symbolic};
use armwright_tests::{Keys, Random, inventions, run_seed};
use nalgebra::{DMatrix, DVector};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// How many mechanisms are tried: `ARMWRIGHT_RECOVERIES`, or a number that takes seconds.
fn recoveries() -> usize {
    let number = std::env::var("ARMWRIGHT_RECOVERIES");
    number.map_or(60, |text| {
        text.parse()
            .expect("ARMWRIGHT_RECOVERIES is a whole number")
    })
}

/// Random robot files, the same in every run of one seed.
fn files(seed: u64) -> impl Iterator<Item = String> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(seed ^ run_seed()),
        ..Config::default()
    });
    let strategy = inventions(Keys::Known);
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        let tree = strategy.new_tree(&mut runner).expect("an invention");
        symbolic(tree.current().text(), &mut random)
    })
}

/// A robot, its true values, and what the oracle's torque says of them.
struct Case {
    text: String,
    derivation: Derivation,
    seen: Seen,
    names: Vec<String>,
    jacobian: DMatrix<f64>,
}

impl Case {
    fn new(text: String, random: &mut Random) -> Self {
        let (derivation, _) = derive("robot.yaml", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let constants = derivation.mechanism.constants.iter();
        let lengths: BTreeMap<String, f64> = constants
            .map(|c| (c.name.clone(), c.value.to_f64() + random.between(0.05, 0.3)))
            .collect();
        let seen = Seen::new(&text, lengths, random).unwrap_or_else(|e| panic!("{text}\n{e}"));
        let (names, jacobian) = seen.jacobian();
        Self {
            text,
            derivation,
            seen,
            names,
            jacobian,
        }
    }

    /// With the file's own values of some lengths.
    fn with_file_lengths(&self, names: &[String]) -> BTreeMap<String, f64> {
        let mut lengths = self.seen.lengths.clone();
        for constant in &self.derivation.mechanism.constants {
            if names.contains(&constant.name) {
                lengths.insert(constant.name.clone(), constant.value.to_f64());
            }
        }
        lengths
    }

    fn torque_determines(&self, known: &[String]) -> Option<(Determined, Vec<String>)> {
        let among: Vec<usize> = (0..self.names.len())
            .filter(|&k| !known.contains(&self.names[k]))
            .collect();
        let found = determined(&self.jacobian, &among)?;
        let mut names: Vec<String> = found
            .determined
            .iter()
            .map(|&k| self.names[k].clone())
            .collect();
        names.sort();
        Some((found, names))
    }
}

/// What a plan calls determined, sorted.
fn called_determined(system: &System, plan: &Plan) -> Vec<String> {
    let all = [plan.recovered(), plan.unsolved.clone(), plan.fitted.clone()].concat();
    let mut names: Vec<String> = all
        .iter()
        .map(|&q| system.quantities[q].name.clone())
        .collect();
    names.sort();
    names
}

/// The value of a polynomial and the size of its terms.
fn value(poly: &Poly, of: &dyn Fn(Atom) -> f64) -> (f64, f64) {
    let term = |(monomial, coefficient): &(Monomial, Rational)| {
        Poly::from_terms([(monomial.clone(), coefficient.clone())]).evaluate(of)
    };
    let terms: Vec<f64> = poly.terms().iter().map(term).collect();
    (terms.iter().sum(), terms.iter().map(|x| x.abs()).sum())
}

/// Some quantities, each with a probability; lengths with another one.
fn chosen(analysis: &Analysis<'_>, random: &mut Random, share: f64, of_lengths: f64) -> Vec<usize> {
    let quantities = analysis.quantities.iter().enumerate();
    let taken = quantities.filter(|(_, quantity)| {
        let is_length = matches!(quantity.kind, QuantityKind::Length(_));
        random.between(0.0, 1.0) < if is_length { of_lengths } else { share }
    });
    taken.map(|(index, _)| index).collect()
}

/// What identification gives of a robot if its regressor holds the true values of what is given and the file's
/// of other lengths; `None` where numbers cannot tell.
fn identified(case: &Case, given: &[String]) -> Option<impl Fn(BaseIndex) -> f64> {
    let all = case.seen.lengths.keys();
    let others: Vec<String> = all.filter(|l| !given.contains(l)).cloned().collect();
    let lengths = case.with_file_lengths(&others);
    let (regressor, torque) = (case.seen.regressor(&lengths), case.seen.torque());
    let theta = combination(&regressor, &torque)?;
    let off = (&regressor * &theta - &torque).norm() / torque.norm().max(1.0);
    assert!(
        off < 1e-8,
        "{}\nno regressor with these lengths fits: {off}",
        case.text
    );
    Some(move |k: BaseIndex| {
        let constant = |atom| match atom {
            Atom::Symbol(Symbol::Constant(k)) => {
                lengths[&case.derivation.mechanism.constants[k].name]
            }
            _ => f64::NAN,
        };
        let base = &case.derivation.base.base[k];
        let others = base.others.iter().map(|(&k, ratio)| {
            let ratio = ratio.numerator.evaluate(&constant) / ratio.denominator.evaluate(&constant);
            theta[k.at()] * ratio
        });
        theta[base.representative.at()] + others.sum::<f64>()
    })
}

/// That coefficients of motion follow from torque: their derivatives are combinations of the torque's.
fn coefficients_follow(
    case: &Case,
    system: &System,
    truth: &dyn Fn(Atom) -> f64,
    fixed: &[String],
) {
    let free: Vec<usize> = (0..case.names.len())
        .filter(|&k| !fixed.contains(&case.names[k]))
        .collect();
    let jacobian = case.jacobian.select_columns(&free);
    let svd = jacobian.transpose().svd(true, true);
    let smallest = 1e-9 * svd.singular_values.max();
    for equation in &system.equations {
        let derivative = |&column: &usize| {
            let quantity = system
                .quantities
                .iter()
                .find(|q| q.name == case.names[column]);
            let atom = quantity.expect("a quantity").atom;
            equation.numerator.partial(atom).evaluate(truth)
        };
        let gradient = DVector::from_iterator(free.len(), free.iter().map(derivative));
        let shares = svd
            .solve(&gradient, smallest)
            .expect("both sides of the decomposition");
        let off = (jacobian.transpose() * shares - &gradient).norm();
        assert!(
            off < 1e-6 * gradient.norm(),
            "{}\nnot measured: {equation:?}",
            case.text
        );
    }
}

/// That every equation of a plan holds for the true values, although identification held the file's lengths, and
/// that formulas give them.
fn formulas_hold(case: &Case, system: &System, plan: &Plan) -> bool {
    let name = |&q: &usize| system.quantities[q].name.clone();
    let given: Vec<String> = plan.given().iter().map(name).collect();
    let truth = |name: &str| {
        let of_parameter = case.seen.values.iter().find(|(other, _)| other == name);
        of_parameter.map_or_else(|| case.seen.lengths[name], |(_, value)| *value)
    };
    let quantity =
        |atom| truth(&system.quantities[system.quantity_of(atom).expect("a quantity")].name);
    let base: Box<dyn Fn(BaseIndex) -> f64> = if system.coefficients.is_empty() {
        match identified(case, &given) {
            Some(identified) => Box::new(identified),
            None => return false,
        }
    } else {
        let lengths: Vec<String> = given
            .iter()
            .filter(|l| case.seen.lengths.contains_key(*l))
            .cloned()
            .collect();
        coefficients_follow(case, system, &quantity, &lengths);
        Box::new(|k| system.equations[k].numerator.evaluate(&quantity))
    };
    let of = |atom: Atom| match atom {
        Atom::Symbol(Symbol::Base(k)) => base(k),
        other => quantity(other),
    };
    for step in &plan.steps {
        for equation in &step.equations {
            let (left, size) = value(equation, &of);
            assert!(
                left.abs() <= 1e-6 * size,
                "{}\n{step:?}: {left} of {size}",
                case.text
            );
        }
        if let (StepKind::Linear, Some(([rest, divisor, _], _))) = (&step.kind, step.powers(system))
        {
            let ((rest, _), (divisor, size)) = (value(&rest, &of), value(&divisor, &of));
            let expected = truth(&name(&step.unknowns[0]));
            if divisor.abs() > 1e-2 * size {
                let found = -rest / divisor;
                assert!(
                    (found - expected).abs() < 1e-4 * (1.0 + expected.abs()),
                    "{}\n{found} {expected}",
                    case.text
                );
            }
        }
    }
    for spare in &plan.spare {
        let (left, size) = value(&spare.equation, &of);
        assert!(
            left.abs() <= 1e-6 * size,
            "{}\nspare: {left} of {size}",
            case.text
        );
    }
    !plan.steps.is_empty()
}

#[test]
fn what_torque_determines_is_determined_and_nothing_else() {
    let mut random = Random::new(7);
    let (mut told, mut open, mut held, mut entangled) = (0, 0, 0, 0);
    let (mut iterated, mut unclear) = (0, 0);
    let all = recoveries();
    for text in files(7) {
        if told == all {
            break;
        }
        let case = Case::new(text, &mut random);
        let analysis = Analysis::new(&case.derivation.mechanism, &case.derivation.base);
        // A length that is known is the file's; in every other case those that have an effect are open.
        let is_open = 2 * open < told;
        let share = random.between(0.0, 0.7);
        let known = chosen(&analysis, &mut random, share, f64::from(u8::from(!is_open)));
        let name = |&q: &usize| analysis.quantities[q].name.clone();
        let names: Vec<String> = known.iter().map(name).collect();
        let Some((found, by_torque)) = case.torque_determines(&names) else {
            unclear += 1;
            continue;
        };
        let is_visible = |l: &String| found.visible.iter().any(|&k| case.names[k] == *l);
        if is_open && !case.seen.lengths.keys().any(is_visible) {
            continue;
        }
        told += 1;
        open += usize::from(is_open);
        let recovery = analysis.recovery(&known).expect("a plan");
        let (system, plan) = (&recovery.system, &recovery.plan);
        let context = || format!("{}\nknown: {names:?}", case.text);
        assert_eq!(called_determined(system, plan), by_torque, "{}", context());
        assert_eq!(plan.rank, found.rank, "{}", context());
        let visible = plan.undetermined.len() + by_torque.len();
        assert_eq!(visible, found.visible.len(), "{}", context());
        held += usize::from(formulas_hold(&case, system, plan));
        entangled += usize::from(!system.entangled.is_empty());
        let has_newton = plan.steps.iter().any(|step| step.kind == StepKind::Newton);
        iterated += usize::from(has_newton);
        let unsolved = &plan.unsolved;
        assert!(unsolved.is_empty(), "no way to {unsolved:?}: {}", context());
    }
    println!(
        "{told} mechanisms, {open} with open lengths: {held} with formulas that hold, {entangled} \
         entangled, {iterated} with an iteration; {unclear} more that numbers do not decide"
    );
    assert!(unclear * 10 <= all, "{unclear} cannot be told");
    assert!(held * 2 >= all, "only {held} of {all} have formulas");
}

/// The cheapest cost of what may be known, and how many sets have it, by trying all.
fn cheapest(case: &Case, analysis: &Analysis<'_>) -> Option<(f64, u128)> {
    let all: Vec<usize> = (0..case.names.len()).collect();
    let found = determined(&case.jacobian, &all)?;
    let size = found.visible.len() - found.rank;
    let cost = |column: &usize| {
        let quantity = analysis.quantity(&case.names[*column]).expect("a quantity");
        analysis.quantities[quantity].cost.to_f64()
    };
    let (mut best, mut count) = (f64::INFINITY, 0);
    for set in subsets(&found.visible, size) {
        let sum: f64 = set.iter().map(cost).sum();
        if sum > best {
            continue;
        }
        let rest: Vec<usize> = all.iter().copied().filter(|k| !set.contains(k)).collect();
        if determined(&case.jacobian, &rest)?.rank
            < rest.iter().filter(|k| found.visible.contains(k)).count()
        {
            continue;
        }
        if sum < best {
            (best, count) = (sum, 0);
        }
        count += 1;
    }
    Some((best, count))
}

fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    let Some((first, rest)) = of.split_first() else {
        return if size == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    let mut all = subsets(rest, size);
    if size > 0 {
        all.extend(subsets(rest, size - 1).into_iter().map(|mut set| {
            set.insert(0, *first);
            set
        }));
    }
    all
}

#[test]
fn no_set_is_cheaper_than_the_cheapest() {
    let mut random = Random::new(8);
    let (mut compared, mut with_lengths) = (0, 0);
    let pendulum = include_str!("../../robots/double_pendulum.yaml").to_owned();
    // Of more joints hardly one has so few that all sets can be tried.
    let small = files(8).filter(|text| text.matches("joint:").count() <= 3);
    for text in std::iter::once(pendulum).chain(small).take(2000) {
        let case = Case::new(text, &mut random);
        let all: Vec<usize> = (0..case.names.len()).collect();
        let Some(found) = determined(&case.jacobian, &all) else {
            continue;
        };
        if !(4..=13).contains(&found.visible.len()) {
            continue;
        }
        let is_visible = |l: &String| found.visible.iter().any(|&k| case.names[k] == *l);
        let has_lengths = case.seen.lengths.keys().any(is_visible);
        if !has_lengths && compared - with_lengths == 20 {
            continue;
        }
        let analysis = Analysis::new(&case.derivation.mechanism, &case.derivation.base);
        let Some((cost, count)) = cheapest(&case, &analysis) else {
            continue;
        };
        let suggested = analysis.suggestions(&[]).expect("suggestions");
        assert_eq!(suggested.sets[0].cost.to_f64(), cost, "{}", case.text);
        assert_eq!(suggested.count, Some(count), "{}", case.text);
        compared += 1;
        with_lengths += usize::from(has_lengths);
        if compared == 45 {
            break;
        }
    }
    println!("{compared} compared, {with_lengths} with lengths");
    assert!(
        compared == 45 && with_lengths >= 10,
        "{compared}, {with_lengths}"
    );
}

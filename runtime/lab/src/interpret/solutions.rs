//! All solutions of a plan whose steps have several, and which of them is taken.
//!
//! A quadratic step has two roots, Newton's iteration goes where it begins. So the plan is followed from
//! many starting points ([`Robot::recover_near`](armwright_runtime::Robot::recover_near)): the outermost
//! values for quadratic steps, random ones about the nominal values and far from them for the others.
//! One of the solutions is true; the rules of [`Rule`] say in turn which cannot be.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::impossible::{impossible, rounded};
use super::known::KnownValue;
use super::numbers::{Numbers, Recovered, Run};
use crate::identify::BaseEstimate;
use crate::random::Random;
use armwright_runtime::{Inertial, Physical, PhysicalKind, RecoveryError, StepKind};

/// Starting points in all.
const MOST_STARTS: usize = 4000;
/// So many starting points in a row that lead to nothing new are enough.
const IN_VAIN: usize = 400;
/// Solutions nearer to each other than this, relatively, are one.
const SAME: f64 = 1e-6;
/// So many values of another solution are named in a sentence.
const NAMED: usize = 5;
/// A share of an equation's terms that rounding explains.
const ROUNDING: f64 = 1e-9;

/// That a plan has several solutions: why one was taken, and what the others are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solutions {
    /// The rule that left only the one that was taken.
    pub chosen_by: Rule,
    /// The others, the nearest to the nominal values first.
    pub others: Vec<Alternative>,
}

/// Another solution of the plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alternative {
    /// Values of the recovered parameters that differ from those that were taken.
    pub values: BTreeMap<String, f64>,
    /// The rule that it did not pass.
    pub excluded_by: Rule,
}

/// How one solution is taken of several, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Equations that the plan did not need hold for it.
    SpareEquations,
    /// Bodies with its masses and inertias can exist.
    Consistency,
    /// It is the nearest to the nominal values; to what the plan takes, where there are none.
    Nearness,
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because = match self.chosen_by {
            Rule::SpareEquations => "spare equations contradict all others",
            Rule::Consistency => "no bodies are as all others say",
            Rule::Nearness => "it is the nearest to the nominal values; know more to be certain",
        };
        write!(
            f,
            "the formulas have {} solutions; the one here was taken because {because}",
            self.others.len() + 1
        )?;
        for other in &self.others {
            let values = other.values.iter().take(NAMED);
            let mut values: Vec<String> = values
                .map(|(name, value)| format!("{name} = {}", rounded(*value)))
                .collect();
            if let Some(more @ 1..) = other.values.len().checked_sub(NAMED) {
                values.push(format!("and {more} more"));
            }
            let why = match other.excluded_by {
                Rule::SpareEquations => "spare equations contradict it",
                Rule::Consistency => "bodies that cannot exist",
                Rule::Nearness => "not the nearest",
            };
            write!(f, "; another: {} ({why})", values.join(", "))?;
        }
        Ok(())
    }
}

/// A solution, and what speaks against it.
struct Candidate {
    values: Vec<f64>,
    is_contradicted: bool,
    is_impossible: bool,
    has_no_mass: bool,
}

/// The solution to take, and what is to be said of it: nothing where the plan has only one, or none
/// that can be.
pub(super) fn of(
    numbers: &Numbers<'_>,
    estimate: &BaseEstimate,
    known: &[KnownValue],
    level: f64,
    usual: &Run,
) -> Result<(Option<Vec<f64>>, Option<Solutions>), RecoveryError> {
    if !numbers.plan.has_several() {
        return Ok((None, None));
    }
    let mut candidates = Vec::new();
    for run in all(numbers, usual) {
        let spare = numbers.spare(estimate, &run.recovered, &run.residuals, level)?;
        let rounding = rounding(numbers, &run.recovered)?;
        let mut spare = spare.iter().zip(rounding);
        let is_contradicted = spare.any(|(spare, rounding)| match spare.deviations {
            Some(_) => spare.differs,
            None => spare.std == Some(0.0) && spare.value.abs() > rounding,
        });
        let recovered = numbers.estimates(estimate, &run.recovered, level)?;
        let model = numbers.robot.model();
        candidates.push(Candidate {
            values: run.recovered,
            is_contradicted,
            is_impossible: impossible(model, &recovered, known).is_some(),
            has_no_mass: recovered.iter().any(is_no_mass),
        });
    }
    let distance = |values: &[f64]| distance(numbers, values, &usual.recovered);
    candidates.sort_by(|a, b| distance(&a.values).total_cmp(&distance(&b.values)));
    // A rule that excludes every solution chooses none.
    let do_spare_choose = candidates.iter().any(|c| !c.is_contradicted);
    let contradicted = |c: &Candidate| c.is_contradicted && do_spare_choose;
    let mut left = candidates.iter().filter(|c| !contradicted(c));
    let do_bodies_choose = left.any(|c| !c.is_impossible && !c.has_no_mass);
    let excluded = |c: &Candidate| match c {
        c if contradicted(c) => Some(Rule::SpareEquations),
        c if c.has_no_mass || c.is_impossible && do_bodies_choose => Some(Rule::Consistency),
        _ => None,
    };
    let Some(chosen) = candidates.iter().position(|c| excluded(c).is_none()) else {
        return Ok((None, None));
    };
    let values = candidates.remove(chosen).values;
    let recovered = numbers.plan.recovered;
    let alternative = |other: &Candidate| {
        let pairs = recovered.iter().zip(other.values.iter().zip(&values));
        let differing = pairs.filter(|(p, (a, b))| !is_same(p, **a, **b));
        let named = differing.map(|(p, (a, _))| (p.name.to_owned(), *a));
        Alternative {
            values: named.collect(),
            excluded_by: excluded(other).unwrap_or(Rule::Nearness),
        }
    };
    let others: Vec<Alternative> = candidates.iter().map(alternative).collect();
    let chosen_by = others.iter().map(|other| other.excluded_by).max();
    let solutions = chosen_by.map(|chosen_by| Solutions { chosen_by, others });
    Ok((Some(values), solutions))
}

/// Every solution that is found, each once.
fn all(numbers: &Numbers<'_>, usual: &Run) -> Vec<Run> {
    let plan = numbers.plan;
    let tolerance = vec![0.0; plan.steps.len()];
    let mut found: Vec<Run> = Vec::new();
    let mut random = Random::new(plan.recovered.len() as u64);
    let mut in_vain = 0;
    for start in 0..MOST_STARTS {
        let near = if start == 0 {
            usual.recovered.clone()
        } else {
            starting_point(numbers, &mut random)
        };
        let run = numbers.run(&tolerance, Some(&near));
        let is_new = |run: &Run| {
            let same = |other: &Run| {
                let mut pairs = plan
                    .recovered
                    .iter()
                    .zip(run.recovered.iter().zip(&other.recovered));
                pairs.all(|(p, (a, b))| is_same(p, *a, *b))
            };
            run.recovered.iter().all(|x| x.is_finite()) && !found.iter().any(same)
        };
        in_vain += 1;
        if run.fault.is_none() && is_new(&run) {
            found.push(run);
            in_vain = 0;
        }
        if in_vain == IN_VAIN {
            break;
        }
    }
    found
}

/// Whether two values of a parameter are one.
fn is_same(parameter: &Physical, a: f64, b: f64) -> bool {
    let size = scale(parameter.kind, parameter.nominal);
    (a - b).abs() <= SAME * a.abs().max(b.abs()).max(size)
}

/// A number for each recovered parameter: about its nominal value, or of another order of magnitude and
/// either sign; of a quadratic step beyond all roots.
fn starting_point(numbers: &Numbers<'_>, random: &mut Random) -> Vec<f64> {
    let plan = numbers.plan;
    let is_near = random.uniform() < 0.5;
    let mut point = vec![0.0; plan.recovered.len()];
    for step in plan.steps {
        for &k in step.recovered {
            let sign = if random.uniform() < 0.5 { -1.0 } else { 1.0 };
            let parameter = &plan.recovered[k];
            let size = scale(parameter.kind, parameter.nominal);
            point[k] = match step.kind {
                StepKind::Quadratic => sign * f64::INFINITY,
                _ if is_near => parameter.nominal.unwrap_or(0.0) + size * random.normal(),
                _ => sign * size * 10f64.powf(3.0 * random.uniform() - 1.5),
            };
        }
    }
    point
}

/// The size of a parameter: its nominal value's, or a usual one.
fn scale(kind: PhysicalKind, nominal: Option<f64>) -> f64 {
    let usual = match kind {
        PhysicalKind::Body {
            component: Inertial::Mass,
            ..
        } => 1.0,
        PhysicalKind::Body {
            component: Inertial::Inertia(..),
            ..
        } => 0.01,
        _ => 0.1,
    };
    nominal.map(f64::abs).filter(|x| *x > 0.0).unwrap_or(usual)
}

/// The square of the distance to the nominal values, in shares of these; to `usual` without any.
fn distance(numbers: &Numbers<'_>, values: &[f64], usual: &[f64]) -> f64 {
    let nominal: Vec<Option<f64>> = numbers.plan.recovered.iter().map(|p| p.nominal).collect();
    let has_any = nominal.iter().any(Option::is_some);
    let pairs = values.iter().zip(&nominal).zip(usual);
    let each = pairs.zip(numbers.plan.recovered);
    each.filter_map(|(((value, nominal), usual), parameter)| {
        let to = if has_any { *nominal } else { Some(*usual) };
        Some(((value - to?) / scale(parameter.kind, to)).powi(2))
    })
    .sum()
}

fn is_no_mass(recovered: &Recovered) -> bool {
    let is_mass = matches!(
        recovered.kind,
        PhysicalKind::Body {
            component: Inertial::Mass,
            ..
        }
    );
    is_mass && recovered.value <= 0.0
}

/// What rounding leaves of each spare equation: a share of its terms, which its derivatives tell.
fn rounding(numbers: &Numbers<'_>, recovered: &[f64]) -> Result<Vec<f64>, RecoveryError> {
    let inputs: Vec<f64> = numbers.beta.iter().chain(numbers.known).copied().collect();
    let jacobian = numbers.of_residuals(recovered)?;
    let rows = jacobian.chunks_exact(inputs.len().max(1));
    let size = |row: &[f64]| -> f64 { row.iter().zip(&inputs).map(|(d, x)| (d * x).abs()).sum() };
    Ok(rows.map(|row| ROUNDING * size(row)).collect())
}

#[cfg(test)]
mod tests {
    use super::{is_same, scale, starting_point};
    use crate::interpret::numbers::Numbers;
    use crate::random::Random;
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Axis, Inertial, Physical, PhysicalKind, Recovery, Step, StepKind};

    #[test]
    fn a_parameter_has_the_size_of_its_nominal_value_or_a_usual_one() {
        let body = |component| PhysicalKind::Body { body: 1, component };
        let inertia = Inertial::Inertia(Axis::X, Axis::Y);
        for (kind, usual) in [
            (body(Inertial::Mass), 1.0),
            (body(inertia), 0.01),
            (body(Inertial::Moment(Axis::Z)), 0.1),
            (PhysicalKind::Length, 0.1),
            (PhysicalKind::Drive(3), 0.1),
        ] {
            assert_eq!(scale(kind, None), usual, "{kind:?}");
            assert_eq!(scale(kind, Some(0.0)), usual, "{kind:?}");
            assert_eq!(scale(kind, Some(-0.3)), 0.3, "{kind:?}");
        }
    }

    /// A millionth of the larger of both and the size.
    #[test]
    fn values_nearer_than_a_millionth_are_one() {
        let parameter = Physical {
            name: "Jxy_a",
            latex: "",
            unit: "",
            kind: PhysicalKind::Length,
            nominal: Some(2.0),
        };
        for (a, b, same) in [
            (4.0, 4.0 + 3.9e-6, true),
            (-4.0, -4.0 - 4.1e-6, false),
            (0.1, 0.1 + 1.9e-6, true),
            (0.1 + 2.1e-6, 0.1, false),
            (4.0, -4.0, false),
        ] {
            assert_eq!(is_same(&parameter, a, b), same, "{a} {b}");
        }
    }

    /// Quadratic steps begin beyond all roots, on either side. Of the others one half is normal about the nominal value, by its size;
    /// the other half is of either sign, with a logarithm that is uniform between 1.5 decades below and above the size.
    #[test]
    fn starting_points_are_about_the_nominal_values_and_far_from_them() {
        let physical = |component, nominal| Physical {
            name: "p",
            latex: "",
            unit: "",
            kind: PhysicalKind::Body { body: 0, component },
            nominal,
        };
        let step = |recovered: Vec<usize>, kind| Step {
            recovered: recovered.leak(),
            kind,
            formula: "",
            latex: "",
            divisor: "",
            note: "",
        };
        let x = Inertial::Moment(Axis::X);
        let recovered = [
            physical(Inertial::Mass, Some(2.0)),
            physical(x, Some(-0.001)),
            physical(Inertial::Mass, None),
            physical(x, Some(300.0)),
        ];
        let plan = Recovery {
            known: &[],
            recovered: recovered.to_vec().leak(),
            steps: vec![
                step(vec![0], StepKind::Quadratic),
                step(vec![3, 1], StepKind::Newton),
                step(vec![2], StepKind::Linear),
            ]
            .leak(),
            undetermined: &[],
            invisible: &[],
            spare: &[],
            rank: 4,
        };
        let numbers = Numbers {
            robot: &double_pendulum::ROBOT,
            plan: &plan,
            beta: &[],
            known: &[],
            covariance: &[],
        };
        let mut random = Random::new(5);
        let points: Vec<Vec<f64>> = (0..8000)
            .map(|_| starting_point(&numbers, &mut random))
            .collect();
        let share = |is: &dyn Fn(&[f64]) -> bool| {
            let count = points.iter().filter(|point| is(point)).count();
            count as f64 / points.len() as f64
        };
        let near = |found: f64, expected: f64| {
            assert!((found - expected).abs() < 0.02, "{found} for {expected}");
        };
        assert!(points.iter().all(|p| p.len() == 4 && p[0].is_infinite()));
        near(share(&|p| p[0] > 0.0), 0.5);
        // In shares of the nominal value, or of the usual size.
        for (k, size) in [(1, -0.001), (3, 300.0)] {
            assert!(
                points
                    .iter()
                    .all(|p| (p[k] / size).abs() <= 10f64.powf(1.5))
            );
            // Half a deviation of the normal, or log 3 of three decades of one sign.
            let about = share(&|p| (p[k] / size - 1.0).abs() < 0.5);
            near(about, 0.383 / 2.0 + 3f64.log10() / 3.0 / 4.0);
            near(share(&|p| p[k] / size < 0.0), 0.159 / 2.0 + 0.25);
            let far = (1.5 - 5f64.log10()) / 3.0 / 4.0;
            near(share(&|p| p[k] / size > 5.0), far);
            near(share(&|p| p[k] / size < -5.0), far);
        }
        near(share(&|p| p[2] > 0.0), 0.5);
        let small = (1.5 + 0.5f64.log10()) / 3.0;
        near(share(&|p| p[2].abs() < 0.5), 0.383 / 2.0 + small / 2.0);
        // Signs are drawn for each number, and all are near or far together.
        near(
            share(&|p| p[0] > 0.0 && p[3] < -1500.0),
            (1.5 - 5f64.log10()) / 3.0 / 8.0,
        );
        let beyond = |x: f64| x.abs() > 5.0;
        let both = (1.5 - 5f64.log10()).powi(2) / 9.0 / 2.0;
        near(share(&|p| beyond(p[2]) && beyond(p[3] / 300.0)), both);
    }
}

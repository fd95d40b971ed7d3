//! From base parameters back to masses, centres of mass and inertias: what can be known, and how.
//!
//! The unknowns are physical: mass, centre of mass and inertia about it, lengths that are symbols,
//! drive parameters. Base parameters are polynomials in them. Which unknowns these determine is a
//! question of linear algebra on the Jacobian, and [`Analysis::recovery`] finds formulas for them.
//!
//! **What is proved.** Ranks are taken at a point of a large prime field: what is independent there
//! is independent for almost all values of the quantities. So it is certain that a suggested set
//! of knowns suffices, and that nothing is divided by that always vanishes. A formula is proved by
//! substitution: with the base parameters written in physical quantities it is an identity of
//! polynomials, checked exactly ([`Analysis::recovery`] refuses a plan for which it is not). That the
//! rank is not higher than was found is certain where it is the number of base parameters, or that
//! of the unknowns, or that of the base parameters less the spare equations, each of which is
//! proved to follow from the others; [`Plan::is_rank_proved`] says whether it is one of these. If
//! not, as with claims that a set is the cheapest, it rests on dependence at the point, which is
//! wrong for about one point in 10^16.

mod determinacy;
mod elimination;
mod equation;
mod identified;
mod lengths;
mod nonlinear;
mod opening;
mod physical;
mod plan;
mod planning;
mod quantity;
mod suggestion;
mod system;

pub use equation::{Equation, base_of};
pub use lengths::ByLengths;
pub use physical::{in_physical, physical_symbol};
pub use plan::{Branch, Plan, Spare, Step, StepKind, Undetermined};
pub use quantity::{Quantity, QuantityKind};
pub use suggestion::{LISTED, Suggestion, Suggestions};
pub use system::System;

use crate::identifiability::{BaseParameters, Unproved};
use crate::mechanism::Mechanism;
use quantity::quantities;
use system::Point;

/// Newton's iteration is over so many unknowns at most.
pub const LARGEST_BLOCK: usize = 12;

/// Everything that recovery starts from.
#[derive(Debug)]
pub struct Analysis<'m> {
    mechanism: &'m Mechanism,
    base: &'m BaseParameters,
    /// What may be unknown.
    pub quantities: Vec<Quantity>,
}

/// What is known leads to this.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovery {
    /// The equations and their quantities.
    pub system: System,
    /// The plan for them.
    pub plan: Plan,
}

impl<'m> Analysis<'m> {
    /// What may be unknown of a mechanism with these base parameters.
    #[must_use]
    pub fn new(mechanism: &'m Mechanism, base: &'m BaseParameters) -> Self {
        Self {
            mechanism,
            base,
            quantities: quantities(mechanism),
        }
    }

    /// The quantity with a name.
    #[must_use]
    pub fn quantity(&self, name: &str) -> Option<usize> {
        self.quantities.iter().position(|q| q.name == name)
    }

    /// The equations if some quantities are known, and a point at which they hold.
    fn system(&self, known: &[usize]) -> Result<(System, Point), Unproved> {
        let lengths = self.quantities.iter().enumerate();
        let open = lengths.filter_map(|(index, quantity)| match quantity.kind {
            QuantityKind::Length(length) if !known.contains(&index) => Some(length),
            _ => None,
        });
        let system = System::new(self.mechanism, self.base, &open.collect::<Vec<_>>())?;
        let point = system.point().ok_or(Unproved)?;
        Ok((system, point))
    }

    /// The equations and the plan for what is known (by index, each once).
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations, or a step is no
    /// identity (which would be a fault of this crate).
    pub fn recovery(&self, known: &[usize]) -> Result<Recovery, Unproved> {
        let (system, point) = self.system(known)?;
        let mut plan = planning::plan(self.mechanism, &system, &point, known)?;
        for &candidate in known {
            // A length that were not known would be open.
            let opened = match self.quantities[candidate].kind {
                QuantityKind::Length(_) => {
                    let others = known.iter().copied().filter(|q| *q != candidate);
                    Some(self.system(&others.collect::<Vec<_>>())?)
                }
                _ => None,
            };
            let (system, point) = opened.as_ref().map_or((&system, &point), |(s, p)| (s, p));
            let redundant = planning::is_redundant(system, point, known, candidate);
            if redundant.ok_or(Unproved)? {
                plan.redundant.push(candidate);
            }
            // Of a length that is known the regressor may be all that depends on it.
            if system.is_visible(candidate) {
                plan.invisible.retain(|&quantity| quantity != candidate);
            }
        }
        let vanishes = |equation| system.in_quantities(equation).is_zero();
        let steps = plan
            .steps
            .iter()
            .flat_map(|step| &step.equations)
            .all(vanishes);
        let spare = plan.spare.iter().all(|spare| vanishes(&spare.equation));
        if steps && spare {
            Ok(Recovery { system, plan })
        } else {
            Err(Unproved)
        }
    }

    /// What the robot file's knowns lead to.
    ///
    /// # Errors
    /// As [`Analysis::recovery`].
    pub fn of_file(&self) -> Result<Recovery, Unproved> {
        let names = &self.mechanism.recovery.known;
        let mut known: Vec<usize> = Vec::new();
        for quantity in names.iter().filter_map(|name| self.quantity(name)) {
            if !known.contains(&quantity) {
                known.push(quantity);
            }
        }
        self.recovery(&known)
    }

    /// The cheapest sufficient sets of knowns that contain what is `given`.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations.
    pub fn suggestions(&self, given: &[usize]) -> Result<Suggestions, Unproved> {
        // A length that is known takes its column out of the Jacobian of what is measured, and leaves
        // the span of the others as it is.
        let (system, point) = self.system(given)?;
        suggestion::suggestions(&system, &point, given).ok_or(Unproved)
    }
}

/// The plan for what the robot file says is known.
///
/// # Errors
/// As [`Analysis::recovery`].
pub fn recovery(mechanism: &Mechanism, base: &BaseParameters) -> Result<Recovery, Unproved> {
    Analysis::new(mechanism, base).of_file()
}

impl Plan {
    /// Whether it is proved that the rank is not higher than was found.
    #[must_use]
    pub fn is_rank_proved(&self, system: &System) -> bool {
        let determined = self.recovered().len() + self.unsolved.len() + self.fitted.len();
        let measured = system.equations.len() + self.fitted.len();
        self.rank == determined + self.undetermined.len()
            || system.entangled.is_empty() && self.rank + self.spare.len() == measured
    }
}

#[cfg(test)]
mod tests {
    use super::{Analysis, Plan, Spare, Step, StepKind, Suggestion, System, Undetermined};
    use crate::algebra::{Poly, Rational};
    use crate::identifiability::{BaseParameters, base_parameters};
    use crate::mechanism::{Mechanism, load};

    /// Of which base parameters are `mx`, `mz` and `Lyy`.
    pub(super) fn pendulum() -> (Mechanism, BaseParameters, System) {
        let text = "robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n- {name: arm, parent: base, joint: \
                    {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (mechanism, _) = load("pendulum.yaml", text).expect("a robot");
        let base = base_parameters(&mechanism).expect("base parameters");
        let system = System::new(&mechanism, &base, &[]).expect("a system");
        (mechanism, base, system)
    }

    /// So many unknowns that a step gives, are unsolved, fitted and undetermined, spare equations, and the rank.
    #[test]
    fn a_rank_is_proved_by_all_unknowns_or_by_all_equations_of_base_parameters() {
        let (_, _, mut system) = pendulum();
        assert_eq!(system.equations.len(), 3);
        let plan = |[given, unsolved, fitted, undetermined, spare, rank]: [usize; 6]| {
            let step = Step {
                unknowns: (0..given).collect(),
                equations: Vec::new(),
                kind: StepKind::Newton,
            };
            let open = |quantity| Undetermined {
                quantity,
                determined_by: Vec::new(),
            };
            let check = Spare {
                base: 0.into(),
                equation: Poly::zero(),
            };
            Plan {
                known: Vec::new(),
                fitted: (0..fitted).collect(),
                invisible: Vec::new(),
                rank,
                steps: vec![step],
                spare: vec![check; spare],
                undetermined: (0..undetermined).map(open).collect(),
                unsolved: (0..unsolved).collect(),
                redundant: Vec::new(),
            }
        };
        let by_unknowns = [[2, 1, 1, 0, 9, 4], [1, 2, 0, 0, 9, 3]];
        let by_equations = [[1, 0, 0, 4, 1, 2], [1, 0, 1, 4, 1, 3], [0, 0, 2, 9, 0, 5]];
        let neither = [[2, 1, 1, 0, 9, 3], [1, 0, 0, 4, 1, 3], [1, 0, 1, 4, 1, 2]];
        let proved = |system: &System, all: &[[usize; 6]]| -> Vec<bool> {
            let all = all.iter();
            all.map(|numbers| plan(*numbers).is_rank_proved(system))
                .collect()
        };
        assert_eq!(proved(&system, &by_unknowns), [true; 2]);
        assert_eq!(proved(&system, &by_equations), [true; 3]);
        assert_eq!(proved(&system, &neither), [false; 3]);
        // Of coefficients of motion some may follow from others.
        system.entangled = vec![0];
        assert_eq!(proved(&system, &by_unknowns), [true; 2]);
        assert_eq!(proved(&system, &by_equations), [false; 3]);
    }

    /// With the mass of a pendulum or one way to its centre the other unknowns follow, and nothing more has to be known.
    #[test]
    fn what_is_given_is_not_suggested_again() {
        let (mechanism, base, _) = pendulum();
        let analysis = Analysis::new(&mechanism, &base);
        let nothing = Suggestion {
            cost: Rational::ZERO,
            known: Vec::new(),
        };
        for name in ["m_arm", "tx_arm", "tz_arm"] {
            let given = analysis.quantity(name).expect("a quantity");
            let found = analysis.suggestions(&[given]).expect("provable");
            assert_eq!(found.sets, std::slice::from_ref(&nothing), "{name}");
            assert_eq!(found.count, Some(1));
            assert_eq!(found.with_values, Some(nothing.clone()));
        }
        // What has no effect helps nothing.
        let given = analysis.quantity("ty_arm").expect("a quantity");
        let found = analysis.suggestions(&[given]).expect("provable");
        assert!(found.sets.iter().all(|set| set.known.len() == 1));
    }

    /// A slider on an arm: while where it begins (`l_1`) is known, the regressor alone depends on it, but without it nothing tells where
    /// the centre of mass is. With a joint at the slider's end and a motion along the arm motion tells it (`d`). How high the arm stands
    /// tells nothing.
    #[test]
    fn a_length_that_decides_something_is_of_use_where_it_is_known() {
        let robot = |gravity: &str, length: &str, axis: &str, more: &str| {
            format!(
                "robot: slider\ngravity: {gravity}\nconstants:\n  l_0: {{value: 0.2, unit: m, symbolic: true}}\n  {length}: {{value: \
                 0.36, unit: m, symbolic: true}}\nbodies:\n- {{name: a, parent: base, joint: {{name: q1, type: revolute, origin: \
                 {{xyz: [0, 0, l_0]}}, axis: [0, 0, 1]}}}}\n- {{name: b, parent: a, joint: {{name: q2, type: prismatic, origin: \
                 {{xyz: [{length}, 0, 0]}}, axis: {axis}}}}}\n{more}"
            )
        };
        let tool = "- {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 0, 1]}}\n";
        let across = robot("[0, 0, 0]", "l_1", "[0, 1, 0]", "");
        let along = robot("[0, 0, -9.81]", "d", "[1, 0, 0]", tool);
        for (text, length, is_redundant) in [(across, "l_1", false), (along, "d", true)] {
            let (mechanism, _) = load("slider.yaml", &text).expect("a robot");
            let base = base_parameters(&mechanism).expect("base parameters");
            let analysis = Analysis::new(&mechanism, &base);
            let named = |name: &str| analysis.quantity(name).expect("a quantity");
            let [length, height, place] = [length, "l_0", "tx_b"].map(named);
            let known = [named("m_b"), length, height];
            let Plan {
                invisible,
                redundant,
                steps,
                ..
            } = analysis.recovery(&known).expect("provable").plan;
            assert!(!invisible.contains(&length) && invisible.contains(&height));
            assert_eq!(redundant.contains(&length), is_redundant);
            assert!(steps.iter().any(|step| step.unknowns == [place]));
        }
    }

    #[test]
    fn kinds_of_steps_are_named_in_lower_case() {
        assert_eq!(StepKind::Linear.name(), "linear");
        assert_eq!(StepKind::Newton.name(), "newton");
    }

    /// Of equations with an unknown each it is the product of their derivatives.
    #[test]
    fn divisors_are_written_for_six_unknowns_at_most() {
        let (_, _, system) = pendulum();
        let factors = [2, 3, 4, 5, 6, 7, 8].map(Rational::from);
        let divisor = |count: usize| {
            let unknowns: Vec<usize> = (0..count).collect();
            let equation = |&k: &usize| Poly::atom(system.quantities[k].atom).scale(&factors[k]);
            let step = Step {
                equations: unknowns.iter().map(equation).collect(),
                unknowns,
                kind: StepKind::Newton,
            };
            step.divisor(&system)
        };
        let number = |n: i64| Some(Poly::constant(Rational::from(n)));
        assert_eq!(divisor(1), number(2));
        assert_eq!(divisor(6), number(2 * 3 * 4 * 5 * 6 * 7));
        assert_eq!(divisor(7), None);
    }
}

//! From base parameters back to masses, centres of mass and inertias: what can be known, and how.
//!
//! The unknowns are physical: mass, centre of mass and inertia about it, lengths that are symbols,
//! drive parameters. Base parameters are polynomials in them. Which unknowns these determine is a
//! question of linear algebra on the Jacobian, and [`Analysis::plan`] finds formulas for them.
//!
//! **What is proved.** Ranks are taken at a point of a large prime field: what is independent there
//! is independent for almost all values of the quantities. So it is certain that a suggested set
//! of knowns suffices, and that nothing is divided by that always vanishes. A formula is proved by
//! substitution: with the base parameters written in physical quantities it is an identity of
//! polynomials, checked exactly ([`Analysis::plan`] refuses a plan for which it is not). That the
//! rank is not higher than was found is certain where it is the number of base parameters, or that
//! of the unknowns, or that of the base parameters less the spare equations, each of which is
//! proved to follow from the others; [`Plan::is_rank_proved`] says whether it is one of these. If
//! not, as with claims that a set is the cheapest, it rests on dependence at the point, which is
//! wrong for about one point in 10^16.

mod determinacy;
mod elimination;
mod nonlinear;
mod physical;
mod plan;
mod planning;
mod quantity;
mod suggestion;
mod system;

pub use physical::{in_physical, physical_symbol};
pub use plan::{Branch, Plan, Spare, Step, StepKind, Undetermined};
pub use quantity::{Quantity, QuantityKind};
pub use suggestion::{LISTED, Suggestion, Suggestions};
pub use system::{Equation, System, base_of};

use crate::identifiability::{BaseParameters, Unproved};
use crate::mechanism::Mechanism;
use system::Point;

/// Newton's iteration is over so many unknowns at most.
pub const LARGEST_BLOCK: usize = 6;

/// Everything that recovery starts from.
#[derive(Debug)]
pub struct Analysis<'m> {
    mechanism: &'m Mechanism,
    /// The equations and their quantities.
    pub system: System,
    point: Point,
}

impl<'m> Analysis<'m> {
    /// Writes the base parameters in physical quantities.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations.
    pub fn new(mechanism: &'m Mechanism, base: &BaseParameters) -> Result<Self, Unproved> {
        let system = System::new(mechanism, base);
        let point = system.point().ok_or(Unproved)?;
        Ok(Self {
            mechanism,
            system,
            point,
        })
    }

    /// The quantity with a name.
    #[must_use]
    pub fn quantity(&self, name: &str) -> Option<usize> {
        self.system.quantities.iter().position(|q| q.name == name)
    }

    /// The plan for what is known (by index, each once).
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations, or a step is no
    /// identity (which would be a fault of this crate).
    pub fn plan(&self, known: &[usize]) -> Result<Plan, Unproved> {
        let plan = planning::plan(self.mechanism, &self.system, &self.point, known)?;
        let vanishes = |equation| self.system.in_quantities(equation).is_zero();
        let steps = plan
            .steps
            .iter()
            .flat_map(|step| &step.equations)
            .all(vanishes);
        let spare = plan.spare.iter().all(|spare| vanishes(&spare.equation));
        if steps && spare {
            Ok(plan)
        } else {
            Err(Unproved)
        }
    }

    /// The plan for what the robot file says is known.
    ///
    /// # Errors
    /// As [`Analysis::plan`].
    pub fn file_plan(&self) -> Result<Plan, Unproved> {
        let names = &self.mechanism.recovery.known;
        let mut known: Vec<usize> = Vec::new();
        for quantity in names.iter().filter_map(|name| self.quantity(name)) {
            if !known.contains(&quantity) {
                known.push(quantity);
            }
        }
        self.plan(&known)
    }

    /// The cheapest sufficient sets of knowns that contain what is `given`.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations.
    pub fn suggestions(&self, given: &[usize]) -> Result<Suggestions, Unproved> {
        suggestion::suggestions(&self.system, &self.point, given).ok_or(Unproved)
    }
}

/// What the robot file's knowns lead to.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovery {
    /// The equations and their quantities.
    pub system: System,
    /// The plan for them.
    pub plan: Plan,
}

/// The plan for what the robot file says is known.
///
/// # Errors
/// As [`Analysis::plan`].
pub fn recovery(mechanism: &Mechanism, base: &BaseParameters) -> Result<Recovery, Unproved> {
    let analysis = Analysis::new(mechanism, base)?;
    let plan = analysis.file_plan()?;
    Ok(Recovery {
        system: analysis.system,
        plan,
    })
}

impl Plan {
    /// Whether it is proved that the rank is not higher than was found.
    #[must_use]
    pub fn is_rank_proved(&self, system: &System) -> bool {
        let unknowns = self.recovered().len() + self.unsolved.len() + self.undetermined.len();
        self.rank == unknowns || self.rank + self.spare.len() == system.equations.len()
    }
}

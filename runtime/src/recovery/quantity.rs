//! The plan as data: what is known, what is recovered, by which formula, and what is missing.

use crate::Inertial;

/// How a robot's physical parameters follow from its base parameters and what is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recovery {
    /// What is known beforehand, in the order of the argument `known` (`k`).
    pub known: &'static [Physical],
    /// What the plan gives, in the order of the result (`r`).
    pub recovered: &'static [Physical],
    /// The formulas in the order in which they are computed (`d`).
    pub steps: &'static [Step],
    /// What appears in the base parameters and is neither known nor recovered.
    pub undetermined: &'static [Undetermined],
    /// What appears in no base parameter, so that no measurement shows it.
    pub invisible: &'static [Physical],
    /// Equations that no step used, in the order of the residuals (`s`).
    pub spare: &'static [Spare],
    /// How many of the unknown parameters the base parameters determine, combinations included: the
    /// generic rank of the Jacobian of the base parameters by the unknowns.
    pub rank: usize,
}

impl Recovery {
    /// Whether some step may have several solutions.
    #[must_use]
    pub fn has_several(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| step.kind != StepKind::Linear)
    }
}

/// A physical parameter: of a body, a length that is a symbol, or of a drive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Physical {
    /// `m_a`, `tx_a`, `Jxx_a`, the constant's name, or the drive parameter's (`Ia_m1`).
    pub name: &'static str,
    /// The same in LaTeX.
    pub latex: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it is.
    pub kind: PhysicalKind,
    /// Its value in the robot file, where there is one. That of a length always exists.
    pub nominal: Option<f64>,
}

/// What a physical parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhysicalKind {
    /// One of the ten of a body: `m, tx, ty, tz` (centre of mass in the body's frame), `Jxx, Jxy,
    /// Jxz, Jyy, Jyz, Jzz` (tensor about the centre of mass, axes parallel to the body's frame).
    Body {
        /// Index of the body.
        body: usize,
        /// Which of the ten.
        component: Inertial,
    },
    /// A constant of the robot file that stays a symbol.
    Length,
    /// One that the motion determines by itself and no regressor with another value fits: the value with
    /// which the base parameters were identified has to be its true one.
    FittedLength,
    /// A rotor inertia, an armature or a friction coefficient: the standard parameter with this
    /// index in [`Model::parameters`](crate::Model::parameters).
    Drive(usize),
}

/// One step of the plan: a formula for one parameter, or a system for several.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The parameters that it gives, as indices into [`Recovery::recovered`].
    pub recovered: &'static [usize],
    /// How it is solved.
    pub kind: StepKind,
    /// The formula in base parameters, knowns and parameters of earlier steps:
    /// `ty_c = my_c/m_c`. Base parameters go by the names of their representatives, with `beta_`
    /// before it where a physical parameter has that name, too.
    pub formula: &'static str,
    /// The same in LaTeX.
    pub latex: &'static str,
    /// What the step divides by, as text: for a quadratic step the derivative at the root, for
    /// Newton's iteration the determinant of its Jacobian. Empty where that is a number.
    pub divisor: &'static str,
    /// Which root is taken and why, what is iterated, what to mind; empty if there is nothing to say.
    pub note: &'static str,
}

impl core::fmt::Display for Step {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the step `{}`", self.formula)
    }
}

/// How a step is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// By one division at most.
    Linear,
    /// By a square root; [`Step::note`] says which root.
    Quadratic,
    /// By Newton's iteration from the nominal values.
    Newton,
}

/// A physical parameter that has an effect, but cannot be told from others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Undetermined {
    /// The parameter.
    pub parameter: Physical,
    /// What would determine it: names of parameters any one set of which, known in addition, is
    /// enough. The parameter itself is left out; empty if it takes more than two others.
    pub determined_by: &'static [&'static [&'static str]],
}

/// An equation that the plan did not need: its residual checks the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spare {
    /// What should vanish, as text: a base parameter less what the recovered parameters give it.
    pub formula: &'static str,
    /// The same in LaTeX.
    pub latex: &'static str,
    /// The residual's unit; empty where units are mixed by symbols of other units.
    pub unit: &'static str,
    /// Index of the base parameter that the equation is about.
    pub base: usize,
}

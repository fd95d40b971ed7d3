//! The table of generated quantities: what each is called, what it takes and which shape it has.

#[cfg(doc)]
use crate::BaseMotion;
use crate::Model;

/// What generated functions take: slices of the robot's own sizes. Those that a quantity does not
/// take may be left out. Numbers, or what else a function is evaluated with
/// ([`Robot::trace`](crate::Robot::trace)).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Inputs<'a, S = f64> {
    /// Standard parameters, in the order of [`Model::parameters`] (`p`).
    pub theta: &'a [S],
    /// Positions of the coordinates, rad or m (`n`).
    pub q: &'a [S],
    /// Their velocities (`n`).
    pub qd: &'a [S],
    /// Their accelerations (`n`).
    pub qdd: &'a [S],
    /// Velocities that a controller of Slotine and Li follows in place of `qd` (`n`).
    pub qd_r: &'a [S],
    /// Their rates (`n`).
    pub qdd_r: &'a [S],
    /// How the base moves, if it does ([`Model::base_moves`]): what [`BaseMotion::inputs`] gives
    /// ([`BaseMotion::INPUTS`]).
    pub base: &'a [S],
}

/// What a quantity is counted along: the meaning of its rows and of its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// A single row or column.
    One,
    /// The joint torques, one for each coordinate (`n`); before them force and moment on a base that moves
    /// ([`Model::rows`]).
    Torques,
    /// What is measured ([`Model::measured`]); the joint torques where that is empty.
    Measured,
    /// The standard parameters (`p`).
    Parameters,
    /// The base parameters (`b`).
    Base,
    /// The monomials of the closed form's elements ([`Model::elements`]).
    Monomials,
}

impl Dimension {
    /// How many there are.
    #[must_use]
    pub fn length(self, model: &Model) -> usize {
        match self {
            Self::One => 1,
            Self::Measured if !model.measured.is_empty() => model.measured.len(),
            Self::Torques | Self::Measured => model.rows(),
            Self::Parameters => model.parameters.len(),
            Self::Base => model.base.len(),
            Self::Monomials => model.elements.iter().map(|e| e.terms.len()).sum(),
        }
    }
}

/// Gives the table to a macro: a summary in one line (the command shows it) and further documentation,
/// then variant, `function(arguments)`, rows and columns, the name that a user types, and the symbol of
/// an element.
macro_rules! table {
    ($with:ident) => {
        $with! {
            /// What multiplies every standard parameter in the joint torques
            /// (`n × p`): `tau = Y theta`, all drive terms included.
            TorqueRegressor torque_regressor(q, qd, qdd) Torques Parameters "regressor" ""
            /// What multiplies every base parameter in the joint torques
            /// (`n × b`): `tau = Y_b beta` if [`Model::base_of_torque`].
            BaseRegressor base_regressor(q, qd, qdd) Torques Base "base-regressor" ""
            /// What multiplies every standard parameter in what is measured (`measure` of the robot file)
            /// (`rows × p`): a row for each of [`Model::measured`]; the torque regressor where that is
            /// empty.
            MeasuredRegressor measured_regressor(q, qd, qdd) Measured Parameters "measured-regressor" ""
            /// What multiplies every base parameter in what is measured
            /// (`rows × b`): each measured number is its row times `beta`.
            MeasuredBaseRegressor measured_base_regressor(q, qd, qdd) Measured Base "measured-base-regressor" ""
            /// What multiplies every standard parameter in the energy
            /// (a row of `p`), kinetic plus potential: zero in the columns of friction.
            EnergyRegressor energy_regressor(q, qd) One Parameters "energy-regressor" "energy"
            /// What multiplies every standard parameter in the torques of Slotine and Li
            /// (`n × p`): `M qdd_r + C qd_r + g + friction(qd) = Y theta`, with the `C` of Christoffel's symbols
            /// ([`slotine_li`](crate::control::slotine_li)). A robot whose base moves has none.
            SlotineLiRegressor slotine_li_regressor(q, qd, qd_r, qdd_r) Torques Parameters "slotine-li-regressor" ""
            /// What multiplies every base parameter in the torques of Slotine and Li
            /// (`n × b`): the regressor of [`Adaptive`](crate::control::Adaptive). A robot whose base moves has none.
            SlotineLiBaseRegressor slotine_li_base_regressor(q, qd, qd_r, qdd_r) Torques Base "slotine-li-base-regressor" ""
            /// Joint torques, friction and drives included
            /// (`n`), by the factored form.
            InverseDynamics inverse_dynamics(theta, q, qd, qdd) Torques One "torque" "tau"
            /// The joint-space inertia matrix
            /// (`n × n`), armature and rotors included.
            InertiaMatrix inertia_matrix(theta, q) Torques Torques "inertia" "M"
            /// Coriolis and centrifugal torques
            /// (`n`).
            CoriolisTorques coriolis_torques(theta, q, qd) Torques One "coriolis" "c"
            /// Gravity torques
            /// (`n`).
            GravityTorques gravity_torques(theta, q) Torques One "gravity" "tau"
            /// Base parameters
            /// (`b`) of the standard parameters `theta`.
            BaseParameters base_parameters(theta) Base One "base-parameters" ""
            /// Joint torques by the closed form
            /// (`n`); by the factored form where the closed form passed its budget of terms.
            ClosedFormTorque closed_form_torque(theta, q, qd, qdd) Torques One "closed-form-torque" "tau"
            /// Monomials of the closed form's elements
            /// at a configuration, those of [`Model::elements`] one after the other: element e is the sum
            /// of its monomials times its coefficients.
            ElementBases element_bases(q) Monomials One "element-bases" ""
        }
    };
}
pub(crate) use table;

/// Defines [`Quantity`] by the table.
macro_rules! quantities {
    ($(#[doc = $summary:literal] $(#[doc = $doc:literal])* $variant:ident $function:ident($($argument:ident),*)
        $rows:ident $columns:ident $name:literal $symbol:literal)*) => {
        /// A quantity that is generated for a robot.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Quantity {
            $(#[doc = $summary] $(#[doc = $doc])* $variant,)*
        }

        impl Quantity {
            /// Every quantity.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The generated function, and the method of [`Robot`](crate::Robot).
            #[must_use]
            pub const fn function(self) -> &'static str {
                match self { $(Self::$variant => stringify!($function)),* }
            }

            /// What it is, in one line.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary.trim_start()),* }
            }

            /// What it takes: names of fields of [`Inputs`].
            #[must_use]
            pub const fn arguments(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$(stringify!($argument)),*]),* }
            }

            /// What its rows and its columns are; both [`Dimension::One`] is a number.
            #[must_use]
            pub const fn shape(self) -> [Dimension; 2] {
                match self { $(Self::$variant => [Dimension::$rows, Dimension::$columns]),* }
            }

            /// The name by which a user asks for it: `torque`, `base-regressor`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The symbol of its elements, `M` of `M_q1_q2`; empty for a regressor.
            #[must_use]
            pub const fn symbol(self) -> &'static str {
                match self { $(Self::$variant => $symbol),* }
            }
        }
    };
}
table!(quantities);

impl Quantity {
    /// How many numbers it has for a robot.
    #[must_use]
    pub fn length(self, model: &Model) -> usize {
        let [rows, columns] = self.shape();
        rows.length(model) * columns.length(model)
    }
}

#[cfg(test)]
mod tests {
    use super::{Dimension, Quantity};
    use crate::model::tests::BARE;
    use crate::{Element, ElementPart, ElementTerm, Measured, Model};

    /// What is measured counts where it is said; the monomials of all elements are together.
    #[test]
    fn dimensions_are_counted_in_the_model() {
        const TERM: ElementTerm = ElementTerm {
            name: "PG_1",
            latex: "",
            monomial: "s1",
            monomial_latex: "",
            expression: "",
            combination: &[],
        };
        const GRAVITY: Element = Element {
            name: "g_1",
            latex: "",
            part: ElementPart::Gravity,
            indices: &[0],
            coordinates: &[0],
            terms: &[TERM, TERM],
        };
        const INERTIA: Element = Element {
            part: ElementPart::Inertia,
            terms: &[TERM, TERM, TERM],
            ..GRAVITY
        };
        const FORCE: Measured = Measured {
            name: "fx_arm",
            unit: "N",
        };
        let model = Model {
            elements: &[GRAVITY, INERTIA],
            measured: &[FORCE; 4],
            ..BARE
        };
        let lengths = |model: &Model| {
            [
                Dimension::One,
                Dimension::Torques,
                Dimension::Measured,
                Dimension::Monomials,
            ]
            .map(|dimension| dimension.length(model))
        };
        assert_eq!(lengths(&model), [1, 1, 4, 5]);
        assert_eq!(lengths(&BARE), [1, 1, 1, 0]);
        assert_eq!(Quantity::ElementBases.length(&model), 5);
    }

    /// A summary is a text of its own: it begins with what it is about.
    #[test]
    fn every_quantity_is_called_and_summed_up_in_its_own_way() {
        for (k, quantity) in Quantity::ALL.iter().enumerate() {
            let summary = quantity.summary();
            assert!(
                summary.starts_with(|c: char| c.is_ascii_uppercase()),
                "{summary:?}"
            );
            let before = &Quantity::ALL[..k];
            assert!(before.iter().all(|other| other.name() != quantity.name()
                && other.function() != quantity.function()
                && other.summary() != summary));
        }
    }
}

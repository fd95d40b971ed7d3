//! The table of quantities: what can be generated of a robot, its name and shape, what it takes, and how
//! it is derived. Functions, the robot's interface, documentation and costs follow from it.

use Argument::{Base, Q, Qd, QdR, Qdd, QddR, Theta};
use Dimension::{Bases, Measured, Monomials, One, Parameters, Torques};
use Presence::{Absent, As, Own, Polarised};

use super::composed::{closed_form_torque, of_representatives};
use crate::algebra::{BaseInput, Graph, Ref};
use crate::derivation::Derivation;
use crate::dynamics::{self, Wanted};
use crate::identifiability::base_expressions;
use crate::mechanism;

/// An array that a generated function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// Standard parameters (`p`).
    Theta,
    /// How a base that is moved moves: the vectors of [`BaseInput`] one after the other. A robot
    /// whose base is at rest does not take it.
    Base,
    /// Positions of the coordinates (`n`).
    Q,
    /// Velocities (`n`).
    Qd,
    /// Accelerations (`n`).
    Qdd,
    /// Velocities to be followed in place of [`Argument::Qd`] (`n`).
    QdR,
    /// Their rates (`n`).
    QddR,
}

impl Argument {
    /// Its name in generated code.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theta => "theta",
            Base => "base",
            Q => "q",
            Qd => "qd",
            Qdd => "qdd",
            QdR => "qd_r",
            QddR => "qdd_r",
        }
    }

    /// How many numbers it has; `None` for a robot that does not take it.
    #[must_use]
    pub fn length(self, derivation: &Derivation) -> Option<usize> {
        let mechanism = &derivation.mechanism;
        match (self, mechanism.base) {
            (Theta, _) => Some(mechanism.parameters.len()),
            (Base, mechanism::Base::Rest) => None,
            (Base, mechanism::Base::Input) => Some(3 * BaseInput::ALL.len()),
            (Q | Qd | Qdd | QdR | QddR, _) => Some(mechanism.coordinates.len()),
        }
    }
}

/// What the rows or the columns of a quantity are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// There is one.
    One,
    /// Torques: six of the wrench on a base that is moved, then one a coordinate.
    Torques,
    /// Measured numbers.
    Measured,
    /// Standard parameters.
    Parameters,
    /// Base parameters.
    Bases,
    /// Monomials of the closed form's elements.
    Monomials,
}

impl Dimension {
    /// How many there are.
    #[must_use]
    pub fn length(self, derivation: &Derivation) -> usize {
        let mechanism = &derivation.mechanism;
        match self {
            One => 1,
            Torques => mechanism.rows(),
            Measured => mechanism.measured_rows().len(),
            Parameters => mechanism.parameters.len(),
            Bases => derivation.base.base.len(),
            Monomials => {
                let elements = derivation.elements.iter().flatten();
                elements.map(|element| element.combinations.len()).sum()
            }
        }
    }
}

/// Whether a robot has a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It has a function of its own.
    Own,
    /// It is the same as another one.
    As(Quantity),
    /// It has a function of its own that calls another one's, in which the velocities of bodies are two different ones
    /// (`docs/adr/0015-polarised.md`).
    Polarised(Quantity),
    /// It has none.
    Absent,
}

/// An entry of the table.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Which quantity it is about.
    pub quantity: Quantity,
    /// The generated function.
    pub function: &'static str,
    /// What it takes.
    pub takes: &'static [Argument],
    /// What its rows and its columns are: numbers in a line if there is one row or one column.
    pub shape: [Dimension; 2],
    /// Its documentation, with `{rows}`, `{columns}` and `{terms}` (of the closed form) in it.
    pub document: &'static str,
    /// Whether a robot has it.
    pub presence: fn(&Derivation) -> Presence,
    /// Its elements as expressions, row-major.
    pub derive: fn(&Derivation, &mut Graph) -> Vec<Ref>,
}

impl Entry {
    /// Its documentation, of a robot.
    pub(super) fn documentation(&self, derivation: &Derivation) -> String {
        let [rows, columns] = self.shape.map(|dimension| dimension.length(derivation));
        let terms = derivation.closed_form.as_ref();
        let terms = terms.map_or(0, |form| form.coefficients.len());
        let document = self.document.replace("{rows}", &rows.to_string());
        let document = document.replace("{columns}", &columns.to_string());
        document.replace("{terms}", &terms.to_string())
    }
}

/// Defines [`Quantity`] and its table. A robot has a function of its own for a quantity unless the entry
/// says otherwise.
macro_rules! table {
    (@presence) => { |_| Own };
    (@presence $presence:expr) => { $presence };
    ($($(#[$doc:meta])* $quantity:ident {
        $function:ident($($argument:ident),+) -> [$rows:ident, $columns:ident],
        document: $document:literal,
        $(presence: $presence:expr,)?
        derive: $derive:expr,
    })*) => {
        /// What can be generated of a robot.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Quantity {
            $($(#[$doc])* $quantity,)*
        }

        impl Quantity {
            /// All quantities, in the order in which a reader wants them.
            pub const ALL: &'static [Self] = &[$(Self::$quantity),*];

            /// Its entry in the table.
            #[must_use]
            pub fn entry(self) -> Entry {
                match self {
                    $(Self::$quantity => Entry {
                        quantity: self,
                        function: stringify!($function),
                        takes: &[$($argument),+],
                        shape: [$rows, $columns],
                        document: $document,
                        presence: table!(@presence $($presence)?),
                        derive: $derive,
                    },)*
                }
            }
        }
    };
}

table! {
    /// What multiplies every standard parameter in the joint torques.
    TorqueRegressor {
        torque_regressor(Base, Q, Qd, Qdd) -> [Torques, Parameters],
        document: "The torque regressor `Y` ({rows} × {columns}): `tau = Y theta`, drives included.\n\n\
            Rows are joints (N·m for a revolute joint, N for a prismatic one), columns the standard\n\
            parameters in the order of [`MODEL`]'s `parameters`. An, Atkeson and Hollerbach, equations 5 to 7.",
        derive: |derivation, graph| {
            dynamics::torque_regressor(graph, &derivation.mechanism).concat()
        },
    }
    /// What multiplies every base parameter in the joint torques.
    BaseRegressor {
        base_regressor(Base, Q, Qd, Qdd) -> [Torques, Bases],
        document: "The columns of the {columns} base parameters in the joint torques ({rows} × {columns}):\n\
            `tau = Y_b beta` if [`MODEL`]'s `base_of_torque` says so.\n\n\
            Column k is that of the parameter that represents base parameter k; see [`MODEL`]'s `base`.",
        derive: |derivation, graph| {
            let rows = dynamics::torque_regressor_for(graph, &derivation.mechanism, Wanted::Independent);
            of_representatives(derivation, &rows)
        },
    }
    /// What multiplies every standard parameter in what is measured.
    MeasuredRegressor {
        measured_regressor(Base, Q, Qd, Qdd) -> [Measured, Parameters],
        document: "The regressor of what is measured ({rows} × {columns}): a row a measured number, drives included.\n\n\
            Rows are those of [`MODEL`]'s `measured`, columns the standard parameters. A wrench is what a\n\
            body and all that it carries needs, in the body's frame and about its origin: An, Atkeson and\n\
            Hollerbach, equations 1 to 6.",
        presence: |derivation| measured_or(derivation, Quantity::TorqueRegressor),
        derive: |derivation, graph| {
            dynamics::measured_regressor(graph, &derivation.mechanism).concat()
        },
    }
    /// What multiplies every base parameter in what is measured.
    MeasuredBaseRegressor {
        measured_base_regressor(Base, Q, Qd, Qdd) -> [Measured, Bases],
        document: "The columns of the {columns} base parameters in what is measured ({rows} × {columns}).\n\n\
            Row by row the measured number is this times `beta`; see [`MODEL`]'s `measured` and `base`.",
        presence: |derivation| measured_or(derivation, Quantity::BaseRegressor),
        derive: |derivation, graph| {
            let rows = dynamics::measured_regressor_for(graph, &derivation.mechanism, Wanted::Independent);
            of_representatives(derivation, &rows)
        },
    }
    /// What multiplies every standard parameter in the energy.
    EnergyRegressor {
        energy_regressor(Base, Q, Qd) -> [One, Parameters],
        document: "Kinetic plus potential energy as a row of {columns} columns times `theta`, in J.\n\n\
            Potential energy is zero at the origin of the base frame; friction and offsets have none.\n\
            Kozłowski and Dutkiewicz, the integral model.",
        derive: |derivation, graph| dynamics::energy_regressor(graph, &derivation.mechanism),
    }
    /// What multiplies every standard parameter in the torques of Slotine and Li.
    SlotineLiRegressor {
        slotine_li_regressor(Q, Qd, QdR, QddR) -> [Torques, Parameters],
        document: "The regressor of Slotine and Li ({rows} × {columns}): `M qdd_r + C qd_r + g + friction(qd) = Y theta`.\n\n\
            With the `C` of Christoffel's symbols, for which `dM/dt - 2 C` is skew-symmetric. Three calls of\n\
            [`torque_regressor`]. Slotine and Li (1987), equation 9.",
        presence: |derivation| polarised(derivation, Quantity::TorqueRegressor),
        derive: |_, _| Vec::new(),
    }
    /// What multiplies every base parameter in the torques of Slotine and Li.
    SlotineLiBaseRegressor {
        slotine_li_base_regressor(Q, Qd, QdR, QddR) -> [Torques, Bases],
        document: "The columns of the {columns} base parameters in the torques of Slotine and Li ({rows} × {columns}).\n\n\
            `M qdd_r + C qd_r + g + friction(qd) = Y_b beta` if [`MODEL`]'s `base_of_torque` says so; three calls of\n\
            [`base_regressor`].",
        presence: |derivation| polarised(derivation, Quantity::BaseRegressor),
        derive: |_, _| Vec::new(),
    }
    /// Joint torques for a motion, by the factored form.
    InverseDynamics {
        inverse_dynamics(Theta, Base, Q, Qd, Qdd) -> [Torques, One],
        document: "Joint torques for a motion by the recursive Newton–Euler scheme, drives included.",
        derive: |derivation, graph| dynamics::inverse_dynamics(graph, &derivation.mechanism),
    }
    /// The joint-space inertia matrix.
    InertiaMatrix {
        inertia_matrix(Theta, Q) -> [Torques, Torques],
        document: "The joint-space inertia matrix `M(q)`, armature and rotors included, kg·m² (revolute).",
        derive: |derivation, graph| {
            dynamics::inertia_matrix(graph, &derivation.mechanism).concat()
        },
    }
    /// Coriolis and centrifugal torques.
    CoriolisTorques {
        coriolis_torques(Theta, Base, Q, Qd) -> [Torques, One],
        document: "Coriolis and centrifugal torques `S(q) [qd qd]`.",
        derive: |derivation, graph| dynamics::coriolis_torques(graph, &derivation.mechanism),
    }
    /// Gravity torques.
    GravityTorques {
        gravity_torques(Theta, Base, Q) -> [Torques, One],
        document: "Gravity torques `g(q)`.",
        derive: |derivation, graph| dynamics::gravity_torques(graph, &derivation.mechanism),
    }
    /// Base parameters of standard parameters.
    BaseParameters {
        base_parameters(Theta) -> [Bases, One],
        document: "The {rows} base parameters `beta` of the standard parameters `theta`.",
        derive: |derivation, graph| {
            base_expressions(graph, &derivation.mechanism, &derivation.base)
        },
    }
    /// Joint torques for a motion, by the closed form: as long as everything else together, and
    /// generated only where it is asked for.
    ClosedFormTorque {
        closed_form_torque(Theta, Q, Qd, Qdd) -> [Torques, One],
        document: "Joint torques by the closed form: {terms} terms, coefficients `PG`, `PJ`, `PS`.\n\n\
            Hanssen, Hovland and Brogårdh, equation 1, friction added.",
        presence: |derivation| match derivation.closed_form {
            Ok(_) => Own,
            Err(_) => As(Quantity::InverseDynamics),
        },
        derive: closed_form_torque,
    }
    /// Monomials of the closed form's elements.
    ElementBases {
        element_bases(Q) -> [Monomials, One],
        document: "The {rows} monomials of the closed form's elements at a configuration.\n\n\
            In the order of [`MODEL`]'s `elements`: an element is the sum of its monomials times its\n\
            coefficients. Hanssen, Hovland and Brogårdh, equation 2.",
        presence: |derivation| match derivation.elements {
            Some(_) => Own,
            None => Absent,
        },
        derive: |derivation, graph| {
            let form = derivation.closed_form.as_ref();
            form.map_or_else(|_| Vec::new(), |form| dynamics::element_bases(graph, form))
        },
    }
}

impl Quantity {
    /// What is generated unless something else is asked for: everything but the closed form.
    #[must_use]
    pub fn usual() -> Vec<Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|quantity| *quantity != Self::ClosedFormTorque)
            .collect()
    }

    /// Whether it is a function of the motion that is computed again and again, one state after the other or many at once.
    #[must_use]
    pub fn is_of_motion(self) -> bool {
        match self {
            Self::TorqueRegressor
            | Self::BaseRegressor
            | Self::MeasuredRegressor
            | Self::MeasuredBaseRegressor
            | Self::EnergyRegressor
            | Self::InverseDynamics
            | Self::InertiaMatrix
            | Self::CoriolisTorques
            | Self::GravityTorques => true,
            Self::SlotineLiRegressor
            | Self::SlotineLiBaseRegressor
            | Self::BaseParameters
            | Self::ClosedFormTorque
            | Self::ElementBases => false,
        }
    }

    /// Whether it is a regressor of what is measured in each state: what takes most of an identification's time, and so is
    /// compiled for all lanes.
    #[must_use]
    pub fn is_regressor(self) -> bool {
        matches!(
            self,
            Self::TorqueRegressor
                | Self::BaseRegressor
                | Self::MeasuredRegressor
                | Self::MeasuredBaseRegressor
        )
    }

    /// The quantity whose function this one's calls, if it is not derived by itself.
    #[must_use]
    pub fn calls(self, derivation: &Derivation) -> Option<Self> {
        match (self.entry().presence)(derivation) {
            Polarised(other) => Some(other),
            Own | As(_) | Absent => None,
        }
    }

    /// The quantity whose function computes this one; `None` if the robot has none.
    #[must_use]
    pub fn computed_by(self, derivation: &Derivation) -> Option<Self> {
        match (self.entry().presence)(derivation) {
            Own | Polarised(_) => Some(self),
            As(other) => Some(other),
            Absent => None,
        }
    }
}

/// The quantity whose function is called, with two velocities in place of one: of a base at rest.
fn polarised(derivation: &Derivation, of_torques: Quantity) -> Presence {
    match derivation.mechanism.base {
        mechanism::Base::Rest => Polarised(of_torques),
        mechanism::Base::Input => Absent,
    }
}

fn measured_or(derivation: &Derivation, of_torques: Quantity) -> Presence {
    match derivation.mechanism.measure.is_every_torque() {
        true => As(of_torques),
        false => Own,
    }
}

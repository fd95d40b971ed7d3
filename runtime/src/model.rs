//! What generated code says about its robot: names, sizes, units, base parameters, costs.

use crate::{Element, Frame, ParameterKind, Recovery};

/// A robot as data: everything about it that is not a function.
///
/// The generator makes it; its names and lists are `'static`. Sizes: `n` joints, `p` standard parameters
/// (10 of each body, then armature and friction of each joint, then rotor inertia and friction of
/// each motor), `b` base parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// The robot's name, as in its file.
    pub name: &'static str,
    /// A line for people.
    pub title: &'static str,
    /// Where the numbers come from.
    pub source: &'static str,
    /// Free-fall acceleration in the base frame, m/s²; that of a base that moves is given in the frame of the world.
    pub gravity: [f64; 3],
    /// Joints that move by themselves, in the order of the generalised coordinates (`n`).
    pub joints: &'static [Joint],
    /// Names of the bodies that joints move (`n`, and one for each joint that moves with others); before them
    /// `base`, if that moves.
    pub bodies: &'static [&'static str],
    /// How each body's joint moves: coordinates with the factors by which its velocity is theirs, none
    /// for one that is held. Empty where every joint has a coordinate of its own.
    pub motions: &'static [&'static [(usize, f64)]],
    /// Joints that move with others and have limits of their own.
    pub followers: &'static [Follower],
    /// Where each of [`Model::bodies`] is on its parent.
    pub frames: &'static [Frame],
    /// Motors, in the order of the rows of the transmission; empty if the file has none.
    pub motors: &'static [Motor],
    /// `q_motor = G q_joint`, row-major (`n × n`); empty stands for the identity.
    pub transmission: &'static [f64],
    /// Where positions and torques are measured unless a recording says otherwise.
    pub side: Side,
    /// What is measured: the rows of the measured regressor. Empty where the torque of every joint
    /// is measured and nothing else, the rows then being those of the torque regressor.
    pub measured: &'static [Measured],
    /// Whether the base parameters are those of the joint torques: these then follow from them,
    /// `tau = Y_b beta`, and are enough to identify them.
    pub base_of_torque: bool,
    /// Standard parameters, in the order of the parameter vector (`p`).
    pub parameters: &'static [Parameter],
    /// Base parameters, in the order of the base regressor's columns (`b`).
    pub base: &'static [BaseParameter],
    /// Torques that by themselves reveal other combinations than [`Model::base`]; any other reveals each
    /// base parameter by itself that enters it ([`Sparsity`]). `None` of a robot that is too large for it, or of
    /// whose torques not all are measured.
    pub single: Option<&'static [SingleTorque]>,
    /// Which elements of the regressors vanish whatever the motion.
    pub sparsity: Sparsity,
    /// Arithmetic of each generated function.
    pub costs: &'static [Cost],
    /// Number of terms of the closed form; `None` if it passed its budget, in which case
    /// [`Robot::closed_form_torque`](crate::Robot::closed_form_torque) computes by the factored form.
    pub closed_form_terms: Option<usize>,
    /// The elements of the closed form that are not zero; empty if it has too many terms to be
    /// identified element by element.
    pub elements: &'static [Element],
    /// The way back to physical parameters; `None` if the robot file names nothing known.
    pub recovery: Option<Recovery>,
    /// Equations of the base model in LaTeX: (left-hand side, right-hand side).
    pub equations: &'static [(&'static str, &'static str)],
}

impl Model {
    /// Whether the base moves: it is the first of the bodies then, the functions take its motion
    /// ([`Inputs::base`](crate::Inputs::base)), and the wrench that moves it is six rows before the torques of the
    /// joints: force and moment in its axes, about its origin.
    #[must_use]
    pub fn base_moves(&self) -> bool {
        self.bodies.first() == Some(&"base")
    }

    /// How many rows of torque there are: six of a base that moves, and one a joint (`n`).
    #[must_use]
    pub fn rows(&self) -> usize {
        let of_base = if self.base_moves() { 6 } else { 0 };
        of_base + self.joints.len()
    }

    /// How the joint of a body moves: coordinates, each with the factor by which the joint's velocity is
    /// that of the coordinate.
    pub fn motion(&self, body: usize) -> impl Iterator<Item = (usize, f64)> + use<> {
        let own = self.motions.is_empty().then_some((body, 1.0));
        let others = self.motions.get(body).copied().unwrap_or(&[]);
        own.into_iter().chain(others.iter().copied())
    }
}

/// A joint that moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joint {
    /// Its name: columns of a recording are called `q_<name>` and so on.
    pub name: &'static str,
    /// Revolute, continuous or prismatic.
    pub kind: JointKind,
    /// Lowest and highest position, rad or m.
    pub position: Option<[f64; 2]>,
    /// Highest speed, rad/s or m/s.
    pub velocity: Option<f64>,
    /// Highest acceleration, rad/s² or m/s².
    pub acceleration: Option<f64>,
    /// Highest torque or force, N·m or N.
    pub effort: Option<f64>,
}

/// A joint that moves with others.
///
/// What follows one joint alone is part of the limits of that in [`Model::joints`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Follower {
    /// Its name, and its limits as in the robot file.
    pub joint: Joint,
    /// Coordinates with the factors by which its velocity is theirs.
    pub motion: &'static [(usize, f64)],
    /// Its position where they are zero, rad or m.
    pub offset: f64,
}

impl Follower {
    /// Its position, velocity and acceleration, from those of the coordinates.
    pub fn state(&self, coordinate: impl Fn(usize) -> [f64; 3]) -> [f64; 3] {
        let begin = [self.offset, 0.0, 0.0];
        self.motion.iter().fold(begin, |sum, &(place, factor)| {
            let own = coordinate(place);
            core::array::from_fn(|order| sum[order] + factor * own[order])
        })
    }
}

/// How a joint moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointKind {
    /// Turns between limits.
    Revolute,
    /// Turns without end.
    Continuous,
    /// Slides.
    Prismatic,
}

/// A motor behind the transmission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motor {
    /// Its name.
    pub name: &'static str,
    /// Torque for each ampere, N·m/A.
    pub torque_constant: Option<f64>,
    /// Whether it is none: it stands for a joint without a motor, whose position it has and whose torque is zero.
    pub is_passive: bool,
}

/// A side of the transmission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The joints' own coordinates.
    Joint,
    /// The motors' coordinates, `G q`.
    Motor,
}

/// A measured number, a row of the measured regressor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// The column of a recording that holds it: `tau_<joint or motor>`; `fx_<body>` to `fz_<body>`
    /// and `tx_<body>` to `tz_<body>` for the wrench that the body's parent exerts on it, in the
    /// body's frame and about its origin; `power` for the balance of energy.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
}

/// One standard parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// `m_a`, `mx_a`, `Lxx_a`, `Ia_q1`, `fv_m1`: symbol and owner.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// What it is.
    pub kind: ParameterKind,
    /// Whether torque and motion reveal it.
    pub class: Class,
    /// The nominal value of the robot file, where there is one.
    pub nominal: Option<f64>,
}

/// A torque of the equations of motion: that of a joint with a coordinate, or of a motor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Torque {
    /// The side of the transmission on which it acts.
    pub side: Side,
    /// Its row: the place of the joint in [`Model::joints`], or of the motor.
    pub row: usize,
}

impl Torque {
    /// That of a joint.
    #[must_use]
    pub const fn joint(row: usize) -> Self {
        let side = Side::Joint;
        Self { side, row }
    }

    /// That of a motor.
    #[must_use]
    pub const fn motor(row: usize) -> Self {
        let side = Side::Motor;
        Self { side, row }
    }
}

/// What torque and motion reveal of a standard parameter (An, Atkeson and Hollerbach, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// By itself.
    Identifiable,
    /// Only in combination with others.
    Combined,
    /// Not at all: it has no effect on any measured torque.
    Invisible,
}

/// One base parameter: a combination of standard parameters that the motion can reveal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BaseParameter {
    /// The name of the standard parameter that represents it.
    pub name: &'static str,
    /// The whole combination as text, geometric symbols kept: `mx_b + l_b1*m_c`.
    pub expression: &'static str,
    /// The combination in LaTeX.
    pub latex: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Index of the representative in [`Model::parameters`]; its column of the full regressor is
    /// this base parameter's column of the base regressor.
    pub representative: usize,
    /// The combination as numbers, geometric symbols at their values.
    pub terms: &'static [Term],
}

/// A standard parameter and its coefficient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Index into [`Model::parameters`].
    pub parameter: usize,
    /// Its coefficient, in units of the base parameter over the parameter.
    pub coefficient: f64,
}

/// What the torque of one joint or motor reveals by itself, where that is not some of the base parameters,
/// each by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SingleTorque {
    /// The side of the transmission on which it acts.
    pub side: Side,
    /// Index into [`Model::joints`] or [`Model::motors`].
    pub row: usize,
    /// Combinations of base parameters, in reduced echelon form: the first coefficient of each is 1, and no
    /// other has its base parameter. Base parameters that enter the torque and none of these are revealed
    /// each by itself.
    pub combinations: &'static [&'static [Share]],
}

/// A base parameter and its coefficient in a combination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Index into [`Model::base`].
    pub base: usize,
    /// The coefficient, lengths at the file's values.
    pub coefficient: f64,
    /// The same exactly, as numerator and denominator; `None` if it is no fraction of such numbers.
    pub fraction: Option<(i64, i64)>,
}

/// Which elements of the regressors vanish whatever the motion; columns are the standard parameters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sparsity {
    /// Rows are the joint torques, and before them those of a base that moves.
    pub joint: Pattern,
    /// Rows are the motor torques, `G⁻ᵀ` times the former.
    pub motor: Pattern,
    /// Rows are [`Model::measured`]; empty where that is.
    pub measured: Pattern,
    /// The row of the energy.
    pub energy: Pattern,
}

/// The zeros of a matrix: a text for each row, with `0` for an element that vanishes always and `+`
/// for any other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pattern(pub &'static [&'static str]);

impl Pattern {
    /// Whether an element vanishes always; one that the matrix does not have does.
    #[must_use]
    pub fn is_zero(&self, row: usize, column: usize) -> bool {
        let row = self.0.get(row).map_or(&[][..], |row| row.as_bytes());
        row.get(column) != Some(&b'+')
    }
}

/// Arithmetic of one generated function, counted on its expression graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The function's name.
    pub function: &'static str,
    /// Multiplications.
    pub multiplications: usize,
    /// Additions and subtractions.
    pub additions: usize,
    /// Changes of sign that no subtraction takes.
    pub negations: usize,
    /// Pairs of sine and cosine.
    pub sine_cosines: usize,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Follower, Joint, JointKind, Model, Pattern, Side, Sparsity};

    /// A robot of one joint, of which nothing was generated.
    pub(crate) const BARE: Model = Model {
        name: "bare",
        title: "",
        source: "",
        gravity: [0.0; 3],
        joints: &[JOINT],
        bodies: &["arm"],
        motions: &[],
        followers: &[],
        frames: &[],
        motors: &[],
        transmission: &[],
        side: Side::Joint,
        measured: &[],
        base_of_torque: true,
        parameters: &[],
        base: &[],
        single: None,
        sparsity: Sparsity {
            joint: Pattern(&[]),
            motor: Pattern(&[]),
            measured: Pattern(&[]),
            energy: Pattern(&[]),
        },
        costs: &[],
        closed_form_terms: None,
        elements: &[],
        recovery: None,
        equations: &[],
    };

    const JOINT: Joint = Joint {
        name: "q1",
        kind: JointKind::Revolute,
        position: None,
        velocity: None,
        acceleration: None,
        effort: None,
    };

    #[test]
    fn elements_that_a_matrix_does_not_have_vanish() {
        let pattern = Pattern(&["0+", "+0"]);
        let found = [0, 1, 2].map(|row| [0, 1, 2].map(|column| pattern.is_zero(row, column)));
        let told = [[true, false, true], [false, true, true], [true; 3]];
        assert_eq!(found, told);
    }

    /// Of the position the offset is a part, of its rates it is none; each coordinate counts with its factor.
    #[test]
    fn a_follower_moves_with_all_of_its_coordinates() {
        let follower = Follower {
            joint: JOINT,
            motion: &[(2, 0.5), (0, -3.0)],
            offset: 10.0,
        };
        let states = [[1.0, 2.0, 3.0], [f64::NAN; 3], [4.0, 6.0, 8.0]];
        // 10 + 2 - 3, 3 - 6 and 4 - 9.
        assert_eq!(follower.state(|place| states[place]), [9.0, -3.0, -5.0]);
        let held = Follower {
            motion: &[],
            ..follower
        };
        assert_eq!(held.state(|place| states[place]), [10.0, 0.0, 0.0]);
    }

    /// Six of a base that moves: that is the first body, and no other of its name.
    #[test]
    fn rows_are_those_of_joints_and_of_a_base_that_moves() {
        let robots: [(&'static [&'static str], bool, usize); 4] = [
            (&["arm"], false, 2),
            (&["base", "arm"], true, 8),
            (&["arm", "base"], false, 2),
            (&[], false, 2),
        ];
        for (bodies, moves, rows) in robots {
            let joints = &[JOINT, JOINT];
            let model = Model {
                bodies,
                joints,
                ..BARE
            };
            assert_eq!((model.base_moves(), model.rows()), (moves, rows));
        }
    }

    #[test]
    fn bodies_move_by_coordinates_of_their_own_unless_it_is_said_how() {
        assert!(BARE.motion(3).eq([(3, 1.0)]));
        let model = Model {
            motions: &[&[(0, 1.0)], &[(0, -2.0), (1, 0.5)], &[]],
            ..BARE
        };
        assert!(model.motion(1).eq([(0, -2.0), (1, 0.5)]));
        assert!(
            [2, 3]
                .iter()
                .all(|body| model.motion(*body).next().is_none())
        );
    }
}

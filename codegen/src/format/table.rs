//! The table of keys: everything that a robot file may have, declared once.
//!
//! From it follow what the reader accepts and how it complains, the JSON Schema (`armwright schema`),
//! the comments of `armwright new`, the page `docs/robot-file.md`, and how the writer lays a file out.
//!
//! A row is `"key": shape, unit, default, example, "documentation";`, where `required` in place of
//! `example` says that a map without the key is wrong.
//!
//! A new key is a row here and a line where its value goes: a field of [`crate::description`], and
//! `keys.key("name", &mut self.field)` in the [`super::record::Record`] of its type, which reads it
//! and writes it. A new word is a line in its list of words in [`super::vocabulary`], and one in the `words!` of
//! [`super::form`]; what stands behind `later` is only answered "not supported yet", with what to write instead.

use super::shape::Layout::{Braces, Lines, Whole};
use super::shape::Number::{Angle, Any, Bound, Cost, Exact, Length, Nominal, Position, Ratio};
use super::shape::Shape::{
    Count, Either, Entries, Function, List, Map, Name, Number, Numbers, OneOrMore, Reference, Text,
    Truth, Word,
};
use super::shape::{Named, Shape, places};
use super::vocabulary::{BASES, CONVENTIONS, FRICTION, JOINT_TYPES, QUANTITIES, SIDES, SQUARES};

/// The largest number of terms that may be asked for: ten seconds of work, and a module of some ten
/// megabytes, which no compiler takes with patience.
const MOST_TERMS: usize = 100_000;
/// Where only the size of the file sets a limit.
const MANY: usize = usize::MAX;

places! {
    /// A robot for Armwright.
    ROBOT: Lines "the robot" {
        "robot": Name(Named::Robot), required "my_arm",
            "The robot's name; it becomes a Rust module.";
        "title": Text, example "Serial arm", "A line for people.";
        "source": Text, example "data sheet", "Where the numbers come from.";
        "gravity": Either(&FREE_FALL, &Map(&PULL)), unit "m/s²", required "[0, 0, -9.81]",
            "Free-fall acceleration in the base frame: a vector, or its magnitude and direction.";
        "base": Word(&BASES), default "fixed", example "fixed", "Whether the base moves.";
        "constants": Entries(&CONSTANT_VALUE, "names to numbers"),
            example "{l_1: {value: 0.4, unit: m, symbolic: true}}",
            "Names for numbers, usable in expressions.";
        "bodies": List(&Map(&BODY), "bodies", 256),
            required "[{name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}]",
            "Parents before children; the order is the parameter order.";
        "drives": Map(&DRIVES), example "{transmission: [100, 80]}", "Transmission and motors.";
        "springs": List(&Map(&SPRING), "springs", 64),
            example "[{name: balancer, from: {body: base, at: [0.1, 0, 0]}, to: {body: arm, at: [0.2, 0, 0]}}]",
            "Coil springs between points of bodies: counterbalances.";
        "torques": List(&Map(&TORQUE), "torques", 64),
            example "[{name: k_gas, joint: q1, expression: sin(q1)/sqrt(1.2 - cos(q1))}]",
            "Torques of your own: a parameter times a function of positions and velocities.";
        "measure": OneOrMore(&QUANTITY, "quantities"), default "[torque]",
            example "[torque, {wrench: arm}]", "What is measured, the rows of the regressor.";
        "recovery": Map(&RECOVERY), example "{known: [m_arm]}",
            "What is known before identification, to recover physical parameters.";
        "base_parameters": Map(&REPRESENTATIVES), example "{drop: [mz_arm]}",
            "Which parameters of a group vanish, and which represent it.";
        "equations": Map(&EQUATIONS), example "{budget: 20000}", "How equations are printed.";
    }

    /// Gravity by its magnitude and where it points.
    PULL: Braces "`gravity`" {
        "magnitude": Number(Cost("a magnitude")), unit "m/s²", required "9.81", "How strong it is.";
        "direction": Numbers(3, Exact("a direction")), default "[0, 0, -1]", example "[0, 1, -1]",
            "Where it points, in the base frame; of any length.";
        "tilt": Numbers(3, Angle), unit "rad", example "[0, 45deg, 0]",
            "In place of that, how the base is turned out of upright: roll, pitch and yaw, Rz Ry Rx.";
    }

    /// A named constant; one with neither a unit nor a symbol may be a number alone.
    CONSTANT: Braces "a constant" {
        "value": Number(Any), required "0.1", "Its value.";
        "unit": Text, example "m", "Its SI unit; or deg.";
        "symbolic": Truth, default "false", example "true",
            "Whether it stays a symbol in equations; lengths only.";
    }

    /// A body and the joint that carries it. Its frame moves with the joint.
    BODY: Lines "a body" {
        "name": Name(Named::Body), required "upper_arm", "Its name.";
        "parent": Reference("the name of a body, or `base`"), required "base",
            "The body that carries it, or base.";
        "joint": Map(&JOINT), required "{name: q1, type: revolute, axis: [0, 0, 1]}",
            "The joint between the two.";
        "physical": Map(&PHYSICAL), example "{mass: 1.5}", "Nominal values, for instance from CAD.";
        "standard": Numbers(10, Nominal), example "[1.5, 0, 0, 0.1, 0.03, 0, 0, 0.03, 0, 0.01]",
            "Nominal [m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz], about the origin.";
    }

    /// A joint. A fixed one has a place and nothing that moves.
    JOINT: Lines "a joint" {
        "name": Name(Named::Joint), example "q1", "Its name; a fixed joint needs none.";
        "type": Word(&JOINT_TYPES), required "revolute", "How it moves.";
        "origin": Map(&ORIGIN), example "{xyz: [0, 0, 0.3], rpy: [pi/2, 0, 0]}",
            "Its pose in the parent body's frame at zero position.";
        "axis": Numbers(3, Exact("an axis")), example "[0, 0, 1]",
            "A unit vector in the joint's frame; fixed joints and rows have none.";
        "dh": Map(&DH), example "{convention: modified, alpha: pi/2, a: 0, d: 0.3, theta: 0}",
            "A Denavit-Hartenberg row, in place of origin and axis.";
        "limits": Map(&LIMITS), example "{position: [-170deg, 170deg], velocity: 3}",
            "What it may do.";
        "friction": FRICTION_TERMS, default "[]", example "[coulomb, viscous]",
            "Its friction terms.";
        "armature": Truth, default "false", example "true",
            "An inertia on the joint's own coordinate.";
        "spring": Truth, default "false", example "true",
            "A spring on its position: torque in proportion to how far it is from rest.";
        "nominal": Map(&JOINT_NOMINAL), example "{viscous: 2}",
            "Nominal values of friction, armature and spring.";
        "coordinate": Entries(&Number(Angle), "joints to factors"),
            example "{q2: 1, q3: -1, offset: 0}",
            "Its position as a sum of others', with factors, and an `offset`: a joint that moves with them. \
             The factors of all that turns with one joint, and 1 of the joint itself if it turns, have a common \
             part that goes at most 64 times into each: `1/3` and `2/5` have one, `0.37` has none.";
        "locked": Number(Angle), unit "rad or m", example "0.3", "Where it is held.";
    }

    /// The joint's pose in the parent body's frame at zero position.
    ORIGIN: Braces "`origin`" {
        "xyz": Numbers(3, Length), unit "m", default "[0, 0, 0]", example "[0, 0, 0.3]",
            "Its position.";
        "rpy": Numbers(3, Angle), unit "rad", default "[0, 0, 0]", example "[pi/2, 0, 0]",
            "Roll, pitch and yaw about fixed axes, Rz Ry Rx.";
    }

    /// A Denavit-Hartenberg row, in place of origin and axis.
    DH: Whole "`dh`" {
        "convention": Word(&CONVENTIONS), required "modified", "Order of the displacements.";
        "alpha": Number(Angle), unit "rad", default "0", example "pi/2", "Twist about x.";
        "a": Number(Length), unit "m", default "0", example "0.1", "Displacement along x.";
        "d": Number(Length), unit "m", default "0", example "0.3",
            "Displacement along z; the offset of a prismatic joint.";
        "theta": Number(Angle), unit "rad", default "0", example "pi/2",
            "Turn about z; the offset of a revolute joint.";
    }

    /// What the joint may do; rad and N·m, or m and N.
    LIMITS: Braces "`limits`" {
        "position": Numbers(2, Position), unit "rad or m", example "[-170deg, 170deg]",
            "[lowest, highest].";
        "velocity": Number(Bound("the limit of velocity")), unit "rad/s or m/s", example "3",
            "Highest speed.";
        "acceleration": Number(Bound("the limit of acceleration")), unit "rad/s² or m/s²",
            example "20", "Highest acceleration.";
        "effort": Number(Bound("the limit of effort")), unit "N·m or N", example "100",
            "Highest torque or force.";
    }

    /// Nominal values of a joint's terms.
    JOINT_NOMINAL: Braces "`nominal`" {
        "armature": Number(Nominal), unit "kg·m² or kg", example "0.1", "The inertia.";
        "coulomb": Number(Nominal), unit "N·m or N", example "5", "Coulomb friction.";
        "coulomb_positive": Number(Nominal), unit "N·m or N", example "5",
            "Coulomb friction in positive direction.";
        "coulomb_negative": Number(Nominal), unit "N·m or N", example "6",
            "Coulomb friction in negative direction.";
        "viscous": Number(Nominal), unit "N·m·s/rad or N·s/m", example "2", "Viscous friction.";
        "viscous_positive": Number(Nominal), unit "N·m·s/rad or N·s/m", example "2",
            "Viscous friction in positive direction.";
        "viscous_negative": Number(Nominal), unit "N·m·s/rad or N·s/m", example "1.8",
            "Viscous friction in negative direction.";
        "quadratic": Number(Nominal), unit "N·m·s²/rad² or N·s²/m²", example "-0.1",
            "Friction by the square of the speed.";
        "offset": Number(Nominal), unit "N·m or N", example "0.5", "The constant torque or force.";
        "stiffness": Number(Nominal), unit "N·m/rad or N/m", example "40", "That of the spring.";
        "rest": Number(Position), unit "rad or m", example "-30deg",
            "The joint's position where the spring is at rest.";
    }

    /// Nominal values, for instance from CAD.
    PHYSICAL: Lines "`physical`" {
        "mass": Number(Nominal), unit "kg", required "1.5", "Its mass.";
        "com": Numbers(3, Nominal), unit "m", default "[0, 0, 0]", example "[0.01, 0, 0.02]",
            "Centre of mass in the body's frame.";
        "inertia": Map(&INERTIA), example "{xx: 0.02, yy: 0.02, zz: 0.01}",
            "About the centre of mass; without it all of the mass is there.";
    }

    /// Inertia tensor about the centre of mass, axes parallel to the body's frame.
    INERTIA: Whole "`inertia`" {
        "xx": Number(Nominal), unit "kg·m²", required "0.01", "On the diagonal.";
        "xy": Number(Nominal), unit "kg·m²", default "0", example "0", "Off the diagonal.";
        "xz": Number(Nominal), unit "kg·m²", default "0", example "0", "Off the diagonal.";
        "yy": Number(Nominal), unit "kg·m²", required "0.01", "On the diagonal.";
        "yz": Number(Nominal), unit "kg·m²", default "0", example "0", "Off the diagonal.";
        "zz": Number(Nominal), unit "kg·m²", required "0.01", "On the diagonal.";
    }

    /// Transmission and motors.
    DRIVES: Lines "`drives`" {
        "side": Word(&SIDES), example "motor", "Where positions and torques are measured.";
        "transmission": TRANSMISSION, example "[100, 80]",
            "q_motor = G q_joint: rows, a list of numbers for a diagonal, or the ratio of each joint by name; \
             `{q1: 80, q2: 45, q3: {q2: 32, q3: 32}}` has a motor for each, the third of which turns by both.";
        "passive": OneOrMore(&Reference("names of joints"), "names of joints"), default "[]",
            example "[q3]",
            "Joints without a motor: ratios by the names of joints leave them out. Their motors' torque is known to be zero.";
        "motors": List(&Map(&MOTOR), "motors", 64), example "[{name: m1, rotor_inertia: true}]",
            "As many as joints that move, but for those that are passive.";
    }

    /// A motor: a row of the transmission.
    MOTOR: Braces "a motor" {
        "name": Name(Named::Motor), required "m1", "Its name.";
        "rotor_inertia": Truth, default "false", example "true",
            "An inertia on the motor's coordinate.";
        "friction": FRICTION_TERMS, default "[]", example "[coulomb, viscous]",
            "Its friction terms.";
        "nominal": Map(&MOTOR_NOMINAL), example "{rotor_inertia: 1.0e-4}",
            "Nominal values of friction and rotor inertia.";
        "torque_constant": Number(Nominal), unit "N·m/A", example "0.1", "Torque for each ampere.";
    }

    /// Nominal values of a motor's terms.
    MOTOR_NOMINAL: Braces "`nominal`" {
        "rotor_inertia": Number(Nominal), unit "kg·m²", example "1.0e-4", "The inertia.";
        "coulomb": Number(Nominal), unit "N·m", example "0.05", "Coulomb friction.";
        "coulomb_positive": Number(Nominal), unit "N·m", example "0.05",
            "Coulomb friction in positive direction.";
        "coulomb_negative": Number(Nominal), unit "N·m", example "0.06",
            "Coulomb friction in negative direction.";
        "viscous": Number(Nominal), unit "N·m·s/rad", example "5.0e-4", "Viscous friction.";
        "viscous_positive": Number(Nominal), unit "N·m·s/rad", example "5.0e-4",
            "Viscous friction in positive direction.";
        "viscous_negative": Number(Nominal), unit "N·m·s/rad", example "4.0e-4",
            "Viscous friction in negative direction.";
        "quadratic": Number(Nominal), unit "N·m·s²/rad²", example "-1.0e-7",
            "Friction by the square of the speed.";
        "offset": Number(Nominal), unit "N·m", example "0.01", "The constant torque.";
    }

    /// A coil spring between two points. What it takes is linear in its stiffness and in its stiffness times its
    /// length at rest. None can stand beside a measured wrench.
    SPRING: Braces "a spring" {
        "name": Name(Named::Spring), required "balancer", "Its name.";
        "from": Map(&END), required "{body: base, at: [0, 0, 0.3]}", "What one end is fixed to.";
        "to": Map(&END), required "{body: arm, at: [0.2, 0, 0]}", "What the other end is fixed to.";
        "nominal": Map(&SPRING_NOMINAL), example "{stiffness: 5000, length: 0.25}",
            "Nominal values.";
    }

    /// A point of a body.
    END: Braces "an end of a spring" {
        "body": Reference("the name of a body, or `base`"), required "base", "The body, or base.";
        "at": Numbers(3, Length), unit "m", default "[0, 0, 0]", example "[0.2, 0, 0]",
            "The point in the body's frame; numbers, no symbols.";
    }

    /// Nominal values of a spring.
    SPRING_NOMINAL: Braces "`nominal`" {
        "stiffness": Number(Nominal), unit "N/m", example "5000", "Its stiffness.";
        "length": Number(Nominal), unit "m", example "0.25", "Its length where it has no force.";
    }

    /// A term of the torque of a joint or a motor: a parameter times a function of positions and velocities, which the file
    /// gives as an expression or as a table.
    TORQUE: Braces "a torque" {
        "name": Name(Named::Parameter), required "k_gas", "The parameter's name.";
        "joint": Reference("the name of a joint"), example "q1", "The joint that it acts on; it or `motor` must be there.";
        "motor": Reference("the name of a motor"), example "m1",
            "In place of that, the motor on whose own coordinate it acts, behind the transmission: `Gᵀ` times it at the joints.";
        "expression": Function, example "sin(q1)/sqrt(1.2 - cos(q1))",
            "The function: numbers, constants, positions of joints and motors by their names, velocities (`qd1` of a joint \
             `q1`, `velocity(NAME)` of any), `+ - * / ^`, sin, cos, sqrt, exp, tanh, abs, sign. No term may have a product of two \
             velocities, as Coriolis torques have; `qd1*abs(qd1)` is none.";
        "table": Map(&VALUES), example "{at: [-1, 0, 1], values: [3, 0, 2]}",
            "In place of that, values over the position of the joint or motor, straight lines between and beyond them.";
        "nominal": Number(Nominal), example "120",
            "The parameter's nominal value: N·m or N for each unit of the function.";
    }

    /// A function by its values over the position of the joint or motor.
    VALUES: Braces "`table`" {
        "at": List(&Number(Position), "positions", 200), unit "rad or m", required "[-1, 0, 1]",
            "Positions, ascending.";
        "values": List(&Number(Nominal), "values", 200), required "[3, 0, 2]", "The values there.";
    }

    /// Measured at some places only.
    MEASURE: Braces "a measured quantity" {
        "torque": OneOrMore(&Reference("names of joints or motors"), "names of joints or motors"),
            example "[q1, q2]", "Torque of these joints or motors only.";
        "wrench": OneOrMore(&Reference("names of bodies"), "names of bodies"), example "tool",
            "Force and torque between this body and its parent.";
    }

    /// What is known before identification, and what knowing costs.
    RECOVERY: Lines "`recovery`" {
        "known": PARAMETERS, default "[]", example "[m_arm, tx_arm]",
            "Physical parameters, parameters of drives, symbolic constants.";
        "cost": Map(&COST), example "{mass: 1, inertia: 3}", "What it costs to know one.";
    }

    /// What it costs to know one.
    COST: Braces "`cost`" {
        "mass": Number(Cost("the cost of `mass`")), default "1", example "1", "Of a mass.";
        "length": Number(Cost("the cost of `length`")), default "1", example "1",
            "Of a symbolic constant.";
        "centre": Number(Cost("the cost of `centre`")), default "2", example "2",
            "Of a coordinate of a centre of mass.";
        "inertia": Number(Cost("the cost of `inertia`")), default "3", example "3",
            "Of an element of an inertia tensor.";
        "drive": Number(Cost("the cost of `drive`")), default "3", example "3",
            "Of a rotor inertia, an armature or a friction coefficient.";
    }

    /// Which parameters of a group vanish, and which represent it.
    REPRESENTATIVES: Lines "`base_parameters`" {
        "drop": PARAMETERS, default "[]", example "[mz_arm]", "Standard parameters, set to zero.";
        "keep": PARAMETERS, default "[]", example "[Lzz_arm]",
            "Standard parameters, to stay as representatives.";
    }

    /// How equations are printed.
    EQUATIONS: Lines "`equations`" {
        "squares": Entries(&SQUARES_OF_JOINTS, "elements to joints"), example "{M_11: {q2: sin}}",
            "The square that is printed, by element (such as M_12) and joint.";
        "budget": Count("the budget of terms", MOST_TERMS), example "20000",
            "The most terms of each of gravity, inertia and Coriolis terms in closed form; \
             of a part with more, elements of at most a hundredth of it are printed.";
    }
}

static FREE_FALL: Shape = Numbers(3, Exact("gravity"));
static CONSTANT_VALUE: Shape = Either(&Number(Any), &Map(&CONSTANT));
const FRICTION_TERMS: Shape = OneOrMore(&Word(&FRICTION), "friction terms");
static DIAGONAL: Shape = List(&Number(Ratio), "numbers", MANY);
const TRANSMISSION: Shape = Either(
    &DIAGONAL,
    &Either(&List(&DIAGONAL, "rows", MANY), &RATIOS_BY_JOINT),
);
static RATIOS_BY_JOINT: Shape = Entries(
    &Either(&Number(Ratio), &Entries(&Number(Ratio), "joints to ratios")),
    "joints to ratios",
);
static QUANTITY: Shape = Either(&Word(&QUANTITIES), &Map(&MEASURE));
const PARAMETERS: Shape = OneOrMore(&Reference("names of parameters"), "names of parameters");
static SQUARES_OF_JOINTS: Shape = Entries(&Word(&SQUARES), "joints to `sin` or `cos`");

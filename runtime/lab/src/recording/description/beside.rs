//! Keys of what is recorded beside positions and torques, or in place of these: part of the table.

use super::common::{FACTORS, FILE, NAMED, NAMES, NUMBERS, SIDE, SIGNS};
use super::shape::Shape::{Angle, List, Number, OneOrMore, Positive, Text, Unit};
use super::shape::{Shape, places};

use crate::recording::channel::Channel::{Phase, SecondPosition};

static HARMONIC: Shape = List(&Number, "two numbers");

places! {
    /// Currents of a motor's three phases (`docs/experiments.md`). With the electrical angle `θ = pairs · q + angle` of the motor's
    /// position `q`, and each current less its offset, the motor's torque is
    /// `constant · (1 + ripple) · (I_a sin θ + I_b sin(θ + 120°) + I_c sin(θ + 240°))`. Where `b` lags `a`, as phases are often
    /// called, `b` and `c` are exchanged.
    PHASES "a motor of `phases`" {
        "columns": List(&NAMED, "three columns"), required "[ia, ib, ic]", "The three phases, each at every sample: no amplitudes.";
        "unit": OneOrMore(&Unit(Phase), "units, one a column"), default "the file's, or A", example "mA",
            "One for all or one a column.";
        "constant": Positive, required "0.08",
            "Torque for each ampere of that sum, N·m/A: two thirds of that for each ampere of a sinusoidal current's amplitude, √2/3 of that for each ampere of its root mean square.";
        "pairs": Positive, required "4", "Pairs of poles: turns of the electrical angle for each of the motor.";
        "angle": Angle, default "0", example "30deg", "The electrical angle where the motor's position is 0, rad.";
        "offsets": List(&Number, "three numbers, A"), default "[0, 0, 0]", example "[0.02, -0.01, 0]",
            "What each sensor shows where nothing flows, A.";
        "ripple": List(&HARMONIC, "pairs of numbers"), default "none", example "[[0, 0], [0.03, -0.01]]",
            "How the constant varies with the angle: for k = 1, 2, … its parts `a` and `b` of `a cos kθ + b sin kθ`.";
    }

    /// Positions on the other side of the transmission than those of `position`: of the joints where those are the motors', of the
    /// motors where those are the joints'. Converted as positions are.
    SECOND "`second_position`" {
        "columns": NAMES, required "[e1, {constant: 0}, e3]",
            "The columns, in the order of the joints or motors; a constant where a joint has no second one.";
        "unit": OneOrMore(&Unit(SecondPosition), "units, one a column"),
            default "the file's, or rad and m", example "deg", "One for all or one a column.";
        "side": SIDE, default "the other side than that of `position`", example "joint", "Where they were measured.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "1.5e-5", "A factor before the unit.";
        "offset": OneOrMore(&Angle, "angles, one a column"), default "0", example "[0, -pi/2]",
            "Added, rad or m, on the side where they were measured.";
        "file": FILE, default "found by the columns' names", example "encoders.csv", "The file that has them.";
    }

    /// What was recorded beside, in units of the user's. A number `x` of a file becomes `scale · x + offset`; where a row has no number,
    /// the value lies on the line between those before and after: a temperature may be recorded more slowly.
    USER "a column of `user`" {
        "name": Text("a name"), required "temperature", "What it is called.";
        "columns": List(&NAMED, "columns"), required "[T1, T2]", "One for all joints, or one a joint.";
        "scale": NUMBERS, default "1", example "0.1", "A factor.";
        "offset": NUMBERS, default "0", example "-273.15", "Added.";
    }
}

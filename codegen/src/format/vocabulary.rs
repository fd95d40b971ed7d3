//! The words of the robot file: lists of which one may stand at a place, and words that are only answered.

use super::shape::words;

words! {
    BASES: "a kind of base" {
        "fixed": "it is at rest";
        "floating": "it moves, as a body `base` of which all is part that is fixed to it: its motion is given, and \
             the wrench that moves it is six more rows before the torques";
    }

    JOINT_TYPES: "a type of joint" {
        "revolute": "turns between limits";
        "continuous": "turns without end";
        "prismatic": "slides";
        "fixed": "does not move";
        later "a joint of type `{}`" ["spherical", "ball"],
            "write three `revolute` joints about axes at right angles, with bodies between that weigh nothing";
        later "a joint of type `{}`" ["planar"],
            "write two `prismatic` joints and a `revolute` one, with bodies between that weigh nothing";
        later "a joint of type `{}`" ["floating"],
            "write `base: floating` where it is the base that moves; else three `prismatic` and three `revolute` joints";
        later "a joint of type `{}`" ["screw", "helical"],
            "write a `revolute` joint and on its body a `prismatic` one that moves with it, by its pitch: \
             `coordinate: {q1: 0.005/(2*pi)}`";
    }

    CONVENTIONS: "a convention" {
        "standard": "Rz(theta + q) Tz(d) Tx(a) Rx(alpha), the body's frame at the distal end";
        "modified": "Rx(alpha) Tx(a) Rz(theta + q) Tz(d), the body's frame at the joint";
    }

    FRICTION: "a friction term" {
        "coulomb": "constant, against the motion";
        "coulomb_positive": "the same of motion in positive direction, beside `coulomb_negative`; at rest half of each";
        "coulomb_negative": "the same of motion in negative direction";
        "viscous": "in proportion to the speed";
        "viscous_positive": "the same of motion in positive direction, beside `viscous_negative`";
        "viscous_negative": "the same of motion in negative direction";
        "quadratic": "by the square of the speed; may be negative beside `viscous`";
        "offset": "constant, whatever the motion";
        later "`{}` friction" ["asymmetric"],
            "list `coulomb_positive` and `coulomb_negative`, `viscous_positive` and `viscous_negative`";
        later "`{}` friction" ["load"],
            "it multiplies the torque itself, whose noise would then stand on both sides of the equations, \
             and torque without noise is not known before friction is: use `coulomb`, for the usual load";
        later "`{}` friction" ["stribeck"],
            "write it as a torque of the file, with its speed as a number: \
             `torques: [{name: fs_q1, joint: q1, expression: sign(velocity(q1))*exp(-(velocity(q1)/0.05)^2)}]`; the command \
             `friction` of a robot finds that speed";
        later "`{}` friction" ["cubic"],
            "write it as a torque of the file: `torques: [{name: f3_q1, joint: q1, expression: velocity(q1)^3}]`";
        later "`{}` friction" ["presliding"],
            "use `coulomb`, `viscous`, `quadratic` and `offset`";
    }

    SIDES: "a side" {
        "joint": "the joints' own coordinates";
        "motor": "the motors' coordinates";
    }

    QUANTITIES: "a measured quantity" {
        "torque": "that of every drive";
        "energy": "the balance of energy";
        later "measuring `{}`" ["momentum"],
            "write `energy`, which reveals the same parameters, or `torque`";
    }

    SQUARES: "a square" {
        "sin": "that of the sine";
        "cos": "that of the cosine";
    }
}

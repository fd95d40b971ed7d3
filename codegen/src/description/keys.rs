//! The keys that a robot file may have, place by place. Reader and schema both go by these lists.

/// A place of the file and its keys.
pub(super) struct Place {
    /// How messages call it.
    pub(super) name: &'static str,
    /// Its keys; those that are only answered "not supported yet" included.
    pub(super) keys: &'static [&'static str],
}

const fn place(name: &'static str, keys: &'static [&'static str]) -> Place {
    Place { name, keys }
}

pub(super) static ROBOT: Place = place(
    "the robot",
    &[
        "robot",
        "title",
        "source",
        "gravity",
        "base",
        "constants",
        "bodies",
        "drives",
        "measure",
        "recovery",
        "base_parameters",
        "equations",
    ],
);
pub(super) static CONSTANT: Place = place("a constant", &["value", "unit", "symbolic"]);
pub(super) static BODY: Place = place(
    "a body",
    &["name", "parent", "joint", "physical", "standard"],
);
pub(super) static JOINT: Place = place(
    "a joint",
    &[
        "name",
        "type",
        "origin",
        "axis",
        "dh",
        "limits",
        "friction",
        "armature",
        "nominal",
        "coordinate",
        "locked",
    ],
);
pub(super) static ORIGIN: Place = place("`origin`", &["xyz", "rpy"]);
pub(super) static DH: Place = place("`dh`", &["convention", "alpha", "a", "d", "theta"]);
pub(super) static LIMITS: Place = place(
    "`limits`",
    &["position", "velocity", "acceleration", "effort"],
);
pub(super) static JOINT_NOMINAL: Place =
    place("`nominal`", &["armature", "coulomb", "viscous", "offset"]);
pub(super) static MOTOR_NOMINAL: Place = place(
    "`nominal`",
    &["rotor_inertia", "coulomb", "viscous", "offset"],
);
pub(super) static PHYSICAL: Place = place("`physical`", &["mass", "com", "inertia"]);
pub(super) static INERTIA: Place = place("`inertia`", &["xx", "xy", "xz", "yy", "yz", "zz"]);
pub(super) static DRIVES: Place = place("`drives`", &["side", "transmission", "motors"]);
pub(super) static MOTOR: Place = place(
    "a motor",
    &[
        "name",
        "rotor_inertia",
        "friction",
        "torque_constant",
        "nominal",
    ],
);
pub(super) static MEASURE: Place = place("a measured quantity", &["torque", "wrench"]);
pub(super) static RECOVERY: Place = place("`recovery`", &["known", "cost"]);
pub(super) static COST: Place = place("`cost`", &["mass", "length", "centre", "inertia", "drive"]);
pub(super) static REPRESENTATIVES: Place = place("`base_parameters`", &["drop", "keep"]);
pub(super) static EQUATIONS: Place = place("`equations`", &["squares", "budget"]);

/// Every place, for the schema's test.
#[cfg(test)]
pub(super) static ALL: &[&Place] = &[
    &ROBOT,
    &CONSTANT,
    &BODY,
    &JOINT,
    &ORIGIN,
    &DH,
    &LIMITS,
    &JOINT_NOMINAL,
    &MOTOR_NOMINAL,
    &PHYSICAL,
    &INERTIA,
    &DRIVES,
    &MOTOR,
    &MEASURE,
    &RECOVERY,
    &COST,
    &REPRESENTATIVES,
    &EQUATIONS,
];

/// Friction terms that the generator has.
pub(super) static FRICTION: &[&str] = &["coulomb", "viscous", "offset"];
/// Friction terms of the field that it has not yet.
pub(super) static LATER_FRICTION: &[&str] = &[
    "asymmetric",
    "quadratic",
    "cubic",
    "stribeck",
    "load",
    "presliding",
];

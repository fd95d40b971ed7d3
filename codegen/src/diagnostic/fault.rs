//! Everything that can be wrong with a robot's file: one entry a fault, in the form of [`super::entry`]. (A table: the file
//! is longer than others for that.)

use super::entry::{faults, given};
use super::{Severity, nearest};

/// Where a constant that is not known yet is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defined {
    /// By the expression that it is used in.
    Here,
    /// After that.
    Below,
}

faults! {
    // The file itself.

    /// A robot file is text in UTF-8. The file has bytes that are not: it was saved in another
    /// encoding, or it is not text at all (an archive, a spreadsheet, a mesh).
    AW0001 Error not_utf8(),
        "the file is not text in UTF-8",
        help "save the file as UTF-8; is it a robot file at all?";
    /// The reader refuses very large files before it looks into them, so that no file can use
    /// up memory. A description of a robot with 64 joints is well under 100 kilobytes.
    AW0002 Error too_large(limit: usize),
        "the file is larger than {limit} bytes",
        help "a robot file is a few pages of text";
    /// The file has no content, or only comments. `armwright new NAME` writes one to start from.
    AW0003 Error empty(),
        "the file holds no robot: it is empty",
        help "write a robot with `armwright new NAME`, then edit it";
    /// The text is not valid YAML. Common reasons: a tab in the indentation, a bracket, brace or
    /// quote that is not closed, a missing space after a colon, keys of one map at different
    /// indentations.
    AW0004 Error yaml(info: &str),
        "this is not YAML: {info}",
        help "mind the indentation, and close quotes, brackets and braces";
    /// Lists and maps stand inside each other deeper than any part of a robot file does. The
    /// reader stops there, so that no file can make it work without end.
    AW0005 Error too_deep(limit: usize),
        "lists and maps are nested more than {limit} deep",
        help "no part of a robot is nested so deep";
    /// The file has more values than a robot of the largest size can use. The reader stops
    /// there, so that no file can use up memory.
    AW0006 Error too_many_values(limit: usize),
        "the file has more than {limit} values",
        help "no robot needs so many";
    /// YAML can name a value (`&name`), repeat it (`*name`) and give it a type (`!type`). Robot
    /// files use none of these: repeated values grow without bound, and a value that stands
    /// elsewhere cannot be shown in its place. Use `constants` for numbers that occur often.
    AW0007 Error indirection(what: &str),
        "{what} are not used in robot files",
        help "write the value itself, or name a number under `constants`; a text that begins \
              with `&`, `*` or `!` must be quoted";
    /// A line `---` starts another YAML document. A robot file holds exactly one robot.
    AW0008 Error several_documents(),
        "a second document starts here",
        help "keep one robot a file";
    /// A map has the same key twice. YAML readers silently keep one of the two values; which
    /// one, nobody remembers. Remove the one that is wrong.
    AW0009 Error duplicate_key(key: &str),
        "the key `{key}` stands twice in the same map", at "the second one",
        help "remove one of the two";
    /// The file has a control character (other than tab and line ends). YAML forbids them, and
    /// they usually mean that the file is not text.
    AW0010 Error control_character(code: u32),
        "the file has the control character U+{code:04X}",
        help "remove it; is the file text?";
    /// The file could not be opened or read; the message is the operating system's.
    AW0011 Error unreadable(reason: &str),
        "the file cannot be read: {reason}",
        help "check the path, what kind of file it is, and its permissions";

    // Its shape.

    /// The key is not known at this place, so its value would have no effect. Often it is
    /// misspelt, or stands at the wrong indentation. `armwright schema` prints everything that
    /// a robot file may have, in a form that editors understand.
    AW0101 Error unknown_key(key: &str, place: &str, known: &[&str]),
        "unknown key `{key}` in {place}", at "unknown key",
        help meant(key, known, format!("the keys known here are {}", quoted(known)));
    /// A key is missing that has no sensible default.
    AW0102 Error missing_key(key: &str, place: &str, example: &str),
        "{place} has no `{key}`", at format!("`{key}` is missing here"),
        help format!("add `{key}: {example}`");
    /// A value has the wrong shape: a list where a map belongs, a text where a list belongs,
    /// and so on.
    AW0103 Error wrong_kind(expected: &str, found: &str),
        "expected {expected}, found {found}", at format!("expected {expected}");
    /// A list has too many or too few values. Positions, axes and gravity have three.
    AW0104 Error wrong_length(expected: usize, found: usize),
        "expected {expected} values, found {found}", at format!("expected {expected} values");
    /// Only certain words are possible at this place, and this is not one of them.
    AW0105 Error unknown_word(word: &str, what: &str, allowed: &[&str]),
        "`{word}` is not {what}",
        help meant(word, allowed, format!("possible are {}", quoted(allowed)));
    /// The file is well formed, but uses a part of the format that the generator cannot treat
    /// yet. Nothing is silently ignored: the equations would be wrong without it.
    AW0106 Error not_supported(what: &str, instead: &str),
        "{what} is not supported yet",
        help instead;
    /// Two keys give the same thing in different ways: a joint is placed either by `origin` and
    /// `axis` or by a Denavit-Hartenberg row, and nominal values are either `physical` (about
    /// the centre of mass) or `standard` (about the origin).
    AW0107 Error conflict(first: &str, second: &str),
        "`{first}` and `{second}` exclude each other",
        help format!("keep either `{first}` or `{second}`");
    /// A list names the same thing twice. A friction term, for instance, is one parameter.
    AW0108 Error repeated(word: &str),
        "`{word}` is listed twice",
        help "list it once";
    /// `coulomb_positive` acts while a joint or motor moves in positive direction, and `coulomb_negative`
    /// while it moves in negative direction; `viscous_positive` and `viscous_negative` likewise. Nothing that
    /// moves has friction in one direction only, so both are listed, or neither.
    AW0109 Error one_direction(word: &str, other: &str, both: &str),
        "`{word}` is listed without `{other}`",
        help format!("list `{other}` too, or `{both}` if friction is the same in both directions");
    /// Parameters under `drop` are set to zero, those under `keep` represent their combinations. Both lists may stand in a
    /// file, with different parameters.
    AW0110 Error dropped_and_kept(name: &str),
        "`{name}` is in `drop` and in `keep`",
        help "take it out of one of the two: what is dropped is zero, what is kept represents a combination";

    // Numbers.

    /// A number may be a decimal (`-1.5e-3`), an angle (`90deg`, `pi/2`), or an expression with
    /// `+ - * /` and parentheses over numbers and named constants. Decimals are read exactly,
    /// not as floating-point numbers. Infinities and `nan` are not numbers of a robot.
    AW0201 Error bad_number(why: &str, help: Option<&str>),
        "this is not a number: {why}", at why, maybe help.map(str::to_owned);
    /// A name in an expression is neither `pi` nor one of `constants`. A constant may use those
    /// above it.
    AW0202 Error unknown_constant(name: &str, defined: Option<Defined>, known: &[&str]),
        "unknown constant `{name}`",
        at match defined {
            Some(Defined::Here) => "this is what it is to be",
            _ => "not among `constants`",
        },
        help match defined {
            Some(Defined::Here) => format!("`{name}` cannot be made of itself: write a number, or one above it"),
            Some(Defined::Below) => format!("`{name}` is defined further down: move it up"),
            None => meant(name, known, format!("define it: `constants: {{{name}: 0.1}}`")),
        };
    /// A constant with `symbolic: true` stays a symbol in every equation. Equations are
    /// polynomials in the symbols, so they may stand for lengths only: in `xyz`, and in `a` and
    /// `d` of a Denavit-Hartenberg row. In angles, axes, gravity and transmissions write numbers.
    AW0203 Error symbol_not_allowed(name: &str, place: &str),
        "the symbol `{name}` cannot stand in {place}",
        help format!("symbols stand for lengths only (`xyz`, `a`, `d`); write a number, or take \
                      `symbolic: true` from `{name}`");
    /// The expression has degrees (`deg`) at a place that is not an angle. Other numbers are in SI
    /// units; `pi` may stand in all of them.
    AW0204 Error angle_not_allowed(place: &str),
        "an angle cannot stand in {place}",
        help "only angles have degrees: write the number that you mean, in SI units";
    /// The expression divides by zero, divides by a symbol, or multiplies two angles. What
    /// remains must be a polynomial in symbols plus a fraction of pi.
    AW0205 Error not_polynomial(why: &str),
        "this has no exact value: {why}",
        help "an exact value is a polynomial in symbols, plus a fraction of pi";
    /// The number is so large, so small or so long that it cannot be meant, or an expression
    /// grew beyond bounds. Exact arithmetic would carry all of its digits along.
    AW0206 Error out_of_range(),
        "the number is out of range",
        help "a number's magnitude must be 0 or between 1e-60 and 1e60, with at most 200 digits";
    /// All values are in SI units: m, kg, s, rad, N, N m, A. Convert the value and write its
    /// SI unit.
    AW0207 Error not_si(unit: &str, si: &str),
        "the unit `{unit}` is not an SI unit",
        help format!("convert the value and write `unit: {si}`");
    /// The angle is within 1e-4 rad of a multiple of 15 degrees without being it. A rotation
    /// written as 1.5707963 is not a right angle: in exact algebra parallel axes are then not
    /// parallel, and parameters appear that are identifiable in theory but hopelessly
    /// ill-conditioned. Write the exact form (`pi/2` or `90deg`). If the small difference is
    /// real, for instance from a calibration, keep it and ignore the warning.
    AW0208 Warning almost_exact(exact: &str),
        "this angle is almost, but not exactly, {exact}",
        help format!("write `{exact}`: the exact algebra takes the written decimal at its word, and \
                      then finds parameters that are identifiable in theory and never in practice");
    /// The number is outside the range that is possible at this place.
    AW0209 Error wrong_value(what: &str, expected: &str),
        "{what} must be {expected}";

    /// A function of the motion is written with numbers, constants, positions of joints by their names, velocities (`qd1` of
    /// a joint `q1`, `velocity(NAME)` of any), `+ - * / ^`, parentheses, and the functions sin, cos, sqrt, exp, tanh, abs
    /// and sign.
    AW0210 Error bad_function(why: &str, help: Option<&str>),
        "this is not a function of the motion: {why}", at why, maybe help.map(str::to_owned);
    /// A constant with `symbolic: true` stays a symbol in every equation, of which equations are polynomials: so it is a length,
    /// or a ratio of lengths. An angle would stand in sines and cosines; a mass, an inertia or a stiffness is a parameter of the
    /// robot, which is identified and has a nominal value in place of a symbol.
    AW0211 Error symbol_of_no_length(name: &str, unit: &str),
        "`{name}` is in {unit}, and symbols stand for lengths only",
        help format!("take `symbolic: true` from `{name}`: its value then stands in the equations; if it is a length, write \
                      `unit: m`");
    /// What stands in a joint's pose is constant. The joint's own position is added by itself: to `theta` of a
    /// Denavit-Hartenberg row of a joint that turns, to `d` of one that slides, and along or about `axis` otherwise.
    AW0212 Error own_position(name: &str),
        "`{name}` is the joint's own position, which is added by itself", at "not constant",
        help "write what is constant: 0 where nothing else is there, `pi/2` for `q1 + pi/2`";

    // Names.

    /// Names of bodies, joints, motors and constants consist of letters, digits and underscores
    /// (at most 64). A robot's name becomes a Rust module: it starts with a lower-case letter,
    /// and goes on with lower-case letters, digits and underscores.
    AW0301 Error bad_name(name: &str, what: &str, rule: &str, better: Option<&str>),
        "`{name}` cannot be the name of a {what}",
        help match better {
            Some(better) => format!("{rule}, for instance `{better}`"),
            None => rule.to_owned(),
        };
    /// A robot's name becomes a Rust module, so it cannot be a keyword or a crate that Rust
    /// always has.
    AW0302 Error keyword(name: &str),
        "`{name}` is a word of Rust and cannot name a module",
        help format!("call it `{name}_robot`, for instance");
    /// Names must be unique: among bodies, among joints, among motors and among constants. A body that stands twice to have two
    /// parents would close a loop, and robots are trees.
    AW0303 Error duplicate_name(name: &str, what: &str),
        "two {what} are called `{name}`", at "the second one",
        help match what {
            "bodies" => "give one of the two another name; if they are one body with two parents, that is a closed loop, and \
                         only trees are supported: cut the loop at a joint, and where joints move with others write \
                         `coordinate` or a coupled `transmission`",
            _ => "give one of the two another name",
        };
    /// `parent` names the body that carries this one, or `base`. No body of the file has this
    /// name.
    AW0304 Error unknown_parent(name: &str, known: &[&str]),
        "unknown parent `{name}`", at "no body has this name",
        help meant(name, known, "name the base (`base`) or a body above this one".to_owned());
    /// Bodies are listed with parents before children. Their order is the order of the
    /// parameter vector, so the generator does not change it by itself.
    AW0305 Error parent_later(name: &str),
        "the parent `{name}` comes after its child",
        help "move the parent above its child: the order of bodies is the order of parameters";
    /// Following `parent` from this body leads back to it. A robot file describes a tree;
    /// closed loops are not part of it.
    AW0306 Error cycle(name: &str, path: &str),
        "the body `{name}` is carried by itself: {path}",
        help "one body of the loop must be carried by `base`";
    /// Parameters are called `<symbol>_<owner>`, for instance `fc_m1`. A joint and a motor of
    /// the same name, both with friction, or a constant with the name of a parameter, would
    /// make two things of one name.
    AW0307 Error collision(name: &str),
        "two parameters would be called `{name}`",
        help "rename one of their owners";
    /// The name is not that of a parameter of this robot. Standard: `m_a, mx_a, Lxx_a`;
    /// physical: `m_a, tx_a, Jxx_a`; drives: `Ia_m1, fc_m1, fv_m1, fo_m1` (or a joint's name).
    /// Fixed bodies are merged into their parents and have no parameters.
    AW0308 Error unknown_parameter(name: &str, what: &str, known: &[&str]),
        "unknown parameter `{name}`",
        help meant(name, known, format!("it must be {what}, called `<symbol>_<owner>`"));
    /// Elements of the closed form are `g_1`, `M_12` and `S_113`, counted from 1 in the order
    /// of the moving joints. From ten joints on, separate the numbers: `M_1_12`.
    AW0309 Error unknown_element(name: &str, why: &str),
        "`{name}` is not an element of the equations",
        help why;
    /// The name is not that of a joint that moves.
    AW0310 Error unknown_joint(name: &str, known: &[&str]),
        "unknown joint `{name}`",
        help meant(name, known, format!("the joints that move are {}", quoted(known)));
    /// `measure` names where a quantity is measured: `{torque: NAME}` a joint that moves or a
    /// motor, `{wrench: NAME}` a body that moves, whose sensor sits between it and its parent.
    AW0311 Error unknown_place(name: &str, what: &str, known: &[&str]),
        "unknown {what} `{name}`",
        help meant(name, known, format!("it can be measured at {}", quoted(known)));
    /// A joint's `coordinate` says how it moves with others, and these, from joint to joint, move with
    /// it. Some joint must move by itself.
    AW0312 Error circular(joint: &str, other: &str),
        "`{joint}` moves with `{other}`, and this with `{joint}`",
        help "take `coordinate` from the joint that moves by itself";
    /// An end of a spring names a body of the file, or `base`. Bodies that are fixed to others may be named, too.
    AW0313 Error unknown_body(name: &str, known: &[&str]),
        "unknown body `{name}`", at "no body has this name",
        help meant(name, known, "name a body, or the base (`base`)".to_owned());

    /// A torque acts on a joint that moves, or on a motor of `drives`; one without parameters is a motor, too. The place
    /// of a joint without a motor (`passive`) is that joint.
    AW0314 Error unknown_motor(name: &str, known: &[&str]),
        "unknown motor `{name}`",
        help match known {
            [] => "name a `joint`, or list the motors: `drives: {motors: [{name: m1}, ...]}`".to_owned(),
            _ => meant(name, known, format!("the motors are {}", quoted(known))),
        };
    /// A function of the motion has positions and velocities of joints that move and of motors.
    AW0315 Error unknown_coordinate(name: &str, known: &[&str]),
        "unknown joint or motor `{name}`",
        help meant(name, known, format!("joints and motors are {}", quoted(known)));
    /// Motors, ratios and squares of sines are those of joints that move by themselves. One with `coordinate` moves as others
    /// do: a motor that turns by it turns by them, with its ratio times the factors that `coordinate` has. A joint that is
    /// `locked` or `fixed` does not move at all.
    AW0316 Error bound(name: &str, how: &str, instead: &str),
        "`{name}` does not move by itself: {how}",
        help instead;
    /// Equations have names of their own: `s1` and `c1` for sine and cosine, `q1`, `qd1`, `g_1`, `M_12`, `PG_3`, `T` and `V`
    /// for energies (`T_drives`, `V_springs`), `l_NAME` for the length of a spring, and `q_NAME` and `tau_NAME` for a motor (a
    /// motor `1` is `motor_1` there), `qd_NAME` and `f_NAME` where it has inertia or friction, `q_m`, `tau_m` and `G` for all
    /// motors. A symbolic constant, a torque or a motor of such a name is printed by it too, so that who reads the
    /// equations as text cannot tell the two apart. The code that is generated can. Letters of the factored form, `R` or `p`,
    /// are those of its own chapter alone, and are not warned of.
    AW0317 Warning printed_alike(name: &str),
        "in equations as text something else is called `{name}`",
        help format!("rename it if you read equations, for instance `{name}_`; the generated code is right as it is");

    // Mechanics.

    /// A robot needs at least one joint that moves; without one there are no dynamics to
    /// identify.
    AW0401 Error nothing_moves(),
        "the robot has no joint that moves",
        help "give a body a joint that is `revolute`, `continuous` or `prismatic`";
    /// The generator's equations are laid out for at most 64 moving joints and 256 bodies.
    AW0402 Error too_many(what: &str, found: usize, limit: usize),
        "the robot has {found} {what}; at most {limit} are possible",
        help "join parts that hardly move against each other, or describe a part of the robot";
    /// A joint's axis must be a unit vector to within 1e-9. It is then replaced by the nearest
    /// vector of fractions whose length is exactly 1, so that no rounding enters the equations.
    /// An axis that is further off is often a typing error, so it is not silently normalised.
    AW0403 Error not_unit(length: &str, normalised: Option<&str>),
        "the axis is not a unit vector: its length is {length}",
        help match normalised {
            Some(axis) => format!("write `{axis}`"),
            None => "write a direction, for instance `[0, 0, 1]`".to_owned(),
        };
    /// Limits are `[lowest, highest]`.
    AW0404 Error limits_reversed(low: &str, high: &str),
        "the limits are reversed: {low} is above {high}",
        help format!("write `[{high}, {low}]`");
    /// The transmission maps joint to motor positions, `q_motor = G q_joint`. It is square,
    /// with a row for each motor and a column for each joint that moves (fixed joints, and those that move
    /// with others or are locked, do not count).
    AW0405 Error transmission_size(found: &str, expected: usize),
        "the transmission is {found}, but the joints that move by themselves and have a motor are {expected}",
        help match expected {
            1 => "write its ratio alone, `[80]`, or by the joint's name, `{q1: 80}`".to_owned(),
            _ => format!("write {expected} rows of {expected} numbers, a list of {expected} numbers \
                          for a diagonal, or the ratio of every joint: `{{q1: 80, q2: {{q1: 20, q2: 45}}}}`"),
        };
    /// The transmission has no inverse, so joint positions cannot be computed from motor
    /// positions. This is decided exactly. A row of zeros, or a row that is a combination of
    /// others, is the usual reason.
    AW0406 Error singular(why: &str),
        "the transmission is singular: {why}",
        help "every joint must be moved by the motors: `q_motor = G q_joint` must have one solution";
    /// Motors correspond to the rows of the transmission, and there are as many as joints that move by
    /// themselves.
    AW0407 Error motor_count(found: usize, expected: usize),
        "the number of motors is {found}, that of joints that move by themselves {expected}",
        help format!("list {expected} motors, one for each row of the transmission; one without \
                      parameters is `{{name: m1}}`");
    /// A fixed joint does not move: its body is merged into the parent, and it has no axis,
    /// limits, friction or armature.
    AW0408 Error fixed_joint(key: &str),
        "a fixed joint has no `{key}`",
        help format!("remove `{key}`, or give the joint a type that moves");
    /// Equations have sines and cosines of the largest part of a coordinate of which all joints turn by whole
    /// multiples, at most 64 of them.
    AW0409 Error too_fine(coordinate: &str, most: i64),
        "joints turn by multiples of `{coordinate}` that have no common part, or one that goes into the \
         largest more than {most} times",
        help "give the factors as short fractions, such as `1/3`";
    /// Both ends of the spring are fixed to bodies that never move against each other, so that it has no effect.
    AW0411 Error spring_on_one(name: &str),
        "no joint moves the ends of spring `{name}` against each other",
        help "fix its ends to bodies with a joint that moves between them, or remove it";
    /// The length of a coil spring is a square root of positions. What no parameter repeats is decided exactly for
    /// numbers; with symbols in the lengths between its ends it cannot be.
    AW0412 Error spring_symbol(name: &str, symbol: &str),
        "the symbol `{symbol}` is in the lengths between the ends of spring `{name}`",
        help format!("take `symbolic: true` from `{symbol}`");
    /// A sensor of force and torque at a body measures what a spring takes that is fixed beyond it as well. The equations
    /// of such a sensor have bodies only.
    AW0413 Error spring_and_wrench(name: &str),
        "spring `{name}` cannot stand beside a measured wrench",
        help "measure torque, or leave the spring out";

    /// Which parameters a recording reveals is decided exactly, so it has to be certain which functions are combinations of
    /// others. It is for positions, sines and cosines of sums of joints with fractions as factors, velocities, their sums,
    /// products, quotients and square roots, for exponentials and hyperbolic tangents of these, and for the sign and the
    /// magnitude of a sum of positions, or of velocities.
    AW0414 Error undecided(what: &str, instead: &str),
        "what gravity, friction and other torques repeat of this cannot be decided exactly: {what}",
        help instead;
    /// A torque multiplies a parameter by a function of the motion. This function is zero, so that the parameter would have no
    /// effect.
    AW0415 Error no_torque(name: &str),
        "the function of `{name}` is zero at every motion",
        help "remove the torque, or correct its expression";
    /// A joint without a motor has a place among the motors all the same: its own position, with a torque of zero. So the
    /// motors are listed, all but those, and ratios are given by the names of joints.
    AW0416 Error passive(why: &str, instead: &str),
        "a joint without a motor: {why}",
        help instead;
    /// Base parameters are found exactly. For that a spring has to change its length, and it has to be certain which springs,
    /// roots and products of velocities are repeated by others, or by Coriolis torques.
    AW0417 Error undetermined(why: &str, instead: &str),
        "there are no base parameters to be found: {why}",
        help instead;

    // Physics.

    /// The value cannot be negative for a real body or drive. The robot is still generated.
    AW0501 Warning negative(what: &str),
        "the {what} is negative",
        help "check the sign";
    /// The inertia tensor about the centre of mass has principal moments of which each is at
    /// most the sum of the other two, and none is negative, for any distribution of mass.
    /// Equivalently tr(J)/2 - J has no negative eigenvalue; this is decided exactly. Published
    /// tables violate this now and then. The robot is still generated, since identification
    /// does not use nominal values.
    AW0502 Warning not_physical(why: &str),
        "no distribution of mass has this inertia: {why}",
        help "check signs and units, and whether the inertia is about the centre of mass \
              (`physical`) or about the origin (`standard`)";
    /// The body does not move, so its inertial parameters have no effect on any torque.
    AW0503 Note lumped_into_base(name: &str),
        "the body `{name}` is fixed to the base: its mass has no effect and is left out";
    /// A fixed body is merged into the body that carries it. Nominal values of the sum are known
    /// only if both have nominal values. One that weighs nothing itself has those of zero mass.
    AW0504 Warning nominal_lost(name: &str, why: &str),
        "the nominal values of `{name}` are left out: {why}",
        help "give that body nominal values too: `physical: {mass: 0}` if it weighs nothing itself";
    /// A nominal value was given for a parameter that the drive or joint does not have, so it
    /// has no effect.
    AW0505 Warning unused_nominal(term: &str, owner: &str),
        "a nominal value for `{term}`, which {owner} does not have",
        help match term {
            "stiffness" | "rest" => "add `spring: true`, or remove the value".to_owned(),
            _ => format!("add `{term}` to the terms, or remove the value"),
        };

    // Values that make sense, but of another robot than was meant. Nothing is refused for them.

    /// Angles are in radians unless they are written with `deg` or `pi`. One that is more than a turn in
    /// radians, written as a plain number, is usually one in degrees.
    AW0601 Warning degrees(what: &str, value: &str),
        "{what} is {value} rad, more than a turn: is it in degrees?",
        at "in radians",
        help format!("write `{value}deg`");
    /// Positions are limited in radians unless `deg` is written. A whole number of three turns or more is
    /// usually one in degrees. Excitation, simulation and plausibility of recordings follow the limits.
    AW0602 Warning limits_in_degrees(low: &str, high: &str),
        "the limits are {low} and {high} rad: are they in degrees?",
        help format!("write `[{low}deg, {high}deg]`");
    /// Lengths are in metres. A joint that is more than ten metres from the one before, or a centre of mass
    /// more than five metres from its joint, is usually given in centimetres or millimetres.
    AW0603 Warning long(what: &str, metres: &str, from: &str),
        "{what} is {metres} m from {from}",
        help "lengths are in metres: divide centimetres by 100, millimetres by 1000";
    /// Masses are in kilograms. This one is heavier than arms of that reach are by far: usually it is in
    /// grams.
    AW0604 Warning heavy(mass: &str, reach: &str),
        "a mass of {mass} kg on an arm that reaches {reach} m",
        help "masses are in kilograms: divide grams by 1000";
    /// The inertia is that of a body with its mass far outside of the robot: usually it is in kg·mm² or
    /// g·mm², as CAD programs write it.
    AW0605 Warning wide(radius: &str),
        "this inertia is that of a mass {radius} m from its centre",
        help "inertia is in kg·m²: divide kg·mm² by 1e6, g·mm² by 1e9";
    /// Gravity is the acceleration of free fall in the base frame: it points down. Here it points along +z,
    /// to where the first body stands off the base, so the robot would hang from its base. That is right
    /// for a robot on a ceiling.
    AW0606 Warning upwards(),
        "gravity points up, along +z of the base",
        help "free fall goes down, `[0, 0, -9.81]`; keep it if the robot hangs from a ceiling";
    /// Free fall is 9.76 to 9.83 m/s² on earth, whatever the base's axes. Identified masses are in
    /// inverse proportion to it. No gravity at all, `[0, 0, 0]`, is taken as meant.
    AW0607 Warning unusual_gravity(size: &str),
        "gravity has a size of {size} m/s²; on earth it is about 9.81",
        help "write the free-fall acceleration in m/s², in the axes of the base";

    // URDF.

    /// The file is not valid XML, or has a document type, which URDF never needs.
    AW0701 Error urdf_xml(info: &str),
        "this is not XML: {info}",
        help "a URDF is an XML file with `<robot name=\"...\">` around links and joints";
    /// A URDF has one element `robot` around everything. SDF, MJCF and other formats have others.
    AW0702 Error urdf_root(name: &str),
        "the outermost element is `{name}`, not `robot`",
        help "is this URDF? SDF and MJCF have converters to it";
    /// Xacro is a language of macros from which URDF is made: parameters, conditions, files that are
    /// included. It has to be expanded first, as it is before a robot is loaded anywhere.
    AW0703 Error urdf_xacro(),
        "this is Xacro, from which URDF is yet to be made",
        help "expand it: `xacro FILE.xacro > FILE.urdf`";
    /// An element lacks something without which it means nothing.
    AW0704 Error urdf_missing(element: &str, what: &str),
        "this `{element}` lacks {what}", at "incomplete",
        help format!("add {what}");
    /// Numbers in URDF are decimals, separated by spaces; `nan`, infinities and units are not among them.
    AW0705 Error urdf_number(name: &str, count: usize),
        "`{name}` has to be {count} finite number(s)",
        help match count {
            1 => "write a decimal number such as 0.25",
            _ => "write decimal numbers separated by spaces, as in \"0 0.1 0.25\"",
        };
    /// Joints of URDF are revolute, continuous, prismatic or fixed. Floating and planar joints move in more
    /// than one way; a base that moves is `base: floating` in a robot file, which `armwright import --floating` writes.
    AW0706 Error urdf_joint(kind: &str),
        "joints of type `{kind}` have no place in a robot file",
        help match kind {
            "floating" => "import with `--floating` if it only says that the base moves, on a link without mass that carries \
                           nothing else; other joints that move in several ways are as many joints",
            _ => "give it one of the types revolute, continuous, prismatic, fixed; a joint that moves in several ways is as \
                  many joints",
        };
    /// An axis gives a direction, and this one has none.
    AW0707 Error urdf_axis(),
        "the axis is zero and has no direction",
        help "write for instance xyz=\"0 0 1\"";
    /// A joint names a link that the file does not have.
    AW0708 Error urdf_link(name: &str),
        "there is no link `{name}`",
        help "name a link of this file, or add it";
    /// Two links or joints have the same name, so that nobody knows which is meant.
    AW0709 Error urdf_twice(what: &str, name: &str),
        "a {what} `{name}` was there already",
        help "give each a name of its own";
    /// A link hangs on two joints: that is a closed chain, which a tree cannot describe.
    AW0710 Error urdf_two_parents(name: &str),
        "`{name}` is the child of another joint already",
        help "that is a closed loop, and only trees are supported: cut the loop at a joint; where joints move with others, \
              write `coordinate` or a coupled `transmission` in the robot file";
    /// A robot has one base, on which everything else hangs, joint by joint.
    AW0711 Error urdf_roots(base: &str, other: &str),
        "nothing carries `{other}`, and `{base}` is the base",
        help "connect it by a joint, or remove it";
    /// Every link is the child of a joint, so that none is the base; or there is no link.
    AW0712 Error urdf_no_base(),
        "no link is the base: each is the child of a joint, or there is none",
        help "one link has to be the child of no joint";
    /// These joints carry each other in a circle.
    AW0713 Error urdf_circle(name: &str),
        "`{name}` and joints beyond it carry each other in a circle",
        help "every chain of joints has to begin at the base";
}

/// The long text of a code such as `AW0101`; upper or lower case.
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    let mut codes = CODES.iter();
    let found = codes.find(|(known, _)| known.eq_ignore_ascii_case(code));
    found.map(|&(_, text)| text)
}

fn meant(word: &str, known: &[&str], otherwise: String) -> String {
    let nearest = nearest(word, known.iter().copied());
    nearest.map_or(otherwise, |name| format!("did you mean `{name}`?"))
}

fn quoted(words: &[&str]) -> String {
    format!("`{}`", words.join("`, `"))
}

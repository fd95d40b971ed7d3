//! The long text of each code, for `armwright explain CODE`.

/// Every code with its long text, in ascending order.
pub const CODES: &[(&str, &str)] = &[
    (
        "AW0001",
        "A robot file is text in UTF-8. The file has bytes that are not: it was saved in another \
         encoding, or it is not text at all (an archive, a spreadsheet, a mesh).",
    ),
    (
        "AW0002",
        "The reader refuses very large files before it looks into them, so that no file can use \
         up memory. A description of a robot with 64 joints is well under 100 kilobytes.",
    ),
    (
        "AW0003",
        "The file has no content, or only comments. `armwright new NAME` writes one to start from.",
    ),
    (
        "AW0004",
        "The text is not valid YAML. Common reasons: a tab in the indentation, a bracket, brace or \
         quote that is not closed, a missing space after a colon, keys of one map at different \
         indentations.",
    ),
    (
        "AW0005",
        "Lists and maps stand inside each other deeper than any part of a robot file does. The \
         reader stops there, so that no file can make it work without end.",
    ),
    (
        "AW0006",
        "The file has more values than a robot of the largest size can use. The reader stops \
         there, so that no file can use up memory.",
    ),
    (
        "AW0007",
        "YAML can name a value (`&name`), repeat it (`*name`) and give it a type (`!type`). Robot \
         files use none of these: repeated values grow without bound, and a value that stands \
         elsewhere cannot be shown in its place. Use `constants` for numbers that occur often.",
    ),
    (
        "AW0008",
        "A line `---` starts another YAML document. A robot file holds exactly one robot.",
    ),
    (
        "AW0009",
        "A map has the same key twice. YAML readers silently keep one of the two values; which \
         one, nobody remembers. Remove the one that is wrong.",
    ),
    (
        "AW0010",
        "The file has a control character (other than tab and line ends). YAML forbids them, and \
         they usually mean that the file is not text.",
    ),
    (
        "AW0011",
        "The file could not be opened or read; the message is the operating system's.",
    ),
    (
        "AW0101",
        "The key is not known at this place, so its value would have no effect. Often it is \
         misspelt, or stands at the wrong indentation. `armwright schema` prints everything that \
         a robot file may have, in a form that editors understand.",
    ),
    ("AW0102", "A key is missing that has no sensible default."),
    (
        "AW0103",
        "A value has the wrong shape: a list where a map belongs, a text where a list belongs, \
         and so on.",
    ),
    (
        "AW0104",
        "A list has too many or too few values. Positions, axes and gravity have three.",
    ),
    (
        "AW0105",
        "Only certain words are possible at this place, and this is not one of them.",
    ),
    (
        "AW0106",
        "The file is well formed, but uses a part of the format that the generator cannot treat \
         yet. Nothing is silently ignored: the equations would be wrong without it.",
    ),
    (
        "AW0107",
        "Two keys give the same thing in different ways: a joint is placed either by `origin` and \
         `axis` or by a Denavit-Hartenberg row, and nominal values are either `physical` (about \
         the centre of mass) or `standard` (about the origin).",
    ),
    (
        "AW0108",
        "A list names the same thing twice. A friction term, for instance, is one parameter.",
    ),
    (
        "AW0201",
        "A number may be a decimal (`-1.5e-3`), an angle (`90deg`, `pi/2`), or an expression with \
         `+ - * /` and parentheses over numbers and named constants. Decimals are read exactly, \
         not as floating-point numbers. Infinities and `nan` are not numbers of a robot.",
    ),
    (
        "AW0202",
        "A name in an expression is neither `pi` nor one of `constants`. A constant may use those \
         above it.",
    ),
    (
        "AW0203",
        "A constant with `symbolic: true` stays a symbol in every equation. Equations are \
         polynomials in the symbols, so they may stand for lengths only: in `xyz`, and in `a` and \
         `d` of a Denavit-Hartenberg row. In angles, axes, gravity and transmissions write numbers.",
    ),
    (
        "AW0204",
        "The expression has a multiple of pi (`pi`, `deg`) at a place that is not an angle. Other \
         numbers are exact fractions, and pi is none.",
    ),
    (
        "AW0205",
        "The expression divides by zero, divides by a symbol, or multiplies two angles. What \
         remains must be a polynomial in symbols plus a fraction of pi.",
    ),
    (
        "AW0206",
        "The number is so large, so small or so long that it cannot be meant, or an expression \
         grew beyond bounds. Exact arithmetic would carry all of its digits along.",
    ),
    (
        "AW0207",
        "All values are in SI units: m, kg, s, rad, N, N m, A. Convert the value and write its SI unit.",
    ),
    (
        "AW0208",
        "The angle is within 1e-4 rad of a multiple of 15 degrees without being it. A rotation \
         written as 1.5707963 is not a right angle: in exact algebra parallel axes are then not \
         parallel, and parameters appear that are identifiable in theory but hopelessly \
         ill-conditioned. Write the exact form (`pi/2` or `90deg`). If the small difference is \
         real, for instance from a calibration, keep it and ignore the warning.",
    ),
    (
        "AW0209",
        "The number is outside the range that is possible at this place.",
    ),
    (
        "AW0301",
        "Names of bodies, joints, motors and constants consist of letters, digits and underscores \
         (at most 64). A robot's name becomes a Rust module: it starts with a lower-case letter, \
         and goes on with lower-case letters, digits and underscores.",
    ),
    (
        "AW0302",
        "A robot's name becomes a Rust module, so it cannot be a keyword or a crate that Rust always has.",
    ),
    (
        "AW0303",
        "Names must be unique: among bodies, among joints, among motors and among constants.",
    ),
    (
        "AW0304",
        "`parent` names the body that carries this one, or `base`. No body of the file has this name.",
    ),
    (
        "AW0305",
        "Bodies are listed with parents before children. Their order is the order of the \
         parameter vector, so the generator does not change it by itself.",
    ),
    (
        "AW0306",
        "Following `parent` from this body leads back to it. A robot file describes a tree; \
         closed loops are not part of it.",
    ),
    (
        "AW0307",
        "Parameters are called `<symbol>_<owner>`, for instance `fc_m1`. A joint and a motor of \
         the same name, both with friction, or a constant with the name of a parameter, would \
         make two things of one name.",
    ),
    (
        "AW0308",
        "The name is not that of a parameter of this robot. Standard: `m_a, mx_a, Lxx_a`; \
         physical: `m_a, tx_a, Jxx_a`; drives: `Ia_m1, fc_m1, fv_m1, fo_m1` (or a joint's name). \
         Fixed bodies are merged into their parents and have no parameters.",
    ),
    (
        "AW0309",
        "Elements of the closed form are `g_1`, `M_12` and `S_113`, counted from 1 in the order \
         of the moving joints. From ten joints on, separate the numbers: `M_1_12`.",
    ),
    ("AW0310", "The name is not that of a joint that moves."),
    (
        "AW0311",
        "`measure` names where a quantity is measured: `{torque: NAME}` a joint that moves or a \
         motor, `{wrench: NAME}` a body that moves, whose sensor sits between it and its parent.",
    ),
    (
        "AW0401",
        "A robot needs at least one joint that moves; without one there are no dynamics to identify.",
    ),
    (
        "AW0402",
        "The generator's equations are laid out for at most 64 moving joints and 256 bodies.",
    ),
    (
        "AW0403",
        "A joint's axis must be a unit vector to within 1e-9. It is then replaced by the nearest \
         vector of fractions whose length is exactly 1, so that no rounding enters the equations. \
         An axis that is further off is often a typing error, so it is not silently normalised.",
    ),
    ("AW0404", "Limits are `[lowest, highest]`."),
    (
        "AW0405",
        "The transmission maps joint to motor positions, `q_motor = G q_joint`. It is square, \
         with a row for each motor and a column for each joint that moves (fixed joints do not \
         count).",
    ),
    (
        "AW0406",
        "The transmission has no inverse, so joint positions cannot be computed from motor \
         positions. This is decided exactly. A row of zeros, or a row that is a combination of \
         others, is the usual reason.",
    ),
    (
        "AW0407",
        "Motors correspond to the rows of the transmission, and there are as many as moving joints.",
    ),
    (
        "AW0408",
        "A fixed joint does not move: its body is merged into the parent, and it has no axis, limits, friction or armature.",
    ),
    (
        "AW0501",
        "The value cannot be negative for a real body or drive. The robot is still generated.",
    ),
    (
        "AW0502",
        "The inertia tensor about the centre of mass has principal moments of which each is at \
         most the sum of the other two, and none is negative, for any distribution of mass. \
         Equivalently tr(J)/2 - J has no negative eigenvalue; this is decided exactly. Published \
         tables violate this now and then. The robot is still generated, since identification \
         does not use nominal values.",
    ),
    (
        "AW0503",
        "The body does not move, so its inertial parameters have no effect on any torque.",
    ),
    (
        "AW0504",
        "A fixed body is merged into the body that carries it. Nominal values of the sum are known \
         only if both have nominal values.",
    ),
    (
        "AW0505",
        "A nominal value was given for a parameter that the drive or joint does not have, so it \
         has no effect.",
    ),
];

/// The long text of a code such as `AW0101`; upper or lower case.
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    CODES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(code))
        .map(|&(_, text)| text)
}

//! A robot for programs in C: a library without an operating system, and its header.
//!
//! Both are texts with places in them ([`Library::filled`]); the functions of quantities follow from the table of quantities.

use super::quantities::{Argument, Dimension, Entry, Quantity};
use crate::derivation::Derivation;

const LIBRARY: &str = include_str!("library.rs.txt");
const HEADER: &str = include_str!("header.h.txt");

/// What a library is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Library<'a> {
    /// Whether its numbers are of single precision.
    pub single: bool,
    /// Samples of the window that is learned from.
    pub window: usize,
    /// The robot file's name.
    pub file: &'a str,
}

impl Library<'_> {
    /// The header.
    #[must_use]
    pub fn header(&self, derivation: &Derivation, quantities: &[Quantity]) -> String {
        self.filled(HEADER, derivation, quantities, declaration)
    }

    /// The library's Rust code, beside the robot's module in `robot.rs`.
    #[must_use]
    pub fn code(&self, derivation: &Derivation, quantities: &[Quantity]) -> String {
        self.filled(LIBRARY, derivation, quantities, definition)
    }

    /// A text with what it leaves open.
    fn filled(
        &self,
        text: &str,
        derivation: &Derivation,
        quantities: &[Quantity],
        function: fn(&Derivation, Entry) -> String,
    ) -> String {
        let mechanism = &derivation.mechanism;
        let (n, b, w) = (mechanism.rows(), derivation.base.base.len(), self.window);
        let computes = |own: &&Quantity| {
            let mut quantities = quantities.iter();
            quantities.any(|quantity| quantity.computed_by(derivation) == Some(**own))
        };
        let computing = Quantity::ALL.iter().filter(computes);
        let functions = computing.map(|own| function(derivation, own.entry()));
        let functions: String = functions.collect();
        let quoted = |names: Vec<&str>| {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            names.join(", ")
        };
        let parameters = &mechanism.parameters;
        let names = || parameters.iter().map(|p| p.name.as_str());
        let base = derivation.base.base.iter();
        let base = base.map(|base| parameters[base.representative].name.as_str());
        let joints = mechanism.coordinates.enumerate();
        let joints = joints.map(|(k, _)| mechanism.coordinate(k).name.as_str());
        // In doubles, whatever the numbers are; the library does not compile where it is too little.
        let learner = w * n * b + w * n + 2 * w + 2 * b * b + 9 * b + 11 * n + 64;
        // Names last: what they are is not looked at again.
        let places = [
            ("{functions}", functions),
            ("{robot}", mechanism.name.clone()),
            ("{ROBOT}", mechanism.name.to_uppercase()),
            ("{n}", n.to_string()),
            ("{p}", parameters.len().to_string()),
            ("{b}", b.to_string()),
            ("{window}", w.to_string()),
            ("{filter_room}", (13 * n + 24).to_string()),
            ("{learner_room}", learner.to_string()),
            ("{change_room}", (n + 8).to_string()),
            (
                "{scalar}",
                if self.single { "f32" } else { "f64" }.to_owned(),
            ),
            (
                "{number}",
                if self.single { "float" } else { "double" }.to_owned(),
            ),
            ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
            ("{joints}", quoted(joints.collect())),
            ("{parameters}", quoted(names().collect())),
            ("{bases}", quoted(base.collect())),
            ("{file}", in_comment(self.file)),
            ("{title}", in_comment(&mechanism.title)),
        ];
        let mut filled = text.to_owned();
        for (place, value) in places {
            filled = filled.replace(place, &value);
        }
        filled
    }
}

/// Text in one line that ends no comment.
fn in_comment(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("*/", "* /").replace("/*", "/ *")
}

/// How C is told of a quantity's function.
fn declaration(derivation: &Derivation, entry: Entry) -> String {
    let takes = entry.takes.iter().filter_map(|argument| {
        argument.length(derivation)?;
        let length = match argument {
            Argument::Theta => "{ROBOT}_PARAMETERS",
            _ => "{ROBOT}_DOF",
        };
        Some(format!(
            "const {{robot}}_number {}[{length}]",
            argument.name()
        ))
    });
    let takes: Vec<String> = takes.collect();
    let size = |dimension: Dimension| match dimension {
        Dimension::Torques => "{ROBOT}_DOF".to_owned(),
        Dimension::Parameters => "{ROBOT}_PARAMETERS".to_owned(),
        Dimension::Bases => "{ROBOT}_BASE_PARAMETERS".to_owned(),
        other => other.length(derivation).to_string(),
    };
    let out = match entry.shape {
        [rows, Dimension::One] => size(rows),
        [Dimension::One, columns] => size(columns),
        [rows, columns] => format!("{} * {}", size(rows), size(columns)),
    };
    let document = entry.documentation(derivation);
    let line = document.lines().next().unwrap_or_default();
    let line = line.trim_end_matches([':', '.']);
    format!(
        "\n/* {}. */\nuint32_t {{robot}}_{}({},\n    {{robot}}_number out[{out}]);\n",
        line.replace('`', ""),
        entry.function,
        takes.join(", ")
    )
}

/// The function that C calls.
fn definition(derivation: &Derivation, entry: Entry) -> String {
    let takes = entry.takes.iter().filter_map(|argument| {
        let length = argument.length(derivation)?;
        Some((argument.name(), length))
    });
    let takes: Vec<(&str, usize)> = takes.collect();
    let names: Vec<&str> = takes.iter().map(|(name, _)| *name).collect();
    let arguments = takes
        .iter()
        .map(|(name, length)| format!("    {name}: Option<&[Number; {length}]>,\n"));
    let arguments: String = arguments.collect();
    let out = match entry.shape.map(|dimension| dimension.length(derivation)) {
        [line, 1] if entry.shape[1] == Dimension::One => format!("[Number; {line}]"),
        [1, line] if entry.shape[0] == Dimension::One => format!("[Number; {line}]"),
        [rows, columns] => format!("[[Number; {columns}]; {rows}]"),
    };
    let (function, names) = (entry.function, names.join(", "));
    let some: Vec<String> = takes
        .iter()
        .map(|(name, _)| format!("Some({name})"))
        .collect();
    let some = some.join(", ");
    format!(
        "\n/// As `robot::{function}`.\n#[unsafe(no_mangle)]\n#[allow(clippy::too_many_arguments)]\n\
         pub extern \"C\" fn {{robot}}_{function}(\n{arguments}    out: Option<&mut {out}>,\n) -> u32 {{\n    \
         let ({some}, Some(out)) = ({names}, out) else {{ return 0 }};\n    \
         robot::{function}({names}, out);\n    1\n}}\n"
    )
}

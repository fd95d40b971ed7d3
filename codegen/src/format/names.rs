//! Which names are possible, and what to call things otherwise.

use crate::diagnostic::{Fault, Span};

use super::bodies::OFFSET;
use super::reader::Reader;
use super::shape::Named;

/// The longest name, in bytes.
pub(crate) const LONGEST_NAME: usize = 64;
const RULE: &str =
    "names are made of letters, digits and underscores (A-Z, a-z, 0-9, _), at most 64";
const ROBOT_RULE: &str =
    "a robot's name starts with a lower-case letter and has only a-z, 0-9 and _, at most 64";

/// Words that cannot name a module: Rust's keywords, and names that generated code relies on.
const RESERVED: &str = "\
    abstract alloc armwright_codegen armwright_runtime as async await become bool box break \
    char const continue core crate do dyn else enum extern f32 f64 false final fn for gen \
    i128 i16 i32 i64 i8 if impl in isize let loop macro match mod move mut override priv pub \
    ref return self static std str struct super trait true try type typeof u128 u16 u32 u64 \
    u8 unsafe unsized use usize virtual where while yield";
/// Words with a meaning in expressions.
const OF_EXPRESSIONS: [&str; 6] = ["pi", "deg", "rad", "nan", "inf", "infinity"];

/// Whether a word cannot name a robot's module.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.split(' ').any(|word| word == name)
}

fn is_word(text: &str) -> bool {
    let possible = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.len() <= LONGEST_NAME && text.chars().all(possible)
}

/// The name with everything impossible replaced by underscores.
pub(crate) fn repaired(text: &str) -> String {
    let replace = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.trim()
        .chars()
        .take(LONGEST_NAME)
        .map(replace)
        .collect()
}

/// The rule that a name breaks, and a name that does not; `None` if it is a good one.
fn broken_rule(name: &str, named: Named) -> Option<(&'static str, String)> {
    let digit_first = |name: &str| name.starts_with(|c: char| c.is_ascii_digit());
    match named {
        Named::Robot => {
            let possible = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let start = name.starts_with(|c: char| c.is_ascii_lowercase());
            if start && is_word(name) && name.chars().all(possible) {
                return None;
            }
            let better = repaired(name).to_lowercase();
            let better = better.trim_start_matches('_');
            let start = if digit_first(better) { "robot_" } else { "" };
            Some((ROBOT_RULE, format!("{start}{better}")))
        }
        _ if !is_word(name) => Some((RULE, repaired(name).trim_start_matches('_').to_owned())),
        Named::Constant if OF_EXPRESSIONS.contains(&name) => Some((
            "this word has a meaning in expressions: choose another name",
            format!("{name}_"),
        )),
        Named::Constant if digit_first(name) => Some((
            "a constant's name starts with a letter",
            format!("c_{name}"),
        )),
        Named::Body if name == "base" => Some((
            "`base` is what the first bodies are carried by: choose another name",
            "base_link".to_owned(),
        )),
        Named::Joint if name == OFFSET => Some((
            "in a `coordinate` this word is the position where others are at zero: choose another name",
            format!("{name}_"),
        )),
        _ => None,
    }
}

impl Reader<'_> {
    /// Checks that this can be a name.
    pub(super) fn name(&mut self, name: &str, named: Named, span: Span) -> Option<()> {
        if let Some((rule, better)) = broken_rule(name, named) {
            let (shown, what): (String, _) = (name.chars().take(80).collect(), named.what());
            let better = Some(better.as_str()).filter(|better| is_word(better));
            return self.refuse(Fault::bad_name(&shown, &what, rule, better), span);
        }
        // The robot's name becomes a Rust module's.
        if named == Named::Robot && is_reserved(name) {
            return self.refuse(Fault::keyword(name), span);
        }
        Some(())
    }
}

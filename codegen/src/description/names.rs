//! Which names are possible, and that no two things share one.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Fault, Span, Spanned};

use super::reader::Reader;
use super::tree::{Kind, Node};

/// The longest name, in bytes.
const LONGEST: usize = 64;
const RULE: &str =
    "names are made of letters, digits and underscores (A-Z, a-z, 0-9, _), at most 64";
const ROBOT_RULE: &str =
    "a robot's name starts with a lower-case letter and has only a-z, 0-9 and _, at most 64";

/// Words that cannot name a module: Rust's keywords, and names that generated code relies on.
const RESERVED: &str = "\
    abstract alloc armwright_codegen armwright_lab armwright_runtime as async await become bool \
    box break char const continue core crate do dyn else enum extern f32 f64 false final fn for gen \
    i128 i16 i32 i64 i8 if impl in isize let loop macro match mod move mut override priv pub \
    ref return self static std str struct super trait true try type typeof u128 u16 u32 u64 \
    u8 unsafe unsized use usize virtual where while yield";

fn is_word(text: &str) -> bool {
    let possible = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.len() <= LONGEST && text.chars().all(possible)
}

/// A name as written, possible or not.
pub(super) fn called(node: &Node) -> Option<Spanned<String>> {
    match &node.kind {
        Kind::Scalar { text, .. } => Some(Spanned::new(text.clone(), node.span)),
        _ => None,
    }
}

/// The name with everything impossible replaced by underscores.
pub(super) fn repaired(text: &str) -> String {
    let replace = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.trim().chars().take(LONGEST).map(replace).collect()
}

impl Reader<'_> {
    /// The name of a body, joint, motor or constant.
    pub(super) fn name(&mut self, node: &Node, what: &'static str) -> Option<Spanned<String>> {
        let name = self.text(node, "a name")?;
        if !is_word(&name.value) {
            let better = Some(repaired(&name.value)).filter(|better| is_word(better));
            self.bad_name(&name, what, RULE, better);
            return None;
        }
        Some(name)
    }

    fn bad_name(
        &mut self,
        name: &Spanned<String>,
        what: &'static str,
        rule: &'static str,
        better: Option<String>,
    ) {
        let shown = name.value.chars().take(80).collect();
        self.report(
            &Fault::BadName {
                name: shown,
                what,
                rule,
                better,
            },
            name.span,
        );
    }

    /// A body's name; `base` is taken.
    pub(super) fn body_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.name(node, "body")?;
        if name.value == "base" {
            let rule = "`base` is what the first bodies are carried by: choose another name";
            self.bad_name(&name, "body", rule, Some("base_link".to_owned()));
            return None;
        }
        Some(name)
    }

    /// A constant's name; it must be readable in an expression.
    pub(super) fn constant_name(&mut self, name: &Spanned<String>) -> bool {
        let reserved =
            ["pi", "deg", "rad", "nan", "inf", "infinity"].contains(&name.value.as_str());
        let digit = name.value.starts_with(|c: char| c.is_ascii_digit());
        let (rule, better) = if !is_word(&name.value) {
            (RULE, repaired(&name.value))
        } else if reserved {
            (
                "this word has a meaning in expressions: choose another name",
                format!("{}_", name.value),
            )
        } else if digit {
            (
                "a constant's name starts with a letter",
                format!("c_{}", name.value),
            )
        } else {
            return true;
        };
        self.bad_name(
            name,
            "constant",
            rule,
            Some(better).filter(|better| is_word(better)),
        );
        false
    }

    /// The robot's name, which becomes a Rust module's.
    pub(super) fn robot_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "the robot's name")?;
        let possible = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let lower = name.value.starts_with(|c: char| c.is_ascii_lowercase());
        if !lower || !is_word(&name.value) || !name.value.chars().all(possible) {
            let better = repaired(&name.value).to_lowercase();
            let better = better.trim_start_matches('_');
            let digit = better.starts_with(|c: char| c.is_ascii_digit());
            let better = if digit {
                format!("robot_{better}")
            } else {
                better.to_owned()
            };
            let better = Some(better).filter(|better| is_word(better));
            self.bad_name(&name, "robot", ROBOT_RULE, better);
            return None;
        }
        if RESERVED.split(' ').any(|word| word == name.value) {
            self.report(
                &Fault::Keyword {
                    name: name.value.clone(),
                },
                name.span,
            );
            return None;
        }
        Some(name)
    }

    /// Reports every name that stands a second time.
    pub(super) fn unique<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Spanned<String>>,
        what: &'static str,
    ) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for name in names {
            if let Some(&first) = seen.get(name.value.as_str()) {
                let fault = Fault::DuplicateName {
                    name: name.value.clone(),
                    what,
                };
                let other = [(first, "the first one".to_owned())];
                self.diagnostics.add_with(&fault, name.span, other);
            } else {
                seen.insert(&name.value, name.span);
            }
        }
    }
}

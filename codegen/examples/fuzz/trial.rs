//! One input through everything that the generator does with a robot file.

use std::ffi::OsString;
use std::path::Path;

use armwright_codegen::diagnostic::Diagnostics;
use armwright_codegen::document::{self, Format};
use armwright_codegen::mechanism::load_bytes;
use armwright_codegen::pipeline::Underived;
use armwright_codegen::{GenerateError, command, generate, urdf};

use crate::input::{Depth, Input, Language};

/// A robot to compare with.
const OTHER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../robots/double_pendulum.yaml"
);

/// How an input ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A robot, which was read only.
    Read,
    /// Refused, with an explanation.
    Refused,
    /// A robot that is too large, with an explanation.
    TooLarge,
    /// A robot: code and equations.
    Generated,
}

/// Runs the generator on an input.
///
/// # Errors
/// A promise of the generator that was not kept.
pub(crate) fn run(input: &Input, depth: Depth) -> Result<Outcome, String> {
    let text = match input.language {
        Language::Yaml => input.bytes.clone(),
        Language::Urdf => match imported(&input.bytes)? {
            Some(text) => text.into_bytes(),
            None => return Ok(Outcome::Refused),
        },
    };
    if let Err(mistakes) = load_bytes("fuzz.yaml", &text) {
        explained(&mistakes)?;
        return Ok(Outcome::Refused);
    }
    if depth == Depth::Read {
        return Ok(Outcome::Read);
    }
    let text =
        std::str::from_utf8(&text).map_err(|error| format!("read, but not text: {error}"))?;
    derived(text)
}

/// The robot file that a URDF becomes; none if it is refused, or is no text, which commands refuse.
fn imported(bytes: &[u8]) -> Result<Option<String>, String> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(None);
    };
    match urdf::import("fuzz.urdf", text) {
        Ok(imported) => Ok(Some(imported.text)),
        Err(mistakes) => explained(&mistakes).map(|()| None),
    }
}

/// Whether a refusal has a reason that can be printed.
fn explained(mistakes: &Diagnostics) -> Result<(), String> {
    if mistakes.has_errors() && !mistakes.render(true).is_empty() {
        return Ok(());
    }
    Err("refused without a reason".to_owned())
}

/// Code and equations of a robot file.
fn derived(text: &str) -> Result<Outcome, String> {
    let generated = match generate("fuzz.yaml", text) {
        Ok(generated) => generated,
        Err(GenerateError::Underived(Underived::Unproved(error))) => return Err(error.to_string()),
        Err(error @ GenerateError::Underived(_)) => {
            return if error.to_string().contains("help:") {
                Ok(Outcome::TooLarge)
            } else {
                Err(format!("no remedy is given: {error}"))
            };
        }
        Err(GenerateError::Faulty(mistakes)) => {
            return explained(&mistakes).map(|()| Outcome::Refused);
        }
        Err(error) => return Err(error.to_string()),
    };
    syn::parse_file(&generated.code).map_err(|error| format!("not Rust: {error}"))?;
    // One format an input: the page is the same in all of them.
    let formats = [Format::Text, Format::Markdown, Format::Latex, Format::Html];
    for format in formats.into_iter().skip(text.len() % 4).take(1) {
        let page = document::equations(&generated.derivation, format, None);
        let page = page.map_err(|error| format!("{format:?}: {error}"))?;
        if page.contains("<merror") {
            return Err("a formula of the page is faulty".to_owned());
        }
    }
    Ok(Outcome::Generated)
}

/// The commands on the file where an input stands, and the same code a second time.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_commands(input: &Input, file: &Path) -> Result<(), String> {
    let lines: &[&[&str]] = match input.language {
        Language::Urdf => &[&["import"], &["import", "--floating"]],
        Language::Yaml => &[
            &["check"],
            &["parameters", "--format", "json"],
            &["show", "mechanism"],
            &["export"],
            &["diff", OTHER],
        ],
    };
    if let (Ok(text), Language::Yaml) = (std::str::from_utf8(&input.bytes), input.language) {
        let code = || generate("fuzz.yaml", text).map(|generated| generated.code);
        if code().ok() != code().ok() {
            return Err("the same file gives other code the second time".to_owned());
        }
    }
    for line in lines {
        let words = ["armwright"].iter().chain(line.iter()).map(OsString::from);
        let answer = command::run(words.chain([file.into()]), false, &mut |_| {});
        if !(0..=1).contains(&answer.code)
            || (answer.output.is_empty() && answer.remarks.is_empty())
        {
            return Err(format!(
                "`{}` answers with code {}",
                line.join(" "),
                answer.code
            ));
        }
    }
    Ok(())
}

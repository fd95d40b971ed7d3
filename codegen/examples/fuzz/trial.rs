//! One input through everything that the generator does with a robot file.

use std::ffi::OsString;
use std::path::Path;

use armwright_codegen::document::{self, Format};
use armwright_codegen::mechanism::load_bytes;
use armwright_codegen::pipeline::Underived;
use armwright_codegen::{GenerateError, command, generate};

/// A robot to compare with.
const OTHER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../robots/double_pendulum.yaml"
);

/// How an input ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Refused, with an explanation.
    Refused,
    /// A robot that is too large, with an explanation.
    TooLarge,
    /// A robot: code and equations.
    Generated,
}

/// Runs everything on an input.
///
/// # Errors
/// A promise of the generator that was not kept.
pub(crate) fn run(bytes: &[u8]) -> Result<Outcome, String> {
    if let Err(mistakes) = load_bytes("fuzz.yaml", bytes) {
        if !mistakes.has_errors() || mistakes.render(true).is_empty() {
            return Err("refused without a reason".to_owned());
        }
        return Ok(Outcome::Refused);
    }
    let text =
        std::str::from_utf8(bytes).map_err(|error| format!("read, but not text: {error}"))?;
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
        Err(error) => return Err(error.to_string()),
    };
    syn::parse_file(&generated.code).map_err(|error| format!("not Rust: {error}"))?;
    // One format an input: the page is the same in all of them.
    let formats = [Format::Text, Format::Markdown, Format::Latex, Format::Html];
    for format in formats.into_iter().skip(bytes.len() % 4).take(1) {
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
pub(crate) fn run_commands(bytes: &[u8], file: &Path) -> Result<(), String> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let code = || generate("fuzz.yaml", text).map(|generated| generated.code);
        if code().ok() != code().ok() {
            return Err("the same file gives other code the second time".to_owned());
        }
    }
    let lines: [&[&str]; 4] = [
        &["check"],
        &["parameters", "--format", "json"],
        &["show", "mechanism"],
        &["diff", OTHER],
    ];
    for line in lines {
        let words = ["armwright"].iter().chain(line).map(OsString::from);
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

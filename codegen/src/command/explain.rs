//! `armwright explain`: the long text of a diagnostic's code.

use super::answer::Answer;
use super::failure::Failure;
use crate::diagnostic::{self, CODES};

/// Columns of a line.
const COLUMNS: usize = 88;

pub(super) fn explain(code: &str) -> Result<Answer, Failure> {
    let Some(text) = diagnostic::explain(code) else {
        let group = code.get(..4).unwrap_or(code).to_ascii_uppercase();
        let codes = || CODES.iter().map(|(known, _)| (*known).to_owned());
        let mut near: Vec<String> = codes().filter(|known| known.starts_with(&group)).collect();
        if near.is_empty() {
            near = codes().collect();
        }
        let code = code.to_owned();
        return Err(Failure::NoCode { code, near });
    };
    let mut lines = vec![code.to_ascii_uppercase(), String::new(), String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    Ok(Answer::text(lines.join("\n") + "\n"))
}

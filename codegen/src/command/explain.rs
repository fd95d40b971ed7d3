//! `armwright explain`: the long text of a diagnostic's code.

use super::answer::Answer;
use super::failure::Failure;
use crate::diagnostic::{self, CODES};

/// Columns of a line.
const COLUMNS: usize = 88;

pub(super) fn explain(code: &str) -> Result<Answer, Failure> {
    let Some(text) = diagnostic::explain(code) else {
        let group = code.get(..4).unwrap_or(code).to_ascii_uppercase();
        let like = CODES
            .iter()
            .map(|(known, _)| *known)
            .filter(|known| known.starts_with(&group));
        let mut near: Vec<String> = like.map(str::to_owned).collect();
        if near.is_empty() {
            near = CODES.iter().map(|(known, _)| (*known).to_owned()).collect();
        }
        return Err(Failure::NoCode {
            code: code.to_owned(),
            near,
        });
    };
    let mut answer = format!("{}\n\n", code.to_ascii_uppercase());
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            answer.push_str(line.trim_end());
            answer.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    answer.push_str(&line);
    answer.push('\n');
    Ok(Answer::text(answer))
}

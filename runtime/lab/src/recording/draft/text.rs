//! Lines of a description with a comment each.

/// A description as it is written.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    /// How many lines hold a guess.
    pub(super) guesses: usize,
    /// What has to be added before the description can be used.
    pub(super) needed: Vec<String>,
}

impl Text {
    /// A line as it is.
    pub(super) fn line(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }

    /// A line that is a guess, and why.
    pub(super) fn guess(&mut self, line: &str, why: &str) {
        self.guesses += 1;
        self.line(&format!("{line}   # guess: {why}"));
    }

    /// A line that cannot be guessed, as a comment, and what is needed; without it the description cannot be
    /// used.
    pub(super) fn needed(&mut self, line: &str, what: &str) {
        let indent = line.len() - line.trim_start().len();
        let (indent, line) = line.split_at(indent);
        self.line(&format!("{indent}# {line}   # needed: {what}"));
        self.needed.push(format!("`{line}`: {what}"));
    }

    /// A line that may be added.
    pub(super) fn possible(&mut self, line: &str, what: &str) {
        let indent = line.len() - line.trim_start().len();
        let (indent, line) = line.split_at(indent);
        self.line(&format!("{indent}# {line}   # {what}"));
    }

    pub(super) fn finished(self) -> String {
        self.text
    }
}

/// A text of the user's as YAML has it, in quotes if it needs them.
pub(crate) fn quoted(text: &str) -> String {
    let begins = text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '/');
    let plain = |c: char| c.is_alphanumeric() || "_./-".contains(c);
    let word = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    if begins && text.chars().all(plain) && !word.contains(&text.to_lowercase().as_str()) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// A list on one line.
pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    /// Without quotes YAML takes some texts for numbers, lists, truths or nothing.
    #[test]
    fn a_text_that_is_no_plain_word_is_in_quotes() {
        for plain in ["q_1", "_x", "/imu/acc-x", "run.csv", "ärm2", "yaw", "none"] {
            assert_eq!(quoted(plain), plain);
        }
        for (text, expected) in [
            ("", "''"),
            ("1.5", "'1.5'"),
            ("2024-03-01", "'2024-03-01'"),
            ("-", "'-'"),
            (".inf", "'.inf'"),
            ("tau [N·m]", "'tau [N·m]'"),
            ("it's", "'it''s'"),
            ("Yes", "'Yes'"),
            ("null", "'null'"),
            ("y", "'y'"),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }
}

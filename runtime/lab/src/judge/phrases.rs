//! Lists and numbers within sentences.

/// `joint q1`, `joints q1, q2`.
pub(super) fn joints(names: &[String]) -> String {
    let word = if names.len() == 1 { "joint" } else { "joints" };
    format!("{word} {}", names.join(", "))
}

/// The first few, and how many more; all where hardly any more remain.
pub(super) fn counted(names: &[String], most: usize) -> String {
    match names.get(..most) {
        Some(first) if names.len() > most + 2 => {
            format!("{} and {} more", first.join(", "), names.len() - most)
        }
        _ => names.join(", "),
    }
}

/// A sentence on torques of joints as one on rows of what else is measured.
pub(super) fn of_rows(sentence: String, rows: &[String]) -> String {
    if rows.is_empty() {
        return sentence;
    }
    let mut text = sentence;
    for row in rows {
        for before in ["joints ", "joint ", "The torque of ", "the torque of "] {
            text = text.replace(&format!("{before}{row}"), row);
        }
    }
    for (of_joints, of_rows) in [
        ("the measured torques", "what was measured"),
        ("the torques' size", "the size of what was measured"),
        ("their torque is small", "their effect is small"),
        ("% of their size", "% of its size"),
        ("some joint's torque", "some row"),
        ("not every joint was", "not every row was"),
    ] {
        text = text.replace(of_joints, of_rows);
    }
    text
}

/// A number with a typographic minus.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// So many significant digits, zeros at the end left out.
pub(super) fn significant(value: f64, digits: usize) -> String {
    let rounded = format!("{value:.0$e}", digits.saturating_sub(1)).parse::<f64>();
    minus(&rounded.unwrap_or(value).to_string())
}

#[cfg(test)]
mod tests {
    use super::of_rows;

    #[test]
    fn rows_are_no_joints() {
        let rows = ["fx_tool", "tz_tool"].map(str::to_owned);
        let said = |text: &str| of_rows(text.to_owned(), &rows);
        assert_eq!(
            said(
                "It explains 99 % of the variance of the measured torques, at worst 90 % (joint tz_tool)."
            ),
            "It explains 99 % of the variance of what was measured, at worst 90 % (tz_tool)."
        );
        assert_eq!(
            said("The torque of joints fx_tool, tz_tool hardly varies, several joints at a time."),
            "fx_tool, tz_tool hardly varies, several joints at a time."
        );
        assert_eq!(of_rows("joint fx_tool".to_owned(), &[]), "joint fx_tool");
    }
}

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

/// A number with a typographic minus.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

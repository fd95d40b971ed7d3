//! The names that a misspelt name may have meant.

/// Up to three of `known` that are closest to `name`, as a phrase for an error message:
/// `; did you mean a, b?`, or nothing if none is close.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // A name of the length of a file is no name.
    let start = |text: &str| text.to_lowercase().chars().take(100).collect::<String>();
    let written = start(name);
    let mut close: Vec<(usize, &str)> = known
        .into_iter()
        .map(|candidate| (strsim::levenshtein(&written, &start(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= name.len().max(candidate.len()) / 2)
        .collect();
    close.sort_by_key(|(distance, _)| *distance);
    let names: Vec<&str> = close.iter().take(3).map(|(_, name)| *name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn only_close_names_are_suggested() {
        assert_eq!(
            suggestion("tua_q1", ["tau_q1", "time"]),
            "; did you mean tau_q1?"
        );
        assert_eq!(suggestion("xyz", ["position", "torque"]), "");
        // Half of the letters may be others, and no more.
        assert_eq!(suggestion("abxy", ["abcd"]), "; did you mean abcd?");
        assert_eq!(suggestion("axyz", ["abcd"]), "");
    }
}

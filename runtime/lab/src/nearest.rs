//! The names that a misspelt name may have meant.

/// Up to three of `known` that are closest to `name`, as a phrase for an error message:
/// `; did you mean a, b?`, or nothing if none is close.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut close: Vec<(usize, &str)> = known
        .into_iter()
        .map(|candidate| {
            (
                distance(&name.to_lowercase(), &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= name.len().max(candidate.len()) / 2)
        .collect();
    close.sort_by_key(|(distance, _)| *distance);
    let names: Vec<&str> = close
        .iter()
        .take(3)
        .map(|(_, candidate)| *candidate)
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", names.join(", "))
    }
}

/// Levenshtein's distance: insertions, deletions and substitutions of characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(100).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(100).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, suggestion};

    #[test]
    fn distances_are_levenshteins() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("tau_q1", "tau_q1"), 0);
    }

    #[test]
    fn only_close_names_are_suggested() {
        assert_eq!(
            suggestion("tua_q1", ["tau_q1", "time"]),
            "; did you mean tau_q1?"
        );
        assert_eq!(suggestion("xyz", ["position", "torque"]), "");
    }
}

//! The names that a misspelt name may have meant.

/// Up to three of `known` that are closest to `name`, as a phrase for an error message:
/// `; did you mean a, b?`, or nothing if none is close.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // A name of the length of a file is no name.
    let start = |text: &str| text.to_lowercase().chars().take(100).collect::<String>();
    let written = start(name);
    let close = |candidate: &'a str| {
        let other = start(candidate);
        let most = written.chars().count().max(other.chars().count()) / 2;
        let distance = strsim::levenshtein(&written, &other);
        (distance <= most).then_some((distance, candidate))
    };
    let mut close: Vec<(usize, &str)> = known.into_iter().filter_map(close).collect();
    close.sort_by_key(|(distance, _)| *distance);
    let names: Vec<&str> = close.iter().take(3).map(|(_, name)| *name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", names.join(", ")),
    }
}

/// The same; where none is close, all that there are: `; there are a, b`.
pub(crate) fn suggestion_or_all<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut all: Vec<&str> = Vec::new();
    for name in known {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let known = all;
    let close = suggestion(name, known.iter().copied());
    match close.is_empty() && !known.is_empty() {
        true => format!("; there are {}", known.join(", ")),
        false => close,
    }
}

#[cfg(test)]
mod tests {
    use super::{suggestion, suggestion_or_all};

    #[test]
    fn all_names_are_told_where_none_is_close() {
        let known = ["position", "torque", "position"];
        assert_eq!(
            suggestion_or_all("xyz", known),
            "; there are position, torque"
        );
        assert_eq!(suggestion_or_all("torqe", known), "; did you mean torque?");
        assert_eq!(suggestion_or_all("xyz", []), "");
    }

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

    #[test]
    fn the_three_closest_names_come_first() {
        let known = [
            "torque_22",
            "torque_1",
            "torque_333",
            "torqe_1",
            "tor",
            "TORQUE_12",
        ];
        assert_eq!(
            suggestion("torque_12", known),
            "; did you mean TORQUE_12, torque_22, torque_1?"
        );
        assert_eq!(suggestion("torque", []), "");
        // Names without end are looked at to their hundredth letter.
        let [long, other] = ["b", "c"].map(|end| "a".repeat(100) + &end.repeat(150));
        assert_eq!(
            suggestion(&long, [other.as_str(), "a"]),
            format!("; did you mean {other}?")
        );
    }

    #[test]
    fn half_of_the_longer_name_may_differ() {
        // Of seven letters three, of six three.
        assert_eq!(suggestion("abc", ["abcdefg"]), "");
        assert_eq!(suggestion("abcd", ["abcdefg"]), "; did you mean abcdefg?");
        assert_eq!(suggestion("abcdef", ["abc"]), "; did you mean abc?");
    }
}

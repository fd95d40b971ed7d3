//! Keys that a file cannot have, in words: which, where, and those that there are.

use serde_yaml::Value;

use crate::suggestion::suggestion;

/// The keys of a map of a file.
pub(crate) struct Keys {
    /// Where it is, of lists with the place in them: `capsule 2`.
    pub(crate) place: &'static str,
    /// All that it can have.
    pub(crate) known: &'static [&'static str],
    /// Maps, or lists of maps, that stand under some of them.
    pub(crate) inner: &'static [(&'static str, Keys)],
}

impl Keys {
    /// What is to be said of an error that a YAML file was read with, if that is a key that it cannot have.
    pub(crate) fn unknown(&self, text: &str, error: &serde_yaml::Error) -> Option<String> {
        // Of the first of them the reader says where it is.
        let line = match error.location() {
            Some(location) if error.to_string().contains("unknown field") => location.line(),
            _ => return None,
        };
        let value: Value = serde_yaml::from_str(text).ok()?;
        let said = self.of_value(&value, self.place)?;
        Some(format!("line {line}: {said}"))
    }

    fn of_value(&self, value: &Value, place: &str) -> Option<String> {
        for (key, inner) in value.as_mapping()? {
            // What is no text is none of them.
            let written = match key.as_str() {
                Some(text) => text.to_owned(),
                None => serde_yaml::to_string(key).ok()?.trim().to_owned(),
            };
            if !self.known.contains(&written.as_str()) {
                let close = suggestion(&written, self.known.iter().copied());
                let known = self.known.join(", ");
                return Some(format!(
                    "{place} has no key `{written}`; there are {known}{close}"
                ));
            }
            let below = self.inner.iter().find(|(name, _)| *name == written);
            let Some((_, keys)) = below else {
                continue;
            };
            let found = match inner.as_sequence() {
                None => keys.of_value(inner, keys.place),
                Some(list) => {
                    let mut each = list.iter().enumerate();
                    each.find_map(|(k, one)| {
                        keys.of_value(one, &format!("{} {}", keys.place, k + 1))
                    })
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::Keys;

    const KEYS: Keys = Keys {
        place: "this file",
        known: &["laws", "box", "floor"],
        inner: &[
            ("laws", inner("law", &["joint", "shape"])),
            ("box", inner("the box", &["low", "high"])),
        ],
    };

    const fn inner(place: &'static str, known: &'static [&'static str]) -> Keys {
        Keys {
            place,
            known,
            inner: &[],
        }
    }

    #[derive(Deserialize, Default)]
    #[serde(deny_unknown_fields, default)]
    struct File {
        laws: Vec<Law>,
        r#box: Corners,
        floor: f64,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "what is read is of no matter")]
    struct Law {
        joint: String,
        shape: Option<String>,
    }

    #[derive(Deserialize, Default)]
    #[serde(deny_unknown_fields, default)]
    struct Corners {
        low: f64,
        high: f64,
    }

    #[test]
    fn the_first_unknown_key_is_named_with_its_place() {
        for (text, said) in [
            (
                "floor: 1\nlews: []\nbex: 1",
                Some(
                    "line 2: this file has no key `lews`; there are laws, box, floor; did you mean laws?",
                ),
            ),
            (
                "floor: 1\nlaws: [{joint: a}, {joint: b, zzzzzz: c}]",
                Some("line 2: law 2 has no key `zzzzzz`; there are joint, shape"),
            ),
            (
                "box:\n  low: 1\n  hight: 2",
                Some("line 3: the box has no key `hight`; there are low, high; did you mean high?"),
            ),
            (
                "laws: [{joint: a}]\nbox: {hight: 2}",
                Some("line 2: the box has no key `hight`; there are low, high; did you mean high?"),
            ),
            (
                "7: 1",
                Some("line 1: this file has no key `7`; there are laws, box, floor"),
            ),
            // What is wrong with it otherwise is somebody else's to say.
            ("laws: [{shape: b}]", None),
            ("laws: 7\nbox: [1]", None),
            ("[1, 2", None),
        ] {
            let error = serde_yaml::from_str::<File>(text).err().expect("an error");
            assert_eq!(
                KEYS.unknown(text, &error).as_deref(),
                said,
                "{text}: {error}"
            );
        }
    }
}

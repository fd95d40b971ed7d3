//! "Did you mean": the word of a list that is nearest to a misspelt one.

/// The candidate with the smallest edit distance to `word`, if it is near enough to be meant.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    // Nobody misspells a long name; and the table below must stay small.
    if word.len() > 80 {
        return None;
    }
    // Of short names nearly every other one is near.
    let most = (word.chars().count() / 3).min(3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 80)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= most && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate.to_owned())
}

/// Damerau's edit distance (optimal string alignment): insertions, deletions, replacements and
/// exchanges of neighbours; a difference in case only counts nothing.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (
        a.to_lowercase().chars().collect(),
        b.to_lowercase().chars().collect(),
    );
    let mut rows: [Vec<usize>; 2] = [vec![0; b.len() + 1], (0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(rows[1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[0][j - 2] + 1);
            }
        }
        rows.swap(0, 1);
        rows[1] = row;
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_far_fetched() {
        let arms = ["upper_arm", "forearm", "base"];
        assert_eq!(nearest("uper_arm", arms).as_deref(), Some("upper_arm"));
        assert_eq!(nearest("Base", arms).as_deref(), Some("base"));
        assert_eq!(nearest("fo_rearm", arms).as_deref(), Some("forearm"));
        assert_eq!(nearest("gripper", arms), None);
        assert_eq!(nearest("q3", ["q1", "q2"]), None);
        assert_eq!(nearest("lmi", ["lim", "l"]).as_deref(), Some("lim"));
    }
}

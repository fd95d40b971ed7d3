//! "Did you mean": the word of a list that is nearest to a misspelt one.

/// Nobody misspells a long name, in bytes.
const LONGEST: usize = 80;

/// The candidate with the smallest edit distance to `word`, if it is near enough to be meant: a
/// difference in case only counts nothing.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Of short names nearly every other one is near.
    let most = (word.chars().count() / 3).min(3);
    let distance =
        |candidate: &str| strsim::osa_distance(&word.to_lowercase(), &candidate.to_lowercase());
    let candidates = candidates.into_iter();
    candidates
        .filter(|candidate| word.len().max(candidate.len()) <= LONGEST)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, candidate)| distance <= most && distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

//! Which parameters are known, which are not, and why, in sentences.

use super::Reason;
use crate::identification::Identification;
use crate::statistics::Quality;

/// Names beyond these are counted, not listed.
const LISTED: usize = 12;
/// Pairs with their correlations take more room.
const PAIRS: usize = 5;

/// Counts, then the poorly known ones by reason.
pub(super) fn sentences(found: &Identification) -> Vec<String> {
    let all = found.parameters().count();
    let count = |quality| found.parameters().filter(|p| p.quality == quality).count();
    let mut sentences = vec![format!(
        "Of {all} base parameters, known to better than 5 %: {}; to 20 %: {} more; not told from \
         zero: {}.",
        count(Quality::Good),
        count(Quality::Fair),
        count(Quality::Zero)
    )];
    let weak: Vec<(&str, Reason)> = found
        .parameters()
        .filter_map(|p| Reason::of(p).map(|reason| (p.name, reason)))
        .collect();
    let of = |wanted: fn(&Reason) -> bool| -> Vec<String> {
        let matching = weak.iter().filter(|(_, reason)| wanted(reason));
        matching.map(|(name, _)| (*name).to_owned()).collect()
    };
    let lost = of(|reason| matches!(reason, Reason::NotExcited));
    if !lost.is_empty() {
        sentences.push(format!("Not excited at all: {}.", listed(&lost)));
    }
    let small = of(|reason| matches!(reason, Reason::Small { .. }));
    if !small.is_empty() {
        sentences.push(format!(
            "Poorly known because their torque is small beside the noise: {}. For the same reason \
             an error in them hardly changes the prediction of motion like this one.",
            listed(&small)
        ));
    }
    let held = of(|reason| matches!(reason, Reason::Held { .. }));
    if !held.is_empty() {
        sentences.push(format!(
            "Held by the estimator more than by the recordings: {}.",
            listed(&held)
        ));
    }
    let pairs: Vec<String> = weak
        .iter()
        .enumerate()
        .filter(|(k, (name, reason))| !weak[..*k].iter().any(|other| mirrors(other, name, reason)))
        .filter_map(|(_, one)| pair(one))
        .collect();
    if !pairs.is_empty() {
        sentences.push(format!(
            "Poorly known because the motion hardly tells one from the other: {}. What is well \
             known is their combination.",
            counted(&pairs, PAIRS)
        ));
    }
    let entangled = of(|reason| matches!(reason, Reason::Entangled { .. }));
    if !entangled.is_empty() {
        sentences.push(format!(
            "Poorly known because the motion hardly tells them from several others together: {}.",
            listed(&entangled)
        ));
    }
    sentences
}

/// Whether another parameter's reason names the same pair.
fn mirrors((other, why): &(&str, Reason), name: &str, reason: &Reason) -> bool {
    let partner = |reason: &Reason| match reason {
        Reason::Correlated { with, .. } => Some(*with),
        _ => None,
    };
    partner(why) == Some(name) && partner(reason) == Some(other)
}

/// `fo_2 and mx_2 (r = +0.95)`.
fn pair((name, reason): &(&str, Reason)) -> Option<String> {
    let Reason::Correlated { with, r } = reason else {
        return None;
    };
    let r = format!("{r:+.2}").replace('-', "−");
    Some(format!("{name} and {with} (r = {r})"))
}

fn listed(names: &[String]) -> String {
    counted(names, LISTED)
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

//! What to do about friction that has a law which the robot file has no words for.

use super::{GAINS, Remedy};
use crate::judge::facts::Facts;
use crate::judge::phrases::counted;
use crate::lack::{Lack, Term};

/// Where no law is held it is fitted, where one is another motion has to tell more; friction by load cannot be held. Of positions
/// whose errors bias parameters nothing is said: they turn the direction of slow joints, which looks like friction.
pub(super) fn laws(facts: &Facts<'_>) -> Vec<Remedy> {
    if !facts.biased.is_empty() {
        return Vec::new();
    }
    let by_load = places(facts.lacks().filter(|lack| lack.term == Term::Load));
    let others = places(facts.lacks().filter(|lack| lack.term != Term::Load));
    let is_other = |place: &String| !by_load.contains(place);
    let others = others.into_iter().filter(is_other);
    let is_held = |place: &String| facts.found.friction_held.contains(place);
    let (held, fitted): (Vec<String>, Vec<String>) = others.partition(is_held);
    let there = |places: Vec<String>| (!places.is_empty()).then_some(places);
    let all = [
        there(fitted).map(Remedy::FitFriction),
        there(held).map(Remedy::ShowFriction),
        there(by_load).map(Remedy::KnowLoad),
    ];
    all.into_iter().flatten().collect()
}

/// Each joint or motor whose friction has such a law, once.
fn places<'a>(lacks: impl Iterator<Item = &'a Lack>) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for place in lacks.filter_map(Lack::law_of_friction) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// To fit laws, in a way that a front end offers.
pub(super) fn fit(places: &[String], way: &str) -> String {
    let places = counted(places, GAINS);
    format!(
        "Fit the law of friction of {places}, and identify with it{way}; where it changes with time, measure temperatures beside, \
         or record when the robot is warm."
    )
}

/// To record what shows more of friction than laws that are held say.
pub(super) fn show(places: &[String], way: &str) -> String {
    let places = counted(places, GAINS);
    format!(
        "Record a motion of {places} with low and high speeds in both directions, and fit the laws of friction to that{way}: those \
         that are held leave this. Where friction changes with time, measure temperatures beside."
    )
}

/// What is to be known of friction by load.
pub(super) fn by_load(places: &[String]) -> String {
    let places = counted(places, GAINS);
    format!(
        "Friction by load of {places} follows from base parameters, and cannot be held: its law can be fitted for a controller or a \
         simulation, and of base parameters deviations are widened for it."
    )
}

//! How well the motion excites each direction of the parameters.

use serde::Serialize;

use crate::identify;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use crate::report::{ReportError, plot};
use crate::statistics::WeakDirection;
use crate::study::Study;

#[derive(Serialize)]
struct Excitation {
    rank: usize,
    structural_rank: usize,
    condition: String,
    condition_unscaled: String,
    plot: String,
    weakest: Vec<Weak>,
    advice: Vec<Advice>,
}

/// A direction that is hardly excited.
#[derive(Serialize)]
struct Weak {
    singular_value: String,
    share: String,
    combination: String,
    lost: bool,
}

/// A motion that would show more.
#[derive(Serialize)]
struct Advice {
    motion: String,
    gains: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let found = &study.identification.excitation;
    let content = Excitation {
        rank: found.rank,
        structural_rank: found.structural_rank,
        condition: short(found.condition),
        condition_unscaled: short(found.condition_unscaled),
        plot: plot::singular_values(&found.singular_values, found.rank),
        weakest: found.weakest.iter().map(weak).collect(),
        advice: found.advice.iter().map(advice).collect(),
    };
    let template = include_str!("excitation.html");
    Section::new("excitation", "Excitation", template, content).map(Some)
}

fn weak(direction: &WeakDirection) -> Weak {
    let components = direction.components.iter();
    let components: Vec<String> = components
        .map(|(name, weight)| format!("{} {name}", signed(*weight)))
        .collect();
    let combination = components.join(" ");
    Weak {
        singular_value: short(direction.singular_value),
        share: short(direction.share),
        combination: combination.trim_start_matches('+').to_owned(),
        lost: direction.lost,
    }
}

fn advice(advice: &identify::Advice) -> Advice {
    let gains: Vec<String> = advice
        .gains
        .iter()
        .map(|gain| match gain.std {
            Some(std) => format!("{} ({} → {})", gain.name, short(std), short(gain.then)),
            None => format!("{} (to {})", gain.name, short(gain.then)),
        })
        .collect();
    Advice {
        motion: advice.motion(),
        gains: gains.join(", "),
    }
}

//! What a validation recording that is not predicted differs in, where the model holds on all else.

use std::fmt;

use serde::Serialize;

use crate::compare::{Comparison, Finding, Gain, Load, compare};
use crate::identify::Identification;
use crate::thresholds::CHANGED;
use armwright_runtime::Model;

/// What explains that a validation recording is not predicted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// A load on a body, or another gain of the drives.
    #[serde(flatten)]
    pub cause: ChangeCause,
    /// The share of the change that it explains, in squares of deviations.
    pub explained: f64,
    /// Whether what it leaves is no more than chance.
    pub wholly: bool,
}

/// What a robot may have besides, or instead, of what it had.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeCause {
    /// A load on a body.
    Load(Load),
    /// A common gain of all drives.
    Gain(Gain),
}

impl Change {
    /// Of the recordings' own base parameters beside those of the validation recordings; none if neither a load nor
    /// a gain explains what differs.
    pub(super) fn of(model: &Model, found: &Identification) -> Option<Self> {
        let validation = found.validation.as_ref()?;
        let own = validation.own.as_ref()?;
        let Comparison {
            finding,
            loads,
            gain,
            ..
        } = compare(model, &found.estimation, own, CHANGED).ok()?;
        let (cause, explained, p_value) = match finding {
            Finding::Nothing | Finding::Drives | Finding::Unexplained => return None,
            Finding::Gain => {
                let (explained, p_value) = (gain.explained, gain.p_value);
                (ChangeCause::Gain(gain), explained, p_value)
            }
            Finding::Load(body) => {
                let load = loads.into_iter().find(|load| load.body == body)?;
                let (explained, p_value) = (load.explained, load.p_value);
                (ChangeCause::Load(load), explained, p_value)
            }
        };
        Some(Self {
            recordings: validation.differing.clone(),
            cause,
            explained,
            wholly: p_value >= CHANGED,
        })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recordings = match self.recordings.as_slice() {
            [one] => format!("The validation recording {one} is"),
            several => format!("The validation recordings {} are", several.join(", ")),
        };
        let share = match self.wholly {
            true => String::new(),
            false => format!(" to {:.0} %", 100.0 * self.explained),
        };
        let cause = match &self.cause {
            ChangeCause::Load(load) => load.to_string(),
            ChangeCause::Gain(gain) => gain.to_string(),
        };
        let cause = cause.trim_end_matches(',');
        write!(
            f,
            "{recordings} explained{share} by {cause}, or of another robot: parts of its own recordings are \
             predicted from the others."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, ChangeCause};
    use crate::identify::Covariance;
    use crate::judge::verdict::tests::sound;
    use crate::regression::by_hand::MODEL;

    /// Six base parameters of 1, which are half as large again, or one of friction more than that. The factor is their mean, 1.55;
    /// of 6250 + 3200 squares of deviations 220 are left, which are no chance.
    #[test]
    fn a_gain_that_leaves_more_than_chance_explains_a_part() {
        let of = |friction: f64| {
            let mut found = sound();
            found.estimation.biased = false;
            found.estimation.covariance = Covariance::default();
            for p in found.estimation.parameters_mut() {
                (p.value, p.std, p.freedom) = (1.0, Some(0.01), None);
            }
            let mut own = found.estimation.clone();
            for p in own.parameters_mut() {
                p.value = if p.name == "fv_j1" { friction } else { 1.5 };
            }
            found.validation.as_mut().expect("validation").own = Some(own);
            let change = Change::of(&MODEL, &found).expect("a change");
            let ChangeCause::Gain(gain) = &change.cause else {
                panic!("{change:?}");
            };
            assert_eq!(change.explained, gain.explained);
            (gain.factor, change.explained, change.wholly)
        };
        let (factor, explained, wholly) = of(1.8);
        assert!((factor - 1.55).abs() < 1e-6, "{factor}");
        let left = 0.075 / (1e-4 * (1.0 + 1.55f64.powi(2)));
        assert!((explained - (1.0 - left / 9450.0)).abs() < 1e-6 && !wholly);
        let (factor, explained, wholly) = of(1.5);
        assert!((factor - 1.5).abs() < 1e-6 && explained > 0.999 && wholly);
    }

    /// Half a kilogram has 1250 squares of deviations, a moment of another body 12.5 more: two values are left of three, which make
    /// the deviation of the mass 2.5 times as wide as √2 of 0.01.
    #[test]
    fn a_load_that_leaves_more_than_chance_explains_a_part() {
        let mut found = sound();
        found.estimation.biased = false;
        found.estimation.covariance = Covariance::default();
        for p in found.estimation.parameters_mut() {
            (p.value, p.std, p.freedom) = (1.0, Some(0.01), None);
        }
        let mut own = found.estimation.clone();
        for p in own.parameters_mut() {
            p.value = match p.name.as_str() {
                "m_b" => 1.5,
                "mx_a" => 1.05,
                _ => 1.0,
            };
        }
        let validation = found.validation.as_mut().expect("validation");
        (validation.own, validation.differing) = (Some(own), validation.recordings.clone());
        let change = Change::of(&MODEL, &found).expect("a change");
        let ChangeCause::Load(load) = &change.cause else {
            panic!("{change:?}");
        };
        assert_eq!((load.body.as_str(), load.removed), ("b", false));
        // Of the recording that took no part, not of those that were identified from.
        assert_eq!(change.recordings, ["unseen"]);
        let expected = 1250.0 / 1262.5;
        assert!((change.explained - expected).abs() < 1e-6 && !change.wholly);
        let said = change.to_string();
        assert!(
            said.contains(
                " explained to 99 % by a load of 0.500 ± 0.035 kg on body b, or of another robot"
            ),
            "{said}"
        );
    }
}

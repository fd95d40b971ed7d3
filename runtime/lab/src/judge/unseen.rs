//! What unseen data say of each joint, each recording by itself where there are several.

use crate::identify::{Identification, UnseenFit, Validation};
use crate::statistics::{Fit, Fits, Transfer};
use crate::thresholds::LIFT;

/// What unseen data say of a joint.
pub(super) struct JointTransfer<'a> {
    pub(super) seen: &'a Fit,
    pub(super) unseen: &'a Fit,
    pub(super) outcome: Transfer,
}

/// What fits of unseen data say beside those of seen ones, joint by joint. What holds of a motion that was identified from tests nothing.
pub(super) fn judged<'a>(
    seen: &'a Fits,
    unseen: &'a Fits,
    repeats: bool,
) -> Vec<JointTransfer<'a>> {
    let transfers = seen.transfers(unseen);
    let judged = transfers.map(|(seen, unseen, outcome)| JointTransfer {
        seen,
        unseen,
        outcome: match outcome {
            Transfer::Holds if repeats => Transfer::Untested,
            outcome => outcome,
        },
    });
    judged.collect()
}

/// What validation says of each joint: by all recordings together, or by that which is predicted worst where it is not, and another one
/// leaves a quarter of it in variance or less, as if a fault were undone.
pub(super) fn of_worst<'a>(
    found: &'a Identification,
    validation: &'a Validation,
) -> Vec<JointTransfer<'a>> {
    let of = |unseen| judged(&found.fits, unseen, validation.repeats);
    let mut all = of(&validation.fits);
    for own in several(validation) {
        for (k, (joint, own)) in all.iter_mut().zip(of(&own.fits)).enumerate() {
            let differs = 2.0 * (own.unseen.rmse / least(validation, k)).ln() > LIFT;
            if differs && worse(own.outcome) > worse(joint.outcome) {
                *joint = own;
            }
        }
    }
    all
}

/// The least error of this joint in a recording.
fn least(validation: &Validation, joint: usize) -> f64 {
    let fits = several(validation)
        .iter()
        .map(|own| &own.fits.joints[joint]);
    let counting = fits.filter(|fit| fit.samples > 0);
    counting.map(|fit| fit.rmse).fold(f64::INFINITY, f64::min)
}

/// Validation recordings of which no sample counts.
pub(super) fn untested(validation: &Validation) -> Vec<String> {
    if validation.is_untested() {
        return validation.recordings.clone();
    }
    let none = several(validation).iter().filter(|own| own.is_untested());
    none.flat_map(|own| own.recordings.clone()).collect()
}

/// The fit of each recording, where they are several.
fn several(validation: &Validation) -> &[UnseenFit] {
    match validation.each.as_slice() {
        [_] => &[],
        several => several,
    }
}

/// How far from predicted: nothing is said by what does not test.
fn worse(outcome: Transfer) -> usize {
    match outcome {
        Transfer::Holds | Transfer::Untested => 0,
        Transfer::Weakens => 1,
        Transfer::Fails => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::{Identification, UnseenFit};
    use crate::diagnose::Sensed;
    use crate::judge::facts::Facts;
    use crate::judge::verdict::tests::{sensor, set, sound};
    use crate::judge::{Finding, Grade, Judgement};
    use crate::regression::by_hand::MODEL;

    /// What leaves nothing to be desired together, of recordings whose second joint is predicted so well each.
    fn of_several(all: &[(&str, f64, f64)]) -> Identification {
        let mut found = sound();
        let validation = found.validation.as_mut().expect("a validation");
        let each = all.iter().map(|&(name, r2, rmse)| {
            let mut fits = validation.fits.clone();
            set(&mut fits.joints, [(0.97, 1.0), (r2, rmse)]);
            let recordings = vec![name.to_owned()];
            UnseenFit { recordings, fits }
        });
        validation.each = each.collect();
        validation.recordings = all.iter().map(|own| own.0.to_owned()).collect();
        found
    }

    #[test]
    fn the_worst_of_several_recordings_decides() {
        let of = |all: &[(&str, f64, f64)]| {
            let judgement = Judgement::of(&MODEL, &of_several(all));
            (judgement.grade, judgement.transfers)
        };
        let good = ("good", 0.97, 1.0);
        assert_eq!(of(&[good, good]), (Grade::Sound, true));
        assert_eq!(of(&[good, ("bad", 0.5, 4.0), good]), (Grade::Poor, false));
        assert_eq!(of(&[good, ("weak", 0.9, 2.1)]), (Grade::Care, true));
        // Of a model that is imperfect one leaves more than another.
        assert_eq!(of(&[good, ("like it", 0.86, 1.9)]), (Grade::Sound, true));
        // One in which a joint hardly moves says nothing of it.
        assert_eq!(of(&[good, ("still", 0.5, 0.1)]), (Grade::Sound, true));
    }

    #[test]
    fn a_recording_of_which_nothing_counts_tests_nothing() {
        let good = ("good", 0.97, 1.0);
        let mut found = of_several(&[good, ("none", 0.97, 1.0)]);
        let empty = |fits: &mut crate::statistics::Fits| {
            fits.joints.iter_mut().for_each(|fit| fit.samples = 0);
        };
        let validation = found.validation.as_mut().expect("a validation");
        empty(&mut validation.each[1].fits);
        let judgement = Judgement::of(&MODEL, &found);
        assert_eq!(
            (judgement.grade, &*judgement.headline),
            (
                Grade::Care,
                "The model predicts unseen data, but of some of it no sample counts."
            )
        );
        let none = Finding::NoSamples(vec!["none".to_owned()]);
        assert!(judgement.findings.contains(&none));
        let validation = found.validation.as_mut().expect("a validation");
        empty(&mut validation.fits);
        validation.each.truncate(1);
        let judgement = Judgement::of(&MODEL, &found);
        assert_eq!(
            (judgement.grade, &*judgement.headline),
            (
                Grade::Care,
                "The model fits what was recorded; of what was held out no sample counts, and nothing was tested."
            )
        );
        let is_unseen = |finding: &Finding| matches!(finding, Finding::Unseen { .. });
        assert!(!judgement.findings.iter().any(is_unseen));
    }

    /// Of three recordings one is not predicted; or all are, and a sensor of one failed.
    #[test]
    fn what_is_the_matter_with_one_of_several_recordings_is_said_of_it() {
        let good = |name| (name, 0.97, 1.0);
        let mut found = of_several(&[good("a"), ("b", 0.5, 4.0), good("c")]);
        let validation = found.validation.as_mut().expect("a validation");
        validation.differing = vec!["b".to_owned()];
        let facts = Facts::of(&MODEL, &found);
        assert!(facts.fails() && facts.change.is_none());
        let findings = Judgement::of(&MODEL, &found).findings;
        let one = Finding::Differing(vec!["b".to_owned()]);
        assert!(findings.contains(&one), "{findings:?}");
        let mut found = of_several(&[good("a"), good("b")]);
        let validation = found.validation.as_mut().expect("a validation");
        validation.sensors = sensor(Sensed::FrozenPosition(0.1));
        let judgement = Judgement::of(&MODEL, &found);
        assert_eq!(judgement.grade, Grade::Sound);
        let told = sensor(Sensed::FrozenPosition(0.1)).remove(0);
        let told = Finding::UnseenSensor(told);
        assert!(judgement.findings.contains(&told));
    }
}

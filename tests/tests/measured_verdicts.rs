//! Measured robots: the report says what is known of them, and no more.

use armwright_lab::estimate::Method;
use armwright_lab::judge::{Grade, Judgement, Means, Reason, Remedy};
use armwright_lab::report::html;
use armwright_lab::study::Study;
use armwright_tests::{Pair, Published, data, zoo};

fn robot(name: &str) -> Pair {
    let mut all = zoo().into_iter();
    all.find(|pair| pair.name() == name).expect("the robot")
}

/// `Ixy2 + ...` in the published table is `Lxy_2` here.
fn our_name(combination: &str) -> String {
    let first = combination.split_whitespace().next().unwrap_or_default();
    let (symbol, place) = first.split_at(first.find(char::is_numeric).unwrap_or(first.len()));
    let (symbol, motor) = match symbol.strip_suffix('m') {
        Some(symbol) if !symbol.is_empty() => (symbol, "m"),
        _ => (symbol, ""),
    };
    let symbol = match symbol {
        "fs" => "fc".to_owned(),
        "off" => "fo".to_owned(),
        inertia if inertia.starts_with('I') && inertia.len() == 3 => inertia.replace('I', "L"),
        other => other.to_owned(),
    };
    format!("{symbol}_{motor}{place}")
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn the_tx40s_poorly_known_parameters_are_those_of_the_published_table() {
    let data = data("tx40");
    let (pair, found) = crate::measured_tx40::identified();
    let published = Published::read(&data.join("reference_base_params.csv"));
    let (mut poor, mut known) = (0, 0);
    for row in published.expect("the published table") {
        let name = our_name(&row.combination);
        // The source puts what motor 6 does to joints 5 and 6 into these joints' own parameters.
        let coupled = ["_5", "_6", "_m6"].iter().any(|end| name.ends_with(end));
        if coupled && name.starts_with(['I', 'f']) {
            continue;
        }
        let Some(ours) = found.estimation.parameters().find(|p| p.name == name) else {
            continue;
        };
        let reason = Reason::of(ours);
        if row.percent >= 20.0 {
            assert!(
                reason.is_some(),
                "{name}: published {} %, ours {:?}",
                row.percent,
                ours.percent
            );
            poor += 1;
        } else if row.percent < 5.0 {
            // The published deviations are of noise alone, and friction of another kind moves some parameters by more.
            let moved = ours.lacking.map_or(0.0, |by| (by / ours.value).abs());
            assert!(
                reason.is_none() || moved > 0.2,
                "{name}: published {} %, ours {:?}",
                row.percent,
                ours.percent
            );
            known += 1;
        }
    }
    assert!(
        poor > 25 && known > 12,
        "compared {poor} poorly and {known} well known"
    );
    let verdict = Judgement::of(pair.robot.model(), found);
    assert_eq!(verdict.grade, Grade::Care, "{verdict:?}");
    let study = Study::judged(pair.robot.model(), found.clone(), Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains("whether it predicts other motion was not tested"));
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn least_squares_on_the_kr300_is_said_not_to_transfer() {
    let pair = robot("kr300");
    for method in [Method::Ols, Method::Wls] {
        let found = crate::measured_kr300::identified(method);
        // A confident table would be easy: the fit itself is excellent.
        assert!(found.fits.overall.r2 > 0.99, "{}", found.fits.overall.r2);
        let verdict = Judgement::of(pair.robot.model(), found);
        assert_eq!(verdict.grade, Grade::Poor, "{verdict:?}");
        assert!(
            verdict.headline.contains("does not transfer"),
            "{}",
            verdict.headline
        );
        for remedy in [Remedy::ExciteMore, Remedy::HoldBack] {
            assert!(verdict.remedies.contains(&remedy), "{:?}", verdict.remedies);
        }
        let study = Study::judged(pair.robot.model(), found.clone(), Vec::new());
        let page = html(&study, &Means::default()).expect("a page");
        assert!(page.contains("These values fit the recording, not the robot."));
        assert!(!page.contains(">good<"), "a confident table");
    }
    let found = crate::measured_kr300::identified(Method::Prior);
    let verdict = Judgement::of(pair.robot.model(), found);
    assert!(verdict.transfers, "{:?}", verdict.reasons());
}

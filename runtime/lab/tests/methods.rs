//! Every estimator beside each other on the same recordings.

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::{Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{IdentifyOptions, identify};
use armwright_lab::judge::Means;
use armwright_lab::methods::{Unseen, compare_methods};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json};
use armwright_lab::study::Study;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;
use clap::ValueEnum;

fn recording(seed: u64) -> Recording {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let motion = designed(model, 5.0, 20.0, &mut random);
    let sensors = Sensors {
        torque_noise: 0.05,
        ..Sensors::default()
    };
    let theta = nominal(model);
    let simulated = simulate(&ROBOT, &theta, &motion, 200.0, &sensors, &mut random);
    let simulated = simulated.expect("a simulation");
    simulated.recording().expect("a recording")
}

#[test]
fn all_are_all() {
    let all: Vec<Method> = Method::all().collect();
    assert_eq!(all, Method::value_variants());
    assert!(all.contains(&Method::default()));
}

#[test]
fn each_has_a_row_and_the_figures_of_its_own_identification() {
    let dataset = Dataset {
        training: vec![recording(1)],
        validation: vec![recording(2)],
    };
    let options = IdentifyOptions::from(Method::Wls);
    let compared = compare_methods(&ROBOT, dataset.clone(), &options, &mut |_, _| {});
    let (found, methods) = compared.expect("weighted least squares");
    assert_eq!(
        (methods.reference, methods.unseen),
        (Method::Wls, Unseen::HeldOut)
    );
    let words: Vec<Method> = methods.rows.iter().map(|row| row.method).collect();
    assert!(words.into_iter().eq(Method::all().filter(|m| m.is_quick())));
    for row in &methods.rows {
        let alone = identify(&ROBOT, dataset.clone(), &row.method.into());
        let (figures, alone) = match (&row.figures, alone) {
            (Some(figures), Ok(alone)) => (figures, alone),
            (None, Err(error)) => {
                assert_eq!(row.refusal.as_deref(), Some(error.to_string().as_str()));
                continue;
            }
            _ => panic!("{}: {:?}", row.title, row.refusal),
        };
        let unseen = alone.validation.expect("a validation").fits.overall.nrmse;
        assert_eq!(figures.residual, alone.fits.overall.nrmse, "{}", row.title);
        assert_eq!(figures.unseen, Some(unseen), "{}", row.title);
        let both = found.estimation.parameters().filter_map(|p| {
            let other = alone.estimation.parameter(&p.name)?;
            Some(((other.value - p.value) / p.std?).abs())
        });
        let furthest = figures.furthest.as_ref();
        let expected = both.fold(0.0, f64::max);
        assert_eq!(
            furthest.map_or(0.0, |f| f.deviations.abs()),
            expected,
            "{}",
            row.title
        );
        assert_eq!(furthest.is_none(), row.method == Method::Wls);
    }
}

/// What is not quick is there as the reference alone.
#[test]
fn a_slow_reference_is_compared() {
    let options = IdentifyOptions::from(Method::OutputError);
    let short = Recording {
        position: recording(1)
            .position
            .iter()
            .map(|c| c[..800].to_vec())
            .collect(),
        torque: recording(1)
            .torque
            .map(|t| t.iter().map(|c| c[..800].to_vec()).collect()),
        ..recording(1)
    };
    let compared = compare_methods(&ROBOT, short, &options, &mut |_, _| {});
    let (found, methods) = compared.expect("output error");
    assert_eq!(found.estimation.method, Method::OutputError);
    let mut rows = methods.rows.iter();
    let own = rows.find(|row| row.method == Method::OutputError);
    let figures = own.and_then(|row| row.figures.as_ref()).expect("figures");
    assert!(
        figures.furthest.is_none() && figures.residual < 0.2,
        "{figures:?}"
    );
}

#[test]
fn the_table_is_on_the_page_and_among_the_figures() {
    // Estimators that hold parameters in their own way refuse what is known, and say so.
    let known = vec![("mz_upper".to_owned(), -0.064)];
    let options = IdentifyOptions::from(Estimator {
        known,
        ..Method::Wls.into()
    });
    let compared = compare_methods(&ROBOT, recording(3), &options, &mut |_, _| {});
    let (found, methods) = compared.expect("weighted least squares");
    assert_eq!(methods.unseen, Unseen::CrossValidation);
    let refused = methods.rows.iter().find(|row| row.method == Method::Ridge);
    let refusal = refused.and_then(|row| row.refusal.as_deref());
    assert!(
        refusal.is_some_and(|why| why.contains("in its own way")),
        "{refusal:?}"
    );
    let mut study = Study::of(&ROBOT, found, None, Vec::new());
    let without = html(&study, &Means::default()).expect("a page");
    study.methods = Some(methods.clone());
    let (page, figures) = (
        html(&study, &Means::default()),
        json(&study, &Means::default()),
    );
    let (page, figures) = (page.expect("a page"), figures.expect("figures"));
    assert!(!without.contains("Every estimator"));
    let figures: serde_json::Value = serde_json::from_str(&figures).expect("JSON");
    for (k, row) in methods.rows.iter().enumerate() {
        let head = format!(
            "<th scope=\"row\">{}</th>",
            row.title.replace('\'', "&#x27;")
        );
        assert!(page.contains(&head), "{head}");
        let written = &figures["methods"]["rows"][k];
        assert_eq!(written["method"], row.method.word());
        assert_eq!(written["refusal"].as_str(), row.refusal.as_deref());
    }
}

#[test]
fn each_has_a_page_and_figures_that_programs_read() {
    for method in Method::all() {
        let found = identify(&ROBOT, recording(1), &method.into());
        let found = found.unwrap_or_else(|error| panic!("{method:?}: {error}"));
        let standard: Vec<String> = found
            .estimation
            .standard
            .iter()
            .map(|p| p.name.clone())
            .collect();
        let study = Study::of(&ROBOT, found, None, Vec::new());
        let page = html(&study, &Means::default());
        let page = page.unwrap_or_else(|error| panic!("{method:?}: {error}"));
        assert!(page.contains("Base parameters of the bodies"), "{method:?}");
        if method == Method::Consistent {
            for name in &standard {
                assert!(page.contains(name.as_str()), "{name}");
            }
            assert!(page.contains("in combination"));
        }
        let text = json(&study, &Means::default());
        let text = text.unwrap_or_else(|error| panic!("{method:?}: {error}"));
        assert!(text.contains("\"base\""), "{method:?}");
    }
}

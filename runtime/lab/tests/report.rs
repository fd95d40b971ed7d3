//! The files of an identification: complete for programs, one self-contained page for people.

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement, Means};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json, prediction};
use armwright_lab::study::Study;
use armwright_runtime::Robot;

fn recording(random: &mut Random) -> Recording {
    let motion = best_designed(&ROBOT, 20.0, random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let sensors = Sensors::default();
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, random);
    simulated.and_then(|s| s.recording()).expect("a recording")
}

fn identified(dataset: Dataset) -> Identification {
    identify(&ROBOT, dataset, &Method::Wls.into()).expect("the specimen identifies")
}

fn experiment() -> Identification {
    let mut random = Random::new(4);
    let (training, validation) = (vec![recording(&mut random)], vec![recording(&mut random)]);
    identified(Dataset {
        training,
        validation,
    })
}

fn study() -> Study<'static> {
    Study::judged(ROBOT.model(), experiment(), Vec::new())
}

#[test]
fn every_promised_figure_is_in_the_json() {
    let value: serde_json::Value =
        serde_json::from_str(&json(&study(), &Means::default()).unwrap()).unwrap();
    let promised = [
        "robot",
        "method",
        "samples",
        "base",
        "drive",
        "joints",
        "condition",
        "rank",
        "validation",
        "physical",
        "warnings",
        "measured",
        "correlations",
        "spectra",
        "singular_values",
        "weakest",
        "advice",
        "transfer",
        "verdict",
        "poorly_known",
    ];
    for key in promised {
        assert!(value.get(key).is_some(), "{key}");
    }
    for key in ["name", "expression", "value", "std"] {
        assert!(value["base"][0].get(key).is_some(), "base: {key}");
        assert!(value["drive"][0].get(key).is_some(), "drive: {key}");
    }
    for key in ["name", "rmse", "nrmse", "r2"] {
        assert!(value["joints"][0].get(key).is_some(), "joints: {key}");
        assert!(
            value["validation"]["joints"][0].get(key).is_some(),
            "validation: {key}"
        );
    }
    assert_eq!(value["base"].as_array().map(Vec::len), Some(6));
    assert_eq!(value["drive"].as_array().map(Vec::len), Some(7));
    assert_eq!(value["method"], "wls");
    assert_eq!(value["transfer"][1]["outcome"], "holds");
    let measured = &value["measured"];
    assert_eq!(
        (&measured[0]["used_to"], &measured[1]["used_to"]),
        (&"estimate".into(), &"validate".into())
    );
    assert_eq!(measured[0]["rate"], 500.0);
    // Of 20 s filters leave most, however few samples decimation leaves.
    for measured in measured.as_array().expect("a list") {
        let figure = |key: &str| measured[key].as_f64().expect("a figure");
        assert!((15.0..20.0).contains(&figure("duration")), "{measured}");
        let rows = figure("duration") * figure("decimated_rate");
        assert!((rows / figure("samples") - 1.0).abs() < 1e-9, "{measured}");
    }
}

/// A recording of another rate is decimated otherwise, and is listed with its own.
#[test]
fn every_recording_is_listed_with_its_own_rate() {
    let random = &mut Random::new(4);
    let motion = best_designed(&ROBOT, 20.0, random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let [training, validation] = [500.0, 200.0].map(|rate| {
        let simulated = simulate(&ROBOT, &theta, &motion, rate, &Sensors::default(), random);
        let mut recording = simulated.and_then(|s| s.recording()).expect("a recording");
        recording.source = rate.to_string();
        vec![recording]
    });
    let found = identified(Dataset {
        training,
        validation,
    });
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let text = json(&study, &Means::default()).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rates = [0, 1].map(|k| value["measured"][k]["rate"].as_f64());
    assert_eq!(rates, [Some(500.0), Some(200.0)]);
}

#[test]
fn the_page_loads_nothing_and_typesets_everything() {
    let page = html(&study(), &Means::default()).unwrap();
    for outside in ["<script", "<link", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<math") && !page.contains("<merror") && page.contains("<svg"));
    assert!(
        !page.contains("NaN") && !page.contains("inf"),
        "a figure that is not one"
    );
}

#[test]
fn the_verdict_is_sound_only_with_validation() {
    let mut found = experiment();
    assert_eq!(Judgement::of(ROBOT.model(), &found).grade, Grade::Sound);
    found.validation = None;
    assert_eq!(Judgement::of(ROBOT.model(), &found).grade, Grade::Care);
}

#[test]
fn a_model_that_does_not_transfer_is_called_so() {
    let mut random = Random::new(4);
    let training = vec![recording(&mut random)];
    let mut other = recording(&mut random);
    for column in other.torque.iter_mut().flatten() {
        column.iter_mut().for_each(|tau| *tau *= -0.5);
    }
    let found = identified(Dataset {
        training,
        validation: vec![other],
    });
    let verdict = Judgement::of(ROBOT.model(), &found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("does not transfer"),
        "{}",
        verdict.headline
    );
}

#[test]
fn parameters_that_were_not_excited_have_no_deviation() {
    let mut random = Random::new(4);
    let mut still = recording(&mut random);
    // The second joint is held: what only its own motion shows cannot be told.
    still.position[1].fill(0.3);
    let dataset = Dataset {
        training: vec![still],
        validation: Vec::new(),
    };
    let found = identify(&ROBOT, dataset, &Method::Wls.into()).expect("identifies");
    assert!(found.excitation.rank < found.excitation.structural_rank);
    assert!(found.estimation.parameters().any(|p| p.std.is_none()));
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let warnings = study.judgement.warnings();
    assert!(
        warnings.iter().any(|w| w.contains("Not excited at all")),
        "{warnings:?}"
    );
    assert_eq!(study.judgement.grade, Grade::Poor);
    let page = html(&study, &Means::default()).unwrap();
    assert!(page.contains("not excited"));
}

#[test]
fn predictions_read_back_to_the_same_floats() {
    let found = experiment();
    let text = prediction(ROBOT.model(), &found.series, true);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("t,tau_q1,measured_q1,used_q1,tau_q2,measured_q2,used_q2")
    );
    let series = &found.series[0];
    for (k, line) in lines.enumerate() {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        assert_eq!(numbers[1].to_bits(), series.predicted[0][k].to_bits());
        assert_eq!(numbers[5].to_bits(), series.measured[1][k].to_bits());
    }
}

#[test]
fn rows_of_several_recordings_are_told_apart() {
    let mut found = experiment();
    let mut second = found.series[0].clone();
    second.name = "run \"2\", slow".to_owned();
    found.series.push(second);
    let text = prediction(ROBOT.model(), &found.series, true);
    assert!(text.starts_with("recording,t,tau_q1,"));
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let names: std::collections::BTreeSet<String> = rows
        .records()
        .map(|row| row.unwrap()[0].to_owned())
        .collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains("run \"2\", slow"));
}

/// Tags of a page in order, as (name, whether it closes, everything within the brackets).
fn tags(page: &str) -> Vec<(&str, bool, &str)> {
    let parts = page
        .split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>'));
    let tags = parts.filter(|(tag, _)| !tag.starts_with('!') && !tag.ends_with('/'));
    tags.map(|(tag, _)| {
        let closes = tag.starts_with('/');
        let name = tag.trim_start_matches('/').split_whitespace().next();
        (name.unwrap_or_default(), closes, tag)
    })
    .collect()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

#[test]
fn every_tag_is_closed_where_it_was_opened() {
    let page = html(&study(), &Means::default()).unwrap();
    let mut open = Vec::new();
    for (name, closes, tag) in tags(&page) {
        if ["meta", "link", "br"].contains(&name) {
            continue;
        }
        if closes {
            assert_eq!(open.pop(), Some(name), "<{tag}>");
        } else {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_page_can_be_read_by_ear_and_by_keyboard() {
    let page = html(&study(), &Means::default()).unwrap();
    let all = tags(&page);
    let mut ids: Vec<&str> = all.iter().filter_map(|t| attribute(t.2, "id")).collect();
    let links = all.iter().filter_map(|t| attribute(t.2, "href"));
    let mut count = 0;
    for link in links {
        count += 1;
        assert!(
            ids.contains(&link.trim_start_matches('#')),
            "{link} leads nowhere"
        );
    }
    assert!(count > 8, "only {count} links");
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
    for (name, closes, tag) in &all {
        match *name {
            "th" if !closes => assert!(attribute(tag, "scope").is_some(), "<{tag}>"),
            "svg" if !closes => assert!(attribute(tag, "aria-label").is_some(), "<{tag}>"),
            _ => {}
        }
    }
    assert_eq!(
        page.matches("<table").count(),
        page.matches("<caption").count()
    );
}

/// What is predicted stays within its plot, however far it is from what was measured.
#[test]
fn curves_stay_within_their_plots() {
    let mut found = experiment();
    for predicted in found.series.iter_mut().flat_map(|s| &mut s.predicted) {
        predicted.iter_mut().for_each(|torque| *torque *= 4.0);
    }
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    let curves = page
        .split("<polyline class=\"predicted\" points=\"")
        .skip(1);
    let mut heights = Vec::new();
    for points in curves {
        let (points, _) = points.split_once('"').expect("an end");
        let height = |point: &str| {
            point
                .split_once(',')
                .and_then(|(_, y)| y.parse::<f64>().ok())
        };
        heights.extend(points.split_whitespace().filter_map(height));
    }
    assert!(heights.len() > 100);
    let ends = heights
        .iter()
        .fold([f64::INFINITY, 0.0], |[low, high]: [f64; 2], y| {
            [low.min(*y), high.max(*y)]
        });
    assert!(ends[0] >= 0.0 && ends[1] <= 260.0, "{ends:?}");
}

/// Singular values that the motion does not excite are drawn as lost.
#[test]
fn lost_directions_are_drawn_so() {
    let mut found = experiment();
    let all = found.excitation.structural_rank;
    found.excitation.rank = all - 2;
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert_eq!(page.matches("<circle class=\"lost\"").count(), 2);
    assert!(page.contains(&format!("{} of {all} not zero", all - 2)));
}

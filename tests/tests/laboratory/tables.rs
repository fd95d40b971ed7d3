//! Files and terminal say what `identification.json` says, column by column.

use serde_json::Value;

use crate::experiment::{LINE, NAMES, equals, estimate, identified, parameter, validation};
use crate::page::{lines, shows};
use crate::program::Table;
use crate::series::{OPTIONS, Sample, TRUTH};

#[test]
fn base_csv_says_what_the_json_says() {
    let (folder, found) = identified();
    let table = Table::parse(&folder.read("out/base.csv"));
    assert_eq!(
        table.header,
        [
            "name",
            "expression",
            "value",
            "std",
            "percent",
            "unit",
            "quality",
            "reason"
        ]
    );
    assert_eq!(table.column("name"), NAMES);
    for (k, name) in NAMES.into_iter().enumerate() {
        let p = parameter(&found, name);
        for key in ["expression", "unit", "quality"] {
            assert_eq!(p[key], table.column(key)[k], "{key} of {name}");
        }
        for key in ["value", "std", "percent"] {
            assert_eq!(
                p[key].as_f64(),
                Some(table.numbers(key)[k]),
                "{key} of {name}"
            );
        }
    }
    assert_eq!(
        table.column("reason"),
        ["", "", "correlated with fc_x (r = −0.92)", ""]
    );
}

#[test]
fn prediction_csv_has_every_sample_with_its_prediction() {
    let (folder, _found) = identified();
    let table = Table::parse(&folder.read("out/prediction.csv"));
    assert_eq!(
        table.header,
        ["recording", "t", "tau_x", "measured_x", "used_x"]
    );
    let both = [("forth.csv", 0), ("back.csv", 1)];
    let samples = both.iter().flat_map(|(name, k)| {
        estimate()[*k]
            .samples()
            .into_iter()
            .map(move |s| (*name, s))
    });
    let samples: Vec<(&str, Sample)> = samples.collect();
    assert_eq!(table.rows.len(), samples.len());
    for (k, (name, sample)) in samples.iter().enumerate() {
        assert_eq!(table.column("recording")[k], *name);
        for (column, expected) in [
            ("t", sample.time),
            ("tau_x", sample.model),
            ("measured_x", sample.torque),
        ] {
            let actual = table.numbers(column)[k];
            // At rest the sign of friction is anybody's.
            let certain = sample.moves || column != "tau_x";
            assert!(
                !certain || (actual - expected).abs() < 1e-9,
                "{column} of {name}, {k}: {actual}, not {expected}"
            );
        }
        assert_eq!(
            table.column("used_x")[k],
            if sample.counts { "1" } else { "0" }
        );
    }
}

#[test]
fn predict_gives_the_fit_of_given_parameters() {
    let (folder, found) = identified();
    let [m, fc, fv, fo] = TRUTH;
    folder.write(
        "truth.yaml",
        &format!("{{m_runner: {m}, fc_x: {fc}, fv_x: {fv}, fo_x: {fo}}}"),
    );
    let line = format!("sledge predict --recording unseen.csv --parameters truth.yaml {OPTIONS}");
    let fit = folder.json(&line);
    for key in ["samples", "rmse", "nrmse", "r2", "lag1"] {
        let expected = found["validation"]["joints"][0][key]
            .as_f64()
            .expect("a figure");
        equals(key, &fit["joints"][0][key], expected);
        equals(key, &fit["overall"][key], expected);
    }
    // A prediction of a single recording, as identify writes it, without the recording's name.
    let table = Table::parse(&folder.out(&line));
    assert_eq!(table.header, ["t", "tau_x", "measured_x", "used_x"]);
    for (k, sample) in validation().samples().iter().enumerate() {
        assert!(!sample.moves || (table.numbers("tau_x")[k] - sample.model).abs() < 1e-9);
        assert!((table.numbers("measured_x")[k] - sample.torque).abs() < 1e-9);
        assert_eq!(table.numbers("used_x")[k] == 1.0, sample.counts);
    }
    for column in ["t", "tau_x", "measured_x"] {
        let said = fit["prediction"][column].as_array().expect("a column");
        let written = table.numbers(column);
        assert_eq!(said.len(), written.len());
        for (said, written) in said.iter().zip(written) {
            equals(column, said, written);
        }
    }
    let text = folder.out(&format!("{line} -o prediction.csv"));
    assert_eq!(
        Table::parse(&folder.read("prediction.csv")).rows,
        table.rows
    );
    fits_on_terminal(
        &lines(&text, "Prediction"),
        &fit["joints"][0],
        &fit["overall"],
    );
}

fn fits_on_terminal(table: &[Vec<String>], joint: &Value, overall: &Value) {
    assert_eq!(table.len(), 2, "{table:?}");
    for (line, fit) in table.iter().zip([joint, overall]) {
        let [name, rmse, nrmse, percent, r2, samples] = line.as_slice() else {
            panic!("{line:?}");
        };
        assert_eq!(fit["name"], **name);
        shows(rmse, fit["rmse"].as_f64().expect("a figure"));
        shows(nrmse, 100.0 * fit["nrmse"].as_f64().expect("a figure"));
        assert_eq!(percent, "%");
        shows(r2, fit["r2"].as_f64().expect("a figure"));
        assert_eq!(fit["samples"].to_string(), *samples);
    }
}

#[test]
fn the_terminal_says_what_the_json_says() {
    let (folder, found) = identified();
    let said = folder.out(&format!("{LINE} {OPTIONS}"));
    assert!(
        said.starts_with(
            "sledge: 4 of 4 base parameters from 64 equations, ordinary least squares\n"
        ),
        "{said}"
    );
    for (title, list) in [("Base parameters ", "base"), ("Drives ", "drive")] {
        let title = said
            .lines()
            .find(|line| line.starts_with(title))
            .expect("a table");
        let heads: Vec<&str> = title.split_whitespace().rev().take(3).collect();
        assert_eq!(heads, ["%", "deviation", "value"]);
        let rows = lines(&said, title);
        let parameters = found[list].as_array().expect("a list");
        assert_eq!(rows.len(), parameters.len());
        for (row, p) in rows.iter().zip(parameters) {
            assert_eq!(p["name"], *row[0]);
            for (word, key) in row[1..].iter().zip(["value", "std", "percent"]) {
                shows(word, p[key].as_f64().expect("a figure"));
            }
            let good = p["quality"] == "good";
            assert_eq!(
                row.get(4).map(String::as_str),
                (!good).then(|| p["quality"].as_str().expect("a word"))
            );
        }
    }
    for (title, of) in [("Fit ", &found), ("Validation ", &found["validation"])] {
        let heading = said
            .lines()
            .find(|line| line.starts_with(title))
            .expect("a table");
        let words: Vec<&str> = heading.split_whitespace().rev().take(5).collect();
        assert_eq!(words, ["samples", "R²", "relative", "error", "RMS"]);
        fits_on_terminal(&lines(&said, title), &of["joints"][0], &of["overall"]);
    }
    let last = said
        .lines()
        .find(|line| line.starts_with("Condition number"))
        .expect("a line");
    let numbers: Vec<&str> = last
        .split(' ')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let [condition, unscaled, residual] = numbers[..] else {
        panic!("{last}");
    };
    shows(condition, found["condition"].as_f64().expect("a figure"));
    shows(
        unscaled,
        found["condition_unscaled"].as_f64().expect("a figure"),
    );
    shows(
        residual,
        100.0 * found["overall"]["nrmse"].as_f64().expect("a figure"),
    );
    assert!(
        last.contains("(columns scaled)") && last.find("scaled") < last.find("(as is)"),
        "{last}"
    );
    for file in [
        "report.html",
        "identification.json",
        "base.csv",
        "prediction.csv",
    ] {
        assert!(said.contains(&format!("out/{file}")), "{file}");
    }
}

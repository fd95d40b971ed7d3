//! Every figure of `identification.json` on hand-made series: its value, worked out on paper.
//!
//! What is added to the torques is as good as white, so that deviations are those of textbooks.

use serde_json::Value;

use crate::experiment::{
    NAMES, ROWS, SEEN, SQUARES, SUM, UNSEEN, correlation, deviations, equals, estimate, identified,
    parameter, power, validation,
};
use crate::program::{Folder, Table};
use crate::series::{OPTIONS, RATE, RESTLESS, Ramp, SIDE, SLOW, SLUGGISH, TRIM, TRUTH};

#[test]
fn parameters_are_the_truth_with_textbook_deviations() {
    let (_folder, found) = identified();
    let expected = deviations(SEEN);
    for ((name, truth), std) in NAMES.iter().zip(TRUTH).zip(expected) {
        let p = parameter(&found, name);
        equals(name, &p["value"], truth);
        equals(name, &p["std"], std);
        equals(name, &p["percent"], 100.0 * std / truth);
        assert_eq!(p["expression"], *name);
        equals(name, &p["from_data"], 1.0);
    }
    let units = NAMES.map(|name| parameter(&found, name)["unit"].clone());
    assert_eq!(units, ["kg", "N", "N·s/m", "N"]);
    // Known to 3.7, 6.1, 32 and 0.73 %.
    let qualities = NAMES.map(|name| parameter(&found, name)["quality"].clone());
    assert_eq!(qualities, ["good", "fair", "poor", "good"]);
    assert_eq!(found["base"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["method"], "ols");
    assert_eq!(found["biased"], false);
    equals("widening", &found["correlation_factor"][0], 1.0);

    // What is left when the other is known, and what each adds to the torque in deviations of the noise.
    let apart = (1.0 - correlation().powi(2)).sqrt();
    for (name, alone) in [
        ("m_runner", 1.0),
        ("fc_x", apart),
        ("fv_x", apart),
        ("fo_x", 1.0),
    ] {
        let p = parameter(&found, name);
        let std = p["std"].as_f64().expect("a deviation");
        equals(name, &p["alone"], std * alone);
    }
    let noise = SEEN * (ROWS / (ROWS - 4.0)).sqrt();
    let root_mean_square = [1.0, 1.0, 0.1 * (SQUARES / 16.0).sqrt(), 1.0];
    for ((name, truth), column) in NAMES.iter().zip(TRUTH).zip(root_mean_square) {
        equals(
            name,
            &parameter(&found, name)["effect"],
            truth * column / noise,
        );
    }
}

#[test]
fn covariance_and_correlations_are_those_of_the_normal_matrix() {
    let (_folder, found) = identified();
    let covariance = &found["covariance"];
    let names: Vec<&str> = covariance["parameters"]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(names, NAMES);
    let std = deviations(SEEN);
    for i in 0..4 {
        for j in 0..4 {
            let r = match (i, j) {
                _ if i == j => 1.0,
                (1, 2) | (2, 1) => -correlation(),
                _ => 0.0,
            };
            equals(
                "covariance",
                &covariance["values"][i][j],
                r * std[i] * std[j],
            );
        }
    }
    let pairs = found["correlations"].as_array().expect("a list");
    assert_eq!(pairs.len(), 1, "{pairs:?}");
    assert_eq!(
        (&pairs[0]["first"], &pairs[0]["second"]),
        (&"fc_x".into(), &"fv_x".into())
    );
    equals("r", &pairs[0]["r"], -correlation());
    equals(
        "r",
        &parameter(&found, "fv_x")["correlated"][1],
        -correlation(),
    );
    assert_eq!(parameter(&found, "fv_x")["correlated"][0], "fc_x");
}

#[test]
fn excitation_is_that_of_the_scaled_columns() {
    let (_folder, found) = identified();
    let r = correlation();
    let values = [(1.0 + r).sqrt(), 1.0, 1.0, (1.0 - r).sqrt()];
    for (k, value) in values.into_iter().enumerate() {
        equals("singular value", &found["singular_values"][k], value);
    }
    equals("condition", &found["condition"], values[0] / values[3]);
    // As is: 64 twice, and the two by two block of sign and ramp.
    let (a, b, c) = (ROWS, 4.0 * 0.1 * SUM, 4.0 * 0.01 * SQUARES);
    let root = ((a - c) * (a - c) / 4.0 + b * b).sqrt();
    let condition = (((a + c) / 2.0 + root) / ((a + c) / 2.0 - root)).sqrt();
    equals("condition", &found["condition_unscaled"], condition);
    assert_eq!(
        (&found["rank"], &found["structural_rank"]),
        (&4.into(), &4.into())
    );
    let weakest = &found["weakest"][0];
    equals("weakest", &weakest["share"], values[3] / values[0]);
    assert_eq!(weakest["lost"], false);
}

#[test]
fn fits_are_those_of_what_was_added() {
    let (_folder, found) = identified();
    let check = |fits: &Value, overall: &Value, ramps: &[Ramp], e: f64, samples: u64| {
        let (squares, about) = power(ramps);
        for fit in [&fits[0], overall] {
            assert_eq!(fit["samples"], samples);
            equals("rmse", &fit["rmse"], e);
            equals("nrmse", &fit["nrmse"], e / squares.sqrt());
            equals("r2", &fit["r2"], 1.0 - e * e / about);
            // Of 15 neighbours in each run 7 agree and 8 differ: -1 a run of 16.
            equals("lag1", &fit["lag1"], -1.0 / 16.0);
            assert_eq!(fit["whiteness"], Value::Null, "too few for a test");
        }
        assert_eq!(fits.as_array().map(Vec::len), Some(1));
        assert_eq!(
            (&fits[0]["name"], &overall["name"]),
            (&"x".into(), &"all".into())
        );
    };
    check(&found["joints"], &found["overall"], &estimate(), SEEN, 64);
    let unseen = &found["validation"];
    check(
        &unseen["joints"],
        &unseen["overall"],
        &[validation()],
        UNSEEN,
        32,
    );
    assert_eq!(unseen["recordings"], serde_json::json!(["unseen.csv"]));
    let transfer = &found["transfer"][0];
    equals("ratio", &transfer["ratio"], UNSEEN / SEEN);
    assert_eq!(transfer["outcome"], "weakens", "R² is below 0.95");
}

#[test]
fn what_was_kept_is_counted() {
    let (_folder, found) = identified();
    let side = u64::try_from(SIDE).expect("positive");
    let all = 2 * side + 1;
    assert_eq!(found["samples"], 2 * all);
    assert_eq!(found["rows"], 64);
    assert_eq!(
        found["recordings"],
        serde_json::json!(["forth.csv", "back.csv"])
    );
    let measured = found["measured"].as_array().expect("a list");
    let uses: Vec<&Value> = measured.iter().map(|m| &m["used_to"]).collect();
    assert_eq!(uses, ["estimate", "estimate", "validate"]);
    for m in measured {
        assert_eq!(m["samples"], all);
        equals(
            "used",
            &m["used"],
            f64::from(2 * (SIDE - SLOW)) / f64::from(2 * SIDE + 1),
        );
        equals("duration", &m["duration"], f64::from(2 * SIDE + 1) / RATE);
        equals("rate", &m["rate"], RATE);
        equals("decimated", &m["decimated_rate"], RATE);
    }
    let processing = &found["processing"];
    equals("cutoff", &processing["cutoff"], 25.0);
    assert_eq!(processing["trim"], TRIM);
    assert_eq!(processing["decimate"], serde_json::json!([1]));
    assert_eq!(processing["velocity_threshold"], serde_json::json!([0.25]));
    assert_eq!(processing["equations"], "joint");
}

/// In runs of 4, 8 and 4 with one sign 13 of 15 neighbours agree.
#[test]
fn residuals_that_are_correlated_in_time_widen_deviations() {
    let folder = Folder::new();
    for (name, acceleration) in [("forth.csv", 1.0), ("back.csv", -1.0)] {
        let ramp = Ramp {
            acceleration,
            pattern: SLUGGISH,
            size: SEEN,
        };
        folder.write(name, &ramp.csv());
    }
    let line = "sledge identify --recording forth.csv back.csv --method ols --out out";
    let found = folder.json(&format!("{line} {OPTIONS}"));
    equals("lag1", &found["joints"][0]["lag1"], 11.0 / 16.0);
    let wider: Vec<f64> = NAMES
        .iter()
        .zip(deviations(SEEN))
        .map(|(name, white)| {
            parameter(&found, name)["std"]
                .as_f64()
                .expect("a deviation")
                / white
        })
        .collect();
    // What is constant takes in slow noise whole; the ramp sees as much of it as its sign does.
    assert!(
        wider.iter().all(|times| (1.2..8.0).contains(times)),
        "{wider:?}"
    );
    let factor = found["correlation_factor"][0].as_f64().expect("a factor");
    assert!(factor > 2.0, "{factor}");
    let freedom = |name| {
        parameter(&found, name)["freedom"]
            .as_f64()
            .expect("a figure")
    };
    assert!(NAMES.iter().all(|name| freedom(name) < 59.0));
}

/// Without acceleration the mass stays unknown: no number pretends otherwise.
#[test]
fn what_the_motion_does_not_excite_has_no_deviation() {
    let folder = Folder::new();
    let ramp = Ramp {
        acceleration: 0.0,
        pattern: RESTLESS,
        size: SEEN,
    };
    folder.write("slow.csv", &ramp.csv());
    let line = "sledge identify --recording slow.csv --method ols --out out";
    let found = folder.json(&format!("{line} {OPTIONS}"));
    assert_eq!(
        (&found["rank"], &found["structural_rank"]),
        (&3.into(), &4.into())
    );
    assert_eq!(found["condition"], Value::Null);
    let mass = parameter(&found, "m_runner");
    assert_eq!(
        (&mass["std"], &mass["percent"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(mass["quality"], "undetermined");
    for (name, truth) in NAMES.into_iter().zip(TRUTH).skip(1) {
        equals(name, &parameter(&found, name)["value"], truth);
        assert!(parameter(&found, name)["std"].is_f64(), "{name}");
    }
    // 32 rows; 3 parameters were found. Student's quantile of 29 degrees of freedom is a table's.
    let wider = 2.045_229_642_132_703 / 1.959_963_984_540_054;
    let std = (SEEN * SEEN / 29.0).sqrt() * wider;
    equals("fo_x", &parameter(&found, "fo_x")["std"], std);
    assert_eq!(found["verdict"]["grade"], "poor");
    let table = Table::parse(&folder.read("out/base.csv"));
    assert_eq!(
        (table.column("std")[0], table.column("percent")[0]),
        ("", "")
    );
    assert_eq!(table.column("quality")[0], "not excited");
}

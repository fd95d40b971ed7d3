//! The report page says what `identification.json` says, column by column.

use crate::experiment::{correlation, identified};
use crate::page::{cell, shows, table};

#[test]
fn the_page_says_what_the_json_says() {
    let (folder, found) = identified();
    let page = folder.read("out/report.html");
    for (section, list) in [("base", "base"), ("drives", "drive")] {
        let table = table(&page, section, "");
        for p in found[list].as_array().expect("a list") {
            let name = p["name"].as_str().expect("a name");
            let see = |heading| cell(&table, name, heading);
            shows(see("value"), p["value"].as_f64().expect("a figure"));
            shows(see("deviation"), p["std"].as_f64().expect("a figure"));
            shows(see("%"), p["percent"].as_f64().expect("a figure"));
            assert_eq!(p["unit"], see("unit"));
            assert_eq!(p["quality"], see("known"));
        }
    }
    let why = table(&page, "drives", "");
    assert_eq!(
        cell(&why, "fv_x", "why no better"),
        "correlated with fc_x (r = −0.92)"
    );
    let fit = table(&page, "fit", "Joint torques");
    for (name, of) in [("x", &found["joints"][0]), ("all", &found["overall"])] {
        let see = |heading| cell(&fit, name, heading);
        shows(see("RMS residual"), of["rmse"].as_f64().expect("a figure"));
        shows(
            see("relative, %"),
            100.0 * of["nrmse"].as_f64().expect("a figure"),
        );
        shows(see("R²"), of["r2"].as_f64().expect("a figure"));
        shows(see("neighbours"), of["lag1"].as_f64().expect("a figure"));
        assert_eq!(of["samples"].to_string(), see("samples"));
        assert!(see("RMS residual").ends_with(" N"));
    }
    let unseen = table(&page, "validation", "Unseen data");
    let (seen, held) = (&found["joints"][0], &found["validation"]["joints"][0]);
    let see = |heading| cell(&unseen, "x", heading);
    shows(see("RMS, seen"), seen["rmse"].as_f64().expect("a figure"));
    shows(see("RMS, unseen"), held["rmse"].as_f64().expect("a figure"));
    shows(see("ratio"), 2.0);
    shows(
        see("relative, %"),
        100.0 * held["nrmse"].as_f64().expect("a figure"),
    );
    shows(see("R², seen"), seen["r2"].as_f64().expect("a figure"));
    shows(see("R², unseen"), held["r2"].as_f64().expect("a figure"));
    assert_eq!(
        (see("samples"), see("prediction")),
        ("32", "predicts less well")
    );
    let measured = table(&page, "measured", "Recordings");
    for m in found["measured"].as_array().expect("a list") {
        let see = |heading| cell(&measured, m["name"].as_str().expect("a name"), heading);
        assert_eq!(m["used_to"], see("used to"));
        shows(see("length, s"), m["duration"].as_f64().expect("a figure"));
        shows(see("rate, Hz"), m["rate"].as_f64().expect("a figure"));
        assert_eq!(m["trim"].to_string(), see("cut off at each end"));
        shows(
            see("decimated to, Hz"),
            m["decimated_rate"].as_f64().expect("a figure"),
        );
        assert_eq!(m["samples"].to_string(), see("samples then"));
        shows(
            see("of them used, %"),
            100.0 * m["used"].as_f64().expect("a figure"),
        );
    }
    let pairs = table(&page, "correlations", "Correlations");
    assert_eq!(cell(&pairs, "fc_x", "with"), "fv_x");
    shows(cell(&pairs, "fc_x", "r"), -correlation());
    shows(
        cell(&pairs, "fc_x", "deviation wider"),
        1.0 / (1.0 - correlation().powi(2)).sqrt(),
    );
    let condition = page
        .split("largest over smallest, is ")
        .nth(1)
        .expect("a sentence");
    shows(condition, found["condition"].as_f64().expect("a figure"));
    let unscaled = page
        .split("as it is, in SI units: ")
        .nth(1)
        .expect("a sentence");
    let unscaled = unscaled.split(')').next().expect("its end");
    shows(
        unscaled,
        found["condition_unscaled"].as_f64().expect("a figure"),
    );
}

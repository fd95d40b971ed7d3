//! What `recover` makes of base parameters, on values whose consequences follow on paper: comparison with
//! nominal values, bounds, physical parameters with their deviations.

use serde_json::Value;

use crate::motion::Motion;
use crate::program::Folder;

/// Base parameters of the gantry: name, value, deviation. Nominal are 12, 3, 0.2, 0.02, 0.05, 0.02, 0.1, 0.01
/// and -0.04: the first is 3 deviations off, the first rotor's neighbour 7/3.
const GANTRY: [(&str, f64, f64); 9] = [
    ("m_bridge", 12.3, 0.1),
    ("m_trolley", 3.0, 0.05),
    ("fc_m1", 0.2, 0.01),
    ("fv_m1", 0.02, 0.001),
    ("fo_m1", 0.05, 0.01),
    ("Ia_m2", 0.0207, 0.0003),
    ("fc_m2", 0.1, 0.01),
    ("fv_m2", 0.01, 0.001),
    ("fo_m2", -0.04, 0.01),
];

/// Writes base parameters as `identify` does, and recovers from them.
fn recovered(robot: &str, base: &[(&str, f64, f64)], more: &str) -> Value {
    let folder = Folder::new();
    let mut text = "name,value,std\n".to_owned();
    for (name, value, std) in base {
        text += &format!("{name},{value:?},{std:?}\n");
    }
    folder.write("base.csv", &text);
    folder.json(&format!("{robot} recover --base base.csv {more}"))
}

#[track_caller]
fn near(what: &str, actual: &Value, expected: f64, tolerance: f64) {
    let actual = actual
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {actual}"));
    let gap = (actual - expected).abs();
    assert!(
        gap <= tolerance * expected.abs().max(1e-3),
        "{what}: {actual}, not {expected}"
    );
}

fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let mut all = list.as_array().expect("a list").iter();
    all.find(|entry| entry["name"] == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn differences_from_nominal_values_count_in_deviations() {
    let found = recovered("gantry", &GANTRY, "");
    let verification = &found["verification"];
    for (name, value, std) in GANTRY {
        let compared = named(&verification["base"], name);
        near(name, &compared["value"], value, 1e-14);
        near(name, &compared["std"], std, 1e-14);
        let deviations = match name {
            "m_bridge" => 3.0,
            "Ia_m2" => 7.0 / 3.0,
            _ => 0.0,
        };
        near(name, &compared["deviations"], deviations, 1e-11);
        assert_eq!(compared["differs"], false, "{name}");
    }
    near(
        "nominal",
        &named(&verification["base"], "m_bridge")["nominal"],
        12.0,
        1e-14,
    );
    // M_11 = m_bridge + m_trolley + 64 Ia_m2, M_12 = -80 Ia_m2, M_22 = m_trolley + 100 Ia_m2, off by 0.3 and
    // by 0.0007 of the rotor.
    for (name, off, std) in [
        (
            "PJ_1",
            0.3 + 64.0 * 0.0007,
            f64::hypot(0.1, 0.05).hypot(64.0 * 0.0003),
        ),
        ("PJ_2", -80.0 * 0.0007, 80.0 * 0.0003),
        ("PJ_3", 100.0 * 0.0007, f64::hypot(0.05, 100.0 * 0.0003)),
    ] {
        let compared = named(&verification["coefficients"], name);
        near(name, &compared["std"], std, 1e-10);
        near(name, &compared["deviations"], off / std, 1e-10);
        // Monomials of what slides have lengths in them.
        assert_eq!(compared["unit"], "SI", "{name}");
    }
    // Half of the level for 9 base parameters and the 2 coefficients that are no multiple of one, half for
    // all together; SciPy's `norm.isf((1 - 0.995 ** (1 / 11)) / 2)` (Šidák) and `chi2.sf(9 + 49 / 9, 9)`.
    assert_eq!(
        (&verification["comparisons"], &verification["freedom"]),
        (&11.into(), &9.into())
    );
    near(
        "threshold",
        &verification["threshold"],
        3.505_598_547_299_1,
        1e-9,
    );
    near(
        "statistic",
        &verification["statistic"],
        9.0 + 49.0 / 9.0,
        1e-11,
    );
    near(
        "p",
        &verification["p_value"],
        0.107_370_567_534_147_23,
        1e-10,
    );
    assert_eq!(verification["differs"], false);
}

#[test]
fn a_difference_beyond_chance_is_flagged_at_the_level_asked_for() {
    let found = recovered("gantry", &GANTRY, "--level 0.2");
    let verification = &found["verification"];
    near(
        "threshold",
        &verification["threshold"],
        2.592_341_714_018_416,
        1e-9,
    );
    assert_eq!(named(&verification["base"], "m_bridge")["differs"], true);
    assert_eq!(named(&verification["base"], "Ia_m2")["differs"], false);
    assert_eq!(
        named(&verification["coefficients"], "PJ_1")["differs"],
        true
    );
    assert_eq!(verification["differs"], true);
    // Each of two deviations is chance; nine of 5/3 are not (`chi2.sf(25, 9)` is 0.003).
    let mut all = GANTRY;
    for (name, value, std) in &mut all {
        *value += 5.0 / 3.0 * *std;
        if *name == "m_bridge" {
            *value -= 0.3;
        } else if *name == "Ia_m2" {
            *value -= 0.0007;
        }
    }
    let found = recovered("gantry", &all, "");
    let verification = &found["verification"];
    near("statistic", &verification["statistic"], 25.0, 1e-9);
    near(
        "p",
        &verification["p_value"],
        0.002_971_180_485_917_624,
        1e-8,
    );
    let flagged = verification["base"].as_array().expect("a list").iter();
    assert!(flagged.filter(|c| c["differs"] == true).count() == 0);
    assert_eq!(verification["differs"], true);
}

/// A base parameter may be off by so many deviations and no more, and nothing below zero exists.
#[test]
fn bounds_are_what_deviations_and_existence_leave() {
    for (more, sigmas) in [("", 2.0), ("--sigmas 3", 3.0), ("--sigmas 0.5", 0.5)] {
        let found = recovered("gantry", &GANTRY, more);
        let bounds = &found["bounds"];
        near("allowance", &bounds["allowance"], sigmas, 1e-14);
        let interval = |name: &str, low: f64, high: f64| {
            let found = named(&bounds["parameters"], name);
            near(name, &found["low"], low, 1e-6);
            near(name, &found["high"], high, 1e-6);
            assert_eq!(
                (&found["low_end"], &found["high_end"]),
                (&"sharp".into(), &"sharp".into())
            );
        };
        let most = 12.3 + sigmas * 0.1;
        interval("m_bridge", 0.0, most);
        interval("Ia_m1", 0.0, most / 400.0);
        interval("m_trolley", 3.0 - sigmas * 0.05, 3.0 + sigmas * 0.05);
        let free = named(&bounds["parameters"], "tx_trolley");
        assert_eq!((&free["low"], &free["high"]), (&Value::Null, &Value::Null));
        assert_eq!(bounds["consistent"], true);
    }
    let found = recovered("gantry", &GANTRY, "--known m_bridge=10");
    let rotor = named(&found["bounds"]["parameters"], "Ia_m1");
    near("low", &rotor["low"], 2.1 / 400.0, 1e-6);
    near("high", &rotor["high"], 2.5 / 400.0, 1e-6);
}

#[test]
fn a_mass_below_zero_is_so_many_deviations_from_existing() {
    let mut negative = GANTRY;
    negative[1] = ("m_trolley", -1.0, 0.05);
    let found = recovered("gantry", &negative, "");
    let bounds = &found["bounds"];
    assert_eq!(bounds["consistent"], false);
    near("distance", &bounds["distance"], 20.0, 1e-5);
    assert_eq!(bounds["resisting"], serde_json::json!(["m_trolley"]));
    assert_eq!(found["verification"]["differs"], true);
}

/// The wrist's formulas (`armwright recover robots/abb_wrist.yaml`) with their derivatives, by hand.
#[test]
fn physical_parameters_have_the_deviations_of_what_they_are_made_of() {
    let wrist = Motion::of_wrist();
    let folder = Folder::new();
    let info = folder.json("abb_wrist info");
    let names: Vec<String> = info["base"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|base| base["name"].as_str().expect("a name").to_owned())
        .collect();
    // Off by a few percent, each with a deviation of its own.
    let base = wrist
        .truth(&folder)
        .into_iter()
        .enumerate()
        .map(|(k, truth)| {
            let step = f64::from(u32::try_from(k).expect("few")) + 1.0;
            let value = truth * (1.0 + 0.02 * (step * step).sin()) + 1e-4 * step.cos();
            (
                names[k].as_str(),
                value,
                0.01 * truth.abs() * step.sqrt() + 1e-5,
            )
        });
    let base: Vec<(&str, f64, f64)> = base.collect();
    let of = |name: &str| {
        *base
            .iter()
            .find(|(known, ..)| *known == name)
            .expect("a name")
    };
    let known = "--known m_c=6:0.2,m_b=9,tx_c=0.05:0.004,l_b1=0.085,ty_b=0.01,m_a=20,Jzz_b=0.04955,Jzz_c=0.03:0.001";
    let found = recovered("abb_wrist", &base, known);
    let check = |name: &str, value: f64, parts: &[f64]| {
        let physical = named(&found["physical"], name);
        let std = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        near(name, &physical["value"], value, 1e-11);
        near(name, &physical["std"], std, 1e-9);
        let nominal = physical["nominal"].as_f64().expect("a nominal value");
        near(name, &physical["deviations"], (value - nominal) / std, 1e-8);
    };
    let (m, dm, x, dx) = (6.0, 0.2, 0.05, 0.004);
    let ((_, my, dmy), (_, mz, dmz)) = (of("my_c"), of("mz_c"));
    let (y, z) = (my / m, mz / m);
    check("ty_c", y, &[dmy / m, my * dm / (m * m)]);
    check("tz_c", z, &[dmz / m, mz * dm / (m * m)]);
    // Jxy_c = Lxy_c + m_c tx_c ty_c = Lxy_c + tx_c my_c: the mass cancels.
    let (_, lxy, dlxy) = of("Lxy_c");
    check("Jxy_c", lxy + x * my, &[dlxy, x * dmy, my * dx]);
    // Jxx_c = Lxx_c - (my_c² + mz_c²)/m_c.
    let (_, lxx, dlxx) = of("Lxx_c");
    check(
        "Jxx_c",
        lxx - (my * my + mz * mz) / m,
        &[dlxx, 2.0 * y * dmy, 2.0 * z * dmz, (y * y + z * z) * dm],
    );
    // Jyy_c = Lyy_c + Jzz_c + (my_c² - mz_c²)/m_c.
    let (_, lyy, dlyy) = of("Lyy_c");
    check(
        "Jyy_c",
        lyy + 0.03 + (my * my - mz * mz) / m,
        &[
            dlyy,
            0.001,
            2.0 * y * dmy,
            2.0 * z * dmz,
            (y * y - z * z) * dm,
        ],
    );
    // tx_b = (mx_b - m_c (l_b1 + tx_c))/m_b.
    let (_, mx, dmx) = of("mx_b");
    check(
        "tx_b",
        (mx - m * (0.085 + x)) / 9.0,
        &[dmx / 9.0, (0.085 + x) * dm / 9.0, m * dx / 9.0],
    );
    let (_, friction, std) = of("fc_m2");
    check("fc_m2", friction, &[std]);
}

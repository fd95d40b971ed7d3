//! Predictions as they are asked for: processed as what parameters come from, in pieces, without torques, with friction and
//! lengths.

use std::path::Path;

use crate::command::tests::Folder;
use crate::command::tests::motions::recorded;
use crate::command::tests::runs::{BETA, PROCESSING, base, table, value};
use crate::command::tests::texts::filled;
use crate::recording::Recording;
use crate::regression::by_hand::{MODEL, ROBOT};
use armwright_robots::double_pendulum;
use serde_json::{Value, json};

/// Every other row of a table: half of its rate.
fn halved(table: &str) -> String {
    let rows = table.lines().enumerate();
    let rows = rows.filter(|(k, _)| *k == 0 || k % 2 == 1);
    rows.map(|(_, row)| format!("{row}\n")).collect()
}

/// Without a word a recording is processed as that which the parameters come from, but for its ends; of another rate it is
/// decimated in its own way.
#[test]
fn a_prediction_is_processed_as_what_its_parameters_come_from() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("b.csv", &table(BETA, (400, 260), true));
    folder.write("half.csv", &halved(&table(BETA, (400, 400), true)));
    folder.write("base.csv", &base(BETA));
    let line = format!("identify --recording @/a.csv --method ols --out @/out {PROCESSING}");
    folder.answer(&ROBOT, &line).expect("an identification");
    let of = |recording: &str, parameters: &str, options: &str| {
        let line = format!(
            "predict --recording @/{recording} --parameters @/{parameters} --format json {options}"
        );
        let told = value(&folder.answer(&ROBOT, &line).expect("a prediction"));
        (
            told["prediction"]["t"].clone(),
            told["prediction"]["used_j2"].clone(),
            told["prediction"]["measured_j1"].clone(),
        )
    };
    let same = "--cutoff 25 --filter-order 3 --velocity-threshold 0.125,0.25 --motor-velocity-threshold 0.5,0.75 --equations joint";
    let decimated = format!("{same} --decimate 2");
    let stored = of("b.csv", "out/identification.json", "");
    assert_eq!(stored, of("b.csv", "base.csv", &decimated));
    assert_ne!(stored, of("b.csv", "base.csv", ""));
    // What is asked for wins over what is stored.
    for option in [
        "--decimate 5",
        "--motor-velocity-threshold 2.5,4",
        "--trim 60",
    ] {
        let asked = of("b.csv", "out/identification.json", option);
        assert_ne!(asked, stored, "{option}");
        let mut options = decimated.clone();
        let (name, value) = option.split_once(' ').expect("a value");
        if let Some((before, after)) = decimated.split_once(&format!("{name} ")) {
            let rest = after.split_once(' ').map_or("", |(_, rest)| rest);
            options = format!("{before}{rest}");
        }
        assert_eq!(
            asked,
            of("b.csv", "base.csv", &format!("{options} {name} {value}")),
            "{option}"
        );
    }
    let lower = "--cutoff 20";
    let stored = of("half.csv", "out/identification.json", lower);
    let same = same.replace("--cutoff 25", lower);
    assert_eq!(stored, of("half.csv", "base.csv", &same));
    assert_ne!(
        stored,
        of("half.csv", "base.csv", &format!("{same} --decimate 5"))
    );
}

/// A hole of 0.8 s parts a recording in two.
#[test]
fn a_recording_in_pieces_is_predicted_whole_and_its_repairs_are_told() {
    let folder = Folder::new();
    let whole = table(BETA, (0, 400), true);
    let rows = whole.lines().enumerate();
    let rows = rows.filter(|(k, _)| !(161..241).contains(k));
    folder.write(
        "a.csv",
        &rows.map(|(_, row)| format!("{row}\n")).collect::<String>(),
    );
    folder.write("base.csv", &base(BETA));
    let path = folder.line("@/a.csv");
    let pieces = Recording::read_all(Path::new(&path), &MODEL).expect("pieces");
    assert_eq!(pieces.len(), 2);
    let repairs: Vec<_> = pieces
        .iter()
        .flat_map(|piece| piece.repairs.clone())
        .collect();
    assert!(!repairs.is_empty());
    let repairs = serde_json::to_string(&repairs)
        .expect("JSON")
        .replace(&folder.line("@"), "@");
    let repairs = value(&repairs);
    let line = format!("predict --recording @/a.csv --parameters @/base.csv {PROCESSING}");
    let told = value(
        &folder
            .answer(&ROBOT, &format!("{line} --format json"))
            .expect("JSON"),
    );
    assert_eq!(told["repairs"], repairs);
    assert_eq!(told["recording"], "@/a.csv");
    let times: Vec<f64> = serde_json::from_value(told["prediction"]["t"].clone()).expect("times");
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
    assert!(
        times.iter().any(|t| *t < 1.4) && times.iter().any(|t| *t > 2.6),
        "{times:?}"
    );
    assert!(!times.iter().any(|t| (1.6..2.4).contains(t)), "{times:?}");
    let text = folder
        .answer(&ROBOT, &format!("{line} -o @/p.csv"))
        .expect("a fit");
    let repaired = filled("repairs.txt", json!({"repairs": repairs}));
    let fits = filled(
        "fits.txt",
        json!({"title": "Prediction", "fits": {"joints": told["joints"], "overall": told["overall"]}}),
    );
    assert_eq!(text, format!("{repaired}{fits}"));
    let written = folder.read("p.csv");
    assert!(written.starts_with("recording,t,tau_j1,"), "{written}");
    assert_eq!(written.lines().count(), 1 + times.len());
    let samples = times.len();
    let bare: String = folder
        .read("a.csv")
        .lines()
        .map(|row| {
            let numbers: Vec<&str> = row.split(',').take(7).collect();
            numbers.join(",") + "\n"
        })
        .collect();
    folder.write("bare.csv", &bare);
    let said = folder.answer(
        &ROBOT,
        &format!("{} -o @/p.csv", line.replace("@/a.csv", "@/bare.csv")),
    );
    assert_eq!(said, Ok(format!("{samples} samples: @/p.csv\n")));
}

/// A unit that nobody knows would be a prediction that is off by a factor, without a word.
#[test]
fn what_was_taken_for_granted_is_told() {
    let folder = Folder::new();
    let known = table(BETA, (0, 300), true);
    folder.write("a.csv", &known.replacen("tau_j1", "tau_j1 [lbf]", 1));
    folder.write("base.csv", &base(BETA));
    let line = format!("predict --recording @/a.csv --parameters @/base.csv {PROCESSING}");
    let answer = |options: &str| folder.answer(&ROBOT, &format!("{line} {options}"));
    let told = value(&answer("--format json").expect("JSON"));
    let remarks = told["remarks"].as_array().expect("remarks");
    assert_eq!(remarks.len(), 1);
    let said = "what stands in brackets is no unit that is known, and SI units were taken: `tau_j1 [lbf]`;";
    assert!(
        remarks[0]
            .as_str()
            .is_some_and(|remark| remark.contains(said)),
        "{told}"
    );
    let text = answer("-o @/p.csv").expect("a fit");
    assert!(
        text.contains("note: ") && text.contains("`tau_j1 [lbf]`"),
        "{text}"
    );
    folder.write("a.csv", &known);
    let told = value(&answer("--format json").expect("JSON"));
    assert!(told.get("remarks").is_none(), "{told}");
}

/// Two parameters without a deviation, of which nothing was told.
#[test]
fn parameters_that_were_not_excited_are_told() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    let line = format!("predict --recording @/a.csv --parameters @/base.csv {PROCESSING}");
    let remarks = |parameters: &str| {
        folder.write("base.csv", parameters);
        let said = folder.answer(&ROBOT, &format!("{line} --format json"));
        value(&said.expect("JSON"))["remarks"].clone()
    };
    let said = "of 6 base parameters 2 were not excited by what they were identified from, or have no deviation: torques of a motion \
                that excites these are not known";
    let open = base(BETA).replacen(",0.01\n", ",\n", 2);
    assert_eq!(remarks(&open), json!([said]));
    assert_eq!(remarks(&base(BETA)), Value::Null);
}

/// A torque that is left out is predicted, friction that is given included, and has neither measurement nor fit.
#[test]
fn torques_that_are_left_out_are_not_compared() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("base.csv", &base(BETA));
    folder.write(
        "map.csv",
        "name,velocity,torque\nj1,-20,-8\nj1,-0.001,-8\nj1,0.001,8\nj1,20,8\nj2,-20,-8\nj2,20,8\n",
    );
    let of = |options: &str| {
        let line = format!(
            "predict --recording @/a.csv --parameters @/base.csv --format json {PROCESSING} --without-torque j1 {options}"
        );
        value(&folder.answer(&ROBOT, &line).expect("JSON"))
    };
    let (plain, given) = (of(""), of("--friction-map @/map.csv"));
    for told in [&plain, &given] {
        let column = |name: &str| {
            told["prediction"][name]
                .as_array()
                .expect("a column")
                .iter()
        };
        assert!(column("measured_j1").all(Value::is_null));
        assert!(column("used_j1").all(|used| *used == json!(false)));
        assert!(column("measured_j2").all(Value::is_number));
        assert!(column("used_j2").any(|used| *used == json!(true)));
        let fits = told["joints"].as_array().expect("a list");
        assert_eq!((fits.len(), &fits[0]["name"]), (1, &json!("j2")));
        assert_eq!(told["overall"]["rmse"], fits[0]["rmse"]);
    }
    // The first joint moves back between 0.39 and 1.18 s; in the middle a decimated jump rings by 2 %.
    let k = 25;
    let t = plain["prediction"]["t"][k].as_f64().expect("a time");
    assert!((0.7..0.9).contains(&t), "{t}");
    let of = |told: &Value| told["prediction"]["tau_j1"][k].as_f64().expect("a number");
    let difference = of(&given) - of(&plain);
    assert!((difference + 8.0).abs() < 0.2, "{difference}");
}

/// What was identified without a torque predicts without it.
#[test]
fn a_result_of_a_part_predicts_the_torques_of_the_part() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0; 2]);
    let line = format!(
        "identify --recording @/a.csv --method ols --without-torque shoulder --out @/out {PROCESSING}"
    );
    folder.answer(robot, &line).expect("an identification");
    let found = value(&folder.read("out/identification.json"));
    assert_eq!(
        found["left_out"],
        json!([{"torque": "shoulder", "side": "joint"}])
    );
    let line = format!(
        "predict --recording @/a.csv --parameters @/out/identification.json --format json {PROCESSING}"
    );
    let told = value(&folder.answer(robot, &line).expect("a prediction"));
    let fits = told["joints"].as_array().expect("a list");
    assert_eq!((fits.len(), &fits[0]["name"]), (1, &json!("elbow")));
    let rmse = |fit: &Value| fit["rmse"].as_f64().expect("a number");
    assert!((rmse(&fits[0]) / rmse(&found["joints"][0]) - 1.0).abs() < 1e-6);
}

/// A map of 0.7 times the velocity in place of the parameter.
#[test]
fn a_command_adds_the_friction_that_is_given() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 200), true));
    folder.write("base.csv", &base(BETA));
    let mut less = BETA;
    less[4] = 0.0;
    folder.write("less.csv", &base(less));
    folder.write(
        "map.csv",
        "name,velocity,torque\nj1,-20,-14\nj1,-0.001,-0.0007\nj1,0.001,0.0007\nj1,20,14\n",
    );
    let of = |options: &str| -> Vec<f64> {
        let line = format!("predict --recording @/a.csv --format json {PROCESSING} {options}");
        let told = value(&folder.answer(&ROBOT, &line).expect("JSON"));
        serde_json::from_value(told["prediction"]["tau_j1"].clone()).expect("numbers")
    };
    let whole = of("--parameters @/base.csv");
    let given = of("--parameters @/less.csv --friction-map @/map.csv");
    let bare = of("--parameters @/less.csv");
    let off = |one: &[f64]| {
        one.iter()
            .zip(&whole)
            .map(|(x, y)| (x - y).abs())
            .fold(0.0, f64::max)
    };
    assert!(off(&given) < 0.02, "{}", off(&given));
    assert!(off(&bare) > 0.5, "{}", off(&bare));
}

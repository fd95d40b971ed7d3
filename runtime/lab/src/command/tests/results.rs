//! Results that are read back: comparisons of parts, and interpretations with all options.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::Folder;
use super::motions::{loaded, recorded};
use super::runs::{BETA, PROCESSING, base, value};
use crate::compare::compare;
use crate::identify::Estimation;
use crate::interpret::{InterpretOptions, KnownValue, interpret};
use crate::options::EquationSide;
use crate::part::{LeftOut, Part};
use crate::regression::by_hand::{ByHand, MODEL, ROBOT};
use crate::statistics::Estimated;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Inertial, Model, Parameter, ParameterKind, Robot, Side, Torque};

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.line(&format!("@/{name}")).into()
}

/// Of results without different torques both are those of what is left of either.
#[test]
fn results_of_parts_are_compared_by_what_both_reveal() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    loaded(&folder);
    recorded(&folder, "a.csv", "", [1.0; 2]);
    recorded(&folder, "b.csv", "--parameters @/loaded.yaml", [1.0; 2]);
    for (name, options) in [
        ("whole", "--recording @/a.csv"),
        ("part", "--recording @/b.csv --without-torque shoulder"),
    ] {
        let line = format!("identify --method ols --out @/{name} {options} {PROCESSING}");
        folder.answer(robot, &line).expect("an identification");
    }
    let file = |name: &str| path(&folder, &format!("{name}/identification.json"));
    let [whole, part] =
        ["whole", "part"].map(|name| Estimation::read(&file(name), robot).expect("a result"));
    assert_eq!((whole.left_out.len(), part.left_out.len()), (0, 1));
    let left = Part::without(robot, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let [one, other] = [&whole, &part].map(|found| found.within(robot, &left).expect("a part"));
    let [whole, part] = ["whole", "part"].map(|name| format!("@/{name}/identification.json"));
    for (files, first, second) in [
        (format!("{whole} {part}"), &one, &other),
        (format!("{part} {whole}"), &other, &one),
    ] {
        let told = folder.answer(
            robot,
            &format!("compare {files} --level 0.125 --format json"),
        );
        let found = compare(left.model(), first, second, 0.125).expect("a comparison");
        let mut told = value(&told.expect("a comparison"));
        told.as_object_mut().expect("a map").remove("warnings");
        assert_eq!(told, value(&json!(found).to_string()), "{files}");
        assert!(found.parameters.len() < model.base.len());
    }
    // Both whole: all of them.
    let told = folder.answer(robot, &format!("compare {whole} {whole} --format json"));
    let told = value(&told.expect("a comparison"));
    assert_eq!(
        told["parameters"].as_array().map(Vec::len),
        Some(model.base.len())
    );
    assert_eq!(
        [&told["level"], &told["independent"]],
        [&json!(0.01), &json!(false)]
    );
}

/// The second motor turns with both joints: without its torque no equation of joints is left, and of those of motors the first.
#[test]
fn a_part_is_compared_on_the_side_of_its_own_equations() {
    let folder = Folder::new();
    let values = [
        ("Lzz_a", 1.25, 1.5),
        ("mx_a", 1.25, 1.25),
        ("m_b", 3.5, 3.0),
        ("fv_j1", 0.75, 0.7),
        ("fo_j2", -0.25, -0.5),
    ];
    let known = |(name, value, _): (&str, f64, f64)| Estimated {
        name: name.to_owned(),
        value,
        std: Some(0.01),
        ..Estimated::default()
    };
    let part = Estimation {
        robot: MODEL.name.to_owned(),
        left_out: vec![LeftOut {
            torque: "m2".to_owned(),
            side: EquationSide::Motor,
        }],
        base: values.map(known).to_vec(),
        ..Estimation::default()
    };
    folder.write("part.json", &json!(part).to_string());
    folder.write("whole.csv", &base(BETA));
    for (files, of_part, of_whole) in [
        ("@/part.json @/whole.csv", "first", "second"),
        ("@/whole.csv @/part.json", "second", "first"),
    ] {
        let told = folder.answer(&ROBOT, &format!("compare {files} --format json"));
        let told = value(&told.expect("a comparison"));
        let rows = told["parameters"].as_array().expect("a list");
        assert_eq!(rows.len(), values.len(), "{told}");
        for (row, (name, part, whole)) in rows.iter().zip(values) {
            assert_eq!(row["name"], name, "{told}");
            assert_eq!([&row[of_part], &row[of_whole]], [part, whole], "{told}");
        }
    }
}

/// What is not sound is told with its verdict, before what differs; a table has none.
#[test]
fn results_are_compared_with_what_they_are_worth() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0; 2]);
    let line = format!("identify --recording @/a.csv --method ols --out @/arm {PROCESSING}");
    folder.answer(robot, &line).expect("an arm");
    let mut result = value(&folder.read("arm/identification.json"));
    let mut told = |grade: &str| {
        result["verdict"]["grade"] = json!(grade);
        result["verdict"]["word"] = json!("Doubtful");
        result["verdict"]["headline"] = json!("It was too short.");
        folder.write("other.json", &result.to_string());
        let line = "compare @/arm/base.csv @/other.json";
        let json = folder
            .answer(robot, &format!("{line} --format json"))
            .expect("JSON");
        (
            value(&json)["warnings"].clone(),
            folder.answer(robot, line).expect("a text"),
        )
    };
    let warning = "Of the second result its report says: Doubtful. It was too short. Differences, or that there are none, may come \
                   from that.";
    let (warnings, text) = told("care");
    assert_eq!(warnings, json!([warning]));
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(&format!("{warning} → ")), "{text}");
    // Of either file, the first one first.
    let both = folder.answer(robot, "compare @/other.json @/other.json --format json");
    let first = warning.replace("the second result", "the first result");
    assert_eq!(
        value(&both.expect("JSON"))["warnings"],
        json!([first, warning])
    );
    let (warnings, text) = told("sound");
    assert_eq!(warnings, Value::Null);
    assert!(!text.contains("its report says"), "{text}");
}

/// Base parameters of the wrist that are off, each known to a hundredth.
fn wrist(folder: &Folder) {
    let model = abb_wrist::ROBOT.model();
    let theta = crate::parameters::nominal(model);
    let mut beta = vec![0.0; model.base.len()];
    abb_wrist::ROBOT
        .base_parameters(&theta, &mut beta)
        .expect("base parameters");
    let rows = model
        .base
        .iter()
        .zip(beta)
        .enumerate()
        .map(|(k, (base, x))| {
            let std = 0.01 * x.abs().max(1e-3);
            format!("{},{:?},{std:?}\n", base.name, x + 0.25 * k as f64 * std)
        });
    folder.write(
        "base.csv",
        &format!("name,value,std\n{}", rows.collect::<String>()),
    );
}

/// Of the standard parameters that a result leaves open no torque depends on.
#[test]
fn functions_are_evaluated_with_results() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    folder.write(
        "states.csv",
        "q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n0.5,-1.25,2,-3,4,5\n-2,0.75,1,0.5,-6,7\n",
    );
    let theta = "{m_lower: 2.5, mx_lower: 0.5, mz_lower: 0.1, Lyy_lower: 0.75, mx_upper: 0.3, Lyy_upper: 1.5}";
    folder.write("standard.yaml", theta);
    let read = crate::parameters::read(&path(&folder, "standard.yaml"), robot.model());
    let mut beta = vec![0.0; robot.model().base.len()];
    robot
        .base_parameters(&read.expect("parameters"), &mut beta)
        .expect("base parameters");
    let rows = robot.model().base.iter().zip(&beta);
    let rows: String = rows
        .map(|(base, value)| format!("{},{value:?},0.1\n", base.name))
        .collect();
    folder.write("base.csv", &format!("name,value,std\n{rows}"));
    for quantity in ["torque", "inertia", "coriolis", "gravity"] {
        let of = |file: &str| {
            let line = format!(
                "evaluate --quantity {quantity} --states @/states.csv --parameters @/{file}"
            );
            let text = folder.answer(robot, &line).expect(quantity);
            let numbers = text.lines().skip(1).flat_map(|line| line.split(','));
            numbers
                .map(|x| x.parse::<f64>().expect("a number"))
                .collect::<Vec<_>>()
        };
        let [found, expected] = ["base.csv", "standard.yaml"].map(of);
        assert!(expected.iter().any(|x| x.abs() > 0.1), "{expected:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!(
                (found - expected).abs() < 1e-12 * (1.0 + expected.abs()),
                "{quantity}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn an_interpretation_is_told_by_all_options() {
    let folder = Folder::new();
    let robot = &abb_wrist::ROBOT;
    wrist(&folder);
    folder.write("known.yaml", "{m_a: 20.5}");
    let line = "recover --base @/base.csv --known tx_c=0.0525:0.001 --parameters @/known.yaml --level 0.25 --sigmas 3.5";
    let told = value(
        &folder
            .answer(robot, &format!("{line} --format json"))
            .expect("one"),
    );
    let estimate = Estimation::read(&path(&folder, "base.csv"), robot).expect("a result");
    let known = |name: &str, value: f64, std: f64| KnownValue {
        name: name.to_owned(),
        value,
        std,
    };
    let options = InterpretOptions {
        level: 0.25,
        allowance: 3.5,
        ..InterpretOptions::default()
    };
    let given = [known("m_a", 20.5, 0.0), known("tx_c", 0.0525, 0.001)];
    let found = interpret(
        robot,
        &estimate.base_estimate(robot.model()),
        &given,
        options,
    );
    let found = found.expect("an interpretation");
    assert_eq!(told, value(&json!(found).to_string()));
    assert_eq!(told["verification"]["level"], 0.25);
    assert_eq!(told["bounds"]["allowance"], 3.5);
    let text = folder.answer(robot, line).expect("a text");
    for said in found.caveats.iter().map(ToString::to_string) {
        let said: Vec<&str> = said.split_whitespace().collect();
        let text: Vec<&str> = text.split_whitespace().collect();
        assert!(
            text.join(" ").contains(&said.join(" ")),
            "{said:?}: {text:?}"
        );
    }
}

/// Eleven bodies, of which the masses are known, get bounds when they are asked for.
#[test]
fn bounds_of_many_bodies_are_those_that_are_asked_for() {
    let mut parameters = MODEL.parameters.to_vec();
    for (body, name) in [
        "m_c", "m_d", "m_e", "m_f", "m_g", "m_h", "m_i", "m_j", "m_k",
    ]
    .into_iter()
    .enumerate()
    {
        let kind = ParameterKind::Inertial {
            body: body + 2,
            component: Inertial::Mass,
        };
        parameters.push(Parameter {
            name,
            kind,
            ..parameters[0]
        });
    }
    let eleven: &'static Model = Box::leak(Box::new(Model {
        bodies: &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"],
        parameters: parameters.leak(),
        ..MODEL
    }));
    let folder = Folder::new();
    folder.write("base.csv", &base(BETA));
    let of = |robot: &dyn Robot, options: &str| -> Value {
        let line = format!("recover --base @/base.csv --format json {options}");
        value(&folder.answer(robot, &line).expect("one"))
    };
    let notes = |told: &Value| told["notes"].to_string();
    let plain = of(&ByHand(eleven), "");
    assert!(plain["bounds"].is_null());
    assert!(
        notes(&plain).contains("no bounds for 11 bodies unless asked for"),
        "{plain}"
    );
    for told in [of(&ByHand(eleven), "--bounds"), of(&ROBOT, "")] {
        assert!(!notes(&told).contains("unless asked for"), "{told}");
    }
}

#[test]
fn what_was_not_recovered_ends_the_command_after_what_was() {
    let folder = Folder::new();
    let robot = &abb_wrist::ROBOT;
    wrist(&folder);
    // Something is divided by a mass that was said to be 0.
    let line = "recover --base @/base.csv --known m_b=0 --format json";
    let said = folder.answer(robot, line);
    let said = said.expect_err("no divisor");
    let (json, error) = said.rsplit_once("}\n").expect("an interpretation before");
    let told = value(&format!("{json}}}"));
    let failure = told["failure"].as_str().expect("a failure");
    assert_eq!(
        error,
        format!("not everything could be recovered: {failure}")
    );
    // Without a plan there is nothing to fail.
    let model = double_pendulum::ROBOT.model();
    let values = model
        .parameters
        .iter()
        .map(|p| format!("{}: {:?}\n", p.name, p.nominal.unwrap_or(0.0)));
    folder.write("p.yaml", &values.collect::<String>());
    let told = folder.answer(
        &double_pendulum::ROBOT,
        "recover --base @/p.yaml --format json",
    );
    let told = value(&told.expect("a comparison"));
    assert!(told["failure"].is_string(), "{told}");
}

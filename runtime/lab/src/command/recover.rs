//! `recover`: physical parameters from identified base parameters, beside their nominal values.

use std::io::ErrorKind;
use std::path::Path;

use super::arguments::Recover;
use super::error::CommandError;
use super::folder::default_folder;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::identify::{Estimation, EstimationError};
use crate::interpret::{InterpretOptions, KnownValue, interpret};
use crate::unread::unread;
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Recover) -> Result<(), CommandError> {
    let model = robot.model();
    let path = arguments
        .base
        .clone()
        .unwrap_or_else(|| default_folder(model).join("identification.json"));
    let estimation = Estimation::read(&path, robot).map_err(|error| match error {
        EstimationError::Unreadable { path, source } => CommandError::File {
            path,
            what: match source.kind() {
                ErrorKind::NotFound => {
                    "there is no such file; identify first, or name a file of base parameters with --base FILE".to_owned()
                }
                _ => unread(&source),
            },
        },
        other => other.into(),
    })?;
    let part = estimation.part(robot)?;
    let has_plan = model.recovery.is_some();
    let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
    let model = robot.model();
    let estimate = estimation.base_estimate(model);
    let known = known(model, arguments)?;
    let options = InterpretOptions {
        level: arguments.level,
        allowance: arguments.sigmas,
        bounded_bodies: match arguments.bounds {
            true => usize::MAX,
            false => InterpretOptions::default().bounded_bodies,
        },
    };
    check(options)?;
    let interpretation = interpret(robot, &estimate, &known, options)?;
    match arguments.format {
        Format::Json => {
            say(&(serde_json::to_string_pretty(&interpretation)? + "\n"));
        }
        Format::Text => say(&texts::recovered(&interpretation)?),
    }
    match interpretation.failure {
        // Without a plan there is still the comparison; a plan that fails is a fault of the input.
        Some(failure) if has_plan => Err(CommandError::Recovery(failure)),
        _ => Ok(()),
    }
}

fn check(options: InterpretOptions) -> Result<(), CommandError> {
    if !(options.level > 0.0 && options.level < 1.0) {
        return Err(CommandError::Level(options.level));
    }
    if !(options.allowance >= 0.0 && options.allowance.is_finite()) {
        return Err(CommandError::Sigmas(options.allowance));
    }
    Ok(())
}

/// Values of a parameters file, then those of `--known`, which win.
fn known(model: &Model, arguments: &Recover) -> Result<Vec<KnownValue>, CommandError> {
    let mut all = Vec::new();
    if let Some(path) = &arguments.parameters {
        let text = read(path)?;
        let map: std::collections::BTreeMap<String, f64> =
            serde_yaml::from_str(&text).map_err(|error| CommandError::File {
                path: path.clone(),
                what: format!("{error}; known values are a map of names to numbers, `m_a: 4.0`"),
            })?;
        all.extend(map.into_iter().map(|(name, value)| KnownValue {
            name,
            value,
            std: 0.0,
        }));
    }
    let mut named = Vec::new();
    for text in &arguments.known {
        named.push(parse(text).ok_or_else(|| {
            CommandError::Known {
                text: text.clone(),
                example: model
                    .recovery
                    .as_ref()
                    .and_then(|plan| plan.known.first())
                    .map_or("m_a", |known| known.name)
                    .to_owned(),
            }
        })?);
    }
    all.retain(|known: &KnownValue| named.iter().all(|n: &KnownValue| n.name != known.name));
    all.extend(named);
    Ok(all)
}

/// `m_a=4.0`, or with a standard deviation `m_a=4.0:0.05`.
fn parse(text: &str) -> Option<KnownValue> {
    let (name, value) = text.split_once('=')?;
    let (value, std) = value.split_once(':').unwrap_or((value, "0"));
    let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
    Some(KnownValue {
        name: name.trim().to_owned(),
        value: number(value)?,
        std: number(std).filter(|std| *std >= 0.0)?,
    })
}

fn read(path: &Path) -> Result<String, CommandError> {
    std::fs::read_to_string(path).map_err(|error| CommandError::File {
        path: path.to_owned(),
        what: unread(&error),
    })
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{Command, Recover};
    use super::super::tests::{Folder, parse};
    use super::{check, known, parse as value};
    use crate::identify::Estimation;
    use crate::interpret::{InterpretOptions, KnownValue};
    use crate::parameters::nominal;
    use crate::part::{LeftOut, Part};
    use crate::regression::by_hand;
    use crate::statistics::Estimated;
    use armwright_robots::abb_wrist;
    use armwright_runtime::{Model, Recovery, Robot, Side, Torque};

    fn named(name: &str, value: f64, std: f64) -> KnownValue {
        let name = name.to_owned();
        KnownValue { name, value, std }
    }

    #[track_caller]
    fn asked(options: &str) -> Recover {
        match parse(&format!("recover {options}")) {
            Command::Recover(arguments) => arguments,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn known_values_may_have_a_deviation() {
        assert_eq!(value(" m_a = -4.5 "), Some(named("m_a", -4.5, 0.0)));
        assert_eq!(value("m_a=4.5: 0.25"), Some(named("m_a", 4.5, 0.25)));
        for text in [
            "m_a",
            "m_a=",
            "m_a=x",
            "m_a=NaN",
            "m_a=inf",
            "m_a=1:x",
            "m_a=1:-0.1",
            "m_a=1:NaN",
            "m_a=1:inf",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn values_that_are_named_win_over_those_of_a_file() {
        let folder = Folder::new();
        folder.write("known.yaml", "{m_b: 9, m_a: 20, l_b1: 0.085}");
        let model = abb_wrist::ROBOT.model();
        let of = |options: &str| {
            let found = known(model, &asked(&folder.line(options)));
            found.map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
        };
        assert_eq!(
            of("--parameters @/known.yaml --known m_a=21:0.5,m_c=6"),
            Ok(vec![
                named("l_b1", 0.085, 0.0),
                named("m_b", 9.0, 0.0),
                named("m_a", 21.0, 0.5),
                named("m_c", 6.0, 0.0),
            ])
        );
        assert_eq!(
            of("--known heavy"),
            Err("--known `heavy` is no known value: write NAME=VALUE or NAME=VALUE:DEVIATION, for example --known m_a=1.5"
                .to_owned())
        );
        // Of a robot of which something else is known that is the example.
        let plan = model.recovery.expect("a plan");
        let other = Model {
            recovery: Some(Recovery {
                known: &plan.known[2..],
                ..plan
            }),
            ..*model
        };
        let said = known(&other, &asked("--known heavy")).expect_err("no value");
        let said = said.to_string();
        assert!(said.ends_with("for example --known m_c=1.5"), "{said}");
        assert_eq!(
            of("--parameters @/none.yaml"),
            Err("@/none.yaml: there is no such file; check its name, and the folder that it is looked for in".to_owned())
        );
        folder.write("known.yaml", "[1, 2]");
        let said = of("--parameters @/known.yaml").expect_err("no map");
        let end = "; known values are a map of names to numbers, `m_a: 4.0`";
        assert!(
            said.starts_with("@/known.yaml: ") && said.ends_with(end),
            "{said}"
        );
    }

    #[test]
    fn levels_are_probabilities_and_allowances_not_negative() {
        let checked = |level, allowance| {
            let options = InterpretOptions {
                level,
                allowance,
                ..InterpretOptions::default()
            };
            check(options).map_err(|error| error.to_string())
        };
        assert_eq!(checked(0.5, 0.0), Ok(()));
        for level in [0.0, 1.0, f64::NAN] {
            let said = format!("--level must be above 0 and below 1; {level} is not");
            assert_eq!(checked(level, 2.0), Err(said));
        }
        for sigmas in [-0.5, f64::INFINITY] {
            let said = format!("--sigmas must be 0 or more; {sigmas} is not");
            assert_eq!(checked(0.01, sigmas), Err(said));
        }
    }

    /// Nominal values as base parameters that hold exactly: nothing differs, and what was known comes back.
    #[test]
    fn nominal_values_are_recovered_from_their_own_base_parameters() {
        let folder = Folder::new();
        let robot = &abb_wrist::ROBOT;
        let missing = folder
            .answer(robot, "recover --base @/none.json")
            .expect_err("no file");
        let end = "; identify first, or name a file of base parameters with --base FILE";
        assert!(
            missing.starts_with("@/none.json: there is no such file") && missing.ends_with(end),
            "{missing}"
        );
        std::fs::create_dir(folder.line("@/in.json")).expect("a folder");
        assert_eq!(
            folder.answer(robot, "recover --base @/in.json"),
            Err("@/in.json: it is a folder; name a file in it".to_owned())
        );
        let values = robot.model().parameters.iter();
        let values = values.map(|p| format!("{}: {:?}\n", p.name, p.nominal.unwrap_or(0.0)));
        folder.write("exact.yaml", &values.collect::<String>());
        let line = "recover --base @/exact.yaml --format json";
        let told = folder.answer(robot, line).expect("an interpretation");
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        let mass = |name: &str| {
            let all = told["physical"].as_array().expect("a list").iter();
            all.clone()
                .find(|p| p["name"] == name)
                .map(|p| p["value"].as_f64())
        };
        let tx = mass("tx_b").flatten().expect("a value");
        assert!((tx - 0.02).abs() < 1e-9, "{told}");
        let text = folder
            .answer(robot, "recover --base @/exact.yaml")
            .expect("a text");
        assert!(text.starts_with("Physical parameters"), "{text}");
        let level = folder.answer(robot, "recover --base @/exact.yaml --level 2");
        assert_eq!(
            level,
            Err("--level must be above 0 and below 1; 2 is not".to_owned())
        );
    }

    /// Formulas take every torque: without one there is still the comparison, and that the formulas are missing is said.
    #[test]
    fn a_result_without_a_torque_recovers_nothing_by_formulas() {
        let folder = Folder::new();
        let robot = &abb_wrist::ROBOT;
        for line in [
            "simulate --duration 8 --rate 200 --out @/run",
            "identify --recording @/run/recording.yaml --without-torque m3 --method ols --out @/part",
        ] {
            folder.answer(robot, line).expect("an answer");
        }
        let line = "recover --base @/part/identification.json --format json";
        let said = folder.answer(robot, line).expect_err("no formulas");
        let why = "no physical parameters are recovered without the torque of m3: formulas,";
        assert!(said.starts_with("{\n"), "{said}");
        // In the answer, and as the reason why it is none.
        assert_eq!(said.matches(why).count(), 2, "{said}");
        assert!(!said.contains("known: [...]"), "{said}");
    }

    /// In the folder of this robot, where there is none.
    #[test]
    fn all_torques_that_a_result_left_out_are_named() {
        let folder = Folder::new();
        let robot = &abb_wrist::ROBOT;
        let left_out = [1, 2].map(Torque::motor);
        let part = Part::without(robot, Side::Motor, &left_out).expect("a part");
        let mut beta = vec![0.0; part.model().base.len()];
        part.base_parameters(&nominal(robot.model()), &mut beta)
            .expect("base parameters");
        let known = part.model().base.iter().zip(beta);
        let known = known.map(|(base, value)| Estimated {
            name: base.name.to_owned(),
            value,
            std: Some(0.01),
            ..Estimated::default()
        });
        let left_out = left_out.map(|torque| LeftOut::of(robot.model(), torque));
        let result = Estimation {
            robot: robot.model().name.to_owned(),
            base: known.collect(),
            left_out: left_out.to_vec(),
            ..Estimation::default()
        };
        folder.write("part.json", &serde_json::json!(result).to_string());
        let line = "recover --base @/part.json --format json";
        let said = folder.answer(robot, line).expect_err("no formulas");
        let why = "no physical parameters are recovered without the torque of m2, m3: formulas,";
        assert!(said.contains(why), "{said}");
    }

    #[test]
    fn a_result_is_looked_for_where_identify_leaves_it() {
        let path = std::path::Path::new("armwright-out/by_hand/identification.json");
        let missing = Folder::new()
            .answer(&by_hand::ROBOT, "recover")
            .expect_err("no file");
        let begin = format!("{}: there is no such file; identify first", path.display());
        assert!(missing.starts_with(&begin), "{missing}");
    }
}

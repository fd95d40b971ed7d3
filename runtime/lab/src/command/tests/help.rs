//! What `--help` says, whole: every option with its value, its default and what it does.

use super::super::{commands, epilogue, program, robots};
use super::parsed;
use armwright_robots::{abb_wrist, double_pendulum};

#[test]
fn every_command_explains_all_of_its_options() {
    let mut all = commands("wrist", "A wrist".to_owned(), "./wrist");
    all.build();
    let names: Vec<String> = all
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .filter(|name| name != "help")
        .collect();
    assert_eq!(
        names,
        [
            "info", "evaluate", "describe", "simulate", "excite", "identify", "recover", "predict",
            "friction", "fit", "online", "compare", "drives", "load", "together", "demo"
        ]
    );
    for name in names {
        let command = all.find_subcommand_mut(&name).expect("a command");
        let help = command.render_long_help().to_string();
        insta::assert_snapshot!(format!("help_{name}"), help);
    }
}

#[test]
fn a_robot_lists_its_commands() {
    let help = commands("wrist", "A wrist".to_owned(), "./wrist").render_long_help();
    insta::assert_snapshot!("help", help.to_string());
}

#[test]
fn a_program_of_several_robots_lists_them_with_their_titles() {
    let mut all = robots(&[&abb_wrist::ROBOT, &double_pendulum::ROBOT], "identify");
    insta::assert_snapshot!("help_of_robots", all.render_long_help().to_string());
    // Examples begin with the words that call the robot.
    let robot = all.find_subcommand_mut("abb_wrist").expect("a robot");
    let info = robot.find_subcommand_mut("info").expect("a command");
    let example = info.get_after_help().expect("an example").to_string();
    assert_eq!(
        example,
        "Example:\n  identify abb_wrist info --format json | jq .base_count"
    );
    let end = robot.get_after_help().expect("an end").to_string();
    assert_eq!(end, epilogue("identify abb_wrist"));
}

/// What is wrong with a negative number is said by whoever knows, not by the command line.
#[test]
fn negative_numbers_are_numbers() {
    for line in [
        "excite --velocity -2",
        "excite --velocity -2,1",
        "excite --start -1,-2 --seconds -3",
        "fit --recording a --from -1 --static-ratio -2",
        "simulate --duration -1",
    ] {
        let refused = parsed(line).err();
        assert_eq!(refused, None, "{line}");
    }
    for line in [
        "excite --velocity --out a",
        "fit --recording a --from --out b",
    ] {
        assert!(parsed(line).is_err(), "{line}");
    }
    let refused = parsed("excite -2").expect_err("no option");
    assert!(refused.contains("unexpected argument '-2'"), "{refused}");
}

#[test]
fn options_that_exclude_or_need_each_other_are_refused() {
    for (line, words) in [
        ("", ["<COMMAND>", "Usage"]),
        ("identify", ["--recording <FILE>...", "required"]),
        (
            "identify --recording a --validate b --hold-out 0.2",
            ["--hold-out <SHARE>", "--validate <FILE>"],
        ),
        (
            "identify --recording a --forgetting 0.9 --memory 2",
            ["--forgetting", "--memory"],
        ),
        (
            "identify --recording a --two-step --known m=1",
            ["--known", "--two-step"],
        ),
        (
            "identify --recording a --window 2",
            ["--two-step", "required"],
        ),
        (
            "identify --recording a --friction f --friction-map g",
            ["--friction <YAML>", "--friction-map <CSV>"],
        ),
        ("describe", ["<CSV>...", "required"]),
        ("describe --schema a.csv", ["--schema", "[CSV]..."]),
        ("describe --schema -o a.yaml", ["--schema", "--output"]),
        (
            "simulate --points a --configurations 3",
            ["--points", "--configurations"],
        ),
        ("simulate --swing 0.2", ["--configurations", "required"]),
        ("simulate --torque a --voltage b", ["--torque", "--voltage"]),
        ("simulate --torque a --points b", ["--torque", "--points"]),
        (
            "simulate --torque a --configurations 3",
            ["--torque", "--configurations"],
        ),
        ("simulate --voltage a --points b", ["--voltage", "--points"]),
        (
            "simulate --voltage a --configurations 3",
            ["--voltage", "--configurations"],
        ),
        ("simulate --follow a --torque b", ["--follow", "--torque"]),
        ("simulate --follow a --voltage b", ["--follow", "--voltage"]),
        ("simulate --follow a --points b", ["--follow", "--points"]),
        (
            "simulate --follow a --configurations 3",
            ["--follow", "--configurations"],
        ),
        ("simulate --controller pd", ["--follow", "required"]),
        ("simulate --bandwidth 3", ["--follow", "required"]),
        ("simulate --believed a", ["--follow", "required"]),
        (
            "simulate --locked q1 --only-joint q2",
            ["--locked", "--only-joint"],
        ),
        (
            "excite --beside a --model integral",
            ["--beside", "--model"],
        ),
        (
            "friction --recording a --static-map --law stribeck",
            ["--static-map", "--law"],
        ),
        (
            "friction --recording a --static-map --all",
            ["--static-map", "--all"],
        ),
        (
            "friction --recording a --static-map --validate b",
            ["--static-map", "--validate"],
        ),
        (
            "friction --recording a --static-map --hold-out 0.2",
            ["--static-map", "--hold-out"],
        ),
        ("drives --recording a --loaded b", ["--body", "--load"]),
        ("drives --recording a --body b", ["--loaded", "required"]),
        ("drives --recording a --load m=1", ["--loaded", "required"]),
        (
            "load --loaded a --body b",
            ["--recording <FILE>...", "required"],
        ),
        (
            "load --loaded a --body b --recording c --arm d",
            ["--recording", "--arm"],
        ),
        (
            "load --recording a --body b",
            ["--loaded <FILE>...", "required"],
        ),
        (
            "load --recording a --loaded b",
            ["--body <BODY>", "required"],
        ),
        (
            "load --recording a --loaded b --body c --interval 1",
            ["--balance", "required"],
        ),
        ("together", ["--recording <FILE>...", "required"]),
        ("evaluate", ["--quantity", "required"]),
        ("compare a", ["<SECOND>", "required"]),
        ("online", ["--recording <FILE>", "required"]),
        ("predict", ["--recording <FILE>", "required"]),
    ] {
        let said = parsed(line).expect_err(line);
        for word in words {
            assert!(said.contains(word), "{line}: no `{word}` in {said}");
        }
    }
}

/// Examples can be copied whatever the program is called.
#[test]
fn a_program_is_called_by_the_name_of_its_file() {
    let path = std::env::current_exe().expect("this program");
    let stem = path.file_stem().expect("a name").to_string_lossy();
    assert_eq!(program("wrist"), stem);
}

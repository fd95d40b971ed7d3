use super::super::{Axes, Column, Columns, Gravity};
use super::{read, with, wrong};
use crate::options::{Cutoff, EquationSide, List};
use crate::recording::Channel;

fn sum(terms: &[(&str, f64)]) -> Column {
    let owned = |(name, factor): &(&str, f64)| ((*name).to_owned(), *factor);
    Column::Sum(terms.iter().map(owned).collect())
}

fn named(name: &str) -> Column {
    Column::Named(name.to_owned())
}

#[test]
fn columns_are_names_numbers_sums_or_missing() {
    let text = with(
        "  velocity: {columns: [c, {constant: -90deg}, {sum: [x, y]}, {sum: [x, y, z], factors: [2, -1, 0.5]}]}\n  \
         torque: {columns: [{torque: missing}, {constant: 3}, 7, {sum: [x], factors: [4]}]}\n",
    );
    let recording = read(&text).recording;
    let velocity = recording.velocity.expect("velocities").columns;
    assert_eq!(
        velocity,
        [
            named("c"),
            Column::Held(-std::f64::consts::FRAC_PI_2),
            sum(&[("x", 1.0), ("y", 1.0)]),
            sum(&[("x", 2.0), ("y", -1.0), ("z", 0.5)]),
        ]
    );
    let torque = recording.torque.expect("torques").columns;
    assert_eq!(
        torque,
        [
            Column::Missing,
            Column::Held(3.0),
            named("7"),
            sum(&[("x", 4.0)])
        ]
    );
    assert_eq!(torque[2].name(), Some("7"));
    assert_eq!(
        [&torque[0], &torque[1], &torque[3]].map(Column::name),
        [None; 3]
    );
}

#[test]
fn what_stands_in_place_of_a_column_is_one_thing() {
    let of = |column: &str| wrong(&with(&format!("  torque: {{columns: [{column}]}}\n")));
    let shape = |found: &str| {
        format!(
            "`columns` has {found} where the name of a column, or a map of torque, constant, sum, factors is wanted; for example \
             `columns: [tau1, tau2]`"
        )
    };
    let none = |key: &str, why: &str| format!("`{key}` has no effect: {why}");
    let (added, alone) = (
        "columns are added up in its place",
        "they are those of `sum`",
    );
    assert_eq!(
        of("[a]"),
        [
            "`columns` has a list where the name of a column is wanted; for example `columns: [tau1, tau2]`"
        ]
    );
    assert_eq!(of("{}"), [shape("a map")]);
    assert_eq!(of("{sum: []}"), [shape("a map")]);
    for (columns, factors) in [
        ("[a, b]", "[1]"),
        ("[a, b]", "[1, 2, 3]"),
        ("[a]", "[1, 1]"),
        ("[a]", "[]"),
        ("[]", "[1]"),
        ("[]", "[]"),
    ] {
        let written = format!("{{sum: {columns}, factors: {factors}}}");
        assert_eq!(of(&written), [shape("a map")], "{written}");
    }
    assert_eq!(of("{sum: [a], constant: 1}"), [none("constant", added)]);
    assert_eq!(of("{sum: [a], torque: missing}"), [none("torque", added)]);
    assert_eq!(of("{constant: 1, factors: [1]}"), [none("factors", alone)]);
    assert_eq!(
        of("{torque: missing, constant: 1}"),
        [
            shape("a map"),
            none("constant", "a torque that is missing has no number"),
        ]
    );
    assert_eq!(
        of("{torque: present}"),
        ["`torque` has `present` where `missing` is wanted; for example `torque: missing`"]
    );
    assert_eq!(
        of("{sum: [a], factors: [x]}"),
        ["`factors` has `x` where a number is wanted; for example `factors: [60, 60]`"]
    );
}

#[test]
fn words_and_numbers_of_processing_are_read() {
    let of = |text: &str| {
        let options = read(&(with("") + &format!("processing: {{{text}}}\n"))).processing;
        (
            options.cutoff,
            options.equations,
            options.order,
            options.trim,
        )
    };
    assert_eq!(of("cutoff: auto"), (Some(Cutoff::Auto), None, None, None));
    assert_eq!(
        of("cutoff: 1e-3, equations: joint, order: 1, trim: 0"),
        (
            Some(Cutoff::Hertz(1e-3)),
            Some(EquationSide::Joint),
            Some(1),
            Some(0)
        )
    );
    assert_eq!(of("equations: motor").1, Some(EquationSide::Motor));
    let wrong = |text: &str| wrong(&(with("") + &format!("processing: {{{text}}}\n"))).join("\n");
    let cutoff = |found: &str| {
        format!(
            "`cutoff` has {found} where a number above 0, or `auto` is wanted; for example `cutoff: 20`"
        )
    };
    for found in ["0", "-1", "inf", "nan", "Auto", "20 Hz"] {
        assert_eq!(
            wrong(&format!("cutoff: {found}")),
            cutoff(&format!("`{found}`"))
        );
    }
    assert_eq!(wrong("cutoff: [20]"), cutoff("a list"));
    for (text, said) in [
        (
            "equations: both",
            "`equations` has `both` where `joint` or `motor` is wanted; for example `equations: joint`",
        ),
        (
            "order: 0",
            "`order` has `0` where a whole number, 1 or more is wanted; for example `order: 4`",
        ),
        (
            "trim: -1",
            "`trim` has `-1` where a whole number, 0 or more is wanted; for example `trim: 50`",
        ),
        (
            "decimate: [2, 0]",
            "`decimate` has `0` where a whole number, 1 or more is wanted; for example `decimate: [10, 10]`",
        ),
        (
            "decimate: {a: 1}",
            "`decimate` has a map where a whole number, 1 or more, or a list of whole numbers, 1 or more is wanted; for example \
             `decimate: [10, 10]`",
        ),
        (
            "velocity_threshold: -0.1",
            "`velocity_threshold` has `-0.1` where a number, 0 or more is wanted; for example `velocity_threshold: 0.05`",
        ),
        (
            "motor_velocity_threshold: [0, inf]",
            "`motor_velocity_threshold` has `inf` where a number, 0 or more is wanted; for example `motor_velocity_threshold: 0`",
        ),
        (
            "without_torque: {a: 1}",
            "`without_torque` has a map where the name of a joint or motor, or a list of names of joints or motors is wanted; for \
             example `without_torque: [q4]`",
        ),
    ] {
        assert_eq!(wrong(text), said);
    }
}

/// Each with the words that messages have for it.
#[test]
fn values_that_are_not_what_a_key_has_are_told() {
    for (line, said) in [
        (
            "velocity: [a]",
            "`velocity` has a list where a map of columns, unit, side, sign, scale, file is wanted; for example `velocity: {columns: \
             [v1, v2], unit: deg/s}`",
        ),
        (
            "velocity: {columns: c}",
            "`columns` has `c` where a list of columns, one a joint or motor is wanted; for example `columns: [v1, {constant: 0}, \
             v3]`",
        ),
        (
            "velocity: {columns: [c], sign: 2}",
            "`sign` has `2` where 1 or -1 is wanted; for example `sign: [1, -1, 1]`",
        ),
        (
            "velocity: {columns: [c], sign: {a: 1}}",
            "`sign` has a map where 1 or -1, or a list of 1 and -1, one a column is wanted; for example `sign: [1, -1, 1]`",
        ),
        (
            "velocity: {columns: [c], scale: {a: 1}}",
            "`scale` has a map where a number above 0, or a list of numbers above 0, one a column is wanted; for example `scale: \
             1.5e-5`",
        ),
        (
            "velocity: {columns: [c], scale: 0}",
            "`scale` has `0` where a number above 0 is wanted; for example `scale: 1.5e-5`",
        ),
        (
            "velocity: {columns: [c], unit: {a: 1}}",
            "`unit` has a map where a unit of velocity, or a list of units, one a column is wanted; for example `unit: deg/s`",
        ),
        (
            "velocity: {columns: [c], unit: [rpm, N]}",
            "`N` is not a unit of velocity; known are rad/s, deg/s, rev/s, rpm, mrad/s, m/s, mm/s",
        ),
        (
            "velocity: {columns: [c], side: left}",
            "`side` has `left` where `joint` or `motor` is wanted; for example `side: motor`",
        ),
        (
            "velocity: {columns: [c], file: [a]}",
            "`file` has a list where the name of a file is wanted; for example `file: velocities.csv`",
        ),
        (
            "torque: {columns: [c], offset: {a: 1}}",
            "`offset` has a map where a number, or a list of numbers, one a joint is wanted; for example `offset: [0, 0.3]`",
        ),
        (
            "torque: {columns: [c], offset: 90deg}",
            "`offset` has `90deg` where a number is wanted; for example `offset: [0, 0.3]`",
        ),
        (
            "second_position: {columns: [c], offset: {a: 1}}",
            "`offset` has a map where a number (rad or m), `90deg`, or a multiple of pi such as `-pi/2`, or a list of angles, one a \
             column is wanted; for example `offset: [0, -pi/2]`",
        ),
        (
            "current: {columns: [c], constant: {a: 1}}",
            "`constant` has a map where a number, or a list of numbers, one a column is wanted; for example `constant: [0.1, 0.05]`",
        ),
        (
            "measured: {columns: c}",
            "`columns` has `c` where a list of columns, one a row of `measure` is wanted; for example `columns: [F1, F2, F3, M1, M2, \
             M3]`",
        ),
        (
            "base: {gravity: gone}",
            "`gravity` has `gone` where `included` or `removed` is wanted; for example `gravity: removed`",
        ),
        (
            "base: {at: 1}",
            "`at` has `1` where a list of three numbers, m is wanted; for example `at: [0.05, 0, 0.02]`",
        ),
        (
            "base: {rpy: 1}",
            "`rpy` has `1` where a list of three angles is wanted; for example `rpy: [0, 0, 90deg]`",
        ),
        (
            "base: {orientation: {columns: q}}",
            "`columns` has `q` where a list of columns is wanted; for example `columns: [qw, qx, qy, qz]`",
        ),
        (
            "contacts: {body: a}",
            "`contacts` has a map where a list of contacts is wanted; for example `contacts: [{body: leg, at: [0, 0, -0.2], columns: \
             [fx, fy, fz]}]`",
        ),
        (
            "contacts: [{body: a, at: [0, 0, 0], columns: [x, y, z], axes: joint}]",
            "`axes` has `joint` where `body` or `base` or `world` is wanted; for example `axes: world`",
        ),
        (
            "contacts: [{body: [a], at: [0, 0, 0], columns: [x, y, z]}]",
            "`body` has a list where the name of a body is wanted; for example `body: lower_leg`",
        ),
        (
            "phases: {columns: a}",
            "`phases` has a map where a list of motors, in their order is wanted; for example `phases: [{columns: [ia, ib, ic], \
             constant: 0.08, pairs: 4}]`",
        ),
        (
            "phases: [{columns: a, constant: 1, pairs: 1}]",
            "`columns` has `a` where a list of three columns is wanted; for example `columns: [ia, ib, ic]`",
        ),
        (
            "phases: [{columns: [a], constant: 1, pairs: 1, offsets: 1}]",
            "`offsets` has `1` where a list of three numbers, A is wanted; for example `offsets: [0.02, -0.01, 0]`",
        ),
        (
            "phases: [{columns: [a], constant: 1, pairs: 1, ripple: 1}]",
            "`ripple` has `1` where a list of pairs of numbers is wanted; for example `ripple: [[0, 0], [0.03, -0.01]]`",
        ),
        (
            "phases: [{columns: [a], constant: 1, pairs: 1, ripple: [1]}]",
            "`ripple` has `1` where a list of two numbers is wanted; for example `ripple: [[0, 0], [0.03, -0.01]]`",
        ),
        (
            "user: {name: a}",
            "`user` has a map where a list of columns by name is wanted; for example `user: [{name: temperature, columns: [T1, T2]}]`",
        ),
        (
            "user: [{name: [a], columns: [T]}]",
            "`name` has a list where a name is wanted; for example `name: temperature`",
        ),
        (
            "segment: {column: a, use: {b: 1}}",
            "`use` has a map where a number, or a list of numbers is wanted; for example `use: [1, 3]`",
        ),
        (
            "segment: {column: [a]}",
            "`column` has a list where the name of a column is wanted; for example `column: phase`",
        ),
    ] {
        assert_eq!(wrong(&with(&format!("  {line}\n"))), [said], "{line}");
    }
    let runs = with("").replacen("file: run.csv", "runs: a.csv", 1);
    assert_eq!(
        wrong(&runs),
        [
            "`runs` has `a.csv` where a list of files, one a run, or lists of files is wanted; for example `runs: [run1.csv, \
          run2.csv]`"
        ]
    );
    let none = with("").replacen("file: run.csv", "runs: []", 1);
    assert_eq!(
        wrong(&none),
        ["`recording` has no `file`: add `file: run.csv`"]
    );
}

/// What is wrong with a later item is told beside what is wrong with an earlier one.
#[test]
fn every_wrong_item_of_a_list_is_told() {
    let sign = |found| {
        format!("`sign` has `{found}` where 1 or -1 is wanted; for example `sign: [1, -1, 1]`")
    };
    assert_eq!(
        wrong(&with(
            "  velocity: {columns: [a, b, c, d], sign: [2, 1, up, 0]}\n"
        )),
        [sign("2"), sign("up"), sign("0")]
    );
}

/// Each quantity with lines that give its unit in place of `UNIT`, and the units that it may have.
#[test]
fn a_unit_is_one_of_what_its_columns_measure() {
    let base = |key: &str| format!("  base: {{{key}: {{columns: [x, y, z], unit: UNIT}}}}\n");
    let plain = |key: &str| format!("  {key}: {{columns: [c], unit: UNIT}}\n");
    let all = [
        (
            "velocity",
            plain("velocity"),
            "rad/s, deg/s, rev/s, rpm, mrad/s, m/s, mm/s",
        ),
        (
            "acceleration",
            plain("acceleration"),
            "rad/s², deg/s², m/s², mm/s²",
        ),
        ("torque", plain("torque"), "N·m, mN·m, kN·m, N·mm, N, kN"),
        ("current", plain("current"), "A, mA"),
        (
            "second_position",
            plain("second_position"),
            "rad, deg, rev, mrad, m, mm",
        ),
        (
            "measured",
            plain("measured"),
            "N·m, mN·m, kN·m, N·mm, N, kN, W, mW, kW",
        ),
        (
            "base.angular_velocity",
            base("angular_velocity"),
            "rad/s, deg/s, rev/s, rpm, mrad/s",
        ),
        (
            "base.acceleration",
            base("acceleration"),
            "m/s², mm/s², g, mg",
        ),
        (
            "base.orientation",
            base("orientation"),
            "rad, deg, rev, mrad",
        ),
        (
            "contacts",
            "  contacts: [{body: a, at: [0, 0, 0], columns: [x, y, z], unit: UNIT}]\n".to_owned(),
            "N·m, mN·m, kN·m, N·mm, N, kN",
        ),
        (
            "phases",
            "  phases: [{columns: [a, b, c], constant: 1, pairs: 1, unit: UNIT}]\n".to_owned(),
            "A, mA",
        ),
    ];
    let mut texts = Vec::from(all.map(|(key, lines, known)| (key, with(&lines), known)));
    let time = with("").replacen("{column: t}", "{column: t, unit: UNIT}", 1);
    let position = with("").replacen("[a, b]", "[a, b], unit: UNIT", 1);
    texts.push(("time", time, "s, ms, us, ns, day"));
    texts.push(("position", position, "rad, deg, rev, mrad, m, mm"));
    let every: Vec<&str> = texts
        .iter()
        .flat_map(|(.., known)| known.split(", "))
        .collect();
    let misspelt = ["rad/sek", "degs"];
    for (key, text, known) in &texts {
        for unit in every.iter().chain(&misspelt) {
            let text = text.replacen("UNIT", unit, 1);
            if known.split(", ").any(|own| own == *unit) {
                read(&text);
            } else {
                let said = format!("`{unit}` is not a unit of {key}; known are {known}");
                assert_eq!(wrong(&text), [said]);
            }
        }
    }
    // Of a unit for each column, each that is wrong is told.
    let one_each = with(&base("angular_velocity")).replacen("UNIT", "[m/s, rpm, rad]", 1);
    let known = "known are rad/s, deg/s, rev/s, rpm, mrad/s";
    assert_eq!(
        wrong(&one_each),
        ["m/s", "rad"]
            .map(|unit| format!("`{unit}` is not a unit of base.angular_velocity; {known}"))
    );
}

#[test]
fn parts_are_chosen_by_ends_or_by_names() {
    let of = |select: &str| {
        let select = read(&with(&format!("  select: {select}\n")))
            .recording
            .select;
        select.expect("parts").0
    };
    let (before, after) = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(of("{from: 2}"), [[2.0, after]]);
    assert_eq!(of("{to: 3}"), [[before, 3.0]]);
    assert_eq!(of("{from: 2, to: 3}"), [[2.0, 3.0]]);
    assert_eq!(
        of("[[0, 5], {from: 7, to: 8}, {from: 9}]"),
        [[0.0, 5.0], [7.0, 8.0], [9.0, after]]
    );
    for (select, found) in [("[]", "a list"), ("5", "`5`")] {
        assert_eq!(
            wrong(&with(&format!("  select: {select}\n"))),
            [format!(
                "`select` has {found} where a map of from, to, or a list of intervals in order is wanted; for example `select: {{from: \
                 2.0, to: 18.0}}`"
            )]
        );
    }
    for (interval, found) in [("[0]", "a list"), ("[0, 1, 2]", "a list"), ("5", "`5`")] {
        assert_eq!(
            wrong(&with(&format!("  select: [{interval}]\n"))),
            [format!(
                "`select` has {found} where a list of two numbers, or a map of from, to is wanted; for example `select: {{from: 2.0, to: \
                 18.0}}`"
            )]
        );
    }
}

#[test]
fn everything_of_a_channel_is_where_its_key_says() {
    let columns =
        |name: &str| format!("{{columns: [{name}1], sign: -1, scale: 3, file: {name}.csv}}");
    let mut text = with(&format!(
        "  velocity: {}\n  acceleration: {}\n  torque: {}\n  second_position: {}\n  measured: {}\n  base: {{orientation: {{columns: \
         [q1], file: q.csv}}, angular_velocity: {}, acceleration: {}, gravity: removed, at: [1, 2, 3], rpy: [4, 5, 90deg]}}\n  \
         contacts: [{{body: leg, at: [0, 1, 2], axes: base, columns: [x, y, z]}}, {{body: arm, at: [0, 1, 2], columns: [x]}}]\n  \
         segment: {{column: part, use: [2, 4], file: s.csv}}\n",
        columns("v"),
        columns("a"),
        columns("t"),
        columns("e"),
        columns("m"),
        columns("w"),
        columns("l"),
    ));
    text = text.replacen("{column: t}", "{column: t, unit: ms, file: clock.csv}", 1);
    text = text.replacen(
        "{columns: [a, b]}",
        &columns("p").replace('}', ", side: motor}"),
        1,
    );
    let recording = read(&text).recording;
    for (channel, name) in [
        (Channel::Position, "p"),
        (Channel::Velocity, "v"),
        (Channel::Acceleration, "a"),
        (Channel::Torque, "t"),
        (Channel::SecondPosition, "e"),
        (Channel::Measured, "m"),
        (Channel::BaseRate, "w"),
        (Channel::BaseAcceleration, "l"),
        (Channel::BaseOrientation, "q"),
    ] {
        let found = recording.columns(channel).expect(name);
        assert_eq!(found.columns, [named(&format!("{name}1"))], "{name}");
        assert_eq!(found.file, Some(format!("{name}.csv")));
        let (sign, scale) = match name {
            "q" => (None, None),
            _ => (Some(List(vec![-1.0])), Some(List(vec![3.0]))),
        };
        assert_eq!((&found.sign, &found.scale), (&sign, &scale), "{name}");
        let side = (name == "p").then_some(EquationSide::Motor);
        assert_eq!(found.side, side, "{name}");
    }
    for channel in [
        Channel::Time,
        Channel::Segment,
        Channel::Current,
        Channel::Phase,
        Channel::User,
        Channel::Contact,
    ] {
        assert!(recording.columns(channel).is_none(), "{channel:?}");
    }
    let time = recording.time.expect("time");
    let texts = [time.column, time.unit, time.file].map(Option::unwrap_or_default);
    assert_eq!(
        (texts, time.rate),
        (["t", "ms", "clock.csv"].map(str::to_owned), None)
    );
    let base = recording.base.expect("a base");
    assert_eq!(base.gravity, Gravity::Removed);
    assert_eq!(
        (base.at, base.rpy),
        (
            vec![1.0, 2.0, 3.0],
            vec![4.0, 5.0, std::f64::consts::FRAC_PI_2]
        )
    );
    let contacts = recording.contacts;
    assert_eq!(
        [contacts[0].axes, contacts[1].axes],
        [Axes::Base, Axes::Body]
    );
    assert_eq!([&*contacts[0].body, &*contacts[1].body], ["leg", "arm"]);
    let segment = recording.segment.expect("a segment");
    assert_eq!(
        (&*segment.column, segment.file.as_deref()),
        ("part", Some("s.csv"))
    );
    assert_eq!(segment.wanted, Some(List(vec![2.0, 4.0])));
    let plain = read(&with(
        "  current: {columns: [i]}\n  base: {gravity: included}\n",
    ))
    .recording;
    assert!(plain.columns(Channel::Current).is_some() && plain.columns(Channel::Torque).is_none());
    assert_eq!(plain.base.expect("a base").gravity, Gravity::Included);
    let from_names = Columns::named(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(from_names.columns, [named("a"), named("b")]);
    assert!(from_names.unit.is_none() && from_names.file.is_none());
}

#[test]
fn axes_and_runs_are_as_they_are_written() {
    let of = |axes: &str| {
        let line =
            format!("  contacts: [{{body: a, at: [0, 0, 0], columns: [x, y, z], axes: {axes}}}]\n");
        read(&with(&line)).recording.contacts[0].axes
    };
    assert_eq!(
        [of("body"), of("base"), of("world")],
        [Axes::Body, Axes::Base, Axes::World]
    );
    let text = with("").replacen("file: run.csv", "runs: [a.csv, [b.csv, c.csv]]", 1);
    let recording = read(&text).recording;
    let runs: Vec<&[String]> = recording.runs.iter().map(|run| &*run.0).collect();
    assert_eq!(runs, [vec!["a.csv"], vec!["b.csv", "c.csv"]]);
    assert!(recording.file.0.is_empty());
}

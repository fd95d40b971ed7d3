//! Robots with numbers from the command line: what each option makes of a machine.

use clap::ValueEnum;

use super::super::arguments::Command;
use super::super::tests::{Folder, parse};
use super::{
    MachineArguments, Term, bound, check_whole, drive_names, nominal, pairs, read_base,
    read_drives, read_input, read_standard, steady_rate,
};
use crate::identify::{Estimation, FittedLength};
use crate::output_error::{Free, all_free};
use crate::parameters;
use crate::part::{LeftOut, Part};
use crate::regression::by_hand::Altered;
use crate::simulation::{
    Direction, Electric, FrictionLaw, Function, Grid, Hold, Machine, Settings, Start, simulate,
};
use crate::statistics::Estimated;
use crate::transmission::unfollowed;
use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{Model, Motor, Robot, Side, Torque};

#[track_caller]
fn given(options: &str) -> MachineArguments {
    match parse(&format!("simulate {options}")) {
        Command::Simulate(arguments) => arguments.machine,
        other => panic!("{other:?}"),
    }
}

/// A place, its terms, and whether it is locked.
type Laws = (String, Vec<(FrictionLaw, f64)>, bool);

fn laws(machine: &Machine<'_>) -> Vec<Laws> {
    let sites = machine.friction().iter();
    let terms = sites.map(|site| {
        let terms = site.terms.iter().map(|term| (term.law, term.value));
        (site.name.clone(), terms.collect(), site.is_locked)
    });
    terms.collect()
}

#[test]
fn each_term_of_friction_is_its_laws() {
    use FrictionLaw as L;
    let expected: [(&str, &[L]); 11] = [
        ("coulomb", &[L::Coulomb]),
        ("coulomb-positive", &[L::CoulombPositive]),
        ("coulomb-negative", &[L::CoulombNegative]),
        ("viscous", &[L::Viscous]),
        ("viscous-positive", &[L::ViscousPositive]),
        ("viscous-negative", &[L::ViscousNegative]),
        ("quadratic", &[L::Quadratic]),
        ("stribeck", &[L::Stribeck, L::StribeckSpeed]),
        ("tanh", &[L::Tanh, L::TanhSpeed]),
        ("load", &[L::Load]),
        ("none", &[]),
    ];
    let all = Term::value_variants();
    assert_eq!(all.len(), expected.len());
    for (term, (name, laws)) in all.iter().zip(expected) {
        let value = term.to_possible_value().expect("a name");
        assert_eq!((value.get_name(), term.laws()), (name, laws));
    }
    assert_eq!(given("").hold, Hold::Last);
    assert_eq!(given("--hold linear").hold, Hold::Linear);
}

#[test]
fn a_machine_has_the_friction_that_is_asked_for() {
    let robot = &double_pendulum::ROBOT;
    let asked = given("--friction coulomb,stribeck --set fc_elbow=0.4,vs_shoulder=0.2");
    let machine = asked.machine(robot, false).expect("a machine");
    let site = |name: &str, fc, vs| {
        let terms = vec![
            (FrictionLaw::Coulomb, fc),
            (FrictionLaw::Stribeck, 0.0),
            (FrictionLaw::StribeckSpeed, vs),
        ];
        (name.to_owned(), terms, false)
    };
    let found = laws(&machine);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1], site("elbow", 0.4, found[1].1[2].1));
    assert_eq!(found[0], site("shoulder", 0.0, 0.2));
    // Without a word the robot file's, of motors too.
    let machine = given("")
        .machine(&abb_wrist::ROBOT, false)
        .expect("a machine");
    let names: Vec<String> = laws(&machine).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["m1", "m2", "m3"]);
    let machine = given("--friction none").machine(&abb_wrist::ROBOT, false);
    let found = laws(&machine.expect("a machine"));
    assert!(
        found.iter().all(|(_, terms, _)| terms.is_empty()),
        "{found:?}"
    );
}

#[test]
fn parameters_come_from_the_robot_file_a_map_or_a_result() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let folder = Folder::new();
    let values = |options: &str| -> Vec<f64> {
        let machine = given(&folder.line(options)).machine(robot, false);
        let machine = machine.expect("a machine");
        let all = 0..model.parameters.len();
        all.map(|k| machine.value(Direction::Standard(k))).collect()
    };
    let usual = parameters::nominal(model);
    assert_eq!(values(""), usual);
    let at = |name: &str| {
        model
            .parameters
            .iter()
            .position(|p| p.name == name)
            .expect(name)
    };
    let name = model.base[0].name;
    let k = at(name);
    let changed = values(&format!("--set {name}=7.5"));
    let others = |values: &[f64]| -> Vec<f64> {
        let others = values.iter().enumerate().filter(|(j, _)| *j != k);
        others.map(|(_, x)| *x).collect()
    };
    assert_eq!(others(&changed), others(&usual));
    assert_ne!(changed[k], usual[k]);
    folder.write(
        "some.yaml",
        "{m_lower: 2.5, mx_lower: 0.5, Lyy_lower: 0.75, Lyy_upper: 1.5}",
    );
    let path = folder.line("@/some.yaml");
    let read = parameters::read(std::path::Path::new(&path), model).expect("parameters");
    assert_eq!(values("--parameters @/some.yaml"), read);
    // Of a result base parameters are known.
    let rows: Vec<String> = model
        .base
        .iter()
        .enumerate()
        .map(|(k, base)| format!("{},{},0.1\n", base.name, 1.5 + k as f64))
        .collect();
    folder.write("base.csv", &format!("name,value,std\n{}", rows.concat()));
    let asked = given(&folder.line("--parameters @/base.csv"));
    let machine = asked.machine(robot, false).expect("a machine");
    let free = all_free(&machine);
    let found: Vec<f64> = free.iter().map(|free| free.of(&machine)).collect();
    let path = folder.line("@/base.csv");
    let read = Estimation::read(std::path::Path::new(&path), robot).expect("a result");
    let expected = read.base_estimate(model).beta;
    assert_eq!(expected[1], 2.5);
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
}

/// `mx_upper` is the name of `mx_upper + m_lower l_1` with lengths of 0.4 m: of 1.5 kg·m 5 kg leave -0.5, and 2.5 kg 0.5.
#[test]
fn values_that_are_set_are_the_same_in_whatever_order() {
    let robot = &double_pendulum::ROBOT;
    let parameters = robot.model().parameters;
    let set = |options: &str| {
        let machine = given(options).machine(robot, false);
        let machine = machine.map_err(|error| error.to_string())?;
        let value = |name: &str| {
            let place = parameters.iter().position(|p| p.name == name);
            machine.value(Direction::Standard(place.expect(name)))
        };
        Ok::<_, String>(["mx_upper", "m_lower"].map(value))
    };
    for (options, expected) in [
        ("--set m_lower=5,mx_upper=1.5", [-0.5, 5.0]),
        ("--set mx_upper=1.5,m_lower=5", [-0.5, 5.0]),
        ("--set mx_upper=1.5 --set m_lower=2.5", [0.5, 2.5]),
        // What is not set stays: by itself a mass is added to the combination.
        ("--set m_lower=5", [0.544, 5.0]),
    ] {
        let found = set(options).expect("a machine");
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{options}: {found}");
        }
    }
    let twice = set("--set mx_upper=1.5,m_lower=5,mx_upper=1.5");
    assert_eq!(twice, Err("mx_upper is asked for twice".to_owned()));
}

/// What it does not say would be 0.
#[test]
fn a_result_that_does_not_say_all_is_no_robot() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let base = robot.model().base.iter();
    let rows: Vec<String> = base
        .map(|base| format!("{},1.5,0.1\n", base.name))
        .collect();
    folder.write("base.csv", &format!("name,value,std\n{}", rows.concat()));
    let path = folder.line("@/base.csv");
    let whole = Estimation::read(std::path::Path::new(&path), robot).expect("a result");
    let said = |found: &Estimation| {
        folder.write("found.json", &serde_json::to_string(found).expect("JSON"));
        let path = folder.line("@/found.json");
        let path = std::path::Path::new(&path);
        let read = [
            read_standard(path, robot).map(|_| ()),
            read_base(path, robot).map(|_| ()),
        ];
        read.map(|read| read.map_or_else(|error| error.to_string(), |()| "all".to_owned()))
    };
    assert_eq!(said(&whole), ["all"; 2]);
    let mut held = whole.clone();
    held.remainders = vec!["fc_elbow".to_owned(), "fv_elbow".to_owned()];
    for said in said(&held) {
        let expected =
            "of fc_elbow, fv_elbow the result has what the friction that was held leaves";
        assert!(said.starts_with(expected), "{said}");
    }
    let mut longer = whole.clone();
    longer.lengths = vec![FittedLength {
        name: "l_1".to_owned(),
        value: 0.5,
        std: 0.01,
        nominal: Some(0.4),
    }];
    let refused = check_whole(&longer).expect_err("a length").to_string();
    let expected = "the result has fitted lengths of its own (l_1 = 0.5 m)";
    assert!(refused.starts_with(expected), "{refused}");
    let torque = Torque::joint(1);
    let part = Part::without(robot, Side::Joint, &[torque]).expect("a part");
    let base = part.model().base.iter().map(|base| Estimated {
        name: base.name.to_owned(),
        ..Estimated::default()
    });
    let part = Estimation {
        robot: robot.model().name.to_owned(),
        base: base.collect(),
        left_out: vec![LeftOut::of(robot.model(), torque)],
        ..Estimation::default()
    };
    for said in said(&part) {
        let expected = "the result was identified without the torque of elbow, and";
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn joints_are_locked_as_is_asked() {
    let robot = &abb_wrist::ROBOT;
    let locked = |options: &str| {
        let machine = given(options).machine(robot, false).expect("a machine");
        [0, 1, 2].map(|joint| machine.is_locked(joint))
    };
    assert_eq!(locked(""), [false; 3]);
    assert_eq!(locked("--locked q3"), [false, false, true]);
    assert_eq!(locked("--locked q1,q2"), [true, true, false]);
    assert_eq!(locked("--only-joint q2"), [true, false, true]);
    for options in ["--locked q9", "--only-joint q9", "--static-ratio 0.5"] {
        assert!(given(options).machine(robot, false).is_err(), "{options}");
    }
    let machine = given("--static-ratio 1.25").machine(robot, false);
    let plain = given("").machine(robot, false).expect("a machine");
    let plain = plain.with_static_ratio(1.25).expect("a ratio");
    assert_eq!(
        format!("{:?}", machine.expect("a machine").friction()),
        format!("{:?}", plain.friction())
    );
}

/// A lower link that lies level pulls at the elbow with 9.81 · 1.8 · 0.14 = 2.472 N·m, 1.124 times its friction in motion.
#[test]
fn friction_at_rest_holds_by_its_ratio_whatever_is_locked() {
    let robot = &double_pendulum::ROBOT;
    let free = Function(|_, tau: &mut [f64]| tau.fill(0.0));
    let grid = Grid {
        start: 0.0,
        rate: 100.0,
        samples: 21,
    };
    let falls = |options: &str| {
        let friction = "--friction coulomb --set fc_elbow=2.2,fc_shoulder=100";
        let machine = given(&format!("{friction} {options}")).machine(robot, false);
        let machine = machine.expect("a machine");
        let start = Start::at_rest(&[0.0; 2]);
        let motion = simulate(&machine, &free, &start, &grid, &Settings::default());
        let columns = motion.expect("a motion").q;
        let last = columns.last().expect("a position");
        last.abs() > 0.01
    };
    for locked in ["", "--only-joint elbow", "--locked shoulder"] {
        for (ratio, expected) in [("", true), ("1", true), ("1.12", true), ("1.13", false)] {
            let ratio = match ratio {
                "" => String::new(),
                ratio => format!("--static-ratio {ratio}"),
            };
            let options = format!("{locked} {ratio}");
            assert_eq!(falls(&options), expected, "{options}");
        }
        let refused = given(&format!("{locked} --static-ratio 0.99"));
        assert!(refused.machine(robot, false).is_err(), "{locked}");
    }
}

#[test]
fn windings_are_those_of_set_and_a_voltage_is_a_torque_without() {
    let robot = &abb_wrist::ROBOT;
    let machine = given("--set kt_m2=0.25,R_m3=1.5,L_m1=0.002,ke_m2=0.125").machine(robot, true);
    let usual = Electric::default();
    let expected = [
        Electric {
            inductance: 0.002,
            ..usual
        },
        Electric {
            torque_constant: 0.25,
            back_emf: 0.125,
            ..usual
        },
        Electric {
            resistance: 1.5,
            ..usual
        },
    ];
    assert_eq!(machine.expect("a machine").drives(), expected);
    assert!(
        given("")
            .machine(robot, false)
            .expect("a machine")
            .drives()
            .is_empty()
    );
    // Those of the robot file where it has some, a motor each.
    let model = abb_wrist::ROBOT.model();
    let motors = model.motors.iter().zip([Some(0.5), None, Some(0.125)]);
    let motors = motors.map(|(motor, torque_constant)| Motor {
        torque_constant,
        ..*motor
    });
    let model = Model {
        motors: motors.collect::<Vec<_>>().leak(),
        ..*model
    };
    let known = Altered::described(&abb_wrist::ROBOT, model);
    let machine = given("--set kt_m3=0.75").machine(&known, true);
    let machine = machine.expect("a machine");
    let constants = machine.drives().iter().map(|drive| drive.torque_constant);
    assert_eq!(constants.collect::<Vec<_>>(), [0.5, 1.0, 0.75]);
    // Windings that cannot be are refused after they were set.
    assert!(given("--set R_m3=-1").machine(robot, true).is_err());
}

#[test]
fn pairs_are_names_with_finite_values() {
    let of = |text: &str| {
        let found = pairs("--set", "fv_q1", &[text.to_owned()]);
        found.map_err(|error| error.to_string())
    };
    assert_eq!(
        of(" fc_q1 = -2.5e-1 "),
        Ok(vec![("fc_q1".to_owned(), -0.25)])
    );
    for text in ["fc_q1", "fc_q1=", "fc_q1=two", "fc_q1=inf", "fc_q1=NaN"] {
        let said =
            format!("--set `{text}` is no value: write NAME=VALUE, for example --set fv_q1=0.4");
        assert_eq!(of(text), Err(said));
    }
    let refused = given("--set fc_elbow").machine(&double_pendulum::ROBOT, false);
    let refused = refused.err().map(|error| error.to_string());
    let said = "--set `fc_elbow` is no value: write NAME=VALUE, for example --set fv_q1=0.4";
    assert_eq!(refused.as_deref(), Some(said));
    let both = ["a=1", "b=2"].map(str::to_owned);
    let expected = vec![("a".to_owned(), 1.0), ("b".to_owned(), 2.0)];
    assert_eq!(pairs("--set", "fv_q1", &both).expect("pairs"), expected);
}

#[test]
fn no_friction_has_no_terms_beside_it() {
    let robot = &double_pendulum::ROBOT;
    let of = |options: &str| given(options).machine(robot, false).map(|_| ());
    assert!(of("--friction none").is_ok());
    let refused = of("--friction none,coulomb").expect_err("both").to_string();
    assert_eq!(
        refused,
        "--friction none is no friction at all: leave `none` out, or the other terms"
    );
}

#[test]
fn bounds_have_two_ends_of_which_either_may_be_open() {
    let free = |name: &str| Free {
        name: name.to_owned(),
        unit: "",
        direction: Direction::Standard(0),
        offset: 0.0,
        limits: [0.0, f64::INFINITY],
        bounds: [-7.0, 7.0],
        is_even: false,
    };
    let after = |text: &str| {
        let mut both = [free("a"), free("b")];
        let ended = bound(&mut both, &[text.to_owned()]);
        ended
            .map_err(|error| error.to_string())
            .map(|()| both.map(|free| free.bounds))
    };
    assert_eq!(after("b=-0.5:2"), Ok([[-7.0, 7.0], [-0.5, 2.0]]));
    assert_eq!(after(" a = 1 : "), Ok([[1.0, f64::INFINITY], [-7.0, 7.0]]));
    // What is left out is where physics ends.
    assert_eq!(after("a=:3"), Ok([[0.0, 3.0], [-7.0, 7.0]]));
    // Each of several is its own parameter's.
    let mut all = ["a", "b", "c"].map(free);
    let texts = ["c=1:2", "a=-3:4"].map(str::to_owned);
    bound(&mut all, &texts).expect("bounds");
    assert_eq!(
        all.map(|free| free.bounds),
        [[-3.0, 4.0], [-7.0, 7.0], [1.0, 2.0]]
    );
    for text in ["a", "a=1", "c=1:2", "a=x:2", "a=1:y"] {
        let said = format!(
            "--bounds `{text}`: write NAME=LOW:HIGH of a parameter that is sought, for example --bounds fc_q1=0: (no \
             upper bound)"
        );
        assert_eq!(after(text), Err(said));
    }
}

#[test]
fn what_drives_a_robot_is_read_by_its_columns() {
    let folder = Folder::new();
    let read = |text: &str, symbol: &str, names: &[&str]| {
        folder.write("input.csv", text);
        let path = folder.line("@/input.csv");
        let found = read_input(std::path::Path::new(&path), symbol, names);
        found.map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
    };
    let text = "tau_b,t,tau_a\n10,0.5,1\n20,0.75,2\n30,1.0,3\n";
    assert_eq!(
        read(text, "tau", &["a", "b"]),
        Ok((
            vec![0.5, 0.75, 1.0],
            vec![vec![1.0, 2.0, 3.0], vec![10.0, 20.0, 30.0]]
        ))
    );
    assert_eq!(
        read(text, "v", &["b"]),
        Err("@/input.csv has no column `v_b` (for what drives a robot)".to_owned())
    );
    assert_eq!(
        read("t,tau_elbo\n0,1\n1,2\n", "tau", &["elbow"]),
        Err(
            "@/input.csv has no column `tau_elbow` (for what drives a robot); did you mean tau_elbo?"
                .to_owned()
        )
    );
    let unsteady =
        Err("@/input.csv: time has to rise at a constant rate, by at least two rows".to_owned());
    assert_eq!(read("t,v_a\n0,1\n1,1\n3,1\n", "v", &["a"]), unsteady);
    assert_eq!(read("t,v_a\n0,1\n", "v", &["a"]), unsteady);
}

/// The slide has no motor: its torque is zero whether a column says so or none, and no other.
#[test]
fn nothing_drives_a_joint_without_a_motor() {
    use crate::regression::by_hand::MODEL;
    const MOTORS: [Motor; 2] = [
        MODEL.motors[0],
        Motor {
            name: "j2",
            is_passive: true,
            ..MODEL.motors[1]
        },
    ];
    const FIRST: [Motor; 2] = [
        Motor {
            name: "j1",
            is_passive: true,
            ..MODEL.motors[0]
        },
        MODEL.motors[1],
    ];
    let passive = Model {
        motors: &MOTORS,
        transmission: &[2.0, 0.0, 0.0, 1.0],
        ..MODEL
    };
    let folder = Folder::new();
    let read = |text: &str, model: &Model, by_voltage: bool| {
        folder.write("input.csv", text);
        let path = folder.line("@/input.csv");
        let found = read_drives(std::path::Path::new(&path), model, by_voltage);
        let columns = found.map(|(_, columns)| columns);
        columns.map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
    };
    let expected = Ok(vec![vec![1.0, 2.0], vec![0.0; 2]]);
    let torques = "t,tau_j1\n0,1\n1,2\n";
    assert_eq!(read(torques, &passive, false), expected);
    assert_eq!(
        read("tau_j2,t,tau_j1\n0,0,1\n0,1,2\n", &passive, false),
        expected
    );
    assert_eq!(read("t,v_m1\n0,1\n1,2\n", &passive, true), expected);
    assert_eq!(
        read("tau_j2,t,tau_j1\n0,0,1\n3,1,2\n", &passive, false),
        Err(
            "@/input.csv: `tau_j2` is not 0, but j2 has no motor (`passive`): leave the column out"
                .to_owned()
        )
    );
    let missing = "@/input.csv has no column `tau_j2` (for what drives a robot)";
    let with_motors = read(torques, &MODEL, false).expect_err("two columns");
    assert!(with_motors.starts_with(missing), "{with_motors}");
    // Through a motor of others that it moves with, a torque acts on it.
    let coupled = Model {
        transmission: &[2.0, 1.0, 0.0, 1.0],
        ..passive
    };
    assert!(read(torques, &coupled, false).is_err());
    // It has no voltage all the same.
    assert_eq!(read("t,v_m1\n0,1\n1,2\n", &coupled, true), expected);
    // A joint without a motor may come before one that has one.
    let first = Model {
        motors: &FIRST,
        transmission: &[1.0, 0.0, 0.0, 1.0],
        ..MODEL
    };
    let reversed = Ok(vec![vec![0.0; 2], vec![1.0, 2.0]]);
    assert_eq!(read("t,tau_j2\n0,1\n1,2\n", &first, false), reversed);
    assert_eq!(
        read("tau_j2,tau_j1,t\n1,0,0\n2,0,1\n", &first, false),
        reversed
    );
    for (model, said) in [
        (&MODEL, None),
        (&passive, Some("no motor moves j2: ")),
        (&coupled, Some("no motor moves j2: ")),
    ] {
        let why = unfollowed(model);
        assert_eq!(why.is_some(), said.is_some());
        assert!(
            why.unwrap_or_default()
                .starts_with(said.unwrap_or_default())
        );
    }
}

#[test]
fn times_are_steady_within_a_hundredth_of_a_step() {
    assert_eq!(steady_rate(&[1.0, 1.25, 1.5]), Some(4.0));
    assert_eq!(steady_rate(&[0.0, 1.009, 2.0]), Some(1.0));
    assert_eq!(steady_rate(&[0.0, 1.02, 2.0]), None);
    assert_eq!(steady_rate(&[0.0, 0.98, 2.0]), None);
    // One of five hundred samples stands twice: no other step is far from the mean.
    let twice: Vec<f64> = (0..500)
        .map(|k| f64::from(k - i32::from(k > 200)))
        .collect();
    assert_eq!(steady_rate(&twice), None);
    for times in [
        &[][..],
        &[1.0],
        &[1.0, 1.0],
        &[2.0, 1.0],
        &[0.0, f64::INFINITY],
    ] {
        assert_eq!(steady_rate(times), None, "{times:?}");
    }
}

#[test]
fn voltages_drive_motors_and_torques_joints() {
    let wrist = abb_wrist::ROBOT.model();
    assert_eq!(drive_names(wrist, true), ["m1", "m2", "m3"]);
    assert_eq!(drive_names(wrist, false), ["q1", "q2", "q3"]);
    let pendulum = double_pendulum::ROBOT.model();
    assert_eq!(drive_names(pendulum, true), ["shoulder", "elbow"]);
}

#[test]
fn a_simulation_needs_nominal_values() {
    let model = double_pendulum::ROBOT.model();
    assert_eq!(nominal(model).expect("values"), parameters::nominal(model));
    let without = scara::ROBOT.model();
    assert!(
        without
            .parameters
            .iter()
            .all(|p| p.nominal.is_none_or(|x| x == 0.0))
    );
    let refused = nominal(without).expect_err("no values").to_string();
    assert_eq!(
        refused,
        "scara has no nominal values, which a simulation needs: add `physical:` (or `standard:`) to the bodies of its \
         file, and `nominal:` to its motors, or give --parameters FILE"
    );
    assert!(given("").machine(&scara::ROBOT, false).is_err());
    // A joint that is locked has no value by that; what is set does.
    let joint = without.joints[0].name;
    let locked = given(&format!("--locked {joint}")).standard(&scara::ROBOT);
    assert_eq!(locked.expect_err("no values").to_string(), refused);
    let name = without.parameters[0].name;
    let set = given(&format!("--set {name}=1")).standard(&scara::ROBOT);
    assert_eq!(set.expect("values"), parameters::nominal(without));
}

//! `armwright generate --c`: the files of a library for C, and what they say of the robot.

use std::path::Path;

use super::{answer, armwright, failure, folder, hinge, path};

/// Writes the library of a hinge into a folder; the header, and what was said.
fn library(folder: &Path, more: &[&str]) -> (String, String) {
    let [file, library] = ["hinge.yaml", "library"].map(|name| folder.join(name));
    std::fs::write(&file, hinge("", "title: \"two */ words /* of\"")).expect("written");
    let output = armwright(&[&["generate", path(&file), "--c", path(&library)], more].concat());
    let remarks = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{remarks}");
    assert!(output.stdout.is_empty());
    let header = std::fs::read_to_string(library.join("hinge.h")).expect("a header");
    (header, remarks)
}

/// What is said of a hinge that has no library.
fn without_library(why: &str) -> String {
    format!(
        "error: hinge has no library for programs in C, because {why}; `armwright generate` without `--c` gives its Rust \
         module\n"
    )
}

#[test]
fn a_library_has_its_project_beside_its_header() {
    let folder = folder();
    let (_, remarks) = library(folder.path(), &[]);
    let inside = folder.path().join("library");
    let said = format!(
        "wrote {} and its library: `cargo build --release` in {} makes target/release/libhinge.a\n",
        inside.join("hinge.h").display(),
        inside.display()
    );
    assert!(remarks.ends_with(&said), "{remarks}");
    let read = |name: &str| std::fs::read_to_string(inside.join(name)).expect(name);
    let manifest = read("Cargo.toml");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let checkout = checkout.expect("a folder above this crate");
    let dependency = format!(
        "armwright-runtime = {{ path = {:?} }}\n",
        checkout.join("runtime")
    );
    for part in [
        "name = \"hinge\"\n",
        "crate-type = [\"staticlib\"]\n",
        &dependency,
    ] {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    let lock = std::fs::read_to_string(checkout.join("Cargo.lock")).expect("a lock file");
    assert_eq!(read("Cargo.lock"), lock);
    // The robot is the module that its own head says how to make; what C learns with is among its functions.
    let module = read("src/robot.rs");
    let (_, only) = module
        .split_once("generate hinge.yaml --only ")
        .expect("a command");
    let only = only.lines().next().expect("functions");
    let robot = folder.path().join("hinge.yaml");
    let again = answer(&["generate", path(&robot), "--only", only]);
    assert!(module == again, "{only}");
    assert!(read("src/lib.rs").contains("fn hinge_base_regressor"));
    // What is there already stays as it is.
    let time = || {
        inside
            .join("src/robot.rs")
            .metadata()
            .and_then(|m| m.modified())
    };
    let before = time().expect("a time");
    library(folder.path(), &["--single"]);
    assert_eq!(time().expect("a time"), before);
}

/// A hinge has ten parameters, three of which its motion reveals.
#[test]
fn a_header_says_how_many_of_everything_there_are() {
    let folder = folder();
    let (header, _) = library(folder.path(), &[]);
    for line in [
        "/* two * / words / * of.",
        "typedef double hinge_number;",
        "#define HINGE_DOF 1",
        "#define HINGE_PARAMETERS 10",
        "#define HINGE_BASE_PARAMETERS 3",
        "#define HINGE_WINDOW 50",
        "#define HINGE_JOINT_NAMES {\"q1\"}",
        "#define HINGE_BASE_PARAMETER_NAMES {\"mx_a\", \"mz_a\", \"Lyy_a\"}",
    ] {
        assert!(
            header.lines().any(|other| other == line),
            "{line}: {header}"
        );
    }
    // Room for w n b + w n + 2 w + 2 b² + 9 b + 11 n + 64 numbers, with n = 1, b = 3 and w = 50.
    let code = || std::fs::read_to_string(folder.path().join("library/src/lib.rs"));
    let doubles = code().expect("a library");
    for part in [
        "pub type Number = f64;",
        "pub type FilterRoom = Room<37>;",
        "pub type LearnerRoom = Room<420>;",
        "pub type ChangeRoom = Room<9>;",
    ] {
        assert!(doubles.contains(part), "{part}: {doubles}");
    }
    // A factor of the sine, one of the cosine, and an inertia.
    let (closed, _) = library(folder.path(), &["--only", "closed_form_torque"]);
    let line = "/* Joint torques by the closed form: 3 terms, coefficients PG, PJ, PS. */";
    assert!(closed.lines().any(|other| other == line), "{closed}");
    let (header, _) = library(folder.path(), &["--single", "--window", "7"]);
    let singles = code().expect("a library");
    for part in [
        "pub type Number = f32;",
        "pub type LearnerRoom = Room<162>;",
    ] {
        assert!(singles.contains(part), "{part}: {singles}");
    }
    for line in ["typedef float hinge_number;", "#define HINGE_WINDOW 7"] {
        assert!(
            header.lines().any(|other| other == line),
            "{line}: {header}"
        );
    }
    // Nothing is left open.
    assert!(
        !header.contains("{robot}") && !header.contains("{ROBOT}"),
        "{header}"
    );
}

/// And the rows that are learned from, asked for or not.
#[test]
fn a_library_has_the_functions_that_are_asked_for() {
    for only in ["gravity_torques", "base_regressor,gravity_torques"] {
        let folder = folder();
        let (header, _) = library(folder.path(), &["--only", only]);
        for (function, count) in [
            ("gravity_torques", 1),
            ("base_regressor", 1),
            ("inverse_dynamics", 0),
            ("torque_regressor", 0),
        ] {
            let declared = header
                .matches(&format!("uint32_t hinge_{function}("))
                .count();
            assert_eq!(declared, count, "{only}: {function} in {header}");
        }
        // The force of gravity on a hinge: of parameters and a position.
        let declared = "hinge_gravity_torques(const hinge_number theta[HINGE_PARAMETERS], const hinge_number q[HINGE_DOF],\n    \
                        hinge_number out[HINGE_DOF]);\n";
        assert!(header.contains(declared), "{header}");
    }
}

#[test]
fn options_of_a_library_need_one() {
    let file = super::PENDULUM;
    for arguments in [
        &["generate", file, "--single"][..],
        &["generate", file, "--window", "9"],
        &["generate", file, "--c", "library", "-o", "robot.rs"],
        &["generate", file, "--c", "library", "--window", "0"],
        &["generate", file, "--c", "library", "--window", "10001"],
    ] {
        assert_eq!(failure(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_library_cannot_be_where_a_file_is() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "")).expect("written");
    let (code, message) = failure(&["generate", path(&file), "--c", path(&file)]);
    assert_eq!(code, Some(1));
    assert!(message.contains("cannot write"), "{message}");
    std::fs::write(&file, hinge("", "base: floating")).expect("written");
    let inside = folder.path().join("library");
    let (code, message) = failure(&["generate", path(&file), "--c", path(&inside)]);
    assert_eq!(code, Some(1));
    let why = "its base moves: its functions take that motion besides, which these do not";
    assert_eq!(message, without_library(why));
    assert!(!inside.exists());
}

/// A joint's torque is `Lzz qdd + mx c - my s`. Of a bracket's force the mass, of the energy nothing but `Lzz`, `mx`
/// and `my`: those of the torque.
#[test]
fn a_library_has_base_parameters_that_give_the_torques() {
    let folder = folder();
    let [file, inside] = ["hinge.yaml", "library"].map(|name| folder.path().join(name));
    let generate = |measure: &str| {
        std::fs::write(&file, hinge("", &format!("measure: {measure}"))).expect("written");
        armwright(&["generate", path(&file), "--c", path(&inside)])
    };
    let output = generate("[{wrench: a}]");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let why = "what it measures (`measure`) reveals other base parameters than its torques have, which these functions \
               compute; a file without `measure` has them";
    assert_eq!(message, without_library(why));
    assert!(!inside.exists());
    assert_eq!(generate("[energy]").status.code(), Some(0));
}

/// Two joints, of which the second slides across: names of everything in order, arrays as long as what they hold.
#[test]
fn arrays_of_a_library_have_the_sizes_of_the_robot() {
    let folder = folder();
    let [file, inside] = ["arm.yaml", "arm"].map(|name| folder.path().join(name));
    let robot = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
                 - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], friction: [viscous]}}\n\
                 - {name: b, parent: a, joint: {name: p2, type: prismatic, axis: [0, 0, 1]}}\n";
    std::fs::write(&file, robot).expect("written");
    let only = "torque_regressor,energy_regressor,inverse_dynamics,inertia_matrix,base_parameters,slotine_li_base_regressor";
    let output = armwright(&[
        "generate",
        path(&file),
        "--only",
        only,
        "--c",
        path(&inside),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let read = |name: &str| std::fs::read_to_string(inside.join(name)).expect(name);
    let (header, code) = (read("arm.h"), read("src/lib.rs"));
    // Mass of the slide, inertia of both about the axis, and friction.
    for line in [
        "#define ARM_DOF 2",
        "#define ARM_PARAMETERS 21",
        "#define ARM_BASE_PARAMETERS 3",
        "#define ARM_JOINT_NAMES {\"q1\", \"p2\"}",
        "#define ARM_BASE_PARAMETER_NAMES {\"Lzz_a\", \"m_b\", \"fv_q1\"}",
    ] {
        assert!(
            header.lines().any(|other| other == line),
            "{line}: {header}"
        );
    }
    assert!(
        header.contains("#define ARM_PARAMETER_NAMES {\"m_a\", \"mx_a\", "),
        "{header}"
    );
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (header, code) = (one_line(&header), one_line(&code));
    // Of 2 joints, 3 base parameters and 50 samples: 300 + 100 + 100 + 18 + 27 + 22 + 64 for what learns.
    for said in [
        "typedef struct { double opaque[50]; } arm_filter;",
        "typedef struct { double opaque[631]; } arm_learner;",
        "typedef struct { double opaque[10]; } arm_change;",
        "/* The torque regressor Y (2 × 21): tau = Y theta, drives included. */",
        "/* The columns of the 3 base parameters in the joint torques (2 × 3). */",
    ] {
        assert!(header.contains(said), "{said}: {header}");
    }
    let states = "const arm_number q[ARM_DOF], const arm_number qd[ARM_DOF]";
    for (function, takes, out) in [
        (
            "torque_regressor",
            format!("{states}, const arm_number qdd[ARM_DOF]"),
            "ARM_DOF * ARM_PARAMETERS",
        ),
        ("energy_regressor", states.to_owned(), "ARM_PARAMETERS"),
        (
            "inverse_dynamics",
            format!(
                "const arm_number theta[ARM_PARAMETERS], {states}, const arm_number qdd[ARM_DOF]"
            ),
            "ARM_DOF",
        ),
        (
            "inertia_matrix",
            "const arm_number theta[ARM_PARAMETERS], const arm_number q[ARM_DOF]".to_owned(),
            "ARM_DOF * ARM_DOF",
        ),
        (
            "base_parameters",
            "const arm_number theta[ARM_PARAMETERS]".to_owned(),
            "ARM_BASE_PARAMETERS",
        ),
        (
            "slotine_li_base_regressor",
            format!("{states}, const arm_number qd_r[ARM_DOF], const arm_number qdd_r[ARM_DOF]"),
            "ARM_DOF * ARM_BASE_PARAMETERS",
        ),
        (
            "base_regressor",
            format!("{states}, const arm_number qdd[ARM_DOF]"),
            "ARM_DOF * ARM_BASE_PARAMETERS",
        ),
    ] {
        let declared = format!("uint32_t arm_{function}({takes}, arm_number out[{out}]);");
        assert!(header.contains(&declared), "{declared}: {header}");
    }
    for (function, takes, out) in [
        (
            "torque_regressor",
            &[("q", 2), ("qd", 2), ("qdd", 2)][..],
            "[[Number; 21]; 2]",
        ),
        ("energy_regressor", &[("q", 2), ("qd", 2)], "[Number; 21]"),
        (
            "inverse_dynamics",
            &[("theta", 21), ("q", 2), ("qd", 2), ("qdd", 2)],
            "[Number; 2]",
        ),
        (
            "inertia_matrix",
            &[("theta", 21), ("q", 2)],
            "[[Number; 2]; 2]",
        ),
        ("base_parameters", &[("theta", 21)], "[Number; 3]"),
        (
            "slotine_li_base_regressor",
            &[("q", 2), ("qd", 2), ("qd_r", 2), ("qdd_r", 2)],
            "[[Number; 3]; 2]",
        ),
    ] {
        let declared: String = takes
            .iter()
            .map(|(name, length)| format!("{name}: Option<&[Number; {length}]>, "))
            .collect();
        let names: Vec<&str> = takes.iter().map(|(name, _)| *name).collect();
        let some: Vec<String> = names.iter().map(|name| format!("Some({name})")).collect();
        let (names, some) = (names.join(", "), some.join(", "));
        let defined = format!(
            "pub extern \"C\" fn arm_{function}( {declared}out: Option<&mut {out}>, ) -> u32 {{ \
             let ({some}, Some(out)) = ({names}, out) else {{ return 0 }}; robot::{function}({names}, out); 1 }}"
        );
        assert!(code.contains(&defined), "{defined}: {code}");
    }
}

/// The closed form of this robot has more than one term of gravity.
#[test]
fn a_library_has_what_stands_in_the_place_of_a_function() {
    let folder = folder();
    let [file, inside] = ["hinge.yaml", "hinge"].map(|name| folder.path().join(name));
    let robot = super::hinge("", "equations: {budget: 1}");
    std::fs::write(&file, robot).expect("written");
    let line = [
        "generate",
        path(&file),
        "--only",
        "closed_form_torque",
        "--c",
        path(&inside),
    ];
    let output = armwright(&line);
    let remarks = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(0), "{remarks}");
    let said = "note: `inverse_dynamics` is in the place of `closed_form_torque`: the closed form has more than 1 gravity terms; ";
    assert!(remarks.starts_with(said), "{remarks}");
    let header = std::fs::read_to_string(inside.join("hinge.h")).expect("a header");
    assert!(header.contains("hinge_inverse_dynamics("), "{header}");
    assert!(!header.contains("closed_form_torque"), "{header}");
}

/// C has nothing of the elements of a closed form: who does not ask for them gets everything else.
#[test]
fn a_library_leaves_out_what_c_cannot_name() {
    let folder = folder();
    let (header, _) = library(folder.path(), &[]);
    assert!(
        header.contains("hinge_gravity_torques(") && !header.contains("element_bases"),
        "{header}"
    );
    let code =
        std::fs::read_to_string(folder.path().join("library/src/robot.rs")).expect("a module");
    assert!(
        code.contains("pub fn base_regressor<") && !code.contains("element_bases"),
        "{code}"
    );
}

/// The Rust module of the hinge has it; of a robot that has none that is said.
#[test]
fn a_function_that_c_does_not_have_is_not_dropped_without_a_word() {
    let folder = folder();
    let [file, inside] = ["hinge.yaml", "library"].map(|name| folder.path().join(name));
    let refused = |more: &str, only: &str| {
        std::fs::write(&file, hinge("", more)).expect("written");
        let line = [
            "generate",
            path(&file),
            "--only",
            only,
            "--c",
            path(&inside),
        ];
        let (code, message) = failure(&line);
        assert_eq!(code, Some(1), "{message}");
        assert!(!inside.exists(), "{message}");
        message
    };
    let said = "error: the library of hinge for programs in C has no function `element_bases`: C has nothing of a closed \
                form's elements; `armwright generate` without `--c` gives its Rust module, which has it\n";
    for only in ["element_bases", "gravity_torques,element_bases"] {
        assert_eq!(refused("", only), said, "{only}");
    }
    let said = "error: hinge has no function `element_bases`: the closed form has more than 1 gravity terms; ";
    let message = refused("equations: {budget: 1}", "element_bases");
    assert!(message.starts_with(said), "{message}");
}

#[test]
fn a_header_says_which_file_it_was_written_from() {
    let folder = folder();
    let (header, _) = library(folder.path(), &[]);
    let from = format!(
        " * Written by armwright {} from hinge.yaml; do not edit",
        env!("CARGO_PKG_VERSION")
    );
    assert!(
        header.lines().any(|line| line.starts_with(&from)),
        "{header}"
    );
}

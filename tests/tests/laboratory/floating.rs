//! `evaluate` of a robot whose base moves, and what other commands say of it.

use std::path::Path;

use armwright_tests::oracle::{BaseMotion, Mechanism};
use armwright_tests::{Random, assert_agree, row_major};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use crate::program::{Folder, Table, csv};

const ROBOT: &str = "tumbler";
const OF_BASE: [&str; 6] = [
    "fx_base", "fy_base", "fz_base", "tx_base", "ty_base", "tz_base",
];
const TOLERANCE: f64 = 1e-11;
const STATES: usize = 4;

fn oracle() -> Mechanism {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("floating/tumbler.yaml");
    Mechanism::read(&file).expect("the oracle reads it")
}

/// A state: how the base stands and moves, and `q, qd, qdd`.
struct State {
    turn: UnitQuaternion<f64>,
    base: BaseMotion,
    joints: [Vec<f64>; 3],
}

impl State {
    fn random(oracle: &Mechanism, random: &mut Random) -> Self {
        let [w, x, y, z] = random.vector(4, 1.0).try_into().expect("four numbers");
        let base = random.moved(oracle).base().expect("a base that is moved");
        Self {
            turn: UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)),
            base,
            joints: [3.0, 2.0, 5.0].map(|range| random.vector(oracle.dof(), range)),
        }
    }

    /// The oracle in this state, gravity in the axes of its base.
    fn of(&self, oracle: &Mechanism) -> Mechanism {
        let gravity = self.turn.inverse() * oracle.gravity();
        let moved = oracle.clone().with_base(self.base);
        moved.with_gravity(gravity.into())
    }

    /// Names and numbers of the columns of a states file.
    fn columns(&self, oracle: &Mechanism) -> Vec<(String, f64)> {
        let axes = ["x", "y", "z"];
        let turn = self.turn.into_inner();
        let mut columns = vec![("base_qw".to_owned(), turn.w)];
        for (name, vector) in [
            ("q", turn.vector().into_owned()),
            ("w", self.base.spin),
            ("v", self.base.velocity),
            ("alpha", self.base.spin_rate),
            ("a", self.base.acceleration),
        ] {
            let named = axes.into_iter().zip(vector.iter());
            columns.extend(named.map(|(axis, x)| (format!("base_{name}{axis}"), *x)));
        }
        for (prefix, values) in ["q", "qd", "qdd"].into_iter().zip(&self.joints) {
            let named = oracle.joints().iter().zip(values);
            columns.extend(named.map(|(joint, x)| (format!("{prefix}_{joint}"), *x)));
        }
        columns.reverse();
        columns
    }
}

/// A states file of rows with the same columns.
fn file(rows: &[Vec<(String, f64)>]) -> String {
    let names = rows[0].iter().map(|(name, _)| name.clone()).enumerate();
    let columns = names.map(|(k, name)| (name, rows.iter().map(|row| row[k].1).collect()));
    csv(&columns.collect::<Vec<_>>())
}

fn numbers(table: &Table) -> Vec<Vec<f64>> {
    let number = |field: &String| field.parse().expect("a number");
    let rows = table.rows.iter();
    rows.map(|row| row.iter().map(number).collect()).collect()
}

fn joints(oracle: &Mechanism, prefix: &str) -> Vec<String> {
    let joints = oracle.joints().iter();
    joints.map(|joint| format!("{prefix}{joint}")).collect()
}

/// The base's rows, then those of the joints.
fn rows(oracle: &Mechanism, prefix: &str) -> Vec<String> {
    let base = OF_BASE.map(str::to_owned).to_vec();
    [base, joints(oracle, prefix)].concat()
}

#[test]
fn evaluate_is_the_oracle() {
    let (oracle, mut random, folder) = (oracle(), Random::new(31), Folder::new());
    let theta = random.physical_theta(&oracle);
    let named = oracle.parameters().iter().zip(&theta);
    let lines = named.map(|(parameter, value)| format!("{}: {value:?}\n", parameter.name));
    folder.write("parameters.yaml", &lines.collect::<String>());
    let states: Vec<State> = (0..STATES)
        .map(|_| State::random(&oracle, &mut random))
        .collect();
    let columns: Vec<_> = states.iter().map(|state| state.columns(&oracle)).collect();
    folder.write("states.csv", &file(&columns));
    let evaluate = |quantity: &str, states: &str| {
        let line = format!("{ROBOT} evaluate --quantity {quantity} --states {states}");
        Table::parse(&folder.out(&format!("{line} --parameters parameters.yaml")))
    };
    let parameters = oracle.parameters().iter().map(|p| p.name.clone());
    let parameters: Vec<String> = parameters.collect();
    let plain = rows(&oracle, "");
    let pairs = |mark: &str, columns: &[String]| {
        let mut names = Vec::new();
        for row in &plain {
            names.extend(columns.iter().map(|column| format!("{row}{mark}{column}")));
        }
        names
    };
    let inertia = pairs("_", &plain)
        .into_iter()
        .map(|name| format!("M_{name}"));
    let coriolis = plain.iter().map(|row| format!("c_{row}"));
    type Expected = fn(&Mechanism, &[f64], [&[f64]; 3]) -> Vec<f64>;
    let quantities: [(&str, Vec<String>, Expected); 6] = [
        ("torque", rows(&oracle, "tau_"), |r, theta, [q, qd, qdd]| {
            r.torque(theta, q, qd, qdd)
        }),
        (
            "closed-form-torque",
            rows(&oracle, "tau_"),
            |r, theta, [q, qd, qdd]| r.torque(theta, q, qd, qdd),
        ),
        ("gravity", rows(&oracle, "tau_"), |r, theta, [q, ..]| {
            r.gravity_torque(theta, q)
        }),
        ("coriolis", coriolis.collect(), |r, theta, [q, qd, _]| {
            r.coriolis(theta, q, qd)
        }),
        ("inertia", inertia.collect(), |r, theta, [q, ..]| {
            row_major(&r.inertia(theta, q))
        }),
        (
            "regressor",
            pairs("/", &parameters),
            |r, _, [q, qd, qdd]| row_major(&r.regressor(q, qd, qdd)),
        ),
    ];
    for (quantity, names, expected) in quantities {
        let table = evaluate(quantity, "states.csv");
        assert_eq!(table.header, names, "{quantity}");
        for (found, state) in numbers(&table).iter().zip(&states) {
            let motion = state.joints.each_ref().map(Vec::as_slice);
            let expected = expected(&state.of(&oracle), &theta, motion);
            assert_agree(quantity, found, &expected, TOLERANCE);
        }
    }

    // Accelerations come back from what causes them, in columns that a states file has.
    let torques = evaluate("torque", "states.csv");
    let with_torques = columns
        .iter()
        .zip(numbers(&torques))
        .map(|(columns, torque)| {
            let torque = torques.header.iter().cloned().zip(torque);
            columns.iter().cloned().chain(torque).collect()
        });
    folder.write("forward.csv", &file(&with_torques.collect::<Vec<_>>()));
    let found = evaluate("forward", "forward.csv");
    let of_base = ["ax", "ay", "az", "alphax", "alphay", "alphaz"].map(|x| format!("base_{x}"));
    assert_eq!(
        found.header,
        [of_base.to_vec(), joints(&oracle, "qdd_")].concat()
    );
    for (found, state) in numbers(&found).iter().zip(&states) {
        let base = [state.base.acceleration, state.base.spin_rate];
        let base = base.iter().flat_map(Vector3::iter).copied();
        let expected: Vec<f64> = base.chain(state.joints[2].iter().copied()).collect();
        assert_agree("forward", found, &expected, 1e-8);
    }
}

/// Without columns of the base it stands upright and at rest.
#[test]
fn what_is_left_out_is_zero() {
    let (oracle, folder) = (oracle(), Folder::new());
    let n = oracle.dof();
    let mut random = Random::new(32);
    let joints = [3.0, 2.0, 5.0].map(|range| random.vector(n, range));
    let mut columns = Vec::new();
    for (prefix, values) in ["q", "qd", "qdd"].into_iter().zip(&joints) {
        let named = oracle.joints().iter().zip(values);
        columns.extend(named.map(|(joint, x)| (format!("{prefix}_{joint}"), *x)));
    }
    folder.write("states.csv", &file(&[columns]));
    let evaluated = folder.out(&format!(
        "{ROBOT} evaluate --quantity regressor --states states.csv"
    ));
    let [q, qd, qdd] = joints.each_ref().map(Vec::as_slice);
    let expected = row_major(&oracle.regressor(q, qd, qdd));
    assert_agree(
        "at rest",
        &numbers(&Table::parse(&evaluated))[0],
        &expected,
        TOLERANCE,
    );
}

#[test]
fn what_is_no_orientation_is_refused() {
    let folder = Folder::new();
    let still = State {
        turn: UnitQuaternion::identity(),
        base: BaseMotion::default(),
        joints: [(); 3].map(|()| vec![0.0; oracle().dof()]),
    };
    let mut columns = still.columns(&oracle());
    for (name, value) in &mut columns {
        if name == "base_qw" {
            *value = 90.0;
        }
    }
    folder.write("states.csv", &file(&[columns]));
    let line = format!("{ROBOT} evaluate --quantity gravity --states states.csv");
    folder
        .run(&line)
        .is_fault(&["state 1", "unit quaternion", "8100"]);
}

#[test]
fn a_column_with_another_name_is_said_to_be_unread() {
    let (oracle, folder) = (oracle(), Folder::new());
    let mut columns = State::random(&oracle, &mut Random::new(33)).columns(&oracle);
    let line = format!("{ROBOT} evaluate --quantity gravity --states states.csv");
    folder.write("states.csv", &file(&[columns.clone()]));
    assert!(!folder.run(&line).err.contains("nothing is read"));
    columns.push(("base_alpha_x".to_owned(), 1.0));
    folder.write("states.csv", &file(&[columns]));
    let answer = folder.run(&line);
    let note = "nothing is read from the column `base_alpha_x`";
    assert!(
        answer.code == Some(0) && answer.err.contains(note),
        "{}",
        answer.err
    );
}

#[test]
fn a_base_that_moves_is_said_to() {
    let folder = Folder::new();
    let said = folder.out(&format!("{ROBOT} info"));
    assert!(said.contains("the base moves"), "{said}");
}

/// A controller of Slotine and Li would have the base's velocity follow one, too.
#[test]
fn a_base_that_moves_has_no_regressor_of_slotine_and_li() {
    let folder = Folder::new();
    folder.write("states.csv", "q_FL_HAA\n0\n");
    for quantity in ["slotine-li-regressor", "slotine-li-base-regressor"] {
        let line = format!("solo12 evaluate --quantity {quantity} --states states.csv");
        folder.run(&line).is_fault(&["its base moves"]);
    }
}

//! `evaluate`: every quantity of every robot, held to the oracle.

use std::path::{Path, PathBuf};

use armwright_tests::by_hand::BY_HAND;
use armwright_tests::driven::DRIVEN;
use armwright_tests::oracle::Mechanism;
use armwright_tests::sensed::SENSED;
use armwright_tests::{Random, assert_agree, standing};
use nalgebra::{DMatrix, DVector};

use crate::program::{Folder, Table, csv};

const TOLERANCE: f64 = 1e-11;
const STATES: usize = 4;

/// A robot's name on the command line, and its file as the oracle sees it.
fn robots() -> Vec<(&'static str, Mechanism)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_project = standing().map(|robot| {
        let name = robot.model().name;
        (name, tests.join(format!("../robots/{name}.yaml")))
    });
    let own = SENSED.iter().chain(DRIVEN).chain(BY_HAND);
    let own = own.map(|(robot, file)| (robot.model().name, tests.join(file)));
    let read =
        |(name, file): (_, PathBuf)| (name, Mechanism::read(&file).expect("the oracle reads it"));
    of_project.chain(own).map(read).collect()
}

/// A robot's experiment: parameters and states in files, and as numbers.
struct Bench {
    folder: Folder,
    robot: &'static str,
    oracle: Mechanism,
    theta: Vec<f64>,
    /// Positions, velocities, accelerations and torques, a state each.
    states: Vec<[Vec<f64>; 4]>,
}

impl Bench {
    fn new(robot: &'static str, oracle: Mechanism, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let n = oracle.dof();
        let theta = random.physical_theta(&oracle);
        let state = |_| [3.0, 3.0, 8.0, 20.0].map(|range| random.vector(n, range));
        let states: Vec<[Vec<f64>; 4]> = (0..STATES).map(state).collect();
        let bench = Self {
            folder: Folder::new(),
            robot,
            oracle,
            theta,
            states,
        };
        bench.folder.write("states.csv", &bench.file());
        let pairs = bench.oracle.parameters().iter().zip(&bench.theta);
        let lines = pairs.map(|(parameter, value)| format!("{}: {value:?}\n", parameter.name));
        bench
            .folder
            .write("parameters.yaml", &lines.collect::<String>());
        bench
    }

    /// The states, columns in an order that is not the robot's, with one that nobody asks for.
    fn file(&self) -> String {
        let mut columns = vec![("note".to_owned(), vec![7.0; STATES])];
        for (part, prefix) in ["q", "qd", "qdd", "tau"].into_iter().enumerate() {
            for (i, joint) in self.oracle.joints().iter().enumerate() {
                let column = self.states.iter().map(|state| state[part][i]);
                columns.push((format!("{prefix}_{joint}"), column.collect()));
            }
        }
        columns.reverse();
        csv(&columns)
    }

    /// A table of a quantity: header and rows.
    fn table(&self, quantity: &str, more: &str) -> (Vec<String>, Vec<Vec<f64>>) {
        let robot = self.robot;
        let line = format!("{robot} evaluate --quantity {quantity} --states states.csv {more}");
        let table = Table::parse(&self.folder.out(&line));
        let number = |field: &String| field.parse().expect("a number");
        let rows = table
            .rows
            .iter()
            .map(|row| row.iter().map(number).collect());
        (table.header, rows.collect())
    }

    /// Fails unless a quantity has these columns and, state by state, these numbers.
    fn holds(
        &self,
        quantity: &str,
        names: &[String],
        expected: impl Fn(&[Vec<f64>; 4]) -> Vec<f64>,
    ) {
        let what = format!("{} {quantity}", self.robot);
        let (header, rows) = self.table(quantity, "--parameters parameters.yaml");
        assert_eq!(header, names, "{what}");
        assert_eq!(rows.len(), STATES, "{what}");
        for (row, state) in rows.iter().zip(&self.states) {
            assert_agree(&what, row, &expected(state), TOLERANCE);
        }
    }

    fn joints(&self, prefix: &str) -> Vec<String> {
        let joints = self.oracle.joints().iter();
        joints.map(|joint| format!("{prefix}_{joint}")).collect()
    }

    fn parameters(&self) -> Vec<String> {
        let parameters = self.oracle.parameters().iter();
        parameters.map(|parameter| parameter.name.clone()).collect()
    }

    /// Names of the measured rows: as the runtime lists them, and joint torques where it lists none.
    fn measured(&self) -> Vec<String> {
        let found = SENSED
            .iter()
            .find(|(robot, _)| robot.model().name == self.robot);
        found.map_or_else(
            || self.joints("tau"),
            |(robot, _)| {
                robot
                    .model()
                    .measured
                    .iter()
                    .map(|row| row.name.to_owned())
                    .collect()
            },
        )
    }
}

fn crossed(rows: &[String], columns: &[String]) -> Vec<String> {
    let pairs = rows
        .iter()
        .flat_map(|row| columns.iter().map(move |c| format!("{row}/{c}")));
    pairs.collect()
}

fn row_major(matrix: &DMatrix<f64>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

/// Runs a check on every robot.
fn on_every_robot(seed: u64, check: impl Fn(&Bench)) {
    let robots = robots();
    assert!(robots.len() >= 13, "only {} robots", robots.len());
    for (name, oracle) in robots {
        check(&Bench::new(name, oracle, seed));
    }
}

#[test]
fn torque_in_both_forms() {
    on_every_robot(1, |bench| {
        let expected =
            |[q, qd, qdd, _]: &[Vec<f64>; 4]| bench.oracle.torque(&bench.theta, q, qd, qdd);
        bench.holds("torque", &bench.joints("tau"), expected);
        bench.holds("closed-form-torque", &bench.joints("tau"), expected);
    });
}

#[test]
fn gravity_coriolis_and_inertia() {
    on_every_robot(2, |bench| {
        let (oracle, theta) = (&bench.oracle, &bench.theta);
        bench.holds("gravity", &bench.joints("tau"), |[q, ..]| {
            oracle.gravity_torque(theta, q)
        });
        bench.holds("coriolis", &bench.joints("c"), |[q, qd, ..]| {
            oracle.coriolis(theta, q, qd)
        });
        let joints = oracle.joints().iter();
        let names = joints.flat_map(|i| oracle.joints().iter().map(move |j| format!("M_{i}_{j}")));
        bench.holds("inertia", &names.collect::<Vec<_>>(), |[q, ..]| {
            row_major(&oracle.inertia(theta, q))
        });
    });
}

#[test]
fn forward_gives_the_accelerations_that_the_torques_cause() {
    on_every_robot(3, |bench| {
        let (oracle, theta) = (&bench.oracle, &bench.theta);
        let rest = vec![0.0; oracle.dof()];
        bench.holds("forward", &bench.joints("qdd"), |[q, qd, _, tau]| {
            let bias = oracle.torque(theta, q, qd, &rest);
            let news = DVector::from_fn(rest.len(), |i, _| tau[i] - bias[i]);
            let inertia = oracle.inertia(theta, q);
            let qdd = inertia.lu().solve(&news).expect("bodies with inertia");
            qdd.as_slice().to_vec()
        });
    });
}

#[test]
fn regressors_of_all_standard_parameters() {
    on_every_robot(4, |bench| {
        let oracle = &bench.oracle;
        let (joints, parameters) = (oracle.joints().to_vec(), bench.parameters());
        bench.holds(
            "regressor",
            &crossed(&joints, &parameters),
            |[q, qd, qdd, _]| row_major(&oracle.regressor(q, qd, qdd)),
        );
        bench.holds(
            "measured-regressor",
            &crossed(&bench.measured(), &parameters),
            |[q, qd, qdd, _]| row_major(&oracle.measured_regressor(q, qd, qdd)),
        );
        let energy = ["energy".to_owned()];
        bench.holds(
            "energy-regressor",
            &crossed(&energy, &parameters),
            |[q, qd, ..]| oracle.energy_regressor(q, qd),
        );
    });
}

/// A base parameter goes by the name of a standard parameter that no other base parameter has, with
/// factor 1: so its column of a regressor is that parameter's.
#[test]
fn regressors_of_base_parameters() {
    on_every_robot(5, |bench| {
        let (robot, parameters) = (bench.robot, bench.parameters());
        let info = bench.folder.json(&format!("{robot} info"));
        let base = info["base"].as_array().expect("base parameters").iter();
        let base: Vec<String> = base
            .map(|base| base["name"].as_str().expect("a name").to_owned())
            .collect();
        let columns: Vec<usize> = base
            .iter()
            .map(|name| {
                parameters
                    .iter()
                    .position(|p| p == name)
                    .expect("a standard parameter")
            })
            .collect();
        let oracle = &bench.oracle;
        let joints = oracle.joints().to_vec();
        bench.holds(
            "base-regressor",
            &crossed(&joints, &base),
            |[q, qd, qdd, _]| row_major(&oracle.regressor(q, qd, qdd).select_columns(&columns)),
        );
        let rows = bench.measured();
        bench.holds(
            "measured-base-regressor",
            &crossed(&rows, &base),
            |[q, qd, qdd, _]| {
                row_major(
                    &oracle
                        .measured_regressor(q, qd, qdd)
                        .select_columns(&columns),
                )
            },
        );
    });
}

#[test]
fn nominal_values_hold_where_no_parameters_are_given() {
    on_every_robot(6, |bench| {
        let nominal = bench
            .oracle
            .parameters()
            .iter()
            .map(|p| p.nominal.unwrap_or(0.0));
        let nominal: Vec<f64> = nominal.collect();
        let (_, rows) = bench.table("torque", "");
        for (row, [q, qd, qdd, _]) in rows.iter().zip(&bench.states) {
            let expected = bench.oracle.torque(&nominal, q, qd, qdd);
            assert_agree(bench.robot, row, &expected, TOLERANCE);
        }
    });
}

/// Mass, centre of mass and inertia about it of every body, in place of the standard parameters.
#[test]
fn physical_parameters_mean_what_they_say() {
    on_every_robot(7, |bench| {
        let mut text = String::new();
        let standard = bench.oracle.parameters().iter().zip(&bench.theta);
        let standard: Vec<(&str, f64)> = standard.map(|(p, x)| (p.name.as_str(), *x)).collect();
        let inertial = |name: &str| {
            name.split_once('_')
                .is_some_and(|(s, _)| s.starts_with(['m', 'L']))
        };
        for body in standard.chunk_by(|_, next| !next.0.starts_with("m_")) {
            let Some((_, name)) = body[0].0.split_once('_').filter(|_| inertial(body[0].0)) else {
                continue;
            };
            let [m, hx, hy, hz, xx, xy, xz, yy, yz, zz] = std::array::from_fn(|k| body[k].1);
            let [x, y, z] = [hx / m, hy / m, hz / m];
            text += &format!(
                "m_{name}: {m:?}\ntx_{name}: {x:?}\nty_{name}: {y:?}\ntz_{name}: {z:?}\n\
                 Jxx_{name}: {:?}\nJyy_{name}: {:?}\nJzz_{name}: {:?}\n\
                 Jxy_{name}: {:?}\nJxz_{name}: {:?}\nJyz_{name}: {:?}\n",
                xx - m * (y * y + z * z),
                yy - m * (x * x + z * z),
                zz - m * (x * x + y * y),
                xy + m * x * y,
                xz + m * x * z,
                yz + m * y * z,
            );
        }
        for (name, value) in standard.iter().filter(|(name, _)| !inertial(name)) {
            text += &format!("{name}: {value:?}\n");
        }
        bench.folder.write("physical.yaml", &text);
        let (_, rows) = bench.table("torque", "--parameters physical.yaml");
        for (row, [q, qd, qdd, _]) in rows.iter().zip(&bench.states) {
            let expected = bench.oracle.torque(&bench.theta, q, qd, qdd);
            assert_agree(bench.robot, row, &expected, TOLERANCE);
        }
    });
}

#[test]
fn a_state_without_a_column_is_refused_unless_the_quantity_does_without() {
    let gantry = robots().into_iter().find(|(name, _)| *name == "gantry");
    let (name, oracle) = gantry.expect("a robot");
    let bench = Bench::new(name, oracle, 8);
    bench.folder.write("positions.csv", "q_x,q_y\n0.1,0.2\n");
    let ask = |quantity: &str| {
        let line = format!("gantry evaluate --quantity {quantity} --states positions.csv");
        bench.folder.run(&line)
    };
    for quantity in ["inertia", "gravity"] {
        assert_eq!(ask(quantity).code, Some(0), "{quantity}");
    }
    for quantity in [
        "coriolis",
        "energy-regressor",
        "torque",
        "regressor",
        "base-regressor",
        "closed-form-torque",
    ] {
        ask(quantity).is_fault(&["qd_x"]);
    }
    bench
        .folder
        .write("positions.csv", "q_x,q_y,qd_x,qd_y\n0.1,0.2,0,0\n");
    ask("forward").is_fault(&["tau_x"]);
    ask("torque").is_fault(&["qdd_x"]);
}

/// A mass that no torque of the second joint moves leaves the inertia matrix singular, in the first state already.
#[test]
fn a_state_that_cannot_be_solved_is_named_by_its_number() {
    let folder = Folder::new();
    folder.write("one.yaml", "Lyy_upper: 1\n");
    folder.write(
        "states.csv",
        "q_shoulder,q_elbow,qd_shoulder,qd_elbow,tau_shoulder,tau_elbow\n0,0,0,0,1,1\n",
    );
    let line =
        "double_pendulum evaluate --quantity forward --states states.csv --parameters one.yaml";
    folder.run(line).is_fault(&["state 1 cannot be solved"]);
}

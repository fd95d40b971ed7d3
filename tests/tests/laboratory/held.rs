//! Simulated experiments with a base that moves: what was put in comes out, by whichever way the files are read.

use serde_json::Value;

use crate::program::{Folder, Table};

/// Sensors without faults.
const PERFECT: &str = "--encoder 0 --torque-noise 0";

/// Base parameters by name: value and nominal value.
fn beside(found: &Value) -> Vec<(String, [f64; 2])> {
    let parameters = found["base"].as_array().expect("a list");
    let one = |parameter: &Value| {
        let number = |key: &str| parameter[key].as_f64().expect("a number");
        let name = parameter["name"].as_str().expect("a name").to_owned();
        (name, [number("value"), number("truth")])
    };
    parameters.iter().map(one).collect()
}

#[track_caller]
fn demonstrated(robot: &str, count: usize) {
    let folder = Folder::new();
    let found = folder.json(&format!(
        "{robot} demo --seeds 1 {PERFECT} --duration 12 --rate 400 --out out"
    ));
    let all = beside(&found);
    assert_eq!(all.len(), count, "{robot}");
    for (name, [value, truth]) in all {
        let gap = (value - truth).abs() / (1.0 + truth.abs());
        assert!(gap < 2e-4, "{robot} {name}: {value}, not {truth}");
    }
    assert_ne!(found["verdict"]["grade"], "poor", "{}", found["verdict"]);
}

/// The numbers of base parameters are those that `tests/floating.rs` holds against the ranks of random motion.
#[test]
fn a_demonstration_identifies_robots_that_nothing_holds() {
    demonstrated("solo12", 94);
}

/// Drives behind a coupled transmission, joints that share coordinates, and no sensor of torque.
#[test]
fn a_demonstration_knows_motors_and_rows_of_the_base_alone() {
    for robot in ["tumbler", "hopper"] {
        let folder = Folder::new();
        let found = folder.json(&format!(
            "{robot} demo --seeds 1 {PERFECT} --duration 12 --rate 400 --out out"
        ));
        for (name, [value, truth]) in beside(&found) {
            let gap = (value - truth).abs() / (1.0 + truth.abs());
            assert!(gap < 2e-4, "{robot} {name}: {value}, not {truth}");
        }
    }
}

/// A description, a file without one whose columns have the usual names, and one that `describe` writes for a file with others.
#[test]
fn a_simulation_reads_back_in_three_ways() {
    let folder = Folder::new();
    folder.out("solo12 simulate --duration 4 --rate 200 --out run");
    let line = |file: &str| format!("solo12 identify --recording {file} --cutoff 20 --out out");
    let described = beside_nominal(&folder.json(&line("run/recording.yaml")));
    let bare = beside_nominal(&folder.json(&line("run/recording.csv")));
    assert_eq!(described, bare);

    let text = folder.read("run/recording.csv");
    let (header, rows) = text.split_once('\n').expect("a header");
    let names = [
        ("base_w", "imu/gyro/"),
        ("base_a", "imu/acc/"),
        ("fx_base", "held_0"),
        ("fy_base", "held_1"),
        ("fz_base", "held_2"),
        ("tx_base", "held_3"),
        ("ty_base", "held_4"),
        ("tz_base", "held_5"),
    ];
    let header = names
        .iter()
        .fold(header.to_owned(), |all, (from, to)| all.replace(from, to));
    folder.write("log.csv", &format!("{header}\n{rows}"));
    folder.out("solo12 describe log.csv -o log.yaml");
    let text = folder.read("log.yaml");
    assert!(
        text.contains(
            "angular_velocity: {columns: [imu/gyro/x, imu/gyro/y, imu/gyro/z], unit: rad/s}"
        ),
        "{text}"
    );
    assert!(
        text.contains("acceleration: {columns: [imu/acc/x, imu/acc/y, imu/acc/z], unit: m/s²}"),
        "{text}"
    );
    let contacts = "  contacts: [{body: base, at: [0, 0, 0], columns: [held_0, held_1, held_2, held_3, held_4, held_5]}]\n";
    folder.write("log.yaml", &(text + contacts));
    assert_eq!(beside_nominal(&folder.json(&line("log.yaml"))), described);
}

fn beside_nominal(found: &Value) -> Vec<f64> {
    let parameters = found["base"].as_array().expect("a list");
    let value = |parameter: &Value| parameter["value"].as_f64().expect("a number");
    parameters.iter().map(value).collect()
}

/// Points of the base: it is lifted by 0.3 m in a second and turned, and what lifts it is its weight and more.
#[test]
fn points_move_the_base() {
    let folder = Folder::new();
    folder.write("points.csv", &points());
    folder.out(&format!(
        "solo12 simulate --points points.csv --rate 1000 {PERFECT} --out run"
    ));
    let table = Table::parse(&folder.read("run/recording.csv"));
    let column = |name: &str| -> Vec<f64> {
        let numbers = table
            .column(name)
            .into_iter()
            .map(|x| x.parse().expect("a number"));
        numbers.collect()
    };
    let (up, force) = (column("base_az"), column("fz_base"));
    let mean = |column: &[f64]| column.iter().sum::<f64>() / column.len() as f64;
    // From rest to rest no impulse is left but that of the weight: 2.5 kg in all.
    assert!((mean(&up) - 9.81).abs() < 0.01, "{}", mean(&up));
    let mass = mean(&force) / 9.81;
    assert!((mass - 2.500_02).abs() < 0.01, "{mass}");
    // The fifth-order polynomial's largest acceleration, 10/√3 of a way in a second.
    let largest = up.iter().fold(0.0, |most: f64, x| most.max(*x));
    assert!(
        (largest - 9.81 - 0.3 * 10.0 / 3f64.sqrt()).abs() < 0.001,
        "{largest}"
    );
    let turned = column("base_wz");
    assert!((mean(&turned) - 0.5).abs() < 0.001, "{}", mean(&turned));
}

/// Joints that rest; a base that rises by 0.3 m and turns by half a radian about the vertical.
fn points() -> String {
    let joints: Vec<String> = ["FL", "FR", "HL", "HR"]
        .iter()
        .flat_map(|leg| ["HAA", "HFE", "KFE"].map(|joint| format!("q_{leg}_{joint}")))
        .collect();
    let still = vec!["0"; joints.len()].join(",");
    format!(
        "t,{},base_z,base_yaw\n0,{still},0,0\n1,{still},0.3,0.5\n",
        joints.join(",")
    )
}

//! Files of base parameters that are read, and what is said of those that are not.

use armwright_runtime::{BaseParameter, Model, Physical, PhysicalKind, Recovery};

use super::Estimation;
use crate::identify::{LengthEstimate, fingerprint};
use crate::regression::by_hand::{B, BASE, ByHand, MODEL, ROBOT};
use crate::statistics::{Estimated, Quality};

/// What is read of a text in a file with an ending, or why not, without the folder.
fn read(ending: &str, text: &str) -> Result<Estimation, String> {
    read_for(&ROBOT, ending, text)
}

fn read_for(robot: &ByHand, ending: &str, text: &str) -> Result<Estimation, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(format!("found.{ending}"));
    std::fs::write(&path, text).expect("a temporary file");
    let shown = path.display().to_string();
    Estimation::read(&path, robot).map_err(|error| error.to_string().replace(&shown, "FILE"))
}

const TABLE: &str = "name,value,std,quality\nLzz_a,1.5,0.1,good\nmx_a,-2,,not excited\nm_b,3,,given\nfc_m2,0,,left out\n\
                     fv_j1,0.5,0.02,assumed\nfo_j2,7,1e-3,\n";

#[test]
fn a_table_has_values_deviations_and_what_was_held() {
    let found = read("CSV", TABLE).expect("an estimation");
    let p = |name: &str, value, std, quality| Estimated {
        name: name.to_owned(),
        value,
        std,
        quality,
        ..Estimated::default()
    };
    let none = Quality::Undetermined;
    let expected = Estimation {
        robot: "by_hand".to_owned(),
        base: vec![
            p("Lzz_a", 1.5, Some(0.1), none),
            p("mx_a", -2.0, None, none),
            p("m_b", 3.0, None, Quality::Given),
            p("fc_m2", 0.0, None, Quality::LeftOut),
            p("fv_j1", 0.5, Some(0.02), none),
            p("fo_j2", 7.0, Some(1e-3), none),
        ],
        ..Estimation::default()
    };
    assert_eq!(found, expected);
    let parameters = read("yaml", "m_a: 2\nLzz_a: 0.5\nfo_j2: -1\n").expect("an estimation");
    let values: Vec<f64> = parameters.parameters().map(|p| p.value).collect();
    assert_eq!(values, [1.0, 1.0, 0.0, 0.0, 0.0, -1.0]);
    assert!(parameters.parameters().all(|p| p.std == Some(0.0)));
    assert_eq!(
        (parameters.robot.as_str(), parameters.base[1].name.as_str()),
        ("by_hand", "mx_a")
    );
}

/// Base parameters are those with the lengths that were fitted, in the order of the plan whatever that of the rows or names is.
#[test]
fn a_table_has_the_lengths_that_were_fitted() {
    const fn length(name: &'static str, nominal: f64) -> Physical {
        Physical {
            name,
            latex: "",
            unit: "m",
            kind: PhysicalKind::FittedLength,
            nominal: Some(nominal),
        }
    }
    static MODEL_OF_TWO: Model = Model {
        recovery: Some(Recovery {
            known: &[length("l_2", 0.5), length("l_1", 0.375)],
            recovered: &[],
            steps: &[],
            undetermined: &[],
            invisible: &[],
            spare: &[],
            rank: 0,
        }),
        ..MODEL
    };
    let robot = ByHand(&MODEL_OF_TWO);
    let read = |rows: &str| read_for(&robot, "csv", &format!("{TABLE}{rows}"));
    let found = read("l_1,0.625,0.125,fitted\nl_2,0.75,0.25,fitted\n").expect("an estimation");
    assert_eq!(found.base.len(), B);
    let estimate = found.base_estimate(&MODEL_OF_TWO);
    // A table says nothing of how they err with base parameters.
    let fitted = |name: &str, value, among: [f64; 2]| LengthEstimate {
        name: name.to_owned(),
        value,
        covariance: vec![0.0; B],
        among: among.to_vec(),
    };
    assert_eq!(
        estimate.lengths,
        [
            fitted("l_2", 0.75, [0.0625, 0.0]),
            fitted("l_1", 0.625, [0.0, 0.125 * 0.125])
        ]
    );
    // Each has the value of its own in the robot file; one without a deviation is taken as it is.
    let exact = read("l_2,0.75,0.25,fitted\nl_1,0.625,,fitted\n").expect("an estimation");
    let told = exact.lengths.iter();
    let told: Vec<_> = told.map(|l| (l.name.as_str(), l.std, l.nominal)).collect();
    assert_eq!(told, [("l_2", 0.25, Some(0.5)), ("l_1", 0.0, Some(0.375))]);
    assert_eq!(
        read("l_2,0.75,0.25,fitted\n"),
        Err("FILE: has some fitted lengths, but not `l_1`".to_owned())
    );
    assert!(read("").expect("an estimation").lengths.is_empty());
    // So are those of a result.
    let result = |change: fn(&mut Estimation)| {
        let mut written = found.clone();
        change(&mut written);
        let text = serde_json::to_string(&written).expect("a text");
        read_for(&robot, "json", &text).map(|read| read.lengths)
    };
    assert_eq!(result(|e| e.lengths.reverse()), Ok(found.lengths.clone()));
    assert_eq!(
        result(|e| e.lengths[1].name = "l_3".to_owned()),
        Err("FILE: has a length `l_3`, which this robot file does not fit".to_owned())
    );
}

#[test]
fn tables_that_lack_something_are_refused() {
    assert_eq!(
        read("csv", "name,value,std\n"),
        Err("FILE: is empty: a base.csv has a row for each base parameter".to_owned())
    );
    let without: String = TABLE
        .lines()
        .filter(|l| !l.starts_with("m_b"))
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(
        read("csv", &without),
        Err(
            "FILE: has no base parameter `m_b`: identify again with this robot file; of an identification without some \
             torques give its identification.json"
                .to_owned()
        )
    );
    let wrong = read("csv", "name,value,std\nLzz_a,heavy,1\n").expect_err("a word for a value");
    assert!(
        wrong.starts_with("FILE: ")
            && wrong.ends_with("; a base.csv has the columns name, value and std"),
        "{wrong}"
    );
    let gone = Estimation::read(std::path::Path::new("nowhere/found.csv"), &ROBOT);
    let gone = gone.expect_err("no file").to_string();
    assert!(gone.starts_with("nowhere/found.csv: "), "{gone}");
}

/// An identification of the robot, changed.
fn written(change: impl FnOnce(&mut Estimation)) -> String {
    let p = |base: &BaseParameter| Estimated {
        name: base.name.to_owned(),
        expression: base.expression.to_owned(),
        value: 1.0,
        ..Estimated::default()
    };
    let mut found = Estimation {
        robot: "by_hand".to_owned(),
        fingerprint: fingerprint(&ROBOT).expect("numbers"),
        base: BASE.iter().map(p).collect(),
        ..Estimation::default()
    };
    change(&mut found);
    serde_json::to_string(&found).expect("a text")
}

#[test]
fn an_identification_is_of_this_robot_and_of_this_version() {
    let found = read("json", &written(|_| {})).expect("an estimation");
    assert_eq!(found.base.len(), B);
    assert_eq!(
        read("json", &written(|e| e.robot = "puma".to_owned())),
        Err("FILE: identifies puma, not by_hand".to_owned())
    );
    let unlike = "FILE: its covariance does not fit its parameters".to_owned();
    assert_eq!(
        read(
            "json",
            &written(|e| e.covariance.parameters = vec!["Lzz_a".to_owned()])
        ),
        Err(unlike.clone())
    );
    let some = |e: &mut Estimation| {
        e.covariance.parameters = vec!["Lzz_a".to_owned(), "m_b".to_owned()];
        e.covariance.values = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    };
    assert_eq!(read("json", &written(some)), Err(unlike.clone()));
    let names = || {
        BASE.iter()
            .map(|base| base.name.to_owned())
            .collect::<Vec<_>>()
    };
    let of = |rows: Vec<Vec<f64>>| {
        written(|e| (e.covariance.parameters, e.covariance.values) = (names(), rows))
    };
    let whole = vec![vec![0.0; B]; B];
    assert!(read("json", &of(whole.clone())).is_ok());
    // However the ending of the file is written.
    assert_eq!(
        read("JSON", &of(whole.clone())),
        read("json", &of(whole.clone()))
    );
    // A row too few, one too many, and one that is too short.
    assert_eq!(read("json", &of(whole[1..].to_vec())), Err(unlike.clone()));
    let more = [&whole[..], &whole[..1]].concat();
    assert_eq!(read("json", &of(more)), Err(unlike.clone()));
    let mut short = whole;
    short[1].pop();
    assert_eq!(read("json", &of(short)), Err(unlike));
    let broken = read("json", "{}").expect_err("nothing");
    assert!(
        broken.starts_with("FILE: not an identification.json: "),
        "{broken}"
    );
    let stale = |difference: &str| {
        Err(format!(
            "FILE: was identified with another version of the robot file, whose equations are not the same: {difference}; \
             identify again, or use the robot file of that time"
        ))
    };
    let other = |e: &mut Estimation| {
        e.fingerprint
            .iter_mut()
            .skip(1)
            .take(2)
            .for_each(|x| *x += 1.0)
    };
    assert_eq!(
        read("json", &written(other)),
        stale("the motion multiplies mx_a, m_b otherwise")
    );
    let all = |e: &mut Estimation| e.fingerprint.iter_mut().for_each(|x| *x += 1.0);
    assert_eq!(
        read("json", &written(all)),
        stale("the motion multiplies Lzz_a, mx_a, m_b, fc_m2, fv_j1 and 1 more otherwise")
    );
    // Where a combination is another one, that is said.
    let changed = |e: &mut Estimation| {
        e.fingerprint[0] += 1.0;
        e.base[1].expression = "mx_a + 0.4*m_a".to_owned();
    };
    assert_eq!(
        read("json", &written(changed)),
        stale("`mx_a` was mx_a + 0.4*m_a and is mx_a + 0.5*m_a")
    );
    // Nothing is known of what has no numbers.
    assert!(read("json", &written(|e| e.fingerprint.clear())).is_ok());
    let smaller = ByHand(Box::leak(Box::new(Model {
        base: &MODEL.base[..5],
        ..MODEL
    })));
    assert!(read_for(&smaller, "json", &written(|_| {})).is_ok());
}

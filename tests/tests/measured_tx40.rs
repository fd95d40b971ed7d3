//! A measured robot, a Stäubli TX40: the published identification is reproduced.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::identify::{Identification, identify, part_of};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::random::Random;
use armwright_lab::recording::{Arrays, Recording};
use armwright_runtime::{Robot, Torque};
use armwright_tests::{Pair, Published, assert_agree, data, laid_out, published_matrix, zoo};
use nalgebra::DVector;

/// The whole recording by weighted least squares, identified once for all tests.
pub(crate) fn identified() -> (Pair, &'static Identification) {
    static FOUND: OnceLock<Identification> = OnceLock::new();
    let identify = || identified_by(&data("tx40"), Method::Wls).1;
    (robot(), FOUND.get_or_init(identify))
}

fn robot() -> Pair {
    let mut all = zoo().into_iter();
    all.find(|pair| pair.name() == "tx40")
        .expect("tx40 is a robot")
}

fn identified_by(data: &Path, method: Method) -> (Pair, Identification) {
    let pair = robot();
    let folder = laid_out("tx40", data);
    let recording = Recording::read(&folder.path().join("recording.yaml"), pair.robot.model())
        .unwrap_or_else(|error| panic!("{error}"));
    let dataset = Dataset {
        training: vec![recording],
        validation: Vec::new(),
    };
    let found = identify(pair.robot, dataset, &method.into());
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    (pair, found)
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn published_identification_is_reproduced() {
    let data = data("tx40");
    let (pair, found) = identified();

    assert_eq!(found.estimation.parameters().count(), 61, "parameters");
    assert_eq!(
        found.excitation.rank, 61,
        "directions that the motion excites"
    );
    let overall = &found.fits.overall;
    assert!(overall.r2 >= 0.9974, "R² {}", overall.r2);
    assert!(overall.nrmse <= 0.05, "relative residual {}", overall.nrmse);
    // Two units of the last digit below what an independent identification reached.
    for (fit, reached) in found
        .fits
        .joints
        .iter()
        .zip([0.998, 0.997, 0.994, 0.993, 0.988, 0.991])
    {
        assert!(
            fit.r2 >= reached - 0.002,
            "R² of joint {}: {}",
            fit.name,
            fit.r2
        );
    }

    let published =
        Published::read(&data.join("reference_base_params.csv")).expect("the published table");
    let values = in_published_terms(
        &pair,
        &found.estimation.base_estimate(pair.robot.model()).beta,
        &published,
    );
    let mut compared = 0;
    for (row, value) in published
        .iter()
        .zip(&values)
        .filter(|(row, _)| row.percent < 5.0)
    {
        let apart = (value / row.value - 1.0).abs();
        assert!(
            apart <= 0.03,
            "{}: {value}, published {}",
            row.combination,
            row.value
        );
        compared += 1;
    }
    assert_eq!(compared, 19, "published parameters that are known to 5 %");
}

/// The published identification left out all but 25 base parameters, by relative deviations of white noise up to 30 times the
/// smallest. By deviations of noise as it is correlated, and tests, the same stay but for one: `fv6` of the publication is
/// the sum of `fv_6` and `fv_m6` of this robot file, of which the first is not told from 0.
#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn essential_parameters_are_the_published_ones() {
    let data = data("tx40");
    let (pair, found) = identified_by(&data, Method::Essential);
    let published = Published::read(&data.join("reference_essential_params.csv"));
    let published = published.expect("the published table");
    let model = pair.robot.model();
    let estimate = found.estimation.base_estimate(model);
    let combinations = published_matrix(&published, model).expect("known parameters");
    let change = pair.in_base_parameters(&combinations);
    let values = &change * DVector::from_column_slice(&estimate.beta);
    let mut theirs = BTreeSet::new();
    for (k, row) in published.iter().enumerate() {
        let terms = (0..model.base.len()).filter(|j| change[(k, *j)].abs() > 1e-9);
        let terms: Vec<(usize, f64)> = terms.map(|j| (j, change[(k, j)])).collect();
        theirs.extend(terms.iter().map(|(j, _)| model.base[*j].name));
        let (_, std) = estimate.combined(&terms);
        let off = (values[k] - row.value) / std.unwrap_or(0.0);
        let deviation = row.value.abs() * row.percent / 100.0;
        let both = std.unwrap_or(0.0).hypot(deviation);
        println!(
            "{}: {} for {}, {off:+.2} deviations",
            row.combination, values[k], row.value
        );
        assert!(
            (values[k] - row.value).abs() < 2.0 * both,
            "{}: {off}",
            row.combination
        );
    }
    let stay = found.estimation.parameters().filter(|p| p.std.is_some());
    let stay: BTreeSet<&str> = stay.map(|p| p.name.as_str()).collect();
    let only: Vec<_> = theirs.difference(&stay).collect();
    assert_eq!(only, [&"fv_6"], "left out here alone");
    let ours: Vec<_> = stay.difference(&theirs).collect();
    assert_eq!(ours, [&""; 0], "kept here alone");
}

/// Our base parameters as the published combinations.
fn in_published_terms(pair: &Pair, beta: &[f64], published: &[Published]) -> Vec<f64> {
    let combinations = published_matrix(published, pair.robot.model()).expect("known parameters");
    let change = pair.in_base_parameters(&combinations);
    let back = &change * pair.base_matrix();
    assert_agree(
        "published combinations",
        back.as_slice(),
        combinations.as_slice(),
        1e-9,
    );
    (change * DVector::from_column_slice(beta))
        .as_slice()
        .to_vec()
}

/// Without the torque of the second motor, and of the fifth, which turns with the sixth: what the others reveal
/// is what all of them say of it, as far as they say it well.
#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn without_a_torque_the_others_say_what_all_say() {
    let data = data("tx40");
    let (pair, whole) = identified();
    let folder = laid_out("tx40", &data);
    for (left_out, motor, missing) in [("m2", 1, "2"), ("m5", 4, "5")] {
        let names = [left_out.to_owned()];
        let path = folder.path().join("recording.yaml");
        let recordings = Recording::read_without(&path, pair.robot.model(), &names);
        let dataset = Dataset::from(recordings.unwrap_or_else(|error| panic!("{error}")));
        let part = part_of(pair.robot, &dataset, &ProcessingOptions::default());
        let part = part.expect("a part").expect("a torque is left out");
        assert_eq!(part.left_out(), [Torque::motor(motor)]);
        let rank = part.model().base.len();
        assert!(rank < 61, "without {left_out}");
        let found = identify(&part, dataset, &Method::Wls.into());
        let found = found.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.excitation.rank, rank, "directions without {left_out}");
        let unpredicted = |name: &str| found.fits.joints.iter().all(|fit| fit.name != name);
        assert!(unpredicted(missing) && found.fits.joints.len() == 5);
        let mut fits = found.fits.joints.iter();
        assert!(fits.all(|fit| fit.r2 > 0.98), "{:?}", found.fits.joints);
        let whole = whole.estimation.within(pair.robot, &part).expect("a part");
        let mut compared = 0;
        for p in found.estimation.parameters() {
            let all = whole.parameter(&p.name).expect("the same parameters");
            let (Some(std), Some(of_all)) = (p.std, all.std) else {
                continue;
            };
            let apart = (p.value - all.value).abs() / std.hypot(of_all);
            let (name, value) = (&p.name, p.value);
            assert!(apart < 3.0, "{name}: {value} and {}", all.value);
            compared += 1;
        }
        assert_eq!(compared, rank, "determined by both without {left_out}");
    }
}

/// A log as it comes: three rows in ten dropped at random, five gaps of 50 ms, a repeated row, a number that is none
/// and a spike in a position and in a torque. Every parameter is within one deviation of the whole recording's.
#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn a_log_with_holes_says_what_the_whole_one_says() {
    let data = data("tx40");
    let (pair, whole) = identified();
    let model = pair.robot.model();
    let folder = laid_out("tx40", &data);
    let recording = Recording::read(&folder.path().join("recording.yaml"), model)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        recording.repairs,
        [],
        "nothing is wrong with what was measured"
    );

    let mut random = Random::new(8);
    let in_gap = |row: usize| (1..6).any(|k| (7000 * k..7000 * k + 250).contains(&row));
    let rows = (0..recording.samples()).filter(|&row| random.uniform() > 0.3 && !in_gap(row));
    let mut rows: Vec<usize> = rows.collect();
    rows.insert(5001, rows[5000]);
    let pick = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let pick = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect();
        columns.iter().map(pick).collect()
    };
    let mut log = Arrays {
        time: rows
            .iter()
            .map(|&row| row as f64 / recording.rate)
            .collect(),
        position: pick(&recording.position),
        torque: pick(recording.torque.as_deref().expect("torques")),
        ..Arrays::default()
    };
    log.torque[2][12_000] = f64::NAN;
    log.torque[0][20_000] += 200.0;
    log.position[3][9000] -= 1.0;

    let mut pieces = Recording::all_from_arrays(model, log).unwrap_or_else(|e| panic!("{e}"));
    let told: Vec<String> = pieces[0].repairs.iter().map(ToString::to_string).collect();
    for expected in [
        "are missing",
        "repeated",
        "no finite number",
        "spike of position",
        "spike of torque",
    ] {
        assert!(
            told.iter().any(|line| line.contains(expected)),
            "{expected}: {told:?}"
        );
    }
    for piece in &mut pieces {
        piece.options = recording.options.clone();
    }
    let found = identify(pair.robot, Dataset::from(pieces), &Method::Wls.into());
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    for (p, whole) in found
        .estimation
        .parameters()
        .zip(whole.estimation.parameters())
    {
        let deviations = (p.value - whole.value).abs() / p.std.expect("a deviation");
        assert!(deviations < 1.0, "{}: {deviations} deviations", p.name);
    }
}

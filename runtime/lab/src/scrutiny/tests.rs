//! Profiles and steps joint by joint, against least squares of all equations.

use nalgebra::{DMatrix, DVector};

use super::{Asked, Profile, Questions, Step};
use crate::estimate::{Estimate, Estimator, Method, estimate};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::parameters::{base_matrix, nominal};
use crate::regression::{Equations, Factor, Observation, Sample};
use crate::statistics::{Noise, Record};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Class, Robot, Side};

/// A motion with what an estimate of all parameters is made of.
struct Given {
    robot: &'static dyn Robot,
    motions: Vec<Motion>,
    observation: Observation,
    estimate: Estimate,
    covariance: DMatrix<f64>,
    noise: Noise,
}

fn given(robot: &'static dyn Robot, noise: &[f64]) -> Given {
    let (model, mut random) = (robot.model(), Random::new(4));
    let path = designed(model, 5.0, 5.0, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.05,
    };
    let made = simulate(robot, &nominal(model), &path, 200.0, &sensors, &mut random);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let recording = made.and_then(|made| made.recording()).expect("a recording");
    let motions = vec![Motion::of(recording, &options, model).expect("a motion")];
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("factors");
    let found = estimate(&observation, model, &ols()).expect("an estimate");
    let b = model.base.len();
    let record = || {
        vec![Record {
            matrix: DMatrix::zeros(9, 1),
            kept: vec![true; 9],
        }]
    };
    Given {
        robot,
        motions,
        observation,
        estimate: found,
        covariance: DMatrix::from_diagonal(&DVector::from_fn(b, |k, _| 0.25 * (k + 1) as f64)),
        // A row of which nothing is left makes all of it white.
        noise: Noise::beside(noise.iter().map(|_| record()).collect(), noise, &[]),
    }
}

fn ols() -> Estimator {
    Estimator {
        method: Method::Ols,
        ..Estimator::default()
    }
}

impl Given {
    fn ask<T>(&self, of: impl Fn(&Asked<'_>) -> T) -> T {
        let equations = Equations::of(self.robot, Side::Joint).expect("equations");
        of(&Asked {
            equations: &equations,
            motions: &self.motions,
            observation: &self.observation,
            estimator: &ols(),
            estimate: &self.estimate,
            covariance: &self.covariance,
            noise: &self.noise,
        })
    }

    fn profile(&self, name: &str) -> Profile {
        let questions = Questions {
            profiles: vec![name.to_owned()],
            ..Questions::default()
        };
        let answers = self.ask(|asked| asked.answer(&questions, &mut |_| {}));
        answers.expect("an answer").profiles.remove(0)
    }

    /// The equations of a row.
    fn rows(&self, row: usize) -> (DMatrix<f64>, DVector<f64>) {
        let equations = Equations::of(self.robot, Side::Joint).expect("equations");
        let b = self.robot.model().base.len();
        let (mut elements, mut right) = (Vec::new(), Vec::new());
        let mut take = |sample: &Sample<'_>| {
            if !sample.counts(row) {
                return;
            }
            let mut line = vec![0.0; b];
            sample.row(row).for_each(|(j, x)| line[j] = x);
            elements.extend(line);
            right.push(sample.torque[row]);
        };
        let columns = equations.base_columns();
        let passed = equations.pass(&self.motions[0], &columns, &mut take, &mut |_| {});
        passed.expect("equations");
        let matrix = DMatrix::from_row_slice(right.len(), b, &elements);
        (matrix, DVector::from_vec(right))
    }
}

fn near(found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(
        off < 1e-6 * expected.abs().max(1e-3),
        "{found} for {expected}"
    );
}

fn stacked(above: &DMatrix<f64>, below: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(above.nrows() + below.nrows(), above.ncols(), |i, j| match i
        .checked_sub(above.nrows())
    {
        None => above[(i, j)],
        Some(i) => below[(i, j)],
    })
}

fn pseudo(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    matrix.tr_mul(matrix).try_inverse().expect("an inverse") * matrix.transpose()
}

#[test]
fn a_profile_has_its_intervals_and_what_zero_and_nominal_values_cost() {
    let given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    let model = given.robot.model();
    let b = model.base.len();
    let [one, other] = [0, 1].map(|row| given.rows(row));
    let matrix = stacked(&one.0, &other.0);
    let right = DVector::from_iterator(matrix.nrows(), one.1.iter().chain(other.1.iter()).copied());
    let left = |matrix: &DMatrix<f64>, right: &DVector<f64>| {
        (right - matrix * (pseudo(matrix) * right)).norm()
    };
    let least = left(&matrix, &right);
    let inverse = matrix.tr_mul(&matrix).try_inverse().expect("an inverse");
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    for (k, base) in model.base.iter().enumerate() {
        let found = given.profile(base.name);
        assert_eq!(
            (
                found.name.as_str(),
                found.expression.as_str(),
                found.unit.as_str()
            ),
            (base.name, base.expression, base.unit)
        );
        assert_eq!(
            (found.value, found.flat.as_ref()),
            (Some(given.estimate.beta[k]), None)
        );
        let others = matrix.clone().remove_column(k);
        let cost = |value: f64| left(&others, &(&right - matrix.column(k) * value)) / least;
        near(found.at_zero.expect("a cost"), cost(0.0));
        near(found.at_nominal.expect("a cost"), cost(truth[k]));
        for (interval, growth) in [
            (found.within_1_percent, 1.01),
            (found.within_10_percent, 1.1),
        ] {
            let [low, high] = interval.expect("an interval");
            assert!(low < given.estimate.beta[k] && given.estimate.beta[k] < high);
            near(cost(low), growth);
            near(cost(high), growth);
        }
        let points = &found.points;
        assert_eq!(points.len(), 41);
        assert_eq!(
            (points[20].value, points[20].residual),
            (given.estimate.beta[k], 1.0)
        );
        near(points[0].residual, 1.2);
        near(points[40].residual, 1.2);
        near(
            points[30].value - points[20].value,
            (points[40].value - points[20].value) / 2.0,
        );
        let correlation = |j: usize| inverse[(j, k)] / (inverse[(j, j)] * inverse[(k, k)]).sqrt();
        let most = (0..b)
            .filter(|j| *j != k)
            .max_by(|i, j| correlation(*i).abs().total_cmp(&correlation(*j).abs()));
        let most = most.expect("a parameter");
        let follower = found.follower.expect("a follower");
        assert_eq!(follower.name, model.base[most].name);
        near(follower.correlation, correlation(most));
        near(follower.slope, inverse[(most, k)] / inverse[(k, k)]);
    }
}

/// Rows of weights 4 and 1/4: the sum of squares at an estimate and the information are both of weighted equations.
#[test]
fn a_profile_weighs_rows_as_its_estimate_did() {
    let mut given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    given.estimate.weights = vec![4.0, 0.25];
    let [one, other] = [0, 1].map(|row| given.rows(row));
    let matrix = stacked(&(&one.0 * 2.0), &(&other.0 * 0.5));
    let [first, second] = [&one.1 * 2.0, &other.1 * 0.5];
    let right = first.iter().chain(second.iter()).copied();
    let right = DVector::from_iterator(matrix.nrows(), right);
    let beta = DVector::from_column_slice(&given.estimate.beta);
    let squares = (&right - &matrix * &beta).norm_squared();
    let inverse = matrix.tr_mul(&matrix).try_inverse().expect("an inverse");
    for (k, base) in given.robot.model().base.iter().enumerate() {
        let found = given.profile(base.name);
        let expected = (1.0 + beta[k].powi(2) / (squares * inverse[(k, k)])).sqrt();
        near(found.at_zero.expect("a cost"), expected);
    }
}

#[test]
fn a_profile_that_is_flat_says_why() {
    let mut held = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    let model = held.robot.model();
    held.estimate.held[1] = true;
    let found = held.profile(model.base[1].name);
    assert_eq!(found.flat.as_deref(), Some("its value was given"));
    assert_eq!(
        (found.value, found.points.len(), found.unit.as_str()),
        (None, 0, model.base[1].unit)
    );
    // What others make up.
    let combined = model
        .parameters
        .iter()
        .find(|p| p.name == "m_lower")
        .expect("a parameter");
    assert_eq!(combined.class, Class::Combined);
    let with: Vec<&str> = model
        .base
        .iter()
        .filter(|base| base.expression.contains("m_lower"))
        .map(|base| base.expression)
        .collect();
    let found = held.profile("m_lower");
    assert_eq!(
        found.flat,
        Some(format!(
            "it acts only together with others, which make up for it: {}",
            with.join(", ")
        ))
    );
    assert_eq!(
        (found.name.as_str(), found.unit.as_str()),
        ("m_lower", combined.unit)
    );
    let invisible = model
        .parameters
        .iter()
        .find(|p| p.class == Class::Invisible)
        .expect("a parameter");
    assert_eq!(
        held.profile(invisible.name).flat.as_deref(),
        Some("no motion shows it")
    );
    let unknown = |name: &str| {
        let questions = Questions {
            profiles: vec![name.to_owned()],
            ..Questions::default()
        };
        let answers = held.ask(|asked| asked.answer(&questions, &mut |_| {}));
        answers.expect_err("a refusal").to_string()
    };
    let of = |name: &str, why: &str| {
        format!("the robot has no parameter `{name}` whose profile could be drawn{why}")
    };
    assert_eq!(
        unknown("tx_lower"),
        of(
            "tx_lower",
            "; it is made of several, whose interval `recover` tells with all others"
        )
    );
    assert!(unknown("mx_lowr").starts_with(&of("mx_lowr", "; did you mean mx_lower")));
}

/// White noise in one of the rows alone: what it scatters, alone and with the errors of the row behind.
#[test]
fn steps_take_what_was_found_before_as_found() {
    for noise in [[2.25, 0.0], [0.0, 0.09]] {
        let given = given(&double_pendulum::ROBOT, &noise);
        let (model, b) = (given.robot.model(), given.robot.model().base.len());
        let questions = Questions {
            sequence: true,
            ..Questions::default()
        };
        let answers = given.ask(|asked| asked.answer(&questions, &mut |_| {}));
        let answers = answers.expect("steps");
        assert!(answers.profiles.is_empty() && answers.influence.is_empty());
        let steps: Vec<Step> = answers.sequence;
        let names: Vec<&str> = steps.iter().map(|step| step.row.as_str()).collect();
        assert_eq!(names, ["elbow", "shoulder"]);
        let variance = &given.estimate.variance;
        // Each row in deviations of its residual.
        let [first, last] = [0, 1].map(|row| {
            let (matrix, right) = given.rows(row);
            let scale = variance[row].sqrt().recip();
            (matrix * scale, right * scale)
        });
        let behind: Vec<usize> = (0..b).filter(|k| last.0.column(*k).norm() > 0.0).collect();
        let rest: Vec<usize> = (0..b).filter(|k| !behind.contains(k)).collect();
        let own = last.0.select_columns(&behind);
        let map = pseudo(&own);
        let known = &map * &last.1;
        let both = stacked(&last.0, &first.0);
        let right =
            DVector::from_iterator(both.nrows(), last.1.iter().chain(first.1.iter()).copied());
        let inverse = pseudo(&both.select_columns(&rest));
        let of_known = both.select_columns(&behind);
        let after = &inverse * (&right - &of_known * &known);
        // How the right-hand sides of both rows enter.
        let count = last.0.nrows();
        let mut total = inverse.clone();
        let less = &inverse * &of_known * &map;
        let mut of_last = total.columns_mut(0, count);
        of_last -= &less;
        let scatter = |map: &DMatrix<f64>, k: usize, from: [usize; 2]| {
            let each = [1, 0].map(|row| {
                let columns = map.columns(
                    from[1 - row],
                    if row == 1 {
                        count
                    } else {
                        map.ncols() - from[1]
                    },
                );
                columns.row(k).norm_squared() * noise[row] / variance[row]
            });
            each.iter().sum::<f64>().sqrt()
        };
        assert_eq!(
            [steps[0].parameters.len(), steps[1].parameters.len()],
            [behind.len(), rest.len()]
        );
        for (k, (p, place)) in steps[0].parameters.iter().zip(&behind).enumerate() {
            assert_eq!(
                (p.name.as_str(), p.unit.as_str()),
                (model.base[*place].name, model.base[*place].unit)
            );
            near(p.value, known[k]);
            let std = (map.row(k).norm_squared() * noise[1] / variance[1]).sqrt();
            near(p.std, std);
            near(p.alone, std);
            near(p.together, given.estimate.beta[*place]);
            near(p.std_together, (0.25 * (place + 1) as f64).sqrt());
        }
        for (k, (p, place)) in steps[1].parameters.iter().zip(&rest).enumerate() {
            assert_eq!(p.name, model.base[*place].name);
            near(p.value, after[k]);
            near(p.std, scatter(&total, k, [0, count]));
            near(p.alone, scatter(&inverse, k, [0, count]));
        }
    }
}

/// Of more rows than two: how what each row tells depends on all measured values follows from telling it of each alone.
#[test]
fn errors_are_handed_on_from_row_to_row() {
    let robot = &abb_wrist::ROBOT;
    let (n, b) = (robot.model().joints.len(), robot.model().base.len());
    for noisy in 0..n {
        let mut noise = vec![0.0; n];
        noise[noisy] = 0.7;
        let given = given(robot, &noise);
        let questions = Questions {
            sequence: true,
            ..Questions::default()
        };
        let answers = given.ask(|asked| asked.answer(&questions, &mut |_| {}));
        let steps = answers.expect("steps").sequence;
        assert_eq!(steps.len(), n);
        let rows: Vec<_> = (0..n).map(|row| given.rows(row)).collect();
        let counts: Vec<usize> = rows.iter().map(|(_, right)| right.len()).collect();
        let first = |row: usize| counts[..row].iter().sum::<usize>();
        let all = first(n);
        // What a parameter becomes where one of the measured values is 1 and the others are 0 (`b × values`).
        let mut told = DMatrix::zeros(b, all);
        let (mut matrix, mut right) = (DMatrix::zeros(0, b), DMatrix::zeros(0, all));
        let mut known: Vec<usize> = Vec::new();
        for (step, row) in steps.iter().zip((0..n).rev()) {
            let scale = given.estimate.variance[row].sqrt().recip();
            matrix = stacked(&matrix, &(&rows[row].0 * scale));
            let own = DMatrix::from_fn(counts[row], all, |i, j| {
                f64::from(u8::from(j == first(row) + i))
            });
            right = stacked(&right, &own);
            let open: Vec<usize> = (0..b).filter(|k| !known.contains(k)).collect();
            let of_known = matrix.select_columns(&known) * told.select_rows(&known);
            let open_columns = matrix.select_columns(&open);
            let spectrum = open_columns.tr_mul(&open_columns).symmetric_eigen();
            let least = 1e-11 * spectrum.eigenvalues.max();
            let inverse = spectrum
                .eigenvalues
                .map(|x| if x > least { x.recip() } else { 0.0 });
            let inverse = &spectrum.eigenvectors
                * DMatrix::from_diagonal(&inverse)
                * spectrum.eigenvectors.transpose();
            let values = inverse * open_columns.tr_mul(&(&right - of_known));
            let before = known.clone();
            for p in &step.parameters {
                let place = open
                    .iter()
                    .position(|k| robot.model().base[*k].name == p.name);
                let place = place.expect("a parameter that is open");
                told.set_row(open[place], &values.row(place));
                known.push(open[place]);
                let scatter = values.row(place);
                let scatter = scatter.columns(first(noisy), counts[noisy]).norm();
                near(
                    p.std,
                    scatter * noise[noisy].sqrt() / given.estimate.variance[noisy].sqrt(),
                );
            }
            assert!(row == n - 1 || !before.is_empty());
        }
        assert_eq!(known.len(), b);
    }
}

/// The others are told as if the column of what is held were not there.
#[test]
fn what_is_held_follows_no_other() {
    let mut given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    given.estimate.held[1] = true;
    let [one, other] = [0, 1].map(|row| given.rows(row));
    let matrix = stacked(&one.0, &other.0);
    let right = DVector::from_iterator(matrix.nrows(), one.1.iter().chain(other.1.iter()).copied());
    let beta = DVector::from_column_slice(&given.estimate.beta);
    let squares = (&right - &matrix * &beta).norm_squared();
    let base = given.robot.model().base;
    let places: Vec<usize> = (0..base.len()).filter(|k| *k != 1).collect();
    let free = matrix.select_columns(&places);
    let inverse = free.tr_mul(&free).try_inverse().expect("an inverse");
    for (k, &place) in places.iter().enumerate() {
        let found = given.profile(base[place].name);
        let expected = (1.0 + beta[place].powi(2) / (squares * inverse[(k, k)])).sqrt();
        near(found.at_zero.expect("a cost"), expected);
        let correlation = |j: usize| inverse[(j, k)] / (inverse[(j, j)] * inverse[(k, k)]).sqrt();
        let most = (0..places.len())
            .filter(|j| *j != k)
            .max_by(|i, j| correlation(*i).abs().total_cmp(&correlation(*j).abs()));
        let most = places[most.expect("a parameter")];
        let follower = found.follower.expect("a follower");
        assert_eq!(follower.name, base[most].name);
    }
}

/// Of the last row the others are what is left where the value that was given is taken off.
#[test]
fn what_was_given_is_told_by_no_row() {
    let mut given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    let base = given.robot.model().base;
    let (matrix, right) = given.rows(1);
    let behind: Vec<usize> = (0..base.len())
        .filter(|k| matrix.column(*k).norm() > 0.0)
        .collect();
    let (held, others) = (behind[0], &behind[1..]);
    given.estimate.held[held] = true;
    given.estimate.beta[held] += 0.5;
    let left = &right - matrix.column(held) * given.estimate.beta[held];
    let expected = pseudo(&matrix.select_columns(others)) * left;
    let questions = Questions {
        sequence: true,
        ..Questions::default()
    };
    let answers = given.ask(|asked| asked.answer(&questions, &mut |_| {}));
    let steps = answers.expect("steps").sequence;
    let told = steps.iter().flat_map(|step| &step.parameters);
    let names: Vec<&str> = told.map(|p| p.name.as_str()).collect();
    assert!(!names.contains(&base[held].name), "{names:?}");
    assert_eq!(names.len(), base.len() - 1);
    assert_eq!(steps[0].parameters.len(), others.len());
    for ((p, place), value) in steps[0].parameters.iter().zip(others).zip(expected.iter()) {
        assert_eq!(p.name, base[*place].name);
        near(p.value, *value);
    }
}

/// The first column is zero in both rows, beside which the others are told.
#[test]
fn a_parameter_that_is_not_excited_has_no_profile() {
    let mut given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    let base = given.robot.model().base;
    let factor = |_| {
        let mut factor = Factor::new(base.len());
        (1..base.len()).for_each(|k| factor.push([(k, 1.0)], 1.0));
        factor
    };
    given.observation = Observation::of(vec![[0, 1].map(factor).into()]);
    let found = given.profile(base[0].name);
    assert_eq!(found.flat.as_deref(), Some("the motion does not excite it"));
    assert_eq!(
        (found.value, found.at_zero, found.points.len()),
        (None, None, 0)
    );
    assert_eq!(given.profile(base[1].name).flat, None);
}

/// Neither has an answer where an estimator adds to what recordings say, and each is named as what was asked.
#[test]
fn profiles_and_steps_are_of_what_recordings_alone_say() {
    let mut given = given(&double_pendulum::ROBOT, &[1.0, 0.0]);
    given.estimate.biased = true;
    let profile = Questions {
        profiles: vec![given.robot.model().base[0].name.to_owned()],
        ..Questions::default()
    };
    let sequence = Questions {
        sequence: true,
        ..Questions::default()
    };
    for (questions, question) in [(profile, "a profile"), (sequence, "joint by joint")] {
        let answers = given.ask(|asked| asked.answer(&questions, &mut |_| {}));
        assert_eq!(
            answers.expect_err("a refusal").to_string(),
            format!(
                "{question} is a question about what recordings alone say, and {} adds to it: ask it of least squares",
                Method::Ols.title()
            )
        );
    }
}

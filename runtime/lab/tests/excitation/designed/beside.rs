//! Motions beside recordings that exist, ends and motors that are kept, and the page of a motion.

use armwright_lab::excite::{
    Basis, Constraint, Criterion, Motion, Planned, Reading, information, recorded, screen,
    screen_read,
};
use armwright_lab::experiment::{Sensors, simulate};
use armwright_lab::motion::Motion as Conditioned;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_lab::report::excitation_page;
use armwright_lab::transmission::Drive;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::Robot;

use super::{design, designed, effort, limits, plan};

fn planned(motion: &Motion) -> Planned {
    Planned::of(motion, 10.0, vec![0.5], false)
}

#[test]
fn what_exists_counts_beside_a_motion() {
    let robot = &double_pendulum::ROBOT;
    let mut plan = plan(2, Criterion::LogDeterminant);
    plan.equations.without_friction = false;
    let first = designed(robot, &plan, 1).motion;
    // The same once more is as good as twice as many samples.
    let limits = limits(2, 2.0, 2.0, 8.0);
    let alone = screen(robot, &planned(&first), &limits).expect("screened");
    let reading = Reading {
        beside: &[planned(&first)],
        torques: &[],
        identified: false,
    };
    let twice = screen_read(robot, &planned(&first), &reading, &limits).expect("screened");
    assert_eq!((twice.samples, twice.beside), (100, 100));
    for (one, two) in alone.base.iter().zip(&twice.base) {
        let ratio = one.std.expect("determined") / two.std.expect("determined");
        assert!((ratio - 2f64.sqrt()).abs() < 1e-9, "{}: {ratio}", one.name);
    }
    // A motion of the second joint alone tells little; a motion beside it is found that mends that.
    let mut poor = first.clone();
    poor.coefficients[0] = vec![0.0; 11];
    let known = information(robot, &[planned(&poor)], &[]).expect("information");
    let small = 1e3 * known;
    plan.prior = Some(small.clone());
    let own = information(robot, &[planned(&first)], &[]).expect("information");
    let together = Criterion::LogDeterminant.figure(&(&own + &small));
    let found = designed(robot, &plan, 2);
    assert!(
        found.figure > together.expect("regular"),
        "{} {together:?}",
        found.figure
    );
    let of_found = information(robot, &[planned(&found.motion)], &[]).expect("information");
    let alone = |matrix| Criterion::LogDeterminant.figure(matrix);
    assert!(
        alone(&of_found) < alone(&own),
        "what is known already was looked for again"
    );
}

/// States of a recording are those of the motion that was recorded.
#[test]
fn a_recording_tells_what_its_motion_tells() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let motion = designed(robot, &plan(2, Criterion::LogDeterminant), 1).motion;
    let (sensors, mut random) = (Sensors::default(), Random::new(2));
    let simulated = simulate(
        robot,
        &nominal(model),
        &motion,
        500.0,
        &sensors,
        &mut random,
    );
    let recording = simulated
        .and_then(|found| found.recording())
        .expect("a recording");
    let conditioned = Conditioned::of(recording, &ProcessingOptions::default(), model);
    let states = recorded(&conditioned.expect("conditioned"), model);
    let (first, last) = (states.time[0], states.time[states.time.len() - 1]);
    assert!(first < 1.5 && last > 8.5, "{first} {last}");
    let mut all = Planned::of(&motion, 500.0, vec![1.0], false);
    let inside: Vec<bool> = all
        .time
        .iter()
        .map(|t| (first - 1e-6..last + 1e-6).contains(t))
        .collect();
    for column in std::iter::once(&mut all.time).chain(all.state.iter_mut().flatten()) {
        let mut inside = inside.iter();
        column.retain(|_| inside.next() == Some(&true));
    }
    let [one, other] = [states, all].map(|motion| information(robot, &[motion], &[]));
    let (one, other) = (one.expect("information"), other.expect("information"));
    for k in 0..one.nrows() {
        let ratio = one[(k, k)] / other[(k, k)];
        assert!((ratio - 1.0).abs() < 0.02, "{k}: {ratio}");
    }
}

#[test]
fn ends_and_motors_are_kept() {
    let robot = &double_pendulum::ROBOT;
    let mut plan = plan(2, Criterion::LogDeterminant);
    plan.ends.start = Some(vec![0.2, -0.3]);
    plan.ends.end = Some(vec![0.5, 0.4]);
    let error = design(robot, &plan, &effort(1), &|| false, &|_| {}).expect_err("periodic");
    assert!(
        error.to_string().contains("ends where it begins"),
        "{error}"
    );
    plan.basis = Basis::Spline {
        degree: 5,
        pieces: 6,
        duration: 10.0,
    };
    let found = designed(robot, &plan, 1).motion;
    for (time, place) in [(0.0, [0.2, -0.3]), (10.0, [0.5, 0.4])] {
        for (state, place) in found.state(time).iter().zip(place) {
            assert!((state[0] - place).abs() < 1e-9, "{state:?} at {time}");
            assert!(state[1].abs() < 1e-9 && state[2].abs() < 1e-9);
        }
    }
    // Behind gears that couple joints, motors are held back although no joint is.
    let robot = &abb_wrist::ROBOT;
    let drive = Drive::of(robot.model()).expect("a transmission");
    let mut plan = super::plan(3, Criterion::LogDeterminant);
    let most = |motion: &Motion| {
        let mut most = [0.0f64; 3];
        for k in 0..=2000 {
            let state = motion.state(10.0 * f64::from(k) / 2000.0);
            let (joint, mut motor) = (state.map_to(2), vec![0.0; 3]);
            drive.to_motor(&joint, &mut motor);
            most.iter_mut()
                .zip(motor)
                .for_each(|(most, x)| *most = most.max(x.abs()));
        }
        most
    };
    let free = most(&designed(robot, &plan, 1).motion);
    let held: Vec<f64> = free.iter().map(|x| 0.7 * x).collect();
    plan.kept = vec![Constraint::MotorAcceleration(held.clone())];
    let found = designed(robot, &plan, 1);
    for (most, held) in most(&found.motion).iter().zip(&held) {
        assert!(most <= held, "{most} of {held}");
    }
}

/// The numbers of one order, joint by joint.
trait Order {
    fn map_to(&self, order: usize) -> Vec<f64>;
}

impl Order for Vec<[f64; 4]> {
    fn map_to(&self, order: usize) -> Vec<f64> {
        self.iter().map(|state| state[order]).collect()
    }
}

#[test]
fn the_page_of_a_motion_names_everything() {
    let robot = &double_pendulum::ROBOT;
    let found = designed(robot, &plan(2, Criterion::LogDeterminant), 1);
    let limits = limits(2, 2.0, 2.0, 8.0);
    let page = |motion: &Motion, made_good| {
        let planned = planned(motion);
        let screened = screen(robot, &planned, &limits).expect("screened");
        let page = excitation_page(robot.model(), &screened, &planned, &limits, made_good);
        (page.expect("a page"), screened)
    };
    let (text, screened) = page(&found.motion, Some((&found, "log-det")));
    for name in screened.joints.iter().map(|joint| &joint.name) {
        assert!(text.contains(name.as_str()), "{name}");
    }
    assert!(text.contains("shows all 6 base parameters") && !text.contains("the best of"));
    assert_eq!(
        text.matches("<svg").count(),
        3,
        "two joints and the singular values"
    );
    let mut still = found.motion.clone();
    still.coefficients[0] = vec![0.0; 11];
    still.coefficients[0][0] = 0.3;
    let (text, screened) = page(&still, None);
    assert!(text.contains("incomplete") && text.contains("stands still"));
    for warning in &screened.warnings {
        assert!(text.contains(warning.as_str()), "{warning}");
    }
}

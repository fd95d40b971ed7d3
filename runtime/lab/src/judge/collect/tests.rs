//! What is said of figures that are set by hand, beside what is said of those that leave nothing to be desired.

use super::findings;
use crate::diagnose::{Cause, Evidence, Fault, Quantity, Sensed, SensorFault};
use crate::estimate::Method;
use crate::identify::{Identification, StandardValue};
use crate::judge::facts::Facts;
use crate::judge::verdict::tests::{
    given, lack, of_another_robot, parts, sensor, set, set_unseen, sound,
};
use crate::judge::{Disturbance, Fall, Finding};
use crate::lack::Lack;
use crate::options::EquationSide;
use crate::part::LeftOut;
use crate::regression::Series;
use crate::regression::by_hand::MODEL;
use crate::statistics::{Estimated, Fit, Quality};
use armwright_runtime::Class;

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

fn told(found: &Identification) -> Vec<Finding> {
    findings(&Facts::of(&MODEL, found))
}

/// What is said of a change, and was not said before.
#[track_caller]
fn check(change: impl Fn(&mut Identification), expected: &[Finding]) {
    let mut found = sound();
    let before = told(&found);
    change(&mut found);
    let mut new = told(&found);
    new.retain(|finding| !before.contains(finding));
    assert_eq!(new, expected);
}

fn named<'a>(found: &'a mut Identification, name: &str) -> &'a mut Estimated {
    let mut all = found.estimation.parameters_mut();
    all.find(|p| p.name == name).expect("a parameter")
}

fn fall(seen: f64, unseen: f64) -> Vec<Fall> {
    vec![Fall {
        joint: "j2".to_owned(),
        seen,
        unseen,
    }]
}

#[test]
fn what_is_sound_is_explained_predicted_excited_and_known() {
    let mut found = sound();
    (found.fits.overall.r2, found.fits.overall.nrmse) = (0.98, 0.125);
    let unseen = &mut found.validation.as_mut().expect("validation").fits.overall;
    (unseen.r2, unseen.nrmse) = (0.96, 0.25);
    set(&mut found.fits.joints, [(0.98, 1.0), (0.97, 1.0)]);
    let mut expected = [
        Finding::Explained {
            r2: 0.98,
            nrmse: 0.125,
            worst: Some(("j2".to_owned(), 0.97)),
        },
        Finding::Unseen {
            r2: 0.96,
            nrmse: 0.25,
        },
        Finding::Excited {
            rank: 6,
            condition: 50.0,
        },
        Finding::Known {
            all: 6,
            well: 6,
            fairly: 0,
            zero: 0,
        },
    ];
    assert_eq!(told(&found), expected);
    set(&mut found.fits.joints, [(0.999_95, 0.05), (0.999_89, 0.05)]);
    if let Finding::Explained { worst, .. } = &mut expected[0] {
        *worst = Some(("j2".to_owned(), 0.999_89));
    }
    assert_eq!(told(&found), expected);
    // Nobody is worst where nearly all is explained.
    set(&mut found.fits.joints, [(0.999_95, 0.05), (0.9999, 0.05)]);
    if let Finding::Explained { worst, .. } = &mut expected[0] {
        *worst = None;
    }
    assert_eq!(told(&found), expected);
}

#[test]
fn what_was_not_seen_is_told_by_joints() {
    check(|found| found.validation = None, &[Finding::NotValidated]);
    let repeats = |found: &mut Identification| {
        found.validation.as_mut().expect("validation").repeats = true;
    };
    check(repeats, &[Finding::Repeated]);
    // The same motion that is not predicted is told as any other.
    let repeats_and_fails = |found: &mut Identification| {
        repeats(found);
        set_unseen(found, [(0.97, 1.0), (0.7, 4.0)]);
    };
    let fails = Finding::Fails(fall(0.97, 0.7));
    check(repeats_and_fails, &[Finding::Repeated, fails]);
    let still = |found: &mut Identification| {
        let validation = found.validation.as_mut().expect("validation");
        validation.fits.joints[1].samples = 0;
    };
    check(still, &[Finding::Untested(names(&["j2"]))]);
    check(
        |found| set_unseen(found, [(0.97, 1.0), (0.7, 4.0)]),
        &[Finding::Fails(fall(0.97, 0.7))],
    );
    check(
        |found| set_unseen(found, [(0.97, 1.0), (0.9, 1.6)]),
        &[Finding::Weakens(fall(0.97, 0.9))],
    );
    let told = told(&of_another_robot());
    let changed = |finding: &Finding| matches!(finding, Finding::Changed(_));
    let fails = Finding::Fails(fall(0.97, 0.5));
    let at = told.iter().position(changed).expect("a change");
    assert_eq!(told[at - 1], fails);
}

#[test]
fn parts_are_told_with_the_worst_joint_and_those_that_fail() {
    for (r2, rmse) in [(0.96, 1.0), (0.7, 4.0)] {
        let cross = |found: &mut Identification| {
            found.cross_validation = parts(found, [(0.97, 1.0), (r2, rmse)]);
            let parts = found.cross_validation.as_mut().expect("parts");
            (parts.period, parts.fits.overall.r2) = (Some(2.5), 0.965);
        };
        let mut expected = vec![Finding::Parts {
            parts: 5,
            period: Some(2.5),
            r2: 0.965,
            worst: ("j2".to_owned(), r2),
        }];
        expected.extend((r2 < 0.9).then(|| Finding::PartsFail(fall(0.97, r2))));
        check(cross, &expected);
        // Where nothing was held out, that comes first.
        expected.insert(0, Finding::NotValidated);
        let alone = |found: &mut Identification| {
            cross(found);
            found.validation = None;
        };
        check(alone, &expected);
    }
}

#[test]
fn what_is_wrong_with_recordings_is_told() {
    let impossible = Finding::Impossible(names(&["fv_j1"]));
    check(|found| named(found, "fv_j1").value = -1.0, &[impossible]);
    // An offset may have any sign, and chance makes three deviations.
    check(|found| named(found, "fo_j2").value = -1.0, &[]);
    check(|found| named(found, "fv_j1").value = -0.029_9, &[]);
    let impossible = Finding::Impossible(names(&["fv_j1"]));
    check(
        |found| named(found, "fv_j1").value = -0.030_1,
        &[impossible],
    );
    // Of friction that was taken from the recordings what it leaves may be negative.
    let left = |found: &mut Identification| {
        named(found, "fv_j1").value = -1.0;
        found.estimation.remainders = names(&["fo_j2", "fv_j1"]);
    };
    check(left, &[]);
    for sensed in [Sensed::DeadTorque, Sensed::StillPosition] {
        let fault = sensor(sensed).remove(0);
        check(
            |found| found.sensors = sensor(sensed),
            &[Finding::Sensor(fault)],
        );
    }
    // A joint that stands still in many recordings is told once, a torque that is dead in each of them.
    let many = |sensed, joint: &str| {
        let each = (1..=7).map(|k| SensorFault {
            recording: format!("r{k}"),
            joint: joint.to_owned(),
            sensed,
        });
        each.collect::<Vec<SensorFault>>()
    };
    let still = Sensed::StillPosition;
    let [mut dead, rests, other] = [
        many(Sensed::DeadTorque, "j1"),
        many(still, "j1"),
        many(still, "j2"),
    ];
    dead.truncate(2);
    let all = [&dead[..], &rests[..], &other[6..]].concat();
    let once = SensorFault {
        recording: "r1, r2, r3 and 4 more".to_owned(),
        ..rests[0].clone()
    };
    let summed = [&dead[..], &[once], &other[6..]].concat();
    let summed: Vec<Finding> = summed.into_iter().map(Finding::Sensor).collect();
    check(|found| found.sensors = all.clone(), &summed);
    let cause = Cause {
        fault: Fault::Sign {
            quantity: Quantity::Torque,
            of: names(&["j2"]),
        },
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: false,
    };
    let caused = Finding::Caused(vec![cause.clone()]);
    check(|found| found.causes = vec![cause.clone()], &[caused]);
    check(|found| found.processing.rate = 4.0, &[]);
    let odd = |found: &mut Identification| {
        found.processing.rate = 4.0;
        set_unseen(found, [(0.97, 1.0), (0.95, 1.0)]);
    };
    check(odd, &[Finding::OddRate(4.0)]);
    for (rate, is_odd) in [(4.9, true), (5.0, false), (5e4, false), (50_001.0, true)] {
        let at_rate = |found: &mut Identification| {
            odd(found);
            found.processing.rate = rate;
        };
        let finding = Finding::OddRate(rate);
        check(at_rate, is_odd.then_some(finding).as_slice());
    }
    // Where all is explained and predicted but parts of the recordings, these say so.
    let mut apart = sound();
    apart.processing.rate = 4.0;
    for (r2, rmse) in [(0.97, 1.0), (0.5, 4.0)] {
        apart.cross_validation = parts(&apart, [(0.97, 1.0), (r2, rmse)]);
        let is_told = told(&apart).contains(&Finding::OddRate(4.0));
        assert_eq!(is_told, r2 < 0.9, "{r2}");
    }
}

/// Joints that stay, and the one whose torque does not count.
#[test]
fn a_torque_that_is_left_out_is_told() {
    let left_out = |found: &mut Identification| {
        found.estimation.left_out = vec![LeftOut {
            torque: "m2".to_owned(),
            side: EquationSide::Motor,
        }];
    };
    let finding = Finding::LeftOut {
        torques: names(&["m2"]),
        base: 6,
        unpredicted: Vec::new(),
    };
    check(left_out, &[finding]);
}

/// Whatever the motion excites: they are of a base that moves, and of torques.
#[test]
fn faults_are_not_looked_for_in_rows_of_a_base_that_stands() {
    let told = |rank: usize, moves: bool, rows: &[&str]| {
        let mut found = sound();
        found.excitation.rank = rank;
        found.estimation.measured_rows = names(rows);
        let mut facts = Facts::of(&MODEL, &found);
        facts.moves = moves;
        findings(&facts).contains(&Finding::NotDiagnosed)
    };
    for rank in [5, 6] {
        assert!(told(rank, false, &["power"]), "{rank}");
        assert!(!told(rank, true, &["power"]), "{rank}");
        assert!(!told(rank, false, &[]), "{rank}");
    }
}

#[test]
fn what_the_model_lacks_is_told_and_widens() {
    let lacking = Finding::Lacking(lack(false));
    check(
        |found| found.lacks = vec![lack(false)],
        &[lacking, Finding::Widened],
    );
    // What explains less than a tenth is not named.
    for (share, is_told) in [(0.099, false), (0.1, true)] {
        let lack = Lack {
            share,
            ..lack(false)
        };
        let lacking = [Finding::Lacking(lack.clone()), Finding::Widened];
        let expected = if is_told { &lacking[..] } else { &[] };
        check(|found| found.lacks = vec![lack.clone()], expected);
    }
    for (deviations, widened) in [(2.9, false), (3.1, true)] {
        let held = |found: &mut Identification| {
            found.given = given(deviations);
            named(found, "m_b").lacking = Some(1e-9);
        };
        let mut expected = vec![Finding::Given(given(deviations))];
        if widened {
            expected.insert(0, Finding::WidenedForGiven);
        }
        check(held, &expected);
        check(
            |found| found.given = given(deviations),
            &[Finding::Given(given(deviations))],
        );
    }
    for (lag1, coloured) in [(0.5, false), (0.51, true), (-0.9, false)] {
        let finding = Finding::Coloured(names(&["j2"]));
        check(
            |found| found.fits.joints[1].lag1 = lag1,
            coloured.then_some(finding).as_slice(),
        );
    }
    // Of balances it counts where deviations are more than twice as wide for it.
    for (ratio, coloured) in [(3.9, false), (4.0, false), (4.1, true)] {
        let mut found = sound();
        found.estimation.method = Method::Energy;
        found.correlation_factor = vec![1.0, ratio];
        found.fits.joints[1].lag1 = 0.9;
        let finding = Finding::Coloured(names(&["j2"]));
        assert_eq!(told(&found).contains(&finding), coloured);
    }
    for (r2, unexplained) in [(0.9, false), (0.899, true)] {
        let all = |found: &mut Identification| {
            set(&mut found.fits.joints, [(0.97, 1.0), (r2, 1.0)]);
        };
        let mut found = sound();
        all(&mut found);
        let joint = "j2".to_owned();
        let finding = Finding::Unexplained { joint, r2 };
        assert_eq!(told(&found).contains(&finding), unexplained, "{r2}");
    }
}

#[test]
fn excitation_is_told_by_its_rank_and_its_condition() {
    let lost = Finding::NotExcited {
        rank: 5,
        structural_rank: 6,
    };
    check(|found| found.excitation.rank = 5, &[lost]);
    for (condition, barely) in [(1000.0, false), (1000.1, true), (f64::INFINITY, false)] {
        let mut expected = vec![Finding::Excited { rank: 6, condition }];
        expected.extend(barely.then_some(Finding::IllConditioned(condition)));
        check(|found| found.excitation.condition = condition, &expected);
    }
}

#[test]
fn parameters_are_told_by_what_they_are_poorly_known_for() {
    let known = |well, fairly, zero| Finding::Known {
        all: 6,
        well,
        fairly,
        zero,
    };
    let poor = |found: &mut Identification, name: &str, with: &str, r: f64| {
        let p = named(found, name);
        (p.quality, p.alone) = (Quality::Poor, Some(1.0));
        p.correlated = Some((with.to_owned(), r));
        p.effect = 0.1 * p.value.abs();
    };
    check(
        |found| {
            named(found, "m_b").quality = Quality::Fair;
            poor(found, "mx_a", "m_b", 0.5);
            named(found, "mx_a").quality = Quality::Zero;
        },
        &[known(4, 1, 1), Finding::Small(names(&["mx_a"]))],
    );
    // Of two that go with others no more than this, one whose deviation changes the prediction is not small.
    check(
        |found| {
            poor(found, "mx_a", "m_b", 0.5);
            poor(found, "fo_j2", "m_b", 0.5);
            let p = named(found, "fo_j2");
            p.effect = p.value.abs();
        },
        &[
            known(4, 0, 0),
            Finding::FewSamples(names(&["fo_j2"])),
            Finding::Small(names(&["mx_a"])),
        ],
    );
    // Two that are told from each other hardly are one pair, with another it is a further one.
    check(
        |found| {
            poor(found, "Lzz_a", "mx_a", -0.95);
            poor(found, "mx_a", "Lzz_a", -0.95);
            poor(found, "fo_j2", "m_b", 0.92);
        },
        &[
            known(3, 0, 0),
            Finding::Pairs(vec![
                ("Lzz_a".to_owned(), "mx_a".to_owned(), -0.95),
                ("fo_j2".to_owned(), "m_b".to_owned(), 0.92),
            ]),
        ],
    );
    // Nor is a further one that which has one of the two.
    check(
        |found| {
            poor(found, "Lzz_a", "mx_a", -0.95);
            poor(found, "mx_a", "m_b", 0.93);
            poor(found, "fo_j2", "Lzz_a", 0.92);
        },
        &[
            known(3, 0, 0),
            Finding::Pairs(vec![
                ("Lzz_a".to_owned(), "mx_a".to_owned(), -0.95),
                ("mx_a".to_owned(), "m_b".to_owned(), 0.93),
                ("fo_j2".to_owned(), "Lzz_a".to_owned(), 0.92),
            ]),
        ],
    );
    check(
        |found| {
            poor(found, "m_b", "fo_j2", 0.5);
            named(found, "m_b").alone = Some(0.1);
        },
        &[known(5, 0, 0), Finding::Entangled(names(&["m_b"]))],
    );
    check(
        |found| named(found, "fc_m2").quality = Quality::Undetermined,
        &[known(5, 0, 0), Finding::Lost(names(&["fc_m2"]))],
    );
    // Three of six are no more than a half.
    let all = ["Lzz_a", "mx_a", "m_b", "fv_j1"];
    for count in [3, 4] {
        let held = all[..count].to_vec();
        let mut expected = vec![known(6 - count, 0, 0), Finding::Held(names(&held))];
        expected.extend((count == 4).then_some(Finding::Assumed));
        let assumed = |found: &mut Identification| {
            for name in &held {
                named(found, name).quality = Quality::Assumed;
            }
        };
        check(assumed, &expected);
    }
    // Beyond one deviation of noise, which is 0.1.
    for (bias, is_told) in [(0.099_9, false), (0.100_1, true)] {
        let displaced = |found: &mut Identification| {
            let p = named(found, "m_b");
            (p.std, p.bias) = (Some(0.1f64.hypot(bias)), Some(-bias));
        };
        let finding = Finding::Displaced(names(&["m_b"]));
        check(displaced, is_told.then_some(finding).as_slice());
    }
    check(
        |found| found.estimation.biased = true,
        &[Finding::Biased(Method::Ols)],
    );
    // Of a consistent fit alone standard parameters have deviations, and where it draws those that torques reveal by themselves have.
    for (method, class, std, expected) in [
        (
            Method::Consistent,
            Class::Identifiable,
            None,
            vec![Finding::Undrawn],
        ),
        (
            Method::Consistent,
            Class::Identifiable,
            Some(0.1),
            Vec::new(),
        ),
        (Method::Consistent, Class::Combined, None, Vec::new()),
        (Method::Ridge, Class::Identifiable, None, Vec::new()),
    ] {
        let standard = |found: &mut Identification| {
            found.estimation.method = method;
            found.estimation.standard = vec![StandardValue {
                name: "m_b".to_owned(),
                value: 1.0,
                std,
                nominal: None,
                class,
            }];
        };
        check(standard, &expected);
    }
}

/// The first of two as well as the second.
#[test]
fn the_joint_that_is_explained_worst_is_named_wherever_it_stands() {
    let mut found = sound();
    set(&mut found.fits.joints, [(0.96, 1.0), (0.97, 1.0)]);
    let all = told(&found);
    let Some(Finding::Explained { worst, .. }) = all.first() else {
        panic!("{all:?}");
    };
    assert_eq!(worst, &Some(("j1".to_owned(), 0.96)));
}

/// What was given is not among what may be known well.
#[test]
fn given_parameters_are_not_counted_among_those_that_are_known() {
    let known = Finding::Known {
        all: 5,
        well: 5,
        fairly: 0,
        zero: 0,
    };
    check(
        |found| named(found, "m_b").quality = Quality::Given,
        &[known],
    );
}

/// Of two joints the one whose torque has no fit.
#[test]
fn joints_whose_torque_is_left_out_are_not_predicted() {
    let mut found = sound();
    found.fits.joints.truncate(1);
    found.estimation.left_out = vec![LeftOut {
        torque: "j2".to_owned(),
        side: EquationSide::Joint,
    }];
    let finding = Finding::LeftOut {
        torques: names(&["j2"]),
        base: 6,
        unpredicted: names(&["j2"]),
    };
    let all = told(&found);
    assert!(all.contains(&finding), "{all:?}");
    // A motor that is judged by itself may be called as the joint is.
    let motor = Fit {
        name: "j2".to_owned(),
        is_motor: true,
        r2: 0.5,
        ..found.fits.joints[0].clone()
    };
    found.fits.joints.push(motor);
    let all = told(&found);
    assert!(all.contains(&finding), "{all:?}");
    let said = all.iter().map(ToString::to_string);
    let worst = ", at worst 50.0 % (motor j2); ";
    assert_eq!(said.filter(|said| said.contains(worst)).count(), 1);
}

/// A moment of 7 kg·m with an inertia of 1 kg·m² is of 7⁵ kg/m³ at least, one of 8 of 8⁵.
/// What multiplies accelerations that are noise may be anything, as a moment of inertia; friction may not.
#[test]
fn noise_of_accelerations_makes_no_body_impossible() {
    let impossible = |name: &str, noisy: bool| {
        let mut found = sound();
        found.noisy = noisy;
        named(&mut found, name).value = -1.0;
        Facts::of(&MODEL, &found).impossible
    };
    assert_eq!(impossible("Lzz_a", false), ["Lzz_a"]);
    assert!(impossible("Lzz_a", true).is_empty());
    assert_eq!(impossible("fv_j1", true), ["fv_j1"]);
}

#[test]
fn bodies_denser_than_any_matter_are_told() {
    for (moment, dense) in [(7.0, false), (8.0, true)] {
        let finding = Finding::TooDense(names(&["body a"]));
        let heavy = |found: &mut Identification| {
            for (name, value) in [("mx_a", moment), ("Lzz_a", 1.0)] {
                let p = named(found, name);
                (p.value, p.std) = (value, Some(1e-9));
            }
        };
        check(heavy, dense.then_some(finding).as_slice());
        let noisy = |found: &mut Identification| {
            heavy(found);
            found.noisy = true;
        };
        check(noisy, &[]);
    }
}

/// Of parts as well the first of two joints may be the worst.
#[test]
fn the_joint_whose_parts_are_predicted_worst_is_named_wherever_it_stands() {
    let mut found = sound();
    found.cross_validation = parts(&found, [(0.95, 1.0), (0.96, 1.0)]);
    let worst = told(&found).into_iter().find_map(|finding| match finding {
        Finding::Parts { worst, .. } => Some(worst),
        _ => None,
    });
    assert_eq!(worst, Some(("j1".to_owned(), 0.95)));
}

#[test]
fn parameters_that_what_the_model_lacks_moved_are_told() {
    let moved = |found: &mut Identification| {
        let p = named(found, "m_b");
        (p.quality, p.std, p.lacking) = (Quality::Poor, Some(0.5), Some(-0.5));
    };
    let known = Finding::Known {
        all: 6,
        well: 5,
        fairly: 0,
        zero: 0,
    };
    check(moved, &[known, Finding::Moved(names(&["m_b"]))]);
}

/// What follows itself because of it is told behind.
#[test]
fn a_stretch_far_from_the_model_is_told_before_what_it_makes_of_residuals() {
    let mut found = sound();
    found.fits.joints[1].lag1 = 0.9;
    let mut facts = Facts::of(&MODEL, &found);
    let hit = Disturbance {
        recording: "one".to_owned(),
        time: [3.0, 4.5],
        factor: 6.0,
    };
    facts.disturbance = Some(hit.clone());
    let all = findings(&facts);
    let at = all
        .iter()
        .position(|finding| *finding == Finding::Disturbed(hit.clone()));
    let at = at.expect("a stretch");
    assert_eq!(all[at + 1], Finding::Coloured(names(&["j2"])));
}

/// Twenty seconds, of which two are six times as far from the model as the others: a model that does not suffer from it is not blamed.
#[test]
fn stretches_are_looked_for_where_the_model_is_not_sound() {
    let mut series = Series::new("one", 2, 10.0);
    for k in 0..200u32 {
        let size = if (70..90).contains(&k) { 6.0 } else { 1.0 };
        let x = if k % 2 == 0 { size } else { -size };
        series.push(
            0.1 * f64::from(k),
            &[x, x],
            &[0.0; 2],
            [true; 2].into_iter(),
        );
    }
    for (r2, told) in [(0.94, true), (0.95, false)] {
        let mut found = sound();
        found.series = vec![series.clone()];
        set(&mut found.fits.joints, [(0.97, 1.0), (r2, 1.0)]);
        let all = self::told(&found);
        let hit = all.iter().find_map(|finding| match finding {
            Finding::Disturbed(hit) => Some(hit),
            _ => None,
        });
        assert_eq!(hit.is_some(), told, "{r2}");
        assert!(
            hit.is_none_or(|hit| (hit.factor - 6.0).abs() < 1e-9),
            "{hit:?}"
        );
    }
}

//! What is said of fits whose figures are given.

use super::{MotionFinding, MotionJudgement, MotionMeans, MotionRemedy};
use crate::diagnose::{Sensed, SensorFault};
use crate::judge::{Grade, Means, Remedy};
use crate::output_error::by_hand::{self, parameter};
use crate::output_error::{
    Dependence, Ending, Fit, FittedJoint, Growth, Handed, Missing, Sensitivity, Unsampled, Unseen,
};
use crate::statistics::Transfer;

/// It goes back and forth as far as these figures say.
fn joint(rmse: f64, r2: f64) -> FittedJoint {
    let size = rmse / (1.0 - r2).sqrt();
    let times = (0..9).map(|k| 0.1 * f64::from(k)).collect();
    let measured: Vec<f64> = (0..9)
        .map(|k| if k % 2 == 0 { size } else { -size })
        .collect();
    FittedJoint {
        rmse,
        nrmse: (1.0 - r2).sqrt(),
        r2,
        series: [times, measured.clone(), measured],
        ..by_hand::joint("a")
    }
}

fn fit() -> Fit {
    let parameters = ["m_a", "R_m1"].map(|name| parameter(name, Some(0.1)));
    by_hand::fit(parameters.into(), vec![joint(1e-3, 0.999)])
}

fn unseen(rmse: f64, r2: f64) -> Unseen {
    Unseen {
        recording: "other".to_owned(),
        joints: vec![joint(rmse, r2)],
        stop: None,
    }
}

const MEANS: MotionMeans = MotionMeans {
    interval: "--interval",
    voltage: "--voltage",
    starts: "--starts 8",
    iterations: "--iterations 200",
    free: "--free",
    set: "--set",
    bounds: "",
    laws: "",
    hold: "",
    of: Means {
        several_recordings: "",
        cutoff: "",
        more_prior_weight: "",
        prior: "",
        instruments: "",
        ridge: "",
        hold_out: "--hold-out 0.25",
        validate: "--validate FILE",
        robust: "",
        friction: "",
        compare: "",
        without_torque: "",
        interval: "",
    },
};

fn grown(tenfold: Option<f64>) -> Sensitivity {
    Sensitivity {
        recording: "run".to_owned(),
        units: vec!["rad"],
        curves: Vec::new(),
        growth: Growth {
            largest: 2000.0,
            end: 2000.0,
            exponent: 1.0,
            tenfold,
            measured: Some(2000.0),
            is_nearly_chaotic: true,
            factors: Vec::new(),
        },
        seconds: 10.0,
        stop: None,
        warnings: Vec::new(),
        times: Vec::new(),
    }
}

#[test]
fn what_follows_motion_that_it_has_not_seen_is_sound() {
    let judged = MotionJudgement::of(&fit(), &[unseen(1.1e-3, 0.998)], &[], None);
    assert_eq!(judged.grade, Grade::Sound);
    assert_eq!(judged.joints[0].grade, Grade::Sound);
    assert_eq!(
        judged.headline,
        "The simulated robot follows motion that it has not seen."
    );
    assert_eq!(
        judged.reasons(),
        [
            "0.001 rad (RMS) are left of joint a, 3.16 % of its motion; of what no straight line in an interval has, the simulation \
             explains 99.90 %.",
            "Motion that took no part is followed: 1.1 times the difference of the fit at most (joint a; other).",
        ]
    );
    assert!(judged.remedies.is_empty());
    // Nothing was held out.
    let judged = MotionJudgement::of(&fit(), &[], &[], None);
    assert_eq!(judged.grade, Grade::Care);
    assert!(
        judged
            .headline
            .ends_with("whether it follows other motion was not tested.")
    );
    assert_eq!(judged.remedies.len(), 1);
}

/// Less than 60 % explained, and more than `√0.4` of the motion left.
#[test]
fn a_joint_is_not_followed_where_little_is_explained_of_much() {
    let of = |r2: f64, nrmse: f64| {
        let mut fit = fit();
        (fit.joints[0].r2, fit.joints[0].nrmse) = (r2, nrmse);
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
        judged.joints[0].grade
    };
    assert_eq!([of(0.59, 0.64), of(-2.0, 0.64)], [Grade::Poor; 2]);
    for grade in [of(0.61, 0.64), of(0.59, 0.63), of(-2.0, 0.63)] {
        assert_ne!(grade, Grade::Poor);
    }
    // One of two is enough.
    let mut fit = fit();
    fit.joints.push(FittedJoint {
        name: "b".to_owned(),
        ..joint(2.0, -48.0)
    });
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    assert_eq!(
        (judged.grade, judged.headline),
        (
            Grade::Poor,
            "The simulated motion does not follow the measured one."
        )
    );
}

/// As large a difference as a fit's own is no failure; what it is of may be too little to call it sound.
#[test]
fn motion_that_was_not_seen_is_to_be_explained_as_well() {
    for (r2, grade) in [(0.96, Grade::Sound), (0.94, Grade::Care)] {
        let mut fit = fit();
        fit.joints[0] = joint(1e-3, 0.96);
        let judged = MotionJudgement::of(&fit, &[unseen(1.4e-3, r2)], &[], None);
        assert_eq!(judged.grade, grade, "{r2}");
    }
}

/// A joint that falls 8 m in 4 s is as far from a straight line as 16 that fall for 1 s: what is held out for a second tests it as well.
#[test]
fn what_wanders_is_tested_by_less_time() {
    let falls = |seconds: u32, times: f64| {
        let clock: Vec<f64> = (0..=50 * seconds).map(|k| 0.02 * f64::from(k)).collect();
        let positions: Vec<f64> = clock.iter().map(|t| 0.5 * times * t * t).collect();
        // What a line leaves of so long a fall is its way over √180.
        let size = 0.5 * times * f64::from(seconds * seconds) / 180f64.sqrt();
        FittedJoint {
            series: [clock, positions.clone(), positions],
            ..joint(1e-3, 1.0 - (1e-3 / size).powi(2))
        }
    };
    let outcome = |seen: FittedJoint, own: FittedJoint| {
        let (mut fit, mut other) = (fit(), unseen(1e-3, 0.998));
        (fit.joints[0], other.joints[0]) = (seen, own);
        let judged = MotionJudgement::of(&fit, &[other], &[], None);
        (judged.transfer[0].outcome, judged.grade)
    };
    let holds = (Transfer::Holds, Grade::Sound);
    assert_eq!(outcome(falls(4, 1.0), falls(1, 1.0)), holds);
    assert_eq!(outcome(falls(4, 1.0), falls(1, 0.4)), holds);
    // A quarter of the way in as long a time, however long it lasts.
    let untested = (Transfer::Untested, Grade::Care);
    assert_eq!(outcome(falls(4, 1.0), falls(1, 0.25)), untested);
    assert_eq!(outcome(falls(1, 1.0), falls(4, 0.25)), untested);
}

/// Two thirds are explained, and of no parameter the sign is told: signs, units and columns are to be looked at, not parameters to be held.
#[test]
fn a_fit_that_tells_nothing_is_not_to_be_relied_on() {
    let of = |std: [Option<f64>; 2], r2: f64| {
        let mut fit = fit();
        fit.joints[0] = joint(1e-3, r2);
        fit.ending = Ending::Iterations;
        for (parameter, std) in fit.parameters.iter_mut().zip(std) {
            (parameter.std, parameter.is_at_bound) = (std, std.is_none());
            parameter.is_at_limit = std.is_none();
        }
        MotionJudgement::of(&fit, &[unseen(1.1e-3, r2)], &[], None)
    };
    let judged = of([Some(1.1), None], 0.65);
    assert_eq!(
        (judged.grade, judged.headline),
        (
            Grade::Poor,
            "The simulated motion follows the measured one badly, and nothing determines any parameter."
        )
    );
    assert_eq!(grades(&judged), [("a", Grade::Poor)]);
    assert_eq!(
        judged.remedies[1..],
        [MotionRemedy::Restart, MotionRemedy::CheckDescription]
    );
    // One sign that is told, or motion that is followed, is something.
    for judged in [of([Some(0.9), None], 0.65), of([Some(1.1), None], 0.96)] {
        assert_eq!(judged.grade, Grade::Care, "{}", judged.headline);
    }
}

/// Positions by themselves; torques where the motion is another than they make, and no friction explains it.
#[test]
fn sensors_that_fail_are_named_as_by_an_identification() {
    let judged = |sensed: Sensed, change: &dyn Fn(&mut Fit)| {
        let mut fit = fit();
        change(&mut fit);
        let fault = SensorFault {
            recording: "run".to_owned(),
            joint: "a".to_owned(),
            sensed,
        };
        let whole = [unseen(1.1e-3, 0.998)];
        MotionJudgement::with_sensors(&fit, &whole, &[grown(None)], None, &[fault])
    };
    let well = |_: &mut Fit| ();
    let lacks = |fit: &mut Fit| fit.joints[0].inflation = 3.0;
    let astray = |fit: &mut Fit| fit.joints[0] = joint(2.0, -48.0);
    let rubs = |fit: &mut Fit| lacking_friction(fit, &mut Vec::new());
    let frozen = judged(Sensed::FrozenPosition(0.017), &well);
    assert_eq!(
        (frozen.grade, frozen.headline),
        (
            Grade::Poor,
            "A sensor is dead or saturated, or drops out: what it recorded is not what happened."
        )
    );
    assert_eq!(
        frozen.reasons()[0],
        "The position of a freezes in run, in 1.7 % of the samples: it stops at once, or goes on with a step, as of an encoder that drops \
         out."
    );
    let advice = frozen.advice(&MEANS);
    let [again] = &advice[..] else {
        panic!("{:?}", frozen.remedies);
    };
    assert!(
        again.starts_with("Record the position of a again, with a sensor that works"),
        "{again}"
    );
    let named = |sensed: Sensed, change: &dyn Fn(&mut Fit)| {
        let judged = judged(sensed, change);
        let named = matches!(judged.findings[0], MotionFinding::Sensor(_));
        assert!(!named || judged.grade == Grade::Poor);
        named
    };
    let all = |sensed: Sensed| {
        let changes: [&dyn Fn(&mut Fit); 4] = [&well, &lacks, &rubs, &astray];
        changes.map(|change| named(sensed, change))
    };
    assert_eq!(all(Sensed::SaturatedPosition(0.1)), [true; 4]);
    assert_eq!(
        all(Sensed::SaturatedTorque(0.288)),
        [false, true, false, true]
    );
    assert_eq!(all(Sensed::DeadTorque), [false, false, false, true]);
    assert_eq!(all(Sensed::StillPosition), [false; 4]);
    assert_eq!(all(Sensed::SaturatedRow(0.1)), [false; 4]);
}

/// Torques whose samples are too far apart, and windings that make most of a deviation: other motion is followed, and parameters may be
/// wrong all the same.
#[test]
fn what_is_not_known_of_drives_is_said_and_is_not_sound() {
    let of = |change: &dyn Fn(&mut Fit), voltages: Option<&str>| {
        let mut fit = fit();
        change(&mut fit);
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], voltages);
        let said = [judged.reasons()[2..].to_vec(), judged.advice(&MEANS)].concat();
        (judged.grade, judged.headline, said)
    };
    let coarse = |fit: &mut Fit| {
        fit.unsampled = Some(Unsampled {
            name: "m_a".to_owned(),
            moved: -0.371,
            rate: 30.0,
        });
    };
    let (grade, headline, said) = of(&coarse, None);
    assert_eq!(grade, Grade::Care);
    assert!(
        headline.ends_with("what drove it between samples is not known."),
        "{headline}"
    );
    assert_eq!(
        said,
        [
            "What torques did between samples (30 Hz) is not known: half a sample later they would be followed about as well, and with every \
             second sample m_a moves by 0.37. Unless they acted as they are simulated, it is off by about as much, and deviations are as wide \
             as that.",
            "Record several times as fast, say what torques do between samples where that is known, or let the voltages of the motors \
             drive the simulation in place of torques (--voltage FILE).",
        ]
    );
    let (.., said) = of(&coarse, Some("run.csv"));
    assert!(said[1].ends_with("(--voltage run.csv)."), "{said:?}");
    let wide = |fit: &mut Fit, times: f64| {
        fit.windings = Some(Handed {
            motors: vec!["m1".to_owned()],
            name: "m_a".to_owned(),
            times,
        });
    };
    let (grade, headline, said) = of(&|fit| wide(fit, 31.5), None);
    assert_eq!(grade, Grade::Care);
    assert!(
        headline.ends_with("windings that are not known well enough."),
        "{headline}"
    );
    assert_eq!(
        said,
        [
            "Deviations contain those of the winding of m1, which was estimated: that of m_a is 31.5 times as wide as if the winding were known.",
            "Measure the winding of m1, and give what was found (--set R_m1=..,L_m1=..,kt_m1=..,ke_m1=..), or record torques that are more \
             accurate, or more of them, from which it is known better.",
        ]
    );
    let (grade, _, said) = of(&|fit| wide(fit, 1.9), None);
    assert_eq!((grade, said.len()), (Grade::Sound, 0));
}

/// What is not followed at all is not mended by wider bounds or further terms, but what fails elsewhere may be.
#[test]
fn bounds_are_released_where_the_motion_is_followed() {
    let of = |own: FittedJoint, unseen: Unseen| {
        let mut fit = fit();
        fit.joints[0] = FittedJoint { lag1: 0.95, ..own };
        (fit.parameters[1].is_at_bound, fit.parameters[1].is_at_limit) = (true, true);
        let remedies = MotionJudgement::of(&fit, &[unseen], &[], None).remedies;
        [
            MotionRemedy::Release(vec!["R_m1".to_owned()]),
            MotionRemedy::ExtendModel(vec!["a".to_owned()]),
        ]
        .map(|remedy| remedies.contains(&remedy))
    };
    assert_eq!(of(joint(1e-3, 0.999), unseen(2e-3, 0.5)), [true; 2]);
    assert_eq!(of(joint(2.0, -48.0), unseen(1.1e-3, 0.998)), [false; 2]);
}

/// Each thing that is wanting, by itself: the grade, what the headline says and what is to be done.
#[test]
fn whatever_is_wanting_lowers_the_grade_and_is_named() {
    let whole = || vec![unseen(1.1e-3, 0.998)];
    let check =
        |change: &dyn Fn(&mut Fit, &mut Vec<Unseen>), grade, headline: &str, remedy: &str| {
            let (mut fit, mut unseen) = (fit(), whole());
            change(&mut fit, &mut unseen);
            let judged = MotionJudgement::of(&fit, &unseen, &[grown(Some(1.25))], Some("run.csv"));
            assert_eq!(judged.grade, grade, "{}", judged.headline);
            assert!(judged.headline.contains(headline), "{}", judged.headline);
            let advice = judged.advice(&MEANS).join("\n");
            assert!(advice.contains(remedy), "{headline}: {advice}");
        };
    let poor = Grade::Poor;
    check(
        &|fit, _| fit.joints[0] = joint(2.0, -48.0),
        poor,
        "does not follow the measured one",
        "Fit intervals of 0.5 s first, in which errors grow little, then longer ones from what these give (--interval 0.5,2).",
    );
    check(
        &|fit, _| fit.joints[0] = joint(f64::NAN, f64::NAN),
        poor,
        "does not follow the measured one",
        "(--starts 8)",
    );
    check(
        &|_, unseen| unseen[0] = self::unseen(0.5, 0.2),
        poor,
        "but not what was held out",
        "(--voltage run.csv)",
    );
    check(
        &|_, unseen| {
            unseen[0].joints.clear();
            unseen[0].stop = Some("at 1 s it runs away".to_owned());
        },
        poor,
        "but not what was held out",
        "--interval",
    );
    check(
        &|fit, _| {
            fit.parameters[1].std = None;
            fit.dependences.push(Dependence {
                name: "R_m1".to_owned(),
                with: vec!["m_a".to_owned()],
                times: None,
            });
        },
        poor,
        "does not tell every parameter",
        // Errors grow so much that nothing else is told: no parameter would have to be held.
        "Fit intervals of 0.5 s first",
    );
    check(
        &|fit, _| fit.joints[0].is_still = true,
        poor,
        "No joint moves",
        "Record a motion in which the joints move",
    );
    let care = Grade::Care;
    check(
        &|fit, _| fit.ending = Ending::Iterations,
        care,
        "did not end",
        "(--iterations 200)",
    );
    check(
        &|_, unseen| unseen[0] = self::unseen(1.6e-3, 0.92),
        care,
        "but less well",
        "",
    );
    check(
        &|fit, _| {
            fit.parameters[1].std = None;
            fit.parameters[1].is_at_bound = true;
            fit.parameters[1].is_at_limit = true;
        },
        care,
        "at the end of where they were sought",
        "Hold R_m1 at a value that is known from elsewhere",
    );
    check(
        &|fit, _| fit.joints[0].lag1 = 0.95,
        care,
        "what is left of it is no noise",
        "Look at what is left of joint a",
    );
    // It looks white from sample to sample, and is not.
    check(
        &|fit, _| fit.joints[0].inflation = 2.1,
        care,
        "what is left of it is no noise",
        "Look at what is left of joint a",
    );
    check(
        &lacking_friction,
        care,
        "what is left of it is no noise",
        "Fit with Coulomb and quadratic friction beside the terms that the model has, so that fc_a, fq_b, fc_b are sought as well.",
    );
    check(
        &|fit, _| {
            fit.dependences.push(Dependence {
                name: "R_m1".to_owned(),
                with: vec!["m_a".to_owned()],
                times: Some(2500.0),
            });
        },
        care,
        "hardly tells some parameters",
        "--free m_a",
    );
    check(
        &|_, unseen| {
            unseen[0] = self::unseen(1e-3, 0.5);
            unseen[0].joints[0].nrmse = 0.3;
        },
        care,
        "with care",
        "Validate with data in which joint a moves as well",
    );
    // What is left is no noise, but nothing says that other motion is followed.
    check(
        &|fit, unseen| {
            fit.joints[0].lag1 = 0.95;
            unseen[0] = self::unseen(1e-3, 0.5);
            unseen[0].joints[0].nrmse = 0.3;
        },
        care,
        "with care",
        "Look at what is left of joint a",
    );
}

fn lacking_friction(fit: &mut Fit, _: &mut Vec<Unseen>) {
    let term = |name: &str, law, value, share| Missing {
        name: name.to_owned(),
        law,
        value,
        unit: "N·m",
        share,
    };
    fit.lacks = vec![
        term("fc_a", "Coulomb", 0.0312, 0.5),
        term("fq_b", "quadratic", -0.2, 0.25),
        term("fc_b", "Coulomb", 2.0, 0.125),
    ];
    fit.joints[0].inflation = 5.0;
    fit.parameters[0].moved = Some(0.2);
    fit.parameters[1].moved = Some(-0.375);
}

/// What friction explains is said once, with what it did; what nothing explains is said by how much it widens.
#[test]
fn what_is_left_is_said_with_what_it_does_to_parameters() {
    let said = |change: &dyn Fn(&mut Fit)| {
        let mut fit = fit();
        change(&mut fit);
        MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None).reasons()[2..].to_vec()
    };
    assert_eq!(
        said(&|fit| lacking_friction(fit, &mut Vec::new())),
        [
            "The model lacks friction: fc_a of about 0.031 N·m (Coulomb), fq_b of about −0.2 N·m (quadratic), fc_b of about 2 N·m (Coulomb) \
             would explain 87.50 % of the square of what is left. Without it R_m1 is off by about −0.38, and deviations are as wide as that."
        ]
    );
    let coloured = "What is left of joint a goes on from sample to sample, which makes deviations up to 2.1 times as wide as those of noise: \
                    steps of an encoder, noise of what drives the robot, or something that the model lacks, by which parameters are off \
                    farther than any deviation says.";
    assert_eq!(said(&|fit| fit.joints[0].inflation = 2.1), [coloured]);
    assert!(said(&|fit| fit.joints[0].inflation = 2.0).is_empty());
    let mut fit = fit();
    (fit.joints[0].lag1, fit.joints[0].inflation) = (0.95, 1.125);
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    let widened = MotionFinding::Coloured {
        joints: vec!["a".to_owned()],
        times: 1.125,
    };
    assert!(judged.findings.contains(&widened), "{:?}", judged.findings);
}

/// Where a fit is followed, how fast errors grow is no reason for advice; where it is not, voltages help only one that torques drive
/// and that grows.
#[test]
fn advice_is_given_where_it_helps() {
    let of = |fit: &Fit, grown: &[Sensitivity], voltages| {
        MotionJudgement::of(fit, &[unseen(1.1e-3, 0.998)], grown, voltages).remedies
    };
    let voltages =
        |all: &[MotionRemedy]| all.iter().any(|r| matches!(r, MotionRemedy::Voltages(_)));
    let shorter = |all: &[MotionRemedy]| all.iter().any(|r| matches!(r, MotionRemedy::Shorten(_)));
    assert!(of(&fit(), &[grown(Some(2.0))], Some("run.csv")).is_empty());
    let mut astray = fit();
    astray.joints[0] = joint(2.0, -48.0);
    let found = of(&astray, &[grown(Some(2.0))], Some("run.csv"));
    assert!(voltages(&found) && shorter(&found));
    assert!(!voltages(&of(&astray, &[grown(Some(2.0))], None)));
    assert!(!voltages(&of(&astray, &[], Some("run.csv"))));
    // Of several recordings the one in which errors grow soonest says how short intervals are.
    let soon = of(
        &astray,
        &[grown(Some(0.4)), grown(Some(0.2)), grown(None)],
        None,
    );
    assert_eq!(soon[0], MotionRemedy::Shorten(0.2));
    // None that has six samples is short enough at 25 Hz; at 50 Hz one of 0.124 s has, and its hundredths are rounded up.
    let mut thin = grown(Some(0.124));
    thin.times = vec![1.0, 1.04];
    assert!(!shorter(&of(&astray, std::slice::from_ref(&thin), None)));
    thin.times = vec![1.0, 1.02];
    let found = of(&astray, &[thin], None);
    let begins = "Fit intervals of 0.13 s first, ";
    assert!(found[0].sentence(&MEANS).starts_with(begins), "{found:?}");
    assert_eq!(
        soon[0].sentence(&MEANS),
        "Fit intervals of 0.2 s first, in which errors grow little, then longer ones from what these give (--interval 0.2,1)."
    );
    for (remedy, said) in [
        (
            MotionRemedy::CheckDescription,
            "Check signs and units of positions and of what drives the robot, and that the description has the joints that move: a wrong \
             one is followed nowhere.",
        ),
        (
            MotionRemedy::Restart,
            "Begin with other values: nominal ones, those of least squares, or several at a time (--starts 8).",
        ),
    ] {
        assert!(soon.contains(&remedy));
        assert_eq!(remedy.sentence(&MEANS), said);
    }
    // Intervals of more than twice the half second that is short, and such as are short already.
    astray.longest = 1.1;
    assert!(shorter(&of(&astray, &[grown(Some(2.0))], None)));
    astray.longest = 0.5;
    assert!(!shorter(&of(&astray, &[grown(Some(2.0))], None)));
    // How a search stopped says how to go on with it.
    for (ending, remedy) in [
        (Ending::Stuck, MotionRemedy::Restart),
        (Ending::Iterations, MotionRemedy::GoOn),
    ] {
        let mut stopped = fit();
        (stopped.ending, stopped.longest) = (ending, 1.0);
        assert_eq!(of(&stopped, &[], None), [remedy]);
    }
}

#[test]
fn parameters_are_named_once() {
    let mut fit = fit();
    fit.parameters = ["a", "b", "c", "d", "e"]
        .map(|name| parameter(name, None))
        .to_vec();
    fit.parameters[0].is_idle = true;
    fit.parameters[3].is_at_bound = true;
    fit.parameters[3].is_at_limit = true;
    fit.parameters[3].value = 0.0;
    fit.parameters[4].std = Some(0.5);
    fit.dependences.push(Dependence {
        name: "b".to_owned(),
        with: vec!["e".to_owned()],
        times: None,
    });
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[grown(None)], None);
    let hidden = "An error of the state at the beginning becomes 2000 times as large within 10.0 s, behind which b, c are hidden.";
    assert_eq!(judged.reasons()[3], hidden);
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    let said = judged.reasons();
    let advice = judged.advice(&MEANS);
    let held = "Hold a, b at values that are known from elsewhere (--set a=..,b=..), and seek the others (--free c,d,e).";
    assert!(advice.contains(&held.to_owned()), "{advice:?}");
    assert_eq!(
        said[2..],
        [
            "The motion does not change with a: it is as it was begun with.",
            "The motion does not tell b from e: their effects are proportional, and values and deviations of these are those of one answer \
             among many.",
            "The motion leaves c open.",
            "At the end of what physics allows, beyond which the motion would have it: d = 0. This motion does not determine it.",
            "Known to no better than 20 %: e.",
        ]
    );
    let holds = MotionRemedy::Hold {
        held: vec!["a".to_owned(), "b".to_owned()],
        sought: ["c", "d", "e"].map(str::to_owned).to_vec(),
    };
    assert!(judged.remedies.contains(&holds), "{:?}", judged.remedies);
    assert!(matches!(
        judged.findings[1],
        MotionFinding::Unseen {
            outcome: Transfer::Holds,
            ..
        }
    ));
}

/// Two joints, of which the second is followed less closely.
fn of_two(second: FittedJoint) -> (Fit, Vec<Unseen>) {
    let named = |joint: FittedJoint| FittedJoint {
        name: "b".to_owned(),
        ..joint
    };
    let mut fit = fit();
    fit.joints.push(named(joint(2e-3, 0.97)));
    let mut unseen = unseen(1.1e-3, 0.998);
    unseen.joints.push(named(second));
    (fit, vec![unseen])
}

fn grades(judged: &MotionJudgement) -> Vec<(&str, Grade)> {
    let all = judged.joints.iter();
    all.map(|joint| (joint.name.as_str(), joint.grade))
        .collect()
}

/// What holds of one joint does not hold of another, and what is left of one is not left of another.
#[test]
fn each_joint_is_judged_by_its_own_figures() {
    let (mut fit, whole) = of_two(joint(2.1e-3, 0.968));
    let judged = MotionJudgement::of(&fit, &whole, &[], None);
    assert_eq!(judged.grade, Grade::Sound);
    assert_eq!(grades(&judged), [("a", Grade::Sound), ("b", Grade::Sound)]);
    // The joint that is followed worst, and the largest ratio.
    let [
        MotionFinding::Followed { joint: worst, .. },
        MotionFinding::Unseen {
            outcome: Transfer::Holds,
            joints,
            ratio,
            ..
        },
    ] = &judged.findings[..]
    else {
        panic!("{:?}", judged.findings);
    };
    assert_eq!(
        (worst.as_str(), joints.join(", ")),
        ("b", "a, b".to_owned())
    );
    assert!((ratio - 1.1).abs() < 1e-9, "{ratio}");
    fit.joints[1].lag1 = 0.95;
    let judged = MotionJudgement::of(&fit, &whole, &[], None);
    assert_eq!(judged.grade, Grade::Care);
    assert_eq!(grades(&judged), [("a", Grade::Sound), ("b", Grade::Care)]);
    // It stands still in what was held out, which says nothing of it.
    let still = FittedJoint {
        is_still: true,
        ..joint(1e-4, 0.5)
    };
    let (fit, still) = of_two(still);
    let judged = MotionJudgement::of(&fit, &still, &[], None);
    assert_eq!(judged.grade, Grade::Care);
    assert_eq!(grades(&judged), [("a", Grade::Sound), ("b", Grade::Care)]);
    let untested = Remedy::ValidateJoints(vec!["b".to_owned()]);
    assert_eq!(judged.remedies, [MotionRemedy::Of(untested)]);
}

/// A joint that follows one motion and gives way in another, where it ought to stand still, is not sound.
#[test]
fn what_holds_in_one_motion_and_not_in_another_takes_care() {
    let mut other = unseen(0.06, 0.92);
    other.recording = "still".to_owned();
    other.joints[0].is_still = true;
    let both = [unseen(1.1e-3, 0.998), other];
    let judged = MotionJudgement::of(&fit(), &both, &[], None);
    let outcomes: Vec<Transfer> = judged.transfer.iter().map(|own| own.outcome).collect();
    assert_eq!(outcomes, [Transfer::Holds, Transfer::Weakens]);
    assert_eq!(judged.grade, Grade::Care);
    assert_eq!(grades(&judged), [("a", Grade::Care)]);
    assert_eq!(
        judged.headline,
        "The simulated robot follows motion that it has not seen, but less well than what it was fitted to."
    );
}

/// Sentences that few fits ask for, with every name and figure in its place.
#[test]
fn what_is_seldom_wanting_is_said_as_well() {
    let names =
        |all: &[&str]| -> Vec<String> { all.iter().map(|name| (*name).to_owned()).collect() };
    let unseen = |outcome| MotionFinding::Unseen {
        outcome,
        joints: names(&["a", "b"]),
        ratio: 1.75,
        recording: "other".to_owned(),
    };
    for (finding, sentence) in [
        (
            MotionFinding::NotEnded {
                ending: Ending::Stuck,
                iterations: 7,
            },
            "The search is stuck: no step brings the simulation nearer, though the slope is not 0.",
        ),
        (
            MotionFinding::NotEnded {
                ending: Ending::Iterations,
                iterations: 7,
            },
            "The search did not end in 7 iterations.",
        ),
        (
            MotionFinding::Still(names(&["a"])),
            "Joint a stands still and says little.",
        ),
        (
            MotionFinding::Still(names(&["a", "b"])),
            "Joints a, b stand still and say little.",
        ),
        (
            unseen(Transfer::Weakens),
            "Motion that took no part is followed less well: 1.75 times the difference of the fit (joints a, b; other).",
        ),
        (
            unseen(Transfer::Fails),
            "Motion that took no part is not followed: 1.75 times the difference of the fit (joints a, b; other).",
        ),
        (
            unseen(Transfer::Untested),
            "Motion that took no part hardly tests joints a, b: there is little of it (other).",
        ),
        (
            MotionFinding::Stopped {
                recording: "other".to_owned(),
                why: "it runs away".to_owned(),
            },
            "The simulation of other, which took no part, ends early: it runs away.",
        ),
        (
            MotionFinding::Told(Dependence {
                name: "R_m1".to_owned(),
                with: names(&["m_a", "k_m1"]),
                times: Some(2500.4),
            }),
            "The motion hardly tells R_m1 from m_a, k_m1: its deviation is 2500 times as wide as if they were known.",
        ),
        (
            MotionFinding::Followed {
                joint: "b".to_owned(),
                rmse: 0.012_34,
                unit: "m",
                nrmse: 0.5,
                r2: -0.25,
            },
            "0.0123 m (RMS) are left of joint b, 50.00 % of its motion: a straight line in each interval would be nearer than the \
             simulation.",
        ),
        (
            MotionFinding::Hidden {
                names: names(&["a", "b"]),
                factor: 2345.6,
                seconds: 1.26,
            },
            "An error of the state at the beginning becomes 2000 times as large within 1.3 s, behind which a, b are hidden.",
        ),
        (
            MotionFinding::Coloured {
                joints: names(&["a", "b"]),
                times: 2.346,
            },
            "What is left of joints a, b goes on from sample to sample, which makes deviations up to 2.3 times as wide as those of \
             noise: steps of an encoder, noise of what drives the robot, or something that the model lacks, by which parameters are \
             off farther than any deviation says.",
        ),
        (
            MotionFinding::Idle(names(&["a", "b"])),
            "The motion does not change with a, b: they are as they were begun with.",
        ),
        (
            MotionFinding::Bounded(vec![("m_a".to_owned(), 0.123_46), ("L".to_owned(), -2.0)]),
            "At a bound that was asked for, beyond which the motion would have it: m_a = 0.1235, L = −2.",
        ),
    ] {
        assert_eq!(finding.to_string(), sentence, "{finding:?}");
    }
}

/// Of several motions those in which errors hardly grow hide nothing.
#[test]
fn parameters_are_hidden_by_the_motion_in_which_errors_grow() {
    let calm = || {
        let mut calm = grown(None);
        calm.growth.is_nearly_chaotic = false;
        (calm.growth.largest, calm.seconds) = (3.0, 4.0);
        calm
    };
    let mut fit = fit();
    fit.parameters[1].std = None;
    let said = |grown: &[Sensitivity]| {
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], grown, None);
        // What is not told of one parameter makes the motion of every joint unreliable.
        assert_eq!(grades(&judged), [("a", Grade::Poor)]);
        judged.reasons()[2..].to_vec()
    };
    assert_eq!(
        said(&[calm(), grown(None)]),
        [
            "An error of the state at the beginning becomes 2000 times as large within 10.0 s, behind which R_m1 is hidden."
        ]
    );
    assert_eq!(said(&[calm()]), ["The motion leaves R_m1 open."]);
}

/// 0.2 of deviations of 0.05 is farther than 0.375 of those of 0.1.
#[test]
fn friction_is_told_with_the_parameter_that_it_moved_farthest_beside_its_deviation() {
    let mut fit = fit();
    lacking_friction(&mut fit, &mut Vec::new());
    fit.parameters[0].std = Some(0.05);
    // It is lacking whatever what is left looks like.
    fit.joints[0].inflation = 1.0;
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    let said = judged.reasons().remove(2);
    let end = "Without it m_a is off by about 0.2, and deviations are as wide as that.";
    assert!(said.ends_with(end), "{said}");
    assert_eq!(
        (judged.grade, judged.headline),
        (
            Grade::Care,
            "The simulated robot follows motion that it has not seen, but what is left of it is no noise."
        )
    );
}

#[test]
fn what_is_left_widens_as_much_as_that_of_the_worst_joint() {
    let (mut fit, whole) = of_two(joint(2.1e-3, 0.968));
    (fit.joints[0].inflation, fit.joints[1].inflation) = (3.0, 2.5);
    let judged = MotionJudgement::of(&fit, &whole, &[], None);
    let widened = MotionFinding::Coloured {
        joints: ["a", "b"].map(str::to_owned).to_vec(),
        times: 3.0,
    };
    assert!(judged.findings.contains(&widened), "{:?}", judged.findings);
}

/// A deviation of a twentieth is no rough one, of a value below zero either.
#[test]
fn a_parameter_below_zero_is_known_as_well_as_one_above() {
    let mut fit = fit();
    fit.parameters[0].value = -2.0;
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    assert_eq!(judged.reasons().len(), 2, "{:?}", judged.findings);
}

/// What stands still in what was fitted need not move in what is held out, and what stands still there alone says nothing against a fit.
#[test]
fn joints_that_stand_still_are_not_asked_to_be_followed() {
    let (mut fit, mut whole) = of_two(joint(1e-4, 0.5));
    fit.joints[1].is_still = true;
    whole[0].joints[1].is_still = true;
    let judged = MotionJudgement::of(&fit, &whole, &[], None);
    assert!(judged.remedies.is_empty(), "{:?}", judged.remedies);
    let said = judged.reasons().remove(1);
    assert_eq!(said, "Joint b stands still and says little.");
    let mut still = unseen(1e-4, 0.1);
    still.recording = "still".to_owned();
    still.joints[0].is_still = true;
    let both = [unseen(1.1e-3, 0.998), still];
    let judged = MotionJudgement::of(&self::fit(), &both, &[], None);
    assert_eq!(judged.grade, Grade::Sound, "{}", judged.headline);
}

/// Nine tenths explained are no motion that is followed as well as a model has to.
#[test]
fn what_is_followed_in_part_and_was_not_tested_is_not_said_to_be_followed() {
    let mut fit = fit();
    fit.joints[0] = joint(1e-3, 0.9);
    let judged = MotionJudgement::of(&fit, &[], &[], None);
    assert_eq!(
        (judged.grade, judged.headline),
        (
            Grade::Care,
            "The parameters are usable, with care for what is said below."
        )
    );
}

/// Of one parameter and of several, with the ways that a front end has.
#[test]
fn what_is_to_be_done_is_said_with_its_ways() {
    let names =
        |all: &[&str]| -> Vec<String> { all.iter().map(|name| (*name).to_owned()).collect() };
    let means = MotionMeans {
        bounds: "--bounds",
        laws: "--friction",
        hold: "--hold",
        ..MEANS
    };
    for (remedy, sentence) in [
        (
            MotionRemedy::Hold {
                held: names(&["a"]),
                sought: names(&["b", "c"]),
            },
            "Hold a at a value that is known from elsewhere (--set a=..), and seek the others (--free b,c).",
        ),
        (
            MotionRemedy::Release(names(&["a"])),
            "Hold a at a value that is known from elsewhere, record a motion that shows it, or look for what the model lacks in its \
             place; bounds further out show where the motion would have it (--bounds).",
        ),
        (
            MotionRemedy::Release(names(&["a", "b"])),
            "Hold a, b at a value that is known from elsewhere, record a motion that shows them, or look for what the model lacks in \
             their place; bounds further out show where the motion would have them (--bounds).",
        ),
        (
            MotionRemedy::AddFriction {
                laws: vec!["Coulomb"],
                names: names(&["fc_a"]),
            },
            "Fit with Coulomb friction beside the terms that the model has, so that fc_a is sought as well (--friction).",
        ),
        (
            MotionRemedy::ExtendModel(names(&["a", "b"])),
            "Look at what is left of joints a, b: friction that the model does not have, elasticity or a load look like this \
             (--friction), and so does what drives the robot if it acts otherwise between samples than it is simulated (--hold). If it is \
             noise of what drives the robot, fit ten intervals or more, whose deviations know of that (--interval).",
        ),
        (
            MotionRemedy::Faster(None),
            "Record several times as fast, say what torques do between samples where that is known (--hold), or let the voltages of the \
             motors drive the simulation in place of torques (--voltage FILE).",
        ),
    ] {
        assert_eq!(remedy.sentence(&means), sentence, "{remedy:?}");
    }
}

/// Two recordings in which neither of two joints moves much.
#[test]
fn a_joint_is_named_once_of_however_many_recordings() {
    let (fit, mut whole) = of_two(joint(1e-4, 0.9));
    whole[0].joints[0] = joint(1e-4, 0.9);
    let mut other = whole[0].clone();
    other.recording = "third".to_owned();
    whole.push(other);
    let judged = MotionJudgement::of(&fit, &whole, &[], None);
    let both = ["a", "b"].map(str::to_owned).to_vec();
    let named = judged.findings.iter().find_map(|finding| match finding {
        MotionFinding::Unseen {
            outcome, joints, ..
        } => Some((*outcome, joints.clone())),
        _ => None,
    });
    assert_eq!(named, Some((Transfer::Untested, both.clone())));
    let asked = MotionRemedy::Of(Remedy::ValidateJoints(both));
    assert!(judged.remedies.contains(&asked), "{:?}", judged.remedies);
}

/// It stands still as long as it stays within less than a twentieth of a radian.
#[test]
fn what_gives_way_by_a_twentieth_does_not_stand_still() {
    for (rmse, outcome) in [
        (0.049, Transfer::Untested),
        (0.05, Transfer::Weakens),
        (0.06, Transfer::Weakens),
    ] {
        let mut other = unseen(rmse, 0.92);
        other.joints[0].is_still = true;
        let judged = MotionJudgement::of(&fit(), &[other], &[], None);
        assert_eq!(judged.transfer[0].outcome, outcome, "{rmse}");
    }
}

/// A twentieth of a radian is what a joint that stands still may give way by, in what was fitted as well.
#[test]
fn a_joint_that_stands_still_has_to_stay() {
    for (rmse, grade) in [(0.05, Grade::Sound), (0.051, Grade::Poor)] {
        let (mut fit, mut whole) = of_two(joint(1e-4, 0.5));
        (fit.joints[1].is_still, fit.joints[1].rmse) = (true, rmse);
        whole[0].joints[1].is_still = true;
        let judged = MotionJudgement::of(&fit, &whole, &[], None);
        assert_eq!(judged.grade, grade, "{rmse}: {}", judged.headline);
    }
}

/// What follows itself by more than a half is told, and makes a model lack something from nine tenths on; what changes its sign from
/// sample to sample is noise.
#[test]
fn what_is_left_may_follow_itself_in_part() {
    let of = |lag1: f64| {
        let mut fit = fit();
        fit.joints[0].lag1 = lag1;
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
        (judged.grade, judged.findings.len(), judged.remedies)
    };
    let extend = || vec![MotionRemedy::ExtendModel(vec!["a".to_owned()])];
    assert_eq!(of(0.5), (Grade::Sound, 2, Vec::new()));
    assert_eq!(of(0.6), (Grade::Sound, 3, extend()));
    assert_eq!(of(0.91), (Grade::Care, 3, extend()));
    assert_eq!(of(-0.95), (Grade::Sound, 2, Vec::new()));
}

/// Of two recordings that are followed the one that is followed less closely is named with its ratio.
#[test]
fn the_largest_ratio_is_told_with_its_own_recording() {
    let mut third = unseen(1.3e-3, 0.998);
    third.recording = "third".to_owned();
    for both in [
        [unseen(1.1e-3, 0.998), third.clone()],
        [third, unseen(1.1e-3, 0.998)],
    ] {
        let judged = MotionJudgement::of(&fit(), &both, &[], None);
        assert_eq!(
            judged.reasons()[1],
            "Motion that took no part is followed: 1.3 times the difference of the fit at most (joint a; third)."
        );
    }
}

/// One that another is not told from is not open besides.
#[test]
fn a_parameter_that_another_is_not_told_from_is_named_with_it() {
    let mut fit = fit();
    fit.parameters.iter_mut().for_each(|p| p.std = None);
    fit.dependences.push(Dependence {
        name: "R_m1".to_owned(),
        with: vec!["m_a".to_owned()],
        times: None,
    });
    let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
    assert_eq!(
        judged.reasons()[2..],
        [
            "The motion does not tell R_m1 from m_a: their effects are proportional, and values and deviations of these are those of one \
             answer among many."
        ]
    );
}

/// What took no part moves little: nothing says that other motion is followed.
#[test]
fn what_is_hardly_told_is_usable_with_care_where_nothing_was_tested() {
    let mut fit = fit();
    fit.dependences.push(Dependence {
        name: "R_m1".to_owned(),
        with: vec!["m_a".to_owned()],
        times: Some(2500.0),
    });
    let mut little = unseen(1e-3, 0.5);
    little.joints[0].nrmse = 0.3;
    let judged = MotionJudgement::of(&fit, &[little], &[], None);
    assert_eq!(
        judged.headline,
        "The parameters are usable, with care for what is said below."
    );
}

/// Of two parameters one without effect is held; not both, nor where nothing is followed or errors hide the other.
#[test]
fn parameters_are_held_where_others_are_left_that_a_motion_tells() {
    let held = |change: &dyn Fn(&mut Fit), grown: &[Sensitivity]| {
        let mut fit = fit();
        fit.parameters[0].is_idle = true;
        change(&mut fit);
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], grown, None);
        let is_hold = |remedy: &MotionRemedy| matches!(remedy, MotionRemedy::Hold { .. });
        judged.remedies.into_iter().find(is_hold)
    };
    let one = MotionRemedy::Hold {
        held: vec!["m_a".to_owned()],
        sought: vec!["R_m1".to_owned()],
    };
    let untold = |fit: &mut Fit| fit.parameters[1].std = None;
    assert_eq!(held(&|_| (), &[]), Some(one.clone()));
    assert_eq!(held(&untold, &[]), Some(one));
    assert_eq!(held(&untold, &[grown(None)]), None);
    assert_eq!(held(&|fit| fit.parameters[1].is_idle = true, &[]), None);
    assert_eq!(held(&|fit| fit.joints[0] = joint(2.0, -48.0), &[]), None);
}

/// Ten seconds at a time, which were followed as far as the search went.
#[test]
fn a_search_that_did_not_end_is_helped_by_short_intervals() {
    for (ending, remedy) in [
        (Ending::Iterations, MotionRemedy::GoOn),
        (Ending::Stuck, MotionRemedy::Restart),
    ] {
        let mut fit = fit();
        fit.ending = ending;
        let judged = MotionJudgement::of(&fit, &[unseen(1.1e-3, 0.998)], &[], None);
        assert_eq!(judged.remedies, [MotionRemedy::Shorten(0.5), remedy]);
    }
}

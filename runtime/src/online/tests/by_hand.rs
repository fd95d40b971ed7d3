//! Single steps with numbers that are exact, each side of every limit.

use super::*;
use crate::control::MomentumObserver;

/// Rows `[1 0]` and `[1 1]`, the least squares of which is at (3, 1).
fn factor() -> Factor<f64, 2> {
    let mut factor = Factor::diagonal(&[0.0; 2]);
    factor.add(&mut [[1.0, 0.0], [1.0, 1.0]], &mut [3.0, 4.0]);
    factor
}

fn projected(lower: [f64; 2], upper: [f64; 2], passes: u32) -> [f64; 2] {
    let mut beta = [0.0; 2];
    factor().solve(&mut beta);
    Bounds { lower, upper }.project(&factor(), &mut beta, passes);
    beta
}

/// With a first parameter of 2 the second is 2 as well, with 4 it is 0; what both bounds hold is at both.
#[test]
fn what_a_bound_holds_takes_others_along() {
    let (least, most) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
    let near = |found: [f64; 2], wanted: [f64; 2]| {
        assert!(apart(&found, &wanted) < 1e-12, "{found:?} {wanted:?}");
    };
    near(projected(least, most, 9), [3.0, 1.0]);
    near(projected(least, [2.0, f64::INFINITY], 1), [2.0, 2.0]);
    near(projected([4.0, f64::NEG_INFINITY], most, 1), [4.0, 0.0]);
    near(projected(least, [2.0, 1.5], 200), [2.0, 1.5]);
    // Without a pass it is cut off alone.
    near(projected(least, [2.0, f64::INFINITY], 0), [2.0, 1.0]);
    // The second is held at first, and by itself when the first has moved.
    near(
        projected([f64::NEG_INFINITY, 1.5], [2.0, 9.0], 200),
        [2.0, 2.0],
    );
}

#[test]
fn a_window_that_was_cleared_is_a_new_one() {
    let mut random = Uniform(11);
    let new = || SlidingWindow::<f64, M, B, W>::new([0.5; B], &[DEVIATION; B], NOISE);
    let mut used = new();
    for _ in 0..W + 7 {
        let (rows, tau) = random.sample(&[1.0; B]);
        used.push(&rows, &tau);
    }
    assert!(used.is_full());
    used.clear();
    assert_eq!((used.is_full(), used.estimate()), (false, [0.5; B]));
    assert!(used.excitation().abs() < 1e-15);
    let mut fresh = new();
    for k in 1..3 * W {
        let (rows, tau) = random.sample(&[2.0; B]);
        used.push(&rows, &tau);
        fresh.push(&rows, &tau);
        assert_eq!(used.estimate(), fresh.estimate(), "{k}");
        assert_eq!(used.excitation(), fresh.excitation(), "{k}");
        assert_eq!((used.is_full(), fresh.is_full()), (k >= W, k >= W), "{k}");
    }
}

/// Of one parameter by rows of 2 with noise 0.5 and a prior of deviation 0.25: information 16 and 16 a sample.
#[test]
fn excitation_is_what_samples_add_to_the_prior() {
    let mut window = SlidingWindow::<f64, 1, 1, 4>::new([1.0], &[0.25], [0.5]);
    for (samples, share) in [(1, 1.0 / 2.0), (2, 2.0 / 3.0), (3, 3.0 / 4.0)] {
        window.push(&[[2.0]], &[4.0]);
        assert!((window.excitation() - share).abs() < 1e-15, "{samples}");
        assert!((window.estimate()[0] - (1.0 + share)).abs() < 1e-15);
        let deviation = (16.0 + 16.0 * f64::from(samples)).sqrt().recip();
        assert!((window.deviation(0) - deviation).abs() < 1e-15);
    }
}

/// One row of `1, 10, 100, 1000`, in either order: pivots are roots of ratios of `1 + s`, `s` the sums of squares so far.
#[test]
fn excitation_goes_by_the_order_of_parameters() {
    let by = |row: [f64; 4]| {
        let mut window = SlidingWindow::<f64, 1, 4, 50>::new([0.0; 4], &[1.0; 4], [1.0]);
        window.push(&[row], &[0.0]);
        (window.excitation(), window.deviation(0))
    };
    let (rising, known) = by([1.0, 10.0, 100.0, 1000.0]);
    let shares = [
        1.0 / 2.0,
        100.0 / 102.0,
        10_000.0 / 10_102.0,
        1_000_000.0 / 1_010_102.0,
    ];
    assert!((rising - shares.iter().sum::<f64>() / 4.0).abs() < 1e-12);
    // Of its own variance the row takes no more than its share in all squares.
    assert!((known - (1.0 - 1.0 / 1_010_102.0_f64).sqrt()).abs() < 1e-12);
    let (falling, _) = by([1000.0, 100.0, 10.0, 1.0]);
    let shares = [
        1_000_000.0 / 1_000_001.0,
        10_000.0 / 1_010_001.0,
        100.0 / 1_010_101.0,
        1.0 / 1_010_102.0,
    ];
    assert!((falling - shares.iter().sum::<f64>() / 4.0).abs() < 1e-12);
}

#[test]
fn a_gate_opens_at_its_threshold_once_its_buffer_is_full() {
    // An error of a half of each torque is an R² of 0.75.
    let mut gate = Gate::<f64, 2, 3>::new(0.75, 0.5, [2.0, 2.0]);
    for _ in 0..2 {
        let opened = [0, 1, 2].map(|_| gate.observe(&[2.0, 4.0], &[1.0, 6.0]));
        assert_eq!(opened, [false, false, true]);
        assert_eq!((gate.r2(), gate.is_open()), (Some(0.75), true));
        gate.close();
        assert_eq!((gate.r2(), gate.is_open()), (None, false));
    }
    // Of torques 1 to 6 with growing errors the last three count, each by its own noise.
    let mut gate = Gate::<f64, 2, 3>::new(0.0, 0.0, [2.0, 0.5]);
    let [error, torque] = [|k: f64| [0.1 * k, 0.02 * k * k], |k: f64| [k, -0.5 * k]];
    for last in 1..=9u32 {
        let (e, u) = (error(last.into()), torque(last.into()));
        gate.observe(&u, &[u[0] + e[0], u[1] - e[1]]);
        let square = |x: [f64; 2]| (x[0] / 2.0).powi(2) + (x[1] / 0.5).powi(2);
        let ks = || (last.max(3) - 2..=last).map(f64::from);
        let e: f64 = ks().map(|k| square(error(k))).sum();
        let u: f64 = ks().map(|k| square(torque(k))).sum();
        let r2 = 1.0 - e / u;
        match gate.r2() {
            Some(found) => assert!(last >= 3 && (found - r2).abs() < 1e-15, "{last}"),
            None => assert!(last < 3),
        }
    }
    let mut above = Gate::<f64, 2, 1>::new(0.751, 0.5, [2.0, 2.0]);
    assert!(!above.observe(&[2.0, 4.0], &[1.0, 6.0]));
}

#[test]
fn limits_are_not_passed_by_what_is_at_them() {
    let limits = Limits {
        step: [0.25],
        torque: [5.0],
        moving: [0.5],
        patience: 2,
    };
    let mut watch = Watch::new(limits);
    let mut look = |q: f64, tau: f64, wanted: f64| watch.look(&[q], &[tau], &[wanted]);
    assert_eq!(look(0.0, 4.99, 1.0), None);
    assert_eq!(look(0.25, 0.0, 1.0), None);
    assert_eq!(look(0.0, 0.0, 1.0), None);
    assert_eq!(look(0.26, 0.0, 1.0), Some(Event::Jump { index: 0 }));
    assert_eq!(look(0.0, 0.0, 1.0), Some(Event::Jump { index: 0 }));
    for tau in [5.0, -5.0] {
        assert_eq!(look(0.0, tau, 0.0), Some(Event::Saturated { index: 0 }));
    }
    // It stands still twice, is not asked to move any more, and may stand still twice again.
    let frozen = Some(Event::Frozen { index: 0 });
    for (wanted, event) in [
        (0.51, None),
        (-0.51, None),
        (0.5, None),
        (-0.5, None),
        (0.51, None),
        (0.51, None),
        (-0.51, frozen),
        (0.51, frozen),
        (0.0, None),
    ] {
        assert_eq!(look(0.0, 0.0, wanted), event, "{wanted}");
    }
    // What is no number is not compared with what comes next.
    let odd = Some(Event::NotFinite { index: 0 });
    assert_eq!(look(f64::INFINITY, 0.0, 0.0), odd);
    assert_eq!(look(7.0, 0.0, 0.0), None);
    // After samples were missed it may stand still twice again.
    let still = |watch: &mut Watch<f64, 1>| watch.look(&[7.0], &[0.0], &[1.0]);
    assert_eq!([0; 2].map(|_| still(&mut watch)), [None; 2]);
    watch.skip();
    let looks = [0; 4].map(|_| still(&mut watch));
    assert_eq!(looks, [None, None, None, frozen]);
}

/// What a large sample took from the digits of those beside it comes back with its end.
#[test]
fn a_window_renews_itself() {
    let mut random = Uniform(13);
    let mut window = SlidingWindow::<f64, 1, 2, 8>::new([0.0; 2], &[1e3; 2], [1.0]);
    let beta = [3.0, -1.0];
    let mut push = |rows: [f64; 2], torque: f64| {
        window.push(&[rows], &[torque]);
        (apart(&window.estimate(), &beta), window.is_full())
    };
    assert_eq!(push([1e9, 3e8], 1e9), push([0.0, 0.0], 0.0));
    let mut last = (f64::INFINITY, false);
    for _ in 0..24 {
        let rows = [random.draw(), random.draw()];
        last = push(rows, product(&rows, &beta));
    }
    assert!(last.0 < 1e-4 && last.1, "{last:?}");
}

/// Rows that were never in it cannot be taken out: the window goes on with those since it last began anew.
#[test]
fn a_window_that_lost_its_digits_is_short_until_it_is_full_again() {
    let mut window = SlidingWindow::<f64, 1, 2, 4>::new([0.0; 2], &[1e12; 2], [1.0]);
    window.push(&[[1e6, 0.0]], &[3e6]);
    let full = [0; 9].map(|_| {
        window.push(&[[1e-6, 1.0]], &[2.0]);
        window.is_full()
    });
    assert!(full[2] && full[8], "{full:?}");
}

#[test]
fn what_is_zero_has_no_share() {
    let mut factor = Factor::<f64, 2>::diagonal(&[0.0, 2.0]);
    let mut x = [5.0, 3.0];
    factor.solve_transposed(&mut x);
    assert_eq!(x, [0.0, 1.5]);
    assert_eq!(factor.back(&[5.0, 3.0]), [0.0, 1.5]);
    // Of x = 1 and x = 3 the mean leaves 2 unexplained; halved rows leave a quarter of it.
    let mut one = Factor::<f64, 1>::diagonal(&[0.0]);
    one.add(&mut [[1.0], [1.0]], &mut [1.0, 3.0]);
    assert!((one.rest() - 2.0).abs() < 1e-15);
    one.scale(0.5);
    assert!((one.rest() - 0.5).abs() < 1e-15);
    assert!((one.trace() - 0.5).abs() < 1e-15);
    factor.scale(3.0);
    assert_eq!(factor.trace(), 36.0);
}

/// Samples may be whatever they are, and each is solved for.
fn settings() -> Settings<f64, M, B> {
    Settings {
        nominal: [0.0; B],
        deviations: [DEVIATION; B],
        noise: NOISE,
        bounds: Bounds::none(),
        limits: Limits {
            step: [f64::INFINITY; M],
            torque: [f64::INFINITY; M],
            moving: [f64::INFINITY; M],
            patience: 0,
        },
        gate: [0.9, 0.8],
        every: 1,
        excitation: 0.0,
    }
}

#[test]
fn bounds_hold_in_a_learner_and_the_first_fault_is_named() {
    let mut settings = settings();
    settings.bounds.upper[2] = 2.0;
    settings.limits.step = [1.0; M];
    let mut random = Uniform(14);
    let mut learner = Learner::<f64, M, B, W>::new(settings);
    for _ in 0..W {
        let (rows, tau) = random.sample(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        learner.step(&[0.0; M], &tau, &[0.0; M], &rows);
    }
    assert_eq!(learner.identified()[2], 2.0);
    let (rows, tau) = random.sample(&[1.0; B]);
    let mut odd = rows;
    (odd[0][1], odd[1][1]) = (f64::NAN, f64::INFINITY);
    for (q, rows, event) in [
        ([0.0; M], odd, Event::NotFinite { index: 0 }),
        ([2.0; M], rows, Event::Jump { index: 0 }),
    ] {
        let step = learner.step(&q, &tau, &[0.0; M], &rows);
        assert_eq!(step.event, Some(event));
    }
}

/// At every third sample, also after something was wrong.
#[test]
fn a_learner_solves_as_often_as_is_asked() {
    let settings = Settings {
        every: 3,
        ..settings()
    };
    let mut random = Uniform(12);
    let mut learner = Learner::<f64, M, B, W>::new(settings);
    for (count, sign) in [(2 * W, 1.0), (3 * W - 1, -1.0)] {
        let beta = [1.0, 2.0, 3.0, 4.0, 5.0].map(|x| sign * x);
        let mut first = None;
        for k in 1..=count {
            let (rows, tau) = random.sample(&beta);
            let step = learner.step(&[0.0; M], &tau, &[0.0; M], &rows);
            assert_eq!((step.event, step.learned), (None, k % 3 == 0), "{k}");
            assert_eq!(step.r2.is_some(), k >= W, "{k}");
            // Of what was before something was wrong nothing is left.
            if k == 9 {
                let far = apart(learner.identified(), &beta);
                assert!(far < 0.5, "{far}");
            }
            let acts = step.acting == Acting::Identified;
            let acting = if acts {
                learner.identified()
            } else {
                &settings.nominal
            };
            assert_eq!(learner.parameters(), acting, "{k}");
            first = first.or(acts.then_some(k));
        }
        assert!(apart(learner.identified(), &beta) < 0.2);
        // While the first samples, which nominal values predicted, are in the buffer, it does not act.
        assert!(first.is_some_and(|k| (W..2 * W).contains(&k)), "{first:?}");
        let (mut rows, tau) = random.sample(&beta);
        rows[1][4] = f64::NAN;
        let step = learner.step(&[0.0; M], &tau, &[0.0; M], &rows);
        let expected = Step {
            acting: Acting::Nominal,
            event: Some(Event::NotFinite { index: 1 }),
            r2: None,
            learned: false,
        };
        assert_eq!(step, expected);
        assert_eq!(learner.identified(), &settings.nominal);
    }
}

/// The sum begins at zero however long all is well, and passes its threshold by more than it.
#[test]
fn a_change_adds_up_to_its_threshold() {
    for (error, seen) in [(1.5, 10), (2.0, 4), (1e9, 4)] {
        let mut change = Change::new([1.0], 0.5, 8.0);
        for _ in 0..2 {
            assert!((0..5).all(|_| !change.observe(&[0.0])));
            assert_eq!((0..40).position(|_| change.observe(&[-error])), Some(seen));
            change.clear();
        }
    }
}

#[test]
fn nothing_is_forgotten_without_forgetting() {
    let none = Forgetting::<f64>::none();
    assert_eq!((none.factor, none.information), (1.0, None));
}

/// A time constant of one and a half steps keeps a half and takes a quarter of both neighbours.
#[test]
fn averages_and_their_differences_are_by_hand() {
    let mut average = LowPass::<f64, 1>::new(1.5, 1.0);
    let mut motion = MotionFilter::<f64, 1>::new(1.5, 1.0);
    for _ in 0..2 {
        assert_eq!(average.update(&[4.0]), [4.0]);
        assert_eq!(average.update(&[8.0]), [5.0]);
        average.clear();
        let begun = Motion {
            q: [0.0],
            ..Motion::default()
        };
        assert_eq!(motion.update(&[0.0]), begun);
        // Averages of 16, 4 and 1: differences of 3 and 9 over the time constant and its square.
        let found = motion.update(&[64.0]);
        assert!((found.q[0] - 1.0).abs() < 1e-15);
        assert!((found.qd[0] - 2.0).abs() < 1e-15 && (found.qdd[0] - 4.0).abs() < 1e-15);
        assert_eq!(
            (motion.torque(&[0.0]), motion.torque(&[64.0])),
            ([0.0], [1.0])
        );
        motion.clear();
    }
}

/// The mean of two, with a constant of half a step: three of these leave of `t²/2` its derivatives one and a half steps ago.
#[test]
fn no_filter_is_faster_than_half_a_step() {
    let mut average = LowPass::<f64, 1>::new(0.1, 1.0);
    let found = [4.0, 8.0, 8.0].map(|x| average.update(&[x])[0]);
    assert_eq!(found, [4.0, 6.0, 8.0]);
    let mut filter = MotionFilter::<f64, 1>::new(0.1, 1.0);
    let mut motion = Motion::default();
    for k in 0..9 {
        motion = filter.update(&[0.5 * f64::from(k * k)]);
    }
    assert_eq!((motion.qd, motion.qdd), ([6.5], [1.0]));
    let mut momentum = MomentumFilter::<f64, 1, 1>::new(0.1, 1.0);
    let rows = MomentumRows {
        momentum: [[0.0]],
        rest: [[0.0]],
    };
    momentum.update(&rows, &[4.0]);
    assert_eq!(momentum.update(&rows, &[8.0]).1, [6.0]);
}

/// What is not finite comes out once, and the other signal and what comes next know nothing of it.
#[test]
fn a_filter_goes_on_after_what_is_no_number() {
    for odd in [f64::NAN, f64::INFINITY] {
        let [mut whole, mut holed] = [MotionFilter::<f64, 2>::new(0.02, 0.01); 2];
        let at = |k: i32| [f64::from(k).sin(), f64::from(k).cos()];
        // The first sample as well.
        for k in [0, 7, 8] {
            let found = holed.update(&[odd, at(k)[1]]);
            let other = whole.update(&[0.0, at(k)[1]]);
            assert!(!found.q[0].is_finite() && !found.qdd[0].is_finite());
            assert_eq!((found.q[1], found.qdd[1]), (other.q[1], other.qdd[1]));
            assert!(!holed.torque(&[1.0, odd])[1].is_finite());
        }
        assert_eq!(holed.torque(&at(9))[1], at(9)[1]);
        let mut alone = MotionFilter::<f64, 1>::new(0.02, 0.01);
        for k in 9..20 {
            let found = holed.update(&at(k));
            let other = alone.update(&[at(k)[0]]);
            assert_eq!(
                [found.q[0], found.qd[0], found.qdd[0]],
                [other.q[0], other.qd[0], other.qdd[0]]
            );
        }
    }
    let mut filter = MomentumFilter::<f64, 1, 1>::new(1.0, 0.5);
    let rows = |momentum: f64| MomentumRows {
        momentum: [[momentum]],
        rest: [[0.0]],
    };
    filter.update(&rows(1.0), &[2.0]);
    let nothing = ([[0.0]], [0.0]);
    assert_eq!(filter.update(&rows(f64::NAN), &[2.0]), nothing);
    assert_eq!(filter.update(&rows(1.0), &[f64::INFINITY]), nothing);
    let (found, torque) = filter.update(&rows(1.0), &[2.0]);
    assert!(found[0][0].abs() < 1e-15 && (torque[0] - 0.8).abs() < 1e-15);
}

/// Of a sine of the time behind a filter, velocity and acceleration are a quarter and half of a period before the position,
/// and a torque like it is where the position is.
#[test]
fn motion_and_torque_behind_a_filter_are_equally_late() {
    for (time, step, frequency) in [
        (0.02, 0.01, 6.0),
        (0.02, 0.01, 100.0),
        (0.005, 0.001, 50.0),
        // Never faster than half a step, where averages would alternate.
        (0.001, 0.01, 6.0),
    ] {
        let mut filter = MotionFilter::<f64, 1>::new(time, step);
        // What goes with the sine and the cosine, over whole periods but for less than a step.
        let mut sums = [[0.0; 2]; 4];
        let settled = (60.0 * time / step) as usize;
        let period = (200.0 * std::f64::consts::TAU / frequency / step) as usize;
        for k in 0..settled + period {
            let angle = frequency * step * k as f64;
            let motion = filter.update(&[angle.sin()]);
            let torque = filter.torque(&[angle.sin()]);
            if k >= settled {
                let all = [motion.q[0], motion.qd[0], motion.qdd[0], torque[0]];
                for (sum, x) in sums.iter_mut().zip(all) {
                    *sum = [sum[0] + x * angle.sin(), sum[1] + x * angle.cos()];
                }
            }
        }
        let [q, qd, qdd, torque] = sums.map(|[sine, cosine]| cosine.atan2(sine));
        let quarter = std::f64::consts::FRAC_PI_2;
        let wrapped = |x: f64| x.sin().atan2(x.cos());
        for off in [qd - q - quarter, qdd - q - 2.0 * quarter, torque - q] {
            assert!(wrapped(off).abs() < 3e-3, "{time} {frequency}: {off}");
        }
    }
}

/// Of `(b₀ + b₁ cos q) qd` the rate without acceleration is `-b₁ sin q qd²`.
#[test]
fn momentum_and_what_is_no_rate_of_it_are_by_hand() {
    let (q, qd) = (0.7f64, -1.3f64);
    let found = MomentumRows::new(arm, arm, &[q], &[qd]);
    let (sine, cosine) = q.sin_cos();
    let momentum = [qd, cosine * qd, 0.0, 0.0];
    let rest = [0.0, 0.5 * sine * qd * qd, cosine, qd];
    let near = |found: &[f64; 4], wanted: [f64; 4]| {
        assert!(apart(found, &wanted) < 1e-15, "{found:?} {wanted:?}");
    };
    near(&found.momentum[0], momentum);
    near(&found.rest[0], rest);
}

/// A time constant of 1 s and steps of 0.5 s keep 0.6 and take 0.2 of both neighbours.
#[test]
fn filtered_rows_are_by_hand() {
    let mut filter = MomentumFilter::<f64, 1, 1>::new(1.0, 0.5);
    let rows = |momentum: f64, rest: f64| MomentumRows {
        momentum: [[momentum]],
        rest: [[rest]],
    };
    for _ in 0..2 {
        assert_eq!(filter.update(&rows(2.0, 1.0), &[1.0]), ([[0.0]], [0.0]));
        // Rest 0.2 (1 + 3), momentum 0.6 · 2 + 0.2 (2 + 5), torque 0.2 (1 + 2).
        let (found, torque) = filter.update(&rows(5.0, 3.0), &[2.0]);
        assert!((found[0][0] - (0.8 + 5.0 - 2.6)).abs() < 1e-15);
        assert!((torque[0] - 0.6).abs() < 1e-15);
        filter.clear();
    }
}

/// Momentum that is not explained, times the bandwidth.
#[test]
fn a_disturbance_is_seen_by_hand() {
    let mut observer = MomentumObserver::new([2.0]);
    for _ in 0..2 {
        for (momentum, seen) in [(1.0, 0.0), (2.5, 1.0), (3.0, -1.0)] {
            assert_eq!(observer.update(&[momentum], &[3.0], &[1.0], 0.5), [seen]);
        }
        observer.clear();
    }
    // What is no number leaves the disturbance as it is, which goes on from the next momentum.
    let mut lost = MomentumObserver::new([2.0]);
    for (momentum, tau, seen) in [
        (1.0, 3.0, 0.0),
        (2.5, 3.0, 1.0),
        (f64::NAN, 3.0, 1.0),
        (9.0, f64::INFINITY, 1.0),
        (4.0, 3.0, 1.0),
        (5.5, 3.0, 1.0),
        (7.5, 3.0, 2.0),
    ] {
        assert_eq!(lost.update(&[momentum], &[tau], &[1.0], 0.5), [seen]);
    }
    // Of two each by its own bandwidth.
    let mut both = MomentumObserver::new([2.0, 4.0]);
    for (momentum, seen) in [(1.0, [0.0, 0.0]), (2.5, [1.0, 2.0]), (3.0, [-1.0, -4.0])] {
        let found = both.update(&[momentum; 2], &[3.0; 2], &[1.0; 2], 0.5);
        assert_eq!(found, seen);
    }
}

/// What is no number comes before a jump, a jump before what stands still, and that before a limit; of several coordinates
/// the first.
#[test]
fn of_several_things_that_are_wrong_the_first_is_named() {
    let limits = Limits {
        step: [0.25; 2],
        torque: [5.0; 2],
        moving: [0.5; 2],
        patience: 0,
    };
    let (odd, far) = (f64::NAN, f64::INFINITY);
    for (q, tau, event) in [
        ([0.0, odd], [odd, 0.0], Event::NotFinite { index: 1 }),
        ([odd; 2], [0.0; 2], Event::NotFinite { index: 0 }),
        ([0.5; 2], [far; 2], Event::NotFinite { index: 0 }),
        ([0.0, 0.5], [5.0; 2], Event::Jump { index: 1 }),
        ([0.5, -0.5], [0.0; 2], Event::Jump { index: 0 }),
        ([0.1, 0.0], [5.0; 2], Event::Frozen { index: 1 }),
        ([0.0; 2], [0.0; 2], Event::Frozen { index: 0 }),
        ([0.1; 2], [5.0, -5.0], Event::Saturated { index: 0 }),
        ([0.1; 2], [0.0, -5.0], Event::Saturated { index: 1 }),
    ] {
        let mut watch = Watch::new(limits);
        assert_eq!(watch.look(&[0.0; 2], &[0.0; 2], &[1.0; 2]), None);
        let seen = watch.look(&q, &tau, &[1.0; 2]);
        assert_eq!(seen, Some(event), "{q:?} {tau:?}");
    }
}

/// Twice what is usual of one torque and once that of the other are a mean square of 2.5, of which 1 is beyond the slack; what is
/// no number takes nothing of the sum.
#[test]
fn a_change_of_several_torques_is_that_of_their_mean() {
    let mut change = Change::new([0.5, 0.25], 0.5, 9.5);
    assert!((0..5).all(|_| !change.observe(&[1.0, -0.25])));
    assert!(!change.observe(&[f64::NAN, 0.25]));
    let seen = (0..40).position(|_| change.observe(&[1.0, -0.25]));
    assert_eq!(seen, Some(4));
}

/// Nothing moves with a parameter of which nothing is known.
#[test]
fn what_no_row_tells_of_is_cut_off_alone() {
    let factor = Factor::diagonal(&[0.0, 1.0]);
    let bounds = Bounds {
        lower: [f64::NEG_INFINITY; 2],
        upper: [2.0, f64::INFINITY],
    };
    let mut beta = [5.0, 1.0];
    bounds.project(&factor, &mut beta, 9);
    assert_eq!(beta, [2.0, 1.0]);
}

#[test]
fn samples_that_were_missed_are_no_jump_of_a_learner() {
    let mut settings = settings();
    settings.limits.step = [0.5; M];
    let mut random = Uniform(15);
    let mut learner = Learner::<f64, M, B, W>::new(settings);
    for (q, skips, event) in [
        (0.0, false, None),
        (9.0, true, None),
        (0.0, false, Some(Event::Jump { index: 0 })),
    ] {
        if skips {
            learner.skip();
        }
        let (rows, tau) = random.sample(&[1.0; B]);
        let step = learner.step(&[q; M], &tau, &[0.0; M], &rows);
        assert_eq!(step.event, event, "{q}");
    }
}

/// Torques of the samples stay far below 100; what was measured beside them is at it, and is remembered for as many samples as is asked.
#[test]
fn a_limit_is_seen_in_torques_as_they_are_measured() {
    let mut settings = settings();
    (settings.limits.step, settings.limits.torque) = ([0.5; M], [100.0; M]);
    let mut random = Uniform(16);
    let mut learner = Learner::<f64, M, B, W>::new(settings);
    let mut step = |learner: &mut Learner<f64, M, B, W>, q: f64| {
        let (rows, tau) = random.sample(&[1.0; B]);
        learner.step(&[q; M], &tau, &[0.0; M], &rows)
    };
    for _ in 0..2 * W {
        assert_eq!(step(&mut learner, 0.0).event, None);
    }
    assert_eq!(step(&mut learner, 0.0).acting, Acting::Identified);
    let mut measured = [0.0; M];
    measured[1] = -100.0;
    learner.watch(&measured, 2);
    // What was told comes before what is seen.
    for q in [0.0, 9.0] {
        let found = step(&mut learner, q);
        assert_eq!(found.event, Some(Event::Saturated { index: 1 }), "{q}");
        assert_eq!((found.acting, found.r2), (Acting::Nominal, None));
        assert_eq!(learner.identified(), &settings.nominal);
    }
    assert_eq!(step(&mut learner, 9.0).event, None);
    measured[1] = 99.0;
    learner.watch(&measured, 2);
    learner.refuse(Event::Frozen { index: 0 }, 0);
    assert_eq!(step(&mut learner, 9.0).event, None);
    learner.refuse(Event::Frozen { index: 0 }, 1);
    let told = [(); 2].map(|()| step(&mut learner, 9.0).event);
    assert_eq!(told, [Some(Event::Frozen { index: 0 }), None]);
    // Of what is told together the longer stays, and of what is as long the later.
    let [frozen, jump] = [Event::Frozen { index: 0 }, Event::Jump { index: 1 }];
    for (samples, expected) in [(1, [Some(frozen); 3]), (3, [Some(jump); 3])] {
        learner.refuse(frozen, 3);
        learner.refuse(jump, samples);
        let told = [(); 3].map(|()| step(&mut learner, 9.0).event);
        assert_eq!(told, expected, "{samples}");
        assert_eq!(step(&mut learner, 9.0).event, None);
    }
}

/// Of two signals each by itself, as the one of `averages_and_their_differences_are_by_hand`.
#[test]
fn every_signal_has_its_own_average() {
    let mut average = LowPass::<f64, 2>::new(1.5, 1.0);
    assert_eq!(average.update(&[4.0, 8.0]), [4.0, 8.0]);
    assert_eq!(average.update(&[8.0, 0.0]), [5.0, 6.0]);
    let mut motion = MotionFilter::<f64, 2>::new(1.5, 1.0);
    motion.update(&[0.0; 2]);
    let found = motion.update(&[64.0, -128.0]);
    let wanted = [[1.0, -2.0], [2.0, -4.0], [4.0, -8.0]];
    for (found, wanted) in [found.q, found.qd, found.qdd].iter().zip(&wanted) {
        assert!(apart(found, wanted) < 1e-15, "{found:?}");
    }
    motion.torque(&[0.0; 2]);
    assert_eq!(motion.torque(&[64.0, -128.0]), [1.0, -2.0]);
}

/// Rows of two coordinates, each of which has its part in both; no arm has them.
fn entangled<S: Scalar>(q: &[S; 2], qd: &[S; 2], qdd: &[S; 2], out: &mut [[S; 2]; 2]) {
    *out = [
        [q[1] * qdd[0] + q[0] * qdd[1] + q[0], qd[1]],
        [q[0] * q[1] * qdd[1], qd[0] + q[1]],
    ];
}

/// With `q` of 1/2 and 2 and `qd` of 3 and -4 the momenta are `q₁ qd₀ + q₀ qd₁` and `q₀ q₁ qd₁`, whose rates without
/// acceleration are `2 qd₀ qd₁` and `(qd₀ q₁ + q₀ qd₁) qd₁`.
#[test]
fn momentum_of_several_coordinates_is_by_hand() {
    let (q, qd) = ([0.5, 2.0], [3.0, -4.0]);
    let found = MomentumRows::new(entangled, entangled, &q, &qd);
    assert_eq!(found.momentum, [[4.0, 0.0], [-4.0, 0.0]]);
    assert_eq!(found.rest, [[0.5 + 24.0, -4.0], [16.0, 3.0 + 2.0]]);
}

/// As in `filtered_rows_are_by_hand`, and beside it a coordinate with other rows.
#[test]
fn rows_of_several_coordinates_are_filtered_by_hand() {
    let mut filter = MomentumFilter::<f64, 2, 1>::new(1.0, 0.5);
    let rows = |momentum: [f64; 2], rest: [f64; 2]| MomentumRows {
        momentum: momentum.map(|x| [x]),
        rest: rest.map(|x| [x]),
    };
    let begun = filter.update(&rows([2.0, 1.0], [1.0, 0.0]), &[1.0, 5.0]);
    assert_eq!(begun, ([[0.0]; 2], [0.0; 2]));
    let (found, torque) = filter.update(&rows([5.0, 4.0], [3.0, 2.0]), &[2.0, -1.0]);
    // Of the second rest 0.2 (0 + 2), momentum 0.6 · 1 + 0.2 (1 + 4), torque 0.2 (5 - 1).
    let wanted = [0.8 + 5.0 - 2.6, 0.4 + 4.0 - 1.6];
    assert!(apart(&found.map(|[x]| x), &wanted) < 1e-15, "{found:?}");
    assert!(apart(&torque, &[0.6, 0.8]) < 1e-15, "{torque:?}");
}

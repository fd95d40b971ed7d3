//! What motions depend on over the intervals that were fitted: errors grow from the beginning of each, no longer.

use super::{Growth, Sensitivity, sensitivity, warnings};
use crate::output_error::{Beginning, Experiment, FitError, Free};
use crate::simulation::{Hold, Machine, Settings};

/// The sensitivities of every experiment, its intervals one after the other, each from the state in which it was found to begin.
///
/// # Errors
/// [`FitError::Simulation`].
pub fn sensitivities(
    machine: &Machine<'_>,
    experiments: &[Experiment],
    free: &[Free],
    beginnings: &[Beginning],
    hold: Hold,
    settings: &Settings,
) -> Result<Vec<Sensitivity>, FitError> {
    let mut all = Vec::new();
    for (k, experiment) in experiments.iter().enumerate() {
        let mut whole: Option<Sensitivity> = None;
        for beginning in beginnings.iter().filter(|own| own.experiment == k) {
            let [from, to] = beginning.time;
            let part = experiment.between(from, to);
            let own = sensitivity(machine, &part, free, &beginning.state, hold, settings)?;
            whole = Some(match whole {
                Some(before) => joined(before, own),
                None => own,
            });
        }
        all.extend(whole.map(|mut whole| {
            whole.warnings = warnings(&whole);
            whole
        }));
    }
    Ok(all)
}

/// Two intervals as one: the largest of both, the growth where it is larger, and all curves one after the other.
fn joined(mut first: Sensitivity, second: Sensitivity) -> Sensitivity {
    let counts = [first.times.len() as f64, second.times.len() as f64];
    for (curve, own) in first.curves.iter_mut().zip(second.curves) {
        for (joint, values) in own.values.into_iter().enumerate() {
            curve.largest[joint] = curve.largest[joint].max(own.largest[joint]);
            let squares = [curve.typical[joint], own.typical[joint]].map(|x| x * x);
            let sum = counts[0] * squares[0] + counts[1] * squares[1];
            curve.typical[joint] = (sum / (counts[0] + counts[1]).max(1.0)).sqrt();
            curve.values[joint].extend(values);
        }
    }
    let (mut kept, other) = (first.growth, second.growth);
    let mut factors = std::mem::take(&mut kept.factors);
    factors.extend(&other.factors);
    let tenfold = [kept.tenfold, other.tenfold].into_iter().flatten();
    let tenfold = tenfold.reduce(f64::min);
    // What is nearly chaotic by both factors counts first.
    let size = |own: &Growth| (own.is_nearly_chaotic, own.largest);
    if size(&other) > size(&kept) {
        (kept, first.seconds) = (other, second.seconds);
    }
    first.growth = Growth {
        tenfold,
        factors,
        ..kept
    };
    first.stop = first.stop.or(second.stop);
    first.times.extend(second.times);
    first
}

#[cfg(test)]
mod tests {
    use armwright_robots::double_pendulum;
    use armwright_runtime::Robot;

    use super::{Beginning, Experiment, Growth, Sensitivity, joined, sensitivities, sensitivity};
    use crate::output_error::{Curve, free};
    use crate::parameters::nominal;
    use crate::simulation::{Hold, Machine, Settings, Start, Steps};

    /// Upright, a pendulum falls: within a second and a half an error grows a hundredfold, within three halves of it, each from a state
    /// of its own, hardly. That a simulation from beside says so too is what the warning rests on.
    #[test]
    fn errors_grow_within_intervals_alone() {
        let robot = &double_pendulum::ROBOT;
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let all = free(&machine, &["mx_lower".to_owned()]).expect("a name");
        let experiment = Experiment {
            name: "run".to_owned(),
            rate: 100.0,
            start: 2.0,
            position: vec![vec![0.0; 151]; 2],
            input: vec![vec![0.0; 151]; 2],
            bridged: Vec::new(),
            clock: None,
        };
        let upright = Start::at_rest(&[-std::f64::consts::FRAC_PI_2, 0.0]);
        let settings = Settings::default();
        let of = |times: &[[f64; 2]]| {
            let beginnings: Vec<Beginning> = times
                .iter()
                .map(|time| Beginning {
                    experiment: 0,
                    time: *time,
                    state: upright.clone(),
                })
                .collect();
            let experiments = std::slice::from_ref(&experiment);
            let found = sensitivities(
                &machine,
                experiments,
                &all,
                &beginnings,
                Hold::Last,
                &settings,
            );
            found.expect("motions").remove(0)
        };
        let whole = of(&[[2.0, 3.5]]);
        let alone = sensitivity(&machine, &experiment, &all, &upright, Hold::Last, &settings);
        assert_eq!(whole, alone.expect("a motion"));
        assert!(whole.growth.is_nearly_chaotic, "{}", whole.growth.largest);
        let measured = whole.growth.measured.expect("one beside");
        assert!(
            (measured / whole.growth.largest - 1.0).abs() < 0.01,
            "{measured} {}",
            whole.growth.largest
        );
        assert_eq!(whole.warnings.len(), 1);
        let parts = of(&[[2.0, 2.5], [2.5, 3.0], [3.0, 3.5]]);
        assert!(!parts.growth.is_nearly_chaotic && parts.warnings.is_empty());
        assert_eq!(parts.growth.measured, None);
        assert!(
            (parts.growth.largest - whole.growth.factors[50]).abs() < 1e-6 * parts.growth.largest
        );
        assert_eq!((parts.times.len(), parts.growth.factors.len()), (153, 153));
        assert!((parts.seconds - 0.5).abs() < 1e-9);
        let [short, long] = [&parts, &whole].map(|found| &found.curves[0]);
        assert_eq!(short.values[0][51..102], long.values[0][..51]);
        let largest = long.values[0][..51]
            .iter()
            .fold(0.0, |most: f64, x| most.max(x.abs()));
        assert_eq!(short.largest[0], largest);
        let squares: f64 = long.values[0][..51].iter().map(|x| x * x).sum();
        assert!((short.typical[0] - (squares / 51.0).sqrt()).abs() < 1e-12);
    }

    /// An interval of so many samples, in which a change of the second joint is twice that of the first throughout.
    fn interval(
        samples: usize,
        size: f64,
        growth: (bool, f64),
        tenfold: Option<f64>,
    ) -> Sensitivity {
        let (is_nearly_chaotic, largest) = growth;
        Sensitivity {
            recording: "run".to_owned(),
            units: vec!["rad"; 2],
            curves: vec![Curve {
                name: "m_a".to_owned(),
                change: 0.01,
                largest: vec![size, 2.0 * size],
                typical: vec![size, 2.0 * size],
                values: vec![vec![size; samples], vec![2.0 * size; samples]],
            }],
            growth: Growth {
                largest,
                end: largest,
                exponent: 1.0,
                tenfold,
                measured: None,
                is_nearly_chaotic,
                factors: vec![largest; samples],
            },
            seconds: samples as f64,
            stop: None,
            warnings: Vec::new(),
            times: vec![0.5; samples],
        }
    }

    /// Each by its samples: `√((3 · 1 + 1 · 9) / 4)`. What is nearly chaotic counts before what grows more, and the sooner before the later.
    #[test]
    fn intervals_of_different_lengths_are_joined() {
        let long = interval(3, 1.0, (false, 500.0), Some(0.25));
        let mut short = interval(1, 3.0, (true, 200.0), Some(0.75));
        short.stop = Some("at 1 s it runs away".to_owned());
        for (one, other) in [(&long, &short), (&short, &long)] {
            let found = joined(one.clone(), other.clone());
            let curve = &found.curves[0];
            assert_eq!(curve.largest, [3.0, 6.0]);
            assert!(curve.values.iter().all(|values| values.len() == 4));
            for (typical, times) in curve.typical.iter().zip([1.0, 2.0]) {
                assert!((typical - times * 3f64.sqrt()).abs() < 1e-12, "{typical}");
            }
            assert_eq!((found.growth.largest, found.seconds), (200.0, 1.0));
            assert_eq!(found.growth.tenfold, Some(0.25));
            assert_eq!((found.growth.factors.len(), found.times.len()), (4, 4));
            assert_eq!(found.stop, short.stop);
        }
        // Of two that end early the first says why.
        let mut early = long;
        early.stop = Some("at 0.5 s it stands".to_owned());
        assert_eq!(joined(early.clone(), short).stop, early.stop);
    }

    /// In whatever order intervals stand; a recording without any has no sensitivity.
    #[test]
    fn recordings_have_their_own_intervals() {
        let robot = &double_pendulum::ROBOT;
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let all = free(&machine, &["mx_lower".to_owned()]).expect("a name");
        let run = |name: &str, start: f64, torque: f64| Experiment {
            name: name.to_owned(),
            rate: 100.0,
            start,
            position: vec![vec![0.0; 26]; 2],
            input: vec![vec![torque; 26]; 2],
            bridged: Vec::new(),
            clock: None,
        };
        let runs = [
            run("a", 2.0, 0.5),
            run("b", 7.0, -0.25),
            run("c", 9.0, 0.75),
        ];
        let begins = |experiment: usize, from: f64, at: f64| Beginning {
            experiment,
            time: [from, from + 0.25],
            state: Start::at_rest(&[at, 0.1]),
        };
        let beginnings = [begins(2, 9.0, 0.2), begins(0, 2.0, -0.3)];
        let settings = Settings::default();
        let found = sensitivities(&machine, &runs, &all, &beginnings, Hold::Last, &settings);
        let found = found.expect("motions");
        assert_eq!(found.len(), 2);
        for (found, own) in found.iter().zip(beginnings.iter().rev()) {
            let run = &runs[own.experiment];
            let alone = sensitivity(&machine, run, &all, &own.state, Hold::Last, &settings);
            assert_eq!(*found, alone.expect("a motion"));
        }
    }

    /// Two steps a sample, of which 25 are allowed: a tenth of a second is simulated, and the 0.3 s after it are not.
    #[test]
    fn an_interval_that_ends_early_is_told_behind_one_that_does_not() {
        let robot = &double_pendulum::ROBOT;
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let experiment = Experiment {
            name: "run".to_owned(),
            rate: 100.0,
            start: 2.0,
            position: vec![vec![0.0; 41]; 2],
            input: vec![vec![0.5; 41]; 2],
            bridged: Vec::new(),
            clock: None,
        };
        let beginnings = [[2.0, 2.1], [2.1, 2.4]].map(|time| Beginning {
            experiment: 0,
            time,
            state: Start::at_rest(&[0.3, 0.1]),
        });
        let settings = Settings {
            steps: Steps::Fixed(0.005),
            most: 25,
            ..Settings::default()
        };
        let of = |beginnings: &[Beginning]| {
            let runs = std::slice::from_ref(&experiment);
            let found = sensitivities(&machine, runs, &[], beginnings, Hold::Last, &settings);
            found.expect("motions").remove(0)
        };
        let first = of(&beginnings[..1]);
        assert!(first.stop.is_none() && first.warnings.is_empty());
        let both = of(&beginnings);
        let stop = both.stop.as_deref().expect("it ends early");
        assert_eq!(both.warnings, [format!("the motion ends early: {stop}")]);
    }
}

//! What is said of simulated motions, against sums over all samples.

use armwright_runtime::Side;

use super::settled::Settled;
use super::{Compared, Followed};
use crate::closed_loop::ClosedLoopError;
use crate::estimate::{Estimate, Method, estimate};
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::regression::Equations;
use crate::regression::by_hand::{B, MODEL, ROBOT, moved, near, processing};
use crate::statistics::{Deviations, Estimated};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// Two recordings of different length, from a time on each.
fn motions(begin: [f64; 2]) -> Vec<Motion> {
    let mut slow = processing(EquationSide::Joint);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    let one = |name: &str, time: f64, samples: u32| {
        moved(name, (time, samples), slow.clone(), &mut |at, rows| {
            [0, 1].map(|row| {
                let left = 0.1 * (1 + row) as f64 * (2.3 * at as f64 + time).sin();
                left + rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum::<f64>()
            })
        })
    };
    vec![one("first", begin[0], 120), one("second", begin[1], 70)]
}

fn estimated(motions: &[Motion]) -> Estimate {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(motions, &mut |_| {}).expect("motions");
    estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate")
}

fn settled(method: Method) -> Settled {
    let measured = motions([0.0, 1.7]);
    Settled {
        motions: motions([0.4, 2.2]),
        quiet: motions([0.1, 1.1]),
        plain: estimated(&measured),
        measured,
        method,
        rounds: 4,
        cutoffs: vec![3.5, 2.5],
        from_nominal: true,
        fault: Some(IdentificationError::Simulation {
            method: "output error",
            recording: "second".to_owned(),
            source: ClosedLoopError::BaseMoves {
                robot: "by_hand".to_owned(),
            },
        }),
    }
}

#[test]
fn the_band_is_said_with_its_rule() {
    let said = |method, asked| {
        let settings = settled(method).settings(asked);
        assert_eq!(settings.len(), 1);
        assert_eq!(
            (settings[0].name, settings[0].value),
            ("reference-cutoff", 3.5)
        );
        settings[0].rule.clone()
    };
    assert_eq!(said(Method::Iv, Some(3.5)), "Hz, as was asked");
    assert_eq!(said(Method::Didim, Some(3.5)), "Hz, as was asked");
    assert_eq!(
        said(Method::Iv, None),
        "Hz: where motions end and noise begins, at most half the cut-off of the position filter"
    );
    assert_eq!(
        said(Method::Didim, None),
        "Hz: where motions end and noise begins"
    );
    let found = settled(Method::Iv);
    assert_eq!(
        (found.motions(), found.quiet()),
        (&found.motions[..], &found.quiet[..])
    );
}

/// Over all samples within: 114 of the first recording and 64 of the second.
#[test]
fn simulated_positions_are_followed_over_all_recordings() {
    let found = settled(Method::Iv);
    let own = estimated(&found.motions);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let deviations =
        Deviations::of(&equations, &found.measured, &own, &mut |_| {}).expect("deviations");
    let table = vec![Estimated::default(); B];
    let told = found
        .compare(&equations, &own, &deviations, &table)
        .expect("a comparison");
    assert_eq!(told.least_squares, Vec::<Compared>::new());
    let expected = [0, 1].map(|joint| {
        let (mut sum, mut count) = (0.0, 0.0);
        for (measured, simulated) in found.measured.iter().zip(&found.motions) {
            for at in measured.interior() {
                let q = |motion: &Motion| motion.states(at..at + 1).q[joint];
                sum += (q(measured) - q(simulated)).powi(2);
                count += 1.0;
            }
        }
        assert_eq!(count, 178.0);
        f64::sqrt(sum / count)
    });
    for (Followed { joint, rms }, (name, expected)) in told
        .followed
        .iter()
        .zip(["j1", "j2"].into_iter().zip(expected))
    {
        assert_eq!(joint, name);
        near(*rms, expected);
    }
    assert_eq!(told.followed.len(), 2);
}

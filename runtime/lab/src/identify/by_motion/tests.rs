//! Intervals of a search, and what it gives in place of least squares.

use nalgebra::DMatrix;

use super::{OutputError, Settled, nominal, options};
use crate::estimate::{Estimator, Method};
use crate::output_error::{Ending, Experiment};
use crate::regression::by_hand::{BASE, MODEL};
use crate::simulation::Hold;
use crate::statistics::Estimated;
use armwright_runtime::Model;

fn experiment(rate: f64) -> Experiment {
    Experiment {
        name: "swing".to_owned(),
        rate,
        start: 0.0,
        position: Vec::new(),
        input: Vec::new(),
        bridged: Vec::new(),
    }
}

#[test]
fn intervals_have_samples_enough_of_the_slowest_recording() {
    let of = |interval, rates: &[f64]| {
        let estimator = Estimator {
            interval,
            ..Method::OutputError.into()
        };
        let all: Vec<Experiment> = rates.iter().map(|rate| experiment(*rate)).collect();
        let found = options(&estimator, &all);
        assert_eq!((found.iterations, found.weightings), (40, 1));
        assert!(matches!(found.hold, Hold::Linear));
        found.intervals
    };
    // A fifth of half a second, or eight samples.
    assert_eq!(of(None, &[1000.0, 500.0]), [0.1, 0.5]);
    assert_eq!(of(None, &[1000.0, 40.0]), [0.2, 0.5]);
    assert_eq!(of(None, &[1000.0, 10.0]), [0.8]);
    assert_eq!(of(Some(2.0), &[100.0]), [0.4, 2.0]);
    assert_eq!(of(Some(0.15), &[40.0]), [0.15]);
}

fn settled(ending: Ending, from_nominal: bool, asked: Option<f64>) -> Settled {
    Settled {
        found: OutputError {
            interval: 0.4,
            intervals: 25,
            ending,
            iterations: 7,
            followed: Vec::new(),
            from_nominal,
            least_squares: Vec::new(),
            warnings: Vec::new(),
        },
        covariance: DMatrix::zeros(3, 3),
        determined: vec![true, false, true],
        asked,
    }
}

#[test]
fn a_search_says_how_it_went() {
    let said = |settled: Settled| settled.settings().map(|s| (s.name, s.value, s.rule));
    let found = said(settled(Ending::Converged, false, None));
    assert_eq!(
        found,
        [
            (
                "interval",
                0.4,
                "s, each from a state of its own".to_owned()
            ),
            ("intervals", 25.0, "that were simulated".to_owned()),
            (
                "iterations",
                7.0,
                "from least squares until nothing changed".to_owned()
            ),
        ]
    );
    let [interval, _, rounds] = said(settled(Ending::Converged, true, Some(0.4)));
    assert_eq!(interval.2, "s, each from a state of its own, as was asked");
    assert_eq!(rounds.2, "from nominal values until nothing changed");
    let [.., rounds] = said(settled(Ending::Iterations, false, None));
    assert_eq!(
        rounds.2,
        "after which the search had not ended: what it found is the best so far"
    );
    let p = Estimated {
        std: Some(0.1),
        ..Estimated::default()
    };
    let mut table = vec![p.clone(), p.clone(), p];
    settled(Ending::Stuck, false, None).hide(&mut table);
    let kept: Vec<Option<f64>> = table.iter().map(|p| p.std).collect();
    assert_eq!(kept, [Some(0.1), None, Some(0.1)]);
}

#[test]
fn nominal_values_are_a_beginning_where_all_are_known() {
    assert_eq!(nominal(&MODEL), None);
    let known = Model {
        base: &BASE[..5],
        ..MODEL
    };
    assert_eq!(nominal(&known), Some(vec![1.5, 1.2, 3.0, 0.2, 0.7]));
}

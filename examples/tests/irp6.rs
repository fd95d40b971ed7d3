//! Differential and integral equations on the IRp-6 stand in the order in which Kozłowski and Dutkiewicz found them.

use armwright_examples::irp6::{errors, experiments};
use armwright_lab::estimate::Method;
use armwright_lab::regression::Intervals;

#[test]
fn conditions_have_the_order_of_the_paper() {
    let all = experiments().expect("experiments");
    let of = |title: &str| {
        let mut found = all.iter().filter(|experiment| experiment.title == title);
        found.next().expect("an experiment").found
    };
    for experiment in &all {
        let [here, better] = experiment.found;
        println!("{}: {here:.1e}, {better:.1e}", experiment.title);
        assert!(better.is_finite() && better < here, "{}", experiment.title);
    }
    // All joints at once are hopeless with a first attempt, one of them is not; energy is worse than torques, from the
    // beginning worse than over short intervals.
    let torques = of("torques of three joints");
    assert!(torques[0] > 1e12 && torques[0] > of("torque of the first joint")[0]);
    assert!(of("energy, three joints")[0] > torques[0]);
    assert!(of("energy, three joints")[1] > torques[1]);
    assert!(of("energy, three joints, long")[1] > of("energy, three joints")[1]);
    for alone in ["energy, first joint alone", "energy, second joint alone"] {
        assert!(of(alone)[0] < 1e-6 * of("energy, three joints")[0]);
        assert!(of(alone)[1] < of("energy, three joints")[1], "{alone}");
    }
    // Where the paper's optimisation ended, and far below.
    assert!(torques[1] < 1e5 && of("wrench of a load, five joints")[1] < 30.0);
    assert!(of("torque of the first joint")[1] < 1e5);
}

#[test]
fn errors_have_the_order_of_the_conditions() {
    let all = errors(false, &[0.0], 2).expect("errors");
    let of = |method: Method, intervals: Intervals| {
        let mut found = all
            .iter()
            .filter(|row| row.method == method && row.intervals == intervals);
        found.next().expect("a row").clone()
    };
    let torques = of(Method::Wls, Intervals::Short);
    let momentum = of(Method::Momentum, Intervals::Short);
    let energy = of(Method::Energy, Intervals::Short);
    let long = of(Method::Energy, Intervals::Long);
    println!("{torques:?}\n{momentum:?}\n{energy:?}\n{long:?}");
    assert!(momentum.error < 3.0 * torques.error && torques.error < 3.0 * momentum.error);
    assert!(energy.error > 5.0 * torques.error && energy.condition > 10.0 * torques.condition);
    assert!(long.error > energy.error && long.condition > energy.condition);
    // What is confidently wrong is worse than what is not known.
    for row in [torques, momentum, energy] {
        assert!(row.coverage > 0.8, "{row:?}");
    }
}

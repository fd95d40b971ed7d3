//! Scales are root mean squares over samples, and what a parameter would have to be to make all torques.

use super::{Scales, Squares};
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

#[test]
fn scales_are_root_mean_squares() {
    let robot = &double_pendulum::ROBOT;
    let (n, b) = (2, robot.model().base.len());
    let state = |q: f64, tau: [f64; 2]| -> [Vec<f64>; 4] {
        [
            vec![q, -0.4],
            vec![0.3, 1.1 * q],
            vec![2.0, -1.0],
            tau.to_vec(),
        ]
    };
    let states = [state(0.2, [3.0, 1.0]), state(0.9, [-5.0, 7.0])];
    let scales = |states: &[[Vec<f64>; 4]]| -> Scales {
        let mut squares = Squares::new(n, b);
        for [q, qd, qdd, tau] in states {
            let mut rows = vec![0.0; n * b];
            robot
                .base_regressor(q, qd, qdd, &mut rows)
                .expect("a regressor");
            squares.add(&rows, tau);
        }
        squares.scales()
    };
    let found = scales(&states);
    // √((9 + 25)/2) and √((1 + 49)/2).
    let torques = [17f64.sqrt(), 5.0];
    for (found, expected) in found.torques.iter().zip(torques) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
    let mut squares = vec![0.0; b];
    let mut y = vec![0.0; n * b];
    for [q, qd, qdd, _] in &states {
        robot
            .base_regressor(q, qd, qdd, &mut y)
            .expect("a regressor");
        for (k, sum) in squares.iter_mut().enumerate() {
            *sum += (y[k] / torques[0]).powi(2) + (y[b + k] / torques[1]).powi(2);
        }
    }
    for (found, sum) in found.parameters.iter().zip(squares) {
        // Two joints at two times: squares of shares have to add up to four.
        assert!((found * found * sum - 4.0).abs() < 1e-9, "{found}");
    }
    // Nothing was measured: no scale is 0, and none is infinite.
    let none = scales(&[]);
    assert_eq!(none.torques, [1e-9; 2]);
    assert!(none.parameters.iter().all(|p| *p == 1.0));
}

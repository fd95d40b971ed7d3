//! Parameters files: names of either kind become the parameter vector, mistakes are explained.

use crate::specimen::ROBOT;
use armwright_lab::parameters::read;
use armwright_runtime::Robot;

/// Reads a file with this text.
fn parameters(text: &str) -> Result<Vec<f64>, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("parameters.yaml");
    std::fs::write(&path, text).expect("a temporary file");
    read(&path, ROBOT.model()).map_err(|error| error.to_string())
}

#[test]
fn physical_parameters_become_standard_ones_and_the_rest_is_zero() {
    let theta = parameters("m_b: 2\ntx_b: 0.5\nJzz_b: 0.1\nfc_m1: 0.25\n").unwrap();
    // m, mx = m tx, Lyy = m tx², Lzz = J + m tx².
    let expected = [(10, 2.0), (11, 1.0), (17, 0.5), (19, 0.6), (21, 0.25)];
    for (k, value) in theta.iter().enumerate() {
        let expected = expected
            .iter()
            .find(|(at, _)| *at == k)
            .map_or(0.0, |(_, value)| *value);
        assert!(
            (value - expected).abs() < 1e-15,
            "parameter {k}: {value} for {expected}"
        );
    }
}

#[test]
fn mistakes_are_explained() {
    let cases = [
        (
            "unknown",
            "mx_bb: 1\n",
            "no parameter `mx_bb`; did you mean mx_b",
        ),
        (
            "mixed",
            "mx_a: 1\ntx_a: 1\n",
            "both standard (mx_a) and physical (tx_a)",
        ),
        ("nan", "m_a: .nan\n", "`m_a` is not a finite number"),
        ("twice", "m_a: 1\nm_a: 2\n", "`m_a`"),
        ("list", "- 1\n- 2\n", "maps names to numbers"),
        ("word", "m_a: heavy\n", "maps names to numbers"),
    ];
    for (name, text, expected) in cases {
        let message = parameters(text).expect_err(name);
        assert!(message.contains(expected), "{name}: {message}");
    }
}

/// Physical parameters and standard ones.
mod physical {
    use armwright_lab::parameters::{physical, standard};

    #[test]
    fn physical_parameters_come_back() {
        let put = [2.0, 0.1, -0.2, 0.3, 0.4, 0.01, -0.02, 0.5, 0.03, 0.6];
        let back = physical(standard(put)).unwrap();
        assert!(put.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-14));
        assert_eq!(physical([0.0; 10]), None);
    }

    #[test]
    fn inertia_moves_to_the_origin_by_steiner() {
        // A point mass of 2 kg at (1, 2, 3): its inertia is 2 (|t|² 1 - t tᵀ).
        let moved = standard([2.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            moved,
            [2.0, 2.0, 4.0, 6.0, 26.0, -4.0, -6.0, 20.0, -12.0, 10.0]
        );
    }
}

/// A slice of another size is told how many numbers there would be.
#[test]
fn wrong_sizes_are_told_with_the_right_ones() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let theta = armwright_lab::parameters::nominal(robot.model());
    let mut small = [0.0; 8];
    let error = robot.inertia_matrix(&theta, &[0.0; 3], &mut small);
    let said = error.expect_err("3 × 3 are 9").to_string();
    assert!(said.contains("expected 9 numbers, got 8"), "{said}");
}

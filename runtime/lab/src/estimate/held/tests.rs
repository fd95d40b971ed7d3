//! What may be held, and what comes of it.

use nalgebra::DMatrix;

use super::Held;
use crate::regression::by_hand::MODEL;
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

fn held(known: &[(&str, f64)], left_out: &[&str]) -> Result<Held, String> {
    let known: Vec<(String, f64)> = known.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
    let left_out: Vec<String> = left_out.iter().map(|name| (*name).to_owned()).collect();
    Held::of(&MODEL, &known, &left_out).map_err(|error| error.to_string())
}

#[test]
fn base_parameters_that_known_ones_make_up_are_held() {
    let found = held(&[("m_a", 2.0), ("Lzz_a", 0.3), ("mx_a", -0.4)], &["fv_j1"]);
    let found = found.expect("known parameters");
    let has: Vec<bool> = (0..7).map(|k| found.has(k)).collect();
    assert_eq!(has, [true, true, false, false, true, false, false]);
    // 0.3 + 0.25 · 2, and -0.4 + 0.5 · 2.
    let centre: Vec<f64> = found.centre(6).iter().copied().collect();
    for (x, expected) in centre.iter().zip([0.8, 0.6, 0.0, 0.0, 0.0, 0.0]) {
        assert!((x - expected).abs() < 1e-15);
    }
    let columns = DMatrix::from_fn(2, 6, |i, k| (10 * i + k) as f64 + 1.0);
    let left = found.without(columns.clone());
    assert_eq!(left, columns.select_columns(&[2, 3, 5]));
    let spectrum = found.decomposition(&columns);
    assert_eq!(spectrum.inverse.row(0).amax(), 0.0);
    assert_eq!(
        (spectrum.scales[1], spectrum.singular_values.len()),
        (1.0, 3)
    );
    assert!(spectrum.inverse.row(2).amax() > 0.0);
    let nothing = held(&[], &[]).expect("nothing");
    assert!(!nothing.has(0) && nothing.centre(3).amax() == 0.0);
    assert_eq!(nothing.without(columns.clone()), columns);
    let zero = held(&[], &["mx_a"]).expect("one that is left out");
    assert!(zero.has(1) && !zero.has(0) && zero.centre(6).amax() == 0.0);
}

#[test]
fn what_cannot_be_held_is_refused_with_the_reason() {
    let refused = |known: &[(&str, f64)], left_out: &[&str]| held(known, left_out).err();
    for (known, left_out, expected) in [
        (
            &[("m_aa", 1.0)][..],
            &[][..],
            "`m_aa` cannot be given: by_hand has no such parameter; did you mean m_a, mx_a, m_b?",
        ),
        (
            &[("mx_a", f64::INFINITY)],
            &[],
            "`mx_a` cannot be given: give a finite number",
        ),
        (
            &[("fc_m2", -0.5)],
            &[],
            "`fc_m2` cannot be given: no robot has a negative one, such as -0.5",
        ),
        (
            &[("m_b", 1.0), ("m_b", 1.0)],
            &[],
            "`m_b` cannot be given: it is given twice",
        ),
        (
            &[("mx_a", -1.0)],
            &[],
            "`mx_a` cannot be given: recordings reveal it only in mx_a + 0.5*m_a, which is estimated as it is, whatever is \
             known of a part; what is known of parts tells the others in recovery",
        ),
        (
            &[],
            &["m_a"],
            "`m_a` cannot be given: by_hand has no such base parameter",
        ),
    ] {
        assert_eq!(refused(known, left_out).as_deref(), Some(expected));
    }
    assert_eq!(
        refused(&[("mx_a", -1.0), ("m_a", 0.0)], &["Lzz_a"]).as_deref(),
        {
            // The mass is in what is not known as well.
            Some(
                "`m_a` cannot be given: recordings reveal it only in Lzz_a + 0.25*m_a, which is estimated as it is, whatever is \
             known of a part; what is known of parts tells the others in recovery",
            )
        }
    );
    assert_eq!(
        refused(
            &[
                ("fo_j2", -1.0),
                ("mx_a", -2.0),
                ("m_a", 1.0),
                ("Lzz_a", 0.0)
            ],
            &[]
        ),
        None
    );
}

/// Joints that turn about y say nothing of where along y a mass is. Of two parameters that are given, one that is known by
/// itself is no reason.
#[test]
fn what_no_recording_reveals_is_not_taken() {
    let model = double_pendulum::ROBOT.model();
    let known = |names: &[&str]| -> Vec<(String, f64)> {
        names.iter().map(|name| ((*name).to_owned(), 0.1)).collect()
    };
    let hidden = "my_lower";
    let terms = model.base.iter().flat_map(|base| base.terms);
    assert!(
        terms
            .map(|term| model.parameters[term.parameter].name)
            .all(|name| name != hidden)
    );
    let alone = model.base.iter().find(|base| base.terms.len() == 1);
    let alone = alone.expect("a base parameter that is a parameter").name;
    for names in [&[hidden][..], &[alone, hidden]] {
        let refused = Held::of(model, &known(names), &[]).err();
        assert_eq!(
            refused.map(|error| error.to_string()).as_deref(),
            Some(
                "`my_lower` cannot be given: no recording reveals it, so that nothing changes with it"
            )
        );
    }
    assert!(Held::of(model, &known(&[alone]), &[]).is_ok());
}

/// Columns of unit length at right angles but for the third, which is `(0, 1, 2, 0, 0, 0)`: where that is held the others are as they are.
#[test]
fn an_inverse_is_that_of_the_columns_that_are_estimated() {
    let mut triangle = DMatrix::<f64>::identity(6, 6);
    (triangle[(1, 2)], triangle[(2, 2)]) = (1.0, 2.0);
    let inverse = |known: &[(&str, f64)]| {
        let held = held(known, &[]).expect("known parameters");
        held.inverse(&triangle)
    };
    let mut expected = DMatrix::<f64>::identity(6, 6);
    expected[(2, 2)] = 0.0;
    assert!((inverse(&[("m_b", 3.0)]) - &expected).amax() < 1e-12);
    (expected[(1, 2)], expected[(2, 2)]) = (-0.5, 0.5);
    assert!((inverse(&[]) - &expected).amax() < 1e-12);
}

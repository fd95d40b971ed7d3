//! Parameters that a motion tells badly from others, by name.

use nalgebra::{DMatrix, DVector};

use super::free::Free;
use crate::simulation::{Direction, ElectricPart};

/// What a parameter has of its own, as a share of the square of its column, below which it is told badly, and not at all.
const BADLY: f64 = 1e-6;
const NONE: f64 = 1e-9;
/// The size of a coefficient, of the largest, from which on a parameter is named.
const NAMED: f64 = 0.1;

/// One that others make up, and by how much its deviation is wider for that; none where it is not told at all.
pub(super) struct Depends {
    pub place: usize,
    pub with: Vec<usize>,
    pub times: Option<f64>,
}

/// Who is held first where parameters are not told apart: torque constants, resistances and back electromotive forces are in data
/// sheets, inductances and friction less often, and bodies are what is sought.
fn order(free: &Free) -> usize {
    match free.direction {
        Direction::Standard(_) => 0,
        Direction::Friction { .. } => 1,
        Direction::Electric { part, .. } => match part {
            ElectricPart::Inductance => 2,
            ElectricPart::BackEmf => 3,
            ElectricPart::Resistance => 4,
            ElectricPart::TorqueConstant => 5,
        },
    }
}

/// Parameters whose columns those before them make up: of information with columns of length 1 (`scaled`), one after the other, but
/// those that are `held`.
pub(super) fn dependences(scaled: &DMatrix<f64>, all: &[Free], held: &[bool]) -> Vec<Depends> {
    let mut places: Vec<usize> = (0..all.len()).filter(|k| !held[*k]).collect();
    places.sort_by_key(|k| order(&all[*k]));
    let mut told: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for place in places {
        let own = told.len();
        let matrix = DMatrix::from_fn(own, own, |i, k| scaled[(told[i], told[k])]);
        let right = DVector::from_fn(own, |i, _| scaled[(told[i], place)]);
        let shares = match matrix.cholesky() {
            Some(factor) => factor.solve(&right),
            None => DVector::zeros(own),
        };
        let rest = scaled[(place, place)] - right.dot(&shares);
        if rest > BADLY {
            told.push(place);
            continue;
        }
        let most = shares.amax();
        let with = told.iter().zip(shares.iter());
        let with = with.filter(|(_, share)| share.abs() >= NAMED * most);
        found.push(Depends {
            place,
            with: with.map(|(k, _)| *k).collect(),
            times: (rest > NONE).then(|| rest.sqrt().recip()),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Free, dependences};
    use crate::simulation::{Direction, ElectricPart};
    use nalgebra::DMatrix;

    fn free(name: &str, direction: Direction) -> Free {
        Free {
            name: name.to_owned(),
            unit: "",
            direction,
            offset: 0.0,
            limits: [0.0, 1.0],
            bounds: [0.0, 1.0],
            is_even: false,
        }
    }

    /// Of `R` and `kt` a motion at given voltages tells the ratio: the torque constant is named, which a data sheet has, whoever is asked for
    /// first; a column that is nearly a sum of others is said with how much it widens.
    #[test]
    fn who_is_told_badly_is_named_with_those_that_make_it_up() {
        let winding = |part| Direction::Electric { motor: 0, part };
        let all = [
            free("kt_m1", winding(ElectricPart::TorqueConstant)),
            free("R_m1", winding(ElectricPart::Resistance)),
            free("m_a", Direction::Standard(0)),
            free("fv_a", Direction::Friction { site: 0, term: 0 }),
            free("ke_m1", winding(ElectricPart::BackEmf)),
        ];
        let columns = [
            [0.0, 0.0, 2.0, 0.0],
            [0.0, 0.0, -2.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0],
            [3.0, 1.0, 0.0, 1e-3],
        ];
        let scaled = |with: &[[f64; 4]]| {
            let size = |c: &[f64; 4]| c.iter().map(|x| x * x).sum::<f64>().sqrt();
            DMatrix::from_fn(with.len(), with.len(), |i, k| {
                let product: f64 = with[i].iter().zip(&with[k]).map(|(a, b)| a * b).sum();
                product / (size(&with[i]) * size(&with[k]))
            })
        };
        let found = dependences(&scaled(&columns), &all, &[false; 5]);
        let names = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|k| all[*k].name.as_str()).collect()
        };
        assert_eq!(found.len(), 2);
        assert_eq!(names(&[found[0].place]), ["ke_m1"]);
        assert_eq!(names(&found[0].with), ["m_a", "fv_a"]);
        let times = found[0].times.expect("it is told badly, not at all");
        assert!((times - 10f64.sqrt() * 1e3).abs() < 1.0, "{times}");
        assert_eq!(names(&[found[1].place]), ["kt_m1"]);
        assert_eq!(
            (names(&found[1].with), found[1].times),
            (vec!["R_m1"], None)
        );
        // One that is held is told.
        let held = [true, false, false, false, true];
        assert!(dependences(&scaled(&columns), &all, &held).is_empty());
    }

    /// Of two that have the same column the one is named that is rather known from elsewhere, whichever is asked for first.
    #[test]
    fn of_two_the_one_is_named_that_a_data_sheet_has() {
        let winding = |part| free("", Direction::Electric { motor: 0, part });
        let all = [
            free("", Direction::Standard(0)),
            free("", Direction::Friction { site: 0, term: 0 }),
            winding(ElectricPart::Inductance),
            winding(ElectricPart::BackEmf),
            winding(ElectricPart::Resistance),
            winding(ElectricPart::TorqueConstant),
        ];
        let same = DMatrix::from_element(2, 2, 1.0);
        for pair in all.windows(2) {
            for (pair, named) in [([&pair[0], &pair[1]], 1), ([&pair[1], &pair[0]], 0)] {
                let found = dependences(&same, &pair.map(Free::clone), &[false; 2]);
                assert_eq!(found.len(), 1);
                assert_eq!(found[0].place, named, "{pair:?}");
                assert_eq!(found[0].with, [1 - named], "{pair:?}");
            }
        }
    }

    /// A column is the first and a share of the second, of either sign: from a tenth on that one is named.
    #[test]
    fn what_hardly_takes_part_is_not_named() {
        let all = [0, 1, 2].map(|k| free("", Direction::Standard(k)));
        for (share, with) in [
            (0.09, vec![0]),
            (0.11, vec![0, 1]),
            (-0.09, vec![0]),
            (-0.11, vec![0, 1]),
        ] {
            let size = f64::sqrt(1.0 + share * share);
            let [one, other] = [1.0 / size, share / size];
            let rows = [1.0, 0.0, one, 0.0, 1.0, other, one, other, 1.0];
            let scaled = DMatrix::from_row_slice(3, 3, &rows);
            let found = dependences(&scaled, &all, &[false; 3]);
            assert_eq!(found.len(), 1, "{share}");
            assert_eq!((found[0].place, &found[0].with), (2, &with), "{share}");
        }
    }
}

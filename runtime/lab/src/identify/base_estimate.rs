//! Base parameters as numbers: what is made of an estimation.

use nalgebra::DMatrix;

use crate::distribution::{MANY, surprise};

/// Base parameters and how well they are known, in the model's order.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseEstimate {
    /// Base parameters (`b`).
    pub beta: Vec<f64>,
    /// Their covariance (`b × b`); zeros for values that hold exactly.
    pub covariance: Vec<Vec<f64>>,
    /// Which of them the motion determined (`b`).
    pub determined: Vec<bool>,
    /// Whether the estimator drew them away from what the recordings alone say (ridge, truncation,
    /// prior): their deviations then do not say how far they are from the truth.
    pub biased: bool,
    /// Degrees of freedom of their variances (`b`), in which deviations are already made wide enough for
    /// 95 %.
    pub freedom: Vec<f64>,
    /// Lengths that were fitted with them: base parameters are those with these lengths.
    pub lengths: Vec<LengthEstimate>,
    /// Whether their covariance is not known, so that deviations are taken to be independent.
    pub independent: bool,
    /// The joints and motors without whose torque they were identified, by name.
    pub left_out: Vec<String>,
}

/// A length that was fitted with base parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct LengthEstimate {
    /// Its name.
    pub name: String,
    /// Its value, m.
    pub value: f64,
    /// Its covariance with each base parameter (`b`).
    pub covariance: Vec<f64>,
    /// Its covariance with each fitted length, its own variance among them.
    pub among: Vec<f64>,
}

impl BaseEstimate {
    /// Base parameters that hold exactly.
    #[must_use]
    pub fn exact(beta: Vec<f64>) -> Self {
        let size = beta.len();
        Self {
            beta,
            covariance: vec![vec![0.0; size]; size],
            determined: vec![true; size],
            biased: false,
            freedom: vec![MANY; size],
            lengths: Vec::new(),
            independent: false,
            left_out: Vec::new(),
        }
    }

    /// As how many deviations of a normal distribution so many of some base parameters count, whose
    /// variances are estimated: fewer, where they are estimated from little.
    #[must_use]
    pub fn surprise(&self, deviations: f64, of: impl IntoIterator<Item = usize>) -> f64 {
        let each = of.into_iter().map(|k| self.freedom[k]);
        let fewest = each.fold(MANY, f64::min);
        surprise(deviations, fewest)
    }

    /// The covariance of some base parameters and then some fitted lengths.
    pub(crate) fn covariance_of(&self, base: &[usize], lengths: &[usize]) -> DMatrix<f64> {
        let size = base.len() + lengths.len();
        let of_length = |k: usize| &self.lengths[lengths[k - base.len()]];
        DMatrix::from_fn(size, size, |i, j| match (base.get(i), base.get(j)) {
            (Some(&i), Some(&j)) => self.covariance[i][j],
            (Some(&k), None) => of_length(j).covariance[k],
            (None, Some(&k)) => of_length(i).covariance[k],
            (None, None) => of_length(i).among[lengths[j - base.len()]],
        })
    }

    /// Standard deviations; none where the motion did not determine the value.
    #[must_use]
    pub fn deviations(&self) -> Vec<Option<f64>> {
        let deviation = |k: usize| self.covariance[k][k].max(0.0).sqrt();
        let each = self.determined.iter().enumerate();
        each.map(|(k, known)| known.then(|| deviation(k))).collect()
    }

    /// A combination of base parameters (indices and factors), with its standard deviation where
    /// the motion determined it.
    #[must_use]
    pub fn combined(&self, combination: &[(usize, f64)]) -> (f64, Option<f64>) {
        let sum = |values: &[f64]| -> f64 { combination.iter().map(|(k, a)| a * values[*k]).sum() };
        let rows = combination.iter();
        let variance: f64 = rows.map(|(k, a)| a * sum(&self.covariance[*k])).sum();
        let determined = combination.iter().all(|(k, _)| self.determined[*k]);
        (
            sum(&self.beta),
            determined.then(|| variance.max(0.0).sqrt()),
        )
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::{BaseEstimate, LengthEstimate, MANY, surprise};

    fn estimate() -> BaseEstimate {
        let length = |name: &str, value, covariance: [f64; 3], among: [f64; 2]| LengthEstimate {
            name: name.to_owned(),
            value,
            covariance: covariance.to_vec(),
            among: among.to_vec(),
        };
        BaseEstimate {
            beta: vec![2.0, -3.0, 5.0],
            covariance: vec![
                vec![4.0, 1.0, -0.5],
                vec![1.0, 9.0, 0.25],
                vec![-0.5, 0.25, 1.0],
            ],
            determined: vec![true, true, false],
            biased: false,
            freedom: vec![5.0, 40.0, MANY],
            lengths: vec![
                length("l_1", 0.4, [0.1, 0.2, 0.3], [0.01, 0.002]),
                length("l_2", 0.6, [0.4, 0.5, 0.6], [0.002, 0.03]),
            ],
            independent: false,
            left_out: Vec::new(),
        }
    }

    #[test]
    fn exact_values_have_no_deviations() {
        let expected = BaseEstimate {
            beta: vec![7.0, 8.0],
            covariance: vec![vec![0.0; 2]; 2],
            determined: vec![true; 2],
            biased: false,
            freedom: vec![MANY; 2],
            lengths: Vec::new(),
            independent: false,
            left_out: Vec::new(),
        };
        assert_eq!(BaseEstimate::exact(vec![7.0, 8.0]), expected);
        assert_eq!(expected.deviations(), [Some(0.0), Some(0.0)]);
    }

    #[test]
    fn combinations_have_the_deviation_of_their_covariance() {
        let found = estimate();
        assert_eq!(found.deviations(), [Some(2.0), Some(3.0), None]);
        // 2 · 2 + 3; 4 · 4 + 9 - 4 · 1.
        assert_eq!(
            found.combined(&[(0, 2.0), (1, -1.0)]),
            (7.0, Some(21.0f64.sqrt()))
        );
        assert_eq!(found.combined(&[(0, 1.0), (2, 1.0)]), (7.0, None));
        // The fewest degrees of freedom decide.
        assert_eq!(found.surprise(2.5, [0, 1, 2]), surprise(2.5, 5.0));
        assert_eq!(found.surprise(2.5, [2, 1]), surprise(2.5, 40.0));
        assert_eq!(found.surprise(-2.5, []), 2.5);
    }

    /// Rounding may leave a variance of nothing below 0.
    #[test]
    fn what_rounding_leaves_below_zero_is_no_deviation() {
        let mut found = estimate();
        found.covariance[0][0] = -1e-18;
        assert_eq!(found.deviations(), [Some(0.0), Some(3.0), None]);
        assert_eq!(found.combined(&[(0, -2.0)]), (-4.0, Some(0.0)));
    }

    #[test]
    fn lengths_stand_behind_base_parameters() {
        let found = estimate().covariance_of(&[2, 0], &[1]);
        let expected = [1.0, -0.5, 0.6, -0.5, 4.0, 0.4, 0.6, 0.4, 0.03];
        assert_eq!(found, DMatrix::from_row_slice(3, 3, &expected));
        let lengths = estimate().covariance_of(&[], &[1, 0]);
        assert_eq!(
            lengths,
            DMatrix::from_row_slice(2, 2, &[0.03, 0.002, 0.002, 0.01])
        );
    }
}

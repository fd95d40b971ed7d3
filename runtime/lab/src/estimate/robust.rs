//! M-estimators: the further an equation is from what the others say, the less it counts.

use super::{EstimateError, Estimator, Method};
use crate::regression::Intervals;

/// Huber's bend and Tukey's, in scales: 99 % of the efficiency of least squares where noise is normal. Spikes are taken out
/// before decimation, so that samples behind it need no narrower bend; the customary 95 % cost residuals that are nothing but
/// normal more than a twentieth where they are correlated and few.
const HUBER: f64 = 2.010;
const TUKEY: f64 = 7.041;
/// The median of the size of a standard normal variable.
const MEDIAN: f64 = 0.674_489_750_196_081_7;

/// What an M-estimator makes of residuals `u`, in scales.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Huber 1964: `ψ = u`, and no more than 2.01.
    Huber,
    /// Beaton and Tukey 1974: `ψ = u (1 - (u / 7.041)²)²`, and 0 beyond.
    Tukey,
}

impl Loss {
    /// Those that lead to a method's estimate, one started from the other; none of linear methods.
    pub(crate) fn of(method: Method) -> &'static [Self] {
        match method {
            Method::Huber => &[Self::Huber],
            Method::Tukey => &[Self::Huber, Self::Tukey],
            _ => &[],
        }
    }

    /// Where it bends, in scales.
    pub(crate) fn bend(self) -> f64 {
        match self {
            Self::Huber => HUBER,
            Self::Tukey => TUKEY,
        }
    }

    /// The weight `ψ(u) / u` of a residual's square; 1 where there is no scale.
    pub(crate) fn weight(self, residual: f64, scale: f64) -> f64 {
        let far = residual.abs() / (scale * self.bend());
        match self {
            _ if scale <= 0.0 => 1.0,
            Self::Huber => far.max(1.0).recip(),
            Self::Tukey => (1.0 - far * far).max(0.0).powi(2),
        }
    }

    /// The slope `ψ'(u)`.
    pub(crate) fn slope(self, residual: f64, scale: f64) -> f64 {
        let far = residual.abs() / (scale * self.bend());
        match self {
            _ if scale <= 0.0 => 1.0,
            _ if far > 1.0 => 0.0,
            Self::Huber => 1.0,
            Self::Tukey => (1.0 - far * far) * (1.0 - 5.0 * far * far),
        }
    }
}

/// The scale of residuals: their median size, as a standard deviation where noise is normal. 0 of none.
pub(crate) fn scale(residuals: impl Iterator<Item = f64>) -> f64 {
    let mut sizes: Vec<f64> = residuals.map(f64::abs).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = |k: usize| sizes.get(k).copied().unwrap_or(0.0);
    let half = sizes.len() / 2;
    let median = match sizes.len() % 2 {
        0 => 0.5 * (middle(half.saturating_sub(1)) + middle(half)),
        _ => middle(half),
    };
    median / MEDIAN
}

impl Estimator {
    /// The linear estimator that answers with the same once torques are pseudo-values, equations integrals, motions simulated,
    /// or parameters chosen: of all these weighted least squares, else itself.
    pub(crate) fn linear(&self) -> Self {
        let method = self.method;
        let changes =
            matches!(method, Method::Essential | Method::OutputError) || method.simulates();
        if Loss::of(method).is_empty() && method.balance().is_none() && !changes {
            return self.clone();
        }
        let mut plain = self.clone();
        if method.balance().is_some() {
            // Of a history of balances.
            (plain.recursion, plain.forgetting, plain.memory) = Default::default();
        }
        Self {
            method: Method::Wls,
            interval: None,
            reference_cutoff: None,
            intervals: Intervals::default(),
            essential_ratio: None,
            essential_level: None,
            ..plain
        }
    }

    /// Why an estimator has no answer.
    pub(crate) fn refuses(&self, why: String) -> EstimateError {
        EstimateError::Robust {
            method: self.method.title(),
            why,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimator, Loss, Method, scale};

    #[test]
    fn weights_and_slopes_are_those_of_the_formulas() {
        for loss in [Loss::Huber, Loss::Tukey] {
            let psi = |u: f64| u * loss.weight(2.0 * u, 2.0);
            for u in [-6.0, -3.0, -1.0, 0.2, 1.9, 2.1, 7.0, 7.1, 50.0] {
                let slope = (psi(u + 1e-6) - psi(u - 1e-6)) / 2e-6;
                assert!((slope - loss.slope(2.0 * u, 2.0)).abs() < 1e-6, "{u}");
            }
            assert!((loss.weight(7.0, 0.0), loss.slope(7.0, 0.0)) == (1.0, 1.0));
        }
        assert!((Loss::Huber.weight(4.02, 1.0) - 0.5).abs() < 1e-12);
        assert!((Loss::Tukey.weight(7.041 / 2.0, 1.0) - 0.5625).abs() < 1e-12);
        assert!(Loss::Tukey.weight(7.1, 1.0) == 0.0);
    }

    #[test]
    fn the_scale_is_the_median_size() {
        assert!((scale([-3.0, 1.0, 200.0].into_iter()) * 0.674_489_75 - 3.0).abs() < 1e-7);
        assert!((scale([-3.0, 1.0].into_iter()) * 0.674_489_75 - 2.0).abs() < 1e-7);
        assert!(scale(std::iter::empty()) == 0.0);
    }

    #[test]
    fn losses_are_those_of_their_methods() {
        assert_eq!(Loss::of(Method::Huber), [Loss::Huber]);
        // One starts from the other.
        assert_eq!(Loss::of(Method::Tukey), [Loss::Huber, Loss::Tukey]);
        assert!(Loss::of(Method::Wls).is_empty());
        assert_eq!([Loss::Huber.bend(), Loss::Tukey.bend()], [2.010, 7.041]);
        assert_eq!(
            (Loss::Huber.weight(2.01, 1.0), Loss::Huber.slope(2.01, 1.0)),
            (1.0, 1.0)
        );
        assert_eq!(Loss::Tukey.weight(7.041, 1.0), 0.0);
    }

    #[test]
    fn an_estimator_says_why_it_has_no_answer() {
        let refused = Estimator::from(Method::Tukey).refuses("it is late".to_owned());
        assert_eq!(
            refused.to_string(),
            "Tukey's bisquare M-estimator has no answer: it is late"
        );
    }
}

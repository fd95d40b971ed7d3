//! Cholesky's factor of a small matrix, in place: no memory is asked for in a step.

/// A share of an inertia below which what is left of it is rounding.
const ROUNDING: f64 = 1e-12;

/// What a matrix is that has no factor, at the first row where that shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoFactor {
    /// Singular.
    Singular(usize),
    /// Negative, or no number.
    Indefinite(usize),
}

/// Writes the factor `L` of `A = L Lᵀ` (`n × n`, row-major) into its lower half.
pub(super) fn factor(a: &mut [f64], n: usize) -> Result<(), NoFactor> {
    for j in 0..n {
        let size = a[j * n + j].abs();
        let mut pivot = a[j * n + j];
        for k in 0..j {
            pivot -= a[j * n + k] * a[j * n + k];
        }
        // Also of what is no number.
        if !(pivot > ROUNDING * size && pivot.is_finite()) {
            return Err(match pivot.abs() <= ROUNDING * size {
                true => NoFactor::Singular(j),
                false => NoFactor::Indefinite(j),
            });
        }
        let root = pivot.sqrt();
        a[j * n + j] = root;
        for i in j + 1..n {
            let mut x = a[i * n + j];
            for k in 0..j {
                x -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = x / root;
        }
    }
    Ok(())
}

/// `L⁻¹ x` in place.
pub(super) fn forward(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        let mut value = x[i];
        for k in 0..i {
            value -= l[i * n + k] * x[k];
        }
        x[i] = value / l[i * n + i];
    }
}

/// `L⁻ᵀ x` in place.
pub(super) fn backward(l: &[f64], n: usize, x: &mut [f64]) {
    for i in (0..n).rev() {
        let mut value = x[i];
        for k in i + 1..n {
            value -= l[k * n + i] * x[k];
        }
        x[i] = value / l[i * n + i];
    }
}

/// `A⁻¹ x` in place.
pub(super) fn solve(l: &[f64], n: usize, x: &mut [f64]) {
    forward(l, n, x);
    backward(l, n, x);
}

#[cfg(test)]
mod tests {
    use super::{NoFactor, factor, solve};

    #[test]
    fn a_factor_solves_and_says_where_there_is_none() {
        let a = [4.0, 1.0, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 2.0];
        let wanted = [1.0, -2.0, 0.5];
        let product = |i: usize| (0..3).map(|k| a[i * 3 + k] * wanted[k]).sum::<f64>();
        let mut x = [product(0), product(1), product(2)];
        let mut l = a;
        factor(&mut l, 3).unwrap();
        solve(&l, 3, &mut x);
        assert!((0..3).all(|i| (x[i] - wanted[i]).abs() < 1e-14), "{x:?}");
        let with = |value: f64| {
            let mut l = a;
            l[4] = value;
            factor(&mut l, 3)
        };
        assert_eq!(with(0.25), Err(NoFactor::Singular(1)));
        assert_eq!(with(0.2), Err(NoFactor::Indefinite(1)));
        assert_eq!(with(f64::NAN), Err(NoFactor::Indefinite(1)));
    }
}

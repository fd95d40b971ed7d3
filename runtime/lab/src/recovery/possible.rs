//! Bodies that cannot exist: a mass or a moment of inertia below zero, or a moment of inertia
//! larger than the other two together.

use nalgebra::{Matrix3, SymmetricEigen};

use super::given::KnownValue;
use super::plan::Recovered;

/// So many deviations from possible are more than chance explains.
const CERTAIN: f64 = 3.0;
/// A share of the size of the terms that rounding explains.
const ROUNDING: f64 = 1e-9;

/// A value with its standard deviation.
type Value = (f64, f64);

/// Which bodies cannot exist and by which parameters; none if all can.
pub(super) fn impossible(recovered: &[Recovered], known: &[KnownValue]) -> Option<String> {
    let mut names: Vec<&str> = recovered.iter().map(|p| p.name).collect();
    names.extend(known.iter().map(|k| k.name.as_str()));
    let mut bodies: Vec<&str> = Vec::new();
    for (symbol, body) in names.iter().filter_map(|name| name.split_once('_')) {
        let of_body = symbol == "m" || symbol.starts_with('J');
        if of_body && !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    let value = |symbol: &str, body: &str| -> Option<Value> {
        let name = format!("{symbol}_{body}");
        match recovered.iter().find(|p| p.name == name) {
            Some(p) => Some((p.value, p.std?)),
            None => {
                let known = known.iter().find(|k| k.name == name)?;
                Some((known.value, known.std))
            }
        }
    };
    let found = bodies.into_iter().filter_map(|body| {
        let faults = faults(body, &|symbol| value(symbol, body));
        (!faults.is_empty()).then(|| format!("no body has {} (body {body})", faults.join(", ")))
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| {
        format!(
            "{}: a known value is wrong, or the recording",
            found.join("; ")
        )
    })
}

/// Four significant digits.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// What is impossible of one body. Axes of the body come first, because they have names; principal
/// axes only where those show nothing.
fn faults(body: &str, value: &dyn Fn(&str) -> Option<Value>) -> Vec<String> {
    let mut found = Vec::new();
    for symbol in ["m", "Jxx", "Jyy", "Jzz"] {
        if let Some(one) = value(symbol)
            && negative(&[(1.0, one)])
        {
            found.push(format!("{symbol}_{body} = {}", rounded(one.0)));
        }
    }
    let diagonal = ["Jxx", "Jyy", "Jzz"].map(|symbol| value(symbol).map(|v| (symbol, v)));
    if let ([Some(x), Some(y), Some(z)], true) = (diagonal, found.is_empty()) {
        for (large, one, other) in [(x, y, z), (y, z, x), (z, x, y)] {
            if negative(&[(1.0, one.1), (1.0, other.1), (-1.0, large.1)]) {
                found.push(format!(
                    "{}_{body} = {} above {}_{body} + {}_{body} = {}",
                    large.0,
                    rounded(large.1.0),
                    one.0,
                    other.0,
                    rounded(one.1.0 + other.1.0)
                ));
            }
        }
    }
    if found.is_empty() {
        found.extend(principal(body, value));
    }
    found
}

/// The same of the principal moments, where the whole inertia is there.
fn principal(body: &str, value: &dyn Fn(&str) -> Option<Value>) -> Option<String> {
    let rows = [
        ["Jxx", "Jxy", "Jxz"],
        ["Jxy", "Jyy", "Jyz"],
        ["Jxz", "Jyz", "Jzz"],
    ];
    let mut inertia = Matrix3::zeros();
    let mut deviation = Matrix3::zeros();
    for (i, row) in rows.iter().enumerate() {
        for (j, symbol) in row.iter().enumerate() {
            (inertia[(i, j)], deviation[(i, j)]) = value(symbol)?;
        }
    }
    if inertia.iter().any(|x: &f64| !x.is_finite()) {
        return None;
    }
    let eigen = SymmetricEigen::new(inertia);
    let largest = eigen.eigenvalues.imax();
    // What the other two have over the largest, `sum W ∘ J` with W = 1 - 2 v vᵀ.
    let axis = eigen.eigenvectors.column(largest);
    let weights = Matrix3::identity() - 2.0 * axis * axis.transpose();
    let entries = weights.iter().zip(inertia.iter().zip(deviation.iter()));
    let terms: Vec<(f64, Value)> = entries.map(|(w, (x, std))| (*w, (*x, *std))).collect();
    negative(&terms).then(|| {
        let moments = eigen.eigenvalues;
        format!(
            "the principal moments {}, {} and {} of Jxx_{body} to Jzz_{body}, of which \
             one is larger than the others together",
            rounded(moments[0]),
            rounded(moments[1]),
            rounded(moments[2])
        )
    })
}

/// Whether a sum of weighted values lies below zero by more than chance and rounding explain. The
/// deviation of the sum is at most the sum of deviations, however the values err together.
fn negative(terms: &[(f64, Value)]) -> bool {
    let sum: f64 = terms.iter().map(|(w, (x, _))| w * x).sum();
    let size: f64 = terms.iter().map(|(w, (x, _))| (w * x).abs()).sum();
    let std: f64 = terms.iter().map(|(w, (_, std))| w.abs() * std).sum();
    // A single exact value below zero has no rounding to excuse it.
    let rounding = if terms.len() > 1 {
        ROUNDING * size
    } else {
        0.0
    };
    sum < -CERTAIN * std - rounding
}

#[cfg(test)]
mod tests {
    use super::impossible;
    use crate::recovery::KnownValue;

    fn of(values: [f64; 6], std: f64) -> String {
        let names = ["Jxx_a", "Jxy_a", "Jxz_a", "Jyy_a", "Jyz_a", "Jzz_a"];
        let known: Vec<KnownValue> = names
            .iter()
            .zip(values)
            .map(|(name, value)| KnownValue {
                name: (*name).to_owned(),
                value,
                std,
            })
            .collect();
        impossible(&[], &known).unwrap_or_default()
    }

    #[test]
    fn inertias_of_no_body_are_named() {
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.0, 2.0], 0.0).is_empty());
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.0, 2.5], 0.0).contains("Jzz_a"));
        // Within the deviations.
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.0, 2.5], 0.1).is_empty());
        // Only the principal moments show it: 0.1, 1 and 1.9, that is 1.9 > 1.1.
        assert!(of([1.0, 0.9, 0.0, 1.0, 0.0, 1.0], 0.0).contains("principal"));
        assert!(of([-0.1, 0.0, 0.0, 1.0, 0.0, 1.0], 0.01).contains("Jxx_a"));
    }
}

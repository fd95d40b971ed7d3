//! How the residual grows as a parameter moves away from its estimate, all others following.

use serde::Serialize;

use super::{Asked, ScrutinyError};
use crate::numeric::Decomposition;
use crate::parameters::{find, nominal_base};
use crate::suggestion::suggestion;
use armwright_runtime::Class;

/// Values at each side of the estimate.
const POINTS: i32 = 20;
/// Growth of the residual at the first and the last of them.
const FARTHEST: f64 = 1.2;
/// Growths whose values are told.
const TOLD: [f64; 2] = [1.01, 1.1];

/// The residual of all equations against one parameter's value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profile {
    /// The parameter.
    pub name: String,
    /// The combination that the recordings reveal.
    pub expression: String,
    /// Its unit.
    pub unit: String,
    /// The value with the smallest residual; none where the residual does not depend on it.
    pub value: Option<f64>,
    /// Why the residual does not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flat: Option<String>,
    /// Values and what they cost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
    /// The residual at 0, over the smallest.
    pub at_zero: Option<f64>,
    /// The residual at the nominal value, over the smallest.
    pub at_nominal: Option<f64>,
    /// Between which values the residual grows by less than 1 %.
    pub within_1_percent: Option<[f64; 2]>,
    /// Between which values the residual grows by less than 10 %.
    pub within_10_percent: Option<[f64; 2]>,
    /// The parameter that follows it most closely.
    pub follower: Option<Follower>,
}

/// A value, and the residual that it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The parameter's value.
    pub value: f64,
    /// Root mean square of all residuals, each row weighed as in the estimate, over that at the estimate.
    pub residual: f64,
}

/// A parameter that follows another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Follower {
    /// Its name.
    pub name: String,
    /// By how much it changes a unit of the other.
    pub slope: f64,
    /// The correlation of the two, -1 to 1.
    pub correlation: f64,
}

impl Asked<'_> {
    /// With the least sum of squares `S` at `v`, it is `S + (x - v)²/c` at `x` where all other parameters take
    /// their best values, with `c` the diagonal element of the inverse information matrix.
    pub(super) fn profile(&self, name: &str) -> Result<Profile, ScrutinyError> {
        self.of_recordings("a profile")?;
        let model = self.equations.robot().model();
        let Some(k) = model.base.iter().position(|base| base.name == name) else {
            return self.combined(name);
        };
        let base = &model.base[k];
        let mut found = Profile {
            name: name.to_owned(),
            expression: base.expression.to_owned(),
            unit: base.unit.to_owned(),
            ..Profile::flat("the motion does not excite it")
        };
        if self.estimate.held[k] {
            found.flat = Some("its value was given".to_owned());
            return Ok(found);
        }
        let whole = self.observation.weighted(&self.estimate.weights).r;
        let whole = Decomposition::without(&whole, |k| self.estimate.held[k]);
        if !whole.determined()[k] {
            return Ok(found);
        }
        let inverse = &whole.inverse * whole.inverse.transpose();
        let (value, squares) = (self.estimate.beta[k], self.squares());
        let scale = squares * inverse[(k, k)];
        let residual = |x: f64| (1.0 + (x - value).powi(2) / scale).sqrt();
        let reach = |growth: f64| ((growth * growth - 1.0) * scale).sqrt();
        let between = |growth: f64| [value - reach(growth), value + reach(growth)];
        let step = reach(FARTHEST) / f64::from(POINTS);
        let points = (-POINTS..=POINTS).map(|point| value + f64::from(point) * step);
        let points = points.map(|value| Point {
            value,
            residual: residual(value),
        });
        let others = (0..model.base.len()).filter(|j| *j != k && inverse[(*j, *j)] > 0.0);
        let followers = others.map(|j| Follower {
            name: model.base[j].name.to_owned(),
            slope: inverse[(j, k)] / inverse[(k, k)],
            correlation: inverse[(j, k)] / (inverse[(j, j)] * inverse[(k, k)]).sqrt(),
        });
        found.flat = None;
        found.value = Some(value);
        found.points = points.collect();
        found.at_zero = Some(residual(0.0));
        found.at_nominal = nominal_base(model, k).map(residual);
        [found.within_1_percent, found.within_10_percent] =
            TOLD.map(|growth| Some(between(growth)));
        found.follower =
            followers.max_by(|a, b| a.correlation.abs().total_cmp(&b.correlation.abs()));
        Ok(found)
    }

    /// The sum of all squares, weighed as in the estimate.
    fn squares(&self) -> f64 {
        let rows = self.observation.factors().iter();
        let each = rows.zip(&self.estimate.weights);
        let each = each.map(|(factor, weight)| weight * factor.squares(&self.estimate.beta));
        each.sum()
    }

    /// Of a parameter that recordings never tell by itself.
    fn combined(&self, name: &str) -> Result<Profile, ScrutinyError> {
        let model = self.equations.robot().model();
        let Some(place) = model.parameters.iter().position(|p| p.name == name) else {
            let known = model.parameters.iter().map(|p| p.name);
            let why = match find(model, name) {
                Some(_) => {
                    "; it is made of several, whose interval `recover` tells with all others"
                        .to_owned()
                }
                None => suggestion(name, known),
            };
            return Err(ScrutinyError::Unknown {
                name: name.to_owned(),
                suggestion: why,
            });
        };
        let parameter = &model.parameters[place];
        let with = model.base.iter().filter(|base| {
            let mut terms = base.terms.iter();
            terms.any(|term| term.parameter == place)
        });
        let with: Vec<&str> = with.map(|base| base.expression).collect();
        let flat = match parameter.class {
            Class::Invisible => "no motion shows it".to_owned(),
            _ => format!(
                "it acts only together with others, which make up for it: {}",
                with.join(", ")
            ),
        };
        Ok(Profile {
            name: name.to_owned(),
            unit: parameter.unit.to_owned(),
            ..Profile::flat(&flat)
        })
    }
}

impl Profile {
    fn flat(why: &str) -> Self {
        Self {
            name: String::new(),
            expression: String::new(),
            unit: String::new(),
            value: None,
            flat: Some(why.to_owned()),
            points: Vec::new(),
            at_zero: None,
            at_nominal: None,
            within_1_percent: None,
            within_10_percent: None,
            follower: None,
        }
    }
}

//! Laws of friction: sums of functions of velocity, linear but for a parameter or two.

use serde::{Deserialize, Serialize};

/// What the torque of friction is as a function of the velocity `v`; `s` is its sign.
///
/// Armstrong-Hélouvry, Dupont and Canudas de Wit (1994), *A survey of models, analysis tools and compensation methods
/// for the control of machines with friction*, Automatica 30, section 2, has all of them but the power law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Shape {
    /// Nothing that depends on velocity.
    None,
    /// `F_v v`.
    Viscous,
    /// `F_c s`.
    Coulomb,
    /// `F_c s + F_v v`.
    #[serde(alias = "coulomb-viscous")]
    CoulombViscous,
    /// `F_c s + F_v v + F_q v |v|`.
    Quadratic,
    /// `F_c s + F_v v + F_s s exp(-|v| / v_s)`, after Tustin (1947).
    Tustin,
    /// `F_c s + F_v v + F_s s exp(-(v / v_s)²)`: friction of a lubricated contact falls before it rises (Stribeck 1902).
    Stribeck,
    /// The same with any exponent, `exp(-|v / v_s|^δ)` (Bo and Pavelescu 1982).
    #[serde(alias = "stribeck-exponent")]
    StribeckExponent,
    /// `F_c tanh(v / v_ε) + F_v v`: Coulomb friction that sets in smoothly.
    Tanh,
    /// `F_p s |v|^α`.
    Power,
    /// `F_c s + F_p s |v|^α`.
    #[serde(alias = "coulomb-power")]
    CoulombPower,
}

/// What may be added to a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// `F_o`: Coulomb friction that differs between directions, or any constant torque.
    Offset,
    /// `F_d |v|`: viscous friction that differs between directions.
    Directional,
    /// `F_l |τ| s`, with the torque `τ` that bodies ask for: friction that grows with the load.
    Load,
    /// `F_T (T - T₀) v`, with the temperature `T` that was recorded: viscous friction of a lubricant that warms up.
    /// To first order what Carvalho Bittencourt and Gunnarsson (2012), *Static friction in a robot joint: modeling and
    /// identification of load and temperature effects*, Journal of Dynamic Systems, Measurement, and Control 134, have of viscous
    /// friction.
    Temperature,
}

/// A law: a shape and what is added to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Law {
    /// The function of velocity.
    pub shape: Shape,
    /// What is added, in order.
    pub extras: Vec<Extra>,
}

/// A parameter that does not enter linearly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nonlinear {
    /// A speed.
    Speed,
    /// An exponent of the Stribeck curve.
    Exponent,
    /// An exponent of speed.
    Power,
}

impl Shape {
    /// All of them, those with fewer parameters first.
    pub const ALL: [Self; 11] = [
        Self::None,
        Self::Coulomb,
        Self::Viscous,
        Self::CoulombViscous,
        Self::Power,
        Self::Quadratic,
        Self::Tanh,
        Self::CoulombPower,
        Self::Tustin,
        Self::Stribeck,
        Self::StribeckExponent,
    ];

    /// The parameters that do not enter linearly.
    pub(super) fn nonlinear(self) -> &'static [Nonlinear] {
        match self {
            Self::Tustin | Self::Stribeck | Self::Tanh => &[Nonlinear::Speed],
            Self::StribeckExponent => &[Nonlinear::Speed, Nonlinear::Exponent],
            Self::Power | Self::CoulombPower => &[Nonlinear::Power],
            _ => &[],
        }
    }

    /// Names of the parameters: those that enter linearly, then the others.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Viscous => &["viscous"],
            Self::Coulomb => &["coulomb"],
            Self::CoulombViscous => &["coulomb", "viscous"],
            Self::Quadratic => &["coulomb", "viscous", "quadratic"],
            Self::Tustin | Self::Stribeck => &["coulomb", "viscous", "stribeck", "speed"],
            Self::StribeckExponent => &["coulomb", "viscous", "stribeck", "speed", "exponent"],
            Self::Tanh => &["coulomb", "viscous", "speed"],
            Self::Power => &["power", "exponent"],
            Self::CoulombPower => &["coulomb", "power", "exponent"],
        }
    }

    /// What multiplies each linear parameter at a speed in a direction (`±1`).
    fn values(self, theta: &[f64], speed: f64, sign: f64) -> Vec<f64> {
        let v = sign * speed;
        let at = |k: usize| theta.get(k).copied().unwrap_or(1.0);
        let near = |exponent: f64| sign * (-(speed / at(0)).powf(exponent)).exp();
        match self {
            Self::None => vec![],
            Self::Viscous => vec![v],
            Self::Coulomb => vec![sign],
            Self::CoulombViscous => vec![sign, v],
            Self::Quadratic => vec![sign, v, v * speed],
            Self::Tustin => vec![sign, v, near(1.0)],
            Self::Stribeck => vec![sign, v, near(2.0)],
            Self::StribeckExponent => vec![sign, v, near(at(1))],
            Self::Tanh => vec![(v / at(0)).tanh(), v],
            Self::Power => vec![sign * speed.powf(at(0))],
            Self::CoulombPower => vec![sign, sign * speed.powf(at(0))],
        }
    }

    /// Whether every function of another shape is one of this one, with some parameters.
    fn contains(self, other: Self) -> bool {
        let smooth = [
            Self::None,
            Self::Coulomb,
            Self::Viscous,
            Self::CoulombViscous,
        ];
        match self {
            _ if self == other || other == Self::None => true,
            Self::CoulombViscous => smooth.contains(&other),
            Self::Quadratic | Self::Tustin | Self::Stribeck | Self::Tanh => smooth.contains(&other),
            Self::StribeckExponent => {
                smooth.contains(&other) || matches!(other, Self::Tustin | Self::Stribeck)
            }
            Self::Power => matches!(other, Self::Coulomb | Self::Viscous),
            Self::CoulombPower => smooth.contains(&other) || other == Self::Power,
            _ => false,
        }
    }
}

impl Extra {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Offset,
        Self::Directional,
        Self::Load,
        Self::Temperature,
    ];

    /// Those that are no functions of velocity alone.
    pub(super) const BESIDE: [Self; 2] = [Self::Load, Self::Temperature];

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Offset => &["offset"],
            Self::Directional => &["directional"],
            Self::Load => &["load"],
            Self::Temperature => &["temperature"],
        }
    }
}

/// What friction depends on, at a joint or a motor.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Local {
    /// The velocity.
    pub(super) velocity: f64,
    /// The torque that bodies ask for.
    pub(super) load: f64,
    /// The temperature above that about which friction changes.
    pub(super) warmth: f64,
}

impl Local {
    /// Speed and direction; at rest the direction is 0.
    pub(super) fn speed(&self) -> (f64, f64) {
        let v = self.velocity;
        (v.abs(), if v == 0.0 { 0.0 } else { v.signum() })
    }

    /// What multiplies the parameter of each that is no function of velocity alone, in the order of [`Extra::BESIDE`].
    pub(super) fn beside(&self) -> [f64; 2] {
        let by_load = self.load.abs() * self.speed().1;
        [by_load, self.warmth * self.velocity]
    }
}

impl Law {
    /// A shape with nothing added.
    #[must_use]
    pub fn of(shape: Shape) -> Self {
        let extras = Vec::new();
        Self { shape, extras }
    }

    /// The same with something added.
    #[must_use]
    pub fn with(&self, extra: Extra) -> Self {
        let mut extras = self.extras.clone();
        extras.push(extra);
        extras.sort();
        extras.dedup();
        let shape = self.shape;
        Self { shape, extras }
    }

    /// The same without something that was added.
    #[must_use]
    pub fn without(&self, extra: Extra) -> Self {
        let mut law = self.clone();
        law.extras.retain(|known| *known != extra);
        law
    }

    /// How many parameters enter linearly.
    pub(super) fn linear(&self) -> usize {
        self.parameters() - self.shape.nonlinear().len()
    }

    /// How many parameters it has.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let extras = self.extras.iter().map(|extra| extra.names().len());
        self.shape.names().len() + extras.sum::<usize>()
    }

    /// Names of its parameters: those that enter linearly, then the others.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let names = self.shape.names();
        let (linear, others) = names.split_at(names.len() - self.shape.nonlinear().len());
        let extras = self.extras.iter().flat_map(|extra| extra.names());
        linear.iter().chain(extras).chain(others).copied().collect()
    }

    /// What multiplies each linear parameter of what depends on velocity alone, with 0 for others.
    pub(super) fn of_velocity(&self, theta: &[f64], speed: f64, sign: f64) -> Vec<f64> {
        let mut values = self.shape.values(theta, speed, sign);
        for extra in &self.extras {
            match extra {
                Extra::Offset => values.push(1.0),
                Extra::Directional => values.push(speed),
                Extra::Load | Extra::Temperature => values.push(0.0),
            }
        }
        values
    }

    /// Where the parameters that enter linearly have that of each of [`Extra::BESIDE`], if it is there.
    pub(super) fn places_beside(&self) -> [Option<usize>; 2] {
        let shape = self.shape.names().len() - self.shape.nonlinear().len();
        Extra::BESIDE.map(|beside| {
            let place = self.extras.iter().position(|extra| *extra == beside)?;
            Some(shape + place)
        })
    }

    /// What multiplies each linear parameter.
    pub(super) fn values(&self, theta: &[f64], local: &Local) -> Vec<f64> {
        let (speed, sign) = local.speed();
        let mut values = self.of_velocity(theta, speed, sign);
        for (place, value) in self.places_beside().into_iter().zip(local.beside()) {
            if let Some(place) = place {
                values[place] = value;
            }
        }
        values
    }

    /// Whether every function of another law is one of this one.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        let extras = || other.extras.iter().all(|extra| self.extras.contains(extra));
        self.shape.contains(other.shape) && extras()
    }
}

#[cfg(test)]
mod tests {
    use super::{Extra, Law, Local, Shape};

    #[test]
    fn every_law_has_as_many_values_as_names() {
        for shape in Shape::ALL {
            let all = Extra::ALL.iter();
            let law = all.fold(Law::of(shape), |law, extra| law.with(*extra));
            let local = Local {
                velocity: -0.3,
                load: 2.0,
                warmth: 10.0,
            };
            let theta: Vec<f64> = shape.nonlinear().iter().map(|_| 0.7).collect();
            assert_eq!(law.values(&theta, &local).len(), law.linear());
            assert_eq!(law.names().len(), law.parameters());
            let load = law.names().iter().position(|name| *name == "load");
            assert_eq!(law.values(&theta, &local)[load.expect("a load")], -2.0);
            let warm = law.names().iter().position(|name| *name == "temperature");
            assert_eq!(law.values(&theta, &local)[warm.expect("it is")], -3.0);
            assert!(law.contains(&Law::of(shape)) && !Law::of(shape).contains(&law));
        }
    }

    #[test]
    fn a_curve_of_exponent_2_is_stribecks() {
        let general = Shape::StribeckExponent.values(&[0.2, 2.0], 0.1, -1.0);
        assert_eq!(general, Shape::Stribeck.values(&[0.2], 0.1, -1.0));
    }
}

//! Friction at the places where it acts, which sticks at rest and changes with the direction of motion.

use armwright_runtime::{Model, ParameterKind, Site};

/// What multiplies a parameter of friction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrictionLaw {
    /// The sign of the velocity.
    Coulomb,
    /// 1 in positive direction, 0 in the other.
    CoulombPositive,
    /// -1 in negative direction, 0 in the other.
    CoulombNegative,
    /// The velocity.
    Viscous,
    /// The velocity in positive direction, 0 in the other (Brewer and Gibson 1985, equation 6.3).
    ViscousPositive,
    /// The velocity in negative direction, 0 in the other.
    ViscousNegative,
    /// The velocity times its magnitude (Brewer and Gibson 1985, equation 6.2).
    Quadratic,
    /// The sign of the velocity, less the faster it moves: `s exp(-(v / v_s)²)` (Stribeck 1902), with the place's [`Self::StribeckSpeed`].
    Stribeck,
    /// `v_s` of the place's [`Self::Stribeck`], above 0: a speed, which multiplies nothing.
    StribeckSpeed,
    /// Coulomb friction that sets in smoothly, `tanh(v / v_ε)` with the place's [`Self::TanhSpeed`]: it does not stick.
    Tanh,
    /// `v_ε` of the place's [`Self::Tanh`], above 0: a speed, which multiplies nothing.
    TanhSpeed,
    /// The sign of the velocity times the torque that is passed on, `|τ| s`: what the drive gives less friction, which is what
    /// moves bodies. Below 1, at joints alone ([`Machine::with_friction`](super::Machine::with_friction)).
    Load,
}

/// What speeds are to begin with, rad/s or m/s.
const SPEED: f64 = 0.1;
/// The smallest speed by which a velocity is divided.
const SLOWEST: f64 = 1e-9;

impl FrictionLaw {
    /// What multiplies the parameter at a velocity in a direction (1 or -1), and its derivative by the velocity; nothing where that
    /// takes more than these ([`Self::Stribeck`], [`Self::Tanh`], their speeds, [`Self::Load`]).
    #[must_use]
    pub fn at(self, velocity: f64, direction: f64) -> [f64; 2] {
        let ahead = f64::from(direction > 0.0);
        let back = 1.0 - ahead;
        match self {
            Self::Coulomb => [direction, 0.0],
            Self::CoulombPositive => [ahead, 0.0],
            Self::CoulombNegative => [-back, 0.0],
            Self::Viscous => [velocity, 1.0],
            Self::ViscousPositive => [ahead * velocity, ahead],
            Self::ViscousNegative => [back * velocity, back],
            Self::Quadratic => {
                let speed = direction * velocity;
                [velocity * speed, 2.0 * speed]
            }
            Self::Stribeck | Self::StribeckSpeed | Self::Tanh | Self::TanhSpeed | Self::Load => {
                [0.0; 2]
            }
        }
    }

    /// The symbol of its parameters, as in robot files: `fv` of `fv_q1`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Coulomb => "fc",
            Self::CoulombPositive => "fcp",
            Self::CoulombNegative => "fcn",
            Self::Viscous => "fv",
            Self::ViscousPositive => "fvp",
            Self::ViscousNegative => "fvn",
            Self::Quadratic => "fq",
            Self::Stribeck => "fs",
            Self::StribeckSpeed => "vs",
            Self::Tanh => "ft",
            Self::TanhSpeed => "vt",
            Self::Load => "fl",
        }
    }

    /// The unit of its parameter at what turns, or slides.
    pub(crate) const fn unit(self, slides: bool) -> &'static str {
        let [turning, sliding] = match self {
            Self::Coulomb
            | Self::CoulombPositive
            | Self::CoulombNegative
            | Self::Stribeck
            | Self::Tanh => ["N·m", "N"],
            Self::StribeckSpeed | Self::TanhSpeed => ["rad/s", "m/s"],
            Self::Load => ["", ""],
            Self::Quadratic => ["N·m·s²/rad²", "N·s²/m²"],
            Self::Viscous | Self::ViscousPositive | Self::ViscousNegative => ["N·m·s/rad", "N·s/m"],
        };
        if slides { sliding } else { turning }
    }

    /// What its parameter is to begin with: speeds are not 0.
    pub(super) const fn begins(self) -> f64 {
        match self {
            Self::StribeckSpeed | Self::TanhSpeed => SPEED,
            _ => 0.0,
        }
    }

    /// The law whose parameter is the speed of this one.
    const fn speed(self) -> Option<Self> {
        match self {
            Self::Stribeck => Some(Self::StribeckSpeed),
            Self::Tanh => Some(Self::TanhSpeed),
            _ => None,
        }
    }

    /// What multiplies the parameter of a law with a speed, and its derivatives by the velocity and by the speed.
    fn at_speed(self, velocity: f64, direction: f64, speed: f64) -> [f64; 3] {
        let width = speed.abs().max(SLOWEST);
        let share = velocity / width;
        let (value, slope) = match self {
            Self::Tanh => {
                let value = share.tanh();
                (value, (1.0 - value * value) / width)
            }
            _ => {
                let value = direction * (-share * share).exp();
                (value, -2.0 * share / width * value)
            }
        };
        // Both are functions of `v / v_s`.
        [value, slope, -share * slope * speed.signum()]
    }

    /// The law of a standard parameter, and where it acts.
    pub(super) fn of(kind: ParameterKind) -> Option<(Self, Site)> {
        Some(match kind {
            ParameterKind::Coulomb(site) => (Self::Coulomb, site),
            ParameterKind::CoulombPositive(site) => (Self::CoulombPositive, site),
            ParameterKind::CoulombNegative(site) => (Self::CoulombNegative, site),
            ParameterKind::Viscous(site) => (Self::Viscous, site),
            ParameterKind::ViscousPositive(site) => (Self::ViscousPositive, site),
            ParameterKind::ViscousNegative(site) => (Self::ViscousNegative, site),
            ParameterKind::Quadratic(site) => (Self::Quadratic, site),
            _ => return None,
        })
    }
}

/// A term of friction.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionTerm {
    /// What multiplies its parameter.
    pub law: FrictionLaw,
    /// The parameter.
    pub value: f64,
    /// What it is called, `fv_q1`.
    pub name: String,
}

impl FrictionTerm {
    /// One at a place, with what its parameter is to begin with.
    pub(super) fn begun(law: FrictionLaw, place: &str) -> Self {
        Self {
            law,
            value: law.begins(),
            name: format!("{}_{place}", law.symbol()),
        }
    }
}

/// A place where friction acts: a joint or a motor, whose velocity is a linear form of those of the coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionSite {
    /// The joint or motor.
    pub name: String,
    /// Its velocity as a form of those of the coordinates (`n`).
    pub form: Vec<f64>,
    /// What resists.
    pub terms: Vec<FrictionTerm>,
    /// Whether its velocity is in m/s and friction a force: a joint that slides.
    pub slides: bool,
    /// Whether it is held, whatever pulls at it.
    pub is_locked: bool,
}

impl FrictionSite {
    /// Its velocity.
    pub(super) fn velocity(&self, qd: &[f64]) -> f64 {
        self.form.iter().zip(qd).map(|(g, v)| g * v).sum()
    }

    /// Friction against a velocity in a direction, that of the load left out, and its derivative by the velocity.
    pub(super) fn torque(&self, velocity: f64, direction: f64) -> [f64; 2] {
        self.terms.iter().fold([0.0; 2], |[f, slope], term| {
            let [column, by_velocity] = match term.law.speed() {
                None => term.law.at(velocity, direction),
                Some(speed) => {
                    let speed = self.value(speed);
                    let [column, slope, _] = term.law.at_speed(velocity, direction, speed);
                    [column, slope]
                }
            };
            [f + term.value * column, slope + term.value * by_velocity]
        })
    }

    /// How that friction changes with the parameter of a term.
    pub(super) fn column(&self, term: usize, velocity: f64, direction: f64) -> f64 {
        let law = self.terms[term].law;
        if let Some(speed) = law.speed() {
            return law.at_speed(velocity, direction, self.value(speed))[0];
        }
        if !matches!(law, FrictionLaw::StribeckSpeed | FrictionLaw::TanhSpeed) {
            return law.at(velocity, direction)[0];
        }
        let of_it = |other: &&FrictionTerm| other.law.speed() == Some(law);
        let changes = self.terms.iter().filter(of_it).map(|other| {
            other.value
                * other
                    .law
                    .at_speed(velocity, direction, self.terms[term].value)[2]
        });
        changes.sum()
    }

    /// The parameter of a law here; of a speed that is not there the one that speeds begin with.
    fn value(&self, law: FrictionLaw) -> f64 {
        let own = self.terms.iter().find(|term| term.law == law);
        own.map_or(law.begins(), |term| term.value)
    }

    /// By how much friction grows with the load; nothing where it does not.
    pub(super) fn by_load(&self) -> Option<f64> {
        let own = self.terms.iter().find(|term| term.law == FrictionLaw::Load);
        own.map(|term| term.value)
    }

    /// What is passed on of a torque less all other friction, while it moves in a direction.
    pub(super) fn passed(&self, torque: f64, direction: f64) -> f64 {
        passed_on(self.by_load().unwrap_or(0.0), torque, direction)
    }

    /// Friction that just begins to slip, in positive and in negative direction. One of them is below zero where base parameters
    /// have a constant torque in friction by direction; it does not stick where both together are.
    pub(super) fn limits(&self) -> [f64; 2] {
        match self.is_locked {
            true => [f64::INFINITY; 2],
            false => apart([1.0, -1.0].map(|direction| {
                let [f, _] = self.torque(0.0, direction);
                direction * f
            })),
        }
    }
}

/// Limits in positive and in negative direction that leave something between them, or else the middle of both.
pub(super) fn apart([ahead, back]: [f64; 2]) -> [f64; 2] {
    if ahead + back >= 0.0 {
        return [ahead, back];
    }
    let middle = 0.5 * (ahead - back);
    let middle = if middle.is_finite() { middle } else { 0.0 };
    [middle, -middle]
}

/// What friction by load of this share passes on of a torque less all other friction, in a direction: `L` of `x = L + μ |L| s`.
pub(super) fn passed_on(share: f64, torque: f64, direction: f64) -> f64 {
    torque / (1.0 + share * direction * torque.signum())
}

/// The place of a site: its name and form.
fn place(model: &Model, site: Site) -> (String, Vec<f64>) {
    let n = model.joints.len();
    let mut form = vec![0.0; n];
    let name = match site {
        Site::Joint(body) => {
            for (coordinate, factor) in model.motion(body) {
                form[coordinate] += factor;
            }
            let joint = model.motions.is_empty().then(|| model.joints[body].name);
            joint.unwrap_or(model.bodies[body]).to_owned()
        }
        Site::Motor(motor) => {
            match model.transmission.get(motor * n..(motor + 1) * n) {
                Some(row) => form.copy_from_slice(row),
                None => form[motor] = 1.0,
            }
            model.motors[motor].name.to_owned()
        }
    };
    (name, form)
}

/// The sites of a robot's friction with parameters `theta` (`p`), whose friction becomes zero, and for each standard
/// parameter that is friction its site and term.
pub(super) fn sites(
    model: &Model,
    theta: &mut [f64],
) -> (Vec<FrictionSite>, Vec<Option<(usize, usize)>>) {
    let mut sites: Vec<FrictionSite> = Vec::new();
    let mut found: Vec<Site> = Vec::new();
    let mut places = vec![None; theta.len()];
    for (k, parameter) in model.parameters.iter().enumerate() {
        let Some((law, site)) = FrictionLaw::of(parameter.kind) else {
            continue;
        };
        let at = found.iter().position(|known| *known == site);
        let at = at.unwrap_or_else(|| {
            let (name, form) = place(model, site);
            found.push(site);
            sites.push(FrictionSite {
                name,
                form,
                terms: Vec::new(),
                // A body that moves with others may turn where they slide: the unit is its own.
                slides: !parameter.unit.starts_with("N·m"),
                is_locked: false,
            });
            sites.len() - 1
        });
        places[k] = Some((at, sites[at].terms.len()));
        sites[at].terms.push(FrictionTerm {
            law,
            value: std::mem::take(&mut theta[k]),
            name: parameter.name.to_owned(),
        });
    }
    (sites, places)
}

#[cfg(test)]
mod tests;

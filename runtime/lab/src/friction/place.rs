//! Where friction acts: on each joint, or on each motor, as the robot file has it.

use crate::held::rubs;
use crate::regression::Equations;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, ParameterKind, Side};

use super::law::{Extra, Law, Shape};
use super::warmth::Warmth;

/// A joint or a motor whose friction is looked at.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    /// Its number among joints or motors.
    pub(super) index: usize,
    /// Whether it is a motor.
    pub(super) on_motor: bool,
    /// What it is called.
    pub(super) name: String,
    /// Whether its velocity is in m/s.
    pub(super) slides: bool,
    /// The base parameters that are its friction by the robot file.
    pub(super) own: Vec<usize>,
    /// What the robot file has of laws, by the names of parameters, in the order of the alphabet.
    pub(super) terms: Vec<&'static str>,
    /// The law of the robot file: the least that has all of it.
    pub(super) law: Law,
    /// How warm it was; none where that was not recorded.
    pub(super) warmth: Option<Warmth>,
}

/// The places whose friction enters a row of the equations: those of the robot file, and of a joint that has none
/// there, its own or that of its motor.
pub(super) fn places(equations: &Equations<'_>) -> Vec<Place> {
    let model = equations.robot().model();
    let all = (0..model.joints.len()).flat_map(|k| {
        let both = [false, true].map(|on_motor| place(model, k, on_motor));
        let rubs = both.iter().any(|place| !place.own.is_empty());
        let on_motor = equations.side() == Side::Motor;
        both.into_iter().filter(move |place| match rubs {
            true => !place.own.is_empty(),
            false => place.on_motor == on_motor,
        })
    });
    let enters = |place: &Place| {
        let mut rows = equations.places().iter();
        rows.any(|row| !place.is_zero(equations.drive(), equations.side(), *row))
    };
    all.filter(enters).collect()
}

/// Equations of which samples count where the signs of all places are certain: laws with a sign are tried at each of them, whatever the
/// robot file has.
pub(super) fn signed(equations: Equations<'_>) -> Equations<'_> {
    let (places, n) = (places(&equations), equations.joints());
    let enter = |row: &usize| -> Vec<usize> {
        let (drive, side) = (equations.drive(), equations.side());
        let own = places.iter().filter(|own| !own.is_zero(drive, side, *row));
        own.map(|own| own.index + if own.on_motor { n } else { 0 })
            .collect()
    };
    let further = equations.places().iter().map(enter).collect();
    equations.with_signs(further)
}

/// A joint, or a motor.
pub(super) fn place(model: &Model, index: usize, on_motor: bool) -> Place {
    let is_own = |j: &usize| {
        let kind = model.parameters[model.base[*j].representative].kind;
        rubs(model, kind, index, on_motor)
    };
    let own: Vec<usize> = (0..model.base.len()).filter(is_own).collect();
    let joint = &model.joints[index];
    let terms = terms_of_file(model, &own);
    Place {
        index,
        on_motor,
        name: match model.motors.get(index).filter(|_| on_motor) {
            Some(motor) => motor.name.to_owned(),
            None => joint.name.to_owned(),
        },
        slides: !on_motor && joint.kind == JointKind::Prismatic,
        law: law_of_file(&terms),
        warmth: None,
        own,
        terms,
    }
}

/// What base parameters of friction have of laws; what is apart by direction is a mean and a difference.
fn terms_of_file(model: &Model, own: &[usize]) -> Vec<&'static str> {
    use ParameterKind as Kind;
    let terms = |j: &usize| -> &'static [&'static str] {
        match model.parameters[model.base[*j].representative].kind {
            Kind::Coulomb(_) => &["coulomb"],
            Kind::CoulombPositive(_) | Kind::CoulombNegative(_) => &["coulomb", "offset"],
            Kind::Viscous(_) => &["viscous"],
            Kind::ViscousPositive(_) | Kind::ViscousNegative(_) => &["viscous", "directional"],
            Kind::Quadratic(_) => &["quadratic"],
            Kind::Offset(_) => &["offset"],
            _ => &[],
        }
    };
    let mut all: Vec<&'static str> = own.iter().flat_map(terms).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The least law that has some terms.
fn law_of_file(terms: &[&'static str]) -> Law {
    let has = |term: &'static str| terms.contains(&term);
    let shape = match (has("coulomb"), has("viscous")) {
        _ if has("quadratic") => Shape::Quadratic,
        (true, true) => Shape::CoulombViscous,
        (true, false) => Shape::Coulomb,
        (false, true) => Shape::Viscous,
        (false, false) => Shape::None,
    };
    let mut law = Law::of(shape);
    if has("offset") {
        law = law.with(Extra::Offset);
    }
    if has("directional") {
        law = law.with(Extra::Directional);
    }
    law
}

impl Place {
    /// Whether the robot file has a law, all of it and no more.
    pub(super) fn has(&self, law: &Law) -> bool {
        let mut names = law.names();
        names.sort_unstable();
        names == self.terms
    }

    /// What the law of the robot file is called: by its terms, where no law has these alone.
    pub(super) fn title_of_file(&self) -> String {
        if self.terms.is_empty() || self.has(&self.law) {
            return self.law.title();
        }
        let names = self.law.names().into_iter();
        let own: Vec<&str> = names.filter(|name| self.terms.contains(name)).collect();
        own.join("+")
    }

    /// The same as a formula.
    pub(super) fn formula_of_file(&self) -> String {
        let formula = self.law.formula();
        let is_own = |part: &&str| {
            self.terms
                .iter()
                .any(|term| part.split(' ').next() == Some(*term))
        };
        let own: Vec<&str> = formula.split(" + ").filter(is_own).collect();
        match own.is_empty() {
            true => formula,
            false => own.join(" + "),
        }
    }

    /// Whether its friction never enters a row: the torque of a joint, or of a motor.
    pub(super) fn is_zero(&self, drive: &Drive, side: Side, row: usize) -> bool {
        match (self.on_motor, side) {
            (false, Side::Joint) | (true, Side::Motor) => self.index != row,
            (true, Side::Joint) => drive.ratio(self.index, row) == 0.0,
            (false, Side::Motor) => drive.torque_rows(Side::Motor)[(row, self.index)] == 0.0,
        }
    }
}

#[cfg(test)]
mod tests;

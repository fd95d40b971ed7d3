//! Parameters by name: no two of one name, and every name that the file mentions exists.

use rustc_hash::FxHashMap;

use crate::algebra::{CoordinateIndex, ParameterIndex, Place, Rational};
use crate::description::{self, Description, DriveTerms, JointKind};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned, nearest};

use super::Inertial;
use super::measure::measure;
use super::parameter::DRIVE_SYMBOLS;
use super::preference::{Costs, Element, Preference, Recovery, Square, SquareChoice};

/// Names of the parameters of a description, in the order of the parameter vector.
pub(super) struct Names {
    /// Standard parameters with the place of their owner's name.
    pub(super) standard: Vec<(String, Span)>,
    /// Physical parameters of bodies (the mass is standard too).
    physical: Vec<(String, Span)>,
    /// Symbolic constants.
    symbols: Vec<(String, Span)>,
    /// Joints that move.
    joints: Vec<String>,
}

impl Names {
    /// All names of a description.
    pub(super) fn of(description: &Description) -> Self {
        let moving = || {
            description
                .bodies
                .iter()
                .filter(|body| body.joint.kind != JointKind::Fixed)
        };
        let (mut standard, mut physical) = (Vec::new(), Vec::new());
        let named = |symbol: &str, owner: &Spanned<String>| {
            (format!("{symbol}_{}", owner.value), owner.span)
        };
        for body in moving() {
            standard.extend(Inertial::ALL.map(|c| named(c.standard(), &body.name)));
            physical.extend(Inertial::ALL.map(|c| named(c.physical(), &body.name)));
        }
        let mut drive = |owner: &Spanned<String>, terms: &DriveTerms| {
            let wanted = in_order(terms).into_iter().zip(DRIVE_SYMBOLS);
            let wanted = wanted.filter(|(term, _)| term.wanted.value);
            standard.extend(wanted.map(|(_, symbol)| named(symbol, owner)));
        };
        moving().for_each(|body| drive(&body.joint.name, &body.joint.drive));
        let motors = description.drives.iter().flat_map(|drives| &drives.motors);
        motors
            .flat_map(|motors| &motors.value)
            .for_each(|motor| drive(&motor.name, &motor.drive));
        let symbols = description
            .constants
            .iter()
            .filter(|constant| constant.symbol.is_some());
        let symbols = symbols
            .map(|c| (c.name.value.clone(), c.name.span))
            .collect();
        let joints = moving().map(|body| body.joint.name.value.clone()).collect();
        Self {
            standard,
            physical,
            symbols,
            joints,
        }
    }

    /// Whether every owner has a name, so that an unknown name is a mistake of its own.
    fn complete(description: &Description) -> bool {
        let named = |body: &description::Body| {
            !body.name.value.is_empty()
                && (body.joint.kind == JointKind::Fixed || !body.joint.name.value.is_empty())
        };
        !description.bodies.is_empty() && description.bodies.iter().all(named)
    }

    /// Reports collisions and names that do not exist.
    pub(super) fn check(&self, description: &Description, diagnostics: &mut Diagnostics) {
        if !Self::complete(description) {
            return;
        }
        self.collisions(diagnostics);
        let standard = || self.standard.iter().map(|(name, _)| name.as_str());
        let others = self
            .physical
            .iter()
            .chain(&self.symbols)
            .map(|(name, _)| name.as_str());
        // First moments and inertia about the origin are not what is known beforehand.
        let known: Vec<&str> = standard()
            .filter(|name| !is_moment(name))
            .chain(others)
            .collect();
        let what = "a physical parameter, a drive's parameter or a symbolic constant";
        for name in &description.recovery.known {
            exists(name, &known, what, diagnostics);
        }
        let standard: Vec<&str> = standard().collect();
        let preferred = &description.base_parameters;
        for name in preferred.drop.iter().chain(&preferred.keep) {
            exists(name, &standard, "a standard parameter", diagnostics);
        }
        let dropped =
            |name: &&Spanned<String>| preferred.drop.iter().any(|d| d.value == name.value);
        for name in preferred.keep.iter().filter(dropped) {
            diagnostics.add(
                &Fault::Conflict {
                    first: "drop",
                    second: "keep",
                },
                name.span,
            );
        }
        self.squares(description, Some(diagnostics));
        measure(description, Some(diagnostics));
    }

    fn collisions(&self, diagnostics: &mut Diagnostics) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        // The mass is the first of a body's physical parameters and of its standard ones.
        let physical = self
            .physical
            .iter()
            .filter(|(name, _)| !name.starts_with("m_"));
        for (name, span) in self.standard.iter().chain(physical).chain(&self.symbols) {
            match seen.get(name.as_str()) {
                // Bodies of one name were reported as such.
                Some(first) if first != span && !self.same_kind(name) => {
                    let other = [(*first, "the other owner".to_owned())];
                    diagnostics.add_with(&Fault::Collision { name: name.clone() }, *span, other);
                }
                Some(_) => {}
                None => {
                    seen.insert(name, *span);
                }
            }
        }
    }

    /// Whether a name is a body's twice, which is a duplicate body and no collision.
    fn same_kind(&self, name: &str) -> bool {
        let symbol = name.split('_').next();
        let mut all = Inertial::ALL.iter();
        let bodies = all.any(|c| symbol == Some(c.standard()) || symbol == Some(c.physical()));
        bodies && !self.symbols.iter().any(|(symbol, _)| symbol == name)
    }

    fn position(&self, name: &str) -> Option<ParameterIndex> {
        self.standard
            .iter()
            .position(|(standard, _)| standard == name)
            .and_then(ParameterIndex::new)
    }

    /// Preferences as indices of parameters.
    pub(super) fn preference(&self, description: &Description) -> Preference {
        let indices = |names: &[Spanned<String>]| {
            names
                .iter()
                .filter_map(|name| self.position(&name.value))
                .collect()
        };
        let preferred = &description.base_parameters;
        Preference {
            drop: indices(&preferred.drop),
            keep: indices(&preferred.keep),
        }
    }

    /// Choices of squares with indices; mistakes are reported if anyone listens.
    pub(super) fn squares(
        &self,
        description: &Description,
        mut diagnostics: Option<&mut Diagnostics>,
    ) -> Vec<SquareChoice> {
        let mut choices = Vec::new();
        for (element, joint, sine) in &description.equations.squares {
            let found = self.joints.iter().position(|name| *name == joint.value);
            let found = found.and_then(CoordinateIndex::new);
            if found.is_none()
                && let Some(diagnostics) = diagnostics.as_deref_mut()
            {
                let name = joint.value.clone();
                let nearest = nearest(&name, self.joints.iter().map(String::as_str));
                let known = self.joints.clone();
                diagnostics.add(
                    &Fault::UnknownJoint {
                        name,
                        nearest,
                        known,
                    },
                    joint.span,
                );
            }
            match (parse_element(&element.value, self.joints.len()), found) {
                (Ok(element), Some(coordinate)) => {
                    let square = if *sine { Square::Sine } else { Square::Cosine };
                    choices.push(SquareChoice {
                        element,
                        coordinate,
                        square,
                    });
                }
                (Err(why), _) => {
                    if let Some(diagnostics) = diagnostics.as_deref_mut() {
                        let name = element.value.clone();
                        diagnostics.add(&Fault::UnknownElement { name, why }, element.span);
                    }
                }
                _ => {}
            }
        }
        choices
    }
}

/// The four terms of a drive in the order of the parameter vector.
pub(super) fn in_order(terms: &DriveTerms) -> [&description::Term; 4] {
    [
        &terms.inertia,
        &terms.coulomb,
        &terms.viscous,
        &terms.offset,
    ]
}

/// Whether a standard parameter is a first moment or an inertia about the origin.
fn is_moment(name: &str) -> bool {
    let symbol = name.split('_').next().unwrap_or("");
    Inertial::ALL[1..].iter().any(|c| c.standard() == symbol)
}

fn exists(
    name: &Spanned<String>,
    known: &[&str],
    what: &'static str,
    diagnostics: &mut Diagnostics,
) {
    if known.contains(&name.value.as_str()) {
        return;
    }
    let nearest = nearest(&name.value, known.iter().copied());
    diagnostics.add(
        &Fault::UnknownParameter {
            name: name.value.clone(),
            what,
            nearest,
        },
        name.span,
    );
}

/// What is known, and costs by kind.
pub(super) fn recovery(description: &Description) -> Recovery {
    let known = description
        .recovery
        .known
        .iter()
        .map(|name| name.value.clone())
        .collect();
    let mut costs = Costs::default();
    for (kind, value) in &description.recovery.cost {
        let cost: &mut Rational = match kind.value.as_str() {
            "mass" => &mut costs.mass,
            "length" => &mut costs.length,
            "centre" => &mut costs.centre,
            "inertia" => &mut costs.inertia,
            _ => &mut costs.drive,
        };
        *cost = value.clone();
    }
    Recovery { known, costs }
}

/// `M_12`, `S_113`, `g_1`, or with the numbers apart: `M_1_12`. Counted from 1.
fn parse_element(name: &str, joints: usize) -> Result<Element, String> {
    let (letter, rest) = name.split_once('_').unwrap_or((name, ""));
    let parts: Vec<String> = if rest.contains('_') {
        rest.split('_').map(str::to_owned).collect()
    } else if letter == "g" {
        vec![rest.to_owned()]
    } else {
        rest.chars().map(String::from).collect()
    };
    let index = |part: &String| {
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<usize>()
            .ok()
            .filter(|n| digits && (1..=joints).contains(n))
            .and_then(|n| CoordinateIndex::new(n - 1))
    };
    let numbers: Option<Vec<CoordinateIndex>> = parts.iter().map(index).collect();
    let pair = |i: CoordinateIndex, j: CoordinateIndex| (i.min(j), i.max(j));
    match (letter, numbers.as_deref()) {
        ("g", Some(&[i])) => Ok(Element::Gravity(i)),
        ("M", Some(&[i, j])) => {
            let (i, j) = pair(i, j);
            Ok(Element::Inertia(i, j))
        }
        ("S", Some(&[i, j, k])) => {
            let (j, k) = pair(j, k);
            Ok(Element::Coriolis(i, j, k))
        }
        _ => Err(format!(
            "elements are `g_1`, `M_12` and `S_113`, with numbers from 1 to {joints} (apart from \
             ten joints on: `M_1_12`)"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{CoordinateIndex, Element, parse_element};

    #[test]
    fn elements_are_counted_from_one() {
        let [first, second, third, twelfth] = [0, 1, 2, 11].map(CoordinateIndex::from);
        let inertia = |j| Ok(Element::Inertia(first, j));
        assert_eq!(parse_element("M_21", 3), inertia(second));
        assert_eq!(
            parse_element("S_131", 3),
            Ok(Element::Coriolis(first, first, third))
        );
        assert_eq!(parse_element("g_12", 12), Ok(Element::Gravity(twelfth)));
        assert_eq!(parse_element("M_1_12", 12), inertia(twelfth));
        for bad in [
            "", "M", "M_", "M_11_", "M_1", "M_123", "M_14", "M_01", "g_+1", "T_11", "S_11",
        ] {
            assert!(parse_element(bad, 3).is_err(), "{bad}");
        }
    }
}

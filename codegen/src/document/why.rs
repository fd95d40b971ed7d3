//! Why parameters are identifiable, combined or invisible, in words.

use super::notation::{Notation, Style};
use crate::algebra::{BaseIndex, BodyIndex, Indexed, ParameterIndex, Poly, Rational};
use crate::derivation::Derivation;
use crate::dynamics::{Element, Part};
use crate::identifiability::{
    BaseParameters, Class, Hidden, Physical, Ratio, Reason, Seen, Statement, Visibility,
};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind};

/// A physical parameter or length, whether a base parameter depends on it, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhysicalReason {
    /// The parameter, and the base parameters that depend on it.
    pub visibility: Visibility,
    /// Why, in words.
    pub why: String,
}

/// Why each standard parameter has its class, in their order: a sentence without its full stop.
#[must_use]
pub fn why(derivation: &Derivation) -> Indexed<ParameterIndex, String> {
    let robot = Robot(&derivation.mechanism, &derivation.base);
    derivation.reasons().map(|parameter, reason| match reason {
        Reason::Alone(seen) => robot.alone(*seen),
        Reason::Together { within, hidden } => {
            let text = robot.together(parameter, within);
            let hidden = hidden.map(|hidden| format!(": {}", robot.hidden(parameter, hidden)));
            text + &hidden.unwrap_or_default()
        }
        Reason::Absent(statements) => {
            let sentences = statements.iter().filter_map(|s| robot.sentence(*s));
            listed(&sentences.collect::<Vec<_>>())
        }
    })
}

/// Why the body that carries its body absorbs a parameter's effect; empty where that is not the
/// reason.
pub(super) fn absorbed(derivation: &Derivation, parameter: ParameterIndex) -> String {
    let robot = Robot(&derivation.mechanism, &derivation.base);
    match &derivation.reasons()[parameter] {
        Reason::Together {
            hidden: Some(hidden),
            ..
        } => robot.hidden(parameter, *hidden),
        _ => String::new(),
    }
}

/// Why each physical parameter and symbolic constant is visible or not.
#[must_use]
pub fn why_physical(derivation: &Derivation) -> Vec<PhysicalReason> {
    let robot = Robot(&derivation.mechanism, &derivation.base);
    let standard = why(derivation);
    let reason = |visibility: &Visibility| PhysicalReason {
        visibility: visibility.clone(),
        why: match visibility.within.as_slice() {
            [] => robot.invisible(&standard, visibility.quantity),
            within => format!("in {}", robot.bases(within)),
        },
    };
    derivation.visibilities().iter().map(reason).collect()
}

/// Names of which the same is said together, in the order in which it is said first.
pub(crate) fn by_reason(
    said: impl Iterator<Item = (String, String)>,
) -> Vec<(String, Vec<String>)> {
    let mut together: Vec<(String, Vec<String>)> = Vec::new();
    for (name, why) in said {
        match together.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => together.push((why, vec![name])),
        }
    }
    together
}

/// `a`, `a and b`, `a, b and c`.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        all => all.concat(),
    }
}

/// Along which axes something moves; `None` if along all of them.
fn moves(subject: &str, axes: [bool; 3], [never, moves, along]: [&str; 3]) -> Option<String> {
    let first = |wanted: bool| {
        let mut axis = Axis::ALL.into_iter().zip(axes);
        let found = axis.find(|(_, has)| *has == wanted);
        found.map_or("", |(axis, _)| axis.letter())
    };
    Some(match axes.iter().filter(|&&axis| axis).count() {
        0 => format!("{subject} {never}"),
        1 => format!("{subject} {moves} only {along} its {} axis", first(true)),
        2 => format!("{subject} never {moves} {along} its {} axis", first(false)),
        _ => return None,
    })
}

/// What reasons speak of, by name.
#[derive(Clone, Copy)]
struct Robot<'d>(&'d Mechanism, &'d BaseParameters);

impl<'d> Robot<'d> {
    fn parameter(self, parameter: ParameterIndex) -> &'d str {
        &self.0.parameters[parameter].name
    }

    fn parameters(self, parameters: impl IntoIterator<Item = ParameterIndex>) -> String {
        let names = parameters.into_iter().map(|k| self.parameter(k));
        listed(&names.collect::<Vec<_>>())
    }

    fn bases(self, within: &[BaseIndex]) -> String {
        self.parameters(within.iter().map(|&k| self.1.base[k].representative))
    }

    fn body(self, body: BodyIndex) -> &'d str {
        &self.0.bodies[body].name
    }

    /// Where an identifiable parameter shows.
    fn alone(self, seen: Option<Seen>) -> String {
        let by_itself =
            |number: &str| format!("{number} by itself tells it from all other parameters");
        let place = match seen {
            None => return "no combination of other parameters has its effect".to_owned(),
            Some(Seen::Inertia(i, j)) => {
                format!("inertia {}", Element::new(Part::Inertia, vec![i, j]).name())
            }
            Some(Seen::Potential) => "potential energy".to_owned(),
            Some(Seen::Friction) => "friction".to_owned(),
            Some(Seen::Torque(number)) => {
                let before = self.0.measure.quantities()[..number].iter();
                let first: usize = before.map(|q| self.0.rows_of(*q)).sum();
                return by_itself(&self.0.measured_rows()[first].name);
            }
            Some(Seen::Wrench(sensor, row)) => {
                let name = self.0.measure.sensors().nth(sensor);
                let name = name.map_or("", |body| self.body(body));
                let (letter, axis) = (["f", "t"][row / 3], Axis::ALL[row % 3]);
                return by_itself(&format!("{letter}{}_{name}", axis.letter()));
            }
        };
        format!("a term of {place} has no other parameter")
    }

    /// With which others a parameter enters.
    fn together(self, parameter: ParameterIndex, within: &[BaseIndex]) -> String {
        let [group] = within else {
            return format!("enters only in the combinations of {}", self.bases(within));
        };
        let group = &self.1.base[*group];
        match group.others.get(&parameter) {
            Some(ratio) => self.effect(ratio, self.parameter(group.representative)),
            None => {
                let others = self.parameters(group.others.keys().copied());
                format!("enters only with {others}")
            }
        }
    }

    /// How much of the effect of a representative a parameter has.
    fn effect(self, ratio: &Ratio, representative: &str) -> String {
        let number = ratio.numerator.as_constant();
        let number = number.filter(|_| ratio.denominator == Poly::one());
        match number {
            Some(one) if one.is_one() => format!("has the effect of {representative}"),
            Some(minus) if minus == -Rational::ONE => {
                format!("has the opposite effect of {representative}")
            }
            _ => {
                let factor = Notation::new(self.0, Style::Text).rounded().ratio(ratio);
                format!("has {factor} times the effect of {representative}")
            }
        }
    }

    /// Why the body that carries a body has the same effect.
    fn hidden(self, parameter: ParameterIndex, hidden: Hidden) -> String {
        let ParameterKind::Inertial { body: own, .. } = self.0.parameters[parameter].kind else {
            return String::new();
        };
        let parent = match self.0.bodies[own].parent {
            Some(parent) => format!("body {}", self.body(parent)),
            None => "the base".to_owned(),
        };
        let (joint, body) = (&self.0.bodies[own].joint.name, self.body(own));
        match hidden {
            Hidden::MassOnAxis => format!(
                "a mass at the origin of body {body} is on the axis of joint {joint} and moves as \
                 if it were part of {parent}"
            ),
            Hidden::MomentOnAxis => format!(
                "a first moment along the axis of joint {joint} moves as if it were part of {parent}"
            ),
            Hidden::RoundInertia(first, second) => {
                let inertias = [first, second].map(|axis| {
                    let index = self.0.inertial(own, Inertial::Inertia(axis, axis));
                    index.map_or("", |index| self.parameter(index))
                });
                format!(
                    "equal parts of {} look the same from all round the axis of joint {joint}, as if \
                     they were part of {parent}",
                    listed(&inertias)
                )
            }
            Hidden::Slides => {
                format!("joint {joint} slides, so body {body} turns only as {parent} does")
            }
        }
    }

    /// A statement in words; `None` if it forbids nothing.
    fn sentence(self, statement: Statement) -> Option<String> {
        Some(match statement {
            Statement::Turns(b, axes) => {
                let subject = format!("body {}", self.body(b));
                return moves(&subject, axes, ["does not turn", "turns", "about"]);
            }
            Statement::Moves(b, axes) => {
                let subject = format!("the origin of body {}", self.body(b));
                return moves(&subject, axes, ["never moves", "moves", "along"]);
            }
            Statement::NoProduct(b, axis) => format!(
                "the vector product of velocity and angular velocity of body {} has nothing along \
                 its {} axis",
                self.body(b),
                axis.letter()
            ),
            Statement::AcrossGravity(b, axis) => {
                let (body, axis) = (self.body(b), axis.letter());
                format!("gravity is perpendicular to the {axis} axis of body {body}")
            }
            Statement::SteadyGravity(b, axis) => {
                let (body, axis) = (self.body(b), axis.letter());
                format!("gravity along the {axis} axis of body {body} never changes")
            }
            Statement::NoGravity => "there is no gravity".to_owned(),
            Statement::NotSensed(b) => {
                format!("no sensor is between body {} and the base", self.body(b))
            }
            Statement::NotDriven(b) => {
                format!(
                    "no drive whose torque is measured moves body {}",
                    self.body(b)
                )
            }
            Statement::OnAxis(joint, b) => format!(
                "of the joints that move body {} only {} is measured, on whose axis it lies",
                self.body(b),
                self.0.joint(joint).name
            ),
            Statement::DriveNotMeasured => {
                "no measured quantity has a part of this drive".to_owned()
            }
            Statement::NotInTorque => {
                "all that it multiplies in the measured torques vanishes".to_owned()
            }
        })
    }

    /// Why no base parameter depends on a physical parameter or length.
    fn invisible(self, standard: &Indexed<ParameterIndex, String>, quantity: Physical) -> String {
        let (body, component) = match quantity {
            Physical::Body { body, component } => (body, component),
            Physical::Drive(parameter) => return standard[parameter].clone(),
            Physical::Symbol { in_motion, .. } => {
                return match in_motion {
                    true => "no base parameter depends on it, only what they are multiplied by",
                    false => "nothing that is measured depends on it",
                }
                .to_owned();
            }
        };
        let owner = self.body(body);
        if component == Inertial::Mass {
            return format!("no parameter of body {owner} has an effect");
        }
        // The standard parameters that it is part of: itself, or what mass times centre enters.
        let is_part = |part: &Inertial| match (component, *part) {
            (Inertial::Moment(own), Inertial::Inertia(a, b)) if a == b => a != own,
            (Inertial::Moment(own), Inertial::Inertia(a, b)) => a == own || b == own,
            (_, part) => part == component,
        };
        let parts = Inertial::ALL.into_iter().filter(is_part);
        let parts = parts.filter_map(|part| self.0.inertial(body, part));
        let parts: Vec<ParameterIndex> = parts.collect();
        if parts.iter().any(|&k| self.1.classes[k] != Class::Invisible) {
            let symbol = component.physical();
            return format!("{symbol}_{owner} cancels in every base parameter");
        }
        let names = self.parameters(parts.iter().copied());
        match parts.as_slice() {
            [only] => format!("it is part of {names} alone, and {}", standard[*only]),
            _ => format!("it is part of {names} alone, which have no effect"),
        }
    }
}

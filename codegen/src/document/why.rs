//! Why parameters are identifiable, combined or invisible, in words.

use super::notation::{Notation, Style};
use crate::algebra::{BaseIndex, BodyIndex, Indexed, ParameterIndex, Rational};
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
    let mechanism = &derivation.mechanism;
    derivation.reasons().map(|parameter, reason| match reason {
        Reason::Alone(seen) => alone(mechanism, *seen),
        Reason::Together { within, hidden } => {
            let text = together(mechanism, &derivation.base, parameter, within);
            match hidden {
                Some(hidden) => format!("{text}: {}", self::hidden(mechanism, parameter, *hidden)),
                None => text,
            }
        }
        Reason::Absent(statements) => absent(mechanism, statements),
    })
}

/// Why the body that carries its body absorbs a parameter's effect; empty where that is not the
/// reason.
pub(super) fn absorbed(derivation: &Derivation, parameter: ParameterIndex) -> String {
    match &derivation.reasons()[parameter] {
        Reason::Together {
            hidden: Some(hidden),
            ..
        } => self::hidden(&derivation.mechanism, parameter, *hidden),
        _ => String::new(),
    }
}

/// Why each physical parameter and symbolic constant is visible or not.
#[must_use]
pub fn why_physical(derivation: &Derivation) -> Vec<PhysicalReason> {
    let (mechanism, base) = (&derivation.mechanism, &derivation.base);
    let standard = why(derivation);
    let reason = |visibility: &Visibility| {
        let why = if visibility.within.is_empty() {
            invisible(mechanism, base, &standard, visibility.quantity)
        } else {
            let within = visibility.within.iter();
            let names = within.map(|&k| name(mechanism, base.base[k].representative));
            format!("in {}", listed(&names.collect::<Vec<_>>()))
        };
        let visibility = visibility.clone();
        PhysicalReason { visibility, why }
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

fn name(mechanism: &Mechanism, parameter: ParameterIndex) -> &str {
    &mechanism.parameters[parameter].name
}

/// `a`, `a and b`, `a, b and c`.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        all => all.concat(),
    }
}

/// Where an identifiable parameter shows.
fn alone(mechanism: &Mechanism, seen: Option<Seen>) -> String {
    let rows = || mechanism.measured_rows();
    let place = match seen {
        None => return "no combination of other parameters has its effect".to_owned(),
        Some(Seen::Inertia(i, j)) => {
            format!("inertia {}", Element::new(Part::Inertia, vec![i, j]).name())
        }
        Some(Seen::Potential) => "potential energy".to_owned(),
        Some(Seen::Friction) => "friction".to_owned(),
        Some(Seen::Torque(number)) => {
            let before = mechanism.measure.quantities()[..number].iter();
            let first: usize = before.map(|q| mechanism.rows_of(*q)).sum();
            return by_itself(&rows()[first].name);
        }
        Some(Seen::Wrench(sensor, row)) => {
            let body = mechanism.measure.sensors().nth(sensor);
            let name = body.map_or("", |body| mechanism.bodies[body].name.as_str());
            let (letter, axis) = (["f", "t"][row / 3], Axis::ALL[row % 3]);
            return by_itself(&format!("{letter}{}_{name}", axis.letter()));
        }
    };
    format!("a term of {place} has no other parameter")
}

fn by_itself(number: &str) -> String {
    format!("{number} by itself tells it from all other parameters")
}

/// With which others a parameter enters.
fn together(
    mechanism: &Mechanism,
    base: &BaseParameters,
    parameter: ParameterIndex,
    within: &[BaseIndex],
) -> String {
    let groups: Vec<_> = within.iter().map(|&k| &base.base[k]).collect();
    if let [group] = groups.as_slice() {
        if let Some(ratio) = group.others.get(&parameter) {
            return effect(mechanism, ratio, name(mechanism, group.representative));
        }
        let others: Vec<&str> = group.others.keys().map(|&k| name(mechanism, k)).collect();
        return format!("enters only with {}", listed(&others));
    }
    let names: Vec<&str> = groups
        .iter()
        .map(|group| name(mechanism, group.representative))
        .collect();
    format!("enters only in the combinations of {}", listed(&names))
}

/// How much of the effect of a representative a parameter has.
fn effect(mechanism: &Mechanism, ratio: &Ratio, representative: &str) -> String {
    let number = ratio.numerator.as_constant();
    let number = number.filter(|_| ratio.denominator == crate::algebra::Poly::one());
    match number {
        Some(one) if one.is_one() => format!("has the effect of {representative}"),
        Some(minus) if minus == -Rational::ONE => {
            format!("has the opposite effect of {representative}")
        }
        _ => {
            let factor = Notation::new(mechanism, Style::Text).ratio(ratio);
            format!("has {factor} times the effect of {representative}")
        }
    }
}

/// Why the body that carries a body has the same effect.
fn hidden(mechanism: &Mechanism, parameter: ParameterIndex, hidden: Hidden) -> String {
    let ParameterKind::Inertial { body: own, .. } = mechanism.parameters[parameter].kind else {
        return String::new();
    };
    let parent = match mechanism.bodies[own].parent {
        Some(parent) => format!("body {}", mechanism.bodies[parent].name),
        None => "the base".to_owned(),
    };
    let (joint, body) = (
        &mechanism.bodies[own].joint.name,
        &mechanism.bodies[own].name,
    );
    match hidden {
        Hidden::MassOnAxis => format!(
            "a mass at the origin of body {body} is on the axis of joint {joint} and moves as if it \
             were part of {parent}"
        ),
        Hidden::MomentOnAxis => format!(
            "a first moment along the axis of joint {joint} moves as if it were part of {parent}"
        ),
        Hidden::RoundInertia(first, second) => {
            let named = |axis| {
                let index = mechanism.inertial(own, Inertial::Inertia(axis, axis));
                index.map_or("", |index| name(mechanism, index))
            };
            format!(
                "equal parts of {} and {} look the same from all round the axis of joint {joint}, \
                 as if they were part of {parent}",
                named(first),
                named(second)
            )
        }
        Hidden::Slides => {
            format!("joint {joint} slides, so body {body} turns only as {parent} does")
        }
    }
}

/// Why an invisible parameter has no effect.
fn absent(mechanism: &Mechanism, statements: &[Statement]) -> String {
    let sentences = statements.iter().filter_map(|s| sentence(mechanism, *s));
    listed(&sentences.collect::<Vec<_>>())
}

/// A statement in words; `None` if it forbids nothing.
fn sentence(mechanism: &Mechanism, statement: Statement) -> Option<String> {
    let body = |b: BodyIndex| &mechanism.bodies[b].name;
    Some(match statement {
        Statement::Turns(b, axes) => {
            let subject = format!("body {}", body(b));
            return moves(&subject, axes, ["does not turn", "turns", "about"]);
        }
        Statement::Moves(b, axes) => {
            let subject = format!("the origin of body {}", body(b));
            return moves(&subject, axes, ["never moves", "moves", "along"]);
        }
        Statement::NoProduct(b, axis) => format!(
            "the vector product of velocity and angular velocity of body {} has nothing along its \
             {} axis",
            body(b),
            axis.letter()
        ),
        Statement::AcrossGravity(b, axis) => format!(
            "gravity is perpendicular to the {} axis of body {}",
            axis.letter(),
            body(b)
        ),
        Statement::SteadyGravity(b, axis) => format!(
            "gravity along the {} axis of body {} never changes",
            axis.letter(),
            body(b)
        ),
        Statement::NoGravity => "there is no gravity".to_owned(),
        Statement::NotSensed(b) => {
            format!("no sensor is between body {} and the base", body(b))
        }
        Statement::NotDriven(b) => {
            format!("no drive whose torque is measured moves body {}", body(b))
        }
        Statement::OnAxis(joint, b) => format!(
            "of the joints that move body {} only {} is measured, on whose axis it lies",
            body(b),
            mechanism.joint(joint).name
        ),
        Statement::DriveNotMeasured => "no measured quantity has a part of this drive".to_owned(),
        Statement::NotInTorque => {
            "all that it multiplies in the measured torques vanishes".to_owned()
        }
    })
}

/// Along which axes something moves; `None` if along all of them.
fn moves(subject: &str, axes: [bool; 3], [never, moves, along]: [&str; 3]) -> Option<String> {
    let first = |wanted: bool| {
        let mut axis = Axis::ALL.into_iter().zip(axes);
        let found = axis.find(|(_, has)| *has == wanted);
        found.map_or("", |(axis, _)| axis.letter())
    };
    match axes.iter().filter(|&&a| a).count() {
        0 => Some(format!("{subject} {never}")),
        1 => Some(format!(
            "{subject} {moves} only {along} its {} axis",
            first(true)
        )),
        2 => Some(format!(
            "{subject} never {moves} {along} its {} axis",
            first(false)
        )),
        _ => None,
    }
}

/// Why no base parameter depends on a physical parameter or length.
fn invisible(
    mechanism: &Mechanism,
    base: &BaseParameters,
    standard: &Indexed<ParameterIndex, String>,
    quantity: Physical,
) -> String {
    let (body, component) = match quantity {
        Physical::Body { body, component } => (body, component),
        Physical::Drive(parameter) => return standard[parameter].clone(),
        Physical::Symbol {
            in_motion: true, ..
        } => {
            return "no base parameter depends on it, only what they are multiplied by".to_owned();
        }
        Physical::Symbol { .. } => {
            return "nothing that is measured depends on it".to_owned();
        }
    };
    let owner = &mechanism.bodies[body].name;
    // The standard parameters that it is part of: itself, or what mass times centre enters.
    let is_part = |part: &Inertial| match (component, *part) {
        (Inertial::Moment(own), Inertial::Inertia(a, b)) if a == b => a != own,
        (Inertial::Moment(own), Inertial::Inertia(a, b)) => a == own || b == own,
        (_, part) => part == component,
    };
    if component == Inertial::Mass {
        return format!("no parameter of body {owner} has an effect");
    }
    let parts = Inertial::ALL.into_iter().filter(is_part);
    let parts: Vec<ParameterIndex> = parts
        .filter_map(|part| mechanism.inertial(body, part))
        .collect();
    if parts.iter().any(|&k| base.classes[k] != Class::Invisible) {
        return format!(
            "{}_{owner} cancels in every base parameter",
            component.physical()
        );
    }
    if let [only] = parts.as_slice() {
        return format!(
            "it is part of {} alone, and {}",
            name(mechanism, *only),
            standard[*only]
        );
    }
    let names: Vec<&str> = parts.iter().map(|&k| name(mechanism, k)).collect();
    format!(
        "it is part of {} alone, which have no effect",
        listed(&names)
    )
}

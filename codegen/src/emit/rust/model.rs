//! The robot as data: the static `MODEL` of the generated module.

use proc_macro2::TokenStream;
use quote::quote;

use super::data::{Data, list, record};
use super::elements::elements;
use super::function::Cost;
use super::lints;
use crate::algebra::{BaseIndex, CoordinateIndex, Number, Poly};
use crate::derivation::Derivation;
use crate::document::{Notation, Style, base_model};
use crate::dynamics::Sparsity;
use crate::identifiability::{BaseParameter, Class, SingleTorque};
use crate::mechanism::{
    Body, Coordinate, Joint, JointKind, Limits, Mechanism, Motion, Motor, Parameter, Pose, Row,
};

pub(super) fn model(
    derivation: &Derivation,
    costs: &[Cost],
    recovery: Option<&TokenStream>,
) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let joints = mechanism.coordinates.enumerate();
    let joint = |(place, coordinate): (CoordinateIndex, &Coordinate)| {
        joint(mechanism.joint(coordinate.joint), &mechanism.limits(place))
    };
    let transmission = mechanism.transmission.iter().flatten().flatten();
    let measured = (!mechanism.measure.is_every_torque()).then(|| mechanism.measured_rows());
    let parameters = mechanism.parameters.iter().zip(&derivation.base.classes);
    let base = derivation.base.base.iter();
    let closed_form = derivation.closed_form.as_ref();
    let name = &mechanism.name;
    let model = record!(Model {
        name: name,
        title: mechanism.title,
        source: mechanism.source,
        gravity: mechanism.gravity,
        joints: list(joints.map(joint)),
        bodies: list(mechanism.bodies.iter().map(|body| &body.name)),
        motions: list(motions(mechanism)),
        followers: list(followers(mechanism)),
        frames: list(mechanism.bodies.iter().map(|body| frame(mechanism, body))),
        motors: mechanism.motors,
        transmission: list(transmission),
        side: mechanism.side,
        measured: list(measured.into_iter().flatten()),
        base_of_torque: derivation.torque_base.is_none(),
        parameters: list(parameters.map(|(p, class)| parameter(p, *class))),
        base: list(base.map(|base| base_parameter(derivation, base))),
        single: derivation.single,
        sparsity: derivation.sparsity,
        costs: list(costs),
        closed_form_terms: closed_form.ok().map(|form| form.coefficients.len()),
        elements: elements(derivation),
        recovery: recovery,
        equations: base_model(derivation),
    });
    let silenced = lints::of_numbers();
    let doc = format!(" The robot `{name}` as data: names, sizes, base parameters, costs.");
    quote! {
        #[doc = #doc]
        #silenced
        pub static MODEL: armwright_runtime::Model = {
            #[allow(unused_imports)]
            use armwright_runtime::{
                Axis, BaseParameter, Class, Cost, Element, ElementPart, ElementTerm, Follower, Frame, Inertial, Joint, JointKind, Measured, Model, Motor, Parameter, ParameterKind, Pattern, Share, Side, SingleTorque, Site, Sparsity, Term,
            };
            #model
        };
    }
}

/// The motion of each body's joint; none where each has a coordinate of its own.
fn motions(mechanism: &Mechanism) -> Vec<TokenStream> {
    if mechanism.bodies.len() == mechanism.coordinates.len() {
        return Vec::new();
    }
    let bodies = mechanism.bodies.iter();
    bodies.map(|body| terms(&body.joint.motion)).collect()
}

/// Coordinates with factors.
fn terms(motion: &Motion) -> TokenStream {
    list(motion.terms.iter().cloned())
}

/// The joints that move with others within limits of their own.
fn followers(mechanism: &Mechanism) -> Vec<TokenStream> {
    let is_limited = |body: &&Body| {
        let limits = &body.joint.limits;
        let rates = [&limits.velocity, &limits.acceleration];
        limits.position.is_some() || rates.into_iter().any(Option::is_some)
    };
    let follower = |body: &Body| {
        let motion = &body.joint.motion;
        record!(Follower {
            joint: joint(&body.joint, &body.joint.limits),
            motion: terms(motion),
            offset: motion.offset,
        })
    };
    let limited = mechanism.followers().filter(is_limited);
    limited.map(follower).collect()
}

/// Where a body is on its parent, lengths at the file's values.
fn frame(mechanism: &Mechanism, body: &Body) -> TokenStream {
    let number = |length: &Poly| mechanism.at_values(length);
    let translation = |pose: &Pose| pose.translation.each_ref().map(number);
    record!(Frame {
        parent: body.parent,
        before: (&body.before.rotation, translation(&body.before)),
        slides: body.joint.kind == JointKind::Prismatic,
        axis: body.joint.axis,
        after: (&body.after.rotation, translation(&body.after)),
    })
}

/// A joint with what it may do.
fn joint(joint: &Joint, limits: &Limits) -> TokenStream {
    let position = limits.position.as_ref();
    record!(Joint {
        name: joint.name,
        kind: joint.kind,
        position: position.map(|position| &position.value),
        velocity: limits.velocity,
        acceleration: limits.acceleration,
        effort: limits.effort,
    })
}

impl Data for Motor {
    fn data(&self) -> TokenStream {
        record!(Motor {
            name: self.name,
            torque_constant: self.torque_constant,
            is_passive: self.is_passive
        })
    }
}

impl Data for Row {
    fn data(&self) -> TokenStream {
        record!(Measured {
            name: self.name,
            unit: self.unit
        })
    }
}

impl Data for SingleTorque {
    fn data(&self) -> TokenStream {
        let share = |(base, number): &(BaseIndex, Number)| {
            record!(Share {
                base: base,
                coefficient: number,
                fraction: number.small(),
            })
        };
        let combination = |row: &Vec<_>| list(row.iter().map(share));
        record!(SingleTorque {
            side: self.side,
            row: self.row,
            combinations: list(self.combinations.iter().map(combination)),
        })
    }
}

impl Data for Sparsity {
    fn data(&self) -> TokenStream {
        // A text of marks for each row: `0` for an element that vanishes always.
        let mark = |is_present: &bool| if *is_present { '+' } else { '0' };
        let row = |row: &Vec<bool>| row.iter().map(mark).collect::<String>();
        let pattern = |pattern: &[Vec<bool>]| {
            let rows = list(pattern.iter().map(row));
            quote!(Pattern(#rows))
        };
        record!(Sparsity {
            joint: pattern(&self.joint),
            motor: pattern(&self.motor),
            measured: pattern(&self.measured),
            energy: pattern(&self.energy),
        })
    }
}

impl Data for Cost {
    fn data(&self) -> TokenStream {
        let operations = self.operations();
        record!(Cost {
            function: self.function,
            multiplications: operations.multiplications,
            additions: operations.additions,
            negations: self.negations,
            sine_cosines: operations.sine_cosines,
        })
    }
}

fn parameter(parameter: &Parameter, class: Class) -> TokenStream {
    record!(Parameter {
        name: parameter.name,
        unit: parameter.unit,
        kind: parameter.kind,
        class: class,
        nominal: parameter.nominal,
    })
}

fn base_parameter(derivation: &Derivation, base: &BaseParameter) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let parameter = &mechanism.parameters[base.representative];
    let written = |style| {
        let notation = Notation::new(mechanism, style);
        notation.rounded().base_parameter(base)
    };
    let terms = derivation.terms(base).into_iter();
    let term = |(parameter, coefficient)| {
        record!(Term {
            parameter: parameter,
            coefficient: coefficient
        })
    };
    record!(BaseParameter {
        name: parameter.name,
        expression: written(Style::Text),
        latex: written(Style::Latex),
        unit: parameter.unit,
        representative: base.representative,
        terms: list(terms.map(term)),
    })
}

//! The robot as data: the static `MODEL` of the generated module.

use proc_macro2::TokenStream;
use quote::quote;

use super::elements::elements;
use super::expression::{float, integer, place};
use super::function::Cost;
use super::lints;
use crate::algebra::Rational;
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::dynamics::{Pattern, Sparsity};
use crate::identifiability::{BaseParameter, Class};
use crate::mechanism::{
    Axis, Inertial, Joint, JointKind, Motor, Parameter, ParameterKind, Side, Site,
};

pub(super) fn model(derivation: &Derivation, costs: &[Cost], plan: &TokenStream) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let (name, title, source) = (&mechanism.name, &mechanism.title, &mechanism.source);
    let gravity = mechanism.gravity.iter().map(number);
    let joints = mechanism.coordinates.places();
    let joints = joints.map(|coordinate| joint(mechanism.coordinate(coordinate)));
    let bodies = mechanism.bodies.iter().map(|body| &body.name);
    let motors = mechanism.motors.iter().map(motor);
    let transmission = mechanism
        .transmission
        .iter()
        .flatten()
        .flatten()
        .map(number);
    let side = match mechanism.side {
        Side::Joint => quote!(Joint),
        Side::Motor => quote!(Motor),
    };
    let measured = (!mechanism.measure.is_every_torque()).then(|| mechanism.measured_rows());
    let measured = measured.into_iter().flatten().map(|row| {
        let (name, unit) = (row.name, row.unit);
        quote!(Measured { name: #name, unit: #unit })
    });
    let of_torque = derivation.torque_base.is_none();
    let classes = &derivation.base.classes;
    let parameters = mechanism
        .parameters
        .iter()
        .zip(classes)
        .map(|(p, class)| parameter(p, *class));
    let base = derivation
        .base
        .base
        .iter()
        .map(|b| base_parameter(derivation, b));
    let Sparsity {
        joint: at_joints,
        motor: at_motors,
        measured: of_measured,
        energy,
    } = &derivation.sparsity;
    let [at_joints, at_motors, of_measured, energy] =
        [at_joints, at_motors, of_measured, energy].map(pattern);
    let costs = costs.iter().map(cost);
    let terms = match &derivation.closed_form {
        Ok(form) => {
            let count = integer(form.coefficients.len());
            quote!(Some(#count))
        }
        Err(_) => quote!(None),
    };
    let equations = crate::document::base_model(derivation)
        .into_iter()
        .map(|(left, right)| quote!((#left, #right)));
    let elements = elements(derivation);
    let recovery = if plan.is_empty() {
        quote!(None)
    } else {
        quote!(Some(#plan))
    };
    let silenced = lints::of_numbers();
    let doc = format!(" The robot `{name}` as data: names, sizes, base parameters, costs.");
    quote! {
        #[doc = #doc]
        #silenced
        pub static MODEL: armwright_runtime::Model = {
            #[allow(unused_imports)]
            use armwright_runtime::{
                Axis, BaseParameter, Class, Cost, Element, ElementPart, ElementTerm, Inertial, Joint, JointKind, Measured, Model, Motor, Parameter, ParameterKind, Pattern, Side, Site, Sparsity, Term,
            };
            Model {
                name: #name,
                title: #title,
                source: #source,
                gravity: [#(#gravity),*],
                joints: &[#(#joints),*],
                bodies: &[#(#bodies),*],
                motors: &[#(#motors),*],
                transmission: &[#(#transmission),*],
                side: Side::#side,
                measured: &[#(#measured),*],
                base_of_torque: #of_torque,
                parameters: &[#(#parameters),*],
                base: &[#(#base),*],
                sparsity: Sparsity { joint: #at_joints, motor: #at_motors, measured: #of_measured, energy: #energy },
                costs: &[#(#costs),*],
                closed_form_terms: #terms,
                elements: &[#(#elements),*],
                recovery: #recovery,
                equations: &[#(#equations),*],
            }
        };
    }
}

fn number(value: &Rational) -> TokenStream {
    float(value.to_f64())
}

fn option(value: Option<&Rational>) -> TokenStream {
    match value.map(number) {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}

fn joint(joint: &Joint) -> TokenStream {
    let name = &joint.name;
    let kind = match joint.kind {
        JointKind::Revolute => quote!(Revolute),
        JointKind::Continuous => quote!(Continuous),
        JointKind::Prismatic => quote!(Prismatic),
    };
    let position = match &joint.limits.position {
        Some([low, high]) => {
            let (low, high) = (number(low), number(high));
            quote!(Some([#low, #high]))
        }
        None => quote!(None),
    };
    let velocity = option(joint.limits.velocity.as_ref());
    let acceleration = option(joint.limits.acceleration.as_ref());
    let effort = option(joint.limits.effort.as_ref());
    quote! {
        Joint {
            name: #name, kind: JointKind::#kind, position: #position, velocity: #velocity,
            acceleration: #acceleration, effort: #effort,
        }
    }
}

fn motor(motor: &Motor) -> TokenStream {
    let name = &motor.name;
    let constant = option(motor.torque_constant.as_ref());
    quote!(Motor { name: #name, torque_constant: #constant })
}

fn parameter(parameter: &Parameter, class: Class) -> TokenStream {
    let (name, unit) = (&parameter.name, parameter.unit);
    let site = |site| match site {
        Site::Joint(i) => {
            let i = place(i);
            quote!(Site::Joint(#i))
        }
        Site::Motor(k) => {
            let k = place(k);
            quote!(Site::Motor(#k))
        }
    };
    let kind = match parameter.kind {
        ParameterKind::Inertial { body, component } => {
            let (body, component) = (place(body), component_of(component));
            quote!(Inertial { body: #body, component: #component })
        }
        ParameterKind::Inertia(at) => {
            let at = site(at);
            quote!(Inertia(#at))
        }
        ParameterKind::Coulomb(at) => {
            let at = site(at);
            quote!(Coulomb(#at))
        }
        ParameterKind::Viscous(at) => {
            let at = site(at);
            quote!(Viscous(#at))
        }
        ParameterKind::Offset(at) => {
            let at = site(at);
            quote!(Offset(#at))
        }
    };
    let class = match class {
        Class::Identifiable => quote!(Identifiable),
        Class::Combined => quote!(Combined),
        Class::Invisible => quote!(Invisible),
    };
    let nominal = option(parameter.nominal.as_ref());
    quote! {
        Parameter {
            name: #name, unit: #unit, kind: ParameterKind::#kind, class: Class::#class, nominal: #nominal,
        }
    }
}

/// One of the ten components of a body.
pub(super) fn component_of(component: Inertial) -> TokenStream {
    let axis = |axis: Axis| match axis {
        Axis::X => quote!(Axis::X),
        Axis::Y => quote!(Axis::Y),
        Axis::Z => quote!(Axis::Z),
    };
    match component {
        Inertial::Mass => quote!(Inertial::Mass),
        Inertial::Moment(a) => {
            let a = axis(a);
            quote!(Inertial::Moment(#a))
        }
        Inertial::Inertia(a, b) => {
            let (a, b) = (axis(a), axis(b));
            quote!(Inertial::Inertia(#a, #b))
        }
    }
}

/// A text of marks for each row: `0` for an element that vanishes always.
fn pattern(pattern: &Pattern) -> TokenStream {
    let rows = pattern
        .iter()
        .map(|row| -> String { row.iter().map(|&any| if any { '+' } else { '0' }).collect() });
    quote!(Pattern(&[#(#rows),*]))
}

fn base_parameter(derivation: &Derivation, base: &BaseParameter) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let parameter = &mechanism.parameters[base.representative];
    let (name, unit) = (&parameter.name, parameter.unit);
    let representative = place(base.representative);
    let expression = Notation::new(mechanism, Style::Text).base_parameter(base);
    let latex = Notation::new(mechanism, Style::Latex).base_parameter(base);
    let terms = derivation
        .terms(base)
        .into_iter()
        .map(|(parameter, coefficient)| {
            let (parameter, coefficient) = (place(parameter), float(coefficient));
            quote!(Term { parameter: #parameter, coefficient: #coefficient })
        });
    quote! {
        BaseParameter {
            name: #name, expression: #expression, latex: #latex, unit: #unit,
            representative: #representative, terms: &[#(#terms),*],
        }
    }
}

fn cost(cost: &Cost) -> TokenStream {
    let function = cost.function;
    let operations = cost.operations();
    let [multiplications, additions, sine_cosines] = [
        operations.multiplications,
        operations.additions,
        operations.sine_cosines,
    ]
    .map(integer);
    quote! {
        Cost {
            function: #function, multiplications: #multiplications, additions: #additions,
            sine_cosines: #sine_cosines,
        }
    }
}

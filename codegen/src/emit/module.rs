//! The whole module of one robot: provenance, data, functions, and the link to the runtime.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::elements;
use super::expression::{float, integer};
use super::function::{Argument, Function, Shape, Written, nothing_given, write};
use super::lints;
use super::model;
use super::names::{self, type_name};
use crate::algebra::{Algebra, Graph, Input, Operations, ParameterIndex, Ref, factored};
use crate::derivation::Derivation;
use crate::dynamics;
use crate::identifiability::BaseParameters;

use Argument::{Q, Qd, Qdd, Theta};

/// A generated function's name and arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The function.
    pub function: &'static str,
    /// Its arithmetic.
    pub operations: Operations,
    /// Its arithmetic before common factors were pulled out.
    pub before: Operations,
    /// How many Rust functions it is cut into.
    pub parts: usize,
    /// The number of bindings in the longest of them.
    pub longest: usize,
}

/// The module's tokens and what its functions cost.
pub(super) fn module(derivation: &Derivation) -> (TokenStream, Vec<Cost>) {
    let mut tokens = TokenStream::new();
    let mut costs = Vec::new();
    let recovery = derivation
        .recovery
        .as_ref()
        .and_then(|recovery| super::recovery::recovery(derivation, recovery));
    let mut functions = functions(derivation);
    let (mut plan, mut back) = (TokenStream::new(), TokenStream::new());
    if let Some(recovery) = recovery {
        functions.extend(recovery.functions);
        (plan, back) = (recovery.plan, recovery.link);
    }
    for (function, before, written) in functions {
        tokens.extend(written.tokens);
        let Written {
            operations,
            parts,
            longest,
            ..
        } = written;
        costs.push(Cost {
            function,
            operations,
            before,
            parts,
            longest,
        });
    }
    let uses = quote! {
        use armwright_runtime::{Robot, Scalar};
    };
    let symbols = symbols(derivation);
    let model = model::model(derivation, &costs, &plan);
    let link = link(derivation, &back);
    (quote!(#uses #symbols #model #link #tokens), costs)
}

/// Geometric constants that stay symbols in the equations, at their values.
fn symbols(derivation: &Derivation) -> TokenStream {
    let constants = derivation.mechanism.constants.iter();
    let names = names::constants(&derivation.mechanism);
    let constants = constants.zip(names).map(|(constant, name)| {
        let doc = format!(
            " The constant `{}` of the robot file, {}.",
            constant.name,
            super::in_doc(&constant.unit)
        );
        let value = float(constant.value.to_f64());
        let silenced = lints::of_numbers();
        quote!(#[doc = #doc] #silenced pub const #name: f64 = #value;)
    });
    quote!(#(#constants)*)
}

/// Every function of the module, in the order in which a reader wants them.
fn functions(derivation: &Derivation) -> Vec<(&'static str, Operations, Written)> {
    let mechanism = &derivation.mechanism;
    let (n, p) = (mechanism.rows(), mechanism.parameters.len());
    let b = derivation.base.base.len();
    let mut all = Vec::new();
    let mut emit = |name: &'static str,
                    doc: &[String],
                    arguments: &[Argument],
                    shape,
                    build: &dyn Fn(&mut Graph) -> Vec<Ref>| {
        let mut graph = Graph::default();
        let outputs = build(&mut graph);
        let before = Operations::of(&graph, &outputs);
        let (graph, outputs) = factored(&graph, &outputs);
        let function = Function {
            name,
            doc: doc.to_vec(),
            arguments,
            given: &nothing_given,
            shape,
            outputs,
        };
        all.push((name, before, write(&graph, mechanism, &function)));
    };
    let doc = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };

    emit("torque_regressor",
        &[format!("The torque regressor `Y` ({n} × {p}): `tau = Y theta`, drives included."), String::new(),
          "Rows are joints (N·m for a revolute joint, N for a prismatic one), columns the standard".to_owned(),
          "parameters in the order of [`MODEL`]'s `parameters`. An, Atkeson and Hollerbach, equations 5 to 7.".to_owned()],
        &[Q, Qd, Qdd], Shape::Matrix(n, p), &|graph| dynamics::torque_regressor(graph, mechanism).concat());
    emit("base_regressor",
        &[match derivation.torque_base {
              None => format!("The columns of the {b} base parameters ({n} × {b}): `tau = Y_b beta`."),
              Some(_) => format!("The columns of the {b} base parameters ({n} × {b}) in the joint torques, which need not follow from these alone."),
          }, String::new(),
          "Column k is that of the parameter that represents base parameter k; see [`MODEL`]'s `base`.".to_owned()],
        &[Q, Qd, Qdd], Shape::Matrix(n, b), &|graph| {
            let rows = dynamics::torque_regressor(graph, mechanism);
            let representatives = || derivation.base.base.iter().map(|base| base.representative);
            rows.iter().flat_map(|row| representatives().map(|k| row[k.at()])).collect()
        });
    if !mechanism.measure.is_every_torque() {
        let rows = mechanism.measured_rows().len();
        emit("measured_regressor",
            &[format!("The regressor of what is measured ({rows} × {p}): a row a measured number, drives included."), String::new(),
              "Rows are those of [`MODEL`]'s `measured`, columns the standard parameters. A wrench is what a".to_owned(),
              "body and all that it carries needs, in the body's frame and about its origin: An, Atkeson and".to_owned(),
              "Hollerbach, equations 1 to 6.".to_owned()],
            &[Q, Qd, Qdd], Shape::Matrix(rows, p), &|graph| dynamics::measured_regressor(graph, mechanism).concat());
        emit("measured_base_regressor",
            &[format!("The columns of the {b} base parameters in what is measured ({rows} × {b})."), String::new(),
              "Row by row the measured number is this times `beta`; see [`MODEL`]'s `measured` and `base`.".to_owned()],
            &[Q, Qd, Qdd], Shape::Matrix(rows, b), &|graph| {
                let rows = dynamics::measured_regressor(graph, mechanism);
                let representatives = || derivation.base.base.iter().map(|base| base.representative);
                rows.iter().flat_map(|row| representatives().map(|k| row[k.at()])).collect()
            });
    }
    emit("energy_regressor",
        &[format!("Kinetic plus potential energy as a row of {p} columns times `theta`, in J."), String::new(),
          "Potential energy is zero at the origin of the base frame; friction and offsets have none.".to_owned(),
          "Kozłowski and Dutkiewicz, the integral model.".to_owned()],
        &[Q, Qd], Shape::Vector(p), &|graph| dynamics::energy_regressor(graph, mechanism));
    emit(
        "inverse_dynamics",
        &doc(&[
            "Joint torques for a motion by the recursive Newton–Euler scheme, drives included.",
        ]),
        &[Theta, Q, Qd, Qdd],
        Shape::Vector(n),
        &|graph| dynamics::inverse_dynamics(graph, mechanism),
    );
    emit(
        "inertia_matrix",
        &doc(&[
            "The joint-space inertia matrix `M(q)`, armature and rotors included, kg·m² (revolute).",
        ]),
        &[Theta, Q],
        Shape::Matrix(n, n),
        &|graph| dynamics::inertia_matrix(graph, mechanism).concat(),
    );
    emit(
        "coriolis_torques",
        &doc(&["Coriolis and centrifugal torques `S(q) [qd qd]`."]),
        &[Theta, Q, Qd],
        Shape::Vector(n),
        &|graph| dynamics::coriolis_torques(graph, mechanism),
    );
    emit(
        "gravity_torques",
        &doc(&["Gravity torques `g(q)`."]),
        &[Theta, Q],
        Shape::Vector(n),
        &|graph| dynamics::gravity_torques(graph, mechanism),
    );
    emit(
        "base_parameters",
        &[format!(
            "The {b} base parameters `beta` of the standard parameters `theta`."
        )],
        &[Theta],
        Shape::Vector(b),
        &|graph| base_parameters(graph, derivation, &derivation.base),
    );
    if let Ok(form) = &derivation.closed_form {
        emit(
            "closed_form_torque",
            &[
                format!(
                    "Joint torques by the closed form: {} terms, coefficients `PG`, `PJ`, `PS`.",
                    form.coefficients.len()
                ),
                String::new(),
                "Hanssen, Hovland and Brogårdh, equation 1, friction added.".to_owned(),
            ],
            &[Theta, Q, Qd, Qdd],
            Shape::Vector(n),
            &|graph| {
                let of_torque = derivation.torque_base.as_ref().unwrap_or(&derivation.base);
                let beta = base_parameters(graph, derivation, of_torque);
                let place = |parameter: ParameterIndex| {
                    let base = &of_torque.base;
                    base.position(|base| base.representative == parameter)
                };
                dynamics::closed_form_torques(graph, mechanism, form, &|parameter| {
                    place(parameter).map(|k| beta[k.at()])
                })
            },
        );
    }
    if let Some(monomials) = elements::monomials(derivation, &mut Graph::default()) {
        emit(
            "element_bases",
            &[
                format!("The {} monomials of the closed form's elements at a configuration.", monomials.len()),
                String::new(),
                "In the order of [`MODEL`]'s `elements`: an element is the sum of its monomials times its".to_owned(),
                "coefficients. Hanssen, Hovland and Brogårdh, equation 2.".to_owned(),
            ],
            &[Q],
            Shape::Vector(monomials.len()),
            &|graph| elements::monomials(derivation, graph).unwrap_or_default(),
        );
    }
    all
}

/// Base parameters as expressions of the standard parameters.
fn base_parameters(
    graph: &mut Graph,
    derivation: &Derivation,
    BaseParameters { base, .. }: &BaseParameters,
) -> Vec<Ref> {
    let theta = |graph: &mut Graph, index| graph.input(Input::Parameter(index));
    graph.section("base");
    let mut all = Vec::with_capacity(base.len());
    for parameter in base {
        let mut sum = theta(graph, parameter.representative);
        for (&other, ratio) in &parameter.others {
            let factor = match derivation.value(ratio) {
                // A quotient of symbols has no place in a graph without division: its value.
                Some(value) => graph.constant(&value),
                None => graph.poly(&ratio.numerator),
            };
            let other = theta(graph, other);
            let term = graph.mul(&factor, &other);
            sum = graph.add(&sum, &term);
        }
        let name = &derivation.mechanism.parameters[parameter.representative].name;
        graph.name(sum, || format!("beta_{name}"));
        all.push(sum);
    }
    all
}

/// The unit struct that makes the module a [`Robot`].
fn link(derivation: &Derivation, back: &TokenStream) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let robot = type_name(&mechanism.name);
    let doc = format!(
        " {}: the functions of this module behind the runtime's interface.",
        super::in_doc(&mechanism.title)
    );
    let closed = if derivation.closed_form.is_ok() {
        format_ident!("closed_form_torque")
    } else {
        format_ident!("inverse_dynamics")
    };
    let parameters = format!(" Number of standard parameters of `{}`.", mechanism.name);
    let [dof, p, b] = [
        mechanism.coordinates.len(),
        mechanism.parameters.len(),
        derivation.base.base.len(),
    ]
    .map(integer);
    let [measured, measured_base] = match mechanism.measure.is_every_torque() {
        true => ["torque_regressor", "base_regressor"],
        false => ["measured_regressor", "measured_base_regressor"],
    }
    .map(|name| format_ident!("{name}"));
    let bases = elements::monomials(derivation, &mut Graph::default())
        .map(|_| quote!(Quantity::ElementBases => element_bases(vector(q)?, vector_mut(out)?),));
    quote! {
        /// Number of joints.
        pub const DOF: usize = #dof;
        #[doc = #parameters]
        pub const PARAMETERS: usize = #p;
        /// Number of base parameters.
        pub const BASE_PARAMETERS: usize = #b;

        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct #robot;

        /// The robot, for code that handles any robot.
        pub static ROBOT: #robot = #robot;

        impl Robot for #robot {
            fn model(&self) -> &'static armwright_runtime::Model {
                &MODEL
            }
            fn evaluate(
                &self, quantity: armwright_runtime::Quantity, inputs: &armwright_runtime::Inputs<'_>, out: &mut [f64],
            ) -> Result<(), armwright_runtime::EvaluationError> {
                use armwright_runtime::{Inputs, Quantity, matrix_mut, vector, vector_mut};
                let Inputs { theta, q, qd, qdd, .. } = *inputs;
                match quantity {
                    Quantity::TorqueRegressor => torque_regressor(vector(q)?, vector(qd)?, vector(qdd)?, matrix_mut(out)?),
                    Quantity::BaseRegressor => base_regressor(vector(q)?, vector(qd)?, vector(qdd)?, matrix_mut(out)?),
                    Quantity::MeasuredRegressor => #measured(vector(q)?, vector(qd)?, vector(qdd)?, matrix_mut(out)?),
                    Quantity::MeasuredBaseRegressor => #measured_base(vector(q)?, vector(qd)?, vector(qdd)?, matrix_mut(out)?),
                    Quantity::EnergyRegressor => energy_regressor(vector(q)?, vector(qd)?, vector_mut(out)?),
                    Quantity::InverseDynamics => inverse_dynamics(vector(theta)?, vector(q)?, vector(qd)?, vector(qdd)?, vector_mut(out)?),
                    Quantity::InertiaMatrix => inertia_matrix(vector(theta)?, vector(q)?, matrix_mut(out)?),
                    Quantity::CoriolisTorques => coriolis_torques(vector(theta)?, vector(q)?, vector(qd)?, vector_mut(out)?),
                    Quantity::GravityTorques => gravity_torques(vector(theta)?, vector(q)?, vector_mut(out)?),
                    Quantity::BaseParameters => base_parameters(vector(theta)?, vector_mut(out)?),
                    Quantity::ClosedFormTorque => #closed(vector(theta)?, vector(q)?, vector(qd)?, vector(qdd)?, vector_mut(out)?),
                    #bases
                    _ => return Err(armwright_runtime::EvaluationError::NotGenerated(quantity)),
                }
                Ok(())
            }
            #back
        }
    }
}

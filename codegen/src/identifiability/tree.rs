//! A robot as its row space needs it: what every joint does, and which variables joints share.

use std::collections::BTreeMap;

use super::link::{COMPONENTS, Link};
use super::twist::Motion;
use super::waves::{Form, Variable};
use crate::algebra::{
    BodyIndex, ConstantIndex, CoordinateIndex, Field, Indexed, ParameterIndex, Rational,
};
use crate::dynamics::{self, velocity_form};
use crate::mechanism::{Base, Body, Effect, Mechanism, ParameterKind, Pose};

/// A robot in the numbers of a field.
#[derive(Debug, Clone)]
pub(super) struct Tree<E> {
    /// The bodies, each with the joint that moves it.
    pub links: Indexed<BodyIndex, Link<E>>,
    /// The parameters of each body, in the order of [`COMPONENTS`].
    pub parameters: Indexed<BodyIndex, [Option<ParameterIndex>; 10]>,
    /// The motions of the base: gravity, as if the base were accelerated upwards, or all motions of
    /// a base that is moved.
    pub base: Vec<Motion<E>>,
    /// Whether the base is moved.
    pub is_moved: bool,
    /// Variables that joints share, or that are not the whole position of a joint.
    pub shared: Vec<Variable>,
    /// For each body the shared variables that joints above it have.
    pub open: Indexed<BodyIndex, Vec<Variable>>,
    /// What drives add to energy.
    pub drives: Vec<Drive>,
    /// Lengths that are open.
    pub lengths: Vec<ConstantIndex>,
    /// All variables, each with a part of it that turning joints turn by whole multiples of.
    pub turns: BTreeMap<Variable, Rational>,
}

/// An inertia or a constant torque of a drive.
#[derive(Debug, Clone)]
pub(super) struct Drive {
    /// The parameter.
    pub parameter: ParameterIndex,
    /// Whether it is an inertia.
    pub is_inertia: bool,
    /// What of it is constant, if it is a torque.
    share: Rational,
    /// The rate at which it turns for rates of coordinates.
    form: dynamics::Form,
    /// The rate for the motion along which a torque is measured.
    along: Rational,
}

impl Drive {
    /// The rate at which it turns for a unit rate of a variable.
    pub(super) fn rate(&self, variable: Variable) -> Rational {
        match variable {
            Variable::Coordinate(k) => self.form[k].clone(),
            Variable::Along => self.along.clone(),
            Variable::Gravity => self.share.clone(),
            Variable::Length(_) => Rational::ZERO,
        }
    }
}

impl<E: Clone> Tree<E> {
    /// The tree of a mechanism. `along` is the motion of the coordinates along which a torque is
    /// measured, one more variable. `None` if the field has no image of a length.
    pub(super) fn of<F: Field<Element = E>>(
        field: &F,
        mechanism: &Mechanism,
        along: Option<&dynamics::Form>,
    ) -> Option<Self> {
        Self::with_open(field, mechanism, along, &[])
    }

    /// As [`Tree::of`], with `open` lengths beside the numbers.
    pub(super) fn with_open<F: Field<Element = E>>(
        field: &F,
        mechanism: &Mechanism,
        along: Option<&dynamics::Form>,
        lengths: &[ConstantIndex],
    ) -> Option<Self> {
        let bodies = &mechanism.bodies;
        let links = bodies.map(|body, _| {
            let (own, shared) = position(mechanism, body, along);
            Link::of(field, &bodies[body], own, shared, lengths)
        });
        let links: Option<Vec<Link<E>>> = links.into_iter().collect();
        let links = Indexed::collected(links?).ok()?;
        let mut open = links.map(|_, _| Vec::new());
        let mut shared = Vec::new();
        for (body, link) in links.enumerate().rev() {
            let joint = link.shared.iter().map(|(variable, _)| *variable);
            shared.extend(joint.clone());
            if let Some(parent) = link.parent {
                let above: Vec<Variable> = open[body].iter().copied().chain(joint).collect();
                open[parent].extend(above);
                open[parent].sort_unstable();
                open[parent].dedup();
            }
        }
        shared.sort_unstable();
        shared.dedup();
        let coordinates = mechanism.coordinates.places().map(Variable::Coordinate);
        let variables = coordinates.chain(along.map(|_| Variable::Along));
        let mut turns: BTreeMap<Variable, Rational> = variables
            .map(|variable| (variable, Rational::ONE))
            .collect();
        for (variable, factor) in links.iter().flat_map(|link| &link.shared) {
            let turn = turns.entry(*variable).or_insert(Rational::ONE);
            if let Some((_, parts)) = (factor / turn).and_then(|times| times.small()) {
                *turn = &*turn * &Rational::new(1, parts);
            }
        }
        Some(Self {
            links,
            parameters: bodies.map(|body, _| COMPONENTS.map(|c| mechanism.inertial(body, c))),
            base: base(field, mechanism)?,
            is_moved: mechanism.base == Base::Input,
            shared,
            open,
            drives: drives(mechanism, along),
            lengths: lengths.to_vec(),
            turns,
        })
    }

    /// The same tree without what acts at rest: gravity and constant torques.
    pub(super) fn without_statics(&self) -> Self {
        let mut tree = self.clone();
        if !tree.is_moved {
            tree.base = vec![Motion::new()];
        }
        tree.drives.retain(|drive| drive.is_inertia);
        tree
    }

    /// The same tree with some bodies of other lengths, or the same ones of which some are `open`. `None` if the
    /// field has no image of a length.
    pub(super) fn with_bodies<F: Field<Element = E>>(
        &self,
        field: &F,
        bodies: &[(BodyIndex, Body)],
        open: &[ConstantIndex],
    ) -> Option<Self> {
        let mut tree = self.clone();
        tree.lengths = open.to_vec();
        for (k, body) in bodies {
            let Link { own, shared, .. } = self.links[*k].clone();
            tree.links[*k] = Link::of(field, body, own, shared, open)?;
        }
        Some(tree)
    }

    /// Whether a variable takes drives along that add to energy.
    pub(super) fn is_driven(&self, variable: Variable) -> bool {
        let counts = |drive: &Drive| drive.is_inertia != (variable == Variable::Gravity);
        let mut drives = self.drives.iter();
        drives.any(|drive| counts(drive) && !drive.rate(variable).is_zero())
    }

    /// What drives add to the energy of the rates of two variables.
    pub(super) fn of_drives(&self, a: Variable, b: Variable) -> Vec<(ParameterIndex, Rational)> {
        let is_constant = [a, b].contains(&Variable::Gravity);
        let counts = self
            .drives
            .iter()
            .filter(|drive| drive.is_inertia != is_constant);
        let values = counts.map(|drive| (drive.parameter, &drive.rate(a) * &drive.rate(b)));
        values.filter(|(_, value)| !value.is_zero()).collect()
    }
}

/// The coordinate that is the position of a body's joint and of no other one, and what the joint has
/// of shared variables.
fn position(
    mechanism: &Mechanism,
    body: BodyIndex,
    along: Option<&dynamics::Form>,
) -> (Option<CoordinateIndex>, Form) {
    let motion = &mechanism.bodies[body].joint.motion;
    let has = |k: CoordinateIndex| {
        let mut others = mechanism
            .bodies
            .enumerate()
            .filter(|(other, _)| *other != body);
        others.any(|(_, other)| !other.joint.motion.factor(k).is_zero())
    };
    let own = motion.coordinate().filter(|k| !has(*k));
    let terms = motion.terms.iter().filter(|_| own.is_none());
    let mut shared: Form = terms
        .map(|(k, f)| (Variable::Coordinate(*k), f.clone()))
        .collect();
    let rate = along.map(|along| {
        let rates = motion.terms.iter().map(|(k, factor)| factor * &along[*k]);
        rates.fold(Rational::ZERO, |sum, rate| &sum + &rate)
    });
    shared.extend(
        rate.filter(|rate| !rate.is_zero())
            .map(|rate| (Variable::Along, rate)),
    );
    (own, shared)
}

/// Whether lengths of a mechanism have symbols in them.
pub(super) fn has_symbols(mechanism: &Mechanism) -> bool {
    let has_symbols = |pose: &Pose| pose.translation.iter().any(|x| x.as_constant().is_none());
    let mut bodies = mechanism.bodies.iter();
    bodies.any(|body| has_symbols(&body.before) || has_symbols(&body.after))
}

/// The motions of the base.
fn base<F: Field>(field: &F, mechanism: &Mechanism) -> Option<Vec<Motion<F::Element>>> {
    if mechanism.base == Base::Input {
        return Some((0..6).map(|k| vec![(k, field.one())]).collect());
    }
    let gravity = mechanism.gravity.iter().enumerate();
    let upwards = gravity.filter(|(_, g)| !g.is_zero());
    let upwards = upwards.map(|(k, g)| Some((k + 3, field.number(&-g)?)));
    Some(vec![upwards.collect::<Option<_>>()?])
}

fn drives(mechanism: &Mechanism, along: Option<&dynamics::Form>) -> Vec<Drive> {
    let drive = |(parameter, kind): (ParameterIndex, ParameterKind)| {
        let is_inertia = matches!(kind, ParameterKind::Inertia(_));
        let mut effects = kind.effects().into_iter();
        let constant = effects.find(|(effect, _)| *effect == Effect::Constant);
        let share = constant.map(|(_, share)| share);
        let site = kind.site().filter(|_| is_inertia || share.is_some())?;
        let form = velocity_form(mechanism, site);
        let along = along.map_or(Rational::ZERO, |along| product(&form, along));
        Some(Drive {
            parameter,
            is_inertia,
            share: share.unwrap_or(Rational::ZERO),
            form,
            along,
        })
    };
    let parameters = mechanism.parameters.enumerate();
    parameters
        .map(|(k, parameter)| (k, parameter.kind))
        .filter_map(drive)
        .collect()
}

/// The scalar product of two forms.
pub(super) fn product(a: &dynamics::Form, b: &dynamics::Form) -> Rational {
    let terms = a.iter().zip(b).map(|(x, y)| x * y);
    terms.fold(Rational::ZERO, |sum, term| &sum + &term)
}

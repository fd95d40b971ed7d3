//! What is left of torques at rest, in normal form: of gravity, constant torques and springs.

use super::drives::{potential_of, velocity_form};
use super::expansion::{DEFAULT_BUDGET, Expansion, work};
use super::link::Link;
use super::springs::half_square;
use crate::algebra::spatial::Vector;
use crate::algebra::{
    CoordinateIndex, Expression, Indexed, ParameterIndex, Poly, Rational, Ring, SpringIndex,
};
use crate::mechanism::{Base, Inertial, Mechanism, ParameterKind};

/// A polynomial of an expansion.
type E<'r> = Expression<'r, Expansion>;

/// For each parameter what it multiplies in the torques at rest, a polynomial a coordinate; nothing of what is no
/// polynomial, a spring's length. `None` if that is far too long.
#[must_use]
pub fn statics(
    mechanism: &Mechanism,
) -> Option<Indexed<ParameterIndex, Indexed<CoordinateIndex, Poly>>> {
    let ring = Ring::over(Expansion::new(budget(mechanism)));
    let mut potentials = mechanism.parameters.map(|_, _| Poly::zero());
    if mechanism.base == Base::Rest {
        gravity(&ring, mechanism, &mut potentials);
    }
    for (index, parameter) in mechanism.parameters.enumerate() {
        if let ParameterKind::SpringRate(spring) = parameter.kind {
            potentials[index] = half_square(&ring, mechanism, spring);
        }
        let Some(site) = parameter.kind.site() else {
            continue;
        };
        let form = velocity_form(mechanism, site);
        for (effect, share) in parameter.kind.effects() {
            if let Some(potential) = potential_of(effect, &form) {
                potentials[index] = &potentials[index] + &potential.scale(&share);
            }
        }
    }
    let torques = |potential: &Poly| {
        mechanism
            .coordinates
            .map(|k, _| mechanism.derivative(potential, k))
    };
    let spent = ring.look(Expansion::is_spent);
    (!spent).then(|| potentials.map(|_, potential| torques(potential)))
}

/// The squares of the lengths of coil springs, in normal form; `None` if one is far too long.
#[must_use]
pub fn spring_squares(mechanism: &Mechanism) -> Option<Indexed<SpringIndex, Poly>> {
    let ring = Ring::over(Expansion::new(budget(mechanism)));
    let two = Rational::from(2);
    let square = |spring| half_square(&ring, mechanism, spring).scale(&two);
    let springs = mechanism.springs.map(|spring, _| square(spring));
    let spent = ring.look(Expansion::is_spent);
    (!spent).then_some(springs)
}

fn budget(mechanism: &Mechanism) -> u64 {
    work(mechanism.budget.unwrap_or(0).max(DEFAULT_BUDGET))
}

fn poly(ring: &Ring<Expansion>, element: E<'_>) -> Poly {
    ring.look(|expansion| expansion.get(element.element).clone())
}

/// The potential of the bodies.
fn gravity(
    ring: &Ring<Expansion>,
    mechanism: &Mechanism,
    potentials: &mut Indexed<ParameterIndex, Poly>,
) {
    let base = (Vector::numbers(ring, &mechanism.gravity), ring.zero());
    let fields = mechanism
        .bodies
        .recurse(|done: &Indexed<_, (Vector<'_, _>, E<'_>)>, j, body| {
            let above = body.parent.map_or(base, |parent| done[parent]);
            Link::of(ring, mechanism, j).field(above)
        });
    let components = [
        Inertial::Mass,
        Inertial::ALL[1],
        Inertial::ALL[2],
        Inertial::ALL[3],
    ];
    for (body, (field, height)) in fields.enumerate() {
        let [x, y, z] = field.0;
        for (component, element) in components.into_iter().zip([*height, x, y, z]) {
            if let Some(parameter) = mechanism.inertial(body, component) {
                potentials[parameter] = -&poly(ring, element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::budget;
    use crate::mechanism::load;

    /// Ten thousand units of work a term, of eight thousand terms at least.
    #[test]
    fn a_budget_beyond_the_usual_one_is_that_of_torques_at_rest_too() {
        for (equations, expected) in [
            ("", 80_000_000),
            ("equations: {budget: 7000}\n", 80_000_000),
            ("equations: {budget: 9000}\n", 90_000_000),
        ] {
            let text = format!(
                "robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: arm, parent: base, joint: \
                 {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n{equations}"
            );
            let (mechanism, _) = load("pendulum.yaml", &text).expect("a robot");
            assert_eq!(budget(&mechanism), expected, "{equations}");
        }
    }
}

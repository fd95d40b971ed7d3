//! Lagrange's equations in exact polynomials, and expression graphs expanded to polynomials in the same symbols:
//! the two sides of a proof.

use armwright_codegen::algebra::passes::Form as Expressions;
use armwright_codegen::algebra::{
    Atom, BaseInput, CoordinateIndex, Graph, Indexed, Input, Monomial, ParameterIndex, Place, Poly,
    Rational, Ref, Symbol,
};
use armwright_codegen::dynamics::{Form, Functions, functions, torque_polynomials, velocity_form};
use armwright_codegen::mechanism::{Base, Mechanism, ParameterKind, Site};

/// Coordinates and bodies of six joints that move a base.
const BASE: usize = 6;

/// A mechanism, its energy written out.
pub struct Lagrange {
    /// The mechanism with its base at rest: that of a base that is moved stands on six joints.
    mechanism: Mechanism,
    functions: Indexed<ParameterIndex, Functions>,
    /// How many coordinates move the base.
    base: usize,
    /// The potentials of all parameters in a gravity of one along each axis of a base that is moved.
    potentials: Vec<Indexed<ParameterIndex, Functions>>,
}

impl Lagrange {
    /// That of a mechanism whose base is at rest; `None` if its energy has too many terms.
    #[must_use]
    pub fn at_rest(mechanism: &Mechanism) -> Option<Self> {
        Some(Self {
            functions: functions(mechanism)?,
            mechanism: mechanism.clone(),
            base: 0,
            potentials: Vec::new(),
        })
    }

    /// That of a mechanism whose base is moved, from the same mechanism `on_joints`: three that slide and three
    /// that turn, about x, y and z, before its own. `None` if its energy has too many terms.
    #[must_use]
    pub fn of_moved(mechanism: &Mechanism, on_joints: &Mechanism) -> Option<Self> {
        let potential = |axis: usize| {
            let mut fixed = mechanism.clone();
            fixed.base = Base::Rest;
            fixed.gravity = [0, 1, 2].map(|k| Rational::from(i64::from(k == axis)));
            functions(&fixed)
        };
        let mut weightless = on_joints.clone();
        weightless.gravity = [0; 3].map(Rational::from);
        // Near a base where the axes are, nothing else of where it is counts.
        let near = |functions: &Functions| {
            let elements = functions.inertia.iter();
            Functions {
                inertia: elements
                    .map(|(k, element)| (*k, near_zero(element, 1)))
                    .collect(),
                ..functions.clone()
            }
        };
        Some(Self {
            functions: functions(&weightless)?.map(|_, functions| near(functions)),
            mechanism: weightless,
            base: BASE,
            potentials: (0..3).map(potential).collect::<Option<_>>()?,
        })
    }

    /// The standard parameters of the mechanism itself, with their places among those of the joints of its base, the
    /// last of which carries it.
    fn parameters(&self) -> impl Iterator<Item = (ParameterIndex, ParameterIndex)> {
        let first = 10 * self.base.saturating_sub(1);
        let all = self.mechanism.parameters.places().skip(first);
        all.filter_map(move |k| Some((ParameterIndex::new(k.at() - first)?, k)))
    }

    /// The torque regressor: for each parameter its column, forces and moments on a moved base first.
    #[must_use]
    pub fn torque_columns(&self) -> Vec<Vec<Poly>> {
        self.parameters().map(|(_, k)| self.column(k)).collect()
    }

    /// The torque column of a parameter by Lagrange's equations and by the friction laws.
    fn column(&self, parameter: ParameterIndex) -> Vec<Poly> {
        let (effort, form) = match self.mechanism.parameters[parameter].kind {
            ParameterKind::Viscous(site) => self.rate(site),
            ParameterKind::Coulomb(site) => {
                let (rate, form) = self.rate(site);
                (sign(&rate), form)
            }
            ParameterKind::CoulombPositive(site) => self.one_way(site, 1, |_| Poly::one()),
            ParameterKind::CoulombNegative(site) => self.one_way(site, -1, |_| -&Poly::one()),
            ParameterKind::ViscousPositive(site) => self.one_way(site, 1, Poly::clone),
            ParameterKind::ViscousNegative(site) => self.one_way(site, -1, Poly::clone),
            ParameterKind::Quadratic(site) => {
                let (rate, form) = self.rate(site);
                (&(&rate * &rate) * &sign(&rate), form)
            }
            _ => {
                let (velocity, acceleration) = (|k| self.velocity(k), |k| self.acceleration(k));
                let (all, of) = (&self.functions, parameter);
                let column = torque_polynomials(&self.mechanism, all, of, &velocity, &acceleration);
                return column.iter().map(|element| self.at_zero(element)).collect();
            }
        };
        form.iter().map(|factor| effort.scale(factor)).collect()
    }

    /// What an effect is where the velocity has the sign of `direction`: `(1 ± s)/2` is 1 there for the sign `s`
    /// of the velocity, 0 in the other direction, and 1/2 at rest.
    fn one_way(&self, site: Site, direction: i64, effect: fn(&Poly) -> Poly) -> (Poly, Form) {
        let (rate, form) = self.rate(site);
        let (effect, sign) = (effect(&rate), sign(&rate).scale(&Rational::from(direction)));
        let share = &sign + &Poly::one();
        ((&share * &effect).scale(&Rational::new(1, 2)), form)
    }

    fn rate(&self, site: Site) -> (Poly, Form) {
        let form = velocity_form(&self.mechanism, site);
        let rate = form.enumerate().fold(Poly::zero(), |sum, (k, factor)| {
            &sum + &self.velocity(k).scale(factor)
        });
        (rate, form)
    }

    /// The energy regressor.
    #[must_use]
    pub fn energy(&self) -> Vec<Poly> {
        let half = Rational::new(1, 2);
        let of = |(own, k): (ParameterIndex, ParameterIndex)| {
            let mut energy = self.potential(own, k);
            for ((i, j), element) in &self.functions[k].inertia {
                let square = &self.velocity(*i) * &self.velocity(*j);
                let square = &self.at_zero(element) * &square;
                energy = &energy + &if i == j { square.scale(&half) } else { square };
            }
            energy
        };
        self.parameters().map(of).collect()
    }

    fn potential(&self, own: ParameterIndex, parameter: ParameterIndex) -> Poly {
        let kind = self.mechanism.parameters[parameter].kind;
        if matches!(
            kind,
            ParameterKind::Stiffness(_) | ParameterKind::Preload(_) | ParameterKind::SpringRate(_)
        ) {
            return self.at_zero(&self.functions[parameter].potential);
        }
        // Offsets, and constant parts of friction, are no energy.
        if !kind.effects().is_empty() {
            return Poly::zero();
        }
        let along = self.potentials.iter().zip(0..);
        along.fold(
            self.functions[parameter].potential.clone(),
            |sum, (of, axis)| &sum + &(&of[own].potential * &moved(BaseInput::Gravity, axis)),
        )
    }

    /// The inertia matrix, rows and columns of a moved base first.
    #[must_use]
    pub fn inertia(&self) -> Vec<Vec<Poly>> {
        let n = self.mechanism.coordinates.len();
        let mut matrix = vec![vec![Poly::zero(); n]; n];
        for (own, k) in self.parameters() {
            for ((i, j), element) in &self.functions[k].inertia {
                let part = &self.at_zero(element) * &theta(own);
                let (i, j) = (i.at(), j.at());
                matrix[i][j] = &matrix[i][j] + &part;
                if i != j {
                    matrix[j][i] = &matrix[j][i] + &part;
                }
            }
        }
        matrix
    }

    /// The velocity of a coordinate: those of a moved base are its velocity and its angular velocity.
    fn velocity(&self, coordinate: CoordinateIndex) -> Poly {
        match (self.own(coordinate), axis(coordinate)) {
            (Some(own), _) => velocity(own),
            (None, (true, axis)) => moved(BaseInput::Velocity, axis),
            (None, (false, axis)) => moved(BaseInput::AngularVelocity, axis),
        }
    }

    /// The acceleration of a coordinate. A moved base accelerates upwards besides, in place of gravity; and its
    /// angular velocity `R'ᵀ x' + R''ᵀ y' + z'` changes while angles are at zero by their accelerations and, as
    /// later turns take the axes of earlier ones along, by `x' y' (x × y) + x' z' (x × z) + y' z' (y × z)`.
    fn acceleration(&self, coordinate: CoordinateIndex) -> Poly {
        let spin = |axis| moved(BaseInput::AngularVelocity, axis);
        match (self.own(coordinate), axis(coordinate)) {
            (Some(own), _) => acceleration(own),
            (None, (true, axis)) => {
                &moved(BaseInput::Acceleration, axis) - &moved(BaseInput::Gravity, axis)
            }
            (None, (false, axis)) => {
                let product = &spin((axis + 1) % 3) * &spin((axis + 2) % 3);
                let carried = if axis == 1 { -&product } else { product };
                &moved(BaseInput::AngularAcceleration, axis) - &carried
            }
        }
    }

    /// A coordinate of the mechanism itself; `None` if it moves the base.
    fn own(&self, coordinate: CoordinateIndex) -> Option<CoordinateIndex> {
        coordinate.at().checked_sub(self.base).and_then(Place::new)
    }

    /// A function where the joints that move the base are at zero, in coordinates of the mechanism itself.
    fn at_zero(&self, function: &Poly) -> Poly {
        if self.base == 0 {
            return function.clone();
        }
        let own = |atom| match atom {
            Atom::Position(k) => Atom::Position(self.own(k).unwrap_or(k)),
            Atom::Sine(k) => Atom::Sine(self.own(k).unwrap_or(k)),
            Atom::Cosine(k) => Atom::Cosine(self.own(k).unwrap_or(k)),
            Atom::Symbol(_) => atom,
        };
        let term = |(monomial, c): &(Monomial, Rational)| {
            let factors = monomial.factors().iter();
            let monomial = factors.fold(Monomial::one(), |product, (atom, exponent)| {
                product.with_exponent(own(*atom), *exponent)
            });
            (monomial, c.clone())
        };
        Poly::from_terms(near_zero(function, 0).terms().iter().map(term))
    }
}

/// The terms of a function of at most an order in sines and positions of the joints that move a base, their
/// cosines at one: as it is near zero.
fn near_zero(function: &Poly, order: u16) -> Poly {
    let moves_base = |atom: Atom| atom.coordinate().is_some_and(|k| k.at() < BASE);
    let term = |(monomial, c): &(Monomial, Rational)| {
        let is_one = |atom| moves_base(atom) && matches!(atom, Atom::Cosine(_));
        let (_, rest) = monomial.split(is_one);
        let small = rest.factors().iter().filter(|(atom, _)| moves_base(*atom));
        let own: u16 = small.map(|(_, exponent)| exponent).sum();
        (own <= order).then(|| (rest, c.clone()))
    };
    Poly::from_terms(function.terms().iter().filter_map(term))
}

/// Whether a joint that moves a base slides, and its axis.
fn axis(coordinate: CoordinateIndex) -> (bool, u8) {
    let at = u8::try_from(coordinate.at() % BASE).unwrap_or(0);
    (at < 3, at % 3)
}

// What is no part of a robot file as symbols that no mechanism has.

/// The velocity of a coordinate.
#[must_use]
pub fn velocity(k: CoordinateIndex) -> Poly {
    unused(10_000, k.at())
}

/// The acceleration of a coordinate.
#[must_use]
pub fn acceleration(k: CoordinateIndex) -> Poly {
    unused(20_000, k.at())
}

fn moved(input: BaseInput, axis: u8) -> Poly {
    unused(1000, 3 * input as usize + usize::from(axis))
}
fn unused(first: u16, number: usize) -> Poly {
    let number = u16::try_from(number).expect("a small number");
    Poly::atom(Atom::Symbol(Symbol::Other(first + number)))
}

/// A standard parameter.
#[must_use]
pub fn theta(parameter: ParameterIndex) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Standard(parameter)))
}

/// What expressions are, in the symbols of [`Lagrange`]; what the emitter writes is their form after the last pass.
///
/// # Panics
/// If a pass changed one of them.
#[must_use]
pub fn expanded(graph: Graph, outputs: Vec<Ref>) -> Vec<Poly> {
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        Input::Velocity(k) => velocity(k),
        Input::Acceleration(k) => acceleration(k),
        Input::Parameter(k) => theta(k),
        Input::Base(input, axis) => moved(input, axis),
    };
    let forms = Expressions::written(graph, outputs).forms();
    let mut expanded = forms.iter().map(|form| {
        let values = form.graph.expand(&form.outputs, &leaf, &sign);
        (form.name, values)
    });
    let (_, written) = expanded.next().expect("the form as written");
    for (pass, values) in expanded {
        assert_eq!(values, written, "{pass}");
    }
    written
}

/// The sign of a velocity as a symbol of its own, told apart by its argument; that of its negative is the negative.
fn sign(argument: &Poly) -> Poly {
    let first = argument.terms().first();
    if first.is_some_and(|(_, factor)| factor.is_negative()) {
        return -&sign(&-argument);
    }
    let text = format!("{argument:?}");
    let hash = text.bytes().fold(0u16, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(u16::from(byte))
    });
    unused(30_000, usize::from(hash % 30_000))
}

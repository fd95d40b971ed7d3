//! The search for a plan: single equations first, then combinations, substitution, iteration.

use std::collections::BTreeSet;

use super::determinacy::{Determinacy, determinacy};
use super::elimination::isolate;
use super::plan::{Plan, Spare, Step, StepKind, Undetermined};
use super::system::{Point, System};
use crate::algebra::linear::{Row, reduced};
use crate::algebra::{Atom, BaseIndex, Monomial, Poly};
use crate::identifiability::Unproved;
use crate::mechanism::Mechanism;

/// A plan under construction.
pub(super) struct Planning<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) system: &'a System,
    pub(super) point: &'a Point,
    pub(super) unknown: BTreeSet<Atom>,
    pub(super) determined: BTreeSet<usize>,
    /// Equations that are not used yet, with the base parameter that each began with.
    pub(super) left: Vec<(BaseIndex, Poly)>,
    steps: Vec<Step>,
    spare: Vec<Spare>,
    /// What may still be spent on substitutions.
    pub(super) work: u64,
}

/// The rows of a table, and what its first columns stand for.
type Products = (Vec<Row<usize, u64>>, Vec<Monomial>);

/// What substitutions may take in all, in the units of [`Poly::times_within`]: about a second.
const WORK: u64 = 500_000_000;

/// The plan for what is known.
///
/// # Errors
/// [`Unproved`] if every built-in prime divides a number of the equations.
pub(super) fn plan(
    mechanism: &Mechanism,
    system: &System,
    point: &Point,
    known: &[usize],
) -> Result<Plan, Unproved> {
    let (visible, invisible): (Vec<usize>, Vec<usize>) =
        (0..system.quantities.len()).partition(|&q| system.is_visible(q));
    let unknowns: Vec<usize> = visible
        .iter()
        .copied()
        .filter(|q| !known.contains(q))
        .collect();
    let found = determinacy(system, point, &unknowns).ok_or(Unproved)?;
    let sought = |quantities: &[usize]| -> Vec<usize> {
        let sought = quantities.iter().filter(|q| !system.fitted.contains(q));
        sought.copied().collect()
    };
    let mut planning = Planning {
        mechanism,
        system,
        point,
        unknown: system.atoms(&sought(&unknowns)),
        determined: sought(&found.determined).into_iter().collect(),
        left: system.relations.clone(),
        steps: Vec::new(),
        spare: Vec::new(),
        work: WORK,
    };
    while planning.advance() {}
    let Planning {
        steps,
        spare,
        determined,
        ..
    } = planning;
    Ok(Plan {
        known: known.to_vec(),
        fitted: system.fitted.clone(),
        invisible,
        rank: found.rank,
        steps,
        spare,
        undetermined: undetermined(point, &found),
        unsolved: determined.into_iter().collect(),
        redundant: Vec::new(),
    })
}

fn undetermined(point: &Point, found: &Determinacy) -> Vec<Undetermined> {
    let of = |quantity| Undetermined {
        quantity,
        determined_by: found.determined_by(point, quantity),
    };
    found.undetermined().into_iter().map(of).collect()
}

/// Whether a known would be determined if it were not known.
pub(super) fn is_redundant(
    system: &System,
    point: &Point,
    known: &[usize],
    candidate: usize,
) -> Option<bool> {
    if !system.is_visible(candidate) {
        return Some(false);
    }
    let unknowns: Vec<usize> = (0..system.quantities.len())
        .filter(|q| *q == candidate || !known.contains(q) && system.is_visible(*q))
        .collect();
    let found = determinacy(system, point, &unknowns)?;
    Some(found.determined.contains(&candidate))
}

impl Planning<'_> {
    /// Finds one more step, or sorts out a spare equation; false when there is nothing left.
    fn advance(&mut self) -> bool {
        self.set_spare_aside();
        if self.determined.is_empty() {
            return self.combine_spare();
        }
        self.single() || self.combined() || self.nonlinear() || self.combine_spare()
    }

    fn is_unknown(&self) -> impl Fn(Atom) -> bool + Copy + '_ {
        |atom| self.unknown.contains(&atom)
    }

    /// Equations without unknowns check the others.
    fn set_spare_aside(&mut self) {
        let unknown = &self.unknown;
        let is_spare =
            |(_, equation): &mut (BaseIndex, Poly)| equation.atoms().is_disjoint(unknown);
        let spare = self.left.extract_if(.., is_spare);
        self.spare
            .extend(spare.map(|(base, equation)| Spare { base, equation }));
    }

    /// An equation with one unknown: linear ones first, then by how good the division is, and short.
    fn single(&mut self) -> bool {
        let best = self
            .left
            .iter()
            .enumerate()
            .filter_map(|(index, (_, equation))| {
                let (quantity, degree) = self.only_unknown(equation)?;
                let divisor = equation.partial(self.system.quantities[quantity].atom);
                let rank = (
                    degree,
                    self.division(&divisor),
                    equation.terms().len(),
                    quantity,
                );
                (degree == 1 && self.point.is_not_zero(&divisor)).then_some((rank, index, quantity))
            })
            .min();
        let Some((_, index, quantity)) = best else {
            return false;
        };
        let (_, equation) = self.left.remove(index);
        self.take(vec![quantity], vec![equation], StepKind::Linear);
        true
    }

    /// How good it is to divide by something: a number, what is known, what was recovered, sums.
    fn division(&self, divisor: &Poly) -> usize {
        let is_recovered = |atom: Atom| {
            let quantity = self.system.quantity_of(atom);
            quantity.is_some_and(|q| self.steps.iter().any(|step| step.unknowns.contains(&q)))
        };
        match divisor.terms() {
            [(monomial, _)] if monomial.is_one() => 0,
            [(monomial, _)] if !monomial.factors().iter().any(|(a, _)| is_recovered(*a)) => 1,
            [_] => 2,
            _ => 3,
        }
    }

    /// The one unknown of an equation and its degree.
    fn only_unknown(&self, equation: &Poly) -> Option<(usize, u16)> {
        let atoms = equation.atoms();
        let mut unknowns = atoms.intersection(&self.unknown);
        let (&atom, None) = (unknowns.next()?, unknowns.next()) else {
            return None;
        };
        Some((self.system.quantity_of(atom)?, equation.degree(atom)))
    }

    /// A linear combination of equations in which all products of unknowns cancel but one unknown.
    fn combined(&mut self) -> bool {
        let Some((support, target)) = self.combination() else {
            return false;
        };
        let equations = self.equations(&support);
        let Some(equation) = isolate(equations, Some(&target), self.is_unknown(), self.point)
        else {
            return false;
        };
        self.replace(&support, equation)
    }

    /// The smallest combination, and the unknown that it isolates: from the echelon form, at the
    /// point, of the table of products of unknowns.
    fn combination(&self) -> Option<(Vec<usize>, Monomial)> {
        let (rows, keys) = self.products()?;
        let isolated = self.isolated(rows, keys.len());
        let isolated = isolated.filter(|(pivot, _)| is_single(&keys[*pivot]));
        let length = |support: &[usize]| -> usize {
            support.iter().map(|&r| self.left[r].1.terms().len()).sum()
        };
        isolated
            .map(|(pivot, support)| (support, keys[pivot].clone()))
            .min_by_key(|(support, key)| (support.len(), length(support), key.clone()))
    }

    /// The columns that combinations of rows isolate, and the equations combined, from rows with the
    /// identity beside them from column `count` on.
    pub(super) fn isolated(
        &self,
        rows: Vec<Row<usize, u64>>,
        count: usize,
    ) -> impl Iterator<Item = (usize, Vec<usize>)> + use<> {
        let reduced = reduced(&self.point.field, rows, Some(&count));
        let pairs = reduced.pivots.into_iter().zip(reduced.rows);
        let alone =
            move |row: &Row<usize, u64>| row.iter().filter(|(c, _)| *c < count).count() == 1;
        let isolated = pairs.filter(move |(_, row)| alone(row));
        isolated.map(move |(pivot, row)| (pivot, support(&row, count)))
    }

    /// The equations of a combination.
    pub(super) fn equations(&self, support: &[usize]) -> Vec<Poly> {
        support
            .iter()
            .map(|&row| self.left[row].1.clone())
            .collect()
    }

    /// The longest equation of a combination.
    pub(super) fn longest(&self, support: &[usize]) -> Option<usize> {
        let length = |row: &usize| self.left[*row].1.terms().len();
        support.iter().copied().max_by_key(length)
    }

    /// The table (equation × product of unknowns) at the point, with the identity beside it, and
    /// the products. Products of several unknowns come first, so that they are eliminated first.
    fn products(&self) -> Option<Products> {
        let collected: Vec<Vec<(Monomial, Poly)>> = self
            .left
            .iter()
            .map(|(_, equation)| equation.collect(self.is_unknown()))
            .collect();
        let keys: BTreeSet<(bool, Monomial)> = collected
            .iter()
            .flatten()
            .filter(|(key, _)| !key.is_one())
            .map(|(key, _)| (is_single(key), key.clone()))
            .collect();
        let keys: Vec<Monomial> = keys.into_iter().map(|(_, key)| key).collect();
        let mut rows = Vec::with_capacity(collected.len());
        for (index, terms) in collected.iter().enumerate() {
            let mut row = Row::new();
            for (key, factor) in terms.iter().filter(|(key, _)| !key.is_one()) {
                let column = keys.iter().position(|k| k == key)?;
                row.push((column, self.point.value(factor)?));
            }
            row.push((keys.len() + index, 1));
            row.retain(|(_, entry)| *entry != 0);
            row.sort_unstable();
            rows.push(row);
        }
        Some((rows, keys))
    }

    /// Puts a combination in the place of the longest equation of its support.
    fn replace(&mut self, support: &[usize], equation: Poly) -> bool {
        let Some(longest) = self.longest(support) else {
            return false;
        };
        self.left[longest].1 = equation;
        true
    }

    /// Equations, products of unknowns in which cancel altogether.
    fn combine_spare(&mut self) -> bool {
        let Some((rows, keys)) = self.products() else {
            return false;
        };
        // With the identity beside them: rows that vanish before it are relations.
        let count = keys.len();
        let reduced = reduced(&self.point.field, rows, None);
        let Some(row) = reduced.pivots.iter().position(|&pivot| pivot >= count) else {
            return false;
        };
        let support = support(&reduced.rows[row], count);
        let equations = self.equations(&support);
        match isolate(equations, None, self.is_unknown(), self.point) {
            Some(equation) => self.replace(&support, equation),
            None => false,
        }
    }

    pub(super) fn take(&mut self, unknowns: Vec<usize>, mut equations: Vec<Poly>, kind: StepKind) {
        // Divisors read better without a sign.
        for (equation, &unknown) in equations.iter_mut().zip(&unknowns) {
            let divisor = equation.partial(self.system.quantities[unknown].atom);
            if divisor
                .terms()
                .iter()
                .all(|(_, factor)| factor.is_negative())
            {
                *equation = -&*equation;
            }
        }
        for quantity in &unknowns {
            self.unknown.remove(&self.system.quantities[*quantity].atom);
            self.determined.remove(quantity);
        }
        self.steps.push(Step {
            unknowns,
            equations,
            kind,
        });
    }
}

/// The equations that a row combines, from the identity beside it.
fn support(row: &[(usize, u64)], count: usize) -> Vec<usize> {
    let columns = row.iter().map(|(column, _)| column);
    columns
        .filter_map(|column| column.checked_sub(count))
        .collect()
}

/// Whether a product of unknowns is one unknown.
fn is_single(key: &Monomial) -> bool {
    matches!(key.factors(), [(_, 1)])
}

#[cfg(test)]
mod tests {
    use super::{BaseIndex, Planning, Poly, Step, StepKind, WORK};
    use crate::algebra::Rational;
    use crate::recovery::equation::symbol;
    use crate::recovery::tests::pendulum;

    /// Of two equations for one product nothing tells its factors; that they check each other is found all the same.
    #[test]
    fn equations_check_each_other_where_what_is_determined_has_no_formula() {
        let (mechanism, _, system) = pendulum();
        let point = system.point().expect("a point");
        let [one, other] = [0, 1].map(|q| system.quantities[q].atom);
        let [first, second] = [0, 1].map(|k: u16| BaseIndex::from(k));
        let product = Poly::atom(one) * Poly::atom(other);
        let twice = product.scale(&Rational::from(2));
        let values = [first, second].map(|k| Poly::atom(symbol(k)));
        let [value, other_value] = values.clone();
        for determined in [vec![], vec![0], vec![0, 1]] {
            let mut planning = Planning {
                mechanism: &mechanism,
                system: &system,
                point: &point,
                unknown: [one, other].into(),
                determined: determined.iter().copied().collect(),
                left: vec![(first, &product - &value), (second, &twice - &other_value)],
                steps: Vec::new(),
                spare: Vec::new(),
                work: WORK,
            };
            while planning.advance() {}
            assert!(planning.steps.is_empty());
            let spare: Vec<Poly> = planning.spare.iter().map(|s| s.residual()).collect();
            let [spare] = spare.try_into().expect("one equation");
            // In lowest terms, about either of the two.
            let about_first = &value - &other_value.scale(&Rational::new(1, 2));
            let about_second = &other_value - &value.scale(&Rational::from(2));
            assert!(spare == about_first || spare == about_second, "{spare:?}");
            assert_eq!(planning.left.len(), 1);
            assert_eq!(planning.determined.len(), determined.len());
        }
    }

    /// Four pairs of equations in a ring, `a^2 + x^2 b^2 = 1` and `2 a^2 + x^2 b^2 = 1` with `b` of the next pair. A pair gives
    /// its `a` and, with the next pair, its `x`. What these equations need is closed with all four pairs, and no unknown has
    /// more than three at once. In squares nothing is linear, so nothing is substituted.
    #[test]
    fn equations_are_solved_with_all_that_their_unknowns_need_in_turn() {
        let (mechanism, _, system) = pendulum();
        let point = system.point().expect("a point");
        let square = |q: usize| {
            let quantity = Poly::atom(system.quantities[q].atom);
            &quantity * &quantity
        };
        let pair = |k: usize| {
            let (own, shared) = (square(k), square(4 + k) * square((k + 1) % 4));
            let twice = own.scale(&Rational::from(2));
            [own, twice].map(|own| (BaseIndex::from(0), own + &shared - Poly::one()))
        };
        let unknowns: Vec<usize> = (0..8).collect();
        let mut planning = Planning {
            mechanism: &mechanism,
            system: &system,
            point: &point,
            unknown: system.atoms(&unknowns),
            determined: unknowns.iter().copied().collect(),
            left: (0..4).flat_map(pair).collect(),
            steps: Vec::new(),
            spare: Vec::new(),
            work: WORK,
        };
        assert!(planning.nonlinear());
        assert_eq!(planning.steps.len(), 1);
        let step = &planning.steps[0];
        assert_eq!(step.kind, StepKind::Newton);
        let mut solved = step.unknowns.clone();
        solved.sort_unstable();
        assert_eq!(solved, unknowns);
        assert_eq!(step.equations.len(), 8);
        assert!(planning.left.is_empty() && planning.determined.is_empty());
    }

    /// `-x`, `-x y` and `-x y - x` turn their signs; of `x y - x` the divisor `y - 1` has both.
    #[test]
    fn a_divisor_has_no_sign_unless_it_has_both() {
        let (mechanism, _, system) = pendulum();
        let point = system.point().expect("a point");
        let [x, y, p] = [0, 1, 2].map(|q: usize| Poly::atom(system.quantities[q].atom));
        let product = &x * &y;
        for (equation, expected) in [
            (&p - &x, &x - &p),
            (&p - &product, &product - &p),
            (&p - &product - &x, &product + &x - &p),
            (&p + &product - &x, &p + &product - &x),
            (&x - &p, &x - &p),
        ] {
            let mut planning = Planning {
                mechanism: &mechanism,
                system: &system,
                point: &point,
                unknown: [system.quantities[0].atom].into(),
                determined: [0].into(),
                left: Vec::new(),
                steps: Vec::new(),
                spare: Vec::new(),
                work: WORK,
            };
            planning.take(vec![0], vec![equation], StepKind::Linear);
            let step = Step {
                unknowns: vec![0],
                equations: vec![expected],
                kind: StepKind::Linear,
            };
            assert_eq!(planning.steps, [step]);
            assert!(planning.unknown.is_empty() && planning.determined.is_empty());
        }
    }
}

//! What identification gives if lengths differ from those that its regressor holds.
//!
//! With `Y(l)` the regressor of standard parameters, a robot with lengths `l` and parameters `theta` has
//! the torque `Y(l) theta`, and identification with lengths `l0` finds `theta0` with
//! `Y(l0) theta0 = Y(l) theta`. Functions that are measured have the same value either way:
//! `w_k(l) theta = w_k(l0) theta0 = Σ_j P_kj beta_j`, where `P_kj` is what `w_k(l0)` has of the
//! representative of base parameter j.

use std::collections::{BTreeMap, BTreeSet};

use super::equation::{Equation, equation, symbol};
use crate::algebra::linear::{Row, entry, reduced};
use crate::algebra::{
    Atom, BaseIndex, ConstantIndex, Field, Indexed, ParameterIndex, Poly, Quotients, Ratio, Symbol,
};
use crate::identifiability::{BaseParameters, Functional};
use crate::mechanism::Mechanism;

/// What the values of base parameters are, and what follows from them.
pub(super) struct Identified {
    /// The value of each base parameter in physical quantities.
    pub equations: Indexed<BaseIndex, Equation>,
    /// A relation for each function that is measured, with a base parameter that it is about.
    pub relations: Vec<(BaseIndex, Poly)>,
}

/// Base parameters in standard ones, and what each contributes to the functions that are measured.
type Combinations = (
    Indexed<BaseIndex, BTreeMap<ParameterIndex, Ratio>>,
    Vec<Row<BaseIndex, Ratio>>,
);

/// From a basis of what is measured, with `open` lengths at the file's values in the regressor; `None`
/// if that does not fit, or base parameters cannot be told apart there.
pub(super) fn combinations(
    mechanism: &Mechanism,
    base: &BaseParameters,
    functionals: &[Functional],
    open: &[ConstantIndex],
) -> Option<Combinations> {
    let shares: Vec<Row<BaseIndex, Ratio>> = functionals
        .iter()
        .map(|functional| shares(mechanism, base, functional, open))
        .collect();
    let count = base.base.len();
    // The shares beside the identity: reduced, the identity beside their inverse.
    let rows = shares.iter().enumerate().map(|(k, row)| {
        let row = row.iter().map(|(j, share)| (j.at(), share.clone()));
        row.chain([(count + k, Quotients.one())]).collect()
    });
    let inverse = reduced(&Quotients, rows.collect(), Some(&count));
    if functionals.len() != count || inverse.pivots.len() != count {
        return None;
    }
    let rows = base.base.map(|j, _| {
        let mut terms: BTreeMap<ParameterIndex, Ratio> = BTreeMap::new();
        for (k, functional) in functionals.iter().enumerate() {
            let Some(factor) = entry(&inverse.rows[j.at()], &(count + k)) else {
                continue;
            };
            for (&parameter, ratio) in &functional.terms {
                let sum = terms.entry(parameter).or_insert_with(|| Quotients.zero());
                *sum = Quotients.add(sum, &Quotients.mul(factor, ratio));
            }
        }
        terms.retain(|_, ratio| !Quotients.is_zero(ratio));
        terms
    });
    Some((rows, shares))
}

impl Identified {
    /// From a basis of what is measured, as [`combinations`] has it.
    pub(super) fn of(
        mechanism: &Mechanism,
        base: &BaseParameters,
        functionals: &[Functional],
        open: &[ConstantIndex],
    ) -> Option<Self> {
        let (rows, shares) = combinations(mechanism, base, functionals, open)?;
        let equations = rows.map(|_, terms| equation(mechanism, terms));
        let about = about(&shares)?;
        let each = functionals.iter().zip(&shares).zip(about);
        let relations = each
            .map(|((functional, shares), about)| (about, relation(mechanism, functional, shares)))
            .collect();
        Some(Self {
            equations,
            relations,
        })
    }
}

/// A base parameter for each function that it contributes to, each for one: the first that is free, or else one whose function
/// has another. There is one as functions determine base parameters.
fn about(shares: &[Row<BaseIndex, Ratio>]) -> Option<Vec<BaseIndex>> {
    let mut owners = BTreeMap::new();
    for function in 0..shares.len() {
        claim(function, shares, &mut owners, &mut BTreeSet::new()).then_some(())?;
    }
    let mut of: Vec<(usize, BaseIndex)> = owners.into_iter().map(|(j, f)| (f, j)).collect();
    of.sort_unstable();
    Some(of.into_iter().map(|(_, j)| j).collect())
}

/// Gives a function a base parameter, if need be one that another function leaves for another (an augmenting path).
fn claim(
    function: usize,
    shares: &[Row<BaseIndex, Ratio>],
    owners: &mut BTreeMap<BaseIndex, usize>,
    seen: &mut BTreeSet<BaseIndex>,
) -> bool {
    let own = || shares[function].iter().map(|(j, _)| *j);
    let free = own().find(|j| !owners.contains_key(j));
    let found = free.or_else(|| {
        own().find(|j| {
            seen.insert(*j)
                && owners
                    .get(j)
                    .copied()
                    .is_some_and(|other| claim(other, shares, owners, seen))
        })
    });
    found.is_some_and(|j| {
        owners.insert(j, function);
        true
    })
}

/// What each base parameter contributes to a function, with `open` lengths at the file's values.
fn shares(
    mechanism: &Mechanism,
    base: &BaseParameters,
    functional: &Functional,
    open: &[ConstantIndex],
) -> Row<BaseIndex, Ratio> {
    let at_file = |poly: &Poly| {
        poly.substitute(|atom| match atom {
            Atom::Symbol(Symbol::Constant(k)) if open.contains(&k) => {
                Poly::constant(mechanism.constants[k].value.clone())
            }
            other => Poly::atom(other),
        })
    };
    let share = |(j, parameter): (BaseIndex, &crate::identifiability::BaseParameter)| {
        let ratio = functional.terms.get(&parameter.representative)?;
        let share = Ratio::new(at_file(&ratio.numerator), ratio.denominator.clone());
        (!Quotients.is_zero(&share)).then_some((j, share))
    };
    base.base.enumerate().filter_map(share).collect()
}

/// `denominator × (Σ share × base parameter) - numerator`, without denominators.
fn relation(
    mechanism: &Mechanism,
    functional: &Functional,
    shares: &Row<BaseIndex, Ratio>,
) -> Poly {
    let Equation {
        numerator,
        denominator,
    } = equation(mechanism, &functional.terms);
    let mut common = denominator.clone();
    for (_, share) in shares {
        if common.div_exact(&share.denominator).is_none() {
            common = common * &share.denominator;
        }
    }
    let over = |divisor: &Poly| common.div_exact(divisor).unwrap_or_else(Poly::one);
    let values = shares
        .iter()
        .map(|(j, share)| &share.numerator * over(&share.denominator) * Poly::atom(symbol(*j)));
    values.sum::<Poly>() - numerator * over(&denominator)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Identified, about, relation, shares, symbol};
    use crate::algebra::{
        Atom, BaseIndex, ConstantIndex, Field, Monomial, Poly, Quotients, Ratio, Rational, Symbol,
    };
    use crate::identifiability::{Functional, base_parameters, functionals};
    use crate::mechanism::load;

    /// An arm with a roll, whose origin may be anywhere on its axis: `Lxy + l my` is measured, and `my` by itself before it.
    #[test]
    fn each_relation_is_about_a_base_parameter_of_its_own() {
        for keep in ["my_roll, mz_roll", "Lxy_roll, Lxz_roll"] {
            let text = format!(
                "robot: arm\ngravity: [0, 0, -10]\nbase_parameters: {{keep: [{keep}]}}\n\
                 constants: {{l: {{value: 0.4, unit: m, symbolic: true}}}}\nbodies:\n\
                 - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
                 - {{name: roll, parent: arm, joint: {{name: q2, type: revolute, axis: [1, 0, 0], \
                 origin: {{xyz: [l, 0, 0]}}}}}}\n"
            );
            let (mechanism, _) = load("arm.yaml", &text).expect("a robot");
            let base = base_parameters(&mechanism).expect("base parameters");
            let open = [ConstantIndex::from(0)];
            let functionals = functionals(&mechanism, &open).expect("functions");
            let identified = Identified::of(&mechanism, &base, &functionals, &open);
            let identified = identified.expect("as many as base parameters");
            let relations = identified.relations.iter();
            let mut about: Vec<BaseIndex> = relations
                .inspect(|(about, relation)| assert_eq!(relation.degree(symbol(*about)), 1))
                .map(|(about, _)| *about)
                .collect();
            let shared = identified.relations.iter().filter(|(_, relation)| {
                let has = |j: &BaseIndex| relation.degree(symbol(*j)) > 0;
                base.base.places().filter(has).count() > 1
            });
            assert!(shared.count() > 1, "{keep}");
            about.sort_unstable();
            assert!(base.base.places().eq(about), "{keep}");
        }
    }

    /// The second function has the first base parameter alone, which the first function then leaves to it.
    #[test]
    fn a_base_parameter_is_left_to_the_function_that_has_no_other() {
        let one = || Quotients.one();
        let [first, second, third] = [0, 1, 2].map(BaseIndex::from);
        let shares = [
            vec![(first, one()), (second, one())],
            vec![(first, one())],
            vec![(second, one()), (third, one())],
        ];
        assert_eq!(about(&shares), Some(vec![second, first, third]));
        // Two functions of one base parameter are no basis.
        let twice = [shares[1].clone(), shares[1].clone()];
        assert_eq!(about(&twice), None);
    }

    /// A length that identification takes at the file's value is a number, and one that is known stays.
    #[test]
    fn shares_have_open_lengths_at_their_values_and_others_as_they_are() {
        let text = "robot: arm\ngravity: [0, 0, -10]\nconstants: {l: {value: 0.4, unit: m, symbolic: true}}\nbodies:\n\
                    - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                    - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], \
                    origin: {xyz: [l, 0, 0]}}}\n";
        let (mechanism, _) = load("arm.yaml", text).expect("a robot");
        let base = base_parameters(&mechanism).expect("base parameters");
        let (first, length) = (BaseIndex::from(0), ConstantIndex::from(0));
        let parameter = base.base[first].representative;
        let ratio = |numerator: Poly| Ratio::new(numerator, Poly::one());
        let of_length = ratio(Poly::atom(Atom::Symbol(Symbol::Constant(length))));
        let functional = Functional {
            leading: (Monomial::one(), parameter),
            terms: BTreeMap::from([(parameter, of_length.clone())]),
        };
        let at_value = ratio(Poly::constant(Rational::new(2, 5)));
        let found = shares(&mechanism, &base, &functional, &[length]);
        assert_eq!(found, [(first, at_value)]);
        let found = shares(&mechanism, &base, &functional, &[]);
        assert_eq!(found, [(first, of_length)]);
    }

    /// `m/l_1 = beta_1/l_2 + beta_2/l_1`, times both lengths.
    #[test]
    fn a_relation_is_multiplied_by_all_of_its_denominators() {
        let text = "robot: arm\ngravity: [0, 0, -10]\nconstants:\n  l_1: {value: 0.4, unit: m, symbolic: true}\n  \
                    l_2: {value: 0.3, unit: m, symbolic: true}\nbodies:\n\
                    - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (mechanism, _) = load("arm.yaml", text).expect("a robot");
        let mass = mechanism.parameters.position(|p| p.name == "m_arm");
        let mass = mass.expect("a mass");
        let [first, second] = [0, 1].map(BaseIndex::from);
        let [l_1, l_2] = [0, 1].map(|k: u16| Poly::atom(Atom::Symbol(Symbol::Constant(k.into()))));
        let one_over = |length: &Poly| Ratio::new(Poly::one(), length.clone());
        let functional = Functional {
            leading: (Monomial::one(), mass),
            terms: BTreeMap::from([(mass, one_over(&l_1))]),
        };
        let shares = vec![(first, one_over(&l_2)), (second, one_over(&l_1))];
        let [beta_1, beta_2] = [first, second].map(|k| Poly::atom(symbol(k)));
        let m = Poly::atom(Atom::Symbol(Symbol::Standard(mass)));
        assert_eq!(
            relation(&mechanism, &functional, &shares),
            &l_1 * &beta_1 + &l_2 * &beta_2 - &l_2 * &m
        );
    }
}

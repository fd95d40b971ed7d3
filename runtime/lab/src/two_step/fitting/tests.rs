//! Weighted fits of an element's coefficients against SciPy's, and what follows from singular values.

use nalgebra::{DMatrix, DVector};

use super::super::local::Expansion;
use super::super::tests::small_motion;
use super::super::{Local, LocalValue};
use super::{ElementExcitation, ElementFit, FittedTerm, elements, fit, solve, together, told};
use crate::identify::BaseEstimate;
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use armwright_robots::double_pendulum;
use armwright_runtime::{
    BaseParameter, Class, Element, ElementPart, ElementTerm, Model, Parameter, ParameterKind,
    Robot, Site, Term,
};

/// A mean of four values, of which none is known better: their variance over their number.
#[test]
fn values_that_scatter_more_than_their_deviations_widen_those_of_the_fit() {
    let phi = DMatrix::from_element(4, 1, 1.0);
    let values = DVector::from_vec(vec![0.0, 4.0, 0.0, 4.0]);
    let (found, deviations) = solve(&phi, &values, &[1.0; 4]);
    let variance: f64 = values.iter().map(|x| (x - 2.0) * (x - 2.0)).sum::<f64>() / 3.0;
    assert!((found[0] - 2.0).abs() < 1e-12);
    assert!(deviations[0].is_some_and(|std| (std - (variance / 4.0).sqrt()).abs() < 1e-12));
    // Less scatter than their own deviations is chance.
    let (_, deviations) = solve(&phi, &values, &[10.0; 4]);
    assert!(deviations[0].is_some_and(|std| (std - 5.0).abs() < 1e-12));
}

/// Two values of two coefficients, of which one enters neither: the mean of both, though they contradict one another, and no value to
/// spare that would tell by how much.
#[test]
fn without_values_to_spare_deviations_are_those_that_the_values_have() {
    let phi = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, 1.0, 0.0]);
    let values = DVector::from_vec(vec![1.0, 3.0]);
    let (found, deviations) = solve(&phi, &values, &[1.0; 2]);
    assert!((found[0] - 2.0).abs() < 1e-12);
    assert!(deviations[0].is_some_and(|std| (std - 0.5_f64.sqrt()).abs() < 1e-12));
    assert_eq!(deviations[1], None);
}

/// Bases, values and deviations of four configurations.
const PHI: [[f64; 2]; 4] = [[1.0, 0.5], [0.2, -1.0], [-0.7, 0.9], [1.5, 0.1]];
const VALUES: [f64; 4] = [2.1, -0.35, 0.4, 2.6];
const STDS: [f64; 4] = [0.1, 0.2, 0.05, 0.4];

#[track_caller]
fn near(found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(
        off < 1e-9 * expected.abs().max(1e-3),
        "{found} for {expected}"
    );
}

/// A value that is said to be known exactly counts for no more than a thousandth of the second smallest deviation, of which two
/// coefficients take two.
#[test]
fn no_value_counts_for_more_than_a_thousand_of_those_that_are_needed() {
    let phi = DMatrix::from_fn(4, 2, |i, j| PHI[i][j]);
    let values = DVector::from_column_slice(&VALUES);
    let (found, deviations) = solve(&phi, &values, &[1e-9, 0.2, 0.05, 0.4]);
    // `numpy.linalg.lstsq` with the first deviation at 5e-5.
    near(found[0], 1.371_604_311_940_008_5);
    near(found[1], 1.456_791_346_921_978_2);
    near(deviations[0].expect("known"), 0.060_509_964_517_455_77);
    near(deviations[1].expect("known"), 0.121_019_749_746_270_64);
}

/// A weighted mean is as sure as its values without one that says nothing. Fewer values than coefficients are weighed as well.
#[test]
fn a_value_that_says_nothing_takes_nothing_from_the_others() {
    let phi = DMatrix::from_element(4, 1, 1.0);
    let values = DVector::from_vec(vec![0.2117, 0.2118, -4.47, 0.2118]);
    let stds = [1e-4, 2e-4, 10.3, 2e-4];
    let (found, deviations) = solve(&phi, &values, &stds);
    // (4 · 0.2117 + 0.2118 + 0.2118) / 6, and √(1e-8 · 2/3).
    assert!((found[0] - 1.2704 / 6.0).abs() < 1e-8, "{found}");
    let std = deviations[0].expect("known");
    assert!((std / (2e-8_f64 / 3.0).sqrt() - 1.0).abs() < 1e-6, "{std}");
    let two = DMatrix::from_fn(1, 2, |_, j| PHI[0][j]);
    let (found, deviations) = solve(&two, &DVector::from_element(1, 2.1), &[0.0]);
    assert!(((&two * found)[0] - 2.1).abs() < 1e-9);
    assert_eq!(deviations, [None, None]);
}

/// Of configurations whose joints stand still deviations are many times the element's size and those of the others: they count as
/// little as those that determine nothing.
#[test]
fn configurations_that_say_nothing_do_not_tell_an_element() {
    let expected = fitted(&model(&[]), &ELEMENT, &locals(2), None);
    let beside = |share: f64, std: f64| {
        let mut locals = locals(2);
        locals[3].bases[1]
            .iter_mut()
            .for_each(|basis| *basis *= share);
        locals[3].elements[1].std = Some(std);
        fitted(&model(&[]), &ELEMENT, &locals, None)
    };
    assert_eq!(beside(1.0, 1e10), expected);
    let count = |share: f64, std: f64| beside(share, std).configurations;
    // A thousand times 0.05, where the element is 1.3 · 50 - 1.5 · 20 at most.
    assert_eq!([49.9, 50.1].map(|std| count(1.0, std)), [5, 4]);
    // Ten times that, and hardly anything in the four others.
    let size = 350.0 / 5.0_f64.sqrt();
    assert_eq!([size, 1.01 * size].map(|std| count(10.0, std)), [5, 4]);
}

#[test]
fn coefficients_are_told_where_all_deviations_are_a_tenth_of_the_largest() {
    let of = |values: [f64; 2], stds: [Option<f64>; 2]| {
        told(&(DVector::from_column_slice(&values), stds.to_vec()))
    };
    assert!(of([0.5, -8.0], [Some(0.79), Some(0.8)]));
    assert!(!of([0.5, -8.0], [Some(0.79), Some(0.81)]));
    assert!(!of([0.5, -8.0], [Some(0.81), Some(0.1)]));
    assert!(!of([0.5, -8.0], [None, Some(0.1)]));
}

const fn term(
    name: &'static str,
    monomial: &'static str,
    combination: &'static [(usize, f64)],
) -> ElementTerm {
    ElementTerm {
        name,
        latex: "",
        monomial,
        monomial_latex: "",
        expression: "m*t",
        combination,
    }
}

const ELEMENT: Element = Element {
    name: "g_2",
    latex: "g_{2}",
    part: ElementPart::Gravity,
    indices: &[1],
    coordinates: &[0, 1],
    terms: &[
        term("PG_1", "s1", &[(0, 2.0), (2, -0.5)]),
        term("PG_2", "c1*s2", &[(1, 3.0)]),
    ],
};

/// Configurations of which each has an element before; the second to last does not determine this one.
fn locals(terms: usize) -> Vec<Local> {
    let local = |bases: &[f64], value: f64, std: Option<f64>| Local {
        recording: String::new(),
        configuration: vec![0.0; 2],
        swing: 0.0,
        rows: 0,
        elements: vec![
            LocalValue {
                value: 99.0,
                std: Some(9.0),
            },
            LocalValue { value, std },
        ],
        bases: vec![vec![77.0], bases[..terms].to_vec()],
    };
    let mut all: Vec<Local> = PHI
        .iter()
        .zip(VALUES.into_iter().zip(STDS))
        .map(|(bases, (value, std))| local(bases, value, Some(std)))
        .collect();
    all.insert(3, local(&[50.0, -20.0], 1e3, None));
    all
}

fn estimates() -> [BaseEstimate; 2] {
    let mut together = BaseEstimate::exact(vec![0.6, 0.5, -0.2]);
    let mut one_step = BaseEstimate::exact(vec![0.7, 0.4, 0.1]);
    for (k, variance) in [0.01, 0.04, 0.16].into_iter().enumerate() {
        together.covariance[k][k] = variance;
        one_step.covariance[k][k] = 4.0 * variance;
    }
    one_step.determined[1] = false;
    [together, one_step]
}

fn model(parameters: &'static [Parameter]) -> Model {
    Model {
        parameters,
        ..*double_pendulum::ROBOT.model()
    }
}

fn fitted(
    model: &Model,
    element: &Element,
    locals: &[Local],
    nominal: Option<&[f64]>,
) -> ElementFit {
    let [together, one_step] = &estimates();
    fit(model, element, 1, locals, [together, one_step], nominal)
}

#[track_caller]
fn same(found: &FittedTerm, expected: &FittedTerm) {
    let numbers = |t: &FittedTerm| {
        let one = [Some(t.value), t.std, Some(t.alone), t.alone_std];
        [one, [t.one_step, t.one_step_std, t.nominal, None]].concat()
    };
    for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
        match (found, expected) {
            (Some(found), Some(expected)) => near(found, expected),
            (found, expected) => assert_eq!(found, expected),
        }
    }
    let texts = |t: &FittedTerm| [t.name.clone(), t.monomial.clone(), t.expression.clone()];
    assert_eq!(texts(found), texts(expected));
}

/// `numpy.linalg.lstsq` of rows over their deviations; deviations by the scatter of 9.48.
#[test]
fn an_element_is_fitted_from_the_configurations_that_determine_it() {
    let found = fitted(&model(&[]), &ELEMENT, &locals(2), Some(&[0.9, 0.8, 0.4]));
    let expected = ElementFit {
        name: "g_2".to_owned(),
        latex: "g_{2}".to_owned(),
        configurations: 4,
        singular_values: vec![1.949_036_159_939_739, 1.432_221_368_101_788],
        ratio: 0.734_835_708_818_286_2,
        excitation: ElementExcitation::Weak,
        size: 1.692_077_125_901_771_7,
        residual: 0.466_824_594_472_865_8,
        terms: vec![
            FittedTerm {
                name: "PG_1".to_owned(),
                monomial: "s1".to_owned(),
                expression: "m*t".to_owned(),
                // 2 · 0.6 + 0.5 · 0.2, and √(4 · 0.01 + 0.25 · 0.16).
                value: 1.3,
                std: Some(0.08_f64.sqrt()),
                alone: 1.333_901_706_896_859,
                alone_std: Some(0.219_103_368_697_987),
                one_step: Some(1.35),
                one_step_std: Some(0.32_f64.sqrt()),
                nominal: Some(1.6),
            },
            FittedTerm {
                name: "PG_2".to_owned(),
                monomial: "c1*s2".to_owned(),
                expression: "m*t".to_owned(),
                value: 1.5,
                std: Some(0.6),
                alone: 1.428_216_195_094_226,
                alone_std: Some(0.199_802_444_740_579),
                one_step: Some(1.2),
                one_step_std: None,
                nominal: Some(2.4),
            },
        ],
    };
    for (found, expected) in found.singular_values.iter().zip(&expected.singular_values) {
        near(*found, *expected);
    }
    near(found.ratio, expected.ratio);
    near(found.size, expected.size);
    near(found.residual, expected.residual);
    for (found, expected) in found.terms.iter().zip(&expected.terms) {
        same(found, expected);
    }
    let exact = |fit: &ElementFit| {
        let texts = (fit.name.clone(), fit.latex.clone(), fit.excitation);
        (
            texts,
            fit.configurations,
            fit.singular_values.len(),
            fit.terms.len(),
        )
    };
    assert_eq!(exact(&found), exact(&expected));
    let plain = fitted(&model(&[]), &ELEMENT, &locals(2), None);
    assert!(plain.terms.iter().all(|term| term.nominal.is_none()));
    // Values that fit exactly tell the coefficients.
    let mut exact = locals(2);
    for local in &mut exact {
        let bases = &local.bases[1];
        local.elements[1].value = 3.0 * bases[0] - 2.0 * bases[1];
    }
    let found = fitted(&model(&[]), &ELEMENT, &exact, None);
    assert_eq!(found.excitation, ElementExcitation::Persistent);
    near(found.terms[0].alone, 3.0);
    near(found.terms[1].alone, -2.0);
    assert!(found.residual < 1e-12);
}

/// The singular values are as many as the configurations where these are fewer than coefficients.
#[test]
fn fewer_configurations_than_coefficients_are_deficient() {
    let element = Element {
        terms: vec![
            term("PG_1", "s1", &[(0, 1.0)]),
            term("PG_2", "c1", &[(1, 1.0)]),
            term("PG_3", "s2", &[(2, 1.0)]),
        ]
        .leak(),
        ..ELEMENT
    };
    let mut two = locals(2);
    two.truncate(2);
    for (local, last) in two.iter_mut().zip([0.3, 2.0]) {
        local.bases[1].push(last);
    }
    let found = fitted(&model(&[]), &element, &two, None);
    // `numpy.linalg.svd`.
    assert_eq!(found.singular_values.len(), 2, "{found:?}");
    near(found.singular_values[0], 2.250_370_298_728_441);
    near(found.singular_values[1], 1.147_097_867_926_216);
    assert_eq!((found.ratio, found.configurations), (0.0, 2));
    assert_eq!(found.excitation, ElementExcitation::Deficient);
    assert!(found.terms.iter().all(|term| term.alone_std.is_none()));
    assert!(found.residual < 1e-12);
    let none = fitted(&model(&[]), &ELEMENT, &[], None);
    assert_eq!(none.excitation, ElementExcitation::Deficient);
    assert_eq!((none.configurations, none.size, none.ratio), (0, 0.0, 0.0));
    // So are any number of them in which all monomials are 0.
    let mut zero = locals(2);
    zero.iter_mut().for_each(|local| local.bases[1].fill(0.0));
    let found = fitted(&model(&[]), &ELEMENT, &zero, None);
    assert_eq!(found.excitation, ElementExcitation::Deficient);
    assert_eq!((found.configurations, found.ratio), (4, 0.0));
    assert!(found.terms.iter().all(|term| term.alone_std.is_none()));
}

/// Without a motion no base parameter is determined, whatever its value.
#[test]
fn no_motions_determine_nothing_together() {
    let model = double_pendulum::ROBOT.model();
    let found = together(model, &[]);
    assert_eq!(found.determined, vec![false; model.base.len()]);
}

/// One value that the robot file lacks leaves all coefficients without a nominal one.
#[test]
fn coefficients_have_nominal_values_where_the_robot_file_has_all_of_them() {
    let whole = *double_pendulum::ROBOT.model();
    let parameters = whole.parameters.iter().map(|p| Parameter {
        nominal: p.nominal.filter(|_| p.name != "mx_lower"),
        ..*p
    });
    let lacking = Model {
        parameters: parameters.collect::<Vec<_>>().leak(),
        ..whole
    };
    let estimate = BaseEstimate::exact(vec![1.0; whole.base.len()]);
    let told = |model: &Model| -> Vec<bool> {
        let found = elements(model, &[], &estimate, &estimate);
        let terms = found.iter().flat_map(|element| &element.terms);
        terms.map(|term| term.nominal.is_some()).collect()
    };
    let all: usize = whole.elements.iter().map(|e| e.terms.len()).sum();
    assert!(all > 10, "{all}");
    assert_eq!(told(&whole), vec![true; all]);
    assert_eq!(told(&lacking), vec![false; all]);
}

/// A second basis that follows the first is no second one; one that nearly does is weak.
#[test]
fn excitation_is_judged_by_the_ratio_of_singular_values() {
    let of = |share: f64| {
        let mut locals = locals(2);
        locals.remove(3);
        // Of columns of equal length at right angles the ratio is that of their lengths.
        for (local, row) in
            locals
                .iter_mut()
                .zip([[1.0, 1.0], [1.0, -1.0], [1.0, 1.0], [1.0, -1.0]])
        {
            local.bases[1] = vec![row[0], share * row[1]];
            local.elements[1].value = row[0] + row[1];
        }
        let found = fitted(&model(&[]), &ELEMENT, &locals, None);
        near(found.ratio, share);
        found.excitation
    };
    assert_eq!(of(0.101), ElementExcitation::Persistent);
    assert_eq!(of(0.099), ElementExcitation::Weak);
    assert_eq!(of(1e-6), ElementExcitation::Weak);
    assert_eq!(of(1e-10), ElementExcitation::Deficient);
}

const OFFSET: Parameter = Parameter {
    name: "fo_q1",
    unit: "N·m",
    kind: ParameterKind::Offset(Site::Joint(0)),
    class: Class::Identifiable,
    nominal: None,
};

/// `numpy.linalg.lstsq` with a column of ones beside the first basis.
#[test]
fn offsets_add_a_constant_to_gravity_without_one() {
    let parameters: &[Parameter] = &[OFFSET];
    let element = Element {
        terms: vec![term("PG_1", "s1", &[(1, 1.0)])].leak(),
        ..ELEMENT
    };
    let found = fitted(
        &model(parameters),
        &element,
        &locals(1),
        Some(&[0.9, 0.8, 0.4]),
    );
    assert_eq!(found.terms.len(), 2);
    near(found.terms[0].alone, 0.918_627_061_957_939);
    near(
        found.terms[0].alone_std.expect("known"),
        0.348_847_948_381_658,
    );
    let (value, std) = (0.996_983_731_081_005, Some(0.266_938_078_952_313));
    let offset = FittedTerm {
        name: "offset".to_owned(),
        monomial: "1".to_owned(),
        expression: "offsets of the drives".to_owned(),
        value,
        std,
        alone: value,
        alone_std: std,
        one_step: None,
        one_step_std: None,
        nominal: None,
    };
    same(&found.terms[1], &offset);
    near(found.ratio, 0.565_866_883_757_558_7);
    // Not to what has one, nor to inertia, nor without offsets.
    let constant = Element {
        terms: vec![term("PG_1", "1", &[(1, 1.0)])].leak(),
        ..ELEMENT
    };
    let inertia = Element {
        part: ElementPart::Inertia,
        ..element
    };
    for (parameters, element) in [
        (parameters, constant),
        (parameters, inertia),
        (&[], element),
    ] {
        let found = fitted(&model(parameters), &element, &locals(1), None);
        assert_eq!(found.terms.len(), 1, "{element:?}");
    }
}

/// `m - fo/g`, which a constant of gravity is known by, and of which an inertia has no offset.
#[test]
fn a_constant_that_no_motion_tells_from_an_offset_says_so() {
    let of = |terms: &[f64]| {
        let terms = terms.iter().map(|coefficient| Term {
            parameter: 0,
            coefficient: *coefficient,
        });
        BaseParameter {
            terms: terms.collect::<Vec<_>>().leak(),
            ..double_pendulum::ROBOT.model().base[0]
        }
    };
    let model = Model {
        base: vec![of(&[-0.1]), of(&[]), of(&[0.3])].leak(),
        ..model(&[OFFSET])
    };
    for (combination, expected) in [
        (
            &[(0, -9.81), (1, 2.0)][..],
            "m*t with offsets of the drives",
        ),
        (&[(1, 2.0)], "m*t"),
        (&[(0, 3.0), (2, 1.0)], "m*t"),
    ] {
        let element = Element {
            terms: vec![term("PG_1", "1", combination)].leak(),
            ..ELEMENT
        };
        let found = fitted(&model, &element, &locals(1), None);
        assert_eq!(found.terms[0].expression, expected);
    }
}

/// Least squares of the equations of both motions, those of a noise that is four times as wide counting a quarter.
#[test]
fn motions_count_together_by_the_noise_that_they_have() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let of = |place: [f64; 2], ratio: f64| {
        let recording = small_motion("", place, 200);
        let motion = Motion::of(recording, &ProcessingOptions::default(), model).expect("a motion");
        let mut expansion = Expansion::of(robot, &motion).expect("a motion");
        expansion.ratio = ratio;
        expansion
    };
    let both = [of([0.3, -0.8], 1.0), of([-1.1, 1.4], 4.0)];
    let (mut normal, mut right) = (DMatrix::zeros(6, 6), DVector::zeros(6));
    for (expansion, weight) in both.iter().zip([1.0, 0.25]) {
        let (rows, values) = expansion.projected();
        normal += weight * rows.transpose() * &rows;
        right += weight * rows.transpose() * values;
    }
    let covariance = normal.try_inverse().expect("regular");
    let beta = &covariance * right;
    let found = together(model, &both);
    assert!(found.determined.iter().all(|known| *known));
    for i in 0..6 {
        let std = covariance[(i, i)].sqrt();
        assert!(
            (found.beta[i] - beta[i]).abs() < 1e-5 * (std + beta[i].abs()),
            "{i}: {} for {}",
            found.beta[i],
            beta[i]
        );
        for j in 0..6 {
            let scale = std * covariance[(j, j)].sqrt();
            let off = (found.covariance[i][j] - covariance[(i, j)]).abs();
            assert!(off < 1e-5 * scale, "{i} {j}");
        }
    }
}

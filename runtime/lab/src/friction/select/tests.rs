//! Laws with losses and criteria that are written down.

use nalgebra::{DMatrix, DVector};

use super::super::fitting::Fitted;
use super::super::knots::Knots;
use super::super::law::{Extra, Law, Shape};
use super::super::problem::{Fold, Problem, Squares};
use super::super::warmth::Warmth;
use super::{Candidate, Choice, against, alternatives, chosen, excess, is_law, refused};
use crate::regression::Triangle;

fn candidate(shape: Shape, bic: f64, losses: [f64; 4]) -> Candidate {
    Candidate {
        fitted: Fitted::new(Law::of(shape), Vec::new()),
        losses: losses.to_vec(),
        bic,
        aic: bic,
        refused: None,
    }
}

#[test]
fn a_law_has_to_be_what_it_is_called() {
    let mut fitted = Fitted::new(Law::of(Shape::Stribeck), vec![0.5]);
    assert_eq!(refused(&fitted, [0.01, 2.0], None), None);
    let why = refused(&fitted, [0.5, 2.0], None).expect("only high speeds were seen");
    assert!(why.contains("low speeds"), "{why}");
    fitted.linear[2] = -1.0;
    let why = refused(&fitted, [0.01, 2.0], None).expect("friction is lower near standstill");
    assert!(why.contains("negative"), "{why}");
}

#[test]
fn friction_does_not_drive() {
    let law = Law::of(Shape::CoulombViscous).with(Extra::Directional);
    assert!(is_law(&law) && !is_law(&Law::of(Shape::Coulomb).with(Extra::Directional)));
    let mut fitted = Fitted::new(law, Vec::new());
    for (directional, may) in [(-0.9, true), (1.1, false), (-1.1, false)] {
        // Coulomb, viscous, by direction.
        fitted.linear = vec![1.0, 1.0, directional];
        assert_eq!(
            refused(&fitted, [0.01, 2.0], None).is_none(),
            may,
            "{directional}"
        );
    }
}

#[test]
fn a_lubricant_does_not_drive() {
    let law = Law::of(Shape::CoulombViscous).with(Extra::Temperature);
    assert!(is_law(&law) && !is_law(&Law::of(Shape::Power).with(Extra::Temperature)));
    let mut fitted = Fitted::new(law, Vec::new());
    let warmth = Some(Warmth {
        reference: 30.0,
        range: [-10.0, 20.0],
    });
    for (by, may) in [(-0.04, true), (-0.06, false), (0.09, true), (0.11, false)] {
        fitted.linear = vec![1.0, 1.0, by];
        let why = refused(&fitted, [0.01, 2.0], warmth);
        assert_eq!(why.is_none(), may, "{by}: {why:?}");
    }
}

#[test]
fn the_simpler_law_stands_unless_another_is_better_beyond_its_error() {
    let simple = candidate(Shape::CoulombViscous, 30.0, [1.0, 1.1, 0.9, 1.0]);
    // Likelier by far, and predicting better in every block.
    let better = candidate(Shape::Stribeck, 0.0, [0.8, 0.85, 0.7, 0.8]);
    // As likely, and predicting neither better nor worse.
    let other = candidate(Shape::Stribeck, 0.0, [1.1, 0.9, 1.0, 1.0]);
    // Hardly likelier.
    let hardly = candidate(Shape::Stribeck, 26.0, [0.9, 1.2, 0.8, 1.0]);
    let of = |rich: &Candidate| {
        let tried = [simple.clone(), rich.clone()];
        let proposed = chosen(&tried).expect("a law");
        (proposed, against(&tried, proposed, 0))
    };
    assert_eq!(of(&better), (1, Some(1)));
    assert_eq!(of(&other).1, Some(0));
    assert_eq!(of(&hardly).1, Some(0));
    // A law of the file that is refused stands against nothing, and nothing is told.
    let mut refused = simple.clone();
    refused.refused = Some("it is");
    assert_eq!(against(&[refused, hardly.clone()], 1, 0), None);
}

#[test]
fn losses_are_above_others_by_deviations_of_the_mean_of_their_logarithms() {
    let e = f64::exp;
    // 0.1 and 0.3: their mean 0.2 has the deviation √(0.02 / 1 / 2) = 0.1.
    let one = [2.0 * e(0.1), 3.0 * e(0.3)];
    assert!((excess(&one, &[2.0, 3.0]) - 2.0).abs() < 1e-12);
    assert!((excess(&[2.0, 3.0], &one) + 2.0).abs() < 1e-12);
    // 0.1, 0.2 and 0.6: 0.3, and √(0.14 / 2 / 3).
    let three = excess(&[e(0.1), e(0.2), e(0.6)], &[1.0; 3]);
    assert!(
        (three - 0.3 / (0.07f64 / 3.0).sqrt()).abs() < 1e-12,
        "{three}"
    );
    assert_eq!(excess(&[1.0, 2.0], &[1.0, 2.0]), 0.0);
    assert_eq!(excess(&[], &[]), 0.0);
    assert!(excess(&[0.0], &[1.0]).is_finite());
}

#[test]
fn why_a_law_is_refused_is_said() {
    let fitted = |shape, extras: &[Extra], linear: &[f64]| Fitted {
        linear: linear.to_vec(),
        ..Fitted::new(
            extras.iter().fold(Law::of(shape), |law, e| law.with(*e)),
            vec![0.5],
        )
    };
    let stribeck = || fitted(Shape::Stribeck, &[], &[1.0, 1.0, 1.0]);
    let of = |fitted: &Fitted| refused(fitted, [0.01, 2.0], None);
    assert_eq!(of(&stribeck()), None);
    let (mut dependent, mut at_bound) = (stribeck(), stribeck());
    (dependent.dependent, dependent.at_bound) = (true, true);
    at_bound.at_bound = true;
    assert_eq!(
        of(&dependent),
        Some("the motion does not tell its terms apart")
    );
    assert_eq!(of(&at_bound), Some("its speed or exponent is at a bound"));
    // A quarter of the highest speed.
    let low = Some("low speeds were not seen");
    assert_eq!(refused(&stribeck(), [0.5, 2.0], None), low);
    assert_eq!(refused(&at_bound, [0.5, 2.0], None), low);
    assert_eq!(refused(&stribeck(), [0.499, 2.0], None), None);
    // An exponent of speed needs no low speeds.
    assert_eq!(
        refused(&fitted(Shape::Power, &[], &[1.0]), [0.5, 2.0], None),
        None
    );
    let negative = Some("a size that cannot be negative is");
    for (shape, extras, linear, why) in [
        (Shape::Stribeck, &[][..], &[-1.0, 1.0, 1.0][..], negative),
        (Shape::Stribeck, &[], &[1.0, 1.0, -1.0], negative),
        (Shape::Power, &[], &[-1.0], negative),
        (Shape::Coulomb, &[Extra::Load], &[1.0, -1.0], negative),
        // Friction may fall with speed, and be larger in one direction.
        (Shape::Quadratic, &[], &[1.0, -1.0, -1.0], None),
        (Shape::Coulomb, &[Extra::Offset], &[0.0, -1.0], None),
        (Shape::Viscous, &[Extra::Directional], &[1.0, 1.0], None),
        (
            Shape::Viscous,
            &[Extra::Directional],
            &[1.0, -1.01],
            Some("it would drive in one direction"),
        ),
        (Shape::Viscous, &[Extra::Temperature], &[1.0, -9.0], None),
    ] {
        assert_eq!(
            of(&fitted(shape, extras, linear)),
            why,
            "{shape:?} {extras:?} {linear:?}"
        );
    }
    let warmth = Some(Warmth {
        reference: 30.0,
        range: [-10.0, 20.0],
    });
    let warm = |by| fitted(Shape::Viscous, &[Extra::Temperature], &[1.0, by]);
    let drives = Some("it would drive at a temperature that was seen");
    let of = |by| refused(&warm(by), [0.01, 2.0], warmth);
    assert_eq!(
        [-0.05, -0.051, 0.1, 0.101].map(of),
        [None, drives, None, drives]
    );
}

#[test]
fn terms_beside_viscous_friction_need_it() {
    let with = |shape, extra| is_law(&Law::of(shape).with(extra));
    for extra in [Extra::Directional, Extra::Temperature] {
        assert!(with(Shape::Viscous, extra) && with(Shape::Stribeck, extra));
        assert!(!with(Shape::Coulomb, extra) && !with(Shape::CoulombPower, extra));
    }
    assert!(with(Shape::None, Extra::Offset) && with(Shape::Coulomb, Extra::Load));
}

#[test]
fn of_laws_that_predict_as_well_the_likeliest_is_proposed() {
    let of = |tried: &[Candidate]| chosen(tried);
    let steady = |size: f64| [size, 1.1 * size, 0.9 * size, 1.05 * size];
    // Neither is a part of the other.
    let two = |losses: [f64; 4], bic: f64| {
        [
            candidate(Shape::Tustin, 0.0, [1.0, 1.1, 0.9, 1.05]),
            candidate(Shape::Stribeck, bic, losses),
        ]
    };
    assert_eq!(of(&two(steady(1.0), -1.0)), Some(1));
    assert_eq!(of(&two(steady(1.0), 1.0)), Some(0));
    // Likelier, but every block is predicted worse.
    assert_eq!(of(&two(steady(1.2), -1.0)), Some(0));
    // Likelier, and worse by 1.9 deviations, or by 2.1: differences of the logarithm by m + d, m - d in turn have √3 m / d.
    let worse = |by: f64| {
        let ends = [1.0, -1.0, 1.0, -1.0].map(|sign| f64::exp(0.1 + sign * 0.1 * 3f64.sqrt() / by));
        let base = [1.0, 1.1, 0.9, 1.05];
        [0, 1, 2, 3].map(|k| base[k] * ends[k])
    };
    assert_eq!(of(&two(worse(1.9), -1.0)), Some(1));
    assert_eq!(of(&two(worse(2.1), -1.0)), Some(0));
    // What is refused, or has no number, is not proposed.
    let mut tried = two(steady(1.0), -1.0);
    tried[1].refused = Some("it is not so");
    assert_eq!(of(&tried), Some(0));
    tried[0].losses[0] = f64::NAN;
    assert_eq!(of(&tried), None);
    assert_eq!(of(&[]), None);
}

#[test]
fn a_part_of_a_law_stands_in_its_place_where_it_hardly_predicts_worse() {
    // The part is worse by so many deviations; its criterion is above by so much.
    let of = |worse: f64, above: f64| {
        let base = [1.0, 1.1, 0.9, 1.05];
        let by =
            [1.0, -1.0, 1.0, -1.0].map(|sign| f64::exp(0.1 + sign * 0.1 * 3f64.sqrt() / worse));
        let part = [0, 1, 2, 3].map(|k| base[k] * by[k]);
        let tried = [
            candidate(Shape::CoulombViscous, above, part),
            candidate(Shape::Stribeck, 0.0, base),
        ];
        chosen(&tried).expect("a law")
    };
    assert_eq!([0.95, 1.05].map(|worse| of(worse, 99.0)), [0, 1]);
    assert_eq!([2.9, 3.1].map(|worse| of(worse, 5.9)), [0, 1]);
    assert_eq!(of(2.9, 6.0), 1);
    // A share of 0.5 % of friction, which leaves 10,000 without it, does not matter: 0.25 of the losses.
    let small = |by: f64| {
        let tried = [
            candidate(Shape::None, 1e6, [10_001.0; 4]),
            candidate(Shape::CoulombViscous, 99.0, [1.0 + by; 4]),
            candidate(Shape::Stribeck, 0.0, [1.0; 4]),
        ];
        chosen(&tried).expect("a law")
    };
    assert_eq!([0.24, 0.26].map(small), [1, 2]);
}

/// Of parts that predict as well, none of which is a part of the other, the likeliest.
#[test]
fn of_several_parts_the_likeliest_stands() {
    let losses = [1.0, 1.1, 0.9, 1.05];
    for (coulomb, viscous) in [(4.0, 2.0), (2.0, 4.0)] {
        let tried = [
            candidate(Shape::Coulomb, coulomb, losses),
            candidate(Shape::Viscous, viscous, losses),
            candidate(Shape::CoulombViscous, 0.0, losses),
        ];
        assert_eq!(chosen(&tried), Some(usize::from(viscous < coulomb)));
    }
}

/// Neither of two equal laws is a part of the other, so that the search ends.
#[test]
fn a_law_that_stands_twice_is_chosen_once() {
    let law = || candidate(Shape::Stribeck, 0.0, [1.0, 1.1, 0.9, 1.05]);
    assert_eq!(chosen(&[law(), law()]), Some(0));
}

#[test]
fn the_file_stands_unless_the_law_proposed_is_likelier_and_no_worse() {
    let file = |bic: f64, losses| candidate(Shape::CoulombViscous, bic, losses);
    let of = |bic: f64, own: [f64; 4]| {
        let tried = [
            file(bic, [1.0, 1.1, 0.9, 1.05]),
            candidate(Shape::Power, 0.0, own),
        ];
        against(&tried, 1, 0)
    };
    let same = [1.0, 1.1, 0.9, 1.05];
    assert_eq!([5.9, 6.0].map(|bic| of(bic, same)), [Some(0), Some(1)]);
    let worse = |by: f64| {
        let ends = [1.0, -1.0, 1.0, -1.0].map(|sign| f64::exp(0.1 + sign * 0.1 * 3f64.sqrt() / by));
        [0, 1, 2, 3].map(|k| same[k] * ends[k])
    };
    assert_eq!(
        [0.95, 1.05].map(|by| of(6.0, worse(by))),
        [Some(1), Some(0)]
    );
    // What is proposed may be refused nowhere, but is the file's own.
    let mut tried = [file(0.0, same), file(50.0, same)];
    tried[0].refused = Some("it is not so");
    assert_eq!(
        [against(&tried, 0, 0), against(&tried, 1, 0)],
        [Some(0), None]
    );
}

#[test]
fn alternatives_are_hardly_less_likely_and_no_relations() {
    let losses = [1.0; 4];
    let mut tried = vec![
        candidate(Shape::Stribeck, 10.0, losses),
        candidate(Shape::Tanh, 15.9, losses),
        candidate(Shape::Power, 16.0, losses),
        candidate(Shape::Tustin, 12.0, losses),
        candidate(Shape::CoulombViscous, 11.0, losses),
        candidate(Shape::StribeckExponent, 11.0, losses),
        candidate(Shape::Quadratic, 11.0, losses),
    ];
    tried[6].refused = Some("it is not so");
    assert_eq!(alternatives(&tried, 0), [3, 1]);
}

/// Of a law that was asked for the others may be likelier, and are then told from it as well as those that are less likely.
#[test]
fn a_law_that_is_likelier_by_far_is_no_alternative() {
    let losses = [1.0; 4];
    let tried = [
        candidate(Shape::Power, 10.0, losses),
        candidate(Shape::Tanh, 4.0, losses),
        candidate(Shape::CoulombViscous, -4.9, losses),
        candidate(Shape::Tustin, 4.1, losses),
    ];
    assert_eq!(alternatives(&tried, 0), [3]);
}

fn squares(knots: &Knots, law: &Law, linear: &[f64], rest: f64) -> Squares {
    let z = knots.matrix(law, &[]) * DVector::from_row_slice(linear);
    let r = DMatrix::identity(z.len(), z.len());
    Squares {
        triangle: Triangle { r, z },
        rest,
    }
}

#[test]
fn criteria_count_samples_as_often_as_they_are_independent() {
    let knots = Knots {
        at: vec![0.0, 1.0, 2.0],
    };
    let law = Law::of(Shape::Viscous);
    let fold = |others: f64, own: f64, rows: usize| Fold {
        others: squares(&knots, &law, &[others], 7.0),
        own: squares(&knots, &law, &[own], 3.0),
        rows,
    };
    let problem = Problem {
        all: squares(&knots, &law, &[2.0], 12.0),
        folds: vec![fold(2.0, 3.0, 4), fold(2.5, 2.0, 5)],
        rows: 50,
    };
    let choice = |ratio| Choice {
        problem: &problem,
        knots: &knots,
        speeds: [0.01, 2.0],
        warmth: None,
        ratio,
    };
    assert_eq!(
        [2.0, 40.0].map(|ratio| choice(ratio).effective()),
        [25.0, 2.0]
    );
    let found = choice(2.0).candidate(&law);
    let near = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-9, "{found} for {expected}")
    };
    near(found.fitted.linear[0], 2.0);
    // 12 that nothing explains, by two; one parameter.
    near(found.bic, 6.0 + 25f64.ln());
    near(found.aic, 8.0);
    // Both directions have speeds of 0, 1 and 2: a slope that is off by 1 leaves 10.
    assert_eq!(found.losses.len(), 2);
    near(found.losses[0], 13.0 / 4.0);
    near(found.losses[1], (2.5 + 3.0) / 5.0);
    near(found.loss(), (13.0 / 4.0 + 1.1) / 2.0);
    assert_eq!(found.refused, None);
    // Without the term all of it is left.
    let none = choice(2.0).candidate(&Law::of(Shape::None));
    near(none.bic, (40.0 + 12.0) / 2.0);
    near(none.losses[0], 93.0 / 4.0);
}

/// Friction that is larger in one direction is not told by a shape or an offset alone: once it is found beside a shape, every shape is
/// tried beside it, no law twice, and none that is no friction.
#[test]
fn every_shape_is_tried_beside_what_the_best_law_adds() {
    let knots = Knots {
        at: vec![0.0, 1.0, 2.0, 4.0],
    };
    let truth = Law::of(Shape::CoulombViscous).with(Extra::Directional);
    let fold = |off: f64| {
        let own = squares(&knots, &truth, &[50.0, 40.0, 20.0 + off], 3.0 + off);
        let others = squares(&knots, &truth, &[50.0, 40.0, 20.0], 27.0);
        Fold {
            others,
            own,
            rows: 10,
        }
    };
    let problem = Problem {
        all: squares(&knots, &truth, &[50.0, 40.0, 20.0], 30.0),
        folds: vec![fold(0.0), fold(0.1), fold(-0.1)],
        rows: 30,
    };
    let choice = Choice {
        problem: &problem,
        knots: &knots,
        speeds: [0.01, 4.0],
        warmth: None,
        ratio: 1.0,
    };
    let (tried, best) = choice.run();
    let laws: Vec<&Law> = tried.iter().map(|known| &known.fitted.law).collect();
    assert_eq!(best.map(|best| laws[best]), Some(&truth));
    for (k, law) in laws.iter().enumerate() {
        assert!(is_law(law) && !laws[..k].contains(law), "{law:?}");
        assert!(!law.extras.contains(&Extra::Temperature), "{law:?}");
    }
    for shape in Shape::ALL {
        let beside = |extras: &[Extra]| {
            let law = extras.iter().fold(Law::of(shape), |law, e| law.with(*e));
            (is_law(&law), laws.contains(&&law))
        };
        assert_eq!(beside(&[]), (true, true));
        assert_eq!(beside(&[Extra::Offset]), (true, true));
        let (may, is) = beside(&[Extra::Directional]);
        assert_eq!(may, is, "{shape:?}");
    }
    // What could be added to the best law is tried, too.
    for extra in [Extra::Offset, Extra::Load] {
        assert!(laws.contains(&&truth.with(extra)), "{extra:?}");
    }
}

/// What laws predict is alike, and each criterion would take another.
#[test]
fn of_laws_that_predict_as_well_bayes_and_not_akaike_chooses() {
    let losses = [1.0, 1.1, 0.9, 1.05];
    let both = |bic: f64, aic: f64, shape| Candidate {
        aic,
        ..candidate(shape, bic, losses)
    };
    for [first, second] in [[0.0, 1.0], [1.0, 0.0]] {
        let tried = [
            both(first, -5.0 - first, Shape::Tustin),
            both(second, -5.0 - second, Shape::Stribeck),
        ];
        assert_eq!(chosen(&tried), Some(usize::from(second < first)));
    }
}

/// An offset is found beside the first shapes, and what else there is one after the other, the largest first: in the fourth round
/// every shape is tried beside all of it.
#[test]
fn as_many_rounds_are_tried_as_there_are_terms_to_add() {
    let knots = Knots {
        at: vec![0.0, 1.0, 2.0, 4.0],
    };
    let with_all = |shape| {
        let all = Extra::ALL.into_iter();
        all.fold(Law::of(shape), |law, extra| law.with(extra))
    };
    let truth = with_all(Shape::CoulombViscous);
    let of = |directional: f64, rest: f64| {
        let linear = [50.0, 40.0, 30.0, directional, 10.0, 8.0];
        squares(&knots, &truth, &linear, rest)
    };
    let fold = |off: f64| Fold {
        others: of(20.0, 27.0),
        own: of(20.0 + off, 3.0 + off),
        rows: 10,
    };
    let problem = Problem {
        all: of(20.0, 30.0),
        folds: vec![fold(0.0), fold(0.1), fold(-0.1)],
        rows: 30,
    };
    let choice = Choice {
        problem: &problem,
        knots: &knots,
        speeds: [0.01, 4.0],
        warmth: Some(Warmth {
            reference: 30.0,
            range: [-1.0, 1.0],
        }),
        ratio: 1.0,
    };
    let (tried, best) = choice.run();
    let laws: Vec<&Law> = tried.iter().map(|known| &known.fitted.law).collect();
    assert_eq!(best.map(|best| laws[best]), Some(&truth));
    for law in Shape::ALL.map(with_all) {
        assert_eq!(laws.contains(&&law), is_law(&law), "{law:?}");
    }
}

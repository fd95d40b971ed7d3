//! The constants of an expansion, and elements as combinations of them, for robots small enough to write them down.

use super::unknown::Unknown::{Curvature, Friction, Gravity, Inertia, Slope, Variation};
use super::unknown::{parts, unknowns};
use armwright_robots::{double_pendulum, tx40};
use armwright_runtime::{ElementPart, ParameterKind, Robot};

#[test]
fn a_double_pendulum_has_two_gravities_and_three_inertias_that_vary_with_the_elbow() {
    let found = unknowns(double_pendulum::ROBOT.model());
    assert_eq!(
        found,
        [
            Gravity(0),
            Gravity(1),
            Slope(0, 0),
            Curvature(0, 0, 0),
            Curvature(0, 0, 1),
            Slope(0, 1),
            Curvature(0, 1, 1),
            Slope(1, 1),
            Curvature(1, 1, 1),
            Inertia(0, 0),
            Variation(0, 0, 1),
            Inertia(0, 1),
            Variation(0, 1, 1),
            Inertia(1, 1),
        ]
    );
}

/// Offsets are constant torques of joints that no gravity moves, too; friction but for them has a column each.
#[test]
fn offsets_leave_a_constant_at_every_joint() {
    let model = tx40::ROBOT.model();
    let found = unknowns(model);
    for joint in 0..model.joints.len() {
        assert!(found.contains(&Gravity(joint)), "{joint}");
    }
    let friction = model.parameters.iter().enumerate();
    let friction = friction.filter(|(_, p)| {
        matches!(
            p.kind,
            ParameterKind::Coulomb(_) | ParameterKind::Viscous(_)
        )
    });
    let expected: Vec<_> = friction.map(|(k, _)| Friction(k)).collect();
    let columns = found.iter().filter(|u| matches!(u, Friction(_)));
    assert_eq!(columns.copied().collect::<Vec<_>>(), expected);
    assert!(expected.len() >= 12);
}

/// `S_ijk = ∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i`, halved where j is k.
#[test]
fn velocity_terms_are_those_of_christoffel() {
    let elements = double_pendulum::ROBOT.model().elements;
    let of = |part: ElementPart, indices: &[usize]| {
        let mut all = elements.iter();
        parts(
            all.find(|e| e.part == part && e.indices == indices)
                .expect("an element"),
        )
    };
    assert_eq!(of(ElementPart::Gravity, &[1]), [(Gravity(1), 1.0)]);
    assert_eq!(of(ElementPart::Inertia, &[0, 1]), [(Inertia(0, 1), 1.0)]);
    assert_eq!(
        of(ElementPart::Coriolis, &[0, 1, 1]),
        [
            (Variation(0, 1, 1), 0.5),
            (Variation(0, 1, 1), 0.5),
            (Variation(1, 1, 0), -0.5),
        ]
    );
    assert_eq!(
        of(ElementPart::Coriolis, &[0, 0, 1]),
        [
            (Variation(0, 0, 1), 1.0),
            (Variation(0, 1, 0), 1.0),
            (Variation(0, 1, 0), -1.0),
        ]
    );
    assert_eq!(
        of(ElementPart::Coriolis, &[1, 0, 0]),
        [
            (Variation(0, 1, 0), 0.5),
            (Variation(0, 1, 0), 0.5),
            (Variation(0, 0, 1), -0.5),
        ]
    );
}

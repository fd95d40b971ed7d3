//! Shapes in any order, several planes, and numbers that are none.

use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

use super::{Clearance, Geometry, GeometryError, clearance};

fn clearances(text: &str) -> Result<Vec<Clearance>, GeometryError> {
    let geometry = Geometry::read(text).expect("a geometry");
    geometry.clearances(double_pendulum::ROBOT.model())
}

/// The base carries the upper arm and that the lower one, however they are written.
#[test]
fn who_carries_another_may_be_written_after_it() {
    let text = "
capsules:
  - {body: lower, from: [0, 0, 0], to: [0.3, 0, 0], radius: 0.03}
  - {body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}
  - {body: base, from: [0, 0, 0], to: [0, 0, 0.1], radius: 0.2}
";
    let wanted = Clearance::Between {
        capsules: [0, 2],
        radii: 0.03 + 0.2,
        name: "lower and base".to_owned(),
    };
    assert_eq!(clearances(text).expect("clearances"), [wanted]);
}

#[test]
fn a_misspelt_base_is_meant_as_well() {
    let text = "capsules: [{body: bse, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}]";
    assert_eq!(
        clearances(text).expect_err("no body").to_string(),
        "`bse` is no body of the robot; there are base, upper, lower; did you mean base?"
    );
}

#[test]
fn each_plane_has_its_own_number() {
    let text = "
capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}]
floor: -0.5
planes: [{normal: [1, 0, 0], offset: -1}, {normal: [0, -2, 0], offset: -4}]
workspace: {low: [-3, -3, -3], high: [3, 3, 3]}
";
    let all = clearances(text).expect("clearances");
    let names: Vec<&str> = all.iter().map(Clearance::name).step_by(2).collect();
    let box_of = ["upper and the workspace"; 6];
    assert_eq!(
        names[..3],
        [
            "upper and the floor",
            "upper and plane 1",
            "upper and plane 2"
        ]
    );
    assert_eq!(names[3..], box_of);
}

#[test]
fn numbers_that_are_not_finite_make_no_shapes() {
    let refused = |text: &str| clearances(text).expect_err("a refusal").to_string();
    assert_eq!(
        refused("capsules: [{body: upper, from: [0, 0, 0], to: [1, 0, 0], radius: .inf}]"),
        "the radius of a capsule of upper is inf; it has to be above 0"
    );
    for ends in [
        "from: [0, .nan, 0], to: [1, 0, 0]",
        "from: [0, 0, 0], to: [1, 0, .inf]",
    ] {
        assert_eq!(
            refused(&format!("capsules: [{{body: upper, {ends}, radius: 1}}]")),
            "an end of a capsule of upper is no number"
        );
    }
    assert_eq!(
        refused("{capsules: [], floor: .nan}"),
        "the height of the floor is NaN, and has to be a number"
    );
    for plane in [
        "normal: [.inf, 0, 0], offset: 1",
        "normal: [0, 0, 1], offset: .inf",
        "normal: [0, 0, 1], offset: .nan",
    ] {
        assert_eq!(
            refused(&format!("planes: [{{{plane}}}]")),
            "plane 1: its normal has no direction"
        );
    }
    for corners in [
        "low: [0, .nan, 0], high: [1, 1, 1]",
        "low: [0, 0, 0], high: [1, 1, .nan]",
    ] {
        assert_eq!(
            refused(&format!("workspace: {{{corners}}}")),
            "the workspace's low corner has to be below its high corner"
        );
    }
}

/// One from -1 to 3 along x, the other from -3 to 1 along y below it: they are nearest at a quarter and at three quarters.
/// Where they cross no way leads from one to the other, and nothing moves them apart.
#[test]
fn a_clearance_has_slopes_wherever_capsules_are() {
    let between = Clearance::Between {
        capsules: [0, 1],
        radii: 0.3,
        name: String::new(),
    };
    let found = |height: f64| {
        let ends = [
            [-1.0, 0.0, 0.0],
            [3.0, 0.0, 0.0],
            [0.0, -3.0, -height],
            [0.0, 1.0, -height],
        ];
        let mut slopes = [[9.0; 3]; 4];
        let distance = clearance(&between, |end| ends[end], |end, slope| slopes[end] = slope);
        (distance, slopes)
    };
    let up = |slope: f64| [0.0, 0.0, slope];
    assert_eq!(
        found(0.5),
        (0.5 - 0.3, [up(0.75), up(0.25), up(-0.25), up(-0.75)])
    );
    assert_eq!(found(0.0), (-0.3, [[0.0; 3]; 4]));
}

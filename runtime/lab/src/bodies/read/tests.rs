//! What a file says of bodies, and each mistake with its place and its words.

use super::super::{Bodies, BodiesError, Body, Region};
use super::LARGEST;
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

/// Mistakes with their lines and columns.
type Mistakes = Vec<(Option<(usize, usize)>, String)>;

fn parsed(text: &str) -> Result<Bodies, Mistakes> {
    let model = double_pendulum::ROBOT.model();
    let found = Bodies::parse(text.as_bytes(), model);
    found.map_err(|mistakes| {
        let each = mistakes.into_iter().map(|m| {
            let spot = m.spot.map(|spot| (spot.line, spot.column));
            (spot, m.what)
        });
        each.collect()
    })
}

#[test]
fn every_key_has_its_place_in_a_body() {
    let text = "bodies:
  lower:
    mass: [~, 2.5]
    centre:
      box: {x: [-0.1, ~], y: [~, 0.2], z: 0.3}
      ellipsoid: {centre: [0.1, 0.2, 0.3], radii: [0.4, 0.5, 0.6], rpy: [0.7, 0.8, 0.9]}
    inside:
      hull: [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]
    symmetric:
      planes: {x: 0.1, z: 0.3}
  upper:
    symmetric: {axis: {through: [0.1, 0.2, 0.3], along: y}}
";
    let lower = Body {
        mass: [None, Some(2.5)],
        centre: vec![
            Region::Box([
                [Some(-0.1), None],
                [None, Some(0.2)],
                [Some(0.3), Some(0.3)],
            ]),
            Region::Ellipsoid {
                centre: [0.1, 0.2, 0.3],
                radii: [0.4, 0.5, 0.6],
                rpy: [0.7, 0.8, 0.9],
            },
        ],
        inside: vec![Region::Hull(vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [0.0, 0.0, 3.0],
        ])],
        planes: [Some(0.1), None, Some(0.3)],
        axis: None,
    };
    let upper = Body {
        axis: Some((1, [0.1, 0.2, 0.3])),
        ..Body::default()
    };
    let of = vec![("lower".to_owned(), lower), ("upper".to_owned(), upper)];
    assert_eq!(parsed(text), Ok(Bodies { of }));
    // A plane each, and an axis through the origin where nothing is said.
    let text = "bodies: {upper: {symmetric: {planes: {y: 0.2}, axis: {along: z}}}}";
    let found = parsed(text).map(|found| found.of[0].1.clone());
    assert_eq!(
        found.expect_err("y = 0.2 is no plane of this axis")[0].1,
        "upper: a body of revolution about an axis at y = 0 has no other plane of symmetry along y"
    );
    assert!(
        Bodies::default().is_empty()
            && !parsed("bodies: {upper: {mass: 1}}")
                .expect("a mass")
                .is_empty()
    );
}

/// What stands under `upper:` on one line, whose first character is the 11th of the second line.
#[test]
fn mistakes_stand_at_their_places() {
    for (text, column, what) in [
        ("3", 10, "expected a map, `mass: [1, 3]`, found `3`"),
        (
            "{mas: 1}",
            11,
            "`mas` is no key here; there are mass, centre, inside, symmetric; did you mean mass?",
        ),
        ("{mass: heavy}", 17, "expected a number, found `heavy`"),
        ("{mass: [1, .inf]}", 21, "expected a number, found `.inf`"),
        ("{mass: inf}", 17, "expected a number, found `inf`"),
        (
            "{mass: [1, 2, 3]}",
            17,
            "expected a range, `[1, 3]` or `[~, 3]`, or a number, found a list",
        ),
        (
            "{mass: {}}",
            17,
            "expected a range, `[1, 3]` or `[~, 3]`, or a number, found a map",
        ),
        (
            "{mass: [3, 1]}",
            3,
            "upper: a range from 3 to 1 kg has no value in it: give the smaller end first",
        ),
        (
            "{centre: {ball: {}}}",
            20,
            "`ball` is no key here; there are box, ellipsoid, hull; did you mean hull?",
        ),
        (
            "{centre: []}",
            19,
            "expected a map, `box: {x: [-0.1, 0.1]}`, found a list",
        ),
        (
            "{centre: {box: 1}}",
            25,
            "expected a map, `x: [-0.1, 0.1]`, found `1`",
        ),
        (
            "{centre: {box: {w: 1}}}",
            26,
            "`w` is no key here; there are x, y, z",
        ),
        (
            "{inside: {box: {z: 0.1}}}",
            20,
            "a body has an extent: its box needs some, too",
        ),
        (
            "{inside: {ellipsoid: {radii: [1, 1, 0]}}}",
            20,
            "the radii of an ellipsoid are above 0, m; these are [1.0, 1.0, 0.0]",
        ),
        (
            "{inside: {ellipsoid: {centre: [1, 1, 0]}}}",
            31,
            "an ellipsoid needs `radii: [0.1, 0.1, 0.3]`, m",
        ),
        (
            "{inside: {ellipsoid: {}}}",
            31,
            "an ellipsoid needs `radii: [0.1, 0.1, 0.3]`, m",
        ),
        (
            "{inside: {ellipsoid: {radii: 0.3}}}",
            39,
            "expected three numbers, `[0, 0, 0.1]`, found `0.3`",
        ),
        (
            "{inside: {ellipsoid: 0.3}}",
            31,
            "expected a map, `radii: [0.1, 0.1, 0.3]`, found `0.3`",
        ),
        (
            "{inside: {hull: {}}}",
            26,
            "a hull is a list of points, `[[0, 0, 0], ...]`, and this is a map",
        ),
        (
            "{inside: {hull: [[0, 0]]}}",
            27,
            "expected three numbers, `[0, 0, 0.1]`, found a list",
        ),
        (
            "{symmetric: {plane: {}}}",
            23,
            "`plane` is no key here; there are planes, axis; did you mean planes?",
        ),
        (
            "{symmetric: 1}",
            22,
            "expected a map, `planes: {y: 0}`, found `1`",
        ),
        (
            "{symmetric: {planes: 1}}",
            31,
            "expected a map, `y: 0`, found `1`",
        ),
        (
            "{symmetric: {axis: {along: w}}}",
            23,
            "an axis is `along: x`, `y` or `z`",
        ),
        (
            "{symmetric: {axis: {through: [0, 0, 0]}}}",
            23,
            "an axis is `along: x`, `y` or `z`",
        ),
    ] {
        let found = parsed(&format!("bodies:\n  upper: {text}\n"));
        let expected = vec![(Some((2, column)), what.to_owned())];
        assert_eq!(found, Err(expected), "{text}");
    }
    // In the order of the places, whatever was found first.
    let found = parsed("bodies:\n  lowest: {mass: 1}\n  upper: {mass: x, centre: 3}\n");
    let places: Vec<_> = found
        .expect_err("mistakes")
        .into_iter()
        .map(|m| m.0)
        .collect();
    assert_eq!(places, [Some((2, 3)), Some((3, 17)), Some((3, 28))]);
}

#[test]
fn a_file_as_a_whole_is_refused_without_a_place() {
    let model = double_pendulum::ROBOT.model();
    let of = |text: &[u8]| {
        let mistakes = Bodies::parse(text, model).expect_err("a refusal");
        let [mistake] = &mistakes[..] else {
            panic!("{mistakes:?}");
        };
        (
            mistake.spot.map(|spot| (spot.line, spot.column)),
            mistake.what.clone(),
        )
    };
    let none = |what: &str| (None, what.to_owned());
    assert_eq!(
        of(b""),
        none("write `bodies:`, and under it what is known of each")
    );
    assert_eq!(
        of(&[0xff, 0xfe]),
        none("this is not UTF-8: save it as UTF-8 text")
    );
    // What is no YAML has a place.
    let tab = "a tab stands where YAML has spaces: indent with spaces";
    let (spot, what) = of(b"bodies:\n\tupper: {mass: 1}\n");
    assert_eq!((spot, what.as_str()), (Some((2, 1)), tab));
    let mut long = b"bodies: {upper: {mass: 1}}\n".to_vec();
    long.resize(LARGEST, b'#');
    assert!(Bodies::parse(&long, model).is_ok());
    long.push(b'#');
    assert_eq!(of(&long), none("more than 1 MiB say nothing of bodies"));
    let (spot, what) = of(b"arms: {}");
    assert_eq!(spot, Some((1, 1)));
    assert_eq!(what, "`arms` is no key here; there are bodies");
    let (spot, what) = of(b"- 1");
    assert_eq!(spot.map(|s| s.0), Some(1));
    assert_eq!(
        what,
        "expected a map, `bodies: {arm: {mass: [1, 3]}}`, found a list"
    );
    let (_, what) = of(b"bodies: 3");
    assert_eq!(what, "expected a map, `arm: {mass: [1, 3]}`, found `3`");
    let (spot, what) = of(b"bodies:\n  uper: {mass: 1}\n");
    assert_eq!(spot, Some((2, 3)));
    assert_eq!(
        what,
        "the robot double_pendulum has no body `uper`; did you mean upper?"
    );
}

#[test]
fn a_file_that_is_refused_is_named_with_all_its_mistakes() {
    let model = double_pendulum::ROBOT.model();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("known.yaml");
    let said = |text: &str| {
        std::fs::write(&path, text).expect("a temporary file");
        Bodies::read(&path, model).map_err(|error| error.to_string())
    };
    let shown = path.display();
    assert_eq!(
        said("bodies:\n  upper: {mass: x, centre: 3}\n"),
        Err(format!(
            "{shown}, line 2, column 17: expected a number, found `x`\n{shown}, line 2, column 28: expected a map, `box: \
             {{x: [-0.1, 0.1]}}`, found `3`"
        ))
    );
    assert_eq!(
        said(""),
        Err(format!(
            "{shown}: write `bodies:`, and under it what is known of each"
        ))
    );
    let mass = [Some(2.0), Some(2.0)];
    let known = Body {
        mass,
        ..Body::default()
    };
    let of = vec![("upper".to_owned(), known.clone())];
    assert_eq!(said("bodies: {upper: {mass: 2}}\n"), Ok(Bodies { of }));
    let missing = Bodies::read(&folder.path().join("none.yaml"), model);
    match missing {
        Err(error @ BodiesError::Unreadable { .. }) => {
            let start = format!(
                "cannot read {}: ",
                folder.path().join("none.yaml").display()
            );
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        other => panic!("{other:?}"),
    }
    // The same of what a program says.
    let check = |name: &str, body: Body| {
        let bodies = Bodies {
            of: vec![(name.to_owned(), body)],
        };
        bodies.check(model).map_err(|error| error.to_string())
    };
    assert_eq!(check("upper", known.clone()), Ok(()));
    assert_eq!(
        check("hand", known.clone()),
        Err("hand: the robot double_pendulum has no body `hand`".to_owned())
    );
    let heavy = Body {
        mass: [Some(3.0), Some(1.0)],
        ..known.clone()
    };
    assert_eq!(
        check("lower", heavy),
        Err(
            "lower: a range from 3 to 1 kg has no value in it: give the smaller end first"
                .to_owned()
        )
    );
    let two = Bodies {
        of: ["lower", "upper"]
            .map(|name| (name.to_owned(), known.clone()))
            .to_vec(),
    };
    let places: Vec<usize> = two
        .conditions(model)
        .expect("conditions")
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    assert_eq!(places, [1, 0]);
}

/// In the order of the file, whatever is looked at first.
#[test]
fn mistakes_are_told_from_the_top() {
    let text = "bodies:
  lower:
    mass: heavy
    colour: red
  upper:
    mass: [3, 1]
    centre: {box: {x: wide}}
";
    let mistakes = parsed(text).expect_err("mistakes");
    let places: Vec<_> = mistakes.iter().map(|(spot, _)| *spot).collect();
    assert_eq!(places, [Some((3, 11)), Some((4, 5)), Some((7, 23))]);
    assert!(mistakes[0].1.starts_with("expected a number, found"));
    assert!(mistakes[1].1.starts_with("`colour` is no key here"));
}

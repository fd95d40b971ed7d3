//! Mechanisms whose frames are turned by multiples of 15 degrees, under gravity from as many sides: base
//! parameters are as many as the oracle's equations reveal, which know angles as floats only.

use std::fmt::Write as _;

use armwright_codegen::identifiability::base_parameters;
use armwright_tests::{Random, built, oracle, revealed};

/// How many mechanisms are tried: `ARMWRIGHT_MECHANISMS`, or a number that takes seconds.
fn mechanisms() -> u64 {
    let number = std::env::var("ARMWRIGHT_MECHANISMS");
    number.map_or(60, |text| {
        text.parse()
            .expect("ARMWRIGHT_MECHANISMS is a whole number")
    })
}

/// The cosine of a multiple of 15 degrees, in the words of a robot file.
fn cosine(times: usize) -> String {
    let quarter = [
        "1",
        "(sqrt(6) + sqrt(2))/4",
        "sqrt(3)/2",
        "sqrt(2)/2",
        "1/2",
        "(sqrt(6) - sqrt(2))/4",
        "0",
    ];
    let folded = times.min(24 - times);
    match quarter.get(folded) {
        Some(cosine) => (*cosine).to_owned(),
        None => format!("-{}", quarter[12 - folded]),
    }
}

/// Gravity in one of 24 directions of a plane, every other one of which no rational numbers have.
fn gravity(random: &mut Random) -> String {
    let (times, axis) = (random.below(24), random.below(3));
    let mut components = [cosine(times), cosine((times + 18) % 24), "0".to_owned()];
    components.rotate_right(axis);
    format!("[{}]", components.map(|c| format!("9.81*{c}")).join(", "))
}

/// Turns about axes of the frames, in multiples of 15 degrees; more often than not those about the first
/// axis make a right angle or nothing.
fn turns(random: &mut Random) -> Vec<(usize, usize)> {
    let axis = random.below(3);
    let first = random.below(24);
    let right = 6 * random.below(4);
    let mut turns = vec![(axis, first)];
    if random.below(2) == 0 {
        let (other, there) = (random.below(3), random.below(24));
        turns.extend([(other, there), (other, 24 - there)]);
    }
    match random.below(4) {
        0 => turns.push((random.below(3), random.below(24))),
        _ => turns.push((axis, 24 + right - first)),
    }
    turns
}

fn angle(times: usize, random: &mut Random) -> String {
    match random.below(3) {
        0 => format!("{}deg", 15 * times),
        1 => format!("{times}*pi/12"),
        // Two angles that are none of these, and make one.
        _ => format!("{}.25deg - 7.25deg", 15 * times + 7),
    }
}

/// One to three moving joints, each behind frames turned and displaced one inside the other.
fn mechanism(random: &mut Random) -> String {
    let mut text = format!("robot: turned\ngravity: {}\nbodies:\n", gravity(random));
    let mut parent = "base".to_owned();
    let joints = 1 + random.below(3);
    for joint in 0..joints {
        for (step, (axis, times)) in turns(random).into_iter().enumerate() {
            let mut rpy = ["0", "0", "0"].map(str::to_owned);
            rpy[axis] = angle(times, random);
            let (name, rpy) = (format!("f{joint}_{step}"), rpy.join(", "));
            let xyz = random
                .vector(3, 0.4)
                .iter()
                .map(|x| format!("{x:.1}"))
                .collect::<Vec<_>>()
                .join(", ");
            let _ = writeln!(
                text,
                "  - {{name: {name}, parent: {parent}, joint: {{name: j{name}, type: fixed, \
                 origin: {{xyz: [{xyz}], rpy: [{rpy}]}}}}}}"
            );
            parent = name;
        }
        let kind = ["revolute", "revolute", "prismatic"][random.below(3)];
        let axes = [
            "[0, 0, 1]",
            "[1, 0, 0]",
            "[0, sqrt(2)/2, sqrt(2)/2]",
            "[1/2, 0, -sqrt(3)/2]",
        ];
        let angles = [0; 2].map(|_| angle(random.below(24), random));
        let convention = ["standard", "modified"][random.below(2)];
        let place = match random.below(3) {
            0 => format!(
                "dh: {{convention: {convention}, alpha: {}, theta: {}, a: 0.3, d: 0.2}}",
                angles[0], angles[1]
            ),
            _ => format!("axis: {}", axes[random.below(4)]),
        };
        let follows = joint == 2 && kind == "revolute" && random.below(2) == 0;
        let follows = if follows {
            let offset = 15 * random.below(24);
            format!(", coordinate: {{offset: {offset}deg, q0: -1}}")
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "  - {{name: b{joint}, parent: {parent}, \
             joint: {{name: q{joint}, type: {kind}, {place}{follows}}}}}"
        );
        parent = format!("b{joint}");
    }
    text
}

#[test]
fn base_parameters_are_as_many_as_motion_reveals() {
    for case in 0..mechanisms() {
        let text = mechanism(&mut Random::new(case));
        let base = base_parameters(&built(&text))
            .expect("base parameters")
            .base;
        let robot =
            oracle::Mechanism::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(base.len(), revealed(&robot, case), "case {case}\n{text}");
    }
}

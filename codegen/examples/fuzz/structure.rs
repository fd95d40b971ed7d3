//! Changes that keep a robot file a robot file: more bodies, other joints, drives, symbols, wishes.

use std::ops::Range;

use crate::random::Random;

/// A change of what the robot is.
pub(crate) fn changed(text: &str, random: &mut Random) -> String {
    match random.below(10) {
        0..=3 => grown(text, random),
        4 => reparented(text, random),
        5 => with_joint(text, random),
        6 => symbolic(text),
        7 => driven(text, random),
        8 => wished(text, random),
        _ => text.replacen(
            "alpha: pi/2",
            random.one_of(&["alpha: 0.3", "alpha: 20deg"]),
            9,
        ),
    }
}

/// The lines of each body of the list.
fn bodies(lines: &[&str]) -> Vec<Range<usize>> {
    let Some(first) = lines.iter().position(|line| line.starts_with("bodies:")) else {
        return Vec::new();
    };
    let inside = |line: &&&str| line.starts_with([' ', '-', '#']) || line.is_empty();
    let end = first + 1 + lines[first + 1..].iter().take_while(inside).count();
    let starts: Vec<usize> = (first + 1..end)
        .filter(|&i| lines[i].trim_start().starts_with("- ") && lines[i].contains("name"))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([end]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect()
}

/// What stands behind a key in some lines.
fn value<'l>(lines: &[&'l str], key: &str) -> Option<&'l str> {
    let found = lines
        .iter()
        .find_map(|line| Some(line.split_once(key)?.1))?;
    let value = found.trim_start();
    Some(value[..value.find([',', '}', ' ']).unwrap_or(value.len())].trim())
}

/// Copies of bodies at the end of the chain: trees become chains, chains become long.
fn grown(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let bodies = bodies(&lines);
    let (Some(last), false) = (bodies.last(), bodies.is_empty()) else {
        return text.to_owned();
    };
    let mut parent = value(&lines[last.clone()], "name:")
        .unwrap_or("base")
        .to_owned();
    let mut copies: Vec<String> = Vec::new();
    let count = random.few(5);
    for copy in 0..count {
        let body = &lines[bodies[random.below(bodies.len())].clone()];
        let fresh = format!("x{}_{copy}", random.below(1000));
        let (mut names, joined) = (0, body.join("\n"));
        let mut new = String::new();
        for (place, piece) in joined.split("name:").enumerate() {
            // The body's own name, then its joint's.
            if place == 0 {
                new.push_str(piece);
                continue;
            }
            let rest = &piece[piece.find([',', '}', '\n']).unwrap_or(piece.len())..];
            new.push_str(&format!("name: {fresh}{}", "j".repeat(names)));
            new.push_str(rest);
            names += 1;
        }
        if let Some((before, after)) = new.clone().split_once("parent:") {
            let rest = &after[after.find([',', '}', '\n']).unwrap_or(after.len())..];
            new = format!("{before}parent: {parent}{rest}");
        }
        copies.push(new);
        if random.below(8) > 0 {
            parent = fresh;
        }
    }
    let (head, tail) = lines.split_at(last.end);
    format!(
        "{}\n{}\n{}\n",
        head.join("\n"),
        copies.join("\n"),
        tail.join("\n")
    )
}

/// A body carried by another one.
fn reparented(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let bodies = bodies(&lines);
    if bodies.len() < 2 {
        return text.to_owned();
    }
    let child = 1 + random.below(bodies.len() - 1);
    let name = value(&lines[bodies[random.below(child)].clone()], "name:").unwrap_or("base");
    let old = value(&lines[bodies[child].clone()], "parent:").unwrap_or("base");
    let at = bodies[child].clone();
    let mut new: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    for line in &mut new[at] {
        *line = line.replacen(&format!("parent: {old}"), &format!("parent: {name}"), 1);
    }
    new.join("\n") + "\n"
}

/// Joints of another kind, or about a skew axis.
fn with_joint(text: &str, random: &mut Random) -> String {
    let (old, new) = *random.one_of(&[
        &("type: revolute", "type: prismatic"),
        &("type: revolute", "type: continuous"),
        &("type: prismatic", "type: revolute"),
        &("axis: [0, 0, 1]", "axis: [0, 0.6, 0.8]"),
        &("axis: [0, 1, 0]", "axis: [2/3, -1/3, 2/3]"),
        &(
            "axis: [1, 0, 0]",
            "axis: [0.26726124191242437, 0.5345224838248488, 0.8017837257372732]",
        ),
        &(
            "type: revolute",
            "type: revolute, armature: true, friction: [coulomb, viscous, offset]",
        ),
        &(
            "xyz: [0, 0, 0]",
            "xyz: [0.1, -0.2, 0.3], rpy: [0.1, 0.2, 0.3]",
        ),
        &("convention: modified", "convention: standard"),
        &("gravity: [0, 0, -9.81]", "gravity: [1, -2, 9]"),
        &("alpha: 90deg", "alpha: 33deg"),
    ]);
    text.replacen(old, new, 1 + random.below(9))
}

/// Every constant becomes a symbol.
fn symbolic(text: &str) -> String {
    let constants = text.contains("constants:");
    let text = text.replace("symbolic: false", "symbolic: true");
    if constants {
        return text.replace("unit: m}", "unit: m, symbolic: true}");
    }
    // No constants yet: every decimal length of a row becomes a multiple of one.
    let head = "constants:\n  l: {value: 0.3, unit: m, symbolic: true}\n  k: {value: 0.2, unit: m, symbolic: true}\nbodies:";
    text.replacen("bodies:", head, 1)
        .replace("d: 0.", "d: l*0.")
        .replace("a: 0.", "a: k + 0.")
        .replace("a: -0.", "a: l - 0.")
        .replace("xyz: [0.", "xyz: [k*0.")
}

/// Drives with a full transmission for as many joints as there may be.
fn driven(text: &str, random: &mut Random) -> String {
    let moving = text.matches("type: ").count() - text.matches("type: fixed").count();
    if text.contains("drives:") || moving > 40 {
        return text.replacen("friction: []", "friction: [coulomb, offset]", 3);
    }
    let mut drives = "drives:\n  transmission:\n".to_owned();
    for row in 0..moving {
        let ratios = (0..moving).map(|column| {
            let small = random.below(7);
            if row == column {
                format!("{}/3", 100 + small)
            } else {
                small.to_string()
            }
        });
        drives.push_str(&format!(
            "    - [{}]\n",
            ratios.collect::<Vec<_>>().join(", ")
        ));
    }
    drives.push_str("  motors:\n");
    for motor in 0..moving {
        drives.push_str(&format!("    - {{name: mot{motor}, rotor_inertia: true, friction: [coulomb, viscous, offset]}}\n"));
    }
    format!("{text}\n{drives}")
}

/// Wishes about equations and base parameters.
fn wished(text: &str, random: &mut Random) -> String {
    let wish = random.one_of(&[
        "measure: [torque, energy]\n",
        "measure: [{wrench: a}, {wrench: c}, {torque: q1}, {torque: m2}]\n",
        "measure: [{wrench: b1}, {torque: q0}, energy]\n",
        "equations: {budget: 100000}\n",
        "equations: {budget: 1}\n",
        "equations: {squares: {M_11: {q2: sin}, S_112: {q2: cos}, g_1: {q1: sin}}}\n",
        "base_parameters: {keep: [m_a, m_b], drop: [Lxx_a, Lzz_a]}\n",
        "base_parameters: {keep: [m_1, m_2, m_3, mx_3], drop: [Lxx_1, Lzz_1, Lzz_2, Lzz_3]}\n",
        "recovery: {known: [m_a], cost: {mass: 0, length: 1e9, inertia: 1/3}}\n",
    ]);
    format!("{text}\n{wish}")
}

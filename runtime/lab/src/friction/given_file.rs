//! Files of friction that is known: laws (`friction.yaml`) and static maps (`friction-map.csv`).

use std::collections::BTreeMap;

use serde::Deserialize;

use super::law::{Extra, Law, Local, Shape};
use super::place::{Place, place};
use super::proposal::Friction;
use super::warmth::Warmth;
use crate::keys::Keys;
use crate::suggestion::suggestion;
use armwright_runtime::Model;

/// What files call the temperature about which friction changes.
const REFERENCE: &str = "reference_temperature";

/// Friction as a function of velocity.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Curve {
    /// A law with parameters, those that the robot file has itself being 0.
    Law(Law, Vec<f64>, Vec<f64>),
    /// Velocities and torques, in order, straight between; the ends of either direction go on.
    Map(Vec<[f64; 2]>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    friction: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    joint: Option<String>,
    motor: Option<String>,
    law: Shape,
    #[serde(default)]
    parameters: BTreeMap<String, f64>,
}

/// The keys of such a file; what a law's parameters are called is the law's.
const KEYS: Keys = Keys {
    place: "a file of friction",
    known: &["friction"],
    inner: &[(
        "friction",
        Keys {
            place: "law",
            known: &["joint", "motor", "law", "parameters"],
            inner: &[],
        },
    )],
};

impl Curve {
    /// Whether there is no friction at any velocity.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Law(_, linear, _) => linear.iter().all(|x| *x == 0.0),
            Self::Map(_) => false,
        }
    }

    /// The friction at a velocity (and temperature).
    pub(super) fn at(&self, local: &Local) -> f64 {
        let velocity = local.velocity;
        match self {
            Self::Law(law, linear, theta) => {
                let values = law.values(theta, local);
                values.iter().zip(linear).map(|(x, c)| x * c).sum()
            }
            Self::Map(points) => {
                if velocity == 0.0 {
                    return 0.0;
                }
                let mine = |point: &&[f64; 2]| point[0].signum() == velocity.signum();
                let mine: Vec<&[f64; 2]> = points.iter().filter(mine).collect();
                let above = mine.partition_point(|point| point[0] < velocity);
                let [low, high] = [above.saturating_sub(1), above.min(mine.len() - 1)];
                let ([x, y], [next, then]) = (mine[low], mine[high]);
                match next > x {
                    true => y + (then - y) * ((velocity - x) / (next - x)).clamp(0.0, 1.0),
                    false => *y,
                }
            }
        }
    }
}

/// Whether a name is that of a joint with friction that moves as others do, which is none of the model's own.
fn follows(name: &str, model: &Model) -> bool {
    let of_joint = |kind: &str, own: &str| own.strip_prefix(kind) == Some(name);
    let mut names = model.parameters.iter().map(|parameter| parameter.name);
    names.any(|own| ["fc_", "fv_"].iter().any(|kind| of_joint(kind, own)))
}

/// The place of a joint or motor by name.
fn placed(name: &str, kinds: [bool; 2], model: &Model) -> Result<Place, String> {
    let joints: Vec<_> = model.joints.iter().map(|joint| joint.name).collect();
    let motors: Vec<_> = model.motors.iter().map(|motor| motor.name).collect();
    let at = |names: &[&str]| names.iter().position(|known| *known == name);
    let found = [at(&joints), at(&motors)];
    match (kinds, found) {
        ([true, _], [Some(joint), _]) => Ok(place(model, joint, false)),
        ([_, true], [_, Some(motor)]) => Ok(place(model, motor, true)),
        _ if follows(name, model) && found == [None, None] => Err(format!(
            "`{name}` moves as other joints do: friction of such a joint is estimated with that of the others, and not held"
        )),
        _ => {
            let (what, other, known) = match kinds {
                [true, true] => ("joint or motor", "", [joints, motors].concat()),
                [true, false] => ("joint", "motor", joints),
                [false, _] => ("motor", "joint", motors),
            };
            let close = match found {
                [None, None] => suggestion(name, known),
                _ => format!("; it is a {other}: write `{other}: {name}`"),
            };
            Err(format!("{} has no {what} `{name}`{close}", model.name))
        }
    }
}

/// The laws of a `friction.yaml`.
pub(super) fn laws(text: &str, model: &Model) -> Result<Vec<(Place, Curve)>, String> {
    let file: File = serde_yaml::from_str(text).map_err(|error| {
        KEYS.unknown(text, &error).unwrap_or_else(|| {
            format!("it is no list of laws as `friction` writes it into friction.yaml: {error}")
        })
    })?;
    let law = |mut line: Line| {
        let mut place = match (&line.joint, &line.motor) {
            (Some(joint), None) => placed(joint, [true, false], model)?,
            (None, Some(motor)) => placed(motor, [false, true], model)?,
            _ => return Err("a law is of a `joint` or of a `motor`".to_owned()),
        };
        let mut law = Law::of(line.law);
        for extra in Extra::ALL {
            if Law::of(Shape::None)
                .with(extra)
                .names()
                .iter()
                .all(|name| line.parameters.contains_key(*name))
            {
                law = law.with(extra);
            }
        }
        if law.extras.contains(&Extra::Load) {
            let what = "friction by load follows from base parameters, and cannot be held: leave the joint out";
            return Err(format!("{}: {what}", place.name));
        }
        if law.extras.contains(&Extra::Temperature) {
            let reference = line.parameters.remove(REFERENCE).filter(|x| x.is_finite());
            let reference = reference.ok_or_else(|| {
                let name = &place.name;
                format!(
                    "{name}: friction by temperature needs `{REFERENCE}`, about which it changes"
                )
            })?;
            place.warmth = Some(Warmth {
                reference,
                range: [0.0; 2],
            });
        }
        let names = law.names();
        let given = |name: &&str| {
            let value = line.parameters.get(*name).filter(|x| x.is_finite());
            value.copied().ok_or_else(|| {
                let names = names.join(", ");
                format!(
                    "{}: the law `{}` needs finite numbers for {names}",
                    place.name,
                    law.title()
                )
            })
        };
        let mut linear = names
            .iter()
            .map(given)
            .collect::<Result<Vec<f64>, String>>()?;
        if let Some(name) = line
            .parameters
            .keys()
            .find(|name| !names.contains(&name.as_str()))
        {
            let known = suggestion(name, names.iter().copied());
            return Err(format!(
                "{}: the law `{}` has no `{name}`{known}",
                place.name,
                law.title()
            ));
        }
        let theta = linear.split_off(law.linear());
        if theta.iter().any(|x| *x <= 0.0) {
            return Err(format!(
                "{}: a speed or exponent of a law is above 0",
                place.name
            ));
        }
        // What the robot file has is estimated again.
        let smooth = |name: &str| law.shape == Shape::Tanh && name == "coulomb";
        let of_file = &place.terms;
        for (value, name) in linear.iter_mut().zip(&names) {
            if of_file.contains(name) && !smooth(name) {
                *value = 0.0;
            }
        }
        Ok((place, Curve::Law(law, linear, theta)))
    };
    file.friction.into_iter().map(law).collect()
}

/// The curves of a table.
pub(super) fn map(text: &str, model: &Model) -> Result<Vec<(Place, Curve)>, String> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let header: Vec<&str> = lines.next().map_or(Vec::new(), |(_, line)| {
        line.split(',').map(str::trim).collect()
    });
    let column = |name: &str| {
        let place = header.iter().position(|known| *known == name);
        place.ok_or_else(|| {
            format!("a friction map has columns name, velocity and torque; `{name}` is missing")
        })
    };
    let [name, velocity, torque] = [column("name")?, column("velocity")?, column("torque")?];
    let mut all: Vec<(String, Vec<[f64; 2]>)> = Vec::new();
    for (k, line) in lines {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let number = |place: usize| {
            let value = fields
                .get(place)
                .and_then(|field| field.parse::<f64>().ok());
            value
                .filter(|x| x.is_finite())
                .ok_or_else(|| format!("line {} has no finite velocity and torque", k + 1))
        };
        let point = [number(velocity)?, number(torque)?];
        let name = fields.get(name).copied().unwrap_or_default();
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, points)) => points.push(point),
            None => all.push((name.to_owned(), vec![point])),
        }
    }
    let curve = |(name, mut points): (String, Vec<[f64; 2]>)| {
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let ways = [-1.0, 1.0].map(|sign| points.iter().any(|point| point[0] * sign > 0.0));
        let again = points.windows(2).any(|pair| pair[0][0] == pair[1][0]);
        if ways.contains(&false) || again || points.iter().any(|point| point[0] == 0.0) {
            return Err(format!(
                "`{name}` needs velocities in both directions, none of them 0, each once"
            ));
        }
        Ok((placed(&name, [true; 2], model)?, Curve::Map(points)))
    };
    match all.is_empty() {
        true => Err("it has no points".to_owned()),
        false => all.into_iter().map(curve).collect(),
    }
}

impl Friction {
    /// The laws found as a `friction.yaml`, which `GivenFriction::read` reads; joints of which no law is told, or whose friction depends
    /// on the load, are named in comments.
    #[must_use]
    pub fn yaml(&self) -> String {
        let mut text = format!(
            "# Laws of friction of {}: `identify --friction FILE` and `predict --friction FILE` hold them.\nfriction:",
            self.robot
        );
        let mut lines = String::new();
        for joint in &self.joints {
            let kind = if joint.on_motor { "motor" } else { "joint" };
            let names = joint
                .parameters
                .iter()
                .map(|p| (p.name, p.value))
                .chain(joint.reference_temperature.map(|t| (REFERENCE, t)))
                .map(|(name, value)| format!("{name}: {value}"));
            let by_load = joint.parameters.iter().any(|p| p.name == "load");
            let line = match joint.shape.filter(|_| !by_load) {
                Some(shape) => format!(
                    "  - {{{kind}: \"{}\", law: {}, parameters: {{{}}}}}\n",
                    joint.name,
                    shape.key(),
                    names.collect::<Vec<_>>().join(", ")
                ),
                None if by_load => format!(
                    "  # {kind} {}: friction by load cannot be held\n",
                    joint.name
                ),
                None => format!("  # {kind} {}: no law is told\n", joint.name),
            };
            lines += &line;
        }
        let none = !lines.contains("  - ");
        text += if none { " []\n" } else { "\n" };
        text + &lines
    }
}

#[cfg(test)]
mod tests;

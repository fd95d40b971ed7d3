//! A mechanism as URDF: moving bodies as links, their frames at their joints, inertia about centres of mass.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::Exported;
use super::pose::{Place, place};
use crate::algebra::{Indexed, ParameterIndex, Rational};
use crate::mechanism::{
    Base, Body, Inertial, Joint, JointKind, Mechanism, Parameter, ParameterKind, RigidBody, Site,
    impossible,
};

/// The limit of what has none, where URDF has to have one: more than any robot can.
pub(super) const UNLIMITED: f64 = 1e6;

/// How strong gravity is anywhere on Earth, m/s².
const ON_EARTH: RangeInclusive<f64> = 9.76..=9.84;

/// Why a robot has no URDF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// Bodies that no distribution of mass has, each with the reason.
    #[error(
        "these bodies cannot exist, and programs that read URDF would refuse or mistreat them:\n{}\n\
         base parameters say only combinations: take parameters from a consistent estimate, or a prior",
        lines(_0)
    )]
    Impossible(Vec<String>),
    /// Joints that move with several others.
    #[error(
        "URDF has joints that follow one other (mimic), none that follow several: {}; in a copy of the robot file leave out \
         their `coordinate`, and let what reads the URDF move them",
        _0.join(", ")
    )]
    Several(Vec<String>),
}

fn lines(all: &[String]) -> String {
    let lines: Vec<String> = all.iter().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// The robot with values of its standard parameters (`None` where there is none), lengths at the file's values.
///
/// # Errors
/// [`ExportError`].
pub fn export(
    mechanism: &Mechanism,
    values: &Indexed<ParameterIndex, Option<Rational>>,
) -> Result<Exported, ExportError> {
    let (mut notes, mut wrong, mut several) = (Vec::new(), Vec::new(), Vec::new());
    let mut negative = Vec::new();
    let mut links = match mechanism.base {
        Base::Rest => String::from("  <link name=\"base\"/>\n"),
        // It is the first of the bodies.
        Base::Input => String::new(),
    };
    let mut joints = String::new();
    for (index, body) in mechanism.bodies.enumerate() {
        let component = |component| {
            let parameter = mechanism.inertial(index, component)?;
            values[parameter].clone()
        };
        match Inertial::ALL.map(component) {
            all if all.iter().all(Option::is_none) => {
                notes.push(format!(
                    "`{}` has no inertia: its parameters have no values",
                    body.name
                ));
                let _ = writeln!(links, "  <link name=\"{}\"/>", body.name);
            }
            all => match inertial(mechanism, body, all.map(Option::unwrap_or_default)) {
                Ok(inertial) => {
                    let _ = writeln!(
                        links,
                        "  <link name=\"{}\">\n{inertial}  </link>",
                        body.name
                    );
                }
                Err(why) => wrong.push(format!("`{}`: {why}", body.name)),
            },
        }
        if body.parent.is_none() && mechanism.base == Base::Input {
            continue;
        }
        if body.joint.motion.terms.len() > 1 {
            several.push(body.joint.name.clone());
        }
        let site = Site::Joint(index.joint());
        let friction = [
            ("damping", ParameterKind::Viscous(site)),
            ("friction", ParameterKind::Coulomb(site)),
        ];
        let friction = friction.map(|(what, kind)| {
            let place = mechanism.parameters.position(|p| p.kind == kind);
            let value = place.and_then(|place| values[place].as_ref());
            let value = value.map_or(0.0, Rational::to_f64);
            if value < 0.0 {
                negative.push(format!("{what} {value:?} of `{}`", body.joint.name));
            }
            value.max(0.0)
        });
        joints.push_str(&joint(mechanism, body, friction));
    }
    if !wrong.is_empty() {
        return Err(ExportError::Impossible(wrong));
    }
    if !several.is_empty() {
        return Err(ExportError::Several(several));
    }
    let of_urdf = |kind| match kind {
        ParameterKind::Inertial { .. } => true,
        ParameterKind::Viscous(site) | ParameterKind::Coulomb(site) => {
            matches!(site, Site::Joint(_))
        }
        _ => false,
    };
    let dropped = mechanism.parameters.enumerate();
    let dropped: Vec<_> = dropped.filter(|(_, p)| !of_urdf(p.kind)).collect();
    let mut comment = String::new();
    if !dropped.is_empty() {
        let what = "left out, since URDF has no place for them:";
        let names: Vec<&str> = dropped.iter().map(|(_, p)| p.name.as_str()).collect();
        notes.push(format!("{what} {}", names.join(", ")));
        let line = |(k, p): &(ParameterIndex, &Parameter)| match &values[*k] {
            Some(value) => format!("\n       {} = {:?} {}", p.name, value.to_f64(), p.unit),
            None => format!("\n       {}", p.name),
        };
        let lines: String = dropped.iter().map(line).collect();
        comment = format!("  <!-- {what}{lines} -->\n");
    }
    if !negative.is_empty() {
        let negative = negative.join(", ");
        notes.push(format!("left out, since no joint has such: {negative}"));
    }
    let limited = |body: &&Body| body.joint.limits.acceleration.is_some();
    let limited = mechanism.bodies.iter().filter(limited);
    let limited: Vec<&str> = limited.map(|body| body.joint.name.as_str()).collect();
    if !limited.is_empty() {
        notes.push(format!(
            "left out, since URDF has no place for them: highest accelerations of {}",
            limited.join(", ")
        ));
    }
    let [x, y, z] = mechanism.gravity.each_ref().map(Rational::to_f64);
    if x != 0.0 || y != 0.0 || !ON_EARTH.contains(&-z) {
        notes.push(format!(
            "left out, since URDF has no gravity: free fall of [{x}, {y}, {z}] m/s² in the frame of the base, where \
             programs take it to be 9.81 m/s² along negative z"
        ));
    }
    let transmissions = match ratios(mechanism) {
        Some(ratios) => ratios,
        None => {
            notes.push("left out: the transmission; torques are those of the joints".to_owned());
            String::new()
        }
    };
    let name = &mechanism.name;
    let text = format!(
        "<?xml version=\"1.0\"?>\n<robot name=\"{name}\">\n{comment}{links}{joints}{transmissions}</robot>\n"
    );
    Ok(Exported { text, notes })
}

/// The transmissions, one a motor, of the joints' own ratios; `None` if motors are coupled.
fn ratios(mechanism: &Mechanism) -> Option<String> {
    let mut text = String::new();
    for (k, row) in mechanism.transmission.iter().flatten().enumerate() {
        let others = row.iter().enumerate().filter(|(other, _)| *other != k);
        if others.into_iter().any(|(_, ratio)| !ratio.is_zero()) {
            return None;
        }
        let motor = mechanism.motors.iter().nth(k);
        if motor.is_some_and(|motor| motor.is_passive) {
            continue;
        }
        let coordinate = mechanism.coordinates.iter().nth(k)?;
        let joint = &mechanism.joint(coordinate.joint).name;
        let motor = motor.map_or_else(|| format!("motor_{joint}"), |motor| motor.name.clone());
        let ratio = row.get(k)?.to_f64();
        let _ = writeln!(
            text,
            "  <transmission name=\"transmission_{joint}\">\n    <type>transmission_interface/SimpleTransmission</type>\n    \
             <joint name=\"{joint}\"/>\n    <actuator name=\"{motor}\">\n      \
             <mechanicalReduction>{ratio:?}</mechanicalReduction>\n    </actuator>\n  </transmission>"
        );
    }
    Some(text)
}

/// The inertia of a link, or why no body has it.
fn inertial(
    mechanism: &Mechanism,
    body: &Body,
    standard: [Rational; 10],
) -> Result<String, String> {
    let shift = body
        .after
        .translation
        .each_ref()
        .map(|x| mechanism.at_values(x));
    let at_joint = RigidBody::from(standard).moved(&body.after.rotation, &shift);
    if at_joint.mass.is_zero() || at_joint.mass.is_negative() {
        return Err(format!("its mass is {} kg", at_joint.mass.to_f64()));
    }
    let centre = at_joint.centre().unwrap_or_default();
    let about = at_joint.displaced(&centre.each_ref().map(|x| -x));
    if let Some(why) = impossible(&about.inertia) {
        return Err(format!("of its inertia about the centre of mass, {why}"));
    }
    let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] = about.inertia.map(|row| row.map(|x| x.to_f64()));
    let mass = about.mass.to_f64();
    let [x, y, z] = centre.map(|x| x.to_f64());
    Ok(format!(
        "    <inertial>\n      <origin xyz=\"{x:?} {y:?} {z:?}\"/>\n      <mass value=\"{mass:?}\"/>\n      \
         <inertia ixx=\"{xx:?}\" ixy=\"{xy:?}\" ixz=\"{xz:?}\" iyy=\"{yy:?}\" iyz=\"{yz:?}\" izz=\"{zz:?}\"/>\n    \
         </inertial>\n"
    ))
}

/// A joint, with viscous and Coulomb friction.
fn joint(mechanism: &Mechanism, body: &Body, [damping, friction]: [f64; 2]) -> String {
    let joint = &body.joint;
    let parent = body.parent.map(|parent| &mechanism.bodies[parent]);
    let before = match parent {
        Some(parent) => place(mechanism, &parent.after).then(&place(mechanism, &body.before)),
        None => place(mechanism, &body.before),
    };
    // What a joint that follows has at zero is in its pose before the motion; URDF has a place of its own for it.
    let offset = match joint.motion.terms.is_empty() {
        true => 0.0,
        false => joint.motion.offset.to_f64(),
    };
    let before = before.then(&Place::moved(joint, -offset));
    let stops = stops(mechanism, joint);
    let kind = match joint.kind {
        _ if joint.motion.terms.is_empty() => "fixed",
        JointKind::Prismatic => "prismatic",
        JointKind::Revolute | JointKind::Continuous if stops.is_some() => "revolute",
        JointKind::Revolute | JointKind::Continuous => "continuous",
    };
    let parent = parent.map_or("base", |parent| &parent.name);
    // No zero has a sign.
    let unsigned = |numbers: [f64; 3]| numbers.map(|number| number + 0.0);
    let ([x, y, z], [roll, pitch, yaw]) = (unsigned(before.translation), before.rpy());
    let mut text = format!(
        "  <joint name=\"{}\" type=\"{kind}\">\n    <parent link=\"{parent}\"/>\n    <child link=\"{}\"/>\n    \
         <origin xyz=\"{x:?} {y:?} {z:?}\" rpy=\"{roll:?} {pitch:?} {yaw:?}\"/>\n",
        joint.name, body.name
    );
    let [x, y, z] = joint.axis.each_ref().map(Rational::to_f64);
    let _ = writeln!(text, "    <axis xyz=\"{x:?} {y:?} {z:?}\"/>");
    let limits = &joint.limits;
    let [velocity, effort] =
        [&limits.velocity, &limits.effort].map(|x| x.as_ref().map(Rational::to_f64));
    let limited = stops.is_some() || velocity.is_some() || effort.is_some();
    if kind != "fixed" && limited {
        let stops = stops.map_or(String::new(), |[low, high]| {
            format!("lower=\"{low:?}\" upper=\"{high:?}\" ")
        });
        // Both must be there.
        let most = |limit: Option<f64>| limit.unwrap_or(UNLIMITED);
        let (velocity, effort) = (most(velocity), most(effort));
        let _ = writeln!(
            text,
            "    <limit {stops}velocity=\"{velocity:?}\" effort=\"{effort:?}\"/>"
        );
    }
    if damping != 0.0 || friction != 0.0 {
        let _ = writeln!(
            text,
            "    <dynamics damping=\"{damping:?}\" friction=\"{friction:?}\"/>"
        );
    }
    if let [(coordinate, factor)] = &joint.motion.terms[..]
        && mechanism.coordinate(*coordinate).name != joint.name
    {
        let (other, factor) = (&mechanism.coordinate(*coordinate).name, factor.to_f64());
        let offset = match offset {
            0.0 => String::new(),
            offset => format!(" offset=\"{offset:?}\""),
        };
        let _ = writeln!(
            text,
            "    <mimic joint=\"{other}\" multiplier=\"{factor:?}\"{offset}/>"
        );
    }
    text + "  </joint>\n"
}

/// The stops of a joint: its own, else those that it comes to with the joints that move as it does. Of joints that follow each
/// other all have some, or none, since programs count the position of a joint without stops in two numbers.
fn stops(mechanism: &Mechanism, joint: &Joint) -> Option<[f64; 2]> {
    let [(coordinate, factor)] = &joint.motion.terms[..] else {
        return None;
    };
    let own = joint.limits.position.as_ref();
    let own = own.map(|own| own.value.clone());
    let found = own.or_else(|| {
        let leading = mechanism.limits(*coordinate).position?.value;
        let mut ends = leading.map(|end| &(&end * factor) + &joint.motion.offset);
        ends.sort();
        Some(ends)
    });
    // A joint that slides has to have stops, which are both at zero where they are left out.
    let slides = |body: &Body| {
        body.joint.kind == JointKind::Prismatic && !body.joint.motion.factor(*coordinate).is_zero()
    };
    let unlimited = mechanism.bodies.iter().any(slides);
    let unlimited = unlimited.then_some([-UNLIMITED, UNLIMITED]);
    found
        .map(|ends| ends.each_ref().map(Rational::to_f64))
        .or(unlimited)
}

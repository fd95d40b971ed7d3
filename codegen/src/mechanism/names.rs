//! What a file says by names: that no two parameters share one, and which parameters, joints and
//! bodies are meant.

use rustc_hash::FxHashMap;

use crate::algebra::{CoordinateIndex, ParameterIndex, Place, Rational};
use crate::description::{self, Description, JointKind};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned};

use super::Inertial;
use super::base::BASE;
use super::free::not_free;
use super::measure::{Measure, measure};
use super::parameter::{Effect, Parameter, ParameterKind, Site, declared};
use super::preference::{Costs, Element, Preference, Recovery, Square, SquareChoice};

/// The parameters of a description and what else it says by names.
pub(super) struct Names<'d> {
    description: &'d Description,
    /// The parameters in the order of the parameter vector, with the places of their owners' names.
    pub(super) parameters: Vec<(Parameter, Span)>,
}

/// What a file asks of parameters, joints and bodies that it names.
pub(super) struct Resolved {
    pub(super) preference: Preference,
    pub(super) squares: Vec<SquareChoice>,
    pub(super) measure: Measure,
}

impl<'d> Names<'d> {
    /// The names of a description.
    pub(super) fn of(description: &'d Description) -> Self {
        Self {
            description,
            parameters: declared(description),
        }
    }

    /// What is meant by names; reports collisions and names that do not exist. `None` if an owner
    /// has no name itself, so that an unknown one need not be a mistake of its own.
    pub(super) fn resolve(&self, diagnostics: &mut Diagnostics) -> Option<Resolved> {
        let description = self.description;
        let is_named = |body: &description::Body| {
            let has_joint = body.joint.kind != JointKind::Fixed && body.name.value != BASE;
            let has_joint_name = !has_joint || !body.joint.name.value.is_empty();
            !body.name.value.is_empty() && has_joint_name
        };
        if description.bodies.is_empty() || !description.bodies.iter().all(is_named) {
            return None;
        }
        self.collisions(diagnostics);
        self.printed_alike(diagnostics);
        // First moments and inertia about the origin are not what is known beforehand.
        let physical = self.parameters.iter().map(|(p, _)| p.physical.as_str());
        let symbols = description.symbols().map(|s| s.name.value.as_str());
        let known: Vec<&str> = physical.chain(symbols).collect();
        let what = "a physical parameter, a drive's parameter or a symbolic constant";
        for name in &description.recovery.known {
            match self.of_moment(&name.value) {
                Some(physical) => {
                    let fault = Fault::unknown_parameter(&name.value, &physical, &[]);
                    diagnostics.add(fault, name.span);
                }
                None => {
                    place::<ParameterIndex>(&known, name, what, diagnostics);
                }
            }
        }
        Some(Resolved {
            preference: self.preference(diagnostics),
            squares: self.squares(diagnostics),
            measure: measure(description, diagnostics),
        })
    }

    /// What can be known in place of a first moment: two physical parameters, neither of which is more like it.
    fn of_moment(&self, name: &str) -> Option<String> {
        let is_moment = |parameter: &&Parameter| {
            let component = parameter.kind.component();
            parameter.name == name && matches!(component, Some(Inertial::Moment(_)))
        };
        let mut parameters = self.parameters.iter().map(|(parameter, _)| parameter);
        let moment = parameters.find(is_moment)?;
        let (_, body) = name.split_once('_')?;
        Some(format!(
            "physical, as `m_{body}` and `{}` are",
            moment.physical
        ))
    }

    fn collisions(&self, diagnostics: &mut Diagnostics) {
        let mut seen: FxHashMap<&str, (Span, bool)> = FxHashMap::default();
        // Bodies of one name, and springs, are reported as such.
        let is_body = |p: &Parameter| p.kind.component().is_some() || p.kind.is_of_spring();
        let standard = self.parameters.iter();
        let standard = standard.map(|(p, span)| (p.name.as_str(), *span, is_body(p)));
        let physical = self.parameters.iter().filter(|(p, _)| p.physical != p.name);
        let physical = physical.map(|(p, span)| (p.physical.as_str(), *span, true));
        let symbols = self.description.symbols();
        let symbols = symbols.map(|s| (s.name.value.as_str(), s.name.span, false));
        for (name, span, of_body) in standard.chain(physical).chain(symbols) {
            match seen.get(name) {
                // Two bodies of one name were reported as such.
                Some((first, other)) if *first != span && !(of_body && *other) => {
                    let other = (*first, "the other owner");
                    diagnostics.add_with(Fault::collision(name), span, other);
                }
                Some(_) => {}
                None => {
                    seen.insert(name, (span, of_body));
                }
            }
        }
    }

    /// Warns of symbols, torques and motors with names that equations as text have for something else.
    fn printed_alike(&self, diagnostics: &mut Diagnostics) {
        let coordinates = self.description.free().count();
        let springs = self.description.springs.iter();
        let lengths = springs.map(|spring| format!("l_{}", spring.name.value));
        let motors = in_equations(self.description, coordinates);
        let of_robot = self.of_robot(!motors.is_empty()).map(str::to_owned);
        let of_motors = self.of_motors(&motors);
        let taken: Vec<String> = lengths.chain(of_robot).chain(of_motors).collect();
        let symbols = self.description.symbols().map(|symbol| &symbol.name);
        let torques = self.description.torques.iter().map(|torque| &torque.name);
        let is_taken = |name: &&Spanned<String>| {
            is_of_equations(&name.value, coordinates) || taken.contains(&name.value)
        };
        let motors = self.description.motors().iter().map(|motor| &motor.name);
        let is_another = |name: &&Spanned<String>| {
            let mut others = motors.clone().filter(|other| other.value != name.value);
            others.any(|other| motor_in_equations(&other.value) == name.value)
        };
        let alike = motors.clone().filter(is_another);
        for name in symbols.chain(torques).filter(is_taken).chain(alike) {
            diagnostics.add(Fault::printed_alike(&name.value), name.span);
        }
    }

    /// What equations as text call something of the whole robot: energies, and the transmission with what is on its sides.
    fn of_robot(&self, has_motors: bool) -> impl Iterator<Item = &'static str> {
        let kinds = || self.parameters.iter().map(|(parameter, _)| parameter.kind);
        let has_inertia = kinds().any(|kind| matches!(kind, ParameterKind::Inertia(_)));
        let has_springs = kinds().any(|kind| {
            matches!(
                kind,
                ParameterKind::Stiffness(_) | ParameterKind::SpringRate(_)
            )
        });
        let names = [
            ("T", true),
            ("V", true),
            ("T_drives", has_inertia),
            ("V_springs", has_springs),
            ("G", has_motors),
            ("q_m", has_motors),
            ("tau_m", has_motors),
        ];
        let printed = names.into_iter().filter(|(_, is_printed)| *is_printed);
        printed.map(|(name, _)| name)
    }

    /// What equations as text call quantities of motors: positions and torques, velocities where inertia or friction depends on
    /// them, and friction where there is some.
    fn of_motors(&self, motors: &[String]) -> Vec<String> {
        let of_motor = |(motor, name): (u16, &String)| {
            let site = Site::Motor(motor.into());
            let kinds = self.parameters.iter().map(|(parameter, _)| parameter.kind);
            let kinds: Vec<ParameterKind> =
                kinds.filter(|kind| kind.site() == Some(site)).collect();
            let effects = kinds.iter().flat_map(|kind| kind.effects());
            let effects: Vec<Effect> = effects.map(|(effect, _)| effect).collect();
            let has_inertia = kinds.contains(&ParameterKind::Inertia(site));
            let is_moving = effects.iter().any(|effect| *effect != Effect::Constant);
            let quantities = [
                ("q", true),
                ("qd", has_inertia || is_moving),
                ("tau", true),
                ("f", !effects.is_empty()),
            ];
            let printed = quantities.into_iter().filter(|(_, is_printed)| *is_printed);
            let printed = printed.map(|(quantity, _)| format!("{quantity}_{name}"));
            printed.collect::<Vec<String>>()
        };
        (0..=u16::MAX).zip(motors).flat_map(of_motor).collect()
    }

    fn preference(&self, diagnostics: &mut Diagnostics) -> Preference {
        let names = self.parameters.iter().map(|(p, _)| p.name.as_str());
        let names: Vec<&str> = names.collect();
        let preferred = &self.description.base_parameters;
        let mut places = |wanted: &[Spanned<String>]| {
            let wanted = wanted.iter();
            wanted
                .filter_map(|name| place(&names, name, "a standard parameter", diagnostics))
                .collect()
        };
        let (drop, keep) = (places(&preferred.drop), places(&preferred.keep));
        let dropped =
            |name: &&Spanned<String>| preferred.drop.iter().any(|d| d.value == name.value);
        for name in preferred.keep.iter().filter(dropped) {
            diagnostics.add(Fault::dropped_and_kept(&name.value), name.span);
        }
        Preference { drop, keep }
    }

    fn squares(&self, diagnostics: &mut Diagnostics) -> Vec<SquareChoice> {
        let joints = self.description.free();
        let joints: Vec<&str> = joints.map(|body| body.joint.name.value.as_str()).collect();
        let mut choices = Vec::new();
        for (element, joint, is_sine) in &self.description.equations.squares {
            let coordinate = joints.iter().position(|name| *name == joint.value);
            let coordinate = coordinate.and_then(CoordinateIndex::new);
            let follows = "name those that it moves with: sines are of their positions";
            if let Some(fault) = not_free(self.description, joint, follows) {
                diagnostics.add(fault, joint.span);
            }
            let element = parse_element(&element.value, joints.len()).map_err(|why| {
                let fault = Fault::unknown_element(&element.value, &why);
                diagnostics.add(fault, element.span);
            });
            let square = if *is_sine {
                Square::Sine
            } else {
                Square::Cosine
            };
            let choice = |(element, coordinate)| SquareChoice {
                element,
                coordinate,
                square,
            };
            choices.extend(element.ok().zip(coordinate).map(choice));
        }
        choices
    }
}

/// What equations as text call a motor: one that is called by a number, as joints are counted, has a word before that, and so
/// has one whose torque would be called as another torque of a joint is (`tau_file_1`).
pub(crate) fn motor_in_equations(name: &str) -> String {
    let of_joint = ["file_", "spring_"];
    let of_joint = of_joint.iter().find_map(|word| name.strip_prefix(word));
    let number = of_joint.unwrap_or(name);
    match number.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("motor_{name}"),
        false => name.to_owned(),
    }
}

/// What equations as text call the motors; a transmission has one for each coordinate, also where none is listed.
fn in_equations(description: &Description, coordinates: usize) -> Vec<String> {
    let drives = description.drives.as_ref();
    match description.motors() {
        [] if drives.is_some_and(|drives| drives.transmission.is_some()) => {
            (1..=coordinates).map(|k| format!("m{k}")).collect()
        }
        motors => {
            let names = motors.iter().map(|motor| motor.name.value.as_str());
            names.map(motor_in_equations).collect()
        }
    }
}

/// Whether equations as text have a name for something of their own: `c1` and `tau_1` of a coordinate, `M_12`, `PG_3`.
fn is_of_equations(name: &str, coordinates: usize) -> bool {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[letters.len()..].parse::<usize>();
    match letters {
        "s" | "c" | "q" | "qd" | "qdd" | "g_" | "f_" | "tau_" | "tau_file_" | "tau_spring_" => {
            number.is_ok_and(|number| (1..=coordinates).contains(&number))
        }
        "M_" | "S_" | "PG_" | "PJ_" | "PS_" | "PV_" | "PT_" => number.is_ok(),
        _ => false,
    }
}

/// The place of a name in a list; reported if it is not there.
fn place<I: Place>(
    known: &[&str],
    name: &Spanned<String>,
    what: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<I> {
    let found = known.iter().position(|known| *known == name.value);
    if found.is_none() {
        let fault = Fault::unknown_parameter(&name.value, what, known);
        diagnostics.add(fault, name.span);
    }
    found.and_then(I::new)
}

/// What is known, and costs by kind.
pub(super) fn recovery(description: &Description) -> Recovery {
    let known = description.recovery.known.iter();
    let known = known.map(|name| name.value.clone()).collect();
    let mut costs = Costs::default();
    for (kind, value) in &description.recovery.cost {
        let cost: &mut Rational = match kind.value.as_str() {
            "mass" => &mut costs.mass,
            "length" => &mut costs.length,
            "centre" => &mut costs.centre,
            "inertia" => &mut costs.inertia,
            _ => &mut costs.drive,
        };
        *cost = value.clone();
    }
    Recovery { known, costs }
}

/// `M_12`, `S_113`, `g_1`, or with the numbers apart: `M_1_12`. Counted from 1.
fn parse_element(name: &str, joints: usize) -> Result<Element, String> {
    let (letter, rest) = name.split_once('_').unwrap_or((name, ""));
    let parts: Vec<&str> = if letter == "g" || rest.contains('_') {
        rest.split('_').collect()
    } else {
        let digits = rest.split("").filter(|digit| !digit.is_empty());
        digits.collect()
    };
    let index = |part: &&str| {
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        let number = part.parse::<usize>().ok();
        let number = number.filter(|n| digits && (1..=joints).contains(n))?;
        CoordinateIndex::new(number - 1)
    };
    let numbers: Option<Vec<CoordinateIndex>> = parts.iter().map(index).collect();
    match (letter, numbers.as_deref()) {
        ("g", Some(&[i])) => Ok(Element::Gravity(i)),
        ("M", Some(&[i, j])) => Ok(Element::Inertia(i.min(j), i.max(j))),
        ("S", Some(&[i, j, k])) => Ok(Element::Coriolis(i, j.min(k), j.max(k))),
        _ => Err(format!(
            "elements are `g_1`, `M_12` and `S_113`, with numbers from 1 to {joints} (apart from \
             ten joints on: `M_1_12`)"
        )),
    }
}

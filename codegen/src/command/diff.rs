//! `armwright diff`: what changed between two robot files, in terms of their equations.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::frames::frames;
use crate::algebra::Rational;
use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style, function};
use crate::dynamics::{Element, Term};
use crate::mechanism::{Base, Body, Costs, Mechanism, Motion, Motor, Side, Site};
use crate::pipeline::Generated;
use crate::recovery::Recovery;

/// Columns of a line, and changes of a chapter, that are shown unless all of them are asked for.
const COLUMNS: usize = 100;
const SHOWN: usize = 5;
/// Columns before the first difference of two long lines that are shown.
const BEFORE: usize = 20;

/// What changed between two robots.
pub(super) struct Difference(Vec<Chapter>);

/// What changed in one chapter.
struct Chapter {
    name: &'static str,
    /// How many facts there are in the earlier and the later robot together.
    all: usize,
    changes: Vec<Change>,
}

/// What is gone, new, or stands for something else.
struct Change {
    name: String,
    old: Option<String>,
    new: Option<String>,
}

impl Difference {
    pub(super) fn of(old: &Generated, new: &Generated) -> Self {
        let (old, new) = (facts(old), facts(new));
        let chapters = old.iter().zip(&new);
        Self(
            chapters
                .map(|((name, old), (_, new))| Chapter::of(name, old, new))
                .collect(),
        )
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|chapter| chapter.changes.is_empty())
    }

    /// For people: how much changed, and what; the first changes of each chapter unless `whole`.
    pub(super) fn text(&self, whole: bool) -> String {
        let changed = self.0.iter().filter(|chapter| !chapter.changes.is_empty());
        let counts = changed.clone().map(|Chapter { name, all, changes }| {
            format!("  {name:<24}{:>6} of {all}\n", changes.len())
        });
        let counts: String = counts.collect();
        if counts.is_empty() {
            return "no difference: same joints, frames, equations, parameters and operations\n"
                .to_owned();
        }
        let chapters = changed.map(|chapter| chapter.text(whole));
        let chapters: String = chapters.collect();
        format!("changed\n{counts}\n{}\n", chapters.trim_end())
    }

    /// For programs: every change, chapter by chapter.
    pub(super) fn json(&self) -> Value {
        let change =
            |Change { name, old, new }: &Change| json!({"name": name, "old": old, "new": new});
        let chapter = |Chapter { name, changes, .. }: &Chapter| {
            let changes: Vec<Value> = changes.iter().map(change).collect();
            ((*name).to_owned(), Value::from(changes))
        };
        Value::Object(self.0.iter().map(chapter).collect())
    }
}

impl Chapter {
    fn of(name: &'static str, old: &Facts, new: &Facts) -> Self {
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let all = names.len();
        let change = |name: &String| {
            let (old, new) = (old.get(name).cloned(), new.get(name).cloned());
            let name = name.clone();
            (old != new).then_some(Change { name, old, new })
        };
        let changes = names.into_iter().filter_map(change).collect();
        Self { name, all, changes }
    }

    fn text(&self, whole: bool) -> String {
        let shown = if whole { self.changes.len() } else { SHOWN };
        let line = |sign: char, fact: Option<&String>, alike: usize| {
            let line = fact.map(|fact| match alike {
                0 => format!("    {sign} {fact}"),
                alike => format!("    {sign} ... {}", &fact[alike..]),
            });
            let cut = |line: String| match line.char_indices().nth(COLUMNS - 4) {
                Some((at, _)) if !whole => format!("{} ...\n", &line[..at]),
                _ => line + "\n",
            };
            line.map_or_else(String::new, cut)
        };
        let changes = self
            .changes
            .iter()
            .take(shown)
            .map(|Change { name, old, new }| {
                let (old, new) = (old.as_ref(), new.as_ref());
                let alike = if whole { 0 } else { passed_over(old, new) };
                let (old, new) = (line('-', old, alike), line('+', new, alike));
                format!("  {name}\n{old}{new}")
            });
        let changes: String = changes.collect();
        let more = match self.changes.len().saturating_sub(shown) {
            0 => String::new(),
            more => format!("  and {more} more (`--all`)\n"),
        };
        format!("{}\n{changes}{more}\n", self.name)
    }
}

/// Bytes at the beginning of two facts that are not shown, so that what differs is: nothing where that stands near the
/// beginning, or on one side.
fn passed_over(old: Option<&String>, new: Option<&String>) -> usize {
    let (Some(old), Some(new)) = (old, new) else {
        return 0;
    };
    let both = old.char_indices().zip(new.chars());
    let alike: Vec<usize> = both
        .take_while(|((_, old), new)| old == new)
        .map(|((at, _), _)| at)
        .collect();
    match alike.len() {
        few if few < COLUMNS / 2 => 0,
        _ if [old, new]
            .iter()
            .all(|fact| fact.chars().count() < COLUMNS - 10) =>
        {
            0
        }
        many => {
            // From the beginning of a word.
            let begins = |at: &usize| old[..*at].ends_with(' ');
            let most = &alike[..many - BEFORE];
            most.iter().copied().rfind(begins).unwrap_or(0)
        }
    }
}

/// What is compared, by name.
type Facts = BTreeMap<String, String>;

/// All that is compared, in chapters.
fn facts(generated: &Generated) -> Vec<(&'static str, Facts)> {
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text).rounded();
    let rows = mechanism.measured_rows();
    let rows: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let dof = mechanism.coordinates.len();
    let (rank, all) = (derivation.base.base.len(), mechanism.parameters.len());
    let robot = [
        ("name", mechanism.name.clone()),
        ("title", mechanism.title.clone()),
        ("source", mechanism.source.clone()),
        (
            "gravity",
            format!(
                "[{}]",
                mechanism
                    .gravity
                    .each_ref()
                    .map(|g| notation.number(g))
                    .join(", ")
            ),
        ),
        ("degrees of freedom", dof.to_string()),
        ("measured", rows.join(", ")),
        ("rank", format!("{rank} of {all}")),
    ];
    let moves = (mechanism.base == Base::Input).then(|| ("base", "it moves".to_owned()));
    let robot = robot.into_iter().chain(moves);
    let robot: Facts = robot.map(|(name, fact)| (name.to_owned(), fact)).collect();
    let constants = mechanism.constants.iter();
    let constants = constants.map(|c| (c.name.clone(), format!("{} {}", c.value, c.unit)));
    let parameters = || mechanism.parameters.iter();
    let classes = parameters().zip(&derivation.base.classes);
    let classes = classes.map(|(p, class)| {
        let at = p
            .kind
            .site()
            .map(|site| format!(", at {}", place(mechanism, site)));
        (
            p.name.clone(),
            class.name().to_owned() + &at.unwrap_or_default(),
        )
    });
    let nominal = parameters().filter_map(|p| Some((p.name.clone(), float(p.nominal.as_ref()?))));
    let base = derivation.base.base.iter().map(|base| {
        let name = &mechanism.parameters[base.representative].name;
        (name.clone(), notation.base_parameter(base))
    });
    let costs = generated.costs.iter().map(|cost| {
        let count = cost.operations();
        let counts = format!(
            "{} multiplications, {} additions, {} sine and cosine pairs",
            count.multiplications, count.additions, count.sine_cosines
        );
        (cost.function.to_owned(), counts)
    });
    vec![
        ("robot", robot),
        ("joints", joints(mechanism)),
        ("frames", frames(mechanism)),
        ("drives", drives(mechanism)),
        ("symbols", constants.collect()),
        ("classes of parameters", classes.collect()),
        ("nominal values", nominal.collect()),
        ("base parameters", base.collect()),
        ("coefficients", coefficients(derivation)),
        ("recovery", recovery(derivation)),
        ("operations", costs.collect()),
    ]
}

/// A joint or a motor, which may have one name.
fn place(mechanism: &Mechanism, site: Site) -> String {
    match site {
        Site::Joint(joint) => format!("joint {}", mechanism.joint(joint).name),
        Site::Motor(motor) => format!("motor {}", mechanism.motors[motor].name),
    }
}

/// A nominal number: no equation depends on it, so that 180 degrees and 3.141592653589793 are the same.
fn float(number: &Rational) -> String {
    number.to_f64().to_string()
}

/// Joints: how they move, what they carry, what they may do.
fn joints(mechanism: &Mechanism) -> Facts {
    // Numbers of coordinates stand in no file, and change where a joint is locked.
    let notation = Notation::new(mechanism, Style::Text).named();
    let fact = |body: &Body| {
        let joint = &body.joint;
        let parent = body
            .parent
            .map(|parent| mechanism.bodies[parent].name.as_str());
        let parent = parent.unwrap_or("base");
        let kind = format!("{:?}", joint.kind).to_lowercase();
        let mut said = vec![kind, format!("from {parent} to {}", body.name)];
        let own = joint.motion.coordinate();
        if own.is_none_or(|own| mechanism.coordinate(own).name != joint.name) {
            said.push(match joint.motion.terms.is_empty() {
                true => "held".to_owned(),
                false => format!("moves as {}", notation.motion(&joint.motion, 0)),
            });
        }
        let limits = &joint.limits;
        let position = limits.position.as_ref();
        said.extend(
            position.map(|p| format!("position {} to {}", float(&p.value[0]), float(&p.value[1]))),
        );
        let others = [
            ("velocity", &limits.velocity),
            ("acceleration", &limits.acceleration),
            ("effort", &limits.effort),
        ];
        let others = others
            .iter()
            .filter_map(|(what, limit)| Some((what, limit.as_ref()?)));
        said.extend(others.map(|(what, limit)| format!("{what} {}", float(limit))));
        (joint.name.clone(), said.join(", "))
    };
    // A base that moves is on no joint.
    let of_base = usize::from(mechanism.base == Base::Input);
    mechanism.bodies.iter().skip(of_base).map(fact).collect()
}

/// Motors and the transmission, where both are measured, and springs.
fn drives(mechanism: &Mechanism) -> Facts {
    let side = match mechanism.side {
        Side::Joint => "joints",
        Side::Motor => "motors",
    };
    let notation = Notation::new(mechanism, Style::Text).named();
    let constant = |motor: &Motor| match &motor.torque_constant {
        _ if motor.is_passive => "passive: no motor".to_owned(),
        Some(constant) => format!("{} N·m/A", float(constant)),
        None => "no torque constant".to_owned(),
    };
    let motors = mechanism
        .motors
        .iter()
        .map(|motor| (motor.name.clone(), constant(motor)));
    let rows = mechanism.transmission.iter().flatten().enumerate();
    let row = |(k, row): (usize, &Vec<Rational>)| {
        let terms = mechanism.coordinates.places().zip(row.iter().cloned());
        let motion = Motion {
            terms: terms.filter(|(_, factor)| !factor.is_zero()).collect(),
            ..Motion::default()
        };
        (
            format!("transmission, row {}", k + 1),
            notation.motion(&motion, 0),
        )
    };
    let side = ("measured at".to_owned(), side.to_owned());
    let springs = mechanism.springs.iter().map(|spring| {
        let [from, to] = spring.ends.each_ref().map(|end| {
            let body = end.body.map(|body| mechanism.bodies[body].name.as_str());
            let [x, y, z] = end.at.each_ref().map(|at| notation.poly(at));
            format!("{} at [{x}, {y}, {z}]", body.unwrap_or("base"))
        });
        let name = format!("spring {}", spring.name);
        (name, format!("from {from} to {to}"))
    });
    let facts = motors.chain(rows.map(row)).chain([side]);
    let torques = mechanism.torques.iter().map(|torque| {
        let name = format!("torque {}", torque.name);
        let on = place(mechanism, torque.site);
        (
            name,
            format!("{} on {on}", function(&notation, &torque.formula)),
        )
    });
    facts.chain(springs).chain(torques).collect()
}

/// What it costs to know a parameter, by kind.
fn costs(costs: &Costs) -> Facts {
    let all = [
        ("mass", &costs.mass),
        ("length", &costs.length),
        ("centre", &costs.centre),
        ("inertia", &costs.inertia),
        ("drive", &costs.drive),
    ];
    let fact = |(kind, cost): (&str, &Rational)| (format!("cost of {kind}"), cost.to_string());
    Facts::from(all.map(fact))
}

/// The formula of each recovered parameter, what is known, invisible or not determined, and what knowing costs.
fn recovery(derivation: &Derivation) -> Facts {
    let mut facts = costs(&derivation.mechanism.recovery.costs);
    let Some(Recovery { system, plan }) = &derivation.recovery else {
        return facts;
    };
    let notation = Notation::new(&derivation.mechanism, Style::Text).rounded();
    let notation = notation.with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    let mut say = |all: &[usize], what: &str| {
        let names = all.iter().map(|&q| system.quantities[q].name.clone());
        facts.extend(names.map(|name| (name, what.to_owned())));
    };
    for step in &plan.steps {
        say(&step.unknowns, &formulas.step(step));
    }
    let undetermined: Vec<usize> = plan.undetermined.iter().map(|u| u.quantity).collect();
    say(&plan.known, "known");
    say(&plan.fitted, "fitted");
    say(&undetermined, "not determined");
    say(&plan.unsolved, "determined, without a formula");
    let spare = (1..).zip(&plan.spare);
    facts.extend(spare.map(|(k, spare)| (format!("spare {k}"), formulas.spare(spare))));
    facts
}

/// Coefficients by element and monomial: their numbers shift when one is added.
fn coefficients(derivation: &Derivation) -> Facts {
    let notation = Notation::new(&derivation.mechanism, Style::Text).rounded();
    let form = derivation.printed_form();
    let reason = derivation.closed_form.as_ref().err();
    let reason = reason.map(|reason| ("closed form".to_owned(), reason.to_string()));
    let left_out = form.left_out.values().flatten().flatten();
    let left_out = left_out.map(|(element, n)| (element.name(), format!("{n} terms, not printed")));
    let terms = form.elements.iter();
    let terms = terms.flat_map(|element| element.terms.iter().map(move |term| (element, term)));
    let fact = |(element, term): (&Element, &Term)| {
        let monomial = Some(notation.monomial(&term.monomial)).filter(|m| !m.is_empty());
        let monomial = monomial.as_deref().unwrap_or("1");
        let value = notation.grouped(&form.coefficients[term.coefficient].value, None);
        (format!("{}: {monomial}", element.name()), value)
    };
    terms.map(fact).chain(left_out).chain(reason).collect()
}

#[cfg(test)]
mod tests {
    use super::{coefficients, recovery};
    use crate::pipeline::derive;

    /// No robot is known of which that is so; a plan may say it.
    #[test]
    fn what_is_determined_without_a_formula_is_compared_as_such() {
        let text = "robot: hinge\ngravity: [0, 0, -9.81]\nrecovery: {known: [m_a]}\nbodies:\n\
                    - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (mut derivation, _) = derive("hinge.yaml", text).expect("a robot");
        let facts = recovery(&derivation);
        assert_eq!(facts["tx_a"], "tx_a = mx_a/m_a");
        let plan = derivation
            .recovery
            .as_mut()
            .map(|recovery| &mut recovery.plan);
        let plan = plan.expect("a plan");
        plan.unsolved = plan.recovered();
        plan.steps.clear();
        let facts = recovery(&derivation);
        for name in ["tx_a", "tz_a", "Jyy_a"] {
            assert_eq!(facts[name], "determined, without a formula", "{name}");
        }
        assert_eq!(facts["m_a"], "known");
    }

    /// The potential energy is `10 (mz cos q - mx sin q)`, of which the torque of gravity is the derivative.
    #[test]
    fn coefficients_are_told_apart_by_element_and_monomial() {
        let text = "robot: hinge\ngravity: [0, 0, -10]\nbodies:\n\
                    - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (derivation, _) = derive("hinge.yaml", text).expect("a robot");
        let facts = coefficients(&derivation);
        let names: Vec<&str> = facts.keys().map(String::as_str).collect();
        assert_eq!(names, ["M_11: 1", "g_1: c1", "g_1: s1"]);
        let values: Vec<&str> = facts.values().map(String::as_str).collect();
        assert_eq!(values, ["Lyy_a", "-10*mx_a", "-10*mz_a"]);
    }
}

//! Reads `drives`: transmission, motors, and the friction and inertia of motors and joints.

use crate::algebra::Rational;
use crate::diagnostic::{Fault, Spanned};

use super::keys::{self, Place};
use super::model::{DriveSide, DriveTerms, Drives, Motor, Term, Transmission};
use super::reader::{Fields, Reader};
use super::tree::{Kind, Node};

const SIDES: &[(&str, DriveSide)] = &[("joint", DriveSide::Joint), ("motor", DriveSide::Motor)];
/// More motors than joints that could move.
const MOST_MOTORS: usize = 64;

impl Reader<'_> {
    pub(super) fn drives(&mut self, node: &Node) -> Option<Drives> {
        let fields = self.fields(node, &keys::DRIVES)?;
        let side = fields
            .get("side")
            .and_then(|node| self.word(node, "a side", SIDES));
        let transmission = fields.get("transmission").and_then(|node| {
            let transmission = self.transmission(node)?;
            Some(Spanned::new(transmission, node.span))
        });
        let motors = fields.get("motors").and_then(|node| {
            let motors = self.motors(node)?;
            Some(Spanned::new(motors, node.span))
        });
        Some(Drives {
            side,
            transmission,
            motors,
        })
    }

    fn transmission(&mut self, node: &Node) -> Option<Transmission> {
        let rows = self.list(node, "a list of numbers, or a list of rows")?;
        if rows
            .iter()
            .all(|row| matches!(row.kind, Kind::Scalar { .. } | Kind::Null))
        {
            return self.numbers(rows).map(Transmission::Diagonal);
        }
        let rows: Vec<Option<_>> = rows
            .iter()
            .map(|row| {
                let items = self.list(row, "a row of numbers")?;
                self.numbers(items)
                    .map(|numbers| Spanned::new(numbers, row.span))
            })
            .collect();
        rows.into_iter()
            .collect::<Option<_>>()
            .map(Transmission::Full)
    }

    /// Ratios. Short ones only, so that exact elimination stays fast for every file.
    fn numbers(&mut self, items: &[Node]) -> Option<Vec<Rational>> {
        let ratio = |item| {
            let value: Rational = self.exact(item, "a transmission")?;
            if value.small().is_none() {
                let expected = "a number of at most 18 digits".to_owned();
                let what = "a transmission ratio".to_owned();
                self.report(&Fault::WrongValue { what, expected }, item.span);
                return None;
            }
            Some(value)
        };
        let values: Vec<Option<_>> = items.iter().map(ratio).collect();
        values.into_iter().collect()
    }

    fn motors(&mut self, node: &Node) -> Option<Vec<Motor>> {
        let items = self.list(node, "a list of motors")?;
        if items.len() > MOST_MOTORS {
            let fault = Fault::TooMany {
                what: "motors",
                found: items.len(),
                limit: MOST_MOTORS,
            };
            self.report(&fault, node.span);
            return None;
        }
        let motors: Vec<Option<Motor>> = items.iter().map(|item| self.motor(item)).collect();
        self.unique(motors.iter().flatten().map(|motor| &motor.name), "motors");
        motors.into_iter().collect()
    }

    fn motor(&mut self, node: &Node) -> Option<Motor> {
        let fields = self.fields(node, &keys::MOTOR)?;
        let name = self
            .required(fields, "name", "name: m1")
            .and_then(|n| self.name(n, "motor"));
        let owner = name
            .as_ref()
            .map_or_else(String::new, |name| format!("motor `{}`", name.value));
        let drive = self.drive_terms(fields, ("rotor_inertia", &keys::MOTOR_NOMINAL), &owner);
        let torque_constant = fields
            .get("torque_constant")
            .and_then(|node| self.nominal(node));
        Some(Motor {
            name: name?,
            drive,
            torque_constant,
        })
    }

    /// Inertia, friction and their nominal values, at a joint or at a motor.
    pub(super) fn drive_terms(
        &mut self,
        fields: Fields<'_>,
        (inertia, nominal): (&'static str, &'static Place),
        owner: &str,
    ) -> DriveTerms {
        let mut terms = DriveTerms::default();
        if let Some(node) = fields.get(inertia) {
            terms.inertia.wanted = Spanned::new(self.truth(node).unwrap_or(false), node.span);
        }
        if let Some(node) = fields.get("friction") {
            self.friction(node, &mut terms);
        }
        if let Some(node) = fields.get("nominal")
            && let Some(values) = self.fields(node, nominal)
        {
            let terms = [
                (inertia, &mut terms.inertia),
                ("coulomb", &mut terms.coulomb),
                ("viscous", &mut terms.viscous),
                ("offset", &mut terms.offset),
            ];
            for (key, term) in terms {
                self.nominal_term(values, key, term, owner);
            }
        }
        terms
    }

    fn nominal_term(
        &mut self,
        values: Fields<'_>,
        key: &'static str,
        term: &mut Term,
        owner: &str,
    ) {
        let Some(node) = values.get(key) else { return };
        let Some(value) = self.nominal(node) else {
            return;
        };
        if value.is_negative() && key != "offset" {
            self.report(
                &Fault::Negative {
                    what: format!("nominal value of `{key}`"),
                },
                node.span,
            );
        }
        if !term.wanted.value {
            self.report(
                &Fault::UnusedNominal {
                    term: key,
                    owner: owner.to_owned(),
                },
                node.span,
            );
            return;
        }
        term.nominal = Some(Spanned::new(value, node.span));
    }

    fn friction(&mut self, node: &Node, terms: &mut DriveTerms) {
        for word in self.texts(node, "friction terms") {
            let term = match word.value.as_str() {
                "coulomb" => &mut terms.coulomb,
                "viscous" => &mut terms.viscous,
                "offset" => &mut terms.offset,
                later if keys::LATER_FRICTION.contains(&later) => {
                    let what = format!("`{later}` friction");
                    let instead = "use `coulomb`, `viscous` and `offset`";
                    self.report(&Fault::NotSupported { what, instead }, word.span);
                    continue;
                }
                _ => {
                    let known = keys::FRICTION.iter().copied();
                    self.unknown_word(&word, "a friction term", known);
                    continue;
                }
            };
            if std::mem::replace(&mut term.wanted, Spanned::new(true, word.span)).value {
                let word_shown = format!("`{}`", word.value);
                self.report(&Fault::Repeated { word: word_shown }, word.span);
            }
        }
    }
}

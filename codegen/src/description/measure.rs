//! Reads `measure`: which quantities a recording of the robot holds.

use crate::diagnostic::{Fault, Spanned};

use super::model::Quantity;
use super::reader::Reader;
use super::tree::{Kind, Node};

const QUANTITIES: [&str; 3] = ["torque", "wrench", "energy"];

impl Reader<'_> {
    /// `measure: [torque, {wrench: tool}]`; one quantity alone needs no list.
    pub(super) fn measure(&mut self, node: &Node) -> Vec<Spanned<Quantity>> {
        let items = match &node.kind {
            Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(node),
            _ => self
                .list(node, "a list such as `[torque]`")
                .unwrap_or_default(),
        };
        if matches!(&node.kind, Kind::List(items) if items.is_empty()) {
            self.nothing(node, "`measure`", "a list of one quantity or more");
        }
        let mut quantities = Vec::new();
        for item in items {
            match &item.kind {
                Kind::Scalar { text, .. } => {
                    let word = Spanned::new(text.clone(), item.span);
                    quantities.extend(self.quantity_alone(&word));
                }
                Kind::Map(entries) => {
                    for entry in entries {
                        let word = Spanned::new(entry.key.clone(), entry.key_span);
                        quantities.extend(self.quantity_of(&word, &entry.value));
                    }
                }
                _ => self.wrong_kind(item, "a measured quantity, for instance `torque`"),
            }
        }
        self.repeated(&quantities);
        quantities
    }

    /// A quantity without a name of what it is measured at.
    fn quantity_alone(&mut self, word: &Spanned<String>) -> Option<Spanned<Quantity>> {
        let quantity = match word.value.as_str() {
            "torque" => Quantity::Torque,
            "energy" => Quantity::Energy,
            "wrench" => {
                let what = "`wrench`".to_owned();
                let expected = "written with the body that carries the sensor: `{wrench: NAME}`";
                let expected = expected.to_owned();
                self.report(&Fault::WrongValue { what, expected }, word.span);
                return None;
            }
            _ => return self.unknown_quantity(word),
        };
        Some(Spanned::new(quantity, word.span))
    }

    /// A quantity and the names of what it is measured at.
    fn quantity_of(&mut self, word: &Spanned<String>, at: &Node) -> Option<Spanned<Quantity>> {
        let (make, what): (fn(_) -> _, _) = match word.value.as_str() {
            "torque" => (Quantity::TorqueOf, "names of joints or motors"),
            "wrench" => (Quantity::Wrench, "names of bodies"),
            "energy" => {
                let what = "`energy`".to_owned();
                let expected = "a word of its own: `measure: [energy]`".to_owned();
                self.report(&Fault::WrongValue { what, expected }, word.span);
                return None;
            }
            _ => return self.unknown_quantity(word),
        };
        let names = self.texts(at, what);
        if matches!(&at.kind, Kind::List(items) if items.is_empty()) {
            self.nothing(
                at,
                &format!("`{}`", word.value),
                &format!("a list of {what}"),
            );
            return None;
        }
        (!names.is_empty()).then(|| Spanned::new(make(names), word.span))
    }

    fn unknown_quantity(&mut self, word: &Spanned<String>) -> Option<Spanned<Quantity>> {
        if word.value == "momentum" {
            let what = "measuring `momentum`".to_owned();
            let instead = "write `energy`, which reveals the same parameters, or `torque`";
            self.report(&Fault::NotSupported { what, instead }, word.span);
        } else {
            self.unknown_word(word, "a measured quantity", QUANTITIES.into_iter());
        }
        None
    }

    fn nothing(&mut self, node: &Node, what: &str, expected: &str) {
        let (what, expected) = (what.to_owned(), expected.to_owned());
        self.report(&Fault::WrongValue { what, expected }, node.span);
    }

    /// Reports every quantity, joint, motor and body that is listed a second time.
    fn repeated(&mut self, quantities: &[Spanned<Quantity>]) {
        let every_torque = quantities.iter().any(|q| q.value == Quantity::Torque);
        let mut seen: Vec<(bool, &str)> = Vec::new();
        for quantity in quantities {
            let (wrench, names) = match &quantity.value {
                Quantity::Torque => (false, vec![("torque", quantity.span)]),
                Quantity::Energy => (false, vec![("energy", quantity.span)]),
                Quantity::TorqueOf(_) if every_torque => {
                    // `torque` alone is that of every drive.
                    (false, vec![("torque", quantity.span)])
                }
                Quantity::TorqueOf(names) | Quantity::Wrench(names) => (
                    matches!(quantity.value, Quantity::Wrench(_)),
                    names.iter().map(|n| (n.value.as_str(), n.span)).collect(),
                ),
            };
            for (name, span) in names {
                if seen.contains(&(wrench, name)) {
                    let word = format!("`{name}`");
                    self.report(&Fault::Repeated { word }, span);
                }
                seen.push((wrench, name));
            }
        }
    }
}

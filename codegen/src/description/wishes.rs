//! Reads what the user wants to see: knowns, representatives, squares.

use crate::diagnostic::{Fault, Spanned};

use super::keys;
use super::model::{Equations, Recovery, Representatives};
use super::reader::Reader;
use super::tree::{Kind, Node};

const SQUARES: &[(&str, bool)] = &[("sin", true), ("cos", false)];

impl Reader<'_> {
    /// `base: fixed`.
    pub(super) fn base(&mut self, node: &Node) {
        let Some(text) = self.text(node, "`fixed`") else {
            return;
        };
        match text.value.as_str() {
            "fixed" => {}
            "floating" => {
                let what = "a floating base".to_owned();
                let instead = "write `base: fixed`, or leave the key out";
                self.report(&Fault::NotSupported { what, instead }, text.span);
            }
            _ => self.unknown_word(&text, "a kind of base", ["fixed", "floating"].into_iter()),
        }
    }

    pub(super) fn recovery(&mut self, node: &Node) -> Option<Recovery> {
        let fields = self.fields(node, &keys::RECOVERY)?;
        let known = fields
            .get("known")
            .map(|node| self.texts(node, "names of parameters"));
        let mut cost = Vec::new();
        if let Some(costs) = fields
            .get("cost")
            .and_then(|node| self.fields(node, &keys::COST))
        {
            for key in keys::COST.keys {
                let Some(node) = costs.get(key) else { continue };
                let Some(value) = self.exact(node, "a cost") else {
                    continue;
                };
                if value.is_negative() {
                    let (what, expected) =
                        (format!("the cost of `{key}`"), "zero or more".to_owned());
                    self.report(&Fault::WrongValue { what, expected }, node.span);
                }
                cost.push((Spanned::new((*key).to_owned(), node.span), value));
            }
        }
        Some(Recovery {
            known: known.unwrap_or_default(),
            cost,
        })
    }

    pub(super) fn representatives(&mut self, node: &Node) -> Option<Representatives> {
        let fields = self.fields(node, &keys::REPRESENTATIVES)?;
        let mut names = |key| {
            fields
                .get(key)
                .map_or_else(Vec::new, |node| self.texts(node, "names of parameters"))
        };
        Some(Representatives {
            drop: names("drop"),
            keep: names("keep"),
        })
    }

    pub(super) fn equations(&mut self, node: &Node) -> Option<Equations> {
        let fields = self.fields(node, &keys::EQUATIONS)?;
        let budget = fields
            .get("budget")
            .and_then(|node| self.count(node, "the budget of terms"));
        let mut squares = Vec::new();
        for (element, joints) in self.named(fields.get("squares"), "a map from elements to joints")
        {
            for (joint, choice) in self.named(Some(joints), "a map from joints to `sin` or `cos`") {
                if let Some(sine) = self.word(choice, "a square", SQUARES) {
                    squares.push((element.clone(), joint, sine));
                }
            }
        }
        Some(Equations { squares, budget })
    }

    /// The entries of a map whose keys are names.
    fn named<'n>(
        &mut self,
        node: Option<&'n Node>,
        expected: &str,
    ) -> Vec<(Spanned<String>, &'n Node)> {
        let Some(node) = node else { return Vec::new() };
        let Kind::Map(entries) = &node.kind else {
            let fault = Fault::WrongKind {
                expected: expected.to_owned(),
                found: node.found(),
            };
            self.report(&fault, node.span);
            return Vec::new();
        };
        let entry = |e: &'n super::tree::Entry| (Spanned::new(e.key.clone(), e.key_span), &e.value);
        entries.iter().map(entry).collect()
    }
}

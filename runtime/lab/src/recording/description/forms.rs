//! Values that stand in a description in a form of their own: cut-offs, columns, parts of a recording.

use super::model::{Axes, Column, Gravity, Interval, Select};
use super::reader::{Form, Keys, Reader, Record};
use super::shape::{Key, Shape};
use super::tree::{Kind, Node};
use crate::options::{Cutoff, EquationSide};

impl Form for Cutoff {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        let written = match &node.kind {
            Kind::Scalar(text) => text.parse().ok(),
            _ => None,
        };
        let possible = |cutoff: &Self| match cutoff {
            Self::Auto => true,
            Self::Hertz(hertz) => hertz.is_finite() && *hertz > 0.0,
        };
        let written = written.filter(possible);
        written.or_else(|| reader.wrong(node, key, shape))
    }
}

impl Form for EquationSide {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match &node.kind {
            Kind::Scalar(text) if text == "joint" => Some(Self::Joint),
            Kind::Scalar(text) if text == "motor" => Some(Self::Motor),
            _ => reader.wrong(node, key, shape),
        }
    }
}

impl Form for Gravity {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match &node.kind {
            Kind::Scalar(text) if text == "included" => Some(Self::Included),
            Kind::Scalar(text) if text == "removed" => Some(Self::Removed),
            _ => reader.wrong(node, key, shape),
        }
    }
}

impl Form for Axes {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match &node.kind {
            Kind::Scalar(text) if text == "body" => Some(Self::Body),
            Kind::Scalar(text) if text == "base" => Some(Self::Base),
            Kind::Scalar(text) if text == "world" => Some(Self::World),
            _ => reader.wrong(node, key, shape),
        }
    }
}

/// What stands in place of a column, as it is written: a number, or that there is none.
#[derive(Default)]
struct NoColumn {
    constant: Option<f64>,
    torque: Option<Missing>,
    sum: Option<Vec<String>>,
    factors: Option<Vec<f64>>,
}

/// `missing`.
struct Missing;

impl Form for Missing {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match &node.kind {
            Kind::Scalar(text) if text == "missing" => Some(Self),
            _ => reader.wrong(node, key, shape),
        }
    }
}

impl Record for NoColumn {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.key("constant", &mut self.constant);
        keys.key("torque", &mut self.torque);
        keys.key("sum", &mut self.sum);
        keys.key("factors", &mut self.factors);
        if keys.node.get("sum").is_some() {
            keys.without_effect("constant", "columns are added up in its place");
            keys.without_effect("torque", "columns are added up in its place");
        } else {
            keys.without_effect("factors", "they are those of `sum`");
        }
        if keys.node.get("torque").is_some() {
            keys.without_effect("constant", "a torque that is missing has no number");
        }
    }
}

impl Form for Column {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match (shape, &node.kind) {
            (Shape::Either(_, map), Kind::Map(_)) => {
                let found: NoColumn = Form::read(reader, node, key, map)?;
                if let Some(columns) = found.sum {
                    let factors = found.factors.unwrap_or(vec![1.0; columns.len()]);
                    return match columns.len() == factors.len() && !columns.is_empty() {
                        true => Some(Self::Sum(columns.into_iter().zip(factors).collect())),
                        false => reader.wrong(node, key, shape),
                    };
                }
                match (found.torque, found.constant) {
                    (None, Some(constant)) => Some(Self::Held(constant)),
                    (Some(Missing), None) => Some(Self::Missing),
                    _ => reader.wrong(node, key, shape),
                }
            }
            (Shape::Either(named, _), _) => String::read(reader, node, key, named).map(Self::Named),
            (Shape::Text(_), _) => String::read(reader, node, key, shape).map(Self::Named),
            _ => reader.wrong(node, key, shape),
        }
    }
}

impl Form for Select {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match (shape, &node.kind) {
            (Shape::Either(_, several), Kind::List(items)) if !items.is_empty() => {
                Vec::read(reader, node, key, several).map(Self)
            }
            (Shape::Either(one, _), Kind::Map(_)) => {
                let only: Interval = Form::read(reader, node, key, one)?;
                Some(Self(vec![only.ends()]))
            }
            _ => reader.wrong(node, key, shape),
        }
    }
}

/// `[from, to]`, or as a map.
impl Form for [f64; 2] {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match (shape, &node.kind) {
            (Shape::Either(_, named), Kind::Map(_)) => {
                let interval: Interval = Form::read(reader, node, key, named)?;
                Some(interval.ends())
            }
            (Shape::Either(ends, _), Kind::List(items)) if items.len() == 2 => {
                let ends: Vec<f64> = Form::read(reader, node, key, ends)?;
                ends.try_into().ok()
            }
            _ => reader.wrong(node, key, shape),
        }
    }
}

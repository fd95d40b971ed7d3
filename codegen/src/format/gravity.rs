//! Gravity: a vector, or how strong it is and where it points.

use crate::algebra::Rational;
use crate::description::{Angle, Description, Direction, Gravity};
use crate::diagnostic::Fault;

use super::reader::Reader;
use super::record::{self, Form, Keys, Record};
use super::shape::Shape;
use super::tree::{Kind, Node};

/// The map of magnitude and direction.
#[derive(Clone, Default, PartialEq)]
struct Pull {
    magnitude: Rational,
    direction: Option<[Rational; 3]>,
    tilt: Option<[Angle; 3]>,
}

impl Record for Pull {
    const USABLE_IN_PART: bool = false;

    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("magnitude", &mut self.magnitude);
        keys.key("direction", &mut self.direction);
        keys.key("tilt", &mut self.tilt);
        if keys.has("direction") {
            keys.refuse(&["tilt"], |second| Fault::conflict("direction", second));
        }
    }
}

impl Form for Gravity {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Shape::Either(vector, map) = shape else {
            return None;
        };
        if !matches!(node.kind, Kind::Map(_)) {
            let mut components: [Rational; 3] = Default::default();
            components.read(reader, node, vector)?;
            *self = Self::Vector(components);
            return Some(());
        }
        let mut pull = Pull::default();
        record::read(&mut pull, reader, node, map.place()?)?;
        let direction = match (pull.direction, pull.tilt) {
            (Some(direction), _) => Direction::Along(direction),
            (None, Some(tilt)) => Direction::Tilted(tilt),
            (None, None) => Direction::default(),
        };
        if matches!(&direction, Direction::Along(x) if x.iter().all(Rational::is_zero)) {
            let fault = Fault::wrong_value("a direction", "a vector that is not zero");
            return reader.refuse(fault, node.get("direction").unwrap_or(node).span);
        }
        let magnitude = pull.magnitude;
        *self = Self::Pull {
            magnitude,
            direction,
        };
        Some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Either(vector, map) = shape else {
            return None;
        };
        let (magnitude, direction) = match self {
            Self::Vector(components) => return components.write(description, vector),
            Self::Pull {
                magnitude,
                direction,
            } => (magnitude.clone(), direction.clone()),
        };
        let (direction, tilt) = match direction {
            Direction::Along(direction) => (Some(direction), None),
            Direction::Tilted(tilt) => (None, Some(tilt)),
        };
        let mut pull = Pull {
            magnitude,
            direction,
            tilt,
        };
        Some(record::write(&mut pull, description, map.place()?))
    }
}

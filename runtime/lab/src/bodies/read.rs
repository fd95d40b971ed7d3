//! A file that says what is known of bodies.

use std::path::Path;

use super::{Bodies, BodiesError, Body, Region, place, possible};
use crate::recording::tree::{Kind, Node, parse};
use crate::recording::{Mistake, Spot};
use crate::suggestion::suggestion;
use crate::unread::Unreadable;
use armwright_runtime::Model;

/// A file of more bytes says nothing of bodies.
const LARGEST: usize = 1 << 20;
/// The names of axes.
const AXES: [&str; 3] = ["x", "y", "z"];

impl Bodies {
    /// Reads a YAML file: `bodies:` with a body a name (`docs/consistent.md`).
    ///
    /// # Errors
    /// [`BodiesError`], with all that is wrong and where.
    pub fn read(path: &Path, model: &Model) -> Result<Self, BodiesError> {
        let text = std::fs::read(path).map_err(Unreadable::of(path))?;
        Self::parse(&text, model).map_err(|mistakes| BodiesError::File {
            path: path.to_owned(),
            mistakes,
        })
    }

    /// The same of a text.
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub fn parse(text: &[u8], model: &Model) -> Result<Self, Vec<Mistake>> {
        let of_file = |what: &str| {
            let (spot, what) = (None, what.to_owned());
            vec![Mistake { spot, what }]
        };
        let text = match std::str::from_utf8(text) {
            Ok(text) if text.len() <= LARGEST => text,
            Ok(_) => return Err(of_file("more than 1 MiB say nothing of bodies")),
            Err(_) => return Err(of_file("this is not UTF-8: save it as UTF-8 text")),
        };
        let mut reader = Reader::default();
        let root = parse(text, &mut reader.mistakes);
        let Some(root) = root else {
            // What is said of the file as a whole is that it is empty.
            let all = reader.mistakes.iter().all(|mistake| mistake.spot.is_none());
            return Err(match all {
                true => of_file("write `bodies:`, and under it what is known of each"),
                false => reader.mistakes,
            });
        };
        let found = reader.bodies(&root, model);
        reader
            .mistakes
            .sort_by_key(|m| m.spot.map(|spot| (spot.line, spot.column)));
        match reader.mistakes.is_empty() {
            true => Ok(found),
            false => Err(reader.mistakes),
        }
    }
}

/// Reads a tree, and keeps what is wrong with it.
#[derive(Default)]
struct Reader {
    mistakes: Vec<Mistake>,
}

type Entry<'a> = (&'a str, Spot, &'a Node);

impl Reader {
    fn wrong(&mut self, spot: Spot, what: String) {
        let spot = Some(spot);
        self.mistakes.push(Mistake { spot, what });
    }

    /// The entries of a map whose keys are these, or any.
    fn map<'a>(&mut self, node: &'a Node, keys: &[&str], example: &str) -> Vec<Entry<'a>> {
        let Kind::Map(entries) = &node.kind else {
            let found = node.found();
            self.wrong(
                node.spot,
                format!("expected a map, `{example}`, found {found}"),
            );
            return Vec::new();
        };
        let entries = entries
            .iter()
            .map(|(key, spot, node)| (key.as_str(), *spot, node));
        let mut known = Vec::new();
        for (key, spot, node) in entries {
            match keys.is_empty() || keys.contains(&key) {
                true => known.push((key, spot, node)),
                false => {
                    let close = suggestion(key, keys.iter().copied());
                    let all = keys.join(", ");
                    self.wrong(
                        spot,
                        format!("`{key}` is no key here; there are {all}{close}"),
                    );
                }
            }
        }
        known
    }

    fn bodies(&mut self, root: &Node, model: &Model) -> Bodies {
        let mut bodies = Bodies::default();
        for (_, _, node) in self.map(root, &["bodies"], "bodies: {arm: {mass: [1, 3]}}") {
            for (name, spot, node) in self.map(node, &[], "arm: {mass: [1, 3]}") {
                if let Err(what) = place(model, name) {
                    self.wrong(spot, what);
                }
                let before = self.mistakes.len();
                let body = self.body(node);
                if self.mistakes.len() == before {
                    let checked = body.conditions().and_then(|found| possible::check(&found));
                    if let Err(what) = checked {
                        self.wrong(spot, format!("{name}: {what}"));
                    }
                }
                bodies.of.push((name.to_owned(), body));
            }
        }
        bodies
    }

    fn body(&mut self, node: &Node) -> Body {
        let mut body = Body::default();
        let keys = ["mass", "centre", "inside", "symmetric"];
        for (key, _, node) in self.map(node, &keys, "mass: [1, 3]") {
            match key {
                "mass" => body.mass = self.range(node),
                "centre" => body.centre = self.regions(node, false),
                "inside" => body.inside = self.regions(node, true),
                _ => self.symmetric(node, &mut body),
            }
        }
        body
    }

    fn regions(&mut self, node: &Node, all_mass: bool) -> Vec<Region> {
        let mut regions = Vec::new();
        let keys = ["box", "ellipsoid", "hull"];
        for (key, spot, node) in self.map(node, &keys, "box: {x: [-0.1, 0.1]}") {
            let before = self.mistakes.len();
            let region = match key {
                "box" => {
                    let mut ranges = [[None; 2]; 3];
                    for (axis, _, node) in self.map(node, &AXES, "x: [-0.1, 0.1]") {
                        let axis = AXES.iter().position(|name| *name == axis);
                        ranges[axis.unwrap_or(0)] = self.range(node);
                    }
                    Region::Box(ranges)
                }
                "ellipsoid" => self.ellipsoid(node),
                _ => Region::Hull(self.points(node)),
            };
            if self.mistakes.len() == before {
                let checked = region.faces(all_mass).and_then(|_| region.ellipsoid());
                if let Err(what) = checked {
                    self.wrong(spot, what);
                }
            }
            regions.push(region);
        }
        regions
    }

    fn ellipsoid(&mut self, node: &Node) -> Region {
        let (mut centre, mut radii, mut rpy) = ([0.0; 3], [f64::NAN; 3], [0.0; 3]);
        let keys = ["centre", "radii", "rpy"];
        let entries = self.map(node, &keys, "radii: [0.1, 0.1, 0.3]");
        if matches!(node.kind, Kind::Map(_)) && !entries.iter().any(|(key, ..)| *key == "radii") {
            self.wrong(
                node.spot,
                "an ellipsoid needs `radii: [0.1, 0.1, 0.3]`, m".into(),
            );
        }
        for (key, _, node) in entries {
            match key {
                "centre" => centre = self.three(node),
                "radii" => radii = self.three(node),
                _ => rpy = self.three(node),
            }
        }
        Region::Ellipsoid { centre, radii, rpy }
    }

    fn points(&mut self, node: &Node) -> Vec<[f64; 3]> {
        let Kind::List(items) = &node.kind else {
            let found = node.found();
            let what =
                format!("a hull is a list of points, `[[0, 0, 0], ...]`, and this is {found}");
            self.wrong(node.spot, what);
            return Vec::new();
        };
        items.iter().map(|item| self.three(item)).collect()
    }

    fn symmetric(&mut self, node: &Node, body: &mut Body) {
        for (key, spot, node) in self.map(node, &["planes", "axis"], "planes: {y: 0}") {
            if key == "planes" {
                for (axis, _, node) in self.map(node, &AXES, "y: 0") {
                    let axis = AXES.iter().position(|name| *name == axis);
                    body.planes[axis.unwrap_or(0)] = self.number(node);
                }
                continue;
            }
            let (mut along, mut through) = (None, [0.0; 3]);
            for (key, _, node) in self.map(node, &["along", "through"], "along: z") {
                if key == "through" {
                    through = self.three(node);
                    continue;
                }
                along = match &node.kind {
                    Kind::Scalar(text) => AXES.iter().position(|name| name == text),
                    _ => None,
                };
            }
            match along {
                Some(along) => body.axis = Some((along, through)),
                None => self.wrong(spot, "an axis is `along: x`, `y` or `z`".into()),
            }
        }
    }

    /// `[1, 3]`, with `~` for an end that is not known, or one number for both.
    fn range(&mut self, node: &Node) -> [Option<f64>; 2] {
        match &node.kind {
            Kind::Scalar(_) => [self.number(node); 2],
            Kind::List(items) if items.len() == 2 => [0, 1].map(|k| match items[k].kind {
                Kind::Nothing => None,
                _ => self.number(&items[k]),
            }),
            _ => {
                let found = node.found();
                let what =
                    format!("expected a range, `[1, 3]` or `[~, 3]`, or a number, found {found}");
                self.wrong(node.spot, what);
                [None; 2]
            }
        }
    }

    fn three(&mut self, node: &Node) -> [f64; 3] {
        match &node.kind {
            Kind::List(items) if items.len() == 3 => {
                [0, 1, 2].map(|k| self.number(&items[k]).unwrap_or(0.0))
            }
            _ => {
                let found = node.found();
                self.wrong(
                    node.spot,
                    format!("expected three numbers, `[0, 0, 0.1]`, found {found}"),
                );
                [0.0; 3]
            }
        }
    }

    fn number(&mut self, node: &Node) -> Option<f64> {
        let number = match &node.kind {
            Kind::Scalar(text) => text.parse().ok().filter(|x: &f64| x.is_finite()),
            _ => None,
        };
        if number.is_none() {
            let found = node.found();
            self.wrong(node.spot, format!("expected a number, found {found}"));
        }
        number
    }
}

#[cfg(test)]
mod tests;

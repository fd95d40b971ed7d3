//! What a robot must not touch: bodies as capsules, planes and boxes that they keep to, and each other.

use armwright_runtime::Model;
use serde::Deserialize;
use thiserror::Error;

use crate::keys::Keys;
use crate::numeric::dot;
use crate::suggestion::suggestion;

/// A body's shape, and what all shapes keep to; read from a YAML file.
///
/// ```
/// use armwright_lab::excite::Geometry;
/// let text = "capsules:\n  - {body: shoulder, from: [0, 0, 0], to: [0, 0, 0.3], radius: 0.08}\nfloor: 0.0\n";
/// assert_eq!(Geometry::read(text).unwrap().capsules.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a map of capsules, floor, planes, workspace and apart"
)]
pub struct Geometry {
    /// Shapes, several of one body if need be.
    pub capsules: Vec<Capsule>,
    /// Height of the floor in the base's frame, m: a plane whose normal is z. Shapes of the base may be in it.
    pub floor: Option<f64>,
    /// Planes that moving bodies stay before.
    pub planes: Vec<Plane>,
    /// A box, in the base's frame, that moving bodies stay within.
    pub workspace: Option<Workspace>,
    /// Pairs of bodies that are kept apart; left out: all that have shapes and are not carried one by the other.
    pub apart: Option<Vec<[String; 2]>>,
}

/// All points within `radius` of a line from a point to another, in the body's frame, m.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capsule {
    /// A moving body of the robot, or `base`.
    pub body: String,
    /// One end.
    pub from: [f64; 3],
    /// The other.
    pub to: [f64; 3],
    /// How thick it is.
    pub radius: f64,
}

/// Points `p` with `normal · p >= offset`, in the base's frame.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// Towards the side on which bodies are; any length.
    pub normal: [f64; 3],
    /// m.
    pub offset: f64,
}

/// A box along the base's axes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workspace {
    /// Its lowest corner, m.
    pub low: [f64; 3],
    /// Its highest corner, m.
    pub high: [f64; 3],
}

/// The keys of such a file.
const KEYS: Keys = Keys {
    place: "the geometry",
    known: &["capsules", "floor", "planes", "workspace", "apart"],
    inner: &[
        (
            "capsules",
            Keys {
                place: "capsule",
                known: &["body", "from", "to", "radius"],
                inner: &[],
            },
        ),
        (
            "planes",
            Keys {
                place: "plane",
                known: &["normal", "offset"],
                inner: &[],
            },
        ),
        (
            "workspace",
            Keys {
                place: "the workspace",
                known: &["low", "high"],
                inner: &[],
            },
        ),
    ],
};

/// Why a geometry cannot be used.
#[derive(Debug, Error)]
pub enum GeometryError {
    /// A key that there is not.
    #[error("{0}")]
    Key(String),
    /// The text is no such file.
    #[error("the geometry is not understood: {0}")]
    Text(#[from] serde_yaml::Error),
    /// A body that the robot has not.
    #[error("`{name}` is no body of the robot; there are base, {known}{suggestion}")]
    NoBody {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
        /// The nearest one, as a sentence.
        suggestion: String,
    },
    /// A radius, a normal or a box that cannot be.
    #[error("{0}")]
    Impossible(String),
    /// The robot's module does not say where its bodies are.
    #[error("the module of {0} does not say where its bodies are; generate it again")]
    NoFrames(String),
}

/// What must stay positive: a length, m.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Clearance {
    /// An end of a capsule before a plane of unit normal: `normal · p - offset - radius`.
    Before {
        end: usize,
        normal: [f64; 3],
        limit: f64,
        name: String,
    },
    /// Two capsules, by their places: distance less the sum of radii.
    Between {
        capsules: [usize; 2],
        radii: f64,
        name: String,
    },
}

impl Clearance {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Before { name, .. } | Self::Between { name, .. } => name,
        }
    }
}

impl Geometry {
    /// From the text of a YAML file.
    ///
    /// # Errors
    /// [`GeometryError::Key`] and [`GeometryError::Text`], with the line.
    pub fn read(text: &str) -> Result<Self, GeometryError> {
        serde_yaml::from_str(text).map_err(|error| match KEYS.unknown(text, &error) {
            Some(said) => GeometryError::Key(said),
            None => GeometryError::Text(error),
        })
    }

    /// The body that each capsule is on, `None` for the base.
    pub(super) fn bodies(&self, model: &Model) -> Result<Vec<Option<usize>>, GeometryError> {
        if model.frames.is_empty() {
            return Err(GeometryError::NoFrames(model.name.to_owned()));
        }
        let capsules = self.capsules.iter();
        capsules
            .map(|capsule| {
                if !(capsule.radius > 0.0 && capsule.radius.is_finite()) {
                    let what = format!(
                        "the radius of a capsule of {} is {}; it has to be above 0",
                        capsule.body, capsule.radius
                    );
                    return Err(GeometryError::Impossible(what));
                }
                if !capsule
                    .from
                    .iter()
                    .chain(&capsule.to)
                    .all(|x| x.is_finite())
                {
                    let what = format!("an end of a capsule of {} is no number", capsule.body);
                    return Err(GeometryError::Impossible(what));
                }
                body(model, &capsule.body)
            })
            .collect()
    }

    /// All that must stay positive. Ends are counted two a capsule.
    pub(super) fn clearances(&self, model: &Model) -> Result<Vec<Clearance>, GeometryError> {
        let bodies = self.bodies(model)?;
        let mut all = Vec::new();
        let mut planes: Vec<([f64; 3], f64, String)> = Vec::new();
        if let Some(height) = self.floor {
            if !height.is_finite() {
                let what = format!("the height of the floor is {height}, and has to be a number");
                return Err(GeometryError::Impossible(what));
            }
            planes.push(([0.0, 0.0, 1.0], height, "the floor".to_owned()));
        }
        for (k, plane) in self.planes.iter().enumerate() {
            let length = plane.normal.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !(length > 0.0 && length.is_finite() && plane.offset.is_finite()) {
                let what = format!("plane {}: its normal has no direction", k + 1);
                return Err(GeometryError::Impossible(what));
            }
            let normal = plane.normal.map(|x| x / length);
            planes.push((normal, plane.offset / length, format!("plane {}", k + 1)));
        }
        if let Some(Workspace { low, high }) = &self.workspace {
            for axis in 0..3 {
                if low[axis].partial_cmp(&high[axis]) != Some(std::cmp::Ordering::Less) {
                    let what = "the workspace's low corner has to be below its high corner";
                    return Err(GeometryError::Impossible(what.to_owned()));
                }
                let along = |sign: f64| std::array::from_fn(|k| if k == axis { sign } else { 0.0 });
                planes.push((along(1.0), low[axis], "the workspace".to_owned()));
                planes.push((along(-1.0), -high[axis], "the workspace".to_owned()));
            }
        }
        for (k, (capsule, body)) in self.capsules.iter().zip(&bodies).enumerate() {
            if body.is_none() {
                continue;
            }
            for (normal, offset, what) in &planes {
                for end in [2 * k, 2 * k + 1] {
                    all.push(Clearance::Before {
                        end,
                        normal: *normal,
                        limit: offset + capsule.radius,
                        name: format!("{} and {what}", capsule.body),
                    });
                }
            }
        }
        for (a, b) in self.pairs(model, &bodies)? {
            let [first, second] = [a, b].map(|k| &self.capsules[k]);
            all.push(Clearance::Between {
                capsules: [a, b],
                radii: first.radius + second.radius,
                name: format!("{} and {}", first.body, second.body),
            });
        }
        Ok(all)
    }

    fn pairs(
        &self,
        model: &Model,
        bodies: &[Option<usize>],
    ) -> Result<Vec<(usize, usize)>, GeometryError> {
        let carried = |a: Option<usize>, b: Option<usize>| {
            let parent = |body: Option<usize>| body.map(|body| model.frames[body].parent);
            a == b || parent(a) == Some(b) || parent(b) == Some(a)
        };
        let mut named = Vec::new();
        for pair in self.apart.iter().flatten() {
            named.push((body(model, &pair[0])?, body(model, &pair[1])?));
        }
        let mut pairs = Vec::new();
        for (a, first) in bodies.iter().enumerate() {
            for (b, second) in bodies.iter().enumerate().skip(a + 1) {
                let asked = match &self.apart {
                    Some(_) => {
                        named.contains(&(*first, *second)) || named.contains(&(*second, *first))
                    }
                    None => !carried(*first, *second),
                };
                if asked {
                    pairs.push((a, b));
                }
            }
        }
        Ok(pairs)
    }
}

fn body(model: &Model, name: &str) -> Result<Option<usize>, GeometryError> {
    if name == "base" {
        return Ok(None);
    }
    let place = model.bodies.iter().position(|body| *body == name);
    place.map(Some).ok_or_else(|| GeometryError::NoBody {
        name: name.to_owned(),
        known: model.bodies.join(", "),
        suggestion: suggestion(
            name,
            ["base"].into_iter().chain(model.bodies.iter().copied()),
        ),
    })
}

/// A clearance from where ends of capsules are, and its derivative by each of those (`adds` hears end and slope).
pub(super) fn clearance(
    clearance: &Clearance,
    end: impl Fn(usize) -> [f64; 3],
    mut adds: impl FnMut(usize, [f64; 3]),
) -> f64 {
    match clearance {
        Clearance::Before {
            end: k,
            normal,
            limit,
            ..
        } => {
            adds(*k, *normal);
            dot(normal, &end(*k)) - limit
        }
        Clearance::Between {
            capsules: [a, b],
            radii,
            ..
        } => {
            let ends = [2 * a, 2 * a + 1, 2 * b, 2 * b + 1];
            let [p, p2, q, q2] = ends.map(end);
            let (s, t) = nearest(&p, &p2, &q, &q2);
            let way: [f64; 3] =
                std::array::from_fn(|i| p[i] + s * (p2[i] - p[i]) - q[i] - t * (q2[i] - q[i]));
            let distance = dot(&way, &way).sqrt();
            let unit = way.map(|x| x / distance.max(1e-9));
            // Where the nearest points are does not change to first order.
            for (k, share) in ends.into_iter().zip([1.0 - s, s, t - 1.0, -t]) {
                adds(k, unit.map(|x| share * x));
            }
            distance - radii
        }
    }
}

/// Where on two lines between points they are nearest, as shares from 0 to 1 (Ericson 2005, 5.1.9).
fn nearest(p: &[f64; 3], p2: &[f64; 3], q: &[f64; 3], q2: &[f64; 3]) -> (f64, f64) {
    let less = |a: &[f64; 3], b: &[f64; 3]| -> [f64; 3] { std::array::from_fn(|i| a[i] - b[i]) };
    let (d1, d2, r) = (less(p2, p), less(q2, q), less(p, q));
    let (a, e, f) = (dot(&d1, &d1), dot(&d2, &d2), dot(&d2, &r));
    let small = 1e-18;
    if a <= small && e <= small {
        return (0.0, 0.0);
    }
    if a <= small {
        return (0.0, (f / e).clamp(0.0, 1.0));
    }
    let c = dot(&d1, &r);
    if e <= small {
        return ((-c / a).clamp(0.0, 1.0), 0.0);
    }
    let b = dot(&d1, &d2);
    let denominator = a * e - b * b;
    let s = match denominator > small * a * e {
        true => ((b * f - c * e) / denominator).clamp(0.0, 1.0),
        false => 0.0,
    };
    match (b * s + f) / e {
        t if t < 0.0 => ((-c / a).clamp(0.0, 1.0), 0.0),
        t if t > 1.0 => (((b - c) / a).clamp(0.0, 1.0), 1.0),
        t => (s, t),
    }
}

#[cfg(test)]
mod tests;

//! Reads a robot's file: what the user wrote, exactly, with the place of every value.
//!
//! [`read`] passes the text through a guard (size, depth, aliases, duplicate keys), then takes it
//! apart key by key. Every mistake is collected, and numbers are exact. It knows no mechanics:
//! [`crate::mechanism`] says whether the robot makes sense.

mod arithmetic;
mod bodies;
mod constants;
mod drives;
mod expression;
mod keys;
mod measure;
mod model;
mod names;
mod numbers;
mod parents;
mod reader;
mod schema;
mod shapes;
mod tree;
mod value;
mod wishes;

use std::path::Path;
use std::sync::Arc;

use crate::algebra::Rational;
use crate::diagnostic::{Diagnostics, Fault, Source, Span, Spanned};

pub use model::{
    Body, Constant, Convention, DenavitHartenberg, Description, DriveSide, DriveTerms, Drives,
    Equations, Inertia, Joint, JointKind, Limits, Motor, Physical, Placement, Quantity, Recovery,
    Representatives, Term, Transmission,
};
pub use schema::schema;
pub use value::{Angle, Value};

use reader::Reader;

/// Reads a robot's file from its text; `name` is how diagnostics call the file. Gives the
/// description and warnings.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(name: &str, text: &str) -> Result<(Description, Diagnostics), Diagnostics> {
    let (description, diagnostics) = attempt(source(name, text));
    diagnostics.conclude(description)
}

/// Reads a robot's file from bytes, which may not be text at all.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<(Description, Diagnostics), Diagnostics> {
    let source = decode(name, bytes)?;
    let (description, diagnostics) = attempt(source);
    diagnostics.conclude(description)
}

/// Reads a robot's file from disk, and no more of it than a robot's file may have.
///
/// # Errors
/// Everything that is wrong with the file, or the reason why it cannot be read.
pub fn read_file(path: &Path) -> Result<(Description, Diagnostics), Diagnostics> {
    let (description, diagnostics) = attempt(open(path)?);
    diagnostics.conclude(description)
}

/// The text of a file on disk.
pub(crate) fn open(path: &Path) -> Result<Arc<Source>, Diagnostics> {
    use std::io::Read;
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let most = tree::LARGEST as u64 + 1;
    match std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        Ok(_) => decode(&name, &bytes),
        Err(error) => {
            let mut diagnostics = Diagnostics::new(source(&name, ""));
            diagnostics.add_to_file(&Fault::Unreadable {
                reason: error.to_string(),
            });
            Err(diagnostics)
        }
    }
}

/// Bytes as text.
pub(crate) fn decode(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostics> {
    let bytes = &bytes[..bytes.len().min(tree::LARGEST + 1)];
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(source(name, text)),
        // The cut above may go through a character: then the file is too large, not wrong.
        Err(error) if error.error_len().is_none() && bytes.len() > tree::LARGEST => {
            Ok(source(name, &String::from_utf8_lossy(bytes)))
        }
        Err(error) => {
            let at = error.valid_up_to();
            let end = bytes.len().min(at + 80);
            let text = String::from_utf8_lossy(&bytes[..end]);
            let mut diagnostics = Diagnostics::new(source(name, &text));
            diagnostics.add(
                &Fault::NotUtf8,
                Span {
                    start: at,
                    end: at + 1,
                },
            );
            Err(diagnostics)
        }
    }
}

pub(crate) fn source(name: &str, text: &str) -> Arc<Source> {
    Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    })
}

/// As much of a description as can be read, and all that is wrong with it. Where a mistake was
/// reported, a placeholder stands that no later check complains of.
pub(crate) fn attempt(file: Arc<Source>) -> (Option<Description>, Diagnostics) {
    let mut diagnostics = Diagnostics::new(file.clone());
    let description = tree::parse(&file, &mut diagnostics).and_then(|root| {
        let mut reader = Reader {
            source: &file,
            diagnostics: &mut diagnostics,
            constants: Vec::new(),
            other_constants: Vec::new(),
        };
        reader.robot(&root, &file)
    });
    (description, diagnostics)
}

impl Reader<'_> {
    fn robot(&mut self, root: &tree::Node, file: &Arc<Source>) -> Option<Description> {
        let fields = self.fields(root, &keys::ROBOT)?;
        let name = self.required(fields, "robot", "robot: my_arm");
        let name = name.and_then(|node| self.robot_name(node));
        let mut text = |key| {
            let text = fields.get(key).and_then(|node| self.text(node, "a text"));
            text.map_or_else(String::new, |text| text.value)
        };
        let (title, source) = (text("title"), text("source"));
        if let Some(constants) = fields.get("constants") {
            self.read_constants(constants);
        }
        let gravity = self.required(fields, "gravity", "gravity: [0, 0, -9.81]");
        let gravity = gravity.and_then(|node| self.exacts(node, "gravity"));
        if let Some(node) = fields.get("base") {
            self.base(node);
        }
        let bodies = self.required(fields, "bodies", "bodies: [{name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}]");
        let bodies = bodies.map_or_else(Vec::new, |node| self.bodies(node));
        let drives = fields.get("drives").and_then(|node| self.drives(node));
        let measure = fields.get("measure").map(|node| self.measure(node));
        let recovery = fields.get("recovery").and_then(|node| self.recovery(node));
        let base_parameters = fields
            .get("base_parameters")
            .and_then(|node| self.representatives(node));
        let equations = fields
            .get("equations")
            .and_then(|node| self.equations(node));
        Some(Description {
            file: file.clone(),
            name: name.unwrap_or_else(|| Spanned::new(String::new(), root.span)),
            title,
            source,
            gravity: gravity.unwrap_or([Rational::ZERO; 3]),
            constants: std::mem::take(&mut self.constants),
            bodies,
            drives,
            measure: measure.unwrap_or_default(),
            recovery: recovery.unwrap_or_default(),
            base_parameters: base_parameters.unwrap_or_default(),
            equations: equations.unwrap_or_default(),
        })
    }
}

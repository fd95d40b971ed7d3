//! The parameters file: a map from names to numbers.

use super::reader::Reader;
use super::record::Form;
use super::shape::{Number, Shape};
use super::tree;
use crate::algebra::Rational;
use crate::diagnostic::{Diagnostics, Spanned};

static VALUES: Shape = Shape::Entries(&Shape::Number(Number::Nominal), "names to numbers");

/// Values of parameters by name, as far as they can be read.
pub(crate) fn parameters(diagnostics: &mut Diagnostics) -> Vec<(Spanned<String>, Rational)> {
    let source = diagnostics.source().clone();
    let mut values = Vec::new();
    if let Some(root) = tree::parse(&source, diagnostics) {
        let mut reader = Reader {
            source: &source,
            diagnostics,
            constants: Default::default(),
            example: None,
        };
        values.read(&mut reader, &root, &VALUES);
    }
    values
}

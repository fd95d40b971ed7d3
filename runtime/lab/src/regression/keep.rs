//! Decimated rows of the base columns of motions.

use std::sync::OnceLock;

use crate::motion::Motion;

/// The motions whose rows are kept, and these. Motions that are lent for so long do not change.
pub(super) struct Keep<'a> {
    pub(super) motions: &'a [Motion],
    pub(super) rows: Vec<Kept>,
}

/// The decimated rows of one motion, once it was gone through.
#[derive(Default)]
pub(super) struct Kept(pub(super) OnceLock<Vec<f64>>);

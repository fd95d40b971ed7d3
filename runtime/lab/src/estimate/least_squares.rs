//! Least squares, ordinary or weighted: the torques alone decide.

use super::Solution;
use super::held::Held;
use crate::numeric::Decomposition;

/// The pseudo-inverse: directions that the motion did not excite stay at 0, and what is held at its value.
pub(super) fn solve(spectrum: &Decomposition, held: &Held) -> Solution {
    Solution {
        centre: held.centre(spectrum.inverse.nrows()),
        gain: spectrum.inverse.clone(),
        standard: None,
        settings: Vec::new(),
        biased: false,
    }
}

//! How a motion will be read.

use super::planned::Planned;

/// How a motion will be read, and beside what.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading<'a> {
    /// Recordings that exist and tell something, too. Noise, limits and joints are those of the planned motion.
    pub beside: &'a [Planned],
    /// Whether deviations are those of what `identify` keeps by its defaults, in place of those of all samples: filters
    /// spoil the ends, and where a joint turns round the sign of its friction is not certain.
    pub identified: bool,
    /// Which joints' torques are read, noise then being that of torques of joints; all that is measured where there are none.
    pub torques: &'a [bool],
}

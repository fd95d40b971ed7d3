//! Where the numbers of a state stand, and those of its derivatives.

/// Where the parts of a state stand: positions, velocities, currents, work, losses; then columns of derivatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Joints.
    pub n: usize,
    /// Currents that take time.
    pub m: usize,
    /// Columns of derivatives.
    pub columns: usize,
}

impl Layout {
    /// Numbers of a column: of positions, velocities, currents.
    pub(super) fn width(self) -> usize {
        2 * self.n + self.m
    }

    /// Where columns begin.
    pub(super) fn base(self) -> usize {
        self.width() + 2
    }

    /// Numbers in all.
    pub(super) fn length(self) -> usize {
        self.base() + self.columns * self.width()
    }

    /// Where a column stands.
    pub(super) fn column(self, k: usize) -> std::ops::Range<usize> {
        let start = self.base() + k * self.width();
        start..start + self.width()
    }
}

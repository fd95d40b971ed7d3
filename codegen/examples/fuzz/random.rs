//! A small deterministic generator (SplitMix64: Steele, Lea and Flood 2014, figure 15).

/// The same numbers for the same seed, on every machine.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.bits() % end).unwrap_or(0)
    }

    /// From 1 to `2^powers`, small numbers more often.
    pub(crate) fn few(&mut self, powers: usize) -> usize {
        let power = self.below(powers);
        1 + self.below(1 << power)
    }

    /// One of several things.
    pub(crate) fn one_of<'t, T: ?Sized>(&mut self, things: &[&'t T]) -> &'t T {
        things[self.below(things.len())]
    }
}

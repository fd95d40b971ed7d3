//! How long an iteration that settles slowly goes on.

/// By how much steps have to shrink for the iteration to settle some day: so it takes 20 looks for a millionth.
const HALVED: f64 = 0.5;

/// Looks at an iteration every so many rounds, as often as its steps are half as long as at the last look, and a bounded number of times.
pub(crate) struct Patience {
    every: usize,
    most: usize,
    before: Option<f64>,
}

impl Patience {
    /// A look `every` so many rounds; none after `most` rounds, a multiple of these.
    pub(crate) fn new(every: usize, most: usize) -> Self {
        Self {
            every,
            most,
            before: None,
        }
    }

    /// Whether another round follows one that ended with a step of this length.
    pub(crate) fn goes_on(&mut self, round: usize, step: f64) -> bool {
        if !round.is_multiple_of(self.every) {
            return true;
        }
        let shrinks = self.before.is_none_or(|before| step <= HALVED * before);
        self.before = Some(step);
        shrinks && round < self.most
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;

    /// The last round of an iteration whose steps are these.
    fn last(step: impl Fn(usize) -> f64) -> usize {
        let mut patience = Patience::new(10, 100);
        let mut rounds = 1..;
        rounds
            .find(|round| !patience.goes_on(*round, step(*round)))
            .expect("an end")
    }

    #[test]
    fn what_settles_slowly_goes_on_and_what_does_not_ends() {
        // By a factor of two in nine rounds, in eleven, and not at all.
        let shrinks = |rounds: f64| move |round: usize| 0.5f64.powf(round as f64 / rounds);
        assert_eq!(last(shrinks(9.0)), 100);
        assert_eq!(last(shrinks(11.0)), 20);
        assert_eq!(last(|_| 1.0), 20);
        // Just by half from one look to the next.
        assert_eq!(last(|round| 0.5f64.powi(round as i32 / 10)), 100);
        // Until it does not any more.
        assert_eq!(last(|round| shrinks(5.0)(round.min(40))), 50);
    }
}

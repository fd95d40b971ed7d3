//! Robot files with coil springs.

use std::fmt::Write as _;

use crate::Random;

/// A robot file with springs between random points of random bodies, symbols made numbers. The same for the same
/// seed.
#[must_use]
pub fn sprung(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let bodies = text.matches("  - {name: b").count();
    let mut text = text.replace(", symbolic: true", "") + "springs:\n";
    let springs = 1 + random.below(3);
    for spring in 0..springs {
        let mut end = |body: usize| {
            let body = match body {
                0 => "base".to_owned(),
                other => format!("b{}", other - 1),
            };
            let at = random
                .vector(3, 0.6)
                .iter()
                .map(|x| format!("{x:.2}"))
                .collect::<Vec<_>>();
            format!("{{body: {body}, at: [{}]}}", at.join(", "))
        };
        // The first from the base, as a counterbalance is.
        let (one, other) = match spring {
            0 => (0, bodies),
            _ => (spring % (bodies + 1), (7 * spring + 3) % (bodies + 1)),
        };
        let _ = writeln!(
            text,
            "  - {{name: s{spring}, from: {}, to: {}}}",
            end(one),
            end(other)
        );
    }
    text
}

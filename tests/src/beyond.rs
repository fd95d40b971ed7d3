//! What the generator's library makes of robot files that were made up.

use armwright_codegen::mechanism::{Mechanism, load};

/// The mechanism of a robot file.
///
/// # Panics
/// If the text is not a robot file, or the generator finds fault with it.
#[must_use]
pub fn built(text: &str) -> Mechanism {
    let built = load("invention.yaml", text);
    built.unwrap_or_else(|error| panic!("{error}:\n{text}")).0
}

#[cfg(test)]
mod tests {
    use armwright_codegen::algebra::Rational;

    use super::built;

    #[test]
    fn the_parallelogram_has_the_coordinates_of_its_file() {
        let text = include_str!("../driven/parallelogram.yaml");
        let mechanism = built(text);
        let names = mechanism.coordinates.places();
        let names: Vec<&str> = names
            .map(|k| mechanism.coordinate(k).name.as_str())
            .collect();
        assert_eq!(names, ["q1", "q2", "q3", "grip"]);
        let factors = |joint: usize| {
            let joint = &mechanism.bodies.as_slice()[joint].joint;
            let factors = mechanism
                .coordinates
                .places()
                .map(|k| joint.motion.factor(k));
            factors.collect::<Vec<_>>()
        };
        let [zero, one] = [0, 1].map(Rational::from);
        assert_eq!(factors(3), [zero.clone(), one.clone(), -&one, zero.clone()]);
        let half = Rational::new(-1, 2);
        assert_eq!(
            factors(8),
            [Rational::new(1, 10), zero.clone(), zero.clone(), half]
        );
        assert_eq!(
            factors(6),
            [zero.clone(), zero.clone(), zero.clone(), zero.clone()]
        );
        assert_eq!(mechanism.motors.len(), 4);
        assert_eq!(
            mechanism.transmission.expect("a transmission")[1][2],
            Rational::from(-5)
        );
    }
}

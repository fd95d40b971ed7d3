//! What the generator's library makes of robot files whose base is moved, which its reader does not know yet.

use armwright_codegen::mechanism::{Base, Mechanism, load};
use serde_yaml::Mapping;

/// The mechanism of a robot file, a base that is moved included.
///
/// # Panics
/// If the text is not a robot file, or the generator finds fault with it.
#[must_use]
pub fn built(text: &str) -> Mechanism {
    let mut file: Mapping = serde_yaml::from_str(text).expect("a robot file is a YAML map");
    let base = file.remove("base");
    let fixed = serde_yaml::to_string(&file).expect("a map that was read");
    let (mut mechanism, _) =
        load("invention.yaml", &fixed).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    if base.is_some_and(|base| base == "floating") {
        mechanism.base = Base::Input;
    }
    mechanism
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

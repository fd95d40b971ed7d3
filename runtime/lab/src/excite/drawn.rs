//! A motion that exceeds something, drawn towards one that does not.

use super::kept::{Kept, Worst};

/// What a share of a limit, or a clearance in decimetres, is left free by: more than what it may rise by where the search does not look.
const SPARE: f64 = 1e-3;
/// Halvings of the way from the centre to a motion that exceeds something.
const HALVINGS: usize = 20;

/// A motion that exceeds something, drawn towards the centre until it does not; as it is where the centre does, too.
pub(super) fn drawn_in(
    z: Vec<f64>,
    centre: &[f64],
    worst: Worst,
    finely: &mut [Kept<'_>],
) -> (Vec<f64>, Option<Worst>) {
    let between = |share: f64| -> Vec<f64> {
        let pairs = z.iter().zip(centre);
        pairs.map(|(z, c)| c + share * (z - c)).collect()
    };
    let (mut inside, mut outside) = (0.0, 1.0);
    let mut found = (z.clone(), Some(worst));
    for halving in 0..=HALVINGS {
        let share = match halving {
            0 => 0.0,
            _ => 0.5 * (inside + outside),
        };
        let moved = between(share);
        let worst = worst_of(finely, &moved);
        match worst.as_ref().is_none_or(|worst| worst.excess <= 0.0) {
            true => {
                inside = share;
                found = (moved, worst);
            }
            false if halving == 0 => return found,
            false => outside = share,
        }
    }
    found
}

/// The worst excess, with what may happen between the times of the grid.
pub(super) fn worst_of(finely: &mut [Kept<'_>], z: &[f64]) -> Option<Worst> {
    let all = finely.iter_mut().map(|kept| {
        let worst = kept.worst_between(z);
        let excess = worst.excess + SPARE;
        Worst { excess, ..worst }
    });
    all.max_by(|a: &Worst, b: &Worst| a.excess.total_cmp(&b.excess))
}

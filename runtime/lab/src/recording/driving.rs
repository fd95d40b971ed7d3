//! Torques of rows that cannot be used otherwise: these drove the robot all the same.

use super::Channel;
use super::clock::{Clock, Grid};
use super::flaws::{Fault, picked};
use super::order::Stretch;
use super::samples::Samples;
use super::spikes::spikes;
use crate::thresholds::LARGEST;

/// Rows of stretches whose torques can be used, whatever is wrong with other columns of theirs; nothing where all rows can be used.
pub(super) fn with_torques(
    samples: &Samples,
    time: &[f64],
    stretches: &[Stretch],
    faults: &[Fault],
) -> Vec<Stretch> {
    if faults.iter().all(Option::is_none) {
        return Vec::new();
    }
    let columns = samples.torque.as_deref().unwrap_or_default();
    let is_number = |row: usize| columns.iter().all(|column| column[row].abs() < LARGEST);
    let can_be = |row: &usize| match faults[*row] {
        None => true,
        Some((_, channel)) => channel != Channel::Torque && is_number(*row),
    };
    let of = |stretch: &Stretch| {
        let rows: Vec<usize> = stretch.iter().copied().filter(can_be).collect();
        if rows.iter().all(|row| faults[*row].is_none()) {
            return rows;
        }
        // Spikes were looked for in rows without other faults alone.
        let times = picked(time, &rows);
        let found = |column: &Vec<f64>| spikes(&times, &picked(column, &rows));
        let found: Vec<usize> = columns.iter().flat_map(found).flatten().collect();
        let is_right = |(k, row): &(usize, &usize)| faults[**row].is_none() || !found.contains(k);
        let right = rows.iter().enumerate().filter(is_right);
        right.map(|(_, row)| *row).collect()
    };
    stretches.iter().map(of).collect()
}

/// The grid of a piece's torques, which has a sample wherever that of its rows has one; none where it is that one.
pub(super) fn driving(
    grid: &Grid,
    rows: &[usize],
    with_torques: &[Stretch],
    time: &[f64],
    clock: &Clock,
) -> Option<Grid> {
    let (first, last) = (rows.first()?, rows.last()?);
    let own = with_torques.iter().find(|own| own.contains(first))?;
    let from = own.iter().position(|row| row == first)?;
    let to = own.iter().rposition(|row| row == last)?;
    let own = own.get(from..=to).filter(|own| own.len() > rows.len())?;
    let driving = clock.grid(time, own);
    // Stamps of rows that cannot be used may be elsewhere.
    (driving.bridged.len() == grid.bridged.len()).then_some(driving)
}

#[cfg(test)]
mod tests {
    use super::super::flaws::Flaw;
    use super::{Channel, Samples, with_torques};

    /// Rows of a swing.
    const ROWS: usize = 400;

    fn samples() -> Samples {
        let column =
            |of: &dyn Fn(f64) -> f64| -> Vec<f64> { (0..ROWS).map(|k| of(k as f64)).collect() };
        Samples {
            position: vec![column(&|k| (0.05 * k).sin())],
            velocity: None,
            acceleration: None,
            torque: Some(vec![column(&|k| (0.1 * k).cos() + 0.01 * k.sin())]),
            measured: None,
            base: None,
            contacts: None,
            second: None,
            user: None,
        }
    }

    #[test]
    fn a_torque_counts_beside_a_position_that_does_not() {
        let mut samples = samples();
        let time: Vec<f64> = (0..ROWS).map(|k| k as f64).collect();
        let rows: Vec<usize> = (0..ROWS).collect();
        let mut faults = vec![None; ROWS];
        faults[34] = Some((Flaw::Spike, Channel::Position));
        faults[45] = Some((Flaw::NotANumber, Channel::Position));
        faults[62] = Some((Flaw::Spike, Channel::Torque));
        faults[75] = Some((Flaw::NotANumber, Channel::Position));
        let torque = samples.torque.as_mut().expect("torques");
        torque[0][45] = f64::NAN;
        // What would be a spike is one in a row that was not looked at.
        torque[0][75] += 500.0;
        let found = with_torques(&samples, &time, &[rows], &faults);
        let gone: Vec<usize> = (0..ROWS).filter(|row| !found[0].contains(row)).collect();
        assert_eq!(gone, [45, 62, 75]);
    }
}

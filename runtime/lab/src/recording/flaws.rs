//! Numbers that are no measurements.

use std::borrow::Cow;

use super::Channel;
use super::order::Stretch;
use super::samples::Samples;
use super::spikes::spikes;
use crate::cores;
use crate::thresholds::LARGEST;

/// Why a row cannot be used, and what of it.
pub(super) type Fault = Option<(Flaw, Channel)>;

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    Spike,
    NotANumber,
    TooLarge,
}

/// What is wrong with each row: no number, one that nothing measures, or a spike. Of `unoriented` rows the orientation of the base
/// is no number; none where it is in all.
pub(super) fn flaws(
    samples: &Samples,
    unoriented: &[bool],
    time: &[f64],
    stretches: &[Stretch],
) -> Vec<Fault> {
    let mut faults: Vec<Fault> = vec![None; time.len()];
    for (channel, column) in samples.columns() {
        // What is turned into the base's axes is no number where the orientation is none.
        let is_turned = [Channel::BaseRate, Channel::Contact].contains(&channel);
        for (row, (fault, x)) in faults.iter_mut().zip(column).enumerate() {
            // A square of what is larger would overflow further on.
            if fault.is_some() || x.abs() < LARGEST {
                continue;
            }
            let unoriented = unoriented.get(row) == Some(&true);
            let channel = match is_turned && unoriented {
                true => Channel::BaseOrientation,
                false => channel,
            };
            let flaw = match x.is_finite() {
                true => Flaw::TooLarge,
                false => Flaw::NotANumber,
            };
            *fault = Some((flaw, channel));
        }
    }
    for stretch in stretches {
        let unhurt = stretch.iter().all(|&row| faults[row].is_none());
        let rows: Cow<'_, [usize]> = match unhurt {
            true => Cow::Borrowed(stretch),
            false => stretch
                .iter()
                .copied()
                .filter(|&row| faults[row].is_none())
                .collect(),
        };
        let times = picked(time, &rows);
        // What is recorded beside may do as it likes.
        let of_robot = |(channel, _): &(Channel, &Vec<f64>)| *channel != Channel::User;
        let columns: Vec<(Channel, &Vec<f64>)> = samples.columns().filter(of_robot).collect();
        let of = |k: usize| spikes(&times, &picked(columns[k].1, &rows));
        let found = cores::map(columns.len(), &of);
        for (found, (channel, _)) in found.into_iter().zip(&columns) {
            for k in found.into_iter().flatten() {
                faults[rows[k]] = Some((Flaw::Spike, *channel));
            }
        }
    }
    faults
}

/// The rows of a column; where they follow each other, as they stand.
pub(super) fn picked<'a>(column: &'a [f64], rows: &[usize]) -> Cow<'a, [f64]> {
    match rows {
        [first, .., last] if last + 1 == first + rows.len() && rows.is_sorted() => {
            Cow::Borrowed(&column[*first..=*last])
        }
        rows => rows.iter().map(|&row| column[row]).collect(),
    }
}

//! What is said of rows that cannot be used and of those that are missing.

use super::clock::Clock;
use super::flaws::{Fault, Flaw};
use super::order::{Done, Stretch};
use super::repair::{Action, Cause};

/// Says what was done about rows that cannot be used and about those that are missing.
pub(super) fn holes(
    stretch: &Stretch,
    time: &[f64],
    faults: &[Fault],
    clock: &Clock,
    longest: f64,
    done: &mut Vec<Done>,
) {
    let cause = |fault: Fault| match fault {
        Some((Flaw::Spike, channel)) => Cause::Spike(channel),
        Some((Flaw::NotANumber, channel)) => Cause::NotANumber(channel),
        Some((Flaw::TooLarge, channel)) => Cause::TooLarge(channel),
        None => Cause::Missing,
    };
    let say = |bad: &[usize], action: Action, done: &mut Vec<Done>| {
        for run in bad.chunk_by(|&a, &b| faults[a] == faults[b]) {
            let why = cause(faults[run[0]]);
            done.push(Done::to(
                [run[0], run[run.len() - 1]],
                run.len(),
                why,
                action,
            ));
        }
    };
    let mut before: Option<usize> = None;
    for (k, &row) in stretch.iter().enumerate() {
        if faults[row].is_some() {
            continue;
        }
        let between = before.map_or(0, |before| before + 1)..k;
        let step = before.map(|before| time[row] - time[stretch[before]]);
        let action = match step {
            None => Action::Dropped,
            Some(step) if step > longest => Action::Split,
            Some(_) => Action::Bridged,
        };
        say(&stretch[between.clone()], action, done);
        before = Some(k);
        let Some(step) = step.filter(|step| between.is_empty() && *step > clock.longest_step())
        else {
            continue;
        };
        let missing = ((step / clock.period).round() as usize)
            .saturating_sub(1)
            .max(1);
        let rows = [stretch[k - 1], row];
        done.push(Done::to(rows, missing, Cause::Missing, action));
    }
    let rest = before.map_or(0, |before| before + 1);
    say(&stretch[rest..], Action::Dropped, done);
}

#[cfg(test)]
mod tests {

    use super::{Action, Cause, Clock, Flaw, holes};
    use crate::recording::Channel;

    #[test]
    fn every_row_that_is_missing_or_useless_is_told_once() {
        // Rows 14 and 15 lie two seconds apart, 15 and 16 six.
        let mut time: Vec<f64> = (0..20).map(f64::from).collect();
        time[15..].iter_mut().for_each(|t| *t += 1.0);
        time[16..].iter_mut().for_each(|t| *t += 5.0);
        let mut faults = vec![None; 20];
        let nan = |channel| Some((Flaw::NotANumber, channel));
        let spike = |channel| Some((Flaw::Spike, channel));
        faults[0] = nan(Channel::Position);
        faults[3] = spike(Channel::Torque);
        faults[4] = nan(Channel::Velocity);
        for fault in &mut faults[7..11] {
            *fault = nan(Channel::Torque);
        }
        faults[18] = spike(Channel::Position);
        faults[19] = spike(Channel::Position);
        let clock = Clock {
            period: 1.0,
            jitter: 0.0,
        };
        let mut done = Vec::new();
        holes(&(0..20).collect(), &time, &faults, &clock, 3.0, &mut done);
        let found = done.into_iter().map(|d| (d.rows, d.count, d.why, d.done));
        let expected = [
            (
                [0, 0],
                1,
                Cause::NotANumber(Channel::Position),
                Action::Dropped,
            ),
            ([3, 3], 1, Cause::Spike(Channel::Torque), Action::Bridged),
            (
                [4, 4],
                1,
                Cause::NotANumber(Channel::Velocity),
                Action::Bridged,
            ),
            (
                [7, 10],
                4,
                Cause::NotANumber(Channel::Torque),
                Action::Split,
            ),
            ([14, 15], 1, Cause::Missing, Action::Bridged),
            ([15, 16], 5, Cause::Missing, Action::Split),
            (
                [18, 19],
                2,
                Cause::Spike(Channel::Position),
                Action::Dropped,
            ),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_step_of_one_and_a_half_periods_leaves_nothing_out() {
        let clock = Clock {
            period: 1.0,
            jitter: 0.0,
        };
        let told = |step: f64| {
            let mut done = Vec::new();
            holes(
                &vec![0, 1],
                &[0.0, step],
                &[None; 2],
                &clock,
                9.0,
                &mut done,
            );
            done.first().map(|done| (done.rows, done.count))
        };
        assert_eq!(told(1.5), None);
        assert_eq!(told(1.6), Some(([0, 1], 1)));
        assert_eq!(told(3.6), Some(([0, 1], 3)));
    }
}

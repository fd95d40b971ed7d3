//! What is said of rows that cannot be used and of those that are missing.

use super::Channel;
use super::clock::Clock;
use super::order::{Done, Stretch};
use super::repair::{Action, Cause};

/// Why a row cannot be used: a spike, or no number.
pub(super) type Fault = Option<(bool, Channel)>;

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
        Some((true, channel)) => Cause::Spike(channel),
        Some((false, channel)) => Cause::NotANumber(channel),
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

use super::{Action, Cause, Channel, Repair, listed};

fn repair(why: Cause, done: Action, count: usize) -> Repair {
    Repair {
        recording: "run".to_owned(),
        time: [1.25, 2.5],
        rows: Some([7, 9]),
        count,
        why,
        done,
    }
}

#[test]
fn reasons_are_phrases_in_the_singular_and_the_plural() {
    use Cause::{
        Coarse, Copied, Missing, NotANumber, OutOfOrder, Restarted, SameAs, SameTime, Short, Spike,
        TooLarge, Uneven, Unfilterable, Untimed,
    };
    let torque = Channel::Torque;
    let wrapped = |half| Cause::Wrapped {
        of: "q1".to_owned(),
        half,
    };
    let jumped = |of: &[&str]| Cause::Jumped {
        of: of.iter().map(ToString::to_string).collect(),
        by: 0.25,
        unit: "rad",
    };
    let one = [
        (Missing, "1 row is missing"),
        (NotANumber(torque), "torque is no finite number in 1 row"),
        (TooLarge(torque), "torque of 1e30 or more in 1 row"),
        (
            wrapped(true),
            "position of q1 begins again behind half a turn, in 1 row",
        ),
        (Spike(Channel::Position), "spike of position in 1 row"),
        (Untimed, "1 row without a possible time"),
        (OutOfOrder, "1 row out of order"),
        (Copied, "1 row repeated"),
        (SameTime, "1 row with the time of the one before differs"),
    ];
    let several = [
        (
            wrapped(false),
            "position of q1 begins again behind a turn, in 3 rows",
        ),
        (Missing, "3 rows are missing"),
        (NotANumber(torque), "torque is no finite number in 3 rows"),
        (Spike(Channel::Position), "spike of position in 3 rows"),
        (Untimed, "3 rows without a possible time"),
        (OutOfOrder, "3 rows out of order"),
        (Copied, "3 rows repeated"),
        (SameTime, "3 rows with the time of the one before differ"),
        (
            jumped(&["q1"]),
            "position of q1 jumps by 0.250 rad from one row to the next: two runs were joined, or its encoder was set anew or lost \
             steps",
        ),
        (
            jumped(&["q1", "q2"]),
            "positions of q1, q2 jump by up to 0.250 rad from one row to the next: two runs were joined, or encoders were set anew",
        ),
        (Restarted, "time begins again"),
        (Coarse, "several rows share each time stamp"),
        (
            Uneven {
                jitter: 0.234,
                rate: 249.987_654_3,
            },
            "time stamps stray by up to 23 % of a sampling period: samples were interpolated at a constant 249.987654 Hz",
        ),
        (Short(1.236), "a piece shorter than 1.24 s"),
        (Unfilterable, "a piece too short for the filters"),
        (
            SameAs("other.csv".to_owned()),
            "the same samples as other.csv",
        ),
    ];
    for (count, cases) in [(1, &one[..]), (3, &several)] {
        for (why, expected) in cases {
            let found = repair(why.clone(), Action::Dropped, count).to_string();
            assert_eq!(found, *expected);
        }
    }
    use Action::{Averaged, Bridged, Dropped, Resampled, Sorted, Split, Spread, Unwrapped};
    let actions = [
        Bridged, Split, Dropped, Sorted, Averaged, Spread, Resampled, Unwrapped,
    ];
    let words = [
        "bridged",
        "split",
        "dropped",
        "sorted",
        "averaged",
        "spread",
        "resampled",
        "unwrapped",
    ];
    assert_eq!(actions.map(|action| action.to_string()), words);
}

#[test]
fn a_repair_is_a_line_of_a_table() {
    let line = |repair: Repair| serde_json::to_value(repair).expect("JSON");
    let mut short = repair(Cause::Missing, Action::Bridged, 3);
    let expected = serde_json::json!({
        "recording": "run", "from": 1.25, "to": 2.5, "first_row": 7, "last_row": 9, "rows": 3, "done": "bridged",
        "why": "3 rows are missing",
    });
    assert_eq!(line(short.clone()), expected);
    short.rows = None;
    let found = line(short);
    assert!(found["first_row"].is_null() && found["last_row"].is_null() && found["rows"] == 3);
}

/// So many of a kind, each 0.9 s long, a gap before the next.
fn many(count: usize, gap: f64, done: Action) -> Vec<Repair> {
    let each = |k: usize| {
        let time = k as f64 * (0.9 + gap);
        Repair {
            time: [time, time + 0.9],
            rows: Some([10 * k, 10 * k + 3]),
            ..repair(Cause::Missing, done, 2)
        }
    };
    (0..count).map(each).collect()
}

#[test]
fn many_of_a_kind_that_lie_close_are_one() {
    let all = many(21, 0.75, Action::Bridged);
    let end = all[20].time[1];
    let found = listed(all);
    let expected = Repair {
        time: [0.0, end],
        rows: Some([0, 203]),
        ..repair(Cause::Missing, Action::Bridged, 42)
    };
    assert_eq!(found, [expected]);
    // Twenty are told one by one, as is what lies apart and what splits.
    for (count, gap, done) in [
        (20, 0.75, Action::Bridged),
        (21, 1.25, Action::Bridged),
        (21, 0.75, Action::Split),
    ] {
        let all = many(count, gap, done);
        assert_eq!(listed(all.clone()), all);
    }
    // Where time goes back, another stretch begins.
    let mut back = many(21, 0.75, Action::Bridged);
    back[10..]
        .iter_mut()
        .for_each(|repair| repair.time = repair.time.map(|t| t - 9.0));
    let rows: Vec<_> = listed(back)
        .into_iter()
        .map(|r| (r.rows, r.count))
        .collect();
    assert_eq!(rows, [(Some([0, 93]), 20), (Some([100, 203]), 22)]);
    // Lines of one without rows are unknown.
    let mut lost = many(21, 0.75, Action::Bridged);
    lost[5].rows = None;
    assert_eq!(listed(lost)[0].rows, None);
}

#[test]
fn kinds_are_told_apart_and_rows_in_order() {
    let mut all = many(21, 0.75, Action::Bridged);
    let spike = Repair {
        rows: Some([55, 55]),
        ..repair(Cause::Spike(Channel::Torque), Action::Bridged, 1)
    };
    let dropped = Repair {
        rows: Some([500, 501]),
        ..repair(Cause::Missing, Action::Dropped, 2)
    };
    let whole = Repair {
        rows: None,
        ..repair(Cause::Unfilterable, Action::Dropped, 9)
    };
    all.insert(0, dropped.clone());
    all.insert(7, spike.clone());
    all.push(whole.clone());
    let found = listed(all);
    assert_eq!(found.len(), 4);
    assert_eq!(
        [&found[0], &found[2], &found[3]],
        [&whole, &spike, &dropped]
    );
    assert_eq!((found[1].rows, found[1].count), (Some([0, 203]), 42));
}

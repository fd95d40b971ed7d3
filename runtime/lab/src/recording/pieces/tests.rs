use super::{Action, Cause, Piece, RecordingError, Remark, Repair, Rows, Samples, Stamps, chosen};
use crate::options::ProcessingOptions;
use crate::recording::Channel;
use crate::recording::flaws::picked;
use crate::recording::jumps::Encoders;
use crate::recording::limits::Limits;
use crate::regression::by_hand::MODEL;
use armwright_runtime::Side;

const NAN: f64 = f64::NAN;

/// A slow motion, and a torque that goes with it.
fn samples(count: u32) -> Samples {
    let column =
        |of: fn(f64) -> f64| -> Vec<f64> { (0..count).map(|k| of(f64::from(k))).collect() };
    Samples {
        position: vec![column(|k| (0.02 * k).sin())],
        velocity: None,
        acceleration: None,
        torque: Some(vec![column(|k| 3.0 * (0.02 * k).cos())]),
        measured: None,
        base: None,
        contacts: None,
        second: None,
        user: None,
    }
}

fn even(count: u32) -> Vec<f64> {
    (0..count).map(|k| 0.01 * f64::from(k)).collect()
}

fn rows(stamps: Stamps, samples: Samples) -> Rows<'static> {
    Rows {
        name: "run",
        encoders: Encoders {
            joints: &[],
            drive: None,
        },
        stamps,
        samples,
        done: Vec::new(),
        unoriented: &[],
        chosen: &[],
        segment: None,
        wanted: None,
        // As lines below a header.
        line: &|row| row + 2,
    }
}

fn found(rows: Rows<'_>) -> (Vec<Piece>, Vec<Repair>) {
    rows.pieces().unwrap_or_else(|error| panic!("{error}"))
}

/// Starts and numbers of samples, and how many of these are bridged.
fn spans(pieces: &[Piece]) -> Vec<(f64, usize, usize)> {
    let bridged = |piece: &Piece| piece.bridged.iter().filter(|b| **b).count();
    pieces
        .iter()
        .map(|p| (p.start, p.samples.len(), bridged(p)))
        .collect()
}

type Told = ([usize; 2], usize, Cause, Action);

fn told(repairs: Vec<Repair>) -> Vec<Told> {
    let each = repairs
        .into_iter()
        .map(|r| (r.rows.expect("rows"), r.count, r.why, r.done));
    each.collect()
}

#[test]
fn what_is_whole_stays_as_it_is() {
    let (pieces, repairs) = found(rows(Stamps::Rate(50.0), samples(30)));
    assert_eq!((spans(&pieces), repairs), (vec![(0.0, 30, 0)], Vec::new()));
    assert_eq!(pieces[0].rate, 50.0);
    assert_eq!(pieces[0].samples.position, samples(30).position);
    assert!(pieces[0].bridged.is_empty());
    let time = even(40).iter().map(|t| 2.5 + t).collect();
    let (pieces, repairs) = found(rows(Stamps::Times(time), samples(40)));
    assert_eq!((spans(&pieces), repairs), (vec![(2.5, 40, 0)], Vec::new()));
    assert!((pieces[0].rate - 100.0).abs() < 1e-9);
}

/// Of 40 rows one is missing before the last, behind the first or in the middle: its sample is bridged.
#[test]
fn a_row_that_is_missing_anywhere_has_a_sample_of_its_own() {
    for before in [1, 20, 39] {
        let mut time = even(40);
        time[before..].iter_mut().for_each(|t| *t += 0.01);
        let (pieces, repairs) = found(rows(Stamps::Times(time), samples(40)));
        assert_eq!(spans(&pieces), [(0.0, 41, 1)], "{before}");
        assert!(pieces[0].bridged[before], "{before}");
        let lines = [before + 1, before + 2];
        let expected = [(lines, 1, Cause::Missing, Action::Bridged)];
        assert_eq!(told(repairs), expected, "{before}");
        let position = &pieces[0].samples.position[0];
        let given = samples(40).position.remove(0);
        assert_eq!(position[..before], given[..before]);
        assert_eq!(position[before + 1..], given[before..]);
    }
}

/// The last two of 40 rows have one time: they are one sample, and it is said.
#[test]
fn a_time_that_is_repeated_at_the_end_is_told() {
    let mut time = even(40);
    time[39] = time[38];
    let (pieces, repairs) = found(rows(Stamps::Times(time), samples(40)));
    assert_eq!(spans(&pieces), [(0.0, 39, 0)]);
    let expected = [([40, 41], 1, Cause::SameTime, Action::Averaged)];
    assert_eq!(told(repairs), expected);
}

/// The last of 40 rows stands there twice, or three times: what is left of it is said to be copied.
#[test]
fn copies_of_the_last_row_are_told() {
    for copies in [1, 2] {
        let (mut time, mut samples) = (even(40 + copies), samples(40 + copies));
        for row in 40..40 + copies as usize {
            time[row] = time[39];
            let torque = samples.torque.as_mut().expect("torques");
            torque[0][row] = torque[0][39];
            samples.position[0][row] = samples.position[0][39];
        }
        let (pieces, repairs) = found(rows(Stamps::Times(time), samples));
        assert_eq!(spans(&pieces), [(0.0, 40, 0)], "{copies}");
        let copied =
            (42..42 + copies as usize).map(|line| ([line; 2], 1, Cause::Copied, Action::Dropped));
        assert_eq!(told(repairs), copied.collect::<Vec<_>>(), "{copies}");
    }
}

#[test]
fn intervals_and_segments_choose_rows() {
    let intervals = [[0.2, 0.4], [0.8, 1.0]];
    let starts = |pieces: &[Piece]| -> Vec<(f64, usize)> {
        let start = |p: &Piece| (100.0 * p.start).round() / 100.0;
        pieces.iter().map(|p| (start(p), p.samples.len())).collect()
    };
    // Of samples at a rate those belong that round to an interval.
    let (pieces, repairs) = found(Rows {
        chosen: &intervals,
        ..rows(Stamps::Rate(50.0), samples(60))
    });
    assert_eq!(starts(&pieces), [(0.2, 11), (0.8, 11)]);
    assert!(repairs.is_empty());
    assert_eq!(
        pieces[1].samples.position[0],
        samples(60).position[0][40..51]
    );
    let rate = chosen(vec![(0..60).collect()], &even(60), &[[0.104, 0.296]], 0.005);
    assert_eq!(rate, [(10..31).collect::<Vec<_>>()]);
    let times = chosen(vec![(0..60).collect()], &even(60), &[[0.104, 0.296]], 0.0);
    assert_eq!(times, [(11..30).collect::<Vec<_>>()]);
    let two = vec![(0..30).collect(), Vec::new(), (30..60).collect()];
    assert_eq!(
        chosen(two.clone(), &even(60), &[[0.255, 0.345]], 0.0),
        [(26..30).collect::<Vec<_>>(), (30..35).collect()]
    );
    assert_eq!(chosen(two, &even(60), &[], 0.0).len(), 2);
    // A row between two intervals, or within half a step of where they touch, is in the first.
    for seam in [0.3, 0.304] {
        let touching = [[0.1, seam], [seam, 0.5]];
        assert_eq!(
            chosen(vec![(0..60).collect()], &even(60), &touching, 0.005),
            [(10..31).collect::<Vec<_>>(), (31..51).collect()],
            "{seam}"
        );
    }
    // Numbers of segments, of which some are wanted.
    let numbers: Vec<f64> = (0..60).map(|k| [1.0, NAN, 3.0, 1.0][k / 15]).collect();
    let of = |wanted| {
        let (pieces, _) = found(Rows {
            segment: Some(numbers.clone()),
            wanted,
            ..rows(Stamps::Rate(50.0), samples(60))
        });
        starts(&pieces)
    };
    assert_eq!(of(None), [(0.0, 15), (0.6, 15), (0.9, 15)]);
    assert_eq!(of(Some(&[1.0, 7.0])), [(0.0, 15), (0.9, 15)]);
    assert_eq!(of(Some(&[3.0])), [(0.6, 15)]);
}

/// Two rows arrived late, and the later of them first.
#[test]
fn times_of_rows_that_were_sorted_go_forward() {
    let mut time = even(40);
    time[18..24].copy_from_slice(&[0.18, 0.19, 0.22, 0.23, 0.21, 0.20]);
    let (_, repairs) = found(rows(Stamps::Times(time), samples(40)));
    let sorted: Vec<_> = repairs
        .iter()
        .filter(|repair| repair.done == Action::Sorted)
        .map(|repair| (repair.time, repair.rows, repair.count))
        .collect();
    assert_eq!(sorted, [([0.20, 0.21], Some([24, 25]), 2)]);
}

/// Also where several follow each other.
#[test]
fn rows_without_a_time_are_told_with_the_times_of_those_beside_them() {
    let mut time = even(60);
    let all = time.clone();
    time[20..23].fill(NAN);
    time[40] = NAN;
    let (_, repairs) = found(rows(Stamps::Times(time), samples(60)));
    let untimed = repairs.iter().filter(|repair| repair.why == Cause::Untimed);
    let untimed: Vec<_> = untimed.map(|repair| (repair.time, repair.count)).collect();
    assert_eq!(untimed, [([all[19], all[23]], 3), ([all[39], all[41]], 1)]);
}

/// Beside the first and the last row there is one of them; in a part that is chosen they are not.
#[test]
fn rows_without_a_time_at_the_ends_are_told() {
    let mut time = even(60);
    time[..2].fill(NAN);
    time[59] = NAN;
    let of = |chosen| {
        let (_, repairs) = found(Rows {
            chosen,
            ..rows(Stamps::Times(time.clone()), samples(60))
        });
        let each = repairs
            .into_iter()
            .map(|r| (r.time, r.rows, r.count, r.why, r.done));
        each.collect::<Vec<_>>()
    };
    let told = |time: f64, rows, count| {
        (
            [time; 2],
            Some(rows),
            count,
            Cause::Untimed,
            Action::Dropped,
        )
    };
    let expected = [told(0.02, [2, 3], 2), told(0.58, [61, 61], 1)];
    assert_eq!(of(&[]), expected);
    assert_eq!(of(&[[0.1, 0.4]]), []);
}

/// Only rows that hold numbers are compared with, so that a spike beside one that does not is seen.
#[test]
fn a_spike_is_seen_beside_a_row_without_a_number() {
    let mut samples = samples(600);
    let torque = samples.torque.as_mut().expect("torques");
    torque[0][302] = NAN;
    torque[0][300] += 2.0;
    samples.position[0][450] = f64::INFINITY;
    let (pieces, repairs) = found(rows(Stamps::Times(even(600)), samples));
    assert_eq!(spans(&pieces), [(0.0, 600, 3)]);
    let bridged = &pieces[0].bridged;
    assert_eq!(
        [300, 301, 302, 450].map(|k| bridged[k]),
        [true, false, true, true]
    );
    let expected = [
        (
            [302, 302],
            1,
            Cause::Spike(Channel::Torque),
            Action::Bridged,
        ),
        (
            [304, 304],
            1,
            Cause::NotANumber(Channel::Torque),
            Action::Bridged,
        ),
        (
            [452, 452],
            1,
            Cause::NotANumber(Channel::Position),
            Action::Bridged,
        ),
    ];
    assert_eq!(told(repairs), expected);
}

/// One position is no number, one torque is none, and a row is missing: the torque of the first drove the robot as it was recorded.
#[test]
fn a_torque_stays_where_only_a_position_was_bad() {
    let mut samples = samples(600);
    samples.torque.as_mut().expect("torques")[0][450..]
        .iter_mut()
        .for_each(|x| *x += 2.0);
    let torque = samples.torque.as_ref().expect("torques")[0].clone();
    samples.position[0][450] = NAN;
    samples.torque.as_mut().expect("torques")[0][200] = NAN;
    let mut time = even(600);
    time[300..].iter_mut().for_each(|t| *t += 0.01);
    let (pieces, _) = found(rows(Stamps::Times(time), samples));
    let marked = |marks: &[bool]| -> Vec<usize> { (0..601).filter(|k| marks[*k]).collect() };
    assert_eq!(marked(&pieces[0].bridged), [200, 300, 451]);
    assert_eq!(marked(&pieces[0].undriven), [200, 300]);
    let driven = pieces[0].samples.torque.as_ref().expect("torques");
    assert_eq!(
        [450, 451, 452].map(|k| driven[0][k]),
        [449, 450, 451].map(|k| torque[k])
    );
}

/// Written with two decimals, a torque has one value in many rows where it is largest: there 0.02 times the row is 2 π.
#[test]
fn a_spike_is_seen_in_a_column_of_few_digits() {
    let mut samples = samples(600);
    let torque = samples.torque.as_mut().expect("torques");
    for x in &mut torque[0] {
        *x = (100.0 * *x).round() / 100.0;
    }
    assert_eq!([312, 313, 315, 316].map(|k| torque[0][k]), [3.0; 4]);
    torque[0][314] += 2.0;
    let (pieces, repairs) = found(rows(Stamps::Times(even(600)), samples));
    assert_eq!(spans(&pieces), [(0.0, 600, 1)]);
    assert!(pieces[0].bridged[314]);
    let why = Cause::Spike(Channel::Torque);
    assert_eq!(told(repairs), [([316, 316], 1, why, Action::Bridged)]);
}

/// At row 314 the position rises by 0.02 from row to row: what is 0.03 too high there belongs to rows nearby, and is a
/// spike all the same.
#[test]
fn a_spike_of_few_steps_is_seen_in_a_long_recording() {
    let mut samples = samples(4000);
    samples.position[0][314] += 0.03;
    let (pieces, repairs) = found(rows(Stamps::Times(even(4000)), samples));
    assert_eq!(spans(&pieces), [(0.0, 4000, 1)]);
    assert!(pieces[0].bridged[314]);
    let why = Cause::Spike(Channel::Position);
    assert_eq!(told(repairs), [([316, 316], 1, why, Action::Bridged)]);
}

#[test]
fn what_a_user_recorded_has_no_spikes() {
    let mut samples = samples(600);
    let mut column = samples.position[0].clone();
    column[300] += 2.0;
    samples.user = Some(vec![column]);
    let (_, repairs) = found(rows(Stamps::Times(even(600)), samples));
    assert!(repairs.is_empty(), "{repairs:?}");
}

/// Half a second is never bridged, and a second is shorter than the motion's period.
/// Rows of all parts are told together.
#[test]
fn stamps_that_stray_are_told_of_all_parts() {
    let mut time = even(90);
    for k in (1..89).step_by(3) {
        time[k] += 0.003;
    }
    let chosen = [[0.0, 0.295], [0.395, 0.895]];
    let parts = Rows {
        chosen: &chosen,
        ..rows(Stamps::Times(time), samples(90))
    };
    let (pieces, repairs) = found(parts);
    let counts: Vec<usize> = pieces.iter().map(|piece| piece.samples.len()).collect();
    assert_eq!(counts, [30, 50]);
    let [repair] = &repairs[..] else {
        panic!("{repairs:?}");
    };
    assert_eq!(
        (repair.rows, repair.count, repair.done),
        (Some([2, 91]), 80, Action::Resampled)
    );
}

/// Rows beside one that is missing are 20 ms apart, and an eighth of a period is 12.5 ms at 10 Hz: yet only what is longer
/// splits.
#[test]
fn a_single_row_that_is_missing_splits_no_motion() {
    let mut random = crate::random::Random::new(2);
    let mut position: Vec<f64> = (0..1200).map(|_| random.normal()).collect();
    let filter = crate::signal::LowPass::butterworth(8, 10.0, 100.0).expect("a filter");
    crate::signal::zero_phase(&filter, &mut position).expect("long enough");
    let mut fast = samples(1200);
    fast.position = vec![position];
    let mut time = even(1200);
    time[300..].iter_mut().for_each(|t| *t += 0.02);
    time[700..].iter_mut().for_each(|t| *t += 0.01);
    let (pieces, repairs) = found(rows(Stamps::Times(time.clone()), fast));
    assert_eq!(spans(&pieces), [(0.0, 300, 0), (time[300], 901, 1)]);
    let expected = [
        ([301, 302], 2, Cause::Missing, Action::Split),
        ([701, 702], 1, Cause::Missing, Action::Bridged),
    ];
    assert_eq!(told(repairs), expected);
}

/// A second clock of twelve rows is whole, but shorter than a period of the motion, and nobody asked for it.
#[test]
fn a_short_part_that_is_whole_is_dropped_where_it_was_not_asked_for() {
    let mut time = even(1000);
    time[400..].iter_mut().for_each(|t| *t += 0.05);
    time.extend(even(12));
    let (pieces, repairs) = found(rows(Stamps::Times(time.clone()), samples(1012)));
    assert_eq!(spans(&pieces), [(0.0, 1005, 5)]);
    let short = repairs.iter().find(|r| matches!(r.why, Cause::Short(_)));
    let short = short.expect("a short part");
    assert_eq!(
        (short.rows, short.count, short.done),
        (Some([1002, 1013]), 12, Action::Dropped)
    );
    let chosen = [[0.0, 20.0]];
    let asked = Rows {
        chosen: &chosen,
        ..rows(Stamps::Times(time), samples(1012))
    };
    assert_eq!(spans(&found(asked).0), [(0.0, 1005, 5), (0.0, 12, 0)]);
}

#[test]
fn intervals_have_the_rows_at_both_of_their_ends() {
    let time = [0.0, 1.0, 2.0, 3.0, 4.0];
    let parts = |slack: f64| chosen(vec![(0..5).collect()], &time, &[[1.0, 3.0]], slack);
    assert_eq!(parts(0.0), [[1, 2, 3]]);
    assert_eq!(parts(0.5), [[1, 2, 3]]);
    assert_eq!(parts(1.0), [[0, 1, 2, 3, 4]]);
}

#[test]
fn long_holes_split_and_short_pieces_are_dropped() {
    let mut time = even(2000);
    time[800..].iter_mut().for_each(|t| *t += 0.6);
    time[900..].iter_mut().for_each(|t| *t += 0.6);
    time[1500..].iter_mut().for_each(|t| *t += 0.05);
    let (pieces, repairs) = found(rows(Stamps::Times(time.clone()), samples(2000)));
    assert_eq!(spans(&pieces), [(0.0, 800, 0), (time[900], 1105, 5)]);
    assert_eq!(
        pieces[0].samples.position[0],
        samples(2000).position[0][..800]
    );
    let Cause::Short(needed) = repairs[1].why else {
        panic!("{repairs:?}");
    };
    assert!((1.0..4.0).contains(&needed), "{needed}");
    let expected = [
        ([801, 802], 60, Cause::Missing, Action::Split),
        ([802, 901], 100, Cause::Short(needed), Action::Dropped),
        ([901, 902], 60, Cause::Missing, Action::Split),
        ([1501, 1502], 5, Cause::Missing, Action::Bridged),
    ];
    assert_eq!(told(repairs.clone()), expected);
    assert_eq!(repairs[0].time, [time[799], time[800]]);
    assert_eq!(repairs[0].recording, "run");
}

/// A number that is none just before a jump ends the first piece, and bridges nothing.
#[test]
fn positions_that_jump_split() {
    let jumping = |bad: Option<usize>| {
        let mut samples = samples(2000);
        samples.position[0][1000..]
            .iter_mut()
            .for_each(|x| *x += 1.0);
        if let Some(row) = bad {
            samples.position[0][row] = NAN;
        }
        found(Rows {
            encoders: Encoders::of(&MODEL, Side::Joint),
            ..rows(Stamps::Rate(100.0), samples)
        })
    };
    let split = |repair: &Repair| {
        matches!(&repair.why, Cause::Jumped { of, .. } if *of == ["j1"])
            && (repair.rows, repair.done) == (Some([1002; 2]), Action::Split)
    };
    let (pieces, repairs) = jumping(None);
    assert_eq!(spans(&pieces), [(0.0, 1000, 0), (10.0, 1000, 0)]);
    assert!(repairs.len() == 1 && split(&repairs[0]), "{repairs:?}");
    let (pieces, repairs) = jumping(Some(999));
    assert_eq!(spans(&pieces), [(0.0, 999, 0), (10.0, 1000, 0)]);
    assert!(repairs.iter().any(split), "{repairs:?}");
    let dropped = repairs
        .iter()
        .filter(|repair| repair.done == Action::Dropped);
    assert_eq!(dropped.map(|repair| repair.count).collect::<Vec<_>>(), [1]);
}

/// Twelve rows of a thousand are lost, and no stamps say so.
#[test]
fn rows_that_the_motion_says_were_lost_are_bridged() {
    let whole = samples(1000);
    let lost: Vec<usize> = (0..12).map(|k| 99 + 7 * k * (k + 1) / 2).collect();
    let thinned = || {
        whole.map(|column| {
            let each = column.iter().enumerate();
            let kept = each.filter(|(row, _)| !lost.contains(row));
            kept.map(|(_, x)| *x).collect()
        })
    };
    let (pieces, repairs) = found(rows(Stamps::Rate(100.0), thinned()));
    assert_eq!(spans(&pieces), [(0.0, 1000, 12)]);
    assert_eq!((pieces[0].rate, repairs.len()), (100.0, 12));
    let first = (&repairs[0].rows, &repairs[0].why, repairs[0].done);
    assert_eq!(first, (&Some([100, 101]), &Cause::Missing, Action::Bridged));
    assert!(lost.iter().all(|row| pieces[0].bridged[*row]));
    let pairs = pieces[0].samples.position[0].iter().zip(&whole.position[0]);
    for (found, expected) in pairs {
        assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
    }
    let others = vec![Remark::SideAssumed { torques: true }];
    let all = rows(Stamps::Rate(100.0), thinned());
    let all = all
        .recordings(Side::Joint, &ProcessingOptions::default(), others.clone())
        .expect("a piece");
    let told = Remark::RowsLost {
        missing: 12,
        rows: 988,
        bridged: true,
    };
    assert_eq!(all[0].remarks, [vec![told], others].concat());
}

/// Half a second is shorter than the motion's period; but nothing is missing there.
#[test]
fn intervals_that_are_whole_are_kept_however_short() {
    let (pieces, repairs) = found(Rows {
        chosen: &[[0.0, 10.0], [12.0, 12.5]],
        ..rows(Stamps::Rate(100.0), samples(2000))
    });
    assert_eq!(spans(&pieces), [(0.0, 1001, 0), (12.0, 51, 0)]);
    assert!(repairs.is_empty(), "{repairs:?}");
    // What is missing from another changes nothing.
    let mut samples = samples(2000);
    samples.position[0][500] = NAN;
    let (pieces, repairs) = found(Rows {
        chosen: &[[0.0, 10.0], [12.0, 12.5]],
        ..rows(Stamps::Rate(100.0), samples)
    });
    assert_eq!(spans(&pieces), [(0.0, 1001, 1), (12.0, 51, 0)]);
    assert!(
        repairs.iter().all(|r| r.done != Action::Dropped),
        "{repairs:?}"
    );
}

/// The motion's period is about three seconds; with one row less, half a second is not whole any more.
#[test]
fn a_short_interval_with_a_row_without_a_number_is_dropped() {
    let mut samples = samples(2000);
    samples.position[0][1225] = NAN;
    let (pieces, repairs) = found(Rows {
        chosen: &[[0.0, 10.0], [12.0, 12.5]],
        ..rows(Stamps::Rate(100.0), samples)
    });
    assert_eq!(spans(&pieces), [(0.0, 1001, 0)]);
    let short = repairs.iter().find(|r| matches!(r.why, Cause::Short(_)));
    let short = short.expect("a short piece");
    assert_eq!(
        (short.rows, short.count, short.done),
        (Some([1202, 1252]), 50, Action::Dropped)
    );
    let Cause::Short(needed) = short.why else {
        panic!("{short:?}");
    };
    assert!((1.0..4.0).contains(&needed), "{needed}");
}

#[test]
fn stamps_that_stray_are_interpolated_at_their_mean_rate() {
    let mut time = even(60);
    for k in (1..59).step_by(3) {
        time[k] += 0.003;
    }
    let (pieces, repairs) = found(rows(Stamps::Times(time.clone()), samples(60)));
    assert_eq!(spans(&pieces), [(0.0, 60, 0)]);
    let [repair] = &repairs[..] else {
        panic!("{repairs:?}");
    };
    let Cause::Uneven { jitter, rate } = repair.why else {
        panic!("{repairs:?}");
    };
    assert!((jitter - 0.3).abs() < 1e-9 && (rate - 100.0).abs() < 1e-9);
    assert_eq!(
        (repair.rows, repair.count, repair.done),
        (Some([2, 61]), 60, Action::Resampled)
    );
    assert_eq!(repair.time, [0.0, time[59]]);
    assert_eq!(pieces[0].rate, rate);
}

#[test]
fn recordings_that_leave_nothing_are_told() {
    let said = |rows: Rows<'_>| rows.pieces().err().map(|error| error.to_string());
    let few = RecordingError::TooFew {
        name: "run".to_owned(),
        samples: 9,
    };
    assert_eq!(
        said(rows(Stamps::Rate(50.0), samples(9))),
        Some(few.to_string())
    );
    assert!(rows(Stamps::Rate(50.0), samples(10)).pieces().is_ok());
    let clock = RecordingError::Clock {
        name: "run".to_owned(),
    };
    for still in [vec![3.0; 20], (0..20).map(|k| -f64::from(k)).collect()] {
        let found = said(rows(Stamps::Times(still), samples(20)));
        assert_eq!(found, Some(clock.to_string()));
    }
    // Nine rows and nine, a second apart.
    let mut time = even(18);
    time[9..].iter_mut().for_each(|t| *t += 1.0);
    let found = said(rows(Stamps::Times(time), samples(18)));
    let none = RecordingError::NoPiece {
        name: "run".to_owned(),
        from: 0.0,
        to: 1.17,
        longest: 0.08,
        needed: 0.1,
    };
    assert_eq!(found, Some(none.to_string()));
}

#[test]
fn what_was_done_outside_of_the_chosen_part_is_not_told() {
    let mut time = even(200);
    time[20] = NAN;
    time[150] = NAN;
    let of = |chosen| {
        let (_, repairs) = found(Rows {
            chosen,
            ..rows(Stamps::Times(time.clone()), samples(200))
        });
        let dropped = repairs.into_iter().filter(|r| r.why == Cause::Untimed);
        told(dropped.collect())
    };
    let at = |row: usize| ([row + 2; 2], 1, Cause::Untimed, Action::Dropped);
    assert_eq!(of(&[]), [at(20), at(150)]);
    assert_eq!(of(&[[1.0, 1.8]]), [at(150)]);
    assert_eq!(of(&[[0.5, 1.2]]), []);
}

/// Stamps of 50 ms for five rows each are spread over all 200 rows. Of two rows that arrived late, the later one first, an
/// interval ends with the first.
#[test]
fn what_was_done_across_an_end_of_the_chosen_part_is_told() {
    let stamps: Vec<f64> = (0..200).map(|k| 0.05 * f64::from(k / 5)).collect();
    let mut late = even(40);
    late[18..24].copy_from_slice(&[0.18, 0.19, 0.22, 0.23, 0.21, 0.20]);
    let mut moving = samples(40);
    moving.position[0] = late.iter().map(|t| (2.0 * t).sin()).collect();
    moving.torque = None;
    let spread: Told = ([2, 201], 200, Cause::Coarse, Action::Spread);
    let sorted: Told = ([24, 25], 2, Cause::OutOfOrder, Action::Sorted);
    for (time, samples, chosen, expected) in [
        (stamps.clone(), samples(200), [-1.0, 0.505], spread.clone()),
        (stamps.clone(), samples(200), [0.505, 1.005], spread.clone()),
        (stamps, samples(200), [1.005, 9.0], spread),
        (late, moving, [0.0, 0.21], sorted),
    ] {
        let (_, repairs) = found(Rows {
            chosen: &[chosen],
            ..rows(Stamps::Times(time), samples)
        });
        let done = expected.3;
        let own = repairs.into_iter().filter(|repair| repair.done == done);
        assert_eq!(told(own.collect()), [expected], "{chosen:?}");
    }
}

#[test]
fn pieces_are_recordings_with_names_of_their_own() {
    let mut time = even(2000);
    time[900..].iter_mut().for_each(|t| *t += 0.6);
    let options = ProcessingOptions {
        order: Some(3),
        ..ProcessingOptions::default()
    };
    let remarks = vec![Remark::SideAssumed { torques: true }];
    let all = rows(Stamps::Times(time.clone()), samples(2000));
    let found = all
        .recordings(Side::Motor, &options, remarks.clone())
        .expect("pieces");
    let names: Vec<&str> = found.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["run (0.00 s to 8.99 s)", "run (9.60 s to 20.59 s)"]);
    assert_eq!((&found[0].remarks, found[0].repairs.len()), (&remarks, 1));
    assert!(found[1].remarks.is_empty() && found[1].repairs.is_empty());
    for (recording, range) in found.iter().zip([0..900, 900..2000]) {
        assert_eq!(recording.source, "run");
        assert_eq!(recording.options, options);
        assert_eq!(
            [recording.position_side, recording.torque_side],
            [Side::Motor; 2]
        );
        assert_eq!(
            recording.position[0],
            samples(2000).position[0][range.clone()]
        );
        let torque = recording.torque.as_ref().expect("torques");
        assert_eq!(
            torque[0],
            samples(2000).torque.expect("torques")[0][range.clone()]
        );
        assert_eq!(recording.start, time[range.start]);
        let beside = (&recording.base, &recording.contacts, &recording.measured);
        assert_eq!(beside, (&None, &None, &None));
        assert!(recording.files.is_empty() && recording.left_out.is_empty());
    }
    let one = rows(Stamps::Rate(100.0), samples(50));
    let one = one
        .recordings(Side::Joint, &options, remarks)
        .expect("a piece");
    assert_eq!((one.len(), one[0].name.as_str()), (1, "run"));
}

#[test]
fn rows_that_follow_each_other_are_picked_as_they_stand() {
    let column = [1.0, 2.0, 4.0, 8.0, 16.0];
    for (rows, expected) in [
        (&[1, 2, 3][..], &[2.0, 4.0, 8.0][..]),
        (&[1, 3], &[2.0, 8.0]),
        (&[0, 2, 4], &[1.0, 4.0, 16.0]),
        (&[0, 1, 4], &[1.0, 2.0, 16.0]),
        (&[4, 3], &[16.0, 8.0]),
        (&[0, 2, 1, 3], &[1.0, 4.0, 2.0, 8.0]),
        (&[4], &[16.0]),
        (&[], &[]),
    ] {
        assert_eq!(picked(&column, rows).as_ref(), expected);
    }
}

/// Squares of 1e160 are no numbers, and those of derivatives of 1e100 are none either: a few such rows are bridged as what is
/// no number is, and a recording of them is refused by the first row, not by what is left.
#[test]
fn numbers_that_nothing_measures_are_no_measurements() {
    for size in [1e30, 1e100, 1e160] {
        let mut some = samples(600);
        some.position[0][300] = -size;
        let (pieces, repairs) = found(rows(Stamps::Times(even(600)), some));
        assert_eq!(spans(&pieces), [(0.0, 600, 1)]);
        let why = Cause::TooLarge(Channel::Position);
        assert_eq!(told(repairs), [([302, 302], 1, why, Action::Bridged)]);
        let mut all = samples(600);
        let torque = all.torque.iter_mut().flatten().flatten();
        torque.for_each(|tau| *tau = size * (4.0 + *tau));
        let refused = rows(Stamps::Rate(50.0), all).pieces();
        let refused = refused.err().expect("a refusal").to_string();
        assert!(
            refused.contains("torque is 1e30 or more in row 2 "),
            "{refused}"
        );
    }
}

/// The position swings once in 3.1 s, segments last 0.19 s.
#[test]
fn segments_of_whole_recordings_may_be_as_short_as_they_are() {
    let numbers: Vec<f64> = (0..340)
        .map(|k| if k < 300 { 1.0 } else { f64::from(k / 20) })
        .collect();
    let of = |missing: usize| {
        let mut time = even(340);
        time[150..]
            .iter_mut()
            .for_each(|t| *t += 0.01 * missing as f64);
        let mut samples = samples(340);
        samples.position[0] = time.iter().map(|t| (2.0 * t).sin()).collect();
        let (pieces, repairs) = found(Rows {
            segment: Some(numbers.clone()),
            ..rows(Stamps::Times(time), samples)
        });
        let lengths: Vec<usize> = pieces.iter().map(|piece| piece.samples.len()).collect();
        (
            lengths,
            told(repairs)
                .into_iter()
                .map(|told| told.3)
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(of(0), (vec![300, 20, 20], Vec::new()));
    // Steps of up to two and a half periods are no holes.
    let (lengths, _) = of(1);
    assert_eq!(lengths, [301, 20, 20]);
    // Of a recording with holes pieces last a period.
    let (lengths, done) = of(3);
    assert_eq!(lengths, [303]);
    assert_eq!(done.len(), 3, "{done:?}");
}

/// Ten, twelve and eleven rows in turn, from 5 s on and 0.2 s apart: none lasts a period of the motion, 1.4 s.
#[test]
fn what_is_too_short_is_told_with_its_times_and_what_a_piece_needs() {
    let mut time = Vec::new();
    let mut from: f64 = 5.0;
    for rows in [10, 12, 11].repeat(10) {
        time.extend((0..rows).map(|k| from + 0.01 * f64::from(k)));
        from += 0.01 * f64::from(rows - 1) + 0.2;
    }
    let mut slow = samples(330);
    slow.torque = None;
    slow.position[0] = time
        .iter()
        .map(|t| (std::f64::consts::TAU * 0.7 * t).sin())
        .collect();
    let all = [(0..330).collect::<Vec<usize>>()];
    let limits = Limits::of(&slow.position, &time, &all, 0.01);
    assert!(limits.piece > 0.12 && limits.bridged < 0.19);
    let last = time[329];
    let Err(RecordingError::NoPiece {
        from,
        to,
        longest,
        needed,
        ..
    }) = rows(Stamps::Times(time), slow).pieces()
    else {
        panic!("pieces");
    };
    assert_eq!([from, to], [5.0, last]);
    assert!((longest - 0.11).abs() < 1e-9, "{longest}");
    assert!((needed / limits.piece - 1.0).abs() < 0.02, "{needed}");
}

/// The second clock begins before the first and has a hole of 0.6 s, which splits it as it would split the first. Nothing is bridged.
#[test]
fn a_hole_behind_a_clock_that_began_again_splits() {
    let mut time: Vec<f64> = even(1000).iter().map(|t| 20.0 + t).collect();
    time.extend(even(1000));
    time[1500..].iter_mut().for_each(|t| *t += 0.6);
    let (pieces, _) = found(rows(Stamps::Times(time.clone()), samples(2000)));
    assert_eq!(
        spans(&pieces),
        [(20.0, 1000, 0), (0.0, 500, 0), (time[1500], 500, 0)]
    );
    assert!(pieces.iter().all(|piece| piece.bridged.is_empty()));
}

/// Of the one in the middle both others are left out before it is judged.
#[test]
fn three_spikes_with_a_sample_between_are_all_seen() {
    let mut samples = samples(1000);
    let torque = samples.torque.as_mut().expect("torques");
    for row in [300, 302, 304] {
        torque[0][row] += 20.0;
    }
    let (pieces, _) = found(rows(Stamps::Times(even(1000)), samples));
    assert_eq!(spans(&pieces), [(0.0, 1000, 3)]);
    assert!([300, 302, 304].iter().all(|row| pieces[0].bridged[*row]));
}

#[test]
fn a_long_hole_before_the_last_row_splits_as_well() {
    let mut time = even(2000);
    time[1999] += 0.6;
    let (pieces, repairs) = found(rows(Stamps::Times(time), samples(2000)));
    assert_eq!(spans(&pieces), [(0.0, 1999, 0)]);
    let dropped = repairs.iter().find(|r| r.done == Action::Dropped);
    assert_eq!(dropped.and_then(|r| r.rows), Some([2001, 2001]));
}

/// Of a joint that stands no period says how long a piece has to be: ten rows do.
#[test]
fn a_piece_of_fewer_than_ten_rows_is_shorter_than_ten_steps() {
    let mut samples = samples(100);
    samples.position[0].fill(0.7);
    let mut time = even(100);
    time[95..].iter_mut().for_each(|t| *t += 0.6);
    let (pieces, repairs) = found(rows(Stamps::Times(time), samples));
    assert_eq!(spans(&pieces), [(0.0, 95, 0)]);
    let short = repairs.iter().find_map(|r| match r.why {
        Cause::Short(needed) => Some((r.rows, r.count, needed)),
        _ => None,
    });
    let (rows, count, needed) = short.expect("a short piece");
    assert_eq!((rows, count), (Some([97, 101]), 5));
    assert!((needed - 0.1).abs() < 1e-9, "{needed}");
}

/// Positions come before torques.
#[test]
fn a_row_without_several_numbers_is_told_by_the_first_of_them() {
    let mut samples = samples(600);
    samples.position[0][300] = NAN;
    samples.torque.as_mut().expect("torques")[0][300] = NAN;
    let (pieces, repairs) = found(rows(Stamps::Times(even(600)), samples));
    assert_eq!(spans(&pieces), [(0.0, 600, 1)]);
    let why = Cause::NotANumber(Channel::Position);
    assert_eq!(told(repairs), [([302, 302], 1, why, Action::Bridged)]);
}

/// Five rows of twenty have numbers: what they last is the longest that there is.
#[test]
fn the_only_piece_that_is_left_is_the_longest() {
    let mut samples = samples(20);
    samples.position[0][5..].fill(NAN);
    let Err(RecordingError::NoPiece {
        from, to, longest, ..
    }) = rows(Stamps::Times(even(20)), samples).pieces()
    else {
        panic!("pieces");
    };
    assert_eq!([from, to], [0.0, even(20)[19]]);
    assert!((longest - 0.04).abs() < 1e-9, "{longest}");
}

use super::{Lost, Remark, remark, times};
use crate::random::Random;

/// Samples a second of the motions here.
const RATE: f64 = 500.0;

/// Three joints that move smoothly, by encoders.
fn motion(time: &[f64]) -> Vec<Vec<f64>> {
    let joint = |[slow, fast]: [f64; 2]| -> Vec<f64> {
        let at = |t: &f64| (slow * t).sin() + 0.3 * (fast * t + slow).cos();
        let read = |t: &f64| (1e5 * at(t)).round() / 1e5;
        time.iter().map(read).collect()
    };
    [[1.3, 4.1], [0.7, 5.3], [1.9, 2.9]].map(joint).to_vec()
}

fn even(count: usize) -> Vec<f64> {
    (0..count).map(|k| k as f64 / RATE).collect()
}

/// Rows of which one in so many is lost at random, by their times.
fn thinned(count: usize, one_in: usize) -> Vec<f64> {
    let mut random = Random::new(7);
    let mut time = even(count);
    time.retain(|_| random.uniform() * one_in as f64 >= 1.0);
    time
}

#[test]
fn lost_rows_are_found_by_steps_of_all_joints() {
    let time = thinned(5000, 20);
    let position = motion(&time);
    let found = times(&position, time.len(), RATE);
    let steps = |time: &[f64]| -> Vec<usize> {
        let pairs = time.windows(2);
        pairs
            .map(|pair| (RATE * (pair[1] - pair[0])).round() as usize)
            .collect()
    };
    let (truth, found) = (steps(&time), steps(&found));
    let mut pairs = truth.iter().zip(&found);
    assert!(pairs.all(|(truth, found)| *found == 1 || found == truth));
    let lost = truth.iter().filter(|step| **step > 1).count();
    let seen = found.iter().filter(|step| **step > 1).count();
    assert!(lost > 150 && 10 * seen > 8 * lost, "{seen} of {lost}");
    let missing: usize = found.iter().map(|step| step - 1).sum();
    let expected = Remark::RowsLost {
        missing,
        rows: time.len(),
        bridged: true,
    };
    assert_eq!(remark(&position), Some(expected));
}

#[test]
fn of_rows_that_are_whole_nothing_is_said() {
    let time = even(3000);
    let whole = motion(&time);
    let mut random = Random::new(3);
    // Noise, encoders of few steps a row, values that are held, rows that come late, positions that slip.
    let noisy = |size: f64, random: &mut Random| {
        let mut columns = whole.clone();
        let each = columns.iter_mut().flatten();
        each.for_each(|x| *x += size * (random.uniform() - 0.5));
        columns
    };
    let coarse = |step: f64| -> Vec<Vec<f64>> {
        let read = |column: &Vec<f64>| column.iter().map(|x| step * (x / step).round()).collect();
        whole.iter().map(read).collect()
    };
    let late = |by: f64, share: f64, random: &mut Random| {
        let at = |t: &f64| t + f64::from(u8::from(random.uniform() < share)) * by / RATE;
        motion(&time.iter().map(at).collect::<Vec<f64>>())
    };
    let held = {
        let mut columns = whole.clone();
        for row in (1..3000).filter(|_| random.uniform() < 0.05) {
            columns.iter_mut().for_each(|q| q[row] = q[row - 1]);
        }
        columns
    };
    let slipped = {
        let mut columns = whole.clone();
        let rows: Vec<usize> = (1..3000).filter(|_| random.uniform() < 0.02).collect();
        for row in rows {
            let slip = 0.004 * (random.uniform() - 0.5);
            columns[1][row..].iter_mut().for_each(|x| *x += slip);
        }
        columns
    };
    let cases = [
        whole.clone(),
        noisy(1e-4, &mut random),
        noisy(1e-2, &mut random),
        coarse(1e-3),
        coarse(1e-2),
        late(1.0, 0.05, &mut random),
        late(0.5, 0.5, &mut random),
        held,
        slipped,
        vec![vec![0.5; 3000]; 3],
        vec![vec![f64::NAN; 3000]; 3],
        vec![(0..3000).map(|k| f64::from(k / 250 % 7)).collect()],
        Vec::new(),
        motion(&even(9)),
    ];
    for (case, position) in cases.iter().enumerate() {
        assert_eq!(remark(position), None, "{case}");
        let count = position.first().map_or(12, Vec::len);
        assert_eq!(times(position, count, RATE), even(count), "{case}");
    }
}

#[test]
fn few_lost_rows_are_not_told() {
    let lost = |count: usize| {
        let rows: Vec<usize> = (0..count).map(|k| 100 + 37 * k * (k + 1) / 2).collect();
        let mut time = even(3000);
        let mut row = 0;
        time.retain(|_| {
            row += 1;
            !rows.contains(&(row - 1))
        });
        Lost::of(&motion(&time)).map(|lost| lost.before.len())
    };
    assert_eq!([lost(9), lost(10)], [None, Some(10)]);
}

/// Samples at 500 Hz of which a clock of 480 Hz takes the last ones.
#[test]
fn rows_of_another_clock_are_told_and_left_as_they_are() {
    let time: Vec<f64> = (0..3000)
        .map(|k| (f64::from(k) * RATE / 480.0).floor() / RATE)
        .collect();
    let position = motion(&time);
    let regular = |remark: &Remark| matches!(remark, Remark::RowsLost { bridged: false, .. });
    assert!(remark(&position).as_ref().is_some_and(regular));
    assert_eq!(times(&position, 3000, RATE), even(3000));
}

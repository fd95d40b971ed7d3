//! Torques that repeat a value while the motion asks for others.

use armwright_runtime::{EvaluationError, Robot};

use super::certain::CertainRows;
use super::filters::{Pace, each_filtered};
use super::watched::Watched;
use crate::diagnose::{SensorFault, confirmed};
use crate::regression::Series;

/// Averages in a row of the fast filter, and of the slow one.
const STAGES: f64 = 3.0;

/// Sensors whose torques were held while the motion asked for others, by base parameters that were learned without those stretches.
pub(super) fn held<const N: usize, const B: usize>(
    robot: &dyn Robot,
    pieces: &[Watched<'_>],
    pace: Pace,
    signs: &mut CertainRows,
    beta: &[f64; B],
) -> Result<Vec<SensorFault>, EvaluationError> {
    let model = robot.model();
    let n = model.joints.len();
    // What comes out of filters is so much later than what was measured.
    let late = STAGES * (pace.fast() + pace.time);
    let mut found = Vec::new();
    for piece in pieces.iter().filter(|piece| !piece.holds.is_empty()) {
        let mut series = Series::new(&piece.recording.name, n, piece.recording.rate);
        let all = [piece.with_held()];
        each_filtered::<N, B>(robot, &all, pace, signs, |filtered| {
            let by = |row: &[f64; B]| -> f64 { row.iter().zip(beta).map(|(x, b)| x * b).sum() };
            let predicted: [f64; N] = filtered.rows.each_ref().map(by);
            let counts = |certain: &bool| *certain && filtered.wrong.is_none();
            let kept = filtered.certain[..n].iter().map(counts);
            series.push(filtered.time - late, filtered.torque, &predicted, kept);
            Ok(())
        })?;
        found.extend(confirmed(&piece.holds, &[series], model));
    }
    Ok(found)
}

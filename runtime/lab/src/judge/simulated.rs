//! What an estimator that simulates motions says of least squares, in words.

use std::fmt;

use super::phrases::{minus, significant};
use crate::estimate::Method;
use crate::identify::Simulated;

/// Parameters beyond these are counted, not listed.
const LISTED: usize = 6;

/// What was simulated, and whether noise of the positions biases least squares.
pub(super) fn simulated(
    method: Method,
    found: &Simulated,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let widest = found.reference_cutoff.iter().copied().fold(0.0, f64::max);
    write!(
        f,
        "By {}: the simulated robot follows the measured positions below {widest:.1} Hz",
        method.title(),
    )?;
    let furthest = found.followed.iter().max_by(|a, b| a.rms.total_cmp(&b.rms));
    if let Some(furthest) = furthest {
        let (joint, rms) = (&furthest.joint, significant(furthest.rms, 2));
        write!(f, ", to {rms} (rms, SI units) of joint {joint} at worst")?;
    }
    f.write_str(". ")?;
    if found.from_nominal {
        f.write_str(
            "Nominal values were simulated in place of least squares, whose parameters cannot be. ",
        )?;
    }
    let (differing, all) = (found.differing(), found.least_squares.len());
    match differing.as_slice() {
        [] => write!(
            f,
            "None of {all} base parameters differs from least squares by more than noise of the torques explains: noise of \
             the positions does not matter here."
        )?,
        differing => {
            let each = differing.iter().take(LISTED).map(|p| {
                let (value, far) = (significant(p.least_squares, 4), p.deviations.abs());
                minus(&format!(
                    "{} ({value} there, {far:.0} deviations of the difference)",
                    p.name
                ))
            });
            let each: Vec<String> = each.collect();
            let others = differing.len().saturating_sub(LISTED);
            let more = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            write!(
                f,
                "{} of {all} base parameters differ from least squares by more than noise of the torques explains \
                 (Hausman's test): {}{more}. Least squares takes the noise of measured positions, and of accelerations most, \
                 for motion, which draws inertias towards 0 and shifts what goes with them; its deviations know of that only \
                 roughly. Take these parameters, or filter positions at a lower cut-off.",
                differing.len(),
                each.join(", "),
            )?;
        }
    }
    match &found.fault {
        Some(fault) => write!(
            f,
            " The robot that was found cannot be simulated itself: {fault}."
        ),
        None => Ok(()),
    }
}

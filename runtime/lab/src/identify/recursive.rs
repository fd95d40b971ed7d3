//! How an estimate comes about, row by row.

use serde::Serialize;

use super::IdentificationError;
use crate::estimate::recursive::{
    Covariance, Form, Information, Recursion, RecursionError, Sliding, SquareRoot,
};
use crate::estimate::{Estimate, Estimator, Method, Setting};
use crate::motion::Motion;
use crate::regression::{Equations, Sample};

/// Estimates that a history has, at most about.
const MOMENTS: usize = 200;
/// Rows a parameter that a covariance begins with.
const FIRST: usize = 2;
/// The share of its squares that each column has by itself where a covariance begins: half of its digits are left then.
const INDEPENDENT: f64 = 1e-8;

/// The estimates of a recursion while recordings go by. The table of parameters is of all rows alike, where a recursion
/// that forgets nothing ends as well.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct History {
    /// The form of the recursion.
    pub form: Form,
    /// By what the squares of all before count less with each decimated sample.
    pub forgetting: f64,
    /// How long rows are remembered, s; none if all of them are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<f64>,
    /// Names of the base parameters, in the model's order (`b`).
    pub parameters: Vec<String>,
    /// Estimates, in the order of time.
    pub steps: Vec<Step>,
}

/// An estimate on the way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The recording.
    pub recording: String,
    /// The time of the last row, s.
    pub time: f64,
    /// How many equations there were.
    pub equations: usize,
    /// Base parameters (`b`); none before the rows that are remembered determine them.
    pub values: Option<Vec<f64>>,
}

/// The history of a recursive estimate, or of one of balances that asks for it, with the weights of rows that it has in the end; none
/// of other estimators.
pub(super) fn history(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
    estimate: &mut Estimate,
) -> Result<Option<History>, IdentificationError> {
    if estimator.method != Method::Recursive && !estimator.remembers() {
        return Ok(None);
    }
    let samples = |motion: &Motion| motion.interior().len() / equations.step(motion).max(1);
    let every = (motions.iter().map(samples).sum::<usize>() / MOMENTS).max(1);
    let b = equations.robot().model().base.len();
    let rate = motions
        .first()
        .map_or(1.0, |m| m.rate / equations.step(m) as f64);
    // More than all rows are no more than all.
    let all = motions.iter().map(samples).sum::<usize>() + motions.len();
    let remembered =
        |memory: f64| ((memory * rate).ceil() as usize).min(all.max(1)) * equations.rows();
    let window = estimator.memory.map(remembered);
    let refused = |error: RecursionError| estimator.refuses(error.to_string());
    let mut running = Running::new(estimator.recursion, b, window).map_err(refused)?;
    let (mut steps, mut count, mut number) = (Vec::new(), 0, 0);
    let mut failed = None;
    for motion in motions {
        let mut last = None;
        let mut take = |sample: &Sample<'_>| {
            let took = (0..equations.rows()).try_for_each(|row| {
                let share = estimate.weights[row].sqrt();
                let mut line = vec![0.0; b];
                // What does not count takes its place in a window.
                let counts = f64::from(u8::from(sample.counts(row)));
                sample
                    .row(row)
                    .for_each(|(k, x)| line[k] = counts * share * x);
                count += usize::from(sample.counts(row));
                running.push(&line, counts * share * sample.torque[row])
            });
            let forgot = running.forget(estimator.forgetting.unwrap_or(1.0));
            failed = failed.or(took.and(forgot).err());
            number += 1;
            let now = Step {
                recording: motion.name.clone(),
                time: sample.time,
                equations: count,
                values: None,
            };
            last = match number % every {
                0 => {
                    let values = running.solve();
                    steps.push(Step { values, ..now });
                    None
                }
                _ => Some(now),
            };
        };
        equations.pass(motion, &equations.base_columns(), &mut take, &mut |_| {})?;
        if let Some(now) = last {
            let values = running.solve();
            steps.push(Step { values, ..now });
        }
    }
    if let Some(error) = failed {
        return Err(refused(error).into());
    }
    let names = equations.robot().model().base.iter();
    if let Some(first) = steps.iter().find(|step| step.values.is_some()) {
        estimate.settings.push(Setting {
            name: "equations",
            value: first.equations as f64,
            rule: "after which all parameters were first determined in the history".to_owned(),
        });
    }
    Ok(Some(History {
        form: estimator.recursion,
        forgetting: estimator.forgetting.unwrap_or(1.0),
        memory: estimator.memory,
        parameters: names.map(|base| base.name.to_owned()).collect(),
        steps,
    }))
}

/// A recursion in one of its forms.
enum Running {
    Root(SquareRoot),
    Sums(Information),
    Window(Sliding),
    /// The information of the first rows, how many these are, and what goes on from it.
    Book(Information, usize, Option<Covariance>),
}

impl Running {
    fn new(form: Form, b: usize, window: Option<usize>) -> Result<Self, RecursionError> {
        Ok(match (form, window) {
            (_, Some(rows)) => Self::Window(Sliding::new(b, rows)?),
            (Form::SquareRoot, None) => Self::Root(SquareRoot::new(b)),
            (Form::Information, None) => Self::Sums(Information::new(b)),
            (Form::Covariance, None) => Self::Book(Information::new(b), 0, None),
        })
    }

    fn now(&mut self) -> &mut dyn Recursion {
        match self {
            Self::Root(root) => root,
            Self::Sums(sums) => sums,
            Self::Window(window) => window,
            Self::Book(_, _, Some(book)) => book,
            Self::Book(first, _, None) => first,
        }
    }

    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError> {
        self.now().push(row, right)?;
        if let Self::Book(first, rows, book @ None) = self {
            *rows += 1;
            let b = first.columns().max(1);
            let may_begin = *rows >= FIRST * b && (*rows).is_multiple_of(b);
            if may_begin && first.independence() > INDEPENDENT {
                *book = Covariance::of(first);
            }
        }
        Ok(())
    }

    fn forget(&mut self, factor: f64) -> Result<(), RecursionError> {
        match factor == 1.0 {
            true => Ok(()),
            false => self.now().forget(factor),
        }
    }

    fn solve(&mut self) -> Option<Vec<f64>> {
        self.now().solve()
    }
}

#[cfg(test)]
mod tests;

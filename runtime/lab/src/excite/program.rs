//! A generated function as a list of operations, evaluated for several samples at once, and backwards for derivatives.

use std::cell::RefCell;

use armwright_runtime::{
    EvaluationError, Inputs, Operation, Quantity, Robot, Scalar, Source, Tape, Traced,
};

/// Samples that go through the list together.
pub(super) const LANES: usize = 8;

/// A number of each sample.
pub(super) type Lanes = [f64; LANES];

/// How wide a velocity's sign is smoothed for derivatives, rad/s or m/s: `x / √(x² + ε²)`.
const SMOOTH: f64 = 0.02;

/// What the list does with places of a table of numbers.
#[derive(Debug, Clone, Copy)]
enum Step {
    Add(u32, u32),
    Sub(u32, u32),
    Mul(u32, u32),
    Div(u32, u32),
    Neg(u32),
    /// Sine here, cosine at the next place.
    SinCos(u32),
    Sign(u32),
    Sqrt(u32),
    Exp(u32),
    Tanh(u32),
}

/// What writes operations down.
#[derive(Debug, Default)]
pub(super) struct Recorder(RefCell<Vec<Operation>>);

impl Tape for Recorder {
    fn push(&self, operation: Operation) -> u32 {
        let mut all = self.0.borrow_mut();
        all.push(operation);
        u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
    }
}

/// A function of positions, velocities and accelerations (`3n` inputs) whose operations are known.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// `q`, `qd`, `qdd`, one after the other.
    inputs: usize,
    /// The place of a result, and how it is made.
    steps: Vec<(u32, Step)>,
    constants: Vec<(u32, f64)>,
    places: usize,
    /// The elements of the result.
    pub(super) outputs: Vec<Source>,
}

/// The numbers of a pass.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) values: Vec<Lanes>,
    slopes: Vec<Lanes>,
}

/// `q`, `qd` and `qdd`, written down.
pub(super) type State<'t> = [Vec<Traced<'t>>; 3];

impl Program {
    /// Writes down what a function does with the state of `n` joints.
    ///
    /// # Errors
    /// Those of the function.
    pub(super) fn of(
        n: usize,
        function: impl for<'t> FnOnce(&State<'t>) -> Result<Vec<Traced<'t>>, EvaluationError>,
    ) -> Result<Self, EvaluationError> {
        let recorder = Recorder::default();
        // Inputs have the first places; what they are is not looked at.
        let tape: &dyn Tape = &recorder;
        let place = |_| Traced::written(&tape, recorder.push(Operation::Constant(0.0)));
        let state: State<'_> = std::array::from_fn(|_| (0..n).map(place).collect());
        let result = function(&state)?;
        let outputs = result.iter().map(|element| element.source());
        let outputs = outputs.collect();
        drop(state);
        drop(result);
        let operations = recorder.0.into_inner();
        let (mut steps, mut constants) = (Vec::new(), Vec::new());
        for (place, operation) in (0u32..).zip(&operations).skip(3 * n) {
            let step = match *operation {
                Operation::Constant(value) => {
                    constants.push((place, value));
                    continue;
                }
                Operation::Add(a, b) => Step::Add(a, b),
                Operation::Sub(a, b) => Step::Sub(a, b),
                Operation::Mul(a, b) => Step::Mul(a, b),
                Operation::Div(a, b) => Step::Div(a, b),
                Operation::Sqrt(a) => Step::Sqrt(a),
                Operation::Exp(a) => Step::Exp(a),
                Operation::Tanh(a) => Step::Tanh(a),
                Operation::Neg(a) => Step::Neg(a),
                // The cosine always comes right after.
                Operation::Sin(a) => Step::SinCos(a),
                Operation::Cos(_) => continue,
                Operation::Sign(a) => Step::Sign(a),
            };
            steps.push((place, step));
        }
        Ok(Self {
            inputs: 3 * n,
            steps,
            constants,
            places: operations.len(),
            outputs,
        })
    }

    /// A table to evaluate in.
    pub(super) fn table(&self) -> Table {
        let mut values = vec![[0.0; LANES]; self.places];
        for (place, value) in &self.constants {
            values[*place as usize] = [*value; LANES];
        }
        Table {
            values,
            slopes: vec![[0.0; LANES]; self.places],
        }
    }

    /// Computes everything from the inputs, the first places of the table (`q`, `qd`, `qdd`). With `smooth` the sign of
    /// a velocity has a slope.
    pub(super) fn forwards(&self, table: &mut Table, smooth: bool) {
        for (place, step) in &self.steps {
            let (before, from) = table.values.split_at_mut(*place as usize);
            let at = |place: u32| &before[place as usize];
            let Some((out, after)) = from.split_first_mut() else {
                continue;
            };
            match *step {
                Step::Add(a, b) => each(out, at(a), at(b), |a, b| a + b),
                Step::Sub(a, b) => each(out, at(a), at(b), |a, b| a - b),
                Step::Mul(a, b) => each(out, at(a), at(b), |a, b| a * b),
                Step::Div(a, b) => each(out, at(a), at(b), |a, b| a / b),
                Step::Neg(a) => each(out, at(a), at(a), |a, _| -a),
                Step::Sqrt(a) => each(out, at(a), at(a), |a, _| a.sqrt()),
                Step::Exp(a) => each(out, at(a), at(a), |a, _| libm::exp(a)),
                Step::Tanh(a) => each(out, at(a), at(a), |a, _| libm::tanh(a)),
                Step::SinCos(a) => {
                    let (sines, cosines) = Scalar::sines_and_cosines(at(a));
                    *out = sines;
                    if let Some(next) = after.first_mut() {
                        *next = cosines;
                    }
                }
                Step::Sign(a) if smooth => {
                    each(out, at(a), at(a), |x, _| {
                        x / (x * x + SMOOTH * SMOOTH).sqrt()
                    });
                }
                Step::Sign(a) => each(out, at(a), at(a), |x, _| {
                    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
                }),
            }
        }
    }

    /// What inputs do to a weighted sum of the results, after [`Program::forwards`]: `weight` has the weights of an
    /// element of the result. The answer has a derivative for each input.
    pub(super) fn backwards<'a>(
        &self,
        table: &'a mut Table,
        mut weight: impl FnMut(usize) -> Lanes,
    ) -> &'a [Lanes] {
        let Table { values, slopes } = table;
        slopes.fill([0.0; LANES]);
        for (k, source) in self.outputs.iter().enumerate() {
            if let Source::Written(place) = source {
                let weight = weight(k);
                add(&mut slopes[*place as usize], &weight);
            }
        }
        for (place, step) in self.steps.iter().rev() {
            let (before, from) = slopes.split_at_mut(*place as usize);
            let own = &from[0];
            let value = |place: u32| &values[place as usize];
            match *step {
                Step::Add(a, b) => {
                    add(&mut before[a as usize], own);
                    add(&mut before[b as usize], own);
                }
                Step::Sub(a, b) => {
                    add(&mut before[a as usize], own);
                    take(&mut before[b as usize], own);
                }
                Step::Mul(a, b) => {
                    add_product(&mut before[a as usize], own, value(b));
                    add_product(&mut before[b as usize], own, value(a));
                }
                Step::Div(a, b) => {
                    let inverse = value(b).map(|b| 1.0 / b);
                    let mut of_divisor = *value(*place);
                    (0..LANES).for_each(|k| of_divisor[k] *= inverse[k]);
                    add_product(&mut before[a as usize], own, &inverse);
                    take_product(&mut before[b as usize], own, &of_divisor);
                }
                Step::Neg(a) => take(&mut before[a as usize], own),
                Step::Sqrt(a) => {
                    add_product(
                        &mut before[a as usize],
                        own,
                        &value(*place).map(|x| 0.5 / x),
                    );
                }
                Step::Exp(a) => add_product(&mut before[a as usize], own, value(*place)),
                Step::Tanh(a) => {
                    add_product(
                        &mut before[a as usize],
                        own,
                        &value(*place).map(|x| 1.0 - x * x),
                    );
                }
                Step::SinCos(a) => {
                    add_product(&mut before[a as usize], own, value(place + 1));
                    take_product(&mut before[a as usize], &from[1], value(*place));
                }
                Step::Sign(a) => {
                    let slope = value(a).map(|x| {
                        let square = x * x + SMOOTH * SMOOTH;
                        SMOOTH * SMOOTH / (square * square.sqrt())
                    });
                    add_product(&mut before[a as usize], own, &slope);
                }
            }
        }
        &slopes[..self.inputs]
    }
}

/// The elements of a quantity with traced inputs.
pub(super) fn traced<'t>(
    robot: &dyn Robot,
    quantity: Quantity,
    [q, qd, qdd]: &State<'t>,
) -> Result<Vec<Traced<'t>>, EvaluationError> {
    let mut out = vec![Traced::default(); quantity.length(robot.model())];
    let inputs = Inputs {
        q,
        qd,
        qdd,
        ..Inputs::default()
    };
    robot.trace(quantity, &inputs, &mut out)?;
    Ok(out)
}

#[inline]
fn each(out: &mut Lanes, a: &Lanes, b: &Lanes, operation: impl Fn(f64, f64) -> f64) {
    for lane in 0..LANES {
        out[lane] = operation(a[lane], b[lane]);
    }
}

#[inline]
fn add(sum: &mut Lanes, a: &Lanes) {
    (0..LANES).for_each(|lane| sum[lane] += a[lane]);
}

#[inline]
fn take(sum: &mut Lanes, a: &Lanes) {
    (0..LANES).for_each(|lane| sum[lane] -= a[lane]);
}

#[inline]
fn add_product(sum: &mut Lanes, a: &Lanes, b: &Lanes) {
    (0..LANES).for_each(|lane| sum[lane] += a[lane] * b[lane]);
}

#[inline]
fn take_product(sum: &mut Lanes, a: &Lanes, b: &Lanes) {
    (0..LANES).for_each(|lane| sum[lane] -= a[lane] * b[lane]);
}

#[cfg(test)]
mod tests;

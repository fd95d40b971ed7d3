//! A generated function as a type: the same text for one state and for many, on the instructions that there are.

use crate::lanes::{Columns, Isa, Kernel, Lanes, PACKET, Packet, Packets, Single, SingleKernel};
use crate::packing::{Packing, Results, Values};
use crate::{EvaluationError, Inputs, Scalar, ShapeError, Transcendental};

/// A generated function.
pub trait Equations: Sized {
    /// Where its values stand.
    const PACKING: &'static Packing;

    /// Whether what belongs to a body is put before the next one's is computed.
    const BODY_BY_BODY: bool = false;

    /// Computes the values of one state; to be inlined always.
    ///
    /// # Errors
    /// [`ShapeError`] if a slice has another length than the robot asks for.
    fn state<S: Transcendental>(
        inputs: &Inputs<'_, S>,
        out: &mut impl Results<S>,
    ) -> Result<(), ShapeError>;

    /// Computes the whole matrix of one state, its zeros included; to be inlined always.
    ///
    /// # Errors
    /// [`ShapeError`] if a slice has another length than the robot asks for.
    fn whole<S: Transcendental>(inputs: &Inputs<'_, S>, out: &mut [S]) -> Result<(), ShapeError>;

    /// Computes the values of some states beginning with one, side by side; to be inlined always.
    ///
    /// # Errors
    /// [`ShapeError`] if there are not as many columns as the robot asks for.
    fn states<L: Lanes>(
        columns: &Columns<'_>,
        at: usize,
        out: &mut impl Results<L>,
    ) -> Result<(), ShapeError>;

    /// Does something with one state of many, and room for its values.
    ///
    /// # Errors
    /// [`ShapeError`] if there are not as many columns as the robot asks for.
    fn one_of<R>(
        columns: &Columns<'_>,
        at: usize,
        then: impl FnOnce(&Inputs<'_>, &mut [f64]) -> R,
    ) -> Result<R, ShapeError>;

    /// Does something with room for its values.
    fn with_room<S: Scalar, R>(then: impl FnOnce(&mut [S]) -> R) -> R;

    /// What [`evaluate_as`] does: a method, so that it is compiled where the equations are.
    ///
    /// # Errors
    /// [`EvaluationError::Shape`].
    #[doc(hidden)]
    fn state_of<S: Transcendental>(
        inputs: &Inputs<'_, S>,
        out: &mut [S],
    ) -> Result<(), EvaluationError> {
        let packing = Self::PACKING;
        length(packing.rows * packing.columns, out.len())?;
        Self::with_room(|values| {
            Self::state(inputs, &mut Values(values))?;
            packing.spread(values, out);
            Ok(())
        })
    }
}

/// The whole matrix of one state, its zeros included.
///
/// # Errors
/// [`EvaluationError::Shape`].
pub fn evaluate<E: Equations>(inputs: &Inputs<'_>, out: &mut [f64]) -> Result<(), EvaluationError> {
    let packing = E::PACKING;
    if packing.is_plain() {
        return evaluate_packed::<E>(inputs, out);
    }
    length(packing.rows * packing.columns, out.len())?;
    E::with_room(|values| {
        evaluate_packed::<E>(inputs, values)?;
        packing.spread(values, out);
        Ok(())
    })
}

/// As [`evaluate`], each value put at its places at once: for regressors, of which copying takes as long as computing.
///
/// # Errors
/// [`EvaluationError::Shape`].
pub fn evaluate_whole<E: Equations>(
    inputs: &Inputs<'_>,
    out: &mut [f64],
) -> Result<(), EvaluationError> {
    let equations: Of<E> = [];
    match Isa::detected().fused((equations, Whole { inputs, out })) {
        Ok(done) => Ok(done?),
        // What no processor of the last ten years needs is not worth a second form.
        Err((_, Whole { inputs, out })) => evaluate::<E>(inputs, out),
    }
}

/// The whole matrix of one state, of any numbers.
///
/// # Errors
/// [`EvaluationError::Shape`].
pub fn evaluate_as<E: Equations, S: Transcendental>(
    inputs: &Inputs<'_, S>,
    out: &mut [S],
) -> Result<(), EvaluationError> {
    E::state_of(inputs, out)
}

/// The values of one state.
///
/// # Errors
/// [`EvaluationError::Shape`].
#[inline]
pub fn evaluate_packed<E: Equations>(
    inputs: &Inputs<'_>,
    out: &mut [f64],
) -> Result<(), EvaluationError> {
    let equations: Of<E> = [];
    Ok(Isa::detected().single((equations, One { inputs, out }))?)
}

/// The values of many states, a [`Packet`] a value for eight states after the other.
///
/// # Errors
/// [`EvaluationError::Shape`] if a column or the room is missing.
pub fn evaluate_batch<E: Equations>(
    isa: Isa,
    columns: &Columns<'_>,
    out: &mut [Packet],
) -> Result<(), EvaluationError> {
    room::<E>(columns, out)?;
    let equations: Of<E> = [];
    match isa == Isa::BASELINE {
        true => each::<E>(columns, out),
        false => Ok(isa.wide((equations, Many { columns, out }))?),
    }
}

/// As [`evaluate_batch`], one state after the other: for functions that are not worth the code of all lanes.
///
/// # Errors
/// [`EvaluationError::Shape`] if a column or the room is missing.
pub fn evaluate_each<E: Equations>(
    columns: &Columns<'_>,
    out: &mut [Packet],
) -> Result<(), EvaluationError> {
    room::<E>(columns, out)?;
    each::<E>(columns, out)
}

fn each<E: Equations>(columns: &Columns<'_>, out: &mut [Packet]) -> Result<(), EvaluationError> {
    let values = E::PACKING.values().max(1);
    for (first, packets) in out.chunks_exact_mut(values).enumerate() {
        for lane in 0..PACKET {
            E::one_of(columns, PACKET * first + lane, |inputs, values| {
                evaluate_packed::<E>(inputs, values)?;
                for (packet, value) in packets.iter_mut().zip(values) {
                    packet.0[lane] = *value;
                }
                Ok::<(), EvaluationError>(())
            })??;
        }
    }
    Ok(())
}

fn room<E: Equations>(columns: &Columns<'_>, out: &[Packet]) -> Result<(), ShapeError> {
    length(
        columns.states().div_ceil(PACKET) * E::PACKING.values(),
        out.len(),
    )
}

#[inline]
fn length(expected: usize, actual: usize) -> Result<(), ShapeError> {
    match expected == actual {
        true => Ok(()),
        false => Err(ShapeError { expected, actual }),
    }
}

/// Slices as those of any single number.
#[inline(always)]
fn as_single<'a, S: Single>(inputs: &Inputs<'a>) -> Inputs<'a, S> {
    Inputs {
        theta: S::all(inputs.theta),
        q: S::all(inputs.q),
        qd: S::all(inputs.qd),
        qdd: S::all(inputs.qdd),
        qd_r: S::all(inputs.qd_r),
        qdd_r: S::all(inputs.qdd_r),
        base: S::all(inputs.base),
    }
}

/// The type of the equations, of which there are no values here. What is computed is a tuple that begins with it: the
/// compiler puts what it makes of such a type into the module of the equations, so that a robot whose file changed is compiled
/// again and no other one.
type Of<E> = [E; 0];

/// The whole matrix of a state.
impl<E: Equations> SingleKernel for (Of<E>, Whole<'_>) {
    type Output = Result<(), ShapeError>;

    #[inline(always)]
    fn run<S: Single>(self) -> Self::Output {
        E::whole(&as_single(self.1.inputs), S::all_mut(self.1.out))
    }
}

struct Whole<'a> {
    inputs: &'a Inputs<'a>,
    out: &'a mut [f64],
}

/// The values of a state.
impl<E: Equations> SingleKernel for (Of<E>, One<'_>) {
    type Output = Result<(), ShapeError>;

    #[inline(always)]
    fn run<S: Single>(self) -> Self::Output {
        // Looked at here, where it is known to hold for every value that is put.
        length(E::PACKING.values(), self.1.out.len())?;
        let inputs = as_single(self.1.inputs);
        let out = S::all_mut(self.1.out);
        // Where the compiler knows that there is room for every value, it moves statements from body to body, and more values
        // wait than there are registers (2 to 10 % slower).
        let known = match E::BODY_BY_BODY {
            true => core::hint::black_box(out.len()),
            false => out.len(),
        };
        let out = out.get_mut(..known).unwrap_or_default();
        E::state(&inputs, &mut Values(out))
    }
}

struct One<'a> {
    inputs: &'a Inputs<'a>,
    out: &'a mut [f64],
}

/// The values of many states.
impl<E: Equations> Kernel for (Of<E>, Many<'_>) {
    type Output = Result<(), ShapeError>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let values = E::PACKING.values().max(1);
        for (packet, out) in self.1.out.chunks_exact_mut(values).enumerate() {
            for lane in (0..PACKET).step_by(L::WIDTH) {
                let at = PACKET * packet + lane;
                E::states::<L>(self.1.columns, at, &mut Packets::new(out, lane))?;
            }
        }
        Ok(())
    }
}

struct Many<'a> {
    columns: &'a Columns<'a>,
    out: &'a mut [Packet],
}

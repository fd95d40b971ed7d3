//! Steps of Levenberg and Marquardt over intervals that share parameters: states of intervals are eliminated one by one.

use nalgebra::{DMatrix, DVector};

use super::blocks::Block;

/// A step.
pub(super) struct Step {
    pub parameters: DVector<f64>,
    pub states: Vec<DVector<f64>>,
    /// By how much the cost falls if residuals are linear.
    pub predicted: f64,
}

/// A number that divides where a derivative vanishes altogether.
fn or_one(x: f64) -> f64 {
    if x > 0.0 { x } else { 1.0 }
}

/// The damped block of an interval's own state, as a factor.
fn own(block: &Block, damping: f64) -> Option<nalgebra::Cholesky<f64, nalgebra::Dyn>> {
    let mut b = block.b.clone();
    for i in 0..b.nrows() {
        let size = or_one(b[(i, i)]);
        b[(i, i)] += (damping + 1e-14) * size;
    }
    b.cholesky()
}

/// The step with a damping; parameters that are `held` do not move.
pub(super) fn step(blocks: &[Block], damping: f64, held: &[bool]) -> Option<Step> {
    let p = held.len();
    let (mut matrix, mut right) = (DMatrix::zeros(p, p), DVector::zeros(p));
    let mut sizes = DVector::zeros(p);
    for block in blocks {
        let factor = own(block, damping)?;
        sizes += block.h.diagonal();
        matrix += &block.h - &block.c * factor.solve(&block.c.transpose());
        right -= &block.g - &block.c * factor.solve(&block.e);
    }
    let sizes = sizes.map(or_one);
    let scale = sizes.map(f64::sqrt);
    let mut scaled = DMatrix::from_fn(p, p, |i, k| matrix[(i, k)] / (scale[i] * scale[k]));
    for i in 0..p {
        if held[i] {
            scaled.row_mut(i).fill(0.0);
            scaled.column_mut(i).fill(0.0);
            scaled[(i, i)] = 1.0;
            right[i] = 0.0;
        } else {
            scaled[(i, i)] += damping + 1e-14;
        }
    }
    let solved = scaled.cholesky()?.solve(&right.component_div(&scale));
    let parameters = solved.component_div(&scale);
    let mut states = Vec::with_capacity(blocks.len());
    let mut predicted = 0.0;
    for i in 0..p {
        predicted += 0.5 * damping * parameters[i] * parameters[i] * sizes[i];
    }
    for block in blocks {
        let factor = own(block, damping)?;
        let change = -factor.solve(&(&block.e + block.c.transpose() * &parameters));
        for i in 0..change.len() {
            predicted += 0.5 * damping * change[i] * change[i] * or_one(block.b[(i, i)]);
        }
        predicted -= 0.5 * (block.g.dot(&parameters) + block.e.dot(&change));
        states.push(change);
    }
    let finite = parameters.iter().all(|x| x.is_finite());
    finite.then_some(Step {
        parameters,
        states,
        predicted,
    })
}

/// What all intervals say of the parameters by themselves, states free: the Schur complement.
pub(super) fn information(blocks: &[Block], p: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(p, p);
    for block in blocks {
        matrix += &block.h;
        if let Some(factor) = own(block, 0.0) {
            matrix -= &block.c * factor.solve(&block.c.transpose());
        }
    }
    matrix
}

/// What makes derivatives by an interval's state of those by parameters: `A - B (BᵀB)⁻¹ BᵀA`, as the matrix `(BᵀB)⁻¹ BᵀA`.
pub(super) fn shares(block: &Block) -> DMatrix<f64> {
    match own(block, 0.0) {
        Some(factor) => factor.solve(&block.c.transpose()),
        None => DMatrix::zeros(block.e.len(), block.g.len()),
    }
}

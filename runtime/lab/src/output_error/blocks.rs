//! Squares and products of the derivatives of one interval: of the parameters, which all intervals share, and of its own state.

use nalgebra::{DMatrix, DVector};

/// A sum of squared changes of residuals, in their deviations, that is none.
const ROUNDING: f64 = 1e-12;

/// How the end of an interval differs from the beginning of the next, weighted: what has to vanish for one motion to go through both.
#[derive(Debug, Clone)]
pub(super) struct Link {
    /// Simulated end less the next beginning, weighted.
    pub gap: DVector<f64>,
    /// Its derivatives by parameters and by the interval's own state.
    pub by_parameters: DMatrix<f64>,
    pub by_state: DMatrix<f64>,
    /// Weights of positions and velocities, `2n`; with a minus sign the derivatives by the next interval's state.
    pub weights: DVector<f64>,
}

/// What one interval says: `h = AᵀA`, `c = AᵀB`, `b = BᵀB`, `g = Aᵀr`, `e = Bᵀr`, with `A` the derivatives of weighted residuals `r` by
/// parameters and `B` those by its state at the beginning.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub h: DMatrix<f64>,
    pub c: DMatrix<f64>,
    pub b: DMatrix<f64>,
    pub g: DVector<f64>,
    pub e: DVector<f64>,
    /// Sums of squared residuals, a joint each, without weights.
    pub squares: Vec<f64>,
    /// How many residuals each joint has.
    pub counts: Vec<usize>,
    /// Half the sum of squared weighted residuals.
    pub cost: f64,
    /// The same of what it is apart from the next interval.
    pub apart: f64,
    /// Evaluations of the equations of motion.
    pub evaluations: usize,
    /// How it joins the next one, if it has to.
    pub link: Option<Link>,
    products: Vec<f64>,
}

impl Block {
    pub(super) fn new(parameters: usize, states: usize, joints: usize) -> Self {
        Self {
            h: DMatrix::zeros(parameters, parameters),
            c: DMatrix::zeros(parameters, states),
            b: DMatrix::zeros(states, states),
            g: DVector::zeros(parameters),
            e: DVector::zeros(states),
            squares: vec![0.0; joints],
            counts: vec![0; joints],
            cost: 0.0,
            apart: 0.0,
            evaluations: 0,
            link: None,
            products: vec![0.0; (parameters + states) * (parameters + states + 1)],
        }
    }

    /// Adds a residual of a joint, with its weight and its derivatives by parameters and then by the state.
    pub(super) fn add(&mut self, joint: usize, residual: f64, weight: f64, row: &[f64]) {
        self.squares[joint] += residual * residual;
        self.counts[joint] += 1;
        let square = weight * weight;
        self.cost += 0.5 * square * residual * residual;
        let size = row.len();
        let width = size + 1;
        for (i, x) in row.iter().enumerate() {
            let share = square * x;
            if share == 0.0 {
                continue;
            }
            let products = &mut self.products[i * width..(i + 1) * width];
            for (sum, y) in products[i..size].iter_mut().zip(&row[i..]) {
                *sum += share * y;
            }
            products[size] += share * residual;
        }
    }

    /// Puts the sums where they belong, once all residuals are added.
    pub(super) fn close(&mut self) {
        let (p, s) = (self.g.len(), self.e.len());
        let width = p + s + 1;
        let at = |i: usize, k: usize| self.products[i.min(k) * width + i.max(k)];
        self.h = DMatrix::from_fn(p, p, at);
        self.c = DMatrix::from_fn(p, s, |i, k| at(i, p + k));
        self.b = DMatrix::from_fn(s, s, |i, k| at(p + i, p + k));
        self.g = DVector::from_fn(p, |i, _| self.products[i * width + p + s]);
        self.e = DVector::from_fn(s, |i, _| self.products[(p + i) * width + p + s]);
        self.products = Vec::new();
    }
}

/// Which parameters do nothing: where one changes by its own size, or by 1, residuals change by no more than rounding.
pub(super) fn idle(blocks: &[Block], parameters: &[f64]) -> Vec<bool> {
    let does_nothing = |(k, value): (usize, &f64)| {
        let squares: f64 = blocks.iter().map(|block| block.h[(k, k)]).sum();
        squares * value.abs().max(1.0).powi(2) <= ROUNDING
    };
    parameters.iter().enumerate().map(does_nothing).collect()
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{Block, idle};

    #[test]
    fn what_moves_residuals_by_rounding_alone_does_nothing() {
        let of = |row: [f64; 4]| {
            let mut block = Block::new(4, 0, 1);
            block.add(0, 0.1, 2.0, &row);
            block.close();
            block
        };
        // Sums of squares are 16, 4e-26, 1.8e-13 and 0; the third has a size of 10.
        let blocks = [of([2.0, 1e-13, 1.5e-7, 0.0]), of([0.0, 0.0, 1.5e-7, 0.0])];
        let found = idle(&blocks, &[0.0, 1.0, 10.0, 5.0]);
        assert_eq!(found, [false, true, false, true]);
        assert_eq!(
            idle(&blocks, &[1e-9, 0.0, 1.0, 0.0]),
            [false, true, true, true]
        );
    }

    /// Three residuals of two joints with derivatives by two parameters and a state: `AᵀA`, `AᵀB` and the others, weighted.
    #[test]
    fn a_block_is_the_products_of_its_rows() {
        let rows = [[1.0, -2.0, 0.5], [0.0, 3.0, -1.5], [2.5, 0.25, 4.0]];
        let (residuals, joints, weights) = ([0.5, -2.0, 1.5], [0, 1, 0], [2.0, 0.5]);
        let mut block = Block::new(2, 1, 2);
        for ((row, residual), joint) in rows.iter().zip(residuals).zip(joints) {
            block.add(joint, residual, weights[joint], row);
        }
        block.close();
        let all = DMatrix::from_fn(3, 3, |i, k| weights[joints[i]] * rows[i][k]);
        let r = DVector::from_fn(3, |i, _| weights[joints[i]] * residuals[i]);
        let (a, b) = (all.columns(0, 2), all.columns(2, 1));
        assert!((&block.h - a.transpose() * a).amax() < 1e-14);
        assert!((&block.c - a.transpose() * b).amax() < 1e-14);
        assert!((&block.b - b.transpose() * b).amax() < 1e-14);
        assert!((&block.g - a.transpose() * &r).amax() < 1e-14);
        assert!((&block.e - b.transpose() * &r).amax() < 1e-14);
        assert!((block.cost - 0.5 * r.norm_squared()).abs() < 1e-14);
        assert_eq!(
            (&block.squares[..], &block.counts[..]),
            (&[2.5, 4.0][..], &[2, 1][..])
        );
        assert_eq!(
            (block.apart, block.evaluations, block.link.is_none()),
            (0.0, 0, true)
        );
    }
}

//! Steps of Levenberg and Marquardt over intervals that share parameters: states of intervals are eliminated one by one.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

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

/// What an interval says of its own state, damped, so that what it says nothing of (a joint that is locked) stays where it is.
pub(super) fn determined(state: &DMatrix<f64>, damping: f64) -> DMatrix<f64> {
    let mut own = state.clone();
    for i in 0..own.nrows() {
        own[(i, i)] += (damping + 1e-14) * or_one(state[(i, i)]);
    }
    own
}

/// An interval's state, those of the intervals before it eliminated.
struct Stage {
    factor: Cholesky<f64, Dyn>,
    /// With the parameters (`p × s`), with the state of the next interval (`s × s`, where they join), with the residuals.
    with_parameters: DMatrix<f64>,
    with_next: Option<DMatrix<f64>>,
    slope: DVector<f64>,
}

/// Parameters alone, the states of all intervals eliminated one after the other: the cost grows with the number of intervals, no faster.
struct Eliminated {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
    stages: Vec<Stage>,
}

fn eliminate(blocks: &[Block], p: usize, damping: f64) -> Option<Eliminated> {
    let (mut matrix, mut right) = (DMatrix::zeros(p, p), DVector::zeros(p));
    let mut stages = Vec::with_capacity(blocks.len());
    // What the intervals before say of the state in which the next begins.
    let mut carried: Option<(DMatrix<f64>, DMatrix<f64>, DVector<f64>)> = None;
    for block in blocks {
        let mut own = determined(&block.b, damping);
        let (mut with_parameters, mut slope) = (block.c.clone(), block.e.clone());
        matrix += &block.h;
        right -= &block.g;
        if let Some((b, c, e)) = carried.take() {
            own += b;
            with_parameters += c;
            slope += e;
        }
        let next = block.link.as_ref().map(|link| {
            let (g, p) = (&link.by_state, &link.by_parameters);
            own += g.transpose() * g;
            with_parameters += p.transpose() * g;
            slope += g.transpose() * &link.gap;
            matrix += p.transpose() * p;
            right -= p.transpose() * &link.gap;
            (link, -g.transpose() * DMatrix::from_diagonal(&link.weights))
        });
        let factor = own.cholesky()?;
        let solved = factor.solve(&with_parameters.transpose());
        matrix -= &with_parameters * &solved;
        right += solved.transpose() * &slope;
        if let Some((link, with_next)) = &next {
            let own = with_next.transpose() * factor.solve(with_next);
            let squares = link.weights.component_mul(&link.weights);
            let weights = DMatrix::from_diagonal(&link.weights);
            carried = Some((
                DMatrix::from_diagonal(&squares) - own,
                -link.by_parameters.transpose() * weights - solved.transpose() * with_next,
                -link.weights.component_mul(&link.gap)
                    - with_next.transpose() * factor.solve(&slope),
            ));
        }
        stages.push(Stage {
            factor,
            with_parameters,
            with_next: next.map(|(_, with_next)| with_next),
            slope,
        });
    }
    Some(Eliminated {
        matrix,
        right,
        stages,
    })
}

/// The step with a damping; parameters that are `held` do not move.
pub(super) fn step(blocks: &[Block], damping: f64, held: &[bool]) -> Option<Step> {
    let p = held.len();
    let Eliminated {
        matrix,
        mut right,
        stages,
    } = eliminate(blocks, p, damping)?;
    let mut sizes = DVector::zeros(p);
    for block in blocks {
        sizes += block.h.diagonal();
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
    for stage in stages.iter().rev() {
        let mut known = &stage.slope + stage.with_parameters.transpose() * &parameters;
        if let (Some(with_next), Some(next)) = (&stage.with_next, states.last()) {
            known += with_next * next;
        }
        states.push(-stage.factor.solve(&known));
    }
    states.reverse();
    let mut predicted = 0.0;
    for i in 0..p {
        predicted += 0.5 * damping * parameters[i] * parameters[i] * sizes[i];
    }
    for (k, (block, change)) in blocks.iter().zip(&states).enumerate() {
        for i in 0..change.len() {
            predicted += 0.5 * damping * change[i] * change[i] * or_one(block.b[(i, i)]);
        }
        predicted -= 0.5 * (block.g.dot(&parameters) + block.e.dot(change));
        if let Some(link) = &block.link {
            let apart = &link.by_parameters * &parameters + &link.by_state * change
                - link.weights.component_mul(&states[k + 1]);
            predicted -= 0.5 * link.gap.dot(&apart);
        }
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
    normal(blocks, p).map_or_else(|| DMatrix::zeros(p, p), |(matrix, _)| matrix)
}

/// The normal equations of the parameters by themselves, states free; nothing where a state is not determined.
pub(super) fn normal(blocks: &[Block], p: usize) -> Option<(DMatrix<f64>, DVector<f64>)> {
    eliminate(blocks, p, 0.0).map(|all| (all.matrix, all.right))
}

/// How the best state of each interval follows the parameters, with the sign changed: with one interval `(BᵀB)⁻¹ BᵀA`, which makes
/// `A - B (BᵀB)⁻¹ BᵀA` of its derivatives by parameters.
pub(super) fn shares(blocks: &[Block], p: usize) -> Vec<DMatrix<f64>> {
    let Some(all) = eliminate(blocks, p, 0.0) else {
        let none = |block: &Block| DMatrix::zeros(block.e.len(), p);
        return blocks.iter().map(none).collect();
    };
    let mut shares: Vec<DMatrix<f64>> = Vec::with_capacity(blocks.len());
    for stage in all.stages.iter().rev() {
        let mut known = stage.with_parameters.transpose();
        if let (Some(with_next), Some(next)) = (&stage.with_next, shares.last()) {
            known -= with_next * next;
        }
        shares.push(stage.factor.solve(&known));
    }
    shares.reverse();
    shares
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::super::blocks::{Block, Link};
    use super::{information, shares, step};
    use crate::random::Random;

    /// Three intervals of two states each that join, and two parameters, with the whole normal equations written out.
    fn joined() -> (Vec<Block>, DMatrix<f64>, DVector<f64>) {
        let (p, s, count) = (2, 2, 3);
        let mut random = Random::new(3);
        let mut draw =
            |rows: usize, columns: usize| DMatrix::from_fn(rows, columns, |_, _| random.normal());
        let size = p + s * count;
        let (mut whole, mut slope) = (DMatrix::zeros(size, size), DVector::zeros(size));
        let mut blocks = Vec::new();
        for k in 0..count {
            let (a, r) = (draw(7, p + s), draw(7, 1));
            let mut block = Block::new(p, s, 1);
            for i in 0..7 {
                let row: Vec<f64> = a.row(i).iter().copied().collect();
                block.add(0, r[i], 1.0, &row);
            }
            block.close();
            let mut rows = DMatrix::zeros(9, size);
            let mut residuals = DVector::zeros(9);
            rows.view_mut((0, 0), (7, p)).copy_from(&a.columns(0, p));
            let own = p + s * k;
            rows.view_mut((0, own), (7, s)).copy_from(&a.columns(p, s));
            residuals.rows_mut(0, 7).copy_from(&r.column(0));
            if k + 1 < count {
                let link = Link {
                    gap: draw(s, 1).column(0).into_owned(),
                    by_parameters: draw(s, p),
                    by_state: draw(s, s),
                    weights: DVector::from_vec(vec![3.0, 5.0]),
                };
                rows.view_mut((7, 0), (s, p)).copy_from(&link.by_parameters);
                rows.view_mut((7, own), (s, s)).copy_from(&link.by_state);
                rows[(7, own + s)] = -3.0;
                rows[(8, own + s + 1)] = -5.0;
                residuals.rows_mut(7, s).copy_from(&link.gap);
                block.link = Some(link);
            }
            whole += rows.transpose() * &rows;
            slope += rows.transpose() * residuals;
            blocks.push(block);
        }
        (blocks, whole, slope)
    }

    /// Damping adds to each unknown its own share, parameters' of all intervals; what is held does not move, and the others go on
    /// without it.
    #[test]
    fn damped_steps_and_those_with_parameters_held_solve_the_whole_equations() {
        let (blocks, whole, slope) = joined();
        for (damping, held) in [
            (0.3, [false; 2]),
            (0.3, [true, false]),
            (2.0, [false, true]),
            (0.0, [true; 2]),
        ] {
            let mut damped = whole.clone();
            for i in 0..8 {
                let own = match i {
                    0 | 1 => blocks.iter().map(|block| block.h[(i, i)]).sum(),
                    _ => blocks[(i - 2) / 2].b[((i - 2) % 2, (i - 2) % 2)],
                };
                damped[(i, i)] += damping * own;
            }
            let free: Vec<usize> = (0..8).filter(|i| *i > 1 || !held[*i]).collect();
            let own = damped.select_columns(&free).select_rows(&free);
            let solved = -own.cholesky().unwrap().solve(&slope.select_rows(&free));
            let mut wanted = DVector::zeros(8);
            free.iter()
                .zip(solved.iter())
                .for_each(|(i, x)| wanted[*i] = *x);
            let found = step(&blocks, damping, &held).unwrap();
            let all = found.parameters.iter().chain(found.states.iter().flatten());
            for (found, wanted) in all.zip(wanted.iter()) {
                assert!(
                    (found - wanted).abs() < 1e-9,
                    "{damping} {held:?}: {found} {wanted}"
                );
            }
            let falls = -slope.dot(&wanted) - 0.5 * wanted.dot(&(&whole * &wanted));
            assert!(
                (found.predicted - falls).abs() < 1e-9 * falls,
                "{} {falls}",
                found.predicted
            );
        }
    }

    #[test]
    fn eliminating_states_that_join_gives_the_step_of_all_unknowns_at_once() {
        let (p, s) = (2, 2);
        let (blocks, whole, slope) = joined();
        let size = slope.len();
        let wanted = -whole.clone().cholesky().unwrap().solve(&slope);
        let found = step(&blocks, 0.0, &[false; 2]).unwrap();
        let joined = found.parameters.iter().chain(found.states.iter().flatten());
        for (found, wanted) in joined.zip(wanted.iter()) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
        let falls = 0.5 * -slope.dot(&wanted);
        assert!((found.predicted - falls).abs() < 1e-9 * falls);
        // The inverse of the Schur complement is the corner of the inverse; states follow parameters by the other corner.
        let inverse = whole.clone().cholesky().unwrap().inverse();
        let corner = information(&blocks, p).cholesky().unwrap().inverse();
        assert!((corner - inverse.view((0, 0), (p, p))).amax() < 1e-9);
        let states = whole.view((p, p), (size - p, size - p)).into_owned();
        let follow = states.cholesky().unwrap();
        let follow = follow.solve(&whole.view((p, 0), (size - p, p)).into_owned());
        for (k, own) in shares(&blocks, p).iter().enumerate() {
            assert!((own - follow.view((s * k, 0), (s, p))).amax() < 1e-9);
        }
    }
}

//! What is wrong with one recording, and what the model lacks of it, by itself.

use nalgebra::DVector;

use crate::diagnose::{Fault, causes};
use crate::estimate::{Estimate, weighted_least_squares};
use crate::lack::{Lack, Trials};
use crate::motion::Motion;
use crate::parameters::never_negative;
use crate::regression::{Equations, RegressionError, Series};
use crate::statistics::{Basis, Fit, Modelled};
use crate::thresholds::COLOURED;

/// What is found of one recording by itself, of which least squares of base parameters leave as little as can be.
pub(super) struct Own {
    /// What is most likely wrong with it: one of these.
    pub(super) faults: Vec<Fault>,
    /// Terms that the model lacks.
    pub(super) lacks: Vec<Lack>,
    /// Rows whose residuals follow themselves, where no term explains it.
    pub(super) correlated: Vec<String>,
    /// Those of these of which more is left than was recorded.
    pub(super) worse: Vec<String>,
    /// How far what the model lacks moved its base parameters.
    pub(super) shift: DVector<f64>,
}

impl Own {
    /// None of a recording that has too little, or no noise.
    pub(super) fn of(
        equations: &Equations<'_>,
        pieces: &[Motion],
    ) -> Result<Option<Self>, RegressionError> {
        let (robot, of_rows) = (equations.robot(), !equations.measured().is_empty());
        let model = robot.model();
        let equations = Equations::given(robot, equations.side(), of_rows)?.keeping(pieces);
        let observation = equations.observe(pieces, &mut |_| {})?;
        if observation.equations() <= model.base.len() {
            return Ok(None);
        }
        let estimate = weighted_least_squares(&observation);
        if !estimate.variance.iter().all(|v| v.is_finite() && *v > 0.0) {
            return Ok(None);
        }
        let predict = |motion| equations.predict(motion, &estimate.beta, &mut |_| {});
        let series = pieces.iter().map(predict);
        let series = series.collect::<Result<Vec<Series>, _>>()?;
        let rows = 0..equations.rows();
        let fits = rows.map(|row| Fit::of(equations.row_name(row), &series, row));
        let fits: Vec<Fit> = fits.collect();
        let coloured: Vec<&Fit> = fits.iter().filter(|fit| fit.lag1 > COLOURED).collect();
        let mut found = Self {
            faults: Vec::new(),
            lacks: Vec::new(),
            correlated: Vec::new(),
            worse: Vec::new(),
            shift: DVector::zeros(model.base.len()),
        };
        let base = 0..model.base.len();
        let mut below = base.filter(|k| never_negative(model, *k) && estimate.beta[*k] < 0.0);
        let is_odd = !coloured.is_empty() || below.next().is_some();
        if !of_rows && !model.base_moves() && is_odd {
            let causes = causes(&equations, pieces, &mut |_| {})?;
            found.faults = causes.into_iter().map(|cause| cause.fault).collect();
        }
        // Terms that a model lacks are known of torques alone, and not of recordings with a fault.
        if (!of_rows || model.base_moves()) && found.faults.is_empty() {
            found.look(&equations, pieces, &estimate, &fits)?;
        }
        if found.lacks.is_empty() {
            let worse = coloured.iter().filter(|fit| fit.nrmse > 1.0);
            found.worse = worse.map(|fit| fit.name.clone()).collect();
            found.correlated = coloured.iter().map(|fit| fit.name.clone()).collect();
        }
        Ok(Some(found))
    }

    /// Looks for terms that the model lacks.
    fn look(
        &mut self,
        equations: &Equations<'_>,
        pieces: &[Motion],
        estimate: &Estimate,
        fits: &[Fit],
    ) -> Result<(), RegressionError> {
        let Some(trials) = Trials::of(equations, pieces, estimate)? else {
            return Ok(());
        };
        let basis = Basis::of(&estimate.spectrum);
        let noise = Modelled::of(equations, pieces, estimate, &basis)?.noise;
        let found = trials.lacks(&noise);
        self.lacks = found.lacks;
        self.lacks.retain(|lack| lack.matters(fits.iter()));
        if let Some(moved) = found.moved.filter(|_| !self.lacks.is_empty()) {
            self.shift = moved.shift;
        }
        Ok(())
    }
}

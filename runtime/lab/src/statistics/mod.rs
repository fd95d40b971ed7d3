//! What an estimate is worth: deviations, correlations, weak directions, fit, whiteness.

mod estimated;
mod fit;
mod long_run;
mod weak;
mod whiteness;

pub use estimated::{
    Correlation, Estimated, Quality, correlations, covariance, is_inertial, table,
};
pub use fit::{Fit, Fits};
pub use long_run::long_run_ratio;
pub use weak::{WeakDirection, weak_directions};
pub use whiteness::Whiteness;

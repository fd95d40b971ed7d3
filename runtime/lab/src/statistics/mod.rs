//! What an estimate is worth: deviations, correlations, weak directions, fit, whiteness.
//!
//! ```
//! use armwright_lab::estimate::weighted_least_squares;
//! use armwright_lab::regression::{Factor, Observation};
//! use armwright_lab::statistics::covariance;
//!
//! // A line through points that scatter by 0.1.
//! let mut factor = Factor::new(2);
//! for k in 0..100 {
//!     let (x, error) = (f64::from(k / 2), if k % 2 == 0 { 0.1 } else { -0.1 });
//!     factor.push([(0, 1.0), (1, x)], 2.0 + 3.0 * x + error);
//! }
//! let observation = Observation::of(vec![vec![factor]]);
//! let line = weighted_least_squares(&observation);
//! let covariance = covariance(observation.factors(), &line, &[1.0]);
//! assert!((line.beta[1] - 3.0).abs() < 1e-12);
//! assert!((covariance[(0, 0)].sqrt() - 0.02).abs() < 1e-3);
//! ```

mod basis;
mod deviations;
mod estimated;
mod excited;
mod fit;
mod noise;
mod overlap;
mod position;
mod sandwich;
mod scatter;
mod steps;
mod transfer;
mod view;
mod weak;
mod whiteness;

pub(crate) use basis::Basis;
pub use deviations::Deviations;
pub(crate) use deviations::covariance_by;
pub use estimated::{Correlation, Estimated, Quality, correlations, covariance, is_of_body, table};
pub use fit::{Fit, Fits};
pub use noise::{Autoregression, Noise};
pub(crate) use noise::{Modelled, Record, Stretches, freedom};
pub(crate) use position::Bias;
pub(crate) use sandwich::Sandwich;
pub(crate) use scatter::scatter;
pub(crate) use steps::beyond;
pub(crate) use transfer::transfer_of;
pub use transfer::{Transfer, transfer};
pub(crate) use view::View;
pub use weak::{WeakDirection, weak_directions};
pub use whiteness::Whiteness;

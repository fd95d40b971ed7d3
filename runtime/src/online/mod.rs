//! Identification inside the control loop: no allocation, bounded time, sizes from the generated robot.

mod bounds;
mod change;
mod factor;
mod filter;
mod gate;
mod learner;
mod momentum;
mod recursive;
mod watch;
mod window;

#[cfg(test)]
mod tests;

pub use bounds::Bounds;
pub use change::Change;
pub use factor::{Factor, NotInside};
pub use filter::{LowPass, Motion, MotionFilter};
pub use gate::Gate;
pub use learner::{Acting, Learner, Settings, Step};
pub use momentum::{MomentumFilter, MomentumRows};
pub use recursive::{Forgetting, RecursiveLeastSquares};
pub use watch::{Event, Limits, Watch};
pub use window::SlidingWindow;

//! Control with nominal or identified parameters: rows of a regressor times base parameters are the torques.

mod adaptive;
mod computed_torque;
mod observer;
mod slotine_li;

#[cfg(test)]
mod tests;

pub use adaptive::{Adaptive, Sliding};
pub use computed_torque::{Feedback, torques};
pub use observer::MomentumObserver;
pub use slotine_li::slotine_li;

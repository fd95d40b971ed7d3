//! Rust code from equations: the table of [`quantities`], and how each becomes a function.

pub mod quantities;
mod rust;

pub use quantities::Quantity;
pub use rust::{Cost, forms, rust_module};

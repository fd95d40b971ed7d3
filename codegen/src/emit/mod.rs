//! Rust code from equations: the table of [`quantities`], and how each becomes a function.

mod c;
mod composed;
pub mod quantities;
mod rust;

pub use c::Library;
pub use quantities::Quantity;
pub use rust::{Cost, forms, rust_module};

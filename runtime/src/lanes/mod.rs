//! Several numbers at a time: the instructions that a processor turns out to have, without flags of the compiler.
//!
//! A generated function is one text for every type of number. [`Isa::detected`] says which types this processor is fastest
//! with: a single number whose products and sums are one instruction, and four or eight numbers side by side. The types
//! are reached through [`Isa`] alone, so that none is used on a processor that does not have it: this module, `fused` and
//! [`Part`](crate::Part) have the only `unsafe` (`docs/adr/0016-lanes.md`).
//!
//! Loops here and in `sine` count, and arrays are not mapped: `zip`, `map` and `from_fn` of the standard library are calls, and slow
//! ones, in a program that is not optimised across its units.

#![allow(
    unsafe_code,
    reason = "intrinsics, and calls of functions for the instructions that were found"
)]

mod columns;
mod isa;
mod kernel;
mod number;
mod vector;

pub(crate) use columns::Packets;
pub use columns::{Columns, PACKET, Packet};
pub use isa::Isa;
pub use kernel::{Kernel, SingleKernel};
pub use number::{Lanes, Single};

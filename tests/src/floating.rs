//! Robots whose base moves, as generated code.
#![allow(missing_docs, reason = "generated")]

/// Robots whose base moves, and of whose torques none is measured.
pub mod jumping {
    include!(concat!(env!("OUT_DIR"), "/jumping.rs"));
}

include!(concat!(env!("OUT_DIR"), "/floating.rs"));

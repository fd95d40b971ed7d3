//! Robots whose base moves, as generated code.
#![allow(missing_docs, reason = "generated")]

include!(concat!(env!("OUT_DIR"), "/floating.rs"));

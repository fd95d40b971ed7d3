//! Robots whose torques a person can compute, as generated code.
#![allow(missing_docs, reason = "generated")]

include!(concat!(env!("OUT_DIR"), "/by_hand.rs"));

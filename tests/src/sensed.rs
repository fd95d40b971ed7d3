//! Robots that measure something other than all joint torques, as generated code.
#![allow(missing_docs, reason = "generated")]

include!(concat!(env!("OUT_DIR"), "/sensed.rs"));

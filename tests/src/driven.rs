//! Robots with joints that move with others, as generated code.
#![allow(missing_docs, reason = "generated")]

include!(concat!(env!("OUT_DIR"), "/driven.rs"));

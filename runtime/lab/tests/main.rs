//! The laboratory as a library, a module a theme: one program, so that they link once and share the processors.
//!
//! `cargo test -p armwright-lab --test library robust::` runs one of them.

mod any_log;
mod bad_days;
mod calibration;
mod closed_loop;
mod compare;
mod consistency;
mod consistent;
mod coverage;
mod csv;
mod description;
mod draft;
mod drives;
mod essential;
mod estimators;
mod excitation;
mod friction;
mod given;
mod identification;
mod instruments;
mod integral;
mod invention;
mod lack;
mod loaded_validation;
mod loads;
mod merging;
mod methods;
mod numerics;
mod parameters;
mod parts;
mod power;
mod provenance;
mod recording;
mod recursive;
mod regression;
mod report;
mod robust;
mod scrutiny;
mod settings;
mod signal;
mod specimen;
mod still_joint;
mod verdict;
mod without_torque;
mod worse_data;

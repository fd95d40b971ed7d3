//! What generated robots and the laboratory are held against: papers, oracles, recordings, programs of one's own.
//!
//! A module a theme, one program, so that they link once and share the processors:
//! `cargo test -p armwright-tests --test evidence proof::` runs one of them.

mod architecture;
mod arm_estimation;
mod arm_gold;
mod c_interface;
mod consistency_of_robots;
mod counts_from_dh;
mod data;
mod direct_drive_arm;
mod downstream;
mod element_bases;
mod exact;
mod expanded_table;
pub mod fitted_lengths;
mod fixed_rotations;
mod floating;
mod generated_data;
mod generated_lanes;
mod generated_laws;
mod generated_measured;
mod generated_oracle;
mod interpretation_of_wrist;
mod measured_consistent;
mod measured_kr300;
mod measured_tx40;
mod measured_verdicts;
mod oracle_equivalents;
mod oracle_gold;
mod oracle_laws;
mod planted_faults;
mod printed_elements;
mod proof;
mod random_mechanisms;
mod reasons;
pub mod recovery_generated;
mod recovery_lengths;
pub mod recovery_roots;
mod two_step;
mod verification_of_wrist;
mod wrist_coefficients;
mod wrist_errata;
mod wrist_gold;
mod wrist_sensor;

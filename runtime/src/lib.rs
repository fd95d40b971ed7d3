//! What generated robot code links into: a small allocation-free core, and the laboratory.
//!
//! The core ([`Scalar`], [`Robot`], [`Model`], [`Transmission`], [`friction`], [`recovery`]) is `no_std`, never
//! allocates and never panics, so that it can run in a controller. The laboratory (`lab`, a
//! default feature) is what an engineer's workstation needs: recordings, signal conditioning,
//! estimators, simulation, reports and the command line.

#![cfg_attr(not(feature = "lab"), no_std)]

mod element;
pub mod friction;
#[cfg(feature = "lab")]
pub mod lab;
mod model;
pub mod recovery;
mod robot;
mod scalar;
mod transmission;

pub use element::{Element, ElementPart, ElementTerm};
pub use model::{
    BaseParameter, Class, Cost, Joint, JointKind, Measured, Model, Motor, Parameter, ParameterKind,
    Side, Site, Term,
};
pub use recovery::{
    Physical, PhysicalKind, Recovery, RecoveryError, Spare, Step, StepKind, Undetermined,
};
pub use robot::{Robot, ShapeError, matrix_mut, vector, vector_mut};
pub use scalar::{Real, Scalar};
pub use transmission::Transmission;

/// Includes the module that a build script generated from a robot file.
///
/// `include_robot!(scara)` declares `pub mod scara` with the content of `OUT_DIR/scara.rs`, which
/// `armwright_codegen::robot("robots/scara.yaml").build()` wrote.
#[macro_export]
macro_rules! include_robot {
    ($robot:ident) => {
        #[doc = concat!("The generated functions of the robot `", stringify!($robot), "`.")]
        pub mod $robot {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($robot), ".rs"));
        }
    };
}

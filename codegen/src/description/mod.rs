//! What a robot's file says, exactly, with the place of every value.
//!
//! A [`Description`] is what the user wrote. It knows neither YAML, which is for [`crate::format`],
//! nor mechanics: [`crate::mechanism`] says whether the robot makes sense.

mod model;
mod value;

pub use model::{
    Body, Constant, Convention, Coordinate, DenavitHartenberg, Description, Direction, DriveTerms,
    Drives, Equations, Gravity, Inertia, Joint, JointKind, Limits, Motor, Physical, Placement,
    Quantity, Recovery, Representatives, Side, Term, Transmission,
};
pub use value::{Angle, Value};

//! What a robot's file says, exactly, with the place of every value.
//!
//! A [`Description`] is what the user wrote. It knows neither YAML, which is for [`crate::format`],
//! nor mechanics: [`crate::mechanism`] says whether the robot makes sense.

mod joint;
mod model;
mod torque;
mod value;

pub use joint::{
    Convention, Coordinate, DenavitHartenberg, DriveTerms, Joint, JointKind, Limits, Placement,
    Term,
};
pub use model::{
    Base, Body, Constant, Description, Direction, Drives, End, Equations, Gravity, Inertia, Motor,
    Physical, Quantity, Ratios, Recovery, Representatives, Side, Spring, SpringNominal,
    Transmission,
};
pub use torque::{Expression, Formula, Function, Table, Torque};
pub use value::{Angle, Value};

//! Motions under torques and voltages: energy, friction that sticks, derivatives, what ends a motion.

mod derivatives;
mod friction;
mod large;
mod laws;
mod peers;
mod robots;
mod shoulder;

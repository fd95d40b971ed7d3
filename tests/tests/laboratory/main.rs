//! The laboratory as a user meets it: commands run as built, on data whose results are known.

mod calibration;
mod contacts;
mod experiment;
mod figures;
mod floating;
mod forms;
mod held;
mod made_up;
mod meaning;
mod measured;
mod motion;
mod moved;
mod outputs;
mod page;
mod passive;
mod peers;
mod program;
mod quantities;
mod report_page;
mod sensors;
mod series;
mod tables;
mod unseen;

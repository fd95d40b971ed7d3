//! The three studies of Kolathaya, Morris, Sinnet and Ames, "System Identification and Control of Valkyrie through SVA-Based Regressor
//! Computation": two machines offline, whose fit improves as data grow, and an arm that is identified while it is controlled.
//!
//! The paper prints no numbers of its robots and motions: geometry and nominal inertias are those of the published description, motions and
//! noise are declared here. So the studies show what the paper shows, and not its digits.

mod arm;
mod motion;
mod offline;
mod page;

pub use arm::{Instant, Kind, Study, arm};
pub use motion::Wave;
pub use offline::{Growing, Grown, growing, leg, pendulum};
pub use page::{arm_page, growing_page};

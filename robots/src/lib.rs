//! The robots of this folder as modules: a YAML file beside this crate's manifest is all it takes. Humanoids are in
//! `large`, behind the feature of that name.
//!
//! ```
//! use armwright_robots::double_pendulum;
//! let mut inertia = [[0.0; 2]; 2];
//! double_pendulum::inertia_matrix(&[1.0; double_pendulum::PARAMETERS], &[0.1, 0.2], &mut inertia);
//! assert_eq!(inertia[0][1], inertia[1][0]);
//! ```

include!(concat!(env!("OUT_DIR"), "/robots.rs"));

//! From a YAML description of a robot to Rust functions and to equations.
//!
//! # A tour of five minutes
//!
//! From an empty crate to an identified robot. `examples/downstream` in the repository is this crate,
//! with a robot of four joints; it is built outside the workspace by the tests.
//!
//! **1. A crate.** The generator runs while the crate is built. Generated code needs the runtime
//! alone, which is `no_std`; the laboratory (recordings, estimators, reports) comes beside it.
//!
//! ```toml
//! [dependencies]
//! armwright-runtime = "0.1"
//! armwright-lab = "0.1"
//!
//! [build-dependencies]
//! armwright-codegen = { version = "0.1", default-features = false }
//!
//! # Build scripts are compiled without optimisation unless asked: this one runs the generator.
//! [profile.dev.build-override]
//! opt-level = 3
//! ```
//!
//! **2. A robot.** `armwright new pendulum --dof 2` writes a commented file to start from; `armwright
//! check pendulum.yaml` shows every mistake with its place and its remedy. Here is a short one, and
//! what a mistake in it looks like:
//!
//! ```
//! const PENDULUM: &str = "
//! robot: pendulum
//! gravity: [0, 0, -9.81]
//! constants:
//!   l: {value: 0.4, unit: m, symbolic: true}
//! bodies:
//!   - name: upper
//!     parent: base
//!     joint: {name: shoulder, type: revolute, axis: [0, 1, 0], friction: [coulomb, viscous]}
//!   - name: lower
//!     parent: upper
//!     joint: {name: elbow, type: revolute, origin: {xyz: [l, 0, 0]}, axis: [0, 1, 0]}
//! ";
//! assert!(armwright_codegen::derive("pendulum.yaml", PENDULUM).is_ok());
//!
//! let mistaken = PENDULUM.replace("parent: upper", "parent: uper");
//! let error = armwright_codegen::derive("pendulum.yaml", &mistaken).unwrap_err().to_string();
//! assert!(error.contains("pendulum.yaml:11:13"), "{error}");
//! assert!(error.contains("upper"), "{error}");
//! ```
//!
//! **3. Its equations**, before a compiler sees them. `armwright equations` and `armwright parameters`
//! print what [`document::equations`] and [`Derivation::base`] hold: of the
//! 22 standard parameters, torque and motion reveal these eight combinations.
//!
//! ```
//! use armwright_codegen::document::{Chapter, Format, Notation, Style, equations};
//! # const PENDULUM: &str = "
//! # robot: pendulum
//! # gravity: [0, 0, -9.81]
//! # constants:
//! #   l: {value: 0.4, unit: m, symbolic: true}
//! # bodies:
//! #   - name: upper
//! #     parent: base
//! #     joint: {name: shoulder, type: revolute, axis: [0, 1, 0], friction: [coulomb, viscous]}
//! #   - name: lower
//! #     parent: upper
//! #     joint: {name: elbow, type: revolute, origin: {xyz: [l, 0, 0]}, axis: [0, 1, 0]}
//! # ";
//! let (derivation, _warnings) = armwright_codegen::derive("pendulum.yaml", PENDULUM)?;
//! let notation = Notation::new(&derivation.mechanism, Style::Text);
//! let base: Vec<String> =
//!     derivation.base.base.iter().map(|base| notation.base_parameter(base)).collect();
//! assert_eq!(base.len(), 8);
//! assert!(base.contains(&"Lyy_upper + m_lower*l^2".to_owned()), "{base:?}");
//! let gravity = equations(&derivation, Format::Text, Some(Chapter::Gravity))?;
//! assert!(gravity.contains("g_1 ="), "{gravity}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **4. Its code.** The build script writes a module; it is the same to the byte for the same file.
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     armwright_codegen::robot("pendulum.yaml").build();
//! }
//! ```
//!
//! **5. Its identification.** `include_robot!` declares the module `pendulum`, with a function for
//! each quantity and `ROBOT` for whoever works with any robot. One line makes it a command:
//!
//! ```ignore
//! // src/main.rs
//! armwright_runtime::include_robot!(pendulum);
//!
//! fn main() -> std::process::ExitCode {
//!     armwright_lab::main_one(&pendulum::ROBOT)
//! }
//! ```
//!
//! ```sh
//! cargo run --release -- demo                             # simulate an experiment and identify it
//! cargo run --release -- identify --recording run1.csv    # the same with a recording of one's own
//! ```
//!
//! A recording whose columns are called `t, q_shoulder, tau_shoulder, q_elbow, tau_elbow` needs no
//! description. The result is a table of base parameters with standard deviations and a report in
//! `armwright-out/pendulum/`. The crate documentation of `armwright-runtime` and of
//! `armwright-lab` goes on from here.

// A reader is to see a whole `build.rs`.
#![expect(clippy::needless_doctest_main)]

pub mod algebra;
mod build_script;
#[cfg(feature = "cli")]
pub mod command;
pub mod derivation;
pub mod description;
pub mod diagnostic;
pub mod document;
pub mod dynamics;
pub mod emit;
pub mod format;
pub mod identifiability;
pub mod mechanism;
pub mod pipeline;
pub mod recovery;

pub use build_script::{RobotBuild, robot};
pub use derivation::Derivation;
pub use emit::Quantity;
pub use pipeline::{GenerateError, Generated, derive, generate, generate_only};

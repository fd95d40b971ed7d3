//! What a `build.rs` calls: robot files in, Rust modules in `OUT_DIR` out.
//!
//! ```no_run
//! // build.rs
//! armwright_codegen::robot("robots/scara.yaml").build();
//! ```
//!
//! The module is then included by `armwright_runtime::include_robot!(scara);`.

use std::path::{Path, PathBuf};
use std::process::exit;

use crate::emit::Quantity;
use crate::pipeline::generate_only;

/// A robot file to be built; see [`robot`].
#[derive(Debug, Clone)]
#[must_use = "nothing is generated before `build`"]
pub struct RobotBuild {
    file: PathBuf,
    quantities: Vec<Quantity>,
}

/// The robot file at a path relative to the crate's folder.
pub fn robot(file: impl AsRef<Path>) -> RobotBuild {
    RobotBuild {
        file: file.as_ref().to_owned(),
        quantities: Quantity::usual(),
    }
}

impl RobotBuild {
    /// The quantities to generate, in place of all but the closed form of the torques.
    ///
    /// ```no_run
    /// use armwright_codegen::Quantity;
    /// armwright_codegen::robot("robots/scara.yaml")
    ///     .only([Quantity::InverseDynamics, Quantity::InertiaMatrix])
    ///     .build();
    /// ```
    pub fn only(mut self, quantities: impl IntoIterator<Item = Quantity>) -> Self {
        self.quantities = quantities.into_iter().collect();
        self
    }

    /// Generates the module into `OUT_DIR` as `<robot>.rs` and returns the robot's name.
    ///
    /// The file is written only if its content changed, and cargo is told to look at exactly the
    /// robot file. A mistake in it ends the build with every diagnostic and no panic trace.
    pub fn build(self) -> String {
        println!("cargo::rerun-if-changed={}", self.file.display());
        match self.try_build() {
            Ok(name) => name,
            Err(message) => {
                eprintln!("{message}");
                exit(1);
            }
        }
    }

    fn try_build(&self) -> Result<String, String> {
        let shown = self.file.display();
        let text = std::fs::read_to_string(&self.file);
        let text = text.map_err(|error| format!("error: cannot read {shown}: {error}"))?;
        let name = self
            .file
            .file_name()
            .unwrap_or(self.file.as_os_str())
            .to_string_lossy();
        let generated = generate_only(&name, &text, &self.quantities);
        let generated = generated.map_err(|error| error.to_string())?;
        for warning in generated.warnings.iter() {
            println!("cargo::warning={name}: {}", warning.message);
        }
        let folder = std::env::var_os("OUT_DIR").ok_or(
            "error: OUT_DIR is not set: `build` is meant to be called from a build script",
        )?;
        let robot = generated.derivation.mechanism.name.clone();
        let path = PathBuf::from(folder).join(format!("{robot}.rs"));
        write_if_changed(&path, &generated.code)
            .map_err(|error| format!("error: cannot write {}: {error}", path.display()))?;
        Ok(robot)
    }
}

/// Writes a whole file, or leaves it alone if it has that content already.
pub(crate) fn write_if_changed(path: &Path, content: &str) -> std::io::Result<()> {
    match std::fs::read_to_string(path) {
        Ok(old) if old == content => Ok(()),
        _ => std::fs::write(path, content),
    }
}

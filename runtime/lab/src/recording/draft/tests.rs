//! Drafts of files that people have, line by line.

mod families;
mod names;
mod numbers;

use std::path::PathBuf;

use tempfile::TempDir;

use crate::regression::by_hand::MODEL;
use armwright_runtime::{Joint, Model, Motor};

const fn turning(name: &'static str) -> Joint {
    Joint {
        name,
        ..MODEL.joints[0]
    }
}

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        ..MODEL.motors[0]
    }
}

/// Joints that turn between -2 and 3 rad; motors by (2 q1, 3 q1 + 5 q2).
const TURNING: Model = Model {
    joints: &[turning("j1"), turning("j2")],
    ..MODEL
};
/// Names that do not count, some of several words.
const NAMED: Model = Model {
    joints: &[turning("arm"), turning("upper_arm"), turning("theta")],
    motors: &[motor("drive_a"), motor("spin"), motor("disc")],
    transmission: &[2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0],
    ..MODEL
};

fn folder(files: &[(&str, &str)]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let paths = files.iter().map(write).collect();
    (folder, paths)
}

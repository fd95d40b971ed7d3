//! Every robot file of the project, to start from, and robots as URDF.

use std::path::{Path, PathBuf};

use armwright_codegen::mechanism::load_file;
use armwright_codegen::urdf;

use crate::input::{Input, Language};

/// Folders with files, seen from the project's root.
const FOLDERS: [&str; 6] = [
    "robots",
    "tests/bad",
    "tests/driven",
    "tests/floating",
    "tests/hostile",
    "examples/downstream",
];

/// How often a robot that somebody would build stands among the others: most changes make a file bad.
const COPIES: usize = 4;

/// The files' contents, and what `export` makes of those that it can.
pub(crate) fn read() -> std::io::Result<Vec<Input>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut corpus = Vec::new();
    for folder in FOLDERS {
        let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<_>>()?;
        files.sort();
        let built = !["tests/bad", "tests/hostile"].contains(&folder);
        for file in files {
            let Some(language) = Language::of(&file) else {
                continue;
            };
            let bytes = std::fs::read(&file)?;
            let input = Input { language, bytes };
            if built {
                let urdf = exported(&file).into_iter();
                corpus.extend(urdf.flat_map(|urdf| vec![urdf; COPIES]));
                corpus.extend(vec![input; COPIES]);
            } else {
                corpus.push(input);
            }
        }
    }
    Ok(corpus)
}

/// A robot file as URDF, if it is good and URDF can say it.
fn exported(file: &Path) -> Option<Input> {
    let (robot, _) = load_file(file).ok()?;
    let nominal = robot
        .parameters
        .map(|_, parameter| parameter.nominal.clone());
    let bytes = urdf::export(&robot, &nominal).ok()?.text.into_bytes();
    let language = Language::Urdf;
    Some(Input { language, bytes })
}

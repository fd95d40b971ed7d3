//! How long each robot file takes from text to Rust, and how large the result is.
//!
//! `cargo bench -p armwright-codegen`.

use std::path::PathBuf;
use std::time::Instant;

use armwright_codegen::dynamics::NoClosedForm;
use armwright_codegen::{derive, generate};

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let entries = std::fs::read_dir(folder).expect("the folder of robots");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    files.sort();
    println!(
        "{:20} {:>10} {:>10} {:>6} {:>8} {:>8} {:>8}",
        "robot file", "derive ms", "all ms", "base", "terms", "lines", "bytes"
    );
    for file in files {
        let name = file
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let start = Instant::now();
        derive(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        let derived = start.elapsed();
        let start = Instant::now();
        let generated = generate(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        let all = start.elapsed();
        let terms = match &generated.derivation.closed_form {
            Ok(form) => form.coefficients.len().to_string(),
            Err(NoClosedForm::OverBudget(over)) => format!(">{}", over.budget),
            Err(NoClosedForm::BaseMoves) => "none".to_owned(),
        };
        println!(
            "{name:20} {:10.1} {:10.1} {:6} {terms:>8} {:8} {:8}",
            derived.as_secs_f64() * 1e3,
            all.as_secs_f64() * 1e3,
            generated.derivation.base.base.len(),
            generated.code.lines().count(),
            generated.code.len(),
        );
    }
}

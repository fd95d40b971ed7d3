//! The files of a crate that are no tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use quote::ToTokens;
use syn::{Attribute, Item};

/// Copies what belongs to the project. Files that are the same stay untouched, so that cargo builds only what differs.
pub fn copy(project: &Path, to: &Path) -> std::io::Result<()> {
    let git = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(project)
        .output()?;
    let list = String::from_utf8_lossy(&git.stdout).into_owned();
    for name in list.split_terminator('\0') {
        let (from, to) = (project.join(name), to.join(name));
        let Ok(text) = std::fs::read(from) else {
            continue;
        };
        if std::fs::read(&to).ok().as_ref() != Some(&text) {
            std::fs::create_dir_all(to.parent().expect("a folder"))?;
            std::fs::write(to, text)?;
        }
    }
    Ok(())
}

/// Whether an item is there for tests alone.
pub fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string().replace(' ', "");
        text.contains("cfg(test)") || text == "#[test]"
    })
}

/// The texts of the files of a folder, without those that are modules of tests.
pub fn of(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    collect(folder, &mut files);
    let tests: BTreeSet<PathBuf> = files
        .iter()
        .flat_map(|(path, text)| modules_of_tests(path, text))
        .collect();
    files.retain(|path, _| !tests.contains(path));
    files
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            files.insert(path, text);
        }
    }
}

/// The files of `#[cfg(test)] mod name;`.
fn modules_of_tests(path: &Path, text: &str) -> Vec<PathBuf> {
    let parsed = syn::parse_file(text).expect("a source that compiles");
    let stem = path.file_stem().expect("a name");
    let folder = match stem.to_str() {
        Some("mod" | "lib" | "main") => path.parent().expect("a folder").to_owned(),
        _ => path.with_extension(""),
    };
    let modules = parsed.items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.content.is_none() && for_tests(&module.attrs) => Some(module),
        _ => None,
    });
    let modules: Vec<String> = modules.map(|module| module.ident.to_string()).collect();
    let files = |name: &String| {
        [
            folder.join(format!("{name}.rs")),
            folder.join(name).join("mod.rs"),
        ]
    };
    modules.iter().flat_map(files).collect()
}

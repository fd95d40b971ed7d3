//! Which modules of a crate use which, read from its source files.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use source::File;

/// A module's path in its crate: `["dynamics", "energy"]`; empty for the crate's root.
type ModulePath = Vec<String>;

/// Which modules of a crate use which. Tests inside modules or in files of their own are left out, and binaries.
#[derive(Debug, Default)]
pub struct Imports {
    /// What each module's file mentions: paths from the crate's root.
    mentions: BTreeMap<ModulePath, BTreeSet<ModulePath>>,
    /// Where a module has its items from: the path that a `use` brings in under a name.
    names: BTreeMap<ModulePath, ModulePath>,
    /// Modules that are there for tests alone.
    of_tests: Vec<ModulePath>,
}

/// What modules of one folder use of each other: from the name of one to those that it uses.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

impl Imports {
    /// Reads the crate whose root is in a folder.
    ///
    /// # Panics
    /// If a file cannot be read or is not Rust.
    #[must_use]
    pub fn of(root: &Path) -> Self {
        let mut imports = Self::default();
        imports.read(root, &[]);
        let Self {
            mentions,
            names,
            of_tests,
        } = &mut imports;
        let counts = |module: &ModulePath| !of_tests.iter().any(|tests| module.starts_with(tests));
        mentions.retain(|module, _| counts(module));
        names.retain(|module, _| counts(module));
        imports
    }

    fn read(&mut self, folder: &Path, module: &[String]) {
        for path in listed(folder) {
            let stem = path.file_stem().and_then(|name| name.to_str());
            let stem = stem.expect("a name").to_owned();
            let inner = || [module, std::slice::from_ref(&stem)].concat();
            if path.is_dir() && !(module.is_empty() && stem == "bin") {
                self.read(&path, &inner());
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file is text");
                let tokens = text
                    .parse()
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let own = ["mod", "lib", "main"].contains(&stem.as_str());
                let mut file = File {
                    module: if own { module.to_vec() } else { inner() },
                    imports: self,
                };
                file.imports
                    .mentions
                    .entry(file.module.clone())
                    .or_default();
                file.walk(tokens);
            }
        }
    }

    /// The modules in a module, `[]` for those of the crate.
    #[must_use]
    pub fn modules(&self, of: &[&str]) -> BTreeSet<String> {
        let inside = self.mentions.keys().filter_map(|module| child(module, of));
        inside.collect()
    }

    /// The modules that have modules of their own, and the crate's root.
    #[must_use]
    pub fn folders(&self) -> BTreeSet<Vec<String>> {
        let parents = self
            .mentions
            .keys()
            .filter_map(|module| module.split_last());
        parents.map(|(_, parent)| parent.to_vec()).collect()
    }

    /// What the modules in a module use of each other. The module itself, which has them all and may say
    /// what they have in common, is not among them.
    #[must_use]
    pub fn uses(&self, of: &[&str]) -> Uses {
        let mut uses = Uses::new();
        for (module, mentions) in &self.mentions {
            let Some(user) = child(module, of) else {
                continue;
            };
            let used = mentions
                .iter()
                .filter_map(|path| child(&self.origin(path), of));
            let known = self.modules(of);
            let others = used.filter(|used| *used != user && known.contains(used));
            uses.entry(user.clone()).or_default().extend(others);
        }
        uses
    }

    /// The path under which something was defined, through the `use` of the modules that hand it on.
    fn origin(&self, path: &[String]) -> ModulePath {
        let mut path = path.to_vec();
        // A bound, since two names may stand for each other in text that does not compile.
        for _ in 0..8 {
            let handed =
                (1..=path.len()).find_map(|end| Some((end, self.names.get(&path[..end])?)));
            match handed {
                Some((end, from)) if !self.mentions.contains_key(&path[..end]) => {
                    path = [from, &path[end..]].concat();
                }
                _ => break,
            }
        }
        path
    }
}

/// The module directly inside `of` that a path leads through.
fn child(path: &[String], of: &[&str]) -> Option<String> {
    let inside = path.len() > of.len() && path.iter().zip(of).all(|(a, b)| a == b);
    inside.then(|| path[of.len()].clone())
}

/// Some modules each of which uses the next, and the last the first; `None` if there are none.
#[must_use]
pub fn circle(uses: &Uses) -> Option<Vec<String>> {
    let mut shortest: Option<Vec<String>> = None;
    for start in uses.keys() {
        // Breadth first: the first way back is the shortest.
        let mut ways = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        while let Some(way) = (!ways.is_empty()).then(|| ways.remove(0)) {
            for next in uses.get(&way[way.len() - 1]).into_iter().flatten() {
                if next == start && shortest.as_ref().is_none_or(|s| way.len() < s.len()) {
                    shortest = Some(way.clone());
                } else if seen.insert(next.clone()) {
                    ways.push([&way[..], std::slice::from_ref(next)].concat());
                }
            }
        }
    }
    shortest
}

/// The files and folders in a folder, sorted.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Imports, circle};

    fn crate_of(files: &[(&str, &str)]) -> Imports {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Imports::of(folder.path())
    }

    #[test]
    fn modules_of_tests_are_left_out_wherever_they_are() {
        let imports = crate_of(&[
            (
                "lib.rs",
                "mod a; mod b; #[cfg(test)] pub(crate) mod by_hand;",
            ),
            (
                "a.rs",
                "#[cfg(test)] mod tests; #[cfg(test)] mod more { use crate::b::One; }",
            ),
            ("a/tests.rs", "mod deep; use crate::b::Two;"),
            ("a/tests/deep.rs", "use crate::b::Three;"),
            ("b.rs", "use crate::a::Four;"),
            ("by_hand.rs", "use crate::a::Five;"),
        ]);
        let modules: Vec<_> = imports.modules(&[]).into_iter().collect();
        assert_eq!(modules, ["a", "b"]);
        assert!(imports.uses(&[])["a"].is_empty());
        assert!(imports.uses(&[])["b"].contains("a"));
    }

    #[test]
    fn paths_are_followed_to_the_module_that_defines() {
        let imports = crate_of(&[
            (
                "lib.rs",
                "mod a; mod b; pub use a::Thing; //! crate::b::comment",
            ),
            (
                "a/mod.rs",
                "mod x; mod y; pub use x::{Thing as Named, other::{self, Deep}}; pub struct Own;",
            ),
            (
                "a/x.rs",
                "use crate::b::One; #[cfg(test)] mod tests { use super::super::y::In; } fn f() {}",
            ),
            (
                "a/y.rs",
                "fn f() -> super::Named { super::super::b::g(\"crate::c\"); self::h::<super::Own>() }",
            ),
            ("b.rs", "use std::fmt; use crate::{Thing, a::Own};"),
        ]);
        assert_eq!(
            imports.modules(&[]).into_iter().collect::<Vec<_>>(),
            ["a", "b"]
        );
        let inside = imports.uses(&["a"]);
        assert!(
            inside["x"].is_empty() && inside["y"].contains("x"),
            "{inside:?}"
        );
        assert_eq!(circle(&inside), None);
        let whole = imports.uses(&[]);
        assert_eq!(circle(&whole).expect("a circle"), ["a", "b"], "{whole:?}");
    }

    #[test]
    fn the_shortest_circle_is_named() {
        let imports = crate_of(&[
            ("lib.rs", ""),
            ("a.rs", "use super::b::X;"),
            ("b.rs", "use crate::c::X;"),
            ("c.rs", "use crate::{a::X, d::Y};"),
            ("d.rs", "use crate::c::Y;"),
        ]);
        assert_eq!(circle(&imports.uses(&[])).expect("a circle"), ["c", "d"]);
    }
}

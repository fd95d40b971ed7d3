//! Folders and files as the command names them.

use std::path::{Path, PathBuf};

use super::error::CommandError;
use armwright_runtime::Model;

/// `armwright-out/<robot>`.
pub(super) fn default_folder(model: &Model) -> PathBuf {
    Path::new("armwright-out").join(model.name)
}

/// Makes the folder for results, before anything that takes long is done in vain.
pub(super) fn make_folder(folder: &Path) -> Result<(), CommandError> {
    std::fs::create_dir_all(folder).map_err(|source| CommandError::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// Refuses to replace a file that is read, by whatever path it is named.
pub(super) fn spare<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: &Path,
) -> Result<(), CommandError> {
    let place = std::fs::canonicalize(written).ok();
    let mut read = read.into_iter();
    match place.is_some_and(|place| {
        read.any(|path| std::fs::canonicalize(path).is_ok_and(|path| path == place))
    }) {
        true => Err(CommandError::IsRead(written.to_owned())),
        false => Ok(()),
    }
}

/// What is said while a file is read.
pub(super) fn reading(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    format!("reading {}", name.to_string_lossy())
}

/// Whether a file's name ends in one of these, in small letters or large ones.
pub(super) fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let own = path.extension().unwrap_or_default();
    endings
        .iter()
        .any(|ending| own.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::{default_folder, ends_in, make_folder, reading};
    use crate::regression::by_hand::MODEL;
    use std::path::Path;

    #[test]
    fn endings_are_alike_in_large_letters() {
        let is_table = |name: &str| ends_in(Path::new(name), &["csv", "json"]);
        assert!(["a.csv", "b/A.CSV", "c.Json"].into_iter().all(is_table));
        assert!(!["csv", "a.csv.yaml", "a.", ""].into_iter().any(is_table));
    }

    #[test]
    fn folders_are_made_where_they_can_be() {
        assert_eq!(default_folder(&MODEL), Path::new("armwright-out/by_hand"));
        assert_eq!(reading(Path::new("runs/one.csv")), "reading one.csv");
        assert_eq!(reading(Path::new("..")), "reading ..");
        let folder = Folder::new();
        let deep = folder.line("@/a/b");
        make_folder(Path::new(&deep)).expect("a folder");
        assert!(Path::new(&deep).is_dir());
        folder.write("file", "");
        let refused =
            make_folder(Path::new(&folder.line("@/file/c"))).expect_err("a file is there");
        let said = refused.to_string().replace(&folder.line("@"), "@");
        assert!(
            said.starts_with("cannot make the folder @/file/c: ")
                && said.ends_with("; choose one that can be written with --out DIR"),
            "{said}"
        );
    }
}

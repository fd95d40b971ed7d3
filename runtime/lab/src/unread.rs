//! Why a file cannot be read, and what to do about it.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {}", path.display(), unread(source))]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: Error,
}

impl Unreadable {
    /// What an error says of the file that was read.
    pub(crate) fn of(path: &Path) -> impl Fn(Error) -> Self {
        move |source| Self {
            path: path.to_owned(),
            source,
        }
    }
}

/// The reason in words, with a remedy where there is one; otherwise as the operating system has it.
pub(crate) fn unread(error: &Error) -> String {
    match known(error) {
        Some((why, remedy)) => format!("{why}; {remedy}"),
        None => error.to_string(),
    }
}

/// The reason alone, for who has a remedy of its own.
pub(crate) fn why(error: &Error) -> String {
    known(error).map_or_else(|| error.to_string(), |(why, _)| why.to_owned())
}

fn known(error: &Error) -> Option<(&'static str, &'static str)> {
    match error.kind() {
        ErrorKind::NotFound => Some((
            "there is no such file",
            "check its name, and the folder that it is looked for in",
        )),
        ErrorKind::IsADirectory => Some(("it is a folder", "name a file in it")),
        ErrorKind::PermissionDenied => Some(("its permissions forbid it", "change them")),
        ErrorKind::InvalidData => Some(("it is not text in UTF-8", "name another file")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{unread, why};
    use std::io::{Error, ErrorKind};

    #[test]
    fn a_reason_has_a_remedy() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |name: &str| {
            let text = std::fs::read_to_string(folder.path().join(name));
            unread(&text.expect_err("no text"))
        };
        std::fs::write(folder.path().join("bytes"), [0xff, 0xfe]).expect("a file");
        assert_eq!(
            [read("none"), read(""), read("bytes")],
            [
                "there is no such file; check its name, and the folder that it is looked for in",
                "it is a folder; name a file in it",
                "it is not text in UTF-8; name another file"
            ]
        );
        let closed = unread(&Error::from(ErrorKind::PermissionDenied));
        assert_eq!(closed, "its permissions forbid it; change them");
        assert_eq!(
            why(&Error::from(ErrorKind::NotFound)),
            "there is no such file"
        );
        for said in [unread, why] {
            assert_eq!(said(&Error::other("no disk")), "no disk");
        }
    }
}

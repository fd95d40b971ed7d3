//! Why a file cannot be read, and what to do about it.

use std::io::{Error, ErrorKind};

/// The reason in words, with a remedy where there is one; otherwise as the operating system has it.
pub(crate) fn unread(error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => {
            "there is no such file; check its name, and the folder that it is looked for in"
                .to_owned()
        }
        ErrorKind::IsADirectory => "it is a folder; name a file in it".to_owned(),
        ErrorKind::PermissionDenied => "its permissions forbid it; change them".to_owned(),
        ErrorKind::InvalidData => "it is not text in UTF-8; name another file".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::unread;
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
        assert_eq!(unread(&Error::other("no disk")), "no disk");
    }
}

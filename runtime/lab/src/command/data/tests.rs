//! Files that are given to identify from and to validate with.

use super::super::arguments::Command;
use super::super::error::CommandError;
use super::super::progress::Progress;
use super::super::tests::runs::{BETA, table};
use super::super::tests::{Folder, parse};
use crate::dataset::Dataset;
use crate::recording::Recording;
use crate::regression::by_hand::MODEL;

fn read(folder: &Folder, files: &str) -> Result<Dataset, CommandError> {
    match parse(&folder.line(&format!("identify --recording {files}"))) {
        Command::Identify(arguments) => {
            arguments
                .data
                .read(&[], &MODEL, &mut Progress::new("reading"))
        }
        other => panic!("{other:?}"),
    }
}

/// However the file is called: beside the folder's own name, through another folder, by a link.
#[test]
fn a_file_that_is_identified_from_does_not_validate() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("b.csv", &table(BETA, (500, 260), true));
    folder.write("c.csv", &table(BETA, (300, 200), true));
    let place = |name: &str| std::path::PathBuf::from(folder.line(name));
    std::fs::create_dir(place("@/sub")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(place("@/a.csv"), place("@/link.csv")).expect("a link");
    let names = ["@/a.csv", "@/sub/../a.csv", "@/./a.csv", "@/link.csv"];
    let count = if cfg!(unix) { 4 } else { 3 };
    for name in &names[..count] {
        for (recordings, validate, refused) in [
            ("@/a.csv", *name, *name),
            (*name, "@/a.csv", "@/a.csv"),
            ("@/b.csv @/a.csv", *name, *name),
        ] {
            let line = format!("{recordings} --validate @/c.csv --validate {validate}");
            let Err(CommandError::SeenAlready { path }) = read(&folder, &line) else {
                panic!("{line}")
            };
            assert_eq!(path, place(refused), "{line}");
        }
    }
    let both = read(&folder, "@/a.csv --validate @/b.csv").expect("recordings");
    let counts = [&both.training, &both.validation].map(|all| all[0].position[0].len());
    assert_eq!(counts, [300, 260]);
}

/// Whichever of the two was given is read.
#[test]
fn friction_that_is_given_is_a_file_that_is_read() {
    let files = |options: &str| -> Vec<String> {
        match parse(&format!("identify --recording a.csv {options}")) {
            Command::Identify(arguments) => {
                let files = arguments.given.files();
                files.map(|path| path.display().to_string()).collect()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(files(""), [""; 0]);
    assert_eq!(files("--friction friction.yaml"), ["friction.yaml"]);
    assert_eq!(files("--friction-map map.csv"), ["map.csv"]);
}

/// What was recorded once counts once, however its file is called, and validates nothing that it taught.
#[test]
fn copies_of_a_recording_are_one_and_validate_nothing() {
    let folder = Folder::new();
    for name in ["a.csv", "b.csv"] {
        folder.write(name, &table(BETA, (0, 300), true));
    }
    folder.write("c.csv", &table(BETA, (500, 260), true));
    let found = read(&folder, "@/a.csv @/b.csv @/c.csv").expect("recordings");
    let samples: Vec<usize> = found.training.iter().map(Recording::samples).collect();
    assert_eq!(samples, [300, 260]);
    let refused = read(&folder, "@/a.csv --validate @/b.csv");
    assert!(matches!(refused, Err(CommandError::Seen(_))));
}

#[test]
fn the_file_that_is_read_is_shown() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("b.csv", &table(BETA, (500, 260), true));
    let line = folder.line("identify --recording @/a.csv @/b.csv");
    let Command::Identify(arguments) = parse(&line) else {
        panic!("{line}");
    };
    let mut progress = Progress::new("reading");
    let read = arguments.data.read(&[], &MODEL, &mut progress);
    assert_eq!(read.expect("recordings").training.len(), 2);
    assert_eq!(progress.shown(), "reading b.csv");
}

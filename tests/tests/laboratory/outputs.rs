//! Results are there whole or not at all: where files cannot grow, where a process is killed while it writes, and
//! where two write into one folder.

use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::program::{Folder, LABORATORY};
use crate::series::{OPTIONS, RESTLESS, Ramp};

const FILES: [&str; 4] = [
    "base.csv",
    "identification.json",
    "prediction.csv",
    "report.html",
];

/// A folder with two recordings of different torques.
fn recorded() -> Folder {
    let folder = Folder::new();
    for (name, size) in [("one.csv", 0.5), ("other.csv", 0.25)] {
        let ramp = Ramp {
            acceleration: 1.0,
            pattern: RESTLESS,
            size,
        };
        folder.write(name, &ramp.csv());
    }
    folder
}

fn line(recording: &str) -> String {
    format!("sledge identify --recording {recording} --method ols --out out {OPTIONS}")
}

fn command(folder: &Folder, line: &str) -> Command {
    let mut command = Command::new(LABORATORY);
    command.args(line.split_whitespace());
    command.current_dir(folder.at("."));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Files of a folder with what is in them.
fn content(folder: &Folder) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.at("out")).expect("a folder of results");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names
        .map(|name| (name.clone(), folder.read(&format!("out/{name}"))))
        .collect()
}

/// The command in a shell in which no file grows beyond a few kilobytes.
#[cfg(target_os = "linux")]
fn cramped(folder: &Folder, line: &str, before: &str) -> Output {
    let script = format!("{before} ulimit -f 16; exec {LABORATORY} {line}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .current_dir(folder.at("."))
        .stdin(Stdio::null());
    shell.output().expect("a shell")
}

#[cfg(target_os = "linux")]
#[test]
fn where_files_cannot_grow_the_old_results_stay() {
    let folder = recorded();
    folder.out(&line("one.csv"));
    let before = content(&folder);
    assert_eq!(before.keys().collect::<Vec<_>>(), FILES);
    // The signal that such a write sends is ignored, so that the write fails, as on a full disk.
    let output = cramped(&folder, &line("other.csv"), "trap '' XFSZ;");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("error: ") && said.contains("out/"),
        "{said}"
    );
    assert_eq!(
        content(&folder),
        before,
        "nothing is lost, and nothing is left behind"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_killed_while_it_writes_leaves_the_old_results() {
    let folder = recorded();
    folder.out(&line("one.csv"));
    let before = content(&folder);
    let output = cramped(&folder, &line("other.csv"), "");
    assert_eq!(output.status.code(), None, "killed by the signal");
    let mut after = content(&folder);
    after.retain(|name, _| !name.starts_with('.'));
    assert_eq!(after, before);
}

#[test]
fn whenever_a_process_is_killed_every_file_is_whole() {
    let folder = recorded();
    folder.out(&line("one.csv"));
    let one = content(&folder);
    folder.out(&line("other.csv"));
    let other = content(&folder);
    assert_ne!(one["base.csv"], other["base.csv"]);
    for millisecond in 0..25 {
        let mut child = command(&folder, &line("one.csv"))
            .spawn()
            .expect("the command runs");
        std::thread::sleep(Duration::from_millis(millisecond));
        // It may have come to its end.
        let _ = child.kill();
        child.wait().expect("a child");
        let found = content(&folder);
        for name in FILES {
            assert!(
                [&one, &other]
                    .iter()
                    .any(|known| known[name] == found[name]),
                "{name} is not whole"
            );
        }
    }
}

#[test]
fn two_processes_on_one_folder_leave_whole_files() {
    let folder = recorded();
    folder.out(&line("one.csv"));
    let one = content(&folder);
    folder.out(&line("other.csv"));
    let other = content(&folder);
    for _ in 0..10 {
        let both = ["one.csv", "other.csv"].map(|recording| {
            command(&folder, &line(recording))
                .spawn()
                .expect("the command runs")
        });
        for mut child in both {
            assert!(child.wait().expect("a child").success());
        }
        let found = content(&folder);
        assert_eq!(found.keys().collect::<Vec<_>>(), FILES);
        for name in FILES {
            assert!(
                [&one, &other]
                    .iter()
                    .any(|known| known[name] == found[name]),
                "{name} is not whole"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_fault() {
    let folder = recorded();
    folder.write("states.csv", "q_x,qd_x,qdd_x\n1,2,3\n");
    let predict = format!("sledge predict --recording one.csv {OPTIONS} -o /dev/full");
    let evaluate = "sledge evaluate --quantity torque --states states.csv -o /dev/full";
    for line in [evaluate, &predict] {
        folder.run(line).is_fault(&["/dev/full"]);
    }
}

//! The studies of Kolathaya and others: `cargo run --release --bin valkyrie -- pendulum`, `leg` or `arm`.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use armwright_examples::valkyrie::{Growing, Kind, arm, arm_page, growing_page, leg, pendulum};

fn main() -> ExitCode {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let folder = all
        .get(1)
        .map_or_else(|| PathBuf::from("armwright-out/valkyrie"), PathBuf::from);
    let is_flag = |word: &String| word.starts_with('-');
    let study = all
        .first()
        .filter(|_| all.len() < 3 && !all.iter().any(is_flag));
    let done = match study.map(String::as_str) {
        Some("pendulum") => pendulum().and_then(|found| offline(&found, &folder, "pendulum.html")),
        Some("leg") => leg().and_then(|found| offline(&found, &folder, "leg.html")),
        Some("arm") => online(&folder),
        _ => {
            eprintln!("usage: valkyrie pendulum|leg|arm [FOLDER]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Shows how the fit grows, and writes the page.
fn offline(found: &Growing, folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}\n\n{:>8} {:>10} {:>16} {:>20}",
        found.title, "data, s", "R² of it", "of other motion", "error of parameters"
    )?;
    for grown in &found.grown {
        let other = grown.unseen.last().copied().unwrap_or(f64::NAN);
        writeln!(
            out,
            "{:>8} {:>10.4} {other:>16.4} {:>18.1} %",
            grown.seconds,
            grown.seen,
            100.0 * grown.error
        )?;
    }
    written(folder, name, &growing_page(found)?)
}

/// Runs the arm under four controllers, shows their errors, and writes the page.
fn online(folder: &Path) -> Result<(), Box<dyn Error>> {
    let studies = [Kind::Gate, Kind::Guess, Kind::Adaptive, Kind::Truth].map(arm);
    let opened = studies[0].opened();
    let mut out = std::io::stdout().lock();
    match opened {
        Some(time) => writeln!(out, "The gate opened at {time:.2} s.\n")?,
        None => writeln!(out, "The gate stayed closed.\n")?,
    }
    let at = opened.unwrap_or(0.0);
    writeln!(
        out,
        "{:10} {:>28} {:>28}",
        "", "mean, largest error before", "from 2 s after"
    )?;
    for study in &studies {
        let show = |(means, largest): ([f64; 4], f64)| {
            let mean = means.iter().fold(0.0_f64, |worst, x| worst.max(x.abs()));
            format!("{mean:.4}, {largest:.4} rad")
        };
        let name = format!("{:?}", study.kind);
        writeln!(
            out,
            "{name:10} {:>28} {:>28}",
            show(study.errors(0.0, at)),
            show(study.errors(at + 2.0, f64::INFINITY))
        )?;
    }
    written(folder, "arm.html", &arm_page(&studies, "Arm of Valkyrie")?)
}

fn written(folder: &Path, name: &str, page: &str) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name);
    std::fs::write(&path, page)?;
    writeln!(std::io::stdout(), "\n{}", path.display())?;
    Ok(())
}

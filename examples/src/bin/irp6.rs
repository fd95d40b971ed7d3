//! Differential against integral equations on the IRp-6: `cargo run --release --bin irp6 [RECORDINGS]`.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use armwright_examples::irp6::{errors, experiments};
use armwright_lab::regression::Intervals;

/// Recordings of each row, where nobody says how many.
const RECORDINGS: u64 = 10;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let recordings = match words.as_slice() {
        [] => Some(RECORDINGS),
        [number] => number.parse().ok().filter(|number| *number > 0),
        _ => None,
    };
    let Some(recordings) = recordings else {
        eprintln!(
            "usage: irp6 [RECORDINGS]\n\nRECORDINGS is how many are simulated for a row of the second table, {RECORDINGS} unless given."
        );
        return ExitCode::from(2);
    };
    match study(recordings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn study(recordings: u64) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "Condition number of the information matrix, with the paper's motion and a better one"
    )?;
    writeln!(
        out,
        "{:32}{:>10}{:>10}{:>14}{:>10}",
        "", "here", "better", "the paper", "better"
    )?;
    for experiment in experiments()? {
        let [here, better] = experiment.found.map(|number| format!("{number:.1e}"));
        let said = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1e}"));
        let [paper, optimal] = experiment.paper.map(said);
        writeln!(
            out,
            "{:32}{here:>10}{better:>10}{paper:>14}{optimal:>10}",
            experiment.title
        )?;
    }
    for (alone, moves) in [
        (false, "all joints move"),
        (true, "the first joint moves alone"),
    ] {
        writeln!(
            out,
            "\n{recordings} recordings each, {moves}: errors of what is determined, % of all torques"
        )?;
        writeln!(
            out,
            "{:12}{:17}{:>10}{:>12}{:>8}{:>8}{:>13}{:>6}",
            "noise, rad",
            "equations",
            "condition",
            "determined",
            "error",
            "bias",
            "within 95 %",
            "poor"
        )?;
        for row in errors(alone, &[0.0, 1e-4, 1e-3], recordings)? {
            let intervals = match (row.method.word(), row.intervals) {
                ("energy", Intervals::Short) => ", short",
                ("energy", Intervals::Sliding) => ", sliding",
                ("energy", Intervals::Long) => ", long",
                _ => "",
            };
            let title = format!("{}{intervals}", row.method.word());
            let condition = match row.condition < 1e25 {
                true => format!("{:.1e}", row.condition),
                false => "-".to_owned(),
            };
            let within = match row.coverage.is_finite() {
                true => format!("{:.1}", 100.0 * row.coverage),
                false => "-".to_owned(),
            };
            writeln!(
                out,
                "{:<12.0e}{title:17}{condition:>10}{:>12.1}{:>8.2}{:>8.2}{within:>13}{:>6}",
                row.noise, row.determined, row.error, row.bias, row.poor
            )?;
        }
    }
    Ok(())
}

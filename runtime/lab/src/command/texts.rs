//! What a terminal shows of results: the texts of `texts/`, filled in with the figures that
//! `identification.json` has.

use std::path::PathBuf;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, context};
use textwrap::{Options, WordSplitter};

use super::terminal::paint;
use crate::digits::percent;
use crate::interpret::{Caveat, Interpretation};
use crate::judge::{Means, MotionMeans};
use crate::report::{Document, ReportError};
use crate::statistics::Quality;
use crate::study::Study;
use crate::thresholds::{GROWTH, HOPELESS, PERSISTENT, POOR, SOUND, TOLD};

/// Columns of a line.
const WIDTH: usize = 100;

/// Lines of a table of repairs.
const REPAIRS: usize = 12;

/// The options by which a remedy can be followed on the command line.
pub(super) const FLAGS: Means = Means {
    several_recordings: "--recording, repeated",
    cutoff: "--cutoff HZ",
    more_prior_weight: "--prior-weight",
    prior: "--method prior",
    instruments: "--method iv",
    ridge: "--method ridge",
    hold_out: "--hold-out 0.25",
    validate: "--validate FILE",
    robust: "--method tukey",
    friction: "`friction`, then `identify --friction FILE`",
    compare: "compare FIRST SECOND",
    without_torque: "--without-torque NAME",
    interval: "--interval S",
};

/// The same of a fit of simulated motions.
pub(super) const FLAGS_OF_MOTION: MotionMeans = MotionMeans {
    interval: "--interval",
    voltage: "--voltage",
    starts: "--starts 8",
    iterations: "--iterations 200",
    free: "--free",
    set: "--set",
    bounds: "--bounds NAME=LOW:HIGH",
    laws: "--friction coulomb,viscous,stribeck",
    hold: "--hold",
    of: FLAGS,
};

const TEXTS: &[(&str, &str)] = &[
    ("study", include_str!("texts/study.txt")),
    (
        "identification.txt",
        include_str!("texts/identification.txt"),
    ),
    ("parameters.txt", include_str!("texts/parameters.txt")),
    ("remarks.txt", include_str!("texts/remarks.txt")),
    ("repairs.txt", include_str!("texts/repairs.txt")),
    ("fits.txt", include_str!("texts/fits.txt")),
    ("essential.txt", include_str!("texts/essential.txt")),
    ("methods.txt", include_str!("texts/methods.txt")),
    ("elements.txt", include_str!("texts/elements.txt")),
    (
        "interpretation.txt",
        include_str!("texts/interpretation.txt"),
    ),
    ("physical.txt", include_str!("texts/physical.txt")),
    ("answers.txt", include_str!("texts/answers.txt")),
    ("judgement.txt", include_str!("texts/judgement.txt")),
    ("online", include_str!("texts/online.txt")),
    ("info", include_str!("texts/info.txt")),
    ("recover", include_str!("texts/recover.txt")),
    ("compare", include_str!("texts/compare.txt")),
    ("drives", include_str!("texts/drives.txt")),
    ("load", include_str!("texts/load.txt")),
    ("together", include_str!("texts/together.txt")),
    ("several.txt", include_str!("texts/several.txt")),
    ("friction", include_str!("texts/friction.txt")),
    ("fit", include_str!("texts/fit.txt")),
    ("static_map", include_str!("texts/static_map.txt")),
    ("excite", include_str!("texts/excite.txt")),
];

/// A study, and where its files are; `coverage` says how often deviations cover a truth,
/// `replaced` what stood in their place.
pub(super) fn study(
    study: &Study<'_>,
    coverage: &str,
    replaced: &str,
    files: &[PathBuf],
) -> Result<String, ReportError> {
    let interpretation = study.interpretation.as_ref();
    let notes: Vec<String> = study.notes.iter().map(ToString::to_string).collect();
    let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    let content = context! {
        found => Serde(Document::of(study, &FLAGS)),
        method => study.identification.estimation.method.title(),
        persistent => PERSISTENT,
        told => TOLD,
        growth => GROWTH,
        two_step => Serde(&study.two_step),
        physical => Serde(&study.physical),
        notes,
        coverage,
        replaced,
        files,
        ..interpretation.map_or_else(|| context! {}, interpreted)
    };
    fill("study", content)
}

/// An interpretation, with everything that was compared.
pub(super) fn recovered(found: &Interpretation) -> Result<String, ReportError> {
    let physical = Value::from(Serde(&found.physical));
    fill(
        "recover",
        context! { all => true, physical, ..interpreted(found) },
    )
}

fn interpreted(found: &Interpretation) -> Value {
    let caveat = |caveat: &Caveat| match caveat {
        Caveat::NotBounded { .. } => format!("{caveat}: `recover --bounds`"),
        _ => caveat.to_string(),
    };
    let caveats: Vec<String> = found.caveats.iter().map(caveat).collect();
    let intervals = found.bounds.iter().flat_map(|bounds| &bounds.parameters);
    let excluded = intervals.filter(|interval| interval.excludes_nominal());
    let excluded: Vec<String> = excluded.map(|interval| interval.name.clone()).collect();
    context! { interpretation => Serde(found), caveats, excluded }
}

/// What is foreseen of a motion, and where its files are.
pub(super) fn excited(found: &serde_json::Value, files: &[String]) -> Result<String, ReportError> {
    let files = files.to_vec();
    fill("excite", context! { found => Serde(found), files })
}

/// How a figure is written.
type Written = fn(f64) -> String;

/// A text, filled in. Its filters are colours, lengths and numbers; a figure that is not there is a
/// dash.
pub(super) fn fill(text: &str, content: Value) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    // A tag on a line of its own leaves none.
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true);
    environment.set_syntax(syntax.keep_trailing_newline(true).build()?);
    for &(name, text) in TEXTS {
        environment.add_template(name, text)?;
    }
    for style in ["bold", "dim", "good", "care", "bad"] {
        environment.add_filter(style, move |text: &str| paint(style, text));
    }
    let styled = |text: &str, style: Option<&str>| match style {
        Some(style) => paint(style, text),
        None => text.to_owned(),
    };
    environment.add_filter("style", styled);
    let figures: [(&'static str, Written); 6] = [
        ("short", short),
        ("hundredths", hundredths),
        ("percent", percent),
        ("signed", signed),
        ("deviations", |x| signed(x) + " σ"),
        ("determination", determination),
    ];
    for (name, written) in figures {
        let optional = move |x: Option<f64>| x.map_or_else(|| "-".to_owned(), written);
        environment.add_filter(name, optional);
    }
    environment.add_filter("end", end);
    environment.add_filter("growth", growth);
    // `format` counts bytes where these count characters.
    environment.add_filter("left", |text: &str, width: usize| format!("{text:width$}"));
    environment.add_filter("right", |text: &str, width: usize| {
        format!("{text:>width$}")
    });
    environment.add_filter("trim_end", |text: &str| text.trim_end().to_owned());
    environment.add_filter("wrapped", wrapped);
    environment.add_filter("word", |quality: Serde<Quality>| quality.word());
    environment.add_global("shown", REPAIRS);
    Ok(environment.get_template(text)?.render(content)?)
}

/// Two decimals; a dash of what is infinite.
fn hundredths(value: f64) -> String {
    match value.is_finite() {
        true => format!("{value:.2}"),
        false => "-".to_owned(),
    }
}

/// Four significant digits or so, aligned with others of its kind.
fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        format!("{value:.3e}")
    } else if size >= 1000.0 {
        format!("{value:.1}")
    } else if size >= 1.0 {
        format!("{value:.4}")
    } else {
        format!("{value:.6}")
    }
}

/// With a sign and two decimals.
fn signed(value: f64) -> String {
    match value.abs() < 1e6 {
        true => format!("{value:+.2}"),
        false => format!("{value:+.2e}"),
    }
}

/// R² in the colour of what it is worth.
fn determination(r2: f64) -> String {
    let style = match r2 {
        r2 if r2 >= SOUND => "good",
        r2 if r2 >= POOR => "care",
        _ => "bad",
    };
    match r2 < HOPELESS {
        true => paint(style, &format!("{:>9}", format!("< {HOPELESS}"))),
        false => paint(style, &format!("{r2:>9.5}")),
    }
}

/// By how many hundredths a value has grown; of one that has another sign nothing.
fn growth(first: f64, second: f64) -> String {
    match second / first {
        ratio if ratio > 0.0 && ratio < 10.0 => format!("{:+.0}", 100.0 * (ratio - 1.0)),
        _ => "-".to_owned(),
    }
}

/// The end of an interval, `~` before an outer bound.
fn end(value: Option<f64>, end: &str) -> String {
    match (value, end) {
        (Some(value), "outer") if value != 0.0 => format!("~{}", short(value)),
        (Some(value), _) => short(value),
        (None, "undecided") => "?".to_owned(),
        (None, _) => "no limit".to_owned(),
    }
}

/// A sentence after a mark, broken into lines that are indented by as much as the mark is wide.
fn wrapped(sentence: &str, mark: &str) -> String {
    let indent = " ".repeat(mark.chars().count());
    let options = Options::new(WIDTH)
        .initial_indent(mark)
        .subsequent_indent(&indent)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(sentence, options)
}

#[cfg(test)]
mod tests {
    use super::{determination, end, growth, hundredths, recovered, short, signed, wrapped};
    use crate::identify::BaseEstimate;
    use crate::interpret::{Caveat, InterpretOptions, interpret};
    use armwright_robots::double_pendulum::ROBOT;
    use armwright_runtime::Robot;

    #[test]
    fn bounds_that_were_not_asked_for_have_their_option() {
        let model = ROBOT.model();
        let mut beta = vec![0.0; model.base.len()];
        let theta = crate::parameters::nominal(model);
        ROBOT
            .base_parameters(&theta, &mut beta)
            .expect("base parameters");
        let options = InterpretOptions {
            bounded_bodies: 0,
            ..InterpretOptions::default()
        };
        let found = interpret(&ROBOT, &BaseEstimate::exact(beta), &[], options).expect("one");
        let mut caveats = found.caveats.iter();
        let caveat = caveats.find(|caveat| matches!(caveat, Caveat::NotBounded { .. }));
        let said = format!("note: {}: `recover --bounds`", caveat.expect("one"));
        let text = recovered(&found).expect("a text");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(&said), "{said}: {text}");
    }

    #[test]
    fn figures_are_aligned_with_others_of_their_kind() {
        let written = [0.0, 1.0, 999.999, 1000.0, 999_999.0, 0.5, 1e-4].map(short);
        assert_eq!(
            written,
            [
                "0", "1.0000", "999.9990", "1000.0", "999999.0", "0.500000", "0.000100"
            ]
        );
        let written = [1e6, 9.9e-5, -2.5e-7, -12.5, -0.25].map(short);
        assert_eq!(
            written,
            ["1.000e6", "9.900e-5", "-2.500e-7", "-12.5000", "-0.250000"]
        );
        let written = [2.5, -1.25, 999_999.0, 1e6, -2.5e7].map(signed);
        assert_eq!(
            written,
            ["+2.50", "-1.25", "+999999.00", "+1.00e6", "-2.50e7"]
        );
        let grown = [
            (2.0, 2.8),
            (-2.0, -1.0),
            (4.0, 4.0),
            (1.0, -1.0),
            (0.0, 1.0),
            (0.1, 1.0),
        ];
        let grown = grown.map(|(first, second)| growth(first, second));
        assert_eq!(grown, ["+40", "-50", "+0", "-", "-", "-"]);
        assert_eq!([12.375, f64::INFINITY].map(hundredths), ["12.38", "-"]);
        assert_eq!(determination(0.5), "  0.50000");
        assert_eq!(determination(-12.25), "-12.25000");
        assert_eq!(determination(-7.3e37), "   < -100");
    }

    #[test]
    fn ends_of_intervals_say_what_they_are() {
        let ends = [
            (Some(2.0), "outer", "~2.0000"),
            (Some(-2.0), "outer", "~-2.0000"),
            (Some(0.0), "outer", "0"),
            (Some(2.0), "exact", "2.0000"),
            (None, "undecided", "?"),
            (None, "none", "no limit"),
        ];
        for (value, kind, expected) in ends {
            assert_eq!(end(value, kind), expected);
        }
    }

    #[test]
    fn sentences_are_broken_after_a_hundred_columns_and_indented_below_their_mark() {
        // 99 columns; 19 words are 94.
        let line = ["word"; 20].join(" ");
        let first = ["word"; 19].join(" ");
        assert_eq!(wrapped(&line, "!"), format!("!{line}"));
        assert_eq!(wrapped(&line, "→ "), format!("→ {first}\n  word"));
        assert_eq!(wrapped(&format!("{line}s"), ""), format!("{line}s"));
        assert_eq!(
            wrapped(&format!("{line}-s"), ""),
            format!("{first}\nword-s")
        );
        let long = "x".repeat(120);
        assert_eq!(wrapped(&long, ""), long);
        assert_eq!(wrapped("well-known", "note: "), "note: well-known");
    }
}

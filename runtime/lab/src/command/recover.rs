//! `recover`: physical parameters from identified base parameters, beside their nominal values.

use std::path::Path;

use super::arguments::{Format, Recover};
use super::error::CommandError;
use super::identify::default_folder;
use super::terminal::{Style, say, short};
use super::wrap::wrapped;
use crate::consistency::{Consistency, End, Interval, Measure};
use crate::identify::{Estimation, EstimationError};
use crate::interpret::{
    Caveat, Compared, InterpretOptions, Interpretation, KnownValue, Recovered, Verification,
    interpret,
};
use crate::study::Study;
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Recover) -> Result<(), CommandError> {
    let model = robot.model();
    let path = arguments
        .base
        .clone()
        .unwrap_or_else(|| default_folder(model).join("identification.json"));
    let estimation = Estimation::read(&path, robot).map_err(|error| match error {
        EstimationError::Unreadable { path, source } => CommandError::File {
            path,
            what: format!(
                "{source}; identify first, or name a file of base parameters with --base FILE"
            ),
        },
        other => other.into(),
    })?;
    let estimate = estimation.base_estimate(model);
    let known = known(model, arguments)?;
    let options = InterpretOptions {
        level: arguments.level,
        allowance: arguments.sigmas,
        bounded_bodies: match arguments.bounds {
            true => usize::MAX,
            false => InterpretOptions::default().bounded_bodies,
        },
    };
    check(options)?;
    let interpretation = interpret(robot, &estimate, &known, options)?;
    match arguments.format {
        Format::Json => {
            say(&(serde_json::to_string_pretty(&interpretation)? + "\n"));
        }
        Format::Text => {
            let style = Style::of_stdout();
            say(&physical(&interpretation.physical, &interpretation, style));
            say("\n");
            say(&judgement(&interpretation, style, true));
        }
    }
    match (&interpretation.failure, &model.recovery) {
        // Without a plan there is still the comparison; a plan that fails is a fault of the input.
        (Some(failure), Some(_)) => Err(CommandError::Recovery(failure.clone())),
        _ => Ok(()),
    }
}

fn check(options: InterpretOptions) -> Result<(), CommandError> {
    if !(options.level > 0.0 && options.level < 1.0) {
        return Err(CommandError::Level(options.level));
    }
    if !(options.allowance >= 0.0 && options.allowance.is_finite()) {
        return Err(CommandError::Sigmas(options.allowance));
    }
    Ok(())
}

/// Values of a parameters file, then those of `--known`, which win.
fn known(model: &Model, arguments: &Recover) -> Result<Vec<KnownValue>, CommandError> {
    let mut all = Vec::new();
    if let Some(path) = &arguments.parameters {
        let text = read(path)?;
        let map: std::collections::BTreeMap<String, f64> =
            serde_yaml::from_str(&text).map_err(|error| CommandError::File {
                path: path.clone(),
                what: format!("{error}; known values are a map of names to numbers, `m_a: 4.0`"),
            })?;
        all.extend(map.into_iter().map(|(name, value)| KnownValue {
            name,
            value,
            std: 0.0,
        }));
    }
    let mut named = Vec::new();
    for text in &arguments.known {
        named.push(parse(text).ok_or_else(|| {
            CommandError::Known {
                text: text.clone(),
                example: model
                    .recovery
                    .as_ref()
                    .and_then(|plan| plan.known.first())
                    .map_or("m_a", |known| known.name)
                    .to_owned(),
            }
        })?);
    }
    all.retain(|known: &KnownValue| named.iter().all(|n: &KnownValue| n.name != known.name));
    all.extend(named);
    Ok(all)
}

/// `m_a=4.0`, or with a standard deviation `m_a=4.0:0.05`.
fn parse(text: &str) -> Option<KnownValue> {
    let (name, value) = text.split_once('=')?;
    let (value, std) = value.split_once(':').unwrap_or((value, "0"));
    let std: f64 = std.trim().parse().ok()?;
    Some(KnownValue {
        name: name.trim().to_owned(),
        value: value.trim().parse().ok()?,
        std: Some(std).filter(|std| *std >= 0.0)?,
    })
}

fn read(path: &Path) -> Result<String, CommandError> {
    std::fs::read_to_string(path).map_err(|error| CommandError::File {
        path: path.to_owned(),
        what: error.to_string(),
    })
}

/// Recovered parameters beside nominal or true values, what was known, and spare equations.
pub(super) fn physical(list: &[Recovered], found: &Interpretation, style: Style) -> String {
    let mut text = String::new();
    if !list.is_empty() {
        text.push_str(&recovered(list, style));
        let known: Vec<String> = found
            .known
            .iter()
            .map(|k| match k.std {
                std if std > 0.0 => format!("{} = {} ± {}", k.name, short(k.value), short(std)),
                _ => format!("{} = {}", k.name, short(k.value)),
            })
            .collect();
        text.push_str(&style.dim(&wrapped("", &format!("Known: {}.", known.join(", ")))));
    }
    if let Some(failure) = &found.failure {
        text.push_str(&style.care(&wrapped("", failure)));
    }
    for spare in &found.spare {
        let off = spare
            .deviations
            .map_or(String::new(), |d| format!(", {d:+.2} deviations"));
        let line = format!(
            "Spare equation: {} = {} {}{off}",
            spare.equation,
            short(spare.value),
            spare.unit
        );
        text.push_str(&if spare.differs {
            style.bad(&wrapped("", &line))
        } else {
            wrapped("", &line)
        });
    }
    text
}

/// The comparison with nominal values, and bounds; `all` also lists what agrees.
pub(super) fn judgement(found: &Interpretation, style: Style, all: bool) -> String {
    let mut text = String::new();
    if let Some(verification) = &found.verification {
        text.push_str(&compared(verification, style, all));
    }
    if let Some(bounds) = &found.bounds {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&intervals(bounds, style));
    }
    for caveat in &found.caveats {
        let way = match caveat {
            Caveat::NotBounded { .. } => ": `recover --bounds`",
            _ => "",
        };
        text.push_str(&wrapped("note: ", &format!("{caveat}{way}")));
    }
    text
}

/// What `identify` and `demo` end with: without recovered parameters nearly all have bounds, too
/// many for the end of a report.
pub(super) fn ending(study: &Study<'_>, style: Style) -> String {
    let Some(found) = &study.interpretation else {
        return String::new();
    };
    let mut brief = found.clone();
    let mut last = String::new();
    if study.physical.is_empty()
        && let Some(bounds) = brief.bounds.take_if(|bounds| bounds.consistent)
    {
        let sentence = format!(
            "bodies that can exist have these base parameters; what they leave {} physical \
             parameters stands in the report and in `recover`",
            bounds.parameters.len()
        );
        last = wrapped("note: ", &sentence);
    }
    let parts = [
        judgement(&brief, style, false) + &last,
        physical(&study.physical, found, style),
    ];
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.map(|part| format!("\n{part}")).collect()
}

fn recovered(list: &[Recovered], style: Style) -> String {
    let title = "Physical parameters";
    let simulated = list.iter().any(|p| p.truth.is_some());
    let (reference, off) = if simulated {
        ("truth", "off by")
    } else {
        ("nominal", "differs by")
    };
    let width = title.len();
    let head = format!(
        "{title:width$} {:>13} {:>12} {reference:>13} {off:>11}",
        "value", "deviation"
    );
    let mut text = style.bold(&head) + "\n";
    for p in list {
        let beside = p.truth.or(p.nominal).map_or("-".to_owned(), short);
        let line = format!(
            "{:width$} {:>13} {:>12} {beside:>13} {:>11} {}",
            p.name,
            short(p.value),
            p.std.map_or("-".to_owned(), short),
            p.deviations
                .map_or("-".to_owned(), |d| format!("{d:+.2} s")),
            p.unit
        );
        let line = line.trim_end().to_owned() + "\n";
        text.push_str(&if p.differs { style.bad(&line) } else { line });
    }
    text
}

fn compared(found: &Verification, style: Style, all: bool) -> String {
    let title = "Against nominal values";
    let mut text = style.bold(title) + "\n";
    let sentence = wrapped("", &(found.conclusion.clone() + "."));
    text.push_str(&if found.differs {
        style.bad(&sentence)
    } else {
        style.good(&sentence)
    });
    let flagged = |list: &[Compared]| list.iter().any(|c| c.differs);
    for (list, name) in [
        (&found.base, "Base parameter"),
        (&found.coefficients, "Coefficient"),
    ] {
        let listed = flagged(list) || (all && name == "Base parameter");
        if !listed {
            continue;
        }
        let head = format!(
            "{name:22} {:>13} {:>12} {:>13} {:>11}",
            "value", "deviation", "nominal", "differs by"
        );
        text.push_str(&(style.bold(&head) + "\n"));
        for c in list.iter().filter(|c| c.differs || all) {
            let line = format!(
                "{:22} {:>13} {:>12} {:>13} {:>11}\n",
                c.name,
                short(c.value),
                short(c.std),
                short(c.nominal),
                c.deviations
                    .map_or("-".to_owned(), |d| format!("{d:+.2} s"))
            );
            text.push_str(&if c.differs { style.bad(&line) } else { line });
        }
    }
    for set in &found.suspects.sets {
        let changes = set.parameters.iter().zip(&set.nominal).zip(&set.values);
        let changes: Vec<String> = changes
            .map(|((name, from), to)| format!("{name} {} instead of {}", short(*to), short(*from)))
            .collect();
        let what = if found.suspects.explained {
            "would explain it"
        } else {
            "would not explain all"
        };
        text.push_str(&wrapped(
            "  - ",
            &format!("{} {what}", changes.join(" and ")),
        ));
    }
    let rule = format!(
        "Flagged beyond {:.2} deviations: {} comparisons and the one of all together, of which any \
         is flagged by chance with probability {} at most. All together: chi-square {:.1} with {} degrees of freedom.",
        found.threshold, found.comparisons, found.level, found.statistic, found.freedom
    );
    text.push_str(&style.dim(&wrapped("", &rule)));
    text
}

fn intervals(found: &Consistency, style: Style) -> String {
    let title = "What consistency leaves";
    let mut text = style.bold(&format!(
        "{title:24} {:>13} {:>13} {:>13}\n",
        "at least", "at most", "nominal"
    ));
    let unit = match found.measure {
        Measure::Deviations => "standard deviations",
        Measure::Share => "times their expected size",
    };
    if !found.consistent {
        let line = format!(
            "No bodies that can exist have these base parameters: some must be off by {} {unit} \
             ({}). The bounds allow {}.",
            short(found.distance),
            found.resisting.join(", "),
            short(found.allowance)
        );
        text.push_str(&style.bad(&wrapped("", &line)));
    }
    for interval in &found.parameters {
        text.push_str(&match interval.excludes_nominal() {
            true => style.bad(&line(interval)),
            false => line(interval),
        });
    }
    let rule = format!(
        "Positive pseudo-inertias, no negative friction; each base parameter within {} {unit}. \
         ~: an outer bound, the true end may lie further inside.",
        short(found.allowance)
    );
    text.push_str(&style.dim(&wrapped("", &rule)));
    for unused in &found.unused {
        text.push_str(&wrapped("note: ", unused));
    }
    text
}

fn line(interval: &Interval) -> String {
    let end = |value: Option<f64>, end: End| match (value, end) {
        (Some(value), End::Outer) if value != 0.0 => format!("~{}", short(value)),
        (Some(value), _) => short(value),
        (None, End::Undecided) => "?".to_owned(),
        (None, _) => "no limit".to_owned(),
    };
    let line = format!(
        "{:24} {:>13} {:>13} {:>13} {}{}",
        interval.name,
        end(interval.low, interval.low_end),
        end(interval.high, interval.high_end),
        interval.nominal.map_or("-".to_owned(), short),
        interval.unit,
        if interval.excludes_nominal() {
            "  the nominal value is impossible"
        } else {
            ""
        }
    );
    line.trim_end().to_owned() + "\n"
}

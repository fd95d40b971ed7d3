//! What base parameters mean, on the terminal.

use super::terminal::{Style, short};
use super::wrap::wrapped;
use crate::consistency::{Consistency, End, Interval, Measure};
use crate::interpret::{Caveat, Compared, Interpretation, Recovered, Verification};
use crate::study::Study;

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

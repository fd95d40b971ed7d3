//! What separates the fields of a line, and what a field is: a number, a stamp of time, a text.

use std::ops::Range;

/// What stands between two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// A character.
    Character(char),
    /// Blanks and tabs, as many as there are.
    Blanks,
}

impl Separator {
    /// Those that are tried, the surest first.
    pub(super) const ALL: [Self; 4] = [
        Self::Character('\t'),
        Self::Character(';'),
        Self::Character(','),
        Self::Blanks,
    ];

    /// Where the fields of a line are; within quotes nothing separates.
    pub(super) fn split(self, line: &str, fields: &mut Vec<Range<usize>>) {
        fields.clear();
        if let Self::Character(separator) = self
            && separator.is_ascii()
            && !line.as_bytes().contains(&b'"')
        {
            let mut start = 0;
            for (at, _) in line
                .bytes()
                .enumerate()
                .filter(|(_, b)| *b == separator as u8)
            {
                fields.push(start..at);
                start = at + 1;
            }
            fields.push(start..line.len());
            return;
        }
        let (mut start, mut quoted, mut blank) = (0, false, true);
        for (at, c) in line.char_indices() {
            if c == '"' && (quoted || blank) {
                quoted = !quoted;
            }
            let separates = !quoted
                && match self {
                    Self::Character(separator) => c == separator,
                    Self::Blanks => c == ' ' || c == '\t',
                };
            if !separates {
                blank = blank && c.is_whitespace();
            } else {
                if self != Self::Blanks || at > start {
                    fields.push(start..at);
                }
                start = at + c.len_utf8();
                blank = true;
            }
        }
        if self != Self::Blanks || start < line.len() {
            fields.push(start..line.len());
        }
    }

    /// How many fields a line has.
    pub(super) fn count(self, line: &str) -> usize {
        let mut fields = Vec::new();
        self.split(line, &mut fields);
        fields.len()
    }
}

/// The text of a field, without blanks and quotes around it.
pub(super) fn text(field: &str) -> &str {
    let field = field.trim();
    let inner = field
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.map_or(field, str::trim)
}

/// How a number was written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(f64),
    Point(f64),
    Comma(f64),
}

impl Number {
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Whole(value) | Self::Point(value) | Self::Comma(value) => value,
        }
    }
}

/// A finite number; one comma may stand for the point, and a `D` before an exponent, as Fortran writes it.
pub(super) fn number(text: &str) -> Option<Number> {
    let finite = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    if let Some(value) = finite(text) {
        let point = text.contains('.');
        return Some(if point {
            Number::Point(value)
        } else {
            Number::Whole(value)
        });
    }
    if let Some(number) = with_e(text).and_then(|text| number(&text)) {
        return Some(number);
    }
    let (whole, rest) = text.split_once(',')?;
    let digits = rest.starts_with(|c: char| c.is_ascii_digit());
    let point = format!("{whole}.{rest}");
    finite(&point)
        .filter(|_| digits && !text.contains('.'))
        .map(Number::Comma)
}

/// A number with a point, or a comma for it, and an exponent behind a `D`, with an `e` in its place.
fn with_e(text: &str) -> Option<String> {
    let (mantissa, exponent) = text.split_once(['D', 'd'])?;
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_number = mantissa.contains(['.', ','])
        && mantissa.ends_with(|c: char| c.is_ascii_digit() || c == '.')
        && !digits.is_empty()
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| format!("{mantissa}e{exponent}"))
}

/// Whether a field is a number, however it is written, or stands for one that is missing.
pub(super) fn is_number(field: &str) -> bool {
    let text = text(field);
    number(text).is_some() || text.parse::<f64>().is_ok() || stamp(text).is_some()
}

/// A stamp of time by ISO 8601 in nanoseconds, of a date since 1970 or of a day since midnight:
/// `2024-05-01T12:00:00.123+02:00`, a blank for the `T`, `/` in the date, a comma before the fraction.
pub(super) fn stamp(text: &str) -> Option<i64> {
    let (days, clock) = match text.split_once(['T', ' ']) {
        Some((date, clock)) => (days(date)?, clock.trim()),
        None => (0, text),
    };
    let clock = clock.trim_end_matches(['Z', 'z']);
    let zone = clock.rfind(['+', '-']);
    let (clock, zone) = clock.split_at(zone.unwrap_or(clock.len()));
    let ahead = match zone.split_at_checked(1) {
        None => 0,
        Some((sign, zone)) => {
            let (hours, minutes) = match zone.split_once(':') {
                Some(pair) => pair,
                None => zone.split_at_checked(2)?,
            };
            let minutes = if minutes.is_empty() { "0" } else { minutes };
            let ahead = 60 * whole(hours, 14)? + whole(minutes, 59)?;
            if sign == "-" { -ahead } else { ahead }
        }
    };
    let mut parts = clock.splitn(3, ':');
    let (hours, minutes) = (whole(parts.next()?, 24)?, whole(parts.next()?, 59)?);
    let (seconds, fraction) = match parts.next() {
        None => ("0", ""),
        Some(seconds) => seconds.split_once(['.', ',']).unwrap_or((seconds, "")),
    };
    let digits = fraction.len() <= 18 && fraction.bytes().all(|b| b.is_ascii_digit());
    let fraction: String = fraction
        .chars()
        .chain("000000000".chars())
        .take(9)
        .collect();
    let fraction: i64 = fraction.parse().ok().filter(|_| digits)?;
    let minutes = 60 * (24 * days + hours) + minutes - ahead;
    let seconds = minutes.checked_mul(60)?.checked_add(whole(seconds, 60)?)?;
    seconds.checked_mul(1_000_000_000)?.checked_add(fraction)
}

/// Days from 1970 to a date `2024-05-01`, `2024/05/01` or `01.05.2024`.
fn days(date: &str) -> Option<i64> {
    let mut parts = date.split(['-', '/', '.']);
    let [a, b, c] = [parts.next()?, parts.next()?, parts.next()?];
    let (year, month, day) = match date.contains('.') {
        true => (c, b, a),
        false => (a, b, c),
    };
    if year.len() != 4 || parts.next().is_some() {
        return None;
    }
    let (year, month, day) = (whole(year, 9999)?, whole(month, 12)?, whole(day, 31)?);
    // Years begin in March, so that a day more comes at their end.
    let (year, month) = match month {
        0 => return None,
        1 | 2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let of_year = (153 * month + 2) / 5 + day - 1;
    Some(365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468)
}

/// A whole number from 0 to a limit.
fn whole(text: &str, most: i64) -> Option<i64> {
    let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    let value = text.parse().ok().filter(|_| digits)?;
    (value <= most).then_some(value)
}

#[cfg(test)]
mod tests;

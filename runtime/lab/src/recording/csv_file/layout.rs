//! How a table stands in its text: where the header is, what separates fields, whether a row of units
//! follows.

use super::fields::{Separator, is_number, text};
use super::lines::Lines;
use crate::recording::RecordingError;
use crate::recording::channel::Channel;

/// How many lines are looked at.
const HEAD: usize = 60;

/// How a table stands in its text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    pub(super) separator: Separator,
    /// The columns' names; their numbers, from 1, of a table without a header.
    pub(super) header: Vec<String>,
    /// Whether there is no header.
    pub(super) numbered: bool,
    /// The units in the row under the header; empty texts if there is none.
    pub(super) units: Vec<String>,
    /// The line of the header.
    pub(super) line: u64,
    /// The last line that is no row of numbers.
    pub(super) last: u64,
    /// Whether lines of text stand before the header.
    pub(super) preamble: bool,
    /// The line of a row of words, but no units, under the header.
    pub(super) words: Option<u64>,
}

/// Whether a line is no part of the table.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || ["#", "%", "//"].iter().any(|mark| line.starts_with(mark))
}

/// The text of a comment.
fn uncommented(line: &str) -> &str {
    line.trim_start()
        .trim_start_matches(['#', '%', '/'])
        .trim_start()
}

/// The layout of a table; `None` if there is no line of one.
pub(super) fn layout(lines: &mut Lines) -> Result<Option<Layout>, RecordingError> {
    let (mut head, mut comments, mut line) = (Vec::new(), Vec::new(), String::new());
    let mut given = None;
    while head.len() < HEAD && lines.next(&mut line)? {
        if let Some(separator) = line.trim().strip_prefix("sep=").filter(|_| head.is_empty()) {
            given = separator.chars().next().map(Separator::Character);
        } else if !is_comment(&line) {
            head.push((lines.number, line.clone()));
        } else if head.is_empty() && !line.trim().is_empty() {
            if comments.len() == HEAD {
                comments.remove(0);
            }
            comments.push((lines.number, uncommented(&line).to_owned()));
        }
    }
    let Some((top, first)) = head.first() else {
        return Ok(None);
    };
    let separator = given.unwrap_or_else(|| separator(&head));
    let fields = |line: &str| fields(separator, line);
    let numbers = |line: &str| fields(line).iter().all(|field| is_number(field));
    if let Some(mut layout) = commented(&comments, separator, &fields(first)) {
        layout.trim();
        return Ok(Some(layout));
    }
    let second = head.get(1).map(|(_, line)| separator.count(line));
    if numbers(first) && second == Some(separator.count(first)) {
        let names = (1..=fields(first).len()).map(|column| column.to_string());
        let mut layout = Layout::new(separator, names.collect(), top - 1);
        layout.numbered = true;
        layout.trim();
        return Ok(Some(layout));
    }
    let at = header(&head, separator);
    let (line, names) = &head[at];
    let mut layout = Layout::new(separator, fields(names), *line);
    layout.preamble = at > 0;
    if let Some((line, row)) = head.get(at + 1) {
        let next = head.get(at + 2).map(|(_, row)| fields(row));
        layout.under(*line, fields(row), next.as_deref());
    }
    layout.trim();
    Ok(Some(layout))
}

/// The layout of a table whose names, and units below them, stand in comments above its first row, which has more numbers than words: in the
/// last that have as many fields, and are no row of numbers themselves.
fn commented(comments: &[(u64, String)], separator: Separator, first: &[String]) -> Option<Layout> {
    if !is_of_numbers(first) {
        return None;
    }
    let written = comments.iter().rev();
    let mut alike = written
        .map(|(line, text)| (*line, fields(separator, text)))
        .filter(|(_, row)| row.len() == first.len() && !is_of_numbers(row));
    let (line, row) = alike.next()?;
    let mut layout = Layout::new(separator, row, line);
    if are_units(&layout.header)
        && let Some((above, names)) = alike.next()
    {
        layout.line = above;
        layout.units = std::mem::replace(&mut layout.header, names);
    }
    Some(layout)
}

impl Layout {
    fn new(separator: Separator, header: Vec<String>, line: u64) -> Self {
        Self {
            separator,
            header,
            numbered: false,
            units: Vec::new(),
            line,
            last: line,
            preamble: false,
            words: None,
        }
    }

    /// The row under the header, which may have units, or words that are none above numbers.
    fn under(&mut self, line: u64, row: Vec<String>, next: Option<&[String]>) {
        let number = |field: &String| is_number(field);
        let empty = row.iter().filter(|field| field.is_empty()).count();
        if row.len() != self.header.len() || row.iter().any(number) || 2 * empty > row.len() {
            return;
        }
        if are_units(&row) {
            (self.last, self.units) = (line, row);
        } else if next.is_none_or(|next| next.iter().any(number)) {
            (self.last, self.words) = (line, Some(line));
        }
    }

    /// A separator at the end of a line begins no column.
    fn trim(&mut self) {
        while self.header.len() > 1 && self.header.last().is_some_and(String::is_empty) {
            self.header.pop();
        }
        self.units.resize(self.header.len(), String::new());
    }
}

/// The texts of the fields of a line.
fn fields(separator: Separator, line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    separator.split(line, &mut fields);
    let fields = fields
        .into_iter()
        .map(|field| text(&line[field]).replace("\"\"", "\""));
    fields.collect()
}

/// What makes most rows of numbers alike, with more than one field, and the line above them. Titles do not count: one may have as many
/// words as the table has columns.
fn separator(head: &[(u64, String)]) -> Separator {
    let alike = |separator: &Separator| {
        let rows = head.iter().map(|(_, line)| fields(*separator, line));
        let rows: Vec<Vec<String>> = rows.collect();
        let often = |count: usize| {
            let alike = |row: &&Vec<String>| row.len() == count;
            let numbers = |row: &&Vec<String>| alike(row) && is_of_numbers(row);
            let first = rows.iter().position(|row| numbers(&row)).unwrap_or(0);
            let table = &rows[first.saturating_sub(1)..];
            (
                table.iter().filter(numbers).count(),
                table.iter().filter(alike).count(),
            )
        };
        let several = rows.iter().map(Vec::len).filter(|count| *count > 1);
        several.map(often).max().unwrap_or_default()
    };
    // Of equals the last is found, which is to be the surest.
    let all = Separator::ALL.into_iter().rev();
    let best = all.max_by_key(alike).filter(|best| alike(best).1 > 0);
    best.unwrap_or(Separator::Character(','))
}

/// Whether more fields of a row are numbers than are words.
fn is_of_numbers(row: &[String]) -> bool {
    let (mut numbers, mut words) = (0, 0);
    for field in row.iter().filter(|field| !field.is_empty()) {
        match is_number(field) {
            true => numbers += 1,
            false => words += 1,
        }
    }
    numbers > words
}

/// Where the header stands: the first line, unless it is none of the table that follows.
fn header(head: &[(u64, String)], separator: Separator) -> usize {
    let count = |at: usize| head.get(at).map(|(_, line)| separator.count(line));
    let names = |at: usize| {
        let fields = fields(separator, &head[at].1);
        fields
            .iter()
            .any(|field| !field.is_empty() && !is_number(field))
    };
    let begins = |at: &usize| {
        let rows = count(at + 1) == count(*at) && count(at + 2) == count(*at);
        rows && count(*at) > Some(1) && names(*at)
    };
    let alike = count(1).is_none() || count(0) == count(1) && count(0) > Some(1);
    match alike || count(0) > Some(1) && count(0) == count(2) {
        true => usize::from(alike && is_title(head, separator)),
        false => (0..head.len()).find(begins).unwrap_or(0),
    }
}

/// Whether the first line is a title with as many fields as the table below it, whose names are in the second. What stands
/// under names may be words as well: a title is told from names by blanks between words, a number, or fields that are empty.
fn is_title(head: &[(u64, String)], separator: Separator) -> bool {
    let [title, names, row, ..] = head else {
        return false;
    };
    let [title, names, row] = [title, names, row].map(|(_, line)| fields(separator, line));
    let is_written = |field: &&String| !field.is_empty();
    let once = |field: &String| names.iter().filter(|other| *other == field).count() == 1;
    let is_name = |field: &String| !is_number(field) && !is_unit(plain(field)) && once(field);
    let named = names.iter().filter(is_written).all(is_name);
    let [of_title, of_names] =
        [&title, &names].map(|fields| fields.iter().filter(is_written).count());
    let is_text = separator == Separator::Blanks
        || title.iter().any(|field| is_number(field))
        || 2 * of_title <= of_names;
    named && is_text && is_of_numbers(&row)
}

/// Whether more fields of a row are units than are not.
fn are_units(row: &[String]) -> bool {
    let named: Vec<&str> = row.iter().map(|field| plain(field)).collect();
    let known = named.iter().filter(|field| is_unit(field)).count();
    let none = |field: &&&str| field.is_empty() || **field == "-";
    known > named.iter().filter(|field| !none(field)).count() - known
}

/// Whether some channel has a unit of that name.
fn is_unit(name: &str) -> bool {
    Channel::ALL
        .iter()
        .any(|channel| channel.unit(name).is_some())
}

/// A unit without brackets around it.
pub(super) fn plain(unit: &str) -> &str {
    unit.trim()
        .trim_matches(['[', ']', '(', ')', '<', '>'])
        .trim()
}

#[cfg(test)]
mod tests {
    use super::{Layout, Separator, are_units, is_comment, layout, plain};
    use crate::recording::csv_file::lines::Lines;

    fn of(text: &str) -> Option<Layout> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.csv");
        std::fs::write(&path, text).expect("written");
        let mut lines = Lines::open(&path).expect("text");
        layout(&mut lines).expect("lines")
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// With names on some line, and nothing more.
    fn plainly(separator: char, names: &[&str], line: u64) -> Layout {
        Layout {
            separator: Separator::Character(separator),
            header: owned(names),
            numbered: false,
            units: vec![String::new(); names.len()],
            line,
            last: line,
            preamble: false,
            words: None,
        }
    }

    #[test]
    fn a_header_stands_in_the_first_line_of_the_table() {
        assert_eq!(
            of("t,a,b\n1,2,3\n"),
            Some(plainly(',', &["t", "a", "b"], 1))
        );
        assert_eq!(
            of("# x\n\nt;a;\n1;2;\n3;4;\n"),
            Some(plainly(';', &["t", "a"], 3))
        );
        assert_eq!(
            of("t,\"a \"\"b\"\"\"\n1,2\n"),
            Some(plainly(',', &["t", "a \"b\""], 1))
        );
        assert_eq!(of("q\n1\n2\n"), Some(plainly(',', &["q"], 1)));
        assert_eq!(of("q,\n1,\n2,\n"), Some(plainly(',', &["q"], 1)));
        let blanks = Layout {
            separator: Separator::Blanks,
            ..plainly(',', &["t", "a"], 1)
        };
        assert_eq!(of("t  a\n1 2\n"), Some(blanks));
        assert_eq!(of("# nothing\n% at all\n// here\n"), None);
        // What is given separates, though most lines are alike by another.
        assert_eq!(
            of("sep=;\nt,x;a\n1,5;2\n"),
            Some(plainly(';', &["t,x", "a"], 2))
        );
    }

    #[test]
    fn names_may_stand_in_the_last_comment_above_numbers() {
        assert_eq!(
            of("# a b c\n# t, a\n1,2\n3,4\n"),
            Some(plainly(',', &["t", "a"], 2))
        );
        assert_eq!(of("#t,a\n\n1,2\n3,4\n"), Some(plainly(',', &["t", "a"], 1)));
        // One of another number of words names nothing.
        let numbered = Layout {
            numbered: true,
            ..plainly(',', &["1", "2"], 1)
        };
        assert_eq!(of("# t\n1,2\n3,4\n"), Some(numbered));
        let first = Layout {
            numbered: true,
            ..plainly(',', &["1", "2", "3"], 0)
        };
        assert_eq!(of("1,2,3\n4,5,6\n"), Some(first));
        // A line of numbers by itself is a header all the same.
        assert_eq!(of("1,2\n"), Some(plainly(',', &["1", "2"], 1)));
    }

    /// Words and empty fields may stand among the numbers of the first row, and further comments below the names.
    #[test]
    fn names_may_stand_in_any_comment_with_as_many_fields() {
        let names = ["time", "frame", "q_1", "q_2"];
        let expected = |line| Some(plainly(',', &names, line));
        for row in ["0,world,1,2", "0,,1,2", ",world,1,2", "0,nan,1,RUN"] {
            let text = format!("%time,frame,q_1,q_2\n{row}\n{row}\n");
            assert_eq!(of(&text), expected(1), "{row}");
            let text = format!(
                "# robot\n# time,frame,q_1,q_2\n# made by hand\n# 0,0,1,2\n\n{row}\n{row}\n"
            );
            assert_eq!(of(&text), expected(2), "{row}");
        }
        // A row of more words than numbers names the columns itself.
        let own = of("# a,b,c\nt,x,1\n1,2,3\n4,5,6\n");
        assert_eq!(own, Some(plainly(',', &["t", "x", "1"], 2)));
        // Units may stand in a comment as well.
        let units = Layout {
            units: owned(&["s", "-", "deg"]),
            last: 3,
            ..plainly(',', &["t", "state", "q"], 2)
        };
        let text = "# robot\n# t,state,q\n# s,-,deg\n1,2,3\n4,5,6\n";
        assert_eq!(of(text), Some(units));
        let alone = of("# s,m,deg\n1,2,3\n4,5,6\n");
        assert_eq!(alone, Some(plainly(',', &["s", "m", "deg"], 1)));
        // The last sixty comments are kept.
        let below = |notes: usize| format!("# t,q\n{}1,2\n3,4\n", "# note\n".repeat(notes));
        assert_eq!(of(&below(59)), Some(plainly(',', &["t", "q"], 1)));
        assert!(of(&below(60)).is_some_and(|found| found.numbered));
    }

    #[test]
    fn a_row_under_the_header_may_have_units_or_words() {
        let units = Layout {
            units: owned(&["s", "[deg]", "-"]),
            last: 2,
            ..plainly(',', &["t", "a", "b"], 1)
        };
        assert_eq!(of("t,a,b\ns,[deg],-\n1,2,3\n"), Some(units));
        let words = Layout {
            last: 2,
            words: Some(2),
            ..plainly(',', &["t", "a", "b"], 1)
        };
        assert_eq!(of("t,a,b\nx,deg,z\n1,2,3\n"), Some(words));
        // As many empty fields as others are no row of words, nor is one with a number.
        let half = Layout {
            last: 2,
            words: Some(2),
            ..plainly(',', &["t", "a", "b", "c"], 1)
        };
        assert_eq!(of("t,a,b,c\nx,,,z\n1,2,3,4\n"), Some(half));
        assert_eq!(
            of("t,a,b,c\nx,,,\n1,2,3,4\n"),
            Some(plainly(',', &["t", "a", "b", "c"], 1))
        );
        assert_eq!(
            of("t,a,b\nx,2,z\n1,2,3\n"),
            Some(plainly(',', &["t", "a", "b"], 1))
        );
        // Words above words are a row of the table.
        assert_eq!(
            of("t,a,b\nx,y,z\nu,v,w\n"),
            Some(plainly(',', &["t", "a", "b"], 1))
        );
        // Between blanks units, some unit among them, and words that repeat name nothing.
        for row in ["s deg rad", "s ticks counts", "float float float"] {
            let found = of(&format!("t a b\n{row}\n1 2 3\n4 5 6\n")).expect("a table");
            assert_eq!((found.line, found.last), (1, 2), "{row}");
        }
    }

    #[test]
    fn text_may_stand_above_the_table() {
        let below = |line| Layout {
            preamble: true,
            ..plainly(',', &["t", "a", "b"], line)
        };
        assert_eq!(
            of("robot\ndate, 2024\nt,a,b\n1,2,3\n4,5,6\n"),
            Some(below(3))
        );
        assert_eq!(
            of("robot: arm\nt,a,b\n1,2,3\n4,5,6\n7,8,9\n"),
            Some(below(2))
        );
        // Sixty lines are looked at: a header has two rows among them.
        let noted =
            |notes: usize| format!("{}t,a,b\n1,2,3\n4,5,6\n7,8,9\n", "note\n".repeat(notes));
        assert_eq!(of(&noted(57)), Some(below(58)));
        assert_eq!(of(&noted(58)).map(|found| found.line), Some(1));
        // What separates is alike in most lines, whatever is in one.
        assert_eq!(
            of("robot; arm\nt,a,b\n1,2,3\n4,5,6\n7,8,9\n"),
            Some(below(2))
        );
        // A title may have as many words as the table has columns.
        for separator in ['\t', ';', ','] {
            let rows = "t, a, b\n1.5, 2, 3\n4, 5, 6\n7, 8, 9\n";
            let rows = rows.replace(',', &separator.to_string());
            let expected = Layout {
                preamble: true,
                ..plainly(separator, &["t", "a", "b"], 2)
            };
            assert_eq!(of(&format!("log number 3\n{rows}")), Some(expected));
        }
        // Of as many fields as the table a title has blanks between its words, a number, or little in them.
        let titled = |separator, text: &str| {
            let expected = Layout {
                preamble: true,
                separator,
                ..plainly(',', &["t", "a", "b"], 2)
            };
            assert_eq!(of(text), Some(expected), "{text}");
        };
        titled(Separator::Blanks, "log of Monday\nt a b\n1 2 3\n4 5 6\n");
        titled(Separator::Blanks, "log number 3\nt   a   b\n1   2   3\n");
        titled(Separator::Character(';'), "log;;\nt;a;b\n1,5;2;3\n4;5;6\n");
        titled(
            Separator::Character(','),
            "log,run,3\nt,a,b\n1,2,3\n4,5,6\n",
        );
        // Decimal commas are alike as well, but leave no numbers.
        let blanks = Layout {
            separator: Separator::Blanks,
            ..below(2)
        };
        assert_eq!(
            of("log; 3\nt a b\n1,5 2,5 3,5\n4,5 5,5 6,5\n7,5 8,5 9,5\n"),
            Some(blanks)
        );
        // Words may be beside numbers, and fields may be empty.
        assert_eq!(
            of("log 3\nt\tphase\ta\n1\tat rest\t\n3\tat rest\t4\n5\tat rest\t6\n"),
            Some(Layout {
                preamble: true,
                ..plainly('\t', &["t", "phase", "a"], 2)
            })
        );
        // What separates may stand at the end of the names as well.
        let named = Layout {
            preamble: true,
            ..plainly(',', &["t", "a"], 2)
        };
        assert_eq!(of("robot: arm\nt,a,\n1,2,\n3,4,\n5,6,\n"), Some(named));
        // Rows of numbers alone are no header, as many as they are.
        assert_eq!(
            of("mounting\n1,0,0\n0,1,0\n0,0,1\nt,a,b\n1,2,3\n4,5,6\n"),
            Some(below(5))
        );
        // A row that is cut off says nothing of the header.
        let whole = plainly(',', &["t", "a", "b"], 1);
        assert_eq!(of("t,a,b\n1,2\n4,5,6\n7,8,9\n"), Some(whole));
    }

    #[test]
    fn units_are_more_than_other_words() {
        let units = |row: &[&str]| are_units(&owned(row));
        assert!(units(&["s", "deg", "volts"]));
        assert!(units(&["s", "-", "", ""]));
        assert!(!units(&["s", "volts"]));
        assert!(!units(&["-", ""]));
        for (written, unit) in [
            (" [deg] ", "deg"),
            ("( N·m )", "N·m"),
            ("<s>", "s"),
            ("rad/s", "rad/s"),
        ] {
            assert_eq!(plain(written), unit);
        }
        for comment in ["", "  ", "# a", " % a", "// a"] {
            assert!(is_comment(comment));
        }
        assert!(!is_comment("/ a") && !is_comment("a # b"));
    }
}

//! Sources in which every change stands behind a switch.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::candidates::{Candidate, Form};

/// Where text of a change stands in what was written.
pub struct Place {
    pub file: PathBuf,
    pub span: Range<usize>,
    pub change: usize,
    /// Whether it is what the change puts, and not all that it is about.
    pub is_put: bool,
}

/// What every crate with switches has at its end.
pub const SWITCH: &str = include_str!("switch.rs");

/// A file with the changes that are kept in it, and their places.
pub fn written(
    file: &Path,
    text: &str,
    kept: &[Option<Candidate>],
    places: &mut Vec<Place>,
) -> String {
    let of_file =
        |(_, c): &(usize, &Option<Candidate>)| c.as_ref().is_some_and(|c| c.file == *file);
    let mut changes: Vec<usize> = kept
        .iter()
        .enumerate()
        .filter(of_file)
        .map(|(k, _)| k)
        .collect();
    let key = |k: &usize| {
        let c = kept[*k].as_ref().expect("one that is kept");
        // The outer one first; of those about the same text statements are outermost.
        (c.span.start, std::cmp::Reverse(c.span.end), c.form)
    };
    changes.sort_by_key(key);
    let mut writer = Writer {
        file,
        text,
        kept,
        out: String::new(),
        places,
    };
    let mut changes = changes.into_iter().peekable();
    writer.write(0..text.len(), &mut changes);
    writer.out
}

struct Writer<'a> {
    file: &'a Path,
    text: &'a str,
    kept: &'a [Option<Candidate>],
    out: String,
    places: &'a mut Vec<Place>,
}

impl Writer<'_> {
    fn write(
        &mut self,
        span: Range<usize>,
        changes: &mut std::iter::Peekable<std::vec::IntoIter<usize>>,
    ) {
        let mut at = span.start;
        let kept = self.kept;
        let of = |k: usize| kept[k].as_ref().expect("one that is kept");
        while let Some(k) = changes.next_if(|k| of(*k).span.start < span.end && of(*k).span != span)
        {
            let c = of(k);
            assert!(
                c.span.end <= span.end,
                "{}: changes cross",
                self.file.display()
            );
            self.out.push_str(&self.text[at..c.span.start]);
            let mut same = vec![k];
            while let Some(next) = changes.next_if(|next| of(*next).span == c.span) {
                same.push(next);
            }
            let start = self.out.len();
            for k in &same {
                let (open, between) = match of(*k).form {
                    Form::Statement => ("if crate::mutant(", " } else { "),
                    Form::Value => ("(if crate::mutant(", " } else { "),
                    Form::Place => ("(*if crate::mutant(", " } else { &"),
                };
                let reference = if of(*k).form == Form::Place { "&" } else { "" };
                self.out
                    .push_str(&format!("{open}{}) {{ {reference}", k + 1));
                self.mark(*k, &of(*k).put, true);
                self.out.push_str(between);
            }
            self.write(c.span.clone(), changes);
            for k in same.iter().rev() {
                self.out.push_str(if of(*k).form == Form::Statement {
                    " }"
                } else {
                    " })"
                });
            }
            for change in same {
                let span = start..self.out.len();
                self.places.push(Place {
                    file: self.file.to_owned(),
                    span,
                    change,
                    is_put: false,
                });
            }
            at = c.span.end;
        }
        self.out.push_str(&self.text[at..span.end]);
    }

    fn mark(&mut self, change: usize, put: &str, is_put: bool) {
        let start = self.out.len();
        self.out.push_str(put);
        let span = start..self.out.len();
        self.places.push(Place {
            file: self.file.to_owned(),
            span,
            change,
            is_put,
        });
    }
}

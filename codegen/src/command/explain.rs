//! `armwright explain`: the long text of a diagnostic's code.

use clap::Args;

use super::answer::Reply;
use super::failure::{Failure, Hint, Missing};
use crate::diagnostic::{self, CODES};
use crate::document::fill;

/// Columns of a line.
const COLUMNS: usize = 88;

/// Explain the code of an error or warning at length.
#[derive(Debug, Args)]
#[command(after_help = "Example: armwright explain AW0403")]
pub(super) struct Explain {
    /// The code, such as AW0403.
    code: String,
}

impl Explain {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let code = self.code.to_ascii_uppercase();
        let Some(text) = diagnostic::explain(&code) else {
            let group = code.get(..4).unwrap_or(&code);
            let codes = |of: &str| -> Vec<String> {
                let all = CODES.iter().filter(|(known, _)| known.starts_with(of));
                all.map(|(known, _)| (*known).to_owned()).collect()
            };
            let near = Some(codes(group)).filter(|near| !near.is_empty());
            let hint = Hint::OneOf(near.unwrap_or_else(|| codes("")));
            return Err(Failure::Unknown(Missing::Code(self.code.clone()), hint));
        };
        let lines = fill(text, COLUMNS).join("\n");
        Ok(Reply::text(format!("{code}\n\n{lines}\n")))
    }
}

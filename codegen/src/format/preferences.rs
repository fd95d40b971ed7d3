//! What the user prefers to see: known values, representatives and squares, key by key.

use crate::description::{Equations, Recovery, Representatives};
use crate::diagnostic::Spanned;

use super::record::{Keys, Record, records};

records! {
    Recovery: known, cost;
    Representatives: drop, keep;
}

/// `sin` or `cos` by element and joint, as the file has them.
type Squares = Vec<(Spanned<String>, Vec<(Spanned<String>, String)>)>;

impl Record for Equations {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        let mut squares = Squares::new();
        for (element, joint, sine) in self.squares.drain(..) {
            let choice = (joint, if sine { "sin" } else { "cos" }.to_owned());
            match squares.last_mut().filter(|(last, _)| *last == element) {
                Some((_, choices)) => choices.push(choice),
                None => squares.push((element, vec![choice])),
            }
        }
        keys.key("squares", &mut squares);
        for (element, choices) in squares {
            let choice = |(joint, square): (_, String)| (element.clone(), joint, square == "sin");
            self.squares.extend(choices.into_iter().map(choice));
        }
        keys.key("budget", &mut self.budget);
    }
}

//! The paths that a source file mentions, and the names that it hands on.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{Imports, ModulePath};

/// A file that is being read.
pub(super) struct File<'a> {
    pub module: ModulePath,
    pub imports: &'a mut Imports,
}

impl File<'_> {
    /// Takes down every path that begins with `crate`, `self` or `super`, and what `use` hands on.
    pub(super) fn walk(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Punct(hash)
                    if hash.as_char() == '#' && for_tests(tokens.get(at + 1)) =>
                {
                    let end = end_of_item(&tokens, at + 2);
                    self.set_aside(&tokens[at + 2..end]);
                    at = end;
                    continue;
                }
                TokenTree::Ident(word) if word == "use" => {
                    at = self.tree(&tokens, at + 1, &[], true);
                    continue;
                }
                TokenTree::Ident(word) if word == "crate" || word == "super" => {
                    at = self.tree(&tokens, at, &[], false);
                    continue;
                }
                TokenTree::Group(group) => self.walk(group.stream()),
                _ => {}
            }
            at += 1;
        }
    }

    /// Takes down a module for tests that has a file of its own.
    fn set_aside(&mut self, item: &[TokenTree]) {
        let words = item.windows(3).find_map(|words| match words {
            [TokenTree::Ident(word), TokenTree::Ident(name), end] if word == "mod" => {
                is_punct(Some(end), ';').then(|| name.to_string())
            }
            _ => None,
        });
        if let Some(name) = words {
            let module = [&self.module[..], &[name]].concat();
            self.imports.of_tests.push(module);
        }
    }

    /// Reads a path, or a tree of them, from `at`; gives the place after it.
    fn tree(
        &mut self,
        tokens: &[TokenTree],
        mut at: usize,
        before: &[String],
        names: bool,
    ) -> usize {
        let mut path = before.to_vec();
        loop {
            match tokens.get(at) {
                Some(TokenTree::Ident(word)) => path.push(word.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut next = 0;
                    while next < inner.len() {
                        next = self.tree(&inner, next, &path, names) + 1;
                    }
                    return at + 1;
                }
                Some(TokenTree::Punct(_))
                | Some(TokenTree::Literal(_))
                | Some(TokenTree::Group(_))
                | None => break,
            }
            at += 1;
            if !is_colon(tokens.get(at)) || !is_colon(tokens.get(at + 1)) {
                break;
            }
            at += 2;
        }
        let renamed = match tokens.get(at) {
            Some(TokenTree::Ident(word)) if names && word == "as" => {
                at += 2;
                tokens.get(at - 1).map(ToString::to_string)
            }
            _ => None,
        };
        // Up to what ends this tree.
        while names
            && tokens
                .get(at)
                .is_some_and(|token| !is_punct(Some(token), ',') && !is_punct(Some(token), ';'))
        {
            at += 1;
        }
        self.found(&path, names.then_some(renamed));
        at
    }

    /// A path as it stands in the file.
    fn found(&mut self, path: &[String], name: Option<Option<String>>) {
        let mut words = path.iter();
        let mut absolute = self.module.clone();
        let mut rest: Vec<String> = Vec::new();
        match words.next().map(String::as_str) {
            Some("crate") => absolute.clear(),
            Some("super") => drop(absolute.pop()),
            Some("self") => {}
            // A module of this one, or another crate: told apart by whether there is such a module.
            Some(word) => rest.push(word.to_owned()),
            None => return,
        }
        for word in words {
            match word.as_str() {
                "super" => drop(absolute.pop()),
                "self" => {}
                word => rest.push(word.to_owned()),
            }
        }
        absolute.extend(rest);
        if let Some(renamed) = name
            && let Some(name) = renamed.or_else(|| absolute.last().cloned())
        {
            let named = [&self.module[..], &[name]].concat();
            if named != absolute {
                self.imports.names.insert(named, absolute.clone());
            }
        }
        let mentions = self.imports.mentions.entry(self.module.clone());
        mentions.or_default().insert(absolute);
    }
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    is_punct(token, ':')
}

/// Whether an attribute's brackets say `cfg(test)`.
fn for_tests(token: Option<&TokenTree>) -> bool {
    token.is_some_and(|token| token.to_string().replace(' ', "") == "[cfg(test)]")
}

/// The place after the item that begins at `at`.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| {
        let body =
            matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        body || is_punct(Some(token), ';')
    };
    let length = tokens[at.min(tokens.len())..].iter().position(ends);
    length.map_or(tokens.len(), |length| at + length + 1)
}

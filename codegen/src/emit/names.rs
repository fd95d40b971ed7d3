//! Identifiers of generated code: the robot's own names, made legal and unique.

use proc_macro2::Ident;
use quote::format_ident;
use rustc_hash::FxHashSet;

/// Hands out identifiers that are used once each in a function.
#[derive(Debug, Default)]
pub(super) struct Names(FxHashSet<String>);

impl Names {
    /// An identifier close to the wanted name: lower case, numbered if it is taken.
    pub(super) fn unique(&mut self, wanted: &str) -> Ident {
        let plain = snake_case(wanted);
        let mut name = plain.clone();
        let mut number = 1;
        while !self.0.insert(name.clone()) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        format_ident!("{name}")
    }
}

/// Lower case, letters, digits and single underscores only, not a keyword, not starting with a digit.
pub(super) fn snake_case(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars().map(|c| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    }) {
        if !(c == '_' && plain.ends_with('_')) {
            plain.push(c);
        }
    }
    let plain = plain.trim_matches('_').to_owned();
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("x_{plain}");
    }
    if syn::parse_str::<Ident>(&plain).is_err() {
        format!("{plain}_")
    } else {
        plain
    }
}

/// `abb_wrist` to `AbbWrist`.
pub(super) fn type_name(name: &str) -> Ident {
    let capitalised = name.split('_').filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    format_ident!("{}", capitalised.collect::<String>())
}

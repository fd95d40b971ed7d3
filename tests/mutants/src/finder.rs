//! Where expressions could be changed, and how.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Item, Lit, Member, Pat, Stmt, Token, UnOp};

use crate::candidates::{Candidate, Form, Kind};
use crate::sources::for_tests;

/// All changes of files.
pub fn all(files: &BTreeMap<PathBuf, String>) -> Vec<Candidate> {
    let parsed = files.iter().map(|(path, text)| {
        (
            path,
            text,
            syn::parse_file(text).expect("a source that compiles"),
        )
    });
    let parsed: Vec<_> = parsed.collect();
    let mut twins = Twins::default();
    parsed
        .iter()
        .for_each(|(_, _, file)| twins.visit_file(file));
    let mut all = Vec::new();
    for (path, text, file) in &parsed {
        if for_tests(&file.attrs) {
            continue;
        }
        let mut finder = Finder {
            path,
            text,
            twins: &twins,
            found: Vec::new(),
            functions: Vec::new(),
            names: Vec::new(),
        };
        finder.visit_file(file);
        all.append(&mut finder.found);
    }
    all
}

/// Fields that stand beside others of the same type.
#[derive(Default)]
struct Twins(BTreeMap<String, BTreeSet<String>>);

impl<'ast> Visit<'ast> for Twins {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let named = |field: &'ast syn::Field| {
            field
                .ident
                .as_ref()
                .map(|name| (name.to_string(), field.ty.to_token_stream().to_string()))
        };
        let fields: Vec<_> = item.fields.iter().filter_map(named).collect();
        for (name, of) in &fields {
            let twins = fields
                .iter()
                .filter(|(other, its)| other != name && its == of);
            self.0
                .entry(name.clone())
                .or_default()
                .extend(twins.map(|(other, _)| other.clone()));
        }
    }
}

/// Names that patterns bind.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}

fn bound(pattern: &Pat) -> BTreeSet<String> {
    let mut names = Names::default();
    names.visit_pat(pattern);
    names.0
}

/// Methods without which there is still a value, often of the same type.
const DROPPED: [&str; 34] = [
    "abs",
    "ceil",
    "chain",
    "clamp",
    "dedup",
    "exp",
    "filter",
    "floor",
    "inverse",
    "ln",
    "max",
    "min",
    "normalize",
    "or",
    "or_else",
    "powi",
    "recip",
    "replace",
    "rev",
    "round",
    "saturating_sub",
    "scale",
    "skip",
    "skip_while",
    "sqrt",
    "step_by",
    "take",
    "take_while",
    "to_degrees",
    "to_lowercase",
    "to_radians",
    "transpose",
    "trim",
    "trim_end",
];

/// Methods that are taken for each other.
const TAKEN_FOR: [(&str, &str); 13] = [
    ("all", "any"),
    ("ceil", "floor"),
    ("column", "row"),
    ("first", "last"),
    ("is_err", "is_ok"),
    ("is_none", "is_some"),
    ("is_none_or", "is_some_and"),
    ("max", "min"),
    ("max_by", "min_by"),
    ("max_by_key", "min_by_key"),
    ("ncols", "nrows"),
    ("position", "rposition"),
    ("sin", "cos"),
];

fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

struct Finder<'a> {
    path: &'a Path,
    text: &'a str,
    twins: &'a Twins,
    found: Vec<Candidate>,
    functions: Vec<String>,
    /// Names that each function binds, the innermost last.
    names: Vec<BTreeSet<String>>,
}

impl Finder<'_> {
    fn span(&self, of: &impl ToTokens) -> Range<usize> {
        of.span().byte_range()
    }

    fn text(&self, of: &impl ToTokens) -> String {
        self.text[self.span(of)].to_owned()
    }

    fn add(&mut self, of: &impl ToTokens, kind: Kind, form: Form, put: impl Into<String>) {
        let (span, put) = (self.span(of), put.into());
        if self.functions.is_empty() || self.text[span.clone()] == put {
            return;
        }
        self.found.push(Candidate {
            file: self.path.to_owned(),
            span,
            put,
            kind,
            form,
            line: of.span().start().line,
            function: self.functions.join("::"),
        });
    }

    fn condition(&mut self, of: &Expr) {
        if !has_let(of) {
            self.add(of, Kind::Condition, Form::Value, "true");
            self.add(of, Kind::Condition, Form::Value, "false");
        }
    }

    fn arguments(&mut self, arguments: &Punctuated<Expr, Token![,]>) {
        for (first, second) in arguments.iter().zip(arguments.iter().skip(1)) {
            let (a, b) = (self.text(first), self.text(second));
            self.add(first, Kind::Argument, Form::Value, b);
            self.add(second, Kind::Argument, Form::Value, a);
        }
        arguments
            .iter()
            .for_each(|argument| self.visit_expr(argument));
    }

    fn function(&mut self, signature: &syn::Signature, block: &Block) {
        if signature.constness.is_some() {
            return;
        }
        let mut names = Names::default();
        names.visit_signature(signature);
        names.visit_block(block);
        self.functions.push(signature.ident.to_string());
        self.names.push(names.0);
        self.visit_block(block);
        self.functions.pop();
        self.names.pop();
    }

    fn binary(&mut self, e: &syn::ExprBinary) {
        if has_let(&e.left) || has_let(&e.right) {
            return;
        }
        let (left, right) = (self.text(&*e.left), self.text(&*e.right));
        let mut put = |kind, texts: &[String]| {
            texts
                .iter()
                .for_each(|text| self.add(e, kind, Form::Value, text.clone()))
        };
        let with = |operator: &str| format!("({left}) {operator} ({right})");
        match e.op {
            BinOp::Add(_) => put(Kind::Arithmetic, &[with("-"), left.clone(), right.clone()]),
            BinOp::Sub(_) => put(Kind::Arithmetic, &[with("+"), left.clone()]),
            BinOp::Mul(_) => put(Kind::Arithmetic, &[left.clone(), right.clone()]),
            BinOp::Div(_) => put(Kind::Arithmetic, &[with("*"), left.clone()]),
            BinOp::And(_) => put(Kind::Condition, &[with("||"), left.clone(), right.clone()]),
            BinOp::Or(_) => put(Kind::Condition, &[with("&&"), left.clone(), right.clone()]),
            BinOp::Eq(_) => put(Kind::Condition, &[with("!=")]),
            BinOp::Ne(_) => put(Kind::Condition, &[with("==")]),
            BinOp::Lt(_) => put(Kind::Boundary, &[with("<=")]),
            BinOp::Le(_) => put(Kind::Boundary, &[with("<")]),
            BinOp::Gt(_) => put(Kind::Boundary, &[with(">=")]),
            BinOp::Ge(_) => put(Kind::Boundary, &[with(">")]),
            _ => {}
        }
    }
}

fn is_compound(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_)
    )
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(module) if for_tests(&module.attrs) => {}
            Item::Fn(function) if for_tests(&function.attrs) => {}
            Item::Impl(block) if for_tests(&block.attrs) => {}
            Item::Mod(_) | Item::Fn(_) | Item::Impl(_) | Item::Trait(_) => {
                visit::visit_item(self, item)
            }
            _ => {}
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(function) = item
            && !for_tests(&function.attrs)
        {
            self.function(&function.sig, &function.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(syn::TraitItemFn {
            sig,
            default: Some(block),
            ..
        }) = item
        {
            self.function(sig, block);
        }
    }

    // What must be known when the program is compiled has no switches.
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, e: &'ast syn::ExprRepeat) {
        self.visit_expr(&e.expr);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(e, Some(_)) = statement {
            let is_compound = matches!(e, Expr::Binary(both) if is_compound(&both.op));
            if is_compound || matches!(e, Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_)) {
                self.add(e, Kind::Statement, Form::Statement, "");
            }
            if let Expr::Binary(both) = e
                && is_compound
            {
                let (left, right) = (self.text(&*both.left), self.text(&*both.right));
                self.add(
                    e,
                    Kind::Statement,
                    Form::Statement,
                    format!("{left} = {right}"),
                );
            }
        }
        visit::visit_stmt(self, statement);
    }

    /// Arguments of macros that print.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string());
        if !matches!(
            name.as_deref(),
            Some("format" | "write" | "writeln" | "vec")
        ) {
            return;
        }
        let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.into_iter().flatten() {
            match &argument {
                Expr::Lit(_) => {}
                Expr::Assign(named) => self.visit_expr(&named.right),
                other => self.visit_expr(other),
            }
        }
    }

    // What is written to stays a place.
    fn visit_expr_assign(&mut self, e: &'ast syn::ExprAssign) {
        self.visit_expr(&e.right);
    }
    fn visit_expr_reference(&mut self, e: &'ast syn::ExprReference) {
        if e.mutability.is_none() {
            self.visit_expr(&e.expr);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Pat::Guard(guarded) = &arm.pat {
            self.condition(&guarded.guard);
            self.visit_expr(&guarded.guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        for (one, other) in e.arms.iter().zip(e.arms.iter().skip(1)) {
            for (one, other) in [(one, other), (other, one)] {
                if bound(&other.pat).is_empty() {
                    let put = self.text(&*other.body);
                    self.add(&*one.body, Kind::Arm, Form::Value, put);
                }
            }
        }
        visit::visit_expr_match(self, e);
    }

    fn visit_expr_if(&mut self, e: &'ast syn::ExprIf) {
        self.condition(&e.cond);
        visit::visit_expr_if(self, e);
    }

    fn visit_expr_binary(&mut self, e: &'ast syn::ExprBinary) {
        if is_compound(&e.op) {
            self.visit_expr(&e.right);
        } else {
            self.binary(e);
            visit::visit_expr_binary(self, e);
        }
    }

    fn visit_expr_unary(&mut self, e: &'ast syn::ExprUnary) {
        if matches!(e.op, UnOp::Neg(_) | UnOp::Not(_)) {
            let put = self.text(&*e.expr);
            self.add(e, Kind::Sign, Form::Value, put);
        }
        self.visit_expr(&e.expr);
    }

    fn visit_expr_lit(&mut self, e: &'ast syn::ExprLit) {
        match &e.lit {
            Lit::Int(n) => {
                if let Ok(value) = n.base10_parse::<u64>() {
                    self.add(
                        e,
                        Kind::Literal,
                        Form::Value,
                        format!("{}{}", value + 1, n.suffix()),
                    );
                }
            }
            Lit::Float(x) => {
                if let Ok(value) = x.base10_parse::<f64>() {
                    let other = if value == 0.0 { 1.0 } else { 1.3 * value };
                    self.add(
                        e,
                        Kind::Literal,
                        Form::Value,
                        format!("{other:?}{}", x.suffix()),
                    );
                }
            }
            Lit::Bool(value) => self.add(e, Kind::Literal, Form::Value, (!value.value).to_string()),
            Lit::Str(text) if text.value().contains(char::is_alphabetic) => {
                self.add(e, Kind::Text, Form::Value, "\"other\"");
            }
            _ => {}
        }
    }

    fn visit_expr_call(&mut self, e: &'ast syn::ExprCall) {
        match &*e.func {
            Expr::Path(path) if path.path.is_ident("Some") => {
                self.add(e, Kind::Condition, Form::Value, "None")
            }
            Expr::Path(_) => {}
            function => self.visit_expr(function),
        }
        self.arguments(&e.args);
    }

    fn visit_expr_method_call(&mut self, e: &'ast syn::ExprMethodCall) {
        let name = e.method.to_string();
        if DROPPED.contains(&&*name) {
            let put = self.text(&*e.receiver);
            self.add(e, Kind::Method, Form::Value, put);
        }
        for (one, other) in TAKEN_FOR.iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
            if name == *one {
                let (all, name) = (self.span(e), e.method.span().byte_range());
                let (before, after) = (
                    &self.text[all.start..name.start],
                    &self.text[name.end..all.end],
                );
                self.add(
                    e,
                    Kind::Method,
                    Form::Value,
                    format!("{before}{other}{after}"),
                );
            }
        }
        // A variable may be borrowed to be changed.
        if !matches!(&*e.receiver, Expr::Path(_)) {
            self.visit_expr(&e.receiver);
        }
        self.arguments(&e.args);
    }

    fn visit_expr_path(&mut self, e: &'ast syn::ExprPath) {
        let names = self.names.last().cloned().unwrap_or_default();
        let Some(name) = e.path.get_ident().map(ToString::to_string) else {
            return;
        };
        if names.contains(&name) {
            names
                .into_iter()
                .for_each(|other| self.add(e, Kind::Variable, Form::Place, other));
        }
    }

    fn visit_expr_field(&mut self, e: &'ast syn::ExprField) {
        if let Member::Named(name) = &e.member {
            let base = self.text(&*e.base);
            for twin in self.twins.0.get(&name.to_string()).into_iter().flatten() {
                self.add(e, Kind::Field, Form::Place, format!("{base}.{twin}"));
            }
        }
        visit::visit_expr_field(self, e);
    }

    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        // `Name { field }` is a field and a variable at once.
        let told = e.fields.iter().filter(|field| field.colon_token.is_some());
        told.for_each(|field| self.visit_expr(&field.expr));
        e.rest.iter().for_each(|rest| self.visit_expr(rest));
    }

    fn visit_expr_index(&mut self, e: &'ast syn::ExprIndex) {
        if let Expr::Path(_) = &*e.index {
            self.add(&*e.index, Kind::Literal, Form::Value, "0");
        }
        visit::visit_expr_index(self, e);
    }
}

//! Generated functions, run statement by statement.

use std::collections::BTreeMap;

use syn::{BinOp, Expr, Item, Lit, Pat, Stmt, UnOp};

/// The numbers that a function leaves, by the array and the indices of their places.
pub(super) type Outputs = BTreeMap<(String, Vec<usize>), f64>;

/// What a function has computed so far.
struct Run {
    arrays: BTreeMap<&'static str, Vec<f64>>,
    names: BTreeMap<String, f64>,
    /// By the array and the places of outputs.
    out: Outputs,
}

fn name(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Path(path) => {
            let words = path.path.segments.iter().map(|s| s.ident.to_string());
            Some(words.collect::<Vec<_>>().join("::"))
        }
        _ => None,
    }
}

fn whole(expression: &Expr) -> usize {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().expect("a number"),
            _ => panic!("an index"),
        },
        _ => panic!("an index"),
    }
}

/// The array and the indices of `out[0][4]`.
fn place(expression: &Expr) -> (String, Vec<usize>) {
    match expression {
        Expr::Index(index) => {
            let (array, mut places) = place(&index.expr);
            places.push(whole(&index.index));
            (array, places)
        }
        other => (name(other).expect("an array"), Vec::new()),
    }
}

impl Run {
    fn value(&self, expression: &Expr) -> f64 {
        match expression {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Try(inner) => self.value(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(number) => number.base10_parse().expect("a number"),
                _ => panic!("a float"),
            },
            Expr::Path(_) => {
                let name = name(expression).expect("a name");
                let value = self.names.get(&name);
                *value.unwrap_or_else(|| panic!("{name} is not known"))
            }
            Expr::Index(_) => {
                let (array, at) = place(expression);
                self.arrays[array.as_str()][at[0]]
            }
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => -self.value(&unary.expr),
                _ => panic!("a minus"),
            },
            Expr::Binary(binary) => {
                let (a, b) = (self.value(&binary.left), self.value(&binary.right));
                match binary.op {
                    BinOp::Add(_) => a + b,
                    BinOp::Sub(_) => a - b,
                    BinOp::Mul(_) => a * b,
                    BinOp::Div(_) => a / b,
                    _ => panic!("an operator of numbers"),
                }
            }
            Expr::Call(call) => match name(&call.func).as_deref() {
                Some("S::constant" | "positive") => self.value(&call.args[0]),
                Some("divide") => self.value(&call.args[0]) / self.value(&call.args[1]),
                other => panic!("a call of {other:?}"),
            },
            Expr::MethodCall(call) => {
                let own = self.value(&call.receiver);
                let arguments: Vec<f64> = call.args.iter().map(|a| self.value(a)).collect();
                match (call.method.to_string().as_str(), arguments.as_slice()) {
                    ("add_product", [a, b]) => own + a * b,
                    ("sub_product", [a, b]) => own - a * b,
                    ("sub_from_product", [a, b]) => a * b - own,
                    ("sign", []) => own.signum(),
                    ("sqrt", []) => own.sqrt(),
                    ("exp", []) => own.exp(),
                    ("tanh", []) => own.tanh(),
                    (other, _) => panic!("{other}"),
                }
            }
            _ => panic!("an expression of numbers"),
        }
    }

    fn bind(&mut self, pattern: &Pat, value: f64) {
        match pattern {
            Pat::Ident(name) => {
                let name = name.ident.to_string();
                assert!(
                    name != "out" && !self.arrays.contains_key(name.as_str()),
                    "{name}"
                );
                let before = self.names.insert(name, value);
                assert_eq!(before, None, "a name of two values");
            }
            Pat::Wild(_) => {}
            _ => panic!("a name"),
        }
    }

    /// Sines and cosines, of one angle or of several.
    fn turn(&mut self, patterns: [&Pat; 2], of: &Expr) {
        let functions: [fn(f64) -> f64; 2] = [f64::sin, f64::cos];
        let angles: Vec<f64> = match of {
            Expr::MethodCall(call) if call.method == "sin_cos" => vec![self.value(&call.receiver)],
            Expr::Call(call) => match &call.args[0] {
                Expr::Reference(reference) => match &*reference.expr {
                    Expr::Array(array) => array.elems.iter().map(|e| self.value(e)).collect(),
                    _ => panic!("angles"),
                },
                _ => panic!("angles"),
            },
            _ => panic!("a sine and a cosine"),
        };
        for (pattern, function) in patterns.into_iter().zip(functions) {
            match pattern {
                Pat::Slice(slice) => {
                    for (one, angle) in slice.elems.iter().zip(&angles) {
                        self.bind(one, function(*angle));
                    }
                }
                one => self.bind(one, function(angles[0])),
            }
        }
    }

    fn store(&mut self, place: (String, Vec<usize>), value: &Expr) {
        let value = self.value(value);
        let before = self.out.insert(place, value);
        assert_eq!(before, None, "an output that is stored twice");
    }

    fn run(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Local(local) => {
                let value = &local.init.as_ref().expect("a value").expr;
                match &local.pat {
                    Pat::Tuple(both) => self.turn([&both.elems[0], &both.elems[1]], value),
                    one => {
                        let value = self.value(value);
                        self.bind(one, value);
                    }
                }
            }
            Stmt::Expr(Expr::MethodCall(call), _) if call.method == "put" => {
                let place = ("out".to_owned(), vec![whole(&call.args[0])]);
                self.store(place, &call.args[1]);
            }
            Stmt::Expr(Expr::MethodCall(call), _) if call.method == "set" => {
                self.store(place(&call.receiver), &call.args[0]);
            }
            Stmt::Expr(Expr::Assign(assignment), _) => {
                self.store(place(&assignment.left), &assignment.right);
            }
            // `use ...;` and `Ok(())`.
            Stmt::Item(_) => {}
            Stmt::Expr(Expr::Call(call), None) if name(&call.func).as_deref() == Some("Ok") => {}
            _ => panic!("a statement"),
        }
    }
}

/// The items of a module and of those in it.
fn items(of: &[Item]) -> Vec<&Item> {
    let mut all = Vec::new();
    for item in of {
        match item {
            Item::Mod(module) => {
                let inner = module.content.iter();
                all.extend(inner.flat_map(|(_, inner)| items(inner)));
            }
            other => all.push(other),
        }
    }
    all
}

/// What the function of a name leaves, by the places of its outputs; `None` if there is no such function.
pub(super) fn run(
    file: &syn::File,
    arrays: BTreeMap<&'static str, Vec<f64>>,
    function: &str,
) -> Option<Outputs> {
    let all = items(&file.items);
    let mut functions = all.iter().filter_map(|item| match item {
        Item::Fn(found) if found.sig.ident == function => Some(found),
        _ => None,
    });
    let found = functions.next()?;
    let mut run = Run {
        arrays,
        names: BTreeMap::new(),
        out: BTreeMap::new(),
    };
    for item in &all {
        if let Item::Const(constant) = item
            && let Expr::Lit(_) = *constant.expr
            && constant.ident != "DOF"
            && !constant.ident.to_string().ends_with("PARAMETERS")
            && constant.ident != "ROWS"
        {
            let value = run.value(&constant.expr);
            run.names.insert(constant.ident.to_string(), value);
        }
    }
    for statement in &found.block.stmts {
        run.run(statement);
    }
    Some(run.out)
}

/// The places of each value of a function, and how many rows and columns there are.
pub(super) fn packing(file: &syn::File, equations: &str) -> (Vec<Vec<usize>>, usize) {
    let all = items(&file.items);
    let mut packings = all.iter().filter_map(|item| match item {
        Item::Impl(found) => match &*found.self_ty {
            syn::Type::Path(own) if own.path.is_ident(equations) => Some(found),
            _ => None,
        },
        _ => None,
    });
    let found = packings.next().expect("a type of the function");
    let constant = found.items.iter().find_map(|item| match item {
        syn::ImplItem::Const(constant) if constant.ident == "PACKING" => Some(&constant.expr),
        _ => None,
    });
    let Some(Expr::Reference(reference)) = constant else {
        panic!("a packing");
    };
    let Expr::Struct(packing) = &*reference.expr else {
        panic!("a packing");
    };
    let field = |name: &str| {
        let mut fields = packing.fields.iter();
        let field = fields.find(|f| matches!(&f.member, syn::Member::Named(n) if n == name));
        &field.expect("a field").expr
    };
    let list = |name: &str| -> Vec<usize> {
        match field(name) {
            Expr::Reference(reference) => match &*reference.expr {
                Expr::Array(array) => array.elems.iter().map(whole).collect(),
                _ => panic!("a list"),
            },
            _ => panic!("a list"),
        }
    };
    let (starts, places) = (list("starts"), list("places"));
    let values = starts
        .windows(2)
        .map(|ends| places[ends[0]..ends[1]].to_vec());
    (
        values.collect(),
        whole(field("rows")) * whole(field("columns")),
    )
}

//! Arithmetic in a robot file: exact values, and faults that point at their place.

use armwright_codegen::algebra::{Poly, Rational};
use armwright_codegen::description::{Placement, Value};
use armwright_codegen::diagnostic::{Diagnostic, Span};
use armwright_codegen::format::read;

const HEAD: &str = "\
robot: arm
gravity: [0, 0, 0]
bodies: [{name: a, parent: base, joint: {name: q, type: continuous, axis: [0, 0, 1]}}]
constants: {l: {value: 1, symbolic: true}, half: 0.5, x: \"";

/// The value of an expression, or what is wrong with it and where.
fn evaluate(text: &str) -> Result<Value, (Diagnostic, Span)> {
    match read("arm.yaml", &format!("{HEAD}{text}\"}}\n")) {
        Ok((description, _)) => Ok(description.constants[2].value.clone()),
        Err(mistakes) => {
            let first = mistakes.iter().next().expect("a mistake").clone();
            let span = first.labels[0].span;
            Err((
                first,
                Span::new(span.start.saturating_sub(HEAD.len()), span.end - HEAD.len()),
            ))
        }
    }
}

fn value(text: &str) -> Value {
    evaluate(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn pi(n: i64, d: i64) -> Value {
    Value::pi(Rational::new(n, d))
}

#[test]
fn angles_are_exact() {
    for (text, n, d) in [
        ("90deg", 1, 2),
        ("pi/2", 1, 2),
        ("-pi", -1, 1),
        ("3*pi/4", 3, 4),
        ("- 3 * pi / 4 ", -3, 4),
        ("90 * deg", 1, 2),
        ("180 deg - pi/4", 3, 4),
        ("half*pi", 1, 2),
        ("2*(pi - pi/2)", 1, 1),
    ] {
        assert_eq!(value(text), pi(n, d), "{text}");
    }
}

#[test]
fn roots_are_exact() {
    for (text, coefficients, denominator) in [
        ("sqrt(2)/2", [0, 1, 0, 0], 2),
        ("sqrt(1/2) - 1", [-2, 1, 0, 0], 2),
        ("-(sqrt (6) + sqrt( 2 ))/4", [0, -1, 0, -1], 4),
        ("sqrt(2)*sqrt(3)", [0, 0, 0, 1], 1),
        ("1/(sqrt(3) - 1)", [1, 0, 1, 0], 2),
        ("sqrt(0.81)", [9, 0, 0, 0], 10),
    ] {
        let number = Rational::over(coefficients, denominator);
        assert_eq!(value(text), Value::number(number), "{text}");
    }
    for bad in [
        "sqrt(5)",
        "sqrt(-1)",
        "sqrt(pi)",
        "sqrt(l)",
        "sqrt(sqrt(2))",
        "sqrt 2",
    ] {
        assert!(evaluate(bad).is_err(), "{bad}");
    }
}

/// What a length is read as.
fn length(text: &str) -> Result<Poly, Diagnostic> {
    let joint = format!(
        "{{name: q, type: continuous, axis: [0, 0, 1], origin: {{xyz: [\"{text}\", 0, 0]}}}}"
    );
    let body = format!("[{{name: a, parent: base, joint: {joint}}}]");
    let constants = "{l: {value: pi/4, symbolic: true}, lead: 0.005}";
    let text = format!("robot: arm\ngravity: [0, 0, 0]\nconstants: {constants}\nbodies: {body}\n");
    let read = read("arm.yaml", &text);
    let (description, _) = read.map_err(|m| m.iter().next().expect("a mistake").clone())?;
    match &description.bodies[0].joint.placement {
        Some(Placement::Origin { xyz, .. }) => Ok(xyz[0].clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn pi_may_stand_in_any_number() {
    let pi = Rational::decimal("3.141592653589793").expect("a number");
    let l = Value::symbol(0.into()).plain;
    for (text, expected) in [
        ("pi", Poly::constant(pi.clone())),
        (
            "2*pi*l - 1",
            l.scale(&(Rational::from(2) * &pi)) - Poly::one(),
        ),
        ("2*pi/6/(pi/3)", Poly::one()),
        (
            "lead/(2*pi)",
            Poly::constant(Rational::new(1, 400) * pi.recip().expect("not zero")),
        ),
    ] {
        assert_eq!(length(text).expect(text), expected, "{text}");
    }
    for text in ["90deg", "2*deg", "lead + 1.5deg"] {
        assert_eq!(length(text).expect_err(text).code, "AW0204", "{text}");
    }
}

/// Whatever follows it: another factor, a unit, a bracket.
#[test]
fn an_exponent_ends_where_its_digits_do() {
    let l = Value::symbol(0.into()).plain;
    for (text, n, d) in [
        ("1e-3*l", 1, 1000),
        ("2.5e+1 * l", 25, 1),
        ("(4E2)*l", 400, 1),
        ("1e1*half*l", 5, 1),
    ] {
        assert_eq!(value(text).plain, l.scale(&Rational::new(n, d)), "{text}");
    }
    for (text, n, d) in [("9e1deg", 1, 2), ("18e-1 deg", 1, 100), ("1e2*pi", 100, 1)] {
        assert_eq!(value(text), pi(n, d), "{text}");
    }
    assert_eq!(value("2e1rad"), Value::number(Rational::from(20)));
    // Without digits it is a word.
    for text in ["2e", "2e + 5", "2e*5", "2ex5", "2E-l"] {
        let (fault, span) = evaluate(text).expect_err(text);
        let word = if text == "2ex5" { 4 } else { 2 };
        assert_eq!((span.start, span.end), (1, word), "{text}: {fault:?}");
    }
}

#[test]
fn arithmetic_follows_the_usual_precedence() {
    for (text, n, d) in [
        ("1 - 2 - 3", -4, 1),
        ("2*3 + 4", 10, 1),
        ("2*(3 + 4)", 14, 1),
        ("1/2/2", 1, 4),
        ("--1", 1, 1),
        ("-.5e1", -5, 1),
        ("1e-4", 1, 10_000),
        ("+0.1", 1, 10),
        ("pi/(2*pi)", 1, 2),
    ] {
        assert_eq!(value(text), Value::number(Rational::new(n, d)), "{text}");
    }
    let l = Value::symbol(0.into()).plain;
    let expected = &(&l * &l).scale(&Rational::new(1, 2)) - &Poly::one();
    assert_eq!(value("half*l*l - 1").plain, expected);
}

#[test]
fn faults_point_at_their_place() {
    for (text, start, end) in [
        ("1 +", 0, 3),
        ("2pi", 1, 3),
        ("1 + xx", 4, 6),
        ("(1 + 2", 0, 1),
        ("1/0", 2, 3),
        ("2/l", 2, 3),
        ("pi*pi", 0, 5),
        ("1..2", 0, 4),
        (".", 0, 1),
        ("1 ! 2", 2, 3),
        ("0x10", 1, 4),
        ("1_000", 1, 5),
        (".nan", 0, 4),
        ("1e61", 0, 4),
        ("\u{e4}", 0, 2),
    ] {
        let (fault, span) = evaluate(text).expect_err(text);
        assert_eq!((span.start, span.end), (start, end), "{text}: {fault:?}");
    }
    let (fault, _) = evaluate("").expect_err("nothing");
    assert_eq!(fault.message, "this is not a number: it is empty");
}

#[test]
fn parentheses_count_inside_each_other_and_not_side_by_side() {
    let nested = |depth: usize| format!("{}2{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(value(&nested(40)), Value::number(Rational::from(2)));
    let (fault, span) = evaluate(&nested(41)).expect_err("too deep");
    assert!(
        fault.message.contains("nested more than 40 deep"),
        "{fault:?}"
    );
    assert_eq!((span.start, span.end), (40, 41));
    let beside = "(1) + ".repeat(99) + "(1)";
    assert_eq!(value(&beside), Value::number(Rational::from(100)));
}

#[test]
fn digits_that_are_wrong_are_not_too_many() {
    for text in ["1..2", "1.2.3", "."] {
        let (fault, _) = evaluate(text).expect_err(text);
        assert_ne!(fault.code, "AW0206", "{text}: {fault:?}");
    }
}

/// Whatever stands between them.
#[test]
fn symbols_are_told_apart() {
    let constants = "{a: 2, l: {value: 1, symbolic: true}, b: {value: 3, unit: m}, h: {value: 1, symbolic: true}}";
    let joint = "{name: q, type: continuous, axis: [0, 0, 1], origin: {xyz: [l, a*h, b]}}";
    let text = format!(
        "robot: arm\ngravity: [0, 0, 0]\nconstants: {constants}\nbodies: [{{name: a, parent: base, joint: {joint}}}]\n"
    );
    let (description, _) = read("arm.yaml", &text).expect("a robot");
    let Some(Placement::Origin { xyz, .. }) = &description.bodies[0].joint.placement else {
        panic!("{:?}", description.bodies[0].joint.placement);
    };
    let [l, h] = [0, 1].map(|k: u16| Value::symbol(k.into()).plain);
    let three = Poly::constant(Rational::from(3));
    assert_eq!(xyz, &[l, h.scale(&Rational::from(2)), three]);
}

#[test]
fn growth_is_bounded() {
    let deep = format!("{}1{}", "(".repeat(400), ")".repeat(400));
    let many = format!("1{}", "*1e9".repeat(200));
    let digits = format!("1{}", "*(1/3)".repeat(150));
    let long = "1+".repeat(4000);
    for text in [deep, many, digits, long, "l*".repeat(30) + "l"] {
        assert!(evaluate(&text).is_err());
    }
    for text in ["1e500", "-1e-500", &"3".repeat(401), "1e99999999999"] {
        let (fault, _) = evaluate(text).expect_err(text);
        assert_eq!(fault.code, "AW0206", "{text}");
    }
}

#[test]
fn an_expression_is_as_long_as_messages_say() {
    let long = |length: usize| format!("1{}", " ".repeat(length - 1));
    assert_eq!(value(&long(100_000)), Value::number(Rational::from(1)));
    let (fault, _) = evaluate(&long(100_001)).expect_err("too long");
    let said = "this is not a number: it is longer than 100000 characters";
    assert_eq!(fault.message, said);
}

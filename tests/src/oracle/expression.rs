//! Arithmetic as robot files write it: `pi/2`, `90deg`, `-(l_1 + 0.02)`, to a float.

use std::collections::HashMap;

/// Text that is no arithmetic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a number, an angle or arithmetic with known constants")]
pub struct ExpressionError {
    /// The whole text.
    pub text: String,
}

/// The value of an expression of numbers, `pi`, `…deg`, named constants, `+ - * / ^`, `sqrt(…)` and other functions, and
/// parentheses.
///
/// # Errors
/// [`ExpressionError`] if it is anything else.
pub fn evaluate(text: &str, constants: &HashMap<String, f64>) -> Result<f64, ExpressionError> {
    let mut reader = Reader {
        rest: text.trim_start(),
        constants,
    };
    match reader.sum() {
        Some(value) if reader.rest.is_empty() => Ok(value),
        _ => Err(ExpressionError {
            text: text.to_owned(),
        }),
    }
}

struct Reader<'a> {
    rest: &'a str,
    constants: &'a HashMap<String, f64>,
}

impl Reader<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else {
                return Some(value);
            }
        }
    }

    fn factor(&mut self) -> Option<f64> {
        if self.take('-') {
            return Some(-self.factor()?);
        }
        if self.take('+') {
            return self.factor();
        }
        let value = self.operand()?;
        if self.take('^') {
            return Some(value.powf(self.number()?));
        }
        Some(value)
    }

    fn operand(&mut self) -> Option<f64> {
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        if self
            .rest
            .starts_with(|c: char| c.is_ascii_digit() || c == '.')
        {
            self.number()
        } else {
            self.name()
        }
    }

    fn number(&mut self) -> Option<f64> {
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        let mut end = self.rest.find(|c| !digits(c)).unwrap_or(self.rest.len());
        // An exponent is part of the number only if digits follow it.
        let tail = &self.rest[end..];
        if tail.starts_with(['e', 'E']) {
            let sign = usize::from(tail[1..].starts_with(['+', '-']));
            let length = tail[1 + sign..]
                .chars()
                .take_while(char::is_ascii_digit)
                .count();
            if length > 0 {
                end += 1 + sign + length;
            }
        }
        let value: f64 = self.rest[..end].parse().ok()?;
        self.advance(end);
        if self.rest.starts_with("deg") {
            self.advance(3);
            return Some(value.to_radians());
        }
        Some(value)
    }

    fn name(&mut self) -> Option<f64> {
        let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !of_name(c)).unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        let value = match (self.constants.get(name), function(name)) {
            (Some(value), _) => *value,
            (None, Some(function)) => {
                self.advance(end);
                return self
                    .rest
                    .starts_with('(')
                    .then(|| self.operand())?
                    .map(function);
            }
            (None, None) if name == "position" || name == "velocity" => {
                let end = self.rest.find(')')?;
                let of = self.rest[..end].replace('(', " ");
                let value = *self.constants.get(&of)?;
                self.advance(end + 1);
                return Some(value);
            }
            (None, None) if name == "pi" => std::f64::consts::PI,
            (None, None) => return None,
        };
        self.advance(end);
        Some(value)
    }

    fn take(&mut self, symbol: char) -> bool {
        let found = self.rest.starts_with(symbol);
        if found {
            self.advance(symbol.len_utf8());
        }
        found
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }
}

fn function(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "sqrt" => f64::sqrt,
        "sin" => f64::sin,
        "cos" => f64::cos,
        "exp" => f64::exp,
        "tanh" => f64::tanh,
        "abs" => f64::abs,
        "sign" => |x| if x == 0.0 { 0.0 } else { x.signum() },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::f64::consts::PI;

    use super::evaluate;

    #[test]
    fn reads_what_robot_files_write() {
        let constants = HashMap::from([("l_1".to_owned(), 0.4)]);
        let cases = [
            ("0.32", 0.32),
            ("-pi/2", -PI / 2.0),
            ("90deg", PI / 2.0),
            ("-(l_1 + 0.02) * 2", -0.84),
            ("1.5e-3", 0.0015),
            ("2 - 3 - 4", -5.0),
            ("3*sqrt(1 + 1)/2", 1.5 * std::f64::consts::SQRT_2),
        ];
        for (text, expected) in cases {
            let value = evaluate(text, &constants).expect(text);
            assert!((value - expected).abs() < 1e-15, "{text}: {value}");
        }
        for bad in ["", "l_2", "1 +", "(1", "1 2", "2 deg 3", "x"] {
            assert!(evaluate(bad, &constants).is_err(), "{bad}");
        }
    }
}

//! Lists and numbers within sentences.

use crate::statistics::Fit;
use crate::thresholds::HOPELESS;

/// What comes before the name of a motor among joints.
const MOTOR: &str = "motor ";

/// What a fit is called among joints: `q1`, `motor m1`.
pub(super) fn called(fit: &Fit) -> String {
    let kind = if fit.is_motor { MOTOR } else { "" };
    format!("{kind}{}", fit.name)
}

/// `joint q1`, `joints q1, q2`, and of motors that stand among them `joint q1, motor m1`.
pub(super) fn joints(names: &[String]) -> String {
    let count = names.iter().filter(|name| !name.starts_with(MOTOR)).count();
    let word = match count {
        0 => "",
        1 => "joint ",
        _ => "joints ",
    };
    format!("{word}{}", names.join(", "))
}

/// ` (words)` of a front end, nothing where it has none.
pub(super) fn by(words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!(" ({words})"),
    }
}

/// `validation recording a`, `validation recordings a, b`.
pub(super) fn validated_with(names: &[String]) -> String {
    let s = if names.len() == 1 { "" } else { "s" };
    format!("validation recording{s} {}", names.join(", "))
}

/// The first few, and how many more; all where hardly any more remain.
pub(super) fn counted(names: &[String], most: usize) -> String {
    match names.get(..most) {
        Some(first) if names.len() > most + 2 => {
            format!("{} and {} more", first.join(", "), names.len() - most)
        }
        _ => names.join(", "),
    }
}

/// A sentence on torques of joints as one on rows of what else is measured.
pub(super) fn of_rows(sentence: String, rows: &[String]) -> String {
    if rows.is_empty() {
        return sentence;
    }
    let mut text = sentence;
    for row in rows {
        for before in ["joints ", "joint ", "The torque of ", "the torque of "] {
            text = text.replace(&format!("{before}{row}"), row);
        }
    }
    for (of_joints, of_rows) in [
        ("the measured torques", "what was measured"),
        ("the torques' size", "the size of what was measured"),
        ("their torque is small", "their effect is small"),
        ("% of their size", "% of its size"),
        ("some joint's torque", "some row"),
        ("not every joint was", "not every row was"),
    ] {
        text = text.replace(of_joints, of_rows);
    }
    text
}

/// A sentence on measured torques as one on what friction that was held leaves of them.
pub(super) fn of_what_is_left(sentence: String, friction_held: bool) -> String {
    if !friction_held {
        return sentence;
    }
    let mut text = sentence;
    for (of_all, of_the_rest) in [
        (
            "the measured torques",
            "the measured torques less held friction",
        ),
        (
            "the torques' size",
            "the size of the torques less held friction",
        ),
        (
            "% of the torque of ",
            "% of the torque less held friction of ",
        ),
    ] {
        text = text.replace(of_all, of_the_rest);
    }
    text
}

/// A number with a typographic minus.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// R² beside others: how far below any use it is says nothing.
pub(super) fn determination(r2: f64, digits: usize) -> String {
    match r2 < HOPELESS {
        true => format!("below {}", minus(&HOPELESS.to_string())),
        false => minus(&format!("{r2:.digits$}")),
    }
}

/// So many significant digits, zeros at the end left out.
pub(super) fn significant(value: f64, digits: usize) -> String {
    let rounded = format!("{value:.0$e}", digits.saturating_sub(1)).parse::<f64>();
    minus(&rounded.unwrap_or(value).to_string())
}

#[cfg(test)]
mod tests {
    use super::{counted, determination, joints, minus, of_rows, of_what_is_left, significant};

    #[test]
    fn rows_are_no_joints() {
        let rows = ["fx_tool", "tz_tool"].map(str::to_owned);
        let said = |text: &str| of_rows(text.to_owned(), &rows);
        assert_eq!(
            said(
                "It explains 99 % of the variance of the measured torques, at worst 90 % (joint tz_tool)."
            ),
            "It explains 99 % of the variance of what was measured, at worst 90 % (tz_tool)."
        );
        assert_eq!(
            said("The torque of joints fx_tool, tz_tool hardly varies, several joints at a time."),
            "fx_tool, tz_tool hardly varies, several joints at a time."
        );
        assert_eq!(of_rows("joint fx_tool".to_owned(), &[]), "joint fx_tool");
    }

    fn names(count: usize) -> Vec<String> {
        (1..=count).map(|k| format!("q{k}")).collect()
    }

    #[test]
    fn joints_are_one_or_several() {
        assert_eq!(joints(&names(1)), "joint q1");
        assert_eq!(joints(&names(3)), "joints q1, q2, q3");
        let motors = ["motor m1", "motor m2"].map(str::to_owned);
        assert_eq!(joints(&motors), "motor m1, motor m2");
        assert_eq!(
            joints(&[names(1), motors[1..].to_vec()].concat()),
            "joint q1, motor m2"
        );
    }

    #[test]
    fn a_list_ends_in_a_count_where_more_than_two_remain() {
        for (count, most, text) in [
            (2, 3, "q1, q2"),
            (3, 3, "q1, q2, q3"),
            (5, 3, "q1, q2, q3, q4, q5"),
            (6, 3, "q1, q2, q3 and 3 more"),
            (9, 1, "q1 and 8 more"),
        ] {
            assert_eq!(counted(&names(count), most), text);
        }
    }

    #[test]
    fn what_is_said_of_torques_is_said_of_rows() {
        let rows = ["power".to_owned()];
        for (of_torques, of_power) in [
            (
                "12 % of the torques' size, the residual is 3 % of their size.",
                "12 % of the size of what was measured, the residual is 3 % of its size.",
            ),
            (
                "because their torque is small",
                "because their effect is small",
            ),
            (
                "too little of some joint's torque, but not every joint was put to the test",
                "too little of some row, but not every row was put to the test",
            ),
            (
                "explains 4 % of the torque of power, of the measured torques",
                "explains 4 % of power, of what was measured",
            ),
            ("The torque of joint power", "power"),
            ("joints power and q2", "power and q2"),
        ] {
            assert_eq!(of_rows(of_torques.to_owned(), &rows), of_power);
            assert_eq!(of_rows(of_torques.to_owned(), &[]), of_torques);
        }
    }

    #[test]
    fn what_is_said_of_torques_is_said_of_what_held_friction_leaves() {
        for (of_torques, of_the_rest) in [
            (
                "It explains 73 % of the variance of the measured torques; the residual is 51 % of their size.",
                "It explains 73 % of the variance of the measured torques less held friction; the residual is 51 % of their size.",
            ),
            (
                "the residual is 8.6 % of the torques' size (R² 0.992).",
                "the residual is 8.6 % of the size of the torques less held friction (R² 0.992).",
            ),
            (
                "the model explains only 40 % of the torque of q6",
                "the model explains only 40 % of the torque less held friction of q6",
            ),
            (
                "The torque of m3 is left out.",
                "The torque of m3 is left out.",
            ),
        ] {
            assert_eq!(of_what_is_left(of_torques.to_owned(), true), of_the_rest);
            assert_eq!(of_what_is_left(of_torques.to_owned(), false), of_torques);
        }
    }

    #[test]
    fn a_hopeless_r2_is_not_written_out() {
        for (r2, digits, text) in [
            (0.9214, 3, "0.921"),
            (-3.035, 2, "−3.04"),
            (-100.0, 1, "−100.0"),
            (-7.3e37, 3, "below −100"),
            (f64::NEG_INFINITY, 2, "below −100"),
        ] {
            assert_eq!(determination(r2, digits), text);
        }
    }

    #[test]
    fn numbers_have_the_digits_asked_for_and_a_typographic_minus() {
        assert_eq!(minus("-1.5e-3"), "−1.5e−3");
        for (value, digits, text) in [
            (1234.567, 6, "1234.57"),
            (1234.567, 2, "1200"),
            (-0.000_123_45, 2, "−0.00012"),
            (2.0, 7, "2"),
            (17.6, 1, "20"),
            (17.6, 0, "20"),
        ] {
            assert_eq!(significant(value, digits), text);
        }
    }
}

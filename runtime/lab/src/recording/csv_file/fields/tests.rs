use std::ops::Range;

use super::{Number, Separator, is_number, number, stamp, text};

#[test]
fn fields_are_split_at_what_is_not_in_quotes() {
    let split = |separator: Separator, line: &'static str| {
        let mut fields = Vec::new();
        separator.split(line, &mut fields);
        let fields = fields.into_iter().map(|field| text(&line[field]));
        fields.collect::<Vec<_>>()
    };
    let comma = Separator::Character(',');
    assert_eq!(split(comma, "a, \"b, c\" ,,d"), ["a", "b, c", "", "d"]);
    assert_eq!(split(Separator::Blanks, "  1   2\t3 "), ["1", "2", "3"]);
    assert_eq!(split(Separator::Blanks, "\"a b\" c"), ["a b", "c"]);
    assert_eq!(split(comma, "5\" tube,x"), ["5\" tube", "x"]);
}

#[test]
fn numbers_have_a_point_or_a_comma() {
    assert_eq!(number("-1.5e-3"), Some(Number::Point(-1.5e-3)));
    assert_eq!(number("-1,5e-3"), Some(Number::Comma(-1.5e-3)));
    assert_eq!(number("12"), Some(Number::Whole(12.0)));
    assert_eq!(number("-1.50D-03"), Some(Number::Point(-1.5e-3)));
    assert_eq!(number("2.d2"), Some(Number::Point(200.0)));
    assert_eq!(number("1,5D+1"), Some(Number::Comma(15.0)));
    for wrong in ["1D3", "1.5D", "1.5D+", "D.5D1", "1.5D1D1", "1.5D1.5", ".D1"] {
        assert_eq!(number(wrong), None, "{wrong}");
    }
    for wrong in ["1.234,5", "1,234,5", "1,", "NaN", "inf", "", "1,-5"] {
        assert_eq!(number(wrong), None, "{wrong}");
    }
}

#[test]
fn stamps_are_nanoseconds() {
    let second = 1_000_000_000;
    assert_eq!(stamp("1970-01-01T00:00:00Z"), Some(0));
    assert_eq!(
        stamp("2000-03-01 00:00:01.5"),
        Some((951_868_800 + 1) * second + second / 2)
    );
    assert_eq!(
        stamp("2024-02-29T23:59:59,25+01:00"),
        stamp("29.02.2024 22:59:59.25")
    );
    assert_eq!(stamp("12:00:00"), Some(43_200 * second));
    for wrong in ["12", "2024-13-01T00:00", "2024-05-01", "a:b:c", "1:2:3:4"] {
        assert_eq!(stamp(wrong), None, "{wrong}");
    }
}

#[test]
fn separators_leave_empty_fields_and_blanks_none() {
    let split = |separator: Separator, line: &str| {
        let mut fields = std::iter::once(7..9).collect::<Vec<_>>();
        separator.split(line, &mut fields);
        assert_eq!(separator.count(line), fields.len());
        fields
    };
    let comma = Separator::Character(',');
    assert_eq!(split(comma, ",ab,"), [0..0, 1..3, 4..4]);
    assert_eq!(split(comma, ""), [Range { start: 0, end: 0 }]);
    assert_eq!(split(comma, "\"a,\",b"), [0..4, 5..6]);
    // One that is not ASCII takes two bytes.
    assert_eq!(split(Separator::Character('§'), "ä§b"), [0..2, 4..5]);
    assert_eq!(split(Separator::Blanks, " a \t bc"), [1..2, 5..7]);
    assert_eq!(split(Separator::Blanks, "  "), []);
    // A quote within a field opens none.
    assert_eq!(split(comma, "a\"b,c\",\"d\""), [0..3, 4..6, 7..10]);
    assert_eq!(split(comma, "a \"b,c"), [0..4, 5..6]);
    assert_eq!(split(Separator::Blanks, "\"a\tb\" c"), [0..5, 6..7]);
    let all = ['\t', ';', ','].map(Separator::Character);
    assert_eq!(Separator::ALL[..3], all);
    assert_eq!(Separator::ALL[3], Separator::Blanks);
}

#[test]
fn texts_have_no_blanks_and_quotes_around_them() {
    for (field, expected) in [
        (" a b ", "a b"),
        ("\" a \"", "a"),
        ("\"a", "\"a"),
        ("\"\"", ""),
        ("\"", "\""),
    ] {
        assert_eq!(text(field), expected);
    }
}

#[test]
fn what_is_a_number_is_told() {
    for (written, value) in [("1,5", 1.5), ("-.25", -0.25), ("7", 7.0)] {
        assert_eq!(number(written).map(Number::value), Some(value));
    }
    assert_eq!(number("1e5"), Some(Number::Whole(1e5)));
    for field in ["1,5", " \"2\" ", "nan", "-inf", "12:30", "2024-05-01 12:30"] {
        assert!(is_number(field), "{field}");
    }
    for field in ["", "-", "a1", "1 2", "deg"] {
        assert!(!is_number(field), "{field}");
    }
}

/// Days by the calendar, counted month by month.
#[test]
fn days_are_counted_from_1970() {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut count = 0;
    for year in 1970..2110 {
        let february = if leap(year) { 29 } else { 28 };
        let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, days) in (1..).zip(months) {
            for day in [1, days] {
                let found = super::days(&format!("{year}-{month:02}-{day:02}"));
                assert_eq!(found, Some(count + day - 1), "{year} {month} {day}");
            }
            count += days;
        }
    }
    assert_eq!(super::days("2024/05/01"), super::days("01.05.2024"));
    for wrong in [
        "24-05-01",
        "2024-00-01",
        "2024-05-32",
        "2024-13-01",
        "2024-05",
        "2024-05-01-01",
        "05.01",
    ] {
        assert_eq!(super::days(wrong), None, "{wrong}");
    }
}

#[test]
fn stamps_have_zones_fractions_and_limits() {
    let at = |hours: i64, minutes: i64, nanoseconds: i64| {
        Some((3600 * hours + 60 * minutes) * 1_000_000_000 + nanoseconds)
    };
    for (text, expected) in [
        ("13:05", at(13, 5, 0)),
        ("13:05:06", at(13, 5, 6_000_000_000)),
        ("13:05:06.000000007", at(13, 5, 6_000_000_007)),
        ("13:05:06,1234567891", at(13, 5, 6_123_456_789)),
        // Eighteen digits are read, of which nine count.
        ("13:05:06.123456789876543210", at(13, 5, 6_123_456_789)),
        ("24:59:60", at(24, 59, 60_000_000_000)),
        ("13:05Z", at(13, 5, 0)),
        ("13:05:00+01:30", at(11, 35, 0)),
        ("13:05:00-0230", at(15, 35, 0)),
        ("13:05:00+02", at(11, 5, 0)),
        ("1970-01-02T01:00:00z", at(25, 0, 0)),
    ] {
        assert_eq!(stamp(text), expected, "{text}");
    }
    for wrong in [
        "25:00",
        "12:60",
        "12:00:61",
        "12:00:00.x",
        "12:00:00+15:00",
        "12:00:00+01:60",
        "12:00:00+1",
        "12:00:00.1234567890123456789",
        "00012:30",
        "1970/+1/02 12:30",
    ] {
        assert_eq!(stamp(wrong), None, "{wrong}");
    }
}

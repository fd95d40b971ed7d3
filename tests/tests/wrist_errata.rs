//! Printed equations: exactly these differ from what the generator derives, and a page says so.

use std::path::{Path, PathBuf};

use armwright_tests::paper::{Errata, Memo, Printed, Wrist, errata, errata_page, memo_errata};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The transcription's text.
fn text() -> String {
    let path = root().join("tests/papers/abb_wrist_printed.yaml");
    std::fs::read_to_string(path).expect("the transcription is there")
}

fn found_in(text: &str) -> Errata {
    let wrist = Wrist::derive().expect("the wrist has no faults");
    let printed = Printed::parse(text).expect("the transcription reads");
    errata(&printed, &wrist).expect("the transcription is formulas")
}

fn found_in_the_memo() -> Errata {
    let memo = Memo::read(&root().join("tests/papers/mit_ddarm_printed.yaml"));
    memo_errata(&memo.expect("the transcription reads")).expect("and is formulas")
}

fn titles(errata: Errata) -> Vec<String> {
    errata
        .errata
        .into_iter()
        .map(|erratum| erratum.title)
        .collect()
}

/// What is wrong in print, in its order.
const KNOWN: [&str; 17] = [
    "Sensors at every joint reveal 27 of 30 parameters, not all",
    "The applied forces lack g",
    "The applied torques lack the reactions of the joints",
    "PS_21 in S_122 lacks a factor c2",
    "PS_22 in S_122 lacks a factor c2",
    "S_213 lacks its terms in c2 s3 and c2 c3",
    "PS_45 in S_311 lacks a factor c2^2",
    "S_223 is not 0",
    "There are 101 coefficients, not 96",
    "PG_1, PG_2, PG_3, PG_4, PG_5 and PG_6 lack the factor g",
    "PJ_5 has ct2 for ct3",
    "17 coefficients are independent, not 18",
    "The solution for cm divides by 0",
    "The solution for aJ11 has the wrong sign",
    "8 parameters must be known, not 7",
    "Coulomb friction turns with the velocities of the motors",
    "PJ_1 to PJ_7 are 7 coefficients, and give none of the physical parameters",
];

#[test]
fn the_differences_are_exactly_these() {
    assert_eq!(titles(found_in(&text())), KNOWN);
}

#[test]
fn the_memos_differences_are_exactly_these() {
    let known = [
        "Lxx_3 - Lyy_3 is not -0.2702",
        "Lzz_1 + Lxx_2 + Lxx_3 + m_3 l_2^2 is not 15.7029",
        "Setting m_3, mz_3, Lxx_3 and Lzz_2 to zero loses a rank",
        "No body has the inertia of link 1",
    ];
    assert_eq!(titles(found_in_the_memo()), known);
}

#[test]
fn what_is_put_right_is_no_longer_found() {
    let cures = [
        ("sensors_reveal_all: true", "sensors_reveal_all: false", 0),
        ("PJ_7], parameters: 7}", "PJ_7], parameters: 0}", 16),
        ("PS_21 s3 c3 +", "PS_21 s3 c3 c2 +", 3),
        ("+ PS_22 c3^2 +", "+ PS_22 c3^2 c2 +", 4),
        ("PS_45 c3 s3 +", "PS_45 c3 s3 c2^2 +", 6),
        ("cJ13 - cm ct2 (bl1", "cJ13 - cm ct3 (bl1", 10),
        (
            "aJ11: \"-PJ_7 + bJ11",
            "aJ11: \"PJ_7 - 2 (bJ11 + cJ11 + am (at2^2 + at3^2) + bm \
            (bt2^2 + bt3^2) + cm (ct2^2 + ct3^2)) + bJ11",
            13,
        ),
    ];
    for (wrong, right, erratum) in cures {
        assert!(text().contains(wrong), "{wrong}");
        let mut others = KNOWN.to_vec();
        let cured = others.remove(erratum);
        assert_eq!(
            titles(found_in(&text().replace(wrong, right))),
            others,
            "{cured}"
        );
    }
}

#[test]
fn a_mistake_put_into_the_transcription_is_found() {
    let mistakes = [
        (
            "PJ_20 s3 + PJ_21 c3",
            "PJ_20 s3 + PJ_21 c2",
            "J_23 lacks its terms in c3",
        ),
        ("S_333]", "S_333, S_133]", "S_133 is not 0"),
        (
            "PJ_13: \"bJ12 - bm bt1 bt2",
            "PJ_13: \"bJ12 - bm bt1 bt3",
            "PJ_13 has bt3 for bt2",
        ),
        (
            "PJ_16: \"cJ11 + cm",
            "PJ_16: \"cJ11 - cm",
            "PJ_16 is another expression",
        ),
        (
            "bt3: \"-PG_4 / bm",
            "bt3: \"PG_4 / bm",
            "The solution for bt3 has the wrong sign",
        ),
        (
            "at2: \"1 / am",
            "at2: \"2 / am",
            "The solution for at2 gives another value",
        ),
        (
            "ct2: \"-PG_2 / cm",
            "ct2: \"-PG_2 ct3 / cm / ct3",
            "The solution for ct2 needs ct3",
        ),
        (
            "bt3 b_1 - bt1 b_3",
            "bt3 b_1 + bt1 b_3",
            "The tangent vectors give another kinetic energy",
        ),
        (
            "[at1, al1, aJ22",
            "[at1, bl1, aJ22",
            "Other physical parameters appear in no equation",
        ),
    ];
    for (right, wrong, title) in mistakes {
        let text = text();
        assert!(text.contains(right), "{right}");
        let found = titles(found_in(&text.replace(right, wrong)));
        assert!(
            found.iter().any(|other| other == title),
            "{title}: {found:?}"
        );
    }
}

#[test]
fn the_page_is_what_was_found() {
    let path = root().join("docs/errata.md");
    let page = errata_page(&found_in(&text()), &found_in_the_memo());
    if std::env::var_os("ARMWRIGHT_BLESS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == page,
        "docs/errata.md is not what was found; ARMWRIGHT_BLESS=1 writes it again:\n{page}"
    );
}

//! The list of errata as the page `docs/errata.md`.

use std::fmt::Write as _;

use super::erratum::Errata;

const HEAD: &str = "\
# Errata of the papers

Two papers whose robots are in `robots/` print some things that do not follow from their own models.
This page lists every difference that was found in what it covers. It is generated: what is printed is
data (`tests/papers/`), what is true is derived from the robot files, and the test `wrist_errata`
compares the two in exact algebra and fails if this page says anything else.

It covers, of the wrist's paper, the claim about sensors (section 1), velocities and applied forces
(2.1, 2.2), all elements of g, J and S with the number of their coefficients, the eighteen definitions
and their independence (2.2), what is invisible and what must be known (3, 4), the eighteen solutions
(4), the friction term and the claim about J_11's coefficients (5); of the memo, Tables 1 to 3 and the
reduced sets of section 4. It does not cover figures, identified numbers, or the other three papers.

`ARMWRIGHT_BLESS=1 cargo test -p armwright-tests --test evidence wrist_errata::` writes it again.
";

const WRIST: &str = "
## The ABB wrist

S. Hanssen, G. E. Hovland and T. Brogårdh, *Verification of Physical Parameters in a Rigid
Manipulator Wrist Model*; `robots/abb_wrist.yaml`.

Names are the paper's, its index to the upper left in front: `cm`, `ct1` to `ct3` and `cJ11` to
`cJ33` are mass, centre of mass and inertia about it of body c, `bl1` a length of body b. `s2` is
sin q2, `c2` is cos q2; `a_1`, `b_2`, `c_1`, `n_3` are unit vectors; `u1` to `u3` are the torques
tau; `qd` is a velocity. Coefficients have the numbers of the print.
";

const MEMO: &str = "
## The direct drive arm

C. H. An, C. G. Atkeson and J. M. Hollerbach, *Estimation of Inertial Parameters of Rigid Body Links
of Manipulators*, A.I. Memo 887, MIT, 1986; `robots/mit_ddarm.yaml`. Names are those of the robot
file (the memo's I is L). Indices that are only damaged in print are not listed.
";

/// The page, from what was found in the wrist's paper and in the arm's memo.
#[must_use]
pub fn errata_page(wrist: &Errata, memo: &Errata) -> String {
    let mut page = HEAD.to_owned();
    for (head, errata) in [(WRIST, wrist), (MEMO, memo)] {
        page += head;
        part(&mut page, errata);
    }
    page
}

fn part(page: &mut String, errata: &Errata) {
    let _ = writeln!(page, "\n{} errata:\n", errata.errata.len());
    for (k, erratum) in errata.errata.iter().enumerate() {
        let line = format!("{}. {} ({})", k + 1, erratum.title, erratum.place);
        *page += &wrapped(&line, "   ");
    }
    for (k, erratum) in errata.errata.iter().enumerate() {
        let _ = writeln!(page, "\n### {}. {}\n", k + 1, erratum.title);
        let _ = writeln!(page, "{}. Printed:\n", capitalised(erratum.place));
        block(page, &erratum.printed);
        *page += "\nDerived:\n\n";
        block(page, &erratum.derived);
        *page += "\n";
        *page += &wrapped(&erratum.reason, "");
    }
    *page += "\n### What agrees\n\n";
    for agreement in &errata.agreements {
        *page += &wrapped(&format!("- {agreement}"), "  ");
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Formulas, a line each, long ones broken at their signs.
fn block(page: &mut String, formulas: &str) {
    *page += "```text\n";
    for line in formulas.lines() {
        *page += &wrapped(line, "    ");
    }
    *page += "```\n";
}

/// Text in lines of at most 100 characters, all but the first indented.
fn wrapped(text: &str, indent: &str) -> String {
    let (mut done, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > 100 {
            let _ = writeln!(done, "{line}");
            line = indent.to_owned();
            line += word;
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    let _ = writeln!(done, "{line}");
    done
}

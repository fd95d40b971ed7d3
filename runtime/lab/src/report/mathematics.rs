//! LaTeX to MathML, which every browser typesets without help.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

/// A formula as MathML, on a line of its own or within one; `None` if it cannot be typeset (the
/// renderer reports faults inside its output).
pub(super) fn typeset(latex: &str, own_line: bool) -> Option<String> {
    let storage = Storage::new();
    let display_mode = if own_line {
        DisplayMode::Block
    } else {
        DisplayMode::Inline
    };
    let config = RenderConfig {
        display_mode,
        ..RenderConfig::default()
    };
    let mut mathml = String::new();
    push_mathml(&mut mathml, Parser::new(latex, &storage), config).ok()?;
    (!mathml.contains("<merror")).then_some(mathml)
}

#[cfg(test)]
mod tests {
    use super::typeset;

    #[test]
    fn formulas_are_typeset_and_faults_noticed() {
        let formula = typeset(r"L_{zz,1} + l_2^{2}\,m_3 - \frac{1}{2} \ddot{q}_1", false).unwrap();
        assert!(formula.starts_with("<math") && formula.contains("<msub>"));
        assert_eq!(typeset(r"\frac{1", false), None);
        assert_eq!(typeset(r"\nosuchmacro{x}", false), None);
    }
}

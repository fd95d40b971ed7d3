//! The closed form as data: elements of gravity, inertia and Coriolis terms, and their monomials.

/// One element of `g`, `M` or `S` that is not zero: a sum of trigonometric monomials of the
/// configuration, each with a coefficient that is constant for the robot (Hanssen, Hovland and
/// Brogårdh, section 2.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Element {
    /// `g_1`, `M_12`, `S_113`; indices from 1.
    pub name: &'static str,
    /// The same in LaTeX.
    pub latex: &'static str,
    /// Which part of the equations it belongs to.
    pub part: ElementPart,
    /// Its indices, from 0: `[i]`, `[i, j]` with `i ≤ j`, or `[i, j, k]` with `j ≤ k`.
    pub indices: &'static [usize],
    /// The coordinates that it depends on, rising.
    pub coordinates: &'static [usize],
    /// Its terms, in the order of [`Robot::element_bases`](crate::Robot::element_bases).
    pub terms: &'static [ElementTerm],
}

/// A part of the equations of motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementPart {
    /// `g_i(q)`.
    Gravity,
    /// `M_ij(q)`, armature and rotors included.
    Inertia,
    /// `S_ijk(q)`, the whole coefficient of `qd_j qd_k`.
    Coriolis,
}

/// A monomial and its coefficient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElementTerm {
    /// The coefficient: `PG_1`, `PJ_7`, `PS_3`.
    pub name: &'static str,
    /// The same in LaTeX.
    pub latex: &'static str,
    /// The monomial: `s2*c3`, `1`.
    pub monomial: &'static str,
    /// The same in LaTeX.
    pub monomial_latex: &'static str,
    /// The coefficient in physical parameters: `m_c*ty_c`.
    pub expression: &'static str,
    /// The coefficient as a combination of base parameters: indices into
    /// [`Model::base`](crate::Model::base) and factors, geometric symbols at their values.
    pub combination: &'static [(usize, f64)],
}

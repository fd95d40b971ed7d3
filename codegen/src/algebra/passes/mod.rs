//! The optimiser on one page: what is done to a function's expressions before they become code.
//!
//! A graph is simple before any pass: equal expressions are one node, numbers are folded, zeros and
//! ones are gone, since [`Graph`] writes them so. Each pass rewrites the whole graph; afterwards it
//! expands to the same normal form, which the tests prove for every function of every robot, pass by
//! pass. What a pass costs or saves is counted ([`Counted`]); `armwright show passes` prints both.

mod angle_sums;
mod factoring;

use super::{Graph, Operations, Ref};

/// The passes, in order.
pub const PASSES: &[Pass] = &[
    // What turns about parallel axes turns once, by the sum of their angles, where that turn is known.
    Pass {
        name: "angle_sums",
        run: angle_sums::summed,
    },
    // No two products of a sum have a factor in common, unless something else uses one of them.
    Pass {
        name: "factoring",
        run: factoring::factored,
    },
];

/// A pass: a name, and what rewrites the expressions that the outputs need.
#[derive(Debug, Clone, Copy)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    run: fn(&Graph, &[Ref]) -> (Graph, Vec<Ref>),
}

/// The expressions of a function in some form.
#[derive(Debug)]
pub struct Form {
    /// The pass that made it; `written` before the first.
    pub name: &'static str,
    /// The expressions.
    pub graph: Graph,
    /// Those that are the function's results.
    pub outputs: Vec<Ref>,
}

/// The arithmetic of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The pass that made the form; `written` before the first.
    pub form: &'static str,
    /// What it computes with.
    pub operations: Operations,
}

impl Form {
    /// Expressions as they were written.
    #[must_use]
    pub fn written(graph: Graph, outputs: Vec<Ref>) -> Self {
        Self {
            name: "written",
            graph,
            outputs,
        }
    }

    /// The arithmetic of the form.
    #[must_use]
    pub fn counted(&self) -> Counted {
        Counted {
            form: self.name,
            operations: Operations::of(&self.graph, &self.outputs),
        }
    }

    fn after(&self, pass: &Pass) -> Self {
        let (graph, outputs) = (pass.run)(&self.graph, &self.outputs);
        Self {
            name: pass.name,
            graph,
            outputs,
        }
    }

    /// This form and those after each of the passes.
    #[must_use]
    pub fn forms(self) -> Vec<Self> {
        let mut forms = vec![self];
        for pass in PASSES {
            let next = forms.last().map(|form| form.after(pass));
            forms.extend(next);
        }
        forms
    }

    /// The form after the last pass, and the arithmetic of all of them.
    #[must_use]
    pub fn optimised(self) -> (Self, Vec<Counted>) {
        let (mut form, mut counts) = (self, Vec::new());
        counts.push(form.counted());
        for pass in PASSES {
            form = form.after(pass);
            counts.push(form.counted());
        }
        (form, counts)
    }
}

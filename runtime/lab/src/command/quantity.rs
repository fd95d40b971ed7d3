//! What `evaluate` evaluates: every generated quantity of states, and accelerations.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use armwright_runtime::Quantity;

/// What can be evaluated along states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Evaluated {
    /// A generated quantity.
    Generated(Quantity),
    /// Accelerations that given torques cause.
    Forward,
}

impl ValueEnum for Evaluated {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Evaluated>> = LazyLock::new(|| {
            let all = Quantity::ALL.iter().copied();
            let of_states = all.filter(|quantity| quantity.arguments().contains(&"q"));
            let of_states = of_states.map(Evaluated::Generated);
            of_states.chain([Evaluated::Forward]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, summary) = match self {
            Self::Generated(quantity) => (quantity.name(), quantity.summary()),
            Self::Forward => ("forward", "Accelerations that given torques cause"),
        };
        Some(PossibleValue::new(name).help(summary))
    }
}

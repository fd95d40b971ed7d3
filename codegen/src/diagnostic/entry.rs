//! The form of an entry: all that is known of one fault, side by side.
//!
//! ```text
//! /// The explanation, for `armwright explain CODE`.
//! CODE Severity name(arguments),
//!     "the message, with its {arguments}",
//!     at "a few words for the caret",
//!     help "what would be right";
//! ```
//!
//! `at` and `help` may be left out, and may be expressions of the arguments; an expression after
//! `maybe` says by `None` that there is nothing to add.

/// Makes of the entries a function each that words the fault, and the list of codes.
macro_rules! faults {
    ($(
        $(#[doc = $explanation:literal])+
        $code:ident $severity:ident $name:ident($($argument:ident: $of:ty),*),
        $message:literal
        $(, at $label:expr)?
        $(, help $help:expr)?
        $(, maybe $maybe:expr)?;
    )+) => {
        /// One mistake, in words. The documentation of each is what `armwright explain` prints.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Fault {
            /// The code by which `armwright explain` knows it.
            pub code: &'static str,
            /// How much it matters.
            pub severity: Severity,
            /// What is wrong, in one sentence.
            pub message: String,
            /// A few words for the caret; may be empty.
            pub label: String,
            /// What would be right.
            pub help: Option<String>,
        }

        impl Fault {
            $(
                $(#[doc = $explanation])+
                #[must_use]
                pub fn $name($($argument: $of),*) -> Self {
                    Self {
                        code: stringify!($code),
                        severity: Severity::$severity,
                        message: format!($message),
                        label: given([$(String::from($label))?]).unwrap_or_default(),
                        help: given([$(Some(String::from($help)))? $($maybe)?]).flatten(),
                    }
                }
            )+
        }

        /// Every code with its explanation, in ascending order.
        pub const CODES: &[(&str, &str)] =
            &[$((stringify!($code), concat!($($explanation),+).trim_ascii_start()),)+];
    };
}

pub(super) use faults;

/// What stands at a place of an entry that may be left out.
pub(super) fn given<T, const N: usize>(places: [T; N]) -> Option<T> {
    places.into_iter().next()
}

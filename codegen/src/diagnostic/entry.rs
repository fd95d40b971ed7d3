//! The form of an entry: all that is known of one fault, side by side.
//!
//! ```text
//! /// The explanation, for `armwright explain CODE`.
//! CODE Severity Name { fields },
//!     "the message, with its {fields}",
//!     at "a few words for the caret",
//!     help "what would be right";
//! ```
//!
//! `at` and `help` may be left out, and may be expressions of the fields; an expression after
//! `help maybe` says by `None` that there is nothing to add.

/// Makes of the entries the enum [`super::Fault`], what it answers, and the list of codes.
macro_rules! faults {
    ($(
        $(#[doc = $explanation:literal])+
        $code:ident $severity:ident $name:ident $({ $($field:ident: $of:ty),+ })?,
        $message:literal
        $(, at $label:expr)?
        $(, help $help:expr)?
        $(, maybe $maybe:expr)?;
    )+) => {
        /// One mistake: its wording, its code, and what would be right. The documentation of each
        /// is what `armwright explain` prints.
        #[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
        #[expect(missing_docs, reason = "the wording of each says what its fields are")]
        pub enum Fault {
            $(
                $(#[doc = $explanation])+
                #[error($message)]
                $name $({ $($field: $of),+ })?,
            )+
        }

        #[expect(unused_variables, reason = "an entry uses the fields that it needs")]
        impl Fault {
            /// The code by which `armwright explain` knows it.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$name $({ $($field),+ })? => stringify!($code),)+
                }
            }

            /// How much it matters.
            #[must_use]
            pub fn severity(&self) -> Severity {
                match self {
                    $(Self::$name $({ $($field),+ })? => Severity::$severity,)+
                }
            }

            /// A few words for the caret.
            pub(crate) fn label(&self) -> Option<String> {
                match self {
                    $(Self::$name $({ $($field),+ })? => given([$(String::from($label))?]),)+
                }
            }

            /// What would be right.
            pub(crate) fn help(&self) -> Option<String> {
                match self {
                    $(Self::$name $({ $($field),+ })? => {
                        given([$(Some(String::from($help)))? $($maybe)?]).flatten()
                    })+
                }
            }
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

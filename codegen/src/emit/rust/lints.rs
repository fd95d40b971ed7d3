//! The lints that generated code is silenced for, by name and each for a reason.

use proc_macro2::TokenStream;
use quote::quote;

/// For items that hold numbers of the robot file: no digit separators, as many digits as it takes
/// to read back the same float, and a length of 0.785 m that is no quarter of pi.
pub(super) fn of_numbers() -> TokenStream {
    quote! {
        #[allow(clippy::unreadable_literal, clippy::excessive_precision, clippy::approx_constant)]
    }
}

/// For functions: long, with the field's one-letter names and those of the robot's joints, and with
/// the same arguments for every robot, also where one of them does not matter (gravity of a robot
/// whose joints all slide).
pub(super) fn of_functions() -> TokenStream {
    quote! {
        #[allow(
            unused_variables, clippy::too_many_lines, clippy::too_many_arguments, clippy::many_single_char_names,
            clippy::similar_names, clippy::unreadable_literal, clippy::excessive_precision, clippy::approx_constant
        )]
    }
}

//! Identifiers of generated code: the robot's own names, made legal and unique.

use proc_macro2::Ident;
use quote::format_ident;
use rustc_hash::FxHashSet;

use crate::algebra::{ConstantIndex, Indexed};
use crate::mechanism::{Base, Mechanism};

/// Types and variants that the generated module names without a path.
const TYPES: [&str; 12] = [
    "Default",
    "Err",
    "FnOnce",
    "None",
    "Ok",
    "Option",
    "Result",
    "Robot",
    "Scalar",
    "Self",
    "ShapeError",
    "Some",
];

/// What the types that stand for functions end with.
pub(super) const EQUATIONS: &str = "Equations";

/// The module's own constants and statics, in lower case.
const CONSTANTS: [&str; 9] = [
    "base_parameters",
    "dof",
    "model",
    "parameters",
    "recovered",
    "recovery_steps",
    "robot",
    "slotine_li_base_regressor_of_bodies",
    "slotine_li_regressor_of_bodies",
];

/// The arrays that generated functions take or fill.
const ARGUMENTS: [&str; 12] = [
    "theta",
    "base",
    "q",
    "qd",
    "qdd",
    "out",
    "beta",
    "known",
    "recovered",
    "tolerance",
    "lengths",
    "packing",
];

/// Hands out identifiers that are used once each in a function.
#[derive(Debug, Default)]
pub(super) struct Names(FxHashSet<String>);

impl Names {
    /// Without the names of arguments.
    pub(super) fn reserved() -> Self {
        let mut names = Self::default();
        for name in ARGUMENTS {
            names.unique(name);
        }
        names
    }

    /// An identifier close to the wanted name: lower case, numbered if it is taken.
    pub(super) fn unique(&mut self, wanted: &str) -> Ident {
        let plain = snake_case(wanted);
        let mut name = plain.clone();
        let mut number = 1;
        while !self.0.insert(name.clone()) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        format_ident!("{name}")
    }
}

/// Lower case, letters, digits and single underscores only, not a keyword, not starting with a digit.
pub(super) fn snake_case(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let plain = words.join("_").to_ascii_lowercase();
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("x_{plain}");
    }
    // `gen` is a keyword from edition 2024 on.
    if plain == "gen" || syn::parse_str::<Ident>(&plain).is_err() {
        format!("{plain}_")
    } else {
        plain
    }
}

/// `abb_wrist` to `AbbWrist`; a name that generated code uses itself gets `Robot` behind it.
pub(super) fn type_name(name: &str) -> Ident {
    let capitalised = name.split('_').filter(|word| !word.is_empty()).map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    let capitalised = capitalised.collect::<String>();
    let is_own = TYPES.contains(&capitalised.as_str()) || capitalised.ends_with(EQUATIONS);
    match is_own {
        true => format_ident!("{capitalised}Robot"),
        false => format_ident!("{capitalised}"),
    }
}

/// What the symbolic constants of the file are called in the module: `L_B1` for `l_b1`,
/// numbered where two names differ only in case or where the module has one of that name.
pub(super) fn constants(mechanism: &Mechanism) -> Indexed<ConstantIndex, Ident> {
    let mut names = Names::default();
    for own in CONSTANTS {
        names.unique(own);
    }
    if mechanism.base == Base::Input {
        names.unique("rows");
    }
    mechanism.constants.map(|_, constant| {
        let name = names.unique(&constant.name).to_string();
        format_ident!("{}", name.to_ascii_uppercase())
    })
}

#[cfg(test)]
mod tests {
    use super::{snake_case, type_name};

    /// Types of the module end with `Equations`, as `TorqueEquations` does.
    #[test]
    fn a_robot_is_called_as_no_type_of_the_module_may_be() {
        for (name, expected) in [
            ("arm", "Arm"),
            ("abb_wrist", "AbbWrist"),
            ("x__1", "X1"),
            ("scalar", "ScalarRobot"),
            ("scalar_arm", "ScalarArm"),
            ("my_scalar", "MyScalar"),
            ("equations", "EquationsRobot"),
            ("torque_equations", "TorqueEquationsRobot"),
            ("equations_arm", "EquationsArm"),
            ("equationsolver", "Equationsolver"),
        ] {
            assert_eq!(type_name(name).to_string(), expected, "{name}");
        }
    }

    #[test]
    fn an_identifier_has_letters_and_digits_in_lower_case_and_is_no_keyword() {
        for (name, expected) in [
            ("l_B1", "l_b1"),
            ("__a--b  c_", "a_b_c"),
            ("2nd", "x_2nd"),
            ("_1", "x_1"),
            ("", "x_"),
            ("\u{e9}", "x_"),
            ("Self", "self_"),
            ("type", "type_"),
            ("gen", "gen_"),
            ("gens", "gens"),
        ] {
            assert_eq!(snake_case(name), expected, "{name}");
        }
    }
}

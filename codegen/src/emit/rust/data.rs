//! Values of the generator written out as values of the runtime.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::expression::{float, integer, place};
use crate::algebra::{
    BaseIndex, BodyIndex, CoordinateIndex, Indexed, JointIndex, MotorIndex, ParameterIndex,
    Rational, SpringIndex, TorqueIndex,
};
use crate::dynamics::Part as ElementPart;
use crate::identifiability::Class;
use crate::mechanism::{Axis, Inertial, JointKind, ParameterKind, Side, Site};

/// What generated code has in place of a value.
pub(super) trait Data {
    /// The value as an expression.
    fn data(&self) -> TokenStream;
}

/// `Name { field: value, ... }`, in the order and with the names of the runtime's structure.
macro_rules! record {
    ($name:ident { $($field:ident: $value:expr),+ $(,)? }) => {{
        let ($($field,)+) = ($($crate::emit::rust::data::Data::data(&$value),)+);
        quote::quote!($name { $($field: #$field),+ })
    }};
}
pub(super) use record;

/// Enumerations that the runtime has under the same name, with the same variants.
macro_rules! mirrored {
    ($($name:ident { $($variant:ident $(($($item:ident),+))? $({ $($field:ident),+ })?),+ })+) => {$(
        impl Data for $name {
            fn data(&self) -> TokenStream {
                match self {$(
                    Self::$variant $(($($item),+))? $({ $($field),+ })? => {
                        $(let ($($item,)+) = ($($item.data(),)+);)?
                        $(let ($($field,)+) = ($($field.data(),)+);)?
                        quote!($name::$variant $(($(#$item),+))? $({ $($field: #$field),+ })?)
                    }
                )+}
            }
        }
    )+};
}

mirrored! {
    Axis { X, Y, Z }
    Class { Identifiable, Combined, Invisible }
    ElementPart { Gravity, Inertia, Coriolis }
    Inertial { Mass, Moment(a), Inertia(a, b) }
    JointKind { Revolute, Continuous, Prismatic }
    ParameterKind {
        Inertial { body, component }, Inertia(at), Coulomb(at), CoulombPositive(at), CoulombNegative(at),
        Viscous(at), ViscousPositive(at), ViscousNegative(at), Quadratic(at), Offset(at), Stiffness(at),
        Preload(at), SpringRate(at), SpringTension(at), Torque(torque, at)
    }
    Side { Joint, Motor }
    Site { Joint(at), Motor(at) }
}

/// A slice of values.
pub(super) fn list<T: Data>(values: impl IntoIterator<Item = T>) -> TokenStream {
    let values = values.into_iter().map(|value| value.data());
    quote!(&[#(#values),*])
}

/// Types with a way of writing of their own.
macro_rules! written {
    ($($($type:ty),+: |$value:ident| $tokens:expr;)+) => {$($(
        impl Data for $type {
            fn data(&self) -> TokenStream {
                let $value = self;
                $tokens.into_token_stream()
            }
        }
    )+)+};
}

written! {
    TokenStream: |tokens| tokens;
    bool, str, String: |value| value;
    usize: |number| integer(*number);
    f64: |number| float(*number);
    i64: |number| Literal::i64_unsuffixed(*number);
    Rational: |number| float(number.to_f64());
    BaseIndex, BodyIndex, CoordinateIndex, JointIndex, MotorIndex, ParameterIndex, SpringIndex, TorqueIndex: |at| place(*at);
}

impl<T: Data + ?Sized> Data for &T {
    fn data(&self) -> TokenStream {
        (**self).data()
    }
}

impl<T: Data> Data for Option<T> {
    fn data(&self) -> TokenStream {
        match self.as_ref().map(Data::data) {
            Some(value) => quote!(Some(#value)),
            None => quote!(None),
        }
    }
}

impl<T: Data> Data for Vec<T> {
    fn data(&self) -> TokenStream {
        list(self)
    }
}

impl<I, T: Data> Data for Indexed<I, T> {
    fn data(&self) -> TokenStream {
        list(self)
    }
}

impl<T: Data, const N: usize> Data for [T; N] {
    fn data(&self) -> TokenStream {
        let values = self.iter().map(Data::data);
        quote!([#(#values),*])
    }
}

impl<A: Data, B: Data> Data for (A, B) {
    fn data(&self) -> TokenStream {
        let (a, b) = (self.0.data(), self.1.data());
        quote!((#a, #b))
    }
}

//! The signature of a generated function: the arrays that it takes and the shape of what it gives.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::expression::integer;

/// An array that a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Array {
    pub name: &'static str,
    pub length: usize,
}

impl Array {
    pub(super) fn ident(self) -> Ident {
        format_ident!("{}", self.name)
    }

    /// `q: &[S; 6]`.
    pub(super) fn declaration(self) -> TokenStream {
        let (name, length) = (self.ident(), integer(self.length));
        quote!(#name: &[S; #length])
    }
}

/// The shape of a function's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `[S; n]`.
    Vector(usize),
    /// `[[S; columns]; rows]`.
    Matrix(usize, usize),
}

impl Shape {
    /// An array of this shape with one element everywhere.
    pub(super) fn of(self, element: &TokenStream) -> TokenStream {
        match self {
            Self::Vector(n) => {
                let n = integer(n);
                quote!([#element; #n])
            }
            Self::Matrix(rows, columns) => {
                let (rows, columns) = (integer(rows), integer(columns));
                quote!([[#element; #columns]; #rows])
            }
        }
    }

    /// Whether it is numbers in a line.
    pub(super) fn is_vector(self) -> bool {
        matches!(self, Self::Vector(_))
    }

    /// Rows and columns; a vector has one column.
    pub(super) fn sizes(self) -> [usize; 2] {
        match self {
            Self::Vector(n) => [n, 1],
            Self::Matrix(rows, columns) => [rows, columns],
        }
    }

    /// How many numbers stand in a line.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Vector(n) => n,
            Self::Matrix(_, columns) => columns,
        }
    }

    /// The type of the result.
    pub(super) fn tokens(self) -> TokenStream {
        self.of(&quote!(S))
    }

    /// The place of an element, by its index row by row.
    pub(super) fn place(self, index: usize) -> TokenStream {
        match self {
            Self::Vector(_) => {
                let index = integer(index);
                quote!(out[#index])
            }
            Self::Matrix(_, columns) => {
                let (row, column) = (integer(index / columns), integer(index % columns));
                quote!(out[#row][#column])
            }
        }
    }

    /// So many elements of one line, from that of an index.
    pub(super) fn range(self, index: usize, length: usize) -> TokenStream {
        let (line, first) = match self {
            Self::Vector(_) => (quote!(out), index),
            Self::Matrix(_, columns) => {
                let row = integer(index / columns);
                (quote!(out[#row]), index % columns)
            }
        };
        let all = self.width();
        let [begin, end] = [first, first + length].map(integer);
        match (first, first + length == all) {
            (0, true) => line,
            (0, false) => quote!(#line[..#end]),
            (_, true) => quote!(#line[#begin..]),
            (_, false) => quote!(#line[#begin..#end]),
        }
    }

    /// The runtime's function that makes a slice an array of this shape.
    pub(super) fn of_slice(self) -> Ident {
        match self {
            Self::Vector(_) => format_ident!("vector_mut"),
            Self::Matrix(..) => format_ident!("matrix_mut"),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn parts_of_a_line_end_as_many_elements_behind_their_beginning() {
        let (vector, matrix) = (Shape::Vector(7), Shape::Matrix(3, 7));
        for (shape, index, length, expected) in [
            (vector, 0, 7, "out"),
            (vector, 0, 3, "out[..3]"),
            (vector, 2, 5, "out[2..]"),
            (vector, 2, 3, "out[2..5]"),
            (vector, 4, 2, "out[4..6]"),
            (matrix, 14, 7, "out[2]"),
            (matrix, 7, 3, "out[1][..3]"),
            (matrix, 9, 5, "out[1][2..]"),
            (matrix, 9, 3, "out[1][2..5]"),
        ] {
            let found = shape.range(index, length).to_string().replace(' ', "");
            assert_eq!(found, expected);
        }
    }
}

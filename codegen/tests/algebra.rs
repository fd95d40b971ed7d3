//! The exact algebra by itself: numbers, prime fields, polynomials and graphs.

#[path = "algebra/elimination.rs"]
mod elimination;
#[path = "algebra/fields.rs"]
mod fields;
#[path = "algebra/graph.rs"]
mod graph;
#[path = "algebra/numbers.rs"]
mod numbers;
#[path = "algebra/polynomials.rs"]
mod polynomials;
#[path = "algebra/vanishing.rs"]
mod vanishing;

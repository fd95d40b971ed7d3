//! Shapes of values that several maps of the table share.

use super::shape::Shape::{
    Angle, Either, List, Map, Number, OneOrMore, Positive, Sign, Text, Word,
};
use super::shape::{Shape, places};

pub(super) const FILE: Shape = Text("the name of a file");
pub(super) const NAMES: Shape = List(&COLUMN, "columns, one a joint or motor");
pub(super) static NAMED: Shape = Text("the name of a column");
static COLUMN: Shape = Either(&Text("the name of a column"), &Map(&HELD));
pub(super) const SIDE: Shape = Word(&[
    ("joint", "the joints' own coordinates"),
    ("motor", "the motors', before the transmission"),
]);
pub(super) const SIGNS: Shape = OneOrMore(&Sign, "1 and -1, one a column");
pub(super) const NUMBERS: Shape = OneOrMore(&Number, "numbers, one a column");
pub(super) const FACTORS: Shape = OneOrMore(&Positive, "numbers above 0, one a column");

places! {
    /// In place of a column: a joint that was held, and has no column, or several columns.
    HELD "a joint that was held" {
        "constant": Angle, example "0",
            "The number that a column would have in every row, in the columns' unit (`90deg` where that is rad).";
        "sum": List(&NAMED, "columns"), example "[left, right]",
            "Or columns to add up, row by row: several encoders of one joint.";
        "factors": List(&Number, "numbers, one a column"), default "1 each", example "[0.5, 0.5]",
            "What each of these is multiplied by.";
    }
}

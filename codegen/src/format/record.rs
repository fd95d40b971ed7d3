//! Forms and records: what can be read and written, and types that stand in the file as maps, each
//! with one list of its keys by which it is both read and written.

use crate::description::Description;
use crate::diagnostic::{Fault, Spanned};

use super::reader::Reader;
use super::shape::{Layout, Place, Shape};
use super::tree::{Entry, Kind, Node, entry};

/// A value that stands in the file in some shape.
pub(super) trait Form {
    /// Whether it is of use although a mistake was found in it.
    const USABLE_IN_PART: bool = false;

    /// Takes the value from the file, as much of it as can be read; `None` if a mistake was found,
    /// which was reported.
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()>;

    /// The value as the file has it; `None` if the file leaves it out.
    fn write(&self, description: &Description, shape: &Shape) -> Option<Node>;
}

/// A type that stands in the file as a map.
pub(super) trait Record {
    /// Whether it is of use although a mistake was found in it.
    const USABLE_IN_PART: bool = true;

    /// Offers each key with the value that belongs to it. Where the file is read, the value is
    /// taken from it; where it is written, the value goes into it.
    fn keys(&mut self, keys: &mut Keys<'_, '_>);
}

impl<T: Record + Clone> Form for T {
    const USABLE_IN_PART: bool = T::USABLE_IN_PART;

    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        read(self, reader, node, shape.place()?)
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        Some(write(&mut self.clone(), description, shape.place()?))
    }
}

/// Makes records of types whose fields are called as their keys are.
macro_rules! records {
    ($($of:ty: $($key:ident),+;)+) => {$(
        impl Record for $of {
            fn keys(&mut self, keys: &mut Keys<'_, '_>) {
                $(keys.key(stringify!($key), &mut self.$key);)+
            }
        }
    )+};
}
pub(super) use records;

/// The keys of one map, to be read or to be written.
pub(super) struct Keys<'a, 'r> {
    place: &'static Place,
    task: Task<'a, 'r>,
    /// How many keys were offered.
    offered: usize,
}

enum Task<'a, 'r> {
    /// From a map, and whether every value could be read so far.
    Read(&'a mut Reader<'r>, &'a Node, bool),
    /// A part of a description, and what is written of it so far.
    Write(&'a Description, Vec<Entry>),
}

/// Reads a record; `None` if a value of it could not be read.
pub(super) fn read(
    record: &mut impl Record,
    reader: &mut Reader<'_>,
    node: &Node,
    place: &'static Place,
) -> Option<()> {
    reader.map_of(node, place)?;
    let task = offered(record, place, Task::Read(reader, node, true));
    matches!(task, Task::Read(_, _, true)).then_some(())
}

/// Writes a record as a map; what is left of the record is of no use.
pub(super) fn write(
    record: &mut impl Record,
    description: &Description,
    place: &'static Place,
) -> Node {
    let task = offered(record, place, Task::Write(description, Vec::new()));
    Kind::Map(match task {
        Task::Write(_, entries) => entries,
        Task::Read(..) => Vec::new(),
    })
    .into()
}

/// A task after a record has offered all of its keys.
fn offered<'a, 'r>(
    record: &mut impl Record,
    place: &'static Place,
    task: Task<'a, 'r>,
) -> Task<'a, 'r> {
    let offered = 0;
    let mut keys = Keys {
        place,
        task,
        offered,
    };
    record.keys(&mut keys);
    let known = place.keys.len();
    // Whatever the file says, a record offers each of its keys once: one that is misspelt or left out is a mistake of the code.
    assert_eq!(keys.offered, known, "keys of {}", place.name);
    keys.task
}

impl<'r> Keys<'_, 'r> {
    /// Exchanges the value of a key. One that the file leaves out, or that has its default, is
    /// left alone.
    pub(super) fn key<T: Form + Default + PartialEq>(&mut self, name: &str, value: &mut T) {
        self.exchange(name, value, false);
    }

    /// The same for a key that must be there, whatever the table says.
    pub(super) fn required<T: Form + Default + PartialEq>(&mut self, name: &str, value: &mut T) {
        self.exchange(name, value, true);
    }

    fn exchange<T: Form + Default + PartialEq>(&mut self, name: &str, value: &mut T, must: bool) {
        let Some(key) = self.place.key(name) else {
            return;
        };
        self.offered += 1;
        let must = must || key.required;
        match &mut self.task {
            Task::Read(reader, node, complete) => {
                *complete &= match node.get(name) {
                    Some(node) => {
                        reader.example = Some((key.name, key.example));
                        value.read(reader, node, &key.shape).is_some()
                    }
                    None if must => reader.missing(node, self.place, key).is_some(),
                    None => true,
                }
            }
            Task::Write(description, entries) => {
                if must || self.place.layout == Layout::Whole || *value != T::default() {
                    let value = value.write(description, &key.shape);
                    entries.extend(value.map(|value| entry(name, value)));
                }
            }
        }
    }

    /// Whether the map has a key.
    pub(super) fn has(&self, name: &str) -> bool {
        match &self.task {
            Task::Read(_, node, _) => node.get(name).is_some(),
            Task::Write(_, entries) => entries.iter().any(|(key, _)| key.value == name),
        }
    }

    /// Reports keys that have no meaning here.
    pub(super) fn refuse(&mut self, names: &[&str], fault: impl Fn(&str) -> Fault) {
        if let Task::Read(reader, node, _) = &mut self.task {
            let senseless = |key: &&Spanned<String>| names.contains(&key.value.as_str());
            for key in node.entries().iter().map(|(key, _)| key).filter(senseless) {
                reader.report(fault(&key.value), key.span);
            }
        }
    }

    /// The place whose keys these are.
    pub(super) fn place(&self) -> &'static Place {
        self.place
    }

    /// The reader and the map, if the file is read.
    pub(super) fn reading(&mut self) -> Option<(&mut Reader<'r>, &Node)> {
        match &mut self.task {
            Task::Read(reader, node, _) => Some((reader, node)),
            Task::Write(..) => None,
        }
    }

    /// The description, if it is written.
    pub(super) fn writing(&self) -> Option<&Description> {
        match &self.task {
            Task::Read(..) => None,
            Task::Write(description, _) => Some(description),
        }
    }
}

//! Typed places: an index of a body cannot be mistaken for that of a coordinate.

use std::marker::PhantomData;

/// A place in a list of things of one kind.
pub trait Place: Copy + Ord {
    /// What is counted, for messages.
    const WHAT: &'static str;

    /// The place with so many before it; `None` beyond the largest.
    fn new(at: usize) -> Option<Self>;

    /// How many are before it.
    fn at(self) -> usize;
}

/// Declares places of one kind each.
macro_rules! places {
    ($($(#[$doc:meta])* $name:ident $what:literal)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u16);

        impl Place for $name {
            const WHAT: &'static str = $what;

            fn new(at: usize) -> Option<Self> {
                u16::try_from(at).ok().map(Self)
            }
            fn at(self) -> usize {
                usize::from(self.0)
            }
        }

        impl $name {
            /// How many are before it.
            #[must_use]
            pub fn at(self) -> usize {
                Place::at(self)
            }
        }

        impl From<u16> for $name {
            fn from(at: u16) -> Self {
                Self(at)
            }
        }
    )*};
}

places! {
    /// A moving body.
    BodyIndex "bodies"
    /// A joint that moves; the joint that moves a body has the body's place.
    JointIndex "joints"
    /// A generalised coordinate.
    CoordinateIndex "coordinates"
    /// A motor, a row of the transmission.
    MotorIndex "motors"
    /// A standard parameter.
    ParameterIndex "parameters"
    /// A base parameter.
    BaseIndex "base parameters"
    /// A symbolic constant.
    ConstantIndex "symbolic constants"
    /// A coil spring.
    SpringIndex "springs"
    /// A torque of the user's own.
    TorqueIndex "torques"
}

impl BodyIndex {
    /// The joint that moves the body.
    #[must_use]
    pub fn joint(self) -> JointIndex {
        JointIndex(self.0)
    }
}

impl JointIndex {
    /// The body that the joint moves.
    #[must_use]
    pub fn body(self) -> BodyIndex {
        BodyIndex(self.0)
    }
}

/// More things of one kind than places for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more {what} than the {most} that have a place")]
pub struct Overflow {
    /// What is counted.
    pub what: &'static str,
    /// How many there can be.
    pub most: usize,
}

/// A list whose items are known by their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed<I, T> {
    items: Vec<T>,
    place: PhantomData<I>,
}

impl<I, T> Default for Indexed<I, T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            place: PhantomData,
        }
    }
}

impl<I: Place, T> Indexed<I, T> {
    /// A list of items in their order.
    ///
    /// # Errors
    /// [`Overflow`] if there are more than there are places.
    pub fn collected(items: impl IntoIterator<Item = T>) -> Result<Self, Overflow> {
        let mut list = Self::default();
        for item in items {
            list.push(item)?;
        }
        Ok(list)
    }

    /// The place that the next item will have.
    ///
    /// # Errors
    /// [`Overflow`] if there is none left.
    pub fn next_place(&self) -> Result<I, Overflow> {
        I::new(self.items.len()).ok_or(Overflow {
            what: I::WHAT,
            most: self.items.len(),
        })
    }

    /// Adds an item and gives its place.
    ///
    /// # Errors
    /// [`Overflow`] if there is no place left.
    pub fn push(&mut self, item: T) -> Result<I, Overflow> {
        let place = self.next_place()?;
        self.items.push(item);
        Ok(place)
    }

    /// All places, in order.
    pub fn places(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(place)
    }

    /// All items with their places, in order.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(at, item)| (place(at), item))
    }

    /// The items, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The items, in order, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The place of the first item that satisfies a condition.
    pub fn position(&self, condition: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(condition).map(place)
    }

    /// A list with an item for each item of this one.
    pub fn map<U>(&self, mut item: impl FnMut(I, &T) -> U) -> Indexed<I, U> {
        self.recurse(|_, place, old| item(place, old))
    }

    /// A list with an item for each item of this one, made from those that were made before it: how
    /// what moves with the bodies of a tree is carried outwards.
    pub fn recurse<U>(&self, mut item: impl FnMut(&Indexed<I, U>, I, &T) -> U) -> Indexed<I, U> {
        let mut made = Indexed {
            items: Vec::with_capacity(self.items.len()),
            place: PhantomData,
        };
        for (place, old) in self.enumerate() {
            let new = item(&made, place, old);
            made.items.push(new);
        }
        made
    }
}

impl<I, T> Indexed<I, T> {
    /// The items as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

/// A place below the length of a list that was filled place by place.
fn place<I: Place>(at: usize) -> I {
    I::new(at).expect("a list has no more items than places")
}

impl<I: Place, T> std::ops::Index<I> for Indexed<I, T> {
    type Output = T;
    fn index(&self, place: I) -> &T {
        &self.items[place.at()]
    }
}

impl<I: Place, T> std::ops::IndexMut<I> for Indexed<I, T> {
    fn index_mut(&mut self, place: I) -> &mut T {
        &mut self.items[place.at()]
    }
}

impl<'a, I, T> IntoIterator for &'a Indexed<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<I, T> IntoIterator for Indexed<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{BodyIndex, Indexed, Overflow, Place};

    #[test]
    fn a_list_ends_where_its_places_end() {
        let mut bodies: Indexed<BodyIndex, ()> = Indexed::default();
        for at in 0..=usize::from(u16::MAX) {
            assert_eq!(bodies.push(()).map(Place::at), Ok(at));
        }
        let overflow = Overflow {
            what: "bodies",
            most: 65_536,
        };
        assert_eq!(bodies.push(()), Err(overflow));
    }
}

//! What acts on bodies from outside, where it is measured.

use armwright_runtime::JointKind;
use nalgebra::{UnitQuaternion, Vector3};

use super::description::{Axes, Columns, Contact as Described, Description};
use super::sources::Sources;
use super::unit::Unit;
use super::{Channel, RecordingError};
use crate::options::List;
use crate::suggestion::suggestion;

/// Where a body is touched.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contact {
    /// The body, by its place in [`Model::bodies`](armwright_runtime::Model::bodies).
    pub body: usize,
    /// The point that the wrench is about, in the body's frame, m.
    pub at: [f64; 3],
    /// Whether the wrench is in the body's own axes, and not in those of the base.
    pub own_axes: bool,
    /// Whether it was measured in the axes of the world, and turned into those of the base: a constant of its sensor is one there.
    pub of_world: bool,
}

/// Wrenches that act on bodies from outside.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Contacts {
    /// Where they act.
    pub places: Vec<Contact>,
    /// Force (N) and moment (N·m) that act on the body, six columns a contact.
    pub wrenches: Vec<Vec<f64>>,
}

impl Sources<'_> {
    /// The columns of all contacts, one after the other; none without any.
    pub(super) fn contact_columns(&self) -> Result<Option<Columns>, RecordingError> {
        let contacts = &self.description.contacts;
        if contacts.is_empty() {
            return Ok(None);
        }
        let mut all = Columns::default();
        let (mut units, mut signs, mut scales) = (Vec::new(), Vec::new(), Vec::new());
        let mut offsets = Vec::new();
        for contact in contacts {
            let n = contact.columns.len();
            let lists = [
                contact.unit.as_ref().map(|list| list.spread(n).len()),
                contact.sign.as_ref().map(|list| list.spread(n).len()),
                contact.scale.as_ref().map(|list| list.spread(n).len()),
                contact.offset.as_ref().map(|list| list.spread(n).len()),
            ];
            let fits = lists.iter().flatten().all(|count| *count == n);
            if ![3, 6].contains(&n) || contact.at.len() != 3 || !fits {
                let what = "a contact has three columns, of force, or six, of force and moment; a unit, sign, scale and offset for all or \
                            one a column; and `at` has three numbers";
                return Err(self.fault("contacts", None, what));
            }
            self.body(contact)?;
            all.columns.extend(contact.columns.iter().cloned());
            let si = |k: usize| if k < 3 { "N" } else { "N·m" }.to_owned();
            units.extend(match &contact.unit {
                // One unit for all is that of forces; moments then have it times a metre.
                Some(List(one)) if one.len() == 1 && n == 6 => {
                    let force = Channel::Contact.unit(&one[0]);
                    let force = force.map_or(&*one[0], |unit| unit.names[0]);
                    let of = |k: usize| {
                        if k < 3 {
                            one[0].clone()
                        } else {
                            format!("{force}·m")
                        }
                    };
                    (0..6).map(of).collect()
                }
                Some(list) => list.spread(n),
                None => (0..n).map(si).collect::<Vec<_>>(),
            });
            let numbers = |list: &Option<List<f64>>, usual: f64| {
                list.as_ref().map_or(vec![usual; n], |list| list.spread(n))
            };
            signs.extend(numbers(&contact.sign, 1.0));
            scales.extend(numbers(&contact.scale, 1.0));
            offsets.extend(numbers(&contact.offset, 0.0));
        }
        all.unit = Some(List(units));
        all.sign = Some(List(signs));
        all.scale = Some(List(scales));
        all.offset = Some(List(offsets));
        Ok(Some(all))
    }

    /// Whether a column of all contacts is a moment, and no force.
    fn is_moment(&self, k: usize) -> bool {
        let contacts = self.description.contacts.iter();
        let mut moments = contacts.flat_map(|contact| (0..contact.columns.len()).map(|i| i >= 3));
        moments.nth(k).unwrap_or(false)
    }

    /// A unit that a column of contacts may have: a force has none of moment.
    pub(super) fn unit_of_contact(
        &self,
        unit: &'static Unit,
        name: &str,
        k: usize,
    ) -> Result<&'static Unit, RecordingError> {
        let (quantity, kind) = match self.is_moment(k) {
            true => ("moments", JointKind::Revolute),
            false => ("forces", JointKind::Prismatic),
        };
        if unit.fits(kind) {
            return Ok(unit);
        }
        let what = format!(
            "`{name}` is not a unit of {quantity}: use one of {}; a list of units has one a column, one alone is that of forces",
            Channel::Contact.known_units(Some(kind))
        );
        Err(self.fault("contacts.unit", Some(k), &what))
    }

    /// The body of a contact, by its place in the model.
    fn body(&self, contact: &Described) -> Result<usize, RecordingError> {
        let mut bodies = self.model.bodies.iter();
        bodies
            .position(|body| **body == *contact.body)
            .ok_or_else(|| {
                let close = suggestion(&contact.body, self.model.bodies.iter().copied());
                let what = format!(
                    "no body called `{}` moves{close}; of one that is fixed to another give the other, and the point in its \
                     frame",
                    contact.body
                );
                self.fault("contacts", None, &what)
            })
    }

    /// Contacts with their wrenches in the axes of their bodies, or of the base.
    pub(super) fn contacts(
        &self,
        description: &Description,
        values: Option<Vec<Vec<f64>>>,
        turns: Option<&[UnitQuaternion<f64>]>,
    ) -> Result<Option<Contacts>, RecordingError> {
        let (Some(columns), Some(mut values)) = (&self.contact_columns()?, values) else {
            return Ok(None);
        };
        self.scale(Channel::Contact, columns, &mut values)?;
        self.add_offsets(Channel::Contact, columns, &mut values)?;
        let samples = values.first().map_or(0, Vec::len);
        let mut values = values.into_iter();
        let mut found = Contacts::default();
        for contact in &description.contacts {
            let measured = values.by_ref().take(contact.columns.len());
            let mut wrench: Vec<Vec<f64>> = measured.collect();
            wrench.resize(6, vec![0.0; samples]);
            if contact.axes == Axes::World {
                let Some(turns) = turns else {
                    let what = "forces in the axes of the world need `orientation` of the base, which turns them into its own";
                    return Err(self.fault("contacts", None, what));
                };
                for (k, turn) in turns.iter().enumerate() {
                    for first in [0, 3] {
                        let vector = Vector3::from_fn(|i, _| wrench[first + i][k]);
                        let own = turn.inverse() * vector;
                        (0..3).for_each(|i| wrench[first + i][k] = own[i]);
                    }
                }
            }
            found.places.push(Contact {
                body: self.body(contact)?,
                at: std::array::from_fn(|i| contact.at.get(i).copied().unwrap_or(0.0)),
                own_axes: contact.axes == Axes::Body,
                of_world: contact.axes == Axes::World,
            });
            found.wrenches.extend(wrench);
        }
        Ok(Some(found))
    }
}

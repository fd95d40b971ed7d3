//! What was measured at an instant of a base that moves, and what contacts have in it.

use std::ops::Range;

use nalgebra::{Matrix3, Vector3};

use super::super::base_fault::Frame;
use super::super::smooth::Smooth;
use crate::motion::Motion;
use crate::recording::Contact;
use crate::regression::{Equations, Levers, RegressionError};

/// What was measured at an instant.
pub(super) struct Instant {
    pub(super) motion: usize,
    pub(super) sample: usize,
    /// Rows as they were measured, without what contacts contribute.
    pub(super) measured: Vec<f64>,
    /// Of each contact its wrench.
    pub(super) wrenches: Vec<[f64; 6]>,
    /// What turns vectors in the axes of the world into those of the base, where that was measured.
    pub(super) turn: Option<Matrix3<f64>>,
    /// Of each contact what turns those in the axes of its body into those of the base.
    pub(super) bodies: Vec<Matrix3<f64>>,
    /// Of each contact what each component of a wrench is in the rows.
    pub(super) reach: Reach,
}

/// For each contact what each component of a wrench on its body is in the rows.
pub(super) type Reach = Vec<[Vec<f64>; 6]>;

/// Adds to rows what a wrench on the body of a contact is in them.
pub(super) fn add_wrench(rows: &mut [f64], reach: &[Vec<f64>; 6], wrench: impl Fn(usize) -> f64) {
    for (component, of_one) in reach.iter().enumerate() {
        let by = wrench(component);
        rows.iter_mut().zip(of_one).for_each(|(y, x)| *y += by * x);
    }
}

/// Whose axes a contact's sensor is said to have.
pub(super) fn frame(contact: &Contact) -> Frame {
    match contact {
        Contact { of_world: true, .. } => Frame::World,
        Contact { own_axes: true, .. } => Frame::Body,
        _ => Frame::Base,
    }
}

/// What turns what a contact's sensor shows in some axes into those of its wrench, where `body` turns vectors of the body and `turn`
/// those of the world into the axes of the base; none where they are the same.
fn into_wrench(
    contact: &Contact,
    axes: Frame,
    body: &Matrix3<f64>,
    turn: Option<Matrix3<f64>>,
) -> Option<Matrix3<f64>> {
    let into_base = match axes {
        Frame::Body if contact.own_axes => return None,
        Frame::Body => Some(*body),
        Frame::Base => None,
        Frame::World => turn,
    };
    match (contact.own_axes, into_base) {
        (true, Some(into_base)) => Some(body.transpose() * into_base),
        (true, None) => Some(body.transpose()),
        (false, into_base) => into_base,
    }
}

/// What a contact's sensor shows at an instant.
pub(super) struct Shown<'a> {
    pub(super) contact: &'a Contact,
    /// In the axes of the wrench, if those of the sensor are what they are said to be.
    pub(super) wrench: &'a [f64; 6],
    /// What turns vectors of its body, and of the world, into the axes of the base.
    pub(super) body: &'a Matrix3<f64>,
    pub(super) turn: Option<Matrix3<f64>>,
}

impl Shown<'_> {
    /// A factor times what it shows and a constant, in the axes of the wrench; those of the sensor may be others than they are said to
    /// be.
    pub(super) fn undone(
        &self,
        (factor, constant): &(f64, [f64; 6]),
        axes: Option<Frame>,
    ) -> [f64; 6] {
        let said = frame(self.contact);
        let axes = axes.unwrap_or(said);
        let into = into_wrench(self.contact, axes, self.body, self.turn);
        let constant = turned(into, constant);
        let wrench = match axes == said {
            true => *self.wrench,
            false => {
                let from = into_wrench(self.contact, said, self.body, self.turn);
                turned(
                    into,
                    &turned(from.map(|from| from.transpose()), self.wrench),
                )
            }
        };
        std::array::from_fn(|k| factor * wrench[k] + constant[k])
    }
}

/// Force and moment in other axes.
fn turned(turn: Option<Matrix3<f64>>, wrench: &[f64; 6]) -> [f64; 6] {
    let Some(turn) = turn else {
        return *wrench;
    };
    let part = |from: usize| turn * Vector3::from_column_slice(&wrench[from..from + 3]);
    let parts = [part(0), part(3)];
    std::array::from_fn(|k| parts[k / 3][k % 3])
}

/// What was measured at instants of a motion, filtered as positions were.
pub(super) fn measured(
    equations: &Equations<'_>,
    motion: &Motion,
    places: &[(usize, usize)],
) -> Result<Vec<Instant>, RegressionError> {
    let inside = motion.interior();
    let rows = equations.rows();
    // Contacts are in the rows where samples count.
    let near = |k: usize| k.clamp(inside.start, inside.end - 1);
    let of = |column: &[f64], stretch: Range<usize>| -> Vec<f64> {
        stretch.map(|k| column[near(k)]).collect()
    };
    let read = |stretch: Range<usize>| -> Vec<Vec<f64>> {
        let rows = 0..rows;
        rows.map(|row| of(motion.row_of(row), stretch.clone()))
            .collect()
    };
    let smooth = Smooth::read(motion, rows, places, &read)?;
    let contacts = motion.contacts();
    let columns = contacts.map_or(&[][..], |contacts| &contacts.wrenches);
    let read = |stretch: Range<usize>| -> Vec<Vec<f64>> {
        let columns = columns.iter();
        columns.map(|column| of(column, stretch.clone())).collect()
    };
    let wrenches = Smooth::read(motion, columns.len(), places, &read)?;
    let touched = contacts.map_or(&[][..], |contacts| &contacts.places);
    let levers = Levers::of(equations.robot(), touched);
    let instant = |&(which, sample): &(usize, usize)| {
        let states = motion.states(sample..sample + 1);
        let all: Vec<f64> = wrenches.at(sample).collect();
        let reach = levers.units(&states, 0)?;
        let bodies = levers.turns(&states, 0)?;
        let wrenches = all
            .chunks_exact(6)
            .map(|own| std::array::from_fn(|k| own[k]));
        let wrenches: Vec<[f64; 6]> = wrenches.collect();
        let mut measured: Vec<f64> = smooth.at(sample).collect();
        for (wrench, reach) in wrenches.iter().zip(&reach) {
            add_wrench(&mut measured, reach, |k| -wrench[k]);
        }
        Ok(Instant {
            motion: which,
            sample,
            measured,
            wrenches,
            turn: motion.turn(sample),
            bodies,
            reach,
        })
    };
    places.iter().map(instant).collect()
}

#[cfg(test)]
mod tests {
    use armwright_robots::solo12::ROBOT;

    use nalgebra::{Matrix3, Rotation3, Vector3};

    use super::super::tests::motion;
    use super::{Contact, Frame, Shown, measured, turned};
    use crate::regression::Equations;

    /// Whatever axes a sensor has and is said to have: what acts is the same.
    #[test]
    fn what_acts_is_turned_from_the_axes_that_a_sensor_has() {
        let rotation = |by: [f64; 3]| Rotation3::new(Vector3::from(by)).into_inner();
        let (body, turn) = (rotation([0.4, -0.7, 0.2]), rotation([-0.3, 0.5, 0.9]));
        let into_base = |axes: Frame| match axes {
            Frame::Body => body,
            Frame::Base => Matrix3::identity(),
            Frame::World => turn,
        };
        let [acts, more] = [
            [1.0, -2.0, 3.0, 0.4, 0.5, -0.6],
            [0.1, 0.7, -0.3, 0.2, 0.0, 0.9],
        ];
        let all = [Frame::Body, Frame::Base, Frame::World];
        for (said, axes) in all.iter().flat_map(|said| all.map(|axes| (*said, axes))) {
            let contact = Contact {
                own_axes: said == Frame::Body,
                of_world: said == Frame::World,
                ..Contact::default()
            };
            let back = Some(into_base(axes).transpose());
            let [shown, constant] = [acts, more].map(|of_base| turned(back, &of_base));
            // What is said to be the world's is turned as it is read.
            let wrench = match said {
                Frame::World => turned(Some(turn), &shown),
                _ => shown,
            };
            let shown = Shown {
                contact: &contact,
                wrench: &wrench,
                body: &body,
                turn: Some(turn),
            };
            let found = shown.undone(&(2.0, constant), Some(axes));
            let own = contact.own_axes.then(|| body.transpose());
            let expected = std::array::from_fn(|k| 2.0 * acts[k] + more[k]);
            let expected = turned(own, &expected);
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{said:?} {axes:?}");
            if said == axes {
                assert_eq!(shown.undone(&(2.0, constant), None), found);
            }
        }
    }

    /// Filters reach beyond the samples that count, and find there what the first and the last of them have.
    #[test]
    fn samples_that_do_not_count_are_not_read() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let found = |of_wrenches: f64| {
            let [motion] = motion(|recording| {
                let contacts = recording.contacts.as_mut().expect("what holds it");
                for column in &mut contacts.wrenches {
                    let last = column.len() - 20;
                    column[..20].fill(of_wrenches);
                    column[last..].fill(of_wrenches);
                }
            });
            let inside = motion.interior();
            let places = [(0, inside.start), (0, inside.end - 1)];
            let found = measured(&equations, &motion, &places).expect("what was measured");
            let each = found.into_iter().map(|at| (at.measured, at.wrenches));
            each.collect::<Vec<_>>()
        };
        assert_eq!(found(1e3), found(0.0));
    }

    /// A second wrench on the base, always the same: it is in the rows where samples count, and not in what is measured without contacts.
    #[test]
    fn each_contact_is_taken_out_of_what_was_measured() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let wrench = [1.0, -2.0, 3.0, 0.4, 0.5, -0.6];
        let found = |is_touched: bool| {
            let [motion] = motion(|recording| {
                let contacts = recording.contacts.as_mut().expect("what holds it");
                if is_touched {
                    let mut second = contacts.places[0].clone();
                    second.at = [0.1, 0.2, 0.3];
                    contacts.places.push(second);
                    let count = contacts.wrenches[0].len();
                    let columns = wrench.map(|x| vec![x; count]);
                    contacts.wrenches.extend(columns);
                }
            });
            let inside = motion.interior();
            let places = [(0, inside.start + 50), (0, inside.end - 50)];
            measured(&equations, &motion, &places).expect("what was measured")
        };
        for (two, one) in found(true).iter().zip(&found(false)) {
            assert_eq!((two.wrenches.len(), one.wrenches.len()), (2, 1));
            let off = two.wrenches[1]
                .iter()
                .zip(wrench)
                .map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{:?}", two.wrenches);
            let off = two.measured.iter().zip(&one.measured);
            let off = off.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(off < 1e-6, "{off}");
        }
    }
}

//! What undoes faults of an IMU and of contacts, one after the other, and what these are then.

use armwright_robots::solo12::ROBOT;
use nalgebra::{Matrix3, Vector3};

use super::{Around, BaseChange, BaseFault, Fault, Frame, Joints, Kind, OfJoints, Sensor};
use crate::regression::Equations;

/// Two feet are touched, and the IMU is turned about x.
fn around<'a>(equations: &Equations<'a>) -> Around<'a> {
    Around {
        at: [0.5, -0.25, 1.0],
        rpy: [0.3, 0.0, 0.0],
        delay: 0.0,
        bodies: vec!["FL_FOOT", "HR_FOOT"],
        components: vec![3, 6],
        frames: vec![Frame::Body, Frame::World],
        joints: Joints::of(equations),
    }
}

/// What undoes faults of these numbers, one after the other.
fn undoing(around: &Around<'_>, kinds: &[(Kind, &[f64])]) -> BaseChange {
    let mut change = around.none();
    let each = kinds.iter();
    each.for_each(|(kind, by)| kind.apply(by, &around.joints, &mut change));
    change
}

/// The fault that is the last of some.
fn last(around: &Around<'_>, kinds: &[(Kind, &[f64])]) -> BaseFault {
    let change = undoing(around, kinds);
    let (kind, by) = kinds.last().expect("a fault");
    match kind.fault(by, &change, around) {
        Fault::Base { mut faults } => faults.remove(0),
        other => panic!("{other:?}"),
    }
}

/// A constant is turned with the readings that it is added to, each turn behind those before it.
#[test]
fn readings_are_turned_with_the_constants_that_were_added_to_them() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let change = undoing(
        &around,
        &[
            (Kind::Bias(Sensor::Accelerometer), &[1.0, 2.0, 3.0]),
            (Kind::Axes(Sensor::Imu, [2, -1, 3]), &[]),
            (Kind::Axes(Sensor::Accelerometer, [1, 3, 2]), &[]),
        ],
    );
    let once = Matrix3::new(0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let twice = Matrix3::new(0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
    assert_eq!(change.imu.rate, (once, Vector3::zeros()));
    assert_eq!(change.imu.felt, (twice, Vector3::new(2.0, 3.0, -1.0)));
}

#[test]
fn each_contact_has_its_own_constant_and_sign() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let by = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let kinds: [(Kind, &[f64]); 2] = [(Kind::WrenchBias(1, 6), &by), (Kind::WrenchSign(1), &[])];
    let change = undoing(&around, &kinds);
    let none = (1.0, [0.0; 6]);
    assert_eq!(change.wrenches, [none, (-1.0, by.map(|x| -x))]);
    let body = "HR_FOOT".to_owned();
    assert_eq!(last(&around, &kinds), BaseFault::WrenchSign { body });
    let body = "HR_FOOT".to_owned();
    let offset = by.to_vec();
    assert_eq!(
        last(&around, &kinds[..1]),
        BaseFault::WrenchBias { body, offset }
    );
    // A sensor without moments has three numbers.
    let kinds: [(Kind, &[f64]); 1] = [(Kind::WrenchBias(0, 3), &by[..3])];
    let forces = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0];
    assert_eq!(undoing(&around, &kinds).wrenches[0], (1.0, forces));
    let (body, offset) = ("FL_FOOT".to_owned(), by[..3].to_vec());
    assert_eq!(
        last(&around, &kinds),
        BaseFault::WrenchBias { body, offset }
    );
}

/// All contacts, or one; what is said of a contact already is no fault of it.
#[test]
fn contacts_have_other_axes_and_signs_together_or_alone() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let (all, one) = (None, Some(1));
    for (which, axes, frames, bodies) in [
        (all, Frame::World, [Some(Frame::World); 2], &["FL_FOOT"][..]),
        (
            all,
            Frame::Base,
            [Some(Frame::Base); 2],
            &["FL_FOOT", "HR_FOOT"],
        ),
        (one, Frame::Body, [None, Some(Frame::Body)], &["HR_FOOT"]),
    ] {
        let kinds: [(Kind, &[f64]); 1] = [(Kind::WrenchAxes(which, axes), &[])];
        assert_eq!(undoing(&around, &kinds).frames, frames);
        let bodies = bodies.iter().map(|body| (*body).to_owned()).collect();
        assert_eq!(
            last(&around, &kinds),
            BaseFault::WrenchAxes { bodies, axes }
        );
    }
    let change = undoing(&around, &[(Kind::WrenchSigns, &[])]);
    assert_eq!(change.wrenches, [(-1.0, [0.0; 6]); 2]);
    let signs = Kind::WrenchSigns.fault(&[], &change, &around);
    let faults = ["FL_FOOT", "HR_FOOT"].map(|body| BaseFault::WrenchSign {
        body: body.to_owned(),
    });
    let faults = faults.to_vec();
    assert_eq!(signs, Fault::Base { faults });
}

/// One sensor after the other, or both at once.
#[test]
fn readings_of_each_sensor_may_be_in_the_axes_of_the_world() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    for (of, of_world) in [
        (Sensor::Gyroscope, [true, false]),
        (Sensor::Accelerometer, [false, true]),
        (Sensor::Imu, [true, true]),
    ] {
        let kinds: [(Kind, &[f64]); 1] = [(Kind::OfWorld(of), &[])];
        assert_eq!(undoing(&around, &kinds).imu.of_world, of_world);
        assert_eq!(last(&around, &kinds), BaseFault::OfWorld { of });
    }
    let both: [(Kind, &[f64]); 2] = [
        (Kind::OfWorld(Sensor::Gyroscope), &[]),
        (Kind::OfWorld(Sensor::Accelerometer), &[]),
    ];
    assert_eq!(undoing(&around, &both).imu.of_world, [true; 2]);
}

/// Of a place that the description has, which is not the origin.
#[test]
fn a_place_is_away_from_that_of_the_description() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let at = [0.75, 0.25, 0.5];
    assert_eq!(
        last(&around, &[(Kind::Place, &[0.25, 0.5, -0.5])]),
        BaseFault::Place { at }
    );
}

/// An offset of a description is of readings as they were recorded, before `rpy`, and behind signs and columns.
#[test]
fn constants_are_those_before_the_imu_is_turned() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let of = Sensor::Accelerometer;
    for (sensor, axes, offset) in [
        (Sensor::Imu, [2, -1, 3], [-2.0, 1.0, 3.0]),
        (Sensor::Accelerometer, [2, -1, 3], [1.0, 2.0, 3.0]),
        (Sensor::Imu, [-1, 2, 3], [1.0, 2.0, 3.0]),
    ] {
        let kinds: [(Kind, &[f64]); 2] = [
            (Kind::Axes(sensor, axes), &[]),
            (Kind::Bias(of), &[1.0, 2.0, 3.0]),
        ];
        assert_eq!(last(&around, &kinds), BaseFault::Bias { of, offset });
    }
}

/// What one sensor alone has, and a mirror image, is no rotation of the IMU; one goes behind that of the description.
#[test]
fn only_an_imu_that_is_turned_has_angles() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let around = around(&equations);
    let rpy = |of, axes| match last(&around, &[(Kind::Axes(of, axes), &[])]) {
        BaseFault::Axes { rpy, .. } => rpy,
        other => panic!("{other:?}"),
    };
    assert_eq!(rpy(Sensor::Imu, [-1, 2, 3]), None);
    assert_eq!(rpy(Sensor::Gyroscope, [2, -1, 3]), None);
    // About x by 0.3, and then about the new z by a quarter against it, which is about y by 0.3 after that quarter.
    let found = rpy(Sensor::Imu, [2, -1, 3]).expect("angles");
    let expected = [0.0, 0.3f64.to_degrees(), -90.0];
    let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
    assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?}");
}

#[test]
fn each_fault_is_as_large_as_its_numbers_say() {
    let of = Sensor::Gyroscope;
    for (kind, size, step) in [
        (Kind::Axes(of, [2, -1, 3]), 0, 1e-3),
        (Kind::WrenchSign(0), 0, 1e-3),
        (Kind::Factor(of, 1.0), 1, 1e-3),
        (Kind::Lag(0.03), 1, 0.1 / 400.0),
        (Kind::Place, 3, 1e-3),
        (Kind::Turn, 3, 1e-3),
        (Kind::Bias(of), 3, 1e-3),
        (Kind::WrenchBias(0, 6), 6, 1e-3),
        (Kind::WrenchBias(0, 3), 3, 1e-3),
        (Kind::Joints(OfJoints::Usual(0)), 0, 1e-3),
        (Kind::Joints(OfJoints::Gain(0)), 1, 1e-3),
    ] {
        assert_eq!((kind.size(), kind.step(400.0)), (size, step), "{kind:?}");
    }
}

/// Of a sensor other axes and other factors are one kind, as all delays are; of each joint an offset.
#[test]
fn faults_are_alike_whatever_their_size() {
    use Sensor::{Accelerometer, Gyroscope, Imu};
    let offset = |joint, degrees| Kind::Joints(OfJoints::Offset(joint, degrees));
    let axes = [[1, -2, 3], [2, -1, 3]];
    for (one, other, alike) in [
        (Kind::Lag(0.0), Kind::Lag(0.03), true),
        (Kind::Axes(Imu, axes[0]), Kind::Axes(Imu, axes[1]), true),
        (
            Kind::Axes(Imu, axes[0]),
            Kind::Axes(Gyroscope, axes[0]),
            false,
        ),
        (
            Kind::Factor(Gyroscope, 1.0),
            Kind::Factor(Gyroscope, 57.3),
            true,
        ),
        (
            Kind::Factor(Gyroscope, 1.0),
            Kind::Factor(Accelerometer, 1.0),
            false,
        ),
        (offset(3, 0.0), offset(3, 60.0), true),
        (offset(3, 60.0), offset(4, 60.0), false),
        (Kind::Place, Kind::Place, true),
        (Kind::Bias(Gyroscope), Kind::Bias(Accelerometer), false),
        (Kind::WrenchBias(0, 6), Kind::WrenchBias(1, 6), false),
    ] {
        assert_eq!(one.is_like(other), alike, "{one:?} {other:?}");
        assert_eq!(other.is_like(one), alike, "{one:?} {other:?}");
    }
}

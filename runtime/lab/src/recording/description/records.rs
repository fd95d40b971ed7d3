//! Which key goes where.

use super::model::{
    Base, Columns, Contact, Description, Document, Interval, Phase, Segment, Time, User,
};
use super::reader::{Keys, Record};
use crate::options::ProcessingOptions;

/// Makes records of types whose fields are called as their keys are.
macro_rules! records {
    ($($of:ty: $($key:ident),+;)+) => {$(
        impl Record for $of {
            fn keys(&mut self, keys: &mut Keys<'_>) {
                $(keys.key(stringify!($key), &mut self.$key);)+
            }
        }
    )+};
}

records! {
    Document: recording, processing;
    Columns: columns, unit, side, sign, scale, offset, constant, file;
    Interval: from, to;
    Base: orientation, angular_velocity, acceleration, gravity, at, rpy, delay;
    Contact: body, at, axes, columns, unit, sign, scale, offset;
    Phase: columns, unit, constant, pairs, angle, offsets, ripple;
    User: name, columns, scale, offset;
    ProcessingOptions: cutoff, order, decimate, trim, velocity_threshold, motor_velocity_threshold,
        equations, without_torque;
}

impl Record for Description {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.key("runs", &mut self.runs);
        if self.runs.is_empty() && keys.complete {
            keys.required("file", &mut self.file);
        } else {
            keys.instead("file", "`runs` names the files; leave one of the two out");
        }
        keys.key("time", &mut self.time);
        keys.key("position", &mut self.position);
        keys.key("velocity", &mut self.velocity);
        keys.key("acceleration", &mut self.acceleration);
        keys.key("torque", &mut self.torque);
        keys.key("current", &mut self.current);
        keys.key("phases", &mut self.phases);
        keys.key("second_position", &mut self.second_position);
        keys.key("user", &mut self.user);
        keys.key("weight", &mut self.weight);
        keys.key("measured", &mut self.measured);
        keys.key("base", &mut self.base);
        keys.key("contacts", &mut self.contacts);
        keys.key("select", &mut self.select);
        keys.key("segment", &mut self.segment);
        if keys.node.get("torque").is_some() {
            keys.without_effect("current", "give `torque` or `current`, not both");
            keys.without_effect("phases", "give `torque` or `phases`, not both");
        } else if keys.node.get("current").is_some() {
            keys.without_effect("phases", "give `current` or `phases`, not both");
        }
    }
}

impl Record for Segment {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.key("column", &mut self.column);
        keys.key("use", &mut self.wanted);
        keys.key("file", &mut self.file);
    }
}

impl Record for Time {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.key("column", &mut self.column);
        keys.key("unit", &mut self.unit);
        keys.key("file", &mut self.file);
        keys.key("rate", &mut self.rate);
        if keys.node.get("column").is_some() {
            keys.without_effect(
                "rate",
                "the column of time stamps says it; leave one of the two out",
            );
        } else if keys.node.get("rate").is_some() {
            keys.without_effect("unit", "a rate is in Hz; leave it out, or name a `column`");
            keys.without_effect(
                "file",
                "a rate needs no file; leave it out, or name a `column`",
            );
        } else {
            keys.nothing(
                "time is missing: give `time: {column: NAME, unit: s}`, or `time: {rate: HZ}` if the \
                 samples are evenly spaced",
            );
        }
    }
}

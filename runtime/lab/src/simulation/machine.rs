//! A robot with numbers: parameters, friction, drives, joints that are locked.

use super::drive::{Electric, ElectricPart};
use super::error::SimulationError;
use super::friction::{FrictionLaw, FrictionSite, FrictionTerm, sites};
use crate::parameters::base_matrix;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, Robot};
use nalgebra::DVector;

/// A number of a machine, by which a motion can be differentiated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A standard parameter (index into [`Model::parameters`]); of a base parameter that which represents it.
    Standard(usize),
    /// A term of friction.
    Friction {
        /// Index into [`Machine::friction`].
        site: usize,
        /// Index into its terms.
        term: usize,
    },
    /// A number of a motor with a winding.
    Electric {
        /// Which motor (or joint, of a robot without motors).
        motor: usize,
        /// Which of its numbers.
        part: ElectricPart,
    },
}

/// A robot with numbers, ready to move.
///
/// Inputs are joint torques; with [`Machine::with_drives`] they are voltages of the motors.
#[derive(Clone)]
pub struct Machine<'a> {
    pub(super) robot: &'a dyn Robot,
    /// Standard parameters (`p`) without friction that [`FrictionLaw`] has.
    pub(super) theta: Vec<f64>,
    pub(super) sites: Vec<FrictionSite>,
    /// For each standard parameter that is friction its site and term.
    places: Vec<Option<(usize, usize)>>,
    /// Velocities of the drives (`n × n`, row-major) of those of the coordinates.
    pub(super) forms: Vec<f64>,
    pub(super) electric: Vec<Electric>,
    pub(super) static_ratio: f64,
}

/// The smallest standard parameters (`p`) that have base parameters `beta` (`b`), to move a robot with.
///
/// # Errors
/// [`SimulationError`] of as many as there are not; where base parameters are not those of all joint torques they do not say how the
/// robot moves.
pub(crate) fn standard(model: &Model, beta: &[f64]) -> Result<Vec<f64>, SimulationError> {
    match model.base_of_torque {
        true => smallest(model, beta),
        false => Err(SimulationError::Rows(model.name.to_owned())),
    }
}

/// The smallest standard parameters (`p`) that have base parameters `beta` (`b`), whatever these are of.
///
/// # Errors
/// [`SimulationError`] of as many as there are not.
pub(crate) fn smallest(model: &Model, beta: &[f64]) -> Result<Vec<f64>, SimulationError> {
    count("base parameters", beta.len(), model.base.len())?;
    // Rows of base parameters are independent: P (P Pᵀ)⁻¹ leads back.
    let matrix = base_matrix(model);
    let squares = &matrix * matrix.transpose();
    let beta = DVector::from_column_slice(beta);
    let shares = squares.cholesky().map(|c| c.solve(&beta));
    let theta = matrix.transpose() * shares.unwrap_or(beta);
    Ok(theta.as_slice().to_vec())
}

impl<'a> Machine<'a> {
    /// A robot with standard parameters `theta` (`p`), friction of its file included.
    ///
    /// # Errors
    /// [`SimulationError`] of a robot whose base moves, or of a part of one.
    pub fn of(robot: &'a dyn Robot, theta: &[f64]) -> Result<Self, SimulationError> {
        let model = robot.model();
        let name = || model.name.to_owned();
        if model.base_moves() {
            return Err(SimulationError::BaseMoves(name()));
        }
        if !robot.left_out().is_empty() {
            return Err(SimulationError::Part(name()));
        }
        count("parameters", theta.len(), model.parameters.len())?;
        let drive = Drive::of(model).ok_or_else(|| SimulationError::Transmission(name()))?;
        let mut theta = theta.to_vec();
        let (sites, places) = sites(model, &mut theta);
        Ok(Self {
            robot,
            theta,
            sites,
            places,
            forms: drive.to_motor_matrix().transpose().as_slice().to_vec(),
            electric: Vec::new(),
            static_ratio: 1.0,
        })
    }

    /// A robot with base parameters `beta` (`b`): standard parameters that have them, the smallest.
    ///
    /// # Errors
    /// As [`Machine::of`]; where base parameters are not those of all joint torques they do not say how it moves.
    pub fn with_base(robot: &'a dyn Robot, beta: &[f64]) -> Result<Self, SimulationError> {
        Self::of(robot, &standard(robot.model(), beta)?)
    }

    /// The same with these laws at every joint in place of the friction of the robot's file, all zero at first (speeds 0.1 rad/s or
    /// m/s); offsets stay.
    #[must_use]
    pub fn with_friction(mut self, laws: &[FrictionLaw]) -> Self {
        self.sites.retain(|site| site.is_locked);
        self.places.fill(None);
        let joints = self.robot.model().joints;
        for (i, joint) in joints.iter().enumerate() {
            let begun = |law: &FrictionLaw| FrictionTerm::begun(*law, joint.name);
            self.sites.push(FrictionSite {
                name: joint.name.to_owned(),
                form: (0..joints.len()).map(|k| f64::from(k == i)).collect(),
                terms: laws.iter().map(begun).collect(),
                slides: joint.kind == JointKind::Prismatic,
                is_locked: false,
            });
        }
        self
    }

    /// Adds a term of friction to a place, which does nothing yet: what a motion would do with it.
    pub(crate) fn add_term(&mut self, site: usize, law: FrictionLaw) -> Direction {
        let place = &mut self.sites[site];
        place.terms.push(FrictionTerm::begun(law, &place.name));
        let term = place.terms.len() - 1;
        Direction::Friction { site, term }
    }

    /// The same driven by voltages, one a motor (a joint, of a robot without motors).
    ///
    /// # Errors
    /// [`SimulationError`] with the number that makes no sense.
    pub fn with_drives(mut self, drives: &[Electric]) -> Result<Self, SimulationError> {
        count("drives", drives.len(), self.joints())?;
        for (k, drive) in drives.iter().enumerate() {
            drive.check(self.drive_name(k))?;
        }
        self.electric = drives.to_vec();
        Ok(self)
    }

    /// The same with friction at rest that holds so many times what it has in motion.
    ///
    /// # Errors
    /// [`SimulationError`] of a ratio below 1.
    pub fn with_static_ratio(mut self, ratio: f64) -> Result<Self, SimulationError> {
        if !(ratio >= 1.0 && ratio.is_finite()) {
            return Err(SimulationError::Value {
                what: "static friction over that in motion".to_owned(),
                value: ratio,
                wanted: "1 or more",
            });
        }
        self.static_ratio = ratio;
        Ok(self)
    }

    /// The same with all joints locked but for one: an experiment with a single joint (Brewer and Gibson 1985, section 2).
    ///
    /// # Errors
    /// [`SimulationError::NoJoint`].
    pub fn moving_only(mut self, name: &str) -> Result<Self, SimulationError> {
        let model = self.robot.model();
        let free = joint(model, name)?;
        for i in (0..model.joints.len()).filter(|i| *i != free) {
            self.lock(i);
        }
        Ok(self)
    }

    /// Locks a joint where it is at the beginning of a motion.
    pub fn lock(&mut self, joint: usize) {
        let model = self.robot.model();
        let own = model.joints.get(joint);
        self.sites.push(FrictionSite {
            name: own.map_or("", |joint| joint.name).to_owned(),
            form: (0..model.joints.len())
                .map(|k| f64::from(k == joint))
                .collect(),
            terms: Vec::new(),
            slides: own.is_some_and(|joint| joint.kind == JointKind::Prismatic),
            is_locked: true,
        });
    }

    /// Whether a joint is locked.
    #[must_use]
    pub fn is_locked(&self, joint: usize) -> bool {
        let turns = |site: &FrictionSite| site.form.get(joint).is_some_and(|share| *share != 0.0);
        let locked = |site: &FrictionSite| site.is_locked && turns(site);
        self.sites.iter().any(locked)
    }

    /// The place of a joint of a name.
    ///
    /// # Errors
    /// [`SimulationError::NoJoint`].
    pub fn joint(&self, name: &str) -> Result<usize, SimulationError> {
        joint(self.robot.model(), name)
    }

    /// How many joints it has (`n`).
    #[must_use]
    pub fn joints(&self) -> usize {
        self.robot.model().joints.len()
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &'a dyn Robot {
        self.robot
    }

    /// Where friction acts, with its parameters.
    #[must_use]
    pub fn friction(&self) -> &[FrictionSite] {
        &self.sites
    }

    /// The motors with their windings; none where inputs are torques.
    #[must_use]
    pub fn drives(&self) -> &[Electric] {
        &self.electric
    }

    /// The name of a drive: the motor's, or the joint's of a robot without motors.
    #[must_use]
    pub fn drive_name(&self, drive: usize) -> &'static str {
        let model = self.robot.model();
        let motor = model.motors.get(drive).map(|motor| motor.name);
        let joint = || model.joints.get(drive).map_or("", |joint| joint.name);
        motor.unwrap_or_else(joint)
    }

    /// The number of a direction; 0 of one that it does not have.
    #[must_use]
    pub fn value(&self, direction: Direction) -> f64 {
        match self.resolved(direction) {
            Direction::Standard(k) => self.theta.get(k).copied(),
            Direction::Friction { site, term } => self.term(site, term).map(|term| term.value),
            Direction::Electric { motor, part } => self.electric.get(motor).map(|d| d.part(part)),
        }
        .unwrap_or(0.0)
    }

    /// Changes the number of a direction.
    pub fn set(&mut self, direction: Direction, value: f64) {
        let place = match self.resolved(direction) {
            Direction::Standard(k) => self.theta.get_mut(k),
            Direction::Friction { site, term } => self
                .sites
                .get_mut(site)
                .and_then(|site| Some(&mut site.terms.get_mut(term)?.value)),
            Direction::Electric { motor, part } => {
                self.electric.get_mut(motor).map(|d| d.part_mut(part))
            }
        };
        if let Some(place) = place {
            *place = value;
        }
    }

    /// A direction, a standard parameter of friction as its term.
    #[must_use]
    pub fn resolved(&self, direction: Direction) -> Direction {
        match direction {
            Direction::Standard(k) => match self.places.get(k).copied().flatten() {
                Some((site, term)) => Direction::Friction { site, term },
                None => direction,
            },
            other => other,
        }
    }

    fn term(&self, site: usize, term: usize) -> Option<&FrictionTerm> {
        self.sites.get(site)?.terms.get(term)
    }

    /// The form of a drive: its velocity of those of the coordinates.
    pub(super) fn form(&self, drive: usize) -> &[f64] {
        let n = self.joints();
        &self.forms[drive * n..(drive + 1) * n]
    }

    /// Whether currents take time.
    pub(super) fn has_inductance(&self) -> bool {
        self.electric.iter().any(|drive| drive.inductance > 0.0)
    }
}

/// The place of a joint of a name.
fn joint(model: &Model, name: &str) -> Result<usize, SimulationError> {
    let place = model.joints.iter().position(|joint| joint.name == name);
    place.ok_or_else(|| {
        let known: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
        SimulationError::NoJoint {
            name: name.to_owned(),
            robot: model.name.to_owned(),
            known: known.join(", "),
        }
    })
}

/// Refuses another number of something than is wanted.
pub(super) fn count(
    what: &'static str,
    found: usize,
    wanted: usize,
) -> Result<(), SimulationError> {
    let refused = || SimulationError::Count {
        what,
        found,
        wanted,
    };
    (found == wanted).then_some(()).ok_or_else(refused)
}

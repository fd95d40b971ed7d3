//! What drives a simulated robot.

use nalgebra::DVector;

use super::error::ClosedLoopError;
use super::plant::Dynamics;
use super::reference::Reference;

/// A law of joint torques.
pub trait Controller {
    /// The joint torques (`n`) at a time (s) in a state of the robot, which some laws know.
    fn torque(
        &self,
        time: f64,
        q: &DVector<f64>,
        qd: &DVector<f64>,
        here: &Dynamics,
    ) -> DVector<f64>;

    /// The fastest that it makes the robot answer from a state, rad/s: what steps of the integration have to resolve.
    fn fastest(&self, here: &Dynamics) -> f64;

    /// Whether it can drive so many joints: a motion begins with that.
    ///
    /// # Errors
    /// [`ClosedLoopError`] of what is wrong with it.
    fn check(&self, joints: usize) -> Result<(), ClosedLoopError> {
        let _ = joints;
        Ok(())
    }
}

/// Torques that the robot needs to follow a reference, and that bring it back to it:
/// `M(q) (r̈ + 2 ω ė + ω² e) + h(q, q̇)` with `e = r - q` (Luh, Walker and Paul 1980).
///
/// Inertia and bias are the simulated robot's own, so that errors decay with the bandwidth `ω` whatever its parameters
/// are, and friction is compensated where it acts: it does not chatter.
pub struct ComputedTorque<'a> {
    /// What is followed.
    pub reference: &'a Reference,
    /// How fast errors decay, critically damped, rad/s.
    pub bandwidth: f64,
}

impl Controller for ComputedTorque<'_> {
    fn torque(
        &self,
        time: f64,
        q: &DVector<f64>,
        qd: &DVector<f64>,
        here: &Dynamics,
    ) -> DVector<f64> {
        let w = self.bandwidth;
        let wanted = DVector::from_fn(q.len(), |i, _| {
            let [r, rd, rdd] = self.reference.at(i, time);
            rdd + 2.0 * w * (rd - qd[i]) + w * w * (r - q[i])
        });
        &here.inertia * wanted + &here.bias
    }

    fn fastest(&self, _: &Dynamics) -> f64 {
        self.bandwidth
    }
}

/// Springs and dampers that hold joints, which know nothing of the robot.
pub struct Springs {
    /// Where they hold it (`n`), rad or m.
    pub to: Vec<f64>,
    /// Stiffness (`n`), N·m/rad or N/m.
    pub stiffness: Vec<f64>,
    /// Damping (`n`), N·m·s/rad or N·s/m.
    pub damping: Vec<f64>,
}

impl Controller for Springs {
    fn torque(&self, _: f64, q: &DVector<f64>, qd: &DVector<f64>, _: &Dynamics) -> DVector<f64> {
        DVector::from_fn(q.len(), |i, _| {
            self.stiffness[i] * (self.to[i] - q[i]) - self.damping[i] * qd[i]
        })
    }

    /// Of the lightest motion: its damping rate, or the root of stiffness over inertia.
    fn fastest(&self, here: &Dynamics) -> f64 {
        let lightest = here.inertia.symmetric_eigenvalues().min();
        let largest = |all: &[f64]| all.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        match lightest > 0.0 {
            true => (largest(&self.stiffness) / lightest)
                .sqrt()
                .max(largest(&self.damping) / lightest),
            // Such a robot does not move at all.
            false => 0.0,
        }
    }

    fn check(&self, joints: usize) -> Result<(), ClosedLoopError> {
        let numbers = [
            ("places of springs", &self.to),
            ("stiffnesses of springs", &self.stiffness),
            ("dampings of springs", &self.damping),
        ];
        let odd = numbers.into_iter().find(|(_, all)| all.len() != joints);
        let refused = |(what, all): (&'static str, &Vec<f64>)| ClosedLoopError::Count {
            what,
            found: all.len(),
            wanted: joints,
        };
        odd.map_or(Ok(()), |odd| Err(refused(odd)))
    }
}

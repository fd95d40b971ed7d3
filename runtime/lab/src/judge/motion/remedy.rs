//! What to do about what is wanting of a fit of simulated motions.

use super::Facts;
use crate::judge::phrases::{by, counted, joints};
use crate::judge::remedy::{Means, Remedy};
use crate::output_error::{Ending, SHORT};
use crate::statistics::Transfer;

/// Parameters that are listed before they are counted.
const LISTED: usize = 12;

/// The ways that a front end offers to follow a remedy, as words in parentheses.
#[derive(Debug, Clone, Copy, Default)]
pub struct MotionMeans {
    /// How to fit in intervals.
    pub interval: &'static str,
    /// How to drive a simulation by voltages.
    pub voltage: &'static str,
    /// How to begin from several values.
    pub starts: &'static str,
    /// How to search longer.
    pub iterations: &'static str,
    /// How to say which parameters are sought.
    pub free: &'static str,
    /// How to give parameters values.
    pub set: &'static str,
    /// How to say within which bounds parameters are sought.
    pub bounds: &'static str,
    /// How to choose terms of friction.
    pub laws: &'static str,
    /// How to say what acts between samples.
    pub hold: &'static str,
    /// Those of an identification.
    pub of: Means,
}

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum MotionRemedy {
    /// A motion in which joints move.
    Move,
    /// Intervals of so many seconds first.
    Shorten(f64),
    /// Voltages of the motors, of this file, in place of torques.
    Voltages(String),
    /// Other values to begin with.
    Restart,
    /// More iterations.
    GoOn,
    /// Look for mistaken signs, units and inputs.
    CheckDescription,
    /// Hold some parameters, and seek the others.
    Hold {
        /// Those that are held.
        held: Vec<String>,
        /// Those that are still sought.
        sought: Vec<String>,
    },
    /// Look at what makes parameters end where physics ends.
    Release(Vec<String>),
    /// Friction of these laws at these places as well.
    AddFriction {
        /// The laws.
        laws: Vec<&'static str>,
        /// Their parameters.
        names: Vec<String>,
    },
    /// Look for what the model lacks.
    ExtendModel(Vec<String>),
    /// More samples of the torques, what they do between these, or voltages in their place, of this file where there is one.
    Faster(Option<String>),
    /// Windings of these motors as they were measured, or told by better torques.
    MeasureWindings(Vec<String>),
    /// What an identification is told as well.
    Of(Remedy),
}

/// What would help, most effective first; nothing where nothing is wanting.
pub(super) fn remedies(facts: &Facts<'_>) -> Vec<MotionRemedy> {
    let fit = facts.fit;
    let mut all = Vec::new();
    if facts.moving().next().is_none() {
        return vec![MotionRemedy::Move];
    }
    let wrong = facts.wrong();
    if !wrong.is_empty() {
        return vec![MotionRemedy::Of(Remedy::RecordAgain(wrong, Vec::new()))];
    }
    let unfollowed = facts.unfollowed() || facts.tells_nothing();
    let fails = facts.fails();
    let hidden = facts.hidden().is_some();
    let astray = unfollowed || fails || hidden || fit.ending != Ending::Converged;
    if astray {
        let growth = facts.sensitivities.iter().map(|own| &own.growth);
        let tenfold = growth.clone().filter_map(|growth| growth.tenfold);
        let grows = growth.clone().any(|growth| growth.is_nearly_chaotic);
        let short = tenfold.fold(SHORT, f64::min);
        let mut grown = facts.sensitivities.iter();
        let can_be = fit.longest > 2.0 * short && grown.all(|own| own.can_be_shorter());
        all.extend(can_be.then_some(MotionRemedy::Shorten(short)));
        let voltages = facts.voltages.filter(|_| grows);
        all.extend(voltages.map(|file| MotionRemedy::Voltages(file.to_owned())));
    }
    if unfollowed {
        all.extend([MotionRemedy::Restart, MotionRemedy::CheckDescription]);
    } else if fit.ending == Ending::Iterations {
        all.push(MotionRemedy::GoOn);
    } else if fit.ending == Ending::Stuck {
        all.push(MotionRemedy::Restart);
    }
    // What a motion tells is told by one that is followed.
    let idle = fit.parameters.iter().filter(|p| p.is_idle);
    let mut held: Vec<String> = idle.map(|p| p.name.clone()).collect();
    held.extend(fit.dependences.iter().map(|own| own.name.clone()));
    let is_left = !held.is_empty() && held.len() < fit.parameters.len();
    if is_left && !unfollowed && !hidden {
        let names = fit.parameters.iter().map(|p| p.name.clone());
        let sought = names.filter(|name| !held.contains(name)).collect();
        all.push(MotionRemedy::Hold { held, sought });
    }
    let limited = fit.parameters.iter().filter(|p| p.is_at_limit);
    let limited: Vec<String> = limited.map(|p| p.name.clone()).collect();
    if !limited.is_empty() && !unfollowed {
        all.push(MotionRemedy::Release(limited));
    }
    let coloured: Vec<String> = facts.coloured().map(|joint| joint.name.clone()).collect();
    if !fit.lacks.is_empty() {
        let names = fit.lacks.iter().map(|term| term.name.clone()).collect();
        let mut laws: Vec<&str> = fit.lacks.iter().map(|term| term.law).collect();
        laws.sort_unstable();
        laws.dedup();
        all.push(MotionRemedy::AddFriction { laws, names });
    } else if !coloured.is_empty() && !unfollowed {
        all.push(MotionRemedy::ExtendModel(coloured));
    }
    if fit.unsampled.is_some() && !unfollowed {
        all.push(MotionRemedy::Faster(facts.voltages.map(str::to_owned)));
    }
    let windings = fit.windings.as_ref().filter(|_| facts.is_of_windings());
    all.extend(windings.map(|own| MotionRemedy::MeasureWindings(own.motors.clone())));
    let mut untested = facts.joints_of(Transfer::Untested);
    untested.retain(|name| facts.moving().any(|joint| joint.name == *name));
    if facts.unseen.is_empty() {
        all.push(MotionRemedy::Of(Remedy::Validate));
    } else if !untested.is_empty() {
        all.push(MotionRemedy::Of(Remedy::ValidateJoints(untested)));
    }
    all
}

impl MotionRemedy {
    /// What to do in one sentence.
    #[must_use]
    pub fn sentence(&self, means: &MotionMeans) -> String {
        let with = |option: &str, value: &str| match option {
            "" => String::new(),
            option => by(&format!("{option} {value}")),
        };
        match self {
            Self::Move => "Record a motion in which the joints move, fast and slowly and in both directions.".to_owned(),
            Self::Shorten(seconds) => {
                // A shorter one might have too few samples.
                let first = format!("{:.2}", (100.0 * seconds - 1e-6).ceil() / 100.0);
                let first = first.trim_end_matches('0').trim_end_matches('.');
                format!(
                    "Fit intervals of {first} s first, in which errors grow little, then longer ones from what these give{}.",
                    with(means.interval, &format!("{first},{:.0}", (4.0 * seconds).ceil()))
                )
            }
            Self::Voltages(file) => format!(
                "Let the voltages of the motors drive the simulation in place of torques: what motors induce damps the motion{}.",
                with(means.voltage, file)
            ),
            Self::Restart => format!(
                "Begin with other values: nominal ones, those of least squares, or several at a time{}.",
                by(means.starts)
            ),
            Self::GoOn => format!("Let it search longer, or begin with what it found{}.", by(means.iterations)),
            Self::CheckDescription => "Check signs and units of positions and of what drives the robot, and that the description has the joints \
                 that move: a wrong one is followed nowhere."
                .to_owned(),
            Self::Hold { held, sought } => format!(
                "Hold {} at {} from elsewhere{}, and seek the others{}.",
                held.join(", "),
                if held.len() == 1 { "a value that is known" } else { "values that are known" },
                with(means.set, &held.iter().map(|name| format!("{name}=..")).collect::<Vec<_>>().join(",")),
                with(means.free, &sought.join(","))
            ),
            Self::Release(names) => format!(
                "Hold {} at a value that is known from elsewhere, record a motion that shows {}, or look for what the model lacks in {} \
                 place; bounds further out show where the motion would have {}{}.",
                counted(names, LISTED),
                it(names),
                if names.len() == 1 { "its" } else { "their" },
                it(names),
                by(means.bounds)
            ),
            Self::AddFriction { laws, names } => format!(
                "Fit with {} friction beside the terms that the model has, so that {} {} sought as well{}.",
                laws.join(" and "),
                counted(names, LISTED),
                if names.len() == 1 { "is" } else { "are" },
                by(means.laws)
            ),
            Self::ExtendModel(names) => format!(
                "Look at what is left of {}: friction that the model does not have, elasticity or a load look like this{}, and so does what \
                 drives the robot if it acts otherwise between samples than it is simulated{}. If it is noise of what drives the robot, fit ten \
                 intervals or more, whose deviations know of that{}.",
                joints(names),
                by(means.laws),
                by(means.hold),
                by(means.interval)
            ),
            Self::Faster(file) => format!(
                "Record several times as fast, say what torques do between samples where that is known{}, or let the voltages of the motors \
                 drive the simulation in place of torques{}.",
                by(means.hold),
                with(means.voltage, file.as_deref().unwrap_or("FILE"))
            ),
            Self::MeasureWindings(motors) => format!(
                "Measure the winding of {}, and give what was found{}, or record torques that are more accurate, or more of them, from which \
                 it is known better.",
                counted(motors, LISTED),
                with(means.set, &numbers(motors))
            ),
            Self::Of(remedy) => remedy.sentence(&means.of),
        }
    }
}

/// `R_m1=..,ke_m1=..`: numbers of the windings of motors.
fn numbers(motors: &[String]) -> String {
    let of = |motor: &String| {
        let each = ["R", "L", "kt", "ke"].map(|symbol| format!("{symbol}_{motor}=.."));
        each.join(",")
    };
    motors.iter().map(of).collect::<Vec<_>>().join(",")
}

fn it(names: &[String]) -> &'static str {
    match names.len() {
        1 => "it",
        _ => "them",
    }
}

//! The intervals: one pair of questions a parameter.

use super::evidence::{Statements, statements};
use super::feasible::{Distance, FeasibleSet, LowerBound};
use super::inertia::{self, Range};
use super::statement::{Equation, equations};
use super::{Consistency, ConsistencyError, Evidence, Interval, Known, Measure};
use crate::cores;
use crate::parameters::{self, bodies};
use crate::pseudo_inertia::{Frame, Place, variable};
use armwright_runtime::{Axis, Inertial, Model};

/// A distance below which values count as consistent.
const ROUNDING: f64 = 1e-6;
/// By how much the distance is exceeded when bounds are asked for inconsistent values.
const WIDENED: f64 = 1.1;
/// A share of the largest multipliers from which an equation is said to resist.
const RESISTING: f64 = 0.05;
/// Width of a centre's range, in the body's unit of length, below which it is known.
const POINT: f64 = 1e-7;

/// The interval of every physical parameter.
///
/// # Errors
/// [`ConsistencyError`] if the evidence does not fit the robot or contradicts itself. Base
/// parameters that no body can have are not an error: the answer says so, and by how much.
pub fn consistency(
    model: &Model,
    evidence: &Evidence<'_>,
) -> Result<Consistency, ConsistencyError> {
    let given = statements(model, evidence)?;
    let frame = Frame::of(model, evidence.beta);
    let mut feasible = FeasibleSet {
        blocks: frame.blocks(),
        scalars: frame.scalars() + given.statements.iter().filter(|s| s.at_least).count(),
        equations: Vec::new(),
    };
    feasible.equations = equations(&frame, feasible.variables(), &given.statements)?;
    let (distance, measure, units) = measured(&feasible, evidence)?;
    // An allowance is a number of deviations: it says nothing of shares.
    let wanted = match measure {
        Measure::Deviations => evidence.allowance.max(0.0),
        Measure::Share => 0.0,
    };
    let consistent = distance.proved <= wanted.max(ROUNDING);
    let allowance = if consistent && distance.attained <= wanted.max(ROUNDING) {
        wanted
    } else {
        WIDENED * distance.attained
    };
    for (equation, unit) in feasible.equations.iter_mut().zip(&units) {
        equation.allowance = allowance * unit;
    }
    let asking = Intervals {
        model,
        frame: &frame,
        feasible: &feasible,
        given: &given,
        known: evidence.known,
    };
    Ok(Consistency {
        consistent,
        distance: if distance.proved > ROUNDING {
            distance.attained
        } else {
            0.0
        },
        measure,
        allowance,
        resisting: if consistent {
            Vec::new()
        } else {
            resisting(&feasible.equations, &distance)
        },
        parameters: asking.intervals(),
        unused: given.unused,
    })
}

/// How far the base parameters are from consistent, and in which units.
fn measured(
    feasible: &FeasibleSet,
    evidence: &Evidence<'_>,
) -> Result<(Distance, Measure, Vec<f64>), ConsistencyError> {
    let deviations: Vec<f64> = feasible.equations.iter().map(|e| e.allowance).collect();
    let uncertain = deviations.iter().any(|d| *d > 0.0);
    if uncertain && let Some(distance) = feasible.distance(&deviations) {
        return Ok((distance, Measure::Deviations, deviations));
    }
    // What was identified may be off, also of the same name as a known value.
    let equations = feasible.equations.iter();
    let shares = equations.map(|e| if e.is_base { e.norm() } else { 0.0 });
    let shares: Vec<f64> = shares.collect();
    match feasible.distance(&shares) {
        Some(distance) if distance.attained.is_finite() => {
            let exact = distance.proved <= ROUNDING;
            match (exact, uncertain) {
                (true, true) => Ok((distance, Measure::Deviations, deviations)),
                (true, false) => Ok((distance, Measure::Share, deviations)),
                (false, false) => Ok((distance, Measure::Share, shares)),
                (false, true) => {
                    let names = resisting(&feasible.equations, &distance);
                    Err(ConsistencyError::Conflict(names.join(", ")))
                }
            }
        }
        _ => {
            let names: Vec<&str> = evidence.known.iter().map(|k| k.name.as_str()).collect();
            Err(ConsistencyError::Impossible(names.join(", ")))
        }
    }
}

/// The equations that keep the nearest consistent point away, strongest first.
fn resisting(equations: &[Equation], distance: &Distance) -> Vec<String> {
    let largest = distance
        .multipliers
        .iter()
        .fold(0.0f64, |m, p| m.max(p.abs()));
    let mut named: Vec<(f64, &str)> = equations
        .iter()
        .zip(&distance.multipliers)
        .map(|(equation, multipliers)| (multipliers.abs(), equation.name.as_str()))
        .filter(|(multipliers, _)| *multipliers >= RESISTING * largest)
        .collect();
    named.sort_by(|a, b| b.0.total_cmp(&a.0));
    named.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// What all intervals share.
struct Intervals<'a> {
    model: &'a Model,
    frame: &'a Frame,
    feasible: &'a FeasibleSet,
    given: &'a Statements,
    known: &'a [Known],
}

impl Intervals<'_> {
    fn intervals(&self) -> Vec<Interval> {
        let bodies = bodies(self.model);
        let of = |block: usize| {
            let (body, places) = &bodies[block];
            self.body(block, body, places)
        };
        let mut all = cores::map(bodies.len(), &of).concat();
        all.extend(self.drives());
        // What could not be used, or not all of it, might draw every end further in.
        let exact = self.given.unused.is_empty();
        let all = all.into_iter().map(|interval| {
            let known = self.known.iter().find(|known| known.name == interval.name);
            match known {
                Some(known) => interval.at(known.value),
                None => interval.outer_unless(exact),
            }
        });
        all.collect()
    }

    /// Those of a body, whose parameters have these places.
    fn body(&self, block: usize, body: &str, places: &[Option<usize>; 10]) -> Vec<Interval> {
        let nominal = parameters::nominal_physical(self.model, places);
        let (mass, length) = self.frame.units(block);
        let mut centre = [None; 3];
        let largest = Axis::ALL.map(|axis| inertia::largest(self.feasible, block, axis));
        let of = |component: Inertial| {
            let interval = match component {
                Inertial::Mass => self.mass(block).times(mass, "kg"),
                Inertial::Moment(axis) => {
                    let interval = self.centre(block, axis.at());
                    centre[axis.at()] = interval.low.zip(interval.high);
                    interval.times(length, "m")
                }
                Inertial::Inertia(i, j) => {
                    let interval = self.inertia(block, (i, j), centre, &largest);
                    interval.times(mass * length * length, "kg·m²")
                }
            };
            let interval = match component.is_positive() {
                true => interval.at_least_zero(),
                false => interval,
            };
            Interval {
                name: format!("{}_{body}", component.physical()),
                nominal: nominal.map(|values| values[component.at()]),
                ..interval
            }
        };
        Inertial::ALL.map(of).into()
    }

    fn mass(&self, block: usize) -> Interval {
        let element = variable(block, (3, 3));
        Interval::of(
            self.feasible.lower_bound(vec![(element, 1.0)]),
            self.feasible.lower_bound(vec![(element, -1.0)]),
        )
    }

    fn centre(&self, block: usize, axis: usize) -> Interval {
        if let Some(value) = self.given.centres[block][axis] {
            let value = value / self.frame.units(block).1;
            return Interval::of(
                LowerBound::Value(value, 0.0),
                LowerBound::Value(-value, 0.0),
            );
        }
        let (moment, mass) = (variable(block, (axis, 3)), variable(block, (3, 3)));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        Interval::of(
            self.feasible
                .lower_bound_of_ratio(vec![(moment, half)], mass),
            self.feasible
                .lower_bound_of_ratio(vec![(moment, -half)], mass),
        )
    }

    /// An inertia about the centre of mass; minus the `largest` moments about it are known.
    fn inertia(
        &self,
        block: usize,
        (a, b): (Axis, Axis),
        centre: [Range; 3],
        largest: &[LowerBound; 3],
    ) -> Interval {
        let (i, j) = (a.at(), b.at());
        let point = |axis: usize| centre[axis].is_some_and(|(low, high)| high - low < POINT);
        let needed = (0..3).filter(|k| if i == j { *k != i } else { *k == i || *k == j });
        let exact = needed.clone().all(point);
        let least = |functions: Vec<Vec<(usize, f64)>>, sign: f64| {
            let answers = functions.into_iter().map(|linear| {
                let cost = linear.into_iter().map(|(k, a)| (k, sign * a));
                self.feasible.lower_bound(cost.collect())
            });
            answers.reduce(LowerBound::better)
        };
        let below = least(inertia::below(block, (a, b), centre), 1.0);
        if i == j {
            let high = largest[i];
            let low = below.unwrap_or(LowerBound::Value(0.0, 0.0)).at_least(0.0);
            let mut interval = Interval::of(low, high);
            interval.low_end = interval.low_end.outer_unless(exact);
            return interval;
        }
        // |Jxy| is at most half of Jzz, because the centred Σ is positive semidefinite.
        let half = match largest[3 - i - j] {
            LowerBound::Value(value, gap) => LowerBound::Value(value / 2.0, gap / 2.0),
            other => other,
        };
        let above = least(inertia::above(block, (a, b), centre), -1.0);
        let interval = Interval::of(
            below.map_or(half, |b| LowerBound::better(b, half)),
            above.map_or(half, |a| LowerBound::better(a, half)),
        );
        interval.outer_unless(exact)
    }

    fn drives(&self) -> Vec<Interval> {
        let parameters = self.model.parameters;
        let all = cores::map(parameters.len(), &|index| self.drive(index));
        all.into_iter().flatten().collect()
    }

    /// Of a parameter of a drive; none of a body's.
    fn drive(&self, index: usize) -> Option<Interval> {
        let Place::Scalar { unit, .. } = self.frame.place(index) else {
            return None;
        };
        let (element, _) = *self.frame.variables(index).first()?;
        let parameter = &self.model.parameters[index];
        let interval = Interval::of(
            self.feasible.lower_bound(vec![(element, 1.0)]),
            self.feasible.lower_bound(vec![(element, -1.0)]),
        );
        // What may be negative has no place of its own.
        let interval = interval.times(unit, parameter.unit).at_least_zero();
        Some(Interval {
            name: parameter.name.to_owned(),
            nominal: parameter.nominal,
            ..interval
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Distance, Equation, resisting};

    /// A twentieth of the largest counts, whatever the sign.
    #[test]
    fn equations_resist_strongest_first() {
        let equation = |name: &str| Equation {
            name: name.to_owned(),
            is_base: true,
            coefficients: Vec::new(),
            right: 0.0,
            allowance: 0.0,
        };
        let all = ["a", "b", "c", "d", "e"].map(equation);
        let distance = Distance {
            proved: 1.0,
            attained: 1.0,
            multipliers: vec![0.5, -10.0, 0.49, 0.0, 2.0],
            point: Vec::new(),
        };
        assert_eq!(resisting(&all, &distance), ["b", "e", "a"]);
    }
}

//! Sections 2.1 and 2.2: the printed velocities, and the forces that they are multiplied by.

use armwright_codegen::algebra::Poly;

use super::derived::Wrist;
use super::erratum::{Errata, Erratum};
use super::printed::{PaperError, Printed};

const PLACE: &str = "section 2.2, the applied forces";
/// The bodies, each with a triad of its name.
const BODIES: [&str; 3] = ["a", "b", "c"];

/// For each body and each joint: velocity of the centre of mass and angular velocity, in triad n.
struct Beta(Vec<[(Vector, Vector); 3]>);

impl Beta {
    fn read(printed: &Printed, wrist: &Wrist) -> Result<Self, PaperError> {
        let body = |body: &&str| {
            let velocity = Printed::entry(&printed.velocity, body)?;
            let angular = Printed::entry(&printed.angular_velocity, body)?;
            let column = |k: usize| -> Result<_, PaperError> {
                let [v, w] = [&velocity[k], &angular[k]].map(|text| wrist.read(text));
                Ok((wrist.components(&v?), wrist.components(&w?)))
            };
            Ok([column(0)?, column(1)?, column(2)?])
        };
        let bodies: Result<Vec<_>, PaperError> = BODIES.iter().map(body).collect();
        Ok(Self(bodies?))
    }

    /// A force and a torque on each body, projected on a joint.
    fn projected(&self, efforts: &[(Vector, Vector)], joint: usize) -> Poly {
        let bodies = self.0.iter().zip(efforts);
        bodies.fold(Poly::zero(), |sum, (columns, (force, torque))| {
            let (v, w) = &columns[joint];
            let power = &dot(v, force) + &dot(w, torque);
            &sum + &power
        })
    }
}

/// A vector in triad n.
type Vector = [Poly; 3];

fn dot(a: &Vector, b: &Vector) -> Poly {
    let products = a.iter().zip(b).map(|(x, y)| x * y);
    products.fold(Poly::zero(), |sum, product| &sum + &product)
}

/// Checks the velocities by the inertia that they give, then the applied forces.
pub(super) fn compare(
    printed: &Printed,
    wrist: &Wrist,
    errata: &mut Errata,
) -> Result<(), PaperError> {
    let beta = Beta::read(printed, wrist)?;
    inertia(wrist, &beta, errata)?;
    let effort = |body: &&str| -> Result<_, PaperError> {
        let force = wrist.read(Printed::entry(&printed.force, body)?)?;
        let torque = wrist.read(Printed::entry(&printed.torque, body)?)?;
        Ok((wrist.components(&force), wrist.components(&torque)))
    };
    let efforts: Result<Vec<_>, PaperError> = BODIES.iter().map(effort).collect();
    let efforts = efforts?;
    weights(printed, wrist, &beta, &efforts, errata);
    reactions(printed, wrist, &beta, &efforts, errata);
    Ok(())
}

/// The kinetic energy that the printed velocities give must be the derived one.
fn inertia(wrist: &Wrist, beta: &Beta, errata: &mut Errata) -> Result<(), PaperError> {
    let mut same = true;
    for (i, j) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
        let mut element = Poly::zero();
        for (body, columns) in BODIES.iter().zip(&beta.0) {
            element = &element + &kinetic(wrist, body, &columns[i], &columns[j])?;
        }
        let derived = wrist.element(&format!("J_{}{}", i + 1, j + 1));
        same &= element == wrist.in_physical(&derived);
    }
    if same {
        errata.agreements.push(
            "The printed tangent vectors (beta, section 2.1) are right: the kinetic energy that \
             they give is exactly the derived one."
                .to_owned(),
        );
    } else {
        errata.errata.push(Erratum {
            title: "The tangent vectors give another kinetic energy".to_owned(),
            place: "section 2.1",
            printed: "beta".to_owned(),
            derived: "J_11 to J_33".to_owned(),
            reason: "Masses times squares of velocities are not the derived inertias.".to_owned(),
        });
    }
    Ok(())
}

/// A body's part of an inertia: `m v_i·v_j + w_i·J w_j`, with J in the body's triad.
fn kinetic(
    wrist: &Wrist,
    body: &str,
    (v_i, w_i): &(Vector, Vector),
    (v_j, w_j): &(Vector, Vector),
) -> Result<Poly, PaperError> {
    let mut sum = &wrist.read(&format!("{body}m"))? * &dot(v_i, v_j);
    let unit = |axis: usize| wrist.read(&format!("{body}_{axis}"));
    for k in 1..=3 {
        for l in 1..=3 {
            let moment = wrist.read(&format!("{body}J{}{}", k.min(l), k.max(l)))?;
            let along_k = dot(&wrist.components(&unit(k)?), w_i);
            let along_l = dot(&wrist.components(&unit(l)?), w_j);
            sum = &sum + &(&moment * &(&along_k * &along_l));
        }
    }
    Ok(sum)
}

type Efforts<'e> = &'e [(Vector, Vector)];

/// The printed forces, projected, must be minus the gravity elements.
fn weights(printed: &Printed, wrist: &Wrist, beta: &Beta, efforts: Efforts, errata: &mut Errata) {
    let still: Vec<_> = efforts
        .iter()
        .map(|(force, _)| (force.clone(), Vector::default()))
        .collect();
    let projected = |joint| beta.projected(&still, joint);
    let element = |joint| wrist.in_physical(&wrist.element(&format!("g_{}", joint + 1)));
    if (0..3).all(|joint| -&projected(joint) == element(joint)) {
        return;
    }
    let times_gravity = |joint| -&projected(joint).scale(&wrist.gravity()) == element(joint);
    let by_gravity = (0..3).all(times_gravity);
    let forces: Vec<String> = printed.force.values().cloned().collect();
    let derived = forces.iter().map(|force| force.replace("n_3", "g n_3"));
    errata.errata.push(if by_gravity {
        Erratum {
            title: "The applied forces lack g".to_owned(),
            place: PLACE,
            printed: format!("forces {}", forces.join(", ")),
            derived: format!("forces {}", derived.collect::<Vec<_>>().join(", ")),
            reason: "Times g, and projected on the printed tangent vectors, they give the derived \
                     g_1, g_2 and g_3 exactly; as printed they are masses, not forces."
                .to_owned(),
        }
    } else {
        Erratum {
            title: "The applied forces are not the weights".to_owned(),
            place: PLACE,
            printed: format!("forces {}", forces.join(", ")),
            derived: "the forces that give g_1, g_2 and g_3".to_owned(),
            reason: "Projected on the tangent vectors they are no multiple of g_1 to g_3."
                .to_owned(),
        }
    });
}

/// The printed torques, projected, must be the joint torques of equation 1.
fn reactions(printed: &Printed, wrist: &Wrist, beta: &Beta, efforts: Efforts, errata: &mut Errata) {
    let projection = |torques: &[Vector]| {
        let moved: Vec<_> = torques
            .iter()
            .map(|torque| (Vector::default(), torque.clone()))
            .collect();
        [0, 1, 2].map(|joint| beta.projected(&moved, joint))
    };
    let joints = [0, 1, 2].map(|i| Poly::atom(Wrist::torque(i)));
    let torques: Vec<Vector> = efforts.iter().map(|(_, torque)| torque.clone()).collect();
    let found = projection(&torques);
    if found == joints {
        return;
    }
    // Each body also feels the reaction of the joint that it carries.
    let with_reactions: Vec<Vector> = (0..torques.len())
        .map(|k| match torques.get(k + 1) {
            Some(next) => std::array::from_fn(|i| &torques[k][i] - &next[i]),
            None => torques[k].clone(),
        })
        .collect();
    let cured = projection(&with_reactions) == joints;
    let texts: Vec<&String> = printed.torque.values().collect();
    let line = |k: usize| match texts.get(k + 1) {
        Some(next) => format!("{} - {next}", texts[k]),
        None => texts[k].clone(),
    };
    let lines: Vec<String> = (0..texts.len()).map(line).collect();
    let rows = found
        .iter()
        .enumerate()
        .filter(|(i, row)| **row != joints[*i]);
    let rows: Vec<String> = rows
        .map(|(i, row)| {
            format!(
                "row {} of equation 1 would be {}",
                i + 1,
                torque_sum(wrist, row)
            )
        })
        .collect();
    let cure = if cured {
        "With the reactions the projection is u1, u2, u3 exactly."
    } else {
        "The reactions alone do not mend it."
    };
    errata.errata.push(Erratum {
        title: "The applied torques lack the reactions of the joints".to_owned(),
        place: PLACE,
        printed: format!(
            "torques {}",
            printed
                .torque
                .values()
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        ),
        derived: format!("torques {}", lines.join(", ")),
        reason: format!(
            "A motor turns the body that it moves and the one that carries it, in opposite \
             directions. With the printed torques {}. {cure}",
            rows.join(", ")
        ),
    });
}

/// A combination of joint torques: `u1 + c2 u3`.
fn torque_sum(wrist: &Wrist, sum: &Poly) -> String {
    let of = |i: u16| {
        let torque = Wrist::torque(i);
        let mut groups = sum.collect(|atom| atom == torque).into_iter();
        let (_, factor) = groups.find(|(key, _)| key.exponent(torque) == 1)?;
        let name = format!("u{}", i + 1);
        Some(match factor.as_constant() {
            Some(one) if one.is_one() => name,
            _ => format!("{} {name}", wrist.write(&factor)),
        })
    };
    (0..3).filter_map(of).collect::<Vec<_>>().join(" + ")
}

//! Quantities that are made of others: columns of regressors, and the closed form with its coefficients.

use crate::algebra::{Graph, ParameterIndex, Ref};
use crate::derivation::Derivation;
use crate::dynamics;
use crate::identifiability::base_expressions;
use crate::mechanism::ParameterKind;

/// The columns of the parameters that represent base parameters.
pub(super) fn of_representatives(derivation: &Derivation, rows: &[Vec<Ref>]) -> Vec<Ref> {
    let representatives = || derivation.base.base.iter().map(|base| base.representative);
    let of_row = |row: &Vec<Ref>| representatives().map(|k| row[k.at()]).collect::<Vec<_>>();
    rows.iter().flat_map(of_row).collect()
}

/// Joint torques by the closed form, its coefficients from base parameters.
pub(super) fn closed_form_torque(derivation: &Derivation, graph: &mut Graph) -> Vec<Ref> {
    let (mechanism, Ok(form)) = (&derivation.mechanism, &derivation.closed_form) else {
        return Vec::new();
    };
    let of_torque = derivation.torque_base.as_ref().unwrap_or(&derivation.base);
    let beta = base_expressions(graph, mechanism, of_torque);
    let place = |parameter: ParameterIndex| {
        let mut base = of_torque.base.iter();
        base.position(|base| base.representative == parameter)
    };
    let is_inertial = |parameter: ParameterIndex| {
        let kind = mechanism.parameters[parameter].kind;
        matches!(
            kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
        )
    };
    let mixed = of_torque.base.iter().any(|base| {
        is_inertial(base.representative) && base.others.keys().any(|other| !is_inertial(*other))
    });
    let beta = |parameter| place(parameter).map(|k| beta[k]);
    dynamics::closed_form_torques(graph, mechanism, form, &beta, !mixed)
}

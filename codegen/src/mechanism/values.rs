//! Values of parameters by name, standard or physical, as a vector of standard parameters.

use super::{Inertial, Mechanism, Parameter, ParameterKind, RigidBody};
use crate::algebra::{BodyIndex, Indexed, ParameterIndex, Rational};
use crate::diagnostic::{Diagnostics, Fault, Spanned};

impl Mechanism {
    /// Values of all standard parameters: of a body, or a drive, that is not named, none; of others zero
    /// where a name is left out. A body's names are all standard, or all physical.
    pub(crate) fn values(
        &self,
        named: &[(Spanned<String>, Rational)],
        diagnostics: &mut Diagnostics,
    ) -> Indexed<ParameterIndex, Option<Rational>> {
        let mut values = self.parameters.map(|_, _| None);
        // The first physical and the first standard name of each body.
        let mut kinds = self.bodies.map(|_, _| [None, None]);
        for (name, value) in named {
            let is_it = |p: &Parameter| [&p.name, &p.physical].contains(&&name.value);
            let Some(index) = self.parameters.position(is_it) else {
                let names = self.parameters.iter().flat_map(|p| [&p.name, &p.physical]);
                let known: Vec<&str> = names.map(String::as_str).collect();
                let what = "a standard or physical parameter";
                diagnostics.add(
                    Fault::unknown_parameter(&name.value, what, &known),
                    name.span,
                );
                continue;
            };
            values[index] = Some(value.clone());
            let parameter = &self.parameters[index];
            if let ParameterKind::Inertial { body, .. } = parameter.kind
                && parameter.name != parameter.physical
            {
                let is_standard = usize::from(parameter.name == name.value);
                kinds[body][is_standard].get_or_insert(name);
            }
        }
        for (body, kinds) in kinds.enumerate() {
            if let [Some(physical), Some(standard)] = kinds {
                let fault = Fault::conflict(&physical.value, &standard.value);
                diagnostics.add(fault, standard.span);
            }
            self.complete(body, kinds[0].is_some(), &mut values);
        }
        values
    }

    /// The ten values of a body of which some are there.
    fn complete(
        &self,
        body: BodyIndex,
        is_physical: bool,
        values: &mut Indexed<ParameterIndex, Option<Rational>>,
    ) {
        let places = Inertial::ALL.map(|component| self.inertial(body, component));
        let given = places.map(|place| values[place?].clone());
        if given.iter().all(Option::is_none) {
            return;
        }
        let mut all = given.map(Option::unwrap_or_default);
        if is_physical {
            let [mass, x, y, z, xx, xy, xz, yy, yz, zz] = all;
            let [hx, hy, hz] = [const { Rational::ZERO }; 3];
            let about = RigidBody::from([mass, hx, hy, hz, xx, xy, xz, yy, yz, zz]);
            let standard = about.displaced(&[x, y, z]);
            all = Inertial::ALL.map(|component| standard.component(component).clone());
        }
        for (place, value) in places.into_iter().zip(all) {
            if let Some(place) = place {
                values[place] = Some(value);
            }
        }
    }
}

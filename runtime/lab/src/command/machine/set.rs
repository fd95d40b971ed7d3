//! `--set`: values of a machine, in whatever order they are given.

use super::super::error::CommandError;
use super::{MachineArguments, pairs};
use crate::output_error::free;
use crate::simulation::Machine;

impl MachineArguments {
    /// Gives parameters their values: a base parameter last, whose value is of its combination with all others as they are set.
    pub(super) fn set_values(&self, machine: &mut Machine<'_>) -> Result<(), CommandError> {
        let mut given = pairs("--set", "fv_q1", &self.set)?;
        let names: Vec<String> = given.iter().map(|(name, _)| name.clone()).collect();
        // All at once, which refuses a name that is given twice.
        free(machine, &names)?;
        let base = machine.robot().model().base;
        let is_base = |name: &str| base.iter().any(|base| base.name == name);
        given.sort_by_key(|(name, _)| is_base(name));
        for (name, value) in given {
            for free in free(machine, &[name])? {
                free.set(machine, value);
            }
        }
        Ok(())
    }
}

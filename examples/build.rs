//! Turns the load of the IRp-6, which is measured by a sensor and no robot for itself, into a module.

fn main() {
    armwright_codegen::robot("src/irp6/load.yaml").build();
}

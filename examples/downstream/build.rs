//! Turns the robot file beside this script into a module.

fn main() {
    armwright_codegen::robot("scara.yaml").build();
}

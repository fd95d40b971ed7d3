//! Turns the robot file beside this script into a module.

fn main() {
    armwright_codegen::robot("scara.yaml").build();
    // Where the microcontroller's memory is.
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/embedded.x");
    println!("cargo::rerun-if-changed={script}");
    println!("cargo::rustc-link-arg-bin=embedded=-T{script}");
}

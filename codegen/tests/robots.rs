//! Every robot of the collection is read without a mistake, and becomes what its file says.

use std::path::Path;

use armwright_codegen::algebra::{Atom, Poly, Rational};
use armwright_codegen::mechanism::{
    Element, JointKind, Mechanism, ParameterKind, Side, Site, Square, load_file,
};

fn robot(name: &str) -> Mechanism {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots");
    match load_file(&folder.join(format!("{name}.yaml"))) {
        Ok((mechanism, warnings)) => {
            assert!(warnings.is_empty(), "{warnings}");
            mechanism
        }
        Err(mistakes) => panic!("{mistakes}"),
    }
}

#[test]
fn the_collection_is_without_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of robots") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            match load_file(&path) {
                Ok((mechanism, _)) => assert_eq!(mechanism.name, stem),
                Err(mistakes) => panic!("{mistakes}"),
            }
            found += 1;
        }
    }
    assert!(found >= 3, "only {found} robots");
}

#[test]
fn the_wrist_keeps_its_symbols_and_its_wishes() {
    let wrist = robot("abb_wrist");
    assert_eq!(wrist.symbols.len(), 2);
    assert_eq!(wrist.symbols[1].value, Rational::new(85, 1000));
    assert_eq!(wrist.bodies[2].before.translation[0], Poly::atom(Atom::Symbol(1)));
    assert_eq!(wrist.bodies[2].parent, Some(1));
    assert_eq!(wrist.side, Side::Motor);
    assert_eq!(wrist.parameters.len(), 30 + 9);
    let rotor = &wrist.parameters[30];
    assert_eq!((rotor.name.as_str(), rotor.unit), ("Ia_m1", "kg·m²"));
    assert_eq!(rotor.kind, ParameterKind::Inertia(Site::Motor(0)));
    assert_eq!(rotor.nominal, Some(Rational::new(1, 10_000)));
    // L = J + m (|t|² 1 - t tᵀ): 0.3104 + 20 (0.0001 + 0.0016).
    assert_eq!(wrist.parameters[4].nominal, Rational::decimal("0.3444"));
    assert_eq!(wrist.squares.len(), 3);
    assert_eq!(wrist.squares[2].element, Element::Inertia(0, 1));
    assert_eq!((wrist.squares[2].joint, wrist.squares[2].square), (2, Square::Sine));
    assert_eq!(wrist.recovery.known.len(), 8);
}

#[test]
fn the_tx40_has_exact_right_angles_and_a_coupled_wrist() {
    let tx40 = robot("tx40");
    assert_eq!(tx40.parameters.len(), 60 + 6 * 4 + 3);
    let zero_or_one = |x: &Rational| x.is_zero() || x.abs().is_one();
    for body in &tx40.bodies {
        assert!(body.before.rotation.iter().flatten().all(zero_or_one));
        assert_eq!(body.joint.kind, JointKind::Revolute);
    }
    let transmission = tx40.transmission.expect("a transmission");
    assert_eq!(transmission[5][4], Rational::from(32));
    assert_eq!(tx40.motors.len(), 6);
    assert_eq!(tx40.parameters[86].name, "fv_m6");
}

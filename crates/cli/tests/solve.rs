//! `secateur solve` on SMT-LIB scripts: answers, models, cores, and one clear line for what it cannot read.

mod limited;

use std::process::Command;
use std::time::Duration;

fn solve(script: &str) -> limited::Finished {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("query.smt2");
    std::fs::write(&file, script).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg("solve").arg("query.smt2").current_dir(folder.path());
    limited::run(&mut command, Duration::from_secs(60)).expect("it ends")
}

#[test]
fn a_model_satisfies_the_assertions() {
    let said = solve(
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))\n\
         (assert (= (bvadd x y) #x10))\n(assert (bvult x y))\n(assert (bvugt x #x06))\n(check-sat)\n(get-model)\n",
    );
    assert!(said.stdout.starts_with("sat\n"), "{}", said.stdout);
    let value = |name: &str| {
        let (_, rest) = said.stdout.split_once(&format!("(define-fun {name} () (_ BitVec 8) #x")).expect(name);
        u8::from_str_radix(&rest[..2], 16).expect("two digits")
    };
    let (x, y) = (value("x"), value("y"));
    assert!(x.wrapping_add(y) == 0x10 && x < y && x > 6, "{}", said.stdout);
    assert_eq!(said.status.code(), Some(0));
}

#[test]
fn a_core_names_what_contradicts_itself() {
    let said = solve(
        "(set-option :produce-unsat-cores true)\n(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n\
         (declare-const y (_ BitVec 8))\n(assert (! (bvult x #x05) :named small))\n\
         (assert (! (bvugt y #x05) :named other))\n(assert (! (bvugt x #x0a) :named large))\n\
         (check-sat)\n(get-unsat-core)\n",
    );
    assert_eq!(said.stdout, "unsat\n(small large)\n");
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    for (script, line) in [
        ("(set-logic QF_BV)\n(assert (bvult x #x01))\n(check-sat)\n", "query.smt2:2: "),
        ("(set-logic QF_BV)\n(declare-const x (_ BitVec 8)\n", "query.smt2:"),
    ] {
        let said = solve(script);
        assert_eq!(said.status.code(), Some(2), "{script}: {}{}", said.stdout, said.stderr);
        assert!(said.stderr.contains(line) && said.stderr.lines().count() == 1, "{script}: {}", said.stderr);
    }
}

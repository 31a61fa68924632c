//! The analyses on whole programs: call graph and taint.

mod source;

use program::OptLevel;
use program::call_graph::CallGraph;
use program::ir::{FuncId, Program};
use program::taint::{Effect, Sources, Taint};
use source::lower;

fn id(program: &Program, name: &str) -> FuncId {
    program.find(name).expect("the function is there")
}

#[test]
fn indirect_calls_may_reach_functions_of_their_arity_whose_address_is_taken() {
    let code = "int one(int a) { return a; } int other(int a) { return -a; } int two(int a, int b) { return b; }
        int never(int a) { return a; } int (*table[])(int) = {one, other}; int (*pair)(int, int) = two;
        int call(int i) { return table[i](i); } int main(void) { return call(1); }";
    let program = lower(code, OptLevel::Light);
    let graph = CallGraph::new(&program);
    assert_eq!(graph.callees(id(&program, "call")), [id(&program, "one"), id(&program, "other")]);
    assert_eq!(graph.callers(id(&program, "one")), [id(&program, "call")]);
    let reached = graph.reachable(&[id(&program, "main")]);
    assert!(reached[id(&program, "other").index()]);
    assert!(!reached[id(&program, "never").index()] && !reached[id(&program, "two").index()]);
}

#[test]
fn recursion_is_found_through_other_functions() {
    let code =
        "int odd(int); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }
        int self(int n) { return n ? self(n - 1) : 0; } int main(void) { return even(4) + self(2); }";
    let program = lower(code, OptLevel::Light);
    let graph = CallGraph::new(&program);
    assert!(["even", "odd", "self"].iter().all(|name| graph.is_recursive(id(&program, name))));
    assert!(!graph.is_recursive(id(&program, "main")));
    assert!(graph.call_each_other(id(&program, "even"), id(&program, "odd")));
}

#[test]
fn call_backs_through_the_library_are_reachable() {
    let code = "#include <stdlib.h>\nint cmp(const void *a, const void *b) { return 0; } int v[3];
        int main(void) { qsort(v, 3, 4, cmp); return 0; }";
    let program = lower(code, OptLevel::Light);
    let reached = CallGraph::new(&program).reachable(&[id(&program, "main")]);
    assert!(reached[id(&program, "cmp").index()]);
}

/// Names of the functions that have a decision on symbolic data.
fn deciding(code: &str) -> Vec<String> {
    let program = lower(code, OptLevel::Light);
    let graph = CallGraph::new(&program);
    let taint = Taint::new(&program, &graph, &Sources { effect: &Effect::of, entries: &[] });
    let mut names: Vec<String> = taint.decisions(&program).map(|(f, _, _)| program.function(f).name.clone()).collect();
    names.dedup();
    names
}

#[test]
fn input_taints_what_it_flows_to_and_nothing_else() {
    let code = "int __VERIFIER_nondet_int(void);
        int dirty(int x) { if (x > 3) return 1; return 2; }
        int clean(int x) { if (x > 3) return 1; return 2; }
        int main(void) { int a = __VERIFIER_nondet_int(); int b = 5; return dirty(a * 2 + b) + clean(b); }";
    assert_eq!(deciding(code), ["dirty"]);
}

#[test]
fn taint_goes_through_memory_pointers_and_results() {
    let code = "void klee_make_symbolic(void *, unsigned long, const char *);
        struct node { int value; struct node *next; }; static struct node list[2]; static int other[4];
        int get(struct node *n) { return n->next->value; }
        int through_list(void) { if (get(&list[0]) == 7) return 1; return 0; }
        int untouched(void) { if (other[1] == 7) return 1; return 0; }
        int copied(void) { struct node copy; __builtin_memcpy(&copy, &list[1], sizeof copy); if (copy.value) return 1; return 0; }
        int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); list[0].next = &list[1]; list[1].value = x;
          other[1] = 3; return through_list() + untouched() + copied(); }";
    assert_eq!(deciding(code), ["through_list", "copied"]);
}

#[test]
fn taint_goes_through_function_pointers_and_variable_arguments() {
    let code = "#include <stdarg.h>\nint nondet_int(void);
        static int first(int x) { if (x) return 1; return 0; }
        static int plain(int x) { if (x == 4) return 1; return 0; }
        static int (*pointer)(int) = first;
        static int list(int n, ...) { va_list l; va_start(l, n); int v = va_arg(l, int); va_end(l); if (v) return 1; return 0; }
        int main(void) { int a = nondet_int(); return pointer(a) + list(1, a) + plain(4); }";
    let found = deciding(code);
    assert!(found.contains(&"first".to_string()) && found.contains(&"list".to_string()), "{found:?}");
    assert!(!found.contains(&"plain".to_string()), "{found:?}");
}

#[test]
fn bug_locations_are_those_that_use_input() {
    let code = "int nondet_int(void); int table[8];
        int main(void) { int i = nondet_int(); int clean = table[3] / 2; return table[i] + clean; }";
    let program = lower(code, OptLevel::Light);
    let graph = CallGraph::new(&program);
    let taint = Taint::new(&program, &graph, &Sources { effect: &Effect::of, entries: &[] });
    let lines = taint.bug_locations(&program).count();
    assert!(lines >= 2, "the address and the load: {lines}");
    let main = id(&program, "main");
    let division = program.function(main).blocks[0]
        .insts
        .iter()
        .position(|inst| matches!(inst, program::ir::Inst::Bin { op: program::ir::BinOp::SDiv, .. }));
    assert!(!taint.may_be_symbolic(main, program::ir::BlockId(0), division.unwrap()));
}

#[test]
fn parameters_of_an_entry_function_are_input() {
    let code = "int f(int *p, int n) { if (p[0] > n) return 1; return 0; }";
    let program = lower(code, OptLevel::Light);
    let graph = CallGraph::new(&program);
    let entry = [id(&program, "f")];
    let taint = Taint::new(&program, &graph, &Sources { effect: &Effect::of, entries: &entry });
    assert_eq!(taint.decisions(&program).count(), 1);
    let without = Taint::new(&program, &graph, &Sources { effect: &Effect::of, entries: &[] });
    assert_eq!(without.decisions(&program).count(), 0);
}

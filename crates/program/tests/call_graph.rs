//! What the calls of whole programs may reach.

mod source;

use program::OptLevel;
use program::call_graph::CallGraph;
use program::ir::{FuncId, Inst, Program};
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
    let reached = |caller: &str| -> Vec<FuncId> {
        let insts = program.function(id(&program, caller)).blocks.iter().flat_map(|block| &block.insts);
        let calls = insts.filter_map(|inst| if let Inst::Call(call) = inst { Some(call) } else { None });
        calls.flat_map(|call| graph.targets(&program, call)).collect()
    };
    assert_eq!(reached("call"), [id(&program, "one"), id(&program, "other")]);
    assert_eq!(reached("main"), [id(&program, "call")]);
}

#[test]
fn call_backs_handed_to_the_library_have_their_address_taken() {
    let code = "#include <stdlib.h>\nint cmp(const void *a, const void *b) { return 0; } int v[3];
        int main(void) { qsort(v, 3, 4, cmp); return 0; }";
    let program = lower(code, OptLevel::Light);
    assert_eq!(CallGraph::new(&program).address_taken(), [id(&program, "cmp")]);
}

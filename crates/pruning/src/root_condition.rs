//! What was learnt of the whole program, in words: the condition on the values it starts with, that is its globals and the
//! parameters of its entry, under which nothing else would be found (P21, example 2.1).

use machine::Machine;
use program::Program;
use program::ir::{FuncId, Global};

use crate::condition::Condition;
use crate::wording::{self, Named, Names};

/// The conditions; none if it does not matter what the program starts with.
pub(crate) fn in_words(machine: &mut Machine, entry: FuncId, root: &Condition) -> Vec<String> {
    let names = AtStart { program: machine.program, entry };
    let dag = &mut machine.dag;
    root.conjuncts.iter().map(|conjunct| wording::formula(dag, conjunct.formula, &names)).collect()
}

struct AtStart<'p> {
    program: &'p Program,
    entry: FuncId,
}

impl Names for AtStart<'_> {
    fn of_register(&self, register: u32) -> Option<String> {
        let params = &self.program.functions[self.entry.index()].params;
        params.iter().find(|param| param.reg.index() == register as usize).map(|param| param.name.clone())
    }

    fn of_memory(&self, address: u64) -> Option<Named> {
        let covers = |global: &&Global| (global.address..global.address + global.size).contains(&address);
        let global = self.program.globals.iter().find(covers)?;
        Some(Named { name: global.name.clone(), address: global.address, size: global.size })
    }
}

//! What was learnt of the whole program, in words: the condition on the values it starts with, that is its globals and the
//! parameters of its entry, under which nothing else would be found (P21, example 2.1).

use machine::Machine;
use machine::naming::{self, Name};
use program::Program;
use program::ir::FuncId;

use crate::condition::Condition;
use crate::wording::{self, Names};

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
    fn of_register(&self, _depth: u32, register: u32) -> Option<Name> {
        let params = &self.program.functions[self.entry.index()].params;
        let param = params.iter().find(|param| param.reg.index() == register as usize)?;
        Some(Name { text: param.name.clone(), reading: None })
    }

    fn of_memory(&self, address: u64, bytes: u64) -> Option<Name> {
        naming::of_global(self.program, address, bytes)
    }

    fn whole(&self, address: u64) -> Option<String> {
        naming::global_at(self.program, address).map(|(_, global)| global.name.clone())
    }

    fn of_address(&self, _address: u64) -> Option<String> {
        None
    }
}

//! Whether a state satisfies an entry of the table, cheapest test first (P21 section 4.3).
//!
//! The state's values are put into the entry; most conjuncts fold to a constant. What is left is tried on the state's
//! model, which refutes most of what does not hold, and only then asked of the solver. `unknown` is not subsumed.

use std::rc::Rc;

use expr::{ExprId, Substitution, VarId};
use machine::shadow;
use pruning::condition::Condition;
use pruning::table::Key;
use rustc_hash::FxHashSet;

use crate::session::{Open, Session};

impl Session<'_> {
    /// The entry that covers a state at a join, if one does.
    pub(crate) fn is_subsumed(&mut self, open: &mut Open, key: &Key) -> Option<Rc<Condition>> {
        let machine = &mut self.machine;
        let entries = self.learner.as_ref()?.table.candidates(key, |variable| {
            let location = shadow::location_of(&machine.dag, variable)?;
            let value = shadow::value_in_state(&mut machine.dag, &mut open.state, location)?;
            Some(machine.eval.value(&machine.dag, value, &open.state.model) as u64)
        });
        let solved = self.solver.work();
        let found = entries.iter().position(|entry| self.satisfies(open, entry));
        let solved = self.solver.work() - solved;
        let trials = found.map_or(entries.len(), |index| index + 1) as u64;
        let learner = self.learner.as_mut()?;
        learner.checks += trials;
        learner.economy.looked_up(trials, solved);
        let index = found?;
        learner.hits += 1;
        learner.table.used(&self.machine.dag, key, &entries[index]);
        entries.into_iter().nth(index)
    }

    fn satisfies(&mut self, open: &mut Open, entry: &Condition) -> bool {
        if entry.next_heap.is_some_and(|at| at != open.state.memory.next_heap()) {
            return false;
        }
        let Some(first) = self.machine.first_memory() else { return false };
        if !entry.objects.iter().all(|fact| fact.holds(&open.state, first)) {
            return false;
        }
        let mut substitution = Substitution::new();
        let mut known: FxHashSet<VarId> = FxHashSet::default();
        let mut undecided = Vec::new();
        for conjunct in &entry.conjuncts {
            for var in self.machine.dag.vars(conjunct.formula).to_vec() {
                if !known.insert(var) {
                    continue;
                }
                let dag = &mut self.machine.dag;
                let Some(location) = shadow::location_of(dag, var) else { return false };
                let Some(value) = shadow::value_in_state(dag, &mut open.state, location) else { return false };
                let width = dag.var_info(var).width;
                let have = dag.width(value);
                let value = if have > width { dag.extract(value, 0, width) } else { dag.zext(value, width) };
                substitution.replace_var(dag, var, value);
            }
            let formula = substitution.apply(&mut self.machine.dag, conjunct.formula);
            if self.machine.dag.is_true(formula) {
                continue;
            }
            if self.machine.dag.is_false(formula) {
                return false;
            }
            if !self.machine.eval.holds(&self.machine.dag, formula, &open.state.model) {
                return false;
            }
            undecided.push(formula);
        }
        undecided.into_iter().all(|formula| {
            let refuted = self.machine.dag.not(formula);
            self.solver.check(&mut self.machine.dag, &open.path, refuted, &open.state.model).is_unsat() && {
                let path: Vec<ExprId> = open.path.iter().collect();
                self.is_implied(&open.state, &path, formula, "self-check of a subsumption")
            }
        })
    }
}

//! A shadow from its start at a state to the end of the edge, and how the registers of its frames become variables: those of
//! the running function at once, those of a caller when it comes back to run.

use expr::{Dag, Evaluator, ExprId, Model, Node, VarId};
use program::ir::Program;
use rustc_hash::FxHashSet;

use super::location::{location_of, register_variable};
use super::{ObjectFact, OnDemand, ShadowEnd};
use crate::machine::Machine;
use crate::mode::Mode;
use crate::state::State;
use crate::value::Value;

/// What the machine keeps while it runs a shadow.
#[derive(Debug)]
pub(crate) struct Shadow {
    /// The path's own state at the start of the edge.
    pub(super) real: State,
    pub(super) objects: Vec<ObjectFact>,
    pub(super) on_demand: OnDemand,
    /// The lowest call depth whose registers have been made variables.
    lowest_frame: u32,
    /// Variables whose value on the path depends on inputs.
    symbolic: FxHashSet<VarId>,
    /// Whether it is to end after as many instructions as the edge.
    pub(crate) keeps_step: bool,
}

impl Machine<'_> {
    /// The shadow of a state. `model` is one of the path at the edge's end, so it also led through the edge.
    pub fn begin_shadow(&mut self, real: &State, model: &Model) -> State {
        debug_assert!(matches!(self.mode, Mode::Path), "a shadow is of a path, and one at a time");
        let mut st = real.clone();
        st.model = model.clone();
        st.decisions.clear();
        st.stop_at = None;
        st.memory.begin_epoch();
        let mut shadow = Box::new(Shadow {
            real: real.clone(),
            objects: Vec::new(),
            on_demand: OnDemand::default(),
            lowest_frame: st.callers.depth(),
            symbolic: FxHashSet::default(),
            keeps_step: true,
        });
        shadow.frame_to_variables(&mut self.dag, &mut self.eval, self.program, &mut st);
        self.mode = Mode::Shadow(shadow);
        st
    }

    /// The edge ends with the program, or with what is reported there, after however many instructions.
    pub fn goes_to_the_end(&mut self) {
        if let Mode::Shadow(shadow) = &mut self.mode {
            shadow.keeps_step = false;
        }
    }

    /// The edge ends here, and the machine executes paths again.
    pub fn end_shadow(&mut self, state: State) -> ShadowEnd {
        match std::mem::take(&mut self.mode) {
            Mode::Shadow(shadow) => {
                let mut objects = shadow.objects;
                objects.sort_unstable();
                objects.dedup();
                ShadowEnd {
                    state,
                    start: shadow.real,
                    objects,
                    on_demand: shadow.on_demand,
                    lowest_frame: shadow.lowest_frame,
                }
            }
            Mode::Path | Mode::Drawn(_) => unreachable!("no shadow was begun"),
        }
    }
}

impl Shadow {
    /// A caller comes back to run: its registers become variables the first time.
    pub(crate) fn back_in_caller(&mut self, dag: &mut Dag, eval: &mut Evaluator, program: &Program, st: &mut State) {
        let depth = st.callers.depth();
        if depth < self.lowest_frame {
            self.lowest_frame = depth;
            self.frame_to_variables(dag, eval, program, st);
        }
    }

    fn frame_to_variables(&mut self, dag: &mut Dag, eval: &mut Evaluator, program: &Program, st: &mut State) {
        let depth = st.callers.depth();
        let State { frame, model, .. } = st;
        let widths = &program.functions[frame.func.index()].reg_width;
        for (register, &width) in widths.iter().enumerate() {
            let (value, symbolic) = match frame.regs[register] {
                Value::Bits(bits) => (bits as u128, false),
                Value::Expr(e) => (eval.value(dag, e, model), dag.as_const(e).is_none()),
            };
            let low = register_variable(dag, depth, register as u32, 0, width.min(64) as u32);
            self.assign(dag, model, low, value as u64, symbolic);
            frame.regs[register] = Value::Expr(if width <= 64 {
                low
            } else {
                let high = register_variable(dag, depth, register as u32, 1, width as u32 - 64);
                self.assign(dag, model, high, (value >> 64) as u64, symbolic);
                dag.concat(high, low)
            });
        }
    }

    fn assign(&mut self, dag: &Dag, model: &mut Model, variable: ExprId, value: u64, symbolic: bool) {
        let Node::Var(var) = dag.node(variable) else { return };
        self.give_value(model, var, value, symbolic);
    }

    /// Gives a program variable the value it had on the path. `symbolic`: which depends on inputs.
    pub(super) fn give_value(&mut self, model: &mut Model, var: VarId, value: u64, symbolic: bool) {
        model.set(var, value);
        if symbolic {
            self.symbolic.insert(var);
        }
    }

    /// Whether a value of the shadow depended on inputs on the path itself.
    pub(crate) fn is_symbolic_on_path(&self, dag: &Dag, e: ExprId) -> bool {
        let on_path = |var| location_of(dag, var).is_some() || self.on_demand.is_vague(var);
        dag.vars(e).iter().any(|&var| self.symbolic.contains(&var) || !on_path(var))
    }
}

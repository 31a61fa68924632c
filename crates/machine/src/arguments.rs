//! What the entry function is called with: the program's arguments, of which some may be symbolic, or an input for each
//! parameter.

use expr::ExprId;
use program::ir::{FuncId, ParamKind};
use program::layout;

use crate::inputs::InputKind;
use crate::machine::Machine;
use crate::memory::{Fill, Object, ObjectKind};
use crate::settings::SymbolicArguments;
use crate::state::State;
use crate::value::Value;

impl Machine<'_> {
    /// `argc`, `argv`, `envp` for `main`; a fresh input for each parameter of any other function.
    pub(crate) fn entry_arguments(
        &mut self,
        st: &mut State,
        entry: FuncId,
        name: &str,
        arguments: &[String],
    ) -> Vec<Value> {
        let function = self.function(entry);
        if function.name == "main" {
            let words = std::iter::once(name.as_bytes()).chain(arguments.iter().map(|a| a.as_bytes()));
            let mut pointers: Vec<Value> = words.map(|word| Value::Bits(self.string(st, word))).collect();
            let count = self.symbolic_arguments(st, &mut pointers);
            let argv = self.pointer_vector(st, &pointers);
            let envp = self.pointer_vector(st, &[]);
            let all = [count, Value::Bits(argv), Value::Bits(envp)];
            return function.params.iter().zip(all).map(|(_, value)| value).collect();
        }
        let params: Vec<_> = function.params.iter().map(|p| (p.name.clone(), p.width, p.kind)).collect();
        let mut values = Vec::new();
        for (name, width, kind) in params {
            let value = match kind {
                ParamKind::Integer => self.scalar_input(st, &name, width, None),
                ParamKind::Float => self.scalar_input(st, &name, width, float_type(width)),
                ParamKind::Pointer => self.object_input(st, &name, self.settings.pointer_size),
                ParamKind::ByVal { size } => self.object_input(st, &name, size),
            };
            values.push(value);
        }
        values
    }

    /// A fresh object whose every byte is an input.
    fn object_input(&mut self, st: &mut State, name: &str, size: u64) -> Value {
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Uninit));
        let slot = layout::slot_of(address).expect("an address just given out");
        self.bytes_input(st, name, slot, 0, size, InputKind::Bytes);
        Value::Bits(address)
    }

    /// Adds the symbolic arguments, those that are always there first. The result is `argc`.
    fn symbolic_arguments(&mut self, st: &mut State, pointers: &mut Vec<Value>) -> Value {
        let groups = self.settings.environment.arguments.clone();
        let lengths = |count: fn(&SymbolicArguments) -> u64| -> Vec<u64> {
            groups.iter().flat_map(|group| std::iter::repeat_n(group.length, count(group) as usize)).collect()
        };
        let (always, sometimes) = (lengths(|g| g.least), lengths(|g| g.most.saturating_sub(g.least)));
        let certain = self.dag.truth(true);
        for (number, &length) in always.iter().enumerate() {
            pointers.push(Value::Bits(self.argument_input(st, number, length, certain)));
        }
        let fixed = Value::Bits(pointers.len() as u64);
        if sometimes.is_empty() {
            return fixed;
        }
        // Any value of the input stands for a number of arguments, so it needs no constraint.
        let chosen = self.scalar_of_kind(st, "number of arguments", 32, None, InputKind::External);
        let choices = self.dag.constant(sometimes.len() as u128 + 1, 32);
        let present = self.dag.urem(chosen, choices);
        for (number, &length) in sometimes.iter().enumerate() {
            let index = self.dag.constant(number as u128, 32);
            let here = self.dag.ult(index, present);
            let address = self.argument_input(st, always.len() + number, length, here);
            let (address, null) = (self.dag.constant(address as u128, 64), self.dag.constant(0, 64));
            pointers.push(Value::Expr(self.dag.ite(here, address, null)));
        }
        let fixed = fixed.expr(&mut self.dag, 32);
        Value::Expr(self.dag.add(fixed, present))
    }

    /// A string of symbolic bytes, named as KLEE names it.
    fn argument_input(&mut self, st: &mut State, number: usize, length: u64, present: ExprId) -> u64 {
        let address = self.string(st, &vec![0; length as usize]);
        let slot = layout::slot_of(address).expect("an address just given out");
        if length > 0 {
            self.bytes_input(st, &format!("arg{number:02}"), slot, 0, length, InputKind::Argument(present));
        }
        address
    }

    fn string(&mut self, st: &mut State, word: &[u8]) -> u64 {
        let size = word.len() as u64 + 1;
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Bytes(word)));
        address
    }

    /// Pointers and a null pointer behind them.
    fn pointer_vector(&mut self, st: &mut State, pointers: &[Value]) -> u64 {
        let size = 8 * (pointers.len() as u64 + 1);
        let address = st.memory.next_argument_address(size);
        let mut object = Object::new(address, size, ObjectKind::Argument, Fill::Bytes(&[]));
        for (index, pointer) in pointers.iter().enumerate() {
            let e = pointer.expr(&mut self.dag, 64);
            object.write_expr(&self.dag, 8 * index as u64, 8, e);
        }
        st.memory.insert(object);
        address
    }
}

/// The C type of a floating-point parameter.
fn float_type(width: u16) -> Option<&'static str> {
    match width {
        32 => Some("float"),
        64 => Some("double"),
        _ => None,
    }
}

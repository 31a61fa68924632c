//! What the entry function is called with: the program's arguments, of which some may be symbolic, or what the contract of
//! another entry promises.

use expr::ExprId;
use program::contract::{Contract, Given, Nulls};
use program::ir::{FuncId, ParamKind};
use program::layout;

use crate::choice::{Alternative, Choice, ChoiceKind, Outcome};
use crate::inputs::InputKind;
use crate::machine::{Machine, Stop};
use crate::memory::{Fill, Object, ObjectKind};
use crate::settings::SymbolicArguments;
use crate::state::{Phase, State};
use crate::step::Access;
use crate::value::Value;

impl Machine<'_> {
    /// `argc`, `argv`, `envp` for `main`; inputs as the contract has them for any other function.
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
            self.argv = argv;
            let envp = self.pointer_vector(st, &[]);
            let all = [count, Value::Bits(argv), Value::Bits(envp)];
            return function.params.iter().zip(all).map(|(_, value)| value).collect();
        }
        let widths: Vec<(u16, ParamKind)> = function.params.iter().map(|param| (param.width, param.kind)).collect();
        let contract = match &self.program.contract {
            Some(contract) if contract.function == function.name => contract.clone(),
            _ => Contract::plain(function),
        };
        let parameters = contract.parameters.iter().enumerate();
        parameters.map(|(at, _)| self.promised(st, &contract, &widths, at)).collect()
    }

    /// What the contract gives the parameter of this number.
    fn promised(&mut self, st: &mut State, contract: &Contract, widths: &[(u16, ParamKind)], at: usize) -> Value {
        let parameter = &contract.parameters[at];
        let (name, (width, kind)) = (parameter.name.as_str(), widths[at]);
        let address = match parameter.given {
            Given::Value => {
                let type_name = if kind == ParamKind::Float { float_type(width) } else { None };
                return self.scalar_input(st, name, width, type_name);
            }
            Given::Count { most } => {
                self.draw_count(st, contract, at, width, most);
                return self.scalar_input(st, name, width, None);
            }
            Given::Copy { size } => {
                let address = self.object_input(st, name, size);
                st.memory.align(address, parameter.align);
                return Value::Bits(address);
            }
            Given::Object { size } => self.object_input(st, name, size),
            Given::Callback { address } => address,
            Given::Counted { by, unit, least, room } => {
                let count = self.count(st, contract, widths, by);
                let unit = self.dag.constant(unit as u128, 64);
                let (bytes, least) = (self.dag.mul(count, unit), self.dag.constant(least as u128, 64));
                let enough = self.dag.ule(least, bytes);
                let size = self.dag.ite(enough, bytes, least);
                self.sized_input(st, name, (room, 0), |_, _| size)
            }
            Given::Text { room } => self.sized_input(st, name, (room - 1, 1), Machine::size_of_text),
        };
        if !matches!(parameter.given, Given::Callback { .. }) {
            st.memory.align(address, parameter.align);
        }
        if contract.nulls == Nulls::Never {
            return Value::Bits(address);
        }
        let chosen = self.scalar_input(st, &parameter.null_input(), 1, None).expr(&mut self.dag, 1);
        let is_null = match parameter.given {
            Given::Counted { by, .. } => {
                let (count, zero) = (self.count(st, contract, widths, by), self.dag.constant(0, 64));
                let none = self.dag.eq(count, zero);
                self.dag.and(chosen, none)
            }
            _ => chosen,
        };
        let (address, null) = (self.dag.constant(address as u128, 64), self.dag.constant(0, 64));
        let pointer = self.dag.ite(is_null, null, address);
        Value::of(&self.dag, pointer)
    }

    /// Draws the parameter of this number, which counts, from its range, where values are drawn at all: most others would be
    /// assumed away. A number of bytes is that of a whole text, or the text is cut off anywhere.
    fn draw_count(&mut self, st: &mut State, contract: &Contract, at: usize, width: u16, most: u64) {
        let count = self.next_scalar(st, &contract.parameters[at].name, width);
        let is_of_bytes = |given| matches!(given, Given::Counted { by, unit: 1, .. } if by == at);
        if contract.parameters.iter().any(|parameter| is_of_bytes(parameter.given)) {
            self.draw_size(st, count, most);
        } else {
            self.draw_from_range(st, count, Value::ZERO, Value::Bits(most + 1));
        }
    }

    /// The value of a parameter that counts, which may not be made yet, in 64 bits.
    fn count(&mut self, st: &mut State, contract: &Contract, widths: &[(u16, ParamKind)], by: usize) -> ExprId {
        let (name, width) = (&contract.parameters[by].name, widths[by].0);
        if let Given::Count { most } = contract.parameters[by].given {
            self.draw_count(st, contract, by, width, most);
        }
        let count = self.dag.variable(name, 0, 0, width as u32);
        let count = match self.mode.source() {
            Some(_) => {
                let drawn = self.evaluate(st, count);
                self.dag.constant(drawn, width as u32)
            }
            None => count,
        };
        self.dag.zext(count, 64)
    }

    /// A fresh object whose every byte is an input.
    fn object_input(&mut self, st: &mut State, name: &str, size: u64) -> u64 {
        let address = st.memory.next_argument_address(size);
        st.memory.insert(Object::new(address, size, ObjectKind::Parameter, Fill::Uninit));
        let slot = layout::slot_of(address).expect("an address just given out");
        self.bytes_input(st, name, slot, 0, size, InputKind::Bytes);
        address
    }

    /// The same for an object of symbolic size: that of `given` bytes and of `behind` NULs, of which it may have less.
    fn sized_input(
        &mut self,
        st: &mut State,
        name: &str,
        (given, behind): (u64, u64),
        size: impl FnOnce(&mut Self, &Object) -> ExprId,
    ) -> u64 {
        let address = st.memory.next_argument_address(given + behind);
        st.memory.insert(Object::new(address, given + behind, ObjectKind::Parameter, Fill::Bytes(&[])));
        let slot = layout::slot_of(address).expect("an address just given out");
        self.bytes_input(st, name, slot, 0, given, InputKind::Bytes);
        let object = st.memory.object(slot).clone();
        let size = size(self, &object);
        st.memory.object_mut(slot).set_symbolic_size(size);
        st.inputs.limit_last(size);
        address
    }

    /// The bytes up to the first NUL, and that. The last byte is one.
    fn size_of_text(&mut self, object: &Object) -> ExprId {
        let zero = self.dag.constant(0, 8);
        let mut size = self.dag.constant(object.capacity as u128, 64);
        for at in (0..object.capacity - 1).rev() {
            let byte = object.read_expr(&mut self.dag, at, 1);
            let (ends, here) = (self.dag.eq(byte, zero), self.dag.constant(at as u128 + 1, 64));
            size = self.dag.ite(ends, here, size);
        }
        size
    }

    /// What `LLVMFuzzerInitialize` is given: the addresses of `argc` and `argv`.
    pub(crate) fn fuzzer_arguments(&mut self, st: &mut State, name: &str) -> [Value; 2] {
        let word = self.string(st, name.as_bytes());
        let argv = self.pointer_vector(st, &[Value::Bits(word)]);
        let place = self.pointer_vector(st, &[Value::Bits(argv)]);
        let count = st.memory.next_argument_address(4);
        st.memory.insert(Object::new(count, 4, ObjectKind::Argument, Fill::Bytes(&[1])));
        [Value::Bits(count), Value::Bits(place)]
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
        self.fixed_arguments = pointers.len();
        let fixed = Value::Bits(pointers.len() as u64);
        if sometimes.is_empty() {
            return fixed;
        }
        // Any value of the input stands for a number of arguments, so it needs no constraint.
        let width = usize::BITS - sometimes.len().leading_zeros();
        let chosen = self.scalar_of_kind(st, "number of arguments", width as u16, None, InputKind::External);
        let most = self.dag.constant(sometimes.len() as u128, width);
        let fewer = self.dag.ult(chosen, most);
        let present = self.dag.ite(fewer, chosen, most);
        let present = self.dag.zext(present, 32);
        let mut addresses = Vec::with_capacity(sometimes.len());
        for (number, &length) in sometimes.iter().enumerate() {
            let index = self.dag.constant(number as u128, 32);
            let here = self.dag.ult(index, present);
            let address = self.argument_input(st, always.len() + number, length, here);
            addresses.push(address);
            let (address, null) = (self.dag.constant(address as u128, 64), self.dag.constant(0, 64));
            pointers.push(Value::Expr(self.dag.ite(here, address, null)));
        }
        self.sometimes = addresses.into();
        let fixed = fixed.expr(&mut self.dag, 32);
        let count = self.dag.add(fixed, present);
        Value::of(&self.dag, count)
    }

    /// Before the first instruction: each number of arguments is a path of its own, with plain pointers to them. A program looks at
    /// them first of all, and behind pointers that may be null every byte of an argument would be a term over their number.
    pub(crate) fn settle_arguments(&mut self, st: &mut State) -> Result<(), Stop> {
        let is_at_start = matches!(st.phase, Phase::Entry) && st.frame.func == self.entry && st.callers.depth() == 0;
        let entry = self.function(self.entry);
        let [count, _, ..] = &entry.params[..] else { return Ok(()) };
        let count = count.reg.index();
        if entry.reg_width[count] != 32 {
            return Ok(());
        }
        let Value::Expr(given) = st.frame.regs[count] else { return Ok(()) };
        if !is_at_start {
            return Ok(());
        }
        let sometimes = self.sometimes.clone();
        let fixed = self.fixed_arguments;
        let decision = self.choose(st, |m, _| {
            let alternative = |number: usize| {
                let constant = m.dag.constant((fixed + number) as u128, 32);
                Alternative { guard: m.dag.eq(given, constant), outcome: Outcome::Continue(number as u64) }
            };
            Choice::new(ChoiceKind::Split, (0..=sometimes.len()).map(alternative).collect())
        })?;
        st.frame.regs[count] = Value::Bits(fixed as u64 + decision);
        for (number, &address) in sometimes.iter().enumerate() {
            let place = Value::Bits(self.argv + 8 * (fixed + number) as u64);
            let place = self.access(st, place, Value::Bits(8), Access::Write)?;
            let pointer = if (number as u64) < decision { address } else { 0 };
            let pointer = self.dag.constant(pointer as u128, 64);
            self.write_place(st, place, 8, pointer)?;
        }
        st.instructions += 1;
        st.decisions.clear();
        self.cursor = 0;
        Ok(())
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
        object.set_alignment(8);
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

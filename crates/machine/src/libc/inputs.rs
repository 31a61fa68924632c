//! Making inputs: variables for a scalar or for the bytes of an object, entered in the path's list.

use expr::{ExprId, Node, VarId};

use crate::inputs::{Input, InputKind};
use crate::machine::Machine;
use crate::memory::{Byte, Cell};
use crate::state::State;
use crate::value::Value;

/// What a byte of a stream is where nothing asks for another.
const PLAIN_TEXT: u64 = b'A' as u64;

impl<'p> Machine<'p> {
    /// How many inputs of this name the path has so far, and the name's number.
    fn instance(&mut self, st: &State, name: &str) -> (u32, u32) {
        let next = self.names.len() as u32;
        let number = match self.names.get(name) {
            Some(&number) => number,
            None => {
                self.names.insert(name.into(), next);
                next
            }
        };
        (number, st.input_counts.get(number as u64).copied().unwrap_or(0))
    }

    fn enter_input(&mut self, st: &mut State, number: u32, input: Input) {
        st.input_counts.insert(number as u64, input.instance + 1);
        if let Some(following) = &mut st.seed {
            following.used += if input.is_given() { input.bytes as usize } else { 0 };
        }
        st.inputs.push(input);
    }

    /// The variables the next scalar input of this name will have, without making it.
    pub(crate) fn next_scalar(&mut self, st: &mut State, name: &str, width: u16) -> ExprId {
        let (_, instance) = self.instance(st, name);
        let low = self.dag.variable(name, instance, 0, width.min(64) as u32);
        self.take_from_seed(st, self.variable_of(low));
        if width <= 64 {
            return low;
        }
        let high = self.dag.variable(name, instance, 8, width as u32 - 64);
        self.take_from_seed(st, self.variable_of(high));
        self.dag.concat(high, low)
    }

    /// Draws the next scalar input of this name from a range, where values are drawn at all.
    pub(crate) fn draw_from_range(&mut self, st: &mut State, e: ExprId, low: Value, end: Value) {
        if let (Some(source), Value::Bits(low), Value::Bits(end)) = (self.mode.source(), low, end)
            && let Node::Var(var) = self.dag.node(e)
            && !st.model.is_set(var)
        {
            let count = crate::value::mask(self.dag.width(e) as u16) & end.wrapping_sub(low);
            if count > 0 {
                st.model.set(var, low.wrapping_add(source.below(count)));
            }
        }
    }

    /// Draws a number of bytes of at most `most`, where values are drawn at all.
    pub(crate) fn draw_size(&mut self, st: &mut State, e: ExprId, most: u64) {
        if let Some(source) = self.mode.source()
            && let Node::Var(var) = self.dag.node(e)
            && !st.model.is_set(var)
        {
            st.model.set(var, source.size(most).min(most));
        }
    }

    /// A fresh scalar input.
    pub(crate) fn scalar_input(&mut self, st: &mut State, name: &str, width: u16, type_name: Option<&str>) -> Value {
        let e = self.scalar_of_kind(st, name, width, type_name, InputKind::Scalar);
        Value::of(&self.dag, e)
    }

    pub(crate) fn scalar_of_kind(
        &mut self,
        st: &mut State,
        name: &str,
        width: u16,
        type_name: Option<&str>,
        kind: InputKind,
    ) -> ExprId {
        let e = self.next_scalar(st, name, width);
        let (number, instance) = self.instance(st, name);
        let parts = match self.dag.node(e) {
            Node::Concat { hi, lo } => vec![lo, hi],
            _ => vec![e],
        };
        let variables: Vec<VarId> = parts.into_iter().map(|part| self.variable_of(part)).collect();
        let input = Input {
            name: name.into(),
            instance,
            kind,
            type_name: type_name.map(Into::into),
            variables: variables.into(),
            bytes: width.div_ceil(8) as u32,
            made_at: self.location(st),
        };
        let drawn = self.draw_scalar(st, &input);
        self.enter_input(st, number, input);
        if drawn {
            let bits = self.evaluate(st, e);
            return self.dag.constant(bits, width as u32);
        }
        e
    }

    /// Makes bytes of an object inputs.
    pub(crate) fn bytes_input(
        &mut self,
        st: &mut State,
        name: &str,
        slot: u64,
        offset: u64,
        size: u64,
        kind: InputKind,
    ) {
        let (number, instance) = self.instance(st, name);
        let drawn = self.mode.source().map(|source| match kind {
            InputKind::Stream(_) => source.text(size),
            InputKind::Argument(_) => source.string(size),
            _ => source.bytes(size),
        });
        let mut variables = Vec::with_capacity(size as usize);
        for i in 0..size {
            let e = self.dag.variable(name, instance, i as u32, 8);
            let variable = self.variable_of(e);
            self.take_from_seed(st, variable);
            variables.push(variable);
            let byte = match &drawn {
                Some(bytes) => {
                    if !st.model.is_set(variable) {
                        st.model.set(variable, bytes[i as usize] as u64);
                    }
                    Byte::Concrete(st.model.get(variable, 8) as u8)
                }
                None => {
                    if matches!(kind, InputKind::Stream(_)) && !st.model.is_set(variable) {
                        // Nothing asks for another value yet: text people can read, where C's strings do not end.
                        st.model.set(variable, PLAIN_TEXT);
                    }
                    Byte::Special(Cell::Expr { id: e, byte: 0 })
                }
            };
            st.memory.object_mut(slot).set_byte(offset + i, byte);
        }
        let input = Input {
            name: name.into(),
            instance,
            kind,
            type_name: None,
            variables: variables.into(),
            bytes: size as u32,
            made_at: self.location(st),
        };
        self.enter_input(st, number, input);
    }

    /// Gives the variables of an input their values, if values are drawn.
    fn draw_scalar(&mut self, st: &mut State, input: &Input) -> bool {
        let Some(source) = self.mode.source() else { return false };
        for &var in input.variables.iter() {
            if !st.model.is_set(var) {
                let value = match (self.dag.var_info(var).width, input.kind) {
                    (1, InputKind::External | InputKind::System) => u64::from(source.decision(&input.name)),
                    (width, _) => source.scalar(width, input.type_name.as_deref()),
                };
                st.model.set(var, value);
            }
        }
        true
    }

    fn variable_of(&self, e: ExprId) -> VarId {
        match self.dag.node(e) {
            Node::Var(v) => v,
            other => unreachable!("{other:?} is not a variable"),
        }
    }
}

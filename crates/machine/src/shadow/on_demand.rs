//! Pinning on demand: an access that only has to lie inside its object does not fix its address (P21 has no such
//! rule; TracerX calls it memory bounds interpolation).
//!
//! In a shadow, a load or a store at an address that may be another one requires no more than to be inside the object the path
//! met. It is carried out where the path did it, and what comes of it is *vague*: right under the pin `address == the
//! path's`. A vague value is a variable of its own; the bytes of an object that was stored to like this are *in doubt*, and
//! vague when they are read. Only where a requirement mentions a vague value are its pins required with it
//! ([`OnDemand::demanded`]), so that a value nobody asks for costs nothing.
//!
//! Everything but plain loads and stores works on objects without doubts: [`Machine::resolve`] requires the pins first.

use expr::{Dag, ExprId, Node, Substitution, VarId};
use program::layout;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Location;
use super::run::Shadow;
use crate::machine::{Machine, Stop};
use crate::memory::{Memory, Pointee};
use crate::mode::Mode;
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;

/// Names of the variables that stand for vague values. They are numbered anew in each shadow and do not outlive it.
const VAGUE: &str = "%vague";

/// What is known under pins only.
#[derive(Debug, Default)]
pub struct OnDemand {
    vague: FxHashMap<VarId, Vague>,
    /// The pins under which the contents of the object in a slot are right.
    doubts: FxHashMap<u64, Vec<ExprId>>,
    /// The same, to be looked up.
    doubted: FxHashSet<(u64, ExprId)>,
    policy: Accesses,
    /// Whether some access was not pinned.
    used: bool,
    /// Slots of objects whose bytes are asked for at the end: a store there would be pinned in any case.
    asked_for: FxHashSet<u64>,
}

/// What the loads and stores of a shadow require.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Accesses {
    /// To be inside their objects.
    #[default]
    Inside,
    /// To be where they were.
    Pinned,
}

#[derive(Debug)]
struct Vague {
    /// What it is under the pins; may mention vague values made before.
    value: ExprId,
    pins: Vec<ExprId>,
}

/// A formula without vague values, and what it relies on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demanded {
    pub formula: ExprId,
    pub pins: Vec<ExprId>,
}

impl OnDemand {
    /// The formula with vague values replaced by what they are under their pins.
    pub fn demanded(&self, dag: &mut Dag, formula: ExprId) -> Demanded {
        let mut pins = Vec::new();
        let formula = self.replaced(dag, formula, &mut pins);
        // Pins may be about vague values themselves: the address read from an address.
        let mut done = 0;
        while done < pins.len() {
            let pin = pins[done];
            pins[done] = self.replaced(dag, pin, &mut pins);
            done += 1;
        }
        pins.retain(|&pin| !dag.is_true(pin));
        pins.sort_unstable();
        pins.dedup();
        Demanded { formula, pins }
    }

    /// What is known of the vague values that formulas mention, as formulas: for proofs that do not rely on
    /// [`demanded`](OnDemand::demanded).
    pub fn axioms(&self, dag: &mut Dag, formulas: &[ExprId]) -> Vec<ExprId> {
        let mut axioms = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = formulas.to_vec();
        while let Some(formula) = open.pop() {
            for var in dag.vars(formula).to_vec() {
                let Some(vague) = self.vague.get(&var).filter(|_| seen.insert(var)) else { continue };
                let (pinned, itself) = (dag.all(&vague.pins), dag.var_expr(var));
                let same = dag.eq(itself, vague.value);
                let axiom = dag.implies(pinned, same);
                axioms.push(axiom);
                open.push(axiom);
            }
        }
        axioms
    }

    fn replaced(&self, dag: &mut Dag, formula: ExprId, pins: &mut Vec<ExprId>) -> ExprId {
        let mut formula = formula;
        loop {
            let mut substitution = Substitution::new();
            let mut any = false;
            if !self.vague.is_empty() {
                for var in dag.vars(formula).to_vec() {
                    let Some(vague) = self.vague.get(&var) else { continue };
                    any = true;
                    pins.extend(vague.pins.iter().filter(|pin| !pins.contains(pin)).copied().collect::<Vec<_>>());
                    substitution.replace_var(dag, var, vague.value);
                }
            }
            if !any {
                return formula;
            }
            formula = substitution.apply(dag, formula);
        }
    }

    /// Whether another [policy](Accesses) would have required more.
    pub fn is_used(&self) -> bool {
        self.used
    }

    pub(super) fn is_vague(&self, var: VarId) -> bool {
        self.vague.contains_key(&var)
    }

    /// Whether what the object in a slot holds is known under pins only.
    pub(super) fn doubts(&self, slot: u64) -> &[ExprId] {
        self.doubts.get(&slot).map_or(&[], |pins| pins)
    }

    /// A variable for what has this value under the pins.
    pub(super) fn vague(&mut self, dag: &mut Dag, value: ExprId, pins: Vec<ExprId>) -> (ExprId, VarId) {
        let variable = dag.variable(VAGUE, self.vague.len() as u32, 0, dag.width(value));
        let Node::Var(var) = dag.node(variable) else { unreachable!("a variable is one") };
        self.vague.insert(var, Vague { value, pins });
        (variable, var)
    }
}

impl Shadow {
    fn doubt(&mut self, slot: u64, pin: ExprId) {
        if self.on_demand.doubted.insert((slot, pin)) {
            self.on_demand.doubts.entry(slot).or_default().push(pin);
        }
    }

    /// Whether an address, which was a number on the path, need not be fixed as a whole.
    pub(crate) fn leaves_open(&mut self, dag: &Dag, st: &State, address: ExprId) -> bool {
        let open = self.on_demand.policy == Accesses::Inside
            && !self.is_inside_first(st)
            && !self.is_symbolic_on_path(dag, address);
        self.on_demand.used |= open;
        open
    }

    /// Whether the running instruction is the one the edge starts inside: its questions were answered on the path, one by one.
    fn is_inside_first(&self, st: &State) -> bool {
        !self.real.decisions.is_empty() && st.instructions == self.real.instructions
    }
}

/// Bytes of the widest value that is left vague.
pub(crate) const WIDEST_VAGUE: u64 = 8;

/// Vague values of one shadow. Each changes the model, under which everything is evaluated anew then.
const MOST_VAGUE: usize = 256;

impl Machine<'_> {
    /// In a shadow: the place of an access that has to be inside its object and nothing more, and the pin that makes
    /// it so. `None`: the address is fixed instead.
    pub(crate) fn inside_in_shadow(
        &mut self,
        st: &mut State,
        address: ExprId,
        bytes: u64,
        access: Access,
    ) -> Result<Option<(Place, ExprId)>, Stop> {
        let at = self.evaluate(st, address) as u64;
        let Mode::Shadow(shadow) = &mut self.mode else { return Ok(None) };
        let Pointee::Live(slot, object) = st.memory.at(at) else { return Ok(None) };
        let offset = at.wrapping_sub(object.address);
        // Where there is one place only, to be inside is to be there.
        let may_move = bytes <= WIDEST_VAGUE && object.capacity > bytes && offset <= object.capacity - bytes;
        let allowed = object.symbolic_size.is_none()
            && match access {
                Access::Read => true,
                Access::Write => !object.read_only && !shadow.on_demand.asked_for.contains(&slot),
            };
        let listed = object.is_listed() && shadow.is_symbolic_on_path(&self.dag, address);
        let pinned = shadow.on_demand.policy == Accesses::Pinned || shadow.is_inside_first(st);
        if !may_move || !allowed || listed || pinned {
            return Ok(None);
        }
        shadow.on_demand.used = true;
        if self.names_seen_objects(address) {
            return Ok(None);
        }
        let object = object.address;
        let address = self.pin_base(st, address, object)?;
        let Value::Expr(address) = address else { return Ok(None) };
        let place = self.place_inside(st, address, bytes, access)?;
        let (own, constant) =
            (Place { slot: place.slot, offset: Value::Bits(offset) }, self.dag.constant(at as u128, 64));
        Ok(Some((own, self.dag.eq(address, constant))))
    }

    /// Fixes the one summand of an address that points to the object where the others say how far inside. As an interval the
    /// sum of two variables is of little use.
    fn pin_base(&mut self, st: &mut State, address: ExprId, object: u64) -> Result<Value, Stop> {
        let summands = summands(&self.dag, address);
        if summands.len() > 1 {
            for base in summands {
                let value = self.evaluate(st, base) as u64;
                if is_in(&st.memory, value, object) && !self.is_symbolic_on_path(base) {
                    let pinned = self.pin_in_shadow(st, base, 64)?.expr(&mut self.dag, 64);
                    let mut substitution = Substitution::new();
                    substitution.replace(base, pinned);
                    let rest = substitution.apply(&mut self.dag, address);
                    return Ok(Value::of(&self.dag, rest));
                }
            }
        }
        Ok(Value::Expr(address))
    }

    /// In a shadow: whether so much is vague that accesses are better pinned.
    pub(crate) fn is_too_vague(&self) -> bool {
        matches!(&self.mode, Mode::Shadow(shadow) if shadow.on_demand.vague.len() >= MOST_VAGUE)
    }

    /// In a shadow: what was read from the object in a slot, which is right under the pin and the object's doubts.
    pub(crate) fn vague_in_shadow(&mut self, st: &mut State, slot: u64, pin: Option<ExprId>, value: ExprId) -> ExprId {
        let Mode::Shadow(shadow) = &mut self.mode else { return value };
        let mut pins = shadow.on_demand.doubts(slot).to_vec();
        pins.extend(pin);
        if pins.is_empty() {
            return value;
        }
        let symbolic = [value].iter().chain(&pins).any(|&e| shadow.is_symbolic_on_path(&self.dag, e));
        let bits = self.eval.value(&self.dag, value, &st.model) as u64;
        let (variable, var) = shadow.on_demand.vague(&mut self.dag, value, pins);
        shadow.give_value(&mut st.model, var, bits, symbolic);
        variable
    }

    /// In a shadow: the object in a slot holds what it does if the pin holds.
    pub(crate) fn doubt_in_shadow(&mut self, slot: u64, pin: ExprId) {
        if let Mode::Shadow(shadow) = &mut self.mode {
            shadow.doubt(slot, pin);
        }
    }

    /// In a shadow: the pins under which the object in a slot holds what it does.
    pub(crate) fn doubts_in_shadow(&self, slot: u64) -> Vec<ExprId> {
        match &self.mode {
            Mode::Shadow(shadow) => shadow.on_demand.doubts(slot).to_vec(),
            Mode::Path | Mode::Drawn(_) => Vec::new(),
        }
    }

    /// What loads and stores of this shadow are to require.
    pub fn set_accesses(&mut self, policy: Accesses) {
        if let Mode::Shadow(shadow) = &mut self.mode {
            shadow.on_demand.policy = policy;
        }
    }

    /// Somebody will ask what this location holds at the end of the shadow.
    pub fn will_ask_for(&mut self, st: &State, location: Location) {
        if let (Mode::Shadow(shadow), Location::Memory(address)) = (&mut self.mode, location)
            && let Pointee::Live(slot, _) = st.memory.at(address)
        {
            shadow.on_demand.asked_for.insert(slot);
        }
    }

    /// A formula met in a shadow, without vague values.
    pub fn demanded(&mut self, formula: ExprId) -> Demanded {
        match &self.mode {
            Mode::Shadow(shadow) => shadow.on_demand.demanded(&mut self.dag, formula),
            Mode::Path | Mode::Drawn(_) => Demanded { formula, pins: Vec::new() },
        }
    }
}

/// The summands of an address that are no constants.
fn summands(dag: &Dag, address: ExprId) -> Vec<ExprId> {
    use expr::BinaryOp::Add;
    let mut found = Vec::new();
    let mut open = vec![address];
    while let Some(e) = open.pop() {
        match dag.node(e) {
            Node::Binary { op: Add, a, b } => open.extend([a, b]),
            Node::Const(_) => {}
            _ => found.push(e),
        }
    }
    found
}

/// Whether an address is one of an object's.
fn is_in(memory: &Memory, address: u64, object: u64) -> bool {
    layout::slot_of(address).is_some()
        && matches!(memory.at(address), Pointee::Live(_, found) if found.address == object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{N, NUMBER, P, TABLE, X, load, program, run, start, store};
    use crate::shadow::ShadowEnd;
    use program::ir::{Operand, Program};

    /// The shadow of a program whose pointer `P` was a number on the path, and how many questions it asked.
    fn shadow(program: &Program, pointer: u64, asked_for: Option<u64>) -> (Machine<'_>, ShadowEnd, usize) {
        let instructions = program.functions[0].blocks[0].insts.len() as u64;
        let (mut machine, mut from) = start(program, 2);
        from.frame.regs[P.index()] = Value::Bits(pointer);
        from.frame.regs[X.index()] = Value::Bits(5);
        let mut st = machine.begin_shadow(&from, &from.model);
        if let Some(address) = asked_for {
            machine.will_ask_for(&st, Location::Memory(address));
        }
        let asked = run(&mut machine, &mut st, instructions);
        let end = machine.end_shadow(st);
        (machine, end, asked.len())
    }

    fn register(register: program::ir::Reg) -> Location {
        Location::Register { depth: 0, register: register.0, part: 0 }
    }

    fn pin(machine: &mut Machine, end: &mut ShadowEnd, at: u64) -> ExprId {
        let pointer = end.value(&mut machine.dag, register(P)).unwrap();
        let at = machine.dag.constant(at as u128, 64);
        machine.dag.eq(pointer, at)
    }

    #[test]
    fn a_value_is_pinned_only_where_it_is_asked_for() {
        let program = program(vec![load(N, Operand::Reg(P))]);
        let (mut machine, mut end, asked) = shadow(&program, NUMBER + 4, None);
        assert_eq!(asked, 2, "which object, and its bounds");
        assert!(end.on_demand.is_used());
        let read = end.value(&mut machine.dag, register(N)).unwrap();
        let three = machine.dag.constant(3, 32);
        let small = machine.dag.ult(read, three);
        let Demanded { formula, pins } = end.on_demand.demanded(&mut machine.dag, small);
        assert_eq!(pins, [pin(&mut machine, &mut end, NUMBER + 4)]);
        let bytes: Vec<Location> =
            machine.dag.vars(formula).iter().filter_map(|&var| crate::shadow::location_of(&machine.dag, var)).collect();
        assert_eq!(bytes, [4, 5, 6, 7].map(|offset| Location::Memory(NUMBER + offset)));
        let x = end.value(&mut machine.dag, register(X)).unwrap();
        let about_x = machine.dag.ult(x, three);
        assert_eq!(end.on_demand.demanded(&mut machine.dag, about_x), Demanded { formula: about_x, pins: Vec::new() });
    }

    #[test]
    fn a_store_leaves_its_whole_object_in_doubt() {
        let program = program(vec![store(Operand::Reg(X), Operand::Reg(P))]);
        let (mut machine, mut end, _) = shadow(&program, TABLE + 8, None);
        let pin = pin(&mut machine, &mut end, TABLE + 8);
        for at in [TABLE + 8, TABLE + 100] {
            assert!(!end.is_unchanged(Location::Memory(at)), "it may have been stored there");
            let byte = end.value(&mut machine.dag, Location::Memory(at)).unwrap();
            assert_eq!(end.on_demand.demanded(&mut machine.dag, byte).pins, [pin]);
        }
        assert!(end.is_unchanged(Location::Memory(NUMBER)), "another object");
    }

    #[test]
    fn a_store_to_what_is_asked_for_is_pinned_at_once() {
        let program = program(vec![store(Operand::Reg(X), Operand::Reg(P))]);
        let (mut machine, mut end, asked) = shadow(&program, TABLE + 8, Some(TABLE + 100));
        assert_eq!(asked, 1);
        assert!(end.is_unchanged(Location::Memory(TABLE + 100)));
        let byte = end.value(&mut machine.dag, Location::Memory(TABLE + 8)).unwrap();
        assert!(end.on_demand.demanded(&mut machine.dag, byte).pins.is_empty());
    }

    #[test]
    fn what_is_read_where_somebody_stored_needs_both_pins() {
        let program = program(vec![store(Operand::Reg(X), Operand::Reg(P)), load(N, Operand::Imm(TABLE))]);
        let (mut machine, mut end, _) = shadow(&program, TABLE + 8, None);
        let read = end.value(&mut machine.dag, register(N)).unwrap();
        let pin = pin(&mut machine, &mut end, TABLE + 8);
        assert_eq!(end.on_demand.demanded(&mut machine.dag, read).pins, [pin]);
    }

    #[test]
    fn axioms_tell_what_is_known_and_no_more() {
        let program = program(vec![load(N, Operand::Reg(P))]);
        let (mut machine, mut end, _) = shadow(&program, NUMBER + 4, None);
        let read = end.value(&mut machine.dag, register(N)).unwrap();
        let known = end.on_demand.demanded(&mut machine.dag, read).formula;
        let pin = pin(&mut machine, &mut end, NUMBER + 4);
        let three = machine.dag.constant(3, 32);
        let small = machine.dag.ult(read, three);
        let [axiom] = end.on_demand.axioms(&mut machine.dag, &[small])[..] else { panic!("one vague value") };
        let same = machine.dag.eq(read, known);
        assert_eq!(axiom, machine.dag.implies(pin, same));
    }
}

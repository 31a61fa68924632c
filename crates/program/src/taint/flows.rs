//! The constraints of the taint analysis and their solution: who flows into whom, through registers, memory and calls.

use crate::call_graph::CallGraph;
use crate::ir::{Call, Callee, FuncId, Inst, Operand, Program, Reg, Term};
use crate::layout;
use crate::taint::points_to::{Node, PointsTo};
use crate::taint::{Effect, Sources};

pub(super) struct Analysis<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    sources: &'a Sources<'a>,
    graph: PointsTo,
    /// First node of the registers of each function, and of the values it returns.
    registers: Vec<u32>,
    returns: Vec<u32>,
    /// Contents of each global, by slot.
    globals: Vec<(u64, Node)>,
    /// Everything unknown code can reach: always tainted, points to itself.
    world: Node,
    /// Data flows from the first to the second.
    flows: Vec<(Node, Node)>,
    tainted_from_start: Vec<Node>,
    /// What variable arguments of each function may hold.
    variable_arguments: Vec<Node>,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(program: &'a Program, calls: &'a CallGraph, sources: &'a Sources<'a>) -> Analysis<'a> {
        let mut graph = PointsTo::default();
        let world = graph.node();
        graph.point(world, world);
        let mut nodes = |count: usize| {
            let first = graph.len() as u32;
            for _ in 0..count {
                graph.node();
            }
            first
        };
        let registers = program.functions.iter().map(|f| nodes(f.reg_width.len())).collect();
        let returns = program.functions.iter().map(|f| nodes(f.returns.len())).collect();
        let variable_arguments = program.functions.iter().map(|_| Node(nodes(1))).collect();
        let globals = program.globals.iter().map(|g| (g.address, Node(nodes(1)))).collect();
        Analysis {
            program,
            calls,
            sources,
            graph,
            registers,
            returns,
            globals,
            world,
            flows: Vec::new(),
            tainted_from_start: vec![world],
            variable_arguments,
        }
    }

    fn register(&self, function: FuncId, reg: Reg) -> Node {
        Node(self.registers[function.index()] + reg.0)
    }

    /// The contents of the global an address lies in.
    fn global_at(&self, address: u64) -> Option<Node> {
        let slot = layout::slot_of(address)?;
        let after = self.globals.partition_point(|&(base, _)| layout::slot_of(base).is_some_and(|s| s <= slot));
        self.globals[..after].last().map(|&(_, node)| node)
    }

    /// The node of an operand; constants have one only if they are addresses.
    fn value(&mut self, function: FuncId, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Reg(reg) => Some(self.register(function, reg)),
            Operand::Imm(address) => {
                let object = self.global_at(address)?;
                let pointer = self.graph.node();
                self.graph.point(pointer, object);
                Some(pointer)
            }
            Operand::Wide(_) => None,
            Operand::Undef(_) => {
                let arbitrary = self.graph.node();
                self.tainted_from_start.push(arbitrary);
                Some(arbitrary)
            }
        }
    }

    /// Data and pointers go from one node to the other.
    fn flow(&mut self, from: Node, to: Node) {
        self.flows.push((from, to));
        self.graph.share_target(to, from);
    }

    /// Gathers all constraints.
    pub(super) fn collect(&mut self) {
        self.global_contents();
        for (index, function) in self.program.functions.iter().enumerate() {
            let id = FuncId(index as u32);
            for block in &function.blocks {
                for inst in &block.insts {
                    self.instruction(id, inst);
                }
                self.terminator(id, &block.term);
            }
        }
        for &entry in self.sources.entries {
            for param in &self.program.function(entry).params {
                if !self.program.function(entry).is_declaration() {
                    let node = self.register(entry, param.reg);
                    self.flow(self.world, node);
                }
            }
        }
        // Unknown code may call back whatever it can name.
        for &callback in self.calls.address_taken() {
            for param in &self.program.function(callback).params {
                if self.unknown_code_exists() && !self.program.function(callback).is_declaration() {
                    let node = self.register(callback, param.reg);
                    self.flow(self.world, node);
                }
            }
        }
    }

    fn unknown_code_exists(&self) -> bool {
        let mut external = self.program.functions.iter().filter(|f| f.is_declaration());
        external.any(|f| (self.sources.effect)(&f.name) != Effect::Reads)
    }

    /// Pointers stored in initial values, and variables defined elsewhere.
    fn global_contents(&mut self) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let contents = self.globals[index].1;
            if global.external {
                self.graph.merge(contents, self.world);
            }
            for start in 0..global.init.len().saturating_sub(5) {
                let at = |i: usize| global.init.get(i).copied().unwrap_or(0);
                let address = u64::from_le_bytes(std::array::from_fn(|i| at(start + i)));
                if let Some(object) = self.global_at(address) {
                    self.graph.point(contents, object);
                }
            }
        }
    }

    fn instruction(&mut self, function: FuncId, inst: &Inst) {
        match inst {
            Inst::Load { dst, addr, .. } => {
                let dst = self.register(function, *dst);
                if let Some(addr) = self.value(function, *addr) {
                    let contents = self.graph.target(addr);
                    self.flow(contents, dst);
                    // Reading at a symbolic place gives a symbolic value.
                    self.flows.push((addr, dst));
                }
            }
            Inst::Store { value, addr, .. } => {
                if let Some(addr) = self.value(function, *addr) {
                    let contents = self.graph.target(addr);
                    self.flows.push((addr, contents));
                    if let Some(value) = self.value(function, *value) {
                        self.flow(value, contents);
                    }
                }
            }
            Inst::Alloca { dst, .. } => {
                let object = self.graph.node();
                let dst = self.register(function, *dst);
                self.graph.point(dst, object);
            }
            Inst::PtrAdd { dst, base, index, .. } => {
                let dst = self.register(function, *dst);
                if let Some(base) = self.value(function, *base) {
                    self.flow(base, dst);
                }
                // An index is no pointer, but it decides where to.
                if let Some(index) = self.value(function, *index) {
                    self.flows.push((index, dst));
                }
            }
            Inst::MemCopy { dst, src, len, .. } => self.copy_memory(function, *dst, *src, Some(*len)),
            Inst::VaCopy { dst, src } => self.copy_memory(function, *dst, *src, None),
            Inst::MemSet { dst, value, len } => {
                if let Some(dst) = self.value(function, *dst) {
                    let contents = self.graph.target(dst);
                    for operand in [*value, *len] {
                        if let Some(node) = self.value(function, operand) {
                            self.flow(node, contents);
                        }
                    }
                }
            }
            Inst::VaStart { list } => {
                // The list points to an area that holds the arguments.
                if let Some(list) = self.value(function, *list) {
                    let contents = self.graph.target(list);
                    let area = self.graph.target(contents);
                    let arguments = self.variable_arguments[function.index()];
                    self.flow(arguments, area);
                }
            }
            Inst::Call(call) => {
                for target in self.calls.targets(self.program, call) {
                    self.call(function, target, call);
                }
                // Calling through a symbolic pointer.
                if let Callee::Indirect(Operand::Reg(address)) = call.callee {
                    let address = self.register(function, address);
                    for &result in &call.results {
                        self.flows.push((address, self.register(function, result)));
                    }
                }
            }
            _ => {
                let mut operands = Vec::new();
                inst.for_each_operand(|operand| operands.push(operand));
                let mut results = Vec::new();
                inst.for_each_result(|reg| results.push(reg));
                for operand in operands {
                    let Some(node) = self.value(function, operand) else { continue };
                    for &reg in &results {
                        self.flow(node, self.register(function, reg));
                    }
                }
            }
        }
    }

    fn copy_memory(&mut self, function: FuncId, dst: Operand, src: Operand, len: Option<Operand>) {
        let (Some(dst), Some(src)) = (self.value(function, dst), self.value(function, src)) else { return };
        let (to, from) = (self.graph.target(dst), self.graph.target(src));
        self.flow(from, to);
        self.flows.push((src, to));
        if let Some(len) = len.and_then(|len| self.value(function, len)) {
            self.flows.push((len, to));
        }
    }

    fn call(&mut self, caller: FuncId, callee: FuncId, call: &Call) {
        let function = self.program.function(callee);
        let args: Vec<Option<Node>> = call.args.iter().map(|&arg| self.value(caller, arg)).collect();
        let results: Vec<Node> = call.results.iter().map(|&reg| self.register(caller, reg)).collect();
        if !function.is_declaration() {
            for (index, arg) in args.into_iter().enumerate() {
                let Some(arg) = arg else { continue };
                match function.params.get(index) {
                    Some(param) => self.flow(arg, self.register(callee, param.reg)),
                    None => self.flow(arg, self.variable_arguments[callee.index()]),
                }
            }
            for (index, result) in results.into_iter().enumerate() {
                if index < function.returns.len() {
                    self.flow(Node(self.returns[callee.index()] + index as u32), result);
                }
            }
            return;
        }
        let args: Vec<Node> = args.into_iter().flatten().collect();
        match (self.sources.effect)(&function.name) {
            Effect::Input => {
                for arg in args {
                    let target = self.graph.target(arg);
                    self.graph.merge(target, self.world);
                }
                results.into_iter().for_each(|result| self.flow(self.world, result));
            }
            Effect::Reads => {
                for &arg in &args {
                    let contents = self.graph.target(arg);
                    for &result in &results {
                        self.flows.push((arg, result));
                        self.flows.push((contents, result));
                    }
                }
                for result in results {
                    let object = self.graph.node();
                    self.graph.point(result, object);
                }
            }
            Effect::Copies => {
                let object = self.graph.node();
                for node in args.into_iter().chain(results) {
                    self.graph.point(node, object);
                    // The contents take part in the result and the other way round.
                    self.flows.push((node, object));
                    self.flows.push((object, node));
                }
            }
        }
    }

    fn terminator(&mut self, function: FuncId, term: &Term) {
        if let Term::Return(values) = term {
            let declared = self.program.function(function).returns.len();
            for (index, &value) in values.iter().enumerate().take(declared) {
                if let Some(value) = self.value(function, value) {
                    self.flow(value, Node(self.returns[function.index()] + index as u32));
                }
            }
        }
        for &(reg, operand) in term.edges().into_iter().flat_map(|edge| &edge.copies) {
            if let Some(value) = self.value(function, operand) {
                self.flow(value, self.register(function, reg));
            }
        }
    }

    /// All nodes that tainted data may flow to.
    pub(super) fn propagate(&mut self) -> Vec<bool> {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.graph.len()];
        for (from, to) in std::mem::take(&mut self.flows) {
            let (from, to) = (self.graph.find(from), self.graph.find(to));
            if from != to {
                next[from.0 as usize].push(to.0);
            }
        }
        let mut tainted = vec![false; self.graph.len()];
        let sources = std::mem::take(&mut self.tainted_from_start);
        let mut pending: Vec<u32> = sources.into_iter().map(|node| self.graph.find(node).0).collect();
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut tainted[node as usize], true) {
                pending.extend(next[node as usize].iter().filter(|&&n| !tainted[n as usize]));
            }
        }
        tainted
    }

    /// Which instructions of a block use tainted data: as an operand, or as what memory gives them.
    pub(super) fn flags(&mut self, tainted: &[bool], function: FuncId, insts: &[Inst], term: &Term) -> Box<[bool]> {
        let mut flags = Vec::with_capacity(insts.len() + 1);
        for inst in insts {
            let mut uses = false;
            inst.for_each_operand(|operand| uses |= self.is_tainted(tainted, function, operand));
            // A load uses what it loads, a call what it returns.
            inst.for_each_result(|reg| uses |= self.is_tainted(tainted, function, Operand::Reg(reg)));
            if let Inst::MemCopy { src, .. } = inst {
                uses |= self.points_to_tainted(tainted, function, *src);
            }
            flags.push(uses);
        }
        let mut uses = false;
        term.for_each_operand(|operand| uses |= self.is_tainted(tainted, function, operand));
        flags.push(uses);
        flags.into_boxed_slice()
    }

    fn is_tainted(&mut self, tainted: &[bool], function: FuncId, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => {
                let node = self.register(function, reg);
                tainted[self.graph.find(node).0 as usize]
            }
            Operand::Undef(_) => true,
            Operand::Imm(_) | Operand::Wide(_) => false,
        }
    }

    fn points_to_tainted(&mut self, tainted: &[bool], function: FuncId, operand: Operand) -> bool {
        let contents = match operand {
            Operand::Reg(reg) => {
                let node = self.register(function, reg);
                Some(self.graph.target(node))
            }
            Operand::Imm(address) => self.global_at(address),
            Operand::Wide(_) | Operand::Undef(_) => None,
        };
        let Some(contents) = contents else { return false };
        let root = self.graph.find(contents);
        // Nodes made after the propagation are objects nobody wrote to.
        tainted.get(root.0 as usize).copied().unwrap_or(false)
    }
}

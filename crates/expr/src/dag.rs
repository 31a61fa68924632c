//! The store of expressions: interning, leaves, and what is known about each node.
//!
//! A node is stored once, with its width, the set of its variables and its [facts](crate::range). Nothing is ever
//! freed: a run's expressions live as long as its DAG.

use crate::array_store::{ArrayNode, ArrayStore};
use crate::concrete::wide;
use crate::ids::{ArrayId, ExprId, VarId};
use crate::node::{Kind, Node, Packed};
use crate::range::FactStore;
use crate::simplify::RuleCounts;
use crate::variables::{VarInfo, VarSetId, VarSets, Variables};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;

/// Widest bit-vector.
pub const MAX_WIDTH: u32 = 128;

/// Every expression of a run.
pub struct Dag {
    nodes: Vec<Packed>,
    /// The variables of each node.
    node_vars: Vec<VarSetId>,
    pub(crate) facts: FactStore,
    table: HashTable<u32>,
    wide_values: Vec<u128>,
    wide_index: FxHashMap<u128, u32>,
    variables: Variables,
    var_sets: VarSets,
    pub(crate) arrays: ArrayStore,
    pub(crate) rules: RuleCounts,
    /// How many rewrites are in progress one inside the other; see [`simplify`](crate::simplify).
    pub(crate) depth: u32,
    truth: [ExprId; 2],
}

impl Default for Dag {
    fn default() -> Dag {
        Dag::new()
    }
}

impl Dag {
    pub fn new() -> Dag {
        let mut dag = Dag {
            nodes: Vec::new(),
            node_vars: Vec::new(),
            facts: FactStore::default(),
            table: HashTable::new(),
            wide_values: Vec::new(),
            wide_index: FxHashMap::default(),
            variables: Variables::default(),
            var_sets: VarSets::new(),
            arrays: ArrayStore::default(),
            rules: RuleCounts::default(),
            depth: 0,
            truth: [ExprId(0); 2],
        };
        dag.truth = [dag.constant(0, 1), dag.constant(1, 1)];
        dag
    }

    /// Number of expressions; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the two truth values are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The constant `value`, cut to `width` bits.
    #[inline]
    pub fn constant(&mut self, value: u128, width: u32) -> ExprId {
        assert!((1..=MAX_WIDTH).contains(&width), "no bit-vector has {width} bits");
        let value = wide::truncate(value, width);
        let packed = match u64::try_from(value) {
            Ok(small) => {
                let (a, b) = (small as u32, (small >> 32) as u32);
                Packed { kind: Kind::Const, width: width as u8, format: None, a, b, c: 0 }
            }
            Err(_) => {
                let next = self.wide_values.len() as u32;
                let a = *self.wide_index.entry(value).or_insert(next);
                if a == next {
                    self.wide_values.push(value);
                }
                Packed { kind: Kind::WideConst, width: width as u8, format: None, a, b: 0, c: 0 }
            }
        };
        self.intern_packed(packed)
    }

    /// A truth value as a 1-bit constant.
    #[inline]
    pub fn truth(&mut self, b: bool) -> ExprId {
        self.truth[b as usize]
    }

    /// The variable for `width` bits (at most 64) at byte `offset` of the `instance`-th input called `name`.
    pub fn variable(&mut self, name: &str, instance: u32, offset: u32, width: u32) -> ExprId {
        assert!((1..=64).contains(&width), "no variable has {width} bits");
        if let Some(v) = self.variables.find(name, instance, offset, width) {
            return self.variables.exprs[v.index()];
        }
        let expr = self.intern(Node::Var(self.variables.next()), width);
        self.variables.add(name, instance, offset, width, expr);
        expr
    }

    /// The value of a constant.
    #[inline]
    pub fn as_const(&self, e: ExprId) -> Option<u128> {
        let packed = &self.nodes[e.index()];
        match packed.kind {
            Kind::Const => Some((packed.a as u64 | (packed.b as u64) << 32) as u128),
            Kind::WideConst => Some(self.wide_values[packed.a as usize]),
            _ => None,
        }
    }

    #[inline]
    pub fn is_true(&self, e: ExprId) -> bool {
        e == self.truth[1]
    }

    #[inline]
    pub fn is_false(&self, e: ExprId) -> bool {
        e == self.truth[0]
    }

    /// Width in bits.
    #[inline]
    pub fn width(&self, e: ExprId) -> u32 {
        self.nodes[e.index()].width as u32
    }

    /// The variables an expression mentions, sorted.
    #[inline]
    pub fn vars(&self, e: ExprId) -> &[VarId] {
        self.var_sets.get(self.node_vars[e.index()])
    }

    /// What a variable stands for.
    pub fn var_info(&self, v: VarId) -> &VarInfo {
        &self.variables.infos[v.index()]
    }

    /// The expression that is just the variable.
    pub fn var_expr(&self, v: VarId) -> ExprId {
        self.variables.exprs[v.index()]
    }

    /// The expression, one level deep.
    #[inline]
    pub fn node(&self, e: ExprId) -> Node {
        self.nodes[e.index()].unpack(&self.wide_values)
    }

    /// The array term, one level deep.
    #[inline]
    pub fn array_node(&self, a: ArrayId) -> ArrayNode<'_> {
        self.arrays.get(a)
    }

    /// Length of an array in bytes.
    pub fn array_len(&self, a: ArrayId) -> u64 {
        self.arrays.byte_len(a)
    }

    /// The id of a node that no rule simplifies further. Never a constant.
    #[inline]
    pub(crate) fn intern(&mut self, node: Node, width: u32) -> ExprId {
        self.intern_packed(Packed::new(node, width))
    }

    #[inline]
    fn intern_packed(&mut self, packed: Packed) -> ExprId {
        let hash = packed.hash();
        let nodes = &self.nodes;
        match self.table.find(hash, |&id| nodes[id as usize] == packed) {
            Some(&id) => ExprId(id),
            None => self.add_node(packed, hash),
        }
    }

    #[cold]
    fn add_node(&mut self, packed: Packed, hash: u64) -> ExprId {
        let id = ExprId(u32::try_from(self.nodes.len()).expect("more than four thousand million expressions"));
        let node = packed.unpack(&self.wide_values);
        let vars = self.vars_of(node);
        let facts = self.facts_of(node, packed.width as u32);
        self.nodes.push(packed);
        self.node_vars.push(vars);
        self.facts.push(facts, packed.width as u32);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, id.0, |&id| nodes[id as usize].hash());
        id
    }

    fn vars_of(&mut self, node: Node) -> VarSetId {
        let mut set = match node {
            Node::Var(v) => return self.var_sets.singleton(v),
            Node::Read { array, .. } => self.arrays.vars(array),
            _ => VarSetId::EMPTY,
        };
        for operand in node.operands() {
            set = self.var_sets.union(set, self.node_vars[operand.index()]);
        }
        set
    }

    /// The id of an array term.
    pub(crate) fn intern_array(&mut self, node: ArrayNode<'_>) -> ArrayId {
        if let Some(known) = self.arrays.find(node) {
            return known;
        }
        let vars = match node {
            ArrayNode::Base(bytes) => {
                let sets = bytes.iter().map(|byte| self.node_vars[byte.index()]).collect();
                self.var_sets.union_all(sets)
            }
            ArrayNode::Write { array, offset, value } => {
                let parts = self.var_sets.union(self.node_vars[offset.index()], self.node_vars[value.index()]);
                self.var_sets.union(self.arrays.vars(array), parts)
            }
        };
        self.arrays.add(node, vars)
    }
}

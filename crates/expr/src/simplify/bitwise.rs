//! Not, and, or, exclusive-or; for truth values too.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

/// One of the two operations that are each other's dual.
#[derive(Clone, Copy)]
enum Junction {
    And,
    Or,
}

impl Junction {
    fn op(self) -> BinaryOp {
        match self {
            Junction::And => BinaryOp::And,
            Junction::Or => BinaryOp::Or,
        }
    }

    fn dual(self) -> BinaryOp {
        match self {
            Junction::And => BinaryOp::Or,
            Junction::Or => BinaryOp::And,
        }
    }
}

impl Dag {
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(value) => {
                self.used(Rule::FoldConstants);
                self.constant(!value, width)
            }
            Node::Unary { op: UnaryOp::Not, a } => {
                self.used(Rule::NotNot);
                a
            }
            Node::Ite { .. } => match self.moved_into_const_ite(a, width, |value| !value) {
                Some(moved) => moved,
                None => self.intern(Node::Unary { op: UnaryOp::Not, a }, width),
            },
            _ => self.intern(Node::Unary { op: UnaryOp::Not, a }, width),
        }
    }

    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return a;
        }
        if let Some(simpler) = self.and_const(a, b).or_else(|| self.and_symbolic(a, b)) {
            return simpler;
        }
        self.binary_node(BinaryOp::And, a, b)
    }

    fn and_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let mask = self.as_const(b)?;
        if let Some(value) = self.folded(BinaryOp::And, a, b) {
            return Some(value);
        }
        let width = self.width(a);
        let (zeros, ones) = self.known_bits(a);
        if wide::not(zeros, width) & !mask == 0 {
            self.used(Rule::AndKeepsAll);
            return Some(a);
        }
        if (zeros | ones) & mask == mask {
            self.used(Rule::AndKeepsKnownBits);
            return Some(self.constant(ones & mask, width));
        }
        if let Some((x, inner)) = self.as_binary_const(BinaryOp::And, a) {
            self.used(Rule::MergeConstants);
            let mask = self.constant(inner & mask, width);
            return Some(self.and(x, mask));
        }
        if mask & (mask + 1) == 0 {
            self.used(Rule::LowMaskToExtension);
            let low = self.extract(a, 0, mask.trailing_ones());
            return Some(self.zext(low, width));
        }
        if let Some(rounded) = self.rounded_down(a, mask) {
            return Some(rounded);
        }
        if let Some(inner) = self.as_zext(a) {
            self.used(Rule::BitwiseOfExtensions);
            let mask = self.constant(mask, self.width(inner));
            let masked = self.and(inner, mask);
            return Some(self.zext(masked, width));
        }
        self.moved_into_const_ite(a, width, |value| value & mask)
    }

    /// A sum of a multiple of a power of two and a constant, rounded down to such a multiple, as allocators align addresses.
    fn rounded_down(&mut self, sum: ExprId, mask: u128) -> Option<ExprId> {
        let width = self.width(sum);
        let cleared = wide::not(mask, width);
        if cleared & cleared.wrapping_add(1) != 0 {
            return None;
        }
        let (x, added) = self.as_binary_const(BinaryOp::Add, sum)?;
        let (zeros, _) = self.known_bits(x);
        (zeros & cleared == cleared).then(|| {
            self.used(Rule::RoundedDown);
            let rest = self.constant(added & mask, width);
            self.add(x, rest)
        })
    }

    fn and_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(absorbed) = self.absorbed(Junction::And, a, b) {
            return Some(absorbed);
        }
        if self.width(a) == 1
            && let Some(decided) = self.and_of_equalities(a, b).or_else(|| self.and_of_equalities(b, a))
        {
            return Some(decided);
        }
        self.bitwise_of_extensions(BinaryOp::And, a, b)
    }

    /// `x = k` decides every other comparison of `x` with a constant for equality.
    fn and_of_equalities(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, _) = self.as_binary_const(BinaryOp::Eq, a)?;
        if let Some((y, _)) = self.as_binary_const(BinaryOp::Eq, b)
            && x == y
        {
            // The constants differ, otherwise the equalities were the same node.
            self.used(Rule::EqualitiesOfOneValue);
            return Some(self.truth(false));
        }
        let inner = self.as_not(b)?;
        let (y, _) = self.as_binary_const(BinaryOp::Eq, inner)?;
        (x == y).then(|| {
            self.used(Rule::EqualitiesOfOneValue);
            a
        })
    }

    /// The laws of complements and absorption, which `&` and `|` share with the sides swapped.
    fn absorbed(&mut self, junction: Junction, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if self.are_complements(a, b) {
            self.used(Rule::Complements);
            return Some(self.annihilator(junction, width));
        }
        for (x, y) in [(a, b), (b, a)] {
            let Node::Binary { op, a: p, b: q } = self.node(y) else { continue };
            if op == junction.dual() {
                // x & (x | _) and x & (!x | z)
                if x == p || x == q {
                    self.used(Rule::Absorption);
                    return Some(x);
                }
                for (p, q) in [(p, q), (q, p)] {
                    if self.are_complements(x, p) {
                        self.used(Rule::Absorption);
                        return Some(self.binary(junction.op(), x, q));
                    }
                }
            } else if op == junction.op() {
                // x & (x & _) and x & (!x & _)
                if x == p || x == q {
                    self.used(Rule::Absorption);
                    return Some(y);
                }
                if self.are_complements(x, p) || self.are_complements(x, q) {
                    self.used(Rule::Complements);
                    return Some(self.annihilator(junction, width));
                }
            }
        }
        None
    }

    /// What decides the operation whatever the other side is.
    fn annihilator(&mut self, junction: Junction, width: u32) -> ExprId {
        match junction {
            Junction::And => self.zero(width),
            Junction::Or => self.all_ones(width),
        }
    }

    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return a;
        }
        if let Some(simpler) = self.or_const(a, b).or_else(|| self.or_symbolic(a, b)) {
            return simpler;
        }
        self.binary_node(BinaryOp::Or, a, b)
    }

    fn or_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let bits = self.as_const(b)?;
        if let Some(value) = self.folded(BinaryOp::Or, a, b) {
            return Some(value);
        }
        let width = self.width(a);
        let (zeros, ones) = self.known_bits(a);
        if bits & !ones == 0 {
            self.used(Rule::OrAddsNothing);
            return Some(a);
        }
        if (zeros | ones | bits) == wide::mask(width) {
            self.used(Rule::OrLeavesKnownBits);
            return Some(self.constant(ones | bits, width));
        }
        if let Some((x, inner)) = self.as_binary_const(BinaryOp::Or, a) {
            self.used(Rule::MergeConstants);
            let bits = self.constant(inner | bits, width);
            return Some(self.or(x, bits));
        }
        if let Some(moved) = self.bitwise_of_zext_and_const(BinaryOp::Or, a, bits) {
            return Some(moved);
        }
        self.moved_into_const_ite(a, width, |value| value | bits)
    }

    fn or_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(absorbed) = self.absorbed(Junction::Or, a, b) {
            return Some(absorbed);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return Some(joined);
        }
        self.bitwise_of_extensions(BinaryOp::Or, a, b)
    }

    /// A value extended with zeros and another whose low bits are zeros have no bit in common: their union (and their
    /// sum) is a concatenation. This is how C programs put bytes together.
    pub(super) fn join_disjoint(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (low, high) in [(a, b), (b, a)] {
            let Some(inner) = self.as_zext(low) else { continue };
            let inner_width = self.width(inner);
            if self.known_bits(high).0.trailing_ones() >= inner_width {
                self.used(Rule::JoinDisjoint);
                let upper = self.extract(high, inner_width, self.width(high) - inner_width);
                return Some(self.concat(upper, inner));
            }
        }
        None
    }

    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            let equal = self.eq(a, b);
            return self.not(equal);
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return self.zero(width);
        }
        if let Some(simpler) = self.xor_const(a, b).or_else(|| self.xor_symbolic(a, b)) {
            return simpler;
        }
        self.binary_node(BinaryOp::Xor, a, b)
    }

    fn xor_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let bits = self.as_const(b)?;
        if let Some(value) = self.folded(BinaryOp::Xor, a, b) {
            return Some(value);
        }
        let width = self.width(a);
        if bits == 0 {
            self.used(Rule::NeutralOperand);
            return Some(a);
        }
        if bits == wide::mask(width) {
            self.used(Rule::XorAllOnes);
            return Some(self.not(a));
        }
        if let Some((x, inner)) = self.as_binary_const(BinaryOp::Xor, a) {
            self.used(Rule::MergeConstants);
            let bits = self.constant(inner ^ bits, width);
            return Some(self.xor(x, bits));
        }
        if let Some(x) = self.as_not(a) {
            self.used(Rule::MergeConstants);
            let bits = self.constant(!bits, width);
            return Some(self.xor(x, bits));
        }
        if let Some(moved) = self.bitwise_of_zext_and_const(BinaryOp::Xor, a, bits) {
            return Some(moved);
        }
        self.moved_into_const_ite(a, width, |value| value ^ bits)
    }

    fn xor_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if self.are_complements(a, b) {
            self.used(Rule::Complements);
            return Some(self.all_ones(width));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(inner) = self.as_not(x) {
                self.used(Rule::XorOfNot);
                let rest = self.xor(inner, y);
                return Some(self.not(rest));
            }
            if let Some((p, q)) = self.as_binary(BinaryOp::Xor, y)
                && (x == p || x == q)
            {
                self.used(Rule::XorCancels);
                return Some(if x == p { q } else { p });
            }
        }
        self.bitwise_of_extensions(BinaryOp::Xor, a, b)
    }

    fn are_complements(&self, a: ExprId, b: ExprId) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    /// An operation that works bit by bit can be done before an extension instead of after it.
    fn bitwise_of_extensions(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let (x, y, signed) = match (self.node(a), self.node(b)) {
            (Node::ZExt { a: x }, Node::ZExt { a: y }) => (x, y, false),
            (Node::SExt { a: x }, Node::SExt { a: y }) => (x, y, true),
            _ => return None,
        };
        if self.width(x) != self.width(y) {
            return None;
        }
        self.used(Rule::BitwiseOfExtensions);
        let narrow = self.binary(op, x, y);
        Some(if signed { self.sext(narrow, width) } else { self.zext(narrow, width) })
    }

    /// The same for or and exclusive-or with a constant that has no bits above the extended value.
    fn bitwise_of_zext_and_const(&mut self, op: BinaryOp, a: ExprId, bits: u128) -> Option<ExprId> {
        let (inner, width) = (self.as_zext(a)?, self.width(a));
        let inner_width = self.width(inner);
        if bits & !wide::mask(inner_width) != 0 {
            return None;
        }
        self.used(Rule::BitwiseOfExtensions);
        let bits = self.constant(bits, inner_width);
        let narrow = self.binary(op, inner, bits);
        Some(self.zext(narrow, width))
    }
}

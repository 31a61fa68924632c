//! Conditionals.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

impl Dag {
    /// `t` where the 1-bit `c` is 1, `f` elsewhere.
    pub fn ite(&mut self, c: ExprId, t: ExprId, f: ExprId) -> ExprId {
        self.assert_same_width(t, f);
        assert_eq!(self.width(c), 1, "a condition is one bit wide");
        if t == f {
            self.used(Rule::SameOperands);
            return t;
        }
        if let Some(decided) = self.as_const(c) {
            self.used(Rule::FoldConstants);
            return if decided == 1 { t } else { f };
        }
        if let Some(inner) = self.as_not(c) {
            self.used(Rule::IteOfNegation);
            return self.ite(inner, f, t);
        }
        let width = self.width(t);
        let simpler = if width == 1 { self.ite_of_truth_values(c, t, f) } else { self.ite_of_numbers(c, t, f) };
        if let Some(simpler) = simpler.or_else(|| self.ite_nested(c, t, f)).or_else(|| self.ite_of_equality(c, t, f)) {
            return simpler;
        }
        self.intern(Node::Ite { c, t, f }, width)
    }

    fn ite_of_truth_values(&mut self, c: ExprId, t: ExprId, f: ExprId) -> Option<ExprId> {
        let t_value = if t == c { Some(1) } else { self.as_const(t) };
        let f_value = if f == c { Some(0) } else { self.as_const(f) };
        if t_value.is_some() || f_value.is_some() {
            self.used(Rule::IteToConnective);
        }
        match (t_value, f_value) {
            (Some(1), Some(0)) => Some(c),
            (Some(0), Some(1)) => Some(self.not(c)),
            (Some(1), _) => Some(self.or(c, f)),
            (Some(_), _) => {
                let not_c = self.not(c);
                Some(self.and(not_c, f))
            }
            (None, Some(0)) => Some(self.and(c, t)),
            (None, Some(_)) => {
                let not_c = self.not(c);
                Some(self.or(not_c, t))
            }
            (None, None) => None,
        }
    }

    fn ite_of_numbers(&mut self, c: ExprId, t: ExprId, f: ExprId) -> Option<ExprId> {
        let width = self.width(t);
        let ones = wide::mask(width);
        match (self.as_const(t), self.as_const(f)) {
            (Some(1), Some(0)) => {
                self.used(Rule::IteToExtension);
                Some(self.zext(c, width))
            }
            (Some(0), Some(1)) => {
                self.used(Rule::IteToExtension);
                let not_c = self.not(c);
                Some(self.zext(not_c, width))
            }
            (Some(x), Some(0)) if x == ones => {
                self.used(Rule::IteToExtension);
                Some(self.sext(c, width))
            }
            (Some(0), Some(x)) if x == ones => {
                self.used(Rule::IteToExtension);
                let not_c = self.not(c);
                Some(self.sext(not_c, width))
            }
            (Some(_), Some(_)) => None,
            _ => self.ite_of_extensions(c, t, f),
        }
    }

    /// Both arms are extended from the same width, or one is and the other is a constant that fits.
    fn ite_of_extensions(&mut self, c: ExprId, t: ExprId, f: ExprId) -> Option<ExprId> {
        let width = self.width(t);
        if let (Some(x), Some(y)) = (self.as_sext(t), self.as_sext(f))
            && self.width(x) == self.width(y)
        {
            self.used(Rule::IteOfExtensions);
            let narrow = self.ite(c, x, y);
            return Some(self.sext(narrow, width));
        }
        let inner = self.as_zext(t).or_else(|| self.as_zext(f))?;
        let narrow = self.width(inner);
        let (x, y) = (self.without_zext(t, narrow)?, self.without_zext(f, narrow)?);
        self.used(Rule::IteOfExtensions);
        let chosen = self.ite(c, x, y);
        Some(self.zext(chosen, width))
    }

    /// The value of `width` bits of which `e` is the zero extension.
    fn without_zext(&mut self, e: ExprId, width: u32) -> Option<ExprId> {
        match self.node(e) {
            Node::ZExt { a } if self.width(a) == width => Some(a),
            Node::Const(value) if value <= wide::mask(width) => Some(self.constant(value, width)),
            _ => None,
        }
    }

    fn ite_nested(&mut self, c: ExprId, t: ExprId, f: ExprId) -> Option<ExprId> {
        if let Node::Ite { c: d, t: x, f: y } = self.node(t) {
            if d == c {
                self.used(Rule::IteSameCondition);
                return Some(self.ite(c, x, f));
            }
            if y == f {
                self.used(Rule::IteSharedArm);
                let both = self.and(c, d);
                return Some(self.ite(both, x, f));
            }
            if x == f {
                self.used(Rule::IteSharedArm);
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, y, f));
            }
        }
        if let Node::Ite { c: d, t: x, f: y } = self.node(f) {
            if d == c {
                self.used(Rule::IteSameCondition);
                return Some(self.ite(c, t, y));
            }
            if x == t {
                self.used(Rule::IteSharedArm);
                let either = self.or(c, d);
                return Some(self.ite(either, t, y));
            }
            if y == t {
                self.used(Rule::IteSharedArm);
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return Some(self.ite(either, t, x));
            }
        }
        None
    }

    /// Where the arms are what the condition compares, they are equal in the first arm.
    fn ite_of_equality(&mut self, c: ExprId, t: ExprId, f: ExprId) -> Option<ExprId> {
        let (x, y) = self.as_binary(BinaryOp::Eq, c)?;
        ((t, f) == (x, y) || (t, f) == (y, x)).then(|| {
            self.used(Rule::IteOfEquality);
            f
        })
    }
}

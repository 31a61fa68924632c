//! The functions of SMT-LIB's core, bit-vector and array theories, one line each. Those of [floats](super::floats) are apart.

use super::arrays::ArrayTerm;
use super::terms::{MAX_WIDTH, Reader, Term, shown};
use super::{ReadError, floats, mistake, unsupported};
use expr::{BinaryOp, Dag, ExprId};
use std::rc::Rc;

type Binary = fn(&mut Dag, ExprId, ExprId) -> ExprId;

/// Applies a function to operands that were read.
pub fn apply(
    reader: &mut Reader<'_>,
    line: usize,
    name: &str,
    indices: &[u32],
    operands: Vec<Term>,
) -> Result<Term, ReadError> {
    let call = Call { line, name, indices, operands: &operands };
    if let Some(result) = core(reader, &call)? {
        return Ok(result);
    }
    if let Some(result) = bit_vectors(reader.dag, &call)? {
        return Ok(result);
    }
    if let Some(result) = floats::apply(reader.dag, &call)? {
        return Ok(result);
    }
    match array(reader, &call)? {
        Some(result) => Ok(result),
        None => unsupported(format!("the function `{name}`")),
    }
}

pub(super) struct Call<'a> {
    line: usize,
    pub name: &'a str,
    indices: &'a [u32],
    pub operands: &'a [Term],
}

impl Call<'_> {
    pub fn wrong<T>(&self, what: &str) -> Result<T, ReadError> {
        mistake(self.line, format!("`{}` {what}", self.name))
    }

    fn bools(&self) -> Result<Vec<ExprId>, ReadError> {
        let bool = |term: &Term| match term {
            Term::Bool(e) => Ok(*e),
            _ => self.wrong("needs operands of sort Bool"),
        };
        self.operands.iter().map(bool).collect()
    }

    /// The operands as vectors, all of one width unless `any_width`.
    fn vectors(&self, dag: &Dag, any_width: bool) -> Result<Vec<ExprId>, ReadError> {
        let vector = |term: &Term| match term {
            Term::Bits(e) => Ok(*e),
            _ => self.wrong("needs bit-vectors"),
        };
        let all = self.operands.iter().map(vector).collect::<Result<Vec<ExprId>, ReadError>>()?;
        if !any_width && all.windows(2).any(|pair| dag.width(pair[0]) != dag.width(pair[1])) {
            return self.wrong("needs operands of the same width");
        }
        if all.is_empty() { self.wrong("needs operands") } else { Ok(all) }
    }

    fn exactly<const N: usize>(&self, operands: Vec<ExprId>) -> Result<[ExprId; N], ReadError> {
        let count = operands.len();
        operands.try_into().or_else(|_| self.wrong(&format!("has {count} operands and needs {N}")))
    }

    pub fn index(&self, position: usize) -> Result<u32, ReadError> {
        self.indices.get(position).copied().map_or_else(|| self.wrong("needs a number with `_`"), Ok)
    }
}

fn core(reader: &mut Reader<'_>, call: &Call<'_>) -> Result<Option<Term>, ReadError> {
    let dag = &mut *reader.dag;
    Ok(Some(match call.name {
        "and" => Term::Bool(dag.all(&call.bools()?)),
        "or" => Term::Bool(dag.any(&call.bools()?)),
        "not" => {
            let [a] = call.exactly(call.bools()?)?;
            Term::Bool(dag.not(a))
        }
        "xor" => {
            let no = dag.truth(false);
            Term::Bool(call.bools()?.into_iter().fold(no, |all, e| dag.xor(all, e)))
        }
        "=>" => {
            let mut all = call.bools()?;
            let Some(last) = all.pop() else { return call.wrong("needs operands") };
            Term::Bool(all.into_iter().rev().fold(last, |conclusion, premise| dag.implies(premise, conclusion)))
        }
        "=" => Term::Bool(pairs(dag, call, false)?),
        "distinct" => Term::Bool(pairs(dag, call, true)?),
        "ite" => match call.operands {
            [Term::Bool(c), t, f] if t.sort(dag) == f.sort(dag) => match (t, f) {
                (Term::Bool(t), Term::Bool(f)) => Term::Bool(dag.ite(*c, *t, *f)),
                (Term::Bits(t), Term::Bits(f)) => Term::Bits(dag.ite(*c, *t, *f)),
                (Term::Float(t, format), Term::Float(f, _)) => Term::Float(dag.ite(*c, *t, *f), *format),
                (Term::Array(t, sort), Term::Array(f, _)) => {
                    let term = ArrayTerm::Ite { condition: *c, then: t.clone(), otherwise: f.clone() };
                    Term::Array(Rc::new(term), *sort)
                }
                _ => return call.wrong("needs two terms of the same sort"),
            },
            _ => return call.wrong("needs a Bool and two terms of the same sort"),
        },
        _ => return Ok(None),
    }))
}

/// `=` of neighbours, or `distinct` of all pairs.
fn pairs(dag: &mut Dag, call: &Call<'_>, distinct: bool) -> Result<ExprId, ReadError> {
    if call.operands.len() < 2 {
        return call.wrong("needs two operands");
    }
    let mut all = dag.truth(true);
    for (i, a) in call.operands.iter().enumerate() {
        let last = if distinct { call.operands.len() } else { (i + 2).min(call.operands.len()) };
        for b in &call.operands[i + 1..last] {
            let equal = match (a, b) {
                (Term::Bool(a), Term::Bool(b)) => dag.eq(*a, *b),
                (Term::Bits(a), Term::Bits(b)) if dag.width(*a) == dag.width(*b) => dag.eq(*a, *b),
                (Term::Float(a, format), Term::Float(b, other)) if format == other => {
                    floats::equal(dag, *format, *a, *b)
                }
                (Term::Array(a, _), Term::Array(b, _)) if Rc::ptr_eq(a, b) => dag.truth(true),
                (Term::Array(_, one), Term::Array(_, other)) if one == other => {
                    return unsupported("equality of whole arrays");
                }
                _ => {
                    let [a, b] = [a, b].map(|term| shown(term.sort(dag)));
                    return call.wrong(&format!("compares a {a} with a {b}"));
                }
            };
            let holds = if distinct { dag.not(equal) } else { equal };
            all = dag.and(all, holds);
        }
    }
    Ok(all)
}

fn bit_vectors(dag: &mut Dag, call: &Call<'_>) -> Result<Option<Term>, ReadError> {
    if let Some(op) = folded(call.name) {
        let operands = call.vectors(dag, false)?;
        let Some((&first, rest)) = operands.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return call.wrong("needs two operands");
        };
        return Ok(Some(Term::Bits(rest.iter().fold(first, |all, &e| op(dag, all, e)))));
    }
    if let Some(op) = binary(call.name) {
        let [a, b] = call.exactly(call.vectors(dag, false)?)?;
        return Ok(Some(Term::Bits(op(dag, a, b))));
    }
    if let Some(op) = comparison(call.name) {
        let [a, b] = call.exactly(call.vectors(dag, false)?)?;
        return Ok(Some(Term::Bool(op(dag, a, b))));
    }
    let one = |dag: &Dag| -> Result<ExprId, ReadError> {
        let [a] = call.exactly(call.vectors(dag, true)?)?;
        Ok(a)
    };
    let fits = |width: u32| if width > MAX_WIDTH { unsupported("vectors of more than 128 bits") } else { Ok(width) };
    Ok(Some(Term::Bits(match call.name {
        "bvnot" => {
            let a = one(dag)?;
            dag.not(a)
        }
        "bvneg" => {
            let a = one(dag)?;
            dag.neg(a)
        }
        "bvcomp" => {
            let [a, b] = call.exactly(call.vectors(dag, false)?)?;
            dag.eq(a, b)
        }
        "concat" => {
            let operands = call.vectors(dag, true)?;
            let mut whole = operands[0];
            for &low in &operands[1..] {
                fits(dag.width(whole) + dag.width(low))?;
                whole = dag.concat(whole, low);
            }
            whole
        }
        "extract" => {
            let (a, high, low) = (one(dag)?, call.index(0)?, call.index(1)?);
            if low > high || high >= dag.width(a) {
                return call.wrong(&format!("of bits {high} to {low} of a vector of {} bits", dag.width(a)));
            }
            dag.extract(a, low, high - low + 1)
        }
        "zero_extend" | "sign_extend" => {
            let a = one(dag)?;
            let width = fits(dag.width(a).saturating_add(call.index(0)?))?;
            if call.name == "zero_extend" { dag.zext(a, width) } else { dag.sext(a, width) }
        }
        "repeat" => {
            let (a, times) = (one(dag)?, call.index(0)?);
            if times == 0 {
                return call.wrong("needs a number above 0");
            }
            fits(dag.width(a).saturating_mul(times))?;
            (1..times).fold(a, |whole, _| dag.concat(whole, a))
        }
        "rotate_left" | "rotate_right" => {
            let a = one(dag)?;
            let width = dag.width(a);
            let distance = call.index(0)? % width;
            let left = if call.name == "rotate_left" { distance } else { (width - distance) % width };
            if left == 0 {
                a
            } else {
                let (high, low) = (dag.extract(a, 0, width - left), dag.extract(a, width - left, left));
                dag.concat(high, low)
            }
        }
        _ => return Ok(None),
    })))
}

/// Operators that take any number of operands, from the left.
fn folded(name: &str) -> Option<Binary> {
    Some(match name {
        "bvand" => Dag::and,
        "bvor" => Dag::or,
        "bvxor" => Dag::xor,
        "bvadd" => Dag::add,
        "bvmul" => Dag::mul,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "bvsub" => Dag::sub,
        "bvudiv" => Dag::udiv,
        "bvurem" => Dag::urem,
        "bvsdiv" => Dag::sdiv,
        "bvsrem" => Dag::srem,
        "bvshl" => Dag::shl,
        "bvlshr" => Dag::lshr,
        "bvashr" => Dag::ashr,
        "bvnand" => |dag, a, b| {
            let both = dag.and(a, b);
            dag.not(both)
        },
        "bvnor" => |dag, a, b| {
            let either = dag.or(a, b);
            dag.not(either)
        },
        "bvxnor" => |dag, a, b| {
            let differ = dag.xor(a, b);
            dag.not(differ)
        },
        "bvsmod" => signed_modulo,
        _ => return None,
    })
}

/// The remainder that has the sign of the divisor.
fn signed_modulo(dag: &mut Dag, a: ExprId, b: ExprId) -> ExprId {
    let zero = dag.constant(0, dag.width(a));
    let remainder = dag.binary(BinaryOp::SRem, a, b);
    let moved = dag.add(remainder, b);
    let (none, negative, other_negative) = (dag.eq(remainder, zero), dag.slt(remainder, zero), dag.slt(b, zero));
    let same_sign = dag.eq(negative, other_negative);
    let keep = dag.or(none, same_sign);
    dag.ite(keep, remainder, moved)
}

fn comparison(name: &str) -> Option<Binary> {
    Some(match name {
        "bvult" => Dag::ult,
        "bvule" => Dag::ule,
        "bvugt" => Dag::ugt,
        "bvuge" => Dag::uge,
        "bvslt" => Dag::slt,
        "bvsle" => Dag::sle,
        "bvsgt" => Dag::sgt,
        "bvsge" => Dag::sge,
        _ => return None,
    })
}

fn array(reader: &mut Reader<'_>, call: &Call<'_>) -> Result<Option<Term>, ReadError> {
    let fits = |dag: &Dag, e: ExprId, width: u32| dag.width(e) == width;
    match (call.name, call.operands) {
        ("select", [Term::Array(array, sort), Term::Bits(index)]) if fits(reader.dag, *index, sort.index) => {
            Ok(Some(Term::Bits(reader.arrays.select(reader.dag, array, *index))))
        }
        ("store", [Term::Array(array, sort), Term::Bits(index), Term::Bits(value)])
            if fits(reader.dag, *index, sort.index) && fits(reader.dag, *value, sort.element) =>
        {
            let term = ArrayTerm::Store { below: array.clone(), index: *index, value: *value };
            Ok(Some(Term::Array(Rc::new(term), *sort)))
        }
        ("select" | "store", _) => call.wrong("needs an array and operands of its sorts"),
        _ => Ok(None),
    }
}

//! Terms of a script as expressions, with their sorts checked.

use super::arrays::{ArraySort, ArrayTerm, Arrays};
use super::sexpr::{Kind, Sexpr};
use super::{ReadError, mistake, unsupported};
use super::{floats, operators};
use expr::{Dag, ExprId, FloatFormat, Rounding};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Widest vector our expressions have.
pub const MAX_WIDTH: u32 = 128;
/// Widest variable they have.
const MAX_VARIABLE: u32 = 64;
/// Terms deeper than this are left to Z3.
const MAX_DEPTH: u32 = 5000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Bool,
    Bits(u32),
    Array(ArraySort),
    Float(FloatFormat),
    Rounding,
}

/// A term that was read.
#[derive(Clone, Debug)]
pub enum Term {
    Bool(ExprId),
    Bits(ExprId),
    Array(Rc<ArrayTerm>, ArraySort),
    /// One of the patterns of a number.
    Float(ExprId, FloatFormat),
    Rounding(Rounding),
}

impl Term {
    pub fn sort(&self, dag: &Dag) -> Sort {
        match self {
            Term::Bool(_) => Sort::Bool,
            Term::Bits(e) => Sort::Bits(dag.width(*e)),
            Term::Array(_, sort) => Sort::Array(*sort),
            Term::Float(_, format) => Sort::Float(*format),
            Term::Rounding(_) => Sort::Rounding,
        }
    }
}

/// A function that stands for a term.
#[derive(Clone)]
pub struct Macro {
    pub parameters: Vec<(String, Sort)>,
    pub body: Rc<Sexpr>,
}

/// What names stand for.
#[derive(Default)]
pub struct Names {
    terms: FxHashMap<String, Term>,
    macros: FxHashMap<String, Macro>,
}

impl Names {
    pub fn is_taken(&self, name: &str) -> bool {
        self.terms.contains_key(name) || self.macros.contains_key(name)
    }

    pub fn define(&mut self, name: String, term: Term) {
        self.terms.insert(name, term);
    }

    pub fn define_macro(&mut self, name: String, definition: Macro) {
        self.macros.insert(name, definition);
    }

    pub fn forget(&mut self, name: &str) {
        self.terms.remove(name);
        self.macros.remove(name);
    }
}

/// A variable of any width, made of as many as it takes.
pub fn fresh_bits(dag: &mut Dag, name: &str, instance: u32, width: u32) -> ExprId {
    let mut whole = dag.variable(name, instance, 0, width.min(MAX_VARIABLE));
    let mut done = width.min(MAX_VARIABLE);
    while done < width {
        let more = dag.variable(name, instance, done / 8, (width - done).min(MAX_VARIABLE));
        whole = dag.concat(more, whole);
        done += dag.width(more);
    }
    whole
}

/// Reads terms. Borrows everything a term may mention.
pub struct Reader<'a> {
    pub dag: &'a mut Dag,
    pub arrays: &'a mut Arrays,
    pub names: &'a Names,
    /// Names bound by `let` and by parameters, innermost last.
    bound: Vec<(String, Term)>,
    /// Terms labelled with `:named` on the way.
    pub labels: Vec<(String, Term)>,
}

impl<'a> Reader<'a> {
    pub fn new(dag: &'a mut Dag, arrays: &'a mut Arrays, names: &'a Names) -> Reader<'a> {
        Reader { dag, arrays, names, bound: Vec::new(), labels: Vec::new() }
    }

    pub fn term(&mut self, e: &Sexpr) -> Result<Term, ReadError> {
        self.read(e, 0)
    }

    /// A term of sort Bool.
    pub fn condition(&mut self, e: &Sexpr) -> Result<ExprId, ReadError> {
        match self.term(e)? {
            Term::Bool(condition) => Ok(condition),
            other => mistake(e.line, format!("a term of sort {} where a Bool is needed", shown(other.sort(self.dag)))),
        }
    }

    fn read(&mut self, e: &Sexpr, depth: u32) -> Result<Term, ReadError> {
        if depth > MAX_DEPTH {
            return unsupported("terms nested this deeply");
        }
        let items = match &e.kind {
            Kind::Word(word) => return self.word(word, e.line),
            Kind::Text(_) => return mistake(e.line, "a text where a term is needed"),
            Kind::List(items) => items,
        };
        let Some(head) = items.first() else { return mistake(e.line, "`()` where a term is needed") };
        match (head.word(), head.list()) {
            (Some("let"), _) => self.binding(e, items, depth),
            (Some("!"), _) => self.annotated(e, items, depth),
            (Some("_"), _) => self.indexed_constant(e, items),
            (Some(name), _) => {
                if let Some(definition) = self.names.macros.get(name).filter(|_| self.find(name).is_none()).cloned() {
                    return self.expand(e, &definition, &items[1..], depth);
                }
                let operands = self.all(&items[1..], depth)?;
                operators::apply(self, e.line, name, &[], operands)
            }
            (None, Some([first, name, indices @ ..])) if first.word() == Some("_") => {
                let Some(name) = name.word() else { return mistake(name.line, "`_` needs a name behind it") };
                let indices = indices.iter().map(numeral).collect::<Result<Vec<u32>, ReadError>>()?;
                let operands = self.all(&items[1..], depth)?;
                operators::apply(self, e.line, name, &indices, operands)
            }
            (None, Some([first, name, target])) if first.word() == Some("as") && name.word() == Some("const") => {
                let Sort::Array(sort) = sort(target)? else { return mistake(target.line, "`const` makes arrays") };
                match self.all(&items[1..], depth)?.as_slice() {
                    [Term::Bits(value)] if self.dag.width(*value) == sort.element => {
                        Ok(Term::Array(Rc::new(ArrayTerm::Constant(*value)), sort))
                    }
                    _ => mistake(e.line, "a constant array needs one element of its sort"),
                }
            }
            _ => unsupported("a function of this form"),
        }
    }

    fn all(&mut self, items: &[Sexpr], depth: u32) -> Result<Vec<Term>, ReadError> {
        items.iter().map(|item| self.read(item, depth + 1)).collect()
    }

    fn find(&self, name: &str) -> Option<&Term> {
        self.bound.iter().rev().find(|(bound, _)| bound == name).map(|(_, term)| term)
    }

    fn word(&mut self, word: &str, line: usize) -> Result<Term, ReadError> {
        if let Some(term) = self.find(word).or_else(|| self.names.terms.get(word)) {
            return Ok(term.clone());
        }
        match word {
            "true" => return Ok(Term::Bool(self.dag.truth(true))),
            "false" => return Ok(Term::Bool(self.dag.truth(false))),
            _ => {}
        }
        if let Some(mode) = floats::rounding(word) {
            return Ok(Term::Rounding(mode));
        }
        let (digits, base, bits_per_digit) = match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
            (Some(digits), _) => (digits, 2, 1),
            (_, Some(digits)) => (digits, 16, 4),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => return unsupported("numbers that are not vectors"),
            _ => return mistake(line, format!("`{word}` is not declared")),
        };
        let width = digits.len() as u32 * bits_per_digit;
        if width > MAX_WIDTH {
            return unsupported("vectors of more than 128 bits");
        }
        match u128::from_str_radix(digits, base) {
            Ok(value) => Ok(Term::Bits(self.dag.constant(value, width))),
            Err(_) => mistake(line, format!("`{word}` is not a number")),
        }
    }

    /// `(_ bv5 32)`.
    fn indexed_constant(&mut self, e: &Sexpr, items: &[Sexpr]) -> Result<Term, ReadError> {
        let number = |text: &str| text.strip_prefix("bv")?.parse::<u128>().ok();
        match items {
            [_, value, width] => match value.word().and_then(number) {
                Some(value) => {
                    let Sort::Bits(width) = bits(width)? else { return unsupported("this sort") };
                    Ok(Term::Bits(self.dag.constant(value, width)))
                }
                None => unsupported("constants of this form"),
            },
            [_, name, exponent, precision] => {
                let format = floats::format(numeral(exponent)?, numeral(precision)?)?;
                let special = name.word().and_then(|name| floats::special(self.dag, name, format));
                special.map_or_else(|| unsupported("constants of this form"), Ok)
            }
            _ => mistake(e.line, "`(_ ...)` where a term is needed"),
        }
    }

    /// `(let ((x t) ...) body)`; the body is read in a loop, because chains of `let` are the deepest thing there is.
    fn binding(&mut self, e: &Sexpr, items: &[Sexpr], depth: u32) -> Result<Term, ReadError> {
        let outer = self.bound.len();
        let mut items = items;
        let mut line = e.line;
        let result = loop {
            let [_, bindings, body] = items else { break mistake(line, "`let` needs bindings and one term") };
            let Some(bindings) = bindings.list() else { break mistake(line, "`let` needs a list of bindings") };
            let mut new = Vec::with_capacity(bindings.len());
            for binding in bindings {
                match binding.list() {
                    Some([name, term]) if name.word().is_some() => {
                        let term = match self.read(term, depth + 1) {
                            Ok(term) => term,
                            Err(error) => {
                                self.bound.truncate(outer);
                                return Err(error);
                            }
                        };
                        new.push((name.word().unwrap_or_default().to_owned(), term));
                    }
                    _ => {
                        self.bound.truncate(outer);
                        return mistake(binding.line, "a binding is a name and a term");
                    }
                }
            }
            self.bound.append(&mut new);
            match body.list() {
                Some(inner) if inner.first().and_then(Sexpr::word) == Some("let") => {
                    items = inner;
                    line = body.line;
                }
                _ => break self.read(body, depth + 1),
            }
        };
        self.bound.truncate(outer);
        result
    }

    /// `(! t :named x)`; other attributes say nothing about the meaning.
    fn annotated(&mut self, e: &Sexpr, items: &[Sexpr], depth: u32) -> Result<Term, ReadError> {
        let [_, body, attributes @ ..] = items else { return mistake(e.line, "`!` needs a term") };
        let term = self.read(body, depth + 1)?;
        if let Some(at) = attributes.iter().position(|attribute| attribute.word() == Some(":named")) {
            match attributes.get(at + 1).and_then(Sexpr::word) {
                Some(name) => self.labels.push((name.to_owned(), term.clone())),
                None => return mistake(e.line, "`:named` needs a name"),
            }
        }
        Ok(term)
    }

    fn expand(&mut self, e: &Sexpr, definition: &Macro, items: &[Sexpr], depth: u32) -> Result<Term, ReadError> {
        let operands = self.all(items, depth)?;
        let sorts: Vec<Sort> = operands.iter().map(|operand| operand.sort(self.dag)).collect();
        if !sorts.iter().eq(definition.parameters.iter().map(|(_, sort)| sort)) {
            return mistake(e.line, "the operands do not have the sorts of the function's parameters");
        }
        // The body sees its parameters and nothing of where it is used.
        let outer = std::mem::take(&mut self.bound);
        self.bound = definition.parameters.iter().map(|(name, _)| name.clone()).zip(operands).collect();
        let result = self.read(&definition.body, depth + 1);
        self.bound = outer;
        result
    }
}

pub fn numeral(e: &Sexpr) -> Result<u32, ReadError> {
    match e.word().and_then(|word| word.parse().ok()) {
        Some(number) => Ok(number),
        None => mistake(e.line, "a number is needed here"),
    }
}

fn bits(width: &Sexpr) -> Result<Sort, ReadError> {
    match numeral(width)? {
        0 => mistake(width.line, "a vector of 0 bits"),
        width if width > MAX_WIDTH => unsupported("vectors of more than 128 bits"),
        width => Ok(Sort::Bits(width)),
    }
}

pub fn sort(e: &Sexpr) -> Result<Sort, ReadError> {
    if e.word() == Some("Bool") {
        return Ok(Sort::Bool);
    }
    if let Some(format) = e.word().and_then(floats::named_format) {
        return Ok(Sort::Float(format));
    }
    match e.list() {
        Some([first, name, exponent, precision])
            if first.word() == Some("_") && name.word() == Some("FloatingPoint") =>
        {
            Ok(Sort::Float(floats::format(numeral(exponent)?, numeral(precision)?)?))
        }
        Some([first, name, width]) if first.word() == Some("_") && name.word() == Some("BitVec") => bits(width),
        Some([name, index, element]) if name.word() == Some("Array") => match (sort(index)?, sort(element)?) {
            (Sort::Bits(index), Sort::Bits(element)) => Ok(Sort::Array(ArraySort { index, element })),
            _ => unsupported("arrays that are not from vectors to vectors"),
        },
        _ => unsupported("this sort"),
    }
}

/// A sort as scripts write it.
pub fn shown(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Array(ArraySort { index, element }) => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
        Sort::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent_bits(), format.precision()),
        Sort::Rounding => "RoundingMode".to_owned(),
    }
}

//! Models and values, as scripts write them: the answers to `get-model` and `get-value`.

use super::arrays::ArrayTerm;
use super::script::{Last, Script};
use super::sexpr::Sexpr;
use super::terms::{Sort, Term, shown};
use super::{ReadError, floats, mistake};
use expr::{Dag, Evaluator, ExprId, Model, float};
use std::fmt::Write;

impl Script {
    fn model(&self, line: usize) -> Result<Model, ReadError> {
        match &self.last {
            Last::Sat(model) => Ok(model.clone()),
            _ => mistake(line, "values are there after a `check-sat` that said sat"),
        }
    }

    pub(super) fn show_model(&mut self, line: usize) -> Result<(), ReadError> {
        let model = self.model(line)?;
        let mut text = String::from("(\n");
        for index in 0..self.declared.len() {
            let (name, term) = self.declared[index].clone();
            let value = self.value(&term, &model);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  (define-fun {} () {} {value})", quoted(&name), shown(term.sort(&self.dag)));
        }
        text.push(')');
        self.say(&text);
        Ok(())
    }

    pub(super) fn show_values(&mut self, line: usize, terms: &Sexpr) -> Result<(), ReadError> {
        let model = self.model(line)?;
        let Some(terms) = terms.list() else { return mistake(line, "`get-value` needs a list of terms") };
        let mut values = Vec::with_capacity(terms.len());
        for e in terms {
            let term = self.read(|reader| reader.term(e))?;
            values.push(format!("({} {})", written(e), self.value(&term, &model)));
        }
        let text = format!("({})", values.join("\n "));
        self.say(&text);
        Ok(())
    }

    /// A term's value under a model, as scripts write it.
    fn value(&mut self, term: &Term, model: &Model) -> String {
        let mut evaluator = Evaluator::new();
        let number = |dag: &Dag, evaluator: &mut Evaluator, e: ExprId| {
            let (value, width) = (evaluator.value(dag, e, model), dag.width(e));
            if width.is_multiple_of(4) {
                format!("#x{value:0digits$x}", digits = width as usize / 4)
            } else {
                format!("#b{value:0digits$b}", digits = width as usize)
            }
        };
        match term {
            Term::Bool(e) => evaluator.holds(&self.dag, *e, model).to_string(),
            Term::Bits(e) => number(&self.dag, &mut evaluator, *e),
            Term::Float(e, format) => {
                let value = evaluator.value(&self.dag, *e, model);
                let (exponent, precision) = (format.exponent_bits(), format.precision());
                if float::is_nan(*format, value) {
                    return format!("(_ NaN {exponent} {precision})");
                }
                let digits = format!("{value:0width$b}", width = format.width() as usize);
                let (sign, rest) = digits.split_at(1);
                let (exponent, fraction) = rest.split_at(exponent as usize);
                format!("(fp #b{sign} #b{exponent} #b{fraction})")
            }
            Term::Rounding(mode) => floats::written(*mode).to_owned(),
            Term::Array(array, sort) => {
                let zero = self.dag.constant(0, sort.element);
                let mut text =
                    format!("((as const {}) {})", shown(Sort::Array(*sort)), number(&self.dag, &mut evaluator, zero));
                if let ArrayTerm::Declared(index) = array.as_ref() {
                    for (at, element) in self.arrays.reads(&mut self.dag, *index) {
                        let [at, element] = [at, element].map(|e| number(&self.dag, &mut evaluator, e));
                        text = format!("(store {text} {at} {element})");
                    }
                }
                text
            }
        }
    }
}

/// A name, in bars where it needs them.
fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(simple) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// An expression as it was written, but for spaces.
fn written(e: &Sexpr) -> String {
    match (e.word(), e.list()) {
        (Some(word), _) if word.starts_with('#') || word.chars().all(|c| c.is_ascii_digit()) => word.to_owned(),
        (Some(word), _) => quoted(word),
        (_, Some(items)) => format!("({})", items.iter().map(written).collect::<Vec<_>>().join(" ")),
        (None, None) => String::new(),
    }
}

//! The commands of a script, carried out one after the other.

use super::arrays::Arrays;
use super::sexpr::{Sexpr, parse};
use super::terms::{Macro, Names, Reader, Sort, Term, fresh_bits, shown, sort};
use super::{ReadError, mistake, unsupported};
use crate::answer::Answer;
use crate::backend::z3;
use crate::chain::Solver;
use crate::config::SolverConfig;
use crate::stats::SolverStats;
use expr::{Dag, ExprId, Model};
use std::fmt;
use std::rc::Rc;

/// Why a script could not be answered to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// 0 when unknown.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

/// What a script prints, and what the chain did for it.
#[derive(Clone, Debug)]
pub struct Output {
    pub text: String,
    /// `None` when Z3 had to read the script.
    pub stats: Option<SolverStats>,
}

/// Carries out a script.
pub fn run_script(text: &str, config: SolverConfig) -> Result<Output, ScriptError> {
    let limit = config.time_limit;
    match Script::new(config).run(text) {
        Ok(output) => Ok(output),
        Err(ReadError::Mistake { line, message }) => Err(ScriptError { line, message }),
        Err(ReadError::Unsupported(what)) => match z3::missing() {
            Some(missing) => Err(ScriptError { line: 0, message: format!("only Z3 can read {what}, and {missing}") }),
            None => z3::run_script(text, limit)
                .map_err(|(line, message)| ScriptError { line, message })
                .map(|text| Output { text, stats: None }),
        },
    }
}

/// A script that is being carried out.
pub(super) struct Script {
    pub(super) dag: Dag,
    solver: Solver,
    pub(super) arrays: Arrays,
    names: Names,
    /// Nothing has mentioned the last of the declared constants yet.
    newest: bool,
    /// Declared constants in the order of their declaration.
    pub(super) declared: Vec<(String, Term)>,
    assertions: Vec<Assertion>,
    /// For each `push` what there was before it.
    levels: Vec<Level>,
    pub(super) last: Last,
    /// Constants made so far: each is another variable, even if a name comes again.
    made: u32,
    output: String,
}

struct Assertion {
    condition: ExprId,
    label: Option<String>,
}

struct Level {
    declared: usize,
    assertions: usize,
    /// Names given since the `push`.
    named: Vec<String>,
}

/// What the last `check-sat` said.
pub(super) enum Last {
    Nothing,
    Sat(Model),
    /// With the labels of the contradictory assertions.
    Unsat(Vec<String>),
}

impl Script {
    fn new(config: SolverConfig) -> Script {
        Script {
            dag: Dag::new(),
            solver: Solver::new(config),
            arrays: Arrays::default(),
            names: Names::default(),
            newest: false,
            declared: Vec::new(),
            assertions: Vec::new(),
            levels: Vec::new(),
            last: Last::Nothing,
            made: 0,
            output: String::new(),
        }
    }

    fn run(mut self, text: &str) -> Result<Output, ReadError> {
        for command in &parse(text)? {
            let Some([name, arguments @ ..]) = command.list() else {
                return mistake(command.line, "a command is a list that starts with its name");
            };
            let Some(name) = name.word() else { return mistake(name.line, "a command starts with its name") };
            if name == "exit" {
                break;
            }
            self.command(command.line, name, arguments)?;
        }
        Ok(Output { text: self.output, stats: Some(self.solver.stats().clone()) })
    }

    fn command(&mut self, line: usize, name: &str, arguments: &[Sexpr]) -> Result<(), ReadError> {
        self.newest = self.newest && name == "assert";
        match (name, arguments) {
            ("set-logic" | "set-info" | "set-option", _) => Ok(()),
            ("echo", [text]) => {
                match &text.kind {
                    super::sexpr::Kind::Text(text) => self.say(text),
                    _ => return mistake(line, "`echo` needs a text"),
                }
                Ok(())
            }
            ("declare-const", [name, sort]) => self.declare(name, sort),
            ("declare-fun", [name, parameters, sort]) => match parameters.list() {
                Some([]) => self.declare(name, sort),
                Some(_) => unsupported("uninterpreted functions"),
                None => mistake(parameters.line, "a list of parameters is needed"),
            },
            ("define-const", [name, result, body]) => self.define(name, result, body),
            ("define-fun", [name, parameters, result, body]) => match parameters.list() {
                Some([]) => self.define(name, result, body),
                Some(parameters) => self.define_macro(name, parameters, body),
                None => mistake(parameters.line, "a list of parameters is needed"),
            },
            ("assert", [condition]) => self.assert(condition),
            ("check-sat", []) => self.check(&[]),
            ("check-sat-assuming", [assumed]) => match assumed.list() {
                Some(assumed) => self.check(assumed),
                None => mistake(line, "`check-sat-assuming` needs a list"),
            },
            ("push", _) => self.each_level(arguments, Script::push),
            ("pop", _) => self.each_level(arguments, |script| script.pop(line)),
            ("get-model", []) => self.show_model(line),
            ("get-value", [terms]) => self.show_values(line, terms),
            ("get-unsat-core", []) => match &self.last {
                Last::Unsat(labels) => {
                    let text = format!("({})", labels.join(" "));
                    self.say(&text);
                    Ok(())
                }
                _ => mistake(line, "`get-unsat-core` comes after a `check-sat` that said unsat"),
            },
            (
                "declare-const" | "declare-fun" | "define-const" | "define-fun" | "assert" | "check-sat" | "echo"
                | "check-sat-assuming" | "get-model" | "get-value" | "get-unsat-core",
                _,
            ) => mistake(line, format!("`{name}` has too few or too many arguments")),
            _ => unsupported(format!("the command `{name}`")),
        }
    }

    pub(super) fn say(&mut self, text: &str) {
        self.output.push_str(text);
        self.output.push('\n');
    }

    fn new_name(&mut self, e: &Sexpr) -> Result<String, ReadError> {
        let Some(name) = e.word() else { return mistake(e.line, "a name is needed here") };
        if self.names.is_taken(name) {
            return mistake(e.line, format!("`{name}` is declared already"));
        }
        if let Some(level) = self.levels.last_mut() {
            level.named.push(name.to_owned());
        }
        Ok(name.to_owned())
    }

    fn declare(&mut self, name: &Sexpr, result: &Sexpr) -> Result<(), ReadError> {
        let name = self.new_name(name)?;
        self.made += 1;
        let term = match sort(result)? {
            Sort::Bool => Term::Bool(fresh_bits(&mut self.dag, "declared", self.made, 1)),
            Sort::Bits(width) => Term::Bits(fresh_bits(&mut self.dag, "declared", self.made, width)),
            Sort::Array(sort) => Term::Array(self.arrays.declare(sort), sort),
            Sort::Float(format) => {
                Term::Float(fresh_bits(&mut self.dag, "declared", self.made, format.width()), format)
            }
            Sort::Rounding => return unsupported("rounding modes that are not constant"),
        };
        self.declared.push((name.clone(), term.clone()));
        self.names.define(name, term);
        self.newest = true;
        Ok(())
    }

    fn define(&mut self, name: &Sexpr, result: &Sexpr, body: &Sexpr) -> Result<(), ReadError> {
        let term = self.read(|reader| reader.term(body))?;
        let expected = sort(result)?;
        if term.sort(&self.dag) != expected {
            return mistake(body.line, format!("the body is not of sort {}", shown(expected)));
        }
        let name = self.new_name(name)?;
        self.names.define(name, term);
        Ok(())
    }

    fn define_macro(&mut self, name: &Sexpr, parameters: &[Sexpr], body: &Sexpr) -> Result<(), ReadError> {
        let parameter = |parameter: &Sexpr| match parameter.list() {
            Some([name, of]) if name.word().is_some() => Ok((name.word().unwrap_or_default().to_owned(), sort(of)?)),
            _ => mistake(parameter.line, "a parameter is a name and a sort"),
        };
        let parameters = parameters.iter().map(parameter).collect::<Result<Vec<_>, ReadError>>()?;
        let name = self.new_name(name)?;
        self.names.define_macro(name, Macro { parameters, body: Rc::new(body.clone()) });
        Ok(())
    }

    /// Reads a term, and defines the labels met on the way.
    pub(super) fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let mut reader = Reader::new(&mut self.dag, &mut self.arrays, &self.names);
        let result = read(&mut reader)?;
        for (label, term) in reader.labels {
            if let Some(level) = self.levels.last_mut() {
                level.named.push(label.clone());
            }
            self.names.define(label, term);
        }
        Ok(result)
    }

    fn assert(&mut self, e: &Sexpr) -> Result<(), ReadError> {
        if self.defines_pattern(e)? {
            return Ok(());
        }
        self.newest = false;
        let condition = self.read(|reader| reader.condition(e))?;
        let label = match e.list() {
            Some([head, _, attributes @ ..]) if head.word() == Some("!") => {
                let at = attributes.iter().position(|attribute| attribute.word() == Some(":named"));
                at.and_then(|at| attributes.get(at + 1)?.word()).map(str::to_owned)
            }
            _ => None,
        };
        self.assertions.push(Assertion { condition, label });
        Ok(())
    }

    /// `(assert (= ((_ to_fp 8 24) x) t))` right behind the declaration of `x` is how scripts say that `x` is a pattern of
    /// `t`: it is one then, without a variable, unless `t` is a NaN.
    fn defines_pattern(&mut self, e: &Sexpr) -> Result<bool, ReadError> {
        let Some([equality, pattern, number]) = e.list() else { return Ok(false) };
        let Some([function, name]) = pattern.list() else { return Ok(false) };
        let is_conversion = matches!(function.list(), Some([_, to_fp, ..]) if to_fp.word() == Some("to_fp"));
        let Some((declared, Term::Bits(own))) = self.declared.last().cloned() else { return Ok(false) };
        let is_newest = std::mem::take(&mut self.newest) && name.word() == Some(&*declared);
        if equality.word() != Some("=") || !is_conversion || !is_newest {
            return Ok(false);
        }
        let number = self.read(|reader| reader.term(number))?;
        let Term::Float(value, format) = number else { return Ok(false) };
        let mentions_itself = self.dag.vars(own).iter().any(|v| self.dag.vars(value).contains(v));
        if self.dag.width(own) != format.width() || mentions_itself {
            return Ok(false);
        }
        let nan = self.dag.fis_nan(format, value);
        let term = Term::Bits(self.dag.ite(nan, own, value));
        if let Some(last) = self.declared.last_mut() {
            last.1 = term.clone();
        }
        self.names.define(declared, term);
        Ok(true)
    }

    fn each_level(
        &mut self,
        arguments: &[Sexpr],
        mut step: impl FnMut(&mut Script) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let count = arguments.first().map_or(Ok(1), super::terms::numeral)?;
        (0..count).try_for_each(|_| step(self))
    }

    fn push(&mut self) -> Result<(), ReadError> {
        let level = Level { declared: self.declared.len(), assertions: self.assertions.len(), named: Vec::new() };
        self.levels.push(level);
        Ok(())
    }

    fn pop(&mut self, line: usize) -> Result<(), ReadError> {
        let Some(level) = self.levels.pop() else { return mistake(line, "`pop` without a `push` before it") };
        self.declared.truncate(level.declared);
        self.assertions.truncate(level.assertions);
        level.named.iter().for_each(|name| self.names.forget(name));
        Ok(())
    }

    fn check(&mut self, assumed: &[Sexpr]) -> Result<(), ReadError> {
        let assumed = assumed.iter().map(|e| self.read(|reader| reader.condition(e))).collect::<Result<Vec<_>, _>>()?;
        let mut constraints: Vec<ExprId> = self.arrays.consistency.clone();
        constraints.extend(self.assertions.iter().map(|assertion| assertion.condition));
        constraints.extend(assumed);
        self.last = match self.solver.check_set(&mut self.dag, &constraints) {
            Answer::Sat(model) => {
                self.say("sat");
                Last::Sat(model)
            }
            Answer::Unsat(core) => {
                self.say("unsat");
                let of_core = self.assertions.iter().filter(|assertion| core.contains(&assertion.condition));
                Last::Unsat(of_core.filter_map(|assertion| assertion.label.clone()).collect())
            }
            Answer::Unknown(_) => {
                self.say("unknown");
                Last::Nothing
            }
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> String {
        run_script(text, SolverConfig { self_check: true, ..SolverConfig::default() })
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .text
    }

    #[test]
    fn floats_are_read_by_us() {
        let script = "(declare-const p (_ BitVec 32)) (declare-const x Float32) (declare-const f (_ BitVec 32))
            (assert (= ((_ to_fp 8 24) f) (fp.mul RNE x ((_ to_fp 8 24) p))))
            (assert (fp.eq x (fp #b0 #x80 #b10000000000000000000000)))
            (assert (= p #x40000000)) (check-sat) (get-value (f x (fp.isNormal x) ((_ fp.to_sbv 8) RTP x)))
            (assert (not (= f #x40c00000))) (check-sat)";
        let output = run_script(script, SolverConfig::default()).expect("a script that is right");
        assert!(output.stats.is_some(), "Z3 was asked");
        let value = "(fp #b0 #b10000000 #b10000000000000000000000)";
        assert_eq!(
            output.text,
            format!(
                "sat\n((f #x40c00000)\n (x {value})\n ((fp.isNormal x) true)\n (((_ fp.to_sbv 8) RTP x) #x03))\nunsat\n"
            )
        );
    }

    /// The second assertion about a pattern is a condition, and all NaNs are one number.
    #[test]
    fn patterns_are_defined_once() {
        let script = "(declare-const f (_ BitVec 32))
            (assert (= ((_ to_fp 8 24) f) (_ +oo 8 24))) (assert (= ((_ to_fp 8 24) f) (_ -oo 8 24))) (check-sat)";
        assert_eq!(run(script), "unsat\n");
        let script = "(declare-const f (_ BitVec 32)) (assert (= ((_ to_fp 8 24) f) (_ NaN 8 24)))
            (assert (= f #x7fc12345)) (check-sat)";
        assert_eq!(run(script), "sat\n");
    }

    #[test]
    fn models_and_cores_are_shown() {
        let script = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(declare-fun |a b| () Bool)\n\
                      (assert (! (bvult x #x05) :named small))\n(assert (= |a b| (= ((_ extract 0 0) x) #b1)))\n\
                      (assert (bvugt x #x03))\n(check-sat)(get-model)(get-value (x (bvadd x #x01)))\n\
                      (push 1)(assert (! (= x #xff) :named large))(check-sat)(get-unsat-core)(pop 1)\n\
                      (check-sat-assuming (|a b|))(echo \"done\")(exit)(check-sat)";
        let expected = "sat\n(\n  (define-fun x () (_ BitVec 8) #x04)\n  (define-fun |a b| () Bool false)\n)\n\
                        ((x #x04)\n ((bvadd x #x01) #x05))\nunsat\n(small large)\nunsat\ndone\n";
        assert_eq!(run(script), expected);
    }

    #[test]
    fn arrays_follow_their_axioms() {
        let declared = "(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))\n(declare-const i (_ BitVec 4))\n\
                        (declare-const j (_ BitVec 4))\n";
        let read_over_write = "(assert (not (= (select (store a i #x07) j) (ite (= i j) #x07 (select a j)))))";
        let functional = "(assert (= i j))(assert (distinct (select a i) (select a j)))";
        let written_twice = "(assert (= (select (store (store a i #x01) j #x02) i) #x01))(assert (= i j))";
        for contradiction in [read_over_write, functional, written_twice] {
            assert_eq!(run(&format!("{declared}{contradiction}(check-sat)")), "unsat\n", "{contradiction}");
        }
        let possible = "(assert (= (select a i) #x01))(assert (= (select a j) #x02))(check-sat)(get-value (a))";
        let output = run(&format!("{declared}{possible}"));
        assert!(output.starts_with("sat\n((a (store (store ((as const "), "{output}");
    }

    /// The printer's scripts mean to this reader what they mean to the printer.
    #[test]
    fn what_is_written_reads_back() {
        let mut generator = crate::random_queries::Generator::new(77);
        for _ in 0..300 {
            let mut dag = Dag::new();
            let constraints = generator.query(&mut dag);
            let text = expr::smtlib::script(&dag, &constraints);
            let expected = match Solver::new(SolverConfig::default()).check_set(&mut dag, &constraints) {
                Answer::Sat(_) => "sat\n",
                Answer::Unsat(_) => "unsat\n",
                Answer::Unknown(reason) => panic!("{reason}"),
            };
            assert_eq!(run(&text), expected, "{text}");
        }
    }

    #[test]
    fn z3_reads_what_we_cannot() {
        let float = "(declare-const x (_ FloatingPoint 8 24))\n(assert (fp.lt x (fp.add RNE x x)))\n(check-sat)";
        let wide = "(declare-const x (_ BitVec 300))\n(assert (bvult x x))\n(check-sat)";
        assert_eq!((run(float).as_str(), run(wide).as_str()), ("sat\n", "unsat\n"));
    }

    #[test]
    fn mistakes_name_their_line() {
        let wrong = [
            ("(check-sat", 1),
            ("\n(assert (= x #b1))", 2),
            ("(declare-const x Bool)\n\n(assert (bvadd x x))", 3),
            ("(declare-const x Bool)\n(declare-const x Bool)", 2),
            ("(declare-const x (_ BitVec 8))\n(assert (= ((_ extract 8 0) x) #b1))", 2),
            ("(declare-const x (_ BitVec 8))\n(assert (bvult x #b1))", 2),
            ("(assert)", 1),
            ("(get-model)", 1),
            ("(pop 1)", 1),
            ("(declare-const x (_ FloatingPoint 8 24))\n(assert (fp.lt x y))", 2),
        ];
        for (text, line) in wrong {
            match run_script(text, SolverConfig::default()) {
                Err(error) => assert_eq!(error.line, line, "{text}: {error}"),
                Ok(output) => panic!("{text}: {}", output.text),
            }
        }
    }
}

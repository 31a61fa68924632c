//! Any SMT-LIB 2 solver as a process: one run per query, over pipes, killed at the time limit.
//!
//! The solver reads a script from its standard input. It is asked for values and for a core in the same run; one that
//! cannot name a core answers that request with an error, and the core is then the whole set. Nothing it says is
//! believed further: the chain evaluates its models.

use super::{Backend, BackendAnswer, Guidance, deadline_after, variables_of};
use crate::answer::UnknownReason;
use expr::smtlib::{Script, symbol};
use expr::{Dag, ExprId, VarId};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// See the module's description.
pub struct SmtlibProcess {
    /// Program and arguments, split at spaces.
    command: Vec<String>,
    name: String,
    /// Constraints asked about so far.
    asked: u64,
}

impl SmtlibProcess {
    pub fn new(command: &str) -> SmtlibProcess {
        SmtlibProcess {
            command: command.split_whitespace().map(str::to_string).collect(),
            name: format!("smtlib:{command}"),
            asked: 0,
        }
    }

    /// What the process prints in answer to the script.
    fn run(&self, script: String, limit: Duration) -> Result<String, UnknownReason> {
        let failed = |error: std::io::Error| UnknownReason::Incomplete(format!("{}: {error}", self.name));
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(UnknownReason::Incomplete("no solver command was given".to_string()));
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let mut process = Process(child);
        let (Some(mut input), Some(mut output)) = (process.0.stdin.take(), process.0.stdout.take()) else {
            return Err(UnknownReason::Incomplete(format!("{} has no standard streams", self.name)));
        };
        // Written from a thread of its own: a solver may answer, or die, before it has read everything.
        std::thread::spawn(move || {
            let _ = input.write_all(script.as_bytes());
        });
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            let outcome = output.read_to_string(&mut text).map(|_| text);
            let _ = sender.send(outcome);
        });
        match receiver.recv_timeout(limit) {
            Ok(outcome) => outcome.map_err(failed),
            Err(_) => Err(UnknownReason::TimeLimit),
        }
    }
}

/// A child that does not outlive the query.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Backend for SmtlibProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn check_guided(&mut self, dag: &Dag, constraints: &[ExprId], _: Guidance<'_>, limit: Duration) -> BackendAnswer {
        self.asked += constraints.len() as u64;
        let deadline = deadline_after(limit);
        let variables = variables_of(dag, constraints);
        let script = question(dag, constraints, &variables);
        let remaining = deadline.saturating_duration_since(Instant::now());
        match self.run(script, remaining) {
            Ok(output) => read_answer(&output, constraints.len(), &variables),
            Err(reason) => BackendAnswer::Unknown(reason),
        }
    }

    /// Nothing is known about the other process but how much it was asked.
    fn work(&self) -> u64 {
        self.asked
    }
}

fn label(position: usize) -> String {
    format!("c{position}")
}

fn question(dag: &Dag, constraints: &[ExprId], variables: &[VarId]) -> String {
    let mut script = Script::new(dag);
    for (position, &e) in constraints.iter().enumerate() {
        script.assert_named(e, &label(position));
    }
    let options = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n";
    let symbols: Vec<String> = variables.iter().map(|&v| symbol(v)).collect();
    let values = if symbols.is_empty() { String::new() } else { format!("(get-value ({}))\n", symbols.join(" ")) };
    format!("{options}{}{values}(get-unsat-core)\n(exit)\n", script.check())
}

fn read_answer(output: &str, count: usize, variables: &[VarId]) -> BackendAnswer {
    let (verdict, rest) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
    match verdict.trim() {
        "sat" => {
            let tokens = tokens(rest);
            let value = |&v: &VarId| {
                let name = symbol(v);
                let place = tokens.iter().position(|token| *token == name)?;
                Some((v, literal(&tokens[place + 1..])?))
            };
            match variables.iter().map(value).collect() {
                Some(values) => BackendAnswer::Sat(values),
                None => incomplete("its model lacks a value", rest),
            }
        }
        "unsat" => {
            let tokens = tokens(rest);
            let named: Vec<usize> = (0..count).filter(|&i| tokens.contains(&label(i).as_str())).collect();
            BackendAnswer::Unsat(if named.is_empty() { (0..count).collect() } else { named })
        }
        "unknown" | "timeout" => incomplete("it says", verdict),
        _ => incomplete("it printed", output),
    }
}

fn incomplete(what: &str, text: &str) -> BackendAnswer {
    let start: String = text.trim().chars().take(200).collect();
    BackendAnswer::Unknown(UnknownReason::Incomplete(format!("the SMT-LIB solver: {what} `{start}`")))
}

/// Words of an answer; parentheses and spaces only separate.
fn tokens(text: &str) -> Vec<&str> {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|token| !token.is_empty()).collect()
}

/// A bit-vector literal: `#b101`, `#xff` or `(_ bv5 32)`.
fn literal(tokens: &[&str]) -> Option<u64> {
    let first = *tokens.first()?;
    if let Some(digits) = first.strip_prefix("#b") {
        return u64::from_str_radix(digits, 2).ok();
    }
    if let Some(digits) = first.strip_prefix("#x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    if first == "_" {
        return tokens.get(1)?.strip_prefix("bv")?.parse().ok();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(command: &str, limit: Duration) -> BackendAnswer {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let five = dag.constant(5, 8);
        let constraints = [dag.ult(x, five), dag.ugt(x, five)];
        SmtlibProcess::new(command).check(&dag, &constraints, limit)
    }

    #[test]
    fn answers_are_read_in_every_notation() {
        let variables = [VarId(0), VarId(3), VarId(7)];
        let values = "((v0 #b101)\n (v3 #xff)\n (v7 (_ bv12 64)))";
        let expected = BackendAnswer::Sat(vec![(VarId(0), 5), (VarId(3), 255), (VarId(7), 12)]);
        assert_eq!(read_answer(&format!("sat\n{values}\n(error \"no core\")"), 2, &variables), expected);
        assert_eq!(
            read_answer("unsat\n(error \"no model\")\n(c1 c2)", 3, &variables),
            BackendAnswer::Unsat(vec![1, 2])
        );
        assert_eq!(read_answer("unsat\n(error \"no core\")", 2, &variables), BackendAnswer::Unsat(vec![0, 1]));
        assert!(matches!(read_answer("sat\n((v0 #b1))", 1, &variables), BackendAnswer::Unknown(_)));
        assert!(matches!(read_answer("(error \"line 1\")", 1, &variables), BackendAnswer::Unknown(_)));
        assert!(matches!(read_answer("", 1, &variables), BackendAnswer::Unknown(_)));
    }

    #[test]
    fn a_solver_that_is_not_there_is_unknown() {
        let answer = ask("no-such-solver-anywhere -in", Duration::from_secs(5));
        assert!(matches!(answer, BackendAnswer::Unknown(UnknownReason::Incomplete(_))), "{answer:?}");
    }

    #[test]
    fn a_solver_that_does_not_answer_is_killed() {
        assert_eq!(ask("sleep 1000", Duration::from_millis(100)), BackendAnswer::Unknown(UnknownReason::TimeLimit));
    }

    #[test]
    fn a_solver_that_ends_without_reading_is_unknown() {
        let answer = ask("true", Duration::from_secs(5));
        assert!(matches!(answer, BackendAnswer::Unknown(UnknownReason::Incomplete(_))), "{answer:?}");
    }
}

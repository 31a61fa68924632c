//! Draws up the [`Terms`] of a run when it is over: from its configuration, and from what the machine has seen.

use machine::Machine;
use machine::checks::BugKind;
use program::ir::{FuncId, ParamKind};

use crate::config::{Config, Environment};
use crate::results::{ArgumentTerms, FileTerms, InputTerms, Terms};

pub(crate) fn draw_up(config: &Config, machine: &Machine<'_>, entry: FuncId) -> Terms {
    let on = BugKind::ALL.iter().filter(|&&kind| config.checks.has(kind));
    Terms {
        checks: on.map(ToString::to_string).collect(),
        inputs: inputs(config, machine, entry),
        assumptions: machine.granted(),
    }
}

fn inputs(config: &Config, machine: &Machine<'_>, entry: FuncId) -> InputTerms {
    let setting = &config.program;
    let Environment { stdin, files, arguments } = &setting.environment;
    let function = machine.function(entry);
    let makes_objects = setting.entry != "main" && function.params.iter().any(|p| p.kind == ParamKind::Pointer);
    let group = |group: &machine::SymbolicArguments| ArgumentTerms {
        least: group.least,
        most: group.most,
        bytes: group.length,
    };
    InputTerms {
        entry: setting.entry.clone(),
        pointer_bytes: makes_objects.then_some(setting.ptr_size),
        args: setting.args.clone(),
        symbolic_args: arguments.iter().map(group).collect(),
        stdin_bytes: *stdin,
        files: files.map(|(count, bytes)| FileTerms { count, bytes }),
    }
}

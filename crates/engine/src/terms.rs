//! Draws up the [`Terms`] of a run when it is over: from its configuration, and from what the machine has seen.

use machine::Machine;
use machine::checks::BugKind;
use program::contract::Contract;

use crate::config::{Config, Environment};
use crate::results::{ArgumentTerms, FileTerms, InputTerms, Terms};

pub(crate) fn draw_up(config: &Config, machine: &Machine<'_>) -> Terms {
    let on = BugKind::ALL.iter().filter(|&&kind| config.checks.has(kind));
    Terms {
        checks: on.map(ToString::to_string).collect(),
        inputs: inputs(config, machine),
        assumptions: machine.granted(),
    }
}

fn inputs(config: &Config, machine: &Machine<'_>) -> InputTerms {
    let setting = &config.program;
    let Environment { stdin, files, arguments } = &setting.environment;
    let contract = machine.program.contract.as_ref();
    let group = |group: &machine::SymbolicArguments| ArgumentTerms {
        least: group.least,
        most: group.most,
        bytes: group.length,
    };
    InputTerms {
        entry: setting.entry.clone(),
        pointer_bytes: contract.and_then(Contract::plain_object_size),
        args: setting.args.clone(),
        symbolic_args: arguments.iter().map(group).collect(),
        stdin_bytes: *stdin,
        files: files.map(|(count, bytes)| FileTerms { count, bytes }),
    }
}

//! Draws up the [`Terms`] of a run when it is over: from its configuration, and from what the machine has seen.

use machine::Machine;
use machine::checks::BugKind;
use program::contract::Contract;
use program::ir::Operand;

use crate::config::{Config, Environment};
use crate::results::{ArgumentTerms, FileTerms, InputTerms, Terms};

pub(crate) fn draw_up(config: &Config, machine: &Machine<'_>) -> Terms {
    let on = BugKind::ALL.iter().filter(|&&kind| config.checks.has(kind));
    let mut assumptions = machine.granted();
    if looks_for_arguments(config, machine) {
        assumptions.push("the program is started without arguments".to_owned());
    }
    Terms { checks: on.map(ToString::to_string).collect(), inputs: inputs(config, machine), assumptions }
}

/// Whether `main` looks for arguments where nobody has given any.
fn looks_for_arguments(config: &Config, machine: &Machine<'_>) -> bool {
    let setting = &config.program;
    let given = !setting.args.is_empty() || !setting.environment.arguments.is_empty();
    if given || setting.entry != "main" {
        return false;
    }
    let Some(main) = machine.program.find(&setting.entry).map(|id| machine.function(id)) else { return false };
    let mut looks = false;
    let mut see = |operand| looks |= main.params.iter().any(|param| operand == Operand::Reg(param.reg));
    for block in &main.blocks {
        block.insts.iter().for_each(|inst| inst.for_each_operand(&mut see));
        block.term.for_each_operand(&mut see);
    }
    looks
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

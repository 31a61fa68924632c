//! `goto`: out of a block, to its end or past it, and back a bounded number of times.

use super::Writer;
use super::statement::MOST_MULTIPLICITY;

/// Executions of what a jump back repeats.
const ROUNDS: u32 = 2;

impl Writer {
    pub fn jump(&mut self) -> Option<()> {
        self.may_nest()?;
        if self.random.chance(60) { self.jump_forward() } else { self.jump_back() }
    }

    /// Nothing declared in the block is visible behind it, so that the jump skips no declaration that matters.
    fn jump_forward(&mut self) -> Option<()> {
        let label = self.name("past");
        let condition = self.condition();
        self.line("{");
        self.inner(|writer| {
            writer.statement();
            writer.line(&format!("if ({condition})"));
            writer.line(&format!("  goto {label};"));
            writer.statement();
        });
        self.line("}");
        self.line(&format!("{label}:;"));
        Some(())
    }

    fn jump_back(&mut self) -> Option<()> {
        if self.multiplicity * ROUNDS > MOST_MULTIPLICITY {
            return None;
        }
        let (label, counter) = (self.name("again"), self.name("i"));
        let multiplicity = self.multiplicity;
        self.multiplicity *= ROUNDS;
        self.line(&format!("int {counter} = 0;"));
        self.line(&format!("{label}:"));
        self.line("{");
        self.inner(|writer| {
            writer.scope.counters.push(counter.clone());
            writer.statement();
            let condition = writer.stable_condition();
            writer.line(&format!("if (++{counter} < {ROUNDS} && {condition})"));
            writer.line(&format!("  goto {label};"));
        });
        self.line("}");
        self.multiplicity = multiplicity;
        Some(())
    }
}

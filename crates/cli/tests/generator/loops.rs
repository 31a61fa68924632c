//! Loops of every form, with a bounded number of rounds; the counter is out of reach of the statements inside.

use super::statement::MOST_MULTIPLICITY;
use super::{Place, Writer};

impl Writer {
    pub fn bounded_loop(&mut self) -> Option<()> {
        self.may_nest()?;
        let rounds = self.random.between(2, 4);
        if self.multiplicity * rounds as u32 > MOST_MULTIPLICITY {
            return None;
        }
        let counter = self.name("i");
        let bound = match self.random.below(3) {
            0 => match self.input(1) {
                Some(input) => {
                    let bound = self.name("n");
                    self.line(&format!("const int {bound} = {} + (int){input};", rounds - 1));
                    bound
                }
                None => rounds.to_string(),
            },
            1 => format!("{rounds} && {}", self.stable_condition()),
            _ => rounds.to_string(),
        };
        let (place, multiplicity) = (self.place, self.multiplicity);
        self.multiplicity *= rounds as u32;
        self.place = Place::Loop { in_main: place.in_main() };
        match self.random.below(5) {
            0 => {
                self.line(&format!("int {counter} = 0;"));
                self.line("do {");
                self.inner(|writer| writer.rounds(&counter));
                self.line(&format!("}} while (++{counter} < {bound});"));
            }
            1 => {
                self.line(&format!("int {counter} = -1;"));
                self.block(&format!("while (++{counter} < {bound})"), |writer| writer.rounds(&counter));
            }
            _ => {
                let head = format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)");
                self.block(&head, |writer| writer.rounds(&counter));
            }
        }
        (self.place, self.multiplicity) = (place, multiplicity);
        Some(())
    }

    fn rounds(&mut self, counter: &str) {
        self.scope.counters.push(counter.to_owned());
        let count = self.random.between(1, 3);
        self.statements(count);
    }

    /// Evaluated once a round, so without a new input.
    pub fn stable_condition(&mut self) -> String {
        let bits = std::mem::take(&mut self.bits_left);
        let condition = self.condition();
        self.bits_left = bits;
        condition
    }
}

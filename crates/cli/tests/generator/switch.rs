//! `switch`: cases in any order, ranges of them, falling through, `default` anywhere or missing.

use super::{Place, Writer};

impl Writer {
    pub fn switch(&mut self) -> Option<()> {
        self.may_nest()?;
        let selector = match self.input(2) {
            Some(input) => input,
            None if self.random.chance(70) => format!("{} & 3", self.leaf()),
            None => self.leaf(),
        };
        let mut labels: Vec<String> = match self.random.below(4) {
            0 => vec!["case 0 ... 1:".to_owned(), "case 3:".to_owned()],
            1 => vec!["case -1:".to_owned(), "case 0:".to_owned(), "case 2:".to_owned()],
            cases => (0..=cases).map(|label| format!("case {label}:")).collect(),
        };
        if self.random.chance(85) {
            labels.push("default:".to_owned());
        }
        self.line(&format!("switch ({selector}) {{"));
        while let Some(index) = self.index(labels.len()) {
            self.line(&format!("{} {{", labels.swap_remove(index)));
            self.arm_of_switch();
            let end = if self.random.chance(70) { "} break;" } else { "}" };
            self.line(end);
        }
        self.line("}");
        Some(())
    }

    fn arm_of_switch(&mut self) {
        let place = self.place;
        self.place = place.outside_loop();
        self.arm();
        self.place = place;
    }
}

impl Place {
    /// Inside a `switch`, `break` would mean something else.
    fn outside_loop(self) -> Place {
        if self.in_main() { Place::Main } else { Place::Helper }
    }
}

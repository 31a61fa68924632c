//! Strings in buffers of eight bytes, the last of which stays 0: what the library computes of them, and copies.

use super::Writer;

/// What is written to a string and looked for in it.
const CHARACTERS: &[&str] = &["'a'", "'b'", "'1'", "'2'", "'-'", "' '", "0"];
const TEXTS: &[&str] = &["", "a", "ab", "b1", "12", "-2"];

impl Writer {
    pub fn use_string(&mut self) -> Option<()> {
        let (s, t) = (self.any_string()?, self.any_string()?);
        match self.random.below(8) {
            0..=2 => {
                let (index, value) = (self.index_into(4), self.character());
                self.line(&format!("{s}[{index}] = {value};"));
            }
            3 if self.random.chance(20) => {
                let (text, number) = (*self.random.pick(TEXTS), self.random.between(-3, 12));
                self.line(&format!("snprintf({s}, sizeof {s}, \"%s%d\", \"{text}\", {number});"));
            }
            3 if s != t => self.line(&format!("strcpy({s}, {t});")),
            // At most seven bytes: three and three.
            4 if s != t => self.line(&format!("{s}[3] = {t}[3] = 0, strcat({s}, {t});")),
            5 if s != t => {
                let most = self.random.between(1, 7);
                self.line(&format!("strncpy({s}, {t}, {most});"));
            }
            _ => {
                let (to, value) = (self.any_variable()?.name, self.computed_from(&s, &t));
                self.line(&format!("{to} = {value};"));
            }
        }
        Some(())
    }

    fn computed_from(&mut self, s: &str, t: &str) -> String {
        let text = *self.random.pick(TEXTS);
        let character = self.character();
        let operator = *self.random.pick(&["==", "<", ">"]);
        match self.random.below(10) {
            0 | 1 => format!("strcmp({s}, {t}) {operator} 0"),
            2 => format!("strcmp({s}, \"{text}\") {operator} 0"),
            3 => format!("strncmp({s}, {t}, {}) {operator} 0", self.random.between(1, 3)),
            4 => format!("strchr({s}, {character}) == {s} + {}", self.random.between(0, 2)),
            5 => format!("strrchr({s}, {character}) != 0"),
            6 => format!("strstr({s}, \"{text}\") != 0"),
            7 => format!("(int)strspn({s}, \"ab\")"),
            8 => format!("toupper({s}[0]) == {t}[0] || isdigit((unsigned char){t}[0])"),
            // At most seven digits, hexadecimal ones among them.
            _ => format!("(atoi({s}) & 31) + (strtol({t}, 0, 0) == 1)"),
        }
    }

    fn character(&mut self) -> String {
        let fixed = (*self.random.pick(CHARACTERS)).to_owned();
        match self.random.below(3) {
            0 => self.input(2).map_or(fixed, |input| format!("'0' + {input}")),
            1 => self.any_variable().map_or(fixed, |from| format!("'a' + ({} & 1)", from.name)),
            _ => fixed,
        }
    }

    fn any_string(&mut self) -> Option<String> {
        let index = self.index(self.scope.strings.len())?;
        Some(self.scope.strings[index].clone())
    }

    pub fn any_length(&mut self) -> Option<String> {
        Some(format!("(int)strlen({})", self.any_string()?))
    }
}

//! The few library functions the test programs call.

use program::ir::ParamKind;

use super::{Reference, signed};

impl Reference<'_> {
    pub fn library(&mut self, name: &str, arguments: &[(ParamKind, u16, u128)]) -> Vec<u128> {
        let argument = |i: usize| arguments[i].2;
        match name {
            "printf" => {
                let format = self.memory.text(argument(0) as u64);
                self.print(&format, &arguments[1..]);
                vec![0]
            }
            "puts" => {
                let text = self.memory.text(argument(0) as u64);
                self.output.push_str(&text);
                self.output.push('\n');
                vec![0]
            }
            "putchar" => {
                self.output.push(argument(0) as u8 as char);
                vec![argument(0)]
            }
            "strcmp" => {
                let (a, b) = (self.memory.text(argument(0) as u64), self.memory.text(argument(1) as u64));
                vec![a.cmp(&b) as i32 as u32 as u128]
            }
            "strlen" => vec![self.memory.text(argument(0) as u64).len() as u128],
            "memcpy" => {
                let bytes = self.memory.read(argument(1) as u64, argument(2) as u64);
                self.memory.write(argument(0) as u64, &bytes);
                vec![argument(0)]
            }
            "sqrt" => vec![f64::from_bits(argument(0) as u64).sqrt().to_bits() as u128],
            "sin" => vec![f64::from_bits(argument(0) as u64).sin().to_bits() as u128],
            "pow" => {
                let power = f64::from_bits(argument(0) as u64).powf(f64::from_bits(argument(1) as u64));
                vec![power.to_bits() as u128]
            }
            // A question to the machine.
            program::TAKEN => Vec::new(),
            other => panic!("call of {other}"),
        }
    }

    /// Conversions `d i u x X c s f` with `l`, `ll`, `h`, `hh`, and precision for `f`.
    fn print(&mut self, format: &str, arguments: &[(ParamKind, u16, u128)]) {
        let mut arguments = arguments.iter();
        let mut rest = format.chars();
        while let Some(letter) = rest.next() {
            if letter != '%' {
                self.output.push(letter);
                continue;
            }
            let mut precision = 6;
            let conversion = loop {
                match rest.next().expect("conversion") {
                    'l' | 'h' | 'z' => {}
                    '.' => {}
                    digit @ '0'..='9' => precision = digit as usize - '0' as usize,
                    other => break other,
                }
            };
            if conversion == '%' {
                self.output.push('%');
                continue;
            }
            let &(_, width, value) = arguments.next().expect("argument");
            let text = match conversion {
                'd' | 'i' => signed(value, width).to_string(),
                'u' => value.to_string(),
                'x' => format!("{value:x}"),
                'X' => format!("{value:X}"),
                'c' => (value as u8 as char).to_string(),
                's' => self.memory.text(value as u64),
                'f' => format!("{:.precision$}", f64::from_bits(value as u64)),
                other => panic!("conversion {other}"),
            };
            self.output.push_str(&text);
        }
    }
}

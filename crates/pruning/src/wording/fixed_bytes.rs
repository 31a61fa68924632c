//! Bytes of memory that a condition wants to be certain numbers, as the values they are parts of: the eight bytes of a pointer are
//! `stderr == &streams`, not eight lines. For people only.

use std::collections::BTreeMap;

use expr::{Dag, ExprId};

use super::{Names, Words};
use crate::interval::{self, Interval, Scale};

/// Bytes of the largest value that is looked for.
const WIDEST: u64 = 8;

/// What bytes are to be, by their addresses.
pub struct FixedBytes(BTreeMap<u64, (ExprId, u8)>);

/// The formulas that want one byte of memory to be one number, and the others.
pub fn split(dag: &mut Dag, formulas: Vec<ExprId>) -> (FixedBytes, Vec<ExprId>) {
    let mut fixed = BTreeMap::new();
    let others = formulas.into_iter().filter(|&e| match wanted(dag, e) {
        Some((address, byte)) => fixed.insert(address, byte).is_some(),
        None => true,
    });
    let others = others.collect();
    (FixedBytes(fixed), others)
}

/// The address, the variable and the number, where a formula is of that kind.
fn wanted(dag: &mut Dag, e: ExprId) -> Option<(u64, (ExprId, u8))> {
    let Interval { term, scale: Scale::Integers, lo, extent: 0 } = interval::parse(dag, e, true)? else { return None };
    let (address, _) = Words { dag, names: &super::Inputs }.memory(term)?;
    (dag.width(term) == 8).then_some((address, (term, lo as u8)))
}

impl FixedBytes {
    /// A line for each value.
    pub fn words(&self, dag: &mut Dag, names: &dyn Names) -> Vec<String> {
        let mut lines = Vec::new();
        let mut next = self.0.keys().next().copied();
        while let Some(address) = next {
            let bytes = self.bytes_of_value(address, names);
            lines.push(self.value(dag, address, bytes, names));
            next = self.0.range(address + bytes..).next().map(|(&address, _)| address);
        }
        lines
    }

    /// How many bytes belong to the value that begins at an address: those of a part that the source knows, else as many as make an
    /// aligned number.
    fn bytes_of_value(&self, address: u64, names: &dyn Names) -> u64 {
        let widths = || (0..=WIDEST.ilog2()).rev().map(|power| 1 << power);
        let is_there = |bytes: &u64| (address..address + bytes).all(|at| self.0.contains_key(&at));
        let is_known = |bytes: &u64| names.of_memory(address, *bytes).is_some_and(|name| name.reading.is_some());
        let belongs_together = |bytes: &u64| names.whole(address) == names.whole(address + bytes - 1);
        let known = widths().filter(is_there).find(is_known);
        let aligned =
            || widths().filter(is_there).filter(belongs_together).find(|bytes| address.is_multiple_of(*bytes));
        known.or_else(aligned).unwrap_or(1)
    }

    fn value(&self, dag: &mut Dag, address: u64, bytes: u64, names: &dyn Names) -> String {
        let all = self.0.range(address..address + bytes).map(|(_, &byte)| byte);
        let (term, number, _) = all.fold((None, 0, 0), |(below, number, shift), (variable, byte)| {
            let term = below.map_or(variable, |below| dag.concat(variable, below));
            (Some(term), number | u128::from(byte) << shift, shift + 8)
        });
        let interval = term.map(|term| Interval { term, scale: Scale::Integers, lo: number, extent: 0 });
        interval.map(|interval| Words { dag, names }.range(interval)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::naming::Name;
    use program::ir::Reading;
    use std::ops::Range;

    /// `p` has eight bytes at 0x1000 whose type nobody knows, `text` four characters at 0x1008, `n` a `short` at 0x100c, and four bytes at
    /// 0x1010 and at 0x1014 are of two objects.
    struct Few;

    impl Names for Few {
        fn of_register(&self, _depth: u32, _register: u32) -> Option<Name> {
            None
        }

        fn of_memory(&self, address: u64, bytes: u64) -> Option<Name> {
            let (text, reading) = match (address, bytes) {
                (0x1000, 8) => ("p".to_owned(), None),
                (0x1008..0x100c, 1) => (format!("text[{}]", address - 0x1008), Some(Reading::Signed)),
                (0x100c, 2) => ("n".to_owned(), Some(Reading::Signed)),
                _ => (format!("bytes({address:#x}, {bytes})"), None),
            };
            Some(Name { text, reading })
        }

        fn whole(&self, address: u64) -> Option<String> {
            Some(["p", "p", "text", "n", "one", "other"][(address - 0x1000) as usize / 4].to_owned())
        }

        fn of_address(&self, address: u64) -> Option<String> {
            (address == 0x2004).then(|| "&a[1]".to_owned())
        }
    }

    #[test]
    fn bytes_are_said_as_the_values_they_are_parts_of() {
        let mut dag = Dag::new();
        let mut formulas = Vec::new();
        for (address, wanted) in (0x1000..).zip([4, 0x20, 0, 0, 0, 0, 0, 0, 7, 8, 9, 10, 0xff, 0xff]) {
            let (byte, wanted) = (dag.variable("%mem", 0, address, 8), dag.constant(wanted, 8));
            formulas.push(dag.eq(byte, wanted));
        }
        let register = dag.variable("%reg", 0, 0, 8);
        let zero = dag.constant(0, 8);
        let other = dag.eq(register, zero);
        formulas.insert(3, other);
        let (fixed, others) = split(&mut dag, formulas);
        assert_eq!(others, [other]);
        let lines = fixed.words(&mut dag, &Few);
        assert_eq!(lines, ["p == &a[1]", "text[0] == 7", "text[1] == 8", "text[2] == 9", "text[3] == 10", "n == -1"]);
    }

    /// What is said of bytes that are all to be 1.
    fn ones(addresses: Range<u32>) -> Vec<String> {
        let mut dag = Dag::new();
        let formulas = addresses.map(|address| {
            let (byte, wanted) = (dag.variable("%mem", 0, address, 8), dag.constant(1, 8));
            dag.eq(byte, wanted)
        });
        let formulas = formulas.collect();
        let (fixed, _) = split(&mut dag, formulas);
        fixed.words(&mut dag, &Few)
    }

    #[test]
    fn a_value_that_lacks_a_byte_is_said_in_parts() {
        let parts = ["bytes(0x1000, 4) == 16843009", "bytes(0x1004, 2) == 257", "bytes(0x1006, 1) == 1"];
        assert_eq!(ones(0x1000..0x1007), parts);
    }

    #[test]
    fn a_value_ends_where_its_object_does() {
        assert_eq!(ones(0x1010..0x1018), ["bytes(0x1010, 4) == 16843009", "bytes(0x1014, 4) == 16843009"]);
    }
}

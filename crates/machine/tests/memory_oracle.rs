//! The memory of one object against a plain byte array.
//!
//! A random sequence of writes (concrete, symbolic, at symbolic offsets, copies of the whole object) is applied to an
//! object and, with the values the model gives, to an array; every read must agree under the model.

use expr::{Dag, DefaultValue, Evaluator, ExprId, Model};
use machine::inputs::FreshBytes;
use machine::memory::{Fill, Object, ObjectKind};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Op {
    WriteBits {
        at: u64,
        len: u64,
        value: u64,
    },
    WriteVariable {
        at: u64,
        len: u64,
        value: u64,
    },
    WriteAtVariable {
        at: u64,
        len: u64,
        value: u64,
        symbolic_value: bool,
    },
    Read {
        at: u64,
        len: u64,
    },
    ReadAtVariable {
        at: u64,
        len: u64,
    },
    /// Go on with a copy, then check that the original has not changed.
    Fork,
}

fn op() -> impl Strategy<Value = Op> {
    let at = any::<u64>();
    let len = prop_oneof![Just(1u64), Just(2), Just(4), Just(8), 1..=8u64];
    prop_oneof![
        3 => (at, len.clone(), any::<u64>()).prop_map(|(at, len, value)| Op::WriteBits { at, len, value }),
        3 => (at, len.clone(), any::<u64>()).prop_map(|(at, len, value)| Op::WriteVariable { at, len, value }),
        2 => (at, len.clone(), any::<u64>(), any::<bool>())
            .prop_map(|(at, len, value, symbolic_value)| Op::WriteAtVariable { at, len, value, symbolic_value }),
        4 => (at, len.clone()).prop_map(|(at, len)| Op::Read { at, len }),
        3 => (at, len).prop_map(|(at, len)| Op::ReadAtVariable { at, len }),
        1 => Just(Op::Fork),
    ]
}

struct Bench {
    dag: Dag,
    model: Model,
    evaluator: Evaluator,
    uninit: u32,
    variables: u32,
}

impl Bench {
    /// A fresh variable that has this value under the model.
    fn variable(&mut self, value: u64, width: u32) -> ExprId {
        let e = self.dag.variable("v", self.variables, 0, width);
        self.variables += 1;
        let var = self.dag.vars(e)[0];
        self.model.set(var, value & (u64::MAX >> (64 - width)));
        e
    }

    fn value(&mut self, e: ExprId) -> u64 {
        self.evaluator.value(&self.dag, e, &self.model) as u64
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | byte as u64)
}

fn read(bench: &mut Bench, object: &mut Object, at: u64, len: u64) -> u64 {
    if let Some(bits) = object.read_bits(at, len as usize) {
        return bits;
    }
    object.settle(at, len, &mut FreshBytes { dag: &mut bench.dag, count: &mut bench.uninit, unbound: &mut Vec::new() });
    let e = object.read_expr(&mut bench.dag, at, len);
    bench.value(e)
}

fn check(size: u64, init: Vec<u8>, ops: Vec<Op>) -> Result<(), TestCaseError> {
    let mut bench = Bench {
        dag: Dag::new(),
        model: Model::new(DefaultValue::Zero),
        evaluator: Evaluator::new(),
        uninit: 0,
        variables: 0,
    };
    let mut object = Object::new(0x1000, size, ObjectKind::Heap, Fill::Bytes(&init));
    let mut oracle = vec![0u8; size as usize];
    for (byte, given) in oracle.iter_mut().zip(&init) {
        *byte = *given;
    }
    let mut originals: Vec<(Object, Vec<u8>)> = Vec::new();
    for op in ops {
        match op {
            Op::WriteBits { at, len, value } => {
                let at = at % (size - len + 1);
                if !object.write_bits(at, len as usize, value) {
                    let e = bench.dag.constant(value as u128, 8 * len as u32);
                    object.write_expr(&bench.dag, at, len, e);
                }
                oracle[at as usize..(at + len) as usize].copy_from_slice(&value.to_le_bytes()[..len as usize]);
            }
            Op::WriteVariable { at, len, value } => {
                let at = at % (size - len + 1);
                let e = bench.variable(value, 8 * len as u32);
                object.write_expr(&bench.dag, at, len, e);
                oracle[at as usize..(at + len) as usize].copy_from_slice(&value.to_le_bytes()[..len as usize]);
            }
            Op::WriteAtVariable { at, len, value, symbolic_value } => {
                let at = at % (size - len + 1);
                let offset = bench.variable(at, 64);
                let e = if symbolic_value {
                    bench.variable(value, 8 * len as u32)
                } else {
                    bench.dag.constant(value as u128, 8 * len as u32)
                };
                let mut fresh = FreshBytes { dag: &mut bench.dag, count: &mut bench.uninit, unbound: &mut Vec::new() };
                object.write_symbolic(&mut fresh, offset, e);
                oracle[at as usize..(at + len) as usize].copy_from_slice(&value.to_le_bytes()[..len as usize]);
            }
            Op::Read { at, len } => {
                let at = at % (size - len + 1);
                let expected = little_endian(&oracle[at as usize..(at + len) as usize]);
                prop_assert_eq!(read(&mut bench, &mut object, at, len), expected);
            }
            Op::ReadAtVariable { at, len } => {
                let at = at % (size - len + 1);
                let offset = bench.variable(at, 64);
                let array = object.view(&mut FreshBytes {
                    dag: &mut bench.dag,
                    count: &mut bench.uninit,
                    unbound: &mut Vec::new(),
                });
                let e = bench.dag.read(array, offset, len as u32);
                prop_assert_eq!(bench.value(e), little_endian(&oracle[at as usize..(at + len) as usize]));
            }
            Op::Fork => originals.push((object.clone(), oracle.clone())),
        }
    }
    originals.push((object, oracle));
    for (mut object, oracle) in originals {
        for at in 0..size {
            prop_assert_eq!(read(&mut bench, &mut object, at, 1), oracle[at as usize] as u64);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_object_behaves_like_a_byte_array(
        size in 8u64..600,
        init in proptest::collection::vec(any::<u8>(), 0..64),
        ops in proptest::collection::vec(op(), 1..40),
    ) {
        check(size, init, ops)?;
    }
}

#[test]
fn unwritten_bytes_are_one_arbitrary_value_each() {
    let mut dag = Dag::new();
    let mut count = 0;
    let mut object = Object::new(0x1000, 8, ObjectKind::Stack, Fill::Uninit);
    assert_eq!(object.read_bits(0, 4), None);
    object.settle(0, 4, &mut FreshBytes { dag: &mut dag, count: &mut count, unbound: &mut Vec::new() });
    let first = object.read_expr(&mut dag, 0, 4);
    object.settle(0, 4, &mut FreshBytes { dag: &mut dag, count: &mut count, unbound: &mut Vec::new() });
    let again = object.read_expr(&mut dag, 0, 4);
    assert_eq!(first, again);
    assert_eq!(dag.vars(first).len(), 4);
    assert_eq!(count, 4);
}

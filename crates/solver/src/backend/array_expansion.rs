//! Reads and writes of finite byte arrays as choices between bytes, for targets without a usable array theory.
//!
//! An array becomes the list of its bytes; a write at an unknown offset makes each byte it may hit a choice; a read is a
//! tree of choices on the bits of its offset. Where the offset's range or some of its bits are known (as with the
//! alignment of an index into an array of words), the choices that cannot happen are never built.
//!
//! The cost of each read and write is the length of the array, or of the offset's range.

use expr::{Dag, ExprId};

/// One bit of an offset.
pub enum OffsetBit<B> {
    Known(bool),
    Unknown(B),
}

/// What a target language must offer.
pub trait ByteAlgebra {
    type Bit: Clone;
    type Byte: Clone;

    fn zero(&mut self) -> Self::Byte;
    fn choose(&mut self, condition: &Self::Bit, then: &Self::Byte, otherwise: &Self::Byte) -> Self::Byte;
    fn offset_bit(&mut self, dag: &Dag, offset: ExprId, index: u32) -> OffsetBit<Self::Bit>;
    /// Whether the offset is this number; `None` when it cannot be.
    fn offset_is(&mut self, dag: &Dag, offset: ExprId, value: u64) -> Option<Self::Bit>;
    /// Whether the offset is below a bound.
    fn offset_below(&mut self, dag: &Dag, offset: ExprId, bound: u64) -> Self::Bit;
}

/// The bytes of an array after a write of `value`, lowest byte first, at `offset`.
pub fn write<A: ByteAlgebra>(
    algebra: &mut A,
    dag: &Dag,
    contents: &[A::Byte],
    offset: ExprId,
    value: &[A::Byte],
) -> Vec<A::Byte> {
    let mut result = contents.to_vec();
    let (first, last) = bounds(dag, offset, contents.len());
    for start in first..=last {
        if start >= contents.len() {
            break;
        }
        let Some(here) = algebra.offset_is(dag, offset, start as u64) else { continue };
        for (slot, byte) in result[start..].iter_mut().zip(value) {
            *slot = algebra.choose(&here, byte, slot);
        }
    }
    result
}

/// `count` bytes from `offset` on, lowest first. Bytes beyond the end are zero.
pub fn read<A: ByteAlgebra>(
    algebra: &mut A,
    dag: &Dag,
    contents: &[A::Byte],
    offset: ExprId,
    count: usize,
) -> Vec<A::Byte> {
    let zero = algebra.zero();
    if contents.is_empty() {
        return vec![zero; count];
    }
    let (first, last) = bounds(dag, offset, contents.len());
    let end = last.min(contents.len() - 1);
    let inside = (last >= contents.len()).then(|| algebra.offset_below(dag, offset, contents.len() as u64));
    let levels = usize::BITS - end.leading_zeros();
    let bits: Vec<OffsetBit<A::Bit>> = (0..levels).map(|index| algebra.offset_bit(dag, offset, index)).collect();
    (0..count)
        .map(|k| {
            // An offset outside `first..=end` cannot happen (or is caught by `inside`), so any byte will do there.
            let leaves = (0..=end).map(|start| match start < first {
                true => None,
                false => Some(contents.get(start + k).unwrap_or(&zero).clone()),
            });
            let byte = choice_tree(algebra, &bits, leaves.collect()).unwrap_or_else(|| zero.clone());
            match &inside {
                Some(inside) => algebra.choose(inside, &byte, &zero),
                None => byte,
            }
        })
        .collect()
}

/// The leaf whose number the bits spell. `None` stands for "does not matter".
fn choice_tree<A: ByteAlgebra>(
    algebra: &mut A,
    bits: &[OffsetBit<A::Bit>],
    mut leaves: Vec<Option<A::Byte>>,
) -> Option<A::Byte> {
    for bit in bits {
        let pairs = leaves.len().div_ceil(2);
        for i in 0..pairs {
            let even = leaves[2 * i].take();
            let odd = leaves.get_mut(2 * i + 1).and_then(Option::take);
            leaves[i] = match (bit, even, odd) {
                (OffsetBit::Known(false), even, _) => even,
                (OffsetBit::Known(true), _, odd) => odd,
                (OffsetBit::Unknown(bit), Some(even), Some(odd)) => Some(algebra.choose(bit, &odd, &even)),
                (OffsetBit::Unknown(_), even, odd) => even.or(odd),
            };
        }
        leaves.truncate(pairs);
    }
    leaves.pop().flatten()
}

/// The smallest and largest offset possible; the largest is at most the array's length, which stands for all beyond.
fn bounds(dag: &Dag, offset: ExprId, len: usize) -> (usize, usize) {
    let range = dag.range(offset);
    let clamp = |value: u128| usize::try_from(value).unwrap_or(usize::MAX).min(len);
    (clamp(range.lo), clamp(range.hi))
}

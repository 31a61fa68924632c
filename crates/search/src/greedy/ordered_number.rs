//! A number that is never NaN, so that it has an order.

use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OrderedNumber(pub f64);

impl Eq for OrderedNumber {}

impl PartialOrd for OrderedNumber {
    fn partial_cmp(&self, other: &OrderedNumber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OrderedNumber {
    fn cmp(&self, other: &OrderedNumber) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

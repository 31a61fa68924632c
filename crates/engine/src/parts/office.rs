//! Who a session that explores a part of a run works for.

use super::{Limited, Order, Report};

/// Carries messages both ways. A session asks between two turns, so an order may wait for a while.
pub trait Office {
    /// The next order, if one has come.
    fn order(&mut self) -> Option<Order>;

    /// The next order, whenever that comes.
    fn wait(&mut self) -> Order;

    fn report(&mut self, report: Report);

    /// How far the worker may go from now on; not further than before if there is nothing left.
    fn more(&mut self, what: Limited) -> u64;
}

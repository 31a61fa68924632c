//! A limit of the whole run, handed out to workers in pieces that get smaller, so that together they keep it and none waits for long.

/// What is left of a limit, and what each worker has of it.
pub struct Allotment {
    left: u64,
    /// Up to where each may count.
    granted: Vec<u64>,
}

impl Allotment {
    pub fn new(left: u64, workers: usize) -> Allotment {
        Allotment { left, granted: vec![0; workers] }
    }

    /// There is one more worker.
    pub fn add_worker(&mut self) {
        self.granted.push(0);
    }

    /// Up to where a worker may count from now on; no further than before if nothing is left.
    pub fn more(&mut self, worker: usize) -> u64 {
        let share = (self.left / (2 * self.granted.len() as u64)).max(1).min(self.left);
        self.left -= share;
        self.granted[worker] += share;
        self.granted[worker]
    }

    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// A worker has counted so far and has nothing to do: others may have the rest.
    pub fn give_back(&mut self, worker: usize, used: u64) {
        self.left += self.granted[worker].saturating_sub(used);
        self.granted[worker] = used;
    }

    /// Another process takes a worker's place, and counts from nothing; `used` is what stays of the one before.
    pub fn begin_again(&mut self, worker: usize, used: u64) {
        self.give_back(worker, used);
        self.granted[worker] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_handed_out_and_no_more() {
        let mut allotment = Allotment::new(1000, 2);
        let mut pieces = 0;
        while !allotment.is_used_up() {
            allotment.more(pieces % 2);
            pieces += 1;
        }
        assert!(pieces < 50, "{pieces}");
        assert_eq!(allotment.granted.iter().sum::<u64>(), 1000);
        let before = allotment.granted[0];
        assert_eq!(allotment.more(0), before, "nothing is left");
    }

    #[test]
    fn what_one_does_not_need_others_may_have() {
        let mut allotment = Allotment::new(100, 2);
        assert_eq!(allotment.more(0), 25);
        allotment.give_back(0, 5);
        assert_eq!(allotment.left, 95);
        assert_eq!(allotment.more(0), 5 + 23);
        allotment.begin_again(0, 6);
        assert_eq!((allotment.left, allotment.granted[0]), (94, 0));
    }
}

//! The points of one place by the values that their conditions fix, as in the [table](crate::table).
//!
//! A machine of a few modes has hundreds of points at one place, and each arrival satisfies the condition of one of them at most. So
//! those are looked at only that fix what the arrival has. A point without a condition is not in here.

use expr::{Dag, VarId};
use rustc_hash::FxHashMap;

use super::graph::PointId;
use crate::condition::Condition;
use crate::table;

#[derive(Default)]
pub(super) struct ByValues {
    groups: Vec<Group>,
    /// In which group each point is, and under which values.
    places: FxHashMap<PointId, (usize, Vec<u64>)>,
}

/// The points whose conditions fix the same variables.
struct Group {
    fixed: Vec<VarId>,
    points: FxHashMap<Vec<u64>, Vec<PointId>>,
}

impl ByValues {
    /// A point has this condition from now on.
    pub fn put(&mut self, dag: &Dag, point: PointId, condition: &Condition) {
        if let Some((group, values)) = self.places.remove(&point)
            && let Some(points) = self.groups[group].points.get_mut(&values)
        {
            points.retain(|&other| other != point);
        }
        let (fixed, values): (Vec<VarId>, Vec<u64>) = table::fixed_values(dag, condition).into_iter().unzip();
        let group = self.groups.iter().position(|group| group.fixed == fixed).unwrap_or_else(|| {
            self.groups.push(Group { fixed, points: FxHashMap::default() });
            self.groups.len() - 1
        });
        self.groups[group].points.entry(values.clone()).or_default().push(point);
        self.places.insert(point, (group, values));
    }

    /// The points whose conditions a state may satisfy, newest first. `value`: what its model gives a variable, if the state has
    /// it at all.
    pub fn candidates(&self, value: &mut dyn FnMut(VarId) -> Option<u64>) -> Vec<PointId> {
        let mut candidates: Vec<PointId> = Vec::new();
        for group in &self.groups {
            let values: Option<Vec<u64>> = group.fixed.iter().map(|&variable| value(variable)).collect();
            candidates.extend(values.and_then(|values| group.points.get(&values)).into_iter().flatten());
        }
        candidates.sort_unstable_by(|one, other| other.cmp(one));
        candidates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, condition, straight};

    #[test]
    fn points_are_found_by_the_values_they_fix_now() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let (four, five) = (condition(&[lab.is(lab.x, 4)]), condition(&[lab.is(lab.x, 5)]));
        let small = condition(&[lab.below(lab.n, 4)]);
        let x = lab.machine.dag.vars(lab.x)[0];
        let mut points = ByValues::default();
        points.put(&lab.machine.dag, 0, &four);
        points.put(&lab.machine.dag, 1, &small);
        points.put(&lab.machine.dag, 2, &five);
        let found = |points: &ByValues, value: u64| points.candidates(&mut |variable| (variable == x).then_some(value));
        assert_eq!(found(&points, 4), [1, 0], "newest first, and what fixes nothing always");
        assert_eq!(found(&points, 5), [2, 1]);
        assert_eq!(points.candidates(&mut |_| None), [1], "a state without the variable");
        points.put(&lab.machine.dag, 0, &five);
        assert_eq!(found(&points, 4), [1]);
        assert_eq!(found(&points, 5), [2, 1, 0]);
    }
}

//! Incremental solving by constraint independence (CUTE 3.3, third optimisation; P16b OPT3): only what depends on the
//! guard is asked; the rest keeps the values it has.
//!
//! Questions come [sliced](crate::path_condition) already. This is done again after values were put in, which often cuts the links between
//! variables.

use super::{Part, Problem};
use expr::{Dag, ExprId, VarId};
use rustc_hash::FxHashMap;

/// Drops the parts that share no variable with a part that depends on the guard, directly or through others. Right only
/// if the variables have values that satisfy those parts already.
pub fn keep_dependent(dag: &Dag, guard: ExprId, problem: &mut Problem) {
    let mut parts_of: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    for (index, part) in problem.parts.iter().enumerate() {
        for &v in dag.vars(part.condition) {
            parts_of.entry(v).or_default().push(index);
        }
    }
    let mut connected: Vec<bool> = problem.parts.iter().map(|part| part.because.contains(guard)).collect();
    let mut waiting: Vec<usize> = (0..connected.len()).filter(|&index| connected[index]).collect();
    while let Some(index) = waiting.pop() {
        for v in dag.vars(problem.parts[index].condition) {
            // Everything that mentions the variable is reached now: nobody has to look again.
            for neighbour in parts_of.remove(v).unwrap_or_default() {
                if !std::mem::replace(&mut connected[neighbour], true) {
                    waiting.push(neighbour);
                }
            }
        }
    }
    let mut index = 0;
    problem.parts.retain(|_: &Part| {
        index += 1;
        connected[index - 1]
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explanation::Explanation;

    #[test]
    fn links_are_followed_through_other_parts() {
        let mut dag = Dag::new();
        let [w, x, y, z] = [0, 1, 2, 3].map(|i| dag.variable("x", i, 0, 32));
        let conditions = [dag.ult(w, x), dag.ult(x, y), dag.ult(z, w)];
        let five = dag.constant(5, 32);
        let (far, apart) = (dag.ne(z, five), dag.variable("u", 0, 0, 1));
        let mut problem = Problem::default();
        for condition in conditions.into_iter().chain([apart, far]) {
            problem.parts.push(Part { condition, because: Explanation::of(condition) });
        }
        keep_dependent(&dag, conditions[1], &mut problem);
        assert_eq!(problem.conditions(), [conditions[0], conditions[1], conditions[2], far]);
    }
}

//! What was learnt, as plain data: for other processes that explore the same program, and for later ones.
//!
//! A condition is about program variables, and those are the same wherever the program is explored: registers by number, memory by
//! address, which depends on nothing but the program and what it has allocated. So a condition that one process has learnt holds in
//! all, as long as the bugs that were known to it are known to all, which is up to who carries it. Objects that had not changed
//! since paths first parted are the exception: each process has its own first parting, so such an object goes with a digest of its bytes.
//!
//! Does not carry what is large, nor what has arrays or floats in it: not to know a condition costs time and nothing else. What is
//! read may be damaged: it is refused then.

use std::rc::Rc;

use expr::portable::{self, Variable, Writer};
use machine::Machine;
use machine::checks::{BugId, BugKind};
use machine::memory::ObjectKind;
use machine::shadow::{self, ObjectFact};
use program::ir::{BlockId, FuncId, LocId};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::condition::{Condition, Conjunct, Origin};
use crate::table::Key;

/// Nodes of a conjunct that travels.
const MOST_NODES: usize = 200;

/// Conditions that were learnt, with the expressions that they are made of.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Learnt {
    variables: Vec<Variable>,
    terms: String,
    entries: Vec<Entry>,
}

/// A condition and where it applies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    place: Place,
    /// The number of each formula, and the bug that it keeps out if it keeps one out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    conjuncts: Vec<(u32, Option<Guard>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<Object>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next_heap: Option<u64>,
    work: f64,
    paths: u64,
    /// Of use only to who stops at each round of a loop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_induction: bool,
}

/// A bug: its kind, and its place in numbers.
type Guard = (String, u32, u32);

/// A [`Key`] in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Place {
    frames: Vec<(u32, u32, u32)>,
    stack: (u64, u64),
    phase: (u8, usize),
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handlers: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    jump_points: Vec<(u32, u32, u32, u32, u64)>,
}

/// An [`ObjectFact`]. Kinds of objects are numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Object {
    Live(u64, u64, usize, bool),
    Dead(u64, usize),
    Nothing(u64),
    /// With a digest of its bytes.
    Table(u64, u64),
}

const KINDS: [ObjectKind; 5] =
    [ObjectKind::Global, ObjectKind::Stack, ObjectKind::Heap, ObjectKind::Argument, ObjectKind::VariableArguments];

/// A condition that has just been learnt, or has come from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct News {
    pub key: Key,
    pub condition: Rc<Condition>,
}

impl Learnt {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Writes down what can travel.
    pub(crate) fn of(machine: &mut Machine, news: &[News]) -> Learnt {
        let mut writer = Writer::default();
        let entries = news.iter().filter_map(|news| Entry::of(machine, &mut writer, news)).collect();
        let (terms, variables) = writer.finish(&machine.dag);
        Learnt { variables, terms, entries }
    }

    /// The conditions that hold here, too; without what keeps out bugs that are `known`. An error says what makes no sense.
    pub(crate) fn read(&self, machine: &mut Machine, known: &FxHashSet<BugId>) -> Result<Vec<News>, String> {
        let terms = portable::read(&mut machine.dag, &self.terms, &self.variables)?;
        let mut news = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Some(objects) = entry.objects_here(machine)? else { continue };
            let mut conjuncts = Vec::with_capacity(entry.conjuncts.len());
            for (number, guards) in &entry.conjuncts {
                let formula = *terms.get(*number as usize).ok_or("a formula that is not there")?;
                let is_condition = machine.dag.width(formula) == 1
                    && machine.dag.vars(formula).iter().all(|&var| shadow::location_of(&machine.dag, var).is_some());
                if !is_condition {
                    return Err("a formula that is no condition of program variables".to_owned());
                }
                let guards = guards.as_ref().map(bug_named).transpose()?;
                if !guards.is_some_and(|bug| known.contains(&bug)) {
                    conjuncts.push(Conjunct { formula, guards });
                }
            }
            let condition = Condition {
                conjuncts,
                objects,
                next_heap: entry.next_heap,
                work: entry.work,
                origin: Origin { start: None, paths: entry.paths, by_induction: entry.by_induction },
            };
            news.push(News { key: entry.place.key(), condition: Rc::new(condition) });
        }
        Ok(news)
    }
}

fn bug_named((kind, function, loc): &Guard) -> Result<BugId, String> {
    let kind = BugKind::ALL.iter().copied().find(|known| known.name() == kind);
    let kind = kind.ok_or("a kind of bug that there is not")?;
    Ok(BugId { kind, function: FuncId(*function), loc: LocId(*loc) })
}

impl Entry {
    fn of(machine: &mut Machine, writer: &mut Writer, news: &News) -> Option<Entry> {
        let News { key, condition } = news;
        let objects: Option<Vec<Object>> = condition.objects.iter().map(|fact| Object::of(machine, fact)).collect();
        let objects = objects?;
        let dag = &machine.dag;
        let is_of_program =
            |conjunct: &Conjunct| dag.vars(conjunct.formula).iter().all(|&var| shadow::location_of(dag, var).is_some());
        if !condition.conjuncts.iter().all(is_of_program) {
            return None;
        }
        let written = |conjunct: &Conjunct| {
            let number = writer.write(dag, conjunct.formula, MOST_NODES)?;
            let bug = |bug: BugId| (bug.kind.name().to_owned(), bug.function.0, bug.loc.0);
            Some((number, conjunct.guards.map(bug)))
        };
        let conjuncts: Option<Vec<_>> = condition.conjuncts.iter().map(written).collect();
        Some(Entry {
            place: Place::of(key),
            conjuncts: conjuncts?,
            objects,
            next_heap: condition.next_heap,
            work: condition.work,
            paths: condition.origin.paths,
            by_induction: condition.origin.by_induction,
        })
    }

    /// What it requires of objects; `None` if it speaks of one that was another when paths parted here.
    fn objects_here(&self, machine: &mut Machine) -> Result<Option<Vec<ObjectFact>>, String> {
        let mut facts = Vec::with_capacity(self.objects.len());
        for object in &self.objects {
            if let Object::Table(address, digest) = *object
                && machine.digest_at_parting(address) != Some(digest)
            {
                return Ok(None);
            }
            facts.push(object.fact().ok_or("an object of no kind")?);
        }
        Ok(Some(facts))
    }
}

impl Place {
    fn of(key: &Key) -> Place {
        Place {
            frames: key.frames.iter().map(|&(function, block, inst)| (function.0, block.0, inst)).collect(),
            stack: (key.stack_top, key.stack_bytes),
            phase: key.phase,
            handlers: key.handlers.iter().map(|function| function.0).collect(),
            jump_points: key
                .jump_points
                .iter()
                .map(|&(f, b, inst, depth, base)| (f.0, b.0, inst, depth, base))
                .collect(),
        }
    }

    fn key(&self) -> Key {
        let points = self.jump_points.iter();
        Key {
            frames: self
                .frames
                .iter()
                .map(|&(function, block, inst)| (FuncId(function), BlockId(block), inst))
                .collect(),
            stack_top: self.stack.0,
            stack_bytes: self.stack.1,
            phase: self.phase,
            handlers: self.handlers.iter().map(|&function| FuncId(function)).collect(),
            jump_points: points.map(|&(f, b, inst, depth, base)| (FuncId(f), BlockId(b), inst, depth, base)).collect(),
        }
    }
}

impl Object {
    fn of(machine: &mut Machine, fact: &ObjectFact) -> Option<Object> {
        let number = |kind: ObjectKind| KINDS.iter().position(|&known| known == kind);
        Some(match *fact {
            ObjectFact::Live { address, capacity, kind, read_only } => {
                Object::Live(address, capacity, number(kind)?, read_only)
            }
            ObjectFact::Dead { address, kind } => Object::Dead(address, number(kind)?),
            ObjectFact::Nothing { address } => Object::Nothing(address),
            ObjectFact::Table { address } => Object::Table(address, machine.digest_at_parting(address)?),
        })
    }

    fn fact(&self) -> Option<ObjectFact> {
        let kind = |number: usize| KINDS.get(number).copied();
        Some(match *self {
            Object::Live(address, capacity, number, read_only) => {
                ObjectFact::Live { address, capacity, kind: kind(number)?, read_only }
            }
            Object::Dead(address, number) => ObjectFact::Dead { address, kind: kind(number)? },
            Object::Nothing(address) => ObjectFact::Nothing { address },
            Object::Table(address, _) => ObjectFact::Table { address },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, NUMBER, X, bug, condition, straight};
    use expr::ExprId;
    use program::ir::Program;

    fn news(lab: &mut Lab, condition: Condition) -> News {
        let key = Key::of(&lab.start(0)).unwrap();
        News { key, condition: Rc::new(condition) }
    }

    /// What arrives in another process.
    fn arrived(learnt: &Learnt, other: &mut Lab) -> Vec<News> {
        let known = other.known.clone();
        learnt.read(&mut other.machine, &known).unwrap()
    }

    fn labs(program: &Program) -> (Lab<'_>, Lab<'_>) {
        let (lab, mut other) = (Lab::new(program), Lab::new(program));
        // The same things have other numbers there.
        for number in 0..100 {
            other.machine.dag.variable("something else", number, 0, 32);
        }
        (lab, other)
    }

    fn all_of(lab: &mut Lab) -> Vec<ExprId> {
        let (x, number) = (lab.x, lab.number);
        vec![lab.below(x, 10), lab.is(number, 7)]
    }

    #[test]
    fn a_condition_is_the_same_in_another_process() {
        let program = straight(Vec::new());
        let (mut lab, mut other) = labs(&program);
        let guards = Some(bug(BugKind::Abort, 0, 0));
        let live = ObjectFact::Live { address: NUMBER, capacity: 8, kind: ObjectKind::Global, read_only: false };
        let objects =
            vec![live, ObjectFact::Dead { address: 5, kind: ObjectKind::Heap }, ObjectFact::Nothing { address: 1 }];
        let [first, second] = all_of(&mut lab)[..] else { unreachable!() };
        let conjuncts = vec![Conjunct { formula: first, guards }, Conjunct { formula: second, guards: None }];
        let origin = Origin { start: None, paths: 3, by_induction: true };
        let given = Condition { conjuncts, objects: objects.clone(), next_heap: Some(9), work: 0.1, origin };
        let given = news(&mut lab, given);
        let learnt = Learnt::of(&mut lab.machine, std::slice::from_ref(&given));
        assert_eq!(learnt.len(), 1);
        let [came] = &arrived(&learnt, &mut other)[..] else { panic!() };
        assert!(came.key == given.key && came.condition.origin.by_induction);
        let [first, second] = all_of(&mut other)[..] else { unreachable!() };
        let expected = vec![Conjunct { formula: first, guards }, Conjunct { formula: second, guards: None }];
        let Condition { conjuncts, objects: same, next_heap, work, origin } = &*came.condition;
        assert_eq!((conjuncts, same), (&expected, &objects));
        assert_eq!((*next_heap, *work, origin.paths), (Some(9), 0.1, 3));
    }

    #[test]
    fn what_keeps_out_a_known_bug_stays_behind() {
        let program = straight(Vec::new());
        let (mut lab, mut other) = labs(&program);
        let guards = [Some(bug(BugKind::Abort, 0, 0)), Some(bug(BugKind::Abort, 0, 1))];
        let formula = lab.below(lab.x, 10);
        let conjuncts = guards.map(|guards| Conjunct { formula, guards }).into();
        let given = news(&mut lab, Condition { conjuncts, ..Condition::default() });
        let learnt = Learnt::of(&mut lab.machine, &[given]);
        other.known.insert(bug(BugKind::Abort, 0, 0));
        let came = arrived(&learnt, &mut other);
        let left: Vec<_> = came[0].condition.conjuncts.iter().map(|conjunct| conjunct.guards).collect();
        assert_eq!(left, [guards[1]]);
        assert!(!came[0].condition.origin.by_induction, "a tree taught it, though not the one here");
    }

    #[test]
    fn a_table_must_have_the_same_bytes() {
        let program = straight(Vec::new());
        let (mut lab, mut other) = labs(&program);
        let objects = vec![ObjectFact::Table { address: NUMBER }];
        let given = news(&mut lab, Condition { objects, ..Condition::default() });
        let learnt = Learnt::of(&mut lab.machine, &[given]);
        assert!(arrived(&learnt, &mut other).is_empty(), "no path has parted there");
        other.start(0);
        assert_eq!(arrived(&learnt, &mut other).len(), 1);
        let mut changed = program.clone();
        changed.globals[0].init = vec![1];
        let mut other = Lab::new(&changed);
        other.start(0);
        assert!(arrived(&learnt, &mut other).is_empty(), "another table");
    }

    #[test]
    fn what_is_about_inputs_stays_here() {
        let program = straight(Vec::new());
        let (mut lab, _) = labs(&program);
        let state = lab.start(0);
        let input = lab.value(&state, X);
        let formula = lab.below(input, 4);
        let given = news(&mut lab, (*condition(&[formula])).clone());
        assert!(Learnt::of(&mut lab.machine, &[given]).is_empty());
    }

    #[test]
    fn damage_is_refused() {
        let program = straight(Vec::new());
        let (mut lab, mut other) = labs(&program);
        let formulas = all_of(&mut lab);
        let given = news(&mut lab, (*condition(&formulas)).clone());
        let learnt = Learnt::of(&mut lab.machine, &[given]);
        let damaged: [&dyn Fn(&mut Learnt); 6] = [
            &|learnt| learnt.terms.push_str(" nonsense.1"),
            &|learnt| learnt.entries[0].conjuncts[0].0 = 1000,
            // Not a condition: the variable itself.
            &|learnt| learnt.entries[0].conjuncts[0].0 = 0,
            &|learnt| learnt.entries[0].conjuncts[0].1 = Some(("no such bug".to_owned(), 0, 0)),
            &|learnt| learnt.entries[0].objects.push(Object::Dead(0, 99)),
            &|learnt| learnt.variables[0].0 = "an input".to_owned(),
        ];
        for (number, damage) in damaged.iter().enumerate() {
            let mut learnt = learnt.clone();
            damage(&mut learnt);
            let known = FxHashSet::default();
            assert!(learnt.read(&mut other.machine, &known).is_err(), "{number}");
        }
    }
}

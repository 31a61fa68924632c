//! What a path has decided so far: with the program, that is what a state is determined by.
//!
//! Execution is deterministic but for its choices, so the outcome taken at each choice leads to the same state again, in this
//! process or in another one. Steps that are alike come in rows: a loop whose checks never fail is one item of the list. What the
//! paths of a tree have in common they share.
//!
//! Does not follow anything: see [`restoring`](crate::restoring).

use std::fmt;
use std::str::FromStr;

use persistent::List;

/// What was decided at a choice, and whether that went into the path condition: where every other outcome is impossible, it did
/// not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the outcome among those of the choice.
    pub outcome: u32,
    pub assumed: bool,
    /// The value of the model that the choice was made of, where it was.
    pub proposal: Option<u128>,
}

/// The same step several times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub step: Step,
    pub times: u32,
}

/// The steps of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps(List<Row>);

impl Steps {
    pub fn push(&mut self, step: Step) {
        if let Some(row) = self.0.last_own()
            && row.step == step
            && row.times < u32::MAX
        {
            row.times += 1;
            return;
        }
        self.0.push(Row { step, times: 1 });
    }

    /// The rows, the newest first, each with a name that the paths that share it agree on.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Row)> {
        self.0.iter_with_names().map(|(name, &row)| (name, row))
    }
}

/// As `2n` or, if it was assumed, `2n+1` for outcome n; `*` and how often; `@` and the proposal in hexadecimal.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { step: Step { outcome, assumed, proposal }, times } = *self;
        write!(f, "{}", u64::from(outcome) * 2 + u64::from(assumed))?;
        if times != 1 {
            write!(f, "*{times}")?;
        }
        proposal.map_or(Ok(()), |bits| write!(f, "@{bits:x}"))
    }
}

/// A piece of text that is no row of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoRow(String);

impl fmt::Display for NoRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no step of a path", self.0)
    }
}

impl FromStr for Row {
    type Err = NoRow;

    fn from_str(text: &str) -> Result<Row, NoRow> {
        let read = || {
            let (rest, proposal) = match text.split_once('@') {
                Some((rest, bits)) => (rest, Some(u128::from_str_radix(bits, 16).ok()?)),
                None => (text, None),
            };
            let (code, times) = match rest.split_once('*') {
                Some((code, times)) => (code, times.parse().ok().filter(|&times| times > 0)?),
                None => (rest, 1),
            };
            let code: u64 = code.parse().ok()?;
            let outcome = u32::try_from(code / 2).ok()?;
            Some(Row { step: Step { outcome, assumed: code % 2 == 1, proposal }, times })
        };
        read().ok_or_else(|| NoRow(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Step = Step { outcome: 1, assumed: false, proposal: None };

    #[test]
    fn rows_read_back() {
        let steps =
            [PLAIN, Step { assumed: true, ..PLAIN }, Step { proposal: Some(u128::MAX), outcome: u32::MAX, ..PLAIN }];
        for step in steps {
            for times in [1, 2, u32::MAX] {
                let row = Row { step, times };
                assert_eq!(row.to_string().parse(), Ok(row));
            }
        }
        assert_eq!(Row { step: PLAIN, times: 7 }.to_string(), "2*7");
        for wrong in ["", "x", "1*0", "1*", "1@", "1@g", "99999999999", "-1"] {
            assert!(wrong.parse::<Row>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn equal_steps_are_one_row_until_the_path_forks() {
        let mut one = Steps::default();
        one.push(PLAIN);
        one.push(PLAIN);
        let mut other = one.clone();
        other.push(PLAIN);
        one.push(Step { outcome: 0, ..PLAIN });
        let times = |steps: &Steps| steps.rows().map(|(_, row)| row.times).collect::<Vec<_>>();
        assert_eq!((times(&one), times(&other)), (vec![1, 2], vec![1, 2]));
        assert_eq!(one.rows().nth(1), other.rows().nth(1), "they share what came before");
    }
}

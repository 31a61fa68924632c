//! Random programs whose loop never ends, or nearly never: few variables of few values, modes, counters that start again, cells,
//! a node on the heap; inputs of a bit or two; errors in some of their states.
//!
//! For explicit search the same lines are a function for what comes before the loop and one for a round of it. So a round
//! ends whatever the inputs: there is no loop inside that waits for one.

mod expression;
pub mod file;
#[path = "../../generator/random.rs"]
mod random;
mod statement;

use random::Random;

/// A variable and how many values it has: from 0 on.
#[derive(Clone)]
struct Variable {
    name: String,
    values: i64,
}

/// Where variables live, and where the loop is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// Variables of the file; a function for each round.
    Rounds,
    /// Variables of the file; a loop in `main`.
    Globals,
    /// Variables of `main`, and the loop too.
    Locals,
    /// Variables of the file; the loop is in a function that `main` calls.
    Callee,
}

/// A program that is being written.
struct Writer {
    seed: u64,
    random: Random,
    variables: Vec<Variable>,
    cells: Option<Cells>,
    /// A pointer to a node on the heap, or to none.
    node: Option<String>,
    helper: Option<String>,
    lines: Vec<String>,
    indent: usize,
    /// Names given so far to what lives for a round.
    temporaries: usize,
}

/// An array of small numbers.
struct Cells {
    name: String,
    length: i64,
    values: i64,
}

/// A program. What it declares at file scope carries the seed in its name.
pub fn text(seed: u64) -> String {
    let mut random = Random::new(seed);
    let frame = *random.pick(&[Frame::Rounds, Frame::Globals, Frame::Locals, Frame::Locals, Frame::Callee]);
    let mut variables = vec![Variable { name: format!("mode_{seed}"), values: random.between(2, 6) }];
    for name in ["a", "b", "c", "d", "e"].into_iter().take(2 + random.below(4)) {
        variables.push(Variable { name: format!("{name}_{seed}"), values: *random.pick(&[2, 2, 2, 3, 4, 4, 5]) });
    }
    if random.chance(30) {
        variables.push(Variable { name: format!("timer_{seed}"), values: random.between(3, 13) });
    }
    let cells = random.chance(35).then(|| Cells {
        name: format!("cells_{seed}"),
        length: random.between(2, 3),
        values: *random.pick(&[2, 2, 3]),
    });
    let node = random.chance(10).then(|| format!("node_{seed}"));
    let helper = random.chance(40).then(|| format!("helper_{seed}"));
    let (lines, indent, temporaries) = (Vec::new(), 0, 0);
    let mut writer = Writer { seed, random, variables, cells, node, helper, lines, indent, temporaries };
    writer.program(frame);
    writer.lines.join("\n") + "\n"
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.indent)));
    }

    /// What differs between the functions for explicit search and the program itself.
    fn halves(&mut self, searched: &str, program: &str) {
        self.lines.push(format!("#ifdef BRUTE_FORCE\n{searched}\n#else\n{program}\n#endif"));
    }

    fn program(&mut self, frame: Frame) {
        let seed = self.seed;
        if let Some(helper) = self.helper.clone() {
            self.helper(&helper);
        }
        let declared = self.declarations();
        let section = format!("static __attribute__((section(\"state_{seed}\"))) ");
        let [state, file, local] = [&section, "static ", "  "]
            .map(|storage| declared.iter().map(|one| format!("{storage}{one};")).collect::<Vec<_>>().join("\n"));
        let begins = match frame {
            Frame::Rounds => format!("{file}\nstatic void begin_{seed}(void) {{"),
            Frame::Callee => format!("{file}\nstatic int serve_{seed}(void) {{"),
            Frame::Globals => format!("{file}\nint main(void) {{"),
            Frame::Locals => format!("int main(void) {{\n{local}"),
        };
        self.halves(&format!("{state}\nstatic void begin_{seed}(void) {{"), &begins);
        self.indent = 1;
        if self.random.chance(30) {
            self.assignment();
        }
        let goes_on = if self.random.chance(10) { format!("!({})", self.condition(3)) } else { "1".to_owned() };
        let round = format!("}}\nstatic void round_{seed}(void) {{\n  if (!({goes_on})) STOP;");
        let looping = match frame {
            Frame::Rounds => round.clone(),
            Frame::Globals | Frame::Locals | Frame::Callee => format!("  while ({goes_on}) {{"),
        };
        self.halves(&round, &looping);
        self.round();
        self.line(&format!("next_{seed}:;"));
        self.indent = 0;
        let ends = match frame {
            Frame::Rounds => {
                format!("}}\nint main(void) {{\n  begin_{seed}();\n  for (;;)\n    round_{seed}();\n}}")
            }
            Frame::Callee => format!("  }}\n  return 0;\n}}\nint main(void) {{\n  return serve_{seed}();\n}}"),
            Frame::Globals | Frame::Locals => "  }\n  return 0;\n}".to_owned(),
        };
        self.halves("}", &ends);
    }

    /// The variables with what they start with.
    fn declarations(&mut self) -> Vec<String> {
        let kind = *self.random.pick(&["unsigned char", "unsigned", "unsigned", "unsigned short"]);
        let mut declared = Vec::new();
        for Variable { name, values } in &self.variables {
            let first = if self.random.chance(75) { 0 } else { self.random.below(*values as usize) };
            declared.push(format!("{kind} {name} = {first}"));
        }
        declared
            .extend(self.cells.iter().map(|cells| format!("unsigned char {}[{}] = {{0}}", cells.name, cells.length)));
        declared.extend(self.node.iter().map(|node| format!("NODE({node}) = NO_NODE")));
        declared
    }
}

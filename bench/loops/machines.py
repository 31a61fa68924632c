"""Reactive programs without end, as RERS has them, and what is true of them by explicit search.

A machine has a few variables of few values. Each round reads an input and takes the first rule whose condition holds: some
variables have certain values, and the input one. Targets are combinations of values, looked for before each round.
"""
import random

VALUES = 6
INPUTS = 5


class Machine:
    def __init__(self, seed, variables, rules, targets):
        self.rng = random.Random(seed)
        self.start = tuple(self.rng.randrange(VALUES) for _ in range(variables))
        # Rules that begin where others lead, so that there is something to explore.
        known = [self.start]
        self.rules = []
        for _ in range(rules):
            state = self.rng.choice(known)
            tested = self.rng.sample(range(variables), self.rng.randint(1, min(3, variables)))
            changed = self.rng.sample(range(variables), self.rng.randint(1, min(2, variables)))
            values = {at: self.rng.randrange(VALUES) for at in changed}
            self.rules.append(({at: state[at] for at in tested}, self.rng.randrange(INPUTS), values))
            known.append(tuple(values.get(at, value) for at, value in enumerate(state)))
        self.targets = []
        while len(self.targets) < targets:
            state = self.rng.choice(known)
            target = {at: state[at] for at in self.rng.sample(range(variables), min(3, variables))}
            if self.rng.random() < 0.5:
                target[self.rng.choice(list(target))] = self.rng.randrange(VALUES)
            self.targets.append(target)

    def next(self, state, symbol):
        for tested, wanted, values in self.rules:
            if symbol == wanted and all(state[at] == value for at, value in tested.items()):
                return tuple(values.get(at, value) for at, value in enumerate(state))
        return state

    def reachable(self, rounds=None):
        """The targets that some execution enters, of so many rounds at most."""
        seen, level = {self.start}, [self.start]
        while level and rounds != 0:
            after = {self.next(state, symbol) for state in level for symbol in range(INPUTS)} - seen
            seen |= after
            level = sorted(after)
            rounds = None if rounds is None else rounds - 1
        return [any(all(state[at] == value for at, value in target.items()) for state in seen) for target in self.targets]

    def source(self, rounds=None):
        """The program, and the line of each target."""
        lines = ["unsigned __VERIFIER_nondet_uint(void);", "static volatile int found;"]
        lines += [f"static int v{at} = {value};" for at, value in enumerate(self.start)]
        lines += ["", "static void look(void) {"]
        places = []
        for number, target in enumerate(self.targets):
            lines.append("    if (" + " && ".join(f"v{at} == {value}" for at, value in sorted(target.items())) + ")")
            lines.append(f"        found = {number};")
            places.append(len(lines))
        lines += ["}", "", "static void step(unsigned symbol) {"]
        for number, (tested, symbol, values) in enumerate(self.rules):
            tests = [f"v{at} == {value}" for at, value in sorted(tested.items())] + [f"symbol == {symbol}"]
            lines.append(f"    {'} else ' if number else ''}if ({' && '.join(tests)}) {{")
            lines += [f"        v{at} = {value};" for at, value in sorted(values.items())]
        lines += ["    }", "}", "", "int main(void) {"]
        lines.append("    for (;;) {" if rounds is None else f"    for (int round = 0; round < {rounds}; round++) {{")
        lines += ["        look();", f"        step(__VERIFIER_nondet_uint() % {INPUTS});", "    }", "}", ""]
        return "\n".join(lines), places

# One command for each chore. Every target installs what it needs first (scripts/setup) and builds what it uses.
PREFIX ?= $(HOME)/.local
N ?= 200
SECATEUR = $(or $(CARGO_TARGET_DIR),target)/release/secateur

.PHONY: build demo check test lint bench bench-pruning bench-solving bench-floats bench-deciding bench-loops bench-real bench-gsl bench-first-bug bench-peers bench-report bench-scale bench-unix libc-gaps fuzz fuzz-pruning fuzz-loops fuzz-libc fuzz-files install uninstall setup setup-build clean

build: setup-build
	cargo build --release --locked

# The first bug, from a fresh machine.
demo: build
	@scripts/demo $(SECATEUR)

# Before each commit, in a few minutes: format, lints, unit tests, every test program in one configuration.
check: setup-build
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	SECATEUR_RANDOM_QUERIES=1000 cargo test --workspace --locked --lib --bins
	cargo test -p cli --locked --test documents --test bad_input --test solve --test examples
	cargo test -p cli --locked --test programs -- '[wp dfs]'

test: setup
	cargo test --workspace --locked --no-fail-fast

lint: setup-build
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# The figures of bench/results/engine.md.
bench: setup build
	bench/run --secateur $(SECATEUR)

# The figures of bench/results/solving.md.
bench-solving: setup build
	bench/solving --secateur $(SECATEUR)

# The figures of bench/results/floats.md.
bench-floats: setup build
	bench/floats --secateur $(SECATEUR)

# The figures of bench/results/pruning.md.
bench-pruning: setup build
	bench/pruning --secateur $(SECATEUR) --large

# The figures of bench/results/deciding.md.
bench-deciding: setup build
	bench/deciding --secateur $(SECATEUR)

# Loops without end and with large bounds, whose truth is known: bench/results/loops.md.
bench-loops: setup build
	bench/loops/run --secateur $(SECATEUR)

# Programs from Debian's source packages, a minute each: docs/real-code.md.
bench-real: setup build
	bench/real/run --secateur $(SECATEUR)

# 20 functions of the GNU Scientific Library under several strategies: bench/results/gsl.md.
bench-gsl: setup build
	bench/gsl/run --secateur $(SECATEUR)

# Time to the first confirmed bug, beside the fuzzers that are installed: bench/results/first-bug.md.
bench-first-bug: setup build
	bench/first-bug/run --secateur $(SECATEUR)

# The same programs under CBMC, AFL++ and KLEE, where they are installed: bench/results/peers.md.
bench-peers: setup build
	bench/peers/run --secateur $(SECATEUR)

# What the report costs: bench/results/report.md.
bench-report: setup build
	bench/report --secateur $(SECATEUR)

# Two processes, two workers of a Dask cluster, and what many would bring: bench/results/scale.md.
bench-scale: setup build
	bench/scale --secateur $(SECATEUR)
	bench/scale --simulate

# Debian's coreutils, a minute each: P21's Table 7.
bench-unix: setup build
	bench/unix/run --secateur $(SECATEUR)

# What a set of compiled programs needs of the C library that has no model: docs/libc.md. BINARIES='/usr/bin/*' by default.
libc-gaps:
	@scripts/libc-gaps $(or $(BINARIES),/usr/bin/*)

# N random programs over functions of the C library with symbolic arguments, every test replayed. SEED=s starts elsewhere.
fuzz-libc: setup
	LIBC_PROGRAMS=$(N) LIBC_SEED=$(or $(SEED),1000) cargo test --release --locked -p cli --test libc_replay \
	    -- $(if $(THREADS),--test-threads $(THREADS))

# N random concrete programs, ours against the native binary. SEED=s starts elsewhere.
fuzz: setup
	CSMITH_PROGRAMS=$(N) CSMITH_SEED=$(or $(SEED),1000) cargo test --release --locked -p cli --test csmith \
	    -- $(if $(THREADS),--test-threads $(THREADS))

# N random programs with few inputs, explored with and without pruning, against brute force over all inputs: tests/README.md.
fuzz-pruning: setup
	SOUNDNESS_PROGRAMS=$(N) SOUNDNESS_SEED=$(or $(SEED),1024) cargo test --release --locked --workspace --test soundness \
	    -- $(if $(THREADS),--test-threads $(THREADS))

# N random programs that never end, explored with proofs by induction, against explicit search over their states: tests/README.md.
fuzz-loops: setup
	LOOPS_PROGRAMS=$(N) LOOPS_SEED=$(or $(SEED),1024) cargo test --release --locked -p cli --test loops \
	    -- $(if $(THREADS),--test-threads $(THREADS))

# N damaged files of each kind: never a crash.
fuzz-files: setup
	MUTATIONS=$(N) MUTATION_SEED=$(or $(SEED),1000) cargo test --release --locked -p cli --test mutations \
	    -- $(if $(THREADS),--test-threads $(THREADS))

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/secateur/include/klee \
	    $(DESTDIR)$(PREFIX)/share/secateur/libc $(DESTDIR)$(PREFIX)/share/secateur/examples
	install -m 755 $(SECATEUR) $(DESTDIR)$(PREFIX)/bin/secateur
	install -m 644 runtime/include/*.h $(DESTDIR)$(PREFIX)/share/secateur/include
	install -m 644 runtime/include/klee/*.h $(DESTDIR)$(PREFIX)/share/secateur/include/klee
	install -m 644 runtime/libc/*.[ch] $(DESTDIR)$(PREFIX)/share/secateur/libc
	install -m 644 examples/*.c examples/README.md $(DESTDIR)$(PREFIX)/share/secateur/examples
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(SECATEUR) man $(DESTDIR)$(PREFIX)/share/man/man1
	$(SECATEUR) completions bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/secateur
	$(SECATEUR) completions zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_secateur
	$(SECATEUR) completions fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/secateur.fish
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/secateur"

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/secateur
	rm -rf $(DESTDIR)$(PREFIX)/share/secateur
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/secateur.1 $(DESTDIR)$(PREFIX)/share/man/man1/secateur-*.1
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/secateur \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_secateur \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/secateur.fish

setup:
	@scripts/setup test

setup-build:
	@scripts/setup build

clean:
	cargo clean
	rm -rf secateur-out-* secateur-last

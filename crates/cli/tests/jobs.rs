//! `--jobs N`: runs in several processes, compared with the same runs in one, and disturbed in every way.

mod run_folder;

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use run_folder::Folder;

/// Two bugs, one of which few paths show.
const LETTERS: &str = "unsigned char __VERIFIER_nondet_uchar(void); void abort(void);\n\
    void __VERIFIER_assume(int);\n\
    int main(void) {\n\
        unsigned n = 0;\n\
        unsigned char b[4];\n\
        for (int i = 0; i < 4; i++) {\n\
            b[i] = __VERIFIER_nondet_uchar();\n\
            switch (b[i]) {\n\
            case 'a': n += 1; break;\n\
            case 'b': n += 2; break;\n\
            case 'c': n *= 3; break;\n\
            case 'd': n ^= 5; break;\n\
            default: __VERIFIER_assume(0);\n\
            }\n\
        }\n\
        if (b[0] == 'b' && b[2] == 'c' && b[3] == 'a')\n\
            abort();\n\
        if (n == 135)\n\
            abort();\n\
        return n & 1;\n\
    }\n";

/// So many independent branches, and nothing wrong with any of the 2^N paths.
fn tree(branches: u32) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);\n\
         int main(void) {{\n\
             unsigned n = 1;\n\
             for (int i = 0; i < {branches}; i++)\n\
                 if (__VERIFIER_nondet_int()) n = n * 3 + 1; else n ^= n << 3;\n\
             return n & 1;\n\
         }}\n"
    )
}

/// Paths that come together again: what is learnt of one serves others.
const JOINS: &str = "int __VERIFIER_nondet_int(void); void __assert_fail(const char *, const char *, unsigned, const char *);\n\
    int main(void) {\n\
        int n = 0;\n\
        for (int i = 0; i < 9; i++) {\n\
            int a = __VERIFIER_nondet_int();\n\
            if (a > 3) n += 2; else if (a < -3) n += 1;\n\
            if (n > 40)\n\
                __assert_fail(\"n\", \"joins.c\", 8, \"main\");\n\
        }\n\
        return 0;\n\
    }\n";

/// Pointers to several objects and symbolic indices: choices that are made of the model's value.
const CHOICES: &str = "int __VERIFIER_nondet_int(void);\n\
    static int v[4], t[5], x;\n\
    static void up(int *p) { *p += 3; }\n\
    static void flip(int *p) { if (*p > 2) *p = -*p; }\n\
    static void (*const f[2])(int *) = { up, flip };\n\
    int main(void) {\n\
        for (int i = 0; i < 4; i++) v[i] = __VERIFIER_nondet_int();\n\
        for (int i = 0; i < 3; i++) {\n\
            v[v[i] & 3] = x + i;\n\
            t[(unsigned)v[i + 1] % 5] += v[i];\n\
            int *p = v[i] > 2 ? &v[3] : &x; *p += 1;\n\
            f[v[i] & 1](&v[i]);\n\
        }\n\
        return x / (t[1] - 77);\n\
    }\n";

/// Runs, and the processes they consist of.
trait Jobs {
    fn same(&self, arguments: &str, status: i32);
    fn workers(&self, coordinator: &Child) -> Vec<u32>;
    fn started(&self, arguments: &str) -> (Child, Vec<u32>);
}

impl Jobs for Folder {
    /// Runs in one process and in several, which come to the same outcome.
    #[track_caller]
    fn same(&self, arguments: &str, status: i32) {
        self.ends(&format!("{arguments} --out one --quiet --confirm off"), status);
        for jobs in [2, 3] {
            let out = format!("jobs{jobs}");
            self.ends(&format!("{arguments} --out {out} --quiet --confirm off --jobs {jobs}"), status);
            let (several, one) = (self.outcome(&out), self.outcome("one"));
            match arguments.starts_with("reach") {
                // It ends with the last target, wherever it is then.
                true => assert_eq!(several.targets, one.targets, "{arguments} --jobs {jobs}"),
                false => assert_eq!(several, one, "{arguments} --jobs {jobs}"),
            }
            let summary = self.summary(&out);
            assert_eq!(summary["jobs"], jobs);
            assert_eq!(summary["tests"].as_u64().unwrap() as usize, self.tests(&out).len(), "each test has one number");
            for place in summary["bugs"].as_array().unwrap().iter().chain(summary["targets"].as_array().unwrap()) {
                let test = place["test"].as_str();
                assert!(test.is_none_or(|test| self.path(&out).join(test).is_file()), "{place}");
            }
        }
    }

    /// The processes that a run has started.
    fn workers(&self, coordinator: &Child) -> Vec<u32> {
        let id = coordinator.id();
        let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
        let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        children
            .flat_map(|line| line.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>())
            .collect()
    }

    /// Starts a run and waits until several of its workers have something to do.
    fn started(&self, arguments: &str) -> (Child, Vec<u32>) {
        let mut child = self.tool(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        loop {
            let workers = self.workers(&child);
            let is_working = |id: &u32| processor_time(*id) > 0.3;
            if workers.iter().filter(|id| is_working(id)).count() > 1 {
                return (child, workers);
            }
            assert!(child.try_wait().unwrap().is_none(), "it ended before two workers were busy");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Processor time of a process, in seconds.
fn processor_time(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let Some((_, fields)) = stat.rsplit_once(") ") else { return 0.0 };
    fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn signal(id: u32, number: i32) {
    // SAFETY: a process that this test has started.
    unsafe { libc::kill(id as i32, number) };
}

fn is_gone(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, fields)| fields.starts_with('Z'))
}

#[test]
fn bugs_are_the_same_and_each_is_told_once() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.same("run letters.c", 10);
    folder.same("run letters.c --interpolation off --search dfs", 10);
    let output = folder.ends("run letters.c --jobs 2 --quiet --confirm off --interpolation off --search bfs", 10);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().filter(|line| line.contains(": abort: ")).count(), 2, "{said}");
}

#[test]
fn what_is_safe_in_one_process_is_safe_in_several() {
    Folder::with("joins.c", JOINS).same("run joins.c", 0);
    Folder::with("joins.c", JOINS).same("run joins.c --search bfs --self-check", 0);
}

#[test]
fn each_path_is_explored_once() {
    for search in ["dfs", "bfs", "random-path"] {
        let folder = Folder::with("tree.c", &tree(13));
        folder.same(&format!("run tree.c --interpolation off --search {search}"), 0);
        for out in ["one", "jobs2", "jobs3"] {
            assert_eq!(folder.summary(out)["paths"]["completed"], 1 << 13, "{search} {out}");
        }
        assert_eq!(folder.summary("jobs2")["forks"], folder.summary("one")["forks"]);
    }
}

#[test]
fn each_path_has_its_test() {
    let folder = Folder::with("tree.c", &tree(8));
    folder.ends("run tree.c --out out --interpolation off --tests all --jobs 2 --quiet --search dfs", 0);
    assert_eq!(folder.tests("out").len(), 256);
    let lines = folder.json("out/test-lines.json");
    assert_eq!(lines["tests"].as_array().unwrap().len(), 256, "their inputs are known at the end");
}

#[test]
fn choices_made_of_values_are_followed_elsewhere() {
    let folder = Folder::with("choices.c", CHOICES);
    folder.same("run choices.c --interpolation off --search bfs", 10);
    let paths = |out: &str| folder.summary(out)["paths"]["completed"].clone();
    assert_eq!(paths("jobs2"), paths("one"));
}

#[test]
fn targets_are_decided_alike() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.same("reach letters.c --target all", 0);
    let folder = Folder::with("joins.c", JOINS);
    folder.same("reach joins.c --target joins.c:8", 0);
    assert_eq!(folder.summary("jobs2")["targets"][0]["status"], "unreachable");
}

#[test]
fn what_one_cuts_keeps_the_verdict_unknown() {
    let folder = Folder::with(
        "cut.c",
        "int __VERIFIER_nondet_int(void);\n\
         int main(void) {\n\
             int n = 0;\n\
             for (int i = 0; i < 6; i++) if (__VERIFIER_nondet_int()) n++;\n\
             if (n == 5) __asm__ volatile(\"nop; .byte 0x90\" ::: \"memory\");\n\
             return n;\n\
         }\n",
    );
    folder.same("run cut.c --interpolation off --search bfs", 3);
    folder.same("run cut.c --interpolation off --search dfs", 3);
}

#[test]
fn limits_are_of_the_whole() {
    let folder = Folder::with("tree.c", &tree(20));
    let options = "--interpolation off --search dfs --quiet --jobs 2";
    let summary = |limit: &str| {
        folder.ends(&format!("run tree.c --out out {options} {limit}"), 3);
        let summary = folder.summary("out");
        assert_eq!(summary["verdict"], "unknown");
        summary
    };
    let stopped = summary("--max-paths 1000");
    let paths = &stopped["paths"];
    assert_eq!((&stopped["stop_reason"], &paths["completed"]), (&"paths".into(), &1000.into()), "{stopped}");
    let cuts: u64 = stopped["cuts"].as_array().unwrap().iter().map(|cut| cut["count"].as_u64().unwrap()).sum();
    assert_eq!(paths["cut"], cuts);
    let stopped = summary("--max-forks 500");
    assert!(stopped["forks"].as_u64().unwrap() <= 500, "{stopped}");
    assert_eq!(stopped["cuts"][0]["reason"], "forks");
    let stopped = summary("--max-tests 10 --tests all");
    assert_eq!((&stopped["stop_reason"], &stopped["tests"]), (&"tests".into(), &10.into()));
    assert_eq!(summary("--max-time 1s")["stop_reason"], "time");
    assert_eq!(summary("--max-instructions 100000")["stop_reason"], "instructions");
}

#[test]
fn memory_is_that_of_all_processes() {
    let folder = Folder::with("tree.c", &tree(30));
    folder.ends(
        "run tree.c --out out --interpolation off --search bfs --quiet --jobs 2 --max-memory 300MB --max-time 20s",
        3,
    );
    let summary = folder.summary("out");
    assert!(summary["peak_rss_mb"].as_f64().unwrap() < 450.0, "{summary}");
    assert_eq!(summary["cuts"][0]["reason"], "memory");
}

#[test]
fn the_first_bug_ends_all() {
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out out --exit-on-error --jobs 3 --quiet --confirm off --interpolation off", 10);
    let summary = folder.summary("out");
    assert_eq!((&summary["stop_reason"], &summary["verdict"]), (&"bug".into(), &"unsafe".into()));
}

#[test]
fn a_worker_that_dies_costs_time_only() {
    let folder = Folder::with("tree.c", &tree(19));
    let options = "--interpolation off --search dfs --quiet --save-every 50ms";
    let (mut child, workers) = folder.started(&format!("run tree.c --out out {options} --jobs 2"));
    workers.iter().for_each(|&id| signal(id, libc::SIGKILL));
    assert_eq!(child.wait().unwrap().code(), Some(0), "it is safe all the same");
    let summary = folder.summary("out");
    assert_eq!((&summary["verdict"], &summary["exhausted"]), (&"safe".into(), &true.into()));
    assert!(summary["paths"]["completed"].as_u64().unwrap() >= 1 << 19, "{summary}");
}

#[test]
fn the_start_of_the_program_can_be_handed_out_again() {
    let folder = Folder::with("tree.c", &tree(19));
    let (mut child, workers) =
        folder.started("run tree.c --out out --interpolation off --search dfs --quiet --jobs 2 --save-every 1h");
    workers.iter().for_each(|&id| signal(id, libc::SIGKILL));
    assert_eq!(child.wait().unwrap().code(), Some(0), "it is safe all the same");
    assert!(folder.summary("out")["paths"]["completed"].as_u64().unwrap() >= 1 << 19);
}

#[test]
fn a_part_that_kills_its_workers_is_a_cut() {
    let folder = Folder::with("tree.c", &tree(30));
    let mut child = folder
        .tool("run tree.c --out out --interpolation off --search dfs --quiet --jobs 2 --save-every 1h --max-time 100s")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Each of them, as soon as it works.
    while child.try_wait().unwrap().is_none() {
        for id in folder.workers(&child).into_iter().filter(|&id| processor_time(id) > 0.1) {
            signal(id, libc::SIGKILL);
        }
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let summary = folder.summary("out");
    assert_eq!(summary["verdict"], "unknown");
    assert_eq!(summary["cuts"][0]["reason"], "crash", "{summary}");
}

#[test]
fn a_signal_ends_all_and_keeps_what_was_found() {
    for (number, status) in [(libc::SIGINT, 130), (libc::SIGTERM, 143)] {
        let folder = Folder::with("tree.c", &tree(30));
        let (mut child, workers) =
            folder.started("run tree.c --out out --interpolation off --search dfs --quiet --jobs 2");
        signal(child.id(), number);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        let summary = folder.summary("out");
        assert_eq!((&summary["stop_reason"], &summary["verdict"]), (&"interrupt".into(), &"unknown".into()));
        assert!(summary["paths"]["completed"].as_u64().unwrap() > 0);
        assert!(workers.iter().all(|&id| is_gone(id)));
        // It goes on from there.
        folder.ends("run --resume out --quiet --max-time 2s", 3);
        let after = folder.summary("out");
        assert!(after["paths"]["completed"].as_u64() > summary["paths"]["completed"].as_u64(), "{after}");
    }
}

#[test]
fn no_worker_outlives_the_coordinator() {
    let folder = Folder::with("tree.c", &tree(30));
    let (mut child, workers) = folder.started("run tree.c --interpolation off --search dfs --quiet --jobs 2");
    child.kill().unwrap();
    child.wait().unwrap();
    let killed = Instant::now();
    while !workers.iter().all(|&id| is_gone(id)) {
        assert!(killed.elapsed() < Duration::from_secs(60), "they go on");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_run_goes_on_with_other_numbers_of_workers() {
    let folder = Folder::with("tree.c", &tree(13));
    folder.ends("run tree.c --out out --interpolation off --search bfs --quiet --jobs 2 --max-paths 3000", 3);
    folder.ends("run --resume out --quiet --jobs 3 --max-paths 6000", 3);
    assert_eq!(folder.summary("out")["paths"]["completed"], 6000);
    folder.ends("run --resume out --quiet --jobs 1 --max-paths 7000", 3);
    folder.ends("run --resume out --quiet --jobs 2 --max-paths 0", 0);
    assert_eq!(folder.summary("out")["paths"]["completed"], 1 << 13);
    let folder = Folder::with("letters.c", LETTERS);
    folder.ends("run letters.c --out one --quiet --confirm off --interpolation off", 10);
    folder.ends(
        "run letters.c --out out --quiet --confirm off --interpolation off --jobs 2 --max-paths 60 --search dfs",
        10,
    );
    folder.ends("run --resume out --quiet --max-paths 0", 10);
    assert_eq!(folder.outcome("out"), folder.outcome("one"));
}

#[test]
fn what_is_not_possible_is_one_clear_line() {
    let folder = Folder::with("letters.c", LETTERS);
    for (arguments, said) in [
        ("--jobs 0", "a number of processes from 1 to 256"),
        ("--jobs many", "a number of processes from 1 to 256"),
        ("--jobs 2 --record-tree", "--record-tree is not possible with --jobs 2"),
        ("--jobs 2 --write-queries q", "--write-queries is not possible with --jobs 2"),
    ] {
        let output = folder.ends(&format!("run letters.c {arguments}"), 2);
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.trim_end().lines().count() == 1 && line.contains(said), "{line}");
    }
}

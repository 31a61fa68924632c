//! Reports in a real browser: they open without a complaint of the console, every part can be reached, nothing is wider than the
//! window, and accessibility checkers find nothing serious. At the width of a desk, and of a phone that prefers dark pages.
//!
//! Left out, with a line that says so, where no Chromium is installed (`scripts/setup test` installs it). Pictures are kept below
//! `target/tmp`. How long a page takes is printed, not judged.

#[path = "../limited/mod.rs"]
mod limited;

#[path = "../endless/mod.rs"]
mod endless;

mod devtools;
mod figures;
mod page;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use devtools::Browser;
use endless::EndlessRun;
use libtest_mimic::{Arguments, Failed, Trial};
use page::{AXE, Page};

/// A desk and a phone.
const WIDTHS: [u32; 2] = [1280, 390];

/// One run, and what its report must say.
struct Case {
    name: &'static str,
    program: String,
    arguments: &'static [&'static str],
    says: &'static [&'static str],
}

/// Nodes of the large tree.
const NODES: u64 = 100_000;

fn cases() -> Vec<Case> {
    let nondet = "int __VERIFIER_nondet_int(void);\n";
    let bug = "#include <stdio.h>\n\
        const char *text = \"</script><script>alert('<b>')</script><img src=x onerror=alert(1)>\";\n\
        static int f(int x) { return 10 / (x - 7); }\n\
        int main(void) {\n\
            char line[8];\n\
            if (!fgets(line, sizeof line, stdin)) return 2;\n\
            if (line[0] == '<' && line[1] == '/') return f(line[2]);\n\
            return text[0] == line[0];\n\
        }\n";
    let safe = "int main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x > 5 && x < 3)\n        return 1;\n    return 0;\n}\n";
    let unknown = "void mystery(int);\nint main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x > 3)\n        mystery(x);\n    return x == 2;\n}\n";
    let cases: String = (0..600).map(|n| format!("    case {n}: return {};\n", n % 7)).collect();
    let targets =
        format!("int main(void) {{\n    switch (__VERIFIER_nondet_int()) {{\n{cases}    }}\n    return 9;\n}}\n");
    vec![
        Case {
            name: "bug",
            program: bug.to_owned(),
            // What a proof by induction finds has few steps in the tree.
            arguments: &["run", "--record-tree", "--induction", "off"],
            says: &["✗ unsafe", "division-by-zero", "confirmed natively", "onerror", "into f", "x = 7"],
        },
        Case {
            name: "safe",
            program: format!("{nondet}{safe}"),
            arguments: &["run"],
            says: &["✓ safe", "no input takes it"],
        },
        Case {
            name: "unknown",
            program: format!("{nondet}{unknown}"),
            arguments: &["run", "--external-calls", "none"],
            says: &["? unknown", "some paths were cut", "external", "mystery"],
        },
        Case {
            name: "targets",
            program: format!("{nondet}{targets}"),
            arguments: &["reach", "--target", "all"],
            says: &["✓ decided", "603 reachable", "main:17"],
        },
        Case {
            name: "tree",
            program: format!("{nondet}{safe}"),
            arguments: &["run", "--record-tree"],
            says: &["The tree: 100000 nodes", "Node 0: fork"],
        },
    ]
}

fn main() {
    let arguments = Arguments::from_args();
    let chromium = devtools::installed();
    if chromium.is_none() {
        eprintln!("no Chromium here, so reports are not tried in a browser: scripts/setup test installs it");
    } else if !Path::new(AXE).exists() {
        eprintln!("no axe-core here, so accessibility is not checked: scripts/setup test installs it");
    }
    let trial = |case: Case| {
        let chromium = chromium.clone();
        Trial::test(case.name, move || check(&case, &chromium.unwrap_or_default()))
            .with_ignored_flag(devtools::installed().is_none())
    };
    let mut trials: Vec<Trial> = cases().into_iter().map(trial).collect();
    let live = chromium.clone();
    trials
        .push(Trial::test("live", move || check_live(&live.unwrap_or_default())).with_ignored_flag(chromium.is_none()));
    let shown = chromium.clone();
    // By request, because it writes into the repository: scripts/screenshots.
    trials.push(Trial::test("pictures", move || take_pictures(&shown.unwrap_or_default())).with_ignored_flag(true));
    // By request, of given pages: bench/report.
    trials.push(Trial::test("figures", move || figures::take(&chromium.unwrap_or_default())).with_ignored_flag(true));
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(case: &Case, chromium: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let report = report(case, folder.path())?;
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&pictures)?;
    let mut browser = Browser::start(chromium, folder.path());
    for width in WIDTHS {
        let mut page = Page::open(&mut browser, &format!("file://{}", report.display()), width);
        let (usable, drawn) = page.readiness();
        // The phone is used at night.
        page.prefer_dark(width < 500);
        let size = std::fs::metadata(&report)?.len();
        println!("{} at {width}: can be used after {usable:.0} ms, drawn after {drawn:.0} ms, {size} bytes", case.name);
        let wide = page.is_too_wide();
        page.picture(&pictures.join(format!("{}-{width}.png", case.name)));
        page.click_through();
        if case.name == "tree" {
            page.wait_until("window.treeView && window.treeView.positions");
        }
        let text = page.text();
        let missing: Vec<&&str> = case.says.iter().filter(|words| !text.contains(**words)).collect();
        let wide_open = page.is_too_wide();
        if case.name == "tree" {
            println!("tree at {width}: {} frames a second while it is moved", page.evaluate(figures::FRAMES));
            let selected = page.evaluate(WALK);
            page.evaluate("document.querySelector('.tree-frame').scrollIntoView()");
            page.picture(&pictures.join(format!("tree-view-{width}.png")));
            if selected != "Node 3: fork" {
                return Err(format!("at {width}: the keyboard leads to {selected}").into());
            }
            let covered = page.evaluate(COVERED);
            if covered != "x <= 5, Node 6: fork" {
                return Err(format!("at {width}: what covers a node: {covered}").into());
            }
        }
        if case.name == "bug" {
            page.wait_until("window.treeView && window.treeView.positions");
            let values = page.evaluate(FOLLOW);
            if values != "line[0] = '<' (60)" {
                return Err(format!("at {width}: values along a test: {values}").into());
            }
        }
        let serious = page.accessibility();
        let problems = format!("{:?} {serious:#?}", page.complaints);
        if !page.complaints.is_empty() || !serious.is_empty() {
            return Err(format!("at {width}: {problems}").into());
        }
        if !missing.is_empty() {
            return Err(format!("at {width}: not said: {missing:?} in\n{text}").into());
        }
        if wide || wide_open {
            return Err(format!("at {width}: wider than the window ({wide}, {wide_open})").into());
        }
    }
    Ok(())
}

/// A page that follows its run, says when something was found, ends it, and is the report then.
fn check_live(chromium: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut run = EndlessRun::start(folder.path());
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&pictures)?;
    let mut browser = Browser::start(chromium, folder.path());
    let address = run.address.clone();
    for width in WIDTHS {
        let mut page = Page::open(&mut browser, &address, width);
        page.wait_until("document.getElementById('live').innerText.includes(' open')");
        let text = page.text();
        if !text.contains("The run goes on") || text.contains("interrupt") {
            return Err(format!("at {width}: no verdict yet: {text}").into());
        }
        if page.is_too_wide() {
            return Err(format!("at {width}: wider than the window").into());
        }
        page.picture(&pictures.join(format!("live-{width}.png")));
        let serious = page.accessibility();
        if !serious.is_empty() || !page.complaints.is_empty() {
            return Err(format!("at {width}: {:?} {serious:#?}", page.complaints).into());
        }
    }
    let mut page = Page::open(&mut browser, &address, WIDTHS[0]);
    page.wait_until("document.getElementById('live').innerText.includes('1 bug ')");
    page.evaluate("document.querySelector('#live button.stop').click()");
    page.wait_until(
        "document.readyState === 'complete' && document.querySelector('.verdict') && !document.getElementById('live')",
    );
    let text = page.text();
    let complaints = std::mem::take(&mut page.complaints);
    if !text.contains("✗ unsafe") || !text.contains("division-by-zero") || !complaints.is_empty() {
        return Err(format!("the last page: {complaints:?} {text}").into());
    }
    match run.wait().code() {
        Some(130) => Ok(()),
        code => Err(format!("ended with {code:?}").into()),
    }
}

/// Makes the pictures of the documents: a report, and the tree with a skipped path and what covers it.
fn take_pictures(chromium: &Path) -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let images = root.join("docs/images");
    std::fs::create_dir_all(&images)?;
    let case = Case {
        name: "pictures",
        program: std::fs::read_to_string(root.join("examples/tokens.c"))?,
        arguments: &["run", "--search", "dfs", "--record-tree"],
        says: &[],
    };
    let folder = tempfile::tempdir()?;
    let address = format!("file://{}", report(&case, folder.path())?.display());
    let mut browser = Browser::start(chromium, folder.path());
    let mut page = Page::open(&mut browser, &address, 960);
    page.picture(&images.join("report.png"));
    page.evaluate("location.hash = '#tree-view'");
    page.wait_until("window.treeView && window.treeView.positions");
    page.evaluate(
        "(async () => { const view = window.treeView; view.select(view.layout.tree.covered.findIndex(by => by), false); view.fit(); \
         document.querySelector('.tree-frame').scrollIntoView(); window.scrollBy(0, -120); \
         await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame); return 0; })()",
    );
    page.picture(&images.join("tree.png"));
    Ok(())
}

/// Goes down, down again, and back and forth, with the keyboard.
const WALK: &str = "(() => { const view = window.treeView; view.select(0, true); \
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Enter', 'Enter', '+', '-']) \
        view.canvas.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})); \
    return document.querySelector('.panel h3').textContent; })()";

/// The condition that covers a node, and where the button beside it leads.
const COVERED: &str = "(() => { const view = window.treeView, panel = document.querySelector('.panel'); view.select(99999, true); \
    const said = panel.querySelector('ul.values').textContent; \
    [...panel.querySelectorAll('button')].find(button => button.textContent.includes('where it was learnt')).click(); \
    return `${said}, ${panel.querySelector('h3').textContent}`; })()";

/// The first value that is shown on the way of the test of the bug.
const FOLLOW: &str = "(() => { const button = name => [...document.querySelectorAll('#tree-view button')].find(one => one.textContent === name); \
    document.getElementById('tree-test').value = data.bugs[0].test; button('Show').click(); \
    for (let step = 0; step < 40; step++) { \
        const values = [...document.querySelectorAll('.panel h4')].find(part => part.textContent.startsWith('Values in test')); \
        if (values) return values.nextElementSibling.firstChild.textContent; \
        button('Next step').click(); } \
    return 'none'; })()";

/// A tree as large as they come, in place of the recorded one.
fn large_tree() -> serde_json::Value {
    let nodes = 0..NODES;
    let zeros = vec![0; NODES as usize];
    let learnt = |condition: &str, node| serde_json::json!({ "where": "a.c:1 f", "condition": [condition], "skipped": 1, "paths": 2, "node": node });
    serde_json::json!({
        "files": [], "fates": ["fork", "completed", "skipped", "infeasible", "bug", "cut", "open"],
        "conditions": ["", "x <= 5"], "lost": 7,
        "parent": nodes.clone().map(|node| node.saturating_sub(1) / 2).collect::<Vec<_>>(),
        "fate": nodes.clone().map(|node| if 2 * node + 1 < NODES { 0 } else { 1 + node % 6 }).collect::<Vec<_>>(),
        "file": zeros, "line": zeros, "outcome": zeros, "condition": vec![1; NODES as usize], "test": zeros,
        "covered": nodes.map(|node| if node + 1 == NODES { 2 } else { 0 }).collect::<Vec<_>>(),
        "learnt": [learnt("wrong", 5), learnt("x <= 5", 6)],
    })
}

/// The report of a run.
fn report(case: &Case, folder: &Path) -> Result<PathBuf, Failed> {
    std::fs::write(folder.join("program.c"), &case.program)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(&case.arguments[..1]).arg("program.c").args(&case.arguments[1..]);
    command.args(["--out", "out", "--report", "--quiet"]).current_dir(folder);
    let finished = limited::run(&mut command, Duration::from_secs(120)).ok_or("the run does not end")?;
    if case.name == "tree" {
        std::fs::write(folder.join("out/tree.json"), large_tree().to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        limited::run(command.args(["report", "out"]).current_dir(folder), Duration::from_secs(60))
            .ok_or("no report")?;
    }
    match folder.join("out/report.html") {
        report if report.exists() => Ok(report),
        _ => Err(format!("no report: {}: {}{}", finished.status, finished.stdout, finished.stderr).into()),
    }
}

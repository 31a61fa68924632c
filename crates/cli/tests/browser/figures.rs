//! How long pages take, for `bench/report`: printed, not judged.

use std::path::Path;

use libtest_mimic::Failed;

use crate::devtools::Browser;
use crate::page::Page;

/// Times each page is opened; the median counts.
const TIMES: usize = 5;

/// Moves the tree about for a while.
pub const FRAMES: &str = "(async () => { const view = window.treeView; view.zoom(8); const start = performance.now(); let frames = 0; \
    while (performance.now() - start < 1000) { view.origin.x += 5; view.draw(); await new Promise(requestAnimationFrame); frames++; } \
    view.fit(); return frames; })()";

/// Opens the pages that `SECATEUR_PAGES` names, separated by colons, and prints a line of JSON for each.
pub fn take(chromium: &Path) -> Result<(), Failed> {
    let pages = std::env::var("SECATEUR_PAGES").map_err(|_| "which pages? SECATEUR_PAGES=FILE:FILE")?;
    let folder = tempfile::tempdir()?;
    let mut browser = Browser::start(chromium, folder.path());
    for file in pages.split(':') {
        let address = format!("file://{}", std::fs::canonicalize(file)?.display());
        let mut times: Vec<(f64, f64)> =
            (0..TIMES).map(|_| Page::open(&mut browser, &address, 1280).readiness()).collect();
        times.sort_by(|one, other| one.1.total_cmp(&other.1));
        let (usable, drawn) = times[TIMES / 2];
        let mut page = Page::open(&mut browser, &address, 1280);
        let has_tree = page.evaluate("Boolean(document.getElementById('tree-view'))") == serde_json::json!(true);
        let mut tree = serde_json::Value::Null;
        if has_tree {
            page.evaluate("location.hash = '#tree-view'");
            page.wait_until("window.treeView && window.treeView.positions");
            tree = serde_json::json!({ "nodes": page.evaluate("data.tree.nodes"), "frames": page.evaluate(FRAMES) });
        }
        println!("{}", serde_json::json!({ "page": file, "usable_ms": usable, "drawn_ms": drawn, "tree": tree }));
    }
    Ok(())
}

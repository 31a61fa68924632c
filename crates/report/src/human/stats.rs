//! Counters as tables (`--stats`).

use engine::results::{LayerWork, Learning, Stats};

/// What each layer of the solver did, as a table.
pub fn layers(layers: &[LayerWork]) -> String {
    let mut text = format!("{:<16} {:>10} {:>10} {:>6} {:>12}\n", "solver layer", "asked", "answered", "%", "time");
    for LayerWork { name, asked, answered, time } in layers {
        let percent = if *asked == 0 { 0.0 } else { *answered as f64 * 100.0 / *asked as f64 };
        let seconds = time.as_secs_f64();
        text.push_str(&format!("{name:<16} {asked:>10} {answered:>10} {percent:>6.1} {seconds:>10.4} s\n"));
    }
    text
}

/// How often each rewrite rule was used, most used first, and how often learning has rested.
pub fn stats(stats: &Stats) -> String {
    let mut rules: Vec<(&String, &u64)> = stats.rules.iter().collect();
    rules.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    let mut text = format!("{:<26} {:>10}\n", "rewrite rule", "used");
    for (rule, times) in rules {
        text.push_str(&format!("{rule:<26} {times:>10}\n"));
    }
    text.push_str(&format!("{:<26} {:>10}\n", "learning has rested", stats.learning_rests));
    text
}

/// Conditions that are shown.
const MOST_LEARNT: usize = 5;

/// What was learnt, those conditions first by which most states were skipped.
pub fn learnt(learning: &Learning) -> String {
    let mut text = String::new();
    for known in learning.learnt.iter().take(MOST_LEARNT) {
        let condition =
            if known.condition.is_empty() { "whatever the values are".to_owned() } else { known.condition.join(", ") };
        text.push_str(&format!("learnt at {}: {condition} ({} skipped)\n", known.place, known.skipped));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::LearntCondition;

    #[test]
    fn conditions_are_lines() {
        let known = |place: &str, condition: &[&str], skipped| LearntCondition {
            place: place.into(),
            condition: condition.iter().map(|part| part.to_string()).collect(),
            skipped,
            paths: 1,
            by_induction: false,
        };
        let learnt_there = vec![known("a.c:3 f", &["x <= 7", "*p == 0"], 9), known("a.c:5 f", &[], 1)];
        let text = learnt(&Learning { learnt: learnt_there, ..Learning::default() });
        assert_eq!(
            text,
            "learnt at a.c:3 f: x <= 7, *p == 0 (9 skipped)\nlearnt at a.c:5 f: whatever the values are (1 skipped)\n"
        );
    }

    #[test]
    fn what_was_used_most_comes_first() {
        let rules = [("NotNot".to_owned(), 2), ("FoldConstants".to_owned(), 30)].into();
        let text = stats(&Stats { rules, learning_rests: 1 });
        let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names, ["rewrite", "FoldConstants", "NotNot", "learning"]);
    }
}

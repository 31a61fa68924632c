//! Table 1 of P18 as text: our numbers, and the paper's in brackets.
//!
//! The paper does not say how it averages over chains. The first table divides sums, as "the expected cost of the
//! optimal strategy, normalized to 1" suggests. The mean of quotients is ruled by the chains that a handful of random
//! runs covers: any query costs hundreds of times as much there.

use std::fmt::Write;

use crate::lab::experiment::{Column, Outcome, Row};

/// What the numbers of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Figure {
    RatioOfMeans,
    MeanRatio,
    MedianRatio,
}

pub fn text(outcome: &Outcome) -> String {
    let Outcome { models, repeats, seed, columns } = outcome;
    let mut out = format!(
        "Cost of covering random Markov chains over the optimal cost ({models} of each size, {repeats} repeats, seed {seed}).\n\
         In brackets: P18, Table 1. '>' marks a lower bound: some repeats gave up.\n"
    );
    table(&mut out, "\nMean cost over mean optimal cost", columns, Figure::RatioOfMeans);
    table(&mut out, "\nMean over the chains of cost over optimal cost", columns, Figure::MeanRatio);
    table(&mut out, "\nMedian over the chains of cost over optimal cost", columns, Figure::MedianRatio);
    out
}

fn table(out: &mut String, title: &str, columns: &[Column], figure: Figure) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{title}");
    let _ = write!(out, "{:8}", "");
    for column in columns {
        let _ = write!(out, "{:>20}", format!("{} states", column.states));
    }
    let _ = write!(out, "\n{:8}", "optimal");
    for column in columns {
        let _ = write!(out, "{:>20}", format!("1 = {:.0}", column.mean_optimal_cost));
    }
    out.push('\n');
    let names = columns.first().map(|column| &column.rows[..]).unwrap_or_default();
    for (i, name) in names.iter().enumerate() {
        let _ = write!(out, "{:8}", name.strategy);
        for column in columns {
            let _ = write!(out, "{:>20}", cell(&column.rows[i], figure));
        }
        out.push('\n');
    }
}

fn cell(row: &Row, figure: Figure) -> String {
    let value = match figure {
        Figure::RatioOfMeans => row.ratio_of_means,
        Figure::MeanRatio => row.mean_ratio,
        Figure::MedianRatio => row.median_ratio,
    };
    let bound = if row.gave_up > 0.0 { ">" } else { "" };
    let paper = row.in_paper.map(|paper| format!("{paper:.1}")).unwrap_or_else(|| "-".to_owned());
    format!("{bound}{value:.1} {:>8}", format!("({paper})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::{self, Plan};

    #[test]
    fn every_strategy_has_a_row() {
        let plan = Plan { sizes: vec![5, 6], models: 2, repeats: 5, seed: 1, threads: 1 };
        let text = text(&experiment::run(&plan));
        for name in ["RT", "RCN", "RSS", "RPS", "DFS", "DART", "GS", "CGS", "SGS", "G"] {
            assert_eq!(text.lines().filter(|line| line.split(' ').next() == Some(name)).count(), 3, "{name}\n{text}");
        }
        assert!(text.contains("(138.9)") && text.contains("(-)"), "{text}");
    }
}

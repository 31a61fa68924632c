//! Table 1 of P18 as a picture (SVG, no dependencies): for each size a panel, for each strategy a dot on a logarithmic
//! axis, with the paper's number as a ring.

use std::fmt::Write;

use crate::lab::experiment::Column;

const LEFT: f64 = 70.0;
const TOP: f64 = 60.0;
const ROW: f64 = 24.0;
const PANEL: f64 = 210.0;
const GAP: f64 = 24.0;
/// Ratios from 1 to 10^DECADES are shown; larger ones sit at the edge.
const DECADES: f64 = 4.0;

pub fn svg(columns: &[Column]) -> String {
    let rows = columns.first().map_or(0, |column| column.rows.len()) as f64;
    let width = LEFT + columns.len() as f64 * (PANEL + GAP);
    let height = TOP + rows * ROW + 40.0;
    // Writing to a string does not fail.
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">Mean cost over mean optimal cost: measured (dot), P18 Table 1 (ring)</text>"
    );
    if let Some(first) = columns.first() {
        for (i, row) in first.rows.iter().enumerate() {
            let _ = writeln!(out, "<text x=\"10\" y=\"{}\">{}</text>", line(i) + 4.0, row.strategy);
        }
    }
    for (i, column) in columns.iter().enumerate() {
        panel(&mut out, LEFT + i as f64 * (PANEL + GAP), column);
    }
    out.push_str("</svg>\n");
    out
}

fn panel(out: &mut String, left: f64, column: &Column) {
    let bottom = TOP + column.rows.len() as f64 * ROW;
    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\">{} states</text>", TOP - 12.0, column.states);
    for decade in 0..=DECADES as i32 {
        let x = left + PANEL * f64::from(decade) / DECADES;
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{TOP}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#666\">{}</text>",
            bottom + 16.0,
            10i32.pow(decade as u32)
        );
    }
    for (i, row) in column.rows.iter().enumerate() {
        let y = line(i);
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\" fill=\"#2a6fbb\"><title>{} {:.2}</title></circle>",
            position(left, row.ratio_of_means),
            row.strategy,
            row.ratio_of_means
        );
        if let Some(paper) = row.in_paper {
            let _ = writeln!(
                out,
                "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#c0392b\" stroke-width=\"1.5\"/>",
                position(left, paper)
            );
        }
    }
}

/// The middle of a row.
fn line(row: usize) -> f64 {
    TOP + (row as f64 + 0.5) * ROW
}

fn position(left: f64, ratio: f64) -> f64 {
    left + PANEL * (ratio.max(1.0).log10() / DECADES).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::{self, Plan};

    #[test]
    fn a_dot_and_a_ring_for_each_number() {
        let plan = Plan { sizes: vec![5, 6], models: 1, repeats: 3, seed: 1, threads: 1 };
        let svg = svg(&experiment::run(&plan));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<circle").count(), 10 + 10 + 10, "the paper has no chains of 6 states");
    }
}

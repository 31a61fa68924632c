//! Numbers above 1 as dots on a logarithmic axis, each beside a ring: what others measured. The figures are written at the end of
//! each row, so the picture is a table, too. Classes are those of `assets/plot.css`.

use std::fmt::Write;

use super::chart::{LEFT, RIGHT, ROW, TOP, WIDTH};
use crate::test_case::xml::escaped;

/// One row.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    pub name: String,
    pub value: f64,
    pub ring: Option<f64>,
    /// The figures in words.
    pub said: String,
}

/// Room for the figures.
const SAID: f64 = 120.0;
/// Below the rows: names of the powers of ten.
const AXIS: f64 = 28.0;
/// Powers of ten that the axis has at most; what is larger sits at its end.
const MOST_DECADES: f64 = 6.0;

pub fn height(dots: usize) -> f64 {
    TOP + dots as f64 * ROW + AXIS
}

pub fn draw(text: &mut String, dots: &[Dot]) -> std::fmt::Result {
    let decades = decades(dots);
    let width = WIDTH - LEFT - RIGHT - SAID;
    let x = |value: f64| LEFT + width * (value.max(1.0).log10() / decades).min(1.0);
    let bottom = TOP + dots.len() as f64 * ROW;
    for decade in 0..=decades as i32 {
        let at = LEFT + width * f64::from(decade) / decades;
        write!(text, "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>")?;
        let power = 10u64.pow(decade.unsigned_abs());
        write!(text, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{power}</text>", bottom + 16.0)?;
    }
    for (row, Dot { name, value, ring, said }) in dots.iter().enumerate() {
        let middle = TOP + (row as f64 + 0.5) * ROW;
        write!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 10.0,
            middle + 4.0,
            escaped(name)
        )?;
        if value.is_finite() {
            write!(text, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{middle}\" r=\"5\"/>", x(*value))?;
        }
        if let Some(ring) = ring.filter(|ring| ring.is_finite()) {
            write!(text, "<circle class=\"ring\" cx=\"{:.1}\" cy=\"{middle}\" r=\"7\"/>", x(ring))?;
        }
        write!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            middle + 4.0,
            escaped(said)
        )?;
    }
    Ok(())
}

/// As many as the largest number needs.
fn decades(dots: &[Dot]) -> f64 {
    let all = dots.iter().flat_map(|dot| [Some(dot.value), dot.ring]).flatten();
    let most = all.filter(|value| value.is_finite()).fold(1.0, f64::max);
    most.log10().ceil().clamp(1.0, MOST_DECADES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(value: f64, ring: Option<f64>) -> Dot {
        Dot { name: "<G>".into(), value, ring, said: "1 & 2".into() }
    }

    #[test]
    fn the_axis_ends_behind_the_largest_number() {
        assert_eq!(decades(&[dot(9.0, None)]), 1.0);
        assert_eq!(decades(&[dot(9.0, Some(1667.0)), dot(3.0, None)]), 4.0);
        assert_eq!(decades(&[dot(f64::NAN, Some(f64::INFINITY))]), 1.0);
        assert_eq!(decades(&[dot(1e30, None)]), MOST_DECADES);
    }

    #[test]
    fn odd_numbers_draw_nothing_and_names_are_escaped() {
        let mut text = String::new();
        draw(&mut text, &[dot(f64::NAN, None), dot(100.0, Some(1.0))]).unwrap();
        assert_eq!((text.matches("class=\"dot\"").count(), text.matches("class=\"ring\"").count()), (1, 1));
        let end = WIDTH - RIGHT - SAID;
        assert!(text.contains(&format!("class=\"dot\" cx=\"{end:.1}\"")), "100 is the end of the axis: {text}");
        assert!(text.contains(&format!("class=\"ring\" cx=\"{LEFT:.1}\"")), "1 is its start: {text}");
        assert!(text.contains("&lt;G&gt;") && text.contains("1 &amp; 2") && !text.contains("NaN"), "{text}");
    }
}

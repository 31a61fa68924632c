//! Numbers of lines in few words: `3-7, 12`.

/// Ascending numbers as ranges.
pub fn to_string(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if number == *end + 1 => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let words =
        ranges.iter().map(|(start, end)| if start == end { start.to_string() } else { format!("{start}-{end}") });
    words.collect::<Vec<_>>().join(", ")
}

/// The numbers of ranges; what is none is passed over, and so is what no file has lines for.
pub fn from_str(text: &str) -> Vec<u32> {
    const MOST: u32 = 1_000_000;
    let ends = |range: &str| {
        let (start, end) = range.trim().split_once('-').unwrap_or((range.trim(), range.trim()));
        Some((start.parse::<u32>().ok()?, end.parse::<u32>().ok()?))
    };
    let ranges = text.split(',').filter_map(ends).filter(|(start, end)| start <= end && end - start < MOST);
    ranges.flat_map(|(start, end)| start..=end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range_and_read_back() {
        assert_eq!(to_string([1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(to_string([]), "");
        assert_eq!(from_str("1-3, 7, 9-10"), [1, 2, 3, 7, 9, 10]);
        assert_eq!(from_str("x, 5-, 4-2, 0-4294967295, 6"), [6]);
    }
}

//! Durations and sizes as users write them: `90`, `60s`, `1h30m`, `500ms`; `512`, `4GB`, `300MiB`.

use std::time::Duration;

/// A duration; a plain number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let mut total = 0.0;
    for (number, unit) in parts(text).ok_or_else(|| bad_duration(text))? {
        let scale = match unit {
            "ms" => 0.001,
            "" | "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return Err(bad_duration(text)),
        };
        total += number * scale;
    }
    Duration::try_from_secs_f64(total).map_err(|_| bad_duration(text))
}

/// A size in bytes; a plain number is megabytes, as in KLEE.
pub fn size(text: &str) -> Result<u64, String> {
    let parts = parts(text).ok_or_else(|| bad_size(text))?;
    let [(number, unit)] = parts.as_slice() else { return Err(bad_size(text)) };
    let scale: f64 = match unit.to_ascii_lowercase().as_str() {
        "b" => 1.0,
        "k" | "kb" => 1e3,
        "kib" => 1024.0,
        "" | "m" | "mb" => 1e6,
        "mib" => 1024.0 * 1024.0,
        "g" | "gb" => 1e9,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tb" => 1e12,
        _ => return Err(bad_size(text)),
    };
    let bytes = number * scale;
    if bytes < 1e18 { Ok(bytes as u64) } else { Err(bad_size(text)) }
}

/// Splits into numbers, each with the letters that follow it.
fn parts(text: &str) -> Option<Vec<(f64, &str)>> {
    let mut rest = text.trim();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let unit_at = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(unit_at);
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        parts.push((number.parse().ok()?, unit));
        rest = after;
    }
    (!parts.is_empty()).then_some(parts)
}

fn bad_duration(text: &str) -> String {
    format!("'{text}' is no duration; write 90, 60s, 5min, 1h30m or 500ms")
}

fn bad_size(text: &str) -> String {
    format!("'{text}' is no size; write 4GB, 512MB or a number of megabytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in [("90", 90_000), ("60s", 60_000), ("1h30m", 5_400_000), ("500ms", 500), ("1.5s", 1500)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "5 parsecs", "-1", "1e400", "99999999999999999999999h", "1..2"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [("512", 512_000_000), ("4GB", 4_000_000_000), ("1MiB", 1 << 20), ("0.5g", 500_000_000)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "4XB", "1GB2MB", "999999999TB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}

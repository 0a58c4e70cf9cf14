//! A moment as a date.

/// A moment, in milliseconds since 1970, as `2026-11-16 04:52`, in UTC.
pub fn show(unix_ms: i64) -> String {
    // A clock may be set before 1970.
    let minutes = unix_ms.max(0).cast_unsigned() / 60_000;
    let (year, month, day) = arena::date::civil(minutes / 1440);
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dates are those of `date -u -d @SECONDS`.
    #[test]
    fn moments_are_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_400, "2000-02-29 00:00"),
            (1_000_000_000, "2001-09-09 01:46"),
            (1_794_804_720, "2026-11-16 04:52"),
            (4_107_542_399, "2100-02-28 23:59"),
        ] {
            assert_eq!(show(1000 * seconds), expected);
        }
    }
}

//! A moment as a date.

/// A moment, in milliseconds since 1970, as `2026-11-16 04:52`, in UTC.
pub fn show(unix_ms: i64) -> String {
    let minutes = unix_ms.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let (year, month, day) = civil(days);
    let (hour, minute) = (minute / 60, minute % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// The Gregorian date so many days after 1970-01-01. Years begin in March here, so
/// that the leap day is the last of a year, and come in cycles of 400.
const fn civil(days: i64) -> (i64, i64, i64) {
    const CYCLE: i64 = 146_097;
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = cycle * 400 + year;
    match month < 10 {
        true => (year, month + 3, day),
        false => (year + 1, month - 9, day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dates are those of `date -u -d @SECONDS`.
    #[test]
    fn moments_are_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00"),
            (-1, "1969-12-31 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (951_868_800, "2000-03-01 00:00"),
            (1_000_000_000, "2001-09-09 01:46"),
            (1_794_804_720, "2026-11-16 04:52"),
            (4_107_542_399, "2100-02-28 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(show(1000 * seconds), expected);
        }
    }
}

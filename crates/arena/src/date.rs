//! Dates, as games carry them.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Today in UTC, as PGN writes it: `2026.11.16`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // A clock set before 1970 gives no date worth writing down.
    since.map_or("????.??.??".into(), |since| {
        let (year, month, day) = civil(since.as_secs() / SECONDS_A_DAY);
        format!("{year:04}.{month:02}.{day:02}")
    })
}

/// The year, month and day this many days after 1 January 1970.
///
/// Years are counted from March, so that the leap day is their last: then the
/// days before a month are a linear function of its number, rounded.
pub fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_FROM_YEAR_0: u64 = 719_468;
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + DAYS_FROM_YEAR_0;
    let (cycle, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * cycle + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a calendar that counts day by day.
    #[test]
    fn every_day_until_2200() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..84_006 {
            assert_eq!(civil(days), (year, month, day));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 if is_leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
        assert_eq!((year, month, day), (2200, 1, 1));
    }
}

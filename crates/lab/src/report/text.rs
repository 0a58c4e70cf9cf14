//! Text and numbers as a page shows them.

/// Text from files as a page may hold it: control characters are replaced.
pub fn clean(text: &str) -> String {
    let is_held = |letter: char| !letter.is_control() || "\n\t".contains(letter);
    let held = text.chars().map(|letter| match is_held(letter) {
        true => letter,
        false => char::REPLACEMENT_CHARACTER,
    });
    held.collect()
}

/// A number as text with the minus sign of typography, which is the only one of a page.
pub fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// A count with its thousands apart; millions and more in words.
pub fn count(count: u64) -> String {
    match count {
        0..10_000_000 => {
            let digits = count.to_string();
            let mut text = String::new();
            for (at, digit) in digits.chars().enumerate() {
                if at > 0 && (digits.len() - at).is_multiple_of(3) {
                    text.push(',');
                }
                text.push(digit);
            }
            text
        }
        10_000_000..10_000_000_000 => format!("{:.0} million", count as f64 / 1e6),
        _ => format!("{:.1} billion", count as f64 / 1e9),
    }
}

/// A time in words.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..120 => format!("{whole} s"),
        120..7200 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// A moment, in milliseconds since 1970, as `2026-11-16 04:52`, in UTC.
pub fn date(unix_ms: i64) -> String {
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
            assert_eq!(date(1000 * seconds), expected);
        }
    }

    #[test]
    fn text_means_itself() {
        let hostile = "<script>alert(1 & \"2\")</script>\u{0}\u{1b}[0m\n";
        let expected = "&lt;script&gt;alert(1 &amp; &quot;2&quot;)&lt;/script&gt;\
            \u{fffd}\u{fffd}[0m\n";
        assert_eq!(maud::html! { (clean(hostile)) }.into_string(), expected);
    }

    #[test]
    fn numbers_are_easy_to_read() {
        let counts = [0, 999, 1000, 1_234_567, 23_456_789, 98_765_432_100].map(count);
        let expected = [
            "0",
            "999",
            "1,000",
            "1,234,567",
            "23 million",
            "98.8 billion",
        ];
        assert_eq!(counts, expected);
        let times = [0.04, 9.0, 61.4, 242.0, 10_000.0].map(time);
        assert_eq!(times, ["0.0 s", "9.0 s", "61 s", "4 min 2 s", "2 h 46 min"]);
    }
}

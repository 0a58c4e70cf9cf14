//! Words of a command line.

/// The first of `commands` in a line, and the text after it. What comes before
/// is skipped, as the protocol asks.
pub fn find_command<'a>(line: &'a str, commands: &[&str]) -> Option<(&'a str, &'a str)> {
    let mut rest = line;
    while let Some((word, after)) = next_word(rest) {
        if commands.contains(&word) {
            return Some((word, after));
        }
        rest = after;
    }
    None
}

/// Splits `name A B value C D` into `A B` and `C D`. A value keeps its inner
/// spaces: it may be the path of a file.
pub fn split_option(arguments: &str) -> (String, &str) {
    let mut name = Vec::new();
    let mut rest = arguments;
    while let Some((word, after)) = next_word(rest) {
        match word {
            "name" if name.is_empty() => {}
            "value" => return (name.join(" "), after.trim()),
            _ => name.push(word),
        }
        rest = after;
    }
    (name.join(" "), "")
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// The beginning of a faulty input: messages stay readable whatever it was.
pub fn excerpt(text: &str) -> String {
    text.chars()
        .take(40)
        .flat_map(char::escape_default)
        .collect()
}

/// The text without anything that would end or garble a line of output.
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_behind_junk() {
        let find = |line| find_command(line, &["go", "debug"]);
        assert_eq!(find(" joho debug on \n"), Some(("debug", " on \n")));
        assert_eq!(find("go"), Some(("go", "")));
        assert_eq!(find("gone GO"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn options_have_names_and_values_with_spaces() {
        for (arguments, name, value) in [
            (" name Move  Overhead value 50\r", "Move Overhead", "50"),
            ("name Clear Hash", "Clear Hash", ""),
            (
                "name Organism value /a  b/value c",
                "Organism",
                "/a  b/value c",
            ),
            ("Hash value 1", "Hash", "1"),
            ("name value", "", ""),
            ("", "", ""),
        ] {
            assert_eq!(split_option(arguments), (name.into(), value));
        }
    }

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(one_line("a\nb\0c"), "a b c");
        assert_eq!(excerpt("é\0"), "\\u{e9}\\u{0}");
    }
}

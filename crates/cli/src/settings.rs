//! Lists of settings on the command line: `key=value,key=value`.

use anyhow::{Context, anyhow};

/// Cuts a text at its commas; two in a row stand for a literal comma.
pub fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let is_meant = letter != ',' || rest.next_if_eq(&',').is_some();
        match parts.last_mut() {
            Some(part) if is_meant => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    parts
}

/// The key and the value of one setting.
pub fn pair(part: &str) -> anyhow::Result<(&str, &str)> {
    part.split_once('=')
        .with_context(|| format!("`{part}` is not a setting: it must look like key=value"))
}

/// The value of a setting, read.
pub fn value<T: std::str::FromStr>(key: &str, value: &str) -> anyhow::Result<T> {
    value
        .parse()
        .map_err(|_| anyhow!("`{value}` is not a value for `{key}`"))
}

/// The error for an unknown key.
pub fn unknown(key: &str, known: &[&str]) -> anyhow::Error {
    let likeness = |name: &&str| strsim::jaro_winkler(name, &key.to_lowercase());
    let nearest = known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .expect("some keys are known");
    let known = known.join(", ");
    anyhow!("unknown key `{key}`; did you mean `{nearest}`? known here: {known}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_and_double_commas_do_not() {
        assert_eq!(split("a,b=c,d=e"), ["a", "b=c", "d=e"]);
        assert_eq!(split("a,b=c,,d,,,e"), ["a", "b=c,d,", "e"]);
        assert_eq!(split(""), [""]);
        assert_eq!(split("a,"), ["a", ""]);
    }

    #[test]
    fn the_nearest_key_is_named() {
        let error = unknown("pronto", &["name", "proto", "args"]).to_string();
        assert!(error.contains("did you mean `proto`?"), "{error}");
    }
}

//! One recipe with every combination of some values.

use std::collections::HashSet;

/// One of the runs of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What is changed in the recipe, as [`Recipe::set`](crate::Recipe::set) takes it.
    pub changes: Vec<String>,
    /// What sets it apart from the other members but for the seed: a word for each
    /// value that varies.
    pub words: Vec<String>,
}

/// Every combination of the values in these changes: `key=1,2,3` stands for three. A
/// comma inside brackets, braces or quotes does not separate, so `key=[1,2]` stands
/// for one. The last change varies fastest.
pub fn sweep(changes: &[String]) -> Vec<Member> {
    let changes: Vec<_> = changes.iter().map(|change| Change::read(change)).collect();
    let varying = changes.iter().filter(|change| change.values.len() > 1);
    let keys: Vec<_> = varying.map(|change| change.key).collect();
    let mut members = vec![Member {
        changes: Vec::new(),
        words: Vec::new(),
    }];
    for change in &changes {
        let longer = members.iter().flat_map(|member| {
            let values = change.values.iter();
            values.map(|value| member.with(change, value, &keys))
        });
        members = longer.collect();
    }
    // Values that differ in signs only have one word.
    let mut known = HashSet::new();
    for (number, member) in (1..).zip(&mut members) {
        if !known.insert((member.words.clone(), seed_of(member))) {
            member.words.push(number.to_string());
        }
    }
    members
}

/// The key of the seed, which every name ends with.
const SEED: &str = "seed";

fn seed_of(member: &Member) -> Option<String> {
    let changes = member.changes.iter().rev();
    let mut seeds = changes.filter(|change| Change::read(change).key == SEED);
    seeds.next().cloned()
}

/// A key and the values it may be changed to.
struct Change<'a> {
    /// As it was typed.
    text: &'a str,
    key: &'a str,
    values: Vec<&'a str>,
}

impl<'a> Change<'a> {
    fn read(text: &'a str) -> Self {
        let (key, values) = text.split_once('=').unwrap_or((text, ""));
        Self {
            text,
            key: key.trim(),
            values: split(values),
        }
    }
}

impl Member {
    fn with(&self, change: &Change<'_>, value: &str, keys: &[&str]) -> Self {
        let mut member = self.clone();
        if change.values.len() < 2 {
            member.changes.push(change.text.to_owned());
            return member;
        }
        member.changes.push(format!("{}={value}", change.key));
        if change.key != SEED {
            member.words.push(word(change.key, value, keys));
        }
        member
    }
}

/// A key and its value as a part of a name. The table is left out where no other key
/// is called the same.
fn word(key: &str, value: &str, keys: &[&str]) -> String {
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    let same = keys.iter().filter(|other| last(other) == last(key));
    let key = match same.count() {
        0 | 1 => last(key),
        _ => key.to_owned(),
    };
    // A file is known by its name, not by its folder.
    let value = value.rsplit('/').next().unwrap_or(value);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let parts = value
        .split(|c| !is_plain(c))
        .filter(|part| !part.is_empty());
    let value = parts.collect::<Vec<_>>().join("-");
    match value.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("{key}{value}"),
        false => format!("{key}-{value}"),
    }
}

/// Cuts at the commas that are in no bracket, brace or quote.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            _ if escaped => escaped = false,
            (Some('"'), '\\') => escaped = true,
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep_of(changes: &[&str]) -> Vec<(String, String)> {
        let changes: Vec<_> = changes.iter().map(|&change| change.to_owned()).collect();
        let members = sweep(&changes).into_iter();
        members
            .map(|member| (member.changes.join(" "), member.words.join(" ")))
            .collect()
    }

    #[test]
    fn commas_part_outside_of_brackets_and_quotes_only() {
        for (text, parts) in [
            ("1,2, 3", vec!["1", "2", "3"]),
            ("[1,2],[3]", vec!["[1,2]", "[3]"]),
            ("{ a = 1, b = [2, 3] }", vec!["{ a = 1, b = [2, 3] }"]),
            (r#""a,b",'c,"d'"#, vec![r#""a,b""#, r#"'c,"d'"#]),
            (r#""a\",b",c"#, vec![r#""a\",b""#, "c"]),
            ("", vec![""]),
        ] {
            assert_eq!(split(text), parts);
        }
    }

    #[test]
    fn every_combination_has_a_name_of_its_own() {
        let one = sweep_of(&["ga.population=50", "mimic.scorer=exchange"]);
        let expected = (
            "ga.population=50 mimic.scorer=exchange".into(),
            String::new(),
        );
        assert_eq!(one, [expected]);

        let members = sweep_of(&["ga.population=50,100", "runs=2", "seed=1,2"]);
        let expected = [
            ("ga.population=50 runs=2 seed=1", "population50"),
            ("ga.population=50 runs=2 seed=2", "population50"),
            ("ga.population=100 runs=2 seed=1", "population100"),
            ("ga.population=100 runs=2 seed=2", "population100"),
        ];
        let expected = expected.map(|(changes, words)| (changes.into(), words.into()));
        assert_eq!(members, expected);

        let members = sweep_of(&["ga.elites=1,2", "coevolve.ga.elites=3,4"]);
        assert_eq!(members[0].1, "ga.elites1 coevolve.ga.elites3");
        let members = sweep_of(&["s=rank,{ truncation = { best = 20 } },\"rank\",'a/b c.epd',-1"]);
        let words: Vec<_> = members.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(
            words,
            [
                "s-rank",
                "s-truncation-best-20",
                "s-rank 3",
                "s-b-c.epd",
                "s--1"
            ]
        );
    }
}

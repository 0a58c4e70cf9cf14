//! What an engine lets others set.

use crate::lines::after;

/// An option that an engine declares when it is greeted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UciOption {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
}

/// What an option may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number of a range.
    Spin {
        /// What it is if nothing is set.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// True or false.
    Check {
        /// What it is if nothing is set.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// What it is if nothing is set.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// A text, a button, or something that is not understood: nothing to tune.
    Other,
}

/// The words that begin a part of a declaration.
const KEYS: [&str; 4] = ["default", "min", "max", "var"];

impl UciOption {
    /// Reads what follows the word `option`; `None` if it has no name.
    pub(crate) fn parse(declaration: &str) -> Option<Self> {
        let rest = after(declaration, "name")?;
        let mut words = rest.split_ascii_whitespace();
        let name: Vec<_> = words.by_ref().take_while(|&word| word != "type").collect();
        let kind = words.next().unwrap_or_default();
        let parts = parts(words);
        let part = |key| {
            let mut parts = parts.iter();
            parts.find_map(|(found, text)| (*found == key).then_some(text))
        };
        let number = |key| part(key)?.parse().ok();
        let kind = match kind {
            "spin" => spin(number("default"), number("min"), number("max")),
            "check" => Some(OptionKind::Check {
                default: part("default").is_some_and(|text| text.eq_ignore_ascii_case("true")),
            }),
            "combo" => combo(part("default").cloned(), &parts),
            _ => None,
        };
        Some(Self {
            name: name.join(" "),
            kind: kind.unwrap_or(OptionKind::Other),
        })
    }
}

/// The parts of a declaration: a key and the words up to the next.
fn parts<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for word in words {
        match parts.last_mut() {
            _ if KEYS.contains(&word) => parts.push((word, String::new())),
            Some((_, text)) if text.is_empty() => *text = word.into(),
            Some((_, text)) => *text = format!("{text} {word}"),
            None => {}
        }
    }
    parts
}

fn spin(default: Option<i64>, min: Option<i64>, max: Option<i64>) -> Option<OptionKind> {
    let (min, max) = (min?, max?);
    let default = default?;
    let is_sound = (min..=max).contains(&default);
    is_sound.then_some(OptionKind::Spin { default, min, max })
}

fn combo(default: Option<String>, parts: &[(&str, String)]) -> Option<OptionKind> {
    let mut choices: Vec<String> = Vec::new();
    for (_, word) in parts.iter().filter(|(key, _)| *key == "var") {
        // Some engines name the default twice.
        if !choices.contains(word) {
            choices.push(word.clone());
        }
    }
    let default = default.filter(|word| choices.contains(word))?;
    Some(OptionKind::Combo { default, choices })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(declaration: &str) -> OptionKind {
        UciOption::parse(declaration).unwrap().kind
    }

    #[test]
    fn declarations_of_real_engines() {
        let option =
            UciOption::parse("name Futility Margin 0 type spin default 50 min 0 max 1000").unwrap();
        assert_eq!(option.name, "Futility Margin 0");
        assert_eq!(
            option.kind,
            OptionKind::Spin {
                default: 50,
                min: 0,
                max: 1000
            }
        );
        assert_eq!(
            kind(
                "name NullMove Pruning type combo default Fail High var Always var Fail High var Never"
            ),
            OptionKind::Combo {
                default: "Fail High".into(),
                choices: ["Always", "Fail High", "Never"].map(Into::into).into()
            }
        );
        assert_eq!(
            kind(
                "name King Safety Curve type combo default Quadratic var Quadratic var Linear var Linear"
            ),
            OptionKind::Combo {
                default: "Quadratic".into(),
                choices: ["Quadratic", "Linear"].map(Into::into).into()
            }
        );
        assert_eq!(
            kind("name OwnBook type check default True"),
            OptionKind::Check { default: true }
        );
    }

    #[test]
    fn what_cannot_be_tuned() {
        for declaration in [
            "name Clear Hash type button",
            "name BookFile type string default a type spin default 1 min 0 max 2",
            "name X type spin default 5 min 0 max 2",
            "name X type spin default 1 min 0",
            "name X type combo default a var b",
            "name X",
        ] {
            assert_eq!(kind(declaration), OptionKind::Other, "{declaration}");
        }
        assert_eq!(UciOption::parse("type button"), None);
    }
}

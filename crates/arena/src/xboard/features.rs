//! What an xboard engine says of itself.

use std::fmt::Write;

/// The features of an engine; what it does not mention is as the protocol has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features {
    /// What it calls itself.
    pub name: Option<String>,
    /// It answers `ping`.
    pub ping: bool,
    /// It can set up a position.
    pub setboard: bool,
    /// It wants `usermove` before a move.
    pub usermove: bool,
    /// It wants moves as people write them.
    pub san: bool,
    /// It wants to know the clocks.
    pub time: bool,
    /// It can play a second game.
    pub reuse: bool,
    /// It can be told how much memory to use.
    pub memory: bool,
    /// It can be told how many processors to use.
    pub smp: bool,
    /// The kinds of chess it plays.
    pub variants: Vec<String>,
    /// The names of its own options.
    pub options: Vec<String>,
    /// Whether it has said everything; `None` if it has not mentioned that.
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            name: None,
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: vec!["normal".into()],
            options: Vec::new(),
            done: None,
        }
    }
}

/// Features that ask nothing of the arena: what they allow or forbid is never
/// done here.
const HARMLESS: [&str; 10] = [
    "analyze",
    "colors",
    "debug",
    "draw",
    "ics",
    "name",
    "pause",
    "playother",
    "sigint",
    "sigterm",
];

impl Features {
    /// Reads what follows the word `feature` and gives the answers to it.
    pub fn read(&mut self, text: &str) -> String {
        let mut answers = String::new();
        for (name, value) in pairs(text) {
            let verdict = if self.set(name, value) {
                "accepted"
            } else {
                "rejected"
            };
            let _ = writeln!(answers, "{verdict} {name}");
        }
        answers
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let is_on = value == "1";
        match name {
            "myname" => self.name = Some(value.into()),
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "usermove" => self.usermove = is_on,
            "san" => self.san = is_on,
            "time" => self.time = is_on,
            "reuse" => self.reuse = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "done" => self.done = Some(is_on),
            "variants" => {
                let names = value.split(',').map(|name| name.trim().to_owned());
                self.variants = names.collect();
            }
            // `Contempt -spin 0 -100 100`
            "option" => {
                let name = value.split_once(" -").map_or(value, |(name, _)| name);
                self.options.push(name.trim().into());
            }
            _ => return HARMLESS.contains(&name),
        }
        true
    }

    /// The command that sets an option, `None` if the engine has no such option.
    ///
    /// Memory and processors are settings of the protocol itself. They go by the
    /// names they have there and by those they have in UCI.
    pub fn option_command(&self, name: &str, value: &str) -> Option<String> {
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if let Some(own) = self.options.iter().find(|own| is(own)) {
            // A button has no value.
            let sign = if value.is_empty() { "" } else { "=" };
            Some(format!("option {own}{sign}{value}"))
        } else if self.memory && (is("memory") || is("Hash")) {
            Some(format!("memory {value}"))
        } else if self.smp && (is("cores") || is("Threads")) {
            Some(format!("cores {value}"))
        } else {
            None
        }
    }
}

/// The pairs in `ping=1 myname="A B" done=1`.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (name, tail) = rest.split_once('=')?;
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
        };
        rest = tail;
        // A word without a value is not a feature.
        let name = name.split_whitespace().next_back().unwrap_or_default();
        Some((name, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_and_answered() {
        let mut features = Features::default();
        let answers = features.read(
            "myname=\"Odd one\" ping=1 setboard=1 usermove=0 time=0 nps=1 \
             option=\"Style -combo a /// *b\" option=\"Clear -button\" sigint=0 \
             variants=\"normal, fischerandom\" done=0",
        );
        let expected = Features {
            name: Some("Odd one".into()),
            ping: true,
            setboard: true,
            time: false,
            variants: vec!["normal".into(), "fischerandom".into()],
            options: vec!["Style".into(), "Clear".into()],
            done: Some(false),
            ..Features::default()
        };
        assert_eq!(features, expected);
        let rejected: Vec<_> = answers.lines().filter(|a| !a.starts_with("acc")).collect();
        assert_eq!(rejected, ["rejected nps"]);
        assert_eq!(answers.lines().count(), 11);
        features.read("done=1");
        assert_eq!(features.done, Some(true));
    }

    #[test]
    fn odd_text_is_passed_over() {
        let mut features = Features::default();
        for text in ["", "ping", "=", "myname=\"open", "\"", "x y=", "ping 1"] {
            features.read(text);
        }
        assert_eq!(features.name.as_deref(), Some("open"));
        assert!(!features.ping);
    }

    #[test]
    fn options_go_by_their_kind() {
        let mut features = Features::default();
        features.read("memory=1 option=\"Own Book -check 1\" option=\"Clear -button\"");
        let command = |name, value| features.option_command(name, value);
        assert_eq!(command("own book", "0").unwrap(), "option Own Book=0");
        assert_eq!(command("Clear", "").unwrap(), "option Clear");
        assert_eq!(command("Hash", "16").unwrap(), "memory 16");
        assert_eq!(command("Threads", "1"), None);
        assert_eq!(command("Hsah", "1"), None);
    }
}

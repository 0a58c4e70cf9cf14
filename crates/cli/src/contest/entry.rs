//! Contenders as they are named on the command line.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use arena::{Contender, Pace, Program};

use crate::settings;

/// How contenders are named.
pub const HELP: &str = "\
A contender is an organism file (.toml), played inside this process, or a UCI
program, a path or a name; then, separated by commas, its own settings:
  tc=1+0.01  movetime=0.1  nodes=2000  depth=8   its own pace
  name=TEXT       what to call it
  hash=MIB        its hash table [default: 16 for organisms, a program's own]
and for programs
  option.NAME=VALUE   an option of the engine, as often as needed
  proto=xboard    it speaks the protocol of xboard instead of UCI
  args=TEXT       its arguments, with spaces between
  dir=FOLDER      the folder it runs in
Write a comma inside a value twice.";

/// Hash tables of organisms.
const MEBIBYTES: usize = 16;

const PACES: [&str; 4] = ["tc", "movetime", "nodes", "depth"];

/// A contender and its own pace, if it has one.
#[derive(Debug)]
pub struct Entry {
    /// What plays.
    pub contender: Contender,
    /// How much it may think.
    pub pace: Option<Pace>,
}

impl Entry {
    /// Reads one contender.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        read(text).with_context(|| format!("contender `{text}`"))
    }

    /// Reads contenders; `@FILE` stands for those in a file, one a line. Empty
    /// lines and lines that begin with `#` are skipped.
    pub fn parse_all(texts: &[String]) -> anyhow::Result<Vec<Self>> {
        let mut entries = Vec::new();
        for text in texts {
            let Some(file) = text.strip_prefix('@') else {
                entries.push(Self::parse(text)?);
                continue;
            };
            let lines = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
            for (number, line) in lines.lines().enumerate() {
                let line = line.trim();
                if !line.is_empty() && !line.starts_with('#') {
                    let place = || format!("{file}:{}", number + 1);
                    entries.push(Self::parse(line).with_context(place)?);
                }
            }
        }
        Ok(entries)
    }
}

/// Reads a helper: a UCI program, whose pace is the command's.
pub fn parse_engine(text: &str) -> anyhow::Result<Program> {
    let Entry { contender, pace } = read(text)?;
    ensure!(
        pace.is_none(),
        "it has no pace of its own here: the command says how long it searches"
    );
    match contender {
        Contender::Uci(program) => Ok(program),
        Contender::Xboard(_) => bail!("it must speak UCI: scores are asked for by that protocol"),
        Contender::Inside(_) => {
            let (file, _) = text.split_once(',').unwrap_or((text, ""));
            bail!("it must be a UCI program, as this one is: galapagos,args=uci --organism {file}")
        }
    }
}

fn read(text: &str) -> anyhow::Result<Entry> {
    let parts = settings::split(text);
    let (what, parts) = parts.split_first().expect("a text has a first part");
    ensure!(
        !what.is_empty(),
        "it must begin with an organism file or a program"
    );
    let mut pace = None;
    let mut others = Vec::new();
    for part in parts {
        let (key, value) = settings::pair(part)?;
        if PACES.contains(&key) {
            ensure!(pace.is_none(), "`{part}` gives it a second pace");
            pace = Some(read_pace(key, value)?);
        } else {
            others.push((key, value));
        }
    }
    let file = Path::new(what);
    let contender = if file.extension().is_some_and(|ending| ending == "toml") {
        organism(file, &others)?
    } else {
        program(file, &others)?
    };
    Ok(Entry { contender, pace })
}

/// The pace that `key` gives with `value`.
pub fn read_pace(key: &str, value: &str) -> anyhow::Result<Pace> {
    let text = match key {
        "tc" => value.to_owned(),
        _ => format!("{key}={value}"),
    };
    Ok(text.parse()?)
}

fn organism(file: &Path, settings: &[(&str, &str)]) -> anyhow::Result<Contender> {
    let mut organism = lab::read_organism(file)?;
    let mut mebibytes = MEBIBYTES;
    for &(key, value) in settings {
        match key {
            "name" => organism.rename(value),
            "hash" if organism.has_table() => mebibytes = hash(value)?,
            _ if organism.has_table() => return Err(unknown(key, &["name", "hash"])),
            _ => return Err(unknown(key, &["name"])),
        }
    }
    Ok(organism.contender(mebibytes))
}

fn program(path: &Path, settings: &[(&str, &str)]) -> anyhow::Result<Contender> {
    let mut program = Program::new(path);
    let mut is_xboard = false;
    for &(key, value) in settings {
        match key {
            "name" => program.name = Some(value.into()),
            "hash" => {
                let mebibytes = hash(value)?.to_string();
                program.options.push(("Hash".into(), mebibytes));
            }
            "proto" => {
                is_xboard = match value {
                    "uci" => false,
                    "xboard" => true,
                    _ => bail!("`{value}` is not a value for `proto`: it must be uci or xboard"),
                }
            }
            "args" => program.arguments = value.split_whitespace().map(Into::into).collect(),
            "dir" => program.directory = Some(value.into()),
            _ => match key.strip_prefix("option.") {
                Some(name) => program.options.push((name.into(), value.into())),
                None => {
                    let known = ["name", "hash", "proto", "args", "dir", "option.NAME"];
                    return Err(unknown(key, &known));
                }
            },
        }
    }
    Ok(if is_xboard {
        Contender::Xboard(program)
    } else {
        Contender::Uci(program)
    })
}

fn hash(value: &str) -> anyhow::Result<usize> {
    let mebibytes = settings::value("hash", value)?;
    ensure!(mebibytes > 0, "`hash` must be at least 1");
    Ok(mebibytes)
}

fn unknown(key: &str, known: &[&str]) -> anyhow::Error {
    settings::unknown(key, &[known, &PACES].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_everything() {
        let text = "./engine,proto=xboard,name=Me,, myself,args=-x  -y,dir=/tmp,hash=8,\
                    option.Own Book=false,option.Style=a=b,tc=40/60+0.5";
        let entry = Entry::parse(text).unwrap();
        let Contender::Xboard(program) = entry.contender else {
            panic!("{:?}", entry.contender);
        };
        assert_eq!(program.path, Path::new("./engine"));
        assert_eq!(program.name.as_deref(), Some("Me, myself"));
        assert_eq!(program.arguments, ["-x", "-y"]);
        assert_eq!(program.directory.as_deref(), Some(Path::new("/tmp")));
        let options = [("Hash", "8"), ("Own Book", "false"), ("Style", "a=b")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(program.options, options);
        assert_eq!(entry.pace, Some("40/60+0.5".parse().unwrap()));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, complaint) in [
            ("", "begin with an organism file or a program"),
            ("engine,protocol=uci", "did you mean `proto`?"),
            ("engine,proto=ucci", "`ucci` is not a value for `proto`"),
            ("engine,Hash=64", "did you mean `hash`?"),
            ("engine,hash=0", "at least 1"),
            ("engine,hash=x", "`x` is not a value for `hash`"),
            ("engine,fast", "`fast` is not a setting"),
            ("engine,tc=abc", "`abc` is not a pace"),
            ("engine,nodes=1,depth=1", "`depth=1` gives it a second pace"),
            ("none.toml", "cannot read none.toml"),
        ] {
            let error = format!("{:#}", Entry::parse(text).unwrap_err());
            assert!(error.contains(complaint), "{text}: {error}");
        }
    }
}

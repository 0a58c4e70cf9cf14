//! When games end early, as given on the command line.

use std::str::FromStr;

use anyhow::{bail, ensure};
use arena::{Draw, Material, Resign, Rules};

use crate::settings;

/// `lead=9,moves=4` or `off`.
#[derive(Clone)]
pub struct MaterialRule(pub Option<Material>);

/// `cp=1000,moves=3` or `off`.
#[derive(Clone)]
pub struct ResignRule(pub Option<Resign>);

/// `from=40,moves=8,cp=8` or `off`.
#[derive(Clone)]
pub struct DrawRule(pub Option<Draw>);

impl FromStr for MaterialRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let rules = Rules::default();
        let usual = rules.material.expect("material ends games by default");
        let rule = rule(text, usual, |rule, key, value| {
            match key {
                "lead" => rule.lead = settings::value(key, value)?,
                "moves" => rule.moves = moves(value)?,
                _ => return Err(settings::unknown(key, &["lead", "moves"])),
            }
            Ok(())
        });
        rule.map(Self)
    }
}

impl FromStr for ResignRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let usual = Resign { cp: 1000, moves: 3 };
        let rule = rule(text, usual, |rule, key, value| {
            match key {
                "cp" => rule.cp = settings::value(key, value)?,
                "moves" => rule.moves = moves(value)?,
                _ => return Err(settings::unknown(key, &["cp", "moves"])),
            }
            Ok(())
        });
        rule.map(Self)
    }
}

impl FromStr for DrawRule {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let usual = Draw {
            cp: 8,
            moves: 8,
            from_move: 40,
        };
        let rule = rule(text, usual, |rule, key, value| {
            match key {
                "from" => rule.from_move = settings::value(key, value)?,
                "cp" => rule.cp = settings::value(key, value)?,
                "moves" => rule.moves = moves(value)?,
                _ => return Err(settings::unknown(key, &["from", "moves", "cp"])),
            }
            Ok(())
        });
        rule.map(Self)
    }
}

/// The usual rule with some settings changed; `None` if it is off.
fn rule<R>(
    text: &str,
    mut rule: R,
    mut change: impl FnMut(&mut R, &str, &str) -> anyhow::Result<()>,
) -> anyhow::Result<Option<R>> {
    if text == "off" {
        return Ok(None);
    }
    for part in settings::split(text) {
        let Ok((key, value)) = settings::pair(&part) else {
            bail!("`{part}` is not a setting: write key=value, or only `off`");
        };
        change(&mut rule, key, value)?;
    }
    Ok(Some(rule))
}

/// A number of moves, at least 1: zero would end every game at once.
fn moves(value: &str) -> anyhow::Result<usize> {
    let moves = settings::value("moves", value)?;
    ensure!(moves > 0, "`moves` must be at least 1");
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_as_usual() {
        let ResignRule(resign) = "cp=400".parse().unwrap();
        assert_eq!(resign, Some(Resign { cp: 400, moves: 3 }));
        let MaterialRule(material) = "moves=9".parse().unwrap();
        let usual = Rules::default().material.unwrap();
        assert_eq!(material, Some(Material { moves: 9, ..usual }));
        let DrawRule(draw) = "moves=5,from=20".parse().unwrap();
        let expected = Draw {
            cp: 8,
            moves: 5,
            from_move: 20,
        };
        assert_eq!(draw, Some(expected));
        let DrawRule(draw) = "off".parse().unwrap();
        assert_eq!(draw, None);
        for text in ["", "on", "moves=0", "moves=-1", "movecount=3"] {
            assert!(text.parse::<MaterialRule>().is_err(), "{text}");
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
    }
}

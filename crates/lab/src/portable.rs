//! The work that workers elsewhere know.

use std::path::Path;

use arena::Contender;
use arena::analyse::Scoring;
use arena::lent::Engines;
use arena::selfplay::Games;
use arena::tournament::pairs::Pairs;
use evo::{Failure, Kind, Piecework, Problem, portable, workplace};
use evochess::ladder::Ladder;
use evochess::ordering::FewNodes;
use problems::coevolve::Coevolve;
use problems::endgame::Endgame;
use problems::gauntlet::Gauntlet;
use problems::landscape::Landscape;
use problems::learn::Agree;
use problems::lives::Lives;
use problems::masters::Masters;
use problems::mentor::Mentor;
use problems::mimic::Mimic;
use problems::selfplay::Selfplay;
use problems::tactics::Tactics;
use problems::tactics::mine::Digging;
use problems::uci_engine::{Duel, Exam};

use crate::kinds::{parse_mind, parse_organism};

/// The problems and other work whose tasks can be done elsewhere, on a machine that lends
/// these engines.
pub fn portable(engines: &Engines) -> Vec<Kind> {
    vec![
        Kind::of::<Mimic>(),
        Kind::of::<Mentor>(),
        Kind::of::<Masters>(),
        Kind::of::<Coevolve>(),
        Kind::of::<Tactics>(),
        Kind::of::<Endgame>(),
        Kind::of::<Agree>(),
        Kind::of::<Selfplay>(),
        Kind::of::<Lives>(),
        Kind::of::<Ladder>(),
        Kind::of::<FewNodes>(),
        Kind::of::<Landscape>(),
        Kind::new(Gauntlet::KIND, |bytes| {
            Ok(portable::bench(Gauntlet::unpack(bytes, parse_mind)?))
        }),
        fitness(Duel::KIND, engines, Duel::unpack),
        fitness(Exam::KIND, engines, Exam::unpack),
        work(Pairs::KIND, engines, |bytes, engines| {
            Pairs::unpack(bytes, revive, engines)
        }),
        work(Games::KIND, engines, Games::unpack),
        work(Scoring::KIND, engines, Scoring::unpack),
        work(Digging::KIND, engines, Digging::unpack),
    ]
}

/// A fitness that takes engines.
fn fitness<P>(
    name: &'static str,
    engines: &Engines,
    unpack: fn(&[u8], &Engines) -> Result<P, Failure>,
) -> Kind
where
    P: Problem<Kit: Send> + Send + Sync + 'static,
{
    let engines = engines.clone();
    Kind::new(name, move |bytes| {
        Ok(portable::bench(unpack(bytes, &engines)?))
    })
}

/// Work that may take engines.
fn work<W: Piecework + Send + 'static>(
    name: &'static str,
    engines: &Engines,
    unpack: fn(&[u8], &Engines) -> Result<W, Failure>,
) -> Kind {
    let engines = engines.clone();
    Kind::new(name, move |bytes| Ok(workplace(unpack(bytes, &engines)?)))
}

/// A contender of the text of its file.
fn revive(file: &str, path: &Path, mebibytes: Option<usize>) -> Result<Contender, Failure> {
    let organism = parse_organism(file, path).map_err(Failure::new)?;
    match organism.contender(mebibytes.unwrap_or(1)) {
        inside @ Contender::Inside(_) => Ok(inside),
        // No worker runs a program that it was sent.
        Contender::Uci(_) | Contender::Xboard(_) => Err(Failure::new(
            "an engine of its own is not an organism: workers lend engines by name",
        )),
    }
}

#[cfg(test)]
mod tests {
    use problems::uci_engine::Organism;

    use super::*;

    #[test]
    fn no_worker_starts_a_program_that_it_was_sent() {
        let sent = Organism {
            name: "sent".into(),
            engine: "/bin/sh".into(),
            arguments: vec!["-c".into(), "touch harm".into()],
            options: Vec::new(),
            origin: Default::default(),
        };
        let refused = revive(&sent.to_toml(), "sent".as_ref(), None).unwrap_err();
        assert!(refused.to_string().contains("lend engines by name"));
    }
}

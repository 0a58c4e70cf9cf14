//! The kinds of organisms: how their files are read, and how they play.

use std::io::{BufRead, Write};
use std::iter;
use std::path::Path;

use arena::{Contender, Inside};
use chess::Game;
use engine::organism::{self, OrganismError};
use engine::search::{Limit, SearchParams};
use engine::uci::{self, Judged, Offer};
use engine::{Mind, eval, modern};
use evochess::EvochessPlayer;
use params::Table;
use problems::{endgame, masters, uci_engine};

use crate::thought::{self, Thinker};

/// A kind of organism in the list of those that play.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What files call it.
    pub name: &'static str,
    parse: fn(&str, &Path) -> Parsed,
    /// Its declared numbers, in families.
    pub genes: &'static [(&'static str, Table)],
}

/// An organism, or why a text does not describe one.
type Parsed = Result<Box<dyn Playable>, OrganismError>;

/// The kinds of organisms that play.
pub const KINDS: &[Kind] = &[
    Kind {
        name: organism::KIND,
        parse: |text, path| Ok(searching(organism::Organism::parse(text, path)?)),
        genes: &[
            ("Evaluation weights", eval::Weights::TABLE),
            ("Search parameters", SearchParams::TABLE),
        ],
    },
    Kind {
        name: modern::KIND,
        parse: |text, path| Ok(searching(modern::Organism::parse(text, path)?)),
        genes: &[
            (
                "Weights, of middle game and endgame each",
                modern::eval::Weights::TABLE,
            ),
            ("Scales of endings", modern::eval::Weights::ENDING),
            ("Search genes", modern::search::SearchGenes::TABLE),
        ],
    },
    Kind {
        name: masters::KIND,
        parse: |text, path| Ok(searching(masters::Organism::parse(text, path)?)),
        genes: &[],
    },
    Kind {
        name: endgame::KIND,
        parse: |text, path| Ok(Box::new(endgame::Organism::parse(text, path)?)),
        genes: &[],
    },
    Kind {
        name: evochess::KIND,
        parse: |text, path| Ok(Box::new(evochess::Organism::parse(text, path)?)),
        genes: &[
            ("Position module", evochess::position::TABLE),
            ("Ordering module", evochess::ordering::TABLE),
        ],
    },
    Kind {
        name: uci_engine::KIND,
        parse: |text, path| Ok(Box::new(uci_engine::Organism::parse(text, path)?)),
        genes: &[],
    },
];

/// Reads an organism file of any kind.
pub fn read_organism(path: &Path) -> Parsed {
    parse_organism(&organism::text(path)?, path)
}

/// Reads the text of an organism file of any kind; `path` is for the error message.
pub(crate) fn parse_organism(text: &str, path: &Path) -> Parsed {
    let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    let name = organism::kind_among(text, path, &names)?;
    let mut kinds = KINDS.iter();
    let kind = kinds.find(|kind| kind.name == name);
    (kind.expect("one of the list").parse)(text, path)
}

/// Reads an organism file of any kind that searches.
fn read_mind(path: &Path) -> Result<Box<dyn Mind>, OrganismError> {
    parse_mind(&organism::text(path)?, path)
}

/// Reads the text of an organism file of any kind that searches.
pub(crate) fn parse_mind(text: &str, path: &Path) -> Result<Box<dyn Mind>, OrganismError> {
    let organism = parse_organism(text, path)?;
    organism.mind().ok_or_else(|| OrganismError::Invalid {
        path: path.into(),
        line: 1,
        problem: "an organism of this kind does not search; start a session of its own for it"
            .into(),
    })
}

/// What a gene of any kind does, by the name that journals and files have for it; empty
/// where that is not declared.
pub fn meaning(gene: &str) -> &'static str {
    let tables = || KINDS.iter().flat_map(|kind| kind.genes);
    let declared =
        |name: &str| tables().find_map(|(_, table)| Some(table.get(table.find(name)?).meaning));
    let halves = ["MIDGAME_", "ENDGAME_"];
    let whole = halves.iter().find_map(|half| gene.strip_prefix(half));
    let whole = whole.unwrap_or(gene);
    // A number of an array has its place behind the name.
    let array = whole.rsplit_once('_').map_or(whole, |(name, _)| name);
    let mut names = [gene, whole, array].into_iter();
    names.find_map(declared).unwrap_or_default()
}

/// Lets an organism that searches answer the commands of UCI, with all its genes as options.
pub fn serve_tunable(mind: Box<dyn Mind>, input: Box<dyn BufRead + Send>, output: Box<dyn Write>) {
    uci::run(mind, read_mind, Offer::All, input, output);
}

/// The best organism that this program has bred, which plays where no other is named.
pub fn champion() -> Box<dyn Playable> {
    searching(modern::Organism::champion())
}

/// An organism that plays, whatever its kind.
pub trait Playable: Send {
    /// Gives it another name.
    fn rename(&mut self, name: &str);

    /// The organism as a mind, if it searches.
    fn mind(self: Box<Self>) -> Option<Box<dyn Mind>> {
        None
    }

    /// Whether it has a hash table.
    fn has_table(&self) -> bool;

    /// The organism as a contender, with a hash table of this size if it has one.
    fn contender(self: Box<Self>, mebibytes: usize) -> Contender;

    /// The organism as a player that explains its moves.
    fn thinker(self: Box<Self>) -> Box<dyn Thinker>;

    /// Answers UCI commands until `quit` or the end of input.
    fn serve(self: Box<Self>, input: Box<dyn BufRead + Send>, output: Box<dyn Write>);
}

fn searching(organism: impl Mind) -> Box<dyn Playable> {
    Box::new(Searching(organism))
}

/// An organism that searches.
struct Searching<M>(M);

impl<M: Mind> Playable for Searching<M> {
    fn rename(&mut self, name: &str) {
        self.0.rename(name);
    }

    fn mind(self: Box<Self>) -> Option<Box<dyn Mind>> {
        Some(Box::new(self.0))
    }

    fn has_table(&self) -> bool {
        true
    }

    fn contender(self: Box<Self>, mebibytes: usize) -> Contender {
        Contender::Inside(Inside::searching(self.0, mebibytes))
    }

    fn thinker(self: Box<Self>) -> Box<dyn Thinker> {
        Box::new(thought::Searching::new(self.0))
    }

    fn serve(self: Box<Self>, input: Box<dyn BufRead + Send>, output: Box<dyn Write>) {
        uci::run(Box::new(self.0), read_mind, Offer::Usual, input, output);
    }
}

impl Playable for endgame::Organism {
    fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    fn has_table(&self) -> bool {
        false
    }

    fn contender(self: Box<Self>, _: usize) -> Contender {
        Contender::Inside(self.inside())
    }

    fn thinker(self: Box<Self>) -> Box<dyn Thinker> {
        self
    }

    fn serve(self: Box<Self>, input: Box<dyn BufRead + Send>, output: Box<dyn Write>) {
        let judge = |game: &Game, _: &Limit| {
            let explanation = endgame::explain(&self, game);
            let judged = explanation.moves.iter().map(|judged| Judged {
                mv: judged.mv,
                reason: format!("{} tree, score {}", explanation.tree, judged.score),
            });
            judged.collect()
        };
        uci::run_instant(&self.name, judge, input, output);
    }
}

impl Playable for evochess::Organism {
    fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    fn has_table(&self) -> bool {
        false
    }

    fn contender(self: Box<Self>, _: usize) -> Contender {
        Contender::Inside(self.inside())
    }

    fn thinker(self: Box<Self>) -> Box<dyn Thinker> {
        self
    }

    fn serve(self: Box<Self>, input: Box<dyn BufRead + Send>, output: Box<dyn Write>) {
        let mut player = EvochessPlayer::new(&self);
        let judge = |game: &Game, limit: &Limit| {
            let found = player.think(game, limit);
            let best = Judged {
                mv: found.mv,
                reason: format!(
                    "{} in {} nodes, {} plies",
                    found.worth(),
                    found.nodes,
                    found.depth
                ),
            };
            let others = evochess::in_order(&self.individual, game).into_iter();
            let others = others.filter(|ordered| ordered.mv != found.mv);
            let others = others.map(|ordered| Judged {
                mv: ordered.mv,
                reason: format!("ordered by {}", ordered.value),
            });
            iter::once(best).chain(others).collect()
        };
        uci::run_instant(&self.name, judge, input, output);
    }
}

//! Pairs of games of an engine with other values against the same engine as it is, or with
//! the values that are the other ones of a pair.

use std::sync::Arc;

use arena::book::Book;
use arena::lent::Engines;
use arena::stats::Pentanomial;
use arena::{Fault, Misdeed, Pace, Played, Player, Rules, Seat, UciEngine, play};
use chess::pgn::{self, Comment, Marker, Tags};
use chess::{Color, Game, Outcome};
use evo::{Account, Effort, Failure, Fitness, Packed, Problem, Scores, Seed, portable};
use serde::{Deserialize, Serialize};

use super::{Subject, TRIES};
use crate::coevolve::are_legal;
use crate::opponent::Opponent;

/// Games as a problem: fitness is the share of the points.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The engine.
    pub subject: Arc<Subject>,
    /// The openings to choose from.
    pub book: Arc<Book>,
    /// What a player may think.
    pub pace: Pace,
    /// Pairs of games of each. All of a generation have the same openings.
    pub pairs: usize,
    /// Whom the values of a generation play.
    pub opponent: Opponent,
}

/// Values, those that they play against if these are not the base, and an opening to be played with both colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    values: Vec<i32>,
    other: Option<Vec<i32>>,
    /// Its place in the book, counted from 0.
    opening: usize,
}

/// What came of a pair of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Half points of the values that are tried, with white and with black; `None` for a
    /// pair that does not count: the base failed.
    pub half_points: Option<[u8; 2]>,
    /// Nodes searched by both.
    pub nodes: u64,
    /// The moves of both games after the opening, in sixteen bits each.
    pub moves: [Vec<u16>; 2],
    /// What went wrong, in a line each.
    pub faults: Vec<String>,
}

/// A pair of games in which nothing went wrong.
struct Pair {
    half_points: [u8; 2],
    nodes: u64,
    moves: [Vec<u16>; 2],
}

/// Which of the two is at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Tried,
    Other,
}

/// The two engines of a worker.
pub struct Players {
    tried: UciEngine,
    other: UciEngine,
}

impl Duel {
    /// What its kind is called.
    pub const KIND: &'static str = "duel";

    /// Of its bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], engines: &Engines) -> Result<Self, Failure> {
        let (subject, book, pace, pairs, opponent): (Subject, Book, Pace, usize, Opponent) =
            portable::read(bytes)?;
        Ok(Self {
            subject: Arc::new(subject.among(engines)?),
            book: Arc::new(book),
            pace,
            pairs,
            opponent,
        })
    }

    /// These values against the base in an opening of the book, counted from 0.
    pub const fn bout(values: Vec<i32>, opening: usize) -> Bout {
        Bout {
            values,
            other: None,
            opening,
        }
    }

    /// The two games of a pair as PGN; nothing for a pair that does not count.
    pub fn pgn(&self, number: usize, bout: &Bout, games: &Games) -> String {
        let mut text = Vec::new();
        self.write(&mut text, number, bout, games);
        String::from_utf8(text).expect("PGN is text")
    }

    fn tell(&self, players: &mut Players, bout: &Bout) -> Result<(), (Side, Fault)> {
        let Bout { values, other, .. } = bout;
        // The base first: where the program itself is gone, the values are not to blame.
        let begin = |engine: &mut UciEngine, values: &[i32], side| {
            let told = engine.set(self.subject.program(values));
            told.and_then(|()| engine.new_game())
                .map_err(|fault| (side, fault))
        };
        let base = self.subject.base();
        begin(
            &mut players.other,
            other.as_ref().unwrap_or(&base),
            Side::Other,
        )?;
        begin(&mut players.tried, values, Side::Tried)
    }

    fn pair(&self, players: &mut Players, bout: &Bout) -> Result<Pair, (Side, Fault)> {
        self.tell(players, bout)?;
        let mut nodes = 0;
        let mut game = |tried: Color| {
            let seat = |player| Seat {
                player,
                pace: self.pace,
            };
            let Players { tried: one, other } = &mut *players;
            let [one, other]: [&mut dyn Player; 2] = [one, other];
            let (white, black) = match tried {
                Color::White => (one, other),
                Color::Black => (other, one),
            };
            let start = self.book.opening(bout.opening).game.clone();
            let known = start.moves().len();
            let Played {
                game,
                ending,
                thoughts,
                fault,
            } = play(seat(white), seat(black), start, &Rules::default());
            if let Some((color, fault)) = fault {
                let side = if color == tried {
                    Side::Tried
                } else {
                    Side::Other
                };
                return Err((side, fault));
            }
            let searched = thoughts.iter().filter_map(|timed| timed.thought.nodes);
            nodes += searched.sum::<u64>();
            let moves = game.moves()[known..].iter().map(|&mv| chess::pack(mv));
            Ok((ending.outcome().half_points(tried), moves.collect()))
        };
        let (with_white, first) = game(Color::White)?;
        let (with_black, second) = game(Color::Black)?;
        Ok(Pair {
            half_points: [with_white, with_black],
            nodes,
            moves: [first, second],
        })
    }

    /// The results of pairs that count.
    pub fn results(outcomes: &[Games]) -> Pentanomial {
        let mut results = Pentanomial::default();
        let pairs = outcomes.iter().filter_map(|games| games.half_points);
        pairs.for_each(|pair| results += Pentanomial::of_half_points(pair));
        results
    }

    fn write(&self, text: &mut Vec<u8>, number: usize, bout: &Bout, games: &Games) {
        let Some(half_points) = games.half_points else {
            return;
        };
        let options = |values| self.subject.differences(values);
        let tried = options(&bout.values);
        let (other, other_options) = match &bout.other {
            Some(other) => ("other", options(other)),
            None => ("base", String::new()),
        };
        let sides = [(Color::White, "1"), (Color::Black, "2")];
        for (((color, game_number), moves), half_points) in
            sides.into_iter().zip(&games.moves).zip(half_points)
        {
            let mut game: Game = self.book.opening(bout.opening).game.clone();
            for mv in moves.iter().filter_map(|&bits| chess::unpack(bits)) {
                game.play(mv).expect("a move that was played");
            }
            let outcome = match half_points {
                0 => Outcome::Win(!color),
                1 => Outcome::Draw,
                _ => Outcome::Win(color),
            };
            let mut tags = Tags::default();
            let (white, black) = match color {
                Color::White => ("tried", other),
                Color::Black => (other, "tried"),
            };
            tags.set("Round", format!("{number}.{game_number}"));
            tags.set("White", white);
            tags.set("Black", black);
            tags.set("Options", &tried);
            if !other_options.is_empty() {
                tags.set("OtherOptions", &other_options);
            }
            let marker = Marker::Finished(outcome);
            let none: [Comment; 0] = [];
            pgn::write(text, &tags, &game, marker, &none).expect("memory can be written");
        }
    }
}

/// Whether a fault says that the program cannot even begin.
fn is_lame(fault: &Fault) -> bool {
    matches!(fault.misdeed, Misdeed::NotStarted(_) | Misdeed::NoUciOk(_))
}

impl Problem for Duel {
    type Program = Vec<i32>;
    type Task = Bout;
    type Outcome = Games;
    type Kit = Players;

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Bout> {
        let mut order: Vec<_> = (0..self.book.openings().len()).collect();
        seed.child("openings", 0).stream().shuffle(&mut order);
        let openings: Vec<_> = order.into_iter().cycle().take(self.pairs).collect();
        let mut bouts = Vec::new();
        for (values, other) in self.opponent.meetings(generation) {
            bouts.extend(openings.iter().map(|&opening| Bout {
                values: values.clone(),
                other: other.cloned(),
                opening,
            }));
        }
        bouts
    }

    fn equip(&self) -> Result<Players, Failure> {
        let start = || UciEngine::start(&self.subject.program(&self.subject.base()));
        Ok(Players {
            tried: start().map_err(Failure::new)?,
            other: start().map_err(Failure::new)?,
        })
    }

    fn run(&self, players: &mut Players, bout: &Bout) -> Result<Games, Failure> {
        let mut faults = Vec::new();
        let mut at_fault = Side::Other;
        for _ in 0..TRIES {
            match self.pair(players, bout) {
                Ok(Pair {
                    half_points,
                    nodes,
                    moves,
                }) => {
                    return Ok(Games {
                        half_points: Some(half_points),
                        nodes,
                        moves,
                        faults,
                    });
                }
                Err((side, fault)) => {
                    let whose = match (side, &bout.other) {
                        (Side::Tried, _) => self.subject.differences(&bout.values),
                        (Side::Other, Some(other)) => self.subject.differences(other),
                        (Side::Other, None) => "the base".into(),
                    };
                    faults.push(format!("{whose}: {}", fault.misdeed));
                    let is_base = side == Side::Other && bout.other.is_none();
                    if is_base && is_lame(&fault) && faults.len() == TRIES {
                        return Err(Failure::new(fault));
                    }
                    at_fault = side;
                }
            }
        }
        Ok(Games {
            half_points: match (at_fault, &bout.other) {
                (Side::Tried, _) => Some([0, 0]),
                (Side::Other, Some(_)) => Some([2, 2]),
                (Side::Other, None) => None,
            },
            nodes: 0,
            moves: [Vec::new(), Vec::new()],
            faults,
        })
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Bout], outcomes: &[Games]) -> Scores {
        let meetings = outcomes.chunks(self.pairs).map(Self::results);
        let results = self.opponent.of_each(generation.len(), meetings);
        assert_eq!(results.len(), generation.len(), "every program has played");
        Scores {
            fitness: results.iter().map(share).collect(),
            effort: Effort {
                games: 2 * outcomes.len() as u64,
                nodes: outcomes.iter().map(|games| games.nodes).sum(),
                ..Effort::default()
            },
        }
    }

    fn shown(&self, bout: &Bout, games: &Games) -> Option<String> {
        Some(self.pgn(1, bout, games)).filter(|pgn| !pgn.is_empty())
    }

    fn account(&self, bouts: &[Bout], outcomes: &[Games]) -> Account {
        let pairs = (1..).zip(bouts.iter().zip(outcomes));
        let pairs = pairs.map(|(number, (bout, games))| self.pgn(number, bout, games));
        let faults = outcomes.iter().flat_map(|games| games.faults.clone());
        Account {
            faults: faults.collect(),
            games: pairs.collect(),
        }
    }

    fn packed(&self) -> Option<Packed> {
        self.subject.lent.as_ref()?;
        let value = (
            &*self.subject,
            &*self.book,
            self.pace,
            self.pairs,
            self.opponent,
        );
        Some(Packed::new(Self::KIND, &value))
    }

    fn engines(&self) -> Vec<String> {
        self.subject.engines()
    }

    fn is_plausible(&self, bout: &Bout, games: &Games) -> bool {
        let start = &self.book.opening(bout.opening).game;
        let points = games.half_points.unwrap_or_default();
        points.iter().all(|&half| half <= 2)
            && games.moves.iter().all(|moves| are_legal(start, moves))
    }
}

/// The share of the points with its standard error. A few pairs may all have ended alike:
/// one more that did not is counted with them.
fn share(results: &Pentanomial) -> Fitness {
    let pairs = results.pairs() as f64;
    if results.pairs() == 0 {
        return Fitness {
            value: f64::NAN,
            stderr: f64::NAN,
        };
    }
    let mean = results.score();
    let counts = results
        .by_score()
        .into_iter()
        .zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let squares: f64 = counts
        .map(|(count, score)| count as f64 * (score - mean) * (score - mean))
        .sum();
    let variance = (squares + 0.25 * 0.25) / (pairs + 1.0);
    Fitness {
        value: mean,
        stderr: libm::sqrt(variance / pairs),
    }
}

//! The boards of a tournament, for spectators.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::pgn::{self, Comment, Marker, Tags};
use chess::{Game, Move};

use super::{Fixture, Tournament, scoresheet};
use crate::live::Live;
use crate::{Pace, Played, Timed};

/// How often the file is written, if anything has changed.
const EVERY: Duration = Duration::from_millis(150);

/// One board for each thread that plays.
pub struct Boards<'a> {
    tournament: &'a Tournament,
    live: Live,
    boards: Vec<Mutex<Option<Board>>>,
    /// How many have a player.
    taken: AtomicUsize,
    has_changed: AtomicBool,
}

/// A game so far.
struct Board {
    tags: Tags,
    start: Game,
    /// The moves after the start.
    moves: Vec<Move>,
    comments: Vec<Comment>,
    marker: Marker,
}

impl<'a> Boards<'a> {
    /// Beside this record.
    pub fn beside(record: &Path, tournament: &'a Tournament) -> Self {
        let boards = (0..tournament.workers.max(1)).map(|_| Mutex::default());
        Self {
            tournament,
            live: Live::beside(record),
            boards: boards.collect(),
            taken: AtomicUsize::new(0),
            has_changed: AtomicBool::new(false),
        }
    }

    /// The next board that is free.
    pub fn take(&self) -> Place<'_> {
        let number = self.taken.fetch_add(1, Relaxed) % self.boards.len();
        Place {
            boards: self,
            number,
        }
    }

    /// Keeps the file up to date until the other end of `playing` is gone.
    pub fn keep(&self, playing: &Receiver<()>) {
        while let Err(RecvTimeoutError::Timeout) = playing.recv_timeout(EVERY) {
            if self.has_changed.swap(false, Relaxed) {
                // Without spectators the games go on and are recorded all the same.
                let _ = self.live.put(&self.text());
            }
        }
    }

    fn text(&self) -> String {
        let mut text = Vec::new();
        for number in 0..self.boards.len() {
            // The lock is gone before anything is written.
            let board = self.lock(number).as_ref().map(Board::copy);
            if let Some(board) = board {
                board.write(&mut text);
            }
        }
        String::from_utf8(text).expect("tags and moves are text")
    }

    fn lock(&self, number: usize) -> MutexGuard<'_, Option<Board>> {
        let board = self.boards[number].lock();
        board.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A board of one thread.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    boards: &'a Boards<'a>,
    number: usize,
}

impl Place<'_> {
    /// A game begins.
    pub fn begin(self, fixture: Fixture, game: usize, start: &Game) {
        let tags = scoresheet::heading(self.boards.tournament, fixture, game);
        let board = Board {
            tags,
            start: start.clone(),
            moves: Vec::new(),
            comments: Vec::new(),
            marker: Marker::Unfinished,
        };
        self.change(|place| *place = Some(board));
    }

    /// A player has thought about its next move in this game.
    pub fn note(self, game: &Game, timed: &Timed, pace: Pace) {
        let text = scoresheet::annotate(timed, pace);
        self.change(|board| {
            let Some(board) = board else {
                return;
            };
            let known = board.start.moves().len() + board.moves.len();
            board
                .moves
                .extend(game.moves().get(known..).unwrap_or_default());
            board.moves.push(timed.thought.mv);
            if !text.is_empty() {
                let after = game.moves().len() + 1;
                board.comments.push(Comment { after, text });
            }
        });
    }

    /// The game has ended.
    pub fn end(self, played: &Played) {
        let marker = Marker::Finished(played.ending.outcome());
        self.change(|board| {
            if let Some(board) = board {
                board.marker = marker;
            }
        });
    }

    fn change(self, change: impl FnOnce(&mut Option<Board>)) {
        change(&mut self.boards.lock(self.number));
        self.boards.has_changed.store(true, Relaxed);
    }
}

impl Board {
    fn copy(&self) -> Self {
        Self {
            tags: self.tags.clone(),
            start: self.start.clone(),
            moves: self.moves.clone(),
            comments: self.comments.clone(),
            marker: self.marker,
        }
    }

    fn write(self, text: &mut Vec<u8>) {
        let mut game = self.start;
        for mv in self.moves {
            // The last one may be illegal: then the game has ended.
            if game.play(mv).is_err() {
                break;
            }
        }
        let mut comments = self.comments;
        comments.retain(|comment| comment.after <= game.moves().len());
        pgn::write(text, &self.tags, &game, self.marker, &comments).expect("memory can be written");
    }
}

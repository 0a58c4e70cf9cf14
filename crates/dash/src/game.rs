//! A game between a visitor and an organism.
//!
//! A browser sends the moves so far, and gets the position, its legal moves and, if it asks
//! for one, the move of an organism with what spoke for it. Between two requests nothing is
//! kept here: a game goes on after a reload, and after the server was started anew.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use chess::pgn::{self, Marker, Tags};
use chess::{Board, Color, Game, Move, Outcome, fen, legal_moves, san, uci};
use engine::search::Score;
use lab::Thought;
use serde::{Deserialize, Serialize};

use crate::house::{House, aside};
use crate::limits::{self, PLIES};
use crate::organisms::{self, Asked};
use crate::problem::Problem;

/// The moves so far, and whether an organism is to reply.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// The position that the game starts from, where it is another than usual.
    start: Option<String>,
    /// The moves, as UCI writes them.
    moves: Vec<String>,
    /// What the players are called, White first.
    #[serde(default)]
    names: [String; 2],
    /// Which organism makes the next move.
    player: Option<Player>,
}

#[derive(Clone, Debug, Deserialize)]
struct Player {
    #[serde(flatten)]
    asked: Asked,
    nodes: u64,
}

/// The game as it stands.
#[derive(Debug, Serialize)]
struct Answer {
    start: String,
    fen: String,
    turn: &'static str,
    /// The square of a king in check.
    check: Option<String>,
    /// The legal moves, as UCI writes them.
    legal: Vec<String>,
    played: Vec<Played>,
    /// How the game has ended.
    end: Option<String>,
    result: String,
    pgn: String,
    thought: Option<Told>,
}

/// A move that was played.
#[derive(Debug, Serialize)]
struct Played {
    uci: String,
    san: String,
    fen: String,
}

/// What an organism thought.
#[derive(Debug, Serialize)]
struct Told {
    player: String,
    uci: String,
    san: String,
    score: Option<String>,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
    grounds: Vec<Ground>,
}

#[derive(Debug, Serialize)]
struct Ground {
    title: &'static str,
    unit: &'static str,
    reasons: Vec<Reason>,
}

#[derive(Debug, Serialize)]
struct Reason {
    what: String,
    meaning: &'static str,
    weight: Option<f64>,
}

/// Answers a browser.
pub async fn answer(
    State(house): State<Arc<House>>,
    ConnectInfo(visitor): ConnectInfo<SocketAddr>,
    request: Result<Json<Request>, JsonRejection>,
) -> Response {
    let answered = match request {
        Ok(Json(request)) => play(house, visitor, request).await,
        Err(rejection) => Err(Problem::new(rejection.status(), rejection.body_text())),
    };
    match answered {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}

async fn play(house: Arc<House>, visitor: SocketAddr, request: Request) -> Result<Answer, Problem> {
    let mut game = replay(&request)?;
    let mut told = None;
    if let Some(player) = request.player.clone()
        && game.end().is_none()
    {
        let turn = house.limits.think(visitor.ip()).await?;
        let before = game.clone();
        let (thought, name) = aside(move || {
            let _turn = turn;
            let (playable, name) = organisms::player(&house, &player.asked)?;
            let mut thinker = playable.thinker();
            Ok((thinker.think(&before, limits::nodes(player.nodes)), name))
        })
        .await?;
        let mv = thought.mv;
        told = Some(tell(game.board(), thought, name));
        game.play(mv).map_err(Problem::wrong)?;
    }
    Ok(stand(&game, &request.names, told))
}

/// The game up to now.
fn replay(request: &Request) -> Result<Game, Problem> {
    let start = match request.start.as_deref().map(str::trim) {
        None | Some("") => Board::default(),
        Some(text) => fen::parse(text)
            .map_err(|error| Problem::wrong(format!("This is not a position: {error}")))?,
    };
    if request.moves.len() > PLIES {
        let what = format!("A game has at most {PLIES} moves of both sides together here.");
        return Err(Problem::wrong(what));
    }
    let mut game = Game::new(start);
    for text in &request.moves {
        let mv = uci::parse(game.board(), text).map_err(Problem::wrong)?;
        game.play(mv).map_err(Problem::wrong)?;
    }
    Ok(game)
}

fn stand(game: &Game, names: &[String; 2], thought: Option<Told>) -> Answer {
    let board = game.board();
    let turn = board.side_to_move();
    let is_check = !board.checkers().is_empty();
    let end = game.end();
    let legal = match end {
        None => legal_moves(board),
        Some(_) => Vec::new(),
    };
    Answer {
        start: fen::write(game.start()),
        fen: fen::write(board),
        turn: match turn {
            Color::White => "w",
            Color::Black => "b",
        },
        check: is_check.then(|| board.king(turn).to_string()),
        legal: legal
            .into_iter()
            .map(|mv| uci::write(board, mv, false))
            .collect(),
        played: played(game),
        end: end.map(|end| end.to_string()),
        result: marker(game.outcome()).to_string(),
        pgn: text(game, names),
        thought,
    }
}

/// The moves of a game, each with the position after it.
fn played(game: &Game) -> Vec<Played> {
    let mut board = game.start().clone();
    let moves = game.moves().iter().map(|&mv| {
        let (uci, san) = (uci::write(&board, mv, false), san::write(&board, mv));
        board.play_unchecked(mv);
        Played {
            uci,
            san,
            fen: fen::write(&board),
        }
    });
    moves.collect()
}

fn marker(outcome: Option<Outcome>) -> Marker {
    outcome.map_or(Marker::Unfinished, Marker::Finished)
}

/// The longest name of a player in a PGN.
const LONGEST_NAME: usize = 120;

fn text(game: &Game, names: &[String; 2]) -> String {
    let mut tags = Tags::default();
    for (side, name) in ["White", "Black"].into_iter().zip(names) {
        if !name.is_empty() {
            tags.set(side, name.chars().take(LONGEST_NAME).collect::<String>());
        }
    }
    let mut out = Vec::new();
    pgn::write(&mut out, &tags, game, marker(game.outcome()), &[]).expect("memory takes any text");
    String::from_utf8_lossy(&out).trim_end().to_owned()
}

fn tell(board: &Board, thought: Thought, player: String) -> Told {
    Told {
        player,
        uci: uci::write(board, thought.mv, false),
        san: san::write(board, thought.mv),
        score: thought.score.map(show),
        depth: thought.depth,
        nodes: thought.nodes,
        line: line(board, &thought.line),
        grounds: thought.grounds.into_iter().map(ground).collect(),
    }
}

fn ground(grounds: lab::Grounds) -> Ground {
    let reasons = grounds.reasons.into_iter().map(|reason| Reason {
        what: reason.what,
        meaning: reason.meaning,
        weight: reason.weight,
    });
    Ground {
        title: grounds.title,
        unit: grounds.unit,
        reasons: reasons.collect(),
    }
}

/// Moves with their numbers, as a book writes them.
fn line(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let words = moves.iter().enumerate().map(|(at, &mv)| {
        let san = san::write(&board, mv);
        let number = board.fullmove_number();
        let word = match (board.side_to_move(), at) {
            (Color::White, _) => format!("{number}. {san}"),
            (Color::Black, 0) => format!("{number}… {san}"),
            (Color::Black, _) => san,
        };
        board.play_unchecked(mv);
        word
    });
    words.collect()
}

/// A score in pawns or moves.
fn show(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0).replace('-', "−"),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", -moves),
    }
}

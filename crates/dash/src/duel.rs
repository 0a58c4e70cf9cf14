//! Two organisms against each other, for the Elo between them.
//!
//! A browser asks for one pair of games at a time, and sends the results of those before. So
//! nothing is kept here, what is played ends when the page is closed, and a pair counts as
//! a move does against what a visitor may ask for.

use std::net::SocketAddr;
use std::sync::Arc;

use arena::Played;
use arena::stats::{GameResult, Pentanomial};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chess::fen;
use lab::Duel;
use lab::report::clean;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::house::{House, aside};
use crate::limits::{self, PAIRS};
use crate::organisms::{self, Asked};
use crate::pages::standings::{interval, percent, signed};
use crate::problem::Problem;
use crate::replay;

/// Who plays, and what came of the pairs before.
#[derive(Debug, Deserialize)]
pub struct Request {
    players: [Asked; 2],
    nodes: u64,
    /// Half points of the first player in each pair, with White and with Black.
    played: Vec<[u8; 2]>,
}

/// A pair and how things stand after it.
#[derive(Debug, Serialize)]
struct Answer {
    played: [u8; 2],
    elo: String,
    interval: String,
    score: String,
    counts: String,
    games: Vec<Value>,
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
    let number = request.played.len();
    if number >= PAIRS {
        return Err(Problem::wrong(format!("{PAIRS} pairs are the most here.")));
    }
    if request.played.iter().flatten().any(|&points| points > 2) {
        return Err(Problem::wrong("A game has 0, 1 or 2 half points."));
    }
    let turn = house.limits.think(visitor.ip()).await?;
    aside(move || {
        let _turn = turn;
        let [first, second] = &request.players;
        let (first, first_name) = organisms::player(&house, first)?;
        let (second, second_name) = organisms::player(&house, second)?;
        let duel = Duel::play([first, second], number, limits::duel_nodes(request.nodes));
        let failed = |fault| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault);
        let duel = duel.map_err(failed)?;
        let [white, black] = duel.half_points();
        let all = request.played.into_iter().chain([[white, black]]);
        let results: Pentanomial = all.map(pair).sum();
        let elo = results.elo();
        let (wins, draws, losses) = (results.wins(), results.draws(), results.losses());
        let [one, other] = &duel.games;
        Ok(Answer {
            played: [white, black],
            elo: signed(elo.value),
            interval: interval(elo),
            score: percent(results.score()),
            counts: format!("+{wins} ={draws} −{losses}"),
            games: vec![
                replayed(one, [&first_name, &second_name]),
                replayed(other, [&second_name, &first_name]),
            ],
        })
    })
    .await
}

/// Half points of the first player, with White and with Black.
fn pair(half_points: [u8; 2]) -> Pentanomial {
    let [white, black] = half_points.map(|points| match points {
        0 => GameResult::Loss,
        1 => GameResult::Draw,
        _ => GameResult::Win,
    });
    let mut pair = Pentanomial::default();
    pair.add_pair(white, black);
    pair
}

/// A game for the script.
fn replayed(played: &Played, [white, black]: [&str; 2]) -> Value {
    let outcome = played.ending.outcome();
    json!({
        "white": clean(white),
        "black": clean(black),
        "result": outcome.to_string(),
        "start": fen::write(played.game.start()),
        "plies": played.game.moves().len(),
        "moves": replay::moves(&played.game, |_| String::new()),
    })
}

//! A game of a tournament as PGN.

use chess::pgn::{self, Comment, Marker, Record, Tags};
use chess::{Color, Game};
use engine::search::Score;

use super::standings::Verdict;
use super::{Fixture, Tournament};
use crate::{Ending, Fault, Pace, Played, Timed, Variant};

/// What the `Termination` tag says of a game that was lost on time.
const TIME_FORFEIT: &str = "time forfeit";

/// The tag for the test that ends a match by its results.
pub const SPRT: &str = "Sprt";

/// The tags that identify the game and its players.
pub fn heading(tournament: &Tournament, fixture: Fixture, game: usize) -> Tags {
    let [white, black] = fixture
        .colours(game)
        .map(|player| &tournament.entrants[player]);
    let mut tags = Tags::default();
    tags.set("Event", tournament.name());
    tags.set("Round", fixture.label(game));
    tags.set("White", &white.name);
    tags.set("Black", &black.name);
    if tournament.book.variant() == Variant::Chess960 {
        tags.set("Variant", pgn::CHESS960);
    }
    tags
}

/// The tags that identify a game of this tournament.
pub fn tags(tournament: &Tournament, fingerprint: &str, fixture: Fixture, game: usize) -> Tags {
    let [white, black] = fixture
        .colours(game)
        .map(|player| &tournament.entrants[player]);
    let mut tags = heading(tournament, fixture, game);
    if white.pace == black.pace {
        tags.set("TimeControl", white.pace.to_string());
    } else {
        tags.set("WhiteTimeControl", white.pace.to_string());
        tags.set("BlackTimeControl", black.pace.to_string());
    }
    let number = tournament.book.opening(fixture.round).number;
    let book = tournament.book.name();
    tags.set("Opening", format!("{number} of {book}"));
    tags.set("Settings", fingerprint);
    tags
}

/// The text of a game: its tags, its moves, what the players thought and why it
/// ended.
pub fn write(mut tags: Tags, played: &Played, paces: [Pace; 2]) -> Vec<u8> {
    tags.set("Termination", termination(played));
    let mut reason = played.ending.to_string();
    if let Some((color, fault)) = &played.fault {
        tags.set(
            "Fault",
            format!("{}: {}", colour_name(*color), fault.misdeed),
        );
        reason += &format!(": {}", fault.misdeed);
    }
    let moves = played.game.moves().len();
    let opening = moves - played.thoughts.len();
    let mut mover = side_to_move_after(&played.game, opening);
    let mut comments = Vec::new();
    for (index, timed) in played.thoughts.iter().enumerate() {
        comments.push(Comment {
            after: opening + index + 1,
            text: annotate(timed, paces[mover as usize]),
        });
        mover = !mover;
    }
    comments.retain(|comment| !comment.text.is_empty());
    comments.push(Comment {
        after: moves,
        text: reason,
    });
    let marker = Marker::Finished(played.ending.outcome());
    let mut text = Vec::new();
    pgn::write(&mut text, &tags, &played.game, marker, &comments).expect("memory can be written");
    text
}

/// What a written game said of its end, or why it is not a whole game.
pub fn verdict(record: &Record) -> Result<Verdict, String> {
    let outcome = record.result().ok_or("it has no result")?;
    let is_time = record.tags.get("Termination") == Some(TIME_FORFEIT);
    let fault = record.tags.get("Fault").and_then(|fault| {
        let sides = [Color::White, Color::Black].into_iter();
        let mut sides = sides.filter(|side| fault.starts_with(colour_name(*side)));
        sides.next().map(|side| (side, is_time))
    });
    Ok(Verdict { outcome, fault })
}

impl From<&Played> for Verdict {
    fn from(played: &Played) -> Self {
        let is_time = matches!(played.ending, Ending::TimeLoss { .. });
        Self {
            outcome: played.ending.outcome(),
            fault: played.fault.as_ref().map(|(color, _)| (*color, is_time)),
        }
    }
}

/// How a game ended, in the words of the PGN standard.
fn termination(played: &Played) -> &'static str {
    match (&played.ending, &played.fault) {
        (Ending::Rules(_), _) => "normal",
        (Ending::TimeLoss { .. }, _) => TIME_FORFEIT,
        (_, Some((_, Fault { misdeed, .. }))) => match misdeed.breaks_rules() {
            true => "rules infraction",
            false => "abandoned",
        },
        _ => "adjudication",
    }
}

/// `+0.31/9 0.050s 12345n`: the mover's score, its depth, its time, its nodes, as
/// far as they are known. Time is written only for players that play by time: for
/// others it says nothing, and their games would never be the same twice.
pub fn annotate(timed: &Timed, pace: Pace) -> String {
    let thought = timed.thought;
    let mut words = Vec::new();
    let depth = thought
        .depth
        .map_or(String::new(), |depth| format!("/{depth}"));
    words.extend(
        thought
            .score
            .map(|score| format!("{}{depth}", in_pawns(score))),
    );
    if pace.is_time() {
        words.push(format!("{:.3}s", timed.time.as_secs_f64()));
    }
    words.extend(thought.nodes.map(|nodes| format!("{nodes}n")));
    words.join(" ")
}

/// `+0.31`, `-M4`: a score in pawns, or the moves to mate.
fn in_pawns(score: Score) -> String {
    match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    }
}

fn side_to_move_after(game: &Game, moves: usize) -> Color {
    let start = game.start().side_to_move();
    if moves.is_multiple_of(2) {
        start
    } else {
        !start
    }
}

fn colour_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

//! Styles, scripts and pictures, part of the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All of them: name, type and text.
const ASSETS: [(&str, &str, &str); 13] = [
    ("report.css", CSS, lab::report::STYLE),
    ("dash.css", CSS, include_str!("../assets/dash.css")),
    ("board.css", CSS, include_str!("../assets/board.css")),
    ("live.js", SCRIPT, include_str!("../assets/live.js")),
    ("chart.js", SCRIPT, include_str!("../assets/chart.js")),
    ("list.js", SCRIPT, include_str!("../assets/list.js")),
    ("board.js", SCRIPT, include_str!("../assets/board.js")),
    ("moves.js", SCRIPT, include_str!("../assets/moves.js")),
    ("play.js", SCRIPT, include_str!("../assets/play.js")),
    ("boards.js", SCRIPT, include_str!("../assets/boards.js")),
    ("duel.js", SCRIPT, include_str!("../assets/duel.js")),
    ("games.js", SCRIPT, include_str!("../assets/games.js")),
    (
        "icon.svg",
        "image/svg+xml",
        include_str!("../assets/icon.svg"),
    ),
];

/// The icon, where browsers look for it by themselves.
pub async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    asset(Path("icon.svg".into()), headers).await
}

/// One of them, unless the browser has it already.
pub async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let known = ASSETS.iter().find(|(name, ..)| *name == file);
    let (_, kind, text) = known.ok_or_else(|| Problem::missing("There is no such file."))?;
    let tag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..16]);
    let has = headers.get(header::IF_NONE_MATCH);
    let fresh = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".into()),
    ];
    Ok(
        match has.is_some_and(|has| has.as_bytes() == tag.as_bytes()) {
            true => (StatusCode::NOT_MODIFIED, fresh).into_response(),
            false => (fresh, [(header::CONTENT_TYPE, *kind)], *text).into_response(),
        },
    )
}

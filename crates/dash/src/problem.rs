//! What is answered when something is wrong: a page for people, or JSON for scripts.

use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use lab::report::clean;
use lab::{BredError, RecipeError};
use maud::html;
use serde_json::json;

use crate::pages::layout;

/// What is wrong, with its code.
#[derive(Clone, Debug)]
pub struct Problem {
    code: StatusCode,
    what: String,
}

impl Problem {
    /// With a code and what to tell.
    pub fn new(code: StatusCode, what: impl Display) -> Self {
        Self {
            code,
            what: clean(&what.to_string()),
        }
    }

    /// Something that is not there.
    pub fn missing(what: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// Something that cannot be understood.
    pub fn wrong(what: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what)
    }

    /// What is wrong.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The answer to a script.
    pub fn json(self) -> Response {
        let mut response = (self.code, Json(json!({ "error": self.what }))).into_response();
        self.retry(&mut response);
        response
    }

    /// Says when to come again, where that helps.
    fn retry(&self, response: &mut Response) {
        let busy = [
            StatusCode::TOO_MANY_REQUESTS,
            StatusCode::SERVICE_UNAVAILABLE,
        ];
        if busy.contains(&self.code) {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
    }
}

/// A page.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.code.canonical_reason().unwrap_or("Something is wrong");
        let page = layout::page(
            &layout::Head::new(title),
            html! {
                section.problem {
                    p.code aria-hidden="true" { (self.code.as_u16()) }
                    h1 { (title) }
                    p { (self.what) }
                    p { a.button href="/" { "All runs" } }
                }
            },
        );
        let mut response = (self.code, Html(page)).into_response();
        self.retry(&mut response);
        response
    }
}

impl From<journal::Error> for Problem {
    fn from(error: journal::Error) -> Self {
        match error {
            journal::Error::Missing(_) => Self::missing(error),
            _ => Self::new(StatusCode::INTERNAL_SERVER_ERROR, error),
        }
    }
}

impl From<RecipeError> for Problem {
    fn from(error: RecipeError) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }
}

impl From<BredError> for Problem {
    fn from(error: BredError) -> Self {
        match error {
            BredError::None { .. } => Self::missing(error),
            BredError::Journal(error) => error.into(),
            _ => Self::new(StatusCode::INTERNAL_SERVER_ERROR, error),
        }
    }
}

/// For an address that means nothing.
pub async fn no_page() -> Problem {
    Problem::missing("There is no page at this address.")
}

/// For a request that is not to look.
pub async fn no_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This page can be looked at and nothing else.",
    )
}

//! What a request must be like to be answered, and what every answer says to the browser.
//!
//! A page of another site can have a browser on this machine send requests here. It cannot
//! read the answers, unless its name is made to mean this machine after the browser has
//! looked it up (DNS rebinding): then the request names that site as its host. So where
//! anyone on this machine may look, the host must be this machine; elsewhere the password
//! protects, which browsers send to its own site only.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::house::House;
use crate::problem::Problem;

/// Addresses are not longer than this.
const LONGEST: usize = 4096;

/// What browsers may do with an answer: show it with our own styles and scripts, and
/// nothing else.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Answers a request, or refuses it.
pub async fn check(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let is_script = request.uri().path().starts_with("/api/");
    let mut response = match refusal(&house, &request) {
        None => next.run(request).await,
        Some(Refusal::Password) => ask_for_password(),
        Some(Refusal::Problem(problem)) if is_script => problem.json(),
        Some(Refusal::Problem(problem)) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        let own = response.headers_mut().entry(name);
        own.or_insert(HeaderValue::from_static(value));
    }
    let cached = response.headers_mut().entry(header::CACHE_CONTROL);
    cached.or_insert(HeaderValue::from_static("no-store"));
    response
}

enum Refusal {
    Password,
    Problem(Problem),
}

fn refusal(house: &House, request: &Request) -> Option<Refusal> {
    let problem = |code, what| Some(Refusal::Problem(Problem::new(code, what)));
    let address = request.uri();
    let length = address.path().len() + address.query().map_or(0, str::len);
    if length > LONGEST {
        let what = format!("The address has {length} characters; it may have {LONGEST}.");
        return problem(StatusCode::URI_TOO_LONG, what);
    }
    let headers = request.headers();
    let host = text(headers, header::HOST).unwrap_or_default();
    if let Some(password) = &house.password {
        let given = text(headers, header::AUTHORIZATION);
        if !given.is_some_and(|given| password.opens(given)) {
            return Some(Refusal::Password);
        }
    } else if !is_this_machine(host) {
        let what = format!(
            "The host of this request is `{host}`. Only this machine is served: \
             use 127.0.0.1 or localhost."
        );
        return problem(StatusCode::MISDIRECTED_REQUEST, what);
    }
    if is_from_elsewhere(headers, request.method(), host) {
        let what = "Another site has sent this request.".to_owned();
        return problem(StatusCode::FORBIDDEN, what);
    }
    None
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a host, with its port or without, can only be this machine.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_loopback = |address: IpAddr| address.is_loopback();
    name.eq_ignore_ascii_case("localhost") || name.parse().is_ok_and(is_loopback)
}

/// Whether a page of another site has sent a request. A link there that a person follows
/// is all right.
fn is_from_elsewhere(headers: &HeaderMap, method: &Method, host: &str) -> bool {
    let fetch = |what: &'static str| text(headers, HeaderName::from_static(what));
    let is_link = method == Method::GET
        && fetch("sec-fetch-mode") == Some("navigate")
        && fetch("sec-fetch-dest") == Some("document");
    let site = fetch("sec-fetch-site").unwrap_or("none");
    if !["same-origin", "none"].contains(&site) && !is_link {
        return true;
    }
    let origin = text(headers, header::ORIGIN);
    let own = |origin: &str| {
        origin
            .split_once("://")
            .is_some_and(|(_, from)| from == host)
    };
    origin.is_some_and(|origin| !own(origin))
}

fn ask_for_password() -> Response {
    let what = "This server asks for a password. The name does not matter.";
    let mut response = Problem::new(StatusCode::UNAUTHORIZED, what).into_response();
    let how = HeaderValue::from_static("Basic realm=\"Galapagos\", charset=\"UTF-8\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_hosts() {
        for host in [
            "localhost",
            "LocalHost:80",
            "127.0.0.1:2859",
            "127.1.2.3",
            "[::1]:80",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "[::1.evil]",
            "0.0.0.0:80",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn other_sites_may_link_here_and_nothing_else() {
        let refused = |method: &Method, given: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for &(name, value) in given {
                headers.insert(name, HeaderValue::from_static(value));
            }
            is_from_elsewhere(&headers, method, "127.0.0.1:80")
        };
        let (get, post) = (&Method::GET, &Method::POST);
        let cross = ("sec-fetch-site", "cross-site");
        let link = [
            cross,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        let frame = [
            cross,
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "iframe"),
        ];
        assert!(!refused(get, &[]) && !refused(post, &[]));
        assert!(!refused(get, &link));
        assert!(refused(post, &link) && refused(get, &frame) && refused(get, &[cross]));
        assert!(refused(get, &[("sec-fetch-site", "same-site")]));
        assert!(refused(post, &[("origin", "http://evil.example")]));
        assert!(refused(post, &[("origin", "null")]));
        assert!(refused(post, &[("origin", "http://127.0.0.1:81")]));
        assert!(!refused(post, &[("origin", "http://127.0.0.1:80")]));
    }
}

//! What all pages have around them.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What a page is, for the browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct Head<'a> {
    /// The title.
    pub title: &'a str,
    /// Which part of the menu it belongs to.
    pub menu: &'a str,
    /// Where it hears of changes, and the state it shows.
    pub live: Option<(&'a str, &'a str)>,
    /// Styles and scripts besides those that all pages have.
    pub styles: &'a [&'a str],
    /// The scripts.
    pub scripts: &'a [&'a str],
}

impl<'a> Head<'a> {
    /// A page with this title and nothing special.
    pub fn new(title: &'a str) -> Self {
        Self {
            title,
            ..Self::default()
        }
    }
}

/// The menu.
const MENU: [(&str, &str); 5] = [
    ("/", "Runs"),
    ("/play", "Play"),
    ("/games", "Games"),
    ("/compare", "Compare"),
    ("/workers", "Workers"),
];

/// The mark of the project.
const MARK: &str = include_str!("../../assets/icon.svg");

/// A whole page.
pub fn page(head: &Head<'_>, content: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-live=[head.live.map(|(address, _)| address)]
            data-state=[head.live.map(|(_, state)| state)] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (head.title) " · Galapagos" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                @for style in ["report.css", "dash.css"].iter().chain(head.styles) {
                    link rel="stylesheet" href={ "/assets/" (style) };
                }
                @for script in ["live.js"].iter().chain(head.scripts) {
                    script type="module" src={ "/assets/" (script) } {}
                }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.brand href="/" { (PreEscaped(MARK)) span { "Galapagos" } }
                    nav aria-label="pages" {
                        @for (address, name) in MENU {
                            @let here = (name == head.menu).then_some("page");
                            a href=(address) aria-current=[here] { (name) }
                        }
                    }
                    p #connection role="status" aria-live="polite" {}
                }
                main #main { (content) }
            }
        }
    };
    page.into_string()
}

/// The size of a chart on a phone, where the text of a larger one would be too small.
pub const NARROW: (u32, u32) = (360, 300);

/// A chart in two sizes, of which a screen shows the one that fits it.
pub fn sized(broad: String, narrow: String) -> Markup {
    html! {
        div.broad { (PreEscaped(broad)) }
        div.narrow { (PreEscaped(narrow)) }
    }
}

/// A part of a page that is swapped for a newer one.
pub fn part(name: &str, content: Markup) -> Markup {
    html! {
        @if !content.0.is_empty() {
            section data-part=(name) id={ "part-" (name) } { (content) }
        }
    }
}

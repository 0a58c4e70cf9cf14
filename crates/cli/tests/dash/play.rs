//! Games against organisms.

use std::cell::RefCell;

use chess::{Color, Game, Outcome, pgn, uci};
use engine::Mind;
use engine::search::{Engine, Limit};
use serde_json::json;

use crate::browser::{Browser, Page};
use crate::house::House;

fn square(name: &str) -> String {
    format!("[data-square={name}]")
}

/// The moves as the page has them.
fn moves(page: &Page<'_>) -> Vec<String> {
    let text = page.text("new URLSearchParams(location.hash.slice(1)).get('moves') ?? ''");
    let moves = text.split('.').filter(|mv| !mv.is_empty());
    moves.map(Into::into).collect()
}

fn game(page: &Page<'_>) -> Game {
    let mut game = Game::default();
    for mv in moves(page) {
        let mv = uci::parse(game.board(), &mv).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// Waits for the visitor's turn, or the end.
fn turn(page: &Page<'_>) {
    page.wait(
        "/^(Your move|You are in check|.*mates)/.test(document.getElementById('said').innerText)",
    );
}

fn drag(page: &Page<'_>, from: &str, to: &str) {
    let place = |name: &str| {
        page.eval(&format!(
            "(() => {{
                const one = document.querySelector('{}');
                one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = one.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()",
            square(name)
        ))
    };
    let start = place(from);
    page.mouse("mouseMoved", &start);
    page.mouse("mousePressed", &start);
    let end = place(to);
    page.mouse("mouseMoved", &end);
    page.mouse("mouseReleased", &end);
}

#[test]
fn a_game_is_played_to_mate() {
    let house = House::new();
    house.breed("weak", 1);
    let server = house.serve();
    let browser = Browser::start();
    let url = format!(
        "{}/runs/weak/play?generation=0#nodes=100&generation=0",
        server.url
    );
    let page = browser.open(&url);
    turn(&page);
    let strong: RefCell<Engine> = engine::modern::Organism::champion().engine(1, 4).into();
    for number in 0.. {
        assert!(number < 120, "no mate: {:?}", moves(&page));
        let game = game(&page);
        if game.end().is_some() {
            break;
        }
        let found = strong.borrow_mut().search(&game, &Limit::nodes(20_000));
        let mv = uci::write(game.board(), found.best.unwrap(), false);
        let (from, to) = (&mv[..2], &mv[2..4]);
        let count = moves(&page).len();
        match number % 4 {
            0 => {
                page.click(&square(from));
                assert_eq!(
                    page.eval(&format!(
                        "document.querySelector('{}').classList.contains('target')",
                        square(to)
                    )),
                    true
                );
                page.click(&square(to));
            }
            1 => drag(&page, from, to),
            2 => {
                page.tap(&square(from));
                page.tap(&square(to));
            }
            _ => {
                page.eval(&format!(
                    "document.querySelector('{}').focus()",
                    square(from)
                ));
                page.key("Enter");
                page.eval(&format!("document.querySelector('{}').focus()", square(to)));
                page.key("Enter");
            }
        }
        if mv.len() == 5 {
            page.wait("document.getElementById('promotion').open");
            page.click("#promotion button[aria-label=queen]");
        }
        page.wait(&format!(
            "(new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split('.').length > {count}"
        ));
        turn(&page);
        match number {
            1 => {
                let why = page.text("document.getElementById('why').innerText");
                assert!(
                    why.starts_with("Why ") && why.contains("positions"),
                    "{why}"
                );
            }
            3 => {
                let before = moves(&page);
                page.reload();
                turn(&page);
                assert_eq!(moves(&page), before);
                page.click("#back");
                page.wait("new URLSearchParams(location.hash.slice(1)).get('moves').split('.').length === 6");
                turn(&page);
            }
            _ => {}
        }
    }
    let game = game(&page);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Win(Color::White)),
        "{:?}",
        moves(&page)
    );
    page.wait("document.getElementById('said').innerText === 'White mates: 1-0'");
    let denied = json!({ "permission": { "name": "clipboard-write" }, "setting": "denied" });
    page.browser_call("Browser.setPermission", denied);
    page.click("#copy");
    // Without the right to the clipboard, the text is there to be copied by hand.
    page.wait("document.querySelector('#copied textarea') !== null");
    let text = page
        .text("document.querySelector('#copied textarea').value")
        .into_bytes();
    let mut records = pgn::Reader::new("page", std::io::Cursor::new(text)).unwrap();
    let record = records.next().unwrap().unwrap();
    assert_eq!(record.game.moves(), game.moves());
    assert_eq!(record.tags.get("White"), Some("You"));
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn a_pawn_becomes_what_is_chosen_and_a_wrong_position_is_named() {
    let house = House::new();
    house.breed("run", 1);
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/runs/run/play#nodes=100", server.url));
    turn(&page);
    page.click("details summary");
    let set_up = |fen: &str| {
        page.eval(&format!("document.getElementById('fen').value = {fen:?}"));
        page.click("#setup button");
    };
    set_up("nonsense");
    page.wait("document.getElementById('said').innerText.includes('not a position')");
    set_up("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    page.wait("document.querySelector('[data-square=a7] .piece') !== null");
    turn(&page);
    page.click(&square("a7"));
    page.click(&square("a8"));
    page.wait("document.getElementById('promotion').open");
    assert_eq!(
        page.eval("document.querySelectorAll('#promotion button').length"),
        4
    );
    page.click("#promotion button[aria-label=rook]");
    page.wait("document.querySelector('[data-square=a8]').ariaLabel.startsWith('a8, white rook')");
    turn(&page);
    assert_eq!(moves(&page)[0], "a7a8r");
    // The other side, seen from the other side.
    page.click("#swap");
    page.wait("document.querySelector('#board .square').dataset.square === 'h1'");
    page.click("#flip");
    page.wait("document.querySelector('#board .square').dataset.square === 'a8'");
    // The opponent is of another generation, and thinks less.
    let slide = |id: &str, value: u32| {
        page.eval(&format!(
            "(() => {{
                const slider = document.getElementById('{id}');
                slider.value = {value};
                slider.dispatchEvent(new Event('input'));
                slider.dispatchEvent(new Event('change'));
            }})()"
        ))
    };
    let shown = |id: &str| page.text(&format!("document.getElementById('{id}').innerText"));
    assert_eq!(shown("generation-shown"), "1 of 1");
    slide("generation", 0);
    assert_eq!(shown("generation-shown"), "0 of 1");
    slide("nodes", 100);
    assert_eq!(shown("nodes-shown"), "1,000,000");
    slide("nodes", 0);
    let told = page.text("document.getElementById('nodes').getAttribute('aria-valuetext')");
    assert_eq!(told, "100 nodes a move");
    page.wait("document.getElementById('below').innerText === 'run, generation 0'");
    // The browser notes the answer that the first position was none.
    let errors = page.errors();
    assert!(errors.len() == 1 && errors[0].contains("400"), "{errors:?}");
}

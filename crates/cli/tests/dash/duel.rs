//! The Elo between two organisms of a comparison.

use serde_json::Value;

use crate::browser::Browser;
use crate::house::House;
use crate::watch::check;

#[test]
fn two_champions_play_for_their_elo() {
    let house = House::new();
    for (name, generations) in [("early", 1), ("late", 9)] {
        house.breed(name, generations);
    }
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/compare?run=early&run=late", server.url));
    check(&page);
    page.eval("document.getElementById('duel').elements.nodes.value = 100");
    page.click("#duel-go");
    page.wait("document.getElementById('duel-said').innerText.startsWith('10 pairs at 100')");
    page.wait("document.querySelector('#duel-board .showing') !== null");
    let shown = page.text("document.getElementById('duel-results').innerText");

    let file = |run: &str| format!("runs/{run}/champion.toml,hash=8");
    let (early, late) = (file("early"), file("late"));
    let alike = [
        "match", &early, &late, "--nodes", "100", "--pairs", "10", "--json",
    ];
    let told = house.command(&alike).output().unwrap();
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let met = &told["encounters"][0];
    let elo = &met["elo"];
    let number = |value: &Value| match value.as_f64() {
        Some(value) => format!("{value:+.1}").replace('-', "−"),
        None => "∞".into(),
    };
    for part in [
        number(&elo["value"]),
        number(&elo["low"]),
        number(&elo["high"]),
        format!("{:.1} %", 100.0 * met["score"].as_f64().unwrap()),
    ] {
        assert!(shown.contains(&part), "{part} in {shown}");
    }
    check(&page);

    // Genes of an earlier generation beside the champions'.
    let heads = "[...document.querySelectorAll('#genes th.n')].map((one) => one.innerText)";
    let champions = page.eval(heads);
    assert_eq!(champions.as_array().unwrap()[..2], ["early", "late"]);
    page.eval("document.getElementById('generation').value = 0");
    page.click("form[action='/compare#genes'] button");
    page.wait("location.search.includes('generation=0')");
    let heads = page.eval(heads);
    let with_earlier = ["early, generation 0", "early", "late, generation 0", "late"];
    assert_eq!(heads.as_array().unwrap()[..4], with_earlier);
    check(&page);

    // Another generation, stopped on the way.
    page.eval("document.getElementById('second-generation').value = 0");
    page.eval("document.getElementById('pairs').value = 200");
    page.click("#duel-go");
    page.wait("document.getElementById('duel-progress').value > 1");
    page.click("#duel-go");
    page.wait("document.getElementById('duel-said').innerText === 'Stopped.'");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn no_more_is_played_than_the_server_allows() {
    let house = House::new();
    house.breed("run", 1);
    let server = house.serve();
    let ask = |player: &str, played: &str| {
        let body = format!(r#"{{"players":[{player},{player}],"nodes":100,"played":{played}}}"#);
        server.post("/api/duel", "", &body)
    };
    let good = r#"{"run":"run","generation":1}"#;
    let (code, answer) = ask(good, "[]");
    assert_eq!(code, 200, "{answer}");
    // A game against itself with both colours is worth a point.
    assert!(answer.contains(r#""score":"50.0 %""#), "{answer}");
    let all = format!("[{}]", vec!["[1,1]"; 200].join(","));
    for (player, played, code, reason) in [
        (good, all.as_str(), 400, "200 pairs"),
        (good, "[[3,0]]", 400, "half points"),
        (good, "[[0]]", 422, "length 2"),
        (r#"{"run":"none"}"#, "[]", 404, "no run `none`"),
        (r#"{"run":"run","generation":5}"#, "[]", 404, "generation 5"),
    ] {
        let (told, answer) = ask(player, played);
        assert_eq!(told, code, "{player} {played}: {answer}");
        assert!(answer.contains(reason), "{answer}");
    }
    // The allowance is that of moves.
    let nobody = r#"{"run":"none"}"#;
    let codes: Vec<_> = (0..100).map(|_| ask(nobody, "[]").0).collect();
    let known = |code: &u16| [404, 429].contains(code);
    assert!(codes.contains(&429) && codes.iter().all(known), "{codes:?}");
}

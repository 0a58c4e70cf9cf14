//! Whatever is asked, there is a clear answer, and the server goes on.

use std::fs;
use std::thread;

use crate::house::{House, copy};

#[test]
fn what_is_wrong_has_a_code_and_a_page() {
    let house = House::new();
    house.breed("good", 2);
    let broken = house.runs().join("broken");
    copy(&house.runs().join("good"), &broken);
    let file = broken.join("journal.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    bytes[4096..12_288].fill(0xA5);
    fs::write(&file, bytes).unwrap();
    let server = house.serve();
    let asked = |path: &str| server.get(path);

    let (code, page) = asked("/runs/unknown");
    assert_eq!(code, 404);
    assert!(page.contains("There is no run `unknown` here"), "{page}");
    for path in [
        "/runs/..",
        "/runs/%2e%2e%2fgood",
        "/runs/.hidden",
        "/runs/unknown/live",
        "/runs/unknown/play",
        "/nothing",
        "/assets/nothing",
        "/runs/good/chart?stage=9&from=0&to=1",
    ] {
        assert_eq!(asked(path).0, 404, "{path}");
    }
    let (code, page) = asked("/runs/broken");
    assert_eq!(code, 500);
    assert!(page.contains("damaged"), "{page}");
    let (code, list) = asked("/");
    assert_eq!(code, 200);
    assert!(list.contains("state damaged") && list.contains("good"));

    let long = format!("/runs/good?{}", "x".repeat(1_000_000));
    assert!([414, 431].contains(&asked(&long).0));
    assert_eq!(asked(&format!("/?{}", "x".repeat(5000))).0, 414);
    assert_eq!(server.post("/", "", "").0, 405);
    assert_eq!(asked("/runs/good/chart?stage=0").0, 400);
    assert_eq!(asked("/runs/good").0, 200);
    assert!(server.stop());
}

#[test]
fn other_sites_are_refused() {
    let house = House::new();
    let server = house.serve();
    assert_eq!(server.get("/").0, 200);
    assert_eq!(server.get_with("/", "Host: localhost:80\r\n").0, 200);
    assert_eq!(server.get_with("/", "Host: evil.example\r\n").0, 421);
    assert_eq!(
        server.get_with("/", "Sec-Fetch-Site: cross-site\r\n").0,
        403
    );
    let body = r#"{"moves":[]}"#;
    assert_eq!(server.post("/api/game", "", body).0, 200);
    assert_eq!(
        server
            .post("/api/game", "Origin: http://evil.example\r\n", body)
            .0,
        403
    );
    let (_, page) = server.get("/");
    let head = page.to_lowercase();
    for line in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    assert!(!page.contains(" style=") && !page.contains("<script>"));
}

#[test]
fn a_password_opens_what_other_machines_can_reach() {
    let house = House::new();
    let file = house.runs().with_file_name("password");
    fs::write(&file, "correct horse\n").unwrap();
    let all = ["serve", "runs", "--port", "0", "--bind", "0.0.0.0"];
    let refused = house.command(&all).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--password-file"));
    let mut command = house.command(&all);
    command.arg("--password-file").arg(&file);
    let server = crate::house::Server::of(command);
    let (code, page) = server.get("/");
    assert_eq!(code, 401);
    assert!(
        page.to_lowercase().contains("www-authenticate: basic"),
        "{page}"
    );
    let with = |secret: &str| {
        server
            .get_with("/", &format!("Authorization: Basic {secret}\r\n"))
            .0
    };
    // `printf 'me:correct horse' | base64`, and the same with another password.
    assert_eq!(with("bWU6Y29ycmVjdCBob3JzZQ=="), 200);
    assert_eq!(with("bWU6d3JvbmcgaG9yc2U="), 401);
}

#[test]
fn a_thousand_games_at_once_are_answered_or_refused() {
    let house = House::new();
    house.breed("run", 1);
    let server = house.serve();
    let body = r#"{"moves":["e2e4"],"player":{"run":"run","generation":1,"nodes":20000}}"#;
    let ask = || server.post("/api/game", "", body).0;
    let codes: Vec<u16> = thread::scope(|scope| {
        let threads: Vec<_> = (0..50)
            .map(|_| scope.spawn(|| (0..20).map(|_| ask()).collect::<Vec<_>>()))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let count = |code| codes.iter().filter(|&&one| one == code).count();
    assert_eq!(count(200) + count(429) + count(503), 1000, "{codes:?}");
    assert!(count(200) >= 10 && count(429) > 500, "{codes:?}");
    let (code, answer) = server.post("/api/game", "", r#"{"moves":["e2e4"]}"#);
    assert_eq!(code, 200, "{answer}");
    assert_eq!(server.get("/runs/run").0, 200);
}

#[test]
fn a_game_that_makes_no_sense_is_refused_with_its_reason() {
    let house = House::new();
    house.breed("run", 1);
    let server = house.serve();
    let many = format!(r#"{{"moves":[{}"e2e4"]}}"#, r#""e2e4","#.repeat(600));
    for (body, code, reason) in [
        ("", 400, "EOF"),
        (r#"{"moves":["e2e5"]}"#, 400, "e2e5 is illegal"),
        (r#"{"moves":["<b>"]}"#, 400, "`<b>` is not a move"),
        (r#"{"start":"8/8","moves":[]}"#, 400, "not a position"),
        (many.as_str(), 400, "at most 600 moves"),
        (
            r#"{"moves":[],"player":{"run":"none","nodes":100}}"#,
            404,
            "no run `none`",
        ),
        (
            r#"{"moves":[],"player":{"run":"run","generation":7,"nodes":100}}"#,
            404,
            "generation 7",
        ),
        (
            r#"{"moves":[],"player":{"run":"run","phase":3,"nodes":100}}"#,
            404,
            "phase 3",
        ),
        (
            r#"{"moves":[],"player":{"run":"run","number":20,"nodes":100}}"#,
            404,
            "organism 20",
        ),
    ] {
        let (told, answer) = server.post("/api/game", "", body);
        assert_eq!(told, code, "{body}: {answer}");
        assert!(answer.contains(reason), "{body}: {answer}");
    }
    let long = format!(r#"{{"moves":[],"start":"{}"}}"#, "x".repeat(100_000));
    assert_eq!(server.post("/api/game", "", &long).0, 413);
}

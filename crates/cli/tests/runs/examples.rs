//! Every example of the help texts and of the README, typed as it stands there.
//!
//! What is cheap runs to its end. What is not is stopped by Ctrl-C as soon as it
//! listens to it, which it does when all it was given has been read.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use chess::pgn::{self, Marker, Tags};
use chess::{Color, Game, Outcome};
use evo::Seed;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::fleet::{Running, free_address};
use crate::workshop::{RECIPE, Workshop, long_recipe};

fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("galapagos")
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Lines of a shell with continued lines joined, without blank ones.
fn commands<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut commands = vec![String::new()];
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        let command = commands.last_mut().unwrap();
        match line.strip_suffix('\\') {
            Some(beginning) => *command += beginning,
            None => {
                *command += line;
                commands.push(String::new());
            }
        }
    }
    commands.pop();
    commands
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(program())
        .args(arguments)
        .arg("--help")
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// The help texts of the program, of all its commands, and of theirs.
fn helps() -> Vec<String> {
    let mut helps = Vec::new();
    add_helps(&[], &mut helps);
    assert!(helps.len() > 25, "{}", helps.len());
    helps
}

fn add_helps(command: &[&str], helps: &mut Vec<String>) {
    let text = help(command);
    helps.push(text.clone());
    let Some((_, list)) = text.split_once("Commands:\n") else {
        return;
    };
    let (list, _) = list.split_once("\n\n").unwrap();
    // What is indented further is the rest of a description.
    let names = list.lines().filter(|line| line.as_bytes()[2] != b' ');
    let names = names.filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        add_helps(&[command, &[name]].concat(), helps);
    }
}

/// Examples that are typed one after the other in the same folder.
fn blocks() -> Vec<Vec<String>> {
    let mut blocks = Vec::new();
    for help in helps() {
        let (_, examples) = help
            .split_once("Examples:\n")
            .expect("every help has examples");
        let examples = examples.lines().take_while(|line| line.starts_with("  "));
        blocks.extend(commands(examples).into_iter().map(|example| vec![example]));
    }
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    for block in readme.split("```sh\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let block = block.replace("cargo run --release --", "galapagos");
        let block = commands(block.lines()).into_iter();
        blocks.push(block.filter(|line| line.starts_with("galapagos")).collect());
    }
    for example in blocks.iter().flatten() {
        assert!(example.starts_with("galapagos "), "{example}");
    }
    blocks
}

/// Games of random moves that White wins.
fn games(count: u64) -> Vec<u8> {
    let mut text = Vec::new();
    for number in 0..count {
        let mut stream = Seed::new(number).stream();
        let mut game = Game::default();
        while game.end().is_none() && game.moves().len() < 24 {
            let mut moves = Vec::new();
            game.board().generate_moves(|some| {
                moves.extend(some);
                false
            });
            game.play(moves[stream.below(moves.len())]).unwrap();
        }
        let mut tags = Tags::default();
        tags.set("WhiteElo", "2700");
        let marker = Marker::Finished(Outcome::Win(Color::White));
        pgn::write(&mut text, &tags, &game, marker, &[]).unwrap();
    }
    text
}

/// A folder with all that examples name, made small.
fn prepare() -> Workshop {
    let shop = Workshop::new(&RECIPE.replace("runs = 1", "runs = 3"));
    let write = |name: &str, bytes: &[u8]| fs::write(shop.path(name), bytes).unwrap();
    for folder in ["recipes", "organisms", "data", "docs"] {
        fs::create_dir(shop.path(folder)).unwrap();
        let files = fs::read_dir(project().join(folder)).unwrap();
        let files = files.map(|file| file.unwrap());
        for file in files.filter(|file| file.file_type().unwrap().is_file()) {
            let copy = shop.path(folder).join(file.file_name());
            fs::copy(file.path(), copy).unwrap();
        }
    }
    let games = games(14_000);
    write("games.pgn", &games);
    write("games.pgn.zst", &zstd::encode_all(&games[..], 1).unwrap());
    write("a.pgn", &games);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&games).unwrap();
    write("b.pgn.gz", &packed.finish().unwrap());
    write("linares.pgn", &games[..games.len() / 50]);
    write(
        "suite.epd",
        b"6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n",
    );
    fs::rename(shop.path("positions.epd"), shop.path("gm.epd")).unwrap();
    for name in ["a", "b", "c", "new", "old", "champion"] {
        fs::copy(
            project().join("organisms/galapagos-1.toml"),
            shop.path(&format!("{name}.toml")),
        )
        .unwrap();
    }
    write("engines.txt", b"stockfish\n");
    let certificate = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=localhost",
        ])
        .args(["-days", "2", "-keyout", "key.pem", "-out", "cert.pem"])
        .current_dir(shop.path(""))
        .output();
    assert!(certificate.unwrap().status.success());
    // An engine to be tuned, and a run that has tuned it.
    let engine = format!("#!/bin/sh\nexec {} uci\n", program().display());
    write("engine", engine.as_bytes());
    fs::set_permissions(shop.path("engine"), fs::Permissions::from_mode(0o755)).unwrap();
    write("spsa.txt", b"NULL_MARGIN, int, 0, -100, 200, 10, 0.002\n");
    shop.succeed(&[
        "tune",
        "init",
        "./engine",
        "--only",
        "NULL_",
        "-o",
        "tune.toml",
    ]);
    let tune = fs::read_to_string(shop.path("tune.toml")).unwrap();
    let tune = tune
        .replace("name = \"tune-galapagos-010\"", "name = \"mine\"")
        .replace("\"NULL_BY_EVAL\" = ", "# NULL_BY_EVAL = ")
        .replace("nodes=2000", "nodes=20");
    write("mine.toml", tune.as_bytes());
    let small = ["generations=1", "tune.pairs=1", "tune.check.pairs=1"];
    let small = small.iter().flat_map(|change| ["--set", change]);
    let evolve: Vec<_> = ["evolve", "mine.toml"].into_iter().chain(small).collect();
    shop.succeed(&evolve);
    // A table whose beginning is right: none is asked before the example is stopped.
    fs::create_dir(shop.path("TABLES")).unwrap();
    let table = [&[0x71, 0xe8, 0x23, 0x5d][..], &[0; 76]].concat();
    write("TABLES/KRvK.rtbw", &table);

    let evolve = |recipe: &str, name: &str| {
        write(
            "recipe.toml",
            recipe.replace("positions.epd", "gm.epd").as_bytes(),
        );
        shop.succeed(&["evolve", "recipe.toml", "--name", name]);
    };
    let three = RECIPE.replace("runs = 1", "runs = 3");
    evolve(&three, "evol-eval-seed1");
    evolve(&three, "evol-star-seed1");
    let endings = crate::endgame::RECIPE.replace("generations = 12", "generations = 1");
    evolve(&endings, "gp-endgame-seed1");
    evolve(&endings, "gp-endgame-multi-large-seed1");
    evolve(&crate::evochess::recipe(0), "evochess-seed1");
    evolve(&endings, "a");
    write(
        "recipe.toml",
        long_recipe().replace("positions.epd", "gm.epd").as_bytes(),
    );
    let mut stopped = shop.start(&["evolve", "recipe.toml", "--name", "stopped"]);
    shop.wait_for("stopped", 0, &mut stopped);
    stopped.kill().unwrap();
    stopped.wait().unwrap();
    shop
}

/// A folder of its own with links to what was prepared.
fn folder(shop: &Workshop) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(shop.path("")).unwrap() {
        let entry = entry.unwrap();
        symlink(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

/// Whether the program has asked the system to tell it of Ctrl-C. The shell that
/// becomes it may have, too.
fn listens(child: &Child) -> bool {
    let is_program = fs::read_link(format!("/proc/{}/exe", child.id()))
        .is_ok_and(|file| Some(file) == fs::canonicalize(program()).ok());
    if !is_program {
        return false;
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0)
}

/// The example with the addresses of this machine that it names replaced: by those of a
/// server that is there, or where it starts one itself, by one that is free.
fn placed(example: &str, server: &Running) -> String {
    let free = format!("fleet up --listen {}", free_address());
    let example = example.replace("localhost:4222", &server.listen.to_string());
    example
        .replace(" --listen 0.0.0.0:4222", "")
        .replace("fleet up", &free)
}

/// Types a command and says what is wrong with it. The file it makes is not there yet.
fn type_in(folder: &Path, example: &str) -> Result<(), String> {
    let words: Vec<_> = example.split_whitespace().collect();
    for pair in words.windows(2) {
        if let ["-o" | "--pgn", made] = pair {
            let _ = fs::remove_file(folder.join(made));
        }
    }
    let programs = program().parent().unwrap().display();
    let path = std::env::var("PATH").unwrap();
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec {example}")])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}:/usr/games"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    if example.starts_with("galapagos exam") {
        // It plays once it says what, and has nothing to lose.
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        if !line.is_empty() {
            child.kill().unwrap();
            child.wait().unwrap();
            return Ok(());
        }
    }
    let mut out = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.as_mut().map(|out| out.read_to_string(&mut text));
        text
    });
    while child.try_wait().unwrap().is_none() {
        if listens(&child) {
            let pid = child.id().to_string();
            Command::new("kill").args(["-INT", &pid]).status().unwrap();
            break;
        }
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let told = reader.join().unwrap() + &String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0 | 130) => Ok(()),
        code => Err(format!("{example}\nends with {code:?}: {told}")),
    }
}

#[test]
fn what_people_paste_works() {
    let shop = prepare();
    let server = Running::new();
    let mut wrong = String::new();
    let mut typed = HashSet::new();
    for block in blocks() {
        let folder = folder(&shop);
        for example in block {
            let (command, _) = example.split_once(" #").unwrap_or((&example, ""));
            if !typed.insert(command.trim().to_owned()) {
                continue;
            }
            if let Err(problem) = type_in(folder.path(), &placed(&example, &server)) {
                wrong += &format!("{problem}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn help_fits_80_columns() {
    for help in helps() {
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}\n{help}");
        }
    }
}

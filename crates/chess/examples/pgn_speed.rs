//! Reads a PGN file twice, first for tags and notation only, then with every move
//! played, and prints how fast.
//!
//! ```text
//! cargo run --release -p chess --example pgn_speed -- games.pgn
//! ```

use chess::pgn::{Reader, Token};
use std::{env, error::Error, fs::File, io, path::Path, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: pgn_speed FILE")?;
    let megabytes = uncompressed_length(Path::new(&path))? as f64 / 1e6;
    println!("{megabytes:.1} MB uncompressed");

    let begun = Instant::now();
    let mut reader = Reader::open(&path)?;
    let (mut moves, mut tags) = (0, 0);
    while let Some(text) = reader.next_text() {
        let (game_tags, mut tokens) = text?.parse()?;
        tags += game_tags.iter().count();
        moves += tokens.try_fold(0, |moves, token| {
            token.map(|token| moves + usize::from(matches!(token, Token::Move(..))))
        })?;
    }
    let speed = megabytes / begun.elapsed().as_secs_f64();
    let games = reader.read();
    println!("tokens: {speed:6.1} MB/s, {games} games, {tags} tags, {moves} moves");

    let begun = Instant::now();
    let mut reader = Reader::open(&path)?;
    let mut moves = 0;
    for record in reader.by_ref() {
        match record {
            Ok(record) => moves += record.game.moves().len(),
            Err(error) => println!("{error}"),
        }
    }
    let speed = megabytes / begun.elapsed().as_secs_f64();
    let (games, skipped) = (reader.read(), reader.skipped());
    println!("replay: {speed:6.1} MB/s, {games} games, {skipped} skipped, {moves} moves");
    Ok(())
}

fn uncompressed_length(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("zst") => io::copy(&mut zstd::Decoder::new(file)?, &mut io::sink()),
        _ => io::copy(&mut file, &mut io::sink()),
    }
}

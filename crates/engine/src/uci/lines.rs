//! Reading the input, line by line, whatever bytes it holds.

use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;

use super::Event;

/// More than any game needs; a line beyond it must not fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// Sends every line as an event until the input ends or the receiver is gone.
pub fn read(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = next(&mut input);
        let is_last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The next event; an input that fails has ended.
fn next(input: &mut impl BufRead) -> Event {
    let mut line = Vec::new();
    let mut limited = input.take(LONGEST_LINE as u64);
    match limited.read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Event::EndOfInput,
        Ok(LONGEST_LINE) if !line.ends_with(b"\n") => match input.skip_until(b'\n') {
            Ok(_) => Event::Overlong,
            Err(_) => Event::EndOfInput,
        },
        Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
    }
}

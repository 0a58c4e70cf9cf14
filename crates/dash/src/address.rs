//! Addresses of pages.

use std::fmt::Write;

/// The page of a run, or what is below it.
pub fn of_run(run: &str, below: &str) -> String {
    format!("/runs/{}{below}", encoded(run))
}

/// Text as a part of an address.
pub fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(byte.into());
            }
            _ => write!(encoded, "%{byte:02X}").expect("a string takes any text"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_one_part_of_the_address() {
        assert_eq!(
            of_run("evol-eval-seed1", "/play"),
            "/runs/evol-eval-seed1/play"
        );
        assert_eq!(of_run("a/b?c#d %é", ""), "/runs/a%2Fb%3Fc%23d%20%25%C3%A9");
    }
}

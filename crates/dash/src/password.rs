//! The password of a server that other machines can reach.

/// What a browser must send. Only a hash is kept, so that comparing takes the same time
/// whatever is wrong.
#[derive(Debug)]
pub struct Password(blake3::Hash);

impl Password {
    /// This one.
    pub fn new(password: &str) -> Self {
        Self(blake3::hash(password.as_bytes()))
    }

    /// Whether the header `Authorization` has it, under any name.
    pub fn opens(&self, header: &str) -> bool {
        let Some((scheme, encoded)) = header.split_once(' ') else {
            return false;
        };
        let given = decoded(encoded.trim()).unwrap_or_default();
        let mut parts = given.splitn(2, |&byte| byte == b':').skip(1);
        let password = parts.next();
        scheme.eq_ignore_ascii_case("basic")
            && password.is_some_and(|password| blake3::hash(password) == self.0)
    }
}

/// Base64 as bytes; `None` if it is none.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts are those of `printf ... | base64`.
    #[test]
    fn the_password_counts_and_not_the_name() {
        let password = Password::new("pa:ss wörd");
        assert!(password.opens("Basic YW55OnBhOnNzIHfDtnJk"));
        assert!(password.opens("basic OnBhOnNzIHfDtnJk"));
        for wrong in [
            "",
            "Basic",
            "Basic !",
            "Bearer OnBhOnNzIHfDtnJk",
            "Basic OnBhOnNz",
        ] {
            assert!(!password.opens(wrong), "{wrong}");
        }
        assert_eq!(decoded("").unwrap(), b"");
        assert_eq!(decoded("Zg==").unwrap(), b"f");
        assert_eq!(decoded("Zm9vYmE=").unwrap(), b"fooba");
    }
}

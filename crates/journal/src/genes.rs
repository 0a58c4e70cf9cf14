//! The genes of an organism as bytes.
//!
//! The names are declared once for a phase; an organism has the values only.
//! If all are whole, they take 1, 2 or 4 bytes each as integers, else 8 bytes each
//! as floats, little-endian. The number of bytes tells which.

/// The narrowest bytes that hold the values exactly.
pub fn pack(values: &[f64]) -> Vec<u8> {
    /// The values as whole numbers, if that is what they are. Bits are compared
    /// because no integer holds a negative zero.
    macro_rules! whole {
        ($int:ty) => {
            values
                .iter()
                .map(|&value| {
                    let whole = value as $int;
                    (f64::from(whole).to_bits() == value.to_bits()).then(|| whole.to_le_bytes())
                })
                .collect::<Option<Vec<_>>>()
                .map(|bytes| bytes.concat())
        };
    }
    whole!(i8)
        .or_else(|| whole!(i16))
        .or_else(|| whole!(i32))
        .unwrap_or_else(|| values.iter().flat_map(|v| v.to_le_bytes()).collect())
}

/// The values again; `None` if the bytes do not hold `count` values.
pub fn unpack(bytes: &[u8], count: usize) -> Option<Vec<f64>> {
    macro_rules! values {
        ($number:ty) => {{
            let (chunks, []) = bytes.as_chunks() else {
                return None;
            };
            chunks
                .iter()
                .map(|&chunk| f64::from(<$number>::from_le_bytes(chunk)))
                .collect()
        }};
    }
    Some(match bytes.len() {
        length if length == count => values!(i8),
        length if length == 2 * count => values!(i16),
        length if length == 4 * count => values!(i32),
        length if length == 8 * count => values!(f64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_bit_for_bit_and_small_ones_are_small() {
        for (values, width) in [
            (vec![1.0, -128.0, 127.0], 1),
            (vec![0.0, 128.0, -3.0], 2),
            (vec![32_768.0, 0.0], 4),
            (vec![2_147_483_648.0, 0.0], 8),
            (vec![0.5, 1.0], 8),
            (vec![-0.0], 8),
            (vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY], 8),
            (vec![], 0),
        ] {
            let bytes = pack(&values);
            assert_eq!(bytes.len(), values.len() * width, "{values:?}");
            let back = unpack(&bytes, values.len()).unwrap();
            let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&back), bits(&values));
        }
    }

    #[test]
    fn bytes_of_another_length_are_refused() {
        assert_eq!(unpack(&[0; 7], 2), None);
        assert_eq!(unpack(&[0; 6], 2), None);
        assert_eq!(unpack(&[0; 1], 0), None);
        assert_eq!(unpack(&[], 1), None);
    }
}

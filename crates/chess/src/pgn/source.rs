//! The bytes of a file, uncompressed.

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// Large enough that the calls into a decompressor cost nothing.
const BUFFER: usize = 1 << 17;

/// Uncompresses what `raw` yields. Its first bytes say how, whatever the file is
/// called.
pub(super) fn open(raw: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut raw = BufReader::with_capacity(BUFFER, raw);
    let decoder: Box<dyn Read + Send> = match raw.fill_buf()? {
        // A frame, or a frame to be skipped, which parallel compressors write first.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Box::new(zstd::Decoder::with_buffer(raw)?)
        }
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(raw)),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Box::new(MultiBzDecoder::new(raw)),
        _ => return Ok(Box::new(raw)),
    };
    Ok(Box::new(BufReader::with_capacity(BUFFER, decoder)))
}

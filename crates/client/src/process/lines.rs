//! Splits bytes into lines, in bounded memory.

/// The maximum length of a line in bytes, including the newline.
pub(crate) const MAX_LINE: usize = 64 * 1024;

/// The error for a line longer than [`MAX_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// The bytes that have been read but not yet returned as lines.
///
/// ```text
/// | returned | start .. end: not returned; no newline up to scanned | space |
/// ```
#[derive(Debug)]
pub(crate) struct LineBuffer {
    bytes: Box<[u8]>,
    start: usize,
    scanned: usize,
    end: usize,
}

impl LineBuffer {
    pub(crate) fn new() -> LineBuffer {
        LineBuffer { bytes: vec![0; MAX_LINE].into(), start: 0, scanned: 0, end: 0 }
    }

    /// Returns the space to read into. It is not empty if the last
    /// [`next`](LineBuffer::next) returned `Ok(None)`.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        if self.end == self.bytes.len() {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        &mut self.bytes[self.end..]
    }

    /// Records that `count` bytes have been read into the space.
    pub(crate) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.bytes.len());
    }

    /// Returns the next complete line without its line end. Invalid UTF-8 is
    /// replaced by replacement characters.
    pub(crate) fn next(&mut self) -> Result<Option<String>, TooLong> {
        let unscanned = &self.bytes[self.scanned..self.end];
        let Some(length) = unscanned.iter().position(|&byte| byte == b'\n') else {
            self.scanned = self.end;
            if self.start == self.end {
                (self.start, self.scanned, self.end) = (0, 0, 0);
            }
            let full = self.end - self.start == self.bytes.len();
            return if full { Err(TooLong) } else { Ok(None) };
        };
        let newline = self.scanned + length;
        let line = &self.bytes[self.start..newline];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = String::from_utf8_lossy(line).into_owned();
        (self.start, self.scanned) = (newline + 1, newline + 1);
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(buffer: &mut LineBuffer, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let space = buffer.space();
            let count = space.len().min(bytes.len());
            assert!(count > 0);
            space[..count].copy_from_slice(&bytes[..count]);
            buffer.filled(count);
            bytes = &bytes[count..];
        }
    }

    fn line(text: &str) -> Result<Option<String>, TooLong> {
        Ok(Some(text.to_string()))
    }

    #[test]
    fn lines_may_arrive_in_pieces_and_together() {
        let mut buffer = LineBuffer::new();
        assert_eq!(buffer.next(), Ok(None));
        feed(&mut buffer, b"ugi");
        assert_eq!(buffer.next(), Ok(None));
        feed(&mut buffer, b"ok\r\nready");
        assert_eq!(buffer.next(), line("ugiok"));
        assert_eq!(buffer.next(), Ok(None));
        feed(&mut buffer, b"ok\n\n\xff\n");
        assert_eq!(buffer.next(), line("readyok"));
        assert_eq!(buffer.next(), line(""));
        assert_eq!(buffer.next(), line("\u{fffd}"));
        assert_eq!(buffer.next(), Ok(None));
    }

    #[test]
    fn a_line_may_fill_the_buffer_but_not_exceed_it() {
        let mut buffer = LineBuffer::new();
        feed(&mut buffer, b"a\n");
        assert_eq!(buffer.next(), line("a"));
        // A line of the maximum length that wraps around the buffer's end.
        feed(&mut buffer, &vec![b'x'; MAX_LINE - 2]);
        assert_eq!(buffer.next(), Ok(None));
        feed(&mut buffer, b"x\n");
        assert_eq!(buffer.next().map(|l| l.map(|l| l.len())), Ok(Some(MAX_LINE - 1)));
        feed(&mut buffer, &vec![b'x'; MAX_LINE]);
        assert_eq!(buffer.next(), Err(TooLong));
    }
}

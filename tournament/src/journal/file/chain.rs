//! The check values of the lines of a journal.
//!
//! A line ends with the check value of the line before it and with its own, the CRC-32
//! of all that precedes it:
//!
//! ```text
//! {"type":"game",…,"after":"5d41402a","check":"bc4b2a76"}
//! └──────────── CRC-32 of these bytes ──────────┘
//! ```
//!
//! So a line that was changed is found by its own value, and one that was lost or moved
//! by the line after it.

/// Where the line before stands for nothing: before the first line, and after a line
/// without a check value.
const NONE: u32 = 0;

const AFTER: &str = ",\"after\":\"";
const CHECK: &str = "\",\"check\":\"";
const END: &str = "\"}\n";

/// The number of bytes that check values add to a line.
pub(crate) const ADDED: usize = AFTER.len() + CHECK.len() + END.len() + 2 * 8 - "}\n".len();

/// What the check values say of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integrity {
    /// It is as it was written, after the same line.
    Whole,
    /// It is not as it was written.
    Changed,
    /// It is as it was written, but not after the same line.
    Displaced,
    /// It has no check value, though a line before it has one.
    Unchecked,
}

/// The check value of the last line.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    last: u32,
    /// Whether `last` is the value that the next line was written after. It is not if
    /// the last line was damaged.
    is_known: bool,
    /// Whether a line had check values. Journals of earlier versions have none.
    has_checks: bool,
}

impl Default for Chain {
    fn default() -> Chain {
        Chain { last: NONE, is_known: true, has_checks: false }
    }
}

impl Chain {
    /// Goes on after a line.
    pub(crate) fn after(line: &[u8]) -> Chain {
        let last = Parts::of(line).map_or(NONE, |parts| parts.check);
        Chain { last, ..Chain::default() }
    }

    /// Adds the check values to a line, which is a JSON object with its newline.
    pub(crate) fn seal(&mut self, line: &str) -> String {
        let body = line.strip_suffix("}\n").unwrap_or(line);
        let checked = format!("{body}{AFTER}{:08x}", self.last);
        self.last = crc32fast::hash(checked.as_bytes());
        format!("{checked}{CHECK}{:08x}{END}", self.last)
    }

    /// Removes the check values of the next line, and compares them.
    pub(crate) fn open(&mut self, mut line: Vec<u8>) -> (Vec<u8>, Integrity) {
        let Some(parts) = Parts::of(&line) else {
            let integrity = if self.has_checks { Integrity::Unchecked } else { Integrity::Whole };
            // If the line was damaged, the next one was written after another value.
            (self.last, self.is_known) = (NONE, !self.has_checks);
            return (line, integrity);
        };
        let is_whole = crc32fast::hash(parts.checked) == parts.check;
        let is_displaced = self.is_known && parts.after != self.last;
        let body = parts.body;
        (self.last, self.is_known, self.has_checks) = (parts.check, is_whole, true);
        line.truncate(body);
        line.extend_from_slice(b"}\n");
        let integrity = match (is_whole, is_displaced) {
            (false, _) => Integrity::Changed,
            (true, true) => Integrity::Displaced,
            (true, false) => Integrity::Whole,
        };
        (line, integrity)
    }
}

/// The parts of a line with check values.
struct Parts<'a> {
    /// The number of bytes before the check values.
    body: usize,
    /// The bytes that the check value is of.
    checked: &'a [u8],
    after: u32,
    check: u32,
}

impl Parts<'_> {
    fn of(line: &[u8]) -> Option<Parts<'_>> {
        let body = line.len().checked_sub(ADDED + "}\n".len())?;
        let rest = std::str::from_utf8(line.get(body..)?).ok()?;
        let (after, check) = rest.strip_prefix(AFTER)?.strip_suffix(END)?.split_once(CHECK)?;
        let number = |digits: &str| u32::from_str_radix(digits, 16).ok();
        let checked = &line[..body + AFTER.len() + after.len()];
        Some(Parts { body, checked, after: number(after)?, check: number(check)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(lines: &[&str]) -> Vec<String> {
        let mut chain = Chain::default();
        lines.iter().map(|line| chain.seal(line)).collect()
    }

    fn integrities(lines: &[String]) -> Vec<Integrity> {
        let mut chain = Chain::default();
        lines.iter().map(|line| chain.open(line.clone().into_bytes()).1).collect()
    }

    const LINES: [&str; 4] = ["{\"a\":1}\n", "{\"b\":[2,3]}\n", "{\"c\":\"é\"}\n", "{\"d\":{}}\n"];

    #[test]
    fn lines_come_back_as_they_were() {
        let sealed = sealed(&LINES);
        let mut chain = Chain::default();
        for (line, before) in sealed.iter().zip(LINES) {
            assert_eq!(line.len(), before.len() + ADDED);
            let found = chain.open(line.clone().into_bytes());
            assert_eq!(found, (before.as_bytes().to_vec(), Integrity::Whole));
        }
        // The value is that of zlib.crc32 in Python.
        let first = "{\"a\":1,\"after\":\"00000000\",\"check\":\"c491e4d2\"}\n";
        assert_eq!(sealed[0], first);
        // A writer that goes on later continues the chain.
        let mut later = Chain::after(sealed[2].as_bytes());
        assert_eq!(later.seal(LINES[3]), sealed[3]);
    }

    #[test]
    fn every_change_of_a_byte_is_found() {
        let sealed = sealed(&LINES);
        for number in 0..LINES.len() {
            // The newline ends the line, whatever it was before.
            for at in 0..sealed[number].len() - 1 {
                let mut chain = Chain::default();
                for (i, line) in sealed.iter().enumerate() {
                    let mut bytes = line.clone().into_bytes();
                    if i == number {
                        bytes[at] ^= 1;
                    }
                    let (body, integrity) = chain.open(bytes);
                    let found = match integrity {
                        Integrity::Whole => body != LINES[i].as_bytes(),
                        _ => true,
                    };
                    // A first line whose check value cannot be read looks like one of an
                    // earlier version, and the second as if it had followed another.
                    let may_be_found = number == 0 && i == 1;
                    assert!(found == (i == number) || may_be_found, "byte {at} of {number}, {i}");
                }
            }
        }
    }

    #[test]
    fn lost_and_moved_lines_are_found_by_the_next_line() {
        use Integrity::{Displaced, Whole};
        let sealed = sealed(&LINES);
        let of = |order: &[usize]| {
            integrities(&order.iter().map(|&i| sealed[i].clone()).collect::<Vec<_>>())
        };
        assert_eq!(of(&[0, 1, 2, 3]), [Whole; 4]);
        assert_eq!(of(&[0, 2, 3]), [Whole, Displaced, Whole]);
        assert_eq!(of(&[1, 2, 3]), [Displaced, Whole, Whole]);
        assert_eq!(of(&[0, 2, 1, 3]), [Whole, Displaced, Displaced, Displaced]);
        assert_eq!(of(&[0, 1, 1, 2, 3]), [Whole, Whole, Displaced, Whole, Whole]);
    }

    #[test]
    fn journals_of_earlier_versions_have_no_check_values() {
        use Integrity::{Unchecked, Whole};
        let plain = |i: usize| LINES[i].to_string();
        assert_eq!(integrities(&[plain(0), plain(1)]), [Whole; 2]);
        // A new version goes on with such a journal.
        let mut chain = Chain::after(LINES[1].as_bytes());
        let [two, three] = [2, 3].map(|i| chain.seal(LINES[i]));
        let lines = [plain(0), plain(1), two, three, plain(0)];
        assert_eq!(integrities(&lines), [Whole, Whole, Whole, Whole, Unchecked]);
    }
}

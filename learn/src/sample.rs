//! One position of a game, as a fixed number of bytes in a file of games.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use noughts::game::Square;
use noughts::game::trains::BOARD;
use noughts::search::network::{PLIES_AHEAD, SQUARES};

/// The first bytes of a file of samples.
const MAGIC: [u8; 8] = *b"nought p";
/// The bytes of a sample in a file.
const BYTES: usize = 8 * (2 + PLIES_AHEAD + 1 + 3) + 1 + 4 + 1 + SQUARES;

/// A position, the result of a search, and the end of its game. Sets of squares
/// are bits of the board of TicTacTrains, whose rows are eight bits apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The stones of X and of O.
    pub stones: [u64; 2],
    /// The squares allowed for the next plies, occupied or not.
    pub allowed: [u64; PLIES_AHEAD],
    /// Bit `i` is set if ply `i` of the game is X's.
    pub plies_of_x: u64,
    /// X's stones at the end of the game.
    pub final_x: u64,
    /// The longest train of X and of O at the end of the game.
    pub trains: [u64; 2],
    /// The length of X's longest train at the end minus that of O's.
    pub margin: i8,
    /// The value that the search gave the position, from 0 (lost) to 1 (won for
    /// the side to move).
    pub value: f32,
    /// Whether `policy` is a target: `false` if the moves were not searched with
    /// all nodes.
    pub has_policy: bool,
    /// The share of each square in the policy of the search, in 255ths of the
    /// largest; squares row by row, without the gaps of the sets.
    pub policy: [u8; SQUARES],
}

impl Sample {
    /// The number of plies played.
    pub(crate) fn ply(&self) -> usize {
        (self.stones[0] | self.stones[1]).count_ones() as usize
    }

    /// Whether X plays ply `ply`.
    pub(crate) fn is_of_x(&self, ply: usize) -> bool {
        self.plies_of_x >> ply & 1 == 1
    }

    /// Appends the sample to a file's bytes.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let sets = self.stones.iter().chain(&self.allowed).chain([&self.plies_of_x, &self.final_x]);
        for set in sets.chain(&self.trains) {
            out.extend(set.to_le_bytes());
        }
        out.extend(self.margin.to_le_bytes());
        out.extend(self.value.to_le_bytes());
        out.push(self.has_policy.into());
        out.extend(self.policy);
    }

    /// Reads a sample that [`write`](Sample::write) wrote.
    fn read(bytes: &[u8; BYTES]) -> Sample {
        let mut at = 0;
        let mut take = |n: usize| {
            at += n;
            &bytes[at - n..at]
        };
        let mut set = || take(8).iter().rev().fold(0u64, |set, &byte| set << 8 | u64::from(byte));
        let stones = [set(), set()];
        let allowed = std::array::from_fn(|_| set());
        let (plies_of_x, final_x) = (set(), set());
        let trains = [set(), set()];
        let margin = take(1)[0] as i8;
        let value = take(4).iter().rev().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
        let has_policy = take(1)[0] > 0;
        let mut policy = [0; SQUARES];
        policy.copy_from_slice(take(SQUARES));
        let value = f32::from_bits(value);
        Sample { stones, allowed, plies_of_x, final_x, trains, margin, value, has_policy, policy }
    }

    /// Whether this can be a position of a game.
    fn is_possible(&self) -> bool {
        let [x, o] = self.stones;
        let board = BOARD.squares().fold(0, |set, square| set | 1 << square.index());
        let sets = self.stones.iter().chain(&self.allowed).chain([&self.final_x]);
        let is_whole = sets.fold(0, |all, set| all | set) & !board == 0;
        let plies = |count: usize| (1u64 << count) - 1;
        let of_x = (self.plies_of_x & plies(self.ply().min(SQUARES))).count_ones();
        let lengths = self.trains.map(|train| train.count_ones() as i32);
        let ends = [self.final_x, board & !self.final_x];
        let mut trains = self.trains.iter().zip(ends);
        let played = self.allowed[0] & !(x | o);
        let is_learned = |square: &Square| self.policy[place(*square)] > 0;
        let mut learned = BOARD.squares().filter(is_learned);
        is_whole
            && self.plies_of_x & !plies(SQUARES) == 0
            && of_x == x.count_ones()
            && i32::from(self.margin) == lengths[0] - lengths[1]
            && x & o == 0
            && self.ply() < SQUARES
            && x & !self.final_x == 0
            && o & self.final_x == 0
            && trains.all(|(train, end)| train & !end == 0)
            && (!self.has_policy || learned.all(|square| played >> square.index() & 1 == 1))
            && (0.0..=1.0).contains(&self.value)
    }
}

/// Opens a file to append samples, or makes it. A part of a sample at the end,
/// left by a run that was killed, is removed.
pub(crate) fn append_to(path: &Path) -> anyhow::Result<File> {
    let name = path.display();
    let open = || -> io::Result<(File, bool)> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let size = file.metadata()?.len();
        if size == 0 {
            file.write_all(&MAGIC)?;
            return Ok((file, true));
        }
        let is_ours = has_magic(&mut file)?;
        if is_ours {
            file.set_len(size - (size - MAGIC.len() as u64) % BYTES as u64)?;
        }
        Ok((file, is_ours))
    };
    match open().with_context(|| format!("cannot write {name}"))? {
        (file, true) => Ok(file),
        (_, false) => bail!("{name} is not a file of positions; choose another name"),
    }
}

/// Reads the first bytes of a file and compares them.
fn has_magic(file: &mut impl Read) -> io::Result<bool> {
    let mut first = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    Ok(first == MAGIC)
}

/// Reads all samples of a file. A part of a sample at the end, left by a run
/// that was killed, is ignored.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let name = path.display();
    let cannot_read = || format!("cannot read {name}");
    let file = File::open(path).with_context(cannot_read)?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    if !has_magic(&mut reader).with_context(cannot_read)? {
        bail!("{name} is not a file of positions");
    }
    let mut samples = Vec::new();
    let mut bytes = [0; BYTES];
    loop {
        match reader.read_exact(&mut bytes) {
            Ok(()) => samples.push(Sample::read(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error).with_context(cannot_read),
        }
    }
    if samples.is_empty() {
        bail!("{name} has no positions");
    }
    if !samples.iter().all(Sample::is_possible) {
        bail!("{name} is damaged: it has positions that no game has");
    }
    Ok(samples)
}

/// The place of a square in the list of all squares.
pub(crate) fn place(square: Square) -> usize {
    let (column, row, _) = BOARD.coordinates(square);
    row * 7 + column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_read_as_it_was_written() {
        let sample = Sample {
            stones: [1, 2 << 50],
            allowed: [3, 4, 5, u64::MAX],
            plies_of_x: 6,
            final_x: 7,
            trains: [8, 9],
            margin: -5,
            value: 0.375,
            has_policy: true,
            policy: std::array::from_fn(|i| i as u8 * 5),
        };
        let mut bytes = Vec::new();
        sample.write(&mut bytes);
        assert_eq!(bytes.len(), BYTES);
        let bytes: [u8; BYTES] = bytes.try_into().unwrap();
        assert_eq!(Sample::read(&bytes), sample);
    }

    #[test]
    fn only_positions_of_games_are_possible() {
        let mut policy = [0; SQUARES];
        policy[7] = 255;
        // X has a corner, O the square beside it; X plays in the second row.
        let sample = Sample {
            stones: [1, 2],
            allowed: [1 << 8, 0, 0, 0],
            plies_of_x: 1,
            final_x: 1 | 1 << 8,
            trains: [1, 2],
            margin: 0,
            value: 0.5,
            has_policy: true,
            policy,
        };
        assert!(sample.is_possible());
        let impossible = [
            Sample { stones: [1, 3], ..sample.clone() },
            Sample { stones: [1, 1 << 7], ..sample.clone() },
            Sample { allowed: [1 << 8, 0, 0, 1 << 63], ..sample.clone() },
            Sample { allowed: [0; PLIES_AHEAD], ..sample.clone() },
            Sample { final_x: 3, ..sample.clone() },
            Sample { trains: [2, 2], ..sample.clone() },
            Sample { trains: [1, 1 << 7], ..sample.clone() },
            Sample { value: f32::NAN, ..sample.clone() },
            Sample { plies_of_x: 3, ..sample.clone() },
            Sample { plies_of_x: 1 | 1 << 49, ..sample.clone() },
            Sample { margin: 1, ..sample.clone() },
        ];
        assert!(!impossible.iter().any(Sample::is_possible));
    }
}

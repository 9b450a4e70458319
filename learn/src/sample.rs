//! One position of a game, as a fixed number of bytes in a file of games.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// The squares of the board.
pub(crate) const SQUARES: usize = 49;
/// The number of plies whose allowed squares a sample stores: the next one and
/// those after it.
pub(crate) const PLIES_AHEAD: usize = 4;
/// The bytes of a sample in a file.
pub(crate) const BYTES: usize = 8 * (2 + PLIES_AHEAD + 1 + 3) + 1 + 4 + 1 + SQUARES;

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
    /// The weight of `visits` as a target: 0 if the moves were not searched
    /// with all nodes.
    pub policy_weight: u8,
    /// The share of each square in the visits of the search, in 255ths of the
    /// largest; squares row by row, without the gaps of the sets.
    pub visits: [u8; SQUARES],
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
        out.push(self.policy_weight);
        out.extend(self.visits);
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
        let policy_weight = take(1)[0];
        let mut visits = [0; SQUARES];
        visits.copy_from_slice(take(SQUARES));
        let value = f32::from_bits(value);
        Sample {
            stones,
            allowed,
            plies_of_x,
            final_x,
            trains,
            margin,
            value,
            policy_weight,
            visits,
        }
    }
}

/// Reads all samples of a file. A part of a sample at the end, left by a run
/// that was killed, is left out.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut samples = Vec::new();
    let mut bytes = [0; BYTES];
    loop {
        match reader.read_exact(&mut bytes) {
            Ok(()) => samples.push(Sample::read(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
        }
    }
    if samples.is_empty() {
        bail!("{name} has no positions");
    }
    Ok(samples)
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
            policy_weight: 1,
            visits: std::array::from_fn(|i| i as u8 * 5),
        };
        let mut bytes = Vec::new();
        sample.write(&mut bytes);
        assert_eq!(bytes.len(), BYTES);
        let bytes: [u8; BYTES] = bytes.try_into().unwrap();
        assert_eq!(Sample::read(&bytes), sample);
    }
}

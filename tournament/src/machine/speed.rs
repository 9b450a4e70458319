//! The speed of this machine, measured with a fixed calculation, so that times
//! can be fitted to machines of different speed.
//!
//! The calculation does what engines of these games do most: bit operations on
//! sets of squares, branches that are hard to predict, and accesses to a table
//! larger than the first-level cache. It never changes, so that figures of
//! different versions of the runner can be compared.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

/// The name of the calculation in journals.
pub const CALCULATION: &str = "random-plies-1";

/// The games of one measurement, a few hundredths of a second.
const GAMES: u64 = 20_000;

/// The number of measurements in a row. The fastest of all counts: other programs
/// can only make a measurement slower.
const MEASUREMENTS: usize = 8;

/// The number of such rows. The pauses between them keep a program that is busy
/// for a moment from slowing down all rows.
const ROWS: usize = 3;

/// The pause between two rows.
const PAUSE: Duration = Duration::from_millis(150);

/// The entries of the table: 1 MiB.
const ENTRIES: usize = 1 << 17;

/// Returns the speed of one thread, in millions of plies per second. Takes about
/// a second on a machine of today.
pub fn measure() -> f64 {
    let mut table = vec![0; ENTRIES];
    let mut least = Duration::MAX;
    let mut plies = 0;
    for number in 0..ROWS * MEASUREMENTS {
        if number > 0 && number.is_multiple_of(MEASUREMENTS) {
            thread::sleep(PAUSE);
        }
        let began = Instant::now();
        plies = black_box(random_games(&mut table));
        least = least.min(began.elapsed());
    }
    plies as f64 / least.as_secs_f64().max(1e-9) / 1e6
}

/// Plays random games on a board of 8x8 squares until a side has three stones
/// in a row, a column or a diagonal; returns the number of plies.
fn random_games(table: &mut [u64]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut stones = [0_u64; 2];
        for ply in 0..64 {
            // Xorshift (Marsaglia 2003).
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let own = &mut stones[ply % 2];
            *own |= 1 << (state >> 58);
            plies += 1;
            let entry = &mut table[(state.wrapping_mul(*own | 1) >> 40) as usize % ENTRIES];
            *entry = entry.wrapping_add(state);
            // The bits wrap around the edges of the board, which does not
            // matter here.
            let three = |step: u32| *own & (*own >> step) & (*own >> (2 * step));
            if [1, 7, 8, 9].into_iter().any(|step| three(step) != 0) {
                break;
            }
        }
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calculation_is_the_same_on_every_machine() {
        // The number of plies depends on integers alone; a change here would
        // make the speeds of different versions incomparable.
        let plies = random_games(&mut vec![0; ENTRIES]);
        assert_eq!(plies, random_games(&mut vec![1; ENTRIES]));
        assert!((6 * GAMES..64 * GAMES).contains(&plies), "{plies}");
        assert!(measure() > 0.0);
    }
}

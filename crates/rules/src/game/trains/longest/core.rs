//! The longest train of a component with cycles: a path in its core, extended
//! by the tails at both ends of the path.

use super::bits::{CHEQUER, lowest, neighbours};
use super::frontier;
use super::peel::Tails;

/// More than the depth of the deepest path in a core.
const DEPTH: usize = 64;

/// The number of branches after which the search hands over to [`frontier`],
/// which takes bounded time.
const BRANCHES: usize = 800;

/// A path under construction: the untried next squares, the free squares and
/// the length.
#[derive(Clone, Copy, Default)]
struct Frame {
    choices: u64,
    free: u64,
    length: u32,
}

/// Returns the length of the longest train through the connected `core` if it
/// is longer than `best`; otherwise `best`. Stops early with any length of at
/// least `enough`.
#[inline(always)]
pub(super) fn longest_through(core: u64, tails: &Tails, mut best: u32, enough: u32) -> u32 {
    let tails = &tails.by_square(core);
    let size = core.count_ones();
    // Ends in the order of their tails, longest first. The search from one end
    // finds all trains with that end, so tried ends are done.
    let mut ends = core;
    let mut stack = [Frame::default(); DEPTH];
    // The depth plus `DEPTH` times the number of branches: one number, as the
    // loop has no register to spare.
    let mut count = 0;
    while ends != 0 {
        let (start, tail) = longest_tail(ends, tails);
        ends ^= 1 << start;
        let (_, other) = if ends == 0 { (0, 0) } else { longest_tail(ends, tails) };
        if size + tail + other <= best {
            break;
        }
        let bit = 1u64 << start;
        let mut frame =
            Frame { choices: neighbours(bit) & core, free: core ^ bit, length: tail + 1 };
        loop {
            if frame.choices == 0 {
                if count % DEPTH == 0 {
                    break;
                }
                count -= 1;
                frame = stack[count % DEPTH];
                continue;
            }
            let step = lowest(frame.choices);
            frame.choices ^= step;
            let free = frame.free ^ step;
            let length = frame.length + 1;
            let reached = length + u32::from(tails[step.trailing_zeros() as usize & 63]);
            if reached > best {
                best = reached;
                if best >= enough {
                    return best;
                }
            }
            let next = neighbours(step) & free;
            if next == 0 {
                continue;
            }
            // The rest of the path alternates between the colours of the
            // chequerboard, which bounds its length.
            let dark = step & CHEQUER == 0;
            let same = (free & if dark { !CHEQUER } else { CHEQUER }).count_ones();
            let unlike = free.count_ones() - same;
            let room = if unlike > same { 2 * same + 1 } else { 2 * unlike };
            if length + room + other <= best {
                continue;
            }
            if frame.choices != 0 {
                if count >= BRANCHES * DEPTH {
                    return frontier::longest_through(core, tails, best, enough);
                }
                stack[count % DEPTH] = frame;
                count += DEPTH + 1;
            }
            frame = Frame { choices: next, free, length };
        }
    }
    best
}

/// Returns the square of `squares` with the longest tail, and the length of
/// that tail.
#[inline(always)]
fn longest_tail(squares: u64, tails: &[u8; 64]) -> (u32, u32) {
    let (mut square, mut tail) = (squares.trailing_zeros(), 0);
    let mut rest = squares;
    while rest != 0 {
        let at = rest.trailing_zeros();
        rest &= rest - 1;
        let here = u32::from(tails[at as usize & 63]);
        if here > tail {
            (square, tail) = (at, here);
        }
    }
    (square, tail)
}

//! The settings of a manager of the Gomocup protocol.

use std::io;

use super::manager::Manager;
use crate::engine::options::OptionRow;
use crate::engine::options::memory;
use crate::engine::session::state::Session;
use crate::game::lines::LineRule;
use crate::protocol::{GomocupReply, OptionKind, Setting, rule_of_number};

/// The bytes of `max_memory` for each MiB of the table: the program needs some,
/// too.
const BYTES_PER_HASH: u64 = 2 << 20;
/// The largest table, in MiB, that is made because the manager allows it.
const MAX_HASH: u64 = 1024;

impl Session<'_, Manager> {
    /// Sets which rows of five win, also for the stones on the board. If these cannot
    /// arise under the other rule, it holds from the next position on.
    fn set_rule(&mut self, rule: LineRule) -> io::Result<()> {
        let before = std::mem::replace(&mut self.adapter().rule, rule);
        if before == rule || !self.adapter().started {
            return Ok(());
        }
        let [x, o] = self.stones();
        match self.set_rule_and_stones(&x, &o) {
            Ok(()) => Ok(()),
            // A manager expects no answer to INFO.
            Err(error) => {
                let notice = format!("the rule holds from the next game on: {error}");
                self.answer_manager(&GomocupReply::Message(notice))
            }
        }
    }

    /// Obeys an `INFO`, which has no answer.
    pub(super) fn set(&mut self, setting: Setting) -> io::Result<()> {
        let hash = self.options.settings.hash;
        let manager = self.adapter();
        let (option, value) = match setting {
            Setting::TimeoutTurn(time) => {
                manager.turn = Some(time);
                return Ok(());
            }
            Setting::TimeoutMatch(time) => {
                manager.game = (time > 0).then_some(time);
                manager.renew_clock();
                return Ok(());
            }
            Setting::TimeLeft(time) => {
                manager.left = time;
                manager.left_is_new = true;
                return Ok(());
            }
            Setting::MaxNode(nodes) => {
                manager.nodes = nodes;
                return Ok(());
            }
            Setting::MaxDepth(depth) => {
                manager.depth = depth;
                return Ok(());
            }
            Setting::ShowDetail(bits) => {
                manager.shows_board = bits & 1 == 1;
                return Ok(());
            }
            Setting::Unknown => return Ok(()),
            Setting::NoNumber(key) => {
                let notice = format!("INFO {key} has no effect without a whole number");
                return self.answer_manager(&GomocupReply::Message(notice));
            }
            Setting::Rule(number) => {
                let Some(rule) = rule_of_number(number) else {
                    let notice = "only the rules 0 (five or more), 1 (exactly five), 4 (renju), \
                                  8 (caro) and 9 (exactly five in caro) are known";
                    return self.answer_manager(&GomocupReply::Message(notice.to_string()));
                };
                return self.set_rule(rule);
            }
            // 0 is no limit.
            Setting::MaxMemory(0) => ("Hash", manager.own_hash.unwrap_or(hash) as u64),
            Setting::MaxMemory(bytes) => {
                manager.own_hash.get_or_insert(hash);
                ("Hash", (bytes / BYTES_PER_HASH).min(MAX_HASH))
            }
            Setting::HashSize(kib) => {
                manager.own_hash = None;
                ("Hash", kib.div_ceil(1024))
            }
            Setting::Threads(threads) => ("Threads", threads),
        };
        match self.options.set(option, Some(&value.to_string())) {
            Ok(()) => Ok(()),
            // A manager expects no answer to INFO.
            Err(error) => self.answer_manager(&GomocupReply::Message(error.to_string())),
        }
    }

    /// Sends the largest number of threads and the largest table, as the logarithm of its
    /// KiB, in the form that Yixin-Board reads.
    pub(super) fn show_limits(&mut self) -> io::Result<()> {
        let largest = |name: &str| {
            let row = OptionRow::all().iter().find(|row| row.name == name);
            match row.map(|row| row.declaration().kind) {
                Some(OptionKind::Spin { max, .. }) => u64::try_from(max).unwrap_or(0),
                _ => 0,
            }
        };
        let hash = largest("Hash").min(memory::available().map_or(u64::MAX, |bytes| bytes >> 20));
        for text in [
            format!("noughts {}", env!("CARGO_PKG_VERSION")),
            format!("INFO MAX_THREAD_NUM {}", largest("Threads")),
            format!("INFO MAX_HASH_SIZE {}", (hash << 10).max(1).ilog2()),
        ] {
            self.answer_manager(&GomocupReply::Message(text))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::search::YieldHook;

    #[test]
    fn max_memory_sets_the_table_until_it_is_lifted() {
        let mut options = Options::default();
        options.settings.hash = 20;
        let jobs = crossbeam_channel::unbounded().0;
        let mut session: Session<'_, Manager> =
            Session::new(options, Box::new(|_| Ok(())), jobs, YieldHook::default());
        for (bytes, hash) in [(0, 20), (80 << 20, 40), (16 << 20, 8), (0, 20)] {
            session.set(Setting::MaxMemory(bytes)).expect("nothing fails");
            assert_eq!(session.options.settings.hash, hash, "{bytes}");
        }
    }
}

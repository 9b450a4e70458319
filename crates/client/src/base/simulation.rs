//! A simulation: threads that run one at a time, in virtual time.
//!
//! The clock of a simulation stands still while a thread works. A thread that waits hands
//! its turn to the thread that wakes next, and the clock jumps to that moment:
//!
//! ```text
//! thread 1   works ─ waits 30 ms ┐                    ┌ works …
//! thread 2                       └ works ─ waits 50 ms┘
//! clock      0                   0 (thread 2 began)   30
//! ```
//!
//! So a simulation takes no longer than its work, and its seed repeats it: the seed
//! decides which of the threads that wake at the same moment comes first.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

thread_local! {
    static TASK: RefCell<Option<Task>> = const { RefCell::new(None) };
}

/// Virtual time, and the threads that share it.
#[derive(Clone, Debug)]
pub struct Simulation(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The time since the start, in nanoseconds, which is read more often than all else.
    now: AtomicU64,
    state: Mutex<State>,
}

/// The moment, the order among those that wake at that moment, and the number of a thread.
type Wake = Reverse<(Duration, u64, u64)>;

#[derive(Debug)]
struct State {
    /// The number of the thread whose turn it is.
    turn: u64,
    waiting: BinaryHeap<Wake>,
    /// The number of threads that have begun so far.
    begun: u64,
    /// The threads that have not ended. One that has not run yet is not among them.
    threads: HashMap<u64, Thread>,
    /// The number of threads that have not ended.
    live: usize,
    /// The thread that waits for the end of all others.
    joining: Option<u64>,
    /// The state of a linear congruential generator.
    random: u64,
}

impl State {
    /// Adds a thread to those that wait.
    fn wait(&mut self, until: Duration, task: u64) {
        // The multiplier is that of Knuth's MMIX; the upper bits are the random ones.
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.waiting.push(Reverse((until, self.random >> 32, task)));
    }
}

/// A thread of a simulation.
#[derive(Clone)]
struct Task {
    simulation: Simulation,
    number: u64,
}

impl Simulation {
    /// Makes a simulation at time zero. The seed decides the order of threads that wake
    /// at the same moment.
    pub fn new(seed: u64) -> Simulation {
        let state = State {
            turn: 0,
            waiting: BinaryHeap::new(),
            begun: 1,
            threads: HashMap::new(),
            live: 1,
            joining: None,
            random: seed,
        };
        let (now, state) = (AtomicU64::new(0), Mutex::new(state));
        Simulation(Arc::new(Shared { now, state }))
    }

    /// Runs a function as the first thread. All other threads must have ended when it
    /// returns, as those of [`scope`](crate::base::threads::scope) have.
    pub fn run<T>(&self, function: impl FnOnce() -> T) -> T {
        let _task = Task { simulation: self.clone(), number: 0 }.enter();
        function()
    }

    /// Returns the time since the start.
    pub fn now(&self) -> Duration {
        // Only the thread whose turn it is reads it, after a lock that was taken later
        // than it was written.
        Duration::from_nanos(self.0.now.load(Ordering::Relaxed))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the turn to the thread that wakes next.
    fn pass(&self, state: &mut State) {
        let Some(Reverse((moment, _, task))) = state.waiting.pop() else { return };
        let nanoseconds = u64::try_from(moment.as_nanos()).unwrap_or(u64::MAX);
        self.0.now.fetch_max(nanoseconds, Ordering::Relaxed);
        state.turn = task;
        if let Some(thread) = state.threads.get(&task) {
            thread.unpark();
        }
    }
}

/// Makes the calling thread one of a simulation until it is dropped.
struct Entered(Option<Task>);

impl Drop for Entered {
    fn drop(&mut self) {
        let task = TASK.with(|current| current.replace(self.0.take()));
        let Some(Task { simulation, number }) = task else { return };
        let mut state = simulation.state();
        state.threads.remove(&number);
        state.live -= 1;
        if state.live == 1
            && let Some(joining) = state.joining.take()
        {
            state.wait(simulation.now(), joining);
        }
        simulation.pass(&mut state);
    }
}

impl Task {
    fn enter(self) -> Entered {
        self.simulation.state().threads.insert(self.number, thread::current());
        self.await_turn();
        Entered(TASK.with(|current| current.replace(Some(self))))
    }

    fn await_turn(&self) {
        while self.simulation.state().turn != self.number {
            thread::park();
        }
    }

    fn sleep(&self, time: Duration) {
        let mut state = self.simulation.state();
        state.wait(self.simulation.now() + time, self.number);
        self.simulation.pass(&mut state);
        drop(state);
        self.await_turn();
    }

    /// Waits until all other threads have ended.
    fn join(&self) {
        let mut state = self.simulation.state();
        if state.live == 1 {
            return;
        }
        state.joining = Some(self.number);
        self.simulation.pass(&mut state);
        drop(state);
        self.await_turn();
    }
}

/// The calling thread's simulation, if it is in one.
fn task() -> Option<Task> {
    TASK.with(|task| task.borrow().clone())
}

/// Returns the virtual time; `None` outside a simulation.
pub(crate) fn now() -> Option<Duration> {
    TASK.with(|task| task.borrow().as_ref().map(|task| task.simulation.now()))
}

/// Waits in virtual time; returns false at once outside a simulation.
pub(crate) fn sleep(time: Duration) -> bool {
    task().map(|task| task.sleep(time)).is_some()
}

/// Waits in a simulation until all other threads have ended.
pub(crate) fn join() {
    if let Some(task) = task() {
        task.join();
    }
}

/// Returns the function of a new thread of the calling thread's simulation, or the same
/// function outside a simulation. The thread must be started.
pub(crate) fn in_simulation<'a>(
    function: impl FnOnce() + Send + 'a,
) -> Box<dyn FnOnce() + Send + 'a> {
    let Some(Task { simulation, .. }) = task() else { return Box::new(function) };
    let mut state = simulation.state();
    let number = state.begun;
    state.begun += 1;
    state.live += 1;
    state.wait(simulation.now(), number);
    drop(state);
    Box::new(move || {
        let _task = Task { simulation, number }.enter();
        function();
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::threads;
    use crate::base::time::{self, Instant};

    const HOUR: Duration = Duration::from_secs(3600);

    /// Returns the order in which three threads end that wait for these times.
    fn ends(seed: u64, waits: [Duration; 3]) -> (Vec<usize>, Duration) {
        let ended = Mutex::new(Vec::new());
        let simulation = Simulation::new(seed);
        simulation.run(|| {
            threads::scope(|scope| {
                for (number, wait) in waits.into_iter().enumerate() {
                    let ended = &ended;
                    threads::spawn(scope, move || {
                        time::sleep(wait);
                        ended.lock().unwrap().push(number);
                    })
                    .unwrap();
                }
            });
        });
        (ended.into_inner().unwrap(), simulation.now())
    }

    #[test]
    fn threads_wake_in_the_order_of_their_times() {
        for seed in 0..20 {
            let (order, now) = ends(seed, [3 * HOUR, HOUR, 2 * HOUR]);
            assert_eq!((order, now), (vec![1, 2, 0], 3 * HOUR));
        }
    }

    #[test]
    fn a_seed_decides_the_order_within_a_moment_and_repeats_it() {
        let orders: Vec<_> = (0..40).map(|seed| ends(seed, [HOUR; 3]).0).collect();
        let mut distinct = orders.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 6, "of three threads");
        assert_eq!(orders, (0..40).map(|seed| ends(seed, [HOUR; 3]).0).collect::<Vec<_>>());
    }

    #[test]
    fn the_clock_jumps_only_in_a_simulation() {
        let simulation = Simulation::new(1);
        simulation.run(|| {
            let began = Instant::now();
            time::sleep(HOUR);
            assert_eq!(began.elapsed(), HOUR);
            assert_eq!(time::stopped(), Duration::ZERO);
        });
        assert_eq!(now(), None);
    }

    #[test]
    fn a_panic_passes_the_turn_on() {
        let simulation = Simulation::new(1);
        let caught = std::panic::catch_unwind(|| {
            simulation.run(|| {
                threads::scope(|scope| {
                    threads::spawn(scope, || panic!("a test")).unwrap();
                    threads::spawn(scope, || time::sleep(HOUR)).unwrap();
                });
            });
        });
        assert!(caught.is_err());
        assert_eq!(simulation.now(), HOUR);
    }
}

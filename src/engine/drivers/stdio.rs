//! Standard input and output that block even if their files are non-blocking.
//! Another process that shares a file, such as the parent, can set that mode.

use std::io::{self, ErrorKind, Read, Stdin, Stdout, Write};

/// Standard input that blocks until there is data.
pub(super) struct Input(pub(super) Stdin);

/// Standard output that blocks until there is room.
pub(super) struct Output(pub(super) Stdout);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry_until_ready(|| self.0.read(buffer), system::wait_for_input)
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        retry_until_ready(|| self.0.write(buffer), system::wait_for_room)
    }

    fn flush(&mut self) -> io::Result<()> {
        retry_until_ready(|| self.0.flush(), system::wait_for_room)
    }
}

/// Repeats `attempt`, after `wait`, as long as it would block.
fn retry_until_ready<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
    wait: fn() -> io::Result<()>,
) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => wait()?,
            done => return done,
        }
    }
}

pub(super) use system::{is_input_unread, is_output_closed};

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fd::BorrowedFd;
    use rustix::io::Errno;
    use rustix::stdio::{stdin, stdout};

    pub(super) fn wait_for_input() -> io::Result<()> {
        wait(stdin(), PollFlags::IN)
    }

    pub(super) fn wait_for_room() -> io::Result<()> {
        wait(stdout(), PollFlags::OUT)
    }

    fn wait(stream: BorrowedFd<'_>, event: PollFlags) -> io::Result<()> {
        match poll(&mut [PollFd::from_borrowed_fd(stream, event)], None) {
            // After a signal the caller tries the stream again.
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether standard input has unread data.
    pub(in crate::engine) fn is_input_unread() -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        matches!(poll(&mut [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)], Some(&now)), Ok(1))
    }

    /// Whether nobody can read standard output any more.
    pub(in crate::engine) fn is_output_closed() -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        // Errors are reported whether they are asked for or not.
        let mut streams = [PollFd::from_borrowed_fd(stdout(), PollFlags::empty())];
        let closed = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
        poll(&mut streams, Some(&now)).is_ok() && streams[0].revents().intersects(closed)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::time::Duration;

    pub(super) fn wait_for_input() -> io::Result<()> {
        std::thread::sleep(Duration::from_millis(1));
        Ok(())
    }

    pub(super) fn wait_for_room() -> io::Result<()> {
        wait_for_input()
    }

    /// Unread data is unknown on this system: always false.
    pub(in crate::engine) fn is_input_unread() -> bool {
        false
    }

    /// A closed output is noticed only by writing to it.
    pub(in crate::engine) fn is_output_closed() -> bool {
        false
    }
}

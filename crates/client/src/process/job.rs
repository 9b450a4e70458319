//! The job object of Windows around a process: it ends the process with everything that it
//! has started when its handle is closed, also when the system closes it because the runner
//! was killed. So Windows needs no watchdog.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};

use win32job::{ExtendedLimitInfo, Job};

/// The flag of `CreateProcess` for a process that does not receive the Ctrl-C of the
/// console.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// Keeps the Ctrl-C of the console from a process that is started with this command.
pub(super) fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

/// Puts a process into a job of its own. What it started before that stays outside.
///
/// # Errors
///
/// When the system refuses.
pub(super) fn around(child: &Child) -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits)?;
    job.assign_process(child.as_raw_handle() as isize)?;
    Ok(job)
}

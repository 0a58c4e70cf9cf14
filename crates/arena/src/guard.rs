//! Processes that end with this one.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

/// Leads a process group and ends all of it when this process is gone.
///
/// The guard waits for the end of a pipe that only this process holds open.
/// However this process ends, even by a signal that cannot be caught, the system
/// closes the pipe and the guard kills its group: every program that was started
/// into it, their children, itself. The system's own signal on a parent's death
/// would not do: it comes when the starting thread ends, and grandchildren never
/// get it.
pub struct Guard(Child);

impl Guard {
    /// Posts a guard over a new, empty group.
    pub fn post() -> io::Result<Self> {
        const SHELL: &str = "/bin/sh";
        let child = Command::new(SHELL)
            .args(["-c", "read -r _; kill -KILL 0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        // Otherwise the program itself would seem to be missing.
        let named = |error| io::Error::other(format!("its guard {SHELL}: {error}"));
        child.map(Self).map_err(named)
    }

    /// Makes the command start in this group.
    pub fn watch(&self, command: &mut Command) {
        // Process numbers fit: the system itself uses this type.
        command.process_group(self.0.id() as i32);
    }

    /// Kills the group.
    pub fn kill(&self) {
        // The number cannot belong to another process before the guard is reaped.
        // An error means that no process is left.
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.kill();
        let _ = self.0.wait();
    }
}

"""A program that reads and writes lines: no wait without an end, and no process left."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence

# The longest line that is read; more is cut.
MAX_LINE = 65_536
# Lines that wait to be read; then the program has to wait.
MAX_WAITING = 10_000


class EngineError(Exception):
    """An engine failed, or there is none."""


class EngineDied(EngineError):
    """The engine ended, or could not be started."""


class EngineTimeout(EngineError):
    """The engine did not answer in time, and has been ended."""


class EngineRefused(EngineError):
    """The engine answered with an error."""


class Process:
    """A running program. Threads read and write, so that no call waits for the program
    longer than it says."""

    def __init__(
        self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None
    ) -> None:
        self.command = list(command)
        try:
            self._child = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=None if env is None else dict(env),
                # Ctrl-C is for Python, and what the program starts ends with it.
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise EngineDied(f"cannot start {self.command[0]}: {error.strerror or error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_WAITING)
        self._commands: queue.Queue[bytes | None] = queue.Queue()
        self._said: deque[str] = deque(maxlen=5)
        self._complained: deque[str] = deque(maxlen=10)
        self._has_ended = threading.Event()
        works = (self._read_complaints, self._read_lines, self._write_commands)
        threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in threads:
            thread.start()
        self._complaints = threads[0]

    def send(self, line: str) -> None:
        """Sends a line, without waiting for the program to read it."""
        if "\n" in line or "\r" in line:
            raise ValueError(f"not one line: {line!r}")
        self._commands.put(line.encode() + b"\n")

    def read(self, deadline: float) -> str | None:
        """Returns the next line; `None` if there is none until `deadline`, which is a time
        of `time.monotonic`."""
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                return None
            if line is None:
                # It stays for the next call.
                self._lines.put(None)
                raise EngineDied(self._end())
            return line

    def kill(self, grace: float = 0.0) -> None:
        """Ends the program and what it started, after `grace` seconds at the latest."""
        self._has_ended.set()
        self._commands.put(None)
        try:
            self._child.wait(grace)
        except subprocess.TimeoutExpired:
            pass
        if os.name == "nt":
            self._child.kill()
        else:
            try:
                os.killpg(self._child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        self._child.wait()

    @property
    def is_running(self) -> bool:
        """Whether the program runs."""
        return self._child.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    def last_words(self) -> str:
        """What the program said last, for messages."""
        parts = []
        if self._said:
            parts.append("it said last: " + " | ".join(self._said))
        if self._complained:
            parts.append("on standard error: " + " | ".join(self._complained))
        return "; ".join(parts) or "it said nothing"

    def _end(self) -> str:
        try:
            status = str(self._child.wait(1))
        except subprocess.TimeoutExpired:
            return f"{self.command[0]} closed its output; {self.last_words()}"
        # Its last words may still be on their way.
        self._complaints.join(1)
        return f"{self.command[0]} ended with status {status}; {self.last_words()}"

    def _read_lines(self) -> None:
        stream = self._child.stdout
        assert stream is not None
        with stream:
            while data := stream.readline(MAX_LINE):
                line = data.decode(errors="replace").strip()
                self._said.append(line[:200])
                if not self._put(line):
                    return
        self._put(None)

    def _put(self, line: str | None) -> bool:
        while not self._has_ended.is_set():
            try:
                self._lines.put(line, timeout=0.1)
            except queue.Full:
                continue
            return True
        # What waits for a line learns that there is none.
        try:
            self._lines.put_nowait(None)
        except queue.Full:
            pass
        return False

    def _read_complaints(self) -> None:
        stream = self._child.stderr
        assert stream is not None
        with stream:
            while data := stream.readline(MAX_LINE):
                self._complained.append(data.decode(errors="replace").strip()[:200])

    def _write_commands(self) -> None:
        stream = self._child.stdin
        assert stream is not None
        try:
            with stream:
                while (line := self._commands.get()) is not None:
                    stream.write(line)
                    stream.flush()
        except OSError:
            # Its end is seen where it is read.
            pass

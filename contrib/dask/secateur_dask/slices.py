"""Slices of work, as tasks of a Dask cluster.

A session is a secateur process beside a Dask worker, which keeps what it has learnt from slice to slice. A slice gives it orders and
time, and returns what it reports: results, and when it was asked, the prefixes that are still open. A session that no slice came
for is ended: whoever wanted it is gone.

Nothing that a session reports may get lost while the session goes on: a state that it gave away would be nobody's. But Dask may execute a
task again, when it has lost touch with a worker for a while. So slices are numbered. The same one again gives the same bytes again, and
where another one is missing the session is lost, with all that was not heard of it.
"""

import queue
import subprocess
import tempfile
import threading
import time

from . import kit

# How the bytes begin that a slice returns.
SAID = b"said\n"
NO_KIT = b"no kit\n"
LOST = b"lost\n"
ENDED = b"ended "
UNUSABLE = b"unusable "

# Seconds without a slice after which a session is ended, and how often that is looked at.
LEASE = 120.0
ROUNDS = 5.0
# Reports that may wait here. Then the process has to wait.
WAITING = 20_000

# Reports that somebody waits for: a slice ends with one.
ANSWERS = tuple(b'{"' + name + b'"' for name in (b"Ready", b"Wants", b"Given", b"Saved", b"Idle", b"Stopped", b"Ended", b"Bug"))
PROGRESS = b'{"Progress"'

_sessions = {}
_lock = threading.Lock()
_watchman = None


class Session:
    def __init__(self, folder):
        self.scratch = tempfile.TemporaryDirectory(prefix="secateur-")
        self.process = subprocess.Popen(
            kit.command(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.scratch.name
        )
        self.said = queue.Queue(WAITING)
        self.used = time.monotonic()
        # The last slice, what it returned, and that there is one at a time.
        self.slice = -1
        self.returned = b""
        self.lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with self.process.stdout as lines:
            for line in lines:
                self.said.put(line)
        self.said.put(None)

    def tell(self, orders):
        try:
            self.process.stdin.write(orders)
            self.process.stdin.flush()
        except OSError:
            pass  # It is gone, and what it has said comes to an end.

    def hear(self, seconds):
        """What it says until somebody has to answer, or time is up; and whether that was its last."""
        until = time.monotonic() + seconds
        lines, progress, ended = [], None, False
        while not ended:
            try:
                line = self.said.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                break
            if line is None:
                ended = True
            elif line.startswith(PROGRESS):
                progress = line  # The last one says it all.
            else:
                lines.append(line)
                if line.startswith(ANSWERS):
                    until = time.monotonic()
        if progress:
            lines.insert(0, progress)
        self.used = time.monotonic()
        return b"".join(lines), ended

    def end(self):
        self.process.kill()
        while True:  # The thread that reads may wait for room.
            try:
                self.said.get_nowait()
            except queue.Empty:
                break
        self.close()

    def close(self):
        """Its process has ended, or is about to. Returns its status."""
        status = self.process.wait()
        try:
            self.process.stdin.close()
        except OSError:
            pass  # What it was told last did not reach it.
        self.scratch.cleanup()
        return status


def _watch():
    while True:
        time.sleep(ROUNDS)
        with _lock:
            late = [name for name, session in _sessions.items() if time.monotonic() - session.used > LEASE]
            ended = [_sessions.pop(name) for name in late]
        for session in ended:
            session.end()


def _begin(folder):
    global _watchman
    session = Session(folder)
    with _lock:
        if _watchman is None:
            _watchman = threading.Thread(target=_watch, daemon=True)
            _watchman.start()
    return session


def advance(name, number, kit_name, packed, orders, seconds):
    """A slice of a session. All of it is text, numbers and bytes, and what comes back is bytes."""
    with _lock:
        session = _sessions.get(name)
    if session is None:
        if number > 0:
            return LOST
        if packed is not None:
            kit.keep(packed)
        folder = kit.find(kit_name)
        if folder is None:
            return NO_KIT
        try:
            begun = _begin(folder)
        except (kit.Unusable, OSError) as error:
            return UNUSABLE + str(error).encode()
        with _lock:
            session = _sessions.setdefault(name, begun)
        if session is not begun:
            begun.end()
    with session.lock:
        if number == session.slice:
            return session.returned
        if number != session.slice + 1:
            end([name])
            return LOST
        session.used = time.monotonic() + seconds
        session.tell(orders)
        said, ended = session.hear(seconds)
        session.slice, session.returned = number, SAID + said
        if not ended:
            return session.returned
    with _lock:
        _sessions.pop(name, None)
    return ENDED + str(session.close()).encode() + b"\n" + said


def end(names):
    """Ends sessions, whatever they do."""
    with _lock:
        sessions = [_sessions.pop(name, None) for name in names]
    for session in sessions:
        if session:
            session.end()

"""Stands between a coordinator of secateur and a Dask cluster.

The coordinator writes requests to standard input, a line of JSON each: `{"start":PLACE}`, `{"tell":[PLACE,ORDER]}`, `{"kill":PLACE}`.
It reads answers from standard output: `{"places":N}`, `{"said":[PLACE,REPORT]}`, `{"ended":[PLACE,STATUS]}`, `{"lost":PLACE}`,
`{"failed":WHY}`. At the end of the input all workers are ended.

Each place that has a worker has one task at a time on the cluster, a slice of that worker's time (see `slices`). A session stays with the
Dask worker that has begun it; when that is gone, the place is lost, and the coordinator hands out again what it had.
"""

import argparse
import json
import os
import queue
import signal
import sys
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import CancelledError, ThreadPoolExecutor

from . import kit, slices

# Seconds of work in a slice. With many places they get longer, so that the scheduler has no more than so many tasks a second.
SLICE = 0.25
TASKS_A_SECOND = 150
# How often we look who is there, and slices for those who have nothing to do, so that they are not given up.
LOOK = 1.0
SIGN_OF_LIFE = 20.0
# Results that are fetched at once.
FETCHING = 16
# Seconds to find the scheduler, and to see the workers off.
CONNECTING = 15
LEAVING = 5

# After these a worker does nothing before it is told something.
RESTS = tuple(b'{"' + name + b'"' for name in (b"Ready", b"Wants", b"Idle", b"Stopped"))


class Place:
    """A worker that is wanted, and the session that it is."""

    def __init__(self):
        self.name = uuid.uuid4().hex
        self.address = None
        # The number of its next slice.
        self.slice = 0
        self.sends_kit = False
        self.orders = []
        self.task = None
        self.rests = False
        self.since = time.monotonic()


class Bridge:
    def __init__(self, client, folder, answers):
        self.client = client
        self.packed = kit.pack(folder)
        self.kit_name = kit.name(self.packed)
        self.answers = answers
        self.events = queue.Queue()
        self.places = {}
        self.threads = {}
        # Those that cannot work, and why.
        self.unusable = {}
        self.waits = False
        self.ending = []
        self.fetching = ThreadPoolExecutor(FETCHING)
        self.room = 0

    # What the coordinator hears

    def answer(self, line):
        line = memoryview(line + b"\n")
        while line:
            line = line[self.answers.write(line) :]

    def say(self, **answer):
        self.answer(json.dumps(answer).encode())

    def tell_user(self, line):
        print(f"secateur: {line}", file=sys.stderr)

    # Who is there

    def look(self):
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        self.threads = {address: worker["nthreads"] for address, worker in workers.items()}
        self.ending = [task for task in self.ending if not task.done()]
        for address in set(self.unusable) - set(self.threads):
            del self.unusable[address]
        for number, place in list(self.places.items()):
            if place.address is not None and place.address not in self.threads:
                self.lose(number)
        usable = {address: threads for address, threads in self.threads.items() if address not in self.unusable}
        if self.threads and not usable:
            address, why = next(iter(self.unusable.items()))
            self.say(failed=f"{address}: {why}")
        room = sum(usable.values())
        if room != self.room:
            self.room = room
            self.say(places=room)
        if not self.threads and not self.waits:
            self.tell_user("the cluster has no workers; waiting for some")
        self.waits = not self.threads

    def free_worker(self):
        """The Dask worker with the most threads that nobody uses."""
        used = Counter(place.address for place in self.places.values())
        free = {
            address: threads - used[address]
            for address, threads in self.threads.items()
            if address not in self.unusable and threads > used[address]
        }
        return max(free, key=free.get, default=None)

    def lose(self, number):
        self.give_up(number)
        self.say(lost=number)

    def give_up(self, number):
        place = self.places.pop(number)
        if place.task is not None:
            place.task.cancel()

    # Slices

    def slice(self):
        return max(SLICE, len(self.places) / TASKS_A_SECOND)

    def go_on(self, number):
        """The next slice of a place, if it has something to do."""
        place = self.places[number]
        if place.task is not None:
            return
        if place.address is None:
            place.address = self.free_worker()
        is_late = time.monotonic() - place.since > SIGN_OF_LIFE
        if place.address is None or (place.rests and not place.orders and not is_late):
            return
        orders, place.orders = b"".join(place.orders), []
        packed = self.packed if place.sends_kit else None
        place.rests = place.rests and not orders
        seconds = 0.0 if place.rests else self.slice()
        place.since = time.monotonic()
        place.task = self.client.submit(
            slices.advance,
            place.name,
            place.slice,
            self.kit_name,
            packed,
            orders,
            seconds,
            key=f"secateur-{uuid.uuid4().hex}",
            workers=[place.address],
            pure=False,
        )
        place.task.orders = orders
        place.task.add_done_callback(lambda task: self.fetching.submit(self.fetch, number, place.name, task))

    def fetch(self, number, name, task):
        """Gets what a task has returned. That may be gone with its worker: then this waits until the place is given up."""
        try:
            result = task.result()
        except Exception:  # noqa: BLE001  a worker that is lost, or somebody has meddled with our tasks
            result = None
        self.events.put(("done", (number, name, task, result)))

    def done(self, number, name, task, result):
        place = self.places.get(number)
        if place is None or place.name != name:
            return
        place.task = None
        if result is None:
            return self.lose(number)
        if result == slices.NO_KIT:
            # It has not begun: the same once more.
            place.sends_kit = True
            place.orders.insert(0, task.orders)
            return self.go_on(number)
        if result == slices.LOST:
            return self.lose(number)
        if result.startswith(slices.UNUSABLE):
            why = result.removeprefix(slices.UNUSABLE).decode(errors="replace")
            is_known = place.address in self.unusable
            self.unusable[place.address] = why
            # If there is nobody else, the coordinator says it.
            if not is_known and set(self.threads) - set(self.unusable):
                self.tell_user(f"{place.address}: {why}")
            self.lose(number)
            return self.look()
        place.sends_kit = False
        place.slice += 1
        head, _, reports = result.partition(b"\n")
        for report in reports.splitlines():
            place.rests = report.startswith(RESTS)
            self.answer(b'{"said":[%d,%s]}' % (number, report))
        if head.startswith(slices.ENDED):
            del self.places[number]
            return self.say(ended=[number, int(head.removeprefix(slices.ENDED))])
        self.go_on(number)

    # What the coordinator wants

    def start(self, number):
        self.places[number] = Place()
        self.go_on(number)

    def tell(self, number, order):
        place = self.places.get(number)
        if place is not None:
            place.orders.append(order + b"\n")
            self.go_on(number)

    def kill(self, number):
        if number in self.places:
            self.end([self.places[number]])
            self.give_up(number)
            # Its own fault, as the end of a process would be, and not that of a machine.
            self.say(ended=[number, None])

    def request(self, line):
        kind, _, rest = line.partition(b":")
        rest = rest.rstrip()[:-1]
        if kind == b'{"start"':
            self.start(int(rest))
        elif kind == b'{"tell"':
            number, _, order = rest[1:-1].partition(b",")
            self.tell(int(number), order)
        elif kind == b'{"kill"':
            self.kill(int(rest))

    def end(self, places):
        by_address = {}
        for place in places:
            if place.address in self.threads:
                by_address.setdefault(place.address, []).append(place.name)
        for address, names in by_address.items():
            task = self.client.submit(
                slices.end, names, key=f"secateur-{uuid.uuid4().hex}", workers=[address], pure=False, priority=1
            )
            # A task that nobody keeps is not executed.
            self.ending.append(task)

    def read(self, lines):
        for line in lines:
            self.events.put(("line", line))
        self.events.put(("over", None))

    def serve(self, lines):
        """Until the coordinator has nothing to say any more."""
        self.look()
        if not self.room:
            self.say(places=0)
        threading.Thread(target=self.read, args=(lines,), daemon=True).start()
        looked = time.monotonic()
        while True:
            try:
                kind, event = self.events.get(timeout=LOOK)
            except queue.Empty:
                kind, event = "tick", None
            if kind == "line":
                self.request(event)
            elif kind == "done":
                self.done(*event)
            elif kind == "over":
                return
            if time.monotonic() - looked >= LOOK:
                looked = time.monotonic()
                self.look()
                for number in list(self.places):
                    self.go_on(number)

    def leave(self):
        """Ends all sessions. Those that cannot be reached end when no slice comes for them any more."""
        self.end(self.places.values())
        until = time.monotonic() + LEAVING
        for task in self.ending:
            try:
                task.result(timeout=max(0.1, until - time.monotonic()))
            except (OSError, TimeoutError, CancelledError):
                pass  # The worker or the cluster is gone.


def connect(arguments):
    from distributed import Client
    from distributed.security import Security

    security, scheme = None, "tcp"
    if arguments.tls_ca_file:
        scheme = "tls"
        security = Security(
            tls_ca_file=arguments.tls_ca_file,
            tls_client_cert=arguments.tls_cert,
            tls_client_key=arguments.tls_key,
            require_encryption=True,
        )
    return Client(f"{scheme}://{arguments.address}", security=security, timeout=CONNECTING, set_as_default=False)


def main():
    parser = argparse.ArgumentParser(prog="secateur-dask", description="Started by secateur --on dask://HOST:PORT.")
    parser.add_argument("address", metavar="HOST:PORT")
    parser.add_argument("--kit", required=True, metavar="DIR")
    parser.add_argument("--tls-ca-file", metavar="FILE")
    parser.add_argument("--tls-cert", metavar="FILE")
    parser.add_argument("--tls-key", metavar="FILE")
    arguments = parser.parse_args()
    # A terminal's interrupt is the coordinator's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nobody else writes to the coordinator.
    answers = open(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        client = connect(arguments)
    except Exception as error:  # noqa: BLE001  whatever it is, the coordinator says it
        line = " ".join(str(error).split()) or type(error).__name__
        answers.write(json.dumps({"failed": f"no scheduler answers: {line}"}).encode() + b"\n")
        return
    bridge = Bridge(client, arguments.kit, answers)
    try:
        bridge.serve(sys.stdin.buffer)
    except BrokenPipeError:
        pass  # The coordinator is gone.
    finally:
        bridge.leave()
        client.close(timeout=LEAVING)
    # Threads that still wait for a result have nothing to wait for.
    os._exit(0)


if __name__ == "__main__":
    main()

"""The bridge with a cluster that is made up, and slices with a secateur that is made up."""

import io
import json
import os
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path

from secateur_dask import kit, slices
from secateur_dask.bridge import SIGN_OF_LIFE, Bridge


class Task:
    """A task that is over at once; a result that is gone is waited for until the task is cancelled."""

    def __init__(self, result):
        self.gives = result
        self.cancelled = threading.Event()

    def add_done_callback(self, callback):
        callback(self)

    def result(self, timeout=None):
        if self.gives is None:
            self.cancelled.wait(timeout)
            raise TimeoutError
        return self.gives

    def cancel(self):
        self.cancelled.set()

    def done(self):
        return True


class Client:
    def __init__(self, *results):
        self.results = list(results)
        self.workers = {"tcp://a:1": {"nthreads": 1}}
        self.submitted = []

    def scheduler_info(self, n_workers):
        return {"workers": dict(self.workers)}

    def submit(self, function, *arguments, **_):
        self.submitted.append((function, arguments))
        return Task(self.results.pop(0))


class BridgeTest(unittest.TestCase):
    def bridge(self, *results):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        Path(folder.name, "kit.json").write_text("{}")
        answers = io.BytesIO()
        bridge = Bridge(Client(*results), folder.name, answers)
        bridge.look()
        return bridge, lambda: [json.loads(line) for line in answers.getvalue().splitlines()]

    def next(self, bridge):
        kind, event = bridge.events.get(timeout=60)
        self.assertEqual(kind, "done")
        bridge.done(*event)

    def test_what_a_worker_says_is_passed_on_and_it_rests_when_it_is_ready(self):
        bridge, said = self.bridge(slices.SAID + b'{"Ready":"h"}\n', slices.SAID + b'{"Progress":{}}\n', slices.LOST)
        bridge.request(b'{"start":0}\n')
        self.next(bridge)
        self.assertEqual(said(), [{"places": 1}, {"said": [0, {"Ready": "h"}]}])
        self.assertEqual(len(bridge.client.submitted), 1, "nothing is to be done before it is told something")
        bridge.request(b'{"tell":[0,{"Explore":[1,2]}]}\n')
        self.assertEqual(bridge.client.submitted[1][1][4], b'{"Explore":[1,2]}\n')
        self.next(bridge)
        self.next(bridge)
        self.assertEqual(said()[-1], {"lost": 0}, "the next slice did not find it")

    def test_a_kit_is_sent_once_it_is_missed(self):
        bridge, _ = self.bridge(slices.NO_KIT, slices.SAID + b'{"Ready":"h"}\n')
        bridge.request(b'{"start":0}\n')
        self.next(bridge)
        packed = [arguments[3] for _, arguments in bridge.client.submitted]
        self.assertEqual(packed, [None, bridge.packed])

    def test_a_result_that_is_gone_with_its_worker_holds_nothing_up(self):
        bridge, said = self.bridge(None)
        bridge.request(b'{"start":0}\n')
        bridge.client.workers = {}
        bridge.look()
        self.assertIn({"lost": 0}, said())
        self.next(bridge)
        self.assertEqual(said().count({"lost": 0}), 1)

    def test_slices_are_numbered_and_one_that_is_killed_has_ended(self):
        said_nothing = slices.SAID + b'{"Progress":{}}\n'
        bridge, said = self.bridge(slices.NO_KIT, slices.SAID + b'{"Ready":"h"}\n', said_nothing, None, b"")
        bridge.request(b'{"start":0}\n')
        self.next(bridge)
        self.next(bridge)
        bridge.request(b'{"tell":[0,"Give"]}\n')
        self.next(bridge)
        self.assertEqual([arguments[1] for _, arguments in bridge.client.submitted], [0, 0, 1, 2])
        bridge.request(b'{"kill":0}\n')
        self.assertEqual(said()[-1], {"ended": [0, None]}, "a machine that is gone would be another matter")

    def test_a_worker_that_rests_is_visited_and_rests_on(self):
        bridge, _ = self.bridge(slices.SAID + b'{"Ready":"h"}\n', slices.SAID, slices.SAID)
        bridge.request(b'{"start":0}\n')
        self.next(bridge)
        bridge.places[0].since -= SIGN_OF_LIFE + 1
        bridge.go_on(0)
        self.next(bridge)
        self.assertEqual(len(bridge.client.submitted), 2, "nobody has told it anything")

    def test_more_workers_are_more_places_and_none_that_can_work_is_the_end(self):
        bridge, said = self.bridge(slices.UNUSABLE + b"no secateur")
        bridge.client.workers["tcp://b:1"] = {"nthreads": 3}
        bridge.look()
        self.assertEqual(said(), [{"places": 1}, {"places": 4}])
        bridge.request(b'{"start":0}\n')
        self.next(bridge)
        self.assertEqual(said()[-2:], [{"lost": 0}, {"places": 1}], "the other one is still there")
        del bridge.client.workers["tcp://a:1"]
        bridge.unusable["tcp://a:1"] = bridge.unusable.pop("tcp://b:1")
        bridge.client.workers = {"tcp://a:1": {"nthreads": 1}}
        bridge.look()
        self.assertIn({"failed": "tcp://a:1: no secateur"}, said())


TOOL = """#!/bin/sh
if [ "$1" = --version ]; then echo secateur 1.2; exit; fi
echo '{"Ready":"h"}'
while read -r line; do
    case $line in
    '"Give"') echo '{"Given":1}' ;;
    '"End"') echo '{"Ended":1}'; exit 3 ;;
    '"Work"') echo '{"Progress":1}'; echo '{"Progress":2}' ;;
    esac
done
"""


class SlicesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        tool = Path(folder.name, "secateur")
        tool.write_text(TOOL)
        tool.chmod(0o755)
        os.environ["SECATEUR"] = str(tool)
        made = Path(folder.name, "kit")
        made.mkdir()
        (made / "kit.json").write_text(json.dumps({"version": "1.2", "options": ["run"], "arguments": []}))
        self.packed = kit.pack(made)
        self.name = kit.name(self.packed)

    def test_a_session_goes_on_from_slice_to_slice(self):
        self.assertEqual(slices.advance("s", 0, "unknown", None, b"", 60), slices.NO_KIT)
        ready = slices.advance("s", 0, self.name, self.packed, b"", 60)
        self.assertEqual(ready, slices.SAID + b'{"Ready":"h"}\n')
        self.assertEqual(slices.advance("s", 1, self.name, None, b'"Give"\n', 60), slices.SAID + b'{"Given":1}\n')
        worked = slices.advance("s", 2, self.name, None, b'"Work"\n"Give"\n', 60)
        self.assertEqual(worked, slices.SAID + b'{"Progress":2}\n{"Given":1}\n')
        ended = slices.advance("s", 3, self.name, None, b'"End"\n', 60)
        if ended.startswith(slices.SAID):
            ended = slices.advance("s", 4, self.name, None, b"", 60)
        self.assertTrue(ended.startswith(slices.ENDED + b"3\n"), ended)
        self.assertEqual(slices.advance("s", 5, self.name, None, b"", 60), slices.LOST)

    def test_a_slice_that_is_executed_again_says_the_same_again(self):
        slices.advance("v", 0, self.name, self.packed, b"", 60)
        given = slices.advance("v", 1, self.name, None, b'"Give"\n', 60)
        self.assertEqual(slices.advance("v", 1, self.name, None, b'"Give"\n', 0), given)
        self.assertEqual(slices.advance("v", 2, self.name, None, b"", 0), slices.SAID, "it was told once")
        self.assertEqual(slices.advance("v", 4, self.name, None, b"", 0), slices.LOST, "one is missing")
        self.assertEqual(slices.advance("v", 5, self.name, None, b"", 0), slices.LOST)

    def test_a_session_can_be_ended(self):
        slices.advance("t", 0, self.name, self.packed, b"", 60)
        slices.end(["t", "nobody"])
        self.assertEqual(slices.advance("t", 1, self.name, None, b"", 60), slices.LOST)

    def test_what_workers_do_not_need_stays_where_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("kit.json", "0.bc", "sources"):
                Path(folder, name).write_text(name)
            with zipfile.ZipFile(io.BytesIO(kit.pack(folder))) as archive:
                self.assertEqual(archive.namelist(), ["0.bc", "kit.json"])

    def test_another_version_is_not_used(self):
        Path(os.environ["SECATEUR"]).write_text("#!/bin/sh\necho secateur 1.3\n")
        self.assertTrue(slices.advance("u", 0, self.name, self.packed, b"", 60).startswith(slices.UNUSABLE))


if __name__ == "__main__":
    unittest.main()

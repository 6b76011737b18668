from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from inventory_service import Position
from system import a_client, an_item

# Prints the items of changes; ends itself, as a crash would, in the middle of the one that is given.
PROGRAM = """
import os, sys
from inventory_service import Position
from system import a_client
file, last = sys.argv[1:]
for change in a_client().follow(Position(file), ["item.created"], stop_at_end=True):
    if change["data"]["shortID"] == last:
        os._exit(9)
    print(change["data"]["shortID"], flush=True)
"""


class Feed(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "feed.json")

    def make_items(self, count: int) -> list[str]:
        """Items of which the feed has the changes."""
        client = a_client(wait=lambda _: time.sleep(0.05))
        start = client.get("/Changes", query={"since": "latest"})["next"]
        items = [an_item(client) for _ in range(count)]
        missing = set(items)
        for change in client.follow(start, ["item.created"]):
            missing.discard(change["data"]["shortID"])
            if not missing:
                return items
        raise AssertionError("The feed has ended")

    def run_program(self, of: list[str], ends_in: str = "") -> tuple[int, list[str]]:
        """How the program ended, and which of these items it has got."""
        program = [sys.executable, "-c", PROGRAM, self.file, ends_in]
        ran = subprocess.run(program, capture_output=True, text=True, cwd=Path(__file__).parent)
        self.assertIn(ran.returncode, (0, 9), ran.stderr)
        return ran.returncode, [item for item in ran.stdout.split() if item in of]

    def test_a_program_that_is_started_again_gets_nothing_twice_and_misses_nothing(self) -> None:
        self.assertEqual(self.run_program([]), (0, []))
        items = self.make_items(4)
        self.assertEqual(self.run_program(items, ends_in=items[2]), (9, items[:2]))
        items += self.make_items(1)
        self.assertEqual(self.run_program(items), (0, items[2:]))
        self.assertEqual(self.run_program(items), (0, []))

    def test_a_loop_that_is_left_goes_on_behind_the_change_it_has_saved(self) -> None:
        client = a_client()
        position = Position(self.file)
        list(client.follow(position, stop_at_end=True))
        items = self.make_items(2)
        for change in client.follow(position, ["item.created"], stop_at_end=True):
            position.save(change["sequence"])
            if change["data"]["shortID"] == items[0]:
                break
        rest = client.follow(Position(self.file), ["item.created"], stop_at_end=True)
        self.assertEqual([change["data"]["shortID"] for change in rest], items[1:])

    def test_following_waits_for_changes(self) -> None:
        made: list[str] = []
        pauses: list[float] = []

        def wait(seconds: float) -> None:
            pauses.append(seconds)
            made.extend(self.make_items(1))

        client = a_client(wait=wait)
        seen: list[str] = []
        for change in client.follow("latest", ["item.created"], look_every=7):
            seen.append(change["data"]["shortID"])
            if made and seen[-1] == made[-1] and len(made) == 2:
                break
        self.assertEqual([item for item in seen if item in made], made)
        self.assertEqual(pauses, [7, 7])

    def test_other_types_are_left_out(self) -> None:
        client = a_client()
        start = client.get("/Changes", query={"since": "latest"})["next"]
        items = self.make_items(1)
        every = client.follow(start, stop_at_end=True)
        self.assertIn(items[0], [change["data"].get("shortID") for change in every])
        self.assertEqual(list(client.follow(start, ["item.discontinued"], stop_at_end=True)), [])

    def test_a_file_that_is_no_position_is_not_taken_for_a_beginning(self) -> None:
        self.file.write_text("{")
        with self.assertRaises(ValueError):
            Position(self.file).load()

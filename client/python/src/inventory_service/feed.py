"""Follows the feed of changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .calls import ListChangesQuery
    from .schema import Change, Changes

Since = int | Literal["latest"]
AT_ONCE = 250


class Position:
    """A position of the feed in a file, which is replaced as a whole: a crash leaves the earlier one or the new one."""

    def __init__(self, file: str | os.PathLike[str], first: Since = "latest") -> None:
        """`first` is where to begin while there is no file."""
        self._file = Path(file)
        self._first = first

    def load(self) -> Since:
        try:
            return int(json.loads(self._file.read_text("utf-8"))["next"])
        except FileNotFoundError:
            return self._first

    def save(self, next: int) -> None:
        unfinished = self._file.with_name(f"{self._file.name}.{os.getpid()}.part")
        with open(unfinished, "w", encoding="utf-8") as file:
            json.dump({"next": next}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, self._file)


def follow_feed(
    read: Callable[[ListChangesQuery], Changes],
    since: Since | Position,
    types: Collection[str] | None,
    pause: Callable[[], object] | None,
) -> Iterator[Change]:
    """
    Ends at the end of the feed if there is no `pause`. A Position is kept as soon as it is known, after each change when the
    next one is asked for, and behind changes that are not given out.
    """
    stored = since if isinstance(since, Position) else None
    position = since.load() if isinstance(since, Position) else since
    while True:
        page = read({"since": position, "limit": AT_ONCE})
        for change in page["value"]:
            if types is None or change["type"] in types:
                yield change
                if stored:
                    stored.save(change["sequence"])
        if stored and page["next"] != position:
            stored.save(page["next"])
        position = page["next"]
        if page["hasMore"]:
            continue
        if pause is None:
            return
        pause()

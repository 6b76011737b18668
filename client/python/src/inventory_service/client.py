"""The client."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlencode

from .errors import ExportCutOff, error_of
from .exports import MEDIA_TYPES, records_of
from .feed import Position, Since, follow_feed
from .repeating import KEY, repeating, with_key
from .token_source import TokenSource
from .transport import Answer, Request, create_send

if TYPE_CHECKING:
    from .calls import Calls
    from .schema import Change, ChangeType
else:
    Calls = object

Query = Mapping[str, Any]
Headers = Mapping[str, str]
MOST_ON_A_PAGE = 250


class InventoryClient(Calls):
    """
    Keeps its token fresh, and repeats what can be repeated: see repeating.py. Several threads may use it at the same time.
    Parameters of a path are named arguments: `get("/Item/{shortID}", shortID="BOLT-M6-30")`. Answers are parsed JSON, of the
    types that calls.pyi has for the path; errors are raised as InventoryError.
    """

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        max_attempts: int = 5,
        timeout: float = 60,
        wait: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`timeout` is how many seconds the service may be silent; `wait` and `clock` can be replaced for tests."""
        self._base_url = base_url.rstrip("/")
        self._wait = wait
        send = create_send(timeout)
        tokens = TokenSource(self._base_url, client_id, client_secret, repeating(send, wait, max_attempts), clock)
        self._send = repeating(send, wait, max_attempts, tokens)

    # Type checkers read these methods in calls.pyi, with the types of each path.
    if not TYPE_CHECKING:

        def get(self, path, *, query=None, headers=None, **params):
            return self._call("GET", path, params, query, headers)

        def post(self, path, *, body=None, query=None, headers=None, idempotency_key=None, **params):
            return self._call("POST", path, params, query, with_key(dict(headers or {}), idempotency_key), body)

        def put(self, path, *, body=None, query=None, headers=None, idempotency_key=None, **params):
            return self._call("PUT", path, params, query, with_key(dict(headers or {}), idempotency_key), body)

        def delete(self, path, *, body=None, query=None, headers=None, idempotency_key=None, **params):
            return self._call("DELETE", path, params, query, with_key(dict(headers or {}), idempotency_key), body)

        def paginate(self, path, query=None, **params):
            """Every record of a list, page after page."""
            where: Query | None = {"page": 1}
            while where is not None:
                asked = {"pageSize": MOST_ON_A_PAGE, **(query or {}), **where}
                answer = self._checked(self._request("GET", path, params, asked, {"Accept": "application/json"}))
                listed = json.loads(answer.body)
                yield from listed["value"]
                where = next_in(answer.headers.get("Link")) or ({"page": listed["page"] + 1} if listed["hasMore"] else None)

        def export(self, path, format="ndjson", query=None, **params):
            """Every record of a list in one answer, read in parts. Raises ExportCutOff if it is not complete."""
            request = self._request("GET", path, params, query, {"Accept": MEDIA_TYPES[format]}, is_streamed=True)
            answer = self._checked(request)
            if answer.stream is None:
                raise ExportCutOff("It has no content")
            with closing(answer.stream) as stream:
                yield from records_of(stream, format)

    def follow(
        self,
        since: Since | Position = "latest",
        types: Collection[ChangeType] | None = None,
        *,
        look_every: float = 2,
        stop_at_end: bool = False,
    ) -> Iterator[Change]:
        """
        The changes behind a position, as they happen. A Position is saved when the next change is requested. To leave the
        loop after a change, call `position.save(change["sequence"])` first.
        """
        pause = None if stop_at_end else lambda: self._wait(look_every)
        return follow_feed(lambda query: self.get("/Changes", query=query), since, types, pause)

    def _call(
        self,
        method: str,
        path: str,
        params: Mapping[str, object],
        query: Query | None = None,
        headers: Headers | None = None,
        body: object = None,
    ) -> Any:
        given = {"Accept": "application/json", **(headers or {})}
        answer = self._checked(self._request(method, path, params, query, given, body))
        return json.loads(answer.body) if answer.body else None

    def _request(
        self,
        method: str,
        path: str,
        params: Mapping[str, object],
        query: Query | None,
        headers: Headers,
        body: object = None,
        is_streamed: bool = False,
    ) -> Request:
        url = f"{self._base_url}{filled(path, params)}{query_text(query or {})}"
        if body is None:
            return Request(method, url, headers, None, is_streamed)
        return Request(method, url, {**headers, "Content-Type": "application/json"}, json.dumps(body).encode(), is_streamed)

    def _checked(self, request: Request) -> Answer:
        answer = self._send(request)
        if 200 <= answer.status < 300:
            return answer
        raise error_of(answer, request.headers.get(KEY))


def next_in(link: str | None) -> Query | None:
    """Where the `next` of a `Link` header leads: behind a record. A service of an earlier version sends numbers only."""
    found = re.search(r'[?&]after=([^&>]+)[^>]*>; rel="next"', link or "")
    return {"after": unquote(found[1])} if found else None


def filled(path: str, params: Mapping[str, object]) -> str:
    """A path with its parameters; raises TypeError if they are not those that it has."""
    names = set(re.findall(r"\{(\w+)\}", path))
    if names != set(params):
        raise TypeError(f"{path} has the parameters {sorted(names)}, given are {sorted(params)}")
    return re.sub(r"\{(\w+)\}", lambda found: quote(str(params[found.group(1)]), safe=""), path)


def query_text(query: Query) -> str:
    given = {name: value_text(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def value_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(value_text, value)) if isinstance(value, (list, tuple)) else str(value)

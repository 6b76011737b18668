"""The token of a client, fetched once for all threads."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from urllib.parse import urlencode

from .errors import error_of
from .transport import Answer, Request

# A token is replaced this long before it expires, or a tenth of its lifetime if that is shorter.
MARGIN_SECONDS = 30.0


class TokenSource:
    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        send: Callable[[Request], Answer],
        clock: Callable[[], float],
    ) -> None:
        form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        self._request = Request("POST", f"{base_url}/Token", headers, urlencode(form).encode())
        self._send = send
        self._clock = clock
        self._lock = threading.Lock()
        self._token: str | None = None
        self._renew_at = 0.0

    def get(self) -> str:
        with self._lock:
            if self._token is None or self._clock() >= self._renew_at:
                self._token = self._fetch()
            return self._token

    def drop(self, token: str) -> None:
        """Forgets a token that was refused, so that the next `get` fetches a new one."""
        with self._lock:
            if self._token == token:
                self._token = None

    def _fetch(self) -> str:
        answer = self._send(self._request)
        if answer.status != 200:
            raise error_of(answer, None)
        body = json.loads(answer.body)
        life = float(body["expires_in"])
        self._renew_at = self._clock() + life - min(MARGIN_SECONDS, life / 10)
        return str(body["access_token"])

"""One request and its answer, by urllib."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    # Whether a 200 is left unread, for its reader to take part by part.
    is_streamed: bool = False


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: bytes
    stream: HTTPResponse | None = None


class ConnectionBroken(Exception):
    """There was no answer, or not all of it."""


Send = Callable[[Request], Answer]


class _EveryAnswer(urllib.request.HTTPErrorProcessor):
    """Gives every answer back: errors are not raised, and redirects not followed, since they would take the token along."""

    def http_response(self, request: urllib.request.Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


def create_send(timeout: float) -> Send:
    """`timeout` is how many seconds the service may be silent."""
    opener = urllib.request.build_opener(_EveryAnswer)

    def send(request: Request) -> Answer:
        prepared = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
        try:
            response: HTTPResponse = opener.open(prepared, timeout=timeout)
            if request.is_streamed and response.status == 200:
                return Answer(response.status, response.headers, b"", response)
            with response:
                return Answer(response.status, response.headers, response.read())
        except (OSError, HTTPException) as error:
            if isinstance(getattr(error, "reason", error), ssl.SSLCertVerificationError):
                raise
            raise ConnectionBroken(str(error) or type(error).__name__) from error

    return send

"""Stands before the service: counts requests, refuses some, and takes tokens and parts of answers away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Seen:
    path: str
    status: int
    key: str | None


class Proxy:
    def __init__(self, target: str, change_body: Callable[[bytes], bytes] = bytes) -> None:
        self.seen: list[Seen] = []
        self.tokens_to_remove = 0
        # Status and `Retry-After` of the answers to the next requests.
        self.refusals: list[tuple[int, str]] = []
        base = urlsplit(target)
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def forward(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if proxy.refusals:
                    status, retry_after = proxy.refusals.pop(0)
                    self.send_response(status)
                    self.send_header("Retry-After", retry_after)
                    self.end_headers()
                    return
                headers = dict(self.headers.items())
                if "Authorization" in headers and proxy.tokens_to_remove > 0:
                    proxy.tokens_to_remove -= 1
                    del headers["Authorization"]
                connection = HTTPConnection(base.netloc)
                connection.request(self.command, self.path, body, headers)
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                key = self.headers.get("Idempotency-Key")
                proxy.seen.append(Seen(self.path.removeprefix(base.path), answer.status, key))
                self.send_response(answer.status)
                for name in ("Content-Type", "X-Request-Id", "Link", "Retry-After"):
                    if name in answer.headers:
                        self.send_header(name, answer.headers[name])
                self.end_headers()
                # Without a length, the end of the connection is the end of the answer.
                self.wfile.write(content if self.path.endswith("/Token") else change_body(content))

            do_GET = do_POST = do_PUT = do_DELETE = forward

            def log_message(self, format: str, *args: object) -> None:
                """The tests print what they need."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://127.0.0.1:{self._server.server_port}{base.path}"

    def __enter__(self) -> Proxy:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def count(self, path: str) -> int:
        return len([one for one in self.seen if one.path.startswith(path)])

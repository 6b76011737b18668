from __future__ import annotations

import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

from inventory_service import InvalidWebhook, verify_webhook
from system import a_client, unique


class Webhooks(unittest.TestCase):
    """A message that the system has sent."""

    secret: ClassVar[str]
    headers: ClassVar[dict[str, str]]
    body: ClassVar[bytes]

    @classmethod
    def setUpClass(cls) -> None:
        received: list[tuple[dict[str, str], bytes]] = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append((dict(self.headers.items()), self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """The tests print what they need."""

        client = a_client()
        with HTTPServer(("127.0.0.1", 0), Receiver) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                url = f"http://127.0.0.1:{server.server_port}/"
                webhook = client.post("/Webhook", body={"name": unique("py"), "url": url, "events": ["item.created"]})
                client.post("/Webhook/{rec}/Test", rec=webhook["rec"])
                client.delete("/Webhook/{rec}", rec=webhook["rec"])
            finally:
                server.shutdown()
                thread.join()
        cls.secret = webhook["secret"]
        cls.headers, cls.body = received[0]

    def test_a_real_signature_is_accepted(self) -> None:
        self.assertEqual(verify_webhook(self.headers, self.body, self.secret)["type"], "webhook.test")
        upper = {name.upper(): value for name, value in self.headers.items()}
        self.assertEqual(verify_webhook(upper, self.body.decode(), self.secret)["type"], "webhook.test")

    def test_one_of_several_signatures_is_enough(self) -> None:
        name = next(name for name in self.headers if name.lower() == "webhook-signature")
        both = {**self.headers, name: f"v1,{'A' * 43}= {self.headers[name]}"}
        self.assertEqual(verify_webhook(both, self.body, self.secret)["type"], "webhook.test")

    def test_a_changed_body_is_refused(self) -> None:
        with self.assertRaisesRegex(InvalidWebhook, "signature"):
            verify_webhook(self.headers, self.body.replace(b"webhook.test", b"item.created"), self.secret)

    def test_another_secret_is_refused(self) -> None:
        with self.assertRaisesRegex(InvalidWebhook, "signature"):
            verify_webhook(self.headers, self.body, "whsec_" + "A" * 44)

    def test_an_old_or_future_timestamp_is_refused(self) -> None:
        for seconds in (-400, 400):
            with self.assertRaisesRegex(InvalidWebhook, "timestamp"):
                verify_webhook(self.headers, self.body, self.secret, now=lambda: time.time() + seconds)
        self.assertTrue(verify_webhook(self.headers, self.body, self.secret, tolerance=500, now=lambda: time.time() + 400))

    def test_whatever_a_sender_puts_into_the_headers_is_refused(self) -> None:
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            for value in ("9" * 400, "9" * 5_000, "-1", "1e9", "\u0661" * 10, "\ud800", "\u20ac", " ", "v1," + "=" * 400):
                given = {key: text for key, text in self.headers.items() if key.lower() != name}
                with self.assertRaises(InvalidWebhook):
                    verify_webhook({**given, name: value}, self.body, self.secret)

    def test_a_missing_header_is_refused(self) -> None:
        for missing in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            rest = {name: value for name, value in self.headers.items() if name.lower() != missing}
            with self.assertRaisesRegex(InvalidWebhook, "missing"):
                verify_webhook(rest, self.body, self.secret)

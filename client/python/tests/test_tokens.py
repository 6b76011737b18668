from __future__ import annotations

import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from inventory_service import InventoryError
from proxy import Proxy
from system import URL, a_client


class Tokens(unittest.TestCase):
    def test_one_token_serves_all_threads(self) -> None:
        with Proxy(URL) as proxy:
            client = a_client(proxy.url)
            threads = [threading.Thread(target=client.get, args=("/Warehouse",)) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((proxy.count("/Warehouse"), proxy.count("/Token")), (6, 1))
            self.assertEqual({one.status for one in proxy.seen}, {200})

    def test_a_token_is_renewed_before_it_expires(self) -> None:
        now = 0.0
        with Proxy(URL) as proxy:
            client = a_client(proxy.url, clock=lambda: now)
            client.get("/Warehouse")
            now = 14_400 - 31
            client.get("/Warehouse")
            self.assertEqual(proxy.count("/Token"), 1)
            now = 14_400 - 29
            client.get("/Warehouse")
            self.assertEqual(proxy.count("/Token"), 2)

    def test_a_redirect_takes_neither_secret_nor_token_along(self) -> None:
        taken: list[str] = []

        class Elsewhere(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                taken.append(self.path)
                self.send_response(307)
                self.send_header("Location", f"http://127.0.0.1:{self.server.server_address[1]}/taken")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """The tests print what they need."""

        with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                with self.assertRaises(InventoryError) as raised:
                    a_client(f"http://127.0.0.1:{server.server_port}/api/v1").get("/Warehouse")
            finally:
                server.shutdown()
                thread.join()
        self.assertEqual((raised.exception.status_code, taken), (307, ["/api/v1/Token"]))

    def test_a_token_is_renewed_once_after_401(self) -> None:
        with Proxy(URL) as proxy:
            client = a_client(proxy.url)
            client.get("/Warehouse")
            proxy.tokens_to_remove = 1
            self.assertEqual(client.get("/Warehouse")["page"], 1)
            self.assertEqual((proxy.count("/Warehouse"), proxy.count("/Token")), (3, 2))

            proxy.tokens_to_remove = 9
            with self.assertRaises(InventoryError) as raised:
                client.get("/Warehouse")
            self.assertEqual(raised.exception.status_code, 401)
            self.assertEqual((proxy.count("/Warehouse"), proxy.count("/Token")), (5, 3))

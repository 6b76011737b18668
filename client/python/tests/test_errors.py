from __future__ import annotations

import socket
import unittest

from inventory_service import InventoryClient, InventoryError, NoAnswer
from system import URL, a_client, unique


class Errors(unittest.TestCase):
    def test_an_error_has_its_fields(self) -> None:
        key = unique("bad")
        with self.assertRaises(InventoryError) as raised:
            a_client().post("/Inventory/Receive", body={"itemID": "X", "units": 0, "reasonCode": 10}, idempotency_key=key)
        error = raised.exception
        self.assertEqual((error.status_code, error.code), (400, "validation_error"))
        self.assertEqual(error.message, "Model validation failed.")
        self.assertEqual(set(error.details or {}), {"units", "wid"})
        self.assertRegex(error.request_id or "", r"^[\w-]{8,}$")
        self.assertRegex(error.help or "", r"/docs/.*#")
        self.assertEqual(error.idempotency_key, key)
        self.assertIn("The field units must be greater than 0.", str(error))

    def test_wrong_credentials_are_an_error_of_the_token(self) -> None:
        with self.assertRaises(InventoryError) as raised:
            InventoryClient(URL, "nobody", "wrong").get("/Warehouse")
        self.assertEqual(raised.exception.status_code, 401)

    def test_no_answer_is_raised_with_growing_pauses_behind_it(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        pauses: list[float] = []
        with self.assertRaises(NoAnswer):
            a_client(f"http://127.0.0.1:{port}/api/v1", wait=pauses.append).get("/Warehouse")
        self.assertEqual(pauses, [0.5, 1.0, 2.0, 4.0])

    def test_a_path_needs_its_parameters(self) -> None:
        with self.assertRaisesRegex(TypeError, "shortID"):
            a_client().get("/Item/{shortID}")

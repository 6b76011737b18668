from __future__ import annotations

import time
import unittest

from inventory_service import InventoryError, NoAnswer
from proxy import Proxy
from system import URL, a_client, a_receipt, an_item, in_stock, unique


class Faults(unittest.TestCase):
    def receive_with(self, fault: str) -> tuple[Proxy, list[float]]:
        """Receives 5 units, and requires that they were received once."""
        pauses: list[float] = []

        def wait(seconds: float) -> None:
            pauses.append(seconds)
            time.sleep(seconds)

        with Proxy(URL) as proxy:
            client = a_client(proxy.url, wait=wait)
            item = an_item(client)
            headers = {"X-Sandbox-Fault": f"{fault};times=1"}
            receipt = client.post("/Inventory/Receive", body=a_receipt(item), headers=headers)
            self.assertEqual((receipt["units"], in_stock(client, item)), (5, [5]))
            sent = [one for one in proxy.seen if one.path == "/Inventory/Receive"]
            self.assertEqual(len({one.key for one in sent}), 1)
            self.assertIsNotNone(sent[0].key)
        return proxy, pauses

    def test_503_ends_with_one_receipt_at_retry_after(self) -> None:
        proxy, pauses = self.receive_with("503")
        self.assertEqual([one.status for one in proxy.seen if one.path == "/Inventory/Receive"], [503, 201])
        self.assertTrue(pauses[0].is_integer(), pauses)

    def test_429_ends_with_one_receipt_at_retry_after(self) -> None:
        proxy, pauses = self.receive_with("429")
        self.assertEqual([one.status for one in proxy.seen if one.path == "/Inventory/Receive"], [429, 201])
        self.assertTrue(pauses[0].is_integer(), pauses)

    def test_504_done_ends_with_one_receipt(self) -> None:
        proxy, _ = self.receive_with("504-done")
        self.assertEqual(proxy.seen[2].status, 504)

    def test_504_lost_ends_with_one_receipt(self) -> None:
        proxy, _ = self.receive_with("504-lost")
        self.assertEqual(proxy.seen[2].status, 504)

    def test_cut_ends_with_one_receipt(self) -> None:
        pauses: list[float] = []

        def wait(seconds: float) -> None:
            pauses.append(seconds)
            time.sleep(seconds)

        client = a_client(wait=wait)
        item = an_item(client)
        client.post("/Inventory/Receive", body=a_receipt(item), headers={"X-Sandbox-Fault": "cut;times=1"})
        self.assertEqual(in_stock(client, item), [5])
        self.assertEqual(pauses[0], 0.5)

    def test_a_write_that_stays_without_answer_names_its_key(self) -> None:
        client = a_client(wait=lambda _: None, max_attempts=2)
        item = an_item(client)
        key = unique("cut")
        with self.assertRaises(NoAnswer) as raised:
            client.post("/Inventory/Receive", body=a_receipt(item), headers={"X-Sandbox-Fault": "cut"}, idempotency_key=key)
        self.assertEqual(raised.exception.idempotency_key, key)
        self.assertEqual(in_stock(client, item), [5])

    def test_attempts_end(self) -> None:
        with Proxy(URL) as proxy, self.assertRaises(InventoryError) as raised:
            client = a_client(proxy.url, wait=lambda _: None, max_attempts=3)
            client.post("/Inventory/Receive", body=a_receipt("ANY"), headers={"X-Sandbox-Fault": "503"})
        self.assertEqual((raised.exception.status_code, proxy.count("/Inventory/Receive")), (503, 3))

    def test_a_write_whose_first_try_is_still_running_is_repeated(self) -> None:
        with Proxy(URL) as proxy:
            pauses: list[float] = []
            client = a_client(proxy.url, wait=pauses.append)
            item = an_item(client)
            proxy.refusals.append((409, "3"))
            self.assertEqual(client.post("/Inventory/Receive", body=a_receipt(item))["units"], 5)
            self.assertEqual(pauses, [3])

    def test_a_write_that_is_still_running_is_repeated_for_20_seconds_beyond_the_attempts(self) -> None:
        refusal = (409, "1")
        with Proxy(URL) as proxy:
            pauses: list[float] = []
            item = an_item(a_client())
            client = a_client(proxy.url, wait=pauses.append, max_attempts=1)
            client.get("/Warehouse")
            proxy.refusals.extend([refusal] * 20)
            self.assertEqual(client.post("/Inventory/Receive", body=a_receipt(item))["units"], 5)
            self.assertEqual(sum(pauses), 20)
            proxy.refusals.extend([refusal] * 30)
            with self.assertRaises(InventoryError):
                client.post("/Inventory/Receive", body=a_receipt(item))
            self.assertEqual(len(proxy.refusals), 9)

    def test_another_conflict_is_not_repeated(self) -> None:
        with Proxy(URL) as proxy:
            client = a_client(proxy.url)
            issue = {"itemID": an_item(client), "units": 5, "wid": 1, "reasonCode": 20}
            with self.assertRaises(InventoryError) as raised:
                client.post("/Inventory/Issue", body=issue)
            self.assertEqual((raised.exception.code, proxy.count("/Inventory/Issue")), ("conflict", 1))

    def test_a_write_that_is_given_up_and_repeated_takes_effect_once(self) -> None:
        client = a_client(timeout=0.5)
        item = an_item(client)
        headers = {"X-Sandbox-Fault": "slow=2s;times=1"}
        self.assertEqual(client.post("/Inventory/Receive", body=a_receipt(item), headers=headers)["units"], 5)
        self.assertEqual(in_stock(client, item), [5])

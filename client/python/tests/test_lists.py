from __future__ import annotations

import unittest
from typing import ClassVar, Literal

from inventory_service import ExportCutOff, InventoryClient, InventoryError
from proxy import Proxy
from system import URL, a_client, a_receipt, an_item


class Lists(unittest.TestCase):
    client: ClassVar[InventoryClient]
    item: ClassVar[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = a_client()
        cls.item = an_item(cls.client)
        for units in (1, 2, 3):
            receipt = {**a_receipt(cls.item, units), "remark": "'=1+1"}
            cls.client.post("/Inventory/Receive", body=receipt)

    def test_a_list_is_walked_page_after_page(self) -> None:
        with Proxy(URL) as proxy:
            lots = list(a_client(proxy.url).paginate("/Inventory", {"itemID": self.item, "pageSize": 2}))
            self.assertEqual(sorted(lot["units"] for lot in lots), [1, 2, 3])
            self.assertEqual(proxy.count("/Inventory"), 2)

    def test_no_record_is_missed_while_others_leave_the_list(self) -> None:
        item = an_item(self.client)
        for units in (1, 2, 3, 4, 5):
            self.client.post("/Inventory/Receive", body=a_receipt(item, units))
        seen = []
        for lot in self.client.paginate("/Inventory", {"itemID": item, "active": True, "pageSize": 2}):
            seen.append(lot["units"])
            issue = {"itemID": item, "units": lot["units"], "wid": 1, "reasonCode": 20, "recno": lot["recNo"]}
            self.client.post("/Inventory/Issue", body=issue)
        self.assertEqual(seen, [5, 4, 3, 2, 1])

    def test_a_list_has_parameters_in_its_path(self) -> None:
        self.assertEqual(len(list(self.client.paginate("/Inventory/{wid}", {"itemID": self.item}, wid=1))), 3)

    def test_an_export_as_ndjson_is_complete(self) -> None:
        lots = list(self.client.export("/Inventory", query={"itemID": self.item}))
        self.assertEqual(sorted(lot["units"] for lot in lots), [1, 2, 3])

    def test_an_export_as_csv_is_complete(self) -> None:
        lots = list(self.client.export("/Inventory", "csv", {"itemID": self.item}))
        self.assertEqual(sorted(lot["units"] for lot in lots), ["1", "2", "3"])
        self.assertEqual(lots[0]["description"], "Hex bolt, \"M6\"")
        self.assertEqual(lots[0]["remark"], "'=1+1")

    def test_an_export_of_nothing_is_complete(self) -> None:
        nothing = an_item(self.client)
        for format in formats:
            self.assertEqual(list(self.client.export("/Inventory", format, {"itemID": nothing})), [])

    def test_an_error_before_an_export_is_raised(self) -> None:
        with self.assertRaises(InventoryError) as raised:
            list(self.client.export("/Inventory", query={"active": "perhaps"}))
        self.assertEqual(raised.exception.code, "validation_error")

    def read_changed(self, format: Literal["ndjson", "csv"], old: bytes, new: bytes) -> None:
        def change(body: bytes) -> bytes:
            self.assertIn(old, body)
            return body.replace(old, new, 1)

        with Proxy(URL, change) as proxy:
            list(a_client(proxy.url).export("/Inventory", format, {"itemID": self.item}))

    def test_an_export_that_is_cut_off_is_refused(self) -> None:
        def cut(body: bytes) -> bytes:
            return body[: body.rindex(b"\n", 0, -1) + 1]

        def cut_in_a_record(body: bytes) -> bytes:
            return body[:-150]

        for format in formats:
            for change in (cut, cut_in_a_record):
                with Proxy(URL, change) as proxy, self.assertRaisesRegex(ExportCutOff, "missing"):
                    list(a_client(proxy.url).export("/Inventory", format, {"itemID": self.item}))

    def test_an_export_with_another_content_is_refused(self) -> None:
        with self.assertRaisesRegex(ExportCutOff, "digest"):
            self.read_changed("ndjson", b"Hex bolt", b"Hex nuts")
        with self.assertRaisesRegex(ExportCutOff, "digest"):
            self.read_changed("csv", b"Hex bolt", b"Hex nuts")

    def test_an_export_with_another_count_is_refused(self) -> None:
        with self.assertRaisesRegex(ExportCutOff, "3 records, its end mark says 4"):
            self.read_changed("ndjson", b'"count":3', b'"count":4')
        with self.assertRaisesRegex(ExportCutOff, "3 records, its end mark says 4"):
            self.read_changed("csv", b"#end,3", b"#end,4")


formats: tuple[Literal["ndjson", "csv"], ...] = ("ndjson", "csv")

"""The system that the tests use, and what they make in it."""

from __future__ import annotations

import os
import uuid

from inventory_service import InventoryClient

URL = os.environ["INVENTORY_URL"]


def a_client(url: str = URL, **options: object) -> InventoryClient:
    return InventoryClient(
        url, os.environ["INVENTORY_CLIENT_ID"], os.environ["INVENTORY_CLIENT_SECRET"], **options  # type: ignore[arg-type]
    )


def unique(name: str) -> str:
    return f"{name}-{uuid.uuid4()}"


def an_item(client: InventoryClient) -> str:
    item = unique("PY")
    client.post("/Item", body={"shortID": item, "description": 'Hex bolt, "M6"', "uOM": "EA", "category": 1})
    return item


def a_receipt(item: str, units: float = 5) -> dict[str, object]:
    return {"itemID": item, "units": units, "wid": 1, "reasonCode": 10, "spot": "A-01"}


def in_stock(client: InventoryClient, item: str) -> list[float]:
    return [level["inStock"] for level in client.paginate("/Inventory/StockLevels", {"itemID": item})]

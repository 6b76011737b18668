"""Typed client of the Inventory Service: see README.md."""

from .client import InventoryClient
from .errors import ExportCutOff, InvalidWebhook, InventoryError, NoAnswer
from .feed import Position
from .webhooks import verify_webhook

__all__ = ["ExportCutOff", "InvalidWebhook", "InventoryClient", "InventoryError", "NoAnswer", "Position", "verify_webhook"]

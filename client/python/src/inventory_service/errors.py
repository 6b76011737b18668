"""What the client raises."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .json_text import from_json

if TYPE_CHECKING:
    from .transport import Answer


class InventoryError(Exception):
    """An error answer. `help` is the address of its explanation, `idempotency_key` that with which a write was sent."""

    def __init__(
        self,
        status_code: int,
        code: str,
        message: str,
        details: dict[str, list[str]] | None = None,
        request_id: str | None = None,
        help: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.code = code
        self.message = message
        self.details = details
        self.request_id = request_id
        self.help = help
        self.idempotency_key = idempotency_key

    def __str__(self) -> str:
        fields = "".join(f" {text}" for texts in (self.details or {}).values() for text in texts)
        return f"{self.status_code} {self.code}: {self.message}{fields}"


class NoAnswer(ConnectionError):
    """No answer came, in any attempt. A write may have been done: repeat it with this `idempotency_key`."""

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class ExportCutOff(Exception):
    """An export is not complete: read it again."""


class InvalidWebhook(ValueError):
    """A message that is not to be trusted."""


def error_of(answer: Answer, idempotency_key: str | None) -> InventoryError:
    body: Any = from_json(answer.body, {})
    members: dict[str, Any] = body if isinstance(body, dict) else {}
    return InventoryError(
        answer.status,
        members.get("error", "rate_limited" if answer.status == 429 else "unknown"),
        members.get("message", f"The service answered {answer.status}"),
        members.get("details"),
        answer.headers.get("X-Request-Id"),
        help_in(answer.headers.get_all("Link", [])),
        idempotency_key,
    )


def help_in(links: list[str]) -> str | None:
    found = re.search(r'<([^>]*)>[^<]*;\s*rel="help"', ", ".join(links))
    return found.group(1) if found else None

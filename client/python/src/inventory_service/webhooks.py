"""Verifies the messages of webhooks, which are signed as Standard Webhooks says."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from .errors import InvalidWebhook


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes | str,
    secret: str,
    *,
    tolerance: float = 300,
    now: Callable[[], float] = time.time,
) -> dict[str, Any]:
    """
    The message of a body as it arrived; raises InvalidWebhook if it is not signed with this secret, or its time is more than
    `tolerance` seconds away.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (id and signatures and re.fullmatch("[0-9]{1,15}", timestamp)):
        raise InvalidWebhook("webhook-id, webhook-timestamp or webhook-signature is missing or malformed")
    if abs(now() - int(timestamp)) > tolerance:
        raise InvalidWebhook("webhook-timestamp is too far away: an old message may have been sent again")
    content = _encode(body) if isinstance(body, str) else body
    expected = b"v1," + signature_of(secret, _encode(f"{id}.{timestamp}.") + content)
    # Two for a day after the secret was rotated.
    matches = [hmac.compare_digest(_encode(one), expected) for one in signatures.split(" ")]
    if not any(matches):
        raise InvalidWebhook("webhook-signature is not that of this body and secret")
    message: dict[str, Any] = json.loads(content)
    return message


def _encode(text: str) -> bytes:
    """Whatever a sender may put into a header has bytes, so that it is refused and raises nothing else."""
    return text.encode(errors="surrogatepass")


def signature_of(secret: str, signed: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())

"""JSON that may not be any, such as the error page of a proxy."""

from __future__ import annotations

import json
from typing import Any


def from_json(text: bytes, otherwise: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return otherwise

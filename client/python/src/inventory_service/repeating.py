"""Repeats a request until its outcome is known."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

from .errors import NoAnswer
from .token_source import TokenSource
from .transport import Answer, ConnectionBroken, Request, Send

KEY = "Idempotency-Key"
LONGEST_PAUSE_SECONDS = 8.0
# The service lets go of the key of a process that was lost 18 s after its request began.
RUNNING_SECONDS = 20.0
# Counted of a shorter pause, so that the pauses end.
MIN_RUNNING_PAUSE_SECONDS = 0.5


def repeating(send: Send, wait: Callable[[float], object], max_attempts: int, tokens: TokenSource | None = None) -> Send:
    """
    After 429 and 503 at the time of `Retry-After`, after 504 and broken connections with growing pauses, after a 401 once
    with a new token. A write keeps its Idempotency-Key, so it takes effect once; while an earlier try of it is still
    running, pauses of 20 s in all are no attempts.
    """

    def repeat(request: Request) -> Answer:
        is_renewed = False
        attempt = 0
        waited = 0.0
        while True:
            token = tokens.get() if tokens else None
            answer: Answer | None = None
            try:
                answer = send(with_token(request, token))
            except ConnectionBroken as error:
                if attempt + 1 >= max_attempts:
                    raise NoAnswer(f"{request.method} {request.url}: {error}", request.headers.get(KEY)) from error
            if answer and answer.status == 401 and tokens and token and not is_renewed:
                is_renewed = True
                tokens.drop(token)
                continue
            if answer and is_still_running(answer) and waited < RUNNING_SECONDS:
                pause = pause_after(answer, attempt + 1)
                wait(pause)
                waited += max(pause, MIN_RUNNING_PAUSE_SECONDS)
                continue
            attempt += 1
            if answer and (attempt >= max_attempts or not is_undecided(answer)):
                return answer
            wait(pause_after(answer, attempt))

    return repeat


def with_key(headers: dict[str, str], key: str | None) -> dict[str, str]:
    """Adds the key of a write: `key`, the one among the headers, or a new one."""
    others = {name: value for name, value in headers.items() if name.lower() != KEY.lower()}
    among = next((value for name, value in headers.items() if name not in others), None)
    return {**others, KEY: key or among or str(uuid.uuid4())}


def with_token(request: Request, token: str | None) -> Request:
    return request if token is None else replace(request, headers={**request.headers, "Authorization": f"Bearer {token}"})


def is_undecided(answer: Answer) -> bool:
    return answer.status in (429, 503, 504) or is_still_running(answer)


def is_still_running(answer: Answer) -> bool:
    """Whether an earlier try of the same request is still running. No other 409 has `Retry-After`."""
    return answer.status == 409 and "Retry-After" in answer.headers


def pause_after(answer: Answer | None, attempt: int) -> float:
    asked = answer.headers.get("Retry-After", "") if answer else ""
    return float(asked) if asked.isdecimal() else min(0.25 * 2.0**attempt, LONGEST_PAUSE_SECONDS)

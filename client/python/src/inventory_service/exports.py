"""Reads an export part by part, and checks its end mark."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from typing import Any, Literal

from .errors import ExportCutOff

Format = Literal["ndjson", "csv"]
MEDIA_TYPES: dict[Format, str] = {"ndjson": "application/x-ndjson", "csv": "text/csv"}
PART_BYTES = 65_536
MARK = re.compile(rb'(?:#end,(\d+),([0-9a-f]{64})\r?\n|\{"end":true,"count":(\d+),"sha256":"([0-9a-f]{64})"\}\n)')


def records_of(response: HTTPResponse, format: Format) -> Iterator[dict[str, Any]]:
    """In CSV every value is text. Raises ExportCutOff if the end mark is missing, or is that of another content."""
    lines = LinesBeforeMark(response)
    count = 0
    records: Iterator[dict[str, Any]] = from_csv(lines) if format == "csv" else map(json.loads, lines)
    while record := next_of(records):
        count += 1
        yield record
    if count != lines.count:
        raise ExportCutOff(f"It has {count} records, its end mark says {lines.count}")


def next_of(records: Iterator[dict[str, Any]]) -> dict[str, Any] | None:
    try:
        return next(records, None)
    except (ValueError, csv.Error) as error:
        raise ExportCutOff(f"A record cannot be read: {error}") from error


class LinesBeforeMark:
    """The lines of an export without the last one; `count` is what that says, known when all were read."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response
        self.count = -1

    def __iter__(self) -> Iterator[str]:
        digest = hashlib.sha256()
        last = b""
        for line in lines_of(self._response):
            digest.update(last)
            if last:
                yield last.decode()
            last = line
        mark = MARK.fullmatch(last)
        if not mark:
            raise ExportCutOff("Its end mark is missing")
        count, digest_of_mark = [group for group in mark.groups() if group is not None]
        if digest.hexdigest() != digest_of_mark.decode():
            raise ExportCutOff("Its end mark has the digest of another content")
        self.count = int(count)


def lines_of(response: HTTPResponse) -> Iterator[bytes]:
    rest = b""
    while part := next_part(response):
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest


def next_part(response: HTTPResponse) -> bytes:
    try:
        return response.read1(PART_BYTES)
    except (OSError, HTTPException) as error:
        raise ExportCutOff(f"The connection was lost: {error}") from error


def from_csv(lines: LinesBeforeMark) -> Iterator[dict[str, str]]:
    rows = csv.reader(lines, strict=True)
    header: list[str] = next(rows, [])
    for row in rows:
        yield dict(zip(header, map(without_guard, row), strict=True))


def without_guard(cell: str) -> str:
    """Without the apostrophe that keeps a spreadsheet from taking text for a formula."""
    return cell.removeprefix("'")

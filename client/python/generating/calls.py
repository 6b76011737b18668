"""What each operation of an OpenAPI document takes and answers, as the text of a stub file (PEP 484)."""

from __future__ import annotations

from .schemas import Schema, Types, literal, union

IMPORTS = """from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypedDict, overload

from .schema import *
"""
METHODS = ("get", "post", "put", "delete")
JSON = "application/json"
HEADERS = "headers: Mapping[str, str] | None = None"
DRY_RUN = "dryRun"


def calls_of(document: Schema) -> str:
    """A class with the methods; parameters of paths are named arguments."""
    calls = Calls(document)
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                calls.add(path, method, operations[method])
    members = [text for texts in calls.overloads.values() for text in texts]
    return "\n".join([IMPORTS, "", "\n\n".join(calls.types.declarations), "", "class Calls:", "\n\n".join(members)]) + "\n"


class Calls:
    def __init__(self, document: Schema) -> None:
        self.types = Types()
        self.overloads: dict[str, list[str]] = {}
        self._schemas: dict[str, Schema] = document["components"]["schemas"]

    def add(self, path: str, method: str, operation: Schema) -> None:
        body: Schema = operation.get("requestBody", {})
        if body and JSON not in body["content"]:
            return  # The client gets its tokens itself.
        name: str = operation["operationId"][0].upper() + operation["operationId"][1:]
        queries = self._queries(name, operation)
        answers = [self.types.of(schema, f"_{name}Answer{index}") for index, schema in enumerate(answers_of(operation), 1)]
        of_path = [f"{one['name']}: str | int" for one in operation.get("parameters", []) if one.get("in") == "path"]
        # A dry run, which comes first, may have an answer of its own: the last.
        returned = [answers[-1], answers[0]] if len(queries) > 1 else [union(answers)]
        for query, answer in zip(queries, returned, strict=True):
            takes = [f"path: {literal([path])}", "*", query, HEADERS]
            if method != "get":
                takes += [self._body(body), "idempotency_key: str | None = None"]
            self._declare(method, [*takes, *of_path], answer)
        record = self._record(answers[0])
        if record is None:
            return
        listed = [f"path: {literal([path])}", queries[-1], *(["*"] if of_path else []), *of_path]
        self._declare("paginate", listed, f"Iterator[{record}]")
        if "application/x-ndjson" in content_of(operation):
            first, *rest = listed
            self._declare("export", [first, 'format: Literal["ndjson"] = "ndjson"', *rest], f"Iterator[{record}]")
            self._declare("export", [first, 'format: Literal["csv"]', *rest], "Iterator[dict[str, str]]")

    def _declare(self, method: str, takes: list[str], answer: str) -> None:
        lines = ["    @overload", f"    def {method}(", "        self,", *(f"        {one}," for one in takes)]
        self.overloads.setdefault(method, []).append("\n".join([*lines, f"    ) -> {answer}: ..."]))

    def _queries(self, name: str, operation: Schema) -> list[str]:
        """The argument `query` of an operation, after that of its dry run if it has one: the first that fits counts."""
        given = [one for one in operation.get("parameters", []) if one.get("in") == "query"]
        if not given:
            return ["query: None = None"]
        required = [one["name"] for one in given if one.get("required")]
        fields = {one["name"]: one["schema"] for one in given}
        plain = f"query: {name}Query{'' if required else ' | None = None'}"
        if DRY_RUN not in fields:
            self.types.declare(f"{name}Query", {"properties": fields, "required": required})
            return [plain]
        for kind, is_dry, needed in (("DryRun", True, [*required, DRY_RUN]), ("Query", False, required)):
            of_kind = {**fields, DRY_RUN: {"const": is_dry}}
            self.types.declare(f"{name}{kind}", {"properties": of_kind, "required": needed})
        return [f"query: {name}DryRun", plain]

    def _body(self, body: Schema) -> str:
        if not body:
            return "body: None = None"
        named = self.types.of(body["content"][JSON]["schema"], "")
        return f"body: {named}" if body.get("required") else f"body: {named} | None = None"

    def _record(self, answer: str) -> str | None:
        """The type of a record, if the answer is a page of a list."""
        fields = self._schemas.get(answer, {}).get("properties", {})
        return self.types.of(fields["value"]["items"], f"_{answer}Record") if "pageSize" in fields else None


def content_of(operation: Schema) -> Schema:
    return {media: of for answer in done(operation) for media, of in answer.get("content", {}).items()}


def done(operation: Schema) -> list[Schema]:
    """The answers when all is well; what was created comes before what is only shown."""
    return [answer for status, answer in sorted(operation["responses"].items(), reverse=True) if status.startswith("2")]


def answers_of(operation: Schema) -> list[Schema]:
    schemas = [answer["content"][JSON]["schema"] for answer in done(operation)]
    return [one for schema in schemas for one in schema.get("oneOf", [schema])]


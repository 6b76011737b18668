"""
Writes the types of the OpenAPI document into src/inventory_service/schema.py, or the file that is given, unless it has
those already: its first line has a hash of what they are made from. Each schema of the document is a TypedDict, or an
alias, of its name; objects within them have names that begin with an underscore. Below are the paths that each method takes.
"""

from __future__ import annotations

import hashlib
import json
import keyword
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
DOCUMENT = FOLDER.parent.parent / "gateway" / "openapi.json"
TARGET = FOLDER / "src" / "inventory_service" / "schema.py"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]"}
MEDIA_OF_EXPORTS = "application/x-ndjson"
METHODS = ("get", "post", "put", "delete")
IMPORTS = """from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict
"""

Schema = dict[str, Any]


class Types:
    """The text of types; `declarations` are those of objects, in the sequence in which they were met."""

    def __init__(self) -> None:
        self.declarations: list[str] = []

    def declare(self, name: str, schema: Schema) -> None:
        if "properties" in schema:
            self.declare_object(name, schema)
        else:
            self.declarations.append(f"{name}: TypeAlias = {json.dumps(self.of(schema, f'_{name}'))}")

    def of(self, schema: Schema, name: str) -> str:
        """The type of a schema; `name` is for an object within it."""
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[-1]
        if "const" in schema:
            return literal([schema["const"]])
        if "enum" in schema:
            return literal(schema["enum"])
        for several in ("oneOf", "anyOf"):
            if several in schema:
                members = schema[several]
                return union([self.of(member, f"{name}{index}") for index, member in enumerate(members, 1)])
        given = schema.get("type", [])
        kinds = [given] if isinstance(given, str) else given
        return union([self.of_kind(kind, schema, name) for kind in kinds]) if kinds else "Any"

    def of_kind(self, kind: str, schema: Schema, name: str) -> str:
        if kind == "array":
            return f"list[{self.of(schema.get('items', {}), name)}]"
        if kind == "object" and "properties" in schema:
            self.declare_object(name, schema)
            return name
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"dict[str, {self.of(schema['additionalProperties'], name)}]"
        return PLAIN[kind]

    def declare_object(self, name: str, schema: Schema) -> None:
        inner = name if name.startswith("_") else f"_{name}"
        fields = {field: self.of(of_field, f"{inner}_{field}") for field, of_field in schema["properties"].items()}
        required = {field: fields[field] for field in fields if field in schema.get("required", [])}
        optional = {field: fields[field] for field in fields if field not in required}
        comment = schema.get("description", "").replace("\n", " ")
        lines = [f"# {comment}"] if comment else []
        bases = ["TypedDict"]
        if required and (optional or has_keyword(required)):
            lines.append(typed_dict(f"{inner}_required", required, ["TypedDict"]))
            bases = [f"{inner}_required"]
        if has_keyword(optional):
            raise ValueError(f"{name}: a field that may be absent is a keyword of Python")
        rest = {} if bases != ["TypedDict"] else required
        lines.append(typed_dict(name, optional or rest, bases, is_total=not optional))
        self.declarations.append("\n".join(lines))


def typed_dict(name: str, fields: dict[str, str], bases: list[str], is_total: bool = True) -> str:
    if has_keyword(fields):
        pairs = ", ".join(f"{field!r}: {json.dumps(of)}" for field, of in fields.items())
        return f"{name} = TypedDict({name!r}, {{{pairs}}})"
    members = [f"    {field}: {of}" for field, of in fields.items()] or ["    pass"]
    heading = f"class {name}({', '.join(bases)}{'' if is_total else ', total=False'}):"
    return "\n".join([heading, *members, ""])


def has_keyword(fields: dict[str, str]) -> bool:
    return any(keyword.iskeyword(field) for field in fields)


def union(members: list[str]) -> str:
    return " | ".join(dict.fromkeys(members))


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(repr(value) for value in values)}]"


def paths_of(document: Schema) -> list[str]:
    """The paths of each method; of those of GET also the lists, and those that can be exported."""
    paths: dict[str, Schema] = document["paths"]

    def content_of(path: str) -> Schema:
        content: Schema = paths[path].get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        return content

    def is_paged(path: str) -> bool:
        schema = content_of(path).get("application/json", {}).get("schema", {})
        name = str(schema.get("$ref", "")).rsplit("/", 1)[-1]
        return "pageSize" in document["components"]["schemas"].get(name, {}).get("properties", {})

    named = {
        **{f"{method.capitalize()}Path": [path for path in paths if method in paths[path]] for method in METHODS},
        "ListPath": [path for path in paths if is_paged(path)],
        "ExportPath": [path for path in paths if MEDIA_OF_EXPORTS in content_of(path)],
    }
    return [f"{name}: TypeAlias = {literal(values)}" for name, values in named.items()]


def change_types_of(schemas: dict[str, Schema]) -> str:
    names = [str(member["$ref"]).rsplit("/", 1)[-1] for member in schemas["Change"]["oneOf"]]
    of_names = [schemas[name]["properties"]["type"] for name in names]
    values = [value for of_name in of_names for value in of_name.get("enum", [of_name.get("const")])]
    return f"ChangeType: TypeAlias = {literal(values)}"


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    digest = hashlib.sha256(DOCUMENT.read_bytes() + Path(__file__).read_bytes()).hexdigest()
    heading = f"# Generated from gateway/openapi.json by client/python/generate.py: {digest}\n"
    if target.exists() and target.read_text("utf-8").startswith(heading):
        return
    document: Schema = json.loads(DOCUMENT.read_text("utf-8"))
    types = Types()
    for name, schema in document["components"]["schemas"].items():
        types.declare(name, schema)
    named = [*paths_of(document), change_types_of(document["components"]["schemas"])]
    # Others that read the file, or make it at the same time, never see a part of it.
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    unfinished.write_text(heading + IMPORTS + "\n\n" + "\n\n".join([*types.declarations, *named]) + "\n", "utf-8")
    os.replace(unfinished, target)


if __name__ == "__main__":
    main()

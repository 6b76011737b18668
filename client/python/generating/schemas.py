"""The types of the schemas of an OpenAPI document, as text."""

from __future__ import annotations

import json
import keyword
from typing import Any

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]"}

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
        parts = [(part, of, part == "required") for part, of in (("required", required), ("optional", optional)) if of]
        if len(parts) < 2 and not has_keyword(fields):
            lines.append(typed_dict(name, fields, ["TypedDict"], is_total=not optional))
        else:
            lines += [typed_dict(f"{inner}_{part}", of, ["TypedDict"], is_total) for part, of, is_total in parts]
            lines.append(typed_dict(name, {}, [f"{inner}_{part}" for part, _, _ in parts]))
        self.declarations.append("\n".join(lines))


def typed_dict(name: str, fields: dict[str, str], bases: list[str], is_total: bool = True) -> str:
    if has_keyword(fields):
        pairs = ", ".join(f"{field!r}: {json.dumps(of)}" for field, of in fields.items())
        return f"{name} = TypedDict({name!r}, {{{pairs}}}{'' if is_total else ', total=False'})"
    members = [f"    {field}: {of}" for field, of in fields.items()] or ["    pass"]
    heading = f"class {name}({', '.join(bases)}{'' if is_total else ', total=False'}):"
    return "\n".join([heading, *members, ""])


def has_keyword(fields: dict[str, str]) -> bool:
    return any(keyword.iskeyword(field) for field in fields)


def union(members: list[str]) -> str:
    return " | ".join(dict.fromkeys(members))


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(repr(value) for value in values)}]"

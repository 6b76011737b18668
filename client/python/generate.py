"""
Writes schema.py and calls.pyi into src/inventory_service/, or the folder that is given, unless they are there already: the
first line has a hash of what they are made from. In schema.py each schema of the OpenAPI document is a TypedDict, or an
alias, of its name; objects within them have names that begin with an underscore. In calls.pyi are the paths that each method
of the client takes, with their parameters, queries, bodies and answers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

from generating.calls import calls_of
from generating.schemas import Schema, Types, literal

FOLDER = Path(__file__).resolve().parent
DOCUMENT = FOLDER.parent.parent / "gateway" / "openapi.json"
TARGET = FOLDER / "src" / "inventory_service"
SOURCES = [DOCUMENT, Path(__file__), *sorted((FOLDER / "generating").glob("*.py"))]
IMPORTS = """from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict
"""


def change_types_of(schemas: dict[str, Schema]) -> str:
    names = [str(member["$ref"]).rsplit("/", 1)[-1] for member in schemas["Change"]["oneOf"]]
    of_names = [schemas[name]["properties"]["type"] for name in names]
    values = [value for of_name in of_names for value in of_name.get("enum", [of_name.get("const")])]
    return f"ChangeType: TypeAlias = {literal(values)}"


def schemas_of(document: Schema) -> str:
    types = Types()
    schemas: dict[str, Schema] = document["components"]["schemas"]
    for name, schema in schemas.items():
        types.declare(name, schema)
    return IMPORTS + "\n\n" + "\n\n".join([*types.declarations, change_types_of(schemas)]) + "\n"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in SOURCES)).hexdigest()
    heading = f"# Generated from gateway/openapi.json by client/python/generate.py: {digest}\n"
    document: Schema = json.loads(DOCUMENT.read_text("utf-8"))
    for name, text_of in (("schema.py", schemas_of), ("calls.pyi", calls_of)):
        target = folder / name
        if target.exists() and target.read_text("utf-8").startswith(heading):
            continue
        # Others that read the file, or make it at the same time, never see a part of it.
        unfinished = target.with_name(f"{name}.{os.getpid()}")
        unfinished.write_text(heading + text_of(document), "utf-8")
        os.replace(unfinished, target)


if __name__ == "__main__":
    main()

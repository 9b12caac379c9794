# SPDX-License-Identifier: MIT
"""The schema against real scenes: right ones pass, the corpus of wrong ones does not.

Usage: schema_check.py SCHEMA CORPUS SCENE...   Exit 77 without the module jsonschema, but 1 when CI is set.
"""
import json
import os
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(1 if os.environ.get("CI") else 77)

# Wrong by a rule that a schema cannot say, so the schema may let them through.
BEYOND_SCHEMA = ("camera-", "cloth-name", "crlf", "duplicate-", "grid-u-", "light-no", "memory-", "pin-out", "pin-box-inv",
                 "set-", "warning-", "range-grid-int", "file-", "mesh-wrong", "fabric-coupling", "fabric-and-density",
                 "fabric-and-particle", "compliance-verlet", "compliance-implicit", "long-range-links", "pin-of-",
                 "network-link-out", "network-link-itself", "network-link-compliance", "network-link-rigid",
                 "network-name",
                 "number-", "string-")  # which Python reads more freely


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("duplicate key")
    return dict(pairs)


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = 0
    for name in sys.argv[3:]:
        for error in validator.iter_errors(json.loads(pathlib.Path(name).read_text("utf-8"))):
            print(f"{name}: {error.json_path}: {error.message}")
            failures += 1
    wrong = 0
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json")):
        try:
            scene = json.loads(path.read_text("utf-8-sig"), object_pairs_hook=unique)
        except ValueError:  # not JSON, or not UTF-8
            continue
        if validator.is_valid(scene):
            if not path.name.startswith(BEYOND_SCHEMA):
                print(f"{path}: the schema lets it through")
                failures += 1
        else:
            wrong += 1
    if wrong < 50:
        print(f"only {wrong} wrong scenes were refused")
        failures += 1
    sys.exit(1 if failures else 0)


main()

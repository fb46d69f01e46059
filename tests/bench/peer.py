"""peer.py: the job of `kidx-digest --check` on bundles, as one would write it in Python.

    python3 peer.py [--plain] [--run] FILE > OUT

A line whose protocolDigest and environmentDigest hold goes to the output as it is; any
other is named on standard error, and the exit status is 1. The digest of a protocol or
environment seen before is looked up by its text. The digest of the run is declared nowhere
in a bundle and so not computed; with --run it is all the same. orjson is used where it is
installed, unless --plain is given. What the peer does not do, since it would cost most of
the speed: refuse duplicate names.
"""

import hashlib
import json
import re
import sys
from json.encoder import encode_basestring as quote

MEMO = 4096  # Entries; a memo that is full starts again.
API = "kernelindex.dev/v1alpha1"
ROLES = {"protocol": "BenchmarkProtocol", "environment": "ExecutionEnvironment"}
WITH_RUN = "--run" in sys.argv
UNITS = {"ns": 0, "us": 3, "µs": 3, "ms": 6, "s": 9}
DURATION = re.compile(r"([0-9]+)(?:\.([0-9]+))?\s?(ns|us|µs|ms|s)")

try:
    if "--plain" in sys.argv:
        raise ImportError
    import orjson

    ORJSON = True
    loads, dumps = orjson.loads, orjson.dumps
except ImportError:
    ORJSON = False
    loads = json.JSONDecoder().decode
    dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def number_text(value):
    """ECMAScript's text of a double, from the shortest digits that repr finds."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    text = repr(value)
    if "e" not in text:
        return text.removesuffix(".0")
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    if len(digits) > 1:
        digits = digits[0] + "." + digits[1:]
    return f"{sign}{digits}e{point - 1:+d}"


def sorted_names(value):
    """Names by UTF-16 code unit, which is the order of code points for most texts."""
    names = sorted(value)
    if not "".join(names).isascii():
        names.sort(key=lambda name: name.encode("utf-16-be"))
    return names


def canonical(value):
    """RFC 8785."""
    kind = type(value)
    if kind is str:
        return quote(value)
    if kind is dict:
        members = [quote(name) + ":" + canonical(value[name]) for name in sorted_names(value)]
        return "{" + ",".join(members) + "}"
    if kind is list:
        return "[" + ",".join(map(canonical, value)) + "]"
    if kind is int and -(2**53) < value < 2**53:
        return str(value)
    if kind is float or kind is int:
        return number_text(float(value))
    return "null" if value is None else "true" if value else "false"


def nanoseconds(value):
    """A duration as an integer count of nanoseconds; text is computed exactly."""
    if isinstance(value, str):
        match = DURATION.fullmatch(value)
        if not match:
            raise ValueError("bad duration")
        whole, fraction, unit = match.group(1), match.group(2) or "", match.group(3)
        kept = fraction[: UNITS[unit]]
        if fraction[len(kept) :].strip("0"):
            raise ValueError("bad duration")
        value = int(whole + kept.ljust(UNITS[unit], "0"))
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value <= 2**53 - 1:
        raise ValueError("bad duration")
    return value


def digest(manifest):
    if manifest["apiVersion"] != API or manifest.keys() - {"apiVersion", "kind", "metadata", "spec"}:
        raise ValueError("no manifest")
    spec = manifest["spec"]
    measurement = spec.get("measurement", {})
    if "warmupDuration" in measurement:
        measurement["warmupDuration"] = nanoseconds(measurement["warmupDuration"])
    body = canonical({"apiVersion": API, "kind": manifest["kind"], "spec": spec})
    return "sha256:" + hashlib.sha256(body.encode()).hexdigest()


seen = {}


def check_role(bundle, role, declared):
    manifest = bundle[role]
    text = dumps(manifest)
    computed = seen.get(text)
    if computed is None:
        if manifest["kind"] != ROLES[role]:
            raise ValueError(f"{role} is another kind")
        if len(seen) >= MEMO:
            seen.clear()
        computed = seen[text] = digest(manifest)
    if declared != computed:
        raise ValueError(f"{role}Digest is {declared}, not {computed}")


def check_line(text):
    bundle = loads(text)
    run = bundle["run"]
    if run["apiVersion"] != API or run["kind"] != "BenchmarkRun":
        raise ValueError("run is no BenchmarkRun")
    spec = run["spec"]
    timing = spec.get("timing")
    if timing:
        for value in timing["latencyNs"].values():
            for one in value if type(value) is list else (value,):
                nanoseconds(one)
    if WITH_RUN:
        digest(run)
    check_role(bundle, "protocol", spec["protocolDigest"])
    check_role(bundle, "environment", spec["environmentDigest"])


def main(path):
    status = 0
    with open(path, "rb", buffering=1 << 22) as lines, open(1, "wb", 1 << 22) as out:
        write = out.write
        for number, line in enumerate(lines, 1):
            try:
                check_line(line if ORJSON else line.decode())
            except (ValueError, KeyError, TypeError) as error:
                print(f"peer: {path}:{number}: {error}", file=sys.stderr)
                status = 1
                continue
            write(line)
    return status


sys.exit(main(sys.argv[-1]))

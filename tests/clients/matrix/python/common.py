"""What the checks of all clients share: the questions that the scripted model knows, and how results are printed."""

import asyncio
import json
import sys
import traceback
import uuid
from importlib.metadata import version

SETTINGS = json.loads(sys.argv[1])
URL, LIMITED_URL, KEY, PICTURE = (SETTINGS[name] for name in ("url", "limitedUrl", "key", "picture"))
BASE, LIMITED_BASE = f"{URL}/v1", f"{LIMITED_URL}/v1"
PICTURE_URL = f"data:image/png;base64,{PICTURE}"
CITY_SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
TOO_LONG = "x" * 29 * 1024 * 1024

results = {}
loop = asyncio.new_event_loop()


def in_loop(work):
    """Runs a coroutine. All share one event loop, as the connections of a client do."""
    return loop.run_until_complete(work)


class Cannot(Exception):
    """The client, or its protocol, has no such thing: the reason."""


def same(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} is not {expected!r}")


def aspect(name):
    """Runs the decorated check at once, and keeps its outcome under a name."""

    def run(check):
        try:
            check()
            results[name] = {"ok": True}
        except Cannot as reason:
            results[name] = {"cannot": str(reason)}
        except Exception:
            results[name] = {"failed": traceback.format_exc()[-1500:]}

    return run


def expect_status(status, call):
    """Calls what must fail with a status of HTTP."""
    try:
        call()
    except Exception as error:
        same(find_status(error), status)
        return
    raise AssertionError(f"No error, and {status} was expected")


def find_status(error):
    """The status in an error, or in what caused it: some clients wrap those of others."""
    while error is not None:
        status = getattr(error, "status_code", None) or getattr(error, "status", None)
        if isinstance(status, int):
            return status
        error = error.__cause__ or error.__context__
    return None


def check_errors(ask, *, question="Say hello", cannot={}):
    """
    Checks what a client reports of errors. `ask(text, model=, base=, key=, headers=)` sends a question with any of these; `question` is
    one that it may always ask; `cannot` has reasons by aspect.
    """

    def check(name, status, text=question, **options):
        @aspect(name)
        def _():
            if name in cannot:
                raise Cannot(cannot[name])
            expect_status(status, lambda: ask(text, **options))

    check("401", 401, key="nobody")
    check("404", 404, model="nothing")
    check("413", 413, TOO_LONG)
    check("429", 429, base=LIMITED_BASE)
    check("model down", SETTINGS["downStatus"], "Break down")
    headers = {"idempotency-key": uuid.uuid4().hex}

    @aspect("409")
    def _():
        ask(question, headers=headers)
        expect_status(409, lambda: ask("What is my name?", headers=headers))


def finish(package):
    print(json.dumps({"version": version(package), "results": results}))

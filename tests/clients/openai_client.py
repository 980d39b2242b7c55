"""Talks to a gateway as Python programs do: `openai_client.py <url> <key>` prints what it met as JSON."""

import json
import sys

from openai import APIStatusError, OpenAI

url, key = sys.argv[1:3]
NAMED = {"x-threadline-conversation": "python"}


def client(api_key=key):
    return OpenAI(api_key=api_key, base_url=f"{url}/v1", max_retries=0)


def ask(text, **options):
    return client().chat.completions.create(
        model="assistant", messages=[{"role": "user", "content": text}], extra_headers=NAMED, **options
    )


def failure(call):
    try:
        call()
    except APIStatusError as error:
        return {"status": error.status_code, "kind": type(error).__name__, "code": error.code}
    return None


met = {"models": [model.id for model in client().models.list()]}
met["whole"] = ask("I am Ada").choices[0].message.content
chunks = [chunk.choices[0].delta.content or "" for chunk in ask("Who am I?", stream=True) if chunk.choices]
met["streamed"] = "".join(chunks)
met["unknown"] = failure(lambda: client().models.retrieve("nothing"))
met["nobody"] = failure(lambda: client("nobody").models.list())
print(json.dumps(met))

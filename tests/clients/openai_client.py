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
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def ask_once(content, **options):
    """Asks without a conversation."""
    messages = [{"role": "user", "content": content}]
    return client().chat.completions.create(model="assistant", messages=messages, **options).choices[0]


picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{sys.argv[3]}"}}
met["seen"] = ask_once([{"type": "text", "text": "What is it?"}, picture]).message.content
place = {"name": "place", "schema": SCHEMA, "strict": True}
met["object"] = json.loads(
    ask_once("Where?", response_format={"type": "json_schema", "json_schema": place}).message.content
)
weather = {"type": "function", "function": {"name": "weather", "parameters": SCHEMA}}
called = ask_once("How is it in Rome?", tools=[weather])
met["called"] = [call.function.name for call in called.message.tool_calls]
met["down"] = failure(lambda: ask_once("And now?"))
background = client().responses.create(model="assistant", input="Go on", background=True)
met["stopped"] = client().responses.cancel(background.id).status
print(json.dumps(met))

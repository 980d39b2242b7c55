import json
import uuid

from openai import OpenAI
from common import *

client = OpenAI(api_key=KEY, base_url=BASE, max_retries=0)
TOOL = {
    "type": "function",
    "function": {
        "name": "add",
        "description": "Adds.",
        "parameters": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        },
    },
}


def ask(content, *, api=client, model="assistant", **options):
    messages = content if isinstance(content, list) else [{"role": "user", "content": content}]
    return api.chat.completions.create(model=model, messages=messages, **options)


def said(content, **options):
    return ask(content, **options).choices[0].message.content


@aspect("text")
def _():
    same(said("Say hello"), "Hello, Ada.")


@aspect("stream")
def _():
    chunks = list(ask("Say hello", stream=True))
    same("".join(c.choices[0].delta.content or "" for c in chunks if c.choices), "Hello, Ada.")


@aspect("memory")
def _():
    named = {"x-threadline-conversation": uuid.uuid4().hex}
    said("My name is Ada.", extra_headers=named)
    same(said("What is my name?", extra_headers=named), "Ada.")
    first = client.responses.create(model="assistant", input="My name is Ada.")
    again = client.responses.create(model="assistant", input="What is my name?", previous_response_id=first.id)
    same(again.output_text, "Ada.")


@aspect("tools")
def _():
    messages = [{"role": "user", "content": "Add up"}]
    rounds = 0
    while True:
        message = ask(messages, tools=[TOOL]).choices[0].message
        if not message.tool_calls:
            break
        rounds += 1
        messages.append(message)
        for call in message.tool_calls:
            arguments = json.loads(call.function.arguments)
            total = arguments["a"] + arguments["b"]
            messages.append({"role": "tool", "tool_call_id": call.id, "content": str(total)})
    same((rounds, message.content), (3, "Three."))


@aspect("approval")
def _():
    named = {"x-threadline-conversation": uuid.uuid4().hex}
    question = said("Wipe it", model="careful", extra_headers=named)
    assert "wipe" in question, question
    same(said("yes", model="careful", extra_headers=named), "Wiped.")


@aspect("structured")
def _():
    city = {"name": "city", "schema": CITY_SCHEMA, "strict": True}
    for form in ({"type": "json_schema", "json_schema": city}, {"type": "json_object"}):
        same(json.loads(said("Where is the Colosseum? Answer in JSON.", response_format=form)), {"city": "Rome"})
    text = {"format": {"type": "json_schema", "name": "city", "schema": CITY_SCHEMA, "strict": True}}
    response = client.responses.create(model="assistant", input="Where is the Colosseum?", text=text)
    same(json.loads(response.output_text), {"city": "Rome"})


@aspect("image")
def _():
    parts = [{"type": "text", "text": "What is in the picture?"}, {"type": "image_url", "image_url": {"url": PICTURE_URL}}]
    same(said([{"role": "user", "content": parts}]), "A sky.")


@aspect("stop")
def _():
    with ask("Count slowly", stream=True) as stream:
        for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                break
    background = client.responses.create(model="assistant", input="Count slowly", background=True)
    same(client.responses.cancel(background.id).status, "cancelled")


@aspect("resume")
def _():
    events = list(client.responses.create(model="assistant", input="Say hello", background=True, stream=True))
    created, middle = events[0].response.id, events[1].sequence_number
    rest = list(client.responses.retrieve(created, stream=True, starting_after=middle))
    same(rest[-1].response.output_text, "Hello, Ada.")
    same(rest[0].sequence_number, middle + 1)


def ask_with(text, *, model="assistant", base=BASE, key=KEY, headers=None):
    return ask(text, api=client.with_options(base_url=base, api_key=key), model=model, extra_headers=headers)


check_errors(ask_with)
finish("openai")

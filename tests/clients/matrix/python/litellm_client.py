import json
import uuid

import litellm
from common import *

litellm.suppress_debug_info = True
TOOL = {"type": "function", "function": {"name": "add", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}}}


def ask(content, model="assistant", base=BASE, key=KEY, **options):
    messages = content if isinstance(content, list) else [{"role": "user", "content": content}]
    return litellm.completion(model=f"openai/{model}", messages=messages, api_base=base, api_key=key, max_retries=0, num_retries=0, **options)


def said(content, **options):
    return ask(content, **options).choices[0].message.content


@aspect("text")
def _():
    same(said("Say hello"), "Hello, Ada.")


@aspect("stream")
def _():
    same("".join(chunk.choices[0].delta.content or "" for chunk in ask("Say hello", stream=True)), "Hello, Ada.")


@aspect("memory")
def _():
    messages = [{"role": "user", "content": "My name is Ada."}]
    messages.append(ask(messages).choices[0].message.model_dump(exclude_none=True))
    messages.append({"role": "user", "content": "What is my name?"})
    same(said(messages), "Ada.")


@aspect("tools")
def _():
    messages = [{"role": "user", "content": "Add up"}]
    for _round in range(3):
        message = ask(messages, tools=[TOOL]).choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "1"})
    same(said(messages, tools=[TOOL]), "Three.")


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


@aspect("image")
def _():
    same(said([{"role": "user", "content": [{"type": "text", "text": "What is in the picture?"}, {"type": "image_url", "image_url": {"url": PICTURE_URL}}]}]), "A sky.")


@aspect("stop")
def _():
    stream = ask("Count slowly", stream=True)
    for chunk in stream:
        if chunk.choices[0].delta.content:
            break
    stream.completion_stream.response.close()


@aspect("resume")
def _():
    raise Cannot("a stream has no id by which it could be read again")


check_errors(lambda text, headers=None, **options: ask(text, extra_headers=headers, **options))
finish("litellm")

import uuid

from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, BinaryContent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from common import *

import base64


class City(BaseModel):
    city: str


KINDS = (OpenAIChatModel, OpenAIResponsesModel)


def agent(kind=OpenAIChatModel, *, name="assistant", base=BASE, key=KEY, **options):
    api = AsyncOpenAI(base_url=base, api_key=key, max_retries=0)
    return Agent(kind(name, provider=OpenAIProvider(openai_client=api)), **options)


def run(own, prompt, **options):
    async def work():
        return await own.run(prompt, **options)

    return in_loop(work())


@aspect("text")
def _():
    for kind in KINDS:
        same(run(agent(kind), "Say hello").output, "Hello, Ada.")


@aspect("stream")
def _():
    async def work(kind):
        async with agent(kind).run_stream("Say hello") as result:
            return "".join([piece async for piece in result.stream_text(delta=True)])

    for kind in KINDS:
        same(in_loop(work(kind)), "Hello, Ada.")


@aspect("memory")
def _():
    for kind in KINDS:
        first = run(agent(kind), "My name is Ada.")
        same(run(agent(kind), "What is my name?", message_history=first.all_messages()).output, "Ada.")


@aspect("tools")
def _():
    def add(a: int, b: int) -> int:
        return a + b

    for kind in KINDS:
        same(run(agent(kind, tools=[add]), "Add up").output, "Three.")


@aspect("approval")
def _():
    own = agent(name="careful", model_settings={"extra_headers": {"x-threadline-conversation": uuid.uuid4().hex}})
    question = run(own, "Wipe it").output
    assert "wipe" in question, question
    same(run(own, "yes").output, "Wiped.")


@aspect("structured")
def _():
    for kind in KINDS:
        for mode in (ToolOutput, NativeOutput, PromptedOutput):
            same(run(agent(kind, output_type=mode(City)), "Where is the Colosseum?").output, City(city="Rome"))


@aspect("image")
def _():
    picture = BinaryContent(base64.b64decode(PICTURE), media_type="image/png")
    for kind in KINDS:
        same(run(agent(kind), ["What is in the picture?", picture]).output, "A sky.")


@aspect("stop")
def _():
    async def work():
        async with agent().run_stream("Count slowly") as result:
            async for _ in result.stream_text(delta=True, debounce_by=None):
                break

    in_loop(work())


@aspect("resume")
def _():
    raise Cannot("a run has no id by which its stream could be read again")


check_errors(
    lambda text, model="assistant", headers=None, **options: run(
        agent(name=model, model_settings={"extra_headers": headers or {}}, **options), text
    )
)
finish("pydantic-ai-slim")

import uuid

from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, SQLiteSession, function_tool, set_tracing_disabled
from openai import AsyncOpenAI
from pydantic import BaseModel
from common import *

set_tracing_disabled(True)


class City(BaseModel):
    city: str


@function_tool
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b


def client(base=BASE, key=KEY):
    return AsyncOpenAI(base_url=base, api_key=key, max_retries=0)


def model(kind=OpenAIResponsesModel, name="assistant", **options):
    return kind(model=name, openai_client=client(**options))


def run(text, *, session=None, kind=OpenAIResponsesModel, name="assistant", settings=None, base=BASE, key=KEY, **agent):
    async def work():
        own = Agent(
            name="Helper",
            model=model(kind, name, base=base, key=key),
            model_settings=settings or ModelSettings(),
            **agent,
        )
        return await Runner.run(own, text, session=session)

    return in_loop(work()).final_output


KINDS = (OpenAIResponsesModel, OpenAIChatCompletionsModel)


@aspect("text")
def _():
    for kind in KINDS:
        same(run("Say hello", kind=kind), "Hello, Ada.")


@aspect("stream")
def _():
    async def work(kind):
        result = Runner.run_streamed(Agent(name="Helper", model=model(kind)), "Say hello")
        text = ""
        async for event in result.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                text += event.data.delta
        return text

    for kind in KINDS:
        same(in_loop(work(kind)), "Hello, Ada.")


@aspect("memory")
def _():
    for kind in KINDS:
        session = SQLiteSession(uuid.uuid4().hex)
        run("My name is Ada.", session=session, kind=kind)
        same(run("What is my name?", session=session, kind=kind), "Ada.")


@aspect("tools")
def _():
    for kind in KINDS:
        same(run("Add up", kind=kind, tools=[add]), "Three.")


@aspect("approval")
def _():
    named = ModelSettings(extra_headers={"x-threadline-conversation": uuid.uuid4().hex})
    ask = lambda text: run(text, kind=OpenAIChatCompletionsModel, name="careful", settings=named)
    question = ask("Wipe it")
    assert "wipe" in question, question
    same(ask("yes"), "Wiped.")


@aspect("structured")
def _():
    for kind in KINDS:
        same(run("Where is the Colosseum?", kind=kind, output_type=City), City(city="Rome"))


@aspect("image")
def _():
    content = [{"type": "input_text", "text": "What is in the picture?"}, {"type": "input_image", "detail": "auto", "image_url": PICTURE_URL}]
    for kind in KINDS:
        same(run([{"role": "user", "content": content}], kind=kind), "A sky.")


@aspect("stop")
def _():
    async def work():
        result = Runner.run_streamed(Agent(name="Helper", model=model()), "Count slowly")
        async for event in result.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                result.cancel()
                break

    in_loop(work())


@aspect("resume")
def _():
    raise Cannot("a run has no id by which its stream could be read again")


check_errors(
    lambda text, model="assistant", headers=None, **options: run(
        text, name=model, settings=ModelSettings(extra_headers=headers), **options
    )
)
finish("openai-agents")

import uuid

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel
from common import *


class City(BaseModel):
    """Where something is."""

    city: str


@tool
def add(a: int, b: int) -> int:
    """Adds."""
    return a + b


def create(name="assistant", base=BASE, key=KEY, **options):
    return ChatOpenAI(model=name, base_url=base, api_key=key, max_retries=0, **options)


@aspect("text")
def _():
    same(create().invoke("Say hello").content, "Hello, Ada.")


@aspect("stream")
def _():
    same("".join(chunk.content for chunk in create().stream("Say hello")), "Hello, Ada.")


@aspect("memory")
def _():
    agent = create_agent(create(), [], checkpointer=InMemorySaver())
    ask = lambda text: agent.invoke({"messages": [("user", text)]}, {"configurable": {"thread_id": "1"}})["messages"][-1].content
    ask("My name is Ada.")
    same(ask("What is my name?"), "Ada.")


@aspect("tools")
def _():
    messages = create_agent(create(), [add]).invoke({"messages": [("user", "Add up")]})["messages"]
    same(messages[-1].content, "Three.")
    same(sum(len(getattr(message, "tool_calls", [])) for message in messages), 3)


@aspect("approval")
def _():
    careful = create("careful", default_headers={"x-threadline-conversation": uuid.uuid4().hex})
    question = careful.invoke("Wipe it").content
    assert "wipe" in question, question
    same(careful.invoke("yes").content, "Wiped.")


@aspect("structured")
def _():
    for method in ("json_schema", "function_calling", "json_mode"):
        wanted = create().with_structured_output(City, method=method)
        same(wanted.invoke("Where is the Colosseum? Answer in JSON."), City(city="Rome"))


@aspect("image")
def _():
    content = [{"type": "text", "text": "What is in the picture?"}, {"type": "image_url", "image_url": {"url": PICTURE_URL}}]
    same(create().invoke([("user", content)]).content, "A sky.")


@aspect("stop")
def _():
    for chunk in create().stream("Count slowly"):
        if chunk.content:
            break


@aspect("resume")
def _():
    raise Cannot("a stream has no id by which it could be read again")


check_errors(lambda text, model="assistant", headers=None, **options: create(model, default_headers=headers, **options).invoke(text))
finish("langchain-openai")

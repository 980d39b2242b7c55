import base64
import json
import os
import tempfile
import uuid

folder = tempfile.mkdtemp()
os.environ["LLM_USER_PATH"] = folder

import llm
from common import *


def register(name, model, base=BASE, key="ours", **more):
    return {"model_id": name, "model_name": model, "api_base": base, "api_key_name": key, "supports_schema": True, "supports_tools": True, "vision": True, **more}


careful = {"headers": {"x-threadline-conversation": uuid.uuid4().hex}}
repeated = {"headers": {"idempotency-key": uuid.uuid4().hex}}
MODELS = [
    register("good", "assistant"),
    register("careful", "careful", **careful),
    register("repeated", "assistant", **repeated),
    register("nothing", "nothing"),
    register("limited", "assistant", LIMITED_BASE),
    register("nobody", "assistant", key="none"),
]
with open(f"{folder}/extra-openai-models.yaml", "w") as file:
    json.dump(MODELS, file)  # JSON is YAML.
with open(f"{folder}/keys.json", "w") as file:
    json.dump({"ours": KEY, "none": "nobody"}, file)


def ask(text, model="good", **options):
    return llm.get_model(model).prompt(text, **options).text()


@aspect("text")
def _():
    same(ask("Say hello", stream=False), "Hello, Ada.")


@aspect("stream")
def _():
    same("".join(llm.get_model("good").prompt("Say hello")), "Hello, Ada.")


@aspect("memory")
def _():
    conversation = llm.get_model("good").conversation()
    conversation.prompt("My name is Ada.").text()
    same(conversation.prompt("What is my name?").text(), "Ada.")


@aspect("tools")
def _():
    def add(a: int, b: int) -> int:
        """Adds."""
        return a + b

    same(llm.get_model("good").chain("Add up", tools=[add]).text(), "Three.")


@aspect("approval")
def _():
    question = ask("Wipe it", "careful")
    assert "wipe" in question, question
    same(ask("yes", "careful"), "Wiped.")


@aspect("structured")
def _():
    same(json.loads(ask("Where is the Colosseum?", schema=CITY_SCHEMA)), {"city": "Rome"})


@aspect("image")
def _():
    picture = llm.Attachment(content=base64.b64decode(PICTURE), type="image/png")
    same(ask("What is in the picture?", attachments=[picture]), "A sky.")


@aspect("stop")
def _():
    response = iter(llm.get_model("good").prompt("Count slowly"))
    next(response)
    response.close()


@aspect("resume")
def _():
    raise Cannot("a prompt has no id by which its stream could be read again")


@aspect("401")
def _():
    expect_status(401, lambda: ask("Say hello", "nobody"))


@aspect("404")
def _():
    expect_status(404, lambda: ask("Say hello", "nothing"))


@aspect("409")
def _():
    ask("Say hello", "repeated")
    expect_status(409, lambda: ask("What is my name?", "repeated"))


@aspect("413")
def _():
    expect_status(413, lambda: ask(TOO_LONG))


@aspect("429")
def _():
    raise Cannot("it repeats the request by itself, so that a limit of no requests would never end")


@aspect("model down")
def _():
    expect_status(SETTINGS["downStatus"], lambda: ask("Break down", stream=False))


finish("llm")

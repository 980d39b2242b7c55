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


def ask_with(text, model="good", base=BASE, key=KEY, headers=None):
    name = "nobody" if key != KEY else "repeated" if headers else model
    return ask(text, name, stream=False)


check_errors(
    ask_with,
    cannot={"429": "it repeats the request by itself, so that a limit of no requests would never end"},
)
finish("llm")

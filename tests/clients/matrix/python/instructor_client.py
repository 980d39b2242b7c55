
import instructor
from openai import OpenAI
from pydantic import BaseModel
from common import *


class City(BaseModel):
    city: str


def api(base=BASE, key=KEY):
    return OpenAI(base_url=base, api_key=key, max_retries=0)


def ask(content="Where is the Colosseum?", *, mode=instructor.Mode.TOOLS, model="assistant", base=BASE, key=KEY, **options):
    client = instructor.from_openai(api(base, key), mode=mode)
    return client.create(model=model, messages=[{"role": "user", "content": content}], response_model=City, max_retries=0, **options)


ONLY_OBJECTS = "it asks for objects alone; texts are the `openai` package's, which it wraps"


@aspect("text")
def _():
    raise Cannot(ONLY_OBJECTS)


@aspect("stream")
def _():
    client = instructor.from_openai(api(), mode=instructor.Mode.JSON_SCHEMA)
    messages = [{"role": "user", "content": "Where is the Colosseum?"}]
    parts = list(client.create_partial(model="assistant", messages=messages, response_model=City, max_retries=0))
    same(parts[-1].city, "Rome")


@aspect("memory")
def _():
    raise Cannot(ONLY_OBJECTS)


@aspect("tools")
def _():
    raise Cannot("it calls one tool, the object that it asks for")


@aspect("approval")
def _():
    raise Cannot(ONLY_OBJECTS)


@aspect("structured")
def _():
    Mode = instructor.Mode
    for mode in (Mode.TOOLS, Mode.TOOLS_STRICT, Mode.JSON, Mode.JSON_SCHEMA, Mode.MD_JSON):
        same(ask(mode=mode).city, "Rome")


@aspect("image")
def _():
    parts = [{"type": "text", "text": "Where is the Colosseum?"}, {"type": "image_url", "image_url": {"url": PICTURE_URL}}]
    same(ask(parts).city, "Rome")


@aspect("stop")
def _():
    raise Cannot(ONLY_OBJECTS)


@aspect("resume")
def _():
    raise Cannot("an object has no id by which it could be read again")


check_errors(
    lambda text, headers=None, **options: ask(text, extra_headers=headers, **options),
    question="Where is the Colosseum?",
)
finish("instructor")

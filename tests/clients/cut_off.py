"""Streams an answer that is cut off in the middle, then requests it again with the same key.

`cut_off.py <url> <other url> <key>` prints `begun` after the first part from each gateway, then the result as JSON.
"""

import json
import sys

from openai import OpenAI

url, other, key = sys.argv[1:4]


def read(base):
    seen = {"text": "", "begun": False, "isComplete": False, "error": None}
    client = OpenAI(api_key=key, base_url=f"{base}/v1", max_retries=0)
    try:
        stream = client.chat.completions.create(
            model="assistant",
            messages=[{"role": "user", "content": "Count to three"}],
            stream=True,
            extra_headers={"idempotency-key": "count"},
        )
        for chunk in stream:
            for choice in chunk.choices:
                seen["text"] += choice.delta.content or ""
                seen["isComplete"] = seen["isComplete"] or choice.finish_reason is not None
                if seen["text"] and not seen["begun"]:
                    seen["begun"] = True
                    print("begun", flush=True)
    except Exception as error:
        seen["error"] = type(error).__name__
    print(json.dumps(seen), flush=True)


read(url)
read(other)

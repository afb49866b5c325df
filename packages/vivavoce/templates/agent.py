"""The help desk of a bicycle shop. It and Viva write each other lines of JSON; anything else goes to sys.stderr."""

import json
import sys

system = "You are the help desk of a bicycle shop, closed on Sundays. Book a repair once you know its day."
day = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
description = "Books a repair for a day of the week, such as Monday"
tools = [{"name": "book_repair", "description": description, "parameters": day}]
messages = [{"role": "system", "content": system}]
repairs = []


def tell(**message):
    print(json.dumps(message), flush=True)


def ask_model():
    """Asks the model of the suite. A client of your own, such as OpenAI's, is routed through Viva as well."""
    tell(type="model", id="model", request={"messages": messages, "tools": tools})
    answer = json.loads(sys.stdin.readline())
    if "error" in answer:
        sys.exit(answer["error"])
    return answer["value"]


def reply(text):
    messages.append({"role": "user", "content": text})
    while True:
        answer = ask_model()
        tell(type="text", text=answer["text"])
        messages.append({"role": "assistant", "content": answer["text"], "toolCalls": answer["toolCalls"]})
        if not answer["toolCalls"]:
            return
        for call in answer["toolCalls"]:
            tell(type="call", **call)
            repairs.append(call["arguments"]["day"])
            tell(type="result", id=call["id"], result="booked")
            messages.append({"role": "tool", "toolCallId": call["id"], "content": "booked"})


for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "open":
        tell(type="world", snapshot={"repairs": repairs})
        tell(type="opened", viva=1, name="desk", version="1")
    if heard["type"] == "say":
        reply(heard["text"])
        tell(type="world", snapshot={"repairs": repairs})
        tell(type="done", re=heard["id"])

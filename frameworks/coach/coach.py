"""The coach as a program of its own: its loop is here, its prompt and its tools are behind Viva's backend."""
import json, os, sys, urllib.request
out, sys.stdout = sys.stdout, sys.stderr  # print() is not a protocol
def tell(**message): print(json.dumps(message), file=out, flush=True)
def ask(**question):
    tell(id="question", **question)
    return json.loads(sys.stdin.readline())
def answer_of(messages):
    coach = ask(type="ask", name="coach")["value"]  # anew each time: the prompt shows the vault as it is
    body = {"model": "google/gemini-2.5-flash", "messages": [coach["system"], *messages], "tools": coach["tools"]}
    headers = {"content-type": "application/json", "authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
    request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", json.dumps(body).encode(), headers)
    return json.load(urllib.request.urlopen(request))["choices"][0]["message"], coach["writes"]
def outcome_of(call, writes):
    named = {"name": call["function"]["name"], "arguments": json.loads(call["function"]["arguments"])}
    if named["name"] in writes and ask(type="approve", call={"id": call["id"], **named})["value"]["decision"] == "rejected":
        return {"status": "rejected", "message": "The user said no to this change, and nothing was written."}
    answer = ask(type="tool", **named)
    return {"status": "error", "message": answer["error"]} if "error" in answer else {"status": "done", "result": answer["value"]}
for message in map(json.loads, sys.stdin):
    if message["type"] == "open": messages = message["history"]; tell(type="opened", viva=1, name="coach", version="v2")
    if message["type"] != "say": continue
    messages.append({"role": "user", "content": message["text"]})
    while messages[-1]["role"] != "assistant" or messages[-1].get("tool_calls"):
        answer, writes = answer_of(messages)
        if answer.get("content"): tell(type="text", text=answer["content"])
        messages.append(answer)
        for call in answer.get("tool_calls") or []:
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(outcome_of(call, writes))})
    tell(type="done", re=message["id"])

"""An agent for Viva's commandAgent, in one file of standard Python (3.11 or newer). Copy it beside your agent.

    from viva_agent import agent

    @agent(name="desk", version="3", greeting="Front desk.")
    def reply(message, conversation):
        rooms = conversation.tool("find_rooms", nights=2)
        yield f"There are {len(rooms)} rooms."

The decorator runs the agent, so it comes last in the file. `message` is None when the user stays silent; how long is in
`conversation.silence_ms`. Return a text, yield several, or neither. print() goes to stderr.
"""

import inspect
import json
import os
import sys


class ToolFailed(Exception):
    """Viva answered a question with an error."""


class Conversation:
    """One conversation. `state` is yours."""

    def __init__(self, line, opening):
        self._line = line
        self.id = opening.get("conversation")
        self.case = opening.get("case", {})
        self.history = opening.get("history", [])
        self.variant = opening.get("variant", {})
        self.seed = opening.get("seed")
        self.now = opening.get("now")
        self.gateway = opening.get("gateway")
        self.heard = None  # what the user heard of the last reply before cutting in
        self.silence_ms = None
        self.state = {}

    def text(self, text):
        self._tell(type="text", text=text)

    def tool(self, name, **arguments):
        """Lets Viva run a tool, and returns its result."""
        return self._ask(type="tool", name=name, arguments=arguments)

    def approve(self, name, arguments, id=None):
        """Asks the user before a write: True if they agree."""
        call = {"name": name, "arguments": arguments} | ({"id": id} if id else {})
        return self._ask(type="approve", call=call)["decision"] == "approved"

    def model(self, request, name=None):
        """Asks a model of the suite; `request` is { messages, tools?, temperature?, … }."""
        return self._ask(type="model", request=request, **({"name": name} if name else {}))

    def note(self, name, value):
        self._tell(type="note", name=name, value=value)

    def world(self, snapshot):
        """How the agent's own world stands; for a suite whose world is reportedWorld()."""
        self._tell(type="world", snapshot=snapshot)

    def quiet(self):
        self._tell(type="quiet")

    def hangup(self, reason=None):
        self._tell(type="hangup", **({"reason": reason} if reason else {}))

    def _tell(self, **message):
        self._line.send({"conversation": self.id, **message})

    def _ask(self, **message):
        return self._line.ask({"conversation": self.id, **message})


class _Line:
    """Messages to and from Viva."""

    def __init__(self):
        # Descriptor 1 becomes stderr, also for programs that the agent starts.
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self._in = os.fdopen(os.dup(0), "r", encoding="utf-8")
        self._waiting = []
        self._asked = 0

    def send(self, message):
        self._out.write(json.dumps(message) + "\n")
        self._out.flush()

    def ask(self, message):
        self._asked += 1
        self.send({**message, "id": f"q{self._asked}"})
        while answer := self._read():
            if answer.get("re") != f"q{self._asked}":
                self._waiting.append(answer)
            elif "error" in answer:
                raise ToolFailed(answer["error"])
            else:
                return answer.get("value")
        raise SystemExit(0)  # Viva is gone

    def messages(self):
        while message := self._waiting.pop(0) if self._waiting else self._read():
            yield message

    def _read(self):
        line = self._in.readline()
        return json.loads(line) if line else None


def agent(name, version, greeting=None, opened=None):
    """Makes a function an agent. `opened(conversation)` is called before the handshake, `greeting` is what it says first."""

    def serve(reply):
        if reply.__module__ == "__main__":
            _serve(reply, {"viva": 1, "name": name, "version": version}, greeting, opened)
        return reply

    return serve


def _serve(reply, handshake, greeting, opened):
    line = _Line()
    conversations = {}
    for message in line.messages():
        kind, key = message["type"], message.get("conversation")
        if kind == "open":
            # Without reuse, only `open` names the conversation.
            conversations[key] = conversations[None] = conversation = Conversation(line, message)
            if opened:
                opened(conversation)
            first = {"greeting": greeting} if greeting else {}
            line.send({"type": "opened", "conversation": key, **handshake, **first})
            continue
        conversation = conversations.get(key)
        if kind in ("say", "silence"):
            conversation.heard, conversation.silence_ms = message.get("heard"), message.get("ms")
            said = reply(message.get("text"), conversation)
            for text in said if inspect.isgenerator(said) else [said]:
                if text:
                    conversation.text(text)
        if kind == "close":
            conversations.pop(key, None)
        line.send({"type": "done", "conversation": key, "re": message["id"]})

"""An agent for Viva's commandAgent, in one file of standard Python (3.11 or newer). Copy it beside your agent.

    from viva_agent import agent
    @agent(name="desk", version="3", greeting="Front desk.")
    def reply(message, conversation):
        rooms = conversation.tool("find_rooms", nights=2)
        yield f"There are {len(rooms)} rooms."

The decorator runs the agent, so it comes last in the file. `message` is None when the user stays silent; how long is in
`conversation.silence_ms`. Return a text, yield several, or neither. print() goes to stderr.
"""

import inspect, json, os, sys


class ToolFailed(Exception): """Viva answered a question with an error."""


class Conversation:
    """One conversation. `state` is yours."""

    def __init__(self, line, opening):
        self._line, self.id, self.state = line, opening["conversation"], {}
        self.case, self.history, self.variant = opening["case"], opening["history"], opening["variant"]
        self.seed, self.now, self.gateway = opening["seed"], opening["now"], opening.get("gateway")
        # What the user heard of the last reply before cutting in, and how long they have been silent.
        self.heard = self.silence_ms = None

    def tool(self, name, **arguments):
        """Lets Viva run a tool, and returns its result."""
        return self._line.ask(self.id, type="tool", name=name, arguments=arguments)

    def approve(self, name, arguments, id=None):
        """Asks the user before a write: True if they agree."""
        call = {"name": name, "arguments": arguments} | ({"id": id} if id else {})
        return self._line.ask(self.id, type="approve", call=call)["decision"] == "approved"

    def ask(self, name, **arguments):
        """Asks the suite's backend for what is not a tool, such as the agent's prompt. It is not recorded as a call."""
        return self._line.ask(self.id, type="ask", name=name, arguments=arguments)

    def model(self, request, name=None):
        """Asks a model of the suite; `request` is { messages, tools?, temperature?, … }."""
        return self._line.ask(self.id, type="model", request=request, **({"name": name} if name else {}))

    def record(self, type, **event):
        """Tells what the agent did itself: record("call", id=…, name=…, arguments=…), record("result", id=…, result=…)."""
        self._tell(type=type, **event)

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


class _Line:
    """Messages to and from Viva."""

    def __init__(self):
        # Programs that the agent starts must not read or write the protocol either.
        self._in, self._out = (os.fdopen(os.dup(fd), mode, encoding="utf-8") for fd, mode in ((0, "r"), (1, "w")))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        sys.stdout, self._waiting, self._asked = sys.stderr, [], 0

    def send(self, message):
        print(json.dumps(message), file=self._out, flush=True)

    def ask(self, conversation, **message):
        self._asked += 1
        self.send({**message, "conversation": conversation, "id": f"q{self._asked}"})
        while answer := self._read():
            if answer.get("re") != f"q{self._asked}":
                self._waiting.append(answer)
            elif "error" in answer:
                raise ToolFailed(answer["error"])
            else:
                return answer.get("value")
        raise SystemExit(0)  # Viva is gone

    def messages(self):
        return iter(lambda: self._waiting.pop(0) if self._waiting else self._read(), None)

    def _read(self):
        return json.loads(line) if (line := self._in.readline()) else None


def agent(name, version, greeting=None, opened=None):
    """Makes a function an agent. `opened(conversation)` is called before the handshake, `greeting` is what it says first."""

    def serve(reply):
        if reply.__module__ == "__main__":
            first = {"greeting": greeting} if greeting else {}
            _serve(reply, {"viva": 1, "name": name, "version": version, **first}, opened)
        return reply

    return serve


def _serve(reply, handshake, opened):
    line, conversations = _Line(), {}
    for message in line.messages():
        kind, key = message["type"], message.get("conversation")
        if kind == "open":
            conversations[key] = conversations[None] = Conversation(line, message)  # without reuse, only this names it
            _ = opened and opened(conversations[key])
            line.send({"type": "opened", "conversation": key, **handshake})
            continue
        conversation = conversations.get(key)
        if kind in ("say", "silence"):
            conversation.heard, conversation.silence_ms = message.get("heard"), message.get("ms")
            said = reply(message.get("text"), conversation)
            for text in filter(None, said if inspect.isgenerator(said) else [said]):
                line.send({"type": "text", "conversation": conversation.id, "text": text})
        if kind == "close":
            conversations.pop(conversation.id)
        line.send({"type": "done", "conversation": conversation.id, "re": message["id"]})

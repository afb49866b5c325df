"""An agent for Viva's commandAgent, in one file of standard Python (3.11 or newer). Copy it beside your agent.

    from viva_agent import agent
    @agent(name="desk", version="3", greeting="Front desk.")
    def reply(message, conversation):
        rooms = conversation.tool("find_rooms", nights=2)
        yield f"There are {len(rooms)} rooms."

The decorator runs the agent, so it comes last in the file. `message` is None when the user stays silent; how long is in
`conversation.silence_ms`. Return a text, yield several, or neither. print() goes to stderr.
"""

import importlib.util, inspect, json, os, re, sys, urllib.parse, urllib.request


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
            _at(conversations[key])
            _ = opened and opened(conversations[key])
            line.send({"type": "opened", "conversation": key, **handshake})
            continue
        conversation = conversations.get(key)
        _at(conversation)
        if kind in ("say", "silence"):
            conversation.heard, conversation.silence_ms = message.get("heard"), message.get("ms")
            said = reply(message.get("text"), conversation)
            for text in filter(None, said if inspect.isgenerator(said) else [said]):
                line.send({"type": "text", "conversation": conversation.id, "text": text})
        if kind == "close":
            conversations.pop(conversation.id)
        line.send({"type": "done", "conversation": conversation.id, "re": message["id"]})


_gateway = None  # the models' address in the conversation at work


def _at(conversation):
    global _gateway
    _gateway = (conversation.gateway or {}).get("url")


def lead(*hosts):
    """Sends requests for models through Viva where their hosts are wired into the code: by urllib, requests, httpx and
    aiohttp. Viva knows the usual hosts and those of the suite; `hosts` are further ones. Without Viva it does nothing."""
    rules = json.loads(os.environ.get("VIVA_NETWORK", "{}"))
    known = rules.get("refuse") or rules.get("lead") or {"hosts": [], "pattern": "(?!)", "except": []}
    for name in ("NO_PROXY", "no_proxy"):  # a proxy does not reach this machine
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "127.0.0.1"]))

    def led(url):
        """Where a request goes instead; None if it stays."""
        parts = urllib.parse.urlsplit(str(url))
        if not _gateway or parts.scheme not in ("http", "https") or not parts.hostname:
            return None
        names = {parts.hostname, f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"}
        model = names & {*hosts, *known["hosts"]} or re.search(known["pattern"], parts.hostname, re.I)
        if not model or (names & set(known["except"]) and not names & set(hosts)):
            return None
        query = f"?{parts.query}" if parts.query else ""
        return f"{_gateway}/to/{parts.scheme}/{parts.netloc.rpartition('@')[2]}{parts.path or '/'}{query}"

    def wrap(holder, name, change):
        was = getattr(holder, name)
        if not hasattr(was, "_viva"):
            changed = lambda self, first, *rest, **more: was(self, *change(self, first, rest, more), **more)
            changed._viva = True
            setattr(holder, name, changed)

    def by_urllib(_opener, asked, rest, _more):
        request = asked if isinstance(asked, urllib.request.Request) else None
        if to := led(request.full_url if request else asked):
            if request is None:
                return to, *rest
            request.full_url = to
        return asked, *rest

    def by_requests(_session, request, rest, more):
        if to := led(request.url):
            request.url, more["proxies"] = to, {}
            request.headers.pop("Host", None)
        return request, *rest

    def by_httpx(_client, request, rest, _more):
        if to := led(request.url):
            request.url = type(request.url)(to)
            request.headers["Host"] = request.url.netloc.decode()
        return request, *rest

    def by_aiohttp(session, method, rest, more):
        whole = session._build_url(rest[0])
        if to := led(whole):
            more.pop("proxy", None)
            return method, type(whole)(to, encoded=True), *rest[1:]
        return method, *rest

    wrap(urllib.request.OpenerDirector, "open", by_urllib)
    for package, kinds, name, change in (
        ("requests", ["Session"], "send", by_requests),
        ("httpx", ["Client", "AsyncClient"], "send", by_httpx),
        ("httpx2", ["Client", "AsyncClient"], "send", by_httpx),
        ("aiohttp", ["ClientSession"], "_request", by_aiohttp),
    ):
        if importlib.util.find_spec(package):
            for kind in kinds:
                wrap(getattr(importlib.import_module(package), kind), name, change)

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Python loads `sitecustomize` before anything else. If the user has one, this one loads it too. */
const source = `import json, os, re, sys

def _close(allow, report, refuse=None):
    import socket
    def name(host):
        host = (host.decode() if isinstance(host, bytes) else str(host or "localhost")).lower().strip("[]").rstrip(".")
        host = host.split("%")[0]
        host = host[7:] if host.startswith("::ffff:") and "." in host else host
        local = host in ("::1", "::", "0.0.0.0", "") or host.endswith(".localhost") or host.startswith("127.")
        return "localhost" if local else host
    def entry(text):
        host, _, port = text.rpartition(":")
        if host == "" or not port.isdigit() or (":" in host and not host.startswith("[")):
            return name(text), None
        return name(host), int(port)
    allowed, busy = set(entry(text) for text in allow), []
    refused, passed, family = (), (), None
    if refuse is not None:
        refused, passed = [[entry(text) for text in refuse[part]] for part in ("hosts", "except")]
        family = re.compile(refuse["pattern"], re.I)
    def listed(entries, host, port):
        return any(one == name(host) and own in (None, port) for one, own in entries)
    def may(host, port, shown):
        if refuse is not None:
            asked = int(shown) if str(shown).isdigit() else None
            model = listed(refused, host, asked) or family.search(name(host)) is not None
            return listed(passed, host, asked) or not model
        return any(one == name(host) and (port is None or own in (None, port)) for one, own in allowed)
    def check(host, port, shown):
        if may(host, port, shown):
            return
        where = {"host": host.decode() if isinstance(host, bytes) else str(host or "localhost"), "client": "python"}
        if str(shown).isdigit():
            where["port"] = int(shown)
        with open(report, "a") as file:
            file.write(json.dumps(where) + "\\n")
        why = "this trial is replayed without a network" if refuse is None else "a model answers there, and Viva would not see the call"
        raise ConnectionRefusedError("the connection to %s, port %s, was refused: %s" % (where["host"], shown, why))
    def hook(event, given):
        if busy or not event.startswith("socket."):
            return
        if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            if isinstance(given[1], tuple):
                check(given[1][0], given[1][1], given[1][1])
        elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
            check(given[0], None, given[1] if len(given) > 1 else None)
            if refuse is not None:
                return
            busy.append(1)
            try:  # the addresses of a host that is allowed by name are allowed with it
                for found in socket.getaddrinfo(given[0], None):
                    allowed.update((name(found[4][0]), own) for one, own in list(allowed) if one == name(given[0]))
            except OSError:
                pass
            finally:
                busy.pop()
    sys.addaudithook(hook)

if os.environ.get("VIVA_NETWORK"):
    try:
        _rules = json.loads(os.environ["VIVA_NETWORK"])
        for _name in () if "refuse" in _rules else ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
            os.environ.pop(_name, None), os.environ.pop(_name.lower(), None)
        _close(_rules["allow"], _rules["report"], _rules.get("refuse"))
    except Exception as error:  # Python would go on without the guard
        print("viva: the network of this program cannot be guarded: %r" % error, file=sys.stderr)
        os._exit(70)
_here, _this = os.path.dirname(os.path.abspath(__file__)), sys.modules.pop("sitecustomize", None)
_paths = sys.path[:]
sys.path[:] = [path for path in _paths if os.path.abspath(path) != _here]
try:
    import sitecustomize
except ModuleNotFoundError as error:
    if error.name != "sitecustomize":
        raise
    sys.modules["sitecustomize"] = _this
finally:
    sys.path[:] = _paths
`;

/** The folder with the guard for Python, beside the file that refusals are reported in. */
export function pythonGuard(report: string): string {
  const folder = join(dirname(report), "python");
  const file = join(folder, "sitecustomize.py");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, source);
  }
  return folder;
}

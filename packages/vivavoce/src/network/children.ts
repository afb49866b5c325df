import childProcess from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import threads, { type WorkerOptions } from "node:worker_threads";
import { type ChildRules, codeFolder, isJsonObject, ownFile } from "../base/index.ts";
import { currentRules } from "./guard.ts";

type Environment = Record<string, string | undefined>;

/** The name of the variable, or of the field in a worker's data, that holds the rules. */
const rulesKey = "VIVA_NETWORK";

const guardFile = ownFile("network/child-guard");

/** Nothing listens there, so programs that obey these variables, such as curl and git, reach nothing. */
const noProxy = "http://127.0.0.1:9";
const proxyVariables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];

/** Gives the rules of the running code to the processes and workers that it starts. */
export function guardChildren(): void {
  const { prototype } = childProcess.ChildProcess as unknown as {
    prototype: { spawn(options: { file: string; envPairs?: string[] }): unknown };
  };
  // All asynchronous starts of a process end here: spawn, exec, execFile, fork.
  prototype.spawn = new Proxy(prototype.spawn, {
    apply(target, self, [options, ...rest]: [Parameters<typeof prototype.spawn>[0], ...unknown[]]) {
      const rules = currentRules()?.forChild?.(programOf(options?.file));
      if (!rules || !Array.isArray(options?.envPairs)) return Reflect.apply(target, self, [options, ...rest]);
      const given = Object.fromEntries(options.envPairs.map(splitPair));
      const envPairs = Object.entries(guardedEnvironment(given, rules)).map(([name, value]) => `${name}=${value}`);
      return Reflect.apply(target, self, [{ ...options, envPairs }, ...rest]);
    },
  });
  for (const name of ["spawnSync", "execFileSync", "execSync"] as const) {
    const guarded = new Proxy(childProcess[name] as (...given: unknown[]) => unknown, {
      apply(target, self, given: unknown[]) {
        const program = name === "execSync" ? "sh" : programOf(given[0]);
        const rules = currentRules()?.forChild?.(program, true);
        if (!rules) return Reflect.apply(target, self, given);
        const at = name === "execSync" || isJsonObject(given[1]) ? 1 : 2;
        const options = (given[at] ?? {}) as { env?: Environment };
        const own = { ...options, env: guardedEnvironment(options.env ?? process.env, rules) };
        return Reflect.apply(target, self, Object.assign([...given], { [at]: own }));
      },
    });
    Object.assign(childProcess, { [name]: guarded });
  }
  guardWorkers();
}

function guardWorkers(): void {
  threads.Worker = new Proxy(threads.Worker, {
    construct(target, [file, options, ...rest]: [string | URL, WorkerOptions | undefined, ...unknown[]], newTarget) {
      const isOwn = pathOf(file).startsWith(codeFolder);
      const rules = isOwn ? undefined : currentRules()?.forChild?.("node");
      const make = (given?: WorkerOptions) =>
        Reflect.construct(target, [file, given, ...rest], newTarget) as threads.Worker;
      if (!rules) return make(options);
      const before = threads.getEnvironmentData(rulesKey);
      threads.setEnvironmentData(rulesKey, JSON.stringify(rules));
      try {
        // A worker whose code is given as text ignores --import, but not --require.
        const execArgv = [...(options?.execArgv ?? process.execArgv), "--require", guardFile];
        return make({ ...options, execArgv });
      } finally {
        threads.setEnvironmentData(rulesKey, before);
      }
    },
  });
}

/** The environment of a program that must keep to these rules. */
function guardedEnvironment(given: Environment, rules: ChildRules): Environment {
  const others = (given.NODE_OPTIONS ?? "").replace(/--import=\S*child-guard\S*\s*/g, "");
  const hosts = rules.allow.map((entry) => entry.replace(/:\d+$/, "")).join(",");
  const proxies = rules.refuse
    ? {}
    : { ...Object.fromEntries(proxyVariables.map((name) => [name, noProxy])), NO_PROXY: hosts, no_proxy: hosts };
  const python = pythonGuard(rules.report);
  const paths = (given.PYTHONPATH ?? "").split(delimiter).filter((path) => path !== "" && path !== python);
  return {
    ...given,
    NODE_OPTIONS: `--import=${pathToFileURL(guardFile).href} ${others}`.trim(),
    PYTHONPATH: [python, ...paths].join(delimiter),
    [rulesKey]: JSON.stringify(rules),
    ...proxies,
  };
}

/** The rules that this process or worker was started under; undefined if there are none. */
export function rulesOfStart(): ChildRules | undefined {
  const given = (threads.isMainThread ? undefined : threads.getEnvironmentData(rulesKey)) ?? process.env[rulesKey];
  if (typeof given !== "string") return undefined;
  const rules = JSON.parse(given) as ChildRules;
  // If the guard itself refuses connections, the proxy variables would only hide them.
  const hiding = threads.isMainThread && !rules.refuse ? [...proxyVariables, "NO_PROXY", "no_proxy"] : [];
  for (const name of hiding) delete process.env[name];
  return rules;
}

function programOf(file: unknown): string {
  return basename(String(file))
    .replace(/\.exe$/i, "")
    .toLowerCase();
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=", 1);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function pathOf(file: string | URL): string {
  return file instanceof URL ? decodeURIComponent(file.pathname) : String(file);
}

/** Python loads `sitecustomize` before anything else. If the user has one, this one loads it too. */
const pythonSource = `import json, os, re, sys

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
function pythonGuard(report: string): string {
  const folder = join(dirname(report), "python");
  const file = join(folder, "sitecustomize.py");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, pythonSource);
  }
  return folder;
}

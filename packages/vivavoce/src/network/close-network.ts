import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net, { isIP } from "node:net";
import { isOwnConnection, type NetworkRules } from "../base/index.ts";
import { guardChildren } from "./children.ts";
import { holdProcessTo, refusalOf } from "./guard.ts";
import { canonicalHost } from "./host-list.ts";

type Given = readonly unknown[];
type Target = { host: string; port: number };

/** The open connections with their targets: clients keep them for later requests. */
const open = new Map<net.Socket, Target>();

/** Checks every connection before it is made, and before a name is looked up for it. */
function guardSockets(): void {
  type Connect = (...given: Given) => net.Socket;
  const apply = (target: Connect, socket: net.Socket, given: Given): net.Socket => {
    const to = targetOf(given);
    const error = to && refusalOf(to.host, to.port, apply);
    if (to && !error && !isOwnConnection()) keep(socket, to);
    return Reflect.apply(target, socket, error ? inVain(given, error) : given) as net.Socket;
  };
  const { prototype } = net.Socket;
  prototype.connect = new Proxy(prototype.connect as Connect, { apply }) as typeof prototype.connect;
  guardDatagrams();
}

/** Ends connections made under other rules: over a kept one, a request would need no new connection. */
function endConnections(isEnded: (to: Target) => boolean): void {
  for (const [socket, to] of open) if (isEnded(to)) socket.destroy();
}

function keep(socket: net.Socket, to: Target): void {
  if (!open.has(socket)) socket.once("close", () => open.delete(socket));
  open.set(socket, to);
}

/** As Node reads the arguments of connect(); nothing for a pipe or a Unix socket, which stays on the machine. */
function targetOf(given: Given): Target | undefined {
  // Node's own functions pass on a normalised list of arguments.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as Given) : given;
  if (typeof first === "object" && first !== null) {
    const { path, host, port } = first as { path?: unknown; host?: unknown; port?: unknown };
    return path ? undefined : { host: String(host || "localhost"), port: Number(port) };
  }
  if (typeof first === "string" && !(Number(first) >= 0)) return undefined;
  return { host: typeof second === "string" && second !== "" ? second : "localhost", port: Number(first) };
}

/** The same connection, but to a name whose lookup fails with the error, so that the socket fails as usual. */
function inVain(given: Given, error: Error): Given {
  const listed = Array.isArray(given[0]) ? (given[0] as Given) : given;
  const [first] = listed;
  const options = typeof first === "object" ? first : { port: first };
  const lookup = (_host: string, _options: unknown, done: (error: Error) => void) => void setImmediate(done, error);
  return [{ ...options, host: "closed.invalid", lookup }, listed.findLast((one) => typeof one === "function")];
}

function guardDatagrams(): void {
  const { prototype } = dgram.Socket;
  const guard = (name: "send" | "connect", read: (socket: dgram.Socket, given: Given) => Target | undefined) => {
    const apply = (target: (...given: Given) => unknown, socket: dgram.Socket, given: Given) => {
      const to = read(socket, given);
      const error = to && refusalOf(to.host, to.port, apply);
      if (!error) return Reflect.apply(target, socket, given);
      const done = given.findLast((one) => typeof one === "function") as ((error: Error) => void) | undefined;
      setImmediate(() => (done ? done(error) : socket.emit("error", error)));
      return undefined;
    };
    Object.assign(prototype, { [name]: new Proxy(prototype[name] as (...given: Given) => unknown, { apply }) });
  };
  guard("connect", (_socket, [port, host]) => datagramTarget(port, host));
  guard("send", (socket, [, offset, length, port, host]) => {
    if (isConnected(socket)) return undefined;
    const isSliced = host || (port && typeof port !== "function");
    return isSliced ? datagramTarget(port, host) : datagramTarget(offset, length);
  });
}

function datagramTarget(port: unknown, host: unknown): Target {
  return { host: typeof host === "string" && host !== "" ? host : "localhost", port: Number(port) };
}

function isConnected(socket: dgram.Socket): boolean {
  try {
    socket.remoteAddress();
    return true;
  } catch {
    return false;
  }
}

let isInstalled = false;

/**
 * Installs the guard, which checks every connection and refuses those that rules forbid. Must run before the code to be
 * watched is loaded, because that code may keep references to Node's functions.
 */
export function installGuard(): void {
  if (isInstalled) return;
  isInstalled = true;
  guardSockets();
  guardNames();
  guardChildren();
  syncBuiltinESMExports();
}

/**
 * Applies these rules to all code without rules of its own; the returned function ends that. Open connections that the
 * rules do not allow are ended.
 */
export function closeNetwork(rules: NetworkRules): () => void {
  installGuard();
  endConnections(({ host, port }) => !rules.allows(host, port));
  return holdProcessTo(rules);
}

type Function = (...given: unknown[]) => unknown;

/** Checks every name before it is looked up, because a DNS query leaves the machine too. */
function guardNames(): void {
  const holders: readonly (readonly [object, "callback" | "promise"])[] = [
    [dns, "callback"],
    [dns.Resolver.prototype, "callback"],
    [dns.promises, "promise"],
    [dns.promises.Resolver.prototype, "promise"],
  ];
  for (const [holder, kind] of holders) {
    for (const name of namesOf(holder)) {
      const apply = (target: Function, self: unknown, given: unknown[]) => {
        const [asked] = given;
        const isLocal = typeof asked !== "string" || (name === "lookup" && needsNoServer(asked));
        const error = isLocal ? undefined : refusalOf(asked, undefined, apply);
        if (!error) return Reflect.apply(target, self, given);
        if (kind === "promise") return Promise.reject(error);
        const done = given.findLast((one) => typeof one === "function") as Function | undefined;
        if (!done) throw error;
        setImmediate(() => done(error));
        return undefined;
      };
      Object.assign(holder, { [name]: new Proxy(Reflect.get(holder, name) as Function, { apply }) });
    }
  }
}

/** Resolvers inherit most of theirs from a class of Node's own. */
function namesOf(holder: object): string[] {
  const names = new Set<string>();
  // Up to Object.prototype, of any realm, because a test runner has its own.
  for (let level = holder, above: object | null; ; level = above) {
    above = Object.getPrototypeOf(level) as object | null;
    if (above === null) break;
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  }
  return [...names].filter(
    (name) => /^(?:lookup|resolve|reverse)/.test(name) && typeof Reflect.get(holder, name) === "function",
  );
}

function needsNoServer(host: string): boolean {
  return isIP(host) > 0 || canonicalHost(host) === "localhost";
}

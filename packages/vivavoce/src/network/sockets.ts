import dgram from "node:dgram";
import net from "node:net";
import { isOwnConnection } from "../base/index.ts";
import { refusalOf } from "./guard.ts";

type Given = readonly unknown[];
type Target = { host: string; port: number };

/** The open connections with their targets: clients keep them for later requests. */
const open = new Map<net.Socket, Target>();

/** Checks every connection before it is made, and before a name is looked up for it. */
export function guardSockets(): void {
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
export function endConnections(isEnded: (to: Target) => boolean): void {
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

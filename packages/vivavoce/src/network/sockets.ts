import dgram from "node:dgram";
import net from "node:net";
import { refusalOf } from "./guard.ts";

type Given = readonly unknown[];
type Target = { host: string; port: number };

/** The connections that are open, and where to: clients keep them for later requests. */
const open = new Map<net.Socket, Target>();

/** Looks at every connection before it is made, and before any name is looked up for it. */
export function guardSockets(): void {
  const connect: net.Socket["connect"] = new Proxy(net.Socket.prototype.connect, {
    apply(target, socket: net.Socket, given: Given) {
      const to = targetOf(given);
      if (to) {
        const error = refusalOf(to.host, to.port, connect);
        if (error) return fail(socket, error);
        keep(socket, to);
      }
      return Reflect.apply(target, socket, given);
    },
  });
  net.Socket.prototype.connect = connect;
  guardDatagrams();
}

/** Ends the connections that were made under other rules: over a kept one, a request needs no new connection. */
export function endConnections(isEnded: (to: Target) => boolean): void {
  for (const [socket, to] of open) if (isEnded(to)) socket.destroy();
}

function keep(socket: net.Socket, to: Target): void {
  if (!open.has(socket)) socket.once("close", () => open.delete(socket));
  open.set(socket, to);
}

/** As Node reads the arguments of connect(); nothing for a pipe or a Unix socket, which stays on the machine. */
function targetOf(given: Given): Target | undefined {
  // Node's own functions pass on a list that they have put in order.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as Given) : given;
  if (typeof first === "object" && first !== null) {
    const { path, host, port } = first as { path?: unknown; host?: unknown; port?: unknown };
    return path ? undefined : { host: String(host || "localhost"), port: Number(port) };
  }
  if (typeof first === "string" && !(Number(first) >= 0)) return undefined;
  return { host: typeof second === "string" && second !== "" ? second : "localhost", port: Number(first) };
}

/** As a server that refuses: a little later, when whoever made the socket listens to it. */
function fail(socket: net.Socket, error: Error): net.Socket {
  Object.assign(socket, { connecting: true });
  setImmediate(() => socket.destroy(error));
  return socket;
}

function guardDatagrams(): void {
  const { prototype } = dgram.Socket;
  const guard = (name: "send" | "connect", read: (socket: dgram.Socket, given: Given) => Target | undefined) => {
    const guarded = new Proxy(prototype[name] as (...given: never[]) => unknown, {
      apply(target, socket: dgram.Socket, given: Given) {
        const to = read(socket, given);
        const error = to && refusalOf(to.host, to.port, guarded);
        if (!error) return Reflect.apply(target, socket, given);
        const done = given.findLast((one) => typeof one === "function") as ((error: Error) => void) | undefined;
        setImmediate(() => (done ? done(error) : socket.emit("error", error)));
        return undefined;
      },
    });
    Object.assign(prototype, { [name]: guarded });
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

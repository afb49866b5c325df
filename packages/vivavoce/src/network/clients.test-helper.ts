import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";

/** Resolves when what it opens is connected, and rejects with the error otherwise. */
type Client = (port: number) => Promise<unknown>;

const connected = (socket: net.Socket) => once(socket, "connect").finally(() => socket.destroy());
const answered = (request: http.ClientRequest) => once(request, "response").finally(() => request.destroy());

/** Every way out of a Node process over TCP that Node itself offers. */
export const clients: Record<string, Client> = {
  fetch: async (port) => (await fetch(`http://127.0.0.1:${port}`)).text(),
  "fetch by name": async (port) => (await fetch(`http://localhost:${port}`)).text(),
  "fetch over https": (port) => fetch(`https://127.0.0.1:${port}`),
  "http.get": (port) => answered(http.get({ port, agent: false })),
  "http.get of a URL": (port) => answered(http.get(`http://[::1]:${port}`)),
  "http.request with an agent that keeps connections": (port) =>
    answered(http.request({ port, agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }).end()),
  "https.get": (port) => answered(https.get(`https://127.0.0.1:${port}`)),
  http2: (port) => {
    const session = http2.connect(`http://127.0.0.1:${port}`);
    return once(session, "connect").finally(() => session.destroy());
  },
  "net.connect(port)": (port) => connected(net.connect(port)),
  "net.connect(port as text)": (port) => connected(net.connect(String(port) as unknown as number)),
  "net.connect(port, host)": (port) => connected(net.connect(port, "127.0.0.1")),
  "net.connect(port, listener)": (port) => connected(net.connect(port, (() => {}) as never)),
  "net.connect(options)": (port) => connected(net.connect({ port, host: "::1" })),
  "net.createConnection": (port) => connected(net.createConnection(port)),
  "new Socket().connect(port, host, listener)": (port) =>
    connected(new net.Socket().connect(port, "127.0.0.1", () => {})),
  "new Socket().connect(options)": (port) => connected(new net.Socket().connect({ port })),
  "a lookup of its own": (port) =>
    connected(
      net.connect({ port, host: "elsewhere.example", lookup: (_host, _options, done) => done(null, "127.0.0.1", 4) }),
    ),
  "tls.connect": (port) => connected(tls.connect(port, "127.0.0.1")),
  WebSocket: (port) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", (event) => reject((event as { error?: Error }).error ?? new Error("refused")));
    }),
};

/** The same over UDP; resolves when the datagram was sent. */
export const datagrams: Record<string, Client> = {
  "send(message, port)": (port) => sent((socket, done) => socket.send("hello", port, done)),
  "send(message, port, host)": (port) => sent((socket, done) => socket.send("hello", port, "127.0.0.1", done)),
  "send(message, offset, length, port, host)": (port) =>
    sent((socket, done) => socket.send("hello", 0, 5, port, "127.0.0.1", done)),
  "send(list, port, host)": (port) => sent((socket, done) => socket.send([Buffer.from("a")], port, "127.0.0.1", done)),
  "connect(port), then send(message)": (port) =>
    sent((socket, done) =>
      socket.connect(port, "127.0.0.1", ((error?: Error) =>
        error ? done(error) : socket.send("hello", done)) as () => void),
    ),
};

function sent(send: (socket: dgram.Socket, done: (error?: Error | null) => void) => void): Promise<void> {
  const socket = dgram.createSocket("udp4");
  return new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    send(socket, (error) => (error ? reject(error) : resolve()));
  }).finally(() => socket.close());
}

import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Connection } from "../base/index.ts";
import { temporaryFolder } from "../run/run.test-helper.ts";
import { clients, datagrams } from "./clients.test-helper.ts";
import { closeNetwork, installGuard } from "./close-network.ts";
import { connectionError, underRules } from "./guard.ts";
import { hostList } from "./host-list.ts";
import { tcpVictim, udpVictim } from "./victims.test-helper.ts";

let refused: Connection[] = [];
const rules = (...allow: string[]) => ({
  allows: hostList(allow).allows,
  refused(connection: Connection) {
    refused.push(connection);
    return connectionError(connection, "closed for this test", Error);
  },
});
const everything = { allows: () => true, refused: rules().refused };

let reopen = () => {};
beforeEach(() => {
  refused = [];
});
afterEach(() => reopen());
const close = (...allow: string[]) => {
  reopen();
  reopen = closeNetwork(rules(...allow));
};

describe("a closed network", () => {
  test.each(Object.keys(clients))("refuses %s", async (name) => {
    const { port, arrived } = await tcpVictim();
    close();
    await expect(clients[name]?.(port)).rejects.toThrow();
    expect(arrived()).toBe(0);
    expect(refused).toEqual([expect.objectContaining({ port })]);
  });

  test.each(Object.keys(datagrams))("refuses datagrams: %s", async (name) => {
    const { port, arrived } = await udpVictim();
    close();
    await expect(datagrams[name]?.(port)).rejects.toThrow(`the connection to `);
    expect(refused).toEqual([expect.objectContaining({ port })]);
    reopen();
    // What was sent before this one would have come before it.
    await datagrams["send(message, port)"]?.(port);
    await expect.poll(arrived).toBe(1);
  });

  test("refuses a redirect to another host, which is a connection of its own", async () => {
    const { port, arrived } = await tcpVictim();
    const redirect = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/\r\nContent-Length: 0\r\n\r\n`;
    const allowed = await tcpVictim(redirect);
    close(`localhost:${allowed.port}`);
    await expect(fetch(`http://127.0.0.1:${allowed.port}`)).rejects.toThrow("fetch failed");
    expect([allowed.arrived(), arrived()]).toEqual([1, 0]);
  });

  test("gives the error with a code, the host and the port, where a server's refusal would come", async () => {
    const { port } = await tcpVictim();
    close();
    const socket = net.connect(port, "127.0.0.1");
    socket.write("too early");
    const [error] = await once(socket, "error", { signal: AbortSignal.timeout(10_000) }).catch((thrown) => [thrown]);
    expect(error).toMatchObject({ code: "VIVA_NETWORK_CLOSED", host: "127.0.0.1", port });
    expect(socket.destroyed).toBe(true);
    const failed = await fetch(`http://127.0.0.1:${port}`).catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ cause: { code: "VIVA_NETWORK_CLOSED" } });
  });

  test("says who tried", async () => {
    const { port } = await tcpVictim();
    close();
    await expect(clients["net.connect(port)"]?.(port)).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    expect(refused.map(({ client }) => client)).toEqual([
      expect.stringMatching(/clients\.test-helper\.ts:\d+$/),
      expect.stringMatching(/close-network\.test\.ts:\d+$/),
    ]);
  });

  test("looks up no names but those of this machine and of hosts that are allowed", async () => {
    close("somewhere.example:443");
    const lookup = promisify(dns.lookup);
    await expect(lookup("elsewhere.example")).rejects.toThrow("elsewhere.example");
    await expect(dns.promises.lookup("elsewhere.example")).rejects.toThrow("elsewhere.example");
    await expect(dns.promises.resolve4("elsewhere.example")).rejects.toThrow("elsewhere.example");
    await expect(new dns.promises.Resolver().resolveTxt("elsewhere.example")).rejects.toThrow("elsewhere.example");
    await expect(promisify(dns.resolve)("elsewhere.example")).rejects.toThrow("elsewhere.example");
    expect(refused.every(({ client }) => client !== "")).toBe(true);
    expect(refused).toHaveLength(5);
    await expect(lookup("localhost")).resolves.toMatchObject({ family: expect.any(Number) });
    await expect(lookup("127.0.0.1")).resolves.toMatchObject({ address: "127.0.0.1" });
  });

  test("leaves Unix sockets and pipes alone", async () => {
    const path = process.platform === "win32" ? `\\\\.\\pipe\\viva-${process.pid}` : join(temporaryFolder(), "socket");
    const server = net.createServer((socket) => socket.end("hi")).listen(path);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    close();
    await once(net.connect(path), "connect");
    await once(net.connect({ path }), "connect");
    expect(refused).toEqual([]);
  });

  test("opens again", async () => {
    const { port, arrived } = await tcpVictim();
    close();
    reopen();
    await clients["net.connect(port)"]?.(port);
    await expect.poll(arrived).toBe(1);
  });
});

describe("hosts that are allowed", () => {
  test.each(["localhost", "LOCALHOST", "127.0.0.1", "::1", "[::1]"])("%s stands for this machine", async (host) => {
    const { port, arrived } = await tcpVictim();
    close(host);
    for (const name of ["fetch by name", "net.connect(port, host)", "net.connect(options)"])
      await clients[name]?.(port);
    await expect.poll(arrived).toBe(3);
    expect(refused).toEqual([]);
  });

  test("with a port: that port alone", async () => {
    const [one, other] = [await tcpVictim(), await tcpVictim()];
    close(`localhost:${one.port}`);
    await clients["net.connect(port)"]?.(one.port);
    await expect(clients["net.connect(port)"]?.(other.port)).rejects.toThrow();
    await expect.poll(one.arrived).toBe(1);
    expect(other.arrived()).toBe(0);
  });
});

describe("code that does not keep to it", () => {
  test("cannot use what it has kept of Node's functions", async () => {
    installGuard();
    const { connect } = net;
    const original = net.Socket.prototype.connect;
    const { port, arrived } = await tcpVictim();
    close();
    await expect(once(connect(port), "connect")).rejects.toThrow("refused");
    const socket = new net.Socket();
    const failed = once(socket, "connect");
    Reflect.apply(original, socket, [{ port }]);
    await expect(failed).rejects.toThrow("refused");
    expect(arrived()).toBe(0);
  });

  test("may wrap the guarded function again, as instrumentation does", async () => {
    const { port, arrived } = await tcpVictim();
    close();
    const guarded = net.Socket.prototype.connect;
    onTestFinished(() => {
      net.Socket.prototype.connect = guarded;
    });
    net.Socket.prototype.connect = function wrapped(this: net.Socket, ...given: never[]) {
      return Reflect.apply(guarded, this, given);
    } as typeof guarded;
    await expect(clients.fetch?.(port)).rejects.toThrow();
    expect(arrived()).toBe(0);
  });

  test("finds no connection that was kept open from before", async () => {
    const { port, arrived } = await tcpVictim();
    installGuard();
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise((resolve, reject) => {
        http.get({ port, agent }, (response) => response.resume().on("end", resolve)).on("error", reject);
      });
    await ask();
    await ask();
    expect(arrived()).toBe(1);
    close();
    await expect(ask()).rejects.toThrow();
    expect(arrived()).toBe(1);
  });
});

describe("rules of some code", () => {
  test("hold for all that follows from it, and for nothing else", async () => {
    const { port, arrived } = await tcpVictim();
    installGuard();
    const late = underRules(rules(), () => {
      const timer = new Promise((resolve) => setTimeout(resolve, 1));
      return timer.then(() => clients.fetch?.(port));
    });
    await expect(late).rejects.toThrow();
    expect(arrived()).toBe(0);
    await clients["net.connect(port)"]?.(port);
    await expect.poll(arrived).toBe(1);
  });

  test("come before those of the process", async () => {
    const { port, arrived } = await tcpVictim();
    close();
    await underRules(everything, () => clients["net.connect(port)"]?.(port));
    await expect.poll(arrived).toBe(1);
  });
});

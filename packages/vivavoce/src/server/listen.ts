import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { getRequestListener } from "@hono/node-server";
import type { ViewContext } from "../report/index.ts";
import { pageApp } from "./app.ts";
import { newToken, safeHeaders } from "./guard.ts";

interface ListenSettings extends Pick<Parameters<typeof pageApp>[1], "actions" | "onFailure"> {
  host?: string | undefined;
  port?: number | undefined;
  /** The one of a server that was here before. */
  token?: string | undefined;
}

/** Serves the page, on this machine unless another host is given. Port 0 takes a free one. */
export function listen(context: ViewContext, settings: ListenSettings = {}) {
  const { host = "127.0.0.1", port = 0, token: earlier = newToken(), ...others } = settings;
  const token = isLoopback(host) ? undefined : earlier;
  return new Promise<{ address: string; close(): Promise<void> }>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host: host.replace(/^\[|\]$/g, ""), port }, () => {
      const bound = (server.address() as AddressInfo).port;
      const app = pageApp(context, { ...others, door: { hosts: namesOf(host, bound), token } });
      // Node's own Request and Response stay as they are.
      const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      server.on("request", (request, response) => {
        if (isPlain(request)) void answer(request, response);
        else {
          response.writeHead(400, { ...safeHeaders, "content-type": "application/json", connection: "close" });
          response.end(JSON.stringify({ error: "this is not an address of this server" }));
        }
      });
      /** Ends every connection, streams of events included. */
      const close = () => {
        app.close();
        const closed = new Promise<void>((done) => server.close(() => done()));
        server.closeAllConnections();
        return closed;
      };
      const [name] = namesOf(host, bound);
      // What to open in a browser; with the token, if one is needed.
      resolve({ address: `http://${name}/${token === undefined ? "" : `?token=${token}`}`, close });
    });
  });
}

/** A request for another server, as a proxy gets them ("GET http://…"), or for something that is not an address. */
function isPlain({ url = "" }: IncomingMessage): boolean {
  return /^\/(?!\/)[!-~]*$/.test(url);
}

function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/i.test(host);
}

/** Every `Host` that leads here, the one to print first. */
function namesOf(host: string, port: number): string[] {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, "");
  const names = ["0.0.0.0", "::"].includes(bare) ? everyName() : [bare, ...(isLoopback(bare) ? ["localhost"] : [])];
  const hosts = names.map((name) => (isIP(name) === 6 ? `[${name}]` : name));
  // Browsers leave out port 80.
  return [...new Set(hosts.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])))];
}

/** If the server listens on all addresses: every one that this machine has, and its name; other machines' first. */
function everyName(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = found.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);
  return [...outside, hostname().toLowerCase(), "localhost", "127.0.0.1", "::1"];
}

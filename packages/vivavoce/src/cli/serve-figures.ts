import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { InputError, messageOf } from "../base/index.ts";

/** Serves a worker's figures at /metrics. `where`: a port, on this machine only, or a host and a port. Port 0 takes a free one. */
export async function serveFigures(where: string, text: () => string): Promise<{ url: string; close(): void }> {
  const [, named, port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  const host = named?.replace(/^\[|\]$/g, "") ?? "127.0.0.1";
  if (port === "" || Number(port) > 65_535)
    throw new InputError({ message: `--metrics: ${where} is not a port`, remedy: "Give 9464, or 0.0.0.0:9464." });
  const server = createServer(({ method, url }, response) => {
    const isFound = method === "GET" && url === "/metrics";
    const type = isFound ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain";
    response.writeHead(isFound ? 200 : 404, { "content-type": type, "x-content-type-options": "nosniff" });
    response.end(isFound ? text() : "only GET /metrics is served here\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => {
      const remedy = "Stop the program that listens there, or choose another port.";
      reject(new InputError({ message: `--metrics: cannot listen on ${where}: ${messageOf(cause)}`, remedy }, cause));
    });
    server.listen({ host, port: Number(port) }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`, close };
}

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { letReach } from "../network/index.ts";
import { setStrayBase } from "./capture.ts";

/** A request that came to the gateway. */
export interface Arrival {
  /** "-" if it belongs to no trial. */
  token: string;
  /** "https/api.openai.com/v1/responses" */
  target: string;
  method: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server in place of the gateway: it notes requests, and answers with the token. */
export async function fakeGateway(
  answer: (response: ServerResponse, arrival: Arrival) => void = (response, { token }) => response.end(token),
) {
  const arrivals: Arrival[] = [];
  const server = http.createServer(async (request, response) => {
    const [, token = "", target = ""] = /^\/t\/([^/]+)\/to\/(.*)$/.exec(request.url ?? "") ?? [];
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const arrival = { token, target, method: request.method ?? "", headers: request.headers, body };
    arrivals.push(arrival);
    answer(response, arrival);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const forget = letReach(port);
  setStrayBase(`http://127.0.0.1:${port}/t/-`);
  onTestFinished(() => {
    forget();
    setStrayBase(undefined);
    server.closeAllConnections();
    server.close();
  });
  return { port, arrivals, route: (token: string) => `http://127.0.0.1:${port}/t/${token}` };
}

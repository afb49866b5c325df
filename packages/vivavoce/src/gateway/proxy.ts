import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { sentencesOf } from "../base/index.ts";
import { isListening } from "../network/index.ts";
import { answerRequest } from "./answer-request.ts";
import { unclearContext } from "./attribution.ts";
import { tokenIn } from "./headers.ts";
import { OpenTrials, traceIdOf } from "./open-trials.ts";
import type { GatewayAddress, GatewayTrial } from "./types.ts";

/** Where runs tell a proxy of their trials. A page in a browser cannot send this header to another origin. */
export const trialsPath = "/viva/trials";
export const proxyHeader = "x-viva-proxy";

const trialSchema = z.strictObject({ token: z.string(), url: z.url() });

export interface ProxyOptions {
  port: number;
  /** Answers what is asked while no run is under way. */
  between: GatewayTrial;
}

/**
 * A fixed address for the models of an agent that is started elsewhere. While a run is under way, calls go to its gateway,
 * for the trial that they belong to; between runs they go to the provider, and the agent works as ever.
 */
export async function openProxy({ port, between }: ProxyOptions): Promise<{ origin: string; close(): void }> {
  const trials = new Map<string, string>();
  const idle = new OpenTrials();
  idle.add("between", between);
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy());
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.url?.startsWith(trialsPath)) return register(incoming, response);
    await forgetEnded(trials);
    const found = trialOf(incoming);
    if (found === "unclear") {
      await Promise.all(originsOf(trials).map((origin) => askForNobody(new URL(incoming.url ?? "/", origin))));
      return refuse(response, sentencesOf(unclearContext()));
    }
    if (found !== undefined) return relay(new URL(`${found}${incoming.url ?? "/"}`), incoming, response);
    incoming.url = `/t/between${incoming.url ?? "/"}`;
    return answerRequest(incoming, response, idle);
  };
  const trialOf = ({ headers }: IncomingMessage): string | "unclear" | undefined => {
    const token = tokenIn(headers);
    if (token !== undefined && trials.has(token)) return trials.get(token);
    const trace = String(headers.traceparent ?? "").split("-")[1];
    const traced = [...trials].find(([known]) => traceIdOf(known) === trace);
    if (traced) return traced[1];
    return trials.size > 1 ? "unclear" : [...trials.values()][0];
  };
  const register = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.headers[proxyHeader] !== "1") return refuse(response, `only runs of Viva ask for ${trialsPath}`);
    const pieces = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
    const parsed = trialSchema.safeParse(JSON.parse(Buffer.concat(pieces).toString("utf8") || "null"));
    if (!parsed.success || !isLoopback(parsed.data.url)) return refuse(response, "this is not a trial");
    const { token, url } = parsed.data;
    if (incoming.method === "DELETE") trials.delete(token);
    else trials.set(token, url);
    response.writeHead(204).end();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${bound}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes a request and its answer through, byte for byte. */
function relay(url: URL, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host: _host, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on("error", reject);
      answer.on("end", resolve);
    });
    sending.on("error", reject);
    response.once("close", () => sending.destroy());
    incoming.pipe(sending);
  });
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify({ error: { message, type: "viva_refused" } }));
}

/** Lets a gateway know that there is a call of one of its trials, and nobody knows of which. */
function askForNobody(url: URL): Promise<void> {
  return new Promise((resolve) => {
    const asking = request(url, { method: "POST" }, (answer) => answer.resume().on("end", resolve));
    asking.on("error", () => resolve()).end("{}");
  });
}

function originsOf(trials: ReadonlyMap<string, string>): string[] {
  return [...new Set([...trials.values()].map((url) => new URL(url).origin))];
}

function isLoopback(url: string): boolean {
  return /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname);
}

/** A run that was killed could not say that its trials are over; its gateway is gone. */
async function forgetEnded(trials: Map<string, string>): Promise<void> {
  for (const origin of originsOf(trials)) {
    if (await isListening(new URL(origin))) continue;
    for (const [token, url] of trials) if (url.startsWith(origin)) trials.delete(token);
  }
}

let told: Promise<unknown> = Promise.resolve();

/** Tells a proxy of a trial, or that it is over; in order, so that no trial meets the one before it. */
export function tellProxy(proxy: string, method: "POST" | "DELETE", trial: GatewayAddress): Promise<void> {
  const telling = told.then(() => tell(proxy, method, trial));
  told = telling.catch(() => {});
  return telling;
}

function tell(proxy: string, method: "POST" | "DELETE", { token, url }: GatewayAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ token, url });
    // Without its length Node would send the body of a DELETE as if it were the next request.
    const length = { "content-length": Buffer.byteLength(body) };
    const headers = { "content-type": "application/json", [proxyHeader]: "1", ...length };
    const telling = request(new URL(trialsPath, proxy), { method, headers }, (answer) => {
      answer.resume();
      if (answer.statusCode === 204) resolve();
      else reject(new Error(`${proxy} answered ${answer.statusCode}: it is not \`viva proxy\``));
    });
    telling.on("error", reject);
    telling.end(body);
  });
}

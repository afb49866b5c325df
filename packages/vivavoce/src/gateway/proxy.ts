import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { answerRequest, refuseWith } from "./answer-request.ts";
import { strangerAtDoor, tokenIn } from "./incoming.ts";
import { type GatewayTrial, OpenTrials, traceIdOf } from "./open-trials.ts";

/** Where runs register their trials with a proxy. A page in a browser cannot send this header to another origin. */
const trialsPath = "/viva/trials";
const proxyHeader = "x-viva-proxy";

const trialSchema = z.strictObject({ token: z.string(), url: z.url().refine(isLoopback) });

interface ProxyOptions {
  port: number;
  /** The first part of every path that is answered: "viva-…". Whoever knows it may ask. */
  token: string;
  /** Answers requests while no run is under way. */
  between: GatewayTrial;
}

/** A trial under way, and a function that turns it into an outage. */
interface JoinedTrial {
  url: string;
  spoil(why: string): void;
}

/**
 * A fixed address for the models of an agent that is started elsewhere. While a run is under way, calls go to its gateway,
 * for the trial that they belong to; between runs they go to the provider, and the agent works as ever.
 */
export async function openProxy({ port, token, between }: ProxyOptions) {
  const trials = new Map<string, JoinedTrial>();
  const idle = new OpenTrials();
  idle.add("between", between);
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy());
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const stranger = strangerAtDoor(incoming);
    const { url = "/" } = incoming;
    if (url.startsWith(trialsPath) && stranger === undefined) return join(incoming, response);
    const [, given, path = "/"] = /^\/([^/?]+)(.*)$/.exec(url) ?? [];
    if (given !== token)
      return refuseWith(response, 403, "the address lacks the part behind the port that `viva proxy` printed");
    /** The call may belong to any of the trials, whose agent may go on without the answer. So all become outages. */
    const spoil = (status: number, why: string) => {
      for (const trial of trials.values()) trial.spoil(why);
      refuseWith(response, status, why);
    };
    const why = stranger ?? (path.startsWith("/to/") ? "the proxy passes nothing on to other hosts" : undefined);
    if (why !== undefined) return spoil(403, why);
    const whose = whoseCall(incoming, trials);
    if (whose === "over") return refuseWith(response, 400, "the trial that this call belongs to is over");
    if (whose === "unclear") return spoil(400, unclear(trials.size));
    if (whose !== "nobody") return relay(new URL(`${whose.url}${path}`), incoming, response);
    incoming.url = `/t/between${path}`;
    return answerRequest(incoming, response, idle);
  };
  const join = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.headers[proxyHeader] !== "1")
      return refuseWith(response, 400, `only runs of Viva ask for ${trialsPath}`);
    const { data: trial } = trialSchema.safeParse(await json(incoming).catch(() => undefined));
    if (!trial) return refuseWith(response, 400, "this is not a trial");
    trials.set(trial.token, { url: trial.url, spoil: (why) => response.write(why) });
    // Not ended here: the connection ends with the trial, even if its process is killed.
    response.once("close", () => trials.delete(trial.token));
    response.writeHead(200, { [proxyHeader]: "1" }).flushHeaders();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${bound}`;
  return {
    origin,
    address: `${origin}/${token}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The trial of a request: by the token sent as its key, by its trace, or because only one conversation is under way. */
function whoseCall({ headers }: IncomingMessage, trials: ReadonlyMap<string, JoinedTrial>) {
  const token = tokenIn(headers);
  const trace = String(headers.traceparent ?? "").split("-")[1];
  const said = token ?? [...trials.keys()].find((known) => traceIdOf(known) === trace);
  if (said !== undefined) return trials.get(said) ?? "over";
  const [only, ...others] = trials.values();
  if (!only) return "nobody";
  return others.length === 0 ? only : "unclear";
}

/**
 * The environment without the variables that point to the proxy, such as OPENAI_BASE_URL in a shared `.env`: they are for
 * the agent. The proxy itself would send calls in a circle by them.
 */
export function beyondProxy<Environment extends Readonly<Record<string, string | undefined>>>(
  environment: Environment,
  proxy: string | undefined,
): Environment {
  const port = proxy === undefined ? undefined : URL.parse(proxy)?.port;
  if (port === undefined) return environment;
  const leadsThere = (value = "") => isLoopback(value) && URL.parse(value)?.port === port;
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => !leadsThere(value))) as Environment;
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

function unclear(count: number): string {
  return `${count} conversations are under way, and a model call does not say which one it belongs to. Let the agent pass on the traceparent header that it is sent, or run with --concurrency 1`;
}

function isLoopback(url: string): boolean {
  return /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}

/**
 * Registers a trial with a proxy. The resolved function ends that, and so does the end of the process. `spoilt` is called
 * with the reason if the trial becomes an outage, `lost` if the proxy has ended.
 */
export function joinProxy(
  proxy: string,
  { token, url }: z.infer<typeof trialSchema>,
  { spoilt, lost }: { spoilt(why: string): void; lost(): void },
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", [proxyHeader]: "1" };
    const telling = request(new URL(trialsPath, proxy), { method: "POST", headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200 || answer.headers[proxyHeader] === undefined) {
        telling.destroy();
        return reject(new Error("the server there is not a `viva proxy` of this version"));
      }
      let isOver = false;
      answer.setEncoding("utf8").on("data", spoilt);
      answer.on("error", () => {});
      answer.once("close", () => isOver || lost());
      answer.socket.unref();
      resolve(() => {
        isOver = true;
        telling.destroy();
      });
    });
    telling.on("error", reject);
    telling.end(JSON.stringify({ token, url }));
  });
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { InfrastructureError, type JsonValue, sentencesOf } from "../base/index.ts";
import {
  type CallStage,
  type Dialect,
  dialectNamed,
  dialectOf,
  ModelError,
  type WireAnswer,
  type WireHead,
  type WireRequest,
} from "../model/index.ts";
import { misdirected, othersMeant, ownerless } from "./attribution.ts";
import { bodyOf, passedOn, strangerAtDoor, tokenIn } from "./incoming.ts";
import type { GatewayTrial, OpenTrials } from "./open-trials.ts";

/** How long a stream may be silent before its client gets a sign of life. */
const pingMs = 10_000;

/** Answers one request to the gateway: finds its trial, and asks for it. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trials: OpenTrials,
): Promise<void> {
  const { token, rest } = splitPath(request.url ?? "/");
  const key = token ?? tokenIn(request.headers) ?? trials.traced(String(request.headers.traceparent ?? ""));
  const endpoint = endpointOf(rest, request.method);
  const dialect = endpoint.kind === "model" ? dialectNamed(endpoint.dialect) : undefined;
  const refuse = (message: string) => refuseWith(response, 400, message, dialect);
  /** A refused agent may still say something polite, which says nothing about it, so its trial becomes an outage. */
  const cut = (cutOff: readonly GatewayTrial[], error: Error) => refuse(sentencesOf(cutAll(cutOff, error)));
  const stranger = strangerAtDoor(request);
  if (stranger !== undefined) {
    // Whoever knows a trial's address belongs to its agent, which may go on without the answer.
    cutAll(token === undefined ? [] : [trials.get(token) ?? []].flat(), new InfrastructureError({ message: stranger }));
    return refuseWith(response, 403, stranger, dialect);
  }
  const target = rest.replace(/^\/to\/https?\/|\?.*$/g, "");
  if (key === "-" || key === undefined) {
    const error = ownerless(target, key === "-");
    // Lookups, and requests that are not for a model, such as traces, do not belong to a conversation.
    return endpoint.kind === "model" && request.method !== "GET"
      ? cut(trials.all(), error)
      : refuse(sentencesOf(error));
  }
  const trial = trials.get(key);
  if (!trial) {
    const body = await bodyOf(request);
    const over = trials.over(key);
    // An interrupted agent may go on for a while. A finished one asks on behalf of another trial, or did not await a call.
    const own = over?.wasCutOff ? over : { caseId: "", lines: [] };
    const meant = "value" in body ? othersMeant(own, trials.all(), body.value) : [];
    if (meant.length > 0) return cut(meant, misdirected(meant));
    if (endpoint.kind === "model") trials.countLate(key);
    return refuse(`the trial that this address belongs to is over${over ? ` (case ${over.caseId})` : ""}`);
  }
  if (endpoint.kind === "mcp") return mcpAnswer(endpoint.server, request, response, trial);
  if (endpoint.kind === "unknown") return cut([trial], unknownEndpoint(endpoint.path));
  if (endpoint.origin !== undefined && !isLed(endpoint.origin, trial)) return cut([trial], notLed(endpoint.origin));
  const body = await bodyOf(request);
  if ("problem" in body) return cut([trial], new InfrastructureError({ message: `${target}: ${body.problem}` }));
  return ask({ endpoint, dialect, body: body.value, trial, trials, request, response });
}

/** Turns all trials that a call may belong to into outages. */
function cutAll(trials: readonly GatewayTrial[], error: Error): Error {
  for (const trial of trials) trial.cut(error);
  return error;
}

interface Asked {
  endpoint: Extract<Endpoint, { kind: "model" }>;
  dialect: Dialect | undefined;
  body: JsonValue;
  trial: GatewayTrial;
  trials: OpenTrials;
  request: IncomingMessage;
  response: ServerResponse;
}

async function ask({ endpoint, dialect, body, trial, trials, request, response }: Asked): Promise<void> {
  const others = othersMeant(trial, trials.all(), body);
  if (others.length > 0) {
    const error = cutAll([trial, ...others], misdirected(others, trial));
    return refuseWith(response, 400, sentencesOf(error), dialect);
  }
  const { path, origin } = endpoint;
  const wired: WireRequest = {
    dialect: endpoint.dialect,
    path,
    body,
    ...passedOn(request.headers),
    ...(origin === undefined ? {} : { origin }),
  };
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const stream = streamTo(response, dialect?.readRequest(body).streamed === true);
  try {
    const onWhole = (answer: WireAnswer) => stream.end(answer, dialect);
    const follow = { onStage: stream.stage, onHead: stream.head, onEvent: stream.event, onWhole };
    stream.end(await trial.wire(wired, { signal: gone.signal, ...follow }), dialect);
  } catch (error) {
    stream.fail(error, dialect);
  }
}

/**
 * Passes an answer on as it comes. A client that waits for a stream gets signs of life while the call is queued, but not
 * while the provider works. Other answers are sent when they are complete, because they may still fail.
 */
function streamTo(response: ServerResponse, isStream: boolean) {
  let head: WireHead = { status: 200, headers: {} };
  let pinging: NodeJS.Timeout | undefined;
  const ping = () => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": waiting\n\n");
  };
  const stopPinging = () => clearInterval(pinging);
  response.once("close", stopPinging);
  return {
    stage(stage: CallStage) {
      stopPinging();
      if (isStream && stage === "waiting") pinging = setInterval(ping, pingMs).unref();
    },
    head(given: WireHead) {
      stopPinging();
      head = given;
      if (!response.headersSent && /\bevent-stream\b/i.test(head.headers["content-type"] ?? "")) {
        response.writeHead(head.status, head.headers);
      }
    },
    event: (text: string) => void response.write(text),
    end({ body, brokenOff, failure }: WireAnswer, dialect: Dialect | undefined) {
      stopPinging();
      if (response.writableEnded) return;
      // After a ping the status is already sent, so it cannot report the failure.
      const problem = brokenOff ?? (response.headersSent && body !== undefined ? failure?.message : undefined);
      if (problem !== undefined) return void response.end(dialect?.errorEvent(problem) ?? "");
      // With its length, the answer is sent in one piece.
      const length = { "content-length": Buffer.byteLength(body ?? "") };
      if (!response.headersSent) response.writeHead(head.status, { ...head.headers, ...length });
      response.end(body ?? "");
    },
    fail(error: unknown, dialect: Dialect | undefined) {
      stopPinging();
      if (response.writableEnded) return;
      const message = sentencesOf(error);
      if (response.headersSent) response.end(dialect?.errorEvent(message) ?? "");
      else refuseWith(response, isOutage(error) ? 502 : 400, message, dialect);
    },
  };
}

function isOutage(error: unknown): boolean {
  return ModelError.is(error) && (error.failure === "network" || error.failure === "timeout");
}

/** Says that Viva refuses, in words that the client understands. It may try again only if the provider was not reached. */
export function refuseWith(response: ServerResponse, status: number, message: string, dialect?: Dialect): void {
  const body = dialect?.error(message) ?? { error: { message, type: "viva_refused" } };
  const noRetry = status === 502 ? {} : { "x-should-retry": "false" };
  response.writeHead(status, { "content-type": "application/json", ...noRetry });
  response.end(JSON.stringify(body));
}

function isLed(origin: string, { leads }: GatewayTrial): boolean {
  const { protocol, hostname, port } = new URL(origin);
  return leads?.(hostname, Number(port) || (protocol === "http:" ? 80 : 443)) === true;
}

function notLed(origin: string): InfrastructureError {
  const { host } = new URL(origin);
  return new InfrastructureError({
    message: `requests are not passed on to ${host}, which the suite does not name`,
    remedy: `If a model answers there, name the host: capture: { hosts: ["${host}"] }.`,
  });
}

function unknownEndpoint(path: string): InfrastructureError {
  return new InfrastructureError({
    message: `${path.replace(/\?.*/, "")} is not an endpoint that Viva passes on; it passes on /chat/completions, /responses, /messages, /embeddings and GET /models`,
    remedy: "If the agent's results do not depend on it, let its host pass with capture: { allow: […] }.",
  });
}

/** "/t/TOKEN/v1/chat/completions"; without a token the whole path. */
function splitPath(url: string): { token?: string; rest: string } {
  const split = /^\/t\/([^/?]+)(.*)$/.exec(url);
  return split?.[1] ? { token: split[1], rest: split[2] || "/" } : { rest: url };
}

/** The meaning of a path at the gateway. */
type Endpoint =
  | { kind: "model"; dialect: WireRequest["dialect"]; path: string; origin?: string }
  | { kind: "mcp"; server: string }
  | { kind: "unknown"; path: string };

/** Endpoints that are passed on without being read. */
const unread = /\/(?:embeddings|models(?:\/[^?]*)?)(?:\?.*)?$/;

/**
 * Reads the part of a path behind the trial's token. A captured request says where it was going:
 * "/to/https/api.openai.com/v1/chat/completions".
 */
function endpointOf(rest: string, method = "POST"): Endpoint {
  const mcp = /^\/mcp\/([^/?]+)/.exec(rest);
  if (mcp?.[1]) return { kind: "mcp", server: decodeURIComponent(mcp[1]) };
  const led = /^\/to\/(https?)\/([^/]+)(\/.*)$/.exec(rest);
  const path = led?.[3] ?? rest;
  const dialect = dialectOf(path)?.name ?? (unread.test(path) ? "unread" : undefined);
  if (!dialect || !isAsking(method, path)) return { kind: "unknown", path: `${method} ${path}` };
  return { kind: "model", dialect, path, ...(led ? { origin: `${led[1]}://${led[2]}` } : {}) };
}

/** Only reading lists and asking models: any other method at these paths would change something at the provider. */
function isAsking(method: string, path: string): boolean {
  return /\/models(?:\/[^?]*)?(?:\?.*)?$/.test(path) ? method === "GET" || method === "HEAD" : method === "POST";
}

/** Answers a request to an MCP server of a trial. */
async function mcpAnswer(
  server: string,
  request: IncomingMessage,
  response: ServerResponse,
  { mcp }: GatewayTrial,
): Promise<void> {
  const session = request.headers["mcp-session-id"];
  const asked = { method: request.method ?? "", session: session?.toString(), body: await text(request) };
  const { status, headers, body } = (await mcp?.answer(server, asked)) ?? { status: 404, headers: {}, body: "" };
  response.writeHead(status, headers).end(body);
}

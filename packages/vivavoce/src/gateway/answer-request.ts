import type { IncomingMessage, ServerResponse } from "node:http";
import { type JsonValue, sentencesOf } from "../base/index.ts";
import { type Dialect, dialectNamed, ModelError, type WireHead, type WireRequest } from "../model/index.ts";
import { attribute, noContext, noTrial, wrongContext } from "./attribution.ts";
import { type Endpoint, endpointOf } from "./endpoint.ts";
import { keyIn, passedHeaders, tokenIn } from "./headers.ts";
import { mcpAnswer } from "./mcp-hook.ts";
import type { OpenTrials } from "./open-trials.ts";
import type { GatewayTrial } from "./types.ts";

/** A request larger than this has something else in mind than asking a model. */
const mostBytes = 64 * 1024 * 1024;
/** How long a stream may be silent before its client is told that it is not forgotten. */
const pingMs = 10_000;

/** Answers one request to the gateway: finds its trial, and asks for it. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trials: OpenTrials,
): Promise<void> {
  const { token, rest } = splitPath(request.url ?? "/");
  const key = token ?? tokenIn(request.headers) ?? trials.traced(String(request.headers.traceparent ?? ""));
  const endpoint = endpointOf(rest);
  const dialect = endpoint.kind === "model" ? dialectNamed(endpoint.dialect) : undefined;
  const refuse = (message: string, status = 400) => refuseWith(response, status, message, dialect);
  if (key === "-" || key === undefined) {
    const error = key === "-" ? noContext(rest.replace(/^\/to\/https?\/|\?.*$/g, "")) : noTrial();
    // What is only looked up, or sent elsewhere than to a model, such as traces, is no part of a conversation.
    if (endpoint.kind === "model" && request.method !== "GET") cutAll(trials.all(), error);
    return refuse(sentencesOf(error));
  }
  const trial = trials.get(key);
  if (!trial) {
    const caseId = trials.countLate(key);
    return refuse(`the trial that this address belongs to is over${caseId === undefined ? "" : ` (case ${caseId})`}`);
  }
  if (endpoint.kind === "mcp") return mcpAnswer(endpoint.server, request, response, trial);
  if (endpoint.kind === "unknown") return refuse(unknownEndpoint(endpoint.path));
  const body = await bodyOf(request);
  if ("problem" in body) return refuse(body.problem);
  return ask({ endpoint, dialect, body: body.value, trial, trials, request, response });
}

/** Nothing is known any more about trials that a call may belong to. */
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
  const whose = attribute(trial, trials.all(), body);
  if (whose.kind === "other") {
    const error = cutAll([trial, ...whose.trials], wrongContext(trial, whose.trials));
    return refuseWith(response, 400, sentencesOf(error), dialect);
  }
  const { path, origin } = endpoint;
  const key = keyIn(request.headers);
  const wired: WireRequest = {
    dialect: endpoint.dialect,
    path,
    body,
    headers: passedHeaders(request.headers),
    ...(origin === undefined ? {} : { origin }),
    ...(key ? { key } : {}),
  };
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const stream = streamTo(response, dialect?.readRequest(body).streamed === true);
  try {
    const answer = await trial.wire(wired, { signal: gone.signal, onHead: stream.head, onEvent: stream.event });
    stream.end(answer.body);
  } catch (error) {
    stream.fail(error, dialect);
  }
}

/** Hands an answer on as it comes. A client that waits for a stream is kept in hope until it begins. */
function streamTo(response: ServerResponse, isStream: boolean) {
  const ping = () => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": waiting\n\n");
  };
  const pinging = isStream ? setInterval(ping, pingMs).unref() : undefined;
  response.once("close", () => clearInterval(pinging));
  return {
    head({ status, headers }: WireHead) {
      clearInterval(pinging);
      if (!response.headersSent) response.writeHead(status, headers);
    },
    event: (text: string) => void response.write(text),
    end(body: string | undefined) {
      clearInterval(pinging);
      response.end(body ?? "");
    },
    fail(error: unknown, dialect: Dialect | undefined) {
      clearInterval(pinging);
      const message = sentencesOf(error);
      if (response.headersSent) response.end(dialect?.errorEvent(message) ?? "");
      // What has not reached the provider may be tried again; what Viva refuses never helps.
      else refuseWith(response, isOutage(error) ? 502 : 400, message, dialect);
    },
  };
}

function isOutage(error: unknown): boolean {
  return ModelError.is(error) && (error.failure === "network" || error.failure === "timeout");
}

function refuseWith(response: ServerResponse, status: number, message: string, dialect: Dialect | undefined): void {
  const body = dialect?.error(message) ?? { error: { message, type: "viva_refused" } };
  const noRetry = status === 400 ? { "x-should-retry": "false" } : {};
  response.writeHead(status, { "content-type": "application/json", ...noRetry });
  response.end(JSON.stringify(body));
}

function unknownEndpoint(path: string): string {
  return `${path.replace(/\?.*/, "")} is not an endpoint that Viva passes on: /chat/completions, /responses, /messages, /embeddings and /models are`;
}

/** "/t/TOKEN/v1/chat/completions"; without a token the whole path. */
function splitPath(url: string): { token?: string; rest: string } {
  const split = /^\/t\/([^/?]+)(.*)$/.exec(url);
  return split?.[1] ? { token: split[1], rest: split[2] || "/" } : { rest: url };
}

async function bodyOf(request: IncomingMessage): Promise<{ value: JsonValue } | { problem: string }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) return { problem: "the request is larger than 64 MB" };
    pieces.push(piece);
  }
  if (size === 0) return { value: null };
  try {
    return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")) };
  } catch {
    return { problem: "the request's body is not JSON" };
  }
}

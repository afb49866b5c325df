import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { completionJson } from "./completion.ts";
import type { CompletionRequest, ServerFault, ServerStep } from "./server-script.ts";

/** One call under way, and the signal that says its client has gone. */
export interface Call {
  request: CompletionRequest;
  index: number;
  response: ServerResponse;
  gone: AbortSignal;
}

/** Answer a call as its step says. */
export async function playStep(step: ServerStep, call: Call, delayMs: number): Promise<void> {
  const wait = typeof step === "string" ? delayMs : (step.delayMs ?? delayMs);
  if (wait > 0) await sleep(wait, undefined, { signal: call.gone });
  if (typeof step === "object" && "fault" in step) return playFault(step, call);
  sendJson(call.response, 200, completionJson(step, call.request, call.index));
}

export function sendJson(response: ServerResponse, status: number, json: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { ...headers, ...jsonHeaders(json) }).end(json);
}

async function playFault(fault: ServerFault, call: Call): Promise<void> {
  const { request, index, response } = call;
  switch (fault.fault) {
    case "status":
      return sendStatus(fault, response);
    case "reset":
      return reset(fault, call);
    case "half-open":
      response.writeHead(200, jsonHeaders(completionJson("never sent", request, index))).flushHeaders();
      return;
    case "hang":
      return;
    case "slow-drip":
      return drip(completionJson(fault.answer ?? "slow", request, index), fault.everyMs ?? 20, call);
    case "truncated":
      return sendJson(response, 200, completionJson("cut off", request, index).slice(0, -20));
    case "empty":
      return sendJson(response, 200, "");
    case "wrong-type":
      response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in to the network</body></html>");
      return;
    case "invalid":
      return sendJson(response, 200, JSON.stringify(fault.body ?? { object: "list", data: [] }));
  }
}

function sendStatus(fault: Extract<ServerFault, { fault: "status" }>, response: ServerResponse): void {
  const { status, retryAfter, message = `scripted status ${status}` } = fault;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  sendJson(response, status, JSON.stringify({ error: { message, code: status } }), headers);
}

function reset({ after = "request" }: Extract<ServerFault, { fault: "reset" }>, call: Call): void {
  const { request, index, response } = call;
  if (after === "request") {
    response.socket?.resetAndDestroy();
    return;
  }
  const json = completionJson("cut off by a reset", request, index);
  response.writeHead(200, jsonHeaders(json));
  response.write(json.slice(0, 10), () => response.socket?.resetAndDestroy());
}

async function drip(json: string, everyMs: number, { response, gone }: Call): Promise<void> {
  response.writeHead(200, jsonHeaders(json));
  for (const byte of Buffer.from(json)) {
    response.write(Buffer.of(byte));
    await sleep(everyMs, undefined, { signal: gone });
  }
  response.end();
}

function jsonHeaders(json: string) {
  return { "content-type": "application/json", "content-length": String(Buffer.byteLength(json)) };
}

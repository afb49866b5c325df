// What the gateway adds to a call of an agent's own client: the same calls to the same server, straight and through it,
// one after the other; then 200 streams at once, of which every byte must arrive.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { redactor } from "../packages/vivavoce/src/base/index.ts";
import { openRoute } from "../packages/vivavoce/src/gateway/index.ts";
import {
  liveTraffic,
  modelLimits,
  providerWire,
  type WireRequest,
  wireOf,
} from "../packages/vivavoce/src/model/index.ts";
import type { Measurement } from "./measurement.ts";
import { serverProcess } from "./server-process.ts";

const calls = 1_000;
const streams = 200;
const pieces = 50;

export async function measure(): Promise<Measurement> {
  const server = await serverProcess({ delayMs: 0 });
  const streaming = await streamServer();
  const straight: number[] = [];
  const through: number[] = [];
  const gateway = await gatewayTo(server.url);
  try {
    for (let call = 0; call < calls; call++) {
      straight.push(await timed(() => ask(`${server.url}/chat/completions`)));
      through.push(await timed(() => ask(`${gateway.url}/v1/chat/completions`)));
    }
  } finally {
    server.close();
    gateway.close();
  }
  const added = median(through) - median(straight);
  const held = await holdStreams(streaming);
  const detail = `median of ${calls} calls in turn: ${median(straight).toFixed(2)} ms straight, ${median(through).toFixed(2)} ms through the gateway, ${added.toFixed(2)} ms more; ${held} of ${streams} streams at once arrived whole`;
  return {
    what: "milliseconds that the gateway adds to a call",
    value: held === streams ? added : Number.POSITIVE_INFINITY,
    limit: 1,
    detail,
  };
}

async function gatewayTo(base: string): Promise<{ url: string; close(): void }> {
  const limiter = modelLimits({ maximum: streams }).of("bench");
  const wireFor = (request: WireRequest) => {
    const url = new URL(`${base}${request.path.slice(3)}`);
    const model = providerWire({
      id: "bench:any",
      url,
      headers: {},
      limiter,
      redact: (text) => text,
      cost: () => undefined,
    });
    return { label: "", model };
  };
  const modelFor = () => {
    throw new Error("no model is asked by Viva itself");
  };
  const traffic = liveTraffic({ modelFor, wireFor, redactor: redactor({}) });
  const route = openRoute({ caseId: "bench", wire: wireOf(traffic), lines: [], cut: () => {} });
  return { url: (await route.address()).url, close: () => route.close() };
}

async function ask(url: string, more: object = {}): Promise<string> {
  const body = JSON.stringify({ model: "any", messages: [{ role: "user", content: "Hello" }], ...more });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return response.text();
}

/** A model that writes a word every ten milliseconds, as all of them do. */
async function streamServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    let piece = 0;
    const writing = setInterval(() => {
      piece += 1;
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: `${piece} ` } }] })}\n\n`);
      if (piece < pieces) return;
      clearInterval(writing);
      response.end("data: [DONE]\n\n");
    }, 10);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() };
}

async function holdStreams(server: { url: string; close(): void }): Promise<number> {
  const gateway = await gatewayTo(server.url);
  const whole = await ask(`${server.url}/chat/completions`);
  const answers = await Promise.all(
    Array.from({ length: streams }, () => ask(`${gateway.url}/v1/chat/completions`, { stream: true })),
  );
  gateway.close();
  server.close();
  return answers.filter((answer) => answer === whole).length;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import { request as httpRequest } from "node:http";
import type { Agent } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { playCase } from "../conversation/index.ts";
import { liveTraffic, modelLimits, providerWire, replayTraffic, type Tape, type WireRequest } from "../model/index.ts";
import { type CaseInput, caseSchema } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";

export type Post = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** An agent with a model client of its own: it knows nothing of Viva but the address. */
export function ownClient(reply: (post: Post, message: string) => Promise<string>): Agent {
  return {
    name: "own-client",
    version: "1",
    async open({ gateway, record }) {
      const { url, token } = await gateway();
      const post: Post = (path, body, headers = {}) =>
        send(`${url}${path}`, body, { authorization: `Bearer ${token}`, ...headers });
      return {
        async reply(message) {
          record({ type: "text", text: await reply(post, message) });
        },
      };
    },
  };
}

export function send(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      url,
      { method: "POST", headers: { "content-type": "application/json", ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sending.on("error", reject);
    sending.end(body instanceof Uint8Array ? body : JSON.stringify(body));
  });
}

export const hello: CaseInput = { id: "hello", script: [{ content: "Hello" }] };
export const chat = (content: string, more: object = {}) => ({
  model: "small",
  messages: [{ role: "user", content }],
  ...more,
});
export const settingWith = (traffic: Parameters<typeof playCase>[2]["traffic"]) => ({
  variant: {},
  repeat: 1,
  traffic,
  seed: 1,
  signal: new AbortController().signal,
});

export const recorded = async (agent: Agent, url: string) => {
  const model = (request: WireRequest) =>
    providerWire({
      id: "compatible:small",
      url: new URL(`${url}${request.path.slice(3)}`),
      headers: {},
      limiter: modelLimits().of("m"),
      redact: (text) => text,
      cost: () => 0.25,
    });
  const traffic = liveTraffic({
    modelFor: () => scriptedModel([]),
    wireFor: (request) => ({ label: "", model: model(request) }),
    redactor: redactor({}),
  });
  const transcript = await playCase(agent, caseSchema.parse(hello), settingWith(traffic));
  const tape: Tape = {
    origin: "recorded",
    repeat: 1,
    startedAt: traffic.startedAt(),
    exchanges: traffic.times(),
    records: [...traffic.records()],
    failures: [...traffic.failures()],
  };
  return { transcript, tape };
};
export const replayed = async (agent: Agent, tape: Tape) => {
  const traffic = replayTraffic({ tape, modelId: () => "compatible:small", redactor: redactor({}) });
  return playCase(agent, caseSchema.parse(hello), settingWith(traffic));
};

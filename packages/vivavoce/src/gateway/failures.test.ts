import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type Agent, commandAgent, httpAgent } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { play, playCase } from "../conversation/index.ts";
import { replayTraffic, type Tape } from "../model/index.ts";
import { caseSchema } from "../shape/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { openRoute } from "./open-route.ts";
import type { GatewayTrial } from "./open-trials.ts";
import { openTrials } from "./open-trials.ts";

const post = (url: string, content: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers,
    body: JSON.stringify({ model: "small", messages: [{ role: "user", content }] }),
  });

/** A program that asks at its gateway, and makes what it likes of what it is told. */
const program = (then: string) => `
  const post = async (content) => {
    const url = process.env.OPENAI_BASE_URL + "/chat/completions";
    const body = JSON.stringify({ model: "small", messages: [{ role: "user", content }] });
    return fetch(url, { method: "POST", body });
  };
  ${then}`;
const commanded = (onSay: string) =>
  commandAgent({
    command: process.execPath,
    files: [],
    args: [
      "-e",
      program(`require("node:readline").createInterface({ input: process.stdin }).on("line", async (line) => {
        const { type, id, text } = JSON.parse(line);
        const tell = (message) => console.log(JSON.stringify(message));
        if (type === "open") tell({ type: "opened", viva: 1, name: "a", version: "1" });
        if (type === "close") process.exit(0);
        if (type === "say") { const answer = await post(text); ${onSay} }
      });`),
    ],
  });
const served = (onAnswer: string) =>
  httpAgent({
    name: "served",
    url: "http://127.0.0.1:{port}/",
    start: {
      command: process.execPath,
      args: [
        "-e",
        program(`require("node:http").createServer(async (request, response) => {
          const answer = await post(JSON.parse(Buffer.concat(await request.toArray())).message);
          ${onAnswer}
        }).listen(process.env.PORT, "127.0.0.1");`),
      ],
    },
  });
const here = (after: (answer: Response) => string): Agent => ({
  name: "here",
  version: "1",
  async open({ gateway, record }) {
    const { url } = await gateway();
    return { reply: async (message) => record({ type: "text", text: after(await post(url, message)) }) };
  },
});

describe.concurrent("a call that no tape answers is an outage, with the first difference", () => {
  const text = `tell({ type: "text", text: "All is well." }); tell({ type: "done", re: id });`;
  test.each<[string, Agent]>([
    ["in process, caught", here(() => "All is well.")],
    [
      "in process, not caught",
      here(({ status }) => {
        throw new Error(`the model answered ${status}`);
      }),
    ],
    ["a command, caught", commanded(text)],
    ["a command that crashes by it", commanded("process.exit(1);")],
    ["a server, caught", served('response.end("All is well.");')],
    ["a server that answers 500 by it", served('response.writeHead(500).end("oh");')],
  ])("%s", async (_how, agent) => {
    const request = { model: "small", messages: [{ role: "user", content: "Good evening" }] };
    const records = [
      { role: "agent", label: "", index: 0, hash: "other", request, answer: { text: "Hm.", toolCalls: [] } },
    ];
    const tape = { origin: "recorded", repeat: 1, records } as unknown as Tape;
    const traffic = replayTraffic({ tape, modelId: () => "any:small", redactor: redactor({}) });
    const setting = { variant: {}, repeat: 1, traffic, seed: 1, signal: new AbortController().signal };
    const testCase = caseSchema.parse({ id: "hello", script: [{ content: "Good morning" }] });
    const { outcome } = await playCase(agent, testCase, setting);
    expect(outcome).toMatchObject({ kind: "infrastructure" });
    expect(outcome).toHaveProperty("message", expect.stringMatching(/Good (morning|evening)/));
  });
});

describe("a call that came for the wrong trial, or for none", () => {
  const opened = async (caseId: string, line: string) => {
    const cut = vi.fn<(error: Error) => void>();
    const wire = vi.fn<GatewayTrial["wire"]>(async () => ({ status: 200 }) as never);
    const route = openRoute({ caseId, lines: [line], cut, wire });
    return { route, cut, wire, ...(await route.address()) };
  };
  const two = async () => ({
    one: await opened("one", "Where is the station?"),
    other: await opened("other", "When do you open?"),
  });
  const close = (trials: Record<string, { route: { close(): void } }>) => {
    for (const { route } of Object.values(trials)) route.close();
  };

  test("that asks about another conversation errors both, and names both cases", async () => {
    const { one, other } = await two();
    const answer = await post(one.url, "When do you open?");
    expect(answer.status).toBe(400);
    for (const { cut, wire } of [one, other]) {
      expect(cut.mock.calls[0]?.[0]).toMatchObject({
        message: expect.stringMatching(/case other arrived as a call of case one/),
        remedy: expect.stringContaining('isolation: "process"'),
      });
      expect(wire).not.toHaveBeenCalled();
    }
    close({ one, other });
  });

  test.each<[string, (url: string) => Promise<Response>, string]>([
    [
      "led from code of no conversation",
      (url) => post(`${url}/t/-/to/https/api.openai.com`, "Hello"),
      "started outside",
    ],
    ["by a server that conversations share", (url) => post(url, "Hello"), "traceparent"],
  ])("%s: all trials under way are errored", async (_how, ask, words) => {
    const { one, other } = await two();
    const answer = await ask(new URL(one.url).origin);
    expect(answer.status).toBe(400);
    for (const { cut } of [one, other]) {
      const error = cut.mock.calls[0]?.[0] as Error & { remedy: string };
      expect(`${error.message}. ${error.remedy}`).toContain(words);
    }
    close({ one, other });
  });

  test("a list of models that a server asks for when it starts spoils nothing", async () => {
    const { one, other } = await two();
    expect((await fetch(`${new URL(one.url).origin}/v1/models`)).status).toBe(400);
    expect(one.cut).not.toHaveBeenCalled();
    close({ one, other });
  });
});

test("a call after the end is refused and counted, and its trial and all others stay as they were", async () => {
  openTrials.takeLate();
  let late: Promise<unknown> = Promise.resolve();
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
  const agent: Agent = {
    name: "late",
    version: "1",
    async open({ gateway, record }) {
      const { url, token } = await gateway();
      const traceparent = `00-${openTrials.traceId(token)}-0123456789abcdef-01`;
      late = isOver.then(() => Promise.all([post(url, "late"), post(new URL(url).origin, "late", { traceparent })]));
      return { reply: async (message) => record({ type: "text", text: message }) };
    },
  };
  const testCase = { id: "late-one", script: [{ content: "Hello" }] };
  const { outcome } = await play(agent, testCase, { models: { agent: scriptedModel([]) } });
  const cut = vi.fn();
  const neighbour = openRoute({ caseId: "neighbour", lines: [], cut, wire: vi.fn() });
  over();
  const answers = (await late) as Response[];
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(await answers[0]?.text()).toContain("is over (case late-one)");
  expect([...openTrials.takeLate()]).toEqual([["late-one", 2]]);
  expect(outcome.kind).toBe("completed");
  await setTimeout(1);
  expect(cut).not.toHaveBeenCalled();
  neighbour.close();
});

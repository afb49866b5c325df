import { once } from "node:events";
import net from "node:net";
import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import { installCapture } from "../gateway/index.ts";
import type { Metric } from "../metric/index.ts";
import { installGuard } from "../network/index.ts";
import { tcpVictim } from "../network/victims.test-helper.ts";
import type { Transcript } from "../shape/index.ts";
import type { Config, SuiteDefinition } from "../suite/index.ts";
import { agentOf, caseList, execute, planOf, sharedStore, statusesOf, trialsOf } from "./run.test-helper.ts";
import { Elsewhere } from "./trial/play-elsewhere.ts";

installGuard();
installCapture();
const store = sharedStore();

/** Connects by a client that cannot be led, in case one, and answers as the case expects whatever comes of it. */
const careless = (port: number): Agent =>
  agentOf(async (message, context) => {
    if (context.case.id === "one") await once(net.connect(port), "connect").catch(() => {});
    context.record({ type: "text", text: message });
  });

async function live(definition: Partial<SuiteDefinition>, config: Partial<Config> = {}) {
  const plan = await planOf({ cases: caseList("one", "two"), ...definition }, { config });
  const { run } = await execute(store(), plan);
  return { statuses: await statusesOf(store(), run), trials: await trialsOf(store(), run) };
}

describe("live, an agent whose own client passes the gateway by", () => {
  test("is errored, though it caught the error, and its neighbour passes", async () => {
    const { port, arrived } = await tcpVictim();
    const { statuses, trials } = await live({ agent: careless(port), capture: { hosts: [`localhost:${port}`] } });
    expect(statuses).toEqual(["one errored", "two passed"]);
    expect(trials[0]?.transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringMatching(
        /localhost:\d+ \(by .*captured-calls\.test\.ts:\d+\) was refused: a model answers/,
      ),
    });
    expect(arrived()).toBe(0);
  });

  test.each<[string, (host: string) => Partial<SuiteDefinition>, ((host: string) => Partial<Config>)?]>([
    ["by the config", () => ({}), (host) => ({ capture: { hosts: [host] } })],
    ["since a model of the suite is asked there", (host) => ({ models: { agent: modelAt(host) } })],
  ])("is errored %s", async (_how, definition, config) => {
    const { port } = await tcpVictim();
    const host = `localhost:${port}`;
    const { statuses } = await live({ agent: careless(port), ...definition(host) }, config?.(host));
    expect(statuses).toEqual(["one errored", "two passed"]);
  });

  test.each<[string, (host: string) => Partial<SuiteDefinition>]>([
    ["the host may pass", (host) => ({ capture: { hosts: [host], allow: [host] } })],
    ["nothing is captured", () => ({ capture: false })],
    ["a replay may reach the host", (host) => ({ network: { allow: [host] } })],
  ])("passes where %s", async (_how, definition) => {
    const { port, arrived } = await tcpVictim();
    const host = `localhost:${port}`;
    const models = { agent: modelAt(host) };
    const { statuses } = await live({ agent: careless(port), models, ...definition(host) });
    expect(statuses).toEqual(["one passed", "two passed"]);
    expect(arrived()).toBe(1);
  });
});

test("Viva's own calls reach the model's host, for an agent and for a metric's client", async () => {
  const completion = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] });
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${completion.length}`;
  const { port, arrived } = await tcpVictim(`${head}\r\nConnection: close\r\n\r\n${completion}`);
  const agent = agentOf(async (_message, context) => {
    const { text } = await context.model().call({ messages: [{ role: "user", content: "Hello" }] });
    context.record({ type: "text", text: text ?? "" });
  });
  const asks: Metric = {
    name: "asks",
    identity: { name: "asks", version: "1", hash: "asks" },
    gating: true,
    judged: false,
    async score() {
      await (await fetch(`http://localhost:${port}/v1/chat/completions`)).text();
      return { metric: "asks", judged: false, gating: true, status: "skipped", reason: "asked" };
    },
  } as unknown as Metric;
  const models = { agent: modelAt(`localhost:${port}`) };
  const { statuses } = await live({ agent, models, metrics: [asks], cases: caseList("one") });
  expect(statuses).toEqual(["one skipped"]);
  expect(arrived()).toBe(2);
});

test('isolation: "process" plays each trial in a process of its own', async () => {
  const played: string[] = [];
  class Noting extends Elsewhere {
    override async play(
      ...[, { case: testCase, variant, repeat }]: Parameters<Elsewhere["play"]>
    ): Promise<Transcript> {
      played.push(testCase.id);
      const outcome = { kind: "infrastructure", message: "not played" } as const;
      const agent = { name: "", version: "" };
      return { version: 2, case: testCase.id, variant, repeat, agent, history: [], exchanges: [], outcome };
    }
  }
  const elsewhere = new Noting({ cwd: ".", stray: () => {} });
  await execute(store(), await planOf({ cases: caseList("one", "two"), isolation: "process" }), { elsewhere });
  expect(played).toEqual(["one", "two"]);
  await execute(store(), await planOf({ cases: caseList("one", "two") }), { elsewhere });
  expect(played).toHaveLength(2);
});

function modelAt(host: string) {
  return { model: "compatible:small", baseURL: `http://${host}/v1` };
}

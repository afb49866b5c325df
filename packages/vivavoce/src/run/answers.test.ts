import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { readResults } from "../results/index.ts";
import { callOf } from "../store/store.test-helper.ts";
import { conversation } from "../transcript/conversation.test-helper.ts";
import { agentOf, execute, planOf, sharedStore, storedRun } from "./run.test-helper.ts";
import { answersFrom, spokeUnseen } from "./run-trial.ts";

const store = sharedStore();
const said = conversation([["Hello", "Yes."]]);

describe("where the answers of a trial came from", () => {
  test("a model that was asked just now", () => expect(answersFrom([callOf("x")], "passing", said)).toBe("live"));

  test("a cache: the same answers have the same name as when they were new, in whatever order they came", () => {
    const [one, two] = [callOf("x"), callOf("y", { label: "judge" })];
    const fresh = answersFrom([one, two], "kept", said);
    const cached = [two, one].map((record) => ({ ...record, cached: true as const }));
    expect(fresh).toMatch(/^live:[0-9a-f]{16}$/);
    expect(answersFrom(cached, "kept", said)).toBe(fresh.replace("live", "cache"));
    expect(answersFrom([...cached.slice(1), two], "kept", said)).toBe(fresh.replace("live", "mixed"));
    expect(answersFrom([one], "kept", said)).not.toBe(fresh);
  });

  test("recorded entries, by name: the same have the same, others have another", () => {
    const tape = (text: string) => answersFrom([callOf(text)], undefined, said);
    expect(tape("x")).toMatch(/^tape:[0-9a-f]{16}$/);
    expect(tape("x")).toBe(tape("x"));
    expect(tape("x")).not.toBe(tape("y"));
    const another = callOf("x", { answer: { text: "other", toolCalls: [], finish: "stop" } });
    expect(answersFrom([another], undefined, said)).not.toBe(tape("x"));
  });

  test("somebody's own hand: such entries have no hash; one recorded entry among them makes it a recording", () => {
    const { hash: _hash, ...byHand } = callOf("x");
    expect(answersFrom([byHand], undefined, said)).toBe("hand-written");
    expect(answersFrom([byHand, callOf("y")], undefined, said)).toMatch(/^tape:/);
  });

  test("nobody: with the course that the conversation took", () => {
    const none = (text: string) => answersFrom([], "passing", conversation([["Hello", text]]));
    expect(none("Yes.")).toMatch(/^none:[0-9a-f]{16}$/);
    expect(none("Yes.")).toBe(none("Yes."));
    expect(none("Yes.")).not.toBe(none("No."));
  });
});

test("an agent whose model calls all failed was seen to ask", () => {
  const calling = (modelCalls: number) => ({
    ...said,
    connected: true as const,
    exchanges: said.exchanges.map((exchange) => ({ ...exchange, modelCalls })),
  });
  expect(spokeUnseen(calling(0))).toBe(true);
  expect(spokeUnseen(calling(1))).toBe(false);
});

test("an agent that made connections of its own may have asked a model over them", async () => {
  expect(answersFrom([], "passing", { ...said, connected: true })).toBe("live");
  const server = createServer((_request, response) => response.end("Yes."));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const agent = agentOf(async (_message, context) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    context.record({ type: "text", text });
  });
  const result = await execute(store(), await planOf({ agent }));
  const [only] = await readResults(store(), await storedRun(store(), result));
  server.close();
  server.closeAllConnections();
  expect(only?.cases.flatMap(({ trials }) => trials.map(({ answers }) => answers))).toContain(undefined);
});

describe("repeats of an agent that asks no model that Viva knows of", () => {
  async function answersOf(reply: (count: number) => string): Promise<number> {
    let count = 0;
    const agent = agentOf((message, context) => {
      context.record({ type: "text", text: `${message} ${reply(++count)}` });
    });
    const plan = await planOf({ agent }, { options: { repeat: 3, cases: ["one"] } });
    const run = await storedRun(store(), await execute(store(), plan, { options: { repeat: 3, cases: ["one"] } }));
    const [result] = await readResults(store(), run);
    return new Set(result?.cases[0]?.trials.map(({ answers }) => answers)).size;
  }

  test("that says the same each time: nothing was sampled", async () => expect(await answersOf(() => "Yes.")).toBe(1));

  test("that says something else each time, though all passes: something was", async () => {
    expect(await answersOf((count) => `${count}`)).toBe(3);
  });
});

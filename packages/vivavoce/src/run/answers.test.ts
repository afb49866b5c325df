import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { SuiteNetwork } from "../network/index.ts";
import { readResults } from "../results/index.ts";
import { conversation } from "../shape/conversation.test-helper.ts";
import { answersOf, type Transcript } from "../shape/index.ts";
import { callOf } from "../store/store.test-helper.ts";
import { agentOf, execute, planOf, sharedStore, storedRun } from "./run.test-helper.ts";
import { spokeUnseen, wentUnseen } from "./trial/write.ts";

const store = sharedStore();
const trialAnswers = (records: Parameters<typeof answersOf>[0], transcript: Transcript, hasUnseen = false) =>
  answersOf(records, { unseen: wentUnseen({ network: { hasUnseen } as SuiteNetwork }, transcript) });
const said = conversation([["Hello", "Yes."]]);

describe("what a trial rests on", () => {
  const live = callOf("x", { origin: "live", draw: "d1" });
  const cached = callOf("y", { origin: "cached", draw: "d2" });
  const judged = callOf("z", { role: "judge", label: "polite", origin: "live", draw: "d3" });

  test("counts the answers of each origin, and keeps the draws of the agent's", () => {
    expect(trialAnswers([live, cached, judged], said)).toEqual({
      origin: "live",
      answers: { live: 2, cached: 1 },
      draws: ["d1", "d2"],
    });
  });

  test("is called after the least certain answer", () => {
    const { hash: _hash, ...byHand } = callOf("x", { origin: "hand-written" });
    const recorded = callOf("y", { origin: "recorded", draw: "d4" });
    expect(trialAnswers([byHand], said)).toEqual({ origin: "hand-written", answers: { "hand-written": 1 } });
    expect(trialAnswers([byHand, recorded], said).origin).toBe("recorded");
    expect(trialAnswers([byHand, recorded, cached], said).origin).toBe("cached");
    expect(trialAnswers([byHand, judged], said).origin).toBe("live");
  });

  test("is nothing if no model was asked", () => {
    expect(trialAnswers([], said)).toEqual({ origin: "none" });
  });

  test("is unknown where Viva did not see through", () => {
    const connected = { ...said, connected: true as const };
    expect(trialAnswers([], connected)).toEqual({ origin: "unknown", unseen: true });
    expect(trialAnswers([live], connected)).toMatchObject({ origin: "live", unseen: true, draws: ["d1"] });
    expect(trialAnswers([], said, true)).toEqual({ origin: "unknown", unseen: true });
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
  expect(only?.cases.flatMap(({ trials }) => trials.map(({ answers }) => answers?.origin))).toContain("unknown");
});

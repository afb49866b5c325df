import { execSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent, AgentContext } from "../agent/index.ts";
import { inTrial, play, runningTrial } from "../conversation/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { watchForStandstill } from "./standstill.ts";

let watch: ReturnType<typeof watchForStandstill>;
beforeAll(async () => {
  const earlier = watchForStandstill(60_000);
  await earlier.ready;
  earlier();
  // The thread that has watched for the earlier run goes on with this one.
  watch = watchForStandstill(60_000);
  await watch.ready;
});
afterAll(() => watch());

const limitMs = 200;
const blockMs = 700;
const limits = { exchangeMs: limitMs };
const script = [{ content: "Hello" }];

/** Keeps the process busy for so long. */
function spin(milliseconds = blockMs): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function agent(reply: (context: AgentContext, signal: AbortSignal) => unknown, open: () => unknown = () => {}): Agent {
  return {
    name: "a",
    version: "1",
    async open(context) {
      await open();
      return {
        async reply(_message, signal) {
          await reply(context, signal);
          context.record({ type: "text", text: "Yes." });
        },
      };
    },
  };
}

/** Plays the agent among three that only take their time. */
async function amongOthers(blocker: Agent) {
  const neighbour = agent(() => sleep(limitMs / 3));
  const others = ["one", "two", "three"].map((id) => play(neighbour, { id, script }, { limits }));
  const { outcome } = await play(blocker, { id: "blocker", script }, { limits });
  const played = await Promise.all(others);
  return {
    blocker: outcome,
    others: played.map((one) => one.outcome.kind),
    times: played.map(({ exchanges }) => exchanges[0]?.replyMs),
  };
}

const failedAlone = {
  blocker: { kind: "agent-failed", reason: "time-limit" },
  others: ["completed", "completed", "completed"],
  times: [undefined, undefined, undefined],
};

describe("an agent that blocks the event loop beyond its limit fails alone", () => {
  const later = async () => {
    await sleep(1);
    spin();
  };
  test.each<[string, Agent]>([
    ["at once", agent(() => spin())],
    ["after a pause", agent(later)],
    ["while it opens", agent(() => {}, later)],
    [
      "in microtasks",
      agent(async () => {
        await sleep(1);
        for (const end = performance.now() + blockMs; performance.now() < end; ) await undefined;
      }),
    ],
    [
      "by waiting for a child process",
      agent(async () => {
        await sleep(1);
        execSync(`"${process.execPath}" -e "setTimeout(() => {}, ${blockMs})"`);
      }),
    ],
  ])("%s", async (_how, blocker) => {
    expect(await amongOthers(blocker)).toMatchObject(failedAlone);
  });

  test("also while a model is asked: it was not the model that took so long", async () => {
    const model = {
      ...scriptedModel(["Late."]),
      call: () => sleep(limitMs * 2).then(() => Promise.reject(new Error("late"))),
    };
    const asking = agent((context) => {
      void context
        .model()
        .call({ messages: [] })
        .catch(() => {});
      spin();
    });
    const { outcome } = await play(asking, { id: "asks", script }, { limits, models: { agent: model } });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
  });
});

test("a stall that belongs to no trial fails nobody, and leaves the time of the replies unmeasured", async () => {
  const playing = play(
    agent(() => sleep(limitMs / 3)),
    { id: "one", script },
    { limits },
  );
  await sleep(1);
  spin();
  const { outcome, exchanges } = await playing;
  expect(outcome.kind).toBe("completed");
  expect(exchanges[0]).not.toHaveProperty("replyMs");
});

test("an agent that never comes to an end is stopped, however often others block", async () => {
  const hanging = play(
    agent((_context, signal) => sleep(60_000, undefined, { signal })),
    { id: "hangs", script },
    { limits },
  );
  for (let left = 4; left > 0; left--) {
    spin(150);
    await sleep(1);
  }
  expect((await hanging).outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
});

test("the trial is known wherever its code runs: opening, replying, closing", async () => {
  const seen: (string | undefined)[] = [];
  const noting: Agent = {
    name: "a",
    version: "1",
    open: async (context) => {
      await sleep(1);
      seen.push(runningTrial()?.caseId);
      return {
        reply: async () => {
          await sleep(1);
          seen.push(runningTrial()?.caseId);
          context.record({ type: "text", text: "Yes." });
        },
        close: async () => void seen.push(runningTrial()?.caseId),
      };
    },
  };
  await Promise.all(["one", "two"].map((id) => play(noting, { id, script })));
  expect(seen.toSorted()).toEqual(["one", "one", "one", "two", "two", "two"]);
  expect(await inTrial({ caseId: "three", repeat: 1 }, async () => runningTrial()?.caseId)).toBe("three");
  expect(runningTrial()).toBeUndefined();
});

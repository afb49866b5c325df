import { describe, expect, test } from "vitest";
import { createRun, openStore, played, scored, scoreOf, transcriptOf } from "./store.test-helper.ts";

describe("values without transcripts", () => {
  test("come in input order, with cluster, tags and variant", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    void store.write(
      played({ trial: "b", position: 1, cluster: "garden", tags: ["x"], variant: { p: "1" }, repeat: 2 }),
    );
    void store.write(played({ trial: "a", position: 0 }));
    await store.write(scored({ trial: "b", answers: { origin: "none" } }));
    const measured = { outcome: "completed", usage: undefined, cost: undefined, unpriced: true, replies: [] };
    const found = await Array.fromAsync(store.values.read("r1", 0));
    expect(found).toEqual([
      {
        ...measured,
        trial: "a",
        position: 0,
        answers: undefined,
        caseId: "a",
        caseHash: "hash",
        cluster: undefined,
        tags: [],
        variant: {},
        repeat: 1,
        status: undefined,
        scores: [],
      },
      {
        ...measured,
        trial: "b",
        position: 1,
        answers: { origin: "none" },
        caseId: "b",
        caseHash: "hash",
        cluster: "garden",
        tags: ["x"],
        variant: { p: "1" },
        repeat: 2,
        status: "passed",
        scores: [{ metric: "contains", identity: "identity", status: "scored", value: 1, passed: true }],
      },
    ]);
  });

  test("are the newest, with the identity they were made by", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    void store.write(played({ trial: "a" }));
    const first = [
      { score: scoreOf("m", 0.2), identity: "old" },
      { score: scoreOf("n", 0.3), identity: "n" },
    ];
    void store.write(scored({ trial: "a", scores: first }));
    await store.write(scored({ trial: "a", pass: 2, scores: [{ score: scoreOf("m", 0.9), identity: "new" }] }));
    const [only] = await Array.fromAsync(store.values.read("r1", 0));
    expect(only?.scores.map(({ metric, identity, value }) => [metric, identity, value])).toEqual([
      ["m", "new", 0.9],
      ["n", "n", 0.3],
    ]);
  });

  test("a score without a value has none", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    void store.write(played({ trial: "a" }));
    const skipped = { metric: "m", judged: false, gating: true, status: "skipped", reason: "no" } as const;
    await store.write(scored({ trial: "a", scores: [{ score: skipped, identity: "i" }] }));
    const [only] = await Array.fromAsync(store.values.read("r1", 0));
    expect(only?.scores).toEqual([
      { metric: "m", identity: "i", status: "skipped", value: undefined, passed: undefined },
    ]);
  });

  test("come with what the conversation took, and whether its user was simulated", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    const exchange = (more: object) => ({ number: 1, user: { content: "Hi" }, items: [], modelCalls: 1, ...more });
    const usage = { inputTokens: 5, outputTokens: 2 };
    const exchanges = [exchange({ replyMs: 30, usage, cost: 0.5 }), exchange({}), exchange({ replyMs: 10, usage })];
    const fault = { kind: "leaked", exchange: 1, reason: "r", line: "l" } as const;
    const user = { kind: "simulated", stop: "limit", faults: [fault] } as const;
    void store.write(
      played({ trial: "a", transcript: transcriptOf("a", { exchanges, user: { ...user, faults: [fault] } }) }),
    );
    await store.write(scored({ trial: "a" }));
    expect(await Array.fromAsync(store.values.read("r1", 0))).toMatchObject([
      { replies: [30, 10], usage: { inputTokens: 10, outputTokens: 4 }, cost: 0.5, simulated: { spoiled: true } },
    ]);
  });

  test("have a judge's samples for the metric that was asked for", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    void store.write(played({ trial: "a" }));
    const detail = { samples: { values: [0, 1] } };
    const score = scoreOf("m", 0.5, { detail });
    await store.write(
      scored({
        trial: "a",
        scores: [
          { score, identity: "i" },
          { score: { ...score, metric: "n" }, identity: "i" },
        ],
      }),
    );
    const [only] = await Array.fromAsync(store.values.read("r1", 0, { samplesOf: "m" }));
    expect(only?.scores.map(({ metric, samples }) => [metric, samples])).toEqual([
      ["m", [0, 1]],
      ["n", undefined],
    ]);
  });

  test("of other suites and runs stay out, and more than a page is read", async () => {
    const store = await openStore();
    await createRun(store, "r1");
    await createRun(store, "r2");
    void store.write(played({ trial: "other", suite: 1 }));
    void store.write(played({ trial: "elsewhere", run: "r2" }));
    for (let index = 0; index < 900; index++) {
      void store.write(played({ trial: `case-${index}`, position: index }));
      void store.write(scored({ trial: `case-${index}` }));
    }
    await store.flush();
    const ids = (await Array.fromAsync(store.values.read("r1", 0))).map(({ caseId }) => caseId);
    expect(ids).toEqual(Array.from({ length: 900 }, (_, index) => `case-${index}`));
  });
});

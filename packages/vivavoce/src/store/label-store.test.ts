import { describe, expect, test } from "vitest";
import { redactor, sha256 } from "../base/index.ts";
import { labelSchema } from "../shape/index.ts";
import { labelOf } from "../shape/label.test-helper.ts";
import { createRun, openStore, played, transcriptOf } from "./store.test-helper.ts";

describe("labels", () => {
  test("come back as they were given, oldest first; of one person's on the same thing the newest counts", async () => {
    const { labels } = await openStore();
    const first = labelOf({ id: "first", labelledAt: 2 });
    const changed = labelOf({ id: "changed", labelledAt: 3, verdict: "fail", reason: "it did not ask", rater: "ana " });
    const ben = labelOf({ id: "ben", rater: "Ben", labelledAt: 1 });
    const other = labelOf({ id: "other", criterion: "c2", labelledAt: 4, suite: "desk", metric: "tone" });
    await labels.add(changed, other);
    await labels.add(ben, first);
    expect(await labels.list()).toEqual([ben, changed, other]);
    expect(await labels.all()).toEqual([ben, first, changed, other]);
    expect(await labels.list({ suite: "desk" })).toEqual([other]);
    expect(await labels.list({ metric: "criteria", suite: "coach" })).toEqual([ben, changed]);
  });

  test("are written all or none: an id is given once", async () => {
    const { labels } = await openStore();
    await labels.add(labelOf());
    await expect(labels.add(labelOf({ id: "l2" }), labelOf())).rejects.toThrow();
    expect(await labels.all()).toHaveLength(1);
  });

  test("are counted and deleted by run, and need no run of this store", async () => {
    const { labels } = await openStore();
    await labels.add(labelOf(), labelOf({ id: "l2", criterion: "c2" }), labelOf({ id: "l3", run: "r2" }));
    expect(await labels.countByRun()).toEqual(
      new Map([
        ["r1", 2],
        ["r2", 1],
      ]),
    );
    await labels.remove("r1");
    expect(await labels.countByRun()).toEqual(new Map([["r2", 1]]));
  });

  test("have a sign that changes with them, and with the runs that they are about", async () => {
    const store = await openStore();
    const sign = () => store.labels.sign("coach");
    await createRun(store, "r1");
    const signs = [await sign()];
    await store.labels.add(labelOf());
    signs.push(await sign());
    await store.labels.add(labelOf({ id: "l2", suite: "desk" }));
    expect(await sign()).toBe(signs[1]);
    await store.write(played({ trial: "a", transcript: transcriptOf("one") }));
    await store.flush();
    signs.push(await sign());
    expect(new Set(signs).size).toBe(3);
  });

  test("are one for each person, wording and conversation", async () => {
    const { labels } = await openStore();
    const other = { criterionVersion: sha256("other words") };
    await labels.add(
      labelOf(),
      labelOf({ id: "l2", ...other }),
      labelOf({ id: "l3", rater: " ana", labelledAt: 2_000 }),
    );
    await labels.add(labelOf({ id: "l4", transcriptHash: sha256("again") }));
    expect((await labels.list()).map(({ id }) => id).sort()).toEqual(["l2", "l3", "l4"]);
  });

  test("are kept without secrets", async () => {
    const secret = "sk-live-0123456789abcdefABCDEF";
    const { labels } = await openStore(undefined, redactor({ OPENAI_API_KEY: secret }));
    await labels.add(labelOf({ verdict: "fail", reason: `it said ${secret}` }));
    const [label] = await labels.list();
    expect(JSON.stringify(label)).not.toContain(secret);
    expect(label).toMatchObject({ ...labelOf(), verdict: "fail", reason: expect.stringContaining("it said ") });
  });

  test("a fail and an unclear need a reason, and everybody needs a name", () => {
    const isValid = (more: object) => labelSchema.safeParse({ ...labelOf(), ...more }).success;
    expect(isValid({})).toBe(true);
    for (const verdict of ["fail", "unclear"] as const) {
      expect(isValid({ verdict, reason: " \n" })).toBe(false);
      expect(isValid({ verdict, reason: "it did not ask" })).toBe(true);
    }
    for (const rater of ["", "  ", "a\nb", "a\u202eb"]) expect(isValid({ rater })).toBe(false);
    expect(isValid({ more: 1 })).toBe(false);
  });
});

test("a trial that is played again has another hash", async () => {
  const store = await openStore();
  await createRun(store, "r1");
  const hashes = () => store.trials.transcriptHashes("r1", 0, ["a", "b"]);
  await store.write(played({ trial: "a", transcript: transcriptOf("one") }));
  const before = await hashes();
  expect([...before.keys()]).toEqual(["a"]);
  await store.trials.forget([{ run: "r1", suite: 0, trial: "a" }], { journal: "drop" });
  await store.write(played({ trial: "a", transcript: transcriptOf("two") }));
  expect((await hashes()).get("a")).not.toBe(before.get("a"));
  expect(before.get("a")).toBe(sha256(JSON.stringify(transcriptOf("one"))));
});

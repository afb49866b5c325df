import { expect, test } from "vitest";
import { metricsOf, recordsOf, storedRun, without } from "../../results/stored-run.test-helper.ts";
import { sharedStore } from "../../run/run.test-helper.ts";
import { scoreOf } from "../../store/store.test-helper.ts";
import { rowsView } from "./rows-view.ts";

const store = sharedStore();
const rows = async (run: string, query: { after?: number; limit?: number } = {}) =>
  rowsView.answer({ store: store(), invocation: "viva" }, { run, suite: 0, ...query });

test("the most urgent cases come first, otherwise in input order; a case counts as its most urgent trial", async () => {
  const { id } = await storedRun(store(), [
    { id: "good", value: 1 },
    { id: "mixed", repeat: 1, value: 1 },
    { id: "mixed", repeat: 2, value: 0 },
    { id: "unscored", scores: [without("m", "unscored")] },
    { id: "bad", value: 0 },
    { id: "waiting", status: null },
  ]);
  const answer = await rows(id);
  expect(answer.rows.map((row) => [row.id, row.status])).toEqual([
    ["mixed", "failed"],
    ["bad", "failed"],
    ["unscored", "unscored"],
    ["waiting", "pending"],
    ["good", "passed"],
  ]);
  expect(answer).toMatchObject({ total: 5, next: undefined });
  expect(answer.rows[0]?.trials.map(({ repeat, position, status }) => [repeat, position, status])).toEqual([
    [1, 1, "passed"],
    [2, 2, "failed"],
  ]);
});

test("every metric has its value and its letter, in the suite's order", async () => {
  const header = metricsOf({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" });
  const scores = [scoreOf("c", 0.5), without("a", "skipped"), scoreOf("b", 1)];
  const { id } = await storedRun(store(), [{ id: "one", scores }], { header });
  const [row] = (await rows(id)).rows;
  expect(row?.trials[0]).toMatchObject({ variant: 0, values: [null, 1, 0.5, null], marks: "spm-" });
});

test("what a case took is the sum of its repeats, and not known if one of them is not", async () => {
  const took = (cost: number | undefined, replyMs: number, firstWordMs?: number) => ({
    exchanges: [
      {
        ...{ number: 1, items: [], modelCalls: 1, replyMs, cost, firstWordMs },
        usage: { inputTokens: 10, outputTokens: 1 },
      } as never,
    ],
  });
  const { id } = await storedRun(store(), [
    { id: "known", repeat: 1, value: 1, transcript: took(0.5, 100, 10) },
    { id: "known", repeat: 2, value: 1, transcript: took(0.25, 300) },
    { id: "unpriced", repeat: 1, value: 1, transcript: took(0.5, 100) },
    { id: "unpriced", repeat: 2, value: 1, transcript: took(undefined, 100) },
  ]);
  const [known, unpriced] = (await rows(id)).rows.map(({ spent }) => spent[0]);
  expect(known).toEqual({ cost: 0.75, tokens: 22, firstWordMs: 10, replyMs: 200 });
  expect(unpriced).toEqual({ cost: undefined, tokens: 22, firstWordMs: undefined, replyMs: 100 });
});

test("pages together are all rows, each once", async () => {
  const trials = Array.from({ length: 25 }, (_, index) => ({ id: `case-${index}`, value: index % 3 ? 1 : 0 }));
  const { id } = await storedRun(store(), trials);
  const all = (await rows(id)).rows.map((row) => row.id);
  const paged: string[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof rows>> = await rows(id, { after, limit: 10 });
    expect(page.total).toBe(25);
    paged.push(...page.rows.map((row) => row.id));
    after = page.next;
  }
  expect(paged).toEqual(all);
  expect(new Set(all).size).toBe(25);
  expect((await rows(id, { after: 100 })).rows).toEqual([]);
});

test("a trial that a running process adds or scores is there at the next look", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }], { finished: false });
  expect((await rows(id)).rows.map((row) => row.id)).toEqual(["a"]);
  const [played, scored] = recordsOf(id, { id: "b", value: 0 }, 1);
  if (!played || !scored) throw new Error("there are two records");
  await store().write(played);
  expect((await rows(id)).rows.map((row) => [row.id, row.status])).toEqual([
    ["b", "pending"],
    ["a", "passed"],
  ]);
  await store().write(scored);
  expect((await rows(id)).rows[0]).toMatchObject({ id: "b", status: "failed", trials: [{ values: [0], marks: "m" }] });
});

test("a server prepares the search, a report does not", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }]);
  const works: unknown[] = [];
  const inBackground = (work: () => Promise<unknown>) => void works.push(work());
  await rowsView.answer({ store: store(), invocation: "viva", inBackground }, { run: id, suite: 0 });
  expect(works).toHaveLength(1);
  await Promise.all(works);
});

import { expect, test } from "vitest";
import { conversation } from "../../shape/conversation.test-helper.ts";
import type { Score, StoredRun } from "../../shape/index.ts";
import type { Store, StoredTrial } from "../../store/index.ts";
import { exportedRun } from "./exported-run.ts";

const common = { judged: false, gating: true };
const scores: Score[] = [
  { ...common, metric: "contains", status: "scored", value: 1, threshold: 1, passed: true, checks: [] },
  { ...common, metric: "tone", status: "unscored", reason: "the judge did not answer" },
];

interface StoreOfOne {
  run: StoredRun;
  trials: AsyncIterable<StoredTrial>;
}

function runOf(...trials: Partial<StoredTrial>[]): StoreOfOne {
  const metrics = ["contains", "tone"].map((name) => ({ name, identity: name, ...common }));
  const suite = {
    position: 0,
    name: "=exam",
    planned: 1,
    header: { metrics },
  } as unknown as StoredRun["suites"][number];
  const run = { id: "7f3a", updatedAt: 1_700_000_000_000, suites: [suite] } as unknown as StoredRun;
  const whole = trials.map((trial) => ({
    ...{ caseId: "a", variant: {}, repeat: 1, status: "passed", trial: "/a/1", scores },
    transcript: conversation([["Hi", "Ho"]]),
    ...trial,
  }));
  return {
    run,
    trials: (async function* () {
      yield* whole as StoredTrial[];
    })(),
  };
}

function exported(format: Parameters<typeof exportedRun>[2], { run, trials }: StoreOfOne): AsyncGenerator<string> {
  return exportedRun({ trials: { read: () => trials } } as unknown as Store, run, format);
}

async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join("");
}

test("CSV has a row a trial, quotes what it must, and holds no formula", async () => {
  const hostile = [
    "=1+1",
    " =1",
    '"=1"',
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1",
    "a,b",
    'say "hi"',
    "two\nlines",
    "plain",
  ];
  const text = await textOf(
    exported("csv", runOf(...hostile.map((caseId) => ({ caseId })), { variant: { prompt: "v2" }, scores: [] })),
  );
  const [head, ...rows] = text.split("\r\n");
  expect(head).toBe(
    "suite,case,variant,repeat,status,outcome,exchanges,tool calls,contains,contains status,tone,tone status,input tokens,output tokens,cost",
  );
  const cells = (row: string | undefined) =>
    row?.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, ""));
  expect(rows.slice(0, 13).map((row) => cells(row)?.[1])).toEqual([
    "'=1+1",
    "' =1",
    `"'""=1"""`,
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\t=1",
    `"'\n=1"`,
    "'＝1",
    `"a,b"`,
    `"say ""hi"""`,
    `"two\nlines"`,
    "plain",
  ]);
  expect(cells(rows[12])?.slice(2, 12)).toEqual([
    "",
    "1",
    "passed",
    "completed",
    "1",
    "0",
    "1",
    "passed",
    "",
    "unscored",
  ]);
  expect(rows[13]).toBe("'=exam,a,prompt v2,1,passed,completed,1,0,,,,,,,");
});

test("OTLP has an event a score; without a value there is a label and no number", async () => {
  const document = JSON.parse(await textOf(exported("otel", runOf({ variant: { prompt: "v2" } }, {}))));
  const records = document.resourceLogs[0].scopeLogs[0].logRecords;
  expect(records).toHaveLength(4);
  const [first, second] = records.map(({ attributes }: { attributes: { key: string; value: object }[] }) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  );
  expect(records[0]).toMatchObject({ eventName: "gen_ai.evaluation.result", timeUnixNano: "1700000000000000000" });
  expect(first).toMatchObject({
    "gen_ai.evaluation.name": "contains",
    "gen_ai.evaluation.score.value": 1,
    "gen_ai.evaluation.score.label": "pass",
    "viva.case": "a",
    "viva.repeat": "1",
    "viva.variant.prompt": "v2",
  });
  expect(second).toMatchObject({
    "gen_ai.evaluation.score.label": "unscored",
    "gen_ai.evaluation.explanation": "the judge did not answer",
  });
  expect(second).not.toHaveProperty(["gen_ai.evaluation.score.value"]);
  expect(JSON.parse(await textOf(exported("otel", runOf())))).toMatchObject({
    resourceLogs: [{ scopeLogs: [{ logRecords: [] }] }],
  });
});

test("OTLP leaves out no trial: a metric without a score has an event that says why", async () => {
  const outcome = { kind: "infrastructure" as const, message: "the model could not be reached" };
  const lost = { status: "errored" as const, scores: [], transcript: { ...conversation([]), outcome } };
  const document = JSON.parse(
    await textOf(exported("otel", runOf(lost, { status: undefined, scores: scores.slice(0, 1) }))),
  );
  const records: { attributes: { key: string; value: object }[] }[] = document.resourceLogs[0].scopeLogs[0].logRecords;
  const said = records.map(({ attributes }) => {
    const values = new Map(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    return ["name", "score.label", "score.value", "explanation"].map((key) => values.get(`gen_ai.evaluation.${key}`));
  });
  expect(said).toEqual([
    ["contains", "error", undefined, "the model could not be reached"],
    ["tone", "error", undefined, "the model could not be reached"],
    ["contains", "pass", 1, undefined],
    ["tone", "pending", undefined, undefined],
  ]);
});

test("JSON lines are written as trials come: of a hundred thousand no more than one is held", async () => {
  let made = 0;
  const { run, trials } = runOf({});
  const [one] = await Array.fromAsync(trials);
  const many = (async function* () {
    while (made < 100_000) {
      made += 1;
      if (one) yield one;
    }
  })();
  const lines = exported("jsonl", { run, trials: many });
  expect(run.id).toBe("7f3a");
  const first = await lines.next();
  expect(made).toBe(1);
  expect(JSON.parse(String(first.value))).toMatchObject({ suite: "=exam", case: "a", repeat: 1, status: "passed" });
});

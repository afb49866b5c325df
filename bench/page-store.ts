// A store with a large run, written as `viva run` writes it. As a program of its own it writes another run, slowly:
// node bench/page-store.ts FILE CASES
import { Store, trialKey } from "../packages/vivavoce/dist/store/index.js";

/** The metrics of the made-up suite. */
export const metricNames = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
/** A word that only the replies of one case in a hundred have. */
export const rareWord = "Zwetschgenkuchen";
const paragraph = "The next action is the one physical, visible thing that moves this forward; write it down. ";
const together = 200;

/** Writes a run of so many cases; one in ten fails. With a pause, a few trials at a time. */
export async function writeRun(
  store: Store,
  { id, cases, pauseMs = 0 }: { id: string; cases: number; pauseMs?: number },
) {
  const suite = {
    position: 0,
    name: "large",
    planned: cases,
    header: {
      file: "large.eval.ts",
      variants: [
        { variant: {}, agent: { ...agent, variant: {}, models: {} }, cases, planned: cases, origin: "live" as const },
      ],
      dataset: "dataset",
      metrics: metricNames.map((name) => ({ name, identity: name, judged: false, gating: true })),
      models: {},
      mode: "live" as const,
      gate: {},
    },
  };
  await store.runs.create({ id, header: runHeader, suites: [suite], owner: `${process.pid}@bench`, at: Date.now() });
  for (let from = 0; from < cases; from += together) {
    const numbers = Array.from({ length: Math.min(together, cases - from) }, (_, index) => from + index);
    await Promise.all(numbers.flatMap((number) => recordsOf(id, number)).map((record) => store.write(record)));
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await store.runs.release(id, true);
}

const agent = { name: "talker", version: "1", tools: "t", code: "c", files: "f", hash: "h" };
const runHeader = {
  viva: "0.0.0",
  node: process.versions.node,
  paths: [],
  options: {
    ...{ seed: 1, repeat: 1, cases: [], tags: [], failed: false, variants: {} },
    ...{ agent: undefined, timeoutMs: undefined, model: undefined, judge: undefined, traffic: undefined },
  },
};

function recordsOf(run: string, number: number) {
  const caseId = `case-${String(number).padStart(5, "0")}`;
  const address = { run, suite: 0, trial: trialKey(caseId, {}, 1) };
  const failed = number % 10 === 7;
  const common = { position: number, caseId, caseHash: `hash of ${caseId}`, tags: [number % 2 ? "odd" : "even"] };
  const scores = metricNames.map((metric, index) => {
    const value = failed && index === number % 8 ? 0.25 : 1;
    const checks = [{ id: "1", label: "names the next action", value, passed: value === 1 }];
    const score = {
      metric,
      judged: false,
      gating: true,
      status: "scored",
      value,
      threshold: 0.7,
      passed: value === 1,
      checks,
    };
    return { score, identity: metric };
  });
  return [
    {
      ...{ type: "played", ...address, ...common, variant: {}, repeat: 1, playedAt: Date.now() },
      title: `Asks about subject ${number}`,
      transcript: transcriptOf(caseId, number),
    },
    { ...{ type: "scored", ...address, status: failed ? "failed" : "passed" }, scores, pass: 1 },
  ] as unknown as Parameters<Store["write"]>[0][];
}

function transcriptOf(caseId: string, number: number) {
  const exchanges = ["the garden", "the house", "the boat"].map((subject, index) => ({
    number: index + 1,
    user: { content: `What should I do about ${subject}? ` },
    items: [
      {
        type: "call",
        call: {
          id: `call_${index}`,
          name: "close_item",
          arguments: { item: `item-${index}` },
          effect: "write",
          result: { state: "closed" },
        },
      },
      { type: "text", text: `${paragraph.repeat(6)}${number % 100 === 50 && index === 2 ? rareWord : ""}` },
    ],
    modelCalls: 1,
    replyMs: 500,
  }));
  return {
    ...{ version: 2, case: caseId, variant: {}, repeat: 1, agent: { name: "talker", version: "1" }, history: [] },
    exchanges,
    outcome: { kind: "completed", ended: { by: "script", unsaid: [] } },
  };
}

if (import.meta.main) {
  const [file = "", cases = "0"] = process.argv.slice(2);
  const store = await Store.open(file);
  console.log("open");
  await writeRun(store, { id: `writing-${process.pid}`, cases: Number(cases), pauseMs: 20 });
  await store.close();
}

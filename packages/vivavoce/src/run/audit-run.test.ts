import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { redactor, seededRandom } from "../base/index.ts";
import { type AuditCheck, type AuditRow, auditChecks, directives, type SuiteAudit } from "../calibration/index.ts";
import { criteria } from "../metric/index.ts";
import { type Model, ModelError, type ModelRequest } from "../model/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { auditSuites } from "./audit-run.ts";
import { drawAuditSample } from "./audit-sample.ts";
import { judgedBy, linesIn, storeWithRows } from "./judged-run.test-helper.ts";
import { agentOf, execute, loadedSuite, planOf } from "./run.test-helper.ts";

type AuditSettings = Parameters<typeof auditSuites>[1];

const { store, scoreRows } = storeWithRows();
const folder = mkdtempSync(join(tmpdir(), "viva-audit-"));
afterThisFile(() => rmSync(folder, { recursive: true, force: true }));

/** What a made-up judge is shown: the agent's words, and the items in their order. */
interface Shown {
  said: string;
  items: { id: string; text: string }[];
}
type Habit = (item: { id: string; text: string }, shown: Shown, index: number) => boolean;

/** A fixed opinion: one item of three is for the agent. */
const opinion: Habit = ({ text }) => text === "is short";

function judgeWith(habit: Habit): Model {
  return scriptedModel(
    ({ messages }: ModelRequest) => {
      const lines = linesIn(messages);
      const said = lines.flatMap(({ speaker, text }) => (speaker === "agent" ? [String(text)] : [])).join(" ");
      const items = lines.flatMap(({ item, text }) =>
        item === undefined ? [] : [{ id: String(item), text: String(text) }],
      );
      const verdicts = items.map((item, index) => ({
        id: item.id,
        evidence: [],
        absent: true,
        reasoning: "so it is",
        verdict: habit(item, { said, items }, index) ? "yes" : "no",
      }));
      return JSON.stringify({ items: verdicts });
    },
    { id: "openai:gpt-5" },
  );
}

const reply = agentOf((message, context) =>
  context.record({ type: "text", text: `About ${message}. It is one thing. Then there is another.` }),
);
const plain = (name: string) =>
  judgedBy(name, {
    evidence: "none",
    items: () => ["is polite", "is short", "names a step"].map((text, index) => ({ id: `c${index + 1}`, text })),
  });

const caseList = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, script: [{ content: `topic ${index}` }] }));

function suiteOf(
  judge: Model,
  { name = "exam", metric = plain("quality"), cases = 12, agent = undefined as Model | undefined } = {},
) {
  const models = { judge, ...(agent ? { agent } : {}) };
  return loadedSuite({ name, cases: caseList(cases), agent: reply, metrics: [metric], models }, folder);
}

let played: string;
let playedFew: string;
beforeAll(async () => {
  played = (await execute(store(), await planOf(suiteOf(judgeWith(opinion))))).run;
  playedFew = (await execute(store(), await planOf(suiteOf(judgeWith(opinion), { cases: 9 })))).run;
});

/** Audits another judge on the conversations of the run that was played first. */
async function auditOf(judge: Model, checks: readonly AuditCheck[] = auditChecks): Promise<SuiteAudit> {
  return audited(played, await planOf(suiteOf(judge), { judgeOnly: true }), checks);
}

async function audited(
  id: string,
  plan: Awaited<ReturnType<typeof planOf>>,
  checks: readonly AuditCheck[],
  more: Partial<AuditSettings> = {},
): Promise<SuiteAudit> {
  const run = await store().runs.find(id);
  const never = new AbortController().signal;
  const sample = await drawAuditSample({ store: store(), run }, plan, { count: 50, seed: 1 });
  const around = { redactor: redactor({}), concurrency: 4, stop: never, abort: never };
  const settings: AuditSettings = { store: store(), run, checks, seed: 1, ...around, ...more };
  const [finished] = await auditSuites([sample], settings);
  if (!finished) throw new Error("nothing was audited");
  return finished.audit;
}

function row({ rows }: SuiteAudit, check: string): AuditRow {
  const found = rows.find((one) => one.check === check);
  if (!found) throw new Error(`no row ${check}`);
  return found;
}

const findings = ({ rows }: SuiteAudit) => Object.fromEntries(rows.map(({ check, finding }) => [check, finding]));
const quiet = { retest: "floor", order: "none", padding: "none", reformatting: "none", injection: "none" };

describe("what an audit finds", () => {
  test("nothing in a steady judge, and intervals that still have a width", async () => {
    const audit = await auditOf(judgeWith(opinion));
    expect(findings(audit)).toEqual(quiet);
    expect(audit.changes).toEqual([]);
    for (const { changed, share, beyond, check } of audit.rows) {
      expect([changed, share?.value, share?.lo]).toEqual([0, 0, 0]);
      expect(share?.hi).toBeGreaterThan(0.02);
      if (check !== "retest") expect([beyond?.value, (beyond?.lo ?? 0) < 0]).toEqual([0, true]);
    }
    expect(row(audit, "padding")).toMatchObject({ pairs: 36, cases: 12, unscored: 0, untouched: 0, unpaired: 0 });
    expect(audit.asked).toEqual({ scores: 12 * 7, unscored: 0, reasons: [] });
  });

  test("padding, in a judge that likes long replies", async () => {
    const audit = await auditOf(
      judgeWith((item, shown, at) => shown.said.length > 150 || opinion(item, shown, at)),
      ["padding"],
    );
    expect(findings(audit)).toEqual({ retest: "floor", padding: "lenient" });
    const { lenient, stricter, changed } = row(audit, "padding");
    expect([stricter, lenient]).toEqual([0, changed]);
    expect(audit.changes.every(({ check, move }) => check === "padding" && move === "more lenient")).toBe(true);
  });

  test("the order, in a judge that always passes what comes first", async () => {
    const audit = await auditOf(
      judgeWith((item, shown, at) => at === 0 || opinion(item, shown, at)),
      ["order"],
    );
    expect(findings(audit)).toEqual({ retest: "floor", order: "unsteady" });
  });

  test("the format, in a judge that hates lists", async () => {
    const audit = await auditOf(
      judgeWith((item, shown, at) => !shown.said.startsWith("- ") && opinion(item, shown, at)),
      ["reformatting"],
    );
    expect(findings(audit)).toEqual({ retest: "floor", reformatting: "stricter" });
  });

  test("that directives work on a gullible judge, and benign drift is not counted", async () => {
    const isTold = (said: string) => directives.some(({ directive }) => said.includes(directive));
    const gullible = await auditOf(
      judgeWith((item, shown, at) => isTold(shown.said) || opinion(item, shown, at)),
      ["injection"],
    );
    expect(findings(gullible)).toEqual({ injection: "obeys" });
    const { changed, pairs, benign } = row(gullible, "injection");
    expect([changed, benign]).toEqual([pairs, 0]);
    // A judge that any further sentence sways obeys nothing.
    const swayed = await auditOf(
      judgeWith((item, shown, at) => shown.said.length > 90 || opinion(item, shown, at)),
      ["injection"],
    );
    expect(row(swayed, "injection")).toMatchObject({ finding: "none", beyond: { value: 0 } });
    expect(row(swayed, "injection").changed).toBe(row(swayed, "injection").benign);
    expect(row(swayed, "injection").changed).toBeGreaterThan(10);
  });

  test("noise in a random judge, and nothing beyond it", async () => {
    const draws = new Map<string, () => number>();
    const audit = await auditOf(
      judgeWith((_, { said }) => {
        // Each conversation has draws of its own, so that it does not matter which is asked about first.
        const [topic = ""] = /topic \d+/.exec(said) ?? [];
        const draw = draws.get(topic) ?? seededRandom(7, topic);
        draws.set(topic, draw);
        return draw() < 0.5;
      }),
    );
    expect(row(audit, "retest").share?.value).toBeGreaterThan(0.35);
    expect(findings(audit)).toEqual(quiet);
  });

  test("too few, where there are fewer than ten cases, or no failed verdict", async () => {
    const swayed = suiteOf(
      judgeWith((_, { said }) => said.length > 100),
      { cases: 9 },
    );
    const few = await audited(playedFew, await planOf(swayed, { judgeOnly: true }), ["padding", "injection"]);
    expect(new Set(few.rows.map(({ finding }) => finding))).toEqual(new Set(["too-few"]));
    const kind = await auditOf(
      judgeWith(() => true),
      ["injection"],
    );
    expect(row(kind, "injection")).toMatchObject({ finding: "too-few", pairs: 0, share: undefined });
  });
});

describe("what does not count", () => {
  test("an answer that is not valid is neither agreement nor change", async () => {
    const steady = judgeWith(opinion);
    const judge: Model = {
      id: steady.id,
      call: (request) => (/topic 3[.]/.test(JSON.stringify(request)) ? invalid() : steady.call(request)),
    };
    const audit = await auditOf(judge, ["retest", "injection"]);
    expect(row(audit, "retest")).toMatchObject({ pairs: 33, unscored: 1 });
    expect(row(audit, "injection").unscored).toBe(1);
    expect(audit.asked).toMatchObject({ scores: 48, unscored: 4 });
    expect(audit.asked.reasons[0]?.reason).toContain("no valid answer");
  });

  test("an outage leaves nothing to say", async () => {
    const out = () => Promise.reject(new ModelError({ failure: "network", message: "no connection" }));
    const audit = await auditOf({ id: "openai:gpt-5", call: out });
    expect(audit.asked.unscored).toBe(audit.asked.scores);
    for (const one of audit.rows) expect(one).toMatchObject({ finding: "too-few", pairs: 0, share: undefined });
  });

  test("a single item on a scale has no order to reverse", async () => {
    const judge = scriptedModel(() => "4", { id: "openai:gpt-5" });
    const loaded = suiteOf(judge, {
      metric: criteria({ criteria: ["is polite"], steps: [], scale: [1, 5], samples: 1 }),
    });
    const { run } = await execute(store(), await planOf(loaded));
    const audit = await audited(run, await planOf(loaded, { judgeOnly: true }), ["order", "padding"]);
    expect(row(audit, "order")).toMatchObject({ pairs: 0, untouched: 12, finding: "too-few" });
    expect(row(audit, "padding")).toMatchObject({ pairs: 12, untouched: 0, finding: "none" });
  });
});

test("the run keeps its scores, and the agent is not called", async () => {
  const state = async () => [await scoreRows(played), await Array.fromAsync(store().trials.read(played, 0))];
  const before = await state();
  const plan = await planOf(suiteOf(judgeWith(opinion)), { judgeOnly: true });
  const agent: typeof plan.agent = () => {
    throw new Error("the agent was made");
  };
  await audited(played, { ...plan, agent }, ["padding"]);
  expect(await state()).toEqual(before);
});

test("conversations beyond the budget are left out, and counted", async () => {
  const steady = judgeWith(opinion);
  const judge: Model = { id: steady.id, call: async (request) => ({ ...(await steady.call(request)), cost: 0.01 }) };
  const stored = await store().runs.find(played);
  const plan = await planOf(suiteOf(judge), { judgeOnly: true });
  const sample = await drawAuditSample({ store: store(), run: stored }, plan, { count: 12, seed: 1 });
  const never = new AbortController().signal;
  const [finished] = await auditSuites([sample], {
    ...{ store: store(), run: stored, checks: ["retest"], seed: 1, redactor: redactor({}), concurrency: 1 },
    ...{ maxCost: 0.1, stop: never, abort: never },
  });
  expect(finished?.leftOut).toBeGreaterThan(0);
  expect((finished?.leftOut ?? 0) + (finished?.audit.sampled ?? 0)).toBe(12);
});

test("runs with agents of other families stand side by side, and without them nothing is measured", async () => {
  const judge = judgeWith(opinion);
  const play = async (model: string) => {
    const loaded = suiteOf(judge, { name: "families", agent: scriptedModel("ok", { id: model }) });
    return { loaded, run: (await execute(store(), await planOf(loaded))).run };
  };
  const { loaded, run } = await play("openai:gpt-4o");
  const plan = await planOf(loaded, { judgeOnly: true });
  const alone = await audited(run, plan, ["family"]);
  expect(alone.family).toMatchObject({ same: "yes", rates: [] });
  expect(alone.rows).toEqual([]);
  await play("anthropic:claude-sonnet-4.5");
  const { family } = await audited(run, plan, ["family"]);
  expect(family?.rates.map(({ family: maker, scores }) => [maker, scores])).toEqual([
    ["OpenAI", 12],
    ["Anthropic", 12],
  ]);
});

function invalid() {
  return Promise.resolve({ text: "no JSON", toolCalls: [], finish: "stop" as const });
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import { encodings, seen, writtenIn } from "../base/fixtures/encodings.ts";
import { InfrastructureError, InputError, type Redactor, redactor, showProblem } from "../base/index.ts";
import { contains, defineMetric, scored } from "../metric/index.ts";
import type { ModelRequest } from "../model/index.ts";
import { annotations, plainStyle, runReports, suiteText, transcriptText } from "../report/index.ts";
import { decisionsOf, readResults } from "../results/index.ts";
import { judgeAnswer, judgedBy } from "../run/judged-run.test-helper.ts";
import { execute, loadedSuite, planOf, temporaryFolder, trialsOf } from "../run/run.test-helper.ts";
import { baselineText, type CaseInput } from "../shape/index.ts";
import { Store } from "../store/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { type JsonWorld, jsonWorld } from "../world/index.ts";
import { cleanText, rememberSecrets } from "./print.ts";

const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6iJ9lM2oP5rS8";
const environment = { SERVICE_TOKEN: "environment-canary-4711", DB_PASSWORD: 'pa"ss\\wörd/+=&' };
/** By value, and by format. */
const canaries = [
  ...Object.values(environment),
  `sk-proj-${letters}`,
  `ghp_${letters.slice(0, 36)}`,
  "AKIAIOSFODNN7EXAMPLE",
  `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 43)}`,
];
/** Recognised by the text around them, so they are searched for as they are. */
const framed = [
  `-----BEGIN PRIVATE KEY-----\n${letters}\n${letters}\n-----END PRIVATE KEY-----`,
  "Authorization: Basic dXNlcjpjYW5hcnkx",
  "Cookie: theme=dark; sid=canary2canary2",
  "https://ana:canary3@example.org/",
];
const inFrames = [letters, "dXNlcjpjYW5hcnkx", "canary2canary2", "canary3"];
const pieces = [
  ...Object.keys(encodings).flatMap((encoding) => canaries.map((canary) => writtenIn(encoding, canary))),
  ...framed,
];
const everything = pieces.join("\n");

/** The encodings in which a text still shows a canary. */
function shownIn(text: string): string[] {
  const visible = seen(text);
  const found = Object.entries(encodings).flatMap(([name, [write]]) =>
    canaries.filter((canary) => visible.includes(seen(write(canary)))).map((canary) => `${name}: ${canary}`),
  );
  return [...found, ...inFrames.filter((secret) => visible.includes(secret))];
}

const leaking: Agent = {
  name: `leaky ${canaries[0]}`,
  version: everything,
  tools: [{ name: "save", description: everything, parameters: {}, effect: "write" }],
  open: ({ case: { id }, world, model, record }) => ({
    async reply() {
      if (id === "throws") throw new Error(everything);
      if (id === "odd") throw pieces;
      const { text } = await model().call({ messages: [{ role: "system", content: `${id} ${everything}` }] });
      record({ type: "call", id: "1", name: "save", arguments: { [everything]: pieces, note: everything } });
      record({ type: "result", id: "1", result: { error: everything } });
      (world as JsonWorld<{ note: string }>).update((value) => {
        value.note = `${everything} and more`;
      });
      record({ type: "text", text: `${everything}${text}` });
    },
  }),
};

const broken = defineMetric({
  name: "broken",
  score: (transcript) => {
    if (transcript.case === "throws") throw new Error(everything);
    return scored(1, []);
  },
});
const talkative = defineMetric({
  name: "talkative",
  score: () => scored(0, [{ id: "1", label: everything, verdict: "no", ok: false, reason: everything, evidence: [] }]),
});

const cases: CaseInput[] = ["speaks", "throws", "odd", "outage"].map((id) => ({
  id,
  description: everything,
  tags: pieces,
  cluster: everything,
  data: { everything },
  history: [{ role: "user", content: everything }],
  script: [{ content: `${id} ${everything}` }],
  expect: { contains: [everything] },
}));

/** Plays everything once, and gives every artefact by its name. */
async function artefactsOf(redact: Redactor): Promise<Map<string, string>> {
  const folder = temporaryFolder();
  const file = join(folder, ".viva", "store.sqlite");
  const store = await Store.open(file, redact);
  const answers = ({ messages }: ModelRequest) => {
    const last = JSON.stringify(messages);
    if (last.includes("outage")) return new InfrastructureError({ message: everything });
    return { text: everything, toolCalls: [{ id: "1", name: "save", arguments: { everything } }] };
  };
  const judge = ({ messages }: ModelRequest) =>
    judgeAnswer(messages).replaceAll('"so it is"', JSON.stringify(everything));
  const loaded = loadedSuite(
    {
      agent: leaking,
      cases,
      world: () => jsonWorld({ note: everything }),
      models: { agent: scriptedModel(answers), judge: scriptedModel(judge) },
      metrics: [contains(), talkative, broken, judgedBy("polite", { instructions: everything })],
    },
    folder,
  );
  const options = { traffic: "record" } as const;
  const played = await execute(store, await planOf(loaded, { options, redactor: redact }), {
    options,
    redactor: redact,
    header: { viva: "0", node: "24", options: { ...options } as never, paths: [everything] },
  });
  const run = await store.runs.find(played.run);
  const results = await readResults(store, run);
  await store.baselines.set("main", results, 1);
  const decisions = await decisionsOf(store, run);
  await runReports.write(runReports.kinds, join(folder, "results"), { store, run, decisions });
  const texts = new Map<string, string>();
  texts.set("export", baselineText({ baseline: "main", results }));
  texts.set("annotations", (await annotations({ store, run, decisions, placeOf: () => undefined })).join("\n"));
  for (const suite of run.suites) {
    const settings = { style: plainStyle, showCommand: "viva show", verbose: true, decision: decisions[0] };
    texts.set("stdout", (await suiteText(store, run, suite, settings)).text);
  }
  const trials = await trialsOf(store, run.id);
  expect(trials.map(({ caseId }) => caseId)).toEqual(cases.map(({ id }) => id));
  texts.set("viva show", trials.map(({ transcript }) => transcriptText(transcript, plainStyle)).join("\n"));
  rememberSecrets(redact);
  texts.set("stderr", cleanText(showProblem(new InputError({ message: everything, remedy: everything }))));
  texts.set("crash", cleanText(String(new Error(everything).stack)));
  // Before the store is closed, so that its log is there.
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(folder, name)).isFile() || name === "exam.eval.ts") continue;
    const bytes = readFileSync(join(folder, name));
    texts.set(name, `${name}\n${bytes.toString("utf8")}\n${bytes.toString("latin1")}`);
  }
  await store.close();
  texts.set("closed store", readFileSync(file, "utf8"));
  rememberSecrets(redactor());
  return texts;
}

describe("planted secrets in every place, in every encoding", () => {
  test("appear in no artefact", async () => {
    const artefacts = await artefactsOf(redactor(environment));
    const names = [...artefacts.keys()];
    const count = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length;
    expect(count(/store\.sqlite(?:-wal)?$/)).toBe(2);
    expect(count(/^cassettes.*\.yaml$/)).toBeGreaterThan(0);
    expect(count(/^results/)).toBe(runReports.kinds.length);
    for (const [name, text] of artefacts) {
      expect(shownIn(text), name).toEqual([]);
      // It was made from all of that.
      if (!/-shm$|-mark$|export|store\.sqlite$|(?:odd|throws)\.yaml$/.test(name))
        expect(text, name).toContain("[redacted:");
    }
  });

  test("would be found by this check", () => {
    expect(shownIn(everything)).toHaveLength(Object.keys(encodings).length * canaries.length + inFrames.length);
  });
});

test.each([
  ["a case's id", { cases: [{ id: `one-${canaries[2]}`, script: [{ content: "Hello" }] }] }],
  ["a variant", { variants: { key: [`${canaries[3]}`] } }],
  ["the suite's name", { name: `${environment.SERVICE_TOKEN}` }],
])("%s that holds a secret is refused, because it cannot be redacted", async (what, definition) => {
  const planning = planOf(definition, { redactor: redactor(environment) });
  await expect(planning).rejects.toThrow(`${what} contains a secret: `);
  await planning.catch((error: Error) => expect(shownIn(error.message)).toEqual([]));
});

import { beforeAll, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const agent = `({ prompt }) => ({ name: "echo", version: prompt, open: (context) => ({ reply: async (message) =>
  context.record({ type: "text", text: message }) }) })`;
const list = [
  { id: "weekly-review", tags: ["coaching"], script: [{ content: "Hello" }], expect: { contains: ["Hello"] } },
  { id: "inbox-zero", tags: ["smoke"], script: [{ content: "Hello" }], expect: { contains: ["Hello"] } },
];
const fields = `variants: { prompt: ["first", "second"] }`;
const coach = suiteText({ name: "flow-coach", agent, cases: JSON.stringify(list), fields });

const project = projectHere({
  "coach.eval.ts": coach,
  "desk.eval.ts": suiteText({ name: "receptionist" }),
  "slips/field.eval.ts": coach.replace("metrics:", "metrisc:"),
  "slips/judge.eval.ts": suiteText({ fields: `jugde: "openai:gpt-5"` }),
  "slips/gate.eval.ts": suiteText({ fields: `gate: { pasRate: 0.9 }` }),
  "slips/limits.eval.ts": suiteText({ fields: "limits: { toolCals: 3 }" }),
  "slips/metric.eval.ts": suiteText({ fields: `gate: { floors: { contain: 0.5 } }` }),
  "slips/models.eval.ts": suiteText({
    models: `{ jugde: "ollama:qwen3" }`,
    metrics: `[defineMetric({ name: "polite", judged: true, applies: () => true, score: () => scored(1, []) })]`,
  }),
  "slips/case.eval.ts": suiteText({ cases: `[{ id: "a", scirpt: [{ content: "Hello" }] }]` }),
  "slips/provider.eval.ts": suiteText({ models: `{ agent: "opnrouter:gpt-5" }` }),
  "slips/import.eval.ts": `import { cotains } from "vivavoce/metrics";\n${suiteText({ metrics: "[cotains()]" })}`,
  "transcripts.jsonl": "",
  "baselines/main.json": "{}",
});

beforeAll(async () => {
  await project.viva("run flow-coach receptionist");
  await project.viva("baseline set nightly");
});

test.each([
  // Commands and parts of them.
  ["ruin", "run"],
  ["comapre a b", "compare"],
  ["basline list", "baseline"],
  ["docotr", "doctor"],
  ["help shwo", "show"],
  ["baseline lst", "list"],
  ["judge crad", "card"],
  ["completion zhs", "zsh"],
  // Options, and the settings of --gate.
  ["run --concurency 2", "--concurrency"],
  ["run --varient prompt=first", "--variant"],
  ["show latest --verbos", "--verbose"],
  ["compare a b --margn 0.1", "--margin"],
  ["gate --gate marign=0.1", "margin"],
  ["gate --gate floor.contains=0.1", "floors.METRIC"],
  // Choices of an option.
  ["run --report htlm", "html"],
  ["run --stop earyl", "early"],
  ["run --agent nothng", "nothing"],
  ["import transcripts.jsonl --from promtfoo", "promptfoo"],
  ["export latest --format ottel", "otel"],
  // Suites, by name and by file.
  ["run flow-coahc", "flow-coach"],
  ["run recepcionist", "receptionist"],
  ["list --cases flow_coach", "flow-coach"],
  ["run caoch.eval.ts", "coach.eval.ts"],
  ["trend flow-coch", "flow-coach"],
  ["compare --plan recptionist", "receptionist"],
  ["compare latest nightly --suite flow-choach", "flow-coach"],
  ["schema desc.eval.ts", "desk.eval.ts"],
  // Cases and tags.
  ["run --case weekly-reveiw", "weekly-review"],
  ["run flow-coach --case inbox-zreo", "inbox-zero"],
  ["run --tag coahcing", "coaching"],
  ["run --tag smok", "smoke"],
  ["show latest inbox-zer", "inbox-zero"],
  ["view latest weekly-reviw", "weekly-review"],
  // Variants.
  ["run flow-coach --variant promt=first", "prompt"],
  ["run flow-coach --variant prompt=secnd", "second"],
  ["show latest inbox-zero --variant prompt=frist", "prompt=first"],
  // Baselines and runs.
  ["run --baseline nigthly", "nightly"],
  ["compare nighty latest", "nightly"],
  ["baseline rm nightlly", "nightly"],
  ["baseline export nigtly", "nightly"],
  ["show lastest", "latest"],
  // Files.
  ["score transcript.jsonl", "transcripts.jsonl"],
  ["import transcripts.jsnl", "transcripts.jsonl"],
  ["scan trancripts.jsonl", "transcripts.jsonl"],
  ["baseline import baselines/mian.json", "baselines/main.json"],
  ["compare baselines/mai.json latest", "baselines/main.json"],
  ["judge labels --import transcrpts.jsonl", "transcripts.jsonl"],
  // Metrics.
  ["gate --gate floors.contians=0.5", "contains"],
  ["run flow-coach --gate primary=contans", "contains"],
  ["score latest --metric cotains", "contains"],
  ["trend flow-coach --metric conatins", "contains"],
  ["compare --plan flow-coach --metric contain", "contains"],
  // Fields of suites and cases.
  ["run slips/field.eval.ts", "metrics"],
  ["run slips/judge.eval.ts", "models: { judge: … }"],
  ["run slips/gate.eval.ts", "passRate"],
  ["run slips/limits.eval.ts", "toolCalls"],
  ["run slips/metric.eval.ts", "contains"],
  ["run slips/models.eval.ts", "judge, where models says jugde"],
  ["run slips/case.eval.ts", '"script"'],
  // Models and imports.
  ["run slips/provider.eval.ts", "openrouter"],
  ["run slips/import.eval.ts", "contains"],
])("viva %s: did you mean %s?", async (line, meant) => {
  const { code, stdout, stderr } = await project.viva(line);
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr.toLowerCase()).toContain(`did you mean ${meant}`.toLowerCase());
});

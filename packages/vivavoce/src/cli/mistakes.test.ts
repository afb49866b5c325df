import { beforeAll, describe, expect, test } from "vitest";
import { asking, casesOf, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

const agent = `({ prompt }) => ({ name: "echo", version: prompt, open: (context) => ({ reply: async (message) =>
  context.record({ type: "text", text: message }) }) })`;
const fields = `variants: { prompt: ["v1", "v2"] }`;
const fileCases = `cases("./cases.json")`;
const oneCase = `[\n  { "id": "one", "script": [{ "content": "Hello" }], "expect": { "contains": ["Hello"] } }\n]\n`;

const project = projectHere({
  "exam.eval.ts": suiteText({ agent, fields, cases: casesOf("one", "two") }),
  "down/a.eval.ts": suiteText({
    name: "down",
    agent: asking,
    models: servedBy("http://127.0.0.1:9/v1", "timeoutMs: 1"),
  }),
  "syntax/a.eval.ts": suiteText({ name: "syntax" }).replace("export default", "const = 1;\nexport default"),
  "lost/a.eval.ts": `import "./agnet.ts";\n${suiteText({ name: "lost" })}`,
  "lost/agent.ts": "export const agent = 1;\n",
  "bare/a.eval.ts": suiteText({ name: "bare" }).replace("export default", "export const exam ="),
  "subpath/a.eval.ts": `import "vivavoce/metric";\n${suiteText({ name: "subpath" })}`,
  "one-argument/a.eval.ts": suiteText({ name: "one-argument", agent: "(message) => message" }),
  "flag/a.eval.ts": suiteText({ name: "flag", fields: "repeat: 3," }),
  "field/a.eval.ts": suiteText({ name: "field" }).replace("metrics:", "metrisc:"),
  "gate/a.eval.ts": suiteText({ name: "gate", fields: "gate: { passRate: 90 }" }),
  "json/a.eval.ts": suiteText({ name: "json", cases: fileCases }),
  "json/cases.json": oneCase.replace("\n]", ""),
  "typo/a.eval.ts": suiteText({ name: "typo", cases: fileCases }),
  "typo/cases.json": oneCase.replace("expect", "expcet"),
  "twice/a.eval.ts": suiteText({ name: "twice", cases: fileCases }),
  "twice/cases.json": `${oneCase.trimEnd().slice(0, -2)},\n${oneCase.slice(2)}`,
  "empty/a.eval.ts": suiteText({ name: "empty", cases: `cases("./*.json")` }),
  "bad.json": "{}\n",
  "bad.jsonl": `{"case": "one", "messages": [{"role": "user", "content": "Hello one"}, {"role": "assistant", "content": "Hello one"}]}\n{"case": \n`,
  "goldens.csv": "input,expected_output\nHello,Hello\n",
});

beforeAll(async () => {
  await project.viva("run exam");
  await project.viva("baseline set nightly");
  await project.viva("run exam");
});

const usage = (command: string) => new RegExp(`missing required argument.*\n.*viva ${command} \\[options\\] <`);

/** What was typed, what is said about it, and what to type instead, as the remedy says. */
const commandLines: [line: string, says: RegExp, typed: string][] = [
  ["show", usage("show"), "show latest"],
  ["score", usage("score"), "score latest"],
  ["export", usage("export"), "export latest"],
  ["merge", usage("merge"), "help merge"],
  ["import", usage("import"), "import goldens.csv --dry-run"],
  ["play", usage("play"), "help play"],
  ["compare", usage("compare"), "compare nightly latest"],
  ["baseline set", usage("baseline set"), "help baseline"],
  ["completion", usage("completion"), "completion zsh"],
  ["compare nightly", /nothing to compare nightly with\n.*viva compare nightly AFTER/, "compare nightly latest"],
  ["run --repeat 0", /--repeat.*whole number from 1/, "run --repeat 1"],
  ["run --concurrency ten", /--concurrency.*whole number/, "run --concurrency 10"],
  ["run --timeout -3", /--timeout.*number above 0/, "run --timeout 3"],
  ["run --live --replay", /--live and --replay exclude each other\n.*Give one/, "run --live"],
  ["run --users 2 --repeat 2", /--users already sets.*\n.*Leave --repeat out/, "run --repeat 2"],
  ["run --resume latest --case one", /cannot be combined with --case\n.*Leave them out/, "run --resume latest"],
  ["run --shard 3/2", /--shard.*write I\/N, such as 2\/5/, "run --shard 2/5 --dry-run"],
  ["run --shard 1/2 --stop early", /Leave --shard or --stop out/, "run --shard 1/2"],
  ["run --faults fire", /there is no fault fire; give one or more of none, /, "run --faults none"],
  ["run --report pdf", /no report pdf; give one or more of html, junit, json/, "run --report json"],
  ["run --stop late", /Allowed choices are early/, "run --stop early --pass-rate 0.5"],
  ["run --variant prompt", /write NAME=VALUE, such as prompt=v2/, "run --variant prompt=v2"],
  [
    "run --variant prompt=v7",
    /there is no value v7 of variant prompt\n.*Name one of v1, v2/,
    "run --variant prompt=v1",
  ],
  ["run --pass-rate 90", /--pass-rate.*passRate: should be at most 1, found 90/, "run --pass-rate 0.9"],
  ["run --margin 0", /margin: should be over 0/, "run --margin 0.1"],
  ["run --inconclusive maybe", /should be "fail" or "pass", found "maybe"/, "run --inconclusive fail"],
  ["run --gate floors.contains", /write NAME=VALUE/, "run --gate floors.contains=0.5"],
  ["run --gate scope=all", /should be "these" or "like-these"/, "run --gate scope=like-these"],
  ["run --margin 0.1 --gate margin=0.2", /margin is given twice.*\n.*Give it once/, "run --margin 0.1"],
  ["run --assured", /suite exam has none\n.*Add --pass-rate 0\.9/, "run --assured --pass-rate 0.1"],
  [
    "run --gate floors.charm=1",
    /no metric charm in suite exam.*\n.*The only one is contains/,
    "run --gate floors.contains=1",
  ],
  ["run --wait 5", /this run has no queue\n.*or leave it out/, "run"],
  ["run nowhere", /no suite nowhere, and no such path\n.*Give a suite's name/, "run exam"],
  ["run --case nowhere", /--case nowhere matches no case\n.*viva list --cases/, "list --cases"],
  ["run --resume 7f3a-", /there is no run 7f3a-\n.*viva list/, "list"],
  ["run --baseline nobody", /no run, baseline or baseline file nobody\n.*viva baseline list/, "baseline list"],
  ["run --record all", /only be the word missing; give paths before it/, "run --record missing"],
  ["list exam.eval.ts", /cannot be listed by path\n.*viva list --cases exam\.eval\.ts/, "list --cases exam.eval.ts"],
  ["list --limit 0", /--limit.*whole number from 1/, "list --limit 1"],
  ["show latest nowhere", /has no case nowhere\n.*--verbose/, "show latest --verbose"],
  ["show latest --dag", /Name a case: npx viva show latest CASE --dag/, "show latest one --dag"],
  ["show latest --metric contains", /Add --dimensions/, "show latest"],
  ["show latest --dimensions", /no metric of latest has dimensions\n.*Rubrics have/, "show latest"],
  ["rm", /no run was named\n.*rm --older-than 30d --keep 20/, "rm --older-than 30d --keep 20"],
  ["rm --older-than soon", /write a number with h, d or w, such as 30d/, "rm --older-than 30d"],
  ["rm 7f3a-", /there is no run 7f3a-\n.*viva list/, "list"],
  ["trend --json", /for one suite\n.*viva trend SUITE/, "trend exam --json"],
  ["trend nowhere", /no finished run of a suite nowhere\n.*The only one is exam/, "trend exam"],
  [
    "judge labels --json --export a.jsonl",
    /--json cannot be combined with --export\n.*Leave one/,
    "judge labels --json",
  ],
  ["judge audit", /has no judged metric.*\n.*such as criteria\(\)/, "help judge"],
  [
    "compare --plan exam --margin 0.1 --detect 0.1",
    /exclude each other\n.*Give --margin 0\.05/,
    "compare --plan exam --margin 0.05",
  ],
  [
    "compare latest nightly --detect 0.1",
    /--detect plans a comparison\n.*Add --plan/,
    "compare --plan exam --detect 0.1",
  ],
  ["compare --plan exam latest", /two names were given\n.*--plan SUITE/, "compare --plan exam"],
  ["export latest --format xml", /Allowed choices are jsonl, csv, otel/, "export latest --format csv"],
  ["import goldens.csv --from excel", /Allowed choices are/, "import goldens.csv --dry-run"],
  ["import nowhere.csv", /nowhere\.csv: there is no such file.*\n.*Check its name/, "import goldens.csv --dry-run"],
  ["scan nowhere.txt", /nowhere\.txt: there is no such file.*\n.*Name files or folders/, "scan exam.eval.ts"],
  ["gate --baseline latest", /is the run itself.*\n.*viva baseline list/, "gate --baseline nightly"],
  [
    "init new --yes --agent url",
    /--agent url needs an address\n.*Add --url http:/,
    "init new --yes --dry-run --agent url --url http://localhost:8000/v1",
  ],
  ["view --port 70000", /--port.*whole number from 0 to 65535/, "help view"],
  ["worker", /needs the address of a queue\n.*Give --queue redis/, "help worker"],
  ["score latest --suite exam", /--suite is for files.*\n.*Leave it out/, "score latest"],
  ["score exam.eval.ts latest", /latest is not a file\n.*Give one run's id, or files/, "score latest"],
  ["help nowhere", /no command nowhere to help with\n.*viva help/, "help"],
  ["run ''", /is empty\n.*Leave it out/, "run"],
  ["compare bad.json latest", /bad\.json: /, "compare nightly latest"],
];

/** A file that is wrong, where it is said to be wrong, and what mends it. */
const files: [line: string, says: RegExp, file: string, from: string, to: string][] = [
  ["run syntax", /syntax\/a\.eval\.ts:\d+/, "syntax/a.eval.ts", "const = 1;\n", ""],
  ["run lost", /lost\/a\.eval\.ts:1.*agnet/, "lost/a.eval.ts", "agnet", "agent"],
  [
    "run bare",
    /bare\/a\.eval\.ts: .*no default export.*\n.*Write `export default suite/,
    "bare/a.eval.ts",
    "export const exam =",
    "export default",
  ],
  [
    "run subpath",
    /subpath\/a\.eval\.ts:1.*\n.*Did you mean vivavoce\/metrics/,
    "subpath/a.eval.ts",
    "metric",
    "metrics",
  ],
  [
    "run one-argument",
    /one-argument\/a\.eval\.ts: .*\n.*takes two: agent: \(message, context\)/,
    "one-argument/a.eval.ts",
    "(message)",
    "(message, _context)",
  ],
  ["run flag", /flag\/a\.eval\.ts:\d+.*"repeat"\n.*npx viva run --repeat\./, "flag/a.eval.ts", "repeat: 3,", ""],
  ["run field", /field\/a\.eval\.ts:\d+.*"metrisc"\n.*Did you mean metrics\?/, "field/a.eval.ts", "metrisc", "metrics"],
  ["run gate", /gate\/a\.eval\.ts:\d+.*passRate.*at most 1/, "gate/a.eval.ts", "90", "0.9"],
  ["run json", /json\/cases\.json:\d+:\d+.*\n.*a “\]” or a comma is missing/, "json/cases.json", "] } }", "] } }\n]"],
  [
    "run typo",
    /typo\/cases\.json:2:\d+ \(case one\).*\n.*did you mean "expect"/,
    "typo/cases.json",
    "expcet",
    "expect",
  ],
  [
    "run twice",
    /twice\/cases\.json:3:\d+ \(case one\).*used twice.*\n.*another id/,
    "twice/cases.json",
    '"one"',
    '"two"',
  ],
  [
    "run empty",
    /empty\/\*\.json: no file matches.*\n.*relative to the file of the suite/,
    "empty/a.eval.ts",
    "./*.json",
    "../typo/*.json",
  ],
  ["score bad.jsonl --suite exam --only-given", /bad\.jsonl:2/, "bad.jsonl", '{"case": \n', ""],
];

describe("a mistake ends with 64, says what to do, and that works when it is typed", () => {
  test.each(commandLines)("viva %s", async (line, says, typed) => {
    const { code, stdout, stderr } = await project.viva(line);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(says);
    expect([0, 1, 2]).toContain((await project.viva(typed)).code);
  });

  test.each(files)("viva %s, with the file and its line", async (line, says, file, from, to) => {
    const { code, stdout, stderr } = await project.viva(line);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toMatch(says);
    project.write({ [file]: project.read(file).replace(from, () => to) });
    expect(await project.viva(line)).toMatchObject({ code: 0 });
  });
});

test("a server that is away ends a run with 3, and its address and variable are named", async () => {
  const { code, stdout } = await project.viva("run down");
  expect(code).toBe(3);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("http://127.0.0.1:9/v1 (COMPATIBLE_BASE_URL or baseURL sets it)");
});

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type ScriptedAnswer, scriptedServer } from "../testing/index.ts";
import { projectHere } from "./cli.test-helper.ts";

const empty = () => projectHere({});

/** Every file below a folder with its text, except the store. */
function filesBelow(folder: string, read: (file: string) => string, from = ""): Record<string, string> {
  const names = readdirSync(join(folder, from), { withFileTypes: true }).filter(({ name }) => name !== ".viva");
  return Object.assign(
    {},
    ...names.map((entry) => {
      const path = join(from, entry.name);
      return entry.isDirectory() ? filesBelow(folder, read, path) : { [path]: read(join(folder, path)) };
    }),
  );
}

describe("in an empty folder", () => {
  test("one command ends with a green run, and the same again changes nothing", async () => {
    const { viva, folder, read } = empty();
    const { code, stdout } = await viva("init exam");
    expect(stdout).toContain("2 passed · 0 failed");
    expect(stdout).toContain("answers: 3 hand-written");
    expect(stdout).not.toContain("never checked");
    expect(stdout).toMatch(/to go on:\n {2}cd exam\n {2}npm install --save-dev vivavoce /);
    expect(code).toBe(0);
    const readIn = (file: string) => read(file.slice(folder.length + 1));
    const written = filesBelow(join(folder, "exam"), readIn);
    expect(Object.keys(written).sort()).toEqual([
      ".env.example",
      ".gitignore",
      "evals/cassettes/first/default/answers-a-question.yaml",
      "evals/cassettes/first/default/books-a-repair.yaml",
      "evals/first.eval.ts",
      "package.json",
      "viva.config.ts",
    ]);
    expect(JSON.parse(written["package.json"] ?? "")).toMatchObject({
      name: "exam",
      type: "module",
      scripts: { evaluate: "viva run" },
    });
    expect(written["evals/cassettes/first/default/books-a-repair.yaml"]).toContain("origin: hand-written");

    const again = await viva("init exam");
    expect(again.code).toBe(0);
    expect(again.stdout).not.toContain("passed");
    expect(again.stdout).not.toMatch(/^ {2}(?:wrote|added|replaced)/m);
    expect(filesBelow(join(folder, "exam"), readIn)).toEqual(written);
  });

  test("--dry-run lists the same files and writes none", async () => {
    const { viva, folder } = empty();
    const { stdout, code } = await viva("init exam --dry-run --ci github --url http://localhost:1/v1");
    expect(stdout).toMatch(/would write +\.github\/workflows\/viva\.yml/);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "exam"))).toBe(false);
  });
});

describe("in a project", () => {
  test("package.json keeps its indentation, its line ends and its own scripts; existing files are kept", async () => {
    const manifest = `{\r\n\t"name": "app",\r\n\t"scripts": {\r\n\t\t"test": "x"\r\n\t},\r\n\t"files": []\r\n}`;
    const { viva, read } = projectHere({
      "app/package.json": manifest,
      "app/index.js": "",
      "app/.gitignore": "/.viva\nsecret",
      "app/viva.config.mjs": "export default {}; // mine\n",
    });
    const { stdout, code } = await viva("init app");
    expect(code).toBe(0);
    expect(read("app/package.json")).toBe(
      `{\r\n\t"name": "app",\r\n\t"scripts": {\r\n\t\t"test": "x",\r\n\t\t"evaluate": "viva run"\r\n\t},\r\n\t"files": []\r\n}`,
    );
    expect(read("app/.gitignore")).toBe("/.viva\nsecret\nresults/\n.env\n.deepeval/\n");
    expect(read("app/viva.config.mjs")).toBe("export default {}; // mine\n");
    expect(stdout).toMatch(/kept +viva\.config\.mjs +it is there already; --force replaces it/);
    expect(stdout).toContain('viva.config.mjs was kept. See that its "suites" take in evals/first.eval.mjs');
    // JavaScript in a package that is not of ES modules.
    expect(read("app/evals/first.eval.mjs")).not.toMatch(/\btype\b |[‹›«»]|MODEL|SUITE/);
    expect(stdout).toContain("2 passed");
  });

  test("a suite of the user's own is kept, without a tape or test of the new one; --force replaces it", async () => {
    const { viva, read, folder } = projectHere({ "evals/first.eval.ts": "// mine\n" });
    const kept = await viva("init --tests vitest");
    expect(kept.stdout).toMatch(/kept +evals\/first\.eval\.ts/);
    expect(read("evals/first.eval.ts")).toBe("// mine\n");
    expect(readdirSync(join(folder, "evals"))).toEqual(["first.eval.ts"]);
    const forced = await viva("init --tests vitest --force");
    expect(forced.stdout).toMatch(/replaced +evals\/first\.eval\.ts/);
    expect(forced.stdout).toContain("2 passed");
    expect(read("evals/first.test.ts")).toContain('from "vivavoce/vitest"');
  });

  test("a script of that name stays as it is", async () => {
    const manifest = `{ "scripts": { "evaluate": "make exam" } }\n`;
    const { viva, read } = projectHere({ "package.json": manifest });
    const { stdout } = await viva("init --no-run");
    expect(stdout).not.toContain("passed");
    expect(stdout).toContain('its own script "evaluate" stays');
    expect(read("package.json")).toBe(manifest);
    expect(read(".gitignore")).toBe("node_modules/\n.viva/\nresults/\n.env\n.deepeval/\n");
  });
});

test("with an address: a first judged case of the user's agent, live, recorded and replayed", async () => {
  const verdict = { id: "c1", evidence: ["I can help you with tea."], reasoning: "It says so.", verdict: "yes" };
  const answer = ["I can help you with tea.", JSON.stringify({ items: [verdict] })];
  await using server = await scriptedServer({ answer });
  const { viva, read } = empty();
  const { stdout, code } = await viva(`init mine --url ${server.url}/chat/completions --model tea --run record`);
  expect(stdout).toContain("1 passed");
  expect(stdout).not.toContain("never checked");
  expect(code).toBe(0);
  expect(server.requests.map(({ model }) => model)).toEqual(["tea", "tea"]);
  expect(read("mine/evals/cassettes/first/default/what-can-you-do.yaml")).toContain("origin: recorded");
  expect(read("mine/evals/first.eval.ts")).toContain(`baseURL: "${server.url}"`);
  const replayed = await viva("run --replay", { from: "mine" });
  expect(replayed.stdout).toContain("1 passed");
  expect(server.calls).toBe(2);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.each([
  ["TypeScript", "--agent function", true],
  ["JavaScript", "--agent function --language js", true],
  ["a program in Python", "--agent command", hasPython],
])("the sample in %s", (_what, flags, isHere) => {
  const words = "We are closed on Sundays; your repair is booked for Friday.";
  const verdict = { id: "c1", evidence: [words], reasoning: "It says so.", verdict: "yes" };
  /** A model that says everything, and a judge who is pleased. `asked` is its answer to the request for a repair. */
  const modelThat = (asked: ScriptedAnswer) =>
    scriptedServer({
      answer({ messages, tools }) {
        if (tools === undefined) return JSON.stringify({ items: [verdict] });
        return messages.at(-1)?.content?.includes("Friday") ? asked : words;
      },
    });
  const init = (url: string) => empty().viva(`init x ${flags} --run record`, { environment: { OPENAI_BASE_URL: url } });

  test.skipIf(!isHere)("passes if the model does what it is asked", async () => {
    const call = { id: "a", name: "book_repair", arguments: { day: "Friday" } };
    await using server = await modelThat({ toolCalls: [call] });
    const { stdout, code } = await init(server.url);
    expect(stdout).toContain("2 passed");
    expect(stdout).not.toContain("never checked");
    expect(code).toBe(0);
  });

  test.skipIf(!isHere)("fails if the model only says so, although the judge is pleased", async () => {
    await using server = await modelThat({ text: words });
    const { stdout, code } = await init(server.url);
    expect(stdout).toContain("FAIL: 1 trial failed (toolUse in 1 case, carriedOut in 1, worldEffects in 1)");
    expect(code).toBe(1);
  });
});

describe("a program in Python", () => {
  test.skipIf(!hasPython)("is written, and played at once", async () => {
    const { viva, read } = empty();
    const { stdout, code } = await viva("init --agent command");
    expect(stdout).toContain("2 passed · 0 failed");
    expect(read("evals/agent.py")).toContain('tell(type="opened"');
    expect(code).toBe(0);
  });

  test("is not played without Python, and a line says so", async () => {
    const { viva, folder } = empty();
    const { stdout, code } = await viva("init --agent command", { environment: { PATH: folder } });
    expect(stdout).not.toContain("passed");
    expect(stdout).toMatch(/There is no python3? here, which evals\/agent\.py needs\./);
    expect(code).toBe(0);
  });
});

test("a package that Yarn keeps without node_modules counts as installed", async () => {
  const manifest = (devDependencies: object) => JSON.stringify({ devDependencies });
  const { viva } = projectHere({
    "with/package.json": manifest({ vivavoce: "0.2.0" }),
    "with/.pnp.cjs": "",
    "without/package.json": manifest({}),
    "without/.pnp.cjs": "",
  });
  expect((await viva("init with --no-run")).stdout).not.toContain("installs Viva in the project");
  expect((await viva("init without --no-run")).stdout).toContain("installs Viva in the project");
});

test("--install lets the project's package manager install what it is told", async () => {
  const { viva, folder, read } = empty();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/pnpm"), `#!/bin/sh\necho "$PWD $*" > "${folder}/asked"\n`);
  chmodSync(join(folder, "bin/pnpm"), 0o755);
  const environment = { PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  const line = "init app --no-run --install --package ./viva.tgz --package-manager pnpm";
  expect((await viva(line, { environment })).code).toBe(0);
  expect(read("asked")).toBe(`${join(folder, "app")} add --save-dev ../viva.tgz\n`);

  writeFileSync(join(folder, "bin/pnpm"), "#!/bin/sh\nexit 1\n");
  const failed = await viva(line, { environment });
  expect(failed.code).toBe(3);
  expect(failed.stderr).toContain("The files are written. Install it by hand: pnpm add --save-dev ../viva.tgz");
});

describe("impossible requests are refused, and nothing is written", () => {
  test.each([
    ["a broken package.json", "init broken", /package\.json:2:\d+: this is not JSON/],
    ["a file in the folder's place", "init broken/package.json", /this is a file, not a folder/],
    [
      "a folder in a file's place",
      "init folders",
      /first\.eval\.ts: this is a folder[\s\S]*\.gitignore: this is a folder/,
    ],
    ["a file that would be garbled", "init latin", /\.gitignore: cannot be read/],
    ["an address without a scheme", "init new --url localhost:8000", /not an http or https address/],
    ["an address with a password", "init new --url https://me:pass@x.org/v1", /holds a user name or a password/],
    [
      "an address with a key",
      "init new --url https://x.org/v1?key=sk-proj-Zx8vQ2nLm4Rt6Wy1Kp3Hd5Fs7Ga9Jb0Ce",
      /contains a secret/,
    ],
    ["an agent behind no address", "init new --agent url", /--agent url needs an address/],
    ["an address for another agent", "init new --agent function --url http://localhost:1/v1", /Leave one of them out/],
    ["a model without a provider", "init new --model gpt-5", /write provider:model/],
    ["an unknown way to play", "init --run new", /replay, live, record/],
  ])("%s", async (_what, line, says) => {
    const { viva, folder } = projectHere({ "broken/package.json": `{\n  "name": oops\n}` });
    mkdirSync(join(folder, "folders/evals/first.eval.ts"), { recursive: true });
    mkdirSync(join(folder, "folders/.gitignore"));
    mkdirSync(join(folder, "latin"));
    writeFileSync(join(folder, "latin/.gitignore"), Buffer.from("caf\u00e9/\n", "latin1"));
    const before = readdirSync(folder, { recursive: true });
    const { code, stderr } = await viva(line);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/unexpected|sk-proj-Zx8v|pass@/);
    expect(code).toBe(64);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

describe("a workflow", () => {
  test("for GitHub takes the key from a secret, and puts no text of a pull request into a script", async () => {
    const { viva, read } = projectHere({ "package.json": `{ "packageManager": "pnpm@10.0.0" }` });
    await viva("init --no-run --ci github");
    const { jobs, permissions } = parse(read(".github/workflows/viva.yml"));
    const { steps } = jobs.evaluate;
    const runs = steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(permissions).toEqual({ contents: "read" });
    expect(runs).toEqual([
      "corepack enable",
      "pnpm install --frozen-lockfile",
      "pnpm exec viva run --max-cost 1 --report html,junit,json,markdown",
    ]);
    expect(steps.find(({ env }: { env?: object }) => env).env.OPENAI_API_KEY).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
  });

  test("for GitLab leaves an existing pipeline alone, and is the same the second time", async () => {
    const { viva, read, folder } = projectHere({ "own/.gitlab-ci.yml": "test: {}\n" });
    for (const app of ["own", "new"]) await viva(`init ${app} --no-run --ci gitlab --url http://localhost:1/v1`);
    expect(read("own/.gitlab-ci.yml")).toBe("test: {}\n");
    expect(parse(read("own/.gitlab/viva.yml")).viva.script.at(-1)).toMatch(/^npx --no viva run --replay /);
    expect(parse(read("new/.gitlab-ci.yml")).viva.artifacts.when).toBe("always");
    const { stdout } = await viva("init new --no-run --ci gitlab --url http://localhost:1/v1");
    expect(stdout).toMatch(/kept +\.gitlab-ci\.yml/);
    expect(statSync(join(folder, "new/.gitlab"), { throwIfNoEntry: false })).toBeUndefined();
  });
});

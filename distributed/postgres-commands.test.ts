import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsIn } from "../packages/vivavoce/src/store/store.test-helper.ts";
import { startPostgres } from "./servers.ts";

const server = await startPostgres();
// Below this folder, because `pg` is looked for from the project.
const folder = mkdtempSync(join(import.meta.dirname, "project-"));
const password = "a-password-of-some-length";
const place = `postgres://viva:${password}@127.0.0.1:${server?.port}/exams`;
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.remove();
});

beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "viva.config.ts"), `export default { suites: ["*.eval.ts"] };`);
  writeFileSync(
    join(folder, "exam.eval.ts"),
    `
import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
const slow = Number(process.env.SLOW ?? 0);
const agent = functionAgent(async (message) => {
  await new Promise((resolve) => setTimeout(resolve, slow));
  return "You said " + (process.env.WORSE && message.endsWith("7") ? "nothing" : message);
}, { name: "echo" });
const cases = Array.from({ length: 40 }, (_, index) => ({
  id: "case-" + index, script: [{ content: "number " + index }], expect: { contains: ["number " + index] },
}));
export default suite({ name: "exam", agent, cases, metrics: [contains()] });
`,
  );
  if (server) await rowsIn(server.url, "create database exams");
});

function start(args: string, environment: Record<string, string> = {}) {
  const viva = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
  const env = { ...process.env, VITEST: undefined, NO_COLOR: "1", VIVA_STORE: place, ...environment };
  const child = spawn(process.execPath, [viva, ...args.split(" ").filter(Boolean)], { cwd: folder, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { child, ended, output: () => output };
}

const viva = (args: string, environment?: Record<string, string>) => start(args, environment).ended;

async function statuses(args: string): Promise<string[]> {
  const { output } = await viva(`export latest ${args}`);
  const trials = output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return trials.map((trial) => JSON.stringify([trial.case, trial.caseId, trial.status]));
}

describe.skipIf(!server)("every command on PostgreSQL", () => {
  test("plays, lists, shows, compares, decides, scores and deletes as with a file", async () => {
    expect(await viva("run --json")).toMatchObject({ code: 0 });
    expect(await viva("run --json --store other/store.sqlite")).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "other/store.sqlite"))).toBe(true);
    expect(await statuses("")).toEqual(await statuses("--store other/store.sqlite"));
    expect(await viva("baseline set main latest")).toMatchObject({ code: 0 });
    expect(await viva("run", { WORSE: "1" })).toMatchObject({ code: 1 });
    const list = await viva("list");
    expect(list).toMatchObject({
      code: 0,
      output: expect.stringMatching(/40 of 40 trials[\s\S]*40 of 40 trials[\s\S]* MB/),
    });
    const [second, first] = [...list.output.matchAll(/^([0-9a-z]{6,}) {2}/gm)].map(([, id]) => id);
    expect(await viva(`compare ${first} ${second}`)).toMatchObject({
      output: expect.stringContaining("4 flips: 4 worse, 0 better"),
    });
    expect(await viva("gate latest --baseline main")).toMatchObject({ code: 1 });
    expect(await viva("show latest case-7")).toMatchObject({ output: expect.stringContaining("You said nothing") });
    expect(await viva("score latest --all")).toMatchObject({ code: 1 });
    expect(await viva("doctor")).toMatchObject({
      output: expect.stringContaining(`127.0.0.1:${server?.port}/exams, 2 runs`),
    });
    expect(await viva(`rm ${first}`)).toMatchObject({ code: 0 });
    expect((await viva("list")).output).not.toContain(first);
  });

  test("a run that is interrupted is resumed, through a restart of the server", async () => {
    const running = start("run --concurrency 2", { SLOW: "150" });
    const exams = server?.url.replace(/postgres$/, "exams") ?? "";
    const underWay = "select count(*) as count from trials join runs on runs.id = trials.run where owner is not null";
    const finished = async () => Number((await rowsIn(exams, underWay))[0]?.count);
    await expect.poll(finished).toBeGreaterThan(2);
    running.child.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130 });
    const resumed = start("run --resume --concurrency 2", { SLOW: "100" });
    await expect.poll(() => resumed.output()).not.toBe("");
    await server?.restart();
    const { code, output } = await resumed.ended;
    expect(code, output).toBe(0);
    expect(new Set(await statuses("")).size).toBe(40);
  });

  test("the page is served from it, and the process ends at once", async () => {
    const view = start("view --no-open --port 0");
    await expect.poll(() => /http:\/\/\S+/.exec(view.output())?.[0]).toBeDefined();
    const address = /http:\/\/\S+/.exec(view.output())?.[0] ?? "";
    expect((await fetch(new URL("api/runs", address))).status).toBe(200);
    view.child.kill("SIGINT");
    await view.ended;
  });

  test("shards are merged from the schema that was named, not from that of the project in the same database", async () => {
    const inSchema = (name: string) => ({ VIVA_STORE: `${place}?options=-csearch_path%3D${name}` });
    for (const name of ["earlier", "tonight"]) await rowsIn(place, `create schema ${name}`);
    for (const shard of ["1/2", "2/2"]) {
      expect((await viva(`run --shard ${shard}`, inSchema("earlier"))).code).toBe(0);
      await viva(`run --shard ${shard}`, { ...inSchema("tonight"), WORSE: "1" });
    }
    const merged = await viva(`merge ${inSchema("tonight").VIVA_STORE}`, inSchema("earlier"));
    expect(merged.output).toContain("36 passed · 4 failed");
    expect(merged.code).toBe(1);
  });

  test("a server that is not there ends with 3, a wrong address with 64, and nothing shows the password", async () => {
    const away = await viva("list", { VIVA_STORE: place.replace(`:${server?.port}/`, ":1/") });
    expect(away).toMatchObject({
      code: 3,
      output: expect.stringContaining("postgres://127.0.0.1:1/exams cannot be reached"),
    });
    const wrong = await viva("list --store mysql://viva@host/exams");
    expect(wrong).toMatchObject({ code: 64, output: expect.stringContaining("mysql://") });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), "latin1")).not.toContain(password);
    expect(away.output + wrong.output).not.toContain(password);
  });
});

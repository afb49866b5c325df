import { once } from "node:events";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectHere, projectOf, suiteText } from "./cli.test-helper.ts";

/** The address that a started command prints. */
async function addressOf({ child }: ReturnType<ReturnType<typeof projectOf>["start"]>): Promise<string> {
  const [told] = await once(child.stdout ?? child, "data");
  return String(told).trim();
}

test("serves the page until Ctrl-C and ends with 0, although somebody listens; a read-only store is enough", async () => {
  const project = projectHere({ "exam.eval.ts": suiteText() });
  await project.viva("run");
  const [run] = await project.runs();
  const files = ["", "store.sqlite"].map((name) => join(project.folder, ".viva", name));
  for (const file of files) chmodSync(file, 0o555);
  onTestFinished(() => {
    for (const file of files) chmodSync(file, 0o755);
  });
  const started = project.start("view latest two --port 0");
  const address = await addressOf(started);
  expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/#/case/${run?.id}/0/two$`));
  const { origin } = new URL(address);
  expect(await (await fetch(`${origin}/api/runs`)).json()).toMatchObject({ runs: [{ id: run?.id }] });
  expect((await fetch(`${origin}/api/rows?run=${run?.id}&suite=0`)).status).toBe(200);
  const { body } = await fetch(`${origin}/api/events`);
  await body?.getReader().read();
  started.child.kill("SIGINT");
  const { code, stderr } = await started.ended;
  expect([code, stderr]).toEqual([0, "Ctrl-C ends it.\n"]);
});

test("SIGTERM ends it with 0 as well; without runs it says what to do", async () => {
  const started = projectOf({}).start("view --port 0");
  const { origin } = new URL(await addressOf(started));
  expect(await (await fetch(`${origin}/api/runs`)).json()).toEqual({ runs: [], baselines: [] });
  started.child.kill("SIGTERM");
  const { code, stderr } = await started.ended;
  expect(code).toBe(0);
  expect(stderr).toContain("There are no runs yet: npx viva run plays the suites");
});

test("looking creates nothing; the first run afterwards appears at the same address", async () => {
  const project = projectHere({ "exam.eval.ts": suiteText() });
  const isThere = () => existsSync(join(project.folder, ".viva"));
  for (const command of ["list", "trend", "show latest", "compare latest latest", "baseline list"])
    await project.viva(command);
  expect(isThere()).toBe(false);
  const started = project.start("view --port 0", { environment: { TMPDIR: project.temporary } });
  const { origin } = new URL(await addressOf(started));
  const listed = async () => ((await (await fetch(`${origin}/api/runs`)).json()) as { runs: unknown[] }).runs.length;
  expect([await listed(), isThere()]).toEqual([0, false]);
  await project.viva("run");
  await expect.poll(() => listed().catch(() => 0)).toBe(1);
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
  expect(project.temporaryFiles().filter((file) => file.includes("viva-empty"))).toEqual([]);
});

test("with --allow-run a case is played again into the store that is shown; if it cannot be, it says why", async () => {
  const project = projectHere({ "exam.eval.ts": suiteText() });
  await project.viva("run");
  const [run] = await project.runs();
  const started = project.start("view --allow-run --port 0");
  const { origin } = new URL(await addressOf(started));
  let told = "";
  started.child.stderr?.on("data", (text) => {
    told += text;
  });
  const { token } = (await (await fetch(`${origin}/api/session`)).json()) as { token: string };
  const headers = { "content-type": "application/json", "x-viva-token": token };
  const body = JSON.stringify({ run: run?.id, suite: 0, case: "two" });
  const play = () => fetch(`${origin}/api/play`, { method: "POST", headers, body });
  expect((await play()).status).toBe(200);
  await expect.poll(async () => (await project.runs()).length, { timeout: 20_000 }).toBe(2);
  rmSync(join(project.folder, "exam.eval.ts"));
  expect((await play()).status).toBe(200);
  await expect.poll(() => told, { timeout: 20_000 }).toContain("exam.eval.ts");
  started.child.kill("SIGTERM");
  expect((await started.ended).code).toBe(0);
});

test("a port that is taken, and an address that is not this machine's, are reported with a remedy", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const project = projectHere({});
  const taken = await project.viva(`view --port ${port}`);
  expect(taken.code).toBe(64);
  expect(taken.stderr).toMatch(new RegExp(`cannot listen on 127.0.0.1, port ${port}.*EADDRINUSE[^]*--port`));
  const elsewhere = await project.viva("view --host 203.0.113.1 --port 0");
  expect([elsewhere.code, elsewhere.stderr]).toEqual([64, expect.stringContaining("an address of this machine")]);
});

test("an unknown run or case is refused", async () => {
  const project = projectHere({ "exam.eval.ts": suiteText() });
  expect((await project.viva("view 7f3a")).stderr).toContain("there is no run 7f3a");
  await project.viva("run");
  const { code, stderr } = await project.viva("view latest three");
  expect([code, stderr]).toEqual([64, expect.stringMatching(/run \S+ has no case three, and there is no such run/)]);
});

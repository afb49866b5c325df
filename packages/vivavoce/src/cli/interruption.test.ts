import { existsSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ScriptedServer, scriptedServer } from "../testing/index.ts";
import { asking, casesOf, isAnybodyLeft, projectOf, type Running, servedBy, suiteText } from "./cli.test-helper.ts";

/** A server whose answers wait until the test lets them go. */
async function heldServer() {
  const { promise: open, resolve: release } = Promise.withResolvers<void>();
  const server = await scriptedServer({
    answer: async ({ messages }) => {
      await open;
      return String(messages.at(-1)?.content);
    },
  });
  onTestFinished(async () => {
    release();
    await server.close();
  });
  return { server, release };
}

function examOf({ url }: ScriptedServer) {
  return projectOf({
    "a.eval.ts": suiteText({ agent: asking, models: servedBy(url), cases: casesOf("a", "b", "c", "d") }),
  });
}

async function callsTo(server: ScriptedServer, calls: number): Promise<void> {
  await expect.poll(() => server.calls, { timeout: 25_000, interval: 10 }).toBe(calls);
}

async function saidTo({ child }: Running, words: string): Promise<void> {
  let said = "";
  await new Promise<void>((resolve) => {
    child.stderr?.on("data", (part) => {
      said += part;
      if (said.includes(words)) resolve();
    });
  });
}

describe("Ctrl-C is safe", () => {
  test("once: what is in flight is finished, the rest is pending, the report is written, and the run goes on later", async () => {
    const { server, release } = await heldServer();
    const { start, viva, statuses, temporaryFiles } = examOf(server);
    const running = start("run --concurrency 2");
    const told = saidTo(running, "finishing what is in flight; Ctrl-C again stops now");
    await callsTo(server, 2);
    running.child.kill("SIGINT");
    await told;
    release();
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("2 passed · 0 failed · 0 unscored · 0 errored · 0 skipped · 2 pending of 4");
    expect(stdout).toMatch(/unfinished: npx viva run --resume \w+ goes on where it stopped/);
    expect(await statuses()).toEqual(["a passed", "b passed"]);
    expect(isAnybodyLeft(running)).toBe(false);
    expect(temporaryFiles()).toEqual([]);

    const resumed = await viva("run --resume");
    expect(resumed.code).toBe(0);
    expect(await statuses()).toEqual(["a passed", "b passed", "c passed", "d passed"]);
    expect(server.calls).toBe(4);
  });

  test("twice: it stops now, and what was in flight is pending", async () => {
    const { server } = await heldServer();
    const { start, statuses, temporaryFiles, runs } = examOf(server);
    const running = start("run --concurrency 2");
    const told = saidTo(running, "finishing what is in flight");
    await callsTo(server, 2);
    running.child.kill("SIGINT");
    await told;
    running.child.kill("SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("4 pending of 4");
    expect(await statuses()).toEqual([]);
    expect((await runs())[0]).toMatchObject({ owner: undefined, finishedAt: undefined });
    expect(isAnybodyLeft(running)).toBe(false);
    expect(temporaryFiles()).toEqual([]);
  });

  test("SIGTERM stops now as well, with a code of its own", async () => {
    const { server } = await heldServer();
    const { start, statuses } = examOf(server);
    const running = start("run --concurrency 2");
    await callsTo(server, 2);
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 143, stdout: expect.stringContaining("4 pending of 4") });
    expect(await statuses()).toEqual([]);
    expect(isAnybodyLeft(running)).toBe(false);
  });
});

const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => existsSync(file) && file !== process.execPath);

describe.skipIf(oldNode === undefined)("under the launcher of an old Node", () => {
  const node = oldNode ?? "";

  test("a signal sent to the launcher alone, or to both, counts once", async () => {
    const { server, release } = await heldServer();
    const { start, statuses } = examOf(server);
    const running = start("run --concurrency 1", { node });
    const told = saidTo(running, "finishing what is in flight");
    await callsTo(server, 1);
    running.child.kill("SIGINT");
    await told;
    release();
    expect(await running.ended).toMatchObject({ code: 130, stdout: expect.stringContaining("1 passed") });
    expect(await statuses()).toEqual(["a passed"]);

    const both = start("run --resume --concurrency 1", { node });
    await callsTo(server, 2).catch(() => {});
    process.kill(-(both.child.pid ?? 0), "SIGINT");
    const { code } = await both.ended;
    expect([0, 130]).toContain(code);
    expect(isAnybodyLeft(both)).toBe(false);
  });

  test("when the launcher is killed, the run behind it does not live on", async () => {
    const { server } = await heldServer();
    const { start } = examOf(server);
    const running = start("run --concurrency 1", { node });
    await callsTo(server, 1);
    running.child.kill("SIGKILL");
    await expect.poll(() => isAnybodyLeft(running), { timeout: 25_000, interval: 20 }).toBe(false);
  });
});

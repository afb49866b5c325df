import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ScriptedServer, scriptedServer } from "../testing/index.ts";
import {
  asking,
  casesOf,
  isAnybodyLeft,
  projectOf,
  type Running,
  servedBy,
  suiteText,
  until,
} from "./cli.test-helper.ts";

/** A server whose answers wait until the test lets them go. */
async function heldServer() {
  const { promise: open, resolve: release } = Promise.withResolvers<void>();
  const server = await scriptedServer({
    answer: async ({ messages }) => {
      await open;
      return String(messages.at(-1)?.content);
    },
  });
  const close = async () => {
    release();
    await server.close();
  };
  return { server, release, [Symbol.asyncDispose]: close };
}

function examOf({ url }: ScriptedServer) {
  return projectOf({
    "a.eval.ts": suiteText({ agent: asking, models: servedBy(url), cases: casesOf("a", "b", "c", "d") }),
  });
}

/** Of two trials under way, one waits: an unknown server is first asked for a single answer. */
function callsTo(server: ScriptedServer, calls: number): Promise<void> {
  return until(() => server.calls === calls, `${calls} calls are made`);
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

describe.concurrent("Ctrl-C is safe", () => {
  test("once: trials under way are finished, the rest is pending, the report is written, and the run can be resumed", async () => {
    await using held = await heldServer();
    const { server, release } = held;
    const { start, viva, statuses, temporary, temporaryFiles } = examOf(server);
    const running = start("run --concurrency 2", { environment: { TMPDIR: temporary } });
    const told = saidTo(running, "finishing the trials under way; Ctrl-C again stops now");
    await callsTo(server, 1);
    running.child.kill("SIGINT");
    await told;
    release();
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("2 passed · 0 failed · 0 unscored · 0 errored · 0 skipped · 2 pending of 4");
    expect(stdout).toMatch(/unfinished; go on where it stopped: npx viva run --resume \w+/);
    expect(await statuses()).toEqual(["a passed", "b passed"]);
    expect(isAnybodyLeft(running)).toBe(false);
    expect(temporaryFiles()).toEqual([]);

    const resumed = await viva("run --resume");
    expect(resumed.code).toBe(0);
    expect(await statuses()).toEqual(["a passed", "b passed", "c passed", "d passed"]);
    expect(server.calls).toBe(4);
  });

  test("twice: it stops now, and trials that were under way are pending", async () => {
    await using held = await heldServer();
    const { server } = held;
    const { start, statuses, temporary, temporaryFiles, runs } = examOf(server);
    const running = start("run --concurrency 2", { environment: { TMPDIR: temporary } });
    const told = saidTo(running, "finishing the trials under way");
    await callsTo(server, 1);
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

  test.for(["SIGTERM", "SIGHUP"] as const)("%s stops now as well, with a code of its own", async (signal) => {
    await using held = await heldServer();
    const { server } = held;
    const { start, statuses, runs } = examOf(server);
    const running = start("run --concurrency 2");
    await callsTo(server, 1);
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: 143, stdout: expect.stringContaining("4 pending of 4") });
    expect(await statuses()).toEqual([]);
    expect((await runs())[0]).toMatchObject({ owner: undefined, finishedAt: undefined });
    expect(isAnybodyLeft(running)).toBe(false);
  });
});

const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => existsSync(file) && file !== process.execPath);

describe.skipIf(oldNode === undefined)("under the launcher of an old Node", { concurrent: true }, () => {
  const node = oldNode ?? "";

  test("a signal sent to the launcher alone, or to both, counts once", async () => {
    await using held = await heldServer();
    const { server, release } = held;
    const { start, statuses } = examOf(server);
    const running = start("run --concurrency 1", { node });
    const told = saidTo(running, "finishing the trials under way");
    await callsTo(server, 1);
    running.child.kill("SIGINT");
    await told;
    release();
    expect(await running.ended).toMatchObject({ code: 130, stdout: expect.stringContaining("1 passed") });
    expect(await statuses()).toEqual(["a passed"]);

    const both = start("run --resume --concurrency 1", { node });
    await until(() => server.calls > 1, "the run goes on");
    process.kill(-(both.child.pid ?? 0), "SIGINT");
    expect((await both.ended).stderr).not.toContain("unexpected");
    expect(isAnybodyLeft(both)).toBe(false);
  });

  test("when the launcher is killed before the run has begun, nothing is played", async () => {
    const before = `import { writeFileSync } from "node:fs";
        writeFileSync("loading", ""); await new Promise((resolve) => setTimeout(resolve, 60_000));`;
    const { start, folder } = projectOf({ "a.eval.ts": suiteText({ before }) });
    const running = start("run", { node });
    await until(() => existsSync(join(folder, "loading")), "the suite is being loaded");
    running.child.kill("SIGKILL");
    await until(() => !isAnybodyLeft(running), "nobody is left");
  });

  test("when the launcher is killed, its run ends too", async () => {
    await using held = await heldServer();
    const { server } = held;
    const { start } = examOf(server);
    const running = start("run --concurrency 1", { node });
    await callsTo(server, 1);
    running.child.kill("SIGKILL");
    await until(() => !isAnybodyLeft(running), "nobody is left");
  });
});

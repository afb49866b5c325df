import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ownFile } from "../base/index.ts";
import { Store } from "../store/index.ts";
import { standstillAfter } from "./standstill.ts";

const limited = (exchangeMs?: number) => ({
  loaded: { suite: exchangeMs === undefined ? {} : { limits: { exchangeMs } } },
});
const address = (path: string) => JSON.stringify(pathToFileURL(ownFile(path)).href);

/** A process of its own that is watched, and ended after a second without a pause, while it does this. */
async function watched(deed: string, look: (folder: string) => Promise<unknown> = async () => {}) {
  const program = `import { watchForStandstill } from ${address("run/standstill")};
    const endWatch = watchForStandstill(1_000);
    await endWatch.ready;
    ${deed}`;
  const folder = mkdtempSync(join(tmpdir(), "viva-standstill-"));
  try {
    writeFileSync(join(folder, "program.mjs"), program);
    const options = { cwd: folder, encoding: "utf8", timeout: 300_000, killSignal: "SIGTERM" } as const;
    const ended = spawnSync(process.execPath, [join(folder, "program.mjs")], options);
    await look(folder);
    return ended;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a standstill", () => {
  test("is waited for longer than any exchange may take, and half a minute at least", () => {
    const after = (...plans: ReturnType<typeof limited>[]) => standstillAfter(plans, { timeoutMs: undefined });
    expect([after(limited(100)), after(limited(60_000), limited(100)), after(limited())]).toEqual([
      30_000, 70_000, 130_000,
    ]);
    expect(standstillAfter([limited(100)], { timeoutMs: 300_000 })).toBe(310_000);
  });

  test("ends the process, names case and line, and loses nothing that was handed to the store", async () => {
    // The records are written in the same turn that never ends: only the last words can bring them to the disk.
    const deed = `
      import { inTrial } from ${address("conversation/running-trial")};
      import { Store } from ${address("store/store")};
      const store = await Store.open("store.sqlite");
      const header = { startedAt: 0 };
      const suites = [{ position: 0, name: "suite", planned: 1, header: {} }];
      const owner = { pid: process.pid, host: "here" };
      await store.runs.create({ id: "run", header, suites, owner, at: Date.now() });
      const call = (trial) => store.write({
        type: "call", run: "run", suite: 0, trial, pass: 1,
        record: { role: "agent", label: "", index: 0, answer: { text: trial, toolCalls: [], finish: "stop" } },
      });
      void inTrial({ caseId: "quiet", repeat: 1 }, () => new Promise(() => {}));
      await inTrial({ caseId: "busy", repeat: 1, fail: () => (call("failed"), true) }, async () => {
        call("handed-over");
        await null;
        for (;;);
      });`;
    const kept: string[] = [];
    const { signal, stderr } = await watched(deed, async (folder) => {
      const store = await Store.open(join(folder, "store.sqlite"));
      for (const trial of ["handed-over", "failed"]) {
        const calls = await store.calls.of({ run: "run", suite: 0, trial });
        kept.push(...calls.map(({ answer }) => answer.text));
      }
      await store.close();
    });
    expect(stderr).toMatch(/case busy has kept the process busy for 1 s without a pause, at program\.mjs:\d+,/);
    expect(stderr).toContain("The case is failed, and finished trials are kept; viva run --resume plays the rest.");
    expect(signal).toBe("SIGKILL");
    expect(kept).toEqual(["handed-over", "failed"]);
  });

  test("names the line of the suite, not that of the Date which Viva gives it", async () => {
    const deed = `
      import { installTrialDate, trialDate } from ${address("base/clock")};
      import { inTrial } from ${address("conversation/running-trial")};
      installTrialDate();
      await inTrial({ caseId: "busy", repeat: 1 }, () => trialDate.run({ now: () => 0 }, async () => {
        while (Date.now() < 1) new Date();
      }));`;
    const { stderr } = await watched(deed);
    expect(stderr).toMatch(/case busy has kept the process busy for 1 s without a pause, at program\.mjs:\d+,/);
  });

  test("names what is under way where nobody can say whose code it is, such as code that is not JavaScript", async () => {
    const deed = `
      import { execSync } from "node:child_process";
      import { inTrial } from ${address("conversation/running-trial")};
      void inTrial({ caseId: "one", repeat: 1 }, () => new Promise(() => {}));
      void inTrial({ caseId: "two", repeat: 1 }, () => new Promise(() => {}));
      setTimeout(() => execSync(\`"\${process.execPath}" -e "setTimeout(() => {}, 8000)"\`), 200);`;
    const { signal, stderr } = await watched(deed);
    expect(stderr).toContain("code of the suite has kept the process busy for 1 s without a pause, so no time limit");
    expect(stderr).toContain("Under way: one, two. --case finds the one that does this.");
    expect(signal).toBe("SIGKILL");
  });

  test("is none where the process pauses now and then, or is no longer watched", async () => {
    const deed = `let left = 8;
      const timer = setInterval(() => {
        if (--left > 0) return;
        clearInterval(timer);
        endWatch();
        const end = Date.now() + 1_500;
        while (Date.now() < end);
      }, 200);`;
    expect(await watched(deed)).toMatchObject({ status: 0, stderr: "" });
  });
});

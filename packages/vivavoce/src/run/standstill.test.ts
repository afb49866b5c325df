import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ownFile } from "../base/index.ts";
import { standstillAfter } from "./standstill.ts";

const limited = (exchangeMs?: number) => ({
  loaded: { suite: exchangeMs === undefined ? {} : { limits: { exchangeMs } } },
});

/** A process of its own that is watched, and ended after a second without a pause, while it does this. */
function watched(deed: string) {
  const program = `import { watchForStandstill } from ${JSON.stringify(pathToFileURL(ownFile("run/standstill")).href)};
    const endWatch = watchForStandstill(1_000);
    ${deed}`;
  const options = { encoding: "utf8", timeout: 30_000, killSignal: "SIGTERM" } as const;
  const folder = mkdtempSync(join(tmpdir(), "viva-standstill-"));
  try {
    writeFileSync(join(folder, "program.mjs"), program);
    return spawnSync(process.execPath, [join(folder, "program.mjs")], options);
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

  test("ends the process and says so", () => {
    const { signal, stderr } = watched("for (;;);");
    expect(signal).toBe("SIGKILL");
    expect(stderr).toContain("has kept the process busy for 1 s");
    expect(stderr).toContain("viva run --resume goes on");
  });

  test("is none where the process pauses now and then, or is no longer watched", () => {
    const pausing = "let left = 15; const timer = setInterval(() => { if (--left === 0) clearInterval(timer); }, 200);";
    expect(watched(pausing)).toMatchObject({ status: 0, stderr: "" });
    const unwatched = "endWatch(); const end = Date.now() + 3_000; while (Date.now() < end);";
    expect(watched(unwatched)).toMatchObject({ status: 0, stderr: "" });
  });
});

import { expect, test } from "vitest";
import type { RunFlags } from "./run-flags.ts";
import { watchRun } from "./watch-run.ts";

const flags = { case: [], tag: [], variant: {} } satisfies RunFlags;
const never = () => Promise.reject(new Error("nothing should be played"));

test.each([
  ["--json", { json: true }],
  ["--resume", { resume: true }],
  ["--dry-run", { dryRun: true }],
] as const)("a watch is refused together with %s", async (name, other) => {
  await expect(watchRun([], { ...flags, ...other } as RunFlags, never)).rejects.toThrow(
    `--watch cannot be combined with ${name}`,
  );
});

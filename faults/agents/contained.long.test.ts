// The short form of the table: what stays within its conversation is played here, in this process.
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { execute, planOf, sharedStore } from "../../packages/vivavoce/src/run/run.test-helper.ts";
import type { LoadedSuite } from "../../packages/vivavoce/src/suite/index.ts";
import { contained } from "./contained.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { neighbours, odd, suiteWith } from "./neighbours.ts";

const store = sharedStore();

async function statuses({ name }: Misbehaviour, timeoutMs?: number): Promise<Record<string, string | undefined>> {
  const folder = tmpdir();
  // Made by the built package, as a user's suite is.
  const suite = suiteWith(name) as unknown as LoadedSuite["suite"];
  const plan = await planOf({ suite, file: `${folder}/odd.eval.ts`, folder, modules: [] });
  const { run } = await execute(store(), plan, { options: { concurrency: 3, timeoutMs } });
  const trials = await Array.fromAsync(store().trials.read(run, 0));
  return Object.fromEntries(trials.map(({ caseId, status }) => [caseId, status]));
}

function right({ expected }: Misbehaviour): Record<string, string> {
  return { ...Object.fromEntries(neighbours.map((id) => [id, "passed"])), [odd]: expected };
}

const isSlow = ({ name }: Misbehaviour) => /hangs|never|late$/.test(name);
// Those that are left out take seconds: `npm run test:faults` plays them too.
const takesSeconds = /^close hangs$| over$|20 MB|100,000 texts/;
const cheap = contained.filter(({ name, costly }) => !costly && !takesSeconds.test(name));

describe("a misbehaving agent among eight healthy neighbours", () => {
  test.each(cheap.filter((kind) => !isSlow(kind)).map((kind) => [kind.name, kind] as const))("%s", async (_, kind) => {
    expect(await statuses(kind)).toEqual(right(kind));
  });

  describe.concurrent("that takes its time", () => {
    test.each(cheap.filter(isSlow).map((kind) => [kind.name, kind] as const))("%s", async (_, kind) => {
      expect(await statuses(kind, 1_500)).toEqual(right(kind));
    });
  });
});

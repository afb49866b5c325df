import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contains, defineMetric, scored, skipped, unscored } from "../metric/index.ts";
import { ModelError } from "../model/index.ts";
import { trialStatuses } from "../shape/index.ts";
import { agentOf, execute, planOf, sharedStore, tallyOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();

/** Everything that can become of a trial, as the case's own words ask for it. */
const deeds = ["says", "lies", "throws", "silent", "outage", "stops"] as const;
const marks = ["good", "bad", "unscored", "skipped", "broken", "hit"] as const;

const moody = (stop: AbortController) =>
  agentOf((message, context) => {
    const [deed] = message.split(" ");
    if (deed === "throws") throw new Error("out of ideas");
    if (deed === "outage") throw new ModelError({ failure: "network", message: "no connection" });
    if (deed === "silent") return;
    if (deed === "stops") stop.abort();
    context.record({ type: "text", text: deed === "lies" ? "never" : "said" });
  });

const marking = defineMetric({
  name: "marking",
  zeroTolerance: true,
  score({ exchanges: [first] }) {
    const mark = first?.user?.content.split(" ")[1];
    if (mark === "unscored") return unscored("the judge is down");
    if (mark === "skipped") return skipped("not asked");
    if (mark === "broken") throw new Error("division by zero");
    return scored(mark === "good" ? 1 : 0, []);
  },
});

describe("the sum is right", () => {
  const trial = fc.record({ deed: fc.constantFrom(...deeds), mark: fc.constantFrom(...marks), asked: fc.boolean() });
  const anyRun = fc.record({
    trials: fc.array(trial, { minLength: 1, maxLength: 12 }),
    repeat: fc.integer({ min: 1, max: 2 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
    bail: fc.boolean(),
  });

  test("planned = passed + failed + unscored + errored + skipped + pending, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ trials, repeat, concurrency, bail }) => {
        const stop = new AbortController();
        const cases = trials.map(({ deed, mark, asked }, index) => ({
          id: `case-${index}`,
          script: [{ content: `${deed} ${mark}` }],
          ...(asked ? { expect: { contains: ["said"] } } : {}),
        }));
        const definition = { cases, agent: moody(stop), metrics: [marking, contains()] };
        const plan = await planOf(definition, { options: { repeat } });
        const result = await execute(store(), plan, { options: { repeat, concurrency, bail }, stop: stop.signal });
        const tally = tallyOf(result);
        expect(tally.planned).toBe(trials.length * repeat);
        expect(trialStatuses.reduce((sum, status) => sum + tally[status], tally.pending)).toBe(tally.planned);

        // What the store says adds up to the same.
        const stored = await trialsOf(store(), result.run);
        for (const status of trialStatuses) {
          expect(stored.filter((one) => one.status === status)).toHaveLength(tally[status]);
        }
        expect(stored).toHaveLength(tally.planned - tally.pending);

        // And nothing good comes of anything bad.
        const outages = stored.filter(({ transcript }) => transcript.outcome.kind === "infrastructure");
        expect(outages.every(({ status }) => status === "errored")).toBe(true);
        if (result.exitCode === 0) expect(tally).toMatchObject({ failed: 0, errored: 0, pending: 0 });
        if (stop.signal.aborted) expect(result.exitCode).toBe(130);
      }),
      { numRuns: 40 },
    );
  });
});

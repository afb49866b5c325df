// The short form: a recording that is killed, interrupted and let down by its server.
import { expect, test } from "vitest";
import { calmResults, playEpisode } from "./episode.ts";

test("a disturbed run ends as if nobody had disturbed it", async () => {
  const kinds = ["kill -9", "SIGINT twice"];
  const script = { recorded: true, rate: 0.1, kinds };
  const { tally, complaints } = await playEpisode({ seed: 10, faults: 0, calm: await calmResults(), script });
  expect(complaints).toEqual([]);
  expect([...tally.counts.keys()]).toEqual(expect.arrayContaining(["process: kill -9", "process: SIGINT twice"]));
});

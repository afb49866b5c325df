import { expect, test } from "vitest";
import { casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

test("a failed trial that no floor allows fails its shard, which fails the whole", async () => {
  const suite = suiteText({ cases: casesOf("one", "two").replace('["Hello one"]', '["Bye"]') });
  const here = projectHere({ "a.eval.ts": suite });
  const ended = [await here.viva("run --shard 1/2"), await here.viva("run --shard 2/2")];
  expect(ended.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(ended.find(({ code }) => code === 1)?.stdout).toMatch(/FAIL: 1 trial failed .*the whole run fails with it/);
  const merged = await here.viva("merge .viva/store.sqlite");
  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining("FAIL: 1 trial failed") });
});

test("a shard without trials is played, and merged", async () => {
  const here = projectHere({ "a.eval.ts": suiteText({ cases: casesOf("one") }) });
  for (const index of [1, 2, 3]) expect((await here.viva(`run --shard ${index}/3`)).code).toBe(0);
  // However it is looked at, it does not pass by itself.
  for (const line of ["list", "show latest", "gate latest", "score latest", "show latest --report markdown"])
    expect((await here.viva(line)).stdout).not.toMatch(/PASS/);
  const merged = await here.viva("merge .viva");
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 trials.*exam .* PASS/s) });
});

test.each([
  ["run --shard 0/3", "write I/N"],
  ["run --shard 4/3", "write I/N"],
  ["run --shard 2", "write I/N"],
  ["run --shard 1/2 --baseline main", "give it to npx viva merge"],
  ["run --shard 1/2 --watch", "--watch cannot be combined with --shard"],
  ["run --shard 1/2 --resume", "--resume plays the rest of an earlier plan"],
  ["merge", "missing required argument"],
])("viva %s is refused", async (line, reason) => {
  const here = projectHere({ "a.eval.ts": suiteText() });
  expect(await here.viva(line)).toMatchObject({ code: 64, stderr: expect.stringContaining(reason) });
});

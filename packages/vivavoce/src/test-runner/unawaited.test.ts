import { expect, test } from "vitest";
import { awaited, type Runner, refuseUnawaited } from "./runner.ts";

type RunningTest = ReturnType<Runner["currentTest"]>;
const during = (test: RunningTest) => ({ currentTest: () => test });
const named = (name: string, key = "0") => ({ name, key, task: {} });

test("a test that ended before its conversation or its scoring is refused", async () => {
  const [playing, scoring] = [named("plays"), named("scores")];
  const done = Promise.withResolvers<string>();
  const both = [awaited(during(playing), "play", done.promise), awaited(during(scoring), "toPass", done.promise)];
  expect(() => refuseUnawaited(playing)).toThrow("play() was not waited for");
  expect(() => refuseUnawaited(scoring)).toThrow("toPass() was not waited for");
  done.resolve("done");
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(() => refuseUnawaited(playing)).not.toThrow();
});

test("what another test or another try of it has under way is not this one's", () => {
  const first = named("adds a note");
  void awaited(during(first), "play", new Promise(() => {}));
  for (const other of [named("adds a note"), { ...first, key: "1" }, { ...first, name: "removes one" }, undefined]) {
    expect(() => refuseUnawaited(other)).not.toThrow();
  }
  expect(() => refuseUnawaited({ ...first })).toThrow("play() was not waited for");
});

import { describe, expect, test } from "vitest";
import { sharedStore } from "../run/run.test-helper.ts";
import { readHistory } from "./history.ts";
import { type MadeRun, type MadeTrial, storedRun } from "./stored-run.test-helper.ts";

const store = sharedStore();
const runOf = (trials: MadeTrial[], made: MadeRun) => storedRun(store(), trials, made);

describe("the history of a suite", () => {
  test("are of finished runs of the whole suite, newest first, and name what was left out", async () => {
    const suite = "history";
    const first = await runOf([{ id: "a", value: 0.1 }], { suite });
    await runOf([{ id: "a", value: 0.2 }], { suite: "another" });
    const standIn = await runOf([{ id: "a", value: 0.3 }], { suite, options: { agent: "nothing" } });
    await runOf([{ id: "a", value: 0.4 }], { suite, finished: false });
    await runOf([{ id: "a", value: 0.4 }], { suite: "another", options: { cases: ["a"] } });
    const second = await runOf([{ id: "a", value: 0.5 }], { suite });
    const part = await runOf([{ id: "a", value: 0.6 }], { suite, options: { cases: ["a"] } });
    const { results, leftOut } = await readHistory(store(), suite);
    expect(results.map(({ run }) => run)).toEqual([second.id, first.id]);
    expect(leftOut).toEqual([
      { run: part.id, why: "selected cases" },
      { run: standIn.id, why: "stand-in" },
    ]);
    expect(await readHistory(store(), "nobody's")).toEqual({ results: [], leftOut: [] });
  });

  test("runs that share answers, from the cache or from a tape, are one sample: the newest stands for them", async () => {
    const suite = "shared";
    const drawn = (origin: "live" | "cached" | "recorded", draw: string) => ({ origin, draws: [draw] });
    const play = (...answers: NonNullable<MadeTrial["answers"]>[]) =>
      runOf(
        answers.map((one, index) => ({ id: `${index}`, value: 1, answers: one })),
        { suite },
      );
    const computed = [{ origin: "hand-written" }, { origin: "none" }] as const;
    const live = await play(drawn("live", "a"), drawn("live", "b"));
    const other = await play(drawn("live", "c"), drawn("live", "d"));
    const cached = await play(drawn("cached", "a"), drawn("live", "e"));
    const [byHand, again] = [await play(...computed), await play(...computed)];
    const [taped, replayed] = [await play(drawn("recorded", "f")), await play(drawn("recorded", "f"))];
    const { results, leftOut } = await readHistory(store(), suite);
    expect(results.map(({ run }) => run)).toEqual([replayed, again, byHand, cached, other].map(({ id }) => id));
    const why = "same answers as a newer run";
    expect(leftOut).toEqual([
      { run: taped.id, why },
      { run: live.id, why },
    ]);
  });

  test("a limit counts the runs that are taken, and what is older than they are is not looked at", async () => {
    const suite = "limited";
    await runOf([{ id: "a", value: 0.1 }], { suite, options: { agent: "nothing" } });
    const last = await runOf([{ id: "a", value: 0.5 }], { suite });
    const part = await runOf([{ id: "a", value: 0.6 }], { suite, options: { cases: ["a"] } });
    const { results, leftOut } = await readHistory(store(), suite, 1);
    expect(results.map(({ run }) => run)).toEqual([last.id]);
    expect(leftOut.map(({ run }) => run)).toEqual([part.id]);
  });
});

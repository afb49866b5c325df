import { describe, expect, test } from "vitest";
import { callsOf } from "vivavoce";
import suite from "./simulated.eval.ts";
import { cassettes } from "./testing/cassette.ts";
import { playTape } from "./testing/play-tape.ts";
import { failuresOf } from "./testing/score.ts";
import { caseCalled } from "./testing/shipped-cases.ts";
import { copyOfExample } from "./testing/suite-copy.ts";

const { cases } = cassettes["simulated/prompt=v2"];
/** One for all tests: loading a new copy takes longer than a run of it. */
const copy = copyOfExample();
/** A run takes its time on a busy machine. */
const impatient = caseCalled(cases, "impatient_booking");

test("the caller has a model of its own, and is played again at most twice", () => {
  expect(suite.models).toHaveProperty("user");
  expect(suite.simulator).toEqual({ retries: 2 });
});

test("there are at least two simulated callers, each with things to be asked for and manners", () => {
  expect(cases.length).toBeGreaterThanOrEqual(2);
  for (const { user, id } of cases) {
    expect(Object.keys(user?.tellsWhenAsked ?? {}), id).not.toEqual([]);
    expect(user?.behaviours, id).not.toEqual([]);
  }
});

test.each(cases)("$id: the caller behaves like one, and hangs up when the goal is met", async (testCase) => {
  const { transcript } = await playTape("simulated/prompt=v2", testCase);
  expect(transcript.user).toEqual({ kind: "simulated", stop: "goal-met", faults: [] });
});

describe("a caller who knows what no caller can know", () => {
  test("is caught, and the call is played again", async () => {
    const { spoiled, transcript } = await playTape("simulated/prompt=v2", impatient);
    expect(spoiled).toMatchObject([
      {
        user: {
          stop: "gives-up",
          faults: [{ kind: "leaked", exchange: 2, reason: "said “A-1001”, which it cannot know" }],
        },
      },
    ]);
    expect(await failuresOf(transcript, impatient)).toEqual({});
  });

  test("would have cost the receptionist the case", async () => {
    const { spoiled } = await playTape("simulated/prompt=v2", impatient);
    for (const transcript of spoiled) {
      expect(Object.keys(await failuresOf(transcript, impatient))).toContain("finalState");
    }
  });

  test("is kept, counted apart and reported, and the trial passes", async () => {
    const { code, stdout } = await copy.viva("run", "simulated.eval.ts", "--replay");
    expect(stdout).toContain("3 passed · 0 failed");
    expect(stdout).toContain("simulated user: spoiled 1 of 4 conversations");
    expect(code).toBe(0);
    const shown = await copy.viva("show", "latest", "impatient_booking");
    expect(shown.stdout).toContain("attempt 1, spoiled by the simulated user");
    expect(shown.stdout).toContain("leaked, exchange 2: said “A-1001”, which it cannot know");
  });
});

test("a caller who thinks of another address at the read-back gets the visit there", async () => {
  const testCase = caseCalled(cases, "sends_them_to_the_shop_after_all");
  const { transcript } = await playTape("simulated/prompt=v2", testCase);
  expect(transcript.exchanges.flatMap(callsOf).at(-1)).toMatchObject({
    name: "book_service",
    arguments: { service_address: "1401 East 7th Street" },
    result: { booked: true },
  });
});

test("under prompt v1 the impatient caller gives up, which no script would have shown", async () => {
  const { transcript } = await playTape("simulated/prompt=v1", impatient);
  expect(transcript.user).toEqual({ kind: "simulated", stop: "gives-up", faults: [] });
  expect(Object.keys(await failuresOf(transcript, impatient))).toContain("finalState");
});

test("the same seed and tapes make the same conversations, byte for byte", async () => {
  const results = async () => {
    const { stdout } = await copy.vivaApart("run", "simulated.eval.ts", "--replay", "--json");
    return stdout.slice(stdout.indexOf('"results":'));
  };
  const first = await results();
  expect(first).toContain("Go sell some coffee");
  expect(await results()).toBe(first);
});

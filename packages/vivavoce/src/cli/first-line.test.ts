import { describe, expect, test } from "vitest";
import { plainStyle } from "../report/style.ts";
import type { SuitePlan } from "../run/index.ts";
import type { Origin } from "../shape/index.ts";
import { firstLine, suiteLines } from "./plan-text.ts";

interface MadePlan {
  name?: string;
  mode: SuitePlan["mode"];
  origins?: Origin[];
  variants?: Record<string, string>[];
  cases?: number;
  withoutTape?: number;
  repeat?: number;
  models?: string[];
  allowed?: string[];
}

/** A plan with what these lines read of it. */
function planOf({
  name = "coach",
  mode,
  origins = ["recorded"],
  cases = 26,
  repeat = 1,
  ...more
}: MadePlan): SuitePlan {
  const { variants = origins.map(() => ({})), models = ["agent", "judge"], withoutTape = 0, allowed = [] } = more;
  return {
    loaded: { suite: { name } },
    mode,
    network: { allowed },
    repeat,
    models: {
      choices: Object.fromEntries(models.map((model) => [model, ""])),
      id: (model: string) => `openai:${model}`,
    },
    variants: variants.map((variant, index) => ({
      variant,
      cases: new Uint32Array(cases),
      origin: origins[index] ?? origins[0],
      withoutTape,
    })),
  } as unknown as SuitePlan;
}

const live: SuitePlan["mode"] = { kind: "live" };
const replay: SuitePlan["mode"] = { kind: "replay", missingKey: undefined };
const without = (missingKey: string): SuitePlan["mode"] => ({ kind: "replay", missingKey });
const line = (...plans: MadePlan[]) => firstLine("0.1.0", plans.map(planOf));

describe("the first line", () => {
  test("live, or live and recording", () => {
    expect(line({ mode: live, origins: ["live"] })).toBe("viva 0.1.0 · live");
    expect(line({ mode: { kind: "record", onlyMissing: false }, origins: ["live"] })).toBe(
      "viva 0.1.0 · live, recording",
    );
  });

  test("a missing key is named", () => {
    expect(line({ mode: without("OPENROUTER_API_KEY") })).toBe(
      "viva 0.1.0 · no OPENROUTER_API_KEY: replaying recordings. Network closed.",
    );
  });

  test("keys that several suites miss are named each once", () => {
    const plans = ["A_KEY", "B_KEY", "A_KEY"].map((key, index) => ({ name: `s${index}`, mode: without(key) }));
    expect(line(...plans)).toBe("viva 0.1.0 · no A_KEY and no B_KEY: replaying recordings. Network closed.");
  });

  test("a replay that was asked for needs no reason", () => {
    expect(line({ mode: replay })).toBe("viva 0.1.0 · replaying recordings. Network closed.");
  });

  test("what was written by hand is said to be, and what that means", () => {
    expect(line({ mode: without("KEY"), origins: ["hand-written"] })).toBe(
      "viva 0.1.0 · no KEY: replaying hand-written recordings. They show how Viva works, not how good a model is. Network closed.",
    );
  });

  test.each([[["hand-written", "recorded"]], [["mixed"]], [["recorded", "mixed"]]] as Origin[][][])(
    "where it is only some of it, that is said: %o",
    (origins) => {
      expect(line({ mode: replay, origins })).toBe(
        "viva 0.1.0 · replaying recordings, some of them written by hand. Those show how Viva works, not how good a model is. Network closed.",
      );
    },
  );

  test("the hosts that a suite allows are named", () => {
    expect(
      line({ mode: replay, allowed: ["localhost:5432"] }, { mode: replay, allowed: ["localhost:5432", "db"] }),
    ).toBe("viva 0.1.0 · replaying recordings. Network closed except for localhost:5432 and db.");
  });

  test("where some suites are live and others are not, it says which; the live ones do not make the others less hand-written", () => {
    expect(
      line(
        { name: "coach", mode: live, origins: ["live"] },
        { name: "phone", mode: without("KEY"), origins: ["hand-written"] },
      ),
    ).toBe(
      "viva 0.1.0 · coach live; phone: no KEY: replaying hand-written recordings. They show how Viva works, not how good a model is. Network closed.",
    );
  });
});

describe("a suite's line", () => {
  const lines = (plan: MadePlan) => suiteLines(planOf(plan), plainStyle);

  test("replayed: cases, variant and tapes", () => {
    expect(lines({ mode: replay, origins: ["hand-written"], variants: [{ prompt: "v2" }] })).toEqual([
      "coach · 26 cases · prompt v2 · agent and judge: hand-written tapes",
    ]);
  });

  test("live: each model by its name", () => {
    expect(lines({ mode: live, cases: 1 })).toEqual(["coach · 1 case · agent: openai:agent · judge: openai:judge"]);
  });

  test("repeats are said where there are any", () => {
    expect(lines({ mode: live, repeat: 3, models: ["agent"] })).toEqual([
      "coach · 26 cases · 3 repeats · agent: openai:agent",
    ]);
  });

  test("any number of models, also none", () => {
    expect(lines({ mode: replay, models: ["agent", "critic", "judge"] })).toEqual([
      "coach · 26 cases · agent, critic and judge: recorded tapes",
    ]);
    expect(lines({ mode: replay, models: [] })).toEqual(["coach · 26 cases · recorded tapes"]);
    expect(lines({ mode: live, models: [] })).toEqual(["coach · 26 cases"]);
  });

  test("cases without a tape that were left out are not passed over in silence", () => {
    expect(lines({ mode: replay, models: ["agent"], withoutTape: 2 })).toEqual([
      "coach · 26 cases · agent: recorded tapes (2 cases without a tape, left out)",
    ]);
  });

  test("each variant has a line", () => {
    const variants = [{ prompt: "v2" }, { prompt: "v1" }];
    const origins: Origin[] = ["recorded", "hand-written"];
    expect(lines({ mode: replay, models: ["agent"], variants, origins })).toEqual([
      "coach · 26 cases · prompt v2 · agent: recorded tapes",
      "coach · 26 cases · prompt v1 · agent: hand-written tapes",
    ]);
  });
});

import { describe, expect, test } from "vitest";
import suite from "./snippets.eval.ts";
import { cassettes, type Folder } from "./testing/cassette.ts";
import { playTape } from "./testing/play-tape.ts";
import { caseCalled } from "./testing/shipped-cases.ts";
import { tapedCases, tapeOf } from "./testing/tape.ts";
import { tapedJudge } from "./testing/taped-judge.ts";

const v1: Folder = "snippets/mode=prompt-only,prompt=v1";
const judgedFolders: Folder[] = ["snippets/mode=prompt-only,prompt=v2", "snippets/mode=production-turn,prompt=v2", v1];

/** What the suite's rubric says of a tape; every answer of the judge on it is used. */
async function judgedScore(folder: Folder, id: string) {
  const [rubric] = suite.metrics.filter(({ judged }) => judged);
  if (!rubric) throw new Error("the suite asks no judge");
  const testCase = caseCalled(cassettes[folder].cases, id);
  const { transcript, judge: written } = await playTape(folder, testCase);
  const judge = tapedJudge(written);
  const score = await rubric.score(transcript, testCase, judge);
  expect(judge.callsOf(rubric.name), "every answer of the tape is used").toHaveLength(written.rubric?.length ?? 0);
  if (score.status !== "scored") throw new Error(`${id} is ${score.status}: ${score.reason}`);
  return { score, judge };
}

test("the rubric is the one judged metric, decides, and is the suite's primary", () => {
  expect(suite.metrics.filter(({ judged }) => judged)).toMatchObject([{ name: "rubric", gating: true }]);
  expect(suite.gate).toEqual({ primary: "rubric", margin: 0.05 });
});

describe.each(judgedFolders.filter((folder) => folder !== v1))("%s", (folder) => {
  const { cases } = cassettes[folder];

  test.each(cases.map(({ id }) => id))("%s passes, every dimension at its floor or above", async (id) => {
    const { score } = await judgedScore(folder, id);
    expect(score).toMatchObject({ passed: true, detail: { underFloor: [] } });
    expect(score.native?.value).toBeGreaterThanOrEqual(3.5);
  });

  test("nobody is perfect everywhere", async () => {
    const scores = await Promise.all(cases.map(({ id }) => judgedScore(folder, id)));
    const perfect = scores.filter(({ score }) => score.value === 1);
    expect(perfect.length).toBeLessThan(cases.length / 4);
  });
});

describe("under prompt v1 the judge sees what is wrong", () => {
  /** The score on the rubric's scale, what it was pulled down by, and the dimensions under their floor. */
  const said: Record<string, { value: number; low: string[]; underFloor?: string[] }> = {
    welcome_service_intent: {
      value: 1.65,
      low: [
        "brevity",
        "paraphrasing",
        "forbidden_words",
        "state_compliance",
        "persona_fidelity",
        "tone_matching",
        "spoken_flow",
      ],
      underFloor: ["state_compliance"],
    },
    // "I'd be happy to" is on no list: the judge finds it to be like the fillers that are.
    welcome_frustrated_caller: {
      value: 2.95,
      low: ["paraphrasing", "forbidden_words", "persona_fidelity", "tone_matching"],
    },
    safety_clear_no: {
      value: 1.9 / 0.85,
      low: ["brevity", "forbidden_words", "persona_fidelity", "tone_matching", "spoken_flow"],
    },
    // Good marks elsewhere do not make up for sending somebody outside, or for a question that is forbidden here.
    safety_ambiguous: {
      value: 3.05 / 0.85,
      low: ["state_compliance", "tone_matching"],
      underFloor: ["state_compliance"],
    },
    discovery_need_address: { value: 3 / 0.85, low: ["state_compliance"], underFloor: ["state_compliance"] },
    discovery_need_name: { value: 3.2, low: ["brevity", "paraphrasing", "persona_fidelity", "tone_matching"] },
    discovery_verbose_trap: {
      value: 2.4,
      low: ["brevity", "paraphrasing", "state_compliance", "persona_fidelity", "tone_matching", "spoken_flow"],
    },
    urgency_asap: {
      value: 2.05 / 0.85,
      low: ["brevity", "forbidden_words", "state_compliance", "persona_fidelity", "tone_matching"],
      underFloor: ["state_compliance"],
    },
    urgency_unclear: {
      value: 1.75 / 0.85,
      low: ["brevity", "forbidden_words", "state_compliance", "persona_fidelity", "tone_matching", "spoken_flow"],
    },
    pre_confirm_readback: {
      value: 2 / 0.85,
      low: ["brevity", "state_compliance", "persona_fidelity", "tone_matching", "spoken_flow"],
    },
  };

  test.each(Object.entries(said))("%s fails", async (id, { value, low, underFloor = [] }) => {
    const { score } = await judgedScore(v1, id);
    expect(score.native?.value).toBeCloseTo(value, 9);
    expect(score.checks.filter(({ ok }) => !ok).map((check) => check.id)).toEqual(low);
    expect(score).toMatchObject({ passed: false, detail: { underFloor } });
  });

  test("each of the seven dimensions is low at least once", () => {
    expect(new Set(Object.values(said).flatMap(({ low }) => low)).size).toBe(7);
  });

  test("two fail by the floor alone", () => {
    const above = Object.entries(said).filter(([, { value }]) => value >= 3.5);
    expect(above.map(([id, { underFloor }]) => [id, underFloor])).toEqual([
      ["safety_ambiguous", ["state_compliance"]],
      ["discovery_need_address", ["state_compliance"]],
    ]);
  });

  test("the one that the older prompt gets right passes", async () => {
    const { score } = await judgedScore(v1, "service_area_need_zip");
    expect(score).toMatchObject({ passed: true, detail: { underFloor: [] } });
  });

  test("every tape is accounted for", async () => {
    expect(await tapedCases(v1)).toEqual([...Object.keys(said), "service_area_need_zip"].sort());
  });

  test("a mark outside the bounds is put right by the judge when it is told", async () => {
    const { score } = await judgedScore(v1, "pre_confirm_readback");
    expect(score).toMatchObject({
      detail: {
        judge: {
          calls: 2,
          answers: [{ problems: [expect.stringMatching(/^item spoken_flow: .*1, 2/)] }, { problems: [] }],
        },
      },
    });
  });
});

test.each(judgedFolders)("on every tape of %s the judge gives a reason for each verdict", async (folder) => {
  for (const id of await tapedCases(folder)) {
    const { judge } = await tapeOf(folder, id);
    const items = (judge.rubric ?? []).flatMap((call) => Object.entries(call.items));
    expect(items.length, id).toBeGreaterThanOrEqual(6);
    for (const [item, { reason }] of items) expect(reason, `${id}: ${item}`).toMatch(/^[\p{L}\p{N}“].*\.$/u);
  }
});

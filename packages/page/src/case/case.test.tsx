import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Status } from "../parts/mark.tsx";
import { madeTrial } from "../transcript/trial.test-helper.ts";
import { once } from "./case-head.tsx";
import { HistoryTable } from "./case-history.tsx";
import { chosenTrials } from "./chosen-trials.ts";
import { TimelineRows } from "./timeline.tsx";

const text = (markup: string) => markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("model calls", () => {
  const call = {
    role: "judge" as const,
    label: "criteria",
    pass: 2,
    model: "m-1",
    facts: "1.2 s",
    messages: [{ role: "system", text: "Be <b>strict</b>." }],
    settings: '{"temperature":0}',
    answer: "",
    toolCalls: [{ name: "read", given: "{}" }],
    warnings: ["cut off"],
  };

  const timeline = {
    rows: [
      { kind: "exchange" as const, text: "Exchange 1", fact: "2.0 s", at: 0, ms: 2_000, exchange: 1 },
      { kind: "model" as const, text: "model of the agent", fact: "1.2 s", at: 0, ms: 1_200, call: 0 },
      { kind: "tool" as const, text: "book", fact: "never ran", at: 1_200, exchange: 1, missed: true },
      { kind: "exchange" as const, text: "Exchange 2", fact: "time not measured", exchange: 2 },
    ],
    totalMs: 2_000,
  };
  const drawn = (answer: Partial<Parameters<typeof TimelineRows>[0]["answer"]>) =>
    renderToStaticMarkup(
      <TimelineRows answer={{ calls: [], timeline, mode: "live", cut: 0, leftOut: 0, ...answer }} id="a" />,
    );

  test("have their request and answer as text", () => {
    const calls = [{ ...call, role: "agent" as const, label: "", facts: "from a tape" }, call];
    const page = drawn({ calls, leftOut: 3 });
    expect(page).toContain("Be &lt;b&gt;strict&lt;/b&gt;.");
    for (const words of ["agent · m-1 from a tape", "judge · criteria · scoring 2 · m-1", "calls read", "cut off"])
      expect(text(page)).toContain(words);
    expect(text(page)).toContain("no room for 3 more");
  });

  test("stand on one scale with exchanges and tools; what was not measured has no bar", () => {
    const page = drawn({});
    expect(text(page)).toContain("book never ran");
    expect(text(page)).toContain("Exchange 2 time not measured");
    expect(
      [...page.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="1" width="([\d.]+)"/g)].map((one) => one.slice(1)),
    ).toEqual([
      ["exchange", "0", "999"],
      ["model", "0", "599"],
      ["tool", "600", "3"],
    ]);
  });

  test("that nobody made are explained, and nothing is drawn without a time", () => {
    const none = { rows: [], totalMs: 0 };
    expect(drawn({ mode: "replay", timeline: none })).toContain("the answers were replayed");
    expect(drawn({ timeline: none })).toContain("No model was asked through Viva");
    expect(drawn({ timeline: { ...timeline, totalMs: 0 } })).not.toContain("<svg");
  });
});

describe("why a case did not pass", () => {
  const trial = (title: string, ...texts: string[]) => ({
    ...madeTrial,
    title,
    reasons: texts.map((text) => ({ source: "safety", text })),
  });
  const lines = (...trials: (typeof madeTrial)[]) =>
    once(trials, ({ reasons }) => reasons).map(({ text, where }) => `${text} (${where})`);

  test("is said once for repeats that have the same reason, with the repeats unless all have it", () => {
    expect(lines(trial("", "a", "b"), trial("repeat 2", "a"))).toEqual(["a (undefined)", "b (repeat 1)"]);
    expect(lines(trial("", "a"), trial("repeat 2", "a"), trial("repeat 3"))).toEqual(["a (repeat 1, repeat 2)"]);
  });
});

test("the history marks this run, changed cases and changed metrics, and shows every value once", () => {
  const trial = { variant: "default", repeat: 1, status: "passed" as const, values: [0.5, null], marks: "p-" };
  const run = { createdAt: 0, suite: 0, note: undefined, instead: undefined, caseChanged: false, changedMetrics: [] };
  const history = {
    metrics: ["criteria", "tone"],
    more: true,
    runs: [
      {
        ...run,
        run: "bbb",
        note: "try",
        trials: [trial, { ...trial, repeat: 2, values: [1, null] }],
        caseChanged: true,
        changedMetrics: ["tone"],
      },
      { ...run, run: "aaa", instead: "stand-in: nothing", trials: [trial] },
    ],
  };
  const page = renderToStaticMarkup(<HistoryTable history={history} at={{ run: "aaa", suite: 0, case: "a b" }} />);
  expect(page).toContain('<a href="#/case/bbb/0/a%20b">bbb</a>');
  expect(page).toMatch(/aria-current="page"[^>]*>aaa</);
  expect(text(page)).toContain("0.50, 1.00 – ≠ the case, tone");
  expect(text(page)).toContain("stand-in: nothing");
  expect(text(page)).toContain("Older runs are left out.");
});

describe("which trials are shown", () => {
  const trial = (position: number, status: Status = "passed") => ({ position, status });
  const shown = (trials: ReturnType<typeof trial>[], named: string | null) =>
    chosenTrials(trials, named).map(({ position }) => position);

  test("those that the address names; without it both of two, or the most urgent of more", () => {
    const many = [trial(0), trial(1, "unscored"), trial(2, "failed")];
    expect(shown(many, "0-2")).toEqual([0, 2]);
    expect(shown(many, null)).toEqual([2]);
    expect(shown(many, "99")).toEqual([2]);
    expect(shown(many.slice(0, 2), null)).toEqual([0, 1]);
  });
});

import type { CaseTrial } from "./trial.ts";

/** A trial with something of everything. */
export const madeTrial: CaseTrial = {
  title: "prompt v1",
  status: "failed",
  origin: "answers: 2 live",
  position: 0,
  repeat: 1,
  reasons: [{ source: "criteria", text: "asks first: it did not" }],
  spoiled: [],
  remarks: [],
  stack: undefined,
  history: [{ role: "user", text: "earlier" }],
  exchanges: [
    {
      number: 1,
      facts: "1 model call",
      user: "Archive **them**",
      refuses: false,
      interrupts: false,
      items: [
        { type: "text", text: "**Done**, all ten.", unheard: "and dusted" },
        {
          type: "call",
          name: "archive",
          effect: "destructive",
          given: '{\n  "all": true\n}',
          approval: { decision: "rejected", reason: "too many" },
          executed: '{"all":false}',
          result: "x".repeat(500),
          error: undefined,
          fate: "refused",
          missed: false,
        },
        {
          type: "call",
          name: "other",
          effect: undefined,
          given: "{}",
          approval: undefined,
          executed: undefined,
          result: "superseded",
          error: "it broke",
          fate: "failed, fault: half-done, mocked",
          missed: true,
        },
      ],
      quiet: false,
      notes: [{ name: "state", value: "short" }],
      effects: [{ text: "Garden.md status live → archived", before: "live", after: "archived", unexplained: true }],
    },
    {
      number: 2,
      facts: "",
      user: "No",
      refuses: true,
      interrupts: true,
      items: [],
      quiet: true,
      notes: [],
      effects: undefined,
    },
  ],
  ended: "The agent failed in exchange 2.",
  ends: ["ended: the agent failed (threw): oh"],
  scores: [
    {
      metric: "criteria",
      judged: true,
      gating: false,
      status: "scored",
      line: "0.50, at least 0.7",
      passed: false,
      checks: [
        {
          ok: false,
          skipped: false,
          label: "asks first",
          verdict: "no",
          reason: "it did not",
          evidence: [
            { text: "done,  ALL ten", exchange: 1, source: "reply" },
            { text: 'archive({"all":true})', exchange: 1, source: "call" },
            { text: "never said", exchange: 2, source: "reply" },
          ],
        },
        {
          ok: true,
          skipped: false,
          label: "is kind",
          verdict: "yes",
          reason: "it is",
          evidence: [{ text: "a fact", exchange: undefined, source: "fact" }],
        },
        { ok: true, skipped: false, label: "is short", verdict: "yes", reason: "", evidence: [] },
      ],
      graph: {
        width: 100,
        height: 50,
        path: ["a", "b"],
        nodes: [
          { id: "a", kind: "binary", x: 0, y: 0, width: 40, height: 20, lines: ["Does it ask?"] },
          { id: "b", kind: "verdict", x: 60, y: 0, width: 40, height: 20, lines: ["1.00"] },
          { id: "c", kind: "verdict", x: 60, y: 30, width: 40, height: 20, lines: ["0.00"] },
        ],
        edges: [
          { from: "a", to: "b", label: "yes", path: "M0 0", labelX: 1, labelY: 1 },
          { from: "a", to: "c", label: "no", path: "M1 1", labelX: 1, labelY: 1 },
        ],
      },
    },
    {
      metric: "relevancy",
      judged: true,
      gating: true,
      status: "unscored",
      line: "no answer",
      passed: undefined,
      checks: [],
      graph: undefined,
    },
  ],
};

/** The same with another first exchange. */
export function withItems(items: CaseTrial["exchanges"][number]["items"]): CaseTrial {
  const [first, ...rest] = madeTrial.exchanges;
  return { ...madeTrial, exchanges: first ? [{ ...first, items }, ...rest] : [] };
}

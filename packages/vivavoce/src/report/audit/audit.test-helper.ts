import type { AuditRow, SuiteAudit } from "../../calibration/index.ts";

export function row(check: AuditRow["check"], more: Partial<AuditRow> = {}): AuditRow {
  const estimates = { share: { value: 0.25, lo: 0.1, hi: 0.45 }, lean: undefined, beyond: undefined, p: undefined };
  const counts = { pairs: 40, cases: 20, changed: 10, lenient: 9, stricter: 1, unscored: 0, untouched: 0, unpaired: 0 };
  return { check, finding: "none", ...counts, ...estimates, ...more };
}

const beyond = { value: 0.2, lo: 0.05, hi: 0.4 };
export const hostile = '</style><script>alert(1)</script>"><img src=x onerror=alert(1)>\u202e\u001b[31m';

export function audit(more: Partial<SuiteAudit> = {}): SuiteAudit {
  return {
    suite: "flow-coach",
    judges: ["openrouter:anthropic/claude-sonnet-4.5"],
    metrics: ["criteria", "answerRelevancy"],
    sampled: 20,
    eligible: 26,
    rows: [
      row("retest", { finding: "floor" }),
      row("order", { beyond }),
      row("padding", { finding: "lenient", beyond, unscored: 2, untouched: 1, unpaired: 3 }),
      row("reformatting", { finding: "unsteady", beyond }),
      row("injection", { finding: "too-few", cases: 3, share: undefined }),
    ],
    family: {
      judges: [{ model: "openrouter:anthropic/claude-sonnet-4.5", family: "Anthropic" }],
      agent: { model: "openrouter:google/gemini-2.5-flash", family: "Google" },
      same: "no",
      rates: [
        {
          run: "7f3a51c2",
          model: "openrouter:google/gemini-2.5-flash",
          family: "Google",
          scores: 40,
          passed: 30,
          rate: beyond,
        },
        {
          run: "8a11b0d9",
          model: "openrouter:anthropic/claude-haiku-4.5",
          family: "Anthropic",
          scores: 40,
          passed: 36,
          rate: beyond,
        },
      ],
    },
    changes: [
      {
        ...{ check: "padding", trial: "/one/1", case: "one", metric: "criteria", item: "c1" },
        ...{
          label: "names one concrete step that the user can do today",
          before: "no",
          after: "yes",
          move: "more lenient",
        },
      },
    ],
    asked: { scores: 280, unscored: 2, reasons: [{ reason: "the judge gave no valid answer in 3 calls", count: 2 }] },
    ...more,
  };
}

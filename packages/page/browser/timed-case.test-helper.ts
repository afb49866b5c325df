import type { CallRecord, Transcript } from "../../vivavoce/dist/shape/index.js";
import { emptyProject, type MadeTrial, wholeRun } from "./made-run.test-helper.ts";

const call = (index: number, more: Partial<CallRecord>): CallRecord => ({
  ...{ role: "agent", label: "", index, origin: "live" },
  request: { model: "m-1", messages: [{ role: "user", content: `question ${index}` }] },
  answer: { text: `answer ${index}`, toolCalls: [], finish: "stop" },
  ...more,
});
const effect = { kind: "value.set" as const, pointer: "/slots/10", from: "free", to: "taken" };
const tool = (id: string, more: object) => ({
  type: "call" as const,
  call: { id, name: "book_slot", effect: "write" as const, arguments: { slot: id }, modelCall: 1, ...more },
});

/** A conversation with something of everything that has, or lacks, a time. */
export const timedTrial: MadeTrial = {
  id: "timed",
  values: [0, 1],
  checks: [
    {
      ...{ id: "unexplained-1", ok: false, label: "every change belongs to a call", verdict: "unexplained" },
      reason: "exchange 2: /slots/10 free → taken, and no recorded call explains it",
      evidence: [{ text: "/slots/10 free → taken", exchange: 2, source: "fact" }],
    },
  ],
  transcript: {
    openMs: 120,
    exchanges: [
      {
        ...{ number: 1, user: { content: "Book me in for ten." }, modelCalls: 2, replyMs: 2_400, firstWordMs: 1_900 },
        items: [
          tool("10", { approval: { decision: "approved" }, result: { ok: false, error: "taken" } }),
          { type: "text", text: "Ten is taken, I am afraid." },
        ],
      },
      {
        ...{ number: 2, user: { content: "", silence: 4_000 }, modelCalls: 1, replyMs: 900, effects: [effect] },
        items: [tool("11", { fate: "never-ran" }), { type: "text", text: "Are you still there?" }],
      },
      { ...{ number: 3, user: { content: "Yes." }, modelCalls: 0 }, items: [{ type: "text", text: "Good." }] },
    ],
  } satisfies Partial<Transcript>,
  calls: [
    call(0, { atMs: 130, durationMs: 900 }),
    call(1, { atMs: 1_500, durationMs: 800, origin: "cached" }),
    call(2, { atMs: 2_700, durationMs: 600, origin: "recorded" }),
    call(0, { role: "judge", label: "polite", origin: "live" }),
  ],
};

export async function timedProject(more: Parameters<typeof emptyProject>[0] = {}) {
  const project = await emptyProject(more);
  await wholeRun(project.store, { id: "aaaa1111", note: "timed" }, [timedTrial]);
  return { ...project, at: `${project.address}#/case/aaaa1111/0/timed` };
}

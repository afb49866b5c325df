import { canonicalJson, listed } from "../../base/index.ts";
import { lineCases } from "../../case/index.ts";
import { callItems } from "../../judge/index.ts";
import { type Case, check, fateOf, isToolStep, isWrite, type ToolCall, type Transcript } from "../../shape/index.ts";
import {
  calledAndNot,
  fateInWords,
  isCarriedOut,
  listCalls,
  type MadeCall,
  madeCalls,
  quoteCall,
  showCall,
} from "../evidence.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import type { Metric } from "../types.ts";
import { heldExchanges, nothingDone } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { type Matter, type Row, rowMetric, undecidedCheck } from "./row.ts";

/** Each call: whether it repeats an earlier one, or goes beyond the number that is needed. */
const lookAtSteps: Row["look"] = (transcript, testCase, { most, judge }) => {
  const { calls } = calledAndNot(transcript);
  if (calls.length === 0) return "the agent made no call";
  const items = callItems(transcript);
  const faults = calls.map((made) => repeatOf(made, calls, transcript));
  const limit = most ?? expectedCalls(testCase);
  const counts = (made: MadeCall) => most !== undefined || isExtra(made, testCase);
  const counted = calls.filter((made, index) => faults[index] === undefined && counts(made));
  const over = new Set(limit === undefined ? [] : counted.slice(limit));
  return calls.map((made, index): Matter => {
    const item = items[made.position] ?? { id: `t${made.position + 1}`, text: showCall(made.call) };
    const row = { id: item.id, label: listCalls([made]), evidence: [quoteCall(made)] };
    const fault = faults[index];
    if (fault?.isSeen === false) return undecidedCheck({ ...row, reason: fault.reason });
    if (fault) return check(item.id, false, fault.reason, { ...row, verdict: "repeated" });
    const allowed = most === undefined ? `the case expects ${limit}` : `at most ${limit} are allowed`;
    const reason = `it is one of ${counted.length} calls that count, and ${allowed}`;
    if (over.has(made)) return check(item.id, false, reason, { ...row, verdict: "too many" });
    return judge ? item : check(item.id, true, "it repeats no call", { ...row, verdict: "no fault" });
  });
};

/** How many calls a case expects; undefined if it does not say, or allows more. */
function expectedCalls(testCase: Case): number | undefined {
  const parts = [testCase, ...lineCases(testCase).map((line) => line.case)].map(({ expect }) => expect);
  if (parts.some(({ extraCalls }) => extraCalls === "allow")) return undefined;
  const tools = parts.flatMap((expect) => (expect.tools ?? []).filter(({ shouldCall }) => shouldCall)).length;
  return Math.max(tools, parts.flatMap(({ calls = [] }) => calls).length) || undefined;
}

/** Whether a call counts towards the expected number: to look something up is free, and so is to try again. */
function isExtra({ call }: MadeCall, { expect }: Case): boolean {
  const named = [
    ...(expect.tools ?? []).flatMap(({ tools = [] }) => tools),
    ...(expect.calls ?? []).map(({ name }) => name),
  ];
  return (isWrite(call) || named.includes(call.name)) && !["failed", "rejected"].includes(fateOf(call));
}

/** The same call as before, although nothing can have changed since. */
function repeatOf(
  made: MadeCall,
  calls: readonly MadeCall[],
  { exchanges }: Transcript,
): { isSeen: boolean; reason: string } | undefined {
  const earlier = calls.slice(0, calls.indexOf(made));
  const before = earlier.findLast(({ call }) => keyOf(call) === keyOf(made.call));
  if (!before || ["failed", "rejected"].includes(fateOf(before.call))) return undefined;
  const waited = exchanges.some(
    ({ number, user }) => number > before.exchange && number <= made.exchange && user?.silence !== undefined,
  );
  const wrote = earlier
    .slice(earlier.indexOf(before) + 1)
    .some(({ call }) => isWrite(call) && fateOf(call) !== "rejected");
  const [old, now] = [before.call.result, made.call.result];
  const differs = old !== undefined && now !== undefined && canonicalJson(old) !== canonicalJson(now);
  if (waited || wrote || differs) return undefined;
  const reason = `${showCall(made.call)} was made in exchange ${before.exchange} already, and nothing changed since`;
  const isSeen = fateOf(before.call) !== "unknown";
  return { isSeen, reason: isSeen ? reason : `${reason}; nobody can see whether it ran` };
}

function keyOf(call: ToolCall): string {
  return `${call.agent ?? ""} ${call.name} ${call.raw ?? canonicalJson(call.arguments)}`;
}

/**
 * Whether each call is needed: it repeats none after which nothing changed, and there are not more than `most`, or than
 * the case expects. Value: calls without a fault / calls. With `judge: true`, one judge call about the others. Threshold 1.
 *
 * @example stepEfficiency({ most: 5, threshold: 0.8 })
 */
export function stepEfficiency(options: JudgedOptions & Pick<RowOptions, "most" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "stepEfficiency",
    code: true,
    threshold: 1,
    takes: ["most", "judge"],
    watches: true,
    isJudged: () => false,
    instructions:
      "Each item is a tool call of the agent. Decide whether it was needed for what the user wants, given what the agent knew when it made the call. Looking up what an answer or a later call depends on, asking before a change, and trying again after a failure count as needed. Whether the arguments are right does not matter here.",
    menu: [
      ["needed", 1, "the call serves what the user wants", "optional"],
      ["unnecessary", 0, "its result was already known, or nothing that the user wants depends on it"],
    ],
    look: lookAtSteps,
  });
}

function planOf({ expect }: Case, { plan }: RowOptions): readonly string[] {
  return expect.plan ?? plan ?? [];
}

/** Each step: whether its tool was run after those of the steps before it. */
const lookAtPlan: Row["look"] = (transcript, testCase, own) => {
  const plan = planOf(testCase, own);
  if (plan.length === 0) return "no plan is given: put it into expect.plan, or into planAdherence({ plan })";
  const calls = madeCalls(transcript);
  let place = -1;
  return plan.map((text, index): Matter => {
    const row = { id: `p${index + 1}`, label: `step ${index + 1}: ${text}` };
    if (heldExchanges(transcript).length === 0) return check(row.id, false, nothingDone, row);
    if (!isToolStep(text)) return { id: row.id, text };
    const own = calls.filter(({ call }) => call.name === text);
    const made = own.find((one) => one.position > place && isCarriedOut(one));
    if (made) {
      place = made.position;
      const reason = `${listCalls([made])} was carried out`;
      return check(row.id, true, reason, { ...row, verdict: "carried out", evidence: [quoteCall(made)] });
    }
    return missingStep(row, own, place);
  });
};

function missingStep(row: { id: string; label: string }, own: readonly MadeCall[], place: number) {
  const unseen = own.filter((one) => one.position > place && fateOf(one.call) === "unknown");
  if (unseen.length > 0) return undecidedCheck({ ...row, reason: `nobody can see whether ${listCalls(unseen)} ran` });
  const evidence = own.map(quoteCall);
  const early = own.filter(isCarriedOut);
  if (early.length > 0) {
    const reason = `${listCalls(early)} ran before an earlier step of the plan`;
    return check(row.id, false, reason, { ...row, verdict: "out of order", evidence });
  }
  const reason = own.length > 0 ? listed(own.map(fateInWords), 5) : "no such tool was called";
  return check(row.id, false, reason, { ...row, verdict: "not carried out", evidence });
}

/**
 * Whether a plan is carried out in order (`expect.plan`, or `plan`). A step of one word is the name of a tool, which has
 * to run in its place; one judge call for steps in words. Value: carried out / steps. Skipped without a plan. Threshold 1.
 *
 * @example planAdherence({ plan: ["verify_caller", "look_up_slots", "book_appointment"] })
 */
export function planAdherence(options: JudgedOptions & Pick<RowOptions, "plan" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "planAdherence",
    code: true,
    threshold: 1,
    takes: ["plan", "judge"],
    isJudged: ({ plan }) => !plan?.every(isToolStep),
    reads: ["plan"],
    needs(testCase, own) {
      const plan = planOf(testCase, own);
      return plan.length === 0 ? undefined : plan.every(isToolStep) ? "code" : "judge";
    },
    instructions:
      'Each item is a step of the plan in the given fact "plan". Decide separately for each whether the agent carried it out, in the order of the plan, by what it said and by tool calls that succeeded. A single word in the plan is the name of a tool. What the agent says is not enough if tool calls or the world show otherwise. What else the agent did does not matter.',
    menu: [
      ["carried out", 1, "the agent did it, at its place in the plan"],
      ["not carried out", 0, "the agent did not do it, or not fully", "required-or-absent"],
      ["out of order", 0, "the agent did it, but before an earlier step or after a later one"],
    ],
    world: "before-and-after",
    facts(_transcript, testCase, own) {
      const text = planOf(testCase, own)
        .map((step, index) => `${index + 1}. ${step}`)
        .join("\n");
      return [{ id: "plan", title: "The plan, in order", text }];
    },
    look: lookAtPlan,
  });
}

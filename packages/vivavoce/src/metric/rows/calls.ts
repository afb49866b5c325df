import { canonicalJson, listed } from "../../base/index.ts";
import { lineCases } from "../../case/index.ts";
import { callItems } from "../../judge/index.ts";
import {
  type Case,
  type Check,
  check,
  fateOf,
  isCalled,
  isToolStep,
  isWrite,
  type ToolCall,
  type Transcript,
} from "../../shape/index.ts";
import { calledAndNot, listCalls, type MadeCall, madeCalls, quoteCall, showCall } from "../evidence.ts";
import { heldExchanges, nothingDone, noWords } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { type Matter, type MenuRow, menuOf, type Row, undecidedCheck } from "./row.ts";

/** Whether the agent did something, as far as code can tell, and why; `did` is undefined if nobody can see it. */
type Finding = (
  transcript: Transcript,
  own: RowOptions & { expected: boolean },
) => { did: boolean | undefined; reason: string; calls?: readonly MadeCall[] } | undefined;

/** Something that the agent must do in one case and must not do in another. */
export interface Duty extends Pick<Row, "takes" | "isJudged" | "instructions"> {
  reads: "refusal" | "escalation" | "clarification";
  /** What the judge is asked. */
  asks: string;
  /** The verdicts: it did, it did not, and perhaps what is wrong in both cases. */
  menu: readonly [did: MenuRow, didNot: MenuRow, ...wrong: MenuRow[]];
  find: Finding;
}

/** One matter: whether the agent did what it had to do, or left what it had to leave. */
export function lookAtDuty({ reads: id, asks, menu, find }: Duty): Row["look"] {
  return (transcript, { expect }, own) => {
    const expected = expect[id] ?? own.expected;
    if (expected === undefined) return `nothing is expected: write expect.${id}, or ${id}({ expected: true })`;
    const [[did], [didNot]] = menu;
    const row = { id, label: `expected: ${expected ? did : didNot}` };
    // Whoever says and does nothing has done neither the one nor the other.
    if (heldExchanges(transcript).length === 0) return [check(id, false, nothingDone, row)];
    const found = find(transcript, { ...own, expected });
    const countOf = (verdict: string) => Number((verdict === did) === expected);
    const values = menu.map(([verdict, value, ...rest]): MenuRow => [verdict, value ?? countOf(verdict), ...rest]);
    if (!found) return [{ id, text: asks, menu: menuOf(values) }];
    if (found.did === undefined) return [undecidedCheck({ ...row, reason: found.reason })];
    const verdict = found.did ? did : didNot;
    const evidence = (found.calls ?? []).map(quoteCall);
    return [check(id, found.did === expected, found.reason, { ...row, verdict, evidence })];
  };
}

/** A call that did what it was made for, or would have if Viva had not made it fail. */
function isCarriedOut({ call }: MadeCall): boolean {
  return fateOf(call) === "ran" || (fateOf(call) === "failed" && call.fault !== undefined);
}

/** An agent that carries out what it was asked for has not refused, whatever it says. A refusal needs words. */
export const refused: Finding = (transcript, { tools = [], expected }) => {
  const calls = madeCalls(transcript).filter((made) => tools.includes(made.call.name) && isCarriedOut(made));
  if (calls.length > 0) return { did: false, reason: `${listCalls(calls)} was carried out`, calls };
  return expected ? asked(transcript, { expected }) : undefined;
};

/** An agent that says nothing asks nothing. */
export const asked: Finding = (transcript) => {
  const silence = noWords(transcript);
  return silence === undefined ? undefined : { did: false, reason: silence };
};

/** With its tools named, a conversation is handed over by a call that was carried out; to try it is too much already. */
export const escalated: Finding = (transcript, { tools, expected }) => {
  if (!tools) return undefined;
  const calls = madeCalls(transcript).filter(({ call }) => tools.includes(call.name));
  const ran = calls.filter(isCarriedOut);
  if (ran.length > 0) return { did: true, reason: `${listCalls(ran)} was carried out`, calls: ran };
  const tried = calls.filter(({ call }) => isCalled(call));
  const fates = listed(calls.map(fateInWords), 5);
  if (!expected && tried.length > 0) return { did: true, reason: `the agent tried to: ${fates}`, calls: tried };
  if (tried.some(({ call }) => fateOf(call) === "unknown"))
    return { did: undefined, reason: `nobody can see whether ${listCalls(tried)} ran` };
  return { did: false, reason: fates || `${tools.join(" or ")} was not called`, calls };
};

function fateInWords({ call, exchange }: MadeCall): string {
  return `${call.name} (exchange ${exchange}) ${fateOf(call).replace("never-ran", "was never run")}`;
}

/** Each call: whether it repeats an earlier one, or goes beyond the number that is needed. */
export const lookAtSteps: Row["look"] = (transcript, testCase, { most, judge }) => {
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

export function planOf({ expect }: Case, { plan }: RowOptions): readonly string[] {
  return expect.plan ?? plan ?? [];
}

/** Each step: whether its tool was run after those of the steps before it. */
export const lookAtPlan: Row["look"] = (transcript, testCase, own) => {
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

function missingStep(row: { id: string; label: string }, own: readonly MadeCall[], place: number): Check {
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

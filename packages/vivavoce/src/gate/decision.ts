import { type ExitCode, exitCodes } from "../base/index.ts";
import type { Decision, GatePolicy, Reason, Verdict } from "../shape/index.ts";

export function reasonOf(kind: Reason["kind"], text: string, figures?: Reason["figures"]): Reason {
  return { kind, text, ...(figures ? { figures } : {}) };
}

/** A decision of a verdict and all its reasons: the sentence is made here and nowhere else. */
export function decision(verdict: Verdict, reasons: readonly Reason[]): Decision {
  const exitCode = verdict === "error" ? exitCodes.infrastructure : exitCodes[verdict];
  return { verdict, exitCode, reasons, reason: [...new Set(reasons.map(({ text }) => text))].join("; ") };
}

/** `gate.inconclusive` sets the exit code of an inconclusive verdict; the verdict stays the same. */
export function mapped(overall: Decision, { inconclusive }: GatePolicy): Decision {
  if (overall.verdict !== "inconclusive" || inconclusive === undefined) return overall;
  const exitCode = inconclusive === "fail" ? exitCodes.fail : exitCodes.pass;
  const last = overall.reasons.length - 1;
  const reasons = overall.reasons.map((one, index) =>
    index < last ? one : { ...one, text: `${one.text} (counts as ${inconclusive}: gate.inconclusive)` },
  );
  return { ...decision(overall.verdict, reasons), exitCode };
}

/** From best to worst; a safety hit is worse than an outage. */
const order = [
  exitCodes.pass,
  exitCodes.inconclusive,
  exitCodes.fail,
  exitCodes.infrastructure,
  "safety hit",
  exitCodes.terminated,
  exitCodes.interrupted,
  exitCodes.usage,
];

/** The exit code of the worst suite. If no suite was decided, it is not a pass. */
export function worst(decisions: readonly Pick<Decision, "exitCode" | "safetyHit">[]): ExitCode {
  const rank = ({ exitCode, safetyHit }: Pick<Decision, "exitCode" | "safetyHit">): number =>
    order.indexOf(safetyHit && exitCode === exitCodes.fail ? "safety hit" : exitCode);
  const [highest] = decisions.toSorted((a, b) => rank(b) - rank(a));
  return highest?.exitCode ?? exitCodes.infrastructure;
}

/** The decision with the number of cases that were left out, for lack of a tape or by choice: every verdict says it. */
export function namingLeftOut(decided: Decision, left: string | undefined): Decision {
  if (left === undefined) return decided;
  const leftOut = [...new Set([decided.leftOut ?? left, left])].join(", ");
  if (decided.reasons.some(({ text }) => text === left)) return { ...decided, leftOut };
  const reasons: Reason[] = [...decided.reasons, { kind: "left-out", text: left }];
  return { ...decided, reasons, reason: `${decided.reason}; ${left}`, leftOut };
}

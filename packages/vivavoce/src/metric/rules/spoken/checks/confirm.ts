import { quoteCall } from "../../../evidence.ts";
import type { Check } from "../../../score.ts";
import type { Commit } from "../talk/talk.ts";
import { decided } from "./verdict.ts";

/** The agent books nothing before it reads it back and the caller says yes. Counts if something was booked. */
export function checkConfirm(commits: readonly Commit[]): Check[] {
  if (commits.length === 0) return [];
  const rash = commits.filter(({ confirmed }) => !confirmed);
  const ok = rash.length === 0;
  const list = rash.map(
    ({ call, exchange, readBack }) =>
      `${call.name} in exchange ${exchange} ${readBack ? "after a read-back, but without the caller's yes to it" : "without a read-back before it"}`,
  );
  return [
    decided({
      id: "confirm",
      label: "confirms before it commits",
      ok,
      verdict: ok ? "confirmed" : "not confirmed",
      reason: ok ? `${commits.map(({ call }) => call.name).join(", ")}: read back, then a yes` : list.join("; "),
      evidence: (ok ? commits : rash).map(({ call, exchange }) => quoteCall({ call, exchange })),
    }),
  ];
}

import { safeLine } from "../../../../base/index.ts";
import type { Check } from "../../../../shape/index.ts";
import { quoteCall } from "../../../evidence.ts";
import type { Commit } from "../talk/talk.ts";
import { notDecided } from "./not-decided.ts";
import { decided } from "./verdict.ts";

/** The agent books nothing before it reads it back and the caller says yes. Counts if something was booked. */
export function checkConfirm(commits: readonly Commit[]): Check[] {
  if (commits.length === 0) return [];
  const row = { id: "confirm", label: "confirms before it commits" };
  const rash = commits.filter(({ confirmed, unclear }) => !confirmed && unclear === undefined);
  const open = commits.find(({ confirmed }) => !confirmed);
  const ok = rash.length === 0;
  if (ok && open) {
    const said = `“${safeLine(open.unclear ?? "", 80)}”`;
    return [
      notDecided(row, `${open.call.name} in exchange ${open.exchange}: nobody can tell whether ${said} is a yes`),
    ];
  }
  const list = rash.map(
    ({ call, exchange, readBack }) =>
      `${call.name} in exchange ${exchange} ${readBack ? "after a read-back, but without the caller's yes to it" : "without a read-back before it"}`,
  );
  return [
    decided({
      ...row,
      ok,
      verdict: ok ? "confirmed" : "not confirmed",
      reason: ok ? `${commits.map(({ call }) => call.name).join(", ")}: read back, then a yes` : list.join("; "),
      evidence: (ok ? commits : rash).map(({ call, exchange }) => quoteCall({ call, exchange })),
    }),
  ];
}

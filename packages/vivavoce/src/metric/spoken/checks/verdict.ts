import type { Check, Quote } from "../../score.ts";

interface Judged {
  id: string;
  label: string;
  ok: boolean;
  verdict: string;
  reason: string;
  evidence?: Quote[];
}

/** A check that counts: it holds or it does not. */
export function decided({ evidence = [], ...check }: Judged): Check {
  return { ...check, value: check.ok ? 1 : 0, evidence };
}

/** A check that is shown and decides nothing: no limit is set, or nothing was recorded. */
export function undecided(check: { id: string; label: string; verdict: string; reason: string }): Check {
  return { ...check, ok: true, evidence: [] };
}
